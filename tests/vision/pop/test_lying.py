"""Whether dice have moved since they were last seen to lie."""

from __future__ import annotations

from vision.dice.reading import Circle, DiceReading, Die
from vision.pop import Lying

DOME = Circle(200.0, 150.0, 90.0)
SQUARE = ((150.0, 140.0), (190.0, 140.0), (190.0, 180.0), (150.0, 180.0))


def lying(right: float = 0.0, value: int = 3, dome: Circle = DOME, first: int = 0) -> Lying:
    """A die so many pixels to the right, its corners told from the `first` on."""
    corners = tuple((x + right, y) for x, y in SQUARE[first:] + SQUARE[:first])
    die = Die(value, True, 1.0, (round(150 + right), 140, 40, 40), outline=corners)
    return Lying(DiceReading("read", (die,), None, "dice_read"), dome)


def test_a_die_at_the_same_place_has_stayed_whatever_it_is_read_as() -> None:
    assert lying().stayed(lying(2.0, value=5, first=1))
    assert not lying().stayed(lying(12.0))


def test_a_die_far_away_went_unless_the_camera_was_moved() -> None:
    assert lying().went(lying(60.0))
    assert not lying().went(lying(60.0, dome=Circle(260.0, 150.0, 90.0)))
    assert not lying().went(lying(2.0))


def test_a_die_that_is_followed_with_its_dome_has_stayed() -> None:
    assert lying().stayed(lying(30.0, dome=Circle(230.0, 150.0, 90.0)))


def test_dice_that_nobody_saw_have_neither_stayed_nor_gone() -> None:
    nothing = Lying(DiceReading("none", (), None, "no_die"), DOME)
    assert not nothing.stayed(lying())
    assert not nothing.went(lying())


def test_two_dice_above_each_other_have_stayed_whichever_is_named_first() -> None:
    """The same dice were told as a new roll: half a pixel changed which of them lay farther left."""
    upper, lower = (
        Die(3, True, 1.0, (150, y, 40, 40), outline=tuple((x, y + down - 140) for x, down in SQUARE))
        for y in (60, 140)
    )
    before, now, other = (
        Lying(DiceReading("read", dice, None, "dice_read"), DOME)
        for dice in ((upper, lower), (lower, upper), (lower, *lying(60.0).reading.dice))
    )
    assert before.stayed(now) and not before.went(now)
    assert before.went(other) and not before.stayed(other)
