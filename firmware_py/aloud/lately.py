"""What was said lately, numbered: a phone that missed a moment still says what it has not said yet."""

from __future__ import annotations

from collections import deque
from typing import Final

from firmware_py.aloud.utterances import KINDS, Utterance, utterances
from firmware_py.view import TableView
from firmware_py.words import Words

__all__ = ["Lately"]

_KEPT: Final = 12


class Lately:
    """Takes one view after the other; whoever listens chooses the classes himself.

    Args:
        words: the catalogue.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._before: TableView | None = None
        self._said: deque[tuple[int, Utterance]] = deque(maxlen=_KEPT)
        self._number = 0

    def after(self, view: TableView) -> tuple[tuple[int, Utterance], ...]:
        """The last utterances now that this view is shown, each with a number that only grows."""
        for one in utterances(self._before, view, self._words, frozenset(KINDS)):
            self._number += 1
            self._said.append((self._number, one))
        self._before = view
        return tuple(self._said)
