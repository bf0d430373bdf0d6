"""Following a game in drawn pictures, the die told by hand."""

from __future__ import annotations

import numpy as np
import pytest

from rules import PASS, Game, Move, Rolled, State
from tests.vision.board.game.following import LAYOUT, VIEW, drawn, follow, instead, played
from tests.vision.board.game.told_dice import ToldDice
from vision.board.game.follow import GameFollower
from vision.board.game.turns import stacks_of


def test_a_move_is_named_and_played(trouble: Game, start: State) -> None:
    after = played(start, 4, Move("T3", "T7"))
    (told,) = follow(trouble, start, [4], [stacks_of(after)])
    assert (told.seen, told.die, told.rule) == ("move", 4, "T-6")
    assert told.move is not None
    assert (told.move.origin, told.move.target, told.move.captures) == ("T3", "T7", ())
    assert told.stacks == stacks_of(after)


def test_a_capture_names_who_went_home(trouble: Game, start: State) -> None:
    after = played(start, 5, Move("T3", "T8"))
    (told,) = follow(trouble, start, [5], [stacks_of(after)])
    assert told.move is not None
    assert (told.seen, told.move.captures) == ("move", ("yellow",))


def test_nothing_moved_passes_the_turn(trouble: Game, start: State) -> None:
    yellow = played(played(start, 2, PASS), 2, Move("T8", "T10"))
    first, second = follow(trouble, start, [2, 2], [stacks_of(start), stacks_of(yellow)])
    assert (first.seen, first.reason) == ("nothing", "board.reason.nothing")
    assert second.move is not None
    assert (second.move.origin, second.move.target) == ("T8", "T10")


def test_an_illegal_move_is_put_back_before_play_goes_on(trouble: Game, start: State) -> None:
    before = stacks_of(start)
    wrong = instead(before, "T3", "T5")
    right = stacks_of(played(start, 3, Move("T3", "T6")))
    illegal, back, move = follow(trouble, start, [3, 3, 3], [wrong, before, right])
    assert (illegal.seen, illegal.rule) == ("illegal", "T-6")
    assert illegal.move is not None
    assert (illegal.move.origin, illegal.move.target) == ("T3", "T5")
    assert illegal.reason == "trouble.ruling.wrong_count"
    assert (back.seen, back.reason) == ("nothing", "board.reason.put_back")
    assert move.seen == "move"


def test_after_an_illegal_move_another_die_is_not_believed(trouble: Game, start: State) -> None:
    wrong = instead(stacks_of(start), "T3", "T5")
    told = follow(trouble, start, [3, 4], [wrong, wrong])
    assert (told[1].seen, told[1].reason) == ("unsure", "board.reason.die_changed")


def test_leaving_home_without_a_six_cites_its_rule(trouble: Game, start: State) -> None:
    wrong = instead(stacks_of(start), "RH3", "T0")
    (told,) = follow(trouble, start, [4], [wrong])
    assert (told.seen, told.rule) == ("illegal", "T-5")


@pytest.mark.parametrize("hole", ["RH3", "RH4"])
def test_a_man_taken_home_is_one_illegal_move_though_two_holes_are_free(trouble: Game, hole: str) -> None:
    men = {"red": ["H", "H", 5, 3], "yellow": ["H", "H", "H", 8]}
    seats = ["red", "blue", "yellow", "green"]
    start = trouble.from_neutral({"seats": seats, "players": ["red", "yellow"], "men": men, "turn": "red"})
    before = stacks_of(start)
    wrong = instead(before, "T3", hole)
    right = stacks_of(played(start, 4, Move("T3", "T7")))
    illegal, back, move = follow(trouble, start, [4, 4, 4], [wrong, before, right])
    assert (illegal.seen, illegal.rule) == ("illegal", "T-6")
    assert back.reason == "board.reason.put_back"
    assert move.seen == "move"


def test_an_unread_die_leaves_the_position_and_is_made_up_for(trouble: Game, start: State) -> None:
    one = played(start, 4, Move("T3", "T7"))
    two = played(one, 2, Move("T8", "T10"))
    first, second = follow(trouble, start, [None, 2], [stacks_of(one), stacks_of(two)])
    assert (first.seen, first.die, first.stacks) == ("unsure", None, stacks_of(start))
    assert second.seen == "move"
    assert second.move is not None
    assert (second.move.origin, second.move.target) == ("T8", "T10")
    assert second.stacks == stacks_of(two)


