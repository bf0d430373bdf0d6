"""A toy's action: a script that asks for dice and decisions as it goes.

Each toy's rules are a generator in `rules.gearhead.toys` that works on an `Action`. It yields what it
needs (`NeedDice`, `NeedChoice`) and is sent the answer. A generator cannot be kept in an immutable state, so
a state keeps the board on which the action began and the answers so far, and the script is run again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from rules.core import Answer, Colour, Pick, Rolled, Space
from rules.gearhead.board import RULE, Kind
from rules.gearhead.field import Field

__all__ = ["Action", "Need", "NeedChoice", "NeedDice", "Perform", "Script"]


@dataclass(frozen=True, slots=True)
class NeedDice:
    """Dice to roll.

    Attributes:
        kinds: such as ("d6",) or ("d8", "d8").
        why: the toy's name (its own table), spaces (1D6 spaces), appear (Presto), or punch_far.
        colour: who rolls.
        toy, at: the toy for which he rolls, and where it stands.
    """

    kinds: tuple[str, ...]
    why: str
    colour: Colour
    toy: Kind
    at: Space


@dataclass(frozen=True, slots=True)
class NeedChoice:
    """A decision.

    Attributes:
        options: what can be chosen.
        why: side, second, pound, explode, egg, wind, punch or zap.
        colour: who chooses.
        toy, at: the toy that does it, and where it stands.
    """

    options: tuple[Pick, ...]
    why: str
    colour: Colour
    toy: Kind
    at: Space


Need: TypeAlias = NeedDice | NeedChoice
Script: TypeAlias = Generator[Need, Answer, None]
Perform: TypeAlias = Callable[["Action"], Script]


class Action:
    """A toy on the move.

    Attributes:
        field: the board, to be worked on.
        at: where the toy stands; None once it has left the board.
        kind: which toy it is.
        rule: the number of its rule.
        facing: how it faced when its action began.
        chooser: who makes its choices.
        turned: whether its own bump has turned it round (G-22).
        perform: runs the action of any toy; Handy needs it for the toy that he winds.
    """

    __slots__ = ("_told", "at", "chooser", "facing", "field", "kind", "perform", "rule", "turned")

    def __init__(self, field: Field, at: Space, chooser: Colour, perform: Perform) -> None:
        toy = field.toys[at]
        self.field = field
        self.at: Space | None = at
        self.kind: Kind = toy.kind
        self.rule = RULE[toy.kind]
        self.facing = toy.facing
        self.chooser = chooser
        self.turned = False
        self._told: Space | None = at
        self.perform = perform

    # -- what a toy needs to know ------------------------------------------------------------------------

    def roll(self, die: str, why: str | None = None) -> Generator[Need, Answer, int]:
        """Roll one die: "d6", "d8" or "d3"; without `why`, for the toy's own table."""
        (face,) = yield from self._roll((die,), why or self.kind)
        return face

    def roll_pair(self, die: str, why: str) -> Generator[Need, Answer, tuple[int, int]]:
        """Roll two dice of a kind together."""
        first, second = yield from self._roll((die, die), why)
        return first, second

    def _roll(self, dice: tuple[str, ...], why: str) -> Generator[Need, Answer, tuple[int, ...]]:
        assert self.at is not None
        answer = yield NeedDice(dice, why, self.chooser, self.kind, self.at)
        assert isinstance(answer, Rolled)
        faces = ",".join(map(str, answer.faces))
        self.field.tell(self.rule, "rolled", colour=self.chooser, faces=faces, toy=self.kind, at=self.at)
        return answer.faces

    def choose(self, why: str, *words: str) -> Generator[Need, Answer, str]:
        """Let the player choose a word; a single one is asked for too, so that the record tells all."""
        return (yield from self._choose(why, tuple(map(Pick, words)))).word

    def choose_square(
        self, word: str, squares: Iterable[Space], *, decline: str | None = None
    ) -> Generator[Need, Answer, Space | None]:
        """Let the player choose a square, or `decline` where a word for that is given."""
        options = [Pick(word, square) for square in squares]
        if decline is not None:
            options.append(Pick(decline))
        return (yield from self._choose(word, tuple(options))).at

    def _choose(self, why: str, options: tuple[Pick, ...]) -> Generator[Need, Answer, Pick]:
        assert self.at is not None
        answer = yield NeedChoice(options, why, self.chooser, self.kind, self.at)
        assert isinstance(answer, Pick)
        return answer

    # -- what becomes of it ------------------------------------------------------------------------------

    @property
    def ends_on(self) -> Space | None:
        """Where the toy makes its end-of-move action; None if it has left the board or lost it (G-A11c)."""
        return None if self.turned and self.field.options["action_lost"] else self.at

    def leave(self, edge: str) -> None:
        """The toy goes off over an end of the board (G-6)."""
        assert self.at is not None
        self.tell_moved()
        self.field.leave(self.at, edge)
        self.at = None

    def destroy(self, rule: str) -> None:
        """The toy is destroyed."""
        assert self.at is not None
        self.tell_moved()
        self.field.destroy(self.at, rule)
        self.at = None

    def go(self, target: Space) -> None:
        """The toy goes to another square, untold: a whole move is told once (`tell_moved`)."""
        assert self.at is not None
        self.field.move(self.at, target)
        self.at = target

    def tell_moved(self) -> None:
        """Tell of the steps that the toy has gone since this was last told, if any."""
        origin, self._told = self._told, self.at
        if self.at != origin:
            facts = {"colour": self.chooser, "toy": self.kind, "origin": origin, "target": self.at}
            self.field.tell(self.rule, "moved", **facts)
