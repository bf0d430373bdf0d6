"""Play that goes on past illegal moves not seen to be put right, and past pictures that show nothing."""

from __future__ import annotations

import numpy as np
import pytest

from rules import PASS, Game, Move, State
from tests.vision.board.game.following import LAYOUT, drawn, follow, instead, played
from tests.vision.board.game.told_dice import ToldDice
from vision.board.game.follow import Followed, GameFollower
from vision.board.game.turns import stacks_of

BLANK = np.full((800, 1000, 3), 90, np.uint8)


@pytest.fixture
def homebound(trouble: Game) -> State:
    """Red has no man under way, yellow one; red to pop."""
    men = {"red": ["H", "H", "H", "H"], "yellow": ["H", "H", "H", 8]}
    seats = ["red", "blue", "yellow", "green"]
    return trouble.from_neutral({"seats": seats, "players": ["red", "yellow"], "men": men, "turn": "red"})


def names(told: list[Followed]) -> list[tuple[str, str | None]]:
    return [(one.seen, None if one.move is None else f"{one.move.origin}-{one.move.target}") for one in told]


@pytest.mark.parametrize(("number", "target"), [(4, "T12"), (5, "T13")])
def test_after_an_illegal_move_by_a_player_without_any_the_next_is_not_accused(
    trouble: Game, homebound: State, number: int, target: str
) -> None:
    before = stacks_of(homebound)
    wrong, after = instead(before, "RH3", "T0"), instead(before, "T8", target)
    told = follow(trouble, homebound, [4, 4, number], [wrong, before, after])
    assert names(told) == [("illegal", "RH4-T0"), ("nothing", None), ("move", f"T8-{target}")]


def test_a_player_without_a_move_who_took_one_back_may_be_seen_twice(trouble: Game, homebound: State) -> None:
    before = stacks_of(homebound)
    wrong, after = instead(before, "RH3", "T0"), instead(before, "T8", "T13")
    told = follow(trouble, homebound, [4, 4, 4, 5], [wrong, before, before, after])
    assert [one.seen for one in told] == ["illegal", "nothing", "nothing", "move"]


def test_a_player_may_pass_after_his_illegal_move_and_the_next_is_not_accused(
    trouble: Game, start: State
) -> None:
    before = stacks_of(start)
    wrong, after = instead(before, "T3", "T5"), instead(before, "T8", "T11")
    told = follow(trouble, start, [3, 3, 3, 1], [wrong, before, after, instead(after, "T3", "T4")])
    assert [one.seen for one in told[:2]] == ["illegal", "nothing"]
    assert told[2].seen in ("unsure", "move")
    assert names(told)[3] == ("move", "T3-T4")


def test_an_illegal_move_that_is_seen_twice_is_told_twice(trouble: Game, start: State) -> None:
    before = stacks_of(start)
    wrong = instead(before, "T3", "T5")
    told = follow(trouble, start, [3, 3, 3, 3], [wrong, wrong, before, instead(before, "T3", "T6")])
    assert [one.seen for one in told] == ["illegal", "illegal", "nothing", "move"]


@pytest.mark.parametrize("shown", [True, False])
def test_a_piece_may_be_put_back_after_many_pictures_that_tell_nothing(
    trouble: Game, start: State, shown: bool
) -> None:
    before = stacks_of(start)
    wrong, right = drawn(instead(before, "T3", "T5")), drawn(before)
    dice: list[int | tuple[int, bool | None] | None] = [1, 3, *([None] * 12 if shown else []), 3]
    follower = GameFollower(LAYOUT, trouble, start, dice=ToldDice(dice))
    assert [follower.look(picture).seen for picture in (right, wrong)] == ["start", "illegal"]
    assert {follower.look(wrong if shown else BLANK).seen for _ in range(12)} == {"unsure"}
    back = follower.look(right)
    assert (back.seen, back.reason) == ("nothing", "board.reason.put_back")


def test_another_illegal_move_after_one_put_back_is_told(trouble: Game, start: State) -> None:
    before = stacks_of(start)
    boards = [instead(before, "T3", "T5"), before, instead(before, "T3", "T9"), before]
    told = follow(trouble, start, [3, 3, 3, 3], boards)
    assert [one.seen for one in told] == ["illegal", "nothing", "illegal", "nothing"]


def test_the_next_player_is_judged_after_one_without_a_move_took_his_back(
    trouble: Game, homebound: State
) -> None:
    before = stacks_of(homebound)
    boards = [instead(before, "RH3", "T0"), before, instead(before, "T8", "T14")]
    told = follow(trouble, homebound, [4, 4, 5], boards)
    assert [one.seen for one in told] == ["illegal", "nothing", "illegal"]
    assert told[2].reason != "trouble.ruling.not_your_man"


