"""How the modules of a package become one game.

Every game is a package whose modules carry the same names (`setup`, `referee`, `seen`, `notation`, `neutral`)
and whose functions do too. Here they are put together to what the table of games offers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.core import Answer, Colour, Pieces, Ruling, Space, State
from rules.options import OptionTable

__all__ = ["PackagedGame"]

S = TypeVar("S", bound=State)


@dataclass(slots=True, kw_only=True)
class PackagedGame(Generic[S]):
    """The rules of a game, as `rules.core.Game`; `S` is its kind of state.

    Attributes:
        name: its name in the table of games.
        colours: its teams, in their usual order.
        options: its house rules.
        squares: the name of every space that a layout must place.
        new, from_pieces, to_text, from_text, legal, from_neutral: see `rules.core.Game`.
        judge: the ruling on an answer.
        explain_pieces: the ruling on the pieces as they now stand.
    """

    name: str
    colours: tuple[Colour, ...]
    options: OptionTable
    squares: tuple[Space, ...]
    new: Callable[..., S]
    judge: Callable[[S, Answer], Ruling]
    explain_pieces: Callable[[S, Pieces], Ruling]
    from_pieces: Callable[[S, Pieces, Colour], S]
    to_text: Callable[[S], str]
    from_text: Callable[[str], S]
    legal: Callable[[Mapping[str, Any]], dict[str, Any]]
    from_neutral: Callable[..., S]

    def spaces(self) -> tuple[Space, ...]:
        """The name of every space that a layout of this game must place."""
        return self.squares

    def explain(self, state: S, attempted: Answer | Pieces) -> Ruling:
        """The ruling on an answer, or on the pieces as they now stand."""
        if isinstance(attempted, Mapping):
            return self.explain_pieces(state, attempted)
        return self.judge(state, attempted)
