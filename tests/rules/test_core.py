"""The words that every game speaks: answers and their text, what is awaited, the table of games."""

from __future__ import annotations

import pytest

from rules import (
    GAMES,
    PASS,
    Answer,
    Chance,
    Choice,
    Cup,
    Dice,
    Drawn,
    Move,
    NotationError,
    Over,
    Pass,
    Pick,
    PositionError,
    Rolled,
    RulesError,
    Toy,
    UnknownGameError,
    game,
    read_answer,
)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (Rolled((4,)), "roll:4"),
        (Rolled((4, 1)), "roll:4,1"),
        (Drawn("big_al"), "draw:big_al"),
        (PASS, "pass"),
        (Move("RH4", "T0"), "RH4-T0"),
        (Move("O1.2", "X3"), "O1.2-X3"),
        (Pick("left"), "left"),
        (Pick("egg", "c3"), "egg:c3"),
    ],
)
def test_an_answer_and_its_text(answer: Answer, text: str) -> None:
    assert str(answer) == text
    assert read_answer(text) == answer


@pytest.mark.parametrize(
    "text", ["", " ", "roll:", "roll:x", "roll:1,", "T0-", "-T0", "T0-T1-T2", "egg:", "Pass", "pass ", "a b"]
)
def test_what_is_no_answer(text: str) -> None:
    with pytest.raises(NotationError, match="is no answer"):
        read_answer(text)


def test_answers_are_values() -> None:
    assert Pass() == PASS
    assert (
        len({Rolled((4,)), Rolled((4,)), Move("a1", "a2"), Move("a1", "a2"), Pick("left"), PASS, Pass()}) == 4
    )


def test_a_chance_knows_what_is_legal() -> None:
    chance = Chance("Anna", "red", Dice("d6"), ((Rolled((1,)), 1), (Rolled((2,)), 1)))
    assert chance.legal(Rolled((2,)))
    assert not chance.legal(Rolled((3,)))
    assert not chance.legal(PASS)
    assert Chance("Anna", "red", Dice("d6"), (), may_pass=True).legal(PASS)


def test_a_choice_knows_what_is_legal() -> None:
    choice = Choice("Anna", "red", (Move("T0", "T3"), PASS))
    assert choice.legal(Move("T0", "T3"))
    assert choice.legal(PASS)
    assert not choice.legal(Move("T0", "T4"))


def test_dice_and_cups_are_values() -> None:
    assert Dice("d6", "red").kinds == ("d6", "red")
    assert Dice("d6") == Dice("d6") != Dice("d8")
    assert Cup({"ziggy": 1, "orbit": 2}) == Cup({"orbit": 2, "ziggy": 1})
    assert Cup({"ziggy": 1, "orbit": 2}).counts == (("orbit", 2), ("ziggy", 1))
    assert len({Dice("d6"), Dice("d6"), Cup({}), Over((("red",),))}) == 3


def test_toys_have_an_order() -> None:
    assert sorted([Toy("ziggy", "N"), Toy("orbit", "S"), Toy("orbit", "N")])[0] == Toy("orbit", "N")


def test_games_are_found_by_name() -> None:
    assert game("trouble").name == "trouble"
    with pytest.raises(
        UnknownGameError, match="'ludo' is no game that the umpire knows: there are trouble, "
    ):
        game("ludo")
    with pytest.raises(LookupError):
        game("")
    assert "trouble" in GAMES


def test_errors_carry_all_their_problems_and_fit() -> None:
    error = PositionError(["One.", "Two."])
    assert error.problems == ("One.", "Two.")
    assert str(error) == "One. Two."
    assert isinstance(error, RulesError)
    assert isinstance(error, ValueError)
