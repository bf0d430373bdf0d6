"""The dice reader on drawn dice: every value and look, several at once, and pictures without any."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice import reader as reader_module
from vision.dice.reader import DiceReader
from vision.dice.reading import Circle, DiceReading, Die

Table = Callable[..., NDArray[np.uint8]]
PutDie = Callable[..., None]
Colour = tuple[int, int, int]

READER = DiceReader()
LOOKS: dict[str, tuple[Colour, Colour]] = {
    "ivory": ((225, 240, 245), (25, 20, 20)),
    "black": ((30, 30, 32), (235, 235, 235)),
    "red": ((40, 30, 150), (240, 240, 240)),
    "blue pips": ((235, 235, 235), (160, 60, 30)),
}


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("look", LOOKS)
def test_every_value_of_every_look(table: Table, put_die: PutDie, value: int, look: str) -> None:
    picture = table()
    body, pip = LOOKS[look]
    put_die(picture, value, (150, 120), body=body, pip=pip)
    reading = READER.read(picture, expect=1)
    assert (reading.verdict, reading.values) == ("read", (value,)), reading
    die = reading.dice[0]
    assert die.flat and die.kind == "pips" and len(die.pips) == value and len(die.outline) == 4
    x, y, w, h = die.box
    assert x < 150 < x + w and y < 120 < y + h and 40 < w < 120


@pytest.mark.parametrize("side", [28, 45, 90, 180])
@pytest.mark.parametrize("turn", [0, 30, 45])
def test_size_and_turn_do_not_matter(table: Table, put_die: PutDie, side: int, turn: int) -> None:
    for value in range(1, 7):
        picture = table()
        put_die(picture, value, (160, 120), side=side, turn=turn)
        assert READER.read(picture, expect=1).values == (value,)


def test_several_dice_are_told_from_left_to_right(table: Table, put_die: PutDie) -> None:
    picture = table(640, 240)
    for k, value in enumerate((4, 1, 6, 2, 5)):
        put_die(picture, value, (80 + 115 * k, 120), turn=13 * k)
    reading = READER.read(picture)
    assert (reading.verdict, reading.values) == ("read", (4, 1, 6, 2, 5))


def test_another_number_of_dice_than_expected_is_refused(table: Table, put_die: PutDie) -> None:
    picture = table(640, 240)
    put_die(picture, 3, (150, 120))
    put_die(picture, 4, (400, 120))
    reading = READER.read(picture, expect=1)
    assert (reading.verdict, reading.reason) == ("unsure", "count_differs")
    assert reading.facts == {"expected": 1, "found": 2}


def test_two_white_dice_are_not_the_pips_of_a_giant_two(table: Table, put_die: PutDie) -> None:
    picture = table(400, 300)
    put_die(picture, 1, (120, 120), turn=0)
    put_die(picture, 1, (260, 200), turn=10)
    reading = READER.read(picture)
    assert (reading.verdict, reading.values) == ("read", (1, 1))


def test_a_pip_lost_in_glare_is_not_a_smaller_value(table: Table, put_die: PutDie) -> None:
    for value, spot in ((6, (1, 1)), (5, (-1, 1)), (4, (1, -1))):
        picture = table()
        put_die(picture, value, (160, 120), side=80, turn=0, body=(190, 195, 195))
        x, y = 160 + 0.26 * 80 * spot[0], 120 + 0.26 * 80 * spot[1]
        rows, columns = np.ogrid[:240, :320]
        glare = 255 * np.exp(-((((columns - x) ** 2 + (rows - y) ** 2) / (2 * 11.0**2)) ** 2))
        picture = np.clip(picture + glare[..., None], 0, 255).astype(np.uint8)
        reading = READER.read(picture, expect=1)
        assert reading.verdict != "read" or reading.values == (value,)


@pytest.mark.parametrize("level", [0, 40, 128, 255])
def test_nothing_is_no_die(level: int) -> None:
    grey = np.full((120, 160), level, np.uint8)
    assert READER.read(grey).verdict == "none"


@pytest.mark.parametrize("shape", [(1, 1), (1, 500), (3, 3), (17, 17), (16, 2000, 3)])
def test_any_shape_is_answered(shape: tuple[int, ...]) -> None:
    noise = np.random.default_rng(3).integers(0, 256, shape, dtype=np.uint8)
    assert READER.read(noise).verdict != "read"
    assert READER.read(noise, dice="trouble").verdict != "read"


def test_noise_is_never_read() -> None:
    rng = np.random.default_rng(5)
    for _ in range(3):
        noise = rng.integers(0, 256, (120, 160, 3), dtype=np.uint8)
        for dome in (None, Circle(80, 60, 40), Circle(-500, 0, 3), Circle(80, 60, 4000)):
            assert READER.read(noise, dice="trouble", dome=dome).verdict != "read"


def test_what_is_no_picture_is_refused() -> None:
    for wrong in (np.zeros((20, 20, 4), np.uint8), np.zeros((20, 20), np.float32), np.zeros(20, np.uint8)):
        with pytest.raises(ValueError, match="a picture is"):
            READER.read(wrong)  # type: ignore[arg-type]


def test_one_reader_serves_many_threads(table: Table, put_die: PutDie) -> None:
    pictures = []
    for value in range(1, 7):
        picture = table()
        put_die(picture, value, (160, 120))
        pictures.append(picture)
    with ThreadPoolExecutor(6) as pool:
        readings = list(pool.map(READER.read, pictures * 3))
    assert [reading.values for reading in readings] == [(value,) for value in range(1, 7)] * 3


def test_what_two_looks_told_differently_is_not_told_by_a_last_one(
    table: Table, put_die: PutDie, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under a plain rim a six was doubted, and the nets then took the whole dome for a three."""
    picture = table()
    put_die(picture, 6, (160, 120))
    doubted = DiceReading("unsure", (), None, "pips_unclear")
    three = DiceReading("read", (Die(3, True, 0.8, (0, 0, 300, 230)),), None, "dice_read")
    monkeypatch.setattr(reader_module, "without_giants", lambda *_: (doubted, ()))
    monkeypatch.setattr(reader_module, "last_look", lambda *_: three)
    monkeypatch.setattr(reader_module, "or_numerals", lambda reading, *_, **__: reading)
    assert READER.read(picture, expect=1) == doubted


@pytest.mark.parametrize("places", [((1, 1), (-1, -1)), ((1, 1), (0, 0), (-1, -1))])
def test_dice_out_of_focus_are_not_the_pips_of_a_giant(
    table: Table, put_die: PutDie, places: tuple[tuple[int, int], ...]
) -> None:
    picture = table(800, 600)
    for right, down in places:
        put_die(picture, 1, (400 + 110 * right, 300 + 110 * down), side=70, turn=30)
    blurred = np.asarray(cv2.GaussianBlur(picture, (0, 0), 14.0), np.uint8)
    assert READER.read(blurred).verdict != "read"
