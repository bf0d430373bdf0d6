"""Positions and their outcomes, written so that a test reads like the table of a toy.

A position is "orbit d2N; ziggy d4S flipped zapped"; an outcome adds who went off, who was destroyed and how
many dice were left over: "big_al d4N; off: handy south; discard: orbit". Toys stand in the order of squares.
"""

from __future__ import annotations

from typing import Any

from rules import Rolled, Seat, Value, read_answer
from rules.gearhead import GAME
from rules.gearhead.board import Board, Counter
from rules.gearhead.match import Cupful
from rules.gearhead.setup import FULL_CUP, cupful, set_up, sit_down
from rules.gearhead.state import EMPTY_HANDS, GearheadState, Held, ToAct

SEATS = [Seat("south", "Anna"), Seat("north", "Ben")]


def neutral(toys: str) -> dict[str, Any]:
    """The position in the neutral form."""
    found = []
    for entry in filter(None, toys.split("; ")):
        kind, place, *flags = entry.split()
        found.append(
            {
                "kind": kind,
                "at": place[:2],
                "facing": place[2],
                "flipped": "flipped" in flags,
                "zapped": "zapped" in flags,
            }
        )
    return {"toys": found, "score": {"south": 0, "north": 0}, "discard": []}


def written(outcome: dict[str, Any]) -> str:
    """An outcome as text."""
    parts, position, off = [], outcome["position"], outcome["off"]
    for toy in position["toys"]:
        flags = [flag for flag in ("flipped", "zapped") if toy[flag]]
        parts.append(" ".join([toy["kind"], toy["at"] + toy["facing"], *flags]))
    if off:
        parts.append("off: " + ", ".join(f"{gone['kind']} {gone['edge']}" for gone in off))
    if position["discard"]:
        parts.append("discard: " + ", ".join(position["discard"]))
    if outcome["unused_rolls"]:
        parts.append(f"unused: {outcome['unused_rolls']}")
    return "; ".join(parts)


def moves(
    toys: str, mover: str, *rolls: int, wound: tuple[str, ...] = (), **options: Value
) -> dict[str, str]:
    """The outcomes of one toy's move, by the words chosen (joined by blanks); unused dice are told."""
    request = {
        "position": neutral(toys),
        "mover": mover,
        "rolls": list(rolls),
        "free_moved": list(wound),
        "options": options,
    }
    answer = GAME.legal(request)
    found = {
        " ".join(words): written(outcome) for outcome in answer["outcomes"] for words in outcome["choices"]
    }
    found |= {f"needs {die}": "" for die in answer.get("needs", [])}
    return found


def move(toys: str, mover: str, *rolls: int, **options: Value) -> str:
    """The only outcome of a move that leaves nothing to choose."""
    ((words, outcome),) = moves(toys, mover, *rolls, **options).items()
    assert words == ""
    return outcome


def table(
    toys: str,
    turn: str = "south",
    cup: Cupful | None = None,
    *,
    score: tuple[int, int] = (0, 0),
    held: Held = EMPTY_HANDS,
    quiet: int = 0,
    **options: Value,
) -> GearheadState:
    """A game at the Action Phase of a turn, before anything has moved; at its draw if there is no own toy."""
    counters = {
        toy["at"]: Counter(toy["kind"], toy["facing"], toy["flipped"], int(toy["zapped"]))
        for toy in neutral(toys)["toys"]
    }
    if cup is None:  # what is not on the board
        used = [counter.kind for counter in counters.values()]
        cup = cupful({kind: count - used.count(kind) for kind, count in FULL_CUP})
    game = sit_down(SEATS, options=options)
    board = Board(tuple(sorted(counters.items())), score)
    if not board.may_move(turn):
        return set_up(game, board, turn, cup, held)
    return ToAct(game, board, turn, cup, held, quiet, False)


def answer(state: GearheadState, *answers: str) -> GearheadState:
    """The state after these answers, in their text form; "4" is a roll."""
    for text in answers:
        reply = Rolled(tuple(map(int, text.split(",")))) if text[0].isdigit() else read_answer(text)
        state, _ = state.after(reply)
    return state


def toys(state: GearheadState) -> str:
    """What stands on the board."""
    return "; ".join(
        " ".join([toy.kind, square + toy.facing, *["flipped"] * toy.flipped, *["zapped"] * toy.zapped])
        for square, (toy,) in sorted(state.now.pieces.items())
    )


def may(state: GearheadState) -> list[str]:
    """The options of a choice, in text."""
    return [str(option) for option in state.awaits.options]  # type: ignore[union-attr]
