"""A tiny game that the product does not know, as somebody would add it: Dash.

Each of two players has two men before D1. He rolls a die with four sides and moves a man so far towards D6,
which is the goal; landing on an opponent elsewhere sends him back (D-2). Whose men are both on D6 wins (D-3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.core import (
    Answer,
    Awaits,
    Chance,
    Choice,
    Colour,
    Dice,
    Event,
    Game,
    Move,
    Over,
    Pieces,
    Rolled,
    Ruling,
    Seat,
    Space,
    Tally,
)
from rules.errors import PositionError, SeatsError
from rules.match import BaseMatch, Moment
from rules.options import OptionTable, Value
from rules.package import PackagedGame
from rules.text import read_options, read_seats, read_state, write_fields, write_match

__all__ = ["GAME"]

COLOURS: Final = ("red", "blue")
GOAL: Final = 6
SPACES: Final[tuple[Space, ...]] = tuple(f"D{number}" for number in range(GOAL + 1))
OPTIONS: Final = OptionTable([])
FACES: Final = tuple((Rolled((face,)), 1) for face in range(1, 5))


@dataclass(frozen=True, slots=True)
class DashState(Moment):
    """A moment of the game: where the men of both stand, whose turn it is, and what he has rolled."""

    match: BaseMatch
    men: tuple[tuple[int, ...], ...]
    turn: int = 0
    roll: int | None = None

    @property
    def pieces(self) -> Pieces:
        """The men; those on one space stand in a pile."""
        found: dict[Space, tuple[Colour, ...]] = {}
        for colour, men in zip(COLOURS, self.men, strict=True):
            for place in men:
                found[SPACES[place]] = (*found.get(SPACES[place], ()), colour)
        return found

    @property
    def tally(self) -> Tally:
        """The men in the goal and on their way."""
        return Tally(
            {
                colour: Counter("goal" if place == GOAL else "track" for place in men)
                for colour, men in zip(COLOURS, self.men, strict=True)
            }
        )

    @property
    def awaits(self) -> Awaits:
        """A roll, a move, or nothing more."""
        if set(self.men[1 - self.turn]) == {GOAL}:
            return Over(((COLOURS[1 - self.turn],), (COLOURS[self.turn],)))
        who = self.seats[self.turn]
        if self.roll is None:
            return Chance(who.player, who.colour, Dice("d4"), FACES)
        return Choice(who.player, who.colour, self.moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the men who have not arrived (D-1)."""
        way = self.roll or 0
        origins = sorted({place for place in self.men[self.turn] if place < GOAL})
        return tuple(Move(SPACES[place], SPACES[min(place + way, GOAL)]) for place in origins)

    def after(self, answer: Answer) -> tuple[DashState, tuple[Event, ...]]:
        """The choice after a roll, the other one's roll after a move."""
        waits, colour = self.awaits, COLOURS[self.turn]
        if isinstance(waits, Over) or not waits.legal(answer):
            raise self._refuse(answer)
        if isinstance(answer, Rolled):
            told = Event("D-1", "rolled", {"colour": colour, "faces": str(answer.faces[0])})
            return replace(self, roll=answer.faces[0]), (told,)
        assert isinstance(answer, Move)
        origin, target = SPACES.index(answer.origin), SPACES.index(answer.target)
        mine = list(self.men[self.turn])
        mine[mine.index(origin)] = target
        theirs = tuple(sorted(0 if place == target < GOAL else place for place in self.men[1 - self.turn]))
        men = (tuple(sorted(mine)), theirs) if self.turn == 0 else (theirs, tuple(sorted(mine)))
        state = DashState(self.match, men, 1 - self.turn)
        moved = Event("D-1", "moved", {"colour": colour, "origin": answer.origin, "target": answer.target})
        if isinstance(state.awaits, Over):
            return state, (moved, Event("D-3", "over", {"winners": (colour,)}))
        return state, (moved, Event("D-1", "turn", {"colour": COLOURS[state.turn]}))


def new(
    seats: Sequence[Seat],
    *,
    board: Sequence[Colour] | None = None,
    options: Mapping[str, Value] | None = None,
    first: Colour | None = None,
) -> DashState:
    """Everybody before D1; red begins unless `first` says otherwise."""
    if sorted(seat.colour for seat in seats) != sorted(COLOURS):
        raise SeatsError(["Dash is for red and blue."])
    sitting = tuple(sorted(seats, key=lambda seat: COLOURS.index(seat.colour)))
    match = BaseMatch(sitting, COLOURS, OPTIONS.choose(options))
    return DashState(match, ((0, 0), (0, 0)), COLOURS.index(first or "red"))


def judge(state: DashState, answer: Answer) -> Ruling:
    """Whether the state waits for the answer."""
    waits = state.awaits
    legal = not isinstance(waits, Over) and waits.legal(answer)
    return Ruling(legal, "D-1", "right" if legal else "wrong", {"colour": COLOURS[state.turn]}, answer)


def explain_pieces(state: DashState, pieces: Pieces) -> Ruling:
    """The move that leads to these pieces, if there is one."""
    if pieces == state.pieces:
        return Ruling(True, "D-1", "unchanged")
    fitting = [move for move in state.moves if state.roll and state.after(move)[0].pieces == pieces]
    return judge(state, fitting[0]) if fitting else Ruling(False, "D-1", "wrong")


def from_pieces(state: DashState, pieces: Pieces, turn: Colour) -> DashState:
    """The men as they are set down."""
    men = tuple(
        tuple(place for place, space in enumerate(SPACES) for one in pieces.get(space, ()) if one == colour)
        for colour in COLOURS
    )
    if any(len(mine) != 2 for mine in men):
        raise PositionError(["Each player has two men."])
    return DashState(state.match, men, COLOURS.index(turn))


def to_text(state: DashState) -> str:
    """Men, turn and roll."""
    men = "/".join(",".join(map(str, mine)) for mine in state.men)
    rest = (("men", men), ("turn", COLOURS[state.turn]), ("roll", str(state.roll or 0)))
    return write_fields("dash", (*write_match(state.seats, state.options), *rest))


def from_text(text: str) -> DashState:
    """What `to_text` wrote."""
    return read_state(text, "Dash", _read, to_text)


def _read(fields: Mapping[str, str]) -> DashState:
    start = new(read_seats(fields), options=read_options(fields, OPTIONS), first=fields["turn"])
    men = tuple(tuple(map(int, mine.split(","))) for mine in fields["men"].split("/"))
    return replace(start, men=men, roll=int(fields["roll"]) or None)


def legal(request: Mapping[str, Any]) -> dict[str, Any]:
    """The moves of a position."""
    state = replace(from_neutral(request["position"]), roll=request["roll"])
    return {"moves": [str(move) for move in state.moves]}


def from_neutral(position: Mapping[str, Any], options: Mapping[str, Value] | None = None) -> DashState:
    """The men of red and blue, and whose turn it is."""
    start = new([Seat(colour, colour) for colour in COLOURS], options=options, first=position["turn"])
    return replace(start, men=tuple(tuple(position[colour]) for colour in COLOURS))


GAME: Final[Game] = PackagedGame[DashState](
    name="dash",
    colours=COLOURS,
    options=OPTIONS,
    squares=SPACES,
    new=new,
    judge=judge,
    explain_pieces=explain_pieces,
    from_pieces=from_pieces,
    to_text=to_text,
    from_text=from_text,
    legal=legal,
    from_neutral=from_neutral,
)
