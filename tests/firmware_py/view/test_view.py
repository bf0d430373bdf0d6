"""What the shows are given to show."""

from __future__ import annotations

import random
import tomllib
from importlib import resources
from typing import Any

import pytest

from firmware_py.table import Phase, Table
from firmware_py.table.events import (
    Aborted,
    Answered,
    CodeShown,
    DiceGiven,
    Failed,
    Paused,
    Pressed,
    Started,
    Undone,
)
from firmware_py.view import LOG_LENGTH, Fault, Say, view
from rules import GAMES, PASS, Chance, Drawn, Move, Over, Pick, Rolled, Seat, game


def keys(says: tuple[Say, ...]) -> list[str]:
    return [say.key for say in says]


def test_before_a_game() -> None:
    shown = view(Table().after(Failed(at=1.0, part="oled", why="It is gone.")))
    assert shown.phase is Phase.SETTING_UP
    assert shown.game is None
    assert shown.headline == Say("table.headline.setting_up")
    assert shown.faults == (Fault("oled", "It is gone."),)


def test_waiting_for_a_pop(begin: Any) -> None:
    shown = view(begin().table)
    assert shown.headline == Say("trouble.why.turn", {"player": "Anna", "colour": "red", "at": None})
    assert (shown.turn, shown.die, shown.last_die, shown.may_undo) == ("red", None, None, False)
    assert [option.answer for option in shown.options] == [PASS]
    assert shown.may_pass
    assert not shown.numbered, "a move that is typed twice passes nobody's pop"
    assert [(seat.seat.player, seat.place, seat.counts) for seat in shown.seats] == [
        ("Anna", None, {"home": 4}),
        ("Ben", None, {"home": 4}),
    ]


def test_the_die_and_what_each_move_would_do(begin: Any, men: Any) -> None:
    evening = begin(options="pass=on_six_only")
    evening.stand(men(red=["T3", "T10"], yellow=["T9"]), "red")
    evening.pop(6)
    shown = view(evening.table)
    assert shown.die is not None
    assert (shown.die.faces, shown.die.how, shown.numbered) == ((6,), "seen", True)
    assert shown.headline.facts["faces"] == "6"
    options = {str(option.answer): option for option in shown.options}
    assert set(options) == {"RH2-T0", "T3-T9", "T10-T16", "pass"}
    capturing = options["T3-T9"]
    assert (capturing.origin, capturing.target, capturing.captures) == ("T3", "T9", ("yellow",))
    assert capturing.say == Say(
        "table.option.move_capturing", {"origin": "T3", "target": "T9", "captured": ("yellow",)}
    )
    assert keys(capturing.follows) == ["trouble.event.again"]
    assert options["RH2-T0"].say.key == "table.option.enter"
    assert options["T10-T16"].captures == ()
    assert options["pass"].say.key == "table.option.pass"


def test_the_dice_stay_in_sight_after_they_were_used(begin: Any) -> None:
    evening = begin()
    evening.pop(3)
    shown = view(evening.table)
    assert shown.die is None
    assert shown.last_die is not None
    assert shown.last_die.faces == (3,)
    assert shown.verdict is not None
    assert shown.verdict.key == "trouble.event.no_move"
    assert keys(shown.log) == ["trouble.event.rolled", "trouble.event.no_move", "trouble.event.turn"]


def test_old_dice_do_not_count_for_a_man_who_is_to_be_set(begin: Any) -> None:
    evening = begin("headache")
    evening.pop(3, red=False)
    evening.do(Answered, answer=evening.table.state.awaits.options[0])
    shown = view(evening.table)
    assert isinstance(shown.options[0].answer, Pick)
    assert shown.options[0].say.key == "headache.pick.set"
    assert shown.die is None
    assert shown.last_die is not None


def test_a_capture_is_told(begin: Any, men: Any) -> None:
    evening = begin()
    evening.stand(men(red=["T3"], yellow=["T7"]), "red")
    evening.pop(4)
    evening.do(Answered, answer=Move("T3", "T7"))
    shown = view(evening.table)
    assert shown.verdict is not None
    assert shown.verdict.key == "trouble.event.captured"
    assert shown.seats[1].counts == {"home": 4}
    assert evening.do(Undone) is not None
    verdict = view(evening.table).verdict
    assert verdict is not None
    assert verdict.key == "table.verdict.undone"


def test_an_illegal_move_is_to_be_put_back(begin: Any) -> None:
    evening = begin()
    evening.pop(6)
    evening.do(Answered, answer=Move("RH1", "T5"))
    shown = view(evening.table)
    assert shown.phase is Phase.ILLEGAL_MOVE
    assert shown.headline.key == "table.headline.put_back"
    assert shown.headline.facts["space"] == "RH1"
    assert shown.verdict is not None
    assert shown.verdict.facts["rule"] == "T-6"
    assert shown.may_undo
    assert len(shown.options) == 2, "what is legal stays in view"


def test_who_is_done_and_who_has_won(begin: Any, men: Any) -> None:
    seats = (Seat("red", "Anna"), Seat("yellow", "Ben"), Seat("green", "Cleo"))
    evening = begin(seats=seats)
    evening.stand(men(red=["T27", "RF1", "RF2", "RF4"], yellow=[], green=["GF1", "GF2", "GF3", "T20"]), "red")
    evening.pop(3)
    evening.do(Answered, answer=Move("T27", "RF3"))
    shown = view(evening.table)
    places = {seat.seat.colour: seat.place for seat in shown.seats}
    assert places == {"red": 1, "yellow": None, "green": None}
    assert shown.ranking == (("red",),)
    assert shown.turn is not None
    shown = view(evening.do(Aborted))
    assert shown.headline.key == "table.headline.aborted"
    assert (shown.turn, shown.options) == (None, ())


