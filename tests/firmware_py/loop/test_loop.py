"""The loop with senses and shows that fail, block, come back and lie."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_py.errors import DeviceError, JournalError
from firmware_py.journal import Journal
from firmware_py.loop import BACK_OFF_SECONDS, TICK_SECONDS, Loop, ManualClock, SystemClock
from firmware_py.loop.keeping import RETRY_SECONDS
from firmware_py.senses.base import Desk
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

BEGUN = Started(at=0.0, game="trouble", seats=(Seat("red", "Anna"), Seat("yellow", "Ben")), first="red")
PATIENCE = 20.0
"""Real seconds after which a test gives up; nothing is measured by them."""


class Meeting:
    """Something that threads wait for."""

    def __init__(self) -> None:
        self._bell = threading.Condition()

    def tell(self) -> None:
        with self._bell:
            self._bell.notify_all()

    def wait(self, ready: Callable[[], bool]) -> None:
        with self._bell:
            assert self._bell.wait_for(ready, PATIENCE), "it never happened"


class Recorder(Meeting):
    """A show that keeps every view, and fails when told to."""

    name = "recorder"

    def __init__(self, frame_seconds: float | None = None) -> None:
        super().__init__()
        self.frame_seconds = frame_seconds
        self.views: list[tuple[TableView, float]] = []
        self.opened = 0
        self.closed = 0
        self.fail_to_open: list[Exception] = []
        self.fail_to_show: list[Exception] = []

    def open(self) -> None:
        self.opened += 1
        self.tell()
        if self.fail_to_open:
            raise self.fail_to_open.pop(0)

    def show(self, view: TableView, t: float) -> None:
        if self.fail_to_show:
            raise self.fail_to_show.pop(0)
        self.views.append((view, t))
        self.tell()

    def close(self) -> None:
        self.closed += 1
        self.tell()

    def until(self, ready: Callable[[TableView], bool]) -> TableView:
        self.wait(lambda: bool(self.views) and ready(self.views[-1][0]))
        return self.views[-1][0]


class Scripted(Meeting):
    """A sense that does what it is told, one step a run."""

    name = "scripted"

    def __init__(self, *runs: Callable[[Desk], None]) -> None:
        super().__init__()
        self.runs = list(runs)
        self.started: list[float] = []
        self.closed = 0

    def run(self, desk: Desk) -> None:
        self.started.append(desk.now())
        self.tell()
        self.runs.pop(0)(desk)

    def close(self) -> None:
        self.closed += 1
        self.tell()


def lost(_: Desk) -> None:
    raise DeviceError("It is not there.")


def works(desk: Desk) -> None:
    desk.ready()
    while desk.wait(1.0):
        pass


class Running:
    """A loop in a thread of its own, as a program has it."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.thread = threading.Thread(target=loop.run)

    def __enter__(self) -> Loop:
        self.thread.start()
        return self.loop

    def __exit__(self, *_: object) -> None:
        self.loop.stop()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        names = {thread.name for thread in threading.enumerate()}
        assert not names & {"recorder", "scripted"}, "no thread is left behind"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(start=500.0, wall=1_700_000_000.0)


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
        assert "Pressed could not be judged" in fault.why
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


# -- shows -------------------------------------------------------------------------------------------


def test_a_show_gets_the_newest_view(clock: ManualClock) -> None:
    shown = Recorder()
    with Running(Loop(Table(), shows=[shown], clock=clock)) as loop:
        shown.until(lambda view: view.phase is Phase.SETTING_UP)
        loop.post(BEGUN)
        shown.until(lambda view: view.game == "trouble")
        loop.post(DiceGiven(at=1.0, faces=(3,)))
        shown.until(lambda view: view.ply == 1)
    assert [t for _, t in shown.views] == [500.0] * len(shown.views)
    assert (shown.opened, shown.closed) == (1, 1)


def test_a_slow_show_skips_what_is_old() -> None:
    gate = threading.Event()

    class Slow(Recorder):
        def show(self, view: TableView, t: float) -> None:
            assert gate.wait(PATIENCE)
            super().show(view, t)

    shown = Slow()
    loop = Loop(Table(), shows=[shown])
    loop.start()
    shown.wait(lambda: shown.opened == 1)
    for event in (BEGUN, *(DiceGiven(at=1.0, faces=(3,)) for _ in range(20))):
        loop.post(event)
        loop.step(PATIENCE)
    gate.set()
    shown.until(lambda view: view.ply == 20)
    assert len(shown.views) <= 2
    loop.close()


