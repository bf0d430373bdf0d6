"""Which moves a popped number allows: rules T-5 to T-12 and the house rules that bend them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from rules.trouble.board import FINISH, HALF_ROUND, HOME, LAST, RING, START, WARPS
from rules.trouble.match import NOWHERE, Match, Men

__all__ = [
    "Step",
    "Victims",
    "after_step",
    "entering_steps",
    "jumps",
    "landing",
    "may_pass",
    "steps",
    "steps_of",
    "stuck_rule",
    "way_rule",
]

Victims: TypeAlias = tuple[tuple[int, int], ...]
"""The men sent home: their seats and the places that they stood on."""


class Step(NamedTuple):
    """A move of one man: his seat, where from and where to, and whom it sends home (seats and places)."""

    seat: int
    origin: int
    target: int
    victims: Victims = ()


def steps(match: Match, men: Men, movers: tuple[int, ...], roll: int, entered: int | None) -> list[Step]:
    """Every different move that the movers may make; `entered` is the seat whose man just entered."""
    if entered is not None and match.same_man:  # T-A19
        return [step for step in steps_of(match, men, entered, roll) if step.origin == START]
    found = steps_of(match, men, movers[0], roll)
    for seat in movers[1:]:
        found += steps_of(match, men, seat, roll)
    if match.forced_exit:  # T-A12
        return [step for step in found if step.origin == HOME] or found
    return found


def steps_of(match: Match, men: Men, seat: int, roll: int) -> list[Step]:
    """Every different move that the men of one seat may make, whatever its player must choose among."""
    found: list[Step] = []
    mine, reach = men[seat], match.reach[roll]
    before = NOWHERE
    for place in mine:
        target = reach[place]
        if target == NOWHERE or place == before:  # men in HOME are all alike
            continue
        before = place
        if target >= FINISH:
            # T-12: own men in FINISH may be passed; T-15: they are never sent home.
            if target not in mine and not (match.no_jump and jumps(mine, place, target, roll)):
                found.append(Step(seat, place, target, ()))
            continue
        victims = landing(match, men, seat, place, target)
        if victims is None:
            continue
        if match.warps and target in WARPS:
            found += _warp(match, men, seat, place, target, victims)
        else:
            found.append(Step(seat, place, target, victims))
    return found


def landing(match: Match, men: Men, seat: int, origin: int, target: int) -> Victims | None:
    """Whom a man sends home by landing on a circle of the ring; None if he may not land there."""
    if target in men[seat]:
        if match.sends_own_home and origin != HOME:  # T-A1; T-A2 has no such option
            return ((seat, target),)
        return None
    for other, circle in match.rivals[seat]:
        place = circle[target]
        if place in men[other]:
            if not match.capturable and match.friends(seat, other):  # T-A4c
                return None
            if place == START and match.start_safe:  # T-A15
                return None
            return ((other, place),)  # T-7; T-8 if he enters on START
    return ()


def _warp(match: Match, men: Men, seat: int, origin: int, near: int, victims: Victims) -> list[Step]:
    """T-W2: on at once to the other end, where the man lands by the same rules."""
    far = (near + HALF_ROUND) % RING
    there = landing(match, men, seat, origin, far)
    return [] if there is None else [Step(seat, origin, far, victims + there)]


def entering_steps(match: Match, men: Men, movers: tuple[int, ...]) -> list[Step]:
    """T-W3: how the movers may bring in a man on a red 1 that another player popped."""
    found = []
    for seat in movers:
        victims = landing(match, men, seat, HOME, START) if HOME in men[seat] else None
        if victims is not None:
            found.append(Step(seat, HOME, START, victims))
    return found


def way_rule(step: Step, roll: int) -> str:
    """The number of the rule by which a man of the board moves as he does."""
    _, origin, target, _ = step
    if target - origin != roll:
        return "T-A11" if target >= FINISH else "T-W2"
    if target < FINISH:
        return "T-6"
    return "T-12" if origin >= FINISH else "T-10"


def jumps(mine: tuple[int, ...], place: int, target: int, roll: int) -> bool:
    """Whether a walk into or inside FINISH passes an own man there (T-A6)."""
    if place + roll > LAST:  # a bounce, to FINISH 4 and back
        passed = range(max(min(place, target) + 1, FINISH), LAST + 1)
    else:
        passed = range(max(place + 1, FINISH), target)
    return any(man in passed and man not in (place, target) for man in mine)


def may_pass(match: Match, roll: int, found: Sequence[Step]) -> bool:
    """Whether the player may decline all the steps that he has found (T-9, T-A3)."""
    if match.forced_exit and found[0].origin == HOME:  # T-A12 overrides T-A3
        return False
    return match.passing == "always" or (match.passing == "on_six_only" and roll == 6)


def stuck_rule(match: Match, men: Men, movers: tuple[int, ...], roll: int) -> str:
    """The number of the rule that leaves the movers without a move."""
    if roll == 6:
        return "T-A7"
    places = [place for seat in movers for place in men[seat]]
    if all(place == HOME or place >= FINISH for place in places) and HOME in places:
        return "T-5"
    found = {
        _hindrance(match, men, seat, place, roll) for seat in movers for place in men[seat] if place != HOME
    }
    return next(rule for rule in _HINDRANCES if rule in found)


_HINDRANCES: Final = ("T-11", "T-A1", "T-A4c", "T-A15", "T-A6", "T-A11", "T-W2")
"""What can keep a man of the board where he is; of several rules the first is cited."""


def _hindrance(match: Match, men: Men, seat: int, place: int, roll: int) -> str:
    """The number of the rule that keeps a man who has left HOME from moving a number."""
    target = match.reach[roll][place]
    if target == NOWHERE:
        return "T-11"
    if target >= FINISH:
        if target == place:
            return "T-A11"
        return "T-A1" if target in men[seat] else "T-A6"
    if landing(match, men, seat, place, target) is None:
        return held_rule(match, men, seat, target)
    return "T-W2"


def held_rule(match: Match, men: Men, seat: int, place: int) -> str:
    """The number of the rule that keeps a man off a circle on which somebody stands."""
    if place in men[seat]:
        return "T-A1"
    friends = (
        match.friends(seat, other) for other, circle in match.rivals[seat] if circle[place] in men[other]
    )
    return "T-A4c" if any(friends) else "T-A15"


def after_step(men: Men, step: Step) -> Men:
    """The men after a step; those sent home are in their HOME."""
    men = _put(men, step.seat, step.origin, step.target)
    for seat, place in step.victims:
        men = _put(men, seat, place, HOME)
    return men


def _put(men: Men, seat: int, origin: int, target: int) -> Men:
    mine = list(men[seat])
    mine[mine.index(origin)] = target
    mine.sort()
    return (*men[:seat], tuple(mine), *men[seat + 1 :])
