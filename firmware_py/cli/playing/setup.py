"""From flags and configuration to a game that can begin: every mistake is one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from unicodedata import category

from firmware_py.cli.games_known import rules_of
from firmware_py.cli.problems import UsageError
from firmware_py.config import TableConfig
from firmware_py.errors import ConfigError
from firmware_py.table.events import Referee, Started
from hardware.layout import Layout, layouts_of, load_layout
from rules import Game, OptionError, Seat, SeatsError
from rules.bots import BOTS, bots_apart, strength_of

__all__ = ["GameSetup", "layout_for", "set_up"]

_UNSHOWN = ("Cc", "Zl", "Zp")
"""Unicode's categories of controls and separators of lines; joiners (Cf) hold emoji together."""

_NAME_LENGTH: Final = 24
"""The most signs of a name, as on the page: longer ones leave no room for what is said of people."""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """A game that can begin.

    Attributes:
        game: its rules.
        seats: the teams and their players.
        options: the house rules that differ from the default, as text.
        layout: the board.
        referee: how strict it is with what a board camera sees.
    """

    game: Game
    seats: tuple[Seat, ...]
    options: str
    layout: Layout
    referee: Referee = "warn"

    def started(self, at: float) -> Started:
        """The event that begins it."""
        return Started(
            at=at,
            game=self.game.name,
            seats=self.seats,
            board=self.layout.seats,
            options=self.options,
            referee=self.referee,
        )


def set_up(
    config: TableConfig,
    *,
    game: str | None = None,
    board: str | None = None,
    seats: Sequence[str] = (),
    rules: Sequence[str] = (),
) -> GameSetup:
    """The game that flags and configuration ask for; a flag goes before the configuration.

    Args:
        seats: words such as "red=Anna".
        rules: words such as "pass=never".

    Raises:
        UsageError: with every problem, if flags are part of it.
        ConfigError: with every problem, if the configuration alone is to blame.
        LayoutError: if the board's layout cannot be used.
    """
    blame = UsageError if game or seats or rules else None
    played = rules_of(game or config.game)
    layout = layout_for(played, board or ("" if game and game != config.game else config.board))
    people = bots_apart(_seats(seats) if seats else _usual(config, played))
    chosen = {**(config.rules if played.name == config.game else {}), **_pairs(rules, "--rule", "pass=never")}
    options, problems = played.options.choose(), _name_problems(people)
    try:
        options = played.options.choose(chosen)
    except OptionError as error:
        problems += error.problems
    try:
        played.new(people, board=layout.seats, options=options.chosen)
    except (SeatsError, OptionError) as error:
        problems += error.problems
    if problems and blame:
        raise UsageError("\n".join(problems))
    if problems:
        raise ConfigError([f"[table] of the configuration: {problem}" for problem in problems])
    return GameSetup(played, people, str(options), layout, config.referee)


def layout_for(game: Game, board: str) -> Layout:
    """The layout named, or the usual one of the game.

    Raises:
        UsageError: if it is another game's board.
        LayoutError: if it cannot be read.
    """
    if not board and not layouts_of(game.name):
        raise UsageError(f"No board of {game.name} comes with the product: name a layout with --board.")
    layout = load_layout(board) if board else layouts_of(game.name)[0]
    if layout.game != game.name:
        raise UsageError(
            f"The board {layout.name!r} is one of {layout.game}, but {game.name} is to be played."
        )
    return layout


def _usual(config: TableConfig, game: Game) -> tuple[Seat, ...]:
    """The configured people, at their colours, or at those of a game that has others."""
    people = config.seats
    if game.name != config.game and not people.keys() <= set(game.colours):
        people = dict(zip(game.colours, people.values(), strict=False))
    return tuple(Seat(colour, name) for colour, name in people.items())


def _seats(words: Sequence[str]) -> tuple[Seat, ...]:
    """Seats from words such as "red=Anna"; whether they fit together is for the rules to say."""
    seats: list[Seat] = []
    for word in words:
        colour, equals, name = word.partition("=")
        if not equals or not colour.strip() or not name.strip():
            raise UsageError(
                f"--seat {word!r} is no seat: write the colour and the player, as in --seat red=Anna."
            )
        if name.strip().lower().startswith("bot-") and strength_of(name.strip()) is None:
            raise UsageError(f"--seat {word!r}: the bots are {', '.join(BOTS)}, or bot for the middle one.")
        seats.append(Seat(colour.strip().lower(), name.strip()))
    return tuple(seats)


def _name_problems(people: Sequence[Seat]) -> list[str]:
    """What is wrong with names: those with tabs, line breaks and terminal commands would tear every list that
    shows them, and so would long ones."""
    problems = [
        f"The name {seat.player!r} of {seat.colour} holds signs that cannot be shown: leave them out."
        for seat in people
        if any(category(letter) in _UNSHOWN for letter in seat.player)
    ]
    return problems + [
        f"The name {seat.player!r} of {seat.colour} has {len(seat.player)} letters: "
        f"shorten it to {_NAME_LENGTH} at most."
        for seat in people
        if len(seat.player) > _NAME_LENGTH
    ]


def _pairs(words: Sequence[str], flag: str, example: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        key = key.strip()
        if not equals or not key:
            raise UsageError(f"{flag} {word!r} has no value: write it as in {flag} {example}.")
        if pairs.setdefault(key, value.strip()) != value.strip():
            raise UsageError(f"{flag} {key} is given twice, as {pairs[key]} and as {value.strip()}.")
    return pairs
