"""The loop: events to the table, the journal and the shows, in this order."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from firmware_py.errors import JournalError
from firmware_py.journal import Journal
from firmware_py.loop import Loop, ManualClock
from firmware_py.loop.keeping import RETRY_SECONDS
from firmware_py.table import Phase, Table, replay
from firmware_py.table.events import (
    Aborted,
    Answered,
    DiceGiven,
    Failed,
    Pressed,
    Started,
    TableEvent,
    Undone,
)
from firmware_py.view import Fault, TableView
from rules import Dice, Seat
from tests.firmware_py.loop.parts import BEGUN, PATIENCE, Recorder


def deal(loop: Loop, *events: TableEvent) -> None:
    for event in events:
        loop.post(event)
        assert loop.step()


# -- events ------------------------------------------------------------------------------------------


def test_events_go_to_the_table_and_the_journal(tmp_path: Path, clock: ManualClock) -> None:
    with Journal(tmp_path / "games.db") as journal, Loop(Table(), journal, clock=clock) as loop:
        assert loop.wants.dice is None
        deal(
            loop,
            BEGUN,
            Pressed(at=501.0),
            DiceGiven(at=502.0, faces=(6,)),
            Pressed(at=503.0),
            Undone(at=504.0),
        )
        assert loop.step(), "time goes by"
        assert loop.wants.dice == Dice("d6")
        assert loop.view.phase is Phase.WAITING_FOR_POP
        (game,) = journal.games()
        assert (game.events, game.began, game.is_over) == (5, 1_700_000_000.0, False)
        assert replay(journal.load(1)) == loop.table


def test_what_changes_nothing_is_neither_written_nor_shown(tmp_path: Path, clock: ManualClock) -> None:
    with Journal(tmp_path / "games.db") as journal, Loop(Table(), journal, clock=clock) as loop:
        deal(loop, BEGUN)
        shown = loop.view
        deal(loop, Undone(at=502.0, ply=77), Failed(at=503.0, part="oled", why="Gone."))
        assert loop.view.faults == (Fault("oled", "Gone."),)
        assert journal.games()[0].events == 1
        assert shown.faults == ()


def test_a_game_goes_on_where_it_was(tmp_path: Path, clock: ManualClock) -> None:
    path = tmp_path / "games.db"
    with Journal(path) as journal, Loop(Table(), journal, clock=clock) as loop:
        deal(loop, BEGUN, Pressed(at=501.0))
        before = loop.table
    later = ManualClock(start=3.0)
    with Journal(path) as journal:
        table = replay(journal.resume(journal.unfinished() or 0))
        with Loop(table, journal, clock=later) as loop:
            assert loop.table == before
            assert loop.view.phase is Phase.ROLLING
            later.advance(5.9)
            loop.step()
            assert loop.view.phase is Phase.ROLLING, "its patience began anew"
            later.advance(0.2)
            loop.step()
            assert loop.view.phase is Phase.UNREADABLE
            deal(loop, DiceGiven(at=3.0, faces=(3,)))
            assert journal.games()[0].events == 3


def test_a_new_game_after_an_old_one(tmp_path: Path, clock: ManualClock) -> None:
    with Journal(tmp_path / "games.db") as journal, Loop(Table(), journal, clock=clock) as loop:
        refused = Started(at=501.0, game="trouble", seats=(Seat("red", "Cleo"), Seat("blue", "Dan")))
        deal(loop, BEGUN, refused)
        assert [game.events for game in journal.games()] == [2], "it is part of the game that goes on"
        deal(loop, Aborted(at=502.0), refused)
        one, two = journal.games()
        assert (one.is_over, two.is_over) == (True, False)
        assert two.started.seats[0].player == "Cleo"
        assert replay(journal.load(2)) == loop.table


def test_a_table_that_breaks_does_not_end_the_evening(clock: ManualClock, monkeypatch: Any) -> None:
    with Loop(Table(), clock=clock) as loop:
        deal(loop, BEGUN)
        real = Table.after

        def broken(table: Table, event: TableEvent) -> Table:
            if isinstance(event, Pressed):
                raise ZeroDivisionError("a bug")
            return real(table, event)

        monkeypatch.setattr(Table, "after", broken)
        deal(loop, Pressed(at=501.0))
        (fault,) = loop.view.faults
        assert fault.part == "table"
        assert "could not be judged (Pressed, ZeroDivisionError" in fault.why
        deal(loop, DiceGiven(at=502.0, faces=(3,)))
        assert loop.table.state.awaits.player == "Ben"  # type: ignore[union-attr]


# -- the journal -------------------------------------------------------------------------------------


class Stubborn(Journal):
    """A journal on a disk that is full for a while."""

    full = False

    def append(self, *args: Any, **facts: Any) -> None:
        if self.full:
            raise JournalError("Cannot write the journal games.db: database or disk is full.")
        super().append(*args, **facts)


def test_a_game_goes_on_unsaved_and_is_saved_later(tmp_path: Path, clock: ManualClock) -> None:
    with Stubborn(tmp_path / "games.db") as journal, Loop(Table(), journal, clock=clock) as loop:
        deal(loop, BEGUN)
        journal.full = True
        deal(loop, DiceGiven(at=501.0, faces=(3,)))
        (fault,) = loop.view.faults
        assert fault.part == "journal"
        assert "disk is full. The game goes on, but is not saved." in fault.why
        assert loop.table.state.awaits.player == "Ben"  # type: ignore[union-attr]
        journal.full = False
        deal(loop, DiceGiven(at=502.0, faces=(4,)))
        assert loop.view.faults == (fault,), "it is left alone for a while"
        clock.advance(RETRY_SECONDS)
        loop.step()
        assert loop.view.faults == ()
        assert replay(journal.load(1)) == loop.table
        deal(loop, DiceGiven(at=503.0, faces=(5,)))
        assert journal.games()[0].events == 4


def test_nothing_is_shown_before_it_is_saved(tmp_path: Path) -> None:
    shown = Recorder()
    saved: list[int] = []

    class Slow(Journal):
        def append(self, *args: Any, **facts: Any) -> None:
            super().append(*args, **facts)
            saved.append(len(shown.views))

    with Slow(tmp_path / "games.db") as journal:
        loop = Loop(Table(), journal, shows=[shown])
        loop.start()
        loop.post(BEGUN)
        loop.step(PATIENCE)
        shown.until(lambda view: view.game == "trouble")
        before = len(shown.views)
        loop.post(DiceGiven(at=1.0, faces=(3,)))
        loop.step(PATIENCE)
        shown.until(lambda view: view.ply == 1)
        assert saved == [before]
        loop.close()


# -- whole games -------------------------------------------------------------------------------------


class Robot(Recorder):
    """A show that acts on what it is shown, as people do."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.draw = random.Random(seed)
        self.loop: Loop | None = None

    def show(self, view: TableView, t: float) -> None:
        super().show(view, t)
        assert self.loop is not None
        if view.phase is Phase.WAITING_FOR_MOVE:
            answer = self.draw.choice(view.options).answer
            self.loop.post(Answered(at=t, answer=answer, ply=view.ply))
        elif view.phase is Phase.WAITING_FOR_POP:
            self.loop.post(DiceGiven(at=t, faces=(self.draw.randint(1, 6),), ply=view.ply))
        elif view.phase is Phase.OVER:
            self.loop.stop()


def test_a_game_among_threads(tmp_path: Path) -> None:
    robot, watcher = Robot(3), Recorder()
    watcher.name = "scripted"
    with Journal(tmp_path / "games.db") as journal:
        robot.loop = Loop(Table(), journal, shows=[robot, watcher])
        robot.loop.post(BEGUN)
        robot.loop.run()
        assert robot.loop.table.phase is Phase.OVER
        assert watcher.views[-1][0] == robot.loop.view
        assert replay(journal.load(1)) == robot.loop.table
        assert journal.unfinished() is None
