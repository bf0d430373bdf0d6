"""Virtual games at full speed, with faults at random, for a time.

    python tests/soak/soak.py [SECONDS] [SEED]

All three games are played by chance, with pauses, illegal moves and undo, while OLED and strip are lost and
come back, and the disk is full now and then. After every game, and at every halt in between, all is mended,
and then: the journal must lead to the very table, and the lights must be those of the view. Prints a report
with the memory in use, and ends with 1 if anything was wrong.
"""

from __future__ import annotations

import random
import resource
import sqlite3
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from firmware_py.journal import Journal
from firmware_py.loop import Loop, keeping, tending
from firmware_py.shows.display import OledDisplay, OledSettings
from firmware_py.shows.oled import render_oled
from firmware_py.shows.strip import render_strip
from firmware_py.shows.ws281x import LedStrip, StripSettings, capped, encoded
from firmware_py.table import Phase, Table, replay
from firmware_py.table.events import (
    Aborted,
    Answered,
    DiceGiven,
    Paused,
    Pressed,
    Resumed,
    Started,
    TableEvent,
    Undone,
)
from firmware_py.view import TableView
from firmware_py.words import Words
from hardware.layout import load_layout
from rules import Chance, Choice, Dice, Move, Seat
from tests.firmware_py.shows.wires import Chip, Spi

SEATS = {
    "trouble": (Seat("red", "Anna"), Seat("yellow", "Ben"), Seat("blue", "Cleo")),
    "headache": (Seat("red", "Anna"), Seat("yellow", "Ben")),
    "gearhead": (Seat("south", "Anna"), Seat("north", "Ben")),
}
HALT_EVERY = 400
PLIES_AT_MOST = 1500
WAKE_AFTER = 0.2


class Seen:
    """A show that remembers what it has shown completely last."""

    def __init__(self, show: Any) -> None:
        self.name, self.frame_seconds = show.name, show.frame_seconds
        self._show = show
        self.last: tuple[TableView, float] | None = None

    def open(self) -> None:
        self._show.open()

    def show(self, view: TableView, t: float) -> None:
        self.last = None
        self._show.show(view, t)
        self.last = view, t

    def close(self) -> None:
        self._show.close()


