"""The configuration of what the rest of the house hears of the table."""

from __future__ import annotations

from pydantic import Field

from firmware_py.config.section import Section

__all__ = ["MqttConfig"]

_TOPIC = "a topic of letters, digits, _, - and /, such as games/pop-umpire"


class MqttConfig(Section):
    """What the rest of the house hears: an MQTT broker, such as Mosquitto, is told how the game goes."""

    on: bool = Field(default=False, description="Whether a broker is told.")
    host: str = Field(default="localhost", description="The broker's name or address.")
    port: int = Field(default=1883, ge=1, le=65535, description="Its port; 8883 is usual with tls.")
    tls: bool = Field(
        default=False, description="Whether the line is encrypted, and the broker's certificate checked."
    )
    user: str = Field(default="", description="The name to log in with; empty for none.")
    password_file: str = Field(
        default="",
        description=(
            "A file whose first line is the password (relative to this one). It stands apart so that "
            "`umpire config` never shows it."
        ),
    )
    name: str = Field(
        default="",
        max_length=40,
        description="What this table is called there; each needs its own name. Empty: this machine's.",
    )
    topic: str = Field(
        default="pop-umpire",
        pattern=r"^[\w-]+(/[\w-]+)*$",
        description="Where everything is published: <topic>/<table>/state, .../event, .../availability.",
        json_schema_extra={"takes": _TOPIC},
    )
    discovery: str = Field(
        default="homeassistant",
        pattern=r"^([\w-]+(/[\w-]+)*)?$",
        description="The prefix where Home Assistant (from 2024.11 on) finds new things; empty for none.",
        json_schema_extra={"takes": f"{_TOPIC}, or nothing"},
    )
