"""A die that was read with no dome in mind, held against what the nets of the dome see."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.domes import reconsidered as module
from vision.dice.domes.reconsidered import borne_out, reconsidered, without_giants
from vision.dice.nets.spotter import Spot
from vision.dice.reading import Circle, DiceReading, Die
from vision.dice.settings import ReaderSettings

PICTURE = np.full((300, 300, 3), 90, np.uint8)
RIM = Circle(150.0, 150.0, 120.0)
SETTINGS = ReaderSettings()
CORNERS = ((90.0, 90.0), (210.0, 90.0), (210.0, 210.0), (90.0, 210.0))
PIPS = ((120.0, 120.0), (180.0, 120.0), (150.0, 150.0), (120.0, 180.0), (180.0, 180.0))


def read(*dice: Die) -> DiceReading:
    """A picture of dice that were read."""
    return DiceReading("read", dice, None, "dice_read")


def large(value: int, pips: tuple[tuple[float, float], ...]) -> Die:
    """A die of 120 px a side in the middle of the picture."""
    return Die(value, True, 0.99, (90, 90, 120, 120), outline=CORNERS, pips=pips)


def small(value: int, x: float, y: float) -> Die:
    """A die of 30 px a side."""
    corners = ((x - 15, y - 15), (x + 15, y - 15), (x + 15, y + 15), (x - 15, y + 15))
    return Die(value, True, 0.8, (round(x) - 15, round(y) - 15, 30, 30), outline=corners)


def see(monkeypatch: pytest.MonkeyPatch, value: int, x: float, y: float) -> None:
    """The spotter plainly sees one die of 30 px a side there, in pixels of the picture."""
    classes = np.full(10, 0.003, np.float32)
    classes[value] = 0.97
    spot = Spot((x, y), 30.0, 0.0, 0.98, classes, 0.02)
    monkeypatch.setattr(module, "spots_in", lambda scene: ([spot], RIM))
    monkeypatch.setattr(module, "place_of", lambda scene, spot: (spot.centre, spot.side))


def test_a_die_far_larger_than_one_plainly_seen_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    see(monkeypatch, 4, 150, 60)
    giant = large(5, PIPS)
    reading, giants = without_giants(read(giant), PICTURE, SETTINGS, RIM)
    assert (reading.verdict, reading.dice, giants) == ("unsure", (), (giant,))


def test_a_pip_that_looks_like_a_one_makes_no_giant_of_its_die(monkeypatch: pytest.MonkeyPatch) -> None:
    see(monkeypatch, 1, 121, 119)
    reading, giants = without_giants(read(large(5, PIPS)), PICTURE, SETTINGS, RIM)
    assert (reading.verdict, reading.values, giants) == ("read", (5,), ())


@pytest.mark.parametrize(("value", "pips"), [(4, PIPS), (1, PIPS[:2])])
def test_a_die_in_the_place_of_a_pip_leaves_both_in_doubt(
    monkeypatch: pytest.MonkeyPatch, value: int, pips: tuple[tuple[float, float], ...]
) -> None:
    """A plain five was told as a one: a pip with a glint was taken for the die, and the five for a giant."""
    see(monkeypatch, value, 121, 119)
    reading, giants = without_giants(read(large(len(pips), pips)), PICTURE, SETTINGS, RIM)
    assert reading.verdict == "unsure"
    monkeypatch.setattr(module, "read_dome", lambda *_: read(small(value, 121, 119)))
    assert reconsidered(reading, PICTURE, RIM, SETTINGS, 0.0, giants).verdict == "unsure"


def test_a_die_beside_the_pips_of_a_giant_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    see(monkeypatch, 4, 150, 110)
    reading, giants = without_giants(read(large(5, PIPS)), PICTURE, SETTINGS, RIM)
    monkeypatch.setattr(module, "read_dome", lambda *_: read(small(4, 150, 110)))
    assert reconsidered(reading, PICTURE, RIM, SETTINGS, 0.0, giants).values == (4,)


def test_a_glint_or_the_top_of_a_man_is_not_told_instead_of_a_plain_die(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    see(monkeypatch, 6, 150, 60)
    for spots in (small(1, 40, 40), small(2, 180, 170)):
        reading, giants = without_giants(read(spots), PICTURE, SETTINGS, RIM)
        assert (reading.verdict, reading.dice, giants) == ("unsure", (spots,), ())
    assert without_giants(read(small(6, 152, 57)), PICTURE, SETTINGS, RIM)[0].values == (6,)


@pytest.mark.parametrize(
    ("seen", "verdict"),
    [
        (read(small(2, 150, 60)), "read"),
        (read(small(6, 150, 60)), "unsure"),
        (DiceReading("cocked", (small(2, 150, 60),), None, "die_leans"), "unsure"),
        (None, "unsure"),
    ],
)
def test_a_letter_on_a_board_is_not_told_as_a_die_under_its_dome(
    monkeypatch: pytest.MonkeyPatch, seen: DiceReading | None, verdict: str
) -> None:
    """A B was told as a two: the dome was looked for elsewhere, and nobody but the geometry was asked."""
    monkeypatch.setattr(module, "read_dome", lambda *_: seen)
    assert borne_out(read(small(2, 150, 60)), PICTURE, SETTINGS, 0.0).verdict == verdict
