"""Following a game of Gearhead Skirmish in pictures of its chessboard: a picture after each toy's action.

Dice are not seen. A change is lawful if some dice and decisions of one toy's action, or a draw and a
placement, lead to the counters that lie there; the referee says what is wrong with any other, unless an
action may have been made that no picture showed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from hardware.layout import Layout
from rules import Answer, Chance, Choice, Event, Game, Ruling, State, Toy
from vision.board.chess.chess_reader import ChessLook, ChessReader
from vision.board.place.canvas import Picture
from vision.board.seen import NO_FACTS, Facts, labelled_toy, toy_label

__all__ = ["ToyFollower", "ToysFollowed"]

MOST: Final = 20_000
"""So many moments are looked into to explain a picture: the longest action has fewer."""

_PENDING: Final = frozenset({"place", "side", "second", "pound", "explode", "egg", "wind", "punch", "zap"})
"""Decisions in the middle of an action or placement."""

_TOLD: Final = ("moved", "entered")
"""What is told of a lawful change: the first of these that happened."""


@dataclass(frozen=True, slots=True)
class ToysFollowed:
    """What one picture told.

    `move` is from where to where a counter went, if one did. `rule` is the number that a ruling or event
    cites. `toys` are the counters after the picture (of an illegal change: as they lie there). `reason` is a
    whole key of the catalogue.
    """

    seen: Literal["start", "nothing", "move", "illegal", "unsure"]
    move: tuple[str, str] | None
    rule: str | None
    reason: str
    facts: Facts
    toys: Mapping[str, Toy]
    look: ChessLook


class ToyFollower:
    """Follows one game; an illegal change leaves the state as it was until it is put right."""

    def __init__(self, layout: Layout, rules: Game, state: State) -> None:
        """`state` is what the first picture shows.

        Raises PictureError when the layout's corner tags are those of counters.
        """
        self.state = state
        self._reader = ChessReader(layout)
        self._rules = rules
        self._started = self._unseen = False

    def look(self, picture: Picture, corners: Sequence[tuple[float, float]] | None = None) -> ToysFollowed:
        """What the next BGR picture tells; `corners` are needed for the first one only, if at all."""
        look = self._reader.look_closely(picture, corners=corners)
        seen, before = look.seen, _labels(self.state)
        if not seen.registered:
            self.missed()
            return self._unsure(look, f"board.reason.{seen.reason}", seen.facts)
        now = dict(seen.tops)
        if not self._started:
            spaces = tuple(s for s in seen.pieces if now.get(s) != before.get(s) or s in seen.unsure)
            if spaces:
                return self._unsure(look, "board.reason.start_differs", {"spaces": spaces})
            self._started = True
            return self._told("start", look, "board.reason.start", NO_FACTS)
        if seen.unsure:
            self.missed()
            return self._unsure(look, f"board.reason.{seen.reason}", seen.facts)
        if now == before:
            self._unseen = False
            return self._told("nothing", look, "board.reason.nothing", NO_FACTS)
        found = _explained(self.state, now)
        if found is not None:
            self._unseen = False
            return self._moved(look, before, now, *found)
        if self._unseen:
            return self._unsure(look, "board.reason.unexplained", NO_FACTS)
        return self._illegal(look, now)

    def missed(self) -> None:
        """Take note of a picture that did not tell: an action may have been made that nobody saw."""
        self._unseen = self._started

    def _moved(
        self,
        look: ChessLook,
        before: Mapping[str, str],
        now: Mapping[str, str],
        state: State,
        events: tuple[Event, ...],
    ) -> ToysFollowed:
        told = next((e for key in _TOLD for e in events if e.key == key), events[0] if events else None)
        self.state = state
        if told is None:
            return self._told("move", look, "board.reason.nothing", NO_FACTS, _way(before, now))
        facts: Facts = {**told.facts, "rule": told.rule}
        key = f"gearhead.event.{told.key}"
        return self._told("move", look, key, facts, _way(before, now), told.rule)

    def _illegal(self, look: ChessLook, now: Mapping[str, str]) -> ToysFollowed:
        """The referee's word on counters that no action explains; zaps are taken to be as they were."""
        known = {space: stack[-1] for space, stack in self.state.pieces.items()}
        toys = {}
        for space, label in now.items():
            toy, old = labelled_toy(label), known.get(space)
            zapped = isinstance(old, Toy) and old.kind == toy.kind and old.zapped
            toys[space] = Toy(toy.kind, toy.facing, toy.flipped, zapped)
        ruling: Ruling = self._rules.explain(self.state, {space: (toy,) for space, toy in toys.items()})
        facts: Facts = {**ruling.facts, "rule": ruling.rule}
        key, way = f"gearhead.ruling.{ruling.key}", _way(_labels(self.state), now)
        return ToysFollowed("illegal", way, ruling.rule, key, facts, toys, look)

    def _unsure(self, look: ChessLook, reason: str, facts: Facts) -> ToysFollowed:
        return self._told("unsure", look, reason, facts)

    def _told(
        self,
        seen: Literal["start", "nothing", "move", "unsure"],
        look: ChessLook,
        reason: str,
        facts: Facts,
        move: tuple[str, str] | None = None,
        rule: str | None = None,
    ) -> ToysFollowed:
        toys = {space: labelled_toy(label) for space, label in _labels(self.state).items()}
        return ToysFollowed(seen, move, rule, reason, facts, toys, look)


def _labels(state: State) -> dict[str, str]:
    """The counters of a state as a camera knows them."""
    return {s: toy_label(stack[-1]) for s, stack in state.pieces.items() if isinstance(stack[-1], Toy)}


def _way(before: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, str] | None:
    """From where to where the one counter went that did; None if none or several did."""
    gone = [s for s, label in before.items() if now.get(s) != label and s not in now]
    come = [s for s, label in now.items() if before.get(s) != label and s not in before]
    alike = [(a, b) for a in gone for b in come if before[a].split()[0] == now[b].split()[0]]
    return alike[0] if len(alike) == 1 and len(gone) == 1 else None


def _explained(state: State, wanted: Mapping[str, str]) -> tuple[State, tuple[Event, ...]] | None:
    """The state after one action or placement that has these counters, by as few answers as it takes."""
    waiting: deque[tuple[State, tuple[Event, ...]]] = deque([(state, ())])
    met = {state}
    for _ in range(MOST):
        if not waiting:
            return None
        here, told = waiting.popleft()
        for answer in _answers(here):
            after, events = here.after(answer)
            if after in met:
                continue
            met.add(after)
            if _labels(after) == wanted and not _is_pending(after):
                return after, (*told, *events)
            if _is_pending(after):
                waiting.append((after, (*told, *events)))
    return None


def _answers(state: State) -> Iterator[Answer]:
    awaits = state.awaits
    if isinstance(awaits, Choice):
        yield from awaits.options
    elif isinstance(awaits, Chance):
        yield from (answer for answer, _ in awaits.outcomes)


def _is_pending(state: State) -> bool:
    """Whether an action or placement is under way: dice are due for it, or a decision."""
    awaits = state.awaits
    if isinstance(awaits, Choice):
        return awaits.why in _PENDING
    return isinstance(awaits, Chance) and awaits.why not in ("draw", "start")
