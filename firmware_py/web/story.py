"""A recorded game, step by step, in the page's form: for its slider, and for a file to pass on. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware_py.table import said_by
from firmware_py.view import Say
from firmware_py.web.drawing import drawing
from firmware_py.web.snapshot import pieces_of, said
from firmware_py.words import Words
from hardware.layout import Layout
from rules import Chance, Choice, Dice, Event, GameRecord, Rolled, State, replay
from rules.record import Answered, Entry, Noted, SetByHand, Undone

__all__ = ["story"]


def story(record: GameRecord, layout: Layout, words: Words) -> dict[str, Any]:
    """The whole game: its board, its people, and a step an entry.

    Raises:
        RulesError: if an entry does not follow from those before.
    """
    states = replay(record)
    dice: dict[str, Any] | None = None
    steps = [_step(states[0], None, [])]
    for before, entry, after in zip(states[:-1], record.entries, states[1:], strict=True):
        dice = _dice_after(dice, before, entry)
        steps.append(_step(after, dice, _says(record.game, before, entry, words)))
    return {
        "layout": drawing(layout),
        "game": record.game,
        "name": words.say(f"web.game.{record.game}"),
        "seats": [{"colour": seat.colour, "player": seat.player} for seat in record.seats],
        "rules": record.options,
        "result": record.result,
        "steps": steps,
    }


def _step(state: State, dice: dict[str, Any] | None, says: list[dict[str, Any]]) -> dict[str, Any]:
    awaits = state.awaits
    turn = awaits.colour if isinstance(awaits, Chance | Choice) else None
    return {"pieces": pieces_of(state.pieces), "turn": turn, "die": dice, "says": says}


def _dice_after(dice: dict[str, Any] | None, before: State, entry: Entry) -> dict[str, Any] | None:
    awaits = before.awaits
    if not isinstance(entry, Answered) or not isinstance(entry.answer, Rolled):
        return dice
    if isinstance(awaits, Chance) and isinstance(awaits.source, Dice):
        return {"kinds": awaits.source.kinds, "faces": entry.answer.faces}
    return dice


def _says(name: str, before: State, entry: Entry, words: Words) -> list[dict[str, Any]]:
    match entry:
        case Answered(answer):
            return [said(_told(name, event), words) for event in before.after(answer)[1]]
        case Undone():
            return [said(Say("table.verdict.undone"), words)]
        case SetByHand(_, by):
            return [said(said_by("table.verdict.corrected", by), words)]
        case Noted(text, by):
            return [{"say": f"{by}: {text}" if by else text, "rule": None}]


def _told(name: str, event: Event) -> Say:
    facts: Mapping[str, Any] = {**event.facts, "rule": event.rule}
    return Say(f"{name}.event.{event.key}", facts)
