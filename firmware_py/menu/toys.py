"""Which toy is put right, and what is wrong with it: its square, how it lies, or that it is there at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from firmware_py.menu.draft import Draft
from firmware_py.menu.page import Item, Moment, Page
from firmware_py.table import Fix, Say
from hardware.spaces import game_spaces
from rules import Colour, Space, Toy
from rules.gearhead.board import FACING, RULE

if TYPE_CHECKING:
    from firmware_py.menu.correct import CorrectPage

__all__ = ["ToysPage"]


@dataclass(frozen=True, slots=True)
class ToysPage:
    """Which toy of a side."""

    back: CorrectPage
    side: Colour

    @property
    def title(self) -> Say:
        """The question."""
        return Say("menu.title.which_toy", {"colour": self.side})

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """A line a toy of this side; then one that is not on the board."""
        toys = [
            Item(
                Say("menu.item.toy", {"toy": toy.kind, "at": square}),
                ToyPage(self, self.back, square, toy),
                fix=Fix(self.side, square, None),
            )
            for square, (toy, *_) in sorted(self.back.draft.pieces.items())
            if isinstance(toy, Toy) and toy.facing == FACING[self.side]
        ]
        return (*toys, Item(Say("menu.item.add_toy"), KindPage(self, self.back, self.side)))


@dataclass(frozen=True, slots=True)
class ToyPage:
    """What is wrong with a toy."""

    back: Page
    hub: CorrectPage
    square: Space
    toy: Toy

    @property
    def title(self) -> Say:
        """The toy."""
        return Say("menu.title.toy", {"toy": self.toy.kind, "at": self.square})

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """Another square; then each way in which it may lie otherwise; and that it is gone."""
        toy, draft = self.toy, self.hub.draft
        lies = {
            "turn_toy": replace(toy, facing="S" if toy.facing == "N" else "N"),
            "on_legs" if toy.flipped else "on_back": replace(toy, flipped=not toy.flipped),
            "unzap" if toy.zapped else "zap": replace(toy, zapped=not toy.zapped),
        }
        otherwise = {
            key: replace(draft, pieces={**draft.pieces, self.square: (changed,)})
            for key, changed in lies.items()
        }
        otherwise["take_off"] = draft.moved((toy,), self.square, None)
        fix = Fix(_side(toy), self.square, None)
        return (
            Item(Say("menu.item.move_toy"), ColumnPage(self, self.hub, toy, self.square), fix=fix),
            *(
                Item(Say(f"menu.item.{key}"), self.hub.after(self, changed, fix), fix=fix)
                for key, changed in otherwise.items()
                if changed.possible(moment.table)
            ),
        )


@dataclass(frozen=True, slots=True)
class KindPage:
    """Which toy is put on the board."""

    back: Page
    hub: CorrectPage
    side: Colour

    @property
    def title(self) -> Say:
        """The question."""
        return Say("menu.title.kind")

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """A line a kind that there is one of outside the board."""
        draft = self.hub.draft
        squares = islice(_free(draft, moment), 1)  # every other free square is as good
        found = [
            Item(Say("menu.item.counter", {"toy": toy.kind}), ColumnPage(self, self.hub, toy, None))
            for square in squares
            for toy in (Toy(kind, FACING[self.side]) for kind in RULE)
            if draft.moved((toy,), None, square).possible(moment.table)
        ]
        return tuple(found) or (Item(Say("menu.item.none_free"), self.hub),)


@dataclass(frozen=True, slots=True)
class ColumnPage:
    """In which column the toy belongs."""

    back: Page
    hub: CorrectPage
    toy: Toy
    origin: Space | None

    @property
    def title(self) -> Say:
        """The question."""
        return Say("menu.title.column")

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """A line a column with a free square."""
        fix = Fix(_side(self.toy), self.origin, None)
        columns = sorted({square[0] for square in _free(self.hub.draft, moment)})
        found = tuple(
            Item(Say("menu.item.column", {"column": column}), SquarePage(self, column), fix=fix)
            for column in columns
        )
        return found or (Item(Say("menu.item.none_free"), self.hub),)


@dataclass(frozen=True, slots=True)
class SquarePage:
    """On which square of a column the toy belongs."""

    back: ColumnPage
    column: str

    @property
    def title(self) -> Say:
        """The question."""
        return Say("menu.title.square")

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """A line a free square, nearest to South first."""
        hub, toy, origin = self.back.hub, self.back.toy, self.back.origin
        return tuple(
            Item(
                Say("menu.item.place", {"at": square}),
                hub.after(self, hub.draft.moved((toy,), origin, square), fix),
                fix=fix,
            )
            for square in _free(hub.draft, moment)
            if square.startswith(self.column)
            for fix in (Fix(_side(toy), origin, square),)
        )


def _free(draft: Draft, moment: Moment) -> Iterator[Space]:
    """The squares where no toy stands."""
    return (square for square in game_spaces(moment.table.game.name) if square not in draft.pieces)


def _side(toy: Toy) -> Colour:
    return next(side for side, facing in FACING.items() if facing == toy.facing)
