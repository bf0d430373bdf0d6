"""What may be answered now, each with what would come of it: found by trying, the same for every game."""

from __future__ import annotations

from firmware_py.table import Say, Table
from firmware_py.view.values import OptionView
from rules import PASS, Answer, Chance, Choice, Colour, Event, Fact, Move, Pick, Space, Toy

__all__ = ["option_views", "told"]

_PLAIN = frozenset({"rolled", "entered", "captured", "passed", "turn"})
"""Happenings that an option's own sentence tells, or that go without saying."""

_MOVED = frozenset({"moved"})
"""What a move's own sentence tells besides; that of a decision does not say where it leads."""


def option_views(table: Table) -> tuple[OptionView, ...]:
    """The options of the choice that is awaited, or the pass that may be answered in place of a pop."""
    awaits = table.state.awaits
    if isinstance(awaits, Choice):
        # What may just have been done on the board comes first, likeliest first.
        options = dict.fromkeys(
            answer for answer in (*table.doubt, *awaits.options) if answer in awaits.options
        )
        return tuple(_option(table, answer) for answer in options)
    if isinstance(awaits, Chance) and awaits.may_pass:
        return (_option(table, PASS),)
    return ()


def told(table: Table, event: Event) -> Say:
    """The sentence of a happening."""
    return table.say("event", event.key, {**event.facts, "rule": event.rule})


def _option(table: Table, answer: Answer) -> OptionView:
    _, events = table.state.after(answer)
    captures = tuple(colour for event in events for colour in _captured(event))
    plain = _PLAIN | _MOVED if isinstance(answer, Move) else _PLAIN
    follows = tuple(told(table, event) for event in events if event.key not in plain)
    match answer:
        case Move(origin, target):
            entering = any(event.key == "entered" for event in events)
            say = _move(origin, target, captures, entering)
            return OptionView(answer, say, origin, target, captures, follows)
        case Pick(word, at):
            say = table.say("pick", word, {} if at is None else {"at": at, **_toy_on(table, at)})
            return OptionView(answer, say, None, at, captures, follows)
    return OptionView(answer, Say("table.option.pass"), follows=follows)


def _toy_on(table: Table, space: Space) -> dict[str, Fact]:
    """The toy that a decision is about, if one stands there."""
    stack = table.state.pieces.get(space, ())
    return {"toy": stack[-1].kind} if stack and isinstance(stack[-1], Toy) else {}


def _move(origin: str, target: str, captures: tuple[Colour, ...], entering: bool) -> Say:
    facts: dict[str, Fact] = {"origin": origin, "target": target}
    key = "enter" if entering else "move"
    if captures:
        return Say(f"table.option.{key}_capturing", {**facts, "captured": captures})
    return Say(f"table.option.{key}", facts)


def _captured(event: Event) -> tuple[Colour, ...]:
    captured = event.facts.get("captured", ()) if event.key == "captured" else ()
    return captured if isinstance(captured, tuple) else (str(captured),)