def test_a_doubtful_die_accuses_nobody(trouble: Game, start: State) -> None:
    five = stacks_of(played(start, 5, Move("T3", "T8")))
    (told,) = follow(trouble, start, [4], [five], confidence=0.9)
    assert (told.seen, told.reason) == ("unsure", "board.reason.die_doubted")
    assert (told.facts["die"], told.facts["other"]) == (4, 5)
    (told,) = follow(trouble, start, [4], [five])
    assert (told.seen, told.rule) == ("illegal", "T-6")


def test_a_doubtful_die_does_not_stop_what_it_explains(trouble: Game, start: State) -> None:
    (told,) = follow(trouble, start, [4], [stacks_of(played(start, 4, Move("T3", "T7")))], confidence=0.6)
    assert told.seen == "move"


def test_a_captured_man_goes_home_late_and_into_any_hole(trouble: Game, start: State) -> None:
    one = played(start, 5, Move("T3", "T8"))
    two = played(one.after(Rolled((2,)))[0], 3, Move("T8", "T11"))
    in_hand = {s: p for s, p in stacks_of(one).items() if s != "YH4"}
    moved = {s: p for s, p in stacks_of(two).items() if s != "YH4"}
    elsewhere = {**{s: p for s, p in stacks_of(two).items() if s != "YH1"}, "YH4": ("yellow",)}
    first, idle, second, home = follow(trouble, start, [5, 2, 3, 4], [in_hand, in_hand, moved, elsewhere])
    assert first.move is not None
    assert (first.seen, first.move.captures) == ("move", ("yellow",))
    assert (idle.seen, idle.reason) == ("nothing", "board.reason.nothing")
    assert (second.seen, second.stacks) == ("move", stacks_of(two))
    assert home.seen == "nothing"


def test_two_moves_before_the_camera_saw_the_first(trouble: Game, start: State) -> None:
    one = played(start, 4, Move("T3", "T7"))
    two = played(one, 2, Move("T8", "T10"))
    (told,) = follow(trouble, start, [2], [stacks_of(two)])
    assert told.seen == "move"
    assert told.move is not None and told.earlier is not None
    assert (told.move.origin, told.move.target) == ("T8", "T10")
    assert (told.earlier.origin, told.earlier.target) == ("T3", "T7")
    assert told.stacks == stacks_of(two)


def test_a_piece_slid_on_is_one_move(trouble: Game, start: State) -> None:
    half = instead(stacks_of(start), "T3", "T5")
    whole = stacks_of(played(start, 4, Move("T3", "T7")))
    sliding, told = follow(trouble, start, [4, 4], [half, whole])
    assert sliding.seen == "illegal"
    assert told.move is not None
    assert (told.seen, told.move.origin, told.move.target) == ("move", "T3", "T7")


def test_a_start_that_differs_is_told(trouble: Game, start: State) -> None:
    follower = GameFollower(LAYOUT, trouble, start, dice=ToldDice([1]))
    elsewhere = instead(stacks_of(start), "T3", "T20")
    told = follower.look(drawn(elsewhere))
    assert (told.seen, told.reason) == ("unsure", "board.reason.start_differs")


def test_a_start_that_is_hidden_is_not_taken_for_seen(trouble: Game, start: State) -> None:
    follower = GameFollower(LAYOUT, trouble, start, dice=ToldDice([1, 1]))
    picture = drawn(stacks_of(start))
    covered = picture.copy()
    height, width = picture.shape[:2]
    covered[height // 8 : -height // 8, width // 8 : -width // 8] = (140, 160, 200)
    assert follower.look(covered).seen == "unsure"
    assert follower.look(picture).seen == "start"


@pytest.mark.parametrize("roll", [4, None])
def test_a_game_that_is_over_awaits_no_pop(trouble: Game, roll: int | None) -> None:
    men = {"red": ["F1", "F2", "F3", "F4"], "yellow": ["H", "H", "H", 8]}
    seats = ["red", "blue", "yellow", "green"]
    over = trouble.from_neutral({"seats": seats, "players": list(men), "men": men, "turn": "red"})
    (told,) = follow(trouble, over, [roll], [stacks_of(over)])
    assert told.seen == "unsure"
    assert roll is None or told.reason == "board.reason.no_pop"


def test_no_board_is_unsure_and_the_dome_is_pointed_out(trouble: Game, start: State) -> None:
    dice = ToldDice([1])
    follower = GameFollower(LAYOUT, trouble, start, dice=dice)
    assert follower.look(np.zeros((800, 1000, 3), np.uint8)).seen == "unsure"
    assert follower.look(drawn(stacks_of(start))).seen == "start"
    assert dice.dome is not None
    x, y = VIEW.pose().pixels(np.zeros((1, 2)))[0]
    assert abs(dice.dome.x - x) < 3
    assert abs(dice.dome.y - y) < 3
