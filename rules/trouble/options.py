"""The house rules of Trouble: one option for every ambiguity of the rule sheet that has a choice.

The keys stand in the order of their rule numbers. T-A2, T-A4d and T-A10 have none; T-A13 is `pass=never`;
T-A18 (a leaning die) is settled by who reads the die. `VARIANTS` are the named editions, chosen by the option
`variant`: a usual order of the colours on the board, the options that an edition leaves no choice of, and,
in one of them, circles that do something.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final

from rules.core import Colour
from rules.options import Conflict, Option, OptionTable, Value
from rules.trouble.board import COLOURS

__all__ = ["OPTIONS", "VARIANTS", "Variant"]

_HASBRO: Final[tuple[Colour, ...]] = ("red", "green", "blue", "yellow")


@dataclass(frozen=True, slots=True)
class Variant:
    """A named edition.

    Attributes:
        board: the clockwise order of the colours on its usual board.
        settled: the options that it leaves no choice of: they stay as in the rulebook.
        warps: whether the XX and warp circles and the red 1 count (rules T-W1 to T-W3).
    """

    board: tuple[Colour, ...]
    settled: tuple[str, ...] = ()
    warps: bool = False


VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType(
    {
        "rulebook": Variant(COLOURS),
        "classic_1176": Variant(_HASBRO, ("own_landing", "overshoot", "enter_on", "stop_at_first")),
        "kimble": Variant(("blue", "yellow", "green", "red")),
        "frustration_uk": Variant(COLOURS),
        "double_trouble_warp": Variant(_HASBRO, warps=True),
    }
)

_SETTLED: Final = sorted({key for variant in VARIANTS.values() for key in variant.settled})


def _settles(key: str, variant: Value, _: Value) -> bool:
    return key in VARIANTS[str(variant)].settled


def _red_one_enters(variant: Value, faces: Value) -> bool:
    return VARIANTS[str(variant)].warps and isinstance(faces, frozenset) and 1 in faces


OPTIONS: Final = OptionTable(
    [
        Option("variant", "T-V", "rulebook", tuple(VARIANTS)),
        Option("own_landing", "T-A1", "illegal", ("illegal", "sends_own_home")),
        Option("pass", "T-A3", "always", ("always", "never", "on_six_only")),
        Option("pass_before_pop", "T-A3b", "allow", ("allow", "forbid")),
        Option("pass_on_six", "T-A3c", "keep", ("keep", "forfeit")),
        Option("one_turn_choose_colour", "T-A4", False, (True, False)),
        Option("win", "T-A4b", "first_colour", ("first_colour", "both_colours")),
        Option("own_other_colour", "T-A4c", "own", ("own", "capturable")),
        Option("start_tie", "T-A5", "tied_repop", ("tied_repop", "all_repop")),
        Option("no_jump", "T-A6", False, (True, False)),
        Option("six_extra_pop", "T-A7", "always", ("always", "only_if_moved")),
        Option("max_extra_pops", "T-A8", None, range(100), none=True),
        Option("three_sixes_lose_turn", "T-A8", False, (True, False)),
        Option("stop_at_first", "T-A9", False, (True, False)),
        Option("overshoot", "T-A11", "illegal", ("illegal", "bounce")),
        Option("forced_exit", "T-A12", False, (True, False)),
        Option("enter_on", "T-A14", frozenset({6}), None),
        Option("start_safe", "T-A15", False, (True, False)),
        Option("second_pop", "T-A16", "declines", ("declines", "block")),
        Option("wrong_move", "T-A17", "restore", ("restore", "repop")),
        Option("after_entering", "T-A19", "any", ("any", "same_man")),
    ],
    [
        Conflict("max_extra_pops", "three_sixes_lose_turn"),
        # The red 1 moves nobody of the popper's (T-W3), so it cannot enter one of his men.
        Conflict("variant", "enter_on", _red_one_enters),
        *(Conflict("variant", key, partial(_settles, key)) for key in _SETTLED),
    ],
)
