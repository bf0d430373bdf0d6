"""Processes that play virtual games at full speed, made to be killed.

For each line `JOURNAL SEED` on its standard input this one forks another, which saves the time to import
everything again. That one goes on with the game in the journal, or begins it, and writes a line for every
view that it shows; around them stand the lines `pid NUMBER` and `end STATUS`. What is played depends on
nothing but the seed and the table that is seen, so a game is the same however often it is interrupted.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from firmware_py.journal import Journal
from firmware_py.loop import Loop
from firmware_py.table import Table, replay, wants
from firmware_py.table.events import (
    Answered,
    Corrected,
    CounterSeen,
    DiceGiven,
    DiceSeen,
    Pressed,
    Started,
    TableEvent,
    Undone,
)
from firmware_py.view import Phase, TableView
from rules import Move, Seat
from vision.dice.reading import DiceReading, Die

BEGUN = Started(
    at=0.0,
    game="trouble",
    seats=tuple(map(Seat, ("red", "blue", "yellow"), ("Anna", "Ben", "Cleo"))),
    options="stop_at_first=yes",
)
TOYS = "toys"
"""A seed that begins so is one of Gearhead Skirmish."""
GEARHEAD = Started(at=0.0, game="gearhead", seats=tuple(map(Seat, ("south", "north"), ("Anna", "Ben"))))
FEW_LEFT = (
    'gearhead seats=south:"Anna",north:"Ben" toys=a5:krush_kringle.N,c4:zap_bot.S '
    "cup=clucketta:1,handy:1,kangaruffian:1,presto:1,walking_timebomb:1,ziggy:1 turn=south awaits=draw"
)


def tell(word: str, number: int) -> None:
    """A line in one write: parent and child share the pipe, and their lines must not run into each other."""
    os.write(sys.stdout.fileno(), f"{word} {number}\n".encode())


def seen(value: int | None) -> DiceReading:
    die = Die(value, True, 0.95, (10, 10, 20, 20))
    return DiceReading("read" if value else "unsure", (die,), None, "dice_read" if value else "pips_unclear")


def deeds(view: TableView, seed: str, at: float) -> list[TableEvent]:
    """What the people at this table do now: mostly sensible things."""
    said = view.verdict.key if view.verdict else ""
    draw = random.Random(f"{seed} {view.ply} {view.phase.value} {said}")
    face, luck = draw.randint(1, 6), draw.random()
    popped = [Pressed(at=at), DiceSeen(at=at, reading=seen(face), source="camera")]
    match view.phase:
        case Phase.WAITING_FOR_POP:
            return [Pressed(at=at)]
        case Phase.ROLLING:
            return [DiceSeen(at=at, reading=seen(None if luck < 0.1 else face), source="camera")]
        case Phase.UNREADABLE:
            return [DiceGiven(at=at, faces=(face,), by="Anna", ply=view.ply)]
        case Phase.WAITING_FOR_MOVE if luck < 0.06:
            return [Undone(at=at, ply=view.ply)]
        case Phase.WAITING_FOR_MOVE if luck < 0.12 and not said:
            return [Answered(at=at, answer=Move("RF4", "RF3"), by="Dan", ply=view.ply)]
        case Phase.WAITING_FOR_MOVE if luck < 0.5 and said in ("", "trouble.ruling.popped_again"):
            return popped if said or luck < 0.18 else [choose(view, draw, at)]
        case Phase.WAITING_FOR_MOVE | Phase.ILLEGAL_MOVE:
            return [choose(view, draw, at)]
    return []


def toys(table: Table, view: TableView, seed: str, at: float) -> list[TableEvent]:
    """The same in Gearhead Skirmish, whose cup is nearly empty: dice, counters that are shown, decisions."""
    said = view.verdict.key if view.verdict else ""
    draw = random.Random(f"{seed} {view.ply} {view.phase.value} {said}")
    needed, luck = wants(table), draw.random()
    if view.phase is Phase.SETTING_UP:
        return []
    if view.ply == 0:
        return [Corrected(at=at, position=FEW_LEFT)]
    if view.options:
        return [Undone(at=at, ply=view.ply)] if luck < 0.06 else [choose(view, draw, at)]
    if needed.draw is not None:
        kinds = [kind for kind, _ in needed.draw.counts]
        unclear = luck < 0.4 and not said.endswith("show_again")
        return [CounterSeen(at=at, kind=None if unclear else draw.choice(kinds), source="camera")]
    if needed.dice is not None:
        faces = tuple(draw.randint(1, int(kind[1:])) for kind in needed.dice.kinds)
        return [DiceGiven(at=at, faces=faces, by="Anna", ply=view.ply)]
    return []


def choose(view: TableView, draw: random.Random, at: float) -> Answered:
    return Answered(at=at, answer=draw.choice(view.options).answer, ply=view.ply)


class People:
    """The people at the table: a show that acts on what it is shown."""

    name = "people"
    frame_seconds: float | None = None

    def __init__(self, seed: str) -> None:
        self.loop: Loop | None = None
        self._seed = seed
        self._before: object = None

    def open(self) -> None:
        """They are there."""

    def show(self, view: TableView, t: float) -> None:
        moment = (view.ply, view.phase, view.verdict)
        if moment == self._before or self.loop is None:
            return
        self._before = moment
        tell(view.phase.value, view.ply)
        if view.phase is Phase.OVER:
            self.loop.stop()
        table = self.loop.table
        about_toys = self._seed.startswith(TOYS)
        for deed in toys(table, view, self._seed, t) if about_toys else deeds(view, self._seed, t):
            self.loop.post(deed)

    def close(self) -> None:
        """They stay."""


def play(path: str, seed: str) -> None:
    """Go on with the game in the journal, or begin it, to its end."""
    with Journal(Path(path)) as journal:
        games = journal.games()
        table = replay(journal.resume(games[0].number)) if games else Table()
        people = People(seed)
        people.loop = Loop(table, journal, shows=[people])
        if not games:
            people.loop.post(GEARHEAD if seed.startswith(TOYS) else BEGUN)
        people.loop.run()


def main() -> None:
    for line in sys.stdin:
        path, _, seed = line.strip().partition(" ")
        pid = os.fork()
        if not pid:
            play(path, seed)
            os._exit(0)
        tell("pid", pid)
        tell("end", os.waitpid(pid, 0)[1])


if __name__ == "__main__":
    main()
