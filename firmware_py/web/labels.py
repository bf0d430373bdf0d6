"""The words that the page itself says: labels of buttons, and names of colours and toys. Pure."""

from __future__ import annotations

from typing import Final

from firmware_py.words import Words
from hardware.spaces import CHESSBOARD_SEATS, COLOURS
from rules.gearhead.board import RULE

__all__ = ["labels", "terms"]

_TERMS: Final = (*COLOURS, *CHESSBOARD_SEATS, *RULE)
_LABELS: Final = "web.page."


def labels(words: Words) -> dict[str, str]:
    """The labels of the page by their keys; the page fills their placeholders."""
    return {
        key.removeprefix(_LABELS): entry["say"]
        for key, entry in words.entries("web").items()
        if key.startswith(_LABELS)
    }


def terms(words: Words) -> dict[str, str]:
    """The words that stand for facts, in this language."""
    return {term: words.term(term) for term in _TERMS}
