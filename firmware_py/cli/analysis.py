"""What the players' chances were, and what they had better done: for `umpire games show`."""

from __future__ import annotations

import random
from collections.abc import Iterator

from firmware_py.table import Table
from firmware_py.view.options import option_views
from firmware_py.words import Words
from rules import PASS, Choice, Colour, Over, State
from rules.bots import decide
from rules.odds import odds

__all__ = ["Analyst"]

_AT_EVERY_TURN = 300
_WHERE_IT_STANDS = {"vector": 2000, "plain": 20}
"""How many games are played, by the engine that can play them: quick, or the game's own."""


class Analyst:
    """Follows a game that is played back and says each player's chance, and the best of his options.

    Chances are those of players who move at random. Where only the game's own slow engine knows the game
    and its house rules, they are told just of the moment where the game stands. The best option is the one
    that the strongest bot would choose, who never declines to move.

    Args:
        words: the catalogue.
        chances: whether to say the chances, as each turn begins.
        hints: whether to say the best option, at each decision.
        seed: the same seed gives the same figures.
    """

    def __init__(self, words: Words, *, chances: bool, hints: bool, seed: int) -> None:
        self._words, self._chances, self._hints = words, chances, hints
        self._rng = random.Random(seed)
        self._turn: Colour | None = None
        self._hinted: State | None = None
        self._engine: str | None = None

    def lines(self, table: Table, *, last: bool) -> Iterator[str]:
        """What there is to say of this moment; `last` if the game stands here."""
        if table.started is None or table.aborted or isinstance(table.state.awaits, Over):
            return
        state, turn = table.state, table.state.awaits.colour
        if self._chances and (last or turn != self._turn):
            if self._engine is None:
                self._engine = odds(state, self._rng, 1).engine
            if self._engine == "vector" or last:
                yield self._chances_line(state, last)
        if self._hints and state != self._hinted and _is_open(state):
            yield self._hint_line(table)
        self._turn, self._hinted = turn, state

    def _chances_line(self, state: State, last: bool) -> str:
        games = _WHERE_IT_STANDS[str(self._engine)] if last else _AT_EVERY_TURN
        found = odds(state, self._rng, games)
        people = {seat.player: found.chances[seat.colour] for seat in state.seats}
        error = max(map(found.error, found.chances))
        told = ", ".join(f"{player} {chance:.0%}" for player, chance in people.items())
        return f"   Chances: {told} (give or take {2 * error:.0%}, by {games} random games)"

    def _hint_line(self, table: Table) -> str:
        found = decide(table.state, "playouts", self._rng)
        best = next(option.say for option in option_views(table) if option.answer == found)
        told = self._words.say(best.key, best.facts).rstrip(".")
        return f"   Best: {told} (so the strongest bot would play)"


def _is_open(state: State) -> bool:
    """Whether there is more to choose than to move or not."""
    return isinstance(state.awaits, Choice) and len({*state.awaits.options} - {PASS}) > 1
