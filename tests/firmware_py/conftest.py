"""What the tests of the daemon share: an evening at a table, played event by event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from firmware_py.table import Table, journalled, replay
from firmware_py.table.events import Corrected, DiceSeen, Journalled, Pressed, Started, TableEvent
from rules import Colour, Pieces, Seat
from vision.dice.reading import DiceReading, Die, Verdict

TWO = (Seat("red", "Anna"), Seat("yellow", "Ben"))


def reading(*values: int | None, verdict: Verdict = "read", red: bool | None = None) -> DiceReading:
    """What a camera says of dice with these values."""
    dice = tuple(Die(value, value is not None, 0.97, (10 * x, 10, 8, 8)) for x, value in enumerate(values))
    return DiceReading(verdict, dice, red, "dice_read" if verdict == "read" else "pips_unclear")


@dataclass
class Evening:
    """A table and everything that was written down."""

    table: Table = field(default_factory=Table)
    journal: list[Journalled] = field(default_factory=list)
    at: float = 100.0

    def do(self, kind: type[TableEvent], **facts: Any) -> Table:
        """One event, a second later; what the journal keeps must always lead to the same table."""
        self.at += 1.0
        event = kind(at=self.at, **facts)
        after = self.table.after(event)
        if journalled(self.table, event, after):
            assert isinstance(event, Journalled)
            self.journal.append(event)
        self.table = after
        return after

    def pop(self, *values: int | None, verdict: Verdict = "read", red: bool | None = None) -> Table:
        """The dome is pressed and the camera reads."""
        self.do(Pressed)
        return self.do(DiceSeen, reading=reading(*values, verdict=verdict, red=red), source="camera")

    def stand(self, pieces: Pieces, turn: Colour) -> Table:
        """The position is set by hand; the homes that are left out are filled."""
        state = self.table.game.from_pieces(self.table.state, pieces, turn)
        return self.do(Corrected, position=self.table.game.to_text(state))

    @property
    def said(self) -> str:
        """The key of the referee's last word."""
        return self.table.verdict.key if self.table.verdict else ""

    def replays(self) -> None:
        """The journal leads to the same table."""
        assert replay(self.journal) == self.table


Begin = Callable[..., Evening]


@pytest.fixture
def begin() -> Begin:
    """Begins an evening: `begin("trouble", options="pass=never")`; red, run by Anna, has the first turn."""

    def start(game: str = "trouble", seats: tuple[Seat, ...] = TWO, **facts: Any) -> Evening:
        evening = Evening()
        facts.setdefault("first", seats[0].colour)
        evening.do(Started, game=game, seats=seats, **facts)
        return evening

    return start


@pytest.fixture
def men() -> Callable[..., dict[str, tuple[str, ...]]]:
    """Places men of Trouble: `men(red=["T3"], yellow=[])`; the others of each colour stand in HOME."""

    def place(**places: list[str]) -> dict[str, tuple[str, ...]]:
        pieces: dict[str, tuple[str, ...]] = {}
        for colour, spaces in places.items():
            homes = [f"{colour[0].upper()}H{number}" for number in range(1, 5 - len(spaces))]
            pieces |= dict.fromkeys([*spaces, *homes], (colour,))
        return pieces

    return place


@pytest.fixture
def die() -> Callable[..., DiceReading]:
    """What a camera says of dice: `die(6)`, `die(None, verdict="unsure")`."""
    return reading