def test_an_unsure_picture_after_an_illegal_one_does_not_lose_the_game(trouble: Game, start: State) -> None:
    one = played(start, 3, Move("T3", "T6"))
    two = played(one, 2, Move("T8", "T10"))
    three = played(two, 5, Move("T6", "T11"))
    boards = [instead(stacks_of(start), "T3", "T5"), *map(stacks_of, (one, two, three))]
    told = follow(trouble, start, [3, None, 2, 5], boards)
    assert names(told) == [("illegal", "T3-T5"), ("unsure", None), ("move", "T8-T10"), ("move", "T6-T11")]


def test_a_move_made_good_that_no_picture_shows_does_not_lose_the_game(trouble: Game, start: State) -> None:
    two = played(played(start, 3, Move("T3", "T6")), 2, Move("T8", "T10"))
    boards = [instead(stacks_of(start), "T3", "T5"), stacks_of(two)]
    assert names(follow(trouble, start, [3, 2], boards)) == [("illegal", "T3-T5"), ("move", "T8-T10")]


def test_an_illegal_move_that_is_let_stand_does_not_lose_the_game(trouble: Game, start: State) -> None:
    wrong = instead(stacks_of(start), "T3", "T5")
    yellow = instead(wrong, "T8", "T12")
    told = follow(trouble, start, [3, 4, 6], [wrong, yellow, instead(yellow, "T5", "T11")])
    assert names(told) == [("illegal", "T3-T5"), ("move", "T8-T12"), ("move", "T5-T11")]


def test_a_die_misread_under_a_legal_move_does_not_lose_the_game(trouble: Game, start: State) -> None:
    legal = stacks_of(played(start, 2, Move("T3", "T5")))
    told = follow(trouble, start, [3, 2, 4], [legal, legal, instead(legal, "T8", "T12")])
    assert names(told) == [("illegal", "T3-T5"), ("unsure", None), ("move", "T8-T12")]


@pytest.mark.parametrize("blank", [True, False])
def test_a_picture_without_a_board_may_have_been_a_turn(trouble: Game, homebound: State, blank: bool) -> None:
    before = stacks_of(homebound)
    follower = GameFollower(LAYOUT, trouble, homebound, dice=ToldDice([1, 4]))
    assert follower.look(drawn(before)).seen == "start"
    if blank:
        assert follower.look(BLANK).seen == "unsure"
    else:
        follower.missed()
    told = follower.look(drawn(instead(before, "T8", "T12")))
    assert names([told]) == [("move", "T8-T12")]


def test_a_missed_picture_before_the_start_is_nothing(trouble: Game, homebound: State) -> None:
    follower = GameFollower(LAYOUT, trouble, homebound, dice=ToldDice([1]))
    follower.missed()
    assert follower.look(BLANK).seen == "unsure"
    assert follower.look(drawn(stacks_of(homebound))).seen == "start"


def test_a_move_that_a_missing_picture_would_make_right_accuses_nobody(
    trouble: Game, homebound: State
) -> None:
    one = instead(stacks_of(homebound), "T8", "T12")
    unsure, move = follow(trouble, homebound, [4, 6], [one, instead(one, "RH4", "T0")])
    assert (unsure.seen, unsure.reason) == ("unsure", "board.reason.picture_missing")
    assert unsure.facts == {"move": "T8-T12"}
    assert names([move]) == [("move", "RH4-T0")]


def test_a_move_of_another_man_by_a_wrong_number_is_illegal_all_the_same(
    trouble: Game, homebound: State
) -> None:
    (told,) = follow(trouble, homebound, [4], [instead(stacks_of(homebound), "T8", "T13")])
    assert (told.seen, told.rule) == ("illegal", "T-4")


def test_a_passed_turn_that_no_picture_showed_is_made_up_for(trouble: Game, start: State) -> None:
    """No picture shows that red passed, so he seems to move yellow's man; the game goes on all the same."""
    passed = played(start, 2, PASS)
    yellow = stacks_of(played(passed, 2, Move("T8", "T10")))
    told = follow(trouble, start, [2, 5], [yellow, instead(yellow, "T3", "T8")])
    assert names(told) == [("illegal", "T8-T10"), ("move", "T3-T8")]


def test_another_mans_move_is_illegal_where_the_player_could_have_moved(trouble: Game, start: State) -> None:
    """No picture is missing, and red could move: yellow's man was moved by red's number."""
    (told,) = follow(trouble, start, [4], [instead(stacks_of(start), "T8", "T12")])
    assert (told.seen, told.rule) == ("illegal", "T-4")
