"""The ways a followed game may have gone on since a position that is known, or thought possible.

Pure: positions and answers in, candidates for `vision.board.game.moves.weigh` out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from rules import Chance, Game, Move, Rolled, RulesError, State
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

PASSED: Final = 0.1
"""How often a player passes who may and could move."""

BELIEFS: Final = 100
BELIEVED: Final = 1e-4
"""So many positions are kept in mind after an unsure picture, each at least so likely."""

UNSEEN: Final = 0.02
"""How likely a move was made that no picture showed."""

MISREAD: Final = 5e-4
"""How likely a die that was read with full confidence shows something else."""

STANDS: Final = 6.0
"""So much likelier it is that a die which still lies shows its number than one that was popped anew."""

Homes = Sequence[Sequence[str]]
"""Groups of spaces in which only the number of men counts."""


@dataclass(frozen=True, slots=True)
class Belief:
    """A position that the game may have reached, how likely, and which captured men are not home yet.

    `popped` is a pop that was made there and whose turn still stands.
    """

    state: State
    weight: float
    late: tuple[str, ...] = ()
    popped: Moment | None = None


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


def path_of(moment: Moment, answer: object, *, slip: bool = False) -> Path:
    """Where an answer leads; to no state if the rules do not allow it, or if it was not made as they say."""
    if answer == NOTHING:
        return Path(moment, NOTHING, moment.declined)
    lawful = not slip and isinstance(answer, Move) and answer in options(moment.state)
    return Path(moment, answer, moment.state.after(answer)[0] if lawful else None)  # type: ignore[arg-type]


def with_slips(belief: Belief, moment: Moment, homes: Homes) -> list[Candidate]:
    """Lawful and other changes from one moment, those that another roll would allow being likelier slips."""
    any_roll = _answers(replace(belief, popped=None), None)
    other = {_key(stacks_of(path.state)) for path, _ in any_roll if path.state is not None}
    weight = belief.weight * (STANDS if belief.popped is not None else 1.0)
    before, ready = stacks_of(belief.state), stacks_of(moment.state)
    found = [
        (path_of(moment, c.name, slip=c.slip), after_change(ready, c.change), c.prior)
        for c in candidates(moment.state)
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
        ways += _late_or_not(belief, path, before, after, weight * prior, homes)
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
    before: Stacks,
    beliefs: Sequence[Belief],
    rolls: Sequence[tuple[Rolled, float]],
    homes: Homes,
    *,
    passes: bool = False,
) -> list[Candidate]:
    """The lawful ways on by two moves, the first of which no picture showed; with `passes` also those by one
    move after a turn without any."""
    ways: list[Candidate] = []
    for belief in beliefs:
        for first, prior in _answers(belief, None):
            if first.state is None or (first.answer == NOTHING and not passes):
                continue
            captured = _new_at_home(stacks_of(belief.state), stacks_of(first.state), homes)
            between = Belief(first.state, prior, (*belief.late, *captured))
            for way in lawful(before, [between], rolls, homes):
                assert isinstance(way.name, Path)
                if way.name.answer != NOTHING:
                    ways.append(replace(way, name=replace(way.name, earlier=first)))
    return ways


def believed(
    beliefs: Iterable[Belief], ways: Iterable[Candidate], chances: Iterable[float], undecided: float
) -> list[Belief]:
    """Where the game may stand after a turn that went one of these ways, likeliest first.

    With the chance `undecided` it stands where it stood.
    """
    weights = {(b.state, b.late, b.popped): undecided * b.weight for b in beliefs}
    for way, chance in zip(ways, chances, strict=True):
        path = way.name
        if isinstance(path, Path) and path.state is not None:
            place = (path.state, path.missing, None)
            weights[place] = weights.get(place, 0.0) + (1.0 - undecided) * chance
    best = sorted(weights.items(), key=lambda item: item[1], reverse=True)[:BELIEFS]
    total = sum(weight for _, weight in best)
    return [
        Belief(state, weight / total, late, popped)
        for (state, late, popped), weight in best
        if weight >= BELIEVED * total
    ]


def held_up(state: State, moment: Moment, late: tuple[str, ...], unseen: float, homes: Homes) -> list[Belief]:
    """Where a game may stand whose turn was held up in `moment`: there still, or, with the chance `unseen`,
    gone on in a lawful way that no picture showed."""
    still = Belief(state, 1.0 - unseen, late, moment)
    gone = lawful(stacks_of(state), [replace(still, weight=unseen)], None, homes)
    paths = [(way.name, way.prior) for way in gone if isinstance(way.name, Path)]
    return [still, *(Belief(p.state, prior, p.missing) for p, prior in paths if p.state is not None)]


def let_stand(
    rules: Game, state: State, moment: Moment, stands: Stacks, late: tuple[str, ...]
) -> list[Belief]:
    """Where a game may stand if a move that was called illegal in `moment` was left as it is.

    It was accepted by the players; or the die was misread, another roll makes it lawful, and that turn still
    stands or has passed. `stands` is the board with all captured men home.
    """
    found: list[Belief] = []
    after = [path.state.awaits for path, _ in _answers(Belief(state, 1.0, late, moment), None) if path.state]
    turn = next((awaits.colour for awaits in after if isinstance(awaits, Chance)), None)
    if turn is not None:
        with suppress(RulesError):  # A board that cannot be played on is no place to stand.
            found.append(Belief(rules.from_pieces(state, dict(stands), turn), UNSEEN, late))
    for path, _ in _answers(Belief(state, 1.0), None):
        if path.state is not None and path.answer != NOTHING and _key(stacks_of(path.state)) == _key(stands):
            found += [Belief(path.state, MISREAD, late), Belief(state, MISREAD, late, path.moment)]
    return found


def _moments(belief: Belief, rolls: Sequence[tuple[Rolled, float]] | None) -> Iterator[tuple[Moment, float]]:
    """Where a player stands by each roll, with its chance."""
    popped = belief.popped
    if popped is not None:
        known = [1.0] if rolls is None else [STANDS * chance for roll, chance in rolls if roll == popped.roll]
        yield from ((popped, chance) for chance in known)
        return
    for rolled, chance in rolls if rolls is not None else rolls_of(belief.state):
        moment = moment_of(belief.state, rolled)
        if moment is not None:
            yield moment, chance


def _answers(belief: Belief, rolls: Sequence[tuple[Rolled, float]] | None) -> Iterator[tuple[Path, float]]:
    """Every lawful answer to every roll, with its prior."""
    for moment, chance in _moments(belief, rolls):
        moves = [path_of(moment, a) for a in options(moment.state) if isinstance(a, Move)]
        idle = [path_of(moment, NOTHING)] if moment.declined is not None else []
        passed = PASSED if moves and idle else 1.0 if idle else 0.0
        for path in moves:
            yield path, belief.weight * chance * (1.0 - passed) / len(moves)
        for path in idle:
            yield path, belief.weight * chance * passed


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