def test_the_last_view_is_shown_before_the_end() -> None:
    shown = Recorder()
    loop = Loop(Table(), shows=[shown])
    loop.start()
    shown.wait(lambda: shown.opened == 1)
    loop.post(BEGUN)
    loop.post(DiceGiven(at=1.0, faces=(3,)))
    loop.stop()
    loop.run()
    assert shown.views[-1][0].ply == 1
    assert shown.closed == 1


def test_a_show_is_called_for_its_animation(clock: ManualClock) -> None:
    shown = Recorder(frame_seconds=0.25)
    with Running(Loop(Table(), shows=[shown], clock=clock)):
        for frames in range(1, 5):
            shown.wait(lambda frames=frames: len(shown.views) >= frames)  # type: ignore[misc]
            sleep_through(clock, 0.25)
    assert all(view is shown.views[0][0] for view, _ in shown.views)


def test_a_show_that_fails_is_tried_again_with_growing_pauses(clock: ManualClock) -> None:
    failing, other = Recorder(), Recorder()
    other.name = "scripted"
    failing.fail_to_open = [DeviceError("No display answers at 0x3C.")] * 5
    with Running(Loop(Table(), shows=[failing, other], clock=clock)):
        other.until(lambda view: view.faults == (Fault("recorder", "No display answers at 0x3C."),))
        for attempt, seconds in enumerate([*BACK_OFF_SECONDS, BACK_OFF_SECONDS[-1]], 1):
            failing.wait(lambda attempt=attempt: failing.closed == attempt)  # type: ignore[misc]
            assert failing.opened == attempt
            sleep_through(clock, seconds)
            failing.wait(lambda attempt=attempt: failing.opened == attempt + 1)  # type: ignore[misc]
        failing.until(lambda view: view.faults == ())
        other.until(lambda view: view.faults == ())


def sleep_through(clock: ManualClock, seconds: float) -> None:
    """Once somebody sleeps for exactly so long, let that time go by."""
    moment = clock.now() + seconds
    for _ in range(int(PATIENCE * 500)):
        if moment in clock.sleepers:
            clock.advance(seconds)
            return
        threading.Event().wait(0.002)
    raise AssertionError(f"nobody sleeps for {seconds} s: {clock.sleepers}")


def test_a_show_that_is_lost_and_comes_back(clock: ManualClock) -> None:
    shown = Recorder()
    with Running(Loop(Table(), shows=[shown], clock=clock)) as loop:
        shown.until(lambda view: True)
        shown.fail_to_show = [ZeroDivisionError("a bug in the drawing")]
        loop.post(BEGUN)
        shown.wait(lambda: shown.closed == 1)
        until(loop, lambda: bool(loop.view.faults))
        assert loop.view.faults[0].why == "ZeroDivisionError: a bug in the drawing"
        sleep_through(clock, 1.0)
        shown.until(lambda view: view.game == "trouble" and not view.faults)


def until(loop: Loop, ready: Callable[[], bool]) -> None:
    for _ in range(int(PATIENCE * 200)):
        if ready():
            return
        threading.Event().wait(0.005)
    raise AssertionError(f"it never happened: {loop.view}")


# -- senses ------------------------------------------------------------------------------------------


def test_a_sense_that_is_not_there_is_reported_and_tried_again(clock: ManualClock) -> None:
    sense, shown = Scripted(lost, lost, works), Recorder()
    with Running(Loop(Table(), senses=[sense], shows=[shown], clock=clock)):
        shown.until(lambda view: view.faults == (Fault("scripted", "It is not there."),))
        for attempt in (1, 2):
            sense.wait(lambda attempt=attempt: len(sense.started) == attempt)  # type: ignore[misc]
            sleep_through(clock, BACK_OFF_SECONDS[attempt - 1])
        sense.wait(lambda: len(sense.started) == 3)
        shown.until(lambda view: view.faults == ())
    first, second, third = sense.started
    assert second - first >= 1.0
    assert third - second >= 2.0
    assert sense.closed >= 3


