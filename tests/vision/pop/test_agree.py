"""Several looks at dice at rest."""

from __future__ import annotations

import pytest

from vision.dice.reading import DiceReading, Die
from vision.pop import agree


def read(value: int, confidence: float = 0.9) -> DiceReading:
    return DiceReading("read", (Die(value, True, confidence, (0, 0, 9, 9)),), None, "dice_read")


REFUSED = DiceReading("unsure", (), None, "pips_unclear")


def test_looks_that_agree_give_the_surest() -> None:
    assert agree([read(4, 0.7), read(4, 0.95), read(4, 0.8)]) == read(4, 0.95)


def test_a_look_that_refuses_costs_nothing_where_two_others_read() -> None:
    assert agree([read(4), REFUSED, read(4)]) == read(4)


def test_one_look_that_reads_among_several_is_not_enough() -> None:
    assert agree([REFUSED, read(4), REFUSED]) == REFUSED
    assert agree([read(4)]) == read(4)


def test_dice_that_moved_between_two_looks_are_unsure() -> None:
    moved = DiceReading("read", (Die(4, True, 0.9, (5, 0, 9, 9)),), None, "dice_read")
    assert agree([read(4), moved]).reason == "looks_differ"


def test_looks_that_differ_are_unsure() -> None:
    together = agree([read(4), read(2), read(4)])
    assert (together.verdict, together.reason) == ("unsure", "looks_differ")


LEANS = DiceReading("cocked", read(4).dice, None, "die_leans")


def test_a_die_that_seems_to_lean_in_some_looks_is_not_read() -> None:
    """A lean does not come and go as glare does; only in the first look the die may still fall."""
    assert agree([LEANS, read(4), LEANS, read(4)]).reason == "looks_differ"
    assert agree([read(4), read(4), LEANS]).reason == "looks_differ"
    assert agree([LEANS, read(4), read(4)]) == read(4)


def test_nothing_read_stays_refused() -> None:
    assert agree([REFUSED, REFUSED]) == REFUSED


def test_no_look_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="at least one"):
        agree([])
