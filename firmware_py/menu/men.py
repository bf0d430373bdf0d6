"""Which man is put right, and where he belongs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from firmware_py.menu.draft import Lifted, places, standing, starts
from firmware_py.menu.page import Item, Moment, Page
from firmware_py.table import Fix, Say
from rules import Colour, Fact, Space

if TYPE_CHECKING:
    from firmware_py.menu.correct import CorrectPage

__all__ = ["MenPage"]


@dataclass(frozen=True, slots=True)
class MenPage:
    """Which man of a team: each is named by where he stands."""

    back: CorrectPage
    colour: Colour

    @property
    def title(self) -> Say:
        """The question."""
        return Say("menu.title.which_man", {"colour": self.colour})

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """A line a place where one of them can be taken in hand; the way back if there is none."""
        found = standing(self.back.draft, self.colour, moment.table)
        return tuple(map(self._item, found)) or (Item(Say("menu.item.none_free"), self.back),)

    def _item(self, space: Space | None) -> Item:
        fix = Fix(self.colour, space, None)
        stack = () if space is None else self.back.draft.pieces[space]
        if len(stack) > 1:
            say = Say("menu.item.stack", {"at": space, "count": len(stack) - 1})
            return Item(say, StackPage(self, str(space), stack), fix=fix)
        return Item(_place(space), PlacePage(self, self.back, (self.colour,), space), fix=fix)


@dataclass(frozen=True, slots=True)
class StackPage:
    """Whether a man goes with those below him."""

    back: MenPage
    space: Space
    stack: Lifted

    @property
    def title(self) -> Say:
        """The question."""
        return Say("menu.title.stack", {"at": self.space})

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """All of them comes first."""
        fix = Fix(self.back.colour, self.space, None)
        return tuple(
            Item(Say(f"menu.item.{key}"), PlacePage(self, self.back.back, lifted, self.space), fix=fix)
            for key, lifted in (("whole_stack", self.stack), ("top_alone", self.stack[-1:]))
        )


@dataclass(frozen=True, slots=True)
class PlacePage:
    """Where the men in hand belong."""

    back: Page
    hub: CorrectPage
    lifted: Lifted
    origin: Space | None

    @property
    def title(self) -> Say:
        """The question, with where they stand."""
        if self.origin is None:
            return Say("menu.title.enter", {"colour": self._colour})
        return Say("menu.title.place", {"colour": self._colour, "origin": self.origin})

    @property
    def _colour(self) -> Colour:
        return str(self.lifted[-1])

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """A line a place, the likeliest first: home, START, and on from where they stand."""
        draft, of = self.hub.draft, starts(moment.table)
        found = []
        for space in places(draft, self.lifted, self.origin, moment.table):
            fix = Fix(self._colour, self.origin, space)
            below = tuple(map(str, draft.pieces.get(space or "", ())))
            found.append(
                Item(
                    _place(space, of.get(space or "")),
                    self.hub.after(self, draft.moved(self.lifted, self.origin, space), fix),
                    hint=Say("menu.hint.onto", {"captured": below}) if below else None,
                    fix=fix,
                )
            )
        return tuple(found) or (Item(Say("menu.item.none_free"), self.hub),)


def _place(space: Space | None, start: Colour | None = None) -> Say:
    """A place by its name, and whose START it is."""
    if space is None:
        return Say("menu.item.off_board")
    facts: dict[str, Fact] = {"at": space}
    if start is None:
        return Say("menu.item.place", facts)
    return Say("menu.item.place_start", {**facts, "colour": start})
