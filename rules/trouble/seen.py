"""The referee of Trouble looks at the board: the smallest change that explains the pieces as they now stand.

Which hole of a HOME BASE a man stands in never matters. A captured man may come home late: a board that lacks
only men in HOME is judged as if they were there, under a key of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.core import Colour, Fact, Move, Piece, Pieces, Ruling, Space
from rules.trouble.board import COLOURS, HOME, MEN, home_space
from rules.trouble.match import Match, Men
from rules.trouble.moves import Step, after_step
from rules.trouble.referee import judge
from rules.trouble.state import ToEnter, ToMove, TroubleState

__all__ = ["explain_pieces"]

_HOLES = {home_space(colour, number): f"{colour} home" for colour in COLOURS for number in range(1, MEN + 1)}


def explain_pieces(state: TroubleState, pieces: Pieces) -> Ruling:
    """The ruling on the pieces as they now stand."""
    now = _seen(pieces)
    if now == _expected(state.match, state.men):
        return Ruling(True, "T-4", "unchanged")
    strangers = sorted({str(piece) for _, piece in now if piece not in state.match.colours})
    if strangers:
        return Ruling(False, "T-1", "stranger", {"pieces": tuple(strangers)})
    return _as_option(state, now) or _late_home(state, now) or _as_other_change(state, now)


Seen = Counter[tuple[str, Piece]]
"""How many of a piece stand on a space; the four holes of a HOME BASE are one space."""


def _seen(pieces: Pieces) -> Seen:
    return Counter((_HOLES.get(space, space), piece) for space, stack in pieces.items() for piece in stack)


def _expected(game: Match, men: Men) -> Seen:
    return Counter(
        (f"{colour} home" if place == HOME else path[place], colour)
        for colour, path, places in zip(game.colours, game.paths, men, strict=True)
        for place in places
    )


def _options(state: TroubleState) -> Iterator[tuple[Step, Ruling, Seen]]:
    """Every move that is open, with its ruling and the pieces after it."""
    if isinstance(state, ToMove | ToEnter):
        for step, move in zip(state.steps, state.moves, strict=True):
            yield step, judge(state, move), _expected(state.match, after_step(state.men, step))


def _as_option(state: TroubleState, now: Seen) -> Ruling | None:
    """The ruling if the pieces are those after an open move, its captured men home or still on their way."""
    for step, ruling, after in _options(state):
        if now == after:
            return ruling
        colours = state.match.colours
        away = [colours[seat] for seat, _ in step.victims]
        others = [colour for colour in colours if colour != colours[step.seat]]
        missing = _missing_in_home(now, after, {*away, *others})
        if missing is None and away:
            # The captured man may also stand beside or under the one who took his space.
            beside: Seen = Counter(
                (state.match.paths[seat][place], colours[seat]) for seat, place in step.victims
            )
            missing = _missing_in_home(now - beside, after, {*away, *others}) if beside <= now else None
        if missing is not None:
            facts = {**ruling.facts, "missing": missing}
            return Ruling(True, "T-7", "captured_not_home", facts, ruling.answer)
    return None


def _late_home(state: TroubleState, now: Seen) -> Ruling | None:
    """The ruling if nothing has changed but that men who belong in HOME are not there yet."""
    missing = _missing_in_home(now, _expected(state.match, state.men), set(state.match.colours))
    return None if missing is None else Ruling(True, "T-7", "not_home_yet", {"missing": missing})


def _missing_in_home(now: Seen, wanted: Seen, allowed: set[Colour]) -> tuple[Colour, ...] | None:
    """The colours of the men who lack in their HOMEs; None if something else differs."""
    if now - wanted:
        return None
    lacking = wanted - now
    if not all(space == f"{piece} home" and piece in allowed for space, piece in lacking):
        return None
    return tuple(sorted({str(piece) for _, piece in lacking}))


# -- changes that are no open move -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Change:
    """How the men of one colour differ: the spaces that they left, and those where they now stand."""

    colour: Colour
    gone: tuple[str, ...]
    come: tuple[str, ...]


def _as_other_change(state: TroubleState, now: Seen) -> Ruling:
    before = _expected(state.match, state.men)
    changes = [
        _Change(colour, _spaces(before - now, colour), _spaces(now - before, colour))
        for colour in state.match.colours
    ]
    changes = [change for change in changes if change.gone or change.come]
    mover = _one_mover(changes)
    if mover is not None:
        ruling = judge(state, _move(state, mover))
        if not ruling.legal:
            return ruling
        # The move may stand, but whom it sends home stands elsewhere.
        return Ruling(False, "T-7", "captured_elsewhere", ruling.facts, ruling.answer)
    facts: dict[str, Fact] = {
        "colours": tuple(change.colour for change in changes),
        "gone": tuple(_plain(space) for change in changes for space in change.gone),
        "come": tuple(_plain(space) for change in changes for space in change.come),
    }
    if not any(change.come for change in changes):
        return Ruling(False, "T-1", "men_missing", facts)
    if not any(change.gone for change in changes):
        return Ruling(False, "T-1", "too_many_men", facts)
    return Ruling(False, "T-4", "several_moved", facts)


def _spaces(difference: Seen, colour: Colour) -> tuple[str, ...]:
    return tuple(
        sorted(space for (space, piece), count in difference.items() if piece == colour for _ in range(count))
    )


def _one_mover(changes: Iterable[_Change]) -> _Change | None:
    """The one man who was moved, if the other changes are what his landing does to others."""
    changes = list(changes)
    movers = [change for change in changes if len(change.gone) == len(change.come) == 1]
    for mover in movers:
        rest = [change for change in changes if change is not mover]
        if all(change.gone == mover.come and len(change.come) <= 1 for change in rest):
            return mover
    return None


def _move(state: TroubleState, mover: _Change) -> Move:
    """The man's move; in HOME he leaves the last filled hole and takes the next free one."""
    seat = state.match.colours.index(mover.colour)
    at_home = state.men[seat].count(HOME)
    return Move(
        home_space(mover.colour, at_home) if mover.gone[0] in _HOLES.values() else mover.gone[0],
        _next_hole(mover.come[0], at_home),
    )


def _next_hole(space: str, at_home: int) -> Space:
    """The space itself; for a HOME BASE its next hole."""
    if space not in _HOLES.values():
        return space
    return home_space(space.removesuffix(" home"), min(at_home + 1, MEN))


def _plain(space: str) -> Space:
    """The space itself; for a HOME BASE its first hole."""
    return _next_hole(space, 0)
