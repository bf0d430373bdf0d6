"""The ways a followed game may have gone on since a position that is known, or thought possible.

Pure: positions and answers in, candidates for `vision.board.game.moves.weigh` out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rules import Move, Rolled, State
from vision.board.game.moves import (
    Candidate,
    Stacks,
    after_change,
    change_between,
    is_home,
    parts_of,
    without_men,
)
from vision.board.game.turns import NOTHING, Moment, candidates, moment_of, options, rolls_of, stacks_of

LATE: Final = 0.3
"""How likely a captured man is not home yet."""

MISCOUNTS: Final = 0.5
"""Of the moves that may not be, so many are a legal one of another roll: people miscount more than they
cheat."""

Homes = Sequence[Sequence[str]]
"""Groups of spaces in which only the number of men counts."""


@dataclass(frozen=True, slots=True)
class Belief:
    """A position that the game may have reached, how likely, and which captured men are not home yet."""

    state: State
    weight: float
    late: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """One way on: a player popped and answered, or declined (`NOTHING`), and the game stands at `state`.

    `state` is None for an answer that the rules do not allow. `missing` are captured men who are not home
    yet. `earlier` is the move made before it that no picture showed.
    """

    moment: Moment
    answer: object
    state: State | None
    missing: tuple[str, ...] = ()
    earlier: Path | None = None

    @property
    def deed(self) -> tuple[object, State | None]:
        """What was done and where it led, whoever is still on his way home."""
        return self.answer, self.state


def path_of(moment: Moment, answer: object) -> Path:
    """Where an answer leads; to no state if the rules do not allow it."""
    if answer == NOTHING:
        return Path(moment, NOTHING, moment.declined)
    lawful = isinstance(answer, Move) and answer in options(moment.state)
    return Path(moment, answer, moment.state.after(answer)[0] if lawful else None)  # type: ignore[arg-type]


def with_slips(belief: Belief, moment: Moment, homes: Homes) -> list[Candidate]:
    """Lawful and other changes from one moment, those that another roll would allow being likelier slips."""
    other = {_key(stacks_of(path.state)) for path, _ in _answers(belief, None) if path.state is not None}
    before, ready = stacks_of(belief.state), stacks_of(moment.state)
    found = [
        (path_of(moment, c.name), after_change(ready, c.change), c.prior) for c in candidates(moment.state)
    ]
    slips = [
        _key(after) in other for path, after, _ in found if path.state is None and path.answer != NOTHING
    ]
    counted, wild = sum(slips), len(slips) - sum(slips)
    ways: list[Candidate] = []
    for path, after, prior in found:
        if path.state is None and path.answer != NOTHING and counted and wild:
            share = MISCOUNTS / counted if _key(after) in other else (1.0 - MISCOUNTS) / wild
            prior *= share * len(slips)
        ways += _late_or_not(belief, path, before, after, prior, homes)
    return ways


def lawful(
    before: Stacks, beliefs: Iterable[Belief], rolls: Sequence[tuple[Rolled, float]] | None, homes: Homes
) -> list[Candidate]:
    """The lawful ways on from positions thought possible, as changes from `before`; ways that end alike are
    put together.

    `rolls` are what the dice may show, with probabilities; None for any roll.
    """
    whole: dict[tuple[object, ...], Candidate] = {}
    for belief in beliefs:
        for path, prior in _answers(belief, rolls):
            assert path.state is not None
            for way in _late_or_not(belief, path, before, stacks_of(path.state), prior, homes):
                assert isinstance(way.name, Path)
                key = (way.name.state, way.name.answer, way.name.moment.roll, way.name.missing)
                known = whole.get(key)
                whole[key] = way if known is None else replace(known, prior=known.prior + way.prior)
    return list(whole.values())


def two_moves(
    before: Stacks, beliefs: Sequence[Belief], rolls: Sequence[tuple[Rolled, float]], homes: Homes
) -> list[Candidate]:
    """The lawful ways on by two moves, the first of which no picture showed."""
    ways: list[Candidate] = []
    for belief in beliefs:
        for first, prior in _answers(belief, None):
            if first.state is None or first.answer == NOTHING:
                continue
            captured = _new_at_home(stacks_of(belief.state), stacks_of(first.state), homes)
            between = Belief(first.state, prior, (*belief.late, *captured))
            for way in lawful(before, [between], rolls, homes):
                assert isinstance(way.name, Path)
                if way.name.answer != NOTHING:
                    ways.append(replace(way, name=replace(way.name, earlier=first)))
    return ways


def _answers(belief: Belief, rolls: Sequence[tuple[Rolled, float]] | None) -> Iterator[tuple[Path, float]]:
    """Every lawful answer to every roll, with its prior."""
    for rolled, chance in rolls if rolls is not None else rolls_of(belief.state):
        moment = moment_of(belief.state, rolled)
        if moment is None:
            continue
        paths = [path_of(moment, a) for a in options(moment.state) if isinstance(a, Move)]
        paths += [path_of(moment, NOTHING)] if moment.declined is not None else []
        for path in paths:
            yield path, belief.weight * chance / len(paths)


def _late_or_not(
    belief: Belief, path: Path, before: Stacks, after: Stacks, prior: float, homes: Homes
) -> Iterator[Candidate]:
    """A way on with all captured men home, and with some of them still in a hand."""
    was = stacks_of(belief.state)
    # A man whom his own player took home by mistake has not been captured.
    taken_home = isinstance(path.answer, Move) and is_home(path.answer.target, homes)
    captured = [] if taken_home else _new_at_home(was, after, homes)
    for missing in parts_of((*belief.late, *captured)):
        stands = without_men(after, missing, homes)
        if stands is not None:
            change = change_between(before, stands)
            yield Candidate(replace(path, missing=missing), change, prior * LATE ** len(missing))


def _new_at_home(before: Stacks, after: Stacks, homes: Homes) -> list[str]:
    """The colours of the men who came home."""
    return [stack[-1] for space, stack in after.items() if space not in before and is_home(space, homes)]


def _key(stacks: Stacks) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(sorted(stacks.items()))
