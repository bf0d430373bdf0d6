"""Faults in Gearhead Skirmish: the part is told, the game goes on by hand, the part comes back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firmware_py.loop import tending
from firmware_py.table import Phase, Wants, wants
from rules import Dice, Drawn
from tests.firmware_py.faults.bench import GEARHEAD, PARTS, Bench

# part, what was done, when, at which want, what the others say of it
TOLD = [
    ("OLED", "absent", "start", "any", "does not answer"),
    ("OLED", "lost", "game", "any", "does not answer"),
    ("strip", "absent", "start", "any", "raspi-config"),
    ("strip", "lost", "game", "any", "Input/output error"),
    ("switches", "absent", "start", "any", "GPIO 17 for the dome switch"),
    ("camera", "absent", "start", "any", "no Pi camera number 0"),
    ("camera", "lost", "game", "d6", "frontend has timed out"),
    ("webcam", "lost", "game", "d6", "unplugged"),
    ("cup", "absent", "start", "any", "no camera number 5"),
    ("cup", "lost", "game", "draw", "unplugged"),
]

NEEDS: dict[str, Callable[[Wants], bool]] = {
    "any": lambda needed: True,
    "d6": lambda needed: needed.dice == Dice("d6") and not needed.buttons,
    "draw": lambda needed: needed.draw is not None,
}


@pytest.fixture(autouse=True)
def _soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tending, "BACK_OFF_SECONDS", (0.02, 0.05))


def play_until(table: Bench, needs: str) -> None:
    """Play by hand until the table needs something."""
    for _ in range(200):
        if NEEDS[needs](wants(table.loop.table)):
            return
        table.play_on(1)
    raise AssertionError(f"{needs} never came")


@pytest.mark.parametrize(("name", "how", "when", "needs", "says"), TOLD)
def test_a_fault_is_told_the_game_goes_on_and_the_part_comes_back(
    name: str, how: str, when: str, needs: str, says: str
) -> None:
    part = PARTS[name]()
    if when == "start":
        part.spoil(how)
    table = Bench(part, begun=GEARHEAD)
    try:
        play_until(table, needs)
        if when == "game":
            assert table.faults == {}
            part.spoil(how)
        table.until(lambda view: part.name in table.faults)
        assert says in table.faults[part.name]
        table.play_on(12)
        assert table.loop.view.pieces
        part.mend()
        table.until(lambda view: table.faults == {})
        table.until(lambda view: part.works())
    finally:
        part.mend()
        table.close()


def test_a_cup_camera_that_came_back_reads_the_counter() -> None:
    part = PARTS["cup"]()
    part.spoil("absent")
    table = Bench(part, begun=GEARHEAD)
    try:
        play_until(table, "draw")
        table.until(lambda view: part.name in table.faults)
        part.mend()
        table.until(lambda view: table.faults == {})
        part.press(table.loop.now())
        table.until(lambda view: view.phase is Phase.WAITING_FOR_MOVE)
        assert table.loop.table.plies.top.answer == Drawn("orbit")
    finally:
        table.close()
