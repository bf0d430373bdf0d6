"""What people type, and what it means in every phase."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.cli.playing.commands import Do, Help, Position, Press, Quit, Tell, help_lines, understand
from firmware_py.cli.playing.evening import just_read
from firmware_py.table import Table, Wants, wants
from firmware_py.table.events import (
    Aborted,
    Accepted,
    Answered,
    Corrected,
    DiceGiven,
    DiceSeen,
    Paused,
    Pressed,
    RefereeSet,
    Resumed,
    Started,
    TableEvent,
    Undone,
)
from firmware_py.view import view
from firmware_py.words import LANGUAGES, Words
from rules import PASS, Dice, Drawn, Move, Seat
from vision.dice.reading import DiceReading, Die

STRICT = Words(strict=True)
SEATS = (Seat("red", "Anna"), Seat("blue", "Ben"))
WAITING = Table().after(Started(at=0.0, game="trouble", seats=SEATS))


def table(*faces: int) -> Table:
    """A game after these pops; where a choice comes, the first option is taken, but for the last pop."""
    now = WAITING
    for number, face in enumerate(faces):
        now = now.after(DiceGiven(at=1.0, faces=(face,)))
        if number < len(faces) - 1 and view(now).phase.value == "waiting_for_move":
            now = now.after(Answered(at=1.0, answer=view(now).options[0].answer))
    return now


CHOOSING = table(5, 2, 6)
"""Red begins and has a 6: a man may enter, or red passes."""


def means(line: str, now: Table, *, by_hand: bool = False) -> object:
    return understand(line, view(now), wants(now), 7.0, by_hand=by_hand)


def does(line: str, now: Table, *, by_hand: bool = False) -> TableEvent:
    command = means(line, now, by_hand=by_hand)
    assert isinstance(command, Do)
    assert command.event.at == 7.0
    assert getattr(command.event, "ply", None) == view(now).ply
    return command.event


def told(line: str, now: Table) -> str:
    command = means(line, now)
    assert isinstance(command, Tell)
    assert STRICT.say(command.say.key, command.say.facts)
    return command.say.key.removeprefix("terminal.tell.")


def test_a_draw_that_names_no_counter_is_told_how_to_name_one() -> None:
    seats = (Seat("south", "Anna"), Seat("north", "Ben"))
    drawing = Table().after(Started(at=0.0, game="gearhead", seats=seats, first="south"))
    assert told("draw", drawing) == "type_counter"
    assert told("draw ball", drawing) == told("draw z", drawing) == "no_counter"
    assert does("draw zig", drawing) == Answered(at=7.0, ply=0, answer=Drawn("ziggy"))
    assert told("draw", WAITING) == "no_draw"


def test_the_table_waits_as_the_tests_think() -> None:
    assert [option.answer for option in view(CHOOSING).options] == [Move("RH4", "T0"), PASS]


def test_enter_does_what_comes_next() -> None:
    assert means("", WAITING) == Press()
    assert isinstance(means("  ", CHOOSING), Tell)
    assert isinstance(means("", WAITING.after(Pressed(at=1.0))), Tell)
    assert isinstance(means("", Table()), Tell)
    assert isinstance(does("", WAITING.after(Paused(at=1.0))), Resumed)
    assert isinstance(does("", WAITING.after(Answered(at=1.0, answer=Move("RH4", "T4")))), Undone)
    assert isinstance(means("", WAITING.after(Aborted(at=1.0))), Tell)
    only = replace(view(CHOOSING), options=view(CHOOSING).options[:1])
    command = understand("", only, wants(CHOOSING), 7.0)
    assert isinstance(command, Do)


def test_numbers_choose() -> None:
    assert does("1", CHOOSING) == Answered(at=7.0, ply=CHOOSING.ply, answer=Move("RH4", "T0"))
    assert does(" 2 ", CHOOSING) == Answered(at=7.0, ply=CHOOSING.ply, answer=PASS)
    for wrong in ("0", "3", "99999999999999999999"):
        command = means(wrong, CHOOSING)
        assert isinstance(command, Tell)
        assert "1 to 2" in STRICT.say(command.say.key, command.say.facts)
    assert isinstance(means("1", WAITING), Tell)


def test_a_move_typed_twice_passes_nobodys_pop() -> None:
    popping = CHOOSING.after(Answered(at=1.0, answer=PASS))
    assert [option.answer for option in view(popping).options] == [PASS]
    assert told("1", popping) == "nothing_to_choose"
    assert does("p", popping) == Answered(at=7.0, ply=popping.ply, answer=PASS)


@pytest.mark.parametrize("line", ["1", "p", "d 4", "T0-T6", "accept"])
def test_a_game_that_rests_or_is_over_says_so(line: str) -> None:
    assert told(line, CHOOSING.after(Paused(at=1.0))) == "paused"
    assert told(line, CHOOSING.after(Aborted(at=1.0))) == "over"


def test_what_cannot_be_done_now_is_said() -> None:
    assert told("accept", CHOOSING) == "nothing_to_accept"
    assert told("resume", CHOOSING) == "not_paused"
    assert told("1", WAITING.after(Pressed(at=1.0))) == "rolling"
    over = CHOOSING.after(Aborted(at=1.0))
    assert {told(line, over) for line in ("pause", "abort", "referee strict")} == {"over"}


def test_dice_by_hand() -> None:
    for words in ("d 4", "die 4", "d  4"):
        assert does(words, WAITING) == DiceGiven(at=7.0, ply=WAITING.ply, faces=(4,), how="hand")
    for wrong in ("d", "d x", "d 4 4", "d 999"):
        command = means(wrong, WAITING)
        assert isinstance(command, Tell)
        assert "d 4" in STRICT.say(command.say.key, command.say.facts)
    assert isinstance(means("d 4", Table()), Tell)


@pytest.mark.parametrize(
    ("words", "faces"), [("d 4 dot", (4, 1)), ("d 2 blank", (2, 0)), ("d 3 1", (3, 1)), ("d 6 -", (6, 0))]
)
def test_two_dice_by_hand(words: str, faces: tuple[int, ...]) -> None:
    command = understand(words, view(WAITING), Wants(dice=Dice("d6", "red")), 7.0)
    assert isinstance(command, Do)
    assert isinstance(command.event, DiceGiven)
    assert command.event.faces == faces


def test_a_die_that_was_read_while_it_was_typed_is_not_the_next_players_too() -> None:
    die = Die(2, True, 1.0, (0, 0, 9, 9))
    seen = DiceSeen(at=6.0, reading=DiceReading("read", (die,), None, "dice_read"), source="camera")
    read = WAITING.after(Pressed(at=5.0)).after(seen)
    assert view(read).turn == "blue"
    assert just_read(WAITING, 7.0) is None
    assert just_read(read, 7.0) == (2,)
    typed = [understand(line, view(read), wants(read), 7.0, just_read=(2,)) for line in ("d 2", "d 3")]
    assert [type(command) for command in typed] == [Tell, Do]
    assert just_read(read, 15.0) is None, "Ben may have rolled the same"
    assert just_read(read.after(Undone(at=6.5)), 7.0) is None, "it was misread"
    assert just_read(read.after(DiceGiven(at=6.5, faces=(4,))), 7.0) is None


def test_a_bare_number_is_a_die_where_dice_are_always_typed() -> None:
    assert does("4", WAITING, by_hand=True) == DiceGiven(at=7.0, ply=WAITING.ply, faces=(4,), how="hand")
    assert isinstance(does("1", CHOOSING, by_hand=True), Answered)
    assert isinstance(means("", WAITING, by_hand=True), Tell)
    assert means("999", WAITING, by_hand=True) == means("d 999", WAITING)


def test_moves_in_words() -> None:
    assert does("t5-t9", CHOOSING) == Answered(at=7.0, ply=CHOOSING.ply, answer=Move("T5", "T9"))
    assert isinstance(means("-", CHOOSING), Tell)
    assert isinstance(means("T5-", CHOOSING), Tell)


def test_words() -> None:
    assert does("u", CHOOSING) == Undone(at=7.0, ply=CHOOSING.ply, pending=False)
    assert does("p", CHOOSING) == Answered(at=7.0, ply=CHOOSING.ply, answer=PASS)
    wrong = CHOOSING.after(Answered(at=1.0, answer=Move("RH4", "T4")))
    assert isinstance(does("accept", wrong), Accepted)
    told = does("referee strict", CHOOSING)
    assert isinstance(told, RefereeSet)
    assert told.level == "strict"
    assert isinstance(does("pause", CHOOSING), Paused)
    assert isinstance(does("resume", CHOOSING.after(Paused(at=1.0))), Resumed)
    assert isinstance(does("abort", CHOOSING), Aborted)
    assert does("set a  b", CHOOSING) == Corrected(at=7.0, ply=CHOOSING.ply, position="a b")
    assert means("position", CHOOSING) == Position()
    assert means("?", CHOOSING) == Help()
    assert means("q", CHOOSING) == Quit()


def test_an_undo_typed_before_a_refusal_was_seen_does_not_take_that_back() -> None:
    undo = does("u", CHOOSING)
    refused = CHOOSING.after(Answered(at=6.5, answer=Move("RH4", "T4")))
    assert refused.pending
    assert isinstance(undo, Undone)
    assert refused.after(undo).pending
    seen = does("u", refused)
    assert isinstance(seen, Undone)
    assert not refused.after(seen).pending


@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("referee", "write_referee"),
        ("referee blind", "write_referee"),
        ("set", "write_set"),
        ("d", "write_die"),
        ("acept", "unknown"),
        ("four", "unknown"),
    ],
)
def test_what_is_not_complete_is_answered_with_what_is_missing(line: str, key: str, by_hand: bool) -> None:
    command = means(line, WAITING, by_hand=by_hand)
    assert isinstance(command, Tell)
    assert command.say.key == f"terminal.tell.{key}"
    assert STRICT.say(command.say.key, command.say.facts)


@given(st.text(max_size=20), st.sampled_from([Table(), WAITING, CHOOSING]), st.booleans())
def test_whatever_is_typed_has_an_answer(line: str, now: Table, by_hand: bool) -> None:
    command = means(line, now, by_hand=by_hand)
    if isinstance(command, Do):
        now.after(command.event)
    if isinstance(command, Tell):
        facts = {name: "x" if name == "typed" else fact for name, fact in command.say.facts.items()}
        assert "{" not in STRICT.say(command.say.key, facts), "every placeholder is filled"


def test_what_can_be_typed_is_listed_in_every_language() -> None:
    for language in LANGUAGES:
        lines = help_lines(Words(language, strict=True))
        assert len(lines) == sum(".help." in key for key in Words().entries("terminal"))
        assert all(len(line) < 110 for line in lines)
