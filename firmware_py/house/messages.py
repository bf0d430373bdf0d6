"""What is told of a table: how it stands, and what happened since it was last told. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from firmware_py.table import Ply, Roll, Table
from firmware_py.view import Say, TableView
from firmware_py.words import Words
from rules import Event

__all__ = ["EVENT_TYPES", "as_json", "happened", "state_of"]

_TYPES: Final = {
    "rolled": "die",
    "moved": "move",
    "entered": "move",
    "captured": "capture",
    "turn": "turn",
    "over": "over",
}
"""What kind of event a happening of the rules is; the others are "told"."""

_UNDONE: Final = Say("table.verdict.undone")

EVENT_TYPES: Final = ("start", "die", "move", "capture", "turn", "told", "verdict", "undo", "over", "end")
"""All kinds of events. "over" is the end of a game that was played out, "end" of one that was not."""


def state_of(
    view: TableView, name: str, words: Words, boot: str, at: str, page: str | None = None
) -> dict[str, Any]:
    """How the table stands, in words and facts.

    Args:
        name: what the table is called.
        boot: names this start of the table, so that two of one name find out.
        at: the time of day, as ISO 8601 has it.
        page: the address of the table's page; None if it has none.
    """
    players = {seat.seat.colour: seat.seat.player for seat in view.seats}
    roll = view.die or view.last_die
    return {
        "name": name,
        "boot": boot,
        "at": at,
        "page": page,
        "game": view.game,
        "game_name": words.say(f"web.game.{view.game}") if view.game else None,
        "phase": view.phase.value,
        "turn": view.turn,
        "player": players.get(view.turn) if view.turn else None,
        "die": list(roll.faces) if roll else None,
        "die_in_words": _faces(roll, words) if roll else None,
        "headline": words.say(view.headline.key, view.headline.facts),
        "verdict": words.say(view.verdict.key, view.verdict.facts) if view.verdict else None,
        "rule": view.verdict.facts.get("rule") if view.verdict else None,
        "seats": [
            {
                "colour": seat.seat.colour,
                "player": seat.seat.player,
                "place": seat.place,
                "counts": {words.term(area): count for area, count in seat.counts.items()},
            }
            for seat in view.seats
        ],
        "winners": [players.get(colour, colour) for colour in view.ranking[0]] if view.ranking else [],
        "ply": view.ply,
        "faults": [fault.part for fault in view.faults],
    }


def happened(before: Table, after: Table, words: Words) -> Iterator[dict[str, Any]]:
    """What happened between two tables, the oldest first: each with its kind, sentence, rule and facts."""
    if after.started is None:
        return
    if before.started != after.started:
        names = {seat.colour: seat.player for seat in after.started.seats}
        yield {"event_type": "start", "say": words.say(f"web.game.{after.started.game}"), "players": names}
        before = Table()
    known = {id(ply) for ply in before.plies}
    fresh: list[Ply] = []
    for ply in after.plies:
        if id(ply) in known:
            break
        fresh.append(ply)
    if len(after.plies) - len(fresh) < len(before.plies):
        yield _said("undo", _UNDONE, words)
    for ply in reversed(fresh):
        for event in ply.events:
            yield _told(after.game.name, event, ply.roll, words)
    if after.verdict not in (None, _UNDONE, before.verdict):
        yield _said("verdict", after.verdict, words)
    if after.aborted and not before.aborted:
        yield {"event_type": "end", "say": words.say("table.headline.aborted")}


def as_json(value: Mapping[str, Any]) -> str:
    """A message's text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def _told(game: str, event: Event, roll: Roll | None, words: Words) -> dict[str, Any]:
    say = Say(f"{game}.event.{event.key}", {**event.facts, "rule": event.rule})
    told = _said(_TYPES.get(event.key, "told"), say, words)
    if told["event_type"] == "die" and roll is not None:
        told["die"] = list(roll.faces)
    return told


def _said(kind: str, say: Say, words: Words) -> dict[str, Any]:
    facts = {key: value for key, value in say.facts.items() if key not in ("event_type", "say")}
    return {"event_type": kind, "say": words.say(say.key, say.facts), **facts}


def _faces(roll: Roll, words: Words) -> str:
    """The faces as people say them, such as "4", or "4, red dot"."""
    dots = {1: words.say("web.page.dot"), 0: words.say("web.page.no_dot")}
    pairs = zip(roll.kinds, roll.faces, strict=True)
    return ", ".join(dots[face] if kind == "red" else str(face) for kind, face in pairs)