def test_a_sense_that_worked_for_a_while_is_tried_again_soon(clock: ManualClock) -> None:
    go = threading.Event()

    def works_then_is_lost(desk: Desk) -> None:
        desk.ready()
        assert go.wait(PATIENCE)
        raise DeviceError("It is lost.")

    sense = Scripted(lost, lost, works_then_is_lost, works)
    with Running(Loop(Table(), senses=[sense], clock=clock)) as loop:
        for attempt in (1, 2):
            sense.wait(lambda attempt=attempt: len(sense.started) == attempt)  # type: ignore[misc]
            sleep_through(clock, BACK_OFF_SECONDS[attempt - 1])
        sense.wait(lambda: len(sense.started) == 3)
        until(loop, lambda: not loop.view.faults)
        clock.advance(60.0)
        go.set()
        until(loop, lambda: bool(loop.view.faults))
        sleep_through(clock, BACK_OFF_SECONDS[0])
        sense.wait(lambda: len(sense.started) == 4)


def test_a_sense_that_has_nothing_more_to_tell_is_left_in_peace(clock: ManualClock) -> None:
    sense = Scripted(lambda desk: desk.post(BEGUN))
    with Running(Loop(Table(), senses=[sense], clock=clock)) as loop:
        until(loop, lambda: loop.view.game == "trouble")
        sense.wait(lambda: sense.closed == 1)
        sleep_through(clock, TICK_SECONDS)
        sleep_through(clock, TICK_SECONDS)
        assert len(sense.started) == 1
        assert loop.view.faults == ()


def test_a_sense_hears_of_new_wants_at_once(clock: ManualClock) -> None:
    heard: list[Dice | None] = []

    def listens(desk: Desk) -> None:
        heard.append(desk.wants().dice)
        desk.ready()
        while desk.wait(3600.0):
            heard.append(desk.wants().dice)

    sense = Scripted(listens)
    with Running(Loop(Table(), senses=[sense], clock=clock)) as loop:
        until(loop, lambda: heard == [None])
        loop.post(BEGUN)
        until(loop, lambda: heard == [None, Dice("d6")])


def test_a_sense_that_blocks_is_interrupted_by_closing() -> None:
    class Blocking(Scripted):
        def __init__(self) -> None:
            super().__init__(self.block)
            self.released = threading.Event()

        def block(self, desk: Desk) -> None:
            assert self.released.wait(PATIENCE)
            raise OSError("the descriptor was closed")

        def close(self) -> None:
            super().close()
            self.released.set()

    sense = Blocking()
    with Running(Loop(Table(), senses=[sense])) as loop:
        sense.wait(lambda: len(sense.started) == 1)
    assert loop.view.faults == (), "what breaks while it is closed is no fault"


def test_a_sense_that_never_ends_holds_up_nothing(monkeypatch: Any) -> None:
    monkeypatch.setattr("firmware_py.loop.loop.CLOSING_SECONDS", 0.05)
    released = threading.Event()

    def deaf(_: Desk) -> None:
        assert released.wait(PATIENCE)

    sense = Scripted(deaf)
    loop = Loop(Table(), senses=[sense])
    loop.start()
    sense.wait(lambda: len(sense.started) == 1)
    loop.close()
    assert "scripted" in {thread.name for thread in threading.enumerate()}
    released.set()
    sense.wait(lambda: sense.closed == 2)


def test_closing_twice_and_closing_what_never_ran(clock: ManualClock) -> None:
    sense, shown = Scripted(works), Recorder()
    loop = Loop(Table(), senses=[sense], shows=[shown], clock=clock)
    loop.close()
    loop.close()
    assert sense.started == []
    assert not loop.step()


def test_a_part_that_cannot_even_be_closed_stops_nothing(clock: ManualClock) -> None:
    class Bad(Scripted):
        def close(self) -> None:
            super().close()
            raise OSError("no")

    with Running(Loop(Table(), senses=[Bad(works)], clock=clock)) as loop:
        loop.post(BEGUN)
        until(loop, lambda: loop.view.game == "trouble")


# -- clocks ------------------------------------------------------------------------------------------


@pytest.fixture
def bell() -> Iterator[threading.Condition]:
    condition = threading.Condition()
    with condition:
        yield condition


@pytest.mark.parametrize("clock", [SystemClock(), ManualClock()])
def test_a_clock_waits_no_longer_than_needed(
    clock: SystemClock | ManualClock, bell: threading.Condition
) -> None:
    assert clock.wait_for(bell, lambda: True, None)
    assert not clock.wait_for(bell, lambda: False, 0.0)


def test_the_machines_clock_goes_on() -> None:
    clock = SystemClock()
    assert clock.now() <= clock.now()
    assert clock.wall() > 1_600_000_000.0


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
