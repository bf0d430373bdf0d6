"""From the hand's leaving to the verdict: a drawn board, its camera, the senses and the table, by one clock.

    python tests/bench/verdict_delay.py [--game trouble|headache] [--moves 40] [--fps 10] [--slower 1]

The clock goes on with the camera's pictures, with the waits of the sense, and with the processor time of
all that looks and judges (times `slower`, for a slower machine); what the studio takes to draw does not
count. The time is from the first picture that shows no hand to the event after which the table has a
verdict.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import deque
from collections.abc import Callable, Iterator

import cv2

from firmware_py.senses.board_camera import BoardCamera
from firmware_py.senses.board_drawn import DrawnBoard
from firmware_py.senses.board_eye import BoardEye
from firmware_py.senses.board_hands import moved
from firmware_py.senses.frames import Frame
from firmware_py.table import Phase, Table, Wants, wants
from firmware_py.table.events import Answered, BoardSeen, DiceGiven, Started, TableEvent, Undone
from hardware.layout import load_layout
from rules import PASS, Chance, Choice, Dice, Move, Over, Pieces, Seat

HAND_PICTURES = 3
"""The hand is over each of a move's two spaces for so many pictures."""

PATIENCE = 3.0
"""Seconds after which a verdict counts as not given."""

ILLEGAL = 0.15
WRONG = (Phase.ILLEGAL_MOVE, Phase.CORRECTION)


