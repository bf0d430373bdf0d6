"""What was read, drawn into its picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.dice.overlay import draw_reading
from vision.dice.reading import DiceReading, Die

PICTURE = np.full((200, 300, 3), 90, np.uint8)
READ = DiceReading("read", (Die(4, True, 0.9, (120, 80, 60, 60)),), None, "dice_read")


@pytest.mark.parametrize(
    "why", ["The dice are clear to see.", "A reflection lies on the die: " + 6 * "turn it. "]
)
def test_the_reason_stands_there_in_words_and_within_the_picture(why: str) -> None:
    drawn = draw_reading(PICTURE, READ, why)
    assert drawn.shape == PICTURE.shape
    changed = (drawn != draw_reading(PICTURE, READ)).any(axis=2)
    assert changed[:80].any(), "it is not the key"
    assert not changed[:, -3:].any(), "it is broken into lines"


def test_a_die_without_a_value_has_its_box() -> None:
    """Headache's blank one: where it leans, that is seen."""
    drawn = draw_reading(PICTURE, replace(READ, beside=((220, 90, 40, 40),)))
    changed = (drawn != draw_reading(PICTURE, READ)).any(axis=2)
    assert changed[90, 225:255].all()
    assert not changed[105:115, 230:250].any()


def test_a_grey_picture_is_drawn_in_colour() -> None:
    assert draw_reading(PICTURE[..., 0], READ).shape == PICTURE.shape
