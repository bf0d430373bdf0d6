"""Counters on a chessboard: what differs between the table and the state, and what follows from it.

A camera knows a counter's kind, its square, which way it faces and which side is up. The token of a zapped
toy is no part of the counter: it is not looked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from firmware_py.table.acts import advance, ruled
from firmware_py.table.events import CounterSeen
from firmware_py.table.values import Say
from rules import Answer, Chance, Choice, Cup, Drawn, Pieces, Space, Toy
from rules.gearhead.board import CONTROLLER, RULE
from vision.board.seen import BoardSeen, labelled_toy, toy_label

if TYPE_CHECKING:
    from firmware_py.table.table import Table

__all__ = ["Differences", "compare", "has_toys", "seen_toys", "shown", "tells_difference"]

_RULING = "gearhead.ruling."
_TOLD = frozenset(
    f"{_RULING}{key}"
    for key in (
        "wrong_square",
        "other_toy",
        "missing",
        "extra_toy",
        "turned_by_hand",
        "belongs_on_back",
        "belongs_on_legs",
    )
)
_LIES_BADLY = frozenset(f"{_RULING}{key}" for key in ("turned_by_hand", "belongs_on_back", "belongs_on_legs"))


@dataclass(frozen=True, slots=True)
class Differences:
    """How the table differs from a state: what to put right, one sentence a counter; and the squares that
    could not be told though they matter."""

    says: tuple[Say, ...]
    untold: tuple[Space, ...]

    @property
    def none(self) -> bool:
        """Whether the table surely stands as the state."""
        return not self.says and not self.untold


def has_toys(table: Table) -> bool:
    """Whether the game is played with counters instead of colours."""
    return table.started is not None and table.started.game == "gearhead"


def tells_difference(say: Say | None) -> bool:
    """Whether the referee's word is that a counter lies wrong."""
    return say is not None and say.key in _TOLD


def compare(expected: Pieces, seen: BoardSeen) -> Differences:
    """What differs between the counters that should lie there and those seen; each counter once, and what
    can be moved to its place first."""
    wanted = {space: stack[-1] for space, stack in expected.items() if stack and isinstance(stack[-1], Toy)}
    found = {space: labelled_toy(label) for space, label in seen.tops.items()}
    untold = {space for space in seen.pieces if not seen.pieces[space].sure}
    missing = {s: toy for s, toy in wanted.items() if s not in untold and _kind(found, s) != toy.kind}
    extra = {s: toy for s, toy in found.items() if _kind(wanted, s) != toy.kind}
    says = list(_moved(missing, extra)) + [
        say for space in wanted.keys() & found.keys() for say in _turned(space, wanted[space], found[space])
    ]
    for space, toy in sorted(missing.items()):
        other = extra.pop(space, None)
        if other is not None:
            says.append(_say("other_toy", "G-1", toy=toy.kind, at=space, other=other.kind))
        else:
            says.append(_say("missing", "G-6", toy=toy.kind, at=space))
    says += [_say("extra_toy", "G-4", toy=toy.kind, at=space) for space, toy in sorted(extra.items())]
    return Differences(tuple(says), tuple(sorted(untold & wanted.keys())))


def _kind(toys: Mapping[Space, Toy], space: Space) -> str | None:
    return toys[space].kind if space in toys else None


def _moved(missing: dict[Space, Toy], extra: dict[Space, Toy]) -> list[Say]:
    """Counters that lie on a wrong square while their own is free; they are taken out of both."""
    says = []
    for space, toy in sorted(missing.items()):
        if space in extra:
            continue
        alike = [at for at in sorted(extra) if toy_label(extra[at]) == toy_label(toy)]
        near = alike or [at for at in sorted(extra) if extra[at].kind == toy.kind]
        if near:
            del missing[space], extra[near[0]]
            says.append(_say("wrong_square", RULE[toy.kind], toy=toy.kind, at=space, target=near[0]))
    return says


def _turned(space: Space, toy: Toy, found: Toy) -> list[Say]:
    """What is to be done to a counter on its square, if it is the right kind but lies otherwise."""
    if toy.kind != found.kind or toy_label(toy) == toy_label(found):
        return []
    if toy.flipped != found.flipped:
        key = "belongs_on_back" if toy.flipped else "belongs_on_legs"
        return [_say(key, "G-30", toy=toy.kind, at=space)]
    towards = "north" if CONTROLLER[toy.facing] == "south" else "south"
    return [_say("turned_by_hand", "G-10", toy=toy.kind, at=space, facing=towards)]


def _say(key: str, rule: str, **facts: str) -> Say:
    return Say(f"{_RULING}{key}", {**facts, "rule": rule})


def seen_toys(table: Table, seen: BoardSeen) -> Table:
    """The table after a look at its counters; the same one if nothing follows from it.

    A decision that alone makes the board stand as it is seen is taken; one that alone would but for how a
    counter lies on its square is what that counter is told by. Otherwise the first counter that lies wrong
    is told, until it lies right; so is what a decision that was taken back left on the board.
    """
    here = compare(table.state.pieces, seen)
    if here.none or not here.says:
        told = table.refused is None and tells_difference(table.verdict)
        verdict = None if told else table.verdict
        after = replace(table, verdict=verdict, undone=_not_seen_undone(table, seen))
        return table if after == table else after
    awaits = table.state.awaits
    options = awaits.options if isinstance(awaits, Choice) else ()
    found = {answer: compare(table.state.after(answer)[0].pieces, seen) for answer in options}
    fitting = [answer for answer, differs in found.items() if differs.none]
    if len(fitting) == 1 and fitting[0] != table.undone:
        return advance(table, fitting[0])
    nearly = [differs.says[0] for differs in found.values() if _lies_badly(differs)]
    return replace(table, verdict=nearly[0] if len(nearly) == 1 else here.says[0])


def _not_seen_undone(table: Table, seen: BoardSeen) -> Answer | None:
    """What was taken back, if the board does not tell whether that was done on it too."""
    undone, awaits = table.undone, table.state.awaits
    if undone is None or not isinstance(awaits, Choice) or undone not in awaits.options:
        return None
    return None if compare(table.state.after(undone)[0].pieces, seen).says else undone


def _lies_badly(differs: Differences) -> bool:
    """Whether all that is wrong is how one counter lies on its own square."""
    return len(differs.says) == 1 and differs.says[0].key in _LIES_BADLY


def shown(table: Table, event: CounterSeen) -> Table:
    """The table after somebody showed the counter that he has drawn: taken if the cup can hold it; otherwise
    he is told why not, or to show it once more."""
    awaits = table.state.awaits
    if not isinstance(awaits, Chance) or not isinstance(awaits.source, Cup):
        return table
    if event.kind is None:
        verdict = table.say("cup", "show_again")
    else:
        drawn = Drawn(event.kind)
        if awaits.legal(drawn):
            return advance(table, drawn)
        verdict = ruled(table, table.game.explain(table.state, drawn))
    return table if verdict == table.verdict else replace(table, verdict=verdict)
