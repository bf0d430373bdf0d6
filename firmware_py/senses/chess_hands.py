"""The virtual hands on a drawn chessboard: they carry out what the game says, and now and then wrongly."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from firmware_py.senses.board_hands import DrawnBoardCamera
from firmware_py.senses.chess_drawn import DrawnChessboard, toys_on
from firmware_py.table.wants import WantsBoard
from rules import Answer, Pieces, Space, Toy
from rules.gearhead.board import AROUND
from vision.board.seen import toy_label

__all__ = ["ChessHands"]

_PATIENCE: Final = 100
"""After so many pictures of a board at which nothing happens, people look for themselves what lies wrong."""

_Toys = dict[Space, Toy]


class ChessHands:
    """Move counters as the table wants them, whoever changed what it wants: dice, a decision, an undo.

    What was done wrongly lies so until the referee says it.

    Args:
        camera: sees the board.
        wants: how the board should lie now, and what may be done to it.
        told: whether the referee's word is that a counter lies wrong.
        rng: draws the mishaps.
        slips: how often a counter is first set down wrongly.
        bumps: how often the camera is knocked.
    """

    def __init__(
        self,
        camera: DrawnBoardCamera[DrawnChessboard],
        wants: Callable[[], WantsBoard | None],
        told: Callable[[], bool],
        rng: random.Random,
        *,
        slips: float = 0.0,
        bumps: float = 0.0,
    ) -> None:
        self._camera, self._board, self._wants, self._told = camera, camera.board, wants, told
        self._rng, self._slips, self._bumps = rng, slips, bumps
        self._lock = threading.RLock()
        self._followed = self._aim = self._board.toys
        self._waited = 0
        camera.before_each(self.follow)

    @property
    def settled(self) -> bool:
        """Whether the board lies as the table wants it, and the referee does not say otherwise."""
        wanted = self._wants()
        with self._lock:
            if wanted is None:
                return True
            done = not self._camera.busy and self._board.toys == toys_on(wanted.expected)
            return done and not self._told()

    def follow(self) -> None:
        """Do what is to be done before the next picture."""
        wanted = self._wants()
        with self._lock:
            if wanted is None or self._camera.busy:
                return
            expected = toys_on(wanted.expected)
            if expected != self._followed:
                self._followed = self._aim = expected
                self._set_about(wanted)
            elif self._told() and self._board.toys != self._aim:
                self._reach(self._aim)
            elif self._told() or self._board.toys != expected:
                self._wait()

    def make(self, answer: Answer, wanted: WantsBoard) -> bool:
        """Carry out a decision on the board; False where the board would not tell it from others."""
        boards = {option: _labels(toys_on(after)) for option, after in wanted.candidates}
        mine = boards.get(answer)
        alike = sum(board == mine for board in boards.values())
        if mine is None or alike > 1 or mine == _labels(toys_on(wanted.expected)):
            return False
        with self._lock:
            self._followed = toys_on(wanted.expected)
            self._aim = _after(answer, wanted)
            self._set_about(wanted)
        return True

    def _set_about(self, wanted: WantsBoard) -> None:
        """Reach the aim, or by mishap another board first."""
        if self._board.toys == self._aim:
            return
        if self._rng.random() < self._bumps:
            self._camera.do((self._board.knock, None))
        slip = self._slip(wanted) if self._rng.random() < self._slips else None
        self._reach(self._aim if slip is None else slip)

    def _reach(self, toys: _Toys) -> None:
        """The hand comes, moves and goes."""
        self._waited = 0
        over = next(_changed(self._board.toys, toys), None)
        self._camera.do((lambda: self._board.move_to(toys), over), (_nothing, None))

    def _wait(self) -> None:
        """The referee may still speak; what he does not see, or sees though it is right, is set anew."""
        self._waited += 1
        if self._waited >= _PATIENCE:
            self._reach(self._aim)
            self._camera.do((self._board.set_anew, None))

    def _slip(self, wanted: WantsBoard) -> _Toys | None:
        """The aim with one counter wrong: beside its square, turned round, or left lying; None if each of
        these would be right."""
        before, aim = self._board.toys, self._aim
        ways: list[_Toys] = []
        for space in _changed(before, aim):
            if space not in aim:
                ways.append({**aim, space: before[space]})
                continue
            toy = aim[space]
            rest = {other: lies for other, lies in aim.items() if other != space}
            ways.append({**rest, space: replace(toy, facing="S" if toy.facing == "N" else "N")})
            ways += [{**rest, near: toy} for near in AROUND["all_eight"][space] if near not in aim]
        lawful = [_labels(toys_on(board)) for _, board in wanted.candidates]
        lawful += [_labels(toys_on(wanted.expected)), _labels(aim)]
        wrong = [way for way in ways if _labels(way) not in lawful]
        return self._rng.choice(wrong) if wrong else None


def _after(answer: Answer, wanted: WantsBoard) -> _Toys:
    after: Pieces = dict(wanted.candidates)[answer]
    return toys_on(after)


def _labels(toys: _Toys) -> dict[Space, str]:
    """What a camera can tell of counters."""
    return {space: toy_label(toy) for space, toy in toys.items()}


def _changed(before: _Toys, after: _Toys) -> Iterator[Space]:
    """The squares that change, those first on which something is set down."""
    yield from (space for space, toy in after.items() if before.get(space) != toy)
    yield from (space for space in before if space not in after)


def _nothing() -> None:
    pass
