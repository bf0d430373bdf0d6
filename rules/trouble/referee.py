"""The referee of Trouble."""

from collections.abc import Mapping

from rules.core import Answer, Over, Pieces, Ruling
from rules.trouble.state import TroubleState

__all__ = ["explain"]


def explain(state: TroubleState, attempted: Answer | Pieces) -> Ruling:
    """The ruling on an answer, or on the pieces as they now stand."""
    waits = state.awaits
    if isinstance(attempted, Mapping) or isinstance(waits, Over):
        return Ruling(False, "T-14", "game_over")
    return Ruling(waits.legal(attempted), "T-6", "moved", answer=attempted)
