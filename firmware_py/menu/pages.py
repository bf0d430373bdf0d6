"""The pages of the menu: each is a value that knows its entries, and what follows when one is confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from firmware_py.menu.correct import CorrectPage
from firmware_py.menu.draft import Draft
from firmware_py.menu.house import next_value, option_value
from firmware_py.menu.page import BUTTONS, Item, Moment, Page
from firmware_py.table import Address, Phase, Say
from firmware_py.table.events import (
    Aborted,
    Accepted,
    AddressShown,
    Answered,
    DiceGiven,
    Paused,
    Referee,
    RefereeSet,
    Resumed,
    Started,
    Undone,
)
from rules import PASS, Answer, Drawn, Seat
from rules import game as game_of
from rules.dice import RED, die_faces
from rules.options import write_value

__all__ = [
    "DicePage",
    "DrawPage",
    "EndPage",
    "GamePage",
    "MainPage",
    "RulesPage",
    "SeatsPage",
]

_ADDRESS_SECONDS = 60.0
"""How long the page's address is shown when somebody asks for it."""

_NEXT_LEVEL: Mapping[str, Referee] = {"coach": "warn", "warn": "strict", "strict": "coach"}


@dataclass(frozen=True, slots=True)
class MainPage:
    """What can be done at this moment."""

    @property
    def title(self) -> Say:
        """The menu."""
        return Say("menu.title.menu")

    @property
    def back(self) -> None:
        """There is nothing before it."""
        return

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """The acts that the phase allows, then the games."""
        view, at = moment.view, moment.at
        acts: list[Item] = []
        if view.phase in (Phase.SETTING_UP, Phase.OVER):
            acts.append(Item(Say("menu.item.new_game"), GamePage()))
        if view.may_accept:
            accepted = Accepted(at=at, by=BUTTONS, ply=view.ply)
            acts.append(Item(Say("menu.item.accept"), events=(accepted,)))
        if view.phase in (Phase.ILLEGAL_MOVE, Phase.CORRECTION):
            # Elsewhere the display lists them itself; to pass has its own line.
            chosen = [option for option in view.options if option.answer != PASS]
            acts += [Item(option.say, events=(_answered(moment, option.answer),)) for option in chosen]
        if moment.wants.dice is not None:
            acts.append(Item(Say("menu.item.die_by_hand"), DicePage(moment.wants.dice.kinds)))
        if moment.wants.draw is not None:
            kinds = tuple(kind for kind, _ in moment.wants.draw.counts)
            acts.append(Item(Say("menu.item.draw_by_hand"), DrawPage(kinds)))
        if view.may_pass:
            acts.append(Item(Say("menu.item.pass"), events=(_answered(moment, PASS),)))
        if view.may_undo:
            undone = Undone(at=at, by=BUTTONS, ply=view.ply, pending=view.pending)
            acts.append(Item(Say("menu.item.undo"), events=(undone,)))
        if moment.table.started is not None and not moment.table.aborted:
            acts.append(Item(Say("menu.item.correct"), CorrectPage(Draft.of(moment.table), self)))
        if view.phase not in (Phase.SETTING_UP, Phase.OVER):
            level = _NEXT_LEVEL[view.referee]
            told = RefereeSet(at=at, by=BUTTONS, ply=view.ply, level=level)
            acts.append(Item(Say(f"menu.item.referee_{level}"), events=(told,)))
        if view.phase is Phase.PAUSED:
            acts.append(Item(Say("menu.item.resume"), events=(Resumed(at=at, by=BUTTONS, ply=view.ply),)))
        elif view.phase not in (Phase.SETTING_UP, Phase.OVER):
            acts.append(Item(Say("menu.item.pause"), events=(Paused(at=at, by=BUTTONS, ply=view.ply),)))
        if view.phase not in (Phase.SETTING_UP, Phase.OVER):
            acts.append(Item(Say("menu.item.end"), EndPage()))
        if moment.house.page:
            address = Address(moment.house.page, view.ply, at + _ADDRESS_SECONDS)
            acts.append(Item(Say("menu.item.address"), events=(AddressShown(at=at, address=address),)))
        return (*acts, Item(Say("menu.item.close")))


def _answered(moment: Moment, answer: Answer) -> Answered:
    return Answered(at=moment.at, by=BUTTONS, ply=moment.view.ply, answer=answer)


@dataclass(frozen=True, slots=True)
class GamePage:
    """Which game is played next."""

    @property
    def title(self) -> Say:
        """The game."""
        return Say("menu.title.game")

    @property
    def back(self) -> Page:
        """The menu."""
        return MainPage()

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """A game for every board there is."""
        house = moment.house
        return tuple(
            Item(
                Say("menu.item.game", {"game": game}),
                SeatsPage(game, house.usual_seats(game), tuple(house.rules.get(game, {}).items())),
            )
            for game in house.boards
        )


