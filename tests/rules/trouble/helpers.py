"""Short ways to set up a position of Trouble, on the board of the worked examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core import PASS, Event, Move, Rolled, Ruling
from rules.trouble import GAME
from rules.trouble.neutral import from_neutral
from rules.trouble.state import ToMove, ToPop, TroubleState

BOARD = ("red", "green", "blue", "yellow")
"""Red starts on T0, green on T7, blue on T14, yellow on T21."""

Places = Sequence[str | int]


def request(men: Mapping[str, Places], roll: int, turn: str = "red", **more: Any) -> dict[str, Any]:
    """A request in the neutral form; the men of a colour are filled up with men in HOME.

    Of `more`, the house rules go to the options and owners, sixes and entered to the position.
    """
    players = [colour for colour in BOARD if colour in men]
    position: dict[str, Any] = {
        "seats": list(BOARD),
        "players": players,
        "men": {colour: [*places, *["H"] * (4 - len(places))] for colour, places in men.items()},
        "turn": turn,
    }
    position |= {key: more.pop(key) for key in ("owners", "sixes", "entered") if key in more}
    return {"position": position, "roll": roll, "options": more}


def to_pop(men: Mapping[str, Places], turn: str = "red", **more: Any) -> ToPop:
    """The state of a position, `turn` to pop."""
    asked = request(men, 1, turn, **more)
    state = from_neutral(asked["position"], asked["options"])
    assert isinstance(state, ToPop)
    return state


def popped(men: Mapping[str, Places], roll: int, turn: str = "red", **more: Any) -> TroubleState:
    """The state after a pop from a position."""
    return to_pop(men, turn, **more).after(Rolled((roll,)))[0]


def ways(
    men: Mapping[str, Places], roll: int, turn: str = "red", **more: Any
) -> set[tuple[str | int, str | int]]:
    """The legal moves of a position, as (from, to)."""
    return {(move["from"], move["to"]) for move in answer(men, roll, turn, **more)["moves"]}


def answer(men: Mapping[str, Places], roll: int, turn: str = "red", **more: Any) -> dict[str, Any]:
    """The answer in the neutral form."""
    return GAME.legal(request(men, roll, turn, **more))


def take(state: TroubleState, origin: str, target: str) -> tuple[TroubleState, tuple[Event, ...]]:
    """What follows a move."""
    return state.after(Move(origin, target))


def passes(state: TroubleState) -> tuple[TroubleState, tuple[Event, ...]]:
    """What follows a pass."""
    return state.after(PASS)


def rule_on(state: TroubleState, origin: str, target: str) -> tuple[bool, str, str]:
    """The ruling on a move: legal, rule, key."""
    ruling: Ruling = GAME.explain(state, Move(origin, target))
    return ruling.legal, ruling.rule, ruling.key


def told(events: Sequence[Event]) -> list[tuple[str, str]]:
    """The events as (rule, key)."""
    return [(event.rule, event.key) for event in events]


def to_move(state: TroubleState) -> ToMove:
    """The state, which waits for a move."""
    assert isinstance(state, ToMove)
    return state
