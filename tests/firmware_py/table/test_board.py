"""What the table makes of a board that a camera has seen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

import pytest

from firmware_py.table import Fix, Phase, wants
from firmware_py.table.events import Accepted, Answered, BoardSeen, DiceSeen, HandSeen, Pressed, Undone
from firmware_py.view import view
from firmware_py.words import Words
from rules import Move, Pieces, Seat
from rules import game as game_of
from vision.board.seen import BoardSeen as Sight
from vision.board.seen import Height, SpaceSeen
from vision.dice.reading import DiceReading, Die

COLOURS = ("red", "blue", "yellow", "green")
Men = Callable[..., dict[str, tuple[str, ...]]]


def space(colour: str | None, *, sure: bool = True) -> SpaceSeen:
    """A space as a camera sees it: for sure, or hidden."""
    every = (*COLOURS, "empty")
    if not sure:
        return SpaceSeen(colour, dict.fromkeys(every, 0.2), False)
    return SpaceSeen(colour, {one: 0.9996 if one == (colour or "empty") else 0.0001 for one in every}, True)


def sight(game: str, pieces: Pieces, unsure: Collection[str] = ()) -> Sight:
    """A board on which these pieces are seen on top."""
    tops = {s: str(stack[-1]) for s, stack in pieces.items() if stack}
    spaces = {s: space(tops.get(s), sure=s not in unsure) for s in game_of(game).spaces()}
    return Sight(True, "tags", 0.5, spaces, "seen")


class Board:
    """A board under a camera, with hands that move its pieces."""

    def __init__(self, evening: Any, game: str = "trouble") -> None:
        self.evening, self.game = evening, game
        self.pieces: dict[str, tuple[str, ...]] = dict(evening.table.state.pieces)

    def look(self, unsure: Collection[str] = ()) -> Any:
        """The camera looks."""
        self.evening.do(BoardSeen, seen=sight(self.game, self.pieces, unsure), source="board camera")
        return self.evening.table

    def move(self, origin: str, target: str, *, home: str | None = None) -> Board:
        """A hand moves what stands on a space; a man who was there goes to `home`, or stays in the hand."""
        lifted, there = self.pieces.pop(origin), self.pieces.get(target, ())
        if home is not None:
            self.pieces[home] = there
        self.pieces[target] = lifted if self.game == "trouble" else there + lifted
        return self


def cones(evening: Any, stacks: Mapping[str, list[str]]) -> Pieces:
    """Red's and blue's cones of Headache set by hand, none waiting to enter; red is to pop."""
    state = evening.table.game.from_neutral(
        {
            "players": ["red", "blue"],
            "starts": {"red": "X0", "blue": "X2"},
            "board": stacks,
            "reserve": {"red": 0, "blue": 0},
            "turn": "red",
        }
    )
    evening.stand(state.pieces, "red")
    pieces: Pieces = state.pieces
    return pieces


@pytest.fixture
def board(begin: Any, men: Men) -> Board:
    """Red on T3 and T10, yellow on T7; red has popped 4."""
    evening = begin()
    evening.stand(men(red=["T3", "T10"], yellow=["T7"]), "red")
    evening.pop(4)
    return Board(evening)


def test_the_board_is_wanted_with_what_may_become_of_it(board: Board) -> None:
    wanted = wants(board.evening.table).board
    assert wanted is not None
    assert wanted.expected == board.evening.table.state.pieces
    after: Mapping[Any, Pieces] = dict(wanted.candidates)
    assert after[Move("T3", "T7")]["T7"] == ("red",)
    assert "T10" not in after[Move("T10", "T14")]


def test_nothing_follows_from_a_board_that_stands_as_it_should(board: Board) -> None:
    before = board.evening.table
    assert board.look() is before
    assert board.look(unsure=("T3", "T7", "T10")) is before


def test_a_legal_move_is_taken(board: Board) -> None:
    table = board.move("T10", "T14").look()
    assert table.plies.top.answer == Move("T10", "T14")
    assert table.phase is Phase.WAITING_FOR_POP
    assert table.verdict is None
    board.evening.replays()


def test_a_captured_man_may_go_home_late_and_into_any_hole(board: Board) -> None:
    table = board.move("T3", "T7").look()
    assert table.plies.top.answer == Move("T3", "T7")
    assert (table.late, board.evening.said) == (("yellow",), "trouble.ruling.captured_not_home")
    assert board.look() is table
    hole = next(f"YH{n}" for n in range(4, 0, -1) if f"YH{n}" not in board.pieces)
    board.pieces[hole] = ("yellow",)
    assert board.look().late == ()
    assert board.evening.table.phase is Phase.WAITING_FOR_POP
    board.evening.replays()


def test_a_man_put_back_among_men_hardly_seen_is_put_back(board: Board) -> None:
    board.move("T10", "T15").look()
    assert board.evening.table.phase is Phase.ILLEGAL_MOVE
    seen = sight("trouble", board.move("T15", "T10").pieces)
    faint = {
        "T3": SpaceSeen("red", {"red": 0.6, "empty": 0.4}, False),
        "T7": SpaceSeen("yellow", {"yellow": 0.95, "red": 0.05}, True),
    }
    board.evening.do(BoardSeen, seen=replace(seen, pieces={**seen.pieces, **faint}), source="board camera")
    assert board.evening.table.phase is Phase.WAITING_FOR_MOVE
    assert board.evening.table.fix is None
    board.evening.replays()


def test_an_illegal_move_is_refused_until_it_is_put_back(board: Board) -> None:
    table = board.move("T10", "T15").look()
    assert table.phase is Phase.ILLEGAL_MOVE
    assert Words(strict=True).say(table.verdict.key, table.verdict.facts).endswith("(T-6).")
    assert view(table).headline.facts["space"] == "T10"
    assert view(table).fix == Fix("red", "T15", "T10")
    assert board.look() is table
    table = board.move("T15", "T10").look()
    assert (table.phase, board.evening.said) == (Phase.WAITING_FOR_MOVE, "table.verdict.as_it_should")
    board.evening.replays()


def test_an_illegal_move_may_be_made_good_by_the_right_one(board: Board) -> None:
    board.move("T10", "T15").look()
    table = board.move("T15", "T14").look()
    assert table.plies.top.answer == Move("T10", "T14")
    assert table.phase is Phase.WAITING_FOR_POP
    board.evening.replays()


def test_an_illegal_move_may_be_accepted_as_it_stands(board: Board) -> None:
    board.move("T10", "T15").look()
    table = board.evening.do(Accepted, by="Anna")
    assert table.state.pieces["T15"] == ("red",)
    assert table.phase is Phase.WAITING_FOR_POP
    assert table.state.awaits.colour == "yellow"
    assert board.look() is table
    board.evening.replays()


def test_a_strict_referee_goes_on_only_when_the_board_is_right(begin: Any, men: Men) -> None:
    evening = begin(referee="strict")
    evening.stand(men(red=["T3", "T10"], yellow=["T7"]), "red")
    evening.pop(4)
    board = Board(evening)
    refused = board.move("T10", "T15").look()
    assert evening.do(Pressed) is refused
    assert evening.do(Accepted).phase is Phase.ILLEGAL_MOVE
    assert evening.said == "table.verdict.strict"
    assert board.move("T15", "T10").look().phase is Phase.WAITING_FOR_MOVE
    evening.replays()


def test_a_coach_tells_the_rule_of_a_good_move(begin: Any, men: Men) -> None:
    evening = begin(referee="coach")
    evening.stand(men(red=["T3", "T10"], yellow=["T8"]), "red")
    evening.pop(4)
    Board(evening).move("T10", "T14").look()
    assert evening.said == "trouble.ruling.moved"


def test_a_player_who_could_not_move_and_moves_all_the_same(begin: Any, men: Men) -> None:
    evening = begin()
    evening.stand(men(red=[], yellow=["T7"]), "red")
    table = evening.pop(3)
    assert table.state.awaits.colour == "yellow"
    board = Board(evening)
    table = board.move("RH1", "T0").look()
    assert (table.phase, evening.said) == (Phase.ILLEGAL_MOVE, "trouble.ruling.needs_six")
    evening.do(Pressed)
    assert evening.table.refused is not None  # it is not forgotten by a pop
    assert board.move("T0", "RH1").look().refused is None
    evening.replays()


def test_a_doubtful_move_is_asked_about(board: Board) -> None:
    board.move("T10", "T14")
    before = board.evening.table
    # Too little is seen to say that anything was moved at all.
    assert board.look(unsure=("T3", "T7", "T10", "T14", "YH4")) is before
    table = board.look()
    assert table.plies.top.answer == Move("T10", "T14")
    board.evening.replays()


def test_a_board_that_no_move_explains_is_put_right_piece_by_piece(board: Board) -> None:
    board.move("T10", "T20").move("T3", "T22")
    told: list[Fix] = []
    for _ in range(4):
        table = board.look()
        if table.phase is not Phase.CORRECTION:
            break
        told.append(table.fix)
        assert view(table).headline == table.fix.say
        if table.fix.origin is not None and table.fix.target is not None:
            board.move(table.fix.origin, table.fix.target)
    assert told
    assert {fix.colour for fix in told} == {"red"}
    table = board.evening.table
    if table.phase is Phase.ILLEGAL_MOVE:  # the last piece alone is a single wrong move
        board.move(table.fix.origin, table.fix.target)
        table = board.look()
    assert table.phase is Phase.WAITING_FOR_MOVE
    assert board.pieces == dict(table.state.pieces)
    board.evening.replays()


def test_the_set_up_is_checked_before_the_first_pop(begin: Any) -> None:
    evening = begin()
    board = Board(evening)
    board.pieces |= {"T4": board.pieces.pop("RH2"), "YF1": board.pieces.pop("YH1")}
    table = board.look()
    assert table.phase is Phase.CORRECTION
    for _ in range(2):
        fix = board.evening.table.fix
        assert fix is not None
        board.move(fix.origin, fix.target)
        board.look()
    assert board.evening.table.phase is Phase.WAITING_FOR_POP
    assert board.evening.said == "table.verdict.as_it_should"
    evening.replays()


def test_a_set_up_that_is_wrong_while_it_is_popped_for_who_begins_is_nobodys_move(begin: Any) -> None:
    evening = begin(first=None)
    evening.pop(3)
    board = Board(evening)
    table = board.move("RH2", "T4").look()
    assert (table.phase, table.fix, table.verdict) == (Phase.CORRECTION, Fix("red", "T4", "RH2"), None)
    evening.pop(5)
    assert board.look().phase is Phase.ILLEGAL_MOVE  # somebody has begun
    assert board.move("T4", "RH2").look().phase is Phase.WAITING_FOR_POP
    evening.replays()


def test_a_move_chosen_by_button_is_still_to_be_made_on_the_board(board: Board) -> None:
    board.evening.do(Answered, answer=Move("T10", "T14"))
    table = board.look()
    assert table.phase is Phase.CORRECTION
    assert table.fix == Fix("red", "T10", "T14")
    table = board.move("T10", "T14").look()
    assert table.phase is Phase.WAITING_FOR_POP
    assert table.fix is None
    board.evening.replays()


def test_a_hand_over_the_board_is_this_moment_only(board: Board) -> None:
    before = board.evening.table
    table = board.evening.do(HandSeen, over=True)
    assert table.phase is Phase.HAND_OVER_BOARD
    assert table == before
    assert board.evening.do(HandSeen, over=False).phase is Phase.WAITING_FOR_MOVE


def test_undo_takes_the_refusal_back_and_the_camera_says_it_again(board: Board) -> None:
    board.move("T10", "T15").look()
    assert board.evening.do(Undone).phase is Phase.WAITING_FOR_MOVE
    assert board.look().phase is Phase.ILLEGAL_MOVE
    board.evening.replays()


def test_headache_captures_by_landing_on_top(begin: Any) -> None:
    evening = begin("headache", seats=(Seat("red", "Anna"), Seat("blue", "Ben")))
    places = {"red": ["O1.1", "O4.1", "X1", "X3"], "blue": ["O1.3", "X6", "X5", "X7"]}
    stacks = {space: [colour] for colour, spaces in places.items() for space in spaces}
    cones(evening, stacks)
    evening.pop(2, red=False)
    board = Board(evening, "headache")
    table = board.move("O1.1", "O1.3").look()
    assert table.state.pieces["O1.3"] == ("blue", "red")
    evening.pop(1, red=False)
    table = board.move("X6", "O4.1").look()
    assert table.phase is Phase.ILLEGAL_MOVE
    assert board.move("O4.1", "X6") is board
    evening.replays()


def test_a_stack_that_looks_lower_than_it_should_is_told(begin: Any) -> None:
    evening = begin("headache", seats=(Seat("red", "Anna"), Seat("blue", "Ben")))
    stacks = {"O1.1": ["red"], "O4.1": ["blue", "red"], "X1": ["red"], "X6": ["blue"], "X5": ["blue", "red"]}
    pieces = cones(evening, {**stacks, "X7": ["blue"]})
    evening.pop(2, red=False)

    def seen(numbers: Mapping[str, int]) -> Any:
        look = sight("headache", pieces)
        heights = {s: Height(28.0 + 9.0 * (n - 1), 1.5, 28.0, 9.0) for s, n in numbers.items()}
        spaces = {s: replace(one, height=heights.get(s)) for s, one in look.pieces.items()}
        evening.do(BoardSeen, seen=replace(look, pieces=spaces), source="board camera")
        return evening.table

    right = {space: len(stack) for space, stack in pieces.items()}
    assert seen(right).verdict is None
    table = seen({**right, "O4.1": 1})
    assert table.state.pieces["O4.1"] == ("blue", "red")
    assert table.phase is Phase.WAITING_FOR_MOVE
    assert table.verdict is not None and table.verdict.key == "board.reason.stack_height"
    assert dict(table.verdict.facts) == {"space": "O4.1", "seen": 1, "known": 2}
    assert "O4.1" in Words().say(table.verdict.key, table.verdict.facts)
    evening.replays()
    assert seen(right).verdict is None


def test_a_board_that_is_seen_again_has_its_fault_taken_back(board: Board) -> None:
    blind = Sight(False, None, 0.0, {}, "few_tags", {"seen": 1, "needed": 2})
    board.evening.do(BoardSeen, seen=blind, source="board camera")
    assert board.evening.said == "board.reason.few_tags"
    assert board.look().verdict is None
    board.evening.replays()


@pytest.mark.parametrize(("confidence", "accused"), [(0.8, False), (0.999, True)])
def test_a_die_that_may_have_been_misread_accuses_nobody(
    begin: Any, men: Men, confidence: float, accused: bool
) -> None:
    evening = begin()
    evening.stand(men(red=["T3", "T10"], yellow=["T7"]), "red")
    die = Die(4, True, confidence, (0, 0, 9, 9))
    evening.do(Pressed)
    evening.do(DiceSeen, reading=DiceReading("read", (die,), None, "dice_read"), source="dome camera")
    board = Board(evening)
    table = board.move("T10", "T15").look()
    assert (table.phase is Phase.ILLEGAL_MOVE) == accused
    if not accused:
        assert table.phase is Phase.WAITING_FOR_MOVE
        assert table.verdict.key == "board.reason.die_doubted"
        assert dict(table.verdict.facts) == {"die": 4, "other": 5}
        assert board.look() is table
    evening.replays()
