"""Moves weighed by what is seen: pure, with looks made by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.layout import load_layout
from hardware.spaces import COLOURS
from rules import Move, Rolled, Seat, game
from vision.board.game.moves import (
    Candidate,
    Stacks,
    after_change,
    change_between,
    homes_alike,
    likelihoods,
    weigh,
)
from vision.board.game.turns import NOTHING, candidates, moment_of, options, rolls_of, stacks_of
from vision.board.seen import EMPTY, BoardSeen, SpaceSeen

SPACES = list(load_layout("trouble").spaces)
HOMES = homes_alike(SPACES)
BEFORE: Stacks = {"T3": ("red",), "T8": ("blue",), "RH1": ("red",), "RH2": ("red",), "RH3": ("red",)} | {
    f"BH{i}": ("blue",) for i in range(1, 4)
}


def look(tops: dict[str, str], unsure: dict[str, dict[str, float]] | None = None) -> BoardSeen:
    """A board seen with these tops; some spaces only so likely."""
    pieces = {}
    for space in SPACES:
        told = (unsure or {}).get(space)
        if told is None:
            sure = dict.fromkeys((*COLOURS, EMPTY), 0.001) | {tops.get(space, EMPTY): 0.996}
            pieces[space] = SpaceSeen(tops.get(space), sure, True)
        else:
            spread = {state: told.get(state, 0.0) for state in (*COLOURS, EMPTY)}
            best = max(spread, key=lambda s: spread[s])
            pieces[space] = SpaceSeen(None if best == EMPTY else best, spread, False)
    return BoardSeen(True, "tags", 0.5, pieces, "seen")


def tops_after(stacks: Stacks) -> dict[str, str]:
    return {space: stack[-1] for space, stack in stacks.items()}


STEP = Candidate("step", {"T3": (("red",), ()), "T7": ((), ("red",))}, 0.5)
LONGER = Candidate("longer", {"T3": (("red",), ()), "T9": ((), ("red",))}, 0.4)
STAY = Candidate("stay", {}, 0.1)


def test_the_move_that_is_seen_is_accepted() -> None:
    weighed = weigh(BEFORE, look(tops_after(after_change(BEFORE, STEP.change))), [STEP, LONGER, STAY], HOMES)
    assert weighed.verdict == "accepted"
    assert weighed.best is not None
    assert weighed.best.candidate is STEP


def test_a_hidden_target_is_ambiguous_with_both_named() -> None:
    hidden = {"red": 0.5, EMPTY: 0.5}
    tops = {s: c for s, c in tops_after(BEFORE).items() if s != "T3"}
    weighed = weigh(BEFORE, look(tops, {"T7": hidden, "T9": hidden}), [STEP, LONGER, STAY], HOMES)
    assert weighed.verdict == "ambiguous"
    assert {r.candidate.name for r in weighed.ranked if not r.against} == {"step", "longer"}


def test_a_board_that_nothing_explains_is_not_called() -> None:
    tops = {**tops_after(BEFORE), "T20": "green", "T21": "green"}
    assert weigh(BEFORE, look(tops), [STEP, LONGER, STAY], HOMES).verdict == "unexplained"
    assert weigh(BEFORE, BoardSeen(False, None, 0.0, {}, "not_found"), [STAY], HOMES).verdict == "unexplained"


def test_men_whom_nobody_plays_may_stay_in_their_homes() -> None:
    moved = tops_after(after_change(BEFORE, STEP.change))
    idle = dict.fromkeys(["GH1", "GH2", "GH4", "YH3"], "green") | {"YH3": "yellow"}
    weighed = weigh(BEFORE, look({**moved, **idle}), [STEP, LONGER, STAY], HOMES)
    assert weighed.verdict == "accepted"
    for astray in ({"GH1": "yellow"}, {"GH1": "red"}, {"GF1": "green"}, {"T20": "green"}):
        weighed = weigh(BEFORE, look({**moved, **idle, **astray}), [STEP, LONGER, STAY], HOMES)
        assert weighed.verdict == "unexplained"
        assert weighed.best is not None
        assert weighed.best.against == tuple(astray)


@pytest.mark.parametrize("hole", ["BH1", "BH2", "BH3", "BH4"])
def test_a_captured_man_may_stand_in_any_hole_of_his_home(hole: str) -> None:
    capture = Candidate(
        "capture", {"T3": (("red",), ()), "T8": (("blue",), ("red",)), "BH4": ((), ("blue",))}, 0.5
    )
    tops = {"T8": "red", "RH1": "red", "RH2": "red", "RH3": "red"}
    tops |= {f"BH{i}": "blue" for i in range(1, 5)}
    weighed = weigh(BEFORE, look(tops), [capture, STAY], HOMES)
    assert weighed.verdict == "accepted"
    fewer = {s: c for s, c in BEFORE.items() if s != hole}
    assert weigh(fewer, look(tops_after(fewer)), [STAY], HOMES).verdict == "accepted"


def test_home_holes_count_and_their_numbers_do_not() -> None:
    shuffled = {**{s: c for s, c in tops_after(BEFORE).items() if s != "BH1"}, "BH4": "blue"}
    assert weigh(BEFORE, look(shuffled), [STAY], HOMES).verdict == "accepted"
    assert weigh(BEFORE, look(shuffled), [STAY]).verdict == "unexplained"


@settings(deadline=None)
@given(st.lists(st.floats(0.01, 1.0), min_size=3, max_size=3))
def test_probabilities_add_up_and_changes_go_both_ways(priors: list[float]) -> None:
    ways = [Candidate(c.name, c.change, p) for c, p in zip((STEP, LONGER, STAY), priors, strict=True)]
    assert sum(likelihoods(BEFORE, look(tops_after(BEFORE)), ways, HOMES)) == pytest.approx(1.0)
    after = after_change(BEFORE, STEP.change)
    assert change_between(BEFORE, after) == STEP.change
    assert after_change(after, change_between(after, BEFORE)) == BEFORE


def test_a_turn_offers_what_is_lawful_nothing_and_slips() -> None:
    trouble = game("trouble")
    state = trouble.new([Seat("red", "Anna"), Seat("blue", "Ben")], first="red")
    six = moment_of(state, Rolled((6,)))
    assert six is not None
    names = [c.name for c in candidates(six.state)]
    lawful = options(six.state)
    assert len(lawful) == 1
    assert {*lawful, NOTHING} <= set(names)
    assert six.declined is not None
    four = moment_of(state, Rolled((4,)))
    assert four is not None
    assert not options(four.state)
    slip = next(c for c in candidates(four.state) if isinstance(c.name, Move) and c.name.target == "T0")
    ruling = trouble.explain(four.state, after_change(stacks_of(four.state), slip.change))
    assert (ruling.legal, ruling.rule) == (False, "T-5")
    assert sum(p for _, p in rolls_of(state)) == pytest.approx(1.0)
    assert moment_of(state, Rolled((9,))) is None
