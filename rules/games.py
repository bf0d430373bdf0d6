"""The table of games: the one place that knows which games there are.

To add a game, write a package with a module-level `GAME` that fulfils `rules.core.Game`, and add a line here.
"""

from __future__ import annotations

from importlib import import_module

from rules.core import Game
from rules.errors import UnknownGameError

__all__ = ["GAMES", "game"]

GAMES: dict[str, str] = {
    "trouble": "rules.trouble",
    "headache": "rules.headache",
    "gearhead": "rules.gearhead",
}


def game(name: str) -> Game:
    """The rules of a game by its name.

    Raises:
        UnknownGameError: if the table does not have it.
    """
    if name not in GAMES:
        raise UnknownGameError(
            "{what} is no game that the umpire knows: there are {games}.", what=repr(name), games=tuple(GAMES)
        )
    found: Game = import_module(GAMES[name]).GAME
    return found
