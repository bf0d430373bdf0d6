"""A whole evening by three buttons."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from firmware_py.menu import Button
from firmware_py.table import Phase, wants
from firmware_py.table.events import Answered, DiceGiven, RefereeSet, Started
from rules import Choice, Move
from tests.firmware_py.menu.hands import HOUSE, WORDS, Hands


def test_a_game_is_set_up_with_three_buttons() -> None:
    hands = Hands()
    hands.begin()
    started = hands.table.started
    assert started is not None
    assert [(seat.colour, seat.player) for seat in started.seats] == [("red", "Anna"), ("yellow", "Ben")]
    assert started.options == "pass=never"
    assert hands.view.menu is None


def test_players_and_house_rules_are_shown_and_changed_before_the_first_pop() -> None:
    hands = Hands()
    hands.hold()
    hands.pick("New game")
    hands.pick("Trouble")
    assert hands.lines == ["Next: house rules", "Red: Anna", "Blue: -", "Yellow: Ben", "Green: -"]
    hands.pick("Blue")
    hands.pick("Blue")
    hands.pick("Yellow")
    hands.pick("Next")
    assert "Declining to move: never" in hands.lines
    hands.pick("Declining")
    hands.click(Button.UNDO)
    assert "Yellow: Player 3" in hands.lines
    hands.pick("Next")
    hands.pick("Start")
    started = hands.table.started
    assert started is not None
    assert {seat.colour: seat.player for seat in started.seats} == {
        "red": "Anna", "blue": "Ben", "yellow": "Player 3",
    }  # fmt: skip
    assert "pass=never" not in started.options


@pytest.mark.parametrize("game", ["Trouble", "Headache", "Gearhead"])
def test_every_game_can_be_set_up(game: str) -> None:
    hands = Hands()
    hands.begin(game)
    assert hands.table.started is not None
    assert hands.table.started.game == game.lower()


def test_choose_walks_through_the_moves_and_confirm_makes_one() -> None:
    hands = Hands()
    hands.begin()
    rng = random.Random(1)
    for _ in range(400):
        awaits = hands.table.state.awaits
        if isinstance(awaits, Choice) and len(awaits.options) > 2:
            break
        if isinstance(awaits, Choice):
            hands.click(Button.CONFIRM)
        else:
            hands.table = hands.table.after(DiceGiven(at=1.0, faces=(rng.randint(1, 6),)))
    options = hands.view.options
    hands.click(Button.CHOOSE, Button.CHOOSE)
    assert hands.view.selected == 2
    hands.click(Button.CONFIRM)
    answered = hands.told[-1]
    assert isinstance(answered, Answered)
    assert answered.answer == options[2].answer
    assert hands.view.selected == 0


def test_a_die_is_entered_by_hand() -> None:
    hands = Hands()
    hands.begin()
    hands.hold()
    hands.pick("Die by hand")
    assert hands.lines == ["1", "2", "3", "4", "5", "6"]
    hands.pick("4")
    given = next(event for event in hands.told if isinstance(event, DiceGiven))
    assert given.faces == (4,)


def test_both_dice_of_headache_are_entered_by_hand() -> None:
    hands = Hands()
    hands.begin("Headache")
    hands.panel, events = hands.panel.dice_by_hand(hands.moment)
    if not events:  # a choice without an alternative comes first
        hands.click(Button.CONFIRM)
        hands.hold()
        hands.pick("Die by hand")
    for event in events:
        hands.table = hands.table.after(event)
    kinds = wants(hands.table).dice
    assert kinds is not None
    for kind in kinds.kinds:
        hands.pick("Red dot" if kind == "red" else "5")
    given = next(event for event in hands.told if isinstance(event, DiceGiven))
    assert given.faces == tuple(1 if kind == "red" else 5 for kind in kinds.kinds)


def test_a_refused_move_can_stand() -> None:
    hands = Hands()
    hands.begin()
    hands.table = hands.table.after(DiceGiven(at=1.0, faces=(6,)))
    for face in (3, 6, 2, 6):
        if not isinstance(hands.table.state.awaits, Choice):
            hands.table = hands.table.after(DiceGiven(at=1.0, faces=(face,)))
    hands.table = hands.table.after(Answered(at=1.0, answer=Move("RH4", "RF3")))
    assert hands.view.phase is Phase.ILLEGAL_MOVE
    hands.hold()
    assert hands.lines[0] == "Accept as it stands"
    hands.click(Button.UNDO, Button.UNDO)
    assert hands.view.phase is not Phase.ILLEGAL_MOVE


def test_no_button_chooses_a_move_that_the_display_does_not_show() -> None:
    hands = Hands()
    hands.begin()
    for face in (6, 3, 6, 2, 6):
        if not isinstance(hands.table.state.awaits, Choice):
            hands.table = hands.table.after(DiceGiven(at=1.0, faces=(face,)))
    hands.table = hands.table.after(Answered(at=1.0, answer=Move("RH4", "RF3")))
    ply = hands.view.ply
    hands.click(Button.CONFIRM)
    assert (hands.view.ply, hands.lines[:2]) == (ply, ["Accept as it stands", "Home to T0"])
    hands.pick("Home to T0")
    assert hands.view.pieces["T0"] == ("red",)


def test_the_referee_is_made_strict_and_mild() -> None:
    hands = Hands()
    hands.begin()
    for level in ("strict", "coach", "warn"):
        hands.hold()
        hands.pick("Referee: ")
        told = hands.told[-2]
        assert isinstance(told, RefereeSet)
        assert (told.level, hands.table.referee, hands.view.referee) == (level, level, level)
        assert hands.view.verdict is not None
        assert hands.view.verdict.key == f"table.verdict.referee_{level}"


def test_pausing_and_resuming() -> None:
    hands = Hands()
    hands.begin()
    hands.hold()
    hands.pick("Pause")
    assert hands.view.phase is Phase.PAUSED
    hands.click(Button.CONFIRM)
    assert hands.view.phase is Phase.WAITING_FOR_POP


def test_ending_a_game_is_asked_for_twice() -> None:
    hands = Hands()
    hands.begin()
    hands.hold()
    hands.pick("End the game")
    hands.click(Button.CONFIRM)
    assert hands.view.phase is Phase.WAITING_FOR_POP
    hands.hold()
    hands.pick("End the game")
    hands.pick("Yes")
    assert hands.view.phase is Phase.OVER


def test_undo_goes_back_page_by_page_and_holding_closes() -> None:
    hands = Hands()
    hands.hold()
    hands.pick("New game")
    hands.pick("Trouble")
    hands.click(Button.UNDO, Button.UNDO)
    assert hands.lines[0] == "New game"
    hands.hold()
    assert hands.view.menu is None


def test_what_is_entered_meanwhile_closes_the_menu() -> None:
    hands = Hands()
    hands.begin()
    hands.hold()
    hands.table = hands.table.after(DiceGiven(at=1.0, faces=(3,)))
    assert hands.view.menu is None
    before = len(hands.told)
    hands.hold()
    assert hands.view.menu is not None
    assert len(hands.told) == before + 1


def test_an_entry_that_changed_under_the_finger_is_not_taken() -> None:
    hands = Hands()
    hands.begin()
    hands.hold()
    assert hands.lines[0] == "Die by hand"
    seen = hands.view
    hands.table = hands.table.after(Answered(at=1.0, answer=Move("RF4", "RF3")))
    panel, events = hands.panel.clicked(Button.CONFIRM, hands.moment)
    assert seen.menu is not None
    assert all(not isinstance(event, Started | DiceGiven | Answered) for event in events)
    assert panel.page is not None


def test_every_sentence_of_the_menu_fits() -> None:
    for key, entry in WORDS.entries("menu").items():
        assert len(entry.get("short", "")) <= 42, key


def test_the_address_of_the_page_is_shown_from_the_menu() -> None:
    hands = Hands(replace(HOUSE, page="http://192.168.1.5:8080/"))
    hands.hold()
    hands.click(*[Button.CHOOSE] * hands.lines.index("Page for phones"), Button.CONFIRM)
    shown = hands.view.address
    assert shown is not None
    assert (shown.where, shown.until) == ("http://192.168.1.5:8080/", 61.0)
    assert hands.view.menu is None
    without = Hands()
    without.hold()
    assert "Page for phones" not in without.lines
