"""The candidates of a turn: what the rules allow, nothing, and what hands do wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from hardware.spaces import colour_of
from rules import PASS, Answer, Chance, Choice, Move, Pick, Rolled, State
from rules.headache.state import HeadacheState
from rules.headache.state import ToMove as HeadacheToMove
from rules.headache.state import ToPop as HeadacheToPop
from rules.trouble.state import ToMove, ToPop, TroubleState
from vision.board.game.moves import Candidate, Change, Stack, Stacks, change_between

NOTHING: Final = "nothing"

MOVED: Final = 0.85
LEFT: Final = 0.1
WRONG: Final = 0.05
"""Priors when a player may move: that he makes a legal move, that the board stays as it is, that something
else is moved."""


def stacks_of(state: State) -> dict[str, Stack]:
    """The pieces of a state of Trouble or Headache."""
    return {space: tuple(str(piece) for piece in stack) for space, stack in state.pieces.items()}


def stuck(state: State, roll: int) -> State:
    """The moment after a pop with which the player had no move: a choice without options, for the referee
    to judge by.

    `state` is the one that waited for the pop.
    """
    if isinstance(state, ToPop):
        return ToMove(
            state.match, state.men, state.turn, state.done, roll, state.sixes, state.entered, (), ()
        )
    if isinstance(state, HeadacheToPop):
        return HeadacheToMove(
            state.match, state.board, state.reserve, state.turn, state.out, roll, state.only, state.bonus, ()
        )
    return state


@dataclass(frozen=True, slots=True)
class Moment:
    """A player has popped: what he can do in `state`, and where the game goes if he makes no move (None: he
    must)."""

    state: State
    roll: Rolled
    declined: State | None


def moment_of(state: State, roll: Rolled) -> Moment | None:
    """What a player can do once he has popped in `state`; None where no such pop is awaited."""
    ready = _man_set(state)
    if not isinstance(ready.awaits, Chance) or not ready.awaits.legal(roll):
        return None
    popped, _ = ready.after(roll)
    if not isinstance(popped.awaits, Choice) or popped.awaits.why != "move":
        return Moment(stuck(ready, roll.faces[0]), roll, popped)
    may_pass = PASS in popped.awaits.options
    return Moment(popped, roll, popped.after(PASS)[0] if may_pass else None)


def rolls_of(state: State) -> list[tuple[Rolled, float]]:
    """The pops that `state` may be answered with, and their probabilities."""
    awaits = _man_set(state).awaits
    if not isinstance(awaits, Chance):
        return []
    total = sum(weight for _, weight in awaits.outcomes)
    return [(answer, weight / total) for answer, weight in awaits.outcomes if isinstance(answer, Rolled)]


def _man_set(state: State) -> State:
    """The state with a man set on his START, where that is all that can be done (H-10): the pop tells that
    he was."""
    awaits = state.awaits
    if isinstance(awaits, Choice) and awaits.why == "enter" and len(awaits.options) == 1:
        return state.after(awaits.options[0])[0]
    return state


def candidates(state: State) -> list[Candidate]:
    """Everything that may be seen after a player could move in `state`; names are answers, or `NOTHING`."""
    before = stacks_of(state)
    moves = [(a, stacks_of(_next(state, a))) for a in options(state) if isinstance(a, Move | Pick)]
    found = [Candidate(a, change_between(before, after), MOVED / len(moves)) for a, after in moves]
    found.append(Candidate(NOTHING, {}, LEFT if moves else MOVED + LEFT))
    known = {_key(c.change) for c in found}
    wrong = [(name, change) for name, change in _slips(state, before) if _key(change) not in known]
    # A warp is made though a man whom it captures was left standing; a cone off its captives is no move.
    made = {a for a, _ in moves} if isinstance(state, TroubleState) else set()
    found += [Candidate(n, change, WRONG / len(wrong), slip=n not in made) for n, change in wrong]
    return found


def options(state: State) -> tuple[Answer, ...]:
    """What a player may do, but pass."""
    awaits = state.awaits
    return tuple(a for a in awaits.options if a != PASS) if isinstance(awaits, Choice) else ()


def _next(state: State, answer: Answer) -> State:
    return state.after(answer)[0]


def _key(change: Change) -> tuple[tuple[str, Stack], ...]:
    return tuple(sorted((space, after) for space, (_, after) in change.items()))


def _slips(state: State, before: Stacks) -> Iterator[tuple[Move, Change]]:
    """Every single piece or stack moved from its space to any other, with what its landing would do."""
    spaces = _spaces(state)
    for origin, stack in before.items():
        if _same_home(origin, before):
            continue
        for target in spaces:
            if target != origin and not (
                colour_of(target) and colour_of(target) == colour_of(origin) and _is_home(target)
            ):
                yield from _one_slip(state, before, origin, stack, target)


def _one_slip(
    state: State, before: Stacks, origin: str, stack: Stack, target: str
) -> Iterator[tuple[Move, Change]]:
    there = before.get(target, ())
    if isinstance(state, HeadacheState):
        yield Move(origin, target), {origin: (stack, ()), target: (there, there + stack)}
        if len(stack) > 1:
            yield Move(origin, target), {origin: (stack, stack[:-1]), target: (there, (*there, stack[-1]))}
        return
    man = stack[-1]
    if there == (man,):
        return
    if _is_home(target) and (colour_of(target) != man or target != _free_hole(state, before, man)):
        return
    change: dict[str, tuple[Stack, Stack]] = {origin: (stack, ()), target: (there, stack)}
    if there and (hole := _free_hole(state, before, there[-1])) is not None:
        change[hole] = ((), there)
    yield Move(origin, target), change


def _free_hole(state: State, before: Stacks, colour: str) -> str | None:
    """The hole of a colour's home that a man who goes there is held to stand in: all its holes are alike."""
    holes = (s for s in _spaces(state) if _is_home(s) and colour_of(s) == colour)
    return next((hole for hole in holes if hole not in before), None)


def _spaces(state: State) -> tuple[str, ...]:
    from rules import game

    rules: Any = game("trouble" if isinstance(state, TroubleState) else "headache")
    return tuple(rules.spaces())


def _is_home(space: str) -> bool:
    return colour_of(space) is not None and space[1] == "H"


def _same_home(space: str, before: Stacks) -> bool:
    """Whether another man of the same home stands for this one: all its holes are alike."""
    return _is_home(space) and any(_is_home(s) and s[0] == space[0] and s > space for s in before)
