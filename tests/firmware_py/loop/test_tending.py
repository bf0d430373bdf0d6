"""Senses and shows that fail, block, come back and lie: the loop looks after them."""

from __future__ import annotations

import threading
from typing import Any

from firmware_py.errors import DeviceError
from firmware_py.loop import BACK_OFF_SECONDS, TICK_SECONDS, Loop, ManualClock
from firmware_py.senses.base import Desk
from firmware_py.table import Phase, Table
from firmware_py.table.events import DiceGiven
from firmware_py.view import Fault, TableView
from rules import Dice
from tests.firmware_py.loop.parts import (
    BEGUN,
    PATIENCE,
    Recorder,
    Running,
    Scripted,
    lost,
    sleep_through,
    until,
    works,
)

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


def test_a_show_may_be_added_until_the_loop_starts(clock: ManualClock) -> None:
    shown, loop = Recorder(), Loop(Table(), clock=clock)
    loop.add(shows=[shown])
    with Running(loop):
        shown.until(lambda view: view.phase is Phase.SETTING_UP)
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


def test_a_show_that_is_lost_and_comes_back(clock: ManualClock) -> None:
    shown = Recorder()
    with Running(Loop(Table(), shows=[shown], clock=clock)) as loop:
        shown.until(lambda view: True)
        shown.fail_to_show = [ZeroDivisionError("a bug in the drawing")]
        loop.post(BEGUN)
        shown.wait(lambda: shown.closed == 1)
        until(loop, lambda: bool(loop.view.faults))
        told = "it failed in a way that nobody foresaw (ZeroDivisionError: a bug in the drawing)"
        assert loop.view.faults[0].why == told
        sleep_through(clock, 1.0)
        shown.until(lambda view: view.game == "trouble" and not view.faults)


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
