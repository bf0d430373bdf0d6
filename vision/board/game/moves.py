"""Which change explains what is seen: every candidate is weighed by how well the board would look after it.

Pure: no picture, no rules of a game. Whoever asks brings the candidates: the legal moves, no change, and
illegal changes that hands make, each with a prior.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final, Literal

from hardware.spaces import COLOURS, colour_of, letter
from vision.board.seen import EMPTY, BoardSeen, SpaceSeen

Stack = tuple[str, ...]
"""Colours bottom to top; () is an empty space."""

Stacks = Mapping[str, Stack]
"""The occupied spaces of a board."""

Change = Mapping[str, tuple[Stack, Stack]]
"""Space -> its stack before and after; spaces that stay as they are are left out."""

Verdict = Literal["accepted", "ambiguous", "unexplained"]

ACCEPT: Final = 0.95
"""A candidate is accepted when it is so likely among all, and no sure space contradicts it."""

SLIP: Final = 0.01
"""How often a space that is called sure is wrong altogether."""

BLIND: Final = 0.3
"""How little the looks of a space that cannot be told weigh: the share of pure chance in them."""

RANKED: Final = 8
"""So many candidates are told, the likeliest first."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A change that may have happened. `name` is the asker's own (an answer of the engine, say); `prior` is
    positive and need not add up to 1 with the others'. A `slip` is done by hands and not allowed, though it
    may go from where to where a lawful move goes: a cone lifted off its captives.
    """

    name: object
    change: Change
    prior: float
    slip: bool = False


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its probability among all, and the sure spaces that contradict it."""

    candidate: Candidate
    probability: float
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """The candidates, likeliest first (at most `RANKED`).

    `accepted`: the first is clearly best. `ambiguous`: several remain. `unexplained`: sure spaces
    contradict all.
    """

    verdict: Verdict
    ranked: tuple[Ranked, ...] = field(default=())

    @property
    def best(self) -> Ranked | None:
        """The likeliest candidate."""
        return self.ranked[0] if self.ranked else None


