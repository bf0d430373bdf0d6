"""Every house rule T-A1 to T-A19: what it changes, and that its default does not."""

from __future__ import annotations

import pytest

from rules.core import PASS, Move, Over, Rolled, Seat
from rules.errors import IllegalAnswerError, OptionError
from rules.trouble import GAME
from rules.trouble.options import OPTIONS, VARIANTS
from rules.trouble.state import Ended, ToStart, TroubleState
from tests.rules.trouble.helpers import answer, passes, popped, rule_on, take, to_pop, told, ways

BOTH = {"red": "Anna", "green": "Ben", "blue": "Anna", "yellow": "Ben"}
"""Anna runs red and blue, Ben green and yellow."""


# -- T-A1, T-A2 --------------------------------------------------------------------------------------


def test_own_landing_sends_own_home() -> None:
    men = {"red": [3, 5, 20], "blue": []}
    assert (3, 5) not in ways(men, 2)
    state = popped(men, 2, own_landing="sends_own_home")
    state, events = take(state, "T3", "T5")
    assert told(events) == [("T-6", "moved"), ("T-A1", "captured"), ("T-5", "turn")]
    assert state.men[0] == (-1, -1, 5, 20)


def test_own_landing_never_touches_finish_or_an_own_start() -> None:
    # T-15 and T-A2 have no option.
    assert ways({"red": ["F1", "F3"], "blue": []}, 2, own_landing="sends_own_home") == set()
    assert ways({"red": [0], "blue": []}, 6, own_landing="sends_own_home") == {(0, 6)}


# -- T-A3, T-A13 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("passing", "face", "may"),
    [
        ("always", 4, True),
        ("always", 6, True),
        ("never", 4, False),
        ("never", 6, False),
        ("on_six_only", 4, False),
        ("on_six_only", 6, True),
    ],
)
def test_pass(passing: str, face: int, may: bool) -> None:
    men = {"red": [3], "blue": []}
    assert answer(men, face, **{"pass": passing})["may_pass"] is may
    assert (PASS in popped(men, face, **{"pass": passing}).awaits.options) is may


def test_may_pass_whenever_there_is_no_move() -> None:
    assert answer({"red": [], "blue": []}, 4, **{"pass": "never"})["may_pass"]


def test_pass_before_pop() -> None:
    men = {"red": [3], "blue": []}
    state, events = passes(to_pop(men))
    assert told(events) == [("T-A3b", "passed"), ("T-5", "turn")]
    assert state.awaits.colour == "blue"
    for options in ({"pass_before_pop": "forbid"}, {"pass": "never"}, {"pass": "on_six_only"}):
        assert not to_pop(men, **options).awaits.may_pass
        with pytest.raises(IllegalAnswerError):
            passes(to_pop(men, **options))


def test_passing_an_extra_pop_ends_the_turn() -> None:
    state, _ = passes(to_pop({"red": [3], "blue": []}, sixes=1))
    assert state.awaits.colour == "blue"


def test_pass_on_six_forfeits_the_extra_pop() -> None:
    men = {"red": [3], "blue": []}
    assert answer(men, 6)["extra_pop"]
    assert not answer(men, 6, pass_on_six="forfeit")["extra_pop"]
    assert passes(popped(men, 6, pass_on_six="forfeit"))[0].awaits.colour == "blue"
    # A 6 that cannot be used is no pass.
    assert answer({"red": [26, 27, "F1", "F2"], "blue": []}, 6, pass_on_six="forfeit")["extra_pop"]


# -- T-A4: two teams for one player ------------------------------------------------------------------


def test_each_colour_takes_its_own_turn() -> None:
    men = {"red": [3], "green": [], "blue": [20], "yellow": []}
    assert ways(men, 2, owners=BOTH) == {(3, 5)}
    assert answer(men, 2, owners=BOTH)["next_turn_if_no_move"] == "green"


def test_one_turn_choose_colour() -> None:
    men = {"red": [3], "green": [], "blue": [20], "yellow": []}
    options = {"owners": BOTH, "one_turn_choose_colour": True}
    assert ways(men, 2, **options) == {(3, 5), (20, 22)}
    assert answer(men, 2, **options)["next_turn_if_no_move"] == "green"
    assert answer(men, 2, "green", **options)["next_turn_if_no_move"] == "red"
    # Named by his other colour, it is the same turn.
    assert ways(men, 2, "blue", **options) == {(3, 5), (20, 22)}


def test_win_first_colour_stops_the_owners_other_colour() -> None:
    men = {"red": ["F1", "F2", "F3", 27], "green": [], "blue": [3]}
    owners = {"red": "Anna", "blue": "Anna", "green": "Ben"}
    (move,) = answer(men, 4, owners=owners)["moves"]
    assert move["game_over"]  # one player is left
    state, events = take(popped(men, 4, owners=owners), "T27", "RF4")
    assert told(events) == [("T-10", "moved"), ("T-13", "finished"), ("T-14", "over")]
    assert state.awaits == Over((("red", "blue"), ("green",)))