@dataclass(frozen=True, slots=True)
class SeatsPage:
    """Who sits at which colour."""

    game: str
    seats: tuple[Seat, ...]
    chosen: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> Say:
        """The players."""
        return Say("menu.title.seats")

    @property
    def back(self) -> Page:
        """The games."""
        return GamePage()

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """On to the rules; then a line a colour, that goes on to the next person."""
        colours = moment.house.boards[self.game]
        by_colour = {seat.colour: seat.player for seat in self.seats}
        lines = [
            Item(
                Say("menu.item.seat", {"colour": colour, "player": by_colour[colour]})
                if colour in by_colour
                else Say("menu.item.no_seat", {"colour": colour}),
                replace(self, seats=moment.house.next_person(colour, self.seats, colours)),
                stay=True,
            )
            for colour in colours
        ]
        return (Item(Say("menu.item.on"), RulesPage(self.game, self.seats, self.chosen)), *lines)


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The house rules, shown before the first pop, and changed by confirming them."""

    game: str
    seats: tuple[Seat, ...]
    chosen: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> Say:
        """The house rules."""
        return Say("menu.title.rules")

    @property
    def back(self) -> Page:
        """The players."""
        return SeatsPage(self.game, self.seats, self.chosen)

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """The start; then a line a rule, that goes on to its next value."""
        chosen = dict(self.chosen)
        lines = []
        for option in game_of(self.game).options:
            now = chosen.get(option.key, write_value(option.default))
            changed = {**chosen, option.key: next_value(option, now)}
            if changed[option.key] == write_value(option.default):
                del changed[option.key]
            key = f"{self.game}.option.{option.key}"
            lines.append(
                Item(
                    Say("menu.item.rule", {"option": key, "value": option_value(key, option, now)}),
                    replace(self, chosen=tuple(changed.items())),
                    hint=Say(key, {"rule": option.rule}),
                    stay=True,
                )
            )
        return (Item(Say("menu.item.start"), events=(self._started(moment),)), *lines)

    def _started(self, moment: Moment) -> Started:
        text = " ".join(f"{key}={value}" for key, value in self.chosen)
        board = moment.house.boards[self.game]
        return Started(at=moment.at, game=self.game, seats=self.seats, board=board, options=text)


@dataclass(frozen=True, slots=True)
class DicePage:
    """The dice, entered by hand: one after the other."""

    kinds: tuple[str, ...]
    faces: tuple[int, ...] = ()

    @property
    def title(self) -> Say:
        """The die that is entered now."""
        return Say("menu.title.die", {"die": self.kinds[len(self.faces)]})

    @property
    def back(self) -> Page:
        """The die before it, or the menu."""
        return replace(self, faces=self.faces[:-1]) if self.faces else MainPage()

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """A line a face."""
        kind = self.kinds[len(self.faces)]
        if kind == RED:
            return tuple(
                self._item(face, Say(f"menu.item.{word}"), moment)
                for face, word in ((1, "dot"), (0, "blank"))
            )
        return tuple(
            self._item(face, Say("menu.item.face", {"face": face}), moment) for face in die_faces(kind)
        )

    def _item(self, face: int, say: Say, moment: Moment) -> Item:
        faces = (*self.faces, face)
        if len(faces) < len(self.kinds):
            return Item(say, replace(self, faces=faces))
        given = DiceGiven(at=moment.at, by=BUTTONS, ply=moment.view.ply, faces=faces)
        return Item(say, events=(given,))


@dataclass(frozen=True, slots=True)
class DrawPage:
    """What was drawn from the cup, entered by hand."""

    kinds: tuple[str, ...]

    @property
    def title(self) -> Say:
        """The question."""
        return Say("menu.title.draw")

    @property
    def back(self) -> Page:
        """The menu."""
        return MainPage()

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """A line a kind that is in the cup."""
        at, ply = moment.at, moment.view.ply
        return tuple(
            Item(
                Say("menu.item.counter", {"toy": kind}),
                events=(Answered(at=at, by=BUTTONS, ply=ply, answer=Drawn(kind)),),
            )
            for kind in self.kinds
        )


@dataclass(frozen=True, slots=True)
class EndPage:
    """Whether the game is really to end: three clicks must not lose it."""

    @property
    def title(self) -> Say:
        """The question."""
        return Say("menu.title.end")

    @property
    def back(self) -> Page:
        """The menu."""
        return MainPage()

    def items(self, moment: Moment) -> tuple[Item, ...]:
        """No comes first."""
        ended = Aborted(at=moment.at, by=BUTTONS, ply=moment.view.ply)
        return Item(Say("menu.item.play_on")), Item(Say("menu.item.really_end"), events=(ended,))
