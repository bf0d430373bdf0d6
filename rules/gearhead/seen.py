"""The referee of Gearhead Skirmish looks at the board: the smallest change that explains the toys on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rules.core import Answer, Choice, Fact, Pick, Pieces, Ruling, Space, Toy
from rules.gearhead.acting import run
from rules.gearhead.action import NeedChoice, NeedDice
from rules.gearhead.board import (
    CONTROLLER,
    LAST_ROW,
    NEXT,
    OTHER,
    RULE,
    SMALL_FRY,
    SQUARES,
    Direction,
    ahead,
    diagonal,
    ray,
)
from rules.gearhead.referee import counter_at, first, judge, refusal
from rules.gearhead.state import Ended, GearheadState, InAction, ToAct, ToDraw, ToPlace

__all__ = ["explain_pieces"]

_DEEP = 5
"""So many decisions in a row may have been carried out before the board is looked at."""


def explain_pieces(state: GearheadState, pieces: Pieces) -> Ruling:
    """The ruling on the toys as they now stand."""
    now = {space: stack for space, stack in pieces.items() if stack}
    if now == state.pieces:
        return Ruling(True, "G-3", "unchanged", {"colour": state.turn})
    if isinstance(state, Ended):
        return first(state)
    return _strange(state, now) or _as_decisions(state, now) or _as_other_change(state, now)


def _strange(state: GearheadState, pieces: Pieces) -> Ruling | None:
    """Why the pieces cannot be toys on a board."""
    for space, stack in pieces.items():
        if space not in SQUARES:
            return Ruling(False, "G-1", "no_such_square", {"square": space})
        if len(stack) > 1:
            return Ruling(False, "G-7", "two_on_a_square", {"at": space})
        toy = stack[0]
        if not isinstance(toy, Toy) or toy.kind not in RULE:
            return Ruling(False, "G-1", "stranger", {"at": space})
    return None


def _as_decisions(state: GearheadState, pieces: Pieces) -> Ruling | None:
    """The ruling if open decisions, one or a few in a row without dice between them, lead to these pieces.

    The fewest count. If several first decisions would lead there, none is named.
    """
    level: list[tuple[Answer | None, GearheadState]] = [(None, state)]
    for _ in range(_DEEP):
        level = list(_decided(level))
        fits = {}
        for answer, after in level:
            if after.pieces == pieces and after not in fits:
                fits[after] = answer
        if fits:
            answers = set(fits.values())
            answer = answers.pop()
            if answer is None or answers:
                return Ruling(True, "G-3", "several_ways", {"colour": state.turn})
            return judge(state, answer)
    return None


def _decided(
    level: list[tuple[Answer | None, GearheadState]],
) -> Iterator[tuple[Answer | None, GearheadState]]:
    """Every state one decision on, each with the first decision on its way."""
    for answer, state in level:
        waits = state.awaits
        if isinstance(waits, Choice):
            for option in waits.options:
                yield answer or option, state.after(option)[0]


# -- changes that are no open decision ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Change:
    """How the board differs: toys gone from squares, come onto squares, and changed where they stand."""

    gone: dict[Space, Toy]
    come: dict[Space, Toy]
    altered: dict[Space, tuple[Toy, Toy]]

    @property
    def squares(self) -> tuple[Space, ...]:
        """Every square that differs."""
        return tuple(sorted({*self.gone, *self.come, *self.altered}))


def _change(before: Pieces, now: Pieces) -> _Change:
    gone, come, altered = {}, {}, {}
    for square in sorted({*before, *now}):
        old, new = _toy(before, square), _toy(now, square)
        if old is not None and new is not None and old.kind == new.kind:
            if old != new:
                altered[square] = (old, new)
            continue
        if old is not None:
            gone[square] = old
        if new is not None:
            come[square] = new
    return _Change(gone, come, altered)


def _toy(pieces: Pieces, square: Space) -> Toy | None:
    stack = pieces.get(square, ())
    return stack[0] if stack and isinstance(stack[0], Toy) else None


def _as_other_change(state: GearheadState, pieces: Pieces) -> Ruling:
    change = _change(state.pieces, pieces)
    if not change.altered and len(change.gone) == len(change.come) == 1:
        (origin, gone), (target, come) = *change.gone.items(), *change.come.items()
        if gone.kind == come.kind:
            return _moved(state, origin, target)
        if origin == target:
            return _no(state, "G-1", "other_toy", toy=gone.kind, at=origin, other=come.kind)
    if len(change.squares) != 1:
        return _no(state, "G-11", "several_changed", squares=change.squares)
    (square,) = change.squares
    if square in change.altered:
        return _altered(state, square, *change.altered[square])
    if square in change.gone:
        return _no(state, "G-6", "missing", toy=change.gone[square].kind, at=square)
    return _come(state, square, change.come[square])


def _no(state: GearheadState, rule: str, key: str, **facts: Fact) -> Ruling:
    return Ruling(False, rule, key, {"colour": state.turn, **facts})


def _altered(state: GearheadState, square: Space, old: Toy, new: Toy) -> Ruling:
    """A toy stands where it did, but otherwise."""
    if new.facing != old.facing:
        facing = OTHER[CONTROLLER[old.facing]]
        return _no(state, "G-10", "turned_by_hand", toy=old.kind, at=square, facing=facing)
    if new.flipped != old.flipped:
        key = "belongs_on_back" if old.flipped else "belongs_on_legs"
        return _no(state, "G-30", key, toy=old.kind, at=square)
    return _no(state, "G-32", "zap_missing" if old.zapped else "zap_extra", toy=old.kind, at=square)


def _come(state: GearheadState, square: Space, toy: Toy) -> Ruling:
    """A toy more than before stands on a square."""
    facts: dict[str, Fact] = {"toy": toy.kind, "at": square}
    if isinstance(state, ToPlace):
        if toy.kind != state.drawn:
            return _no(state, "G-4", "not_drawn", drawn=state.drawn, **facts)
        if square in LAST_ROW[state.turn]:
            return _no(state, "G-5", "placed_wrong_way", facing=OTHER[state.turn], **facts)
        return judge(state, Pick("place", square))
    if isinstance(state, InAction) and isinstance(state.need, NeedChoice) and state.need.why == "egg":
        egg = Pick("egg", square)
        if toy.kind == SMALL_FRY and egg not in state.need.options:
            return judge(state, egg)
        if toy.kind == SMALL_FRY:
            return _no(state, "G-A12", "egg_wrong_way", hen=state.need.toy, **facts)
    if isinstance(state, ToDraw):
        return _with(first(state), facts)
    return _no(state, "G-4", "extra_toy", **facts)


def _with(ruling: Ruling, facts: Mapping[str, Fact]) -> Ruling:
    return replace(ruling, facts={**ruling.facts, **facts})


# -- one toy stands elsewhere ------------------------------------------------------------------------


def _moved(state: GearheadState, origin: Space, target: Space) -> Ruling:
    """A toy that belongs on `origin` stands on `target`."""
    toy = counter_at(state, origin)
    assert toy is not None
    facts: dict[str, Fact] = {"toy": toy.kind, "at": origin, "target": target}
    if isinstance(state, InAction):
        if origin == state.need.at:
            return _with(_actor_moved(state, origin, target), facts)
        if _is_at_stake(state, origin):
            return first(state)
    if refused := refusal(state, origin):
        return _with(refused, facts)
    if not isinstance(state, ToAct):
        return _with(first(state), facts)
    if toy.zaps:
        return _no(state, "G-32", "skips_move", **facts)
    if toy.flipped:
        return _no(state, "G-30", "lies_on_back", **facts)
    return _no(state, RULE[toy.kind], "not_rolled", **facts)


def _is_at_stake(state: InAction, square: Space) -> bool:
    """Whether the present need is about the toy on a square: to be chosen, or rolled for now."""
    if isinstance(state.need, NeedChoice):
        return any(option.at == square for option in state.need.options)
    last = state.answers[-1] if state.answers else None
    return isinstance(last, Pick) and last.at == square


def _actor_moved(state: InAction, origin: Space, target: Space) -> Ruling:
    """The toy on the move stands elsewhere than where its dice have taken it so far."""
    need, facing = state.need, dict(state.now.toys)[origin].facing
    rule = RULE[need.toy]
    if isinstance(need, NeedDice):
        return first(state)
    if need.why == "side":
        ends = tuple(_end(state, option, origin) for option in need.options)
        ways = [diagonal(facing, option.word) for option in need.options]
        return _measured(state, origin, target, ways, ends)
    if state.progress.at != origin:  # a toy that was wound: where it began is not kept
        return _no(state, rule, "wrong_square")
    if target == state.mover:
        return _no(state, rule, "not_carried_out")
    ways = [way for way in NEXT if origin in ray(state.mover, way)] or [ahead(facing)]
    return _measured(state, state.mover, target, ways, (origin,))


def _end(state: InAction, option: Pick, origin: Space) -> Space:
    """Where the toy on the move stops if its player picks this side; `origin` if it leaves the board."""
    progress = run(state.board, state.turn, state.options, state.mover, (*state.answers, option))
    for event in progress.told:
        if event.key == "moved" and event.facts["origin"] == origin:
            return str(event.facts["target"])
    return origin


def _measured(
    state: InAction, origin: Space, target: Space, ways: list[Direction], ends: tuple[Space, ...]
) -> Ruling:
    """A toy went too far or too short, or in another direction than its ways; `ends` is where it may stop."""
    rule = RULE[state.need.toy]
    for way in ways:
        line = ray(origin, way)
        if target in line:
            return _no(state, rule, "wrong_count", counted=line.index(target) + 1, ends=ends)
    return _no(state, rule, "wrong_direction", ends=ends)