def test_win_both_colours() -> None:
    men = {"red": ["F1", "F2", "F3", 27], "green": [], "blue": [3], "yellow": []}
    state = popped(men, 4, owners=BOTH, win="both_colours")
    state, events = take(state, "T27", "RF4")
    assert told(events) == [("T-10", "moved"), ("T-A4b", "team_home"), ("T-5", "turn")]
    # Red takes no more turns, blue plays on.
    assert [state.match.next_turn(seat, state.done) for seat in range(4)] == [1, 2, 3, 1]
    men = {"red": ["F1", "F2", "F3", "F4"], "green": [], "blue": ["F1", "F2", "F3", 13], "yellow": []}
    state, events = take(popped(men, 4, "blue", owners=BOTH, win="both_colours"), "T13", "BF4")
    assert state.awaits == Over((("red", "blue"), ("green", "yellow")))
    assert events[-1].facts["winners"] == ("red", "blue")


@pytest.mark.parametrize(("choose", "again"), [(False, False), (True, True)])
def test_a_six_that_fills_one_of_two_colours(choose: bool, again: bool) -> None:
    # T-A10: nothing is left to move, unless the player may move his other colour in the same turn.
    men = {"red": ["F1", "F2", "F3", 25], "green": [], "blue": [3], "yellow": []}
    state = popped(men, 6, owners=BOTH, win="both_colours", one_turn_choose_colour=choose)
    state, _ = take(state, "T25", "RF4")
    assert state.awaits.colour == ("blue" if again else "green")
    assert state.awaits.why == ("again" if again else "turn")


def test_own_other_colour() -> None:
    men = {"red": [3], "green": [], "blue": [5], "yellow": []}
    assert ways(men, 2, owners=BOTH) == set()
    assert rule_on(popped({**men, "red": [3, 9]}, 2, owners=BOTH), "T3", "T5") == (
        False,
        "T-A4c",
        "own_other_colour",
    )
    (move,) = answer(men, 2, owners=BOTH, own_other_colour="capturable")["moves"]
    assert move["captures"] == "blue"
    state = popped(men, 2, owners=BOTH, own_other_colour="capturable")
    assert told(take(state, "T3", "T5")[1])[1] == ("T-A4c", "captured")


# -- T-A5 --------------------------------------------------------------------------------------------


def pops(state: TroubleState, *faces: int) -> TroubleState:
    for face in faces:
        state, _ = state.after(Rolled((face,)))
    return state


def test_start_tie() -> None:
    seats = [Seat(colour, colour) for colour in ("red", "blue", "yellow")]
    state = pops(GAME.new(seats), 5, 2, 5)
    assert isinstance(state, ToStart)
    assert [state.match.colours[seat] for seat in state.contest] == ["red", "yellow"]
    assert pops(state, 1, 3).awaits.colour == "yellow"
    state = pops(GAME.new(seats, options={"start_tie": "all_repop"}), 5, 2, 5)
    assert [state.match.colours[seat] for seat in state.contest] == ["red", "blue", "yellow"]
    assert pops(state, 1, 3, 2).awaits.colour == "blue"


# -- T-A6, T-A7, T-A8 --------------------------------------------------------------------------------


def test_no_jump() -> None:
    men = {"red": ["F2", 27], "blue": []}
    assert (27, "F3") in ways(men, 3)
    assert (27, "F3") not in ways(men, 3, no_jump=True)
    assert (27, "F1") in ways(men, 1, no_jump=True)
    assert ways({"red": ["F1", "F2"], "blue": []}, 2, no_jump=True) == {("F2", "F4")}
    # On the ring nobody is in the way.
    assert (3, 6) in ways({"red": [3, 4], "blue": []}, 3, no_jump=True)


def test_six_extra_pop_only_if_moved() -> None:
    stuck = {"red": [26, 27, "F1", "F2"], "blue": []}
    assert not answer(stuck, 6, six_extra_pop="only_if_moved")["extra_pop"]
    assert not answer({"red": [3], "blue": []}, 6, six_extra_pop="only_if_moved")["extra_pop"]
    moves = answer({"red": [3], "blue": []}, 6, six_extra_pop="only_if_moved")["moves"]
    assert all(move["same_player_pops_again"] for move in moves)


def test_max_extra_pops() -> None:
    men = {"red": [3], "blue": []}
    for sixes, again in ((0, True), (1, True), (2, False)):
        reply = answer(men, 6, sixes=sixes, max_extra_pops=2)
        assert reply["extra_pop"] is again
        assert all(move["same_player_pops_again"] is again for move in reply["moves"])
    assert not answer(men, 6, max_extra_pops=0)["extra_pop"]


