"""Setting the position right with three buttons: whose man, which, where to, and once all stands right, done.

The pages pass a draft on; the table hears of it when it is confirmed. Undo goes back a step, and a held
button leaves everything as it was.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_py.menu.draft import Draft
from firmware_py.menu.men import MenPage
from firmware_py.menu.page import BUTTONS, Item, Moment, Page
from firmware_py.menu.toys import ToysPage
from firmware_py.table import Fix, Say
from firmware_py.table.events import Corrected
from firmware_py.table.toys import has_toys
from rules import Colour

__all__ = ["CorrectPage"]


@dataclass(frozen=True, slots=True)
class CorrectPage:
    """Whose piece is to be put right, and whether all stands right.

    Attributes:
        draft: the position so far.
        back: the page before, or the last step.
        changed: whether the draft differs from the table's position.
        fix: the piece that was put right last.
    """

    draft: Draft
    back: Page
    changed: bool = False
    fix: Fix | None = None

    @property
    def title(self) -> Say:
        """The question."""
        return Say("menu.title.right" if self.changed else "menu.title.whose")

    def after(self, step: Page, draft: Draft, fix: Fix | None = None) -> CorrectPage:
        """This page once a step has changed the draft."""
        return replace(self, draft=draft, back=step, changed=True, fix=fix)

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """Done, once there is a change; a line a team; whose turn it is; and the way out."""
        events = (self._corrected(moment),)
        done = (Item(Say("menu.item.so_it_stands"), events=events, hint=self._last, fix=self.fix),)
        turns = self.draft.turns(moment.table)
        turn = self.draft.turn if self.draft.turn in turns else next(iter(turns), self.draft.turn)
        return (
            *(done if self.changed else ()),
            *(
                Item(_seat("seat", seat.seat.colour, moment), self._whose(seat.seat.colour, moment))
                for seat in moment.view.seats
            ),
            Item(_seat("turn", turn, moment), TurnPage(self)),
            Item(Say("menu.item.leave_it")),
        )

    @property
    def _last(self) -> Say | None:
        """What was changed last, if a piece has gone from one place to another."""
        if self.fix is None or self.fix.origin is None or self.fix.target is None:
            return None
        return Say("table.option.move", {"origin": self.fix.origin, "target": self.fix.target})

    def _whose(self, colour: Colour, moment: Moment) -> Page:
        return ToysPage(self, colour) if has_toys(moment.table) else MenPage(self, colour)

    def _corrected(self, moment: Moment) -> Corrected:
        position = self.draft.position(moment.table)
        return Corrected(at=moment.at, by=BUTTONS, ply=moment.view.ply, position=position)


@dataclass(frozen=True, slots=True)
class TurnPage:
    """Whose turn it is in the position that is set by hand."""

    back: CorrectPage

    @property
    def title(self) -> Say:
        """The question."""
        return Say("menu.title.turn")

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """A line a team that may have it."""
        draft = self.back.draft
        return tuple(
            Item(_seat("seat", turn, moment), self.back.after(self, replace(draft, turn=turn)))
            for turn in draft.turns(moment.table)
        )


def _seat(key: str, colour: Colour, moment: Moment) -> Say:
    player = next((seat.seat.player for seat in moment.view.seats if seat.seat.colour == colour), colour)
    return Say(f"menu.item.{key}", {"colour": colour, "player": player})
