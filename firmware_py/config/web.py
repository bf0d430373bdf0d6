"""The configuration of the page on people's phones."""

from __future__ import annotations

from pydantic import Field

from firmware_py.config.section import Section

__all__ = ["WebConfig"]


class WebConfig(Section):
    """The page on phones and laptops of the home network. Everybody there may look; paired phones may act."""

    on: bool = Field(
        default=False, description="Whether the page is served. `umpire play --web` serves it too."
    )
    host: str = Field(
        default="0.0.0.0",
        description="The address to listen at: 0.0.0.0 for the home network, 127.0.0.1 for this machine.",
    )
    port: int = Field(default=8080, ge=0, le=65535, description="The port; 0 takes any that is free.")
    name: str = Field(
        default="pop-umpire",
        pattern=r"^([a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?)?$",
        description=(
            "The name by which phones find the page, followed by .local, if the library zeroconf is "
            "installed. Where another table has it, -2 and so on is added. Empty: none is announced."
        ),
        json_schema_extra={"takes": "small letters, digits and -, or nothing"},
    )
    odds: bool = Field(
        default=True,
        description="Whether each player's chance to win is worked out, in a process beside the table.",
    )
    names: list[str] = Field(
        default=[],
        description=(
            "Further names by which phones may call this machine. Its addresses, bare names and those that "
            "end in .local, .lan, .home and the like are known."
        ),
        json_schema_extra={"takes": 'a list of names, such as ["table.example.org"]'},
    )