def test_three_sixes_lose_turn() -> None:
    men = {"red": [3], "blue": []}
    assert answer(men, 6, sixes=1, three_sixes_lose_turn=True)["moves"]
    reply = answer(men, 6, sixes=2, three_sixes_lose_turn=True)
    assert reply == {"moves": [], "may_pass": True, "extra_pop": False, "next_turn_if_no_move": "blue"}
    _, events = to_pop(men, sixes=2, three_sixes_lose_turn=True).after(Rolled((6,)))
    assert told(events) == [("T-2", "rolled"), ("T-A8", "three_sixes"), ("T-5", "turn")]


def test_sixes_are_counted_through_a_turn_and_no_further() -> None:
    state = to_pop({"red": [0], "blue": []}, three_sixes_lose_turn=True)
    state, _ = take(state.after(Rolled((6,)))[0], "T0", "T6")
    state, _ = passes(state.after(Rolled((6,)))[0])
    assert state.sixes == 2
    assert state.after(Rolled((6,)))[0].awaits.colour == "blue"
    assert state.after(Rolled((6,)))[0].sixes == 0


# -- T-A9, T-A11, T-A12 ------------------------------------------------------------------------------


def test_stop_at_first() -> None:
    men = {"red": ["F1", "F2", "F3", 27], "green": [], "blue": []}
    state, events = take(popped(men, 4, stop_at_first=True), "T27", "RF4")
    assert isinstance(state, Ended)
    assert told(events)[-1] == ("T-A9", "over")
    assert state.awaits == Over((("red",), ("green", "blue")))


def test_bounce() -> None:
    bounce = {"overshoot": "bounce"}
    assert (26, "F3") in ways({"red": [26], "blue": []}, 6, **bounce)
    assert ways({"red": ["F3"], "blue": []}, 5, **bounce) == set()  # out of FINISH
    assert ways({"red": ["F3"], "blue": []}, 2, **bounce) == set()  # back to where he was
    assert ways({"red": ["F2"], "blue": []}, 3, **bounce) == {("F2", "F3")}
    assert ways({"red": [26, "F3"], "blue": []}, 6, **bounce) == {("H", 0)}  # onto an own man
    state = popped({"red": [26], "blue": []}, 6, **bounce)
    assert told(take(state, "T26", "RF3")[1])[0] == ("T-A11", "moved")


def test_bounce_without_jumping() -> None:
    # The way to FINISH 4 and back must be free.
    options = {"overshoot": "bounce", "no_jump": True}
    assert ways({"red": ["F2", "F4"], "blue": []}, 3, **options) == set()
    assert ways({"red": ["F2", "F1"], "blue": []}, 3, **options) == {("F2", "F3")}
    assert ways({"red": ["F4", "F3", 27], "blue": []}, 6, **options) == {("H", 0)}


def test_forced_exit_overrides_pass() -> None:
    men = {"red": [3], "blue": []}
    assert ways(men, 6, forced_exit=True) == {("H", 0)}
    assert not answer(men, 6, forced_exit=True)["may_pass"]
    assert ways({"red": [0], "blue": []}, 6, forced_exit=True) == {(0, 6)}  # START is held
    assert answer({"red": [0], "blue": []}, 6, forced_exit=True)["may_pass"]


# -- T-A14, T-A15, T-A19 -----------------------------------------------------------------------------


def test_enter_on() -> None:
    assert ways({"red": [], "blue": []}, 1) == set()
    (move,) = answer({"red": [], "blue": []}, 1, enter_on=[1, 6])["moves"]
    assert (move["from"], move["to"], move["same_player_pops_again"]) == ("H", 0, False)
    (move,) = answer({"red": [], "blue": []}, 6, enter_on=[1, 6])["moves"]
    assert move["same_player_pops_again"]
    assert ways({"red": [], "blue": []}, 6, enter_on=[1]) == set()


def test_start_safe() -> None:
    men = {"red": [0], "blue": [26]}
    assert ways(men, 2, "blue") == {(26, 0)}
    assert ways(men, 2, "blue", start_safe=True) == set()
    # Safe for its owner only.
    assert ("H", 0) in ways({"red": [], "blue": [0]}, 6, start_safe=True)
    assert (26, 0) in ways({"red": [], "green": [0], "blue": [26]}, 2, "blue", start_safe=True)


def test_after_entering_same_man() -> None:
    men = {"red": [5], "blue": []}
    state, _ = take(popped(men, 6, after_entering="same_man"), "RH3", "T0")
    assert {str(move) for move in state.after(Rolled((3,)))[0].awaits.options} == {"T0-T3", "pass"}
    assert ways({"red": [0, 5], "blue": []}, 3, entered=0, after_entering="same_man") == {(0, 3)}
    assert ways({"red": [0, 5], "blue": []}, 3, entered=0) == {(0, 3), (5, 8)}
    # He who cannot move stands; nobody moves for him.
    assert ways({"red": [0, 3], "blue": []}, 3, entered=0, after_entering="same_man") == set()


