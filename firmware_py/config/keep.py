"""The configuration of which pictures are kept."""

from __future__ import annotations

from pydantic import Field

from firmware_py.config.section import Section

__all__ = ["KeepConfig"]


class KeepConfig(Section):
    """Pictures of the dome that are kept, such as for whoever can mend a misread die. None by default."""

    folder: str = Field(
        default="",
        description=(
            "Where the picture of each reading is kept, with a line about it in readings.jsonl: a folder "
            "(relative to where the games lie, such as pictures). Empty: no picture is kept. "
            "`umpire play --keep FOLDER` and `umpire daemon --keep FOLDER` keep them too."
        ),
    )
    pictures: int = Field(
        default=500, ge=1, le=100_000, description="How many are kept: the oldest are removed."
    )
    megabytes: int = Field(
        default=200, ge=1, le=100_000, description="How much room they may take: the oldest are removed."
    )
