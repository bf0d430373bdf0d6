"""The view in the page's form: plain JSON values with every sentence in words. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware_py.table import Fix, Phase, Table, Wants, wants
from firmware_py.view import OptionView, Say, SeatView, TableView
from firmware_py.words import Words
from rules import Pieces, Toy, game
from rules.options import write_value

__all__ = ["house_rules", "pieces_of", "said", "snapshot", "value_in_words"]

_OPEN = frozenset({Phase.SETTING_UP, Phase.OVER})


def snapshot(view: TableView, table: Table, words: Words) -> dict[str, Any]:
    """Everything that the page shows of a table.

    The pairing code is not part of it: whoever reads it must stand at the table.

    Args:
        view: what is shown.
        table: the table that the view was made of; tells what may be entered.
        words: the catalogue.
    """
    return {
        "game": view.game,
        "began": view.began,
        "ply": view.ply,
        "pending": table.started is not None and table.pending,
        "phase": view.phase.value,
        "seats": [_seat(seat, words) for seat in view.seats],
        "shared": {words.term(what): count for what, count in _shared(view).items()},
        "turn": view.turn,
        "die": _dice(view.die),
        "last_die": _dice(view.last_die),
        "options": [_option(option, words) for option in view.options],
        "numbered": view.numbered,
        "selected": view.selected,
        "headline": words.say(view.headline.key, view.headline.facts),
        "verdict": words.say(view.verdict.key, view.verdict.facts) if view.verdict else None,
        "log": [said(say, words) for say in view.log],
        "pieces": pieces_of(view.pieces),
        "ranking": view.ranking,
        "faults": [
            {"part": words.term(fault.part), "why": words.problem(fault.why)} for fault in view.faults
        ],
        "odds": dict(view.odds) if view.odds else None,
        "pairing": view.pairing_code is not None,
        "referee": view.referee,
        "fix": _fix(view.fix, words),
        "house": house_rules(table, words),
        "awaits": _awaits(wants(table)),
        "may": _may(view, table),
    }


def said(say: Say, words: Words) -> dict[str, Any]:
    """A sentence of the log, with the rule that it cites."""
    return {"say": words.say(say.key, say.facts), "rule": say.facts.get("rule")}


def pieces_of(pieces: Pieces) -> dict[str, list[Any]]:
    """The pieces by space, bottom to top: a colour, or an object that describes a toy."""
    return {space: [_piece(piece) for piece in stack] for space, stack in pieces.items()}


def house_rules(table: Table, words: Words) -> list[dict[str, str]]:
    """The house rules of the game that differ from the usual ones, in words."""
    if table.started is None:
        return []
    rules = game(table.started.game)
    chosen = rules.options.parse(table.started.options).chosen
    return [
        {
            "key": option.key,
            "say": words.say(f"{rules.name}.option.{option.key}", {"rule": option.rule}),
            "value": value_in_words(rules.name, option.key, write_value(chosen[option.key]), words),
        }
        for option in rules.options
        if option.key in chosen
    ]


def value_in_words(name: str, key: str, value: str, words: Words) -> str:
    """A value of a house rule in words, or as it is written where that says enough."""
    entry = f"{name}.option.{key}.{value}"
    return words.say(entry) if words.has(entry) else words.term(value)


def _seat(seat: SeatView, words: Words) -> dict[str, Any]:
    return {
        "colour": seat.seat.colour,
        "player": seat.seat.player,
        "place": seat.place,
        "counts": {words.term(area): count for area, count in seat.counts.items()},
    }


def _awaits(needed: Wants) -> dict[str, Any]:
    """What the page's keys for dice and draws may enter."""
    return {
        "dice": list(needed.dice.kinds) if needed.dice else None,
        "draw": [kind for kind, _ in needed.draw.counts] if needed.draw else None,
    }


def _may(view: TableView, table: Table) -> dict[str, bool]:
    """What would come to something now, by the act's name."""
    return {
        "undo": view.may_undo,
        "pass": view.may_pass,
        "accept": view.may_accept,
        "pause": view.phase not in {*_OPEN, Phase.PAUSED},
        "resume": view.phase is Phase.PAUSED,
        "abort": view.phase not in _OPEN,
        "new": view.phase in _OPEN,
        "referee": view.phase not in _OPEN,
        "correct": view.game is not None and not table.aborted,
    }


def _piece(piece: str | Toy) -> Any:
    if isinstance(piece, Toy):
        return {
            "kind": piece.kind,
            "facing": piece.facing,
            "flipped": piece.flipped,
            "zapped": piece.zapped,
        }
    return piece


def _shared(view: TableView) -> Mapping[str, int]:
    """What belongs to nobody; in a game of points also that the cup is empty, or nothing is discarded."""
    points = any("score" in seat.counts for seat in view.seats)
    return {**dict.fromkeys(("cup", "discard"), 0), **view.shared} if points else view.shared


def _dice(roll: Any) -> dict[str, Any] | None:
    return None if roll is None else {"kinds": roll.kinds, "faces": roll.faces, "how": roll.how}


def _fix(fix: Fix | None, words: Words) -> dict[str, Any] | None:
    if fix is None:
        return None
    say = words.say(fix.say.key, fix.say.facts)
    return {"say": say, "colour": fix.colour, "origin": fix.origin, "target": fix.target}


def _option(option: OptionView, words: Words) -> dict[str, Any]:
    return {
        "answer": str(option.answer),
        "say": words.say(option.say.key, option.say.facts),
        "origin": option.origin,
        "target": option.target,
        "captures": option.captures,
        "follows": [words.say(say.key, say.facts) for say in option.follows],
    }