def test_same_man_holds_for_one_pop() -> None:
    state, _ = take(popped({"red": [5], "blue": []}, 6, after_entering="same_man"), "RH3", "T0")
    state, _ = take(state.after(Rolled((6,)))[0], "T0", "T6")
    assert {str(move) for move in state.after(Rolled((1,)))[0].awaits.options} == {"T6-T7", "pass"}
    state, _ = passes(
        take(popped({"red": [5], "blue": []}, 6, after_entering="same_man"), "RH3", "T0")[0].after(
            Rolled((6,))
        )[0]
    )
    assert Move("T5", "T6") in state.after(Rolled((1,)))[0].awaits.options


# -- T-A16, T-A17 ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "options", "declines"),
    [
        (6, {}, True),
        (4, {}, False),
        (6, {"second_pop": "block"}, False),
        (6, {"pass": "never"}, False),
        (6, {"pass_on_six": "forfeit"}, False),
        (6, {"max_extra_pops": 0}, False),
    ],
)
def test_popping_again_before_moving(face: int, options: dict[str, object], declines: bool) -> None:
    ruling = GAME.explain(popped({"red": [3], "blue": []}, face, **options), Rolled((2,)))
    assert (ruling.legal, ruling.rule, ruling.facts["declines"]) == (False, "T-A16", declines)
    assert ruling.key == ("popped_again" if declines else "move_first")


def test_wrong_move_says_what_follows() -> None:
    for value in ("restore", "repop"):
        state = popped({"red": [3], "blue": []}, 2, wrong_move=value)
        assert GAME.explain(state, Move("T3", "T6")).facts["then"] == value


# -- contradictions and variants ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        "max_extra_pops=3 three_sixes_lose_turn=yes",
        "variant=classic_1176 own_landing=sends_own_home",
        "variant=classic_1176 overshoot=bounce",
        "variant=double_trouble_warp enter_on=1,6",
    ],
)
def test_contradictions_are_refused_with_both_named(options: str) -> None:
    with pytest.raises(OptionError) as error:
        OPTIONS.parse(options)
    (problem,) = error.value.problems
    assert all(word in problem for word in options.split())


def test_what_seems_to_contradict_but_does_not() -> None:
    for text in ("forced_exit=yes pass=never", "variant=double_trouble_warp enter_on=5,6"):
        chosen = OPTIONS.parse(text)
        assert {pair.split("=")[0] for pair in text.split()} <= set(chosen)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_brings_its_board(variant: str) -> None:
    state = GAME.new([Seat("red", "Anna"), Seat("blue", "Ben")], options={"variant": variant})
    assert state.match.board == VARIANTS[variant].board
    assert state.match.warps is (variant == "double_trouble_warp")


def test_what_a_variant_settles_is_the_rulebooks_own() -> None:
    known = {option.key for option in OPTIONS}
    for variant in VARIANTS.values():
        assert set(variant.settled) <= known


def test_options_stand_in_the_order_of_their_rules() -> None:
    def order(rule: str) -> tuple[int, str]:
        digits = "".join(letter for letter in rule if letter.isdigit())
        return (int(digits or 0), rule)

    rules = [option.rule for option in OPTIONS]
    assert rules == sorted(rules, key=order)


# -- which rule leaves no move -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("men", "face", "options", "rule"),
    [
        ({"red": [11], "blue": [14]}, 3, {"start_safe": True}, "T-A15"),
        ({"red": [11, 14], "blue": []}, 3, {}, None),
        ({"red": ["F1", "F4", "F3", 26], "blue": []}, 3, {}, None),
        ({"red": ["F1", "F3", "F4", 26], "blue": []}, 4, {"overshoot": "bounce"}, "T-11"),
        ({"red": ["F3"], "blue": []}, 2, {"overshoot": "bounce"}, "T-5"),
        ({"red": [27, "F1"], "blue": []}, 1, {}, None),
    ],
)
def test_the_rule_that_leaves_no_move_is_the_one_that_does(
    men: dict[str, list[int | str]], face: int, options: dict[str, object], rule: str | None
) -> None:
    _, events = to_pop(men, **options).after(Rolled((face,)))
    cited = [event.rule for event in events if event.key == "no_move"]
    assert cited == ([rule] if rule else [])


def test_ones_own_other_colour_in_the_way_is_cited_as_such() -> None:
    men = {"red": [3], "blue": [5], "green": [], "yellow": []}
    _, events = to_pop(men, owners=BOTH).after(Rolled((2,)))
    assert ("T-A4c", "no_move") in told(events)
