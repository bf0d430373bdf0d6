"""The generic suite: random games of every game, by every house rule, checked at every step."""

from __future__ import annotations

import random

import pytest

from rules import GAMES, Over
from tests.rules import generic
from tests.rules.generic import Setting


@pytest.mark.parametrize("setting", list(generic.settings()))
def test_a_random_game(setting: Setting) -> None:
    rng = random.Random(str(setting))
    states, answers = generic.play(setting.record().start(), rng)
    assert isinstance(states[-1].awaits, Over)
    closely = {*range(generic.CLOSELY), *rng.sample(range(len(states)), min(len(states), generic.CLOSELY))}
    for number, state in enumerate(states):
        if number in closely or number == len(states) - 1:
            generic.check_state(setting.rules, state)
    generic.check_census(setting, states)
    generic.check_record(setting, states, answers)


@pytest.mark.parametrize("name", GAMES)
def test_the_usual_board_has_the_spaces_that_layouts_place(name: str) -> None:
    if not generic.present(name):
        pytest.skip(f"{GAMES[name]} is not there yet")
    from hardware.spaces import game_spaces
    from rules import game

    assert sorted(game(name).spaces()) == sorted(game_spaces(name))
