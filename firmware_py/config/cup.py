"""The configuration of the cup of Gearhead Skirmish."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from firmware_py.config.section import Section

__all__ = ["CupConfig", "CupSource"]

CupSource = Literal["electronic", "camera", "hand"]


class CupConfig(Section):
    """The cup that the counters of Gearhead Skirmish are drawn from."""

    source: CupSource = Field(
        default="electronic",
        description=(
            "electronic: a press of the dome draws. camera: a real cup; what was drawn is held up to the "
            "camera over the board, or where there is none to that of [camera] (a drawn one beside a virtual "
            "dome). "
            "hand: always entered. With every source what was drawn can be entered by hand."
        ),
    )
