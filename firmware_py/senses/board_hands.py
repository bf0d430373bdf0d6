"""The virtual board camera, and the virtual hands that move what it sees."""

from __future__ import annotations

import random
import threading
from collections import deque
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from firmware_py.senses.board_drawn import DrawnBoard
from firmware_py.senses.board_eye import BoardEye
from firmware_py.senses.frames import Frame
from firmware_py.table.wants import WantsBoard
from hardware.layout import Layout
from rules import Answer, Move, Piece, Pieces
from vision.board.chess.chess_reader import ChessReader
from vision.board.watcher import BoardWatcher

__all__ = ["Drawn", "DrawnBoardCamera", "Hands"]

_Step = tuple[Callable[[], None], str | None]
"""What the hand does before the next picture is taken, and over which space it is then."""


class Drawn(Protocol):
    """A drawn board of any kind, as its camera knows it."""

    layout: Layout

    def picture(self, *, hand: str | None = None) -> NDArray[np.uint8]:
        """The next picture (H, W, 3), BGR; `hand` is the space that a hand points at meanwhile."""

    def reader(self) -> BoardWatcher | ChessReader:
        """What reads its pictures."""


_Board = TypeVar("_Board", bound=Drawn)


class DrawnBoardCamera(Generic[_Board]):
    """A live source of pictures of a drawn board. Each picture takes the next step of the hands, if they are
    at work; without them it shows the board as it stands, drawn once."""

    name = "virtual board camera"
    live = True

    def __init__(self, board: _Board) -> None:
        self.board = board
        self._before: Callable[[], None] = _nothing
        self._steps: deque[_Step] = deque()
        self._lock = threading.Lock()
        self._still: NDArray[np.uint8] | None = None

    def eye(self) -> BoardEye:
        """What reads its pictures."""
        return BoardEye(lambda: (self.board.layout, self.board.reader()))

    def open(self) -> None:
        """There is nothing to open."""

    def read(self) -> Frame:
        """The next picture."""
        self._before()
        with self._lock:
            if self._steps:
                act, over = self._steps.popleft()
                act()
                self._still = None
                if over is not None:
                    return Frame(self.board.picture(hand=over))
            if self._still is None:
                self._still = self.board.picture()
            return Frame(self._still)

    @property
    def busy(self) -> bool:
        """Whether the hands have not done everything yet."""
        return bool(self._steps)

    def before_each(self, act: Callable[[], None]) -> None:
        """Call this before each picture: the hands may have something to do."""
        self._before = act

    def do(self, *steps: _Step) -> None:
        """Let the hands do something, a picture a step."""
        with self._lock:
            self._steps.extend(steps)

    def close(self) -> None:
        """There is nothing to release."""


class Hands:
    """Moves pieces on a drawn board as people do: legal moves, and now and then a wrong one first.

    Args:
        camera: sees the board.
        rng: draws the mishaps.
        slips: how often a piece is first moved as no rule allows.
        bumps: how often the camera is knocked.
    """

    def __init__(
        self,
        camera: DrawnBoardCamera[DrawnBoard],
        rng: random.Random,
        *,
        slips: float = 0.0,
        bumps: float = 0.0,
    ) -> None:
        self._camera, self._rng, self._slips, self._bumps = camera, rng, slips, bumps
        self.made: Answer | None = None
        """The move that was made last."""

    def set_up(self, pieces: Pieces) -> None:
        """Put every piece where it belongs."""
        self._camera.do((lambda: self._camera.board.stand(pieces), None))

    def make(self, answer: Answer, wanted: WantsBoard) -> None:
        """Make a move on the board, whether it is legal or not."""
        self.made = answer
        after = dict(wanted.candidates).get(answer)
        if after is None and isinstance(answer, Move):
            after = moved(wanted.expected, answer)
        if after is not None:
            self._reach(answer, after)

    def play(self, answer: Answer, wanted: WantsBoard) -> None:
        """Make a legal move, or by mishap another one."""
        if self._rng.random() < self._bumps:
            self._camera.do((self._camera.board.knock, None))
        slip = self._slip(wanted) if self._rng.random() < self._slips else None
        self.make(answer if slip is None else slip, wanted)

    def put_right(self, wanted: WantsBoard) -> None:
        """Let the board stand as it should."""
        self._reach(self.made, wanted.expected)

    def _reach(self, answer: Answer | None, after: Pieces) -> None:
        """The hand comes, moves, and goes."""
        board = self._camera.board
        if not isinstance(answer, Move):
            self._camera.do((lambda: board.move_to(after), next(iter(after), None)), (_nothing, None))
            return
        self._camera.do(
            (_nothing, answer.origin), (lambda: board.move_to(after), answer.target), (_nothing, None)
        )

    def _slip(self, wanted: WantsBoard) -> Move | None:
        """Some piece to some empty space, where that is no legal move."""
        lawful = [dict(after) for _, after in wanted.candidates]
        spaces = [s for s in self._camera.board.layout.spaces if s not in wanted.expected]
        ways = [Move(origin, target) for origin in wanted.expected for target in spaces]
        self._rng.shuffle(ways)
        return next((way for way in ways if moved(wanted.expected, way) not in lawful), None)


def moved(pieces: Pieces, move: Move) -> dict[str, tuple[Piece, ...]]:
    """The pieces after whatever stands on one space was put on another, and what was there set aside."""
    after = {space: tuple(stack) for space, stack in pieces.items()}
    lifted = after.pop(move.origin, ())
    return {**after, move.target: lifted} if lifted else after


def _nothing() -> None:
    pass
