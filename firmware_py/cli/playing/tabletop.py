"""The drawn board of `umpire play --board-camera`: hands make the moves, a camera sees them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from firmware_py.senses.board_camera import BoardCamera
from firmware_py.senses.board_drawn import DrawnBoard
from firmware_py.senses.board_hands import DrawnBoardCamera, Hands
from firmware_py.senses.chess_drawn import DrawnChessboard, toys_on
from firmware_py.senses.chess_hands import ChessHands
from firmware_py.table import Phase, Wants
from firmware_py.table.events import Answered, Journalled, Undone
from firmware_py.table.toys import tells_difference
from firmware_py.view import TableView
from hardware.layout import Layout
from rules import Move, Pick, Pieces

__all__ = ["ChessTop", "TableTop", "Top"]

_WRONG = (Phase.ILLEGAL_MOVE, Phase.CORRECTION)


class Top(Protocol):
    """What an evening needs of a drawn board."""

    sense: BoardCamera

    @property
    def settled(self) -> bool:
        """Whether the hands have done all that they are to do by themselves."""

    def puts_right(self, view: TableView) -> bool:
        """Let the hands put the board right; False where nothing is wrong, or where that did not help."""

    def instead(self, event: Journalled, view: TableView, *, by_chance: bool = False) -> bool:
        """Whether an event is left to the hands."""


class TableTop:
    """A drawn board with its camera and hands.

    Args:
        layout: the board.
        pieces: how it stands at first.
        wants: what the table needs now.
        seed: of all that is drawn; None for any.
        slips: how often a random player makes a wrong move.
        bumps: how often the camera is knocked when a random player moves.
    """

    settled = True

    def __init__(
        self,
        layout: Layout,
        pieces: Pieces,
        wants: Callable[[], Wants],
        *,
        seed: int | None,
        slips: float,
        bumps: float,
    ) -> None:
        rng = random.Random(seed)
        board = DrawnBoard(layout, rng.getrandbits(32))
        board.stand(pieces)
        camera = DrawnBoardCamera(board)
        self._hands = Hands(camera, rng, slips=slips, bumps=bumps)
        self._wants = wants
        self._made_at = self._righted_at = -1
        self.sense = BoardCamera(camera, camera.eye(), recorded=True)

    def puts_right(self, view: TableView) -> bool:
        """Let the hands put the board right; False where nothing is wrong, or where that did not help."""
        wanted = self._wants().board
        if wanted is None or view.phase not in _WRONG:
            return False
        again, self._righted_at, self._made_at = self._righted_at == view.ply, view.ply, -1
        self._hands.put_right(wanted)
        return not again

    def instead(self, event: Journalled, view: TableView, *, by_chance: bool = False) -> bool:
        """Whether an event is left to the hands: they make a move, or put a wrong one back.

        What the camera did not make out the first time is also entered the usual way the second time.
        """
        wanted = self._wants().board
        if wanted is None:
            return False
        if isinstance(event, Undone):
            return self.puts_right(view)
        if not isinstance(event, Answered) or not isinstance(event.answer, Move | Pick):
            return False
        again, self._made_at = self._made_at == view.ply, view.ply
        if by_chance and not again:
            self._hands.play(event.answer, wanted)
        else:
            self._hands.make(event.answer, wanted)
        return not again


class ChessTop:
    """A drawn chessboard with its camera and hands, which follow whatever the table wants.

    Args:
        layout: the board.
        pieces: how it lies at first.
        wants: what the table needs now.
        view: what is shown now: the hands hear what the referee says.
        seed: of all that is drawn; None for any.
        slips: how often a counter is first set down wrongly.
        bumps: how often the camera is knocked.
    """

    def __init__(
        self,
        layout: Layout,
        pieces: Pieces,
        wants: Callable[[], Wants],
        view: Callable[[], TableView],
        *,
        seed: int | None,
        slips: float,
        bumps: float,
    ) -> None:
        rng = random.Random(seed)
        board = DrawnChessboard(layout, rng.getrandbits(32))
        board.move_to(toys_on(pieces))
        camera = DrawnBoardCamera(board)
        self._wants = wants
        self._hands = ChessHands(
            camera,
            lambda: wants().board,
            lambda: tells_difference(view().verdict),
            rng,
            slips=slips,
            bumps=bumps,
        )
        self._made_at = -1
        self.sense = BoardCamera(camera, camera.eye(), recorded=True)

    @property
    def settled(self) -> bool:
        """Whether the board lies as the table wants it, and the referee does not say otherwise."""
        return self._hands.settled

    def puts_right(self, view: TableView) -> bool:
        """False: the hands put right whatever the referee tells, without being asked."""
        return False

    def instead(self, event: Journalled, view: TableView, *, by_chance: bool = False) -> bool:
        """Whether an event is left to the hands: they carry out a decision that can be seen on the board.

        What the camera did not make out the first time is entered the usual way the second time.
        """
        wanted = self._wants().board
        if wanted is None or not isinstance(event, Answered) or not isinstance(event.answer, Pick):
            return False
        again, self._made_at = self._made_at == view.ply, view.ply
        return not again and self._hands.make(event.answer, wanted)