def homes_alike(spaces: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The groups of spaces of a Trouble board whose men may stand in any of them: each colour's home
    holes."""
    known = set(spaces)
    groups = (tuple(f"{letter(c)}H{i}" for i in range(1, 5)) for c in COLOURS)
    return tuple(g for g in groups if known.issuperset(g))


def in_play(
    seen: Mapping[str, SpaceSeen], stacks: Stacks, alike: Sequence[Sequence[str]]
) -> dict[str, SpaceSeen]:
    """What is seen, but for men whom nobody plays: those who stay in their own home are as good as none.

    Who plays has men among the `stacks`; `alike` are the homes.
    """
    playing = {colour for stack in stacks.values() for colour in stack}
    idle = {space: colour_of(space) for group in alike for space in group}
    idle = {space: colour for space, colour in idle.items() if colour not in playing}
    return {space: _without(one, idle.get(space)) for space, one in seen.items()}


def _without(seen: SpaceSeen, idle: str | None) -> SpaceSeen:
    """A space on which men of a colour, if any, count as none."""
    if idle is None:
        return seen
    empty = seen.likelihoods.get(EMPTY, 0.0) + seen.likelihoods.get(idle, 0.0)
    likelihoods = {**seen.likelihoods, idle: 0.0, EMPTY: empty}
    return replace(seen, colour=None if seen.colour == idle else seen.colour, likelihoods=likelihoods)


def weigh(
    before: Stacks, seen: BoardSeen, candidates: Sequence[Candidate], alike: Sequence[Sequence[str]] = ()
) -> Weighed:
    """Rank candidates by what is seen.

    `before` are the stacks last accepted. `alike` are groups of spaces in which only the number of each
    colour counts (home holes), so that a man may come to stand in any of them. Men whom nobody plays may
    stay in theirs.
    """
    if not seen.registered or not candidates:
        return Weighed("unexplained")
    scorer = _Scorer(before, seen, alike)
    likely = likelihoods(before, seen, candidates, alike)
    order = sorted(range(len(candidates)), key=lambda i: likely[i], reverse=True)[:RANKED]
    ranked = tuple(Ranked(candidates[i], likely[i], scorer.against(candidates[i].change)) for i in order)
    if all(r.against for r in ranked):
        return Weighed("unexplained", ranked)
    first = ranked[0]
    clear = first.probability >= ACCEPT and not first.against
    return Weighed("accepted" if clear else "ambiguous", ranked)


def likelihoods(
    before: Stacks, seen: BoardSeen, candidates: Sequence[Candidate], alike: Sequence[Sequence[str]] = ()
) -> list[float]:
    """The probability of each candidate, adding up to 1; see `weigh`."""
    scorer = _Scorer(before, seen, alike)
    scores = [math.log(c.prior) + scorer.score(c.change) for c in candidates]
    highest = max(scores)
    odds = [math.exp(s - highest) for s in scores]
    return [o / sum(odds) for o in odds]


def after_change(before: Stacks, change: Change) -> dict[str, Stack]:
    """The stacks after a change, occupied spaces only."""
    stacks = dict(before) | {space: after for space, (_, after) in change.items()}
    return {space: stack for space, stack in stacks.items() if stack}


def change_between(before: Stacks, after: Stacks) -> dict[str, tuple[Stack, Stack]]:
    """The change that leads from one board to another."""
    spaces = dict.fromkeys([*before, *after])
    pairs = {s: (tuple(before.get(s, ())), tuple(after.get(s, ()))) for s in spaces}
    return {s: pair for s, pair in pairs.items() if pair[0] != pair[1]}


def is_home(space: str, homes: Sequence[Sequence[str]]) -> bool:
    """Whether a space belongs to one of the groups of home holes."""
    return any(space in group for group in homes)


def parts_of(colours: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Every choice of some of the colours, none and all among them, each once."""
    every = (tuple(sorted(part)) for n in range(len(colours) + 1) for part in combinations(colours, n))
    return list(dict.fromkeys(every))


def without_men(stacks: Stacks, missing: Sequence[str], homes: Sequence[Sequence[str]]) -> Stacks | None:
    """The board without so many men in their homes; None if they are not there."""
    left = dict(stacks)
    for colour in missing:
        standing = [s for group in homes for s in group if left.get(s) == (colour,)]
        if not standing:
            return None
        del left[standing[-1]]
    return left


def with_men(stacks: Stacks, missing: Sequence[str], homes: Sequence[Sequence[str]]) -> dict[str, Stack]:
    """The board with so many more men in their homes."""
    board = dict(stacks)
    for colour in missing:
        own = (s for group in homes for s in group if s[0] == letter(colour) and s not in board)
        if (hole := next(own, None)) is not None:
            board[hole] = (colour,)
    return board


class _Scorer:
    """The log-likelihood of a board after a change, against the board before it: only what differs is added
    up."""

    def __init__(self, before: Stacks, seen: BoardSeen, alike: Sequence[Sequence[str]]) -> None:
        self._before = before
        self._seen = in_play(seen.pieces, before, alike)
        self._groups = {space: tuple(group) for group in alike for space in group}

    def score(self, change: Change) -> float:
        """By how much the board after `change` fits better than the board before."""
        units = {self._groups.get(space, (space,)) for space in change}
        return sum(self._fit(unit, change) - self._fit(unit, {}) for unit in units)

    def against(self, change: Change) -> tuple[str, ...]:
        """The sure spaces that look otherwise than they would after `change`."""
        units = dict.fromkeys(self._groups.get(space, (space,)) for space in self._seen)
        return tuple(space for unit in units for space in self._contradicting(unit, change))

    def _tops(self, unit: tuple[str, ...], change: Change) -> list[str | None]:
        stacks = (change[s][1] if s in change else self._before.get(s, ()) for s in unit)
        return [stack[-1] if stack else None for stack in stacks]

    def _fit(self, unit: tuple[str, ...], change: Change) -> float:
        """The log-likelihood of one space, or of a group of spaces in its best arrangement."""
        tops = self._tops(unit, change)
        known = [(space, self._seen[space]) for space in unit if space in self._seen]
        if len(unit) == 1 or len(known) < len(unit):
            return sum(_log(self._seen[s], top) for s, top in zip(unit, tops, strict=True) if s in self._seen)
        free = [seen for _, seen in known]
        total = 0.0
        for colour in (top for top in tops if top is not None):
            best = max(free, key=lambda seen: _log(seen, colour) - _log(seen, None))
            free.remove(best)
            total += _log(best, colour)
        return total + sum(_log(seen, None) for seen in free)

    def _contradicting(self, unit: tuple[str, ...], change: Change) -> list[str]:
        tops = self._tops(unit, change)
        sure = [(s, self._seen[s].colour) for s in unit if s in self._seen and self._seen[s].sure]
        if len(unit) == 1:
            return [s for s, colour in sure if colour != tops[0]]
        wanted = list(tops)
        left: list[str] = []
        for space, colour in sure:
            if colour in wanted:
                wanted.remove(colour)
            else:
                left.append(space)
        return left


def _log(seen: SpaceSeen, colour: str | None) -> float:
    """The log-likelihood of a space's looks if `colour` is on top, never quite hopeless."""
    chance = SLIP if seen.sure else BLIND
    likelihood = seen.likelihoods.get(colour or EMPTY, 0.0)
    return math.log((1.0 - chance) * likelihood + chance / len(seen.likelihoods))