class Evening:
    """Desk, camera and players in one: the sense is run on them, and every verdict is timed.

    Attributes:
        late: seconds from the hand's leaving to the verdict, by its kind.
    """

    name, live = "drawn camera", True

    def __init__(self, args: argparse.Namespace) -> None:
        self._rng, self._args = random.Random(args.seed), args
        self._board = DrawnBoard(load_layout(f"{args.game}-tags"), args.seed)
        self.eye = BoardEye(lambda: (self._board.layout, self._board.reader()))
        self._table, self._clock, self._mark = Table(), 0.0, time.thread_time()
        self._number, self._done = 0, False
        self._steps: deque[tuple[Callable[[], None], str | None]] = deque()
        self._left: float | None = None
        self._plays = self._play()
        kinds = ("legal", "illegal", "put back", "asked which", "not told")
        self.late: dict[str, list[float]] = {kind: [] for kind in kinds}

    # -- the desk ----------------------------------------------------------------------------------------

    def now(self) -> float:
        """The clock, with all computing since it was last asked."""
        spent, self._mark = time.thread_time() - self._mark, time.thread_time()
        self._clock += self._args.slower * spent
        return self._clock

    def wait(self, seconds: float) -> bool:
        """Time goes by."""
        self.now()
        self._clock += seconds
        return not self._done

    def ready(self) -> None:
        """The camera is open."""

    def wants(self) -> Wants:
        """What the table needs."""
        return wants(self._table)

    def post(self, event: TableEvent) -> None:
        """The table hears of it; if that settles the move, it is timed."""
        before = self._table
        self._table = before.after(event)
        at, kind = self.now(), self._told(before)
        if self._left is not None and kind is not None and isinstance(event, BoardSeen):
            self.late[kind].append(at - self._left)
            self._next()

    def _told(self, before: Table) -> str | None:
        if self._table.plies.top is not before.plies.top:
            return "legal"
        if self._table.phase in WRONG:
            return "illegal" if before.phase not in WRONG else None
        if self._table.doubt:
            return "asked which"
        return "put back" if before.stands is not None else None

    # -- the camera --------------------------------------------------------------------------------------

    def open(self) -> None:
        """There is nothing to open."""

    def read(self) -> Frame:
        """The newest picture that was not given yet; pictures nobody came for are dropped."""
        if self._left is not None and self.now() - self._left > PATIENCE:
            self.late["not told"].append(PATIENCE)
            self._next()
        newest = max(self._number + 1, int(self.now() * self._args.fps))
        over = None
        while self._number < newest:
            self._number += 1
            over = self._step()
        self._clock = max(self._clock, self._number / self._args.fps)
        picture = self._board.picture(hand=over)
        self._mark = time.thread_time()
        return Frame(picture)

    def _step(self) -> str | None:
        """The space that the hand is over in the next picture; None if it has gone."""
        if not self._steps:
            return None
        act, over = self._steps.popleft()
        act()
        if over is None:
            self._left = self._number / self._args.fps
        return over

    def close(self) -> None:
        """There is nothing to release."""

    # -- the players -------------------------------------------------------------------------------------

    def _next(self) -> None:
        self._left = None
        self._done = next(self._plays, None) is None

    def begin(self) -> None:
        """The first move is made."""
        self._next()

    def _play(self) -> Iterator[bool]:
        """Games one after the other; it stops at each board that is to be judged."""
        for _ in range(self._args.moves):
            self._until_a_move()
            state = self._table.state
            awaits = state.awaits
            assert isinstance(awaits, Choice)
            answer = self._rng.choice([one for one in awaits.options if one != PASS])
            stood = dict(state.pieces)
            if self._rng.random() < ILLEGAL:
                self._reach(*self._slip())
                yield True
                self._reach(stood, next(iter(stood)), next(iter(stood)))
                yield True
            origin, target = (answer.origin, answer.target) if isinstance(answer, Move) else ("", "")
            self._reach(dict(state.after(answer)[0].pieces), origin, target)
            yield True
            if self._table.state == state:
                if self._table.refused is not None:
                    self._table = self._table.after(Undone(at=self._clock))
                self._table = self._table.after(Answered(at=self._clock, answer=answer))

    def _until_a_move(self) -> None:
        """Dice are thrown until there is a move that a hand makes."""
        while True:
            table, at = self._table, self._clock
            awaits = None if table.started is None else table.state.awaits
            if awaits is None or isinstance(awaits, Over):
                layout = self._board.layout
                seats = tuple(Seat(colour, colour) for colour in layout.seats)
                start = Started(
                    at=at, game=self._args.game, seats=seats, board=layout.seats, first=seats[0].colour
                )
                self._table = Table().after(start)
                self._board.stand(self._table.state.pieces)
            elif isinstance(awaits, Chance) and isinstance(awaits.source, Dice):
                faces = tuple(
                    self._rng.randint(1, 6) if kind == "d6" else int(self._rng.random() < 1 / 6)
                    for kind in awaits.source.kinds
                )
                self._table = table.after(DiceGiven(at=at, faces=faces, how="electronic"))
            elif isinstance(awaits, Choice) and not any(isinstance(one, Move) for one in awaits.options):
                self._table = table.after(Answered(at=at, answer=awaits.options[0]))
            else:
                return

    def _slip(self) -> tuple[Pieces, str, str]:
        """Some man to some empty space, where that is no legal move."""
        board = self.wants().board
        assert board is not None
        lawful = [dict(after) for _, after in board.candidates]
        spaces = [space for space in self._board.layout.spaces if space not in board.expected]
        ways = [Move(origin, target) for origin in board.expected for target in spaces]
        way = self._rng.choice([one for one in ways if moved(board.expected, one) not in lawful])
        return moved(board.expected, way), way.origin, way.target

    def _reach(self, pieces: Pieces, origin: str, target: str) -> None:
        """The hand comes, moves, and goes."""
        self._steps.extend([(_nothing, origin)] * HAND_PICTURES)
        self._steps.append((lambda: self._board.move_to(pieces), target))
        self._steps.extend([(_nothing, target)] * (HAND_PICTURES - 1))
        self._steps.append((_nothing, None))


def _nothing() -> None:
    pass


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=("trouble", "headache"), default="trouble")
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--fps", type=float, default=10.0)
    parser.add_argument("--slower", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    evening = Evening(args)
    evening.begin()
    BoardCamera(evening, evening.eye, recorded=True).run(evening)
    print(f"{args.game}, {args.fps:g} pictures a second, computing times {args.slower:g}")
    for kind, late in evening.late.items():
        if late:
            middle, most = statistics.median(late), max(late)
            print(f"{kind:11s} {len(late):3d} times, median {middle:.2f} s, at most {most:.2f} s")


if __name__ == "__main__":
    main()
