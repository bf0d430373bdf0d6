"""From flags and configuration to a game: mistakes are told."""

from __future__ import annotations

import pytest

from firmware_py.cli.playing.setup import set_up
from firmware_py.cli.problems import UsageError
from firmware_py.cli.setup import players_in_words, words_of
from firmware_py.config import Config, TableConfig
from firmware_py.errors import ConfigError
from firmware_py.words import Words
from hardware.errors import LayoutError
from rules import Seat

USUAL = TableConfig()


def test_without_flags_two_players_sit_down_to_trouble() -> None:
    setup = set_up(USUAL)
    assert (setup.game.name, setup.layout.name) == ("trouble", "trouble")
    assert [seat.colour for seat in setup.seats] == ["red", "yellow"]
    started = setup.started(3.0)
    assert (started.at, started.board, started.options) == (3.0, setup.layout.seats, "")


def test_flags_replace_seats_and_add_rules() -> None:
    config = TableConfig(rules={"pass": "never", "enter_on": [1, 6]})
    setup = set_up(config, seats=["Blue= Ben ", "red=Anna=Maria"], rules=["pass=on_six_only"])
    assert setup.seats == (Seat("blue", "Ben"), Seat("red", "Anna=Maria"))
    assert setup.options == "pass=on_six_only enter_on=1,6"


def test_two_teams_a_player() -> None:
    setup = set_up(USUAL, seats=["red=Anna", "yellow=Anna", "blue=Ben", "green=Ben"])
    assert len(setup.seats) == 4


def test_every_game_has_its_usual_board() -> None:
    assert set_up(USUAL, game="headache").layout.name == "headache"
    assert set_up(USUAL, game="gearhead", seats=["south=A", "north=B"]).layout.game == "gearhead"
    assert set_up(USUAL, board="kimble").started(0.0).board == ("blue", "yellow", "green", "red")


def test_the_usual_people_sit_down_at_the_sides_of_another_game() -> None:
    seats = set_up(TableConfig(), game="gearhead").seats
    assert [(seat.colour, seat.player) for seat in seats] == [("south", "Player 1"), ("north", "Player 2")]
    assert [seat.colour for seat in set_up(TableConfig(), game="headache").seats] == ["red", "yellow"]


def test_another_games_house_rules_are_left_out() -> None:
    assert set_up(TableConfig(rules={"pass": "never"}), game="headache").options == ""


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        ({"seats": ["red=Anna", "red=Ben"]}, ["red is taken"]),
        ({"seats": ["red=Anna"]}, ["2 to 4", "not 1"]),
        ({"seats": ["red=Anna", "yellow=Anna"]}, ["2 to 4", "not 1"]),
        ({"seats": ["red=A", "blue=B", "green=C", "yellow=D", "pink=E"]}, ["not 5", "pink"]),
        ({"seats": ["purple=A", "red=B"]}, ["purple", "red, blue, yellow and green"]),
        ({"seats": ["red"]}, ["--seat 'red'", "--seat red=Anna"]),
        ({"seats": ["=Anna"]}, ["'=Anna'"]),
        ({"seats": ["red="]}, ["'red='"]),
        ({"rules": ["foo=1"]}, ["foo", "pass"]),
        ({"rules": ["pass=maybe"]}, ["pass=maybe", "always"]),
        ({"rules": ["pass"]}, ["has no value"]),
        ({"rules": ["pass=never", "pass=always"]}, ["twice"]),
        ({"rules": ["max_extra_pops=1", "three_sixes_lose_turn=yes"]}, ["contradict"]),
        ({"seats": ["purple=A", "red=B"], "rules": ["pass=maybe"]}, ["purple", "pass=maybe"]),
        ({"seats": [f"red={'A' * 25}", "blue=B"]}, ["of red has 25 letters", "24 at most"]),
        ({"game": "chess"}, ["chess", "trouble"]),
        ({"game": "gearhead", "seats": ["red=A", "yellow=B"]}, ["red"]),
        ({"board": "chessboard"}, ["chessboard", "gearhead"]),
    ],
)
def test_wrong_flags_are_told(flags: dict[str, list[str]], words: list[str]) -> None:
    with pytest.raises(UsageError) as caught:
        set_up(USUAL, **flags)  # type: ignore[arg-type]
    assert all(word in str(caught.value) for word in words)


def test_a_wrong_configuration_is_told_as_such() -> None:
    with pytest.raises(ConfigError, match=r"\[table\] of the configuration: 2 to 4 .* not 1"):
        set_up(TableConfig(seats={"red": "Anna"}))


def test_everything_that_cannot_be_played_is_told_at_once() -> None:
    config = TableConfig(seats={"red": "A" * 25, "purple": "B"}, rules={"pass": "foo"})
    with pytest.raises(ConfigError) as caught:
        set_up(config)
    for problem in ("25 letters", "purple", "pass=foo"):
        assert any(problem in line for line in caught.value.problems)
    assert set_up(TableConfig(seats={"red": "A" * 24, "blue": "B"})).seats[0].player == "A" * 24


def test_a_board_that_is_not_there_is_told() -> None:
    with pytest.raises(LayoutError, match="nowhere"):
        set_up(USUAL, board="nowhere")


# -- the language ------------------------------------------------------------------------------------


def test_the_flag_goes_before_the_configuration_and_that_before_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "fi_FI.UTF-8")
    assert words_of(Config()).language == "fi"
    assert words_of(Config(language="de")).language == "de"
    assert words_of(Config(language="de"), "fr").language == "fr"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert words_of(Config()).language == "en"


def test_players_without_names_are_numbered_in_the_language() -> None:
    french = players_in_words(Config(), Words("fr"))
    assert french.table.seats == {"red": "Joueur 1", "yellow": "Joueur 2"}
    assert players_in_words(Config(), Words()) == Config()
    named = Config(table=TableConfig(seats={"red": "Anna", "blue": "Ben"}))
    assert players_in_words(named, Words("fr")) == named