class Soak:
    """One run."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.rng = random.Random(seed)
        self.wrong: list[str] = []
        self.counts: Counter[str] = Counter()
        self.words = Words()
        self.layouts = {"trouble": load_layout("trouble"), "headache": load_layout("headache")}
        self.chip, self.spi = Chip(False), Spi()
        self.oled = Seen(
            OledDisplay(OledSettings(dim_after=None, wake_after=WAKE_AFTER), self.words, self.chip)
        )
        self.strip = Seen(LedStrip(StripSettings(), self.layouts, lambda: self.spi, 4096))
        self.journal = Journal(folder / "games.sqlite")
        self.full = False
        self._insert = self.journal._insert
        self.journal._insert = self._insert_or_fail  # type: ignore[method-assign]
        self.loop = Loop(Table(), self.journal, [], [self.oled, self.strip])
        self.memory: list[float] = []

    def _insert_or_fail(self, *given: Any) -> None:
        if self.full:
            raise sqlite3.OperationalError("database or disk is full")
        self._insert(*given)

    def run(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        self.loop.start()
        while time.monotonic() < until and not self.wrong:
            self.game(self.rng.choice(list(SEATS)), until)
        self.loop.close()
        self.journal.close()
        if self.chip.picture().any() or self.chip.on:
            self.wrong.append("the OLED is lit after the end")

    def game(self, name: str, until: float) -> None:
        if self.loop.table.started is not None and self.loop.view.phase is not Phase.OVER:
            return
        self.post(Started(at=self.loop.now(), game=name, seats=SEATS[name]))
        self.counts[name] += 1
        for step in range(PLIES_AT_MOST):
            if self.loop.view.phase is Phase.OVER or time.monotonic() > until or self.wrong:
                break
            self.mishap()
            self.post(self.deed())
            if step % HALT_EVERY == HALT_EVERY - 1:
                self.halt()
        else:
            self.post(Aborted(at=self.loop.now()))
        self.halt()
        self.memory.append(_resident())

    def post(self, event: TableEvent) -> None:
        self.loop.post(event)
        while self.loop._queue:
            self.loop.step(0.0)
        self.counts["events"] += 1

    def deed(self) -> TableEvent:
        """What somebody does: mostly sensible things."""
        table, at, luck = self.loop.table, self.loop.now(), self.rng.random()
        if table.paused:
            return Resumed(at=at)
        if luck < 0.01:
            return Paused(at=at)
        if luck < 0.04:
            return Undone(at=at)
        if luck < 0.06:
            return Answered(at=at, answer=Move("T3", "T9"))
        if luck < 0.09:
            return Pressed(at=at)
        awaits = table.state.awaits
        if isinstance(awaits, Choice):
            return Answered(at=at, answer=self.rng.choice(awaits.options))
        assert isinstance(awaits, Chance)
        answer = self.rng.choice([outcome for outcome, _ in awaits.outcomes])
        if isinstance(awaits.source, Dice):
            return DiceGiven(at=at, faces=answer.faces)  # type: ignore[union-attr]
        return Answered(at=at, answer=answer)

    def mishap(self) -> None:
        """Now and then a part breaks, or comes back."""
        luck = self.rng.random()
        if luck < 0.004:
            self.chip.broken = not self.chip.broken
        elif luck < 0.008:
            self.spi.broken = None if self.spi.broken else OSError(5, "Input/output error")
        elif luck < 0.012:
            self.full = not self.full
        elif luck < 0.014:
            self.chip.memory[:] = self.rng.randrange(256)
            self.chip.broken = True  # it lost its supply for a moment
        else:
            return
        self.counts["faults"] += 1

    def halt(self) -> None:
        """Mend everything, and look whether all is as it must be."""
        self.chip.broken, self.spi.broken, self.full = False, None, False
        end = time.monotonic() + 30
        while self.loop.view.faults or not self._settled():
            if time.monotonic() > end:
                self.wrong.append(f"it does not settle: {self.loop.view.faults}")
                return
            self.loop.step(0.01)
        self.counts["halts"] += 1
        number = self.journal.current
        if number is None or replay(self.journal.load(number)) != self.loop.table:
            self.wrong.append(f"game {number}: the journal leads to another table")
        self._check_lights()

    def _settled(self) -> bool:
        lasts = [show.last for show in (self.oled, self.strip)]
        return all(last is not None and last[0] is self.loop.view for last in lasts)

    def _check_lights(self) -> None:
        time.sleep(2 * WAKE_AFTER)  # a display that lost its supply is brought up by then
        for _ in range(200):
            before = self.oled.last, self.strip.last
            picture, frame = self.chip.picture().copy(), self.spi.frames[-1:]
            if None not in before and before == (self.oled.last, self.strip.last):
                break
            time.sleep(0.003)
        (view, t), (strip_view, strip_t) = before  # type: ignore[misc]
        if not (picture == np.asarray(render_oled(view, t, self.words))).all():
            self.wrong.append(f"the OLED does not show {view.phase}")
        layout = self.layouts.get(strip_view.game or "")
        lights = render_strip(strip_view, strip_t, layout) if layout else []
        lights += [(0, 0, 0)] * (60 - len(lights))
        if frame and frame[0] != encoded(capped(lights, StripSettings())):
            self.wrong.append(f"the strip does not show {strip_view.phase}")
        del self.spi.frames[:-1]


def _resident() -> float:
    """Megabytes in use now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def main() -> int:
    """Run and report."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 600.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    tending.BACK_OFF_SECONDS, keeping.RETRY_SECONDS = (0.05, 0.1), 0.05
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(seed, Path(folder))
        soak.run(seconds)
        games = {name: soak.counts[name] for name in SEATS}
        print(f"{seconds:.0f} s, seed {seed}: games {games}, {soak.counts['events']} events,")
        print(f"{soak.counts['faults']} faults, {soak.counts['halts']} halts")
        print(f"threads at the end: {threading.active_count()}")
        half = len(soak.memory) // 2
        if half:
            some = soak.memory[0], soak.memory[half], soak.memory[-1]
            print("memory in MB after the first game, half-way, at the end:", *(f"{mb:.0f}" for mb in some))
    for problem in soak.wrong:
        print("WRONG:", problem)
    print("all is well" if not soak.wrong else "")
    return int(bool(soak.wrong))


if __name__ == "__main__":
    sys.exit(main())
