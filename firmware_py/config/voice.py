"""The configuration of the voice."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from firmware_py.config.section import Section

__all__ = ["VoiceConfig"]


class VoiceConfig(Section):
    """The voice at the table, by espeak-ng. (Each phone has its own on the page.)"""

    on: bool = Field(default=False, description="Whether the table speaks.")
    level: Literal["little", "usual", "all"] = Field(
        default="usual",
        description=(
            "How much is said. little: the die and the referee's refusals. usual: whose turn it is and "
            "captures too. all: everything that happens, and what is broken."
        ),
    )
    without: list[Literal["die", "turn", "capture", "verdict", "over", "fault", "story"]] = Field(
        default=[],
        description="Classes of sounds that are never made.",
        json_schema_extra={"takes": 'a list of die, turn, capture, verdict, over, fault, story: ["turn"]'},
    )
    volume: int = Field(default=100, ge=0, le=200, description="How loud; 100 is usual.")
    speed: int = Field(default=160, ge=80, le=400, description="Words a minute.")
    night: str = Field(
        default="",
        pattern=r"^(|([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)$",
        description="From when to when the least is said, softly, such as 21:30-07:00. Empty: never.",
        json_schema_extra={"takes": "two times of day such as 21:30-07:00, or nothing"},
    )