def test_the_end(begin: Any, men: Any) -> None:
    evening = begin()
    evening.stand(men(red=["T27", "RF1", "RF2", "RF4"], yellow=[]), "red")
    evening.pop(3)
    evening.do(Answered, answer=Move("T27", "RF3"))
    shown = view(evening.table)
    assert shown.headline == Say("table.headline.over", {"winners": ("red",), "players": ("Anna",)})
    assert (shown.turn, shown.options, shown.may_pass, shown.may_undo) == (None, (), False, True)
    assert {seat.seat.player: seat.place for seat in shown.seats} == {"Anna": 1, "Ben": 2}


def test_a_game_that_rests(begin: Any) -> None:
    evening = begin()
    shown = view(evening.do(Paused))
    assert shown.phase is Phase.PAUSED
    assert shown.headline.key == "table.headline.paused"
    assert shown.options == ()


def test_rolling_and_not_being_sure(begin: Any) -> None:
    evening = begin()
    assert view(evening.do(Pressed)).headline.key == "table.headline.rolling"
    evening.pop(None, verdict="unsure")
    shown = view(evening.table)
    assert shown.headline.key == "table.headline.unreadable"
    assert shown.verdict == Say("dice.reason.pips_unclear")


def test_the_log_is_short_and_newest_last(begin: Any) -> None:
    evening = begin()
    for _ in range(12):
        evening.do(DiceGiven, faces=(3,))
    shown = view(evening.table)
    assert len(shown.log) == LOG_LENGTH
    assert shown.log[-1].key == "trouble.event.turn"


def test_captives_and_controlled_toys_are_counted(begin: Any) -> None:
    evening = begin("headache")
    stack = {"X1": ("yellow", "red", "red"), "O2.1": ("yellow",)}
    state = evening.table.game.from_pieces(evening.table.state, stack, "red")
    evening.stand(stack, "red")
    assert evening.table.state == state
    counts = {seat.seat.colour: seat.counts for seat in view(evening.table).seats}
    assert counts == {
        "red": {"reserve": 2, "stack": 1, "captive": 1},
        "yellow": {"reserve": 2, "single": 1, "captive": 1},
    }


def test_a_toy_is_counted_for_whom_it_faces() -> None:
    table = Table().after(
        Started(at=0.0, game="gearhead", seats=(Seat("south", "Anna"), Seat("north", "Ben")), first="south")
    )
    awaits = table.state.awaits
    table = table.after(Answered(at=1.0, answer=awaits.outcomes[0][0]))
    assert view(table).seats[0].counts == {"score": 0, "hand": 1}
    table = table.after(Answered(at=2.0, answer=table.state.awaits.options[0]))
    assert [seat.counts for seat in view(table).seats] == [{"score": 0, "toys": 1}, {"score": 0}]
    assert view(table).shared == {"cup": 71}


def test_the_piece_that_a_roll_is_for_is_shown() -> None:
    table = Table().after(
        Started(at=0.0, game="gearhead", seats=(Seat("south", "Anna"), Seat("north", "Ben")), first="south")
    )
    for answer in (Drawn("orbit"), Pick("place", "c1"), Pick("act", "c1")):
        assert view(table).at is None
        table = table.after(Answered(at=1.0, answer=answer))
    assert view(table).at == "c1"


def test_a_person_with_two_teams_wins_alone_and_the_other_is_second(begin: Any, men: Any) -> None:
    seats = tuple(
        Seat(colour, player)
        for colour, player in (("red", "Anna"), ("blue", "Ben"), ("yellow", "Anna"), ("green", "Ben"))
    )
    evening = begin(seats=seats)
    evening.stand(men(red=["T27", "RF1", "RF2", "RF4"], yellow=[], blue=[], green=[]), "red")
    evening.pop(3)
    evening.do(Answered, answer=Move("T27", "RF3"))
    shown = view(evening.table)
    assert shown.headline == Say("table.headline.over", {"winners": ("red", "yellow"), "players": ("Anna",)})
    assert {seat.seat.player: seat.place for seat in shown.seats} == {"Anna": 1, "Ben": 2}


@pytest.mark.parametrize("name", GAMES)
def test_the_catalogue_has_a_word_for_every_count(name: str) -> None:
    rules, rng, counted = game(name), random.Random(1), set()
    state = rules.new([Seat(colour, colour) for colour in rules.colours])
    while not isinstance(waits := state.awaits, Over):
        tally = state.tally
        counted |= set().union(tally.shared, *tally.teams.values())
        answers = [one for one, _ in waits.outcomes] if isinstance(waits, Chance) else waits.options
        state, _ = state.after(rng.choice(answers))
    catalogue = resources.files("firmware_py.words") / "en" / "terms.toml"
    terms = tomllib.loads(catalogue.read_text("utf-8"))["terms"]
    assert counted <= terms.keys()


def test_the_view_depends_on_nothing_else(begin: Any) -> None:
    evening = begin()
    evening.pop(6)
    assert view(evening.table) == view(evening.table)
    assert view(evening.table).ply == evening.table.ply
    assert Rolled((6,)) == evening.table.plies.top.answer


def test_a_pairing_code_is_shown_until_it_is_over() -> None:
    table = Table().after(CodeShown(at=1.0, code="471100"))
    assert view(table).pairing_code == "471100"
    assert view(table.after(CodeShown(at=2.0, code=None))).pairing_code is None
    assert table == Table()


def test_two_games_are_told_apart(begin: Any) -> None:
    assert view(Table()).began is None
    evening = begin()
    first = view(evening.table)
    evening.do(Aborted)
    evening.do(Started, game="trouble", seats=evening.table.started.seats, first="red")
    assert (view(evening.table).ply, first.ply) == (0, 0)
    assert view(evening.table).began != first.began
