"""The record of a game: its text reads back exactly, and it replays to the same states."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    PASS,
    Answered,
    GameRecord,
    IllegalAnswerError,
    Move,
    NotationError,
    Noted,
    Over,
    Rolled,
    Seat,
    SeatsError,
    SetByHand,
    Undone,
    UnknownGameError,
    game,
    read_record,
    replay,
)
from tests.rules.generic import play

SEATS = (Seat("red", "Anna"), Seat("yellow", "Grandpa"))
TROUBLE = game("trouble")

TEXT = """\
[game "trouble"]
[seat red "Anna"]
[seat yellow "Grandpa"]
[rules "pass=never"]

roll:5
roll:3
roll:6 {T-2}
RH4-T0 {T-5 T-4}
undo
note "Grandpa" "she said \\"oops\\" \u00e4\u00f6"
RH4-T0
roll:4
"""


def record(*entries: object, **more: object) -> GameRecord:
    return GameRecord("trouble", SEATS, entries=entries, **more)  # type: ignore[arg-type]


def test_the_text_is_made_to_be_read() -> None:
    read = read_record(TEXT)
    assert read == record(
        Answered(Rolled((5,))),
        Answered(Rolled((3,))),
        Answered(Rolled((6,)), ("T-2",)),
        Answered(Move("RH4", "T0"), ("T-5", "T-4")),
        Undone(),
        Noted('she said "oops" \u00e4\u00f6', "Grandpa"),
        Answered(Move("RH4", "T0")),
        Answered(Rolled((4,))),
        options="pass=never",
    )
    assert str(read) == TEXT


def test_replay_gives_a_state_an_entry() -> None:
    states = replay(read_record(TEXT))
    assert len(states) == 9
    assert states[5] == states[3] == states[6]  # taken back; a note changes nothing
    assert states[7] == states[4]
    assert states[8].awaits.options == (Move("T0", "T4"),)


def test_headers_that_are_not_needed_are_left_out() -> None:
    assert str(record()) == '[game "trouble"]\n[seat red "Anna"]\n[seat yellow "Grandpa"]\n\n'
    full = record(board=("red", "green", "blue", "yellow"), first="yellow")
    assert '[board "red green blue yellow"]\n' in str(full)
    assert '[first "yellow"]\n' in str(full)
    assert read_record(str(full)) == full
    assert full.start().awaits.colour == "yellow"


def test_a_position_set_by_hand() -> None:
    start = record(first="red").start()
    pieces = dict(start.pieces)
    pieces["T5"] = pieces.pop("RH4")
    position = TROUBLE.to_text(TROUBLE.from_pieces(start, pieces, "yellow"))
    by_hand = record(SetByHand(position, 'Anna "the Hand"'), Answered(PASS), Undone(), Undone(), first="red")
    states = replay(by_hand)
    assert states[1].pieces == pieces
    assert states[3] == states[1]
    assert states[4] == start
    assert read_record(str(by_hand)) == by_hand


def test_a_position_of_another_game_is_refused() -> None:
    start = record().start()
    turned = ("green", "red", "blue", "yellow")
    others = (
        TROUBLE.new([Seat("red", "Anna"), Seat("yellow", "Ben")]),
        TROUBLE.new(start.seats, options={"pass": "never"}),
        TROUBLE.new(start.seats, board=turned),
    )
    for other in others:
        assert not start.same_match(other)
        with pytest.raises(NotationError, match="Entry 1: the position set by hand has other players"):
            replay(record(SetByHand(TROUBLE.to_text(other), "Anna")))
    assert start.same_match(record().start().after(Rolled((2,)))[0])
    assert not start.same_match("a state")


def test_a_finished_game_has_its_result() -> None:
    states, answers = play(record().start(), random.Random(7))
    played = record(*map(Answered, answers))
    last = states[-1].awaits
    assert isinstance(last, Over)
    assert played.result == last.ranking
    lines = str(played).splitlines()
    assert lines[-1] == "result " + " ".join(group[0] for group in last.ranking)
    assert read_record(str(played)) == played
    assert record(*map(Answered, answers[:-1])).result == ()
    # Taken back, there is no result.
    assert record(*map(Answered, answers), Undone()).result == ()


def test_equals_stand_in_one_group() -> None:
    options = "stop_at_first=yes"
    seats = tuple(Seat(colour, colour) for colour in ("red", "blue", "yellow"))
    start = GameRecord("trouble", seats, options=options)
    _, answers = play(start.start(), random.Random(8))
    played = GameRecord("trouble", seats, options=options, entries=tuple(map(Answered, answers)))
    assert len(played.result) == 2
    assert "=".join(played.result[1]) in str(played).splitlines()[-1]
    assert read_record(str(played)) == played


def test_a_result_that_the_moves_do_not_lead_to_is_refused() -> None:
    with pytest.raises(NotationError, match="its moves lead elsewhere"):
        read_record(TEXT + "result red yellow\n")


names = st.text(min_size=1).filter(str.strip)


@settings(deadline=None)
@given(
    names,
    names,
    st.text(),
    st.text(),
    st.sampled_from(["undo", "result red yellow", '[first "red"]', "roll:6"]),
)
def test_any_name_and_any_note_read_back(anna: str, ben: str, note: str, by: str, trap: str) -> None:
    played = GameRecord(
        "trouble",
        (Seat("red", anna), Seat("yellow", ben)),
        entries=(
            Noted(note, by),
            Answered(Rolled((3,))),
            Noted(trap, by),
            Noted(f"{note}\n{trap}\r\n", trap),
        ),
    )
    if anna != ben:
        assert read_record(str(played)) == played
        assert read_record(str(played).replace("\n", "\r\n")) == played


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "This is no game record"),
        ("hello there", "Line 1: 'hello there' is no entry"),
        ("roll:3", "This is no game record"),
        ('[game "trouble"]\nhello there', "Line 2: 'hello there' is no entry"),
        ('[game "trouble"]\n[seat red Anna]', "Line 2: .* is no header"),
        ('[game red "trouble"]', "Line 1: .* is no header"),
        ('[game "trouble"]\n[colour "red"]', "Line 2: .* is no header"),
        ('[game "trouble"]\n[game "trouble"]', "Line 2: there is a second header for the game"),
        ('[game "\\x"]', "Line 1: Invalid"),
        ('[game "trouble"]\nnote "Anna"', "Line 2: .* is no entry"),
        ('[game "trouble"]\nroll:3 {T-2} x', "Line 2: .* is no entry"),
        ('[game "trouble"]\nroll:x', "Line 2: 'roll:x' is no answer"),
        (TEXT.replace("\nundo\n", "\nresult red yellow\nundo\n"), "Line 11: nothing follows the result"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        read_record(text)


def test_an_entry_that_does_not_follow_is_named() -> None:
    with pytest.raises(IllegalAnswerError, match=r"Entry 2: .*waits for a roll"):
        replay(record(Answered(Rolled((3,))), Answered(Move("RH4", "T0"))))
    with pytest.raises(NotationError, match="Entry 2: there is nothing before it to undo"):
        replay(record(Noted("hm", "Anna"), Undone()))
    with pytest.raises(NotationError, match=r"Entry 1: .* is no position of Trouble"):
        replay(record(SetByHand("trouble", "Anna")))


def test_a_game_that_cannot_start_says_why() -> None:
    with pytest.raises(UnknownGameError, match="'ludo' is no game"):
        GameRecord("ludo", SEATS).start()
    with pytest.raises(SeatsError):
        GameRecord("trouble", SEATS[:1]).start()
