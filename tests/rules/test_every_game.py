"""The generic suite: random games of every game, by every house rule, checked at every step."""

from __future__ import annotations

import pytest

from rules import GAMES
from tests.rules import generic
from tests.rules.generic import Setting


@pytest.mark.parametrize("setting", list(generic.settings()))
def test_a_random_game(setting: Setting) -> None:
    generic.check_game(setting)


@pytest.mark.parametrize("name", GAMES)
def test_the_usual_board_has_the_spaces_that_layouts_place(name: str) -> None:
    from hardware.spaces import game_spaces
    from rules import game

    assert sorted(game(name).spaces()) == sorted(game_spaces(name))
