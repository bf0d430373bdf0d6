"""The position with which a followed game begins: JSON, or the line that `position` prints at the table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from firmware_py.errors import UmpireError
from hardware.layout import Layout
from hardware.spaces import colour_of
from rules import GAMES, Over, RulesError, State, game
from vision.board.game.turns import stacks_of

__all__ = ["read_start"]

_DICE: Final = {"trouble": (["pips"],), "headache": (["pips", "red"],)}

_BETWEEN_TURNS: Final = {
    "trouble": ("turn", "again"),
    "headache": ("turn", "again", "repeat", "enter"),
    "gearhead": ("draw", "place", "act"),
}
"""What a game may wait for where pictures of it begin: nothing is half done, and no die lies unused."""


def read_start(file: Path, layout: Layout) -> State:
    """The state of a position file, if it fits the board.

    Raises:
        UmpireError: naming the file and what is wrong with it, in one sentence.
    """
    text = _text(file)
    name = text.split(maxsplit=1)[0] if text.strip() else ""
    return _of_line(file, name, text, layout) if name in GAMES else _of_json(file, text, layout)


def _of_line(file: Path, name: str, line: str, layout: Layout) -> State:
    """The state of the line that `position` prints."""
    if name != layout.game:
        raise _wrong(file, f"it is one of {name}, but the board {layout.name} is for {layout.game}")
    try:
        state = game(name).from_text(line.strip())
    except RulesError as error:
        raise _wrong(file, _sentence(error)) from error
    fields = dict(word.partition("=")[::2] for word in line.split())
    if (board := fields.get("board", ",".join(layout.seats))) != ",".join(layout.seats):
        raise _wrong(file, f"its board has {board}, but the seats there are {','.join(layout.seats)}")
    awaits = state.awaits
    if isinstance(awaits, Over) or awaits.why not in _BETWEEN_TURNS.get(name, ("turn",)):
        raise _wrong(file, "no turn begins in it: type `position` before somebody pops")
    return state


def _of_json(file: Path, text: str, layout: Layout) -> State:
    read = _json(file, text)
    if not isinstance(read, dict) or not isinstance(read.get("position"), dict):
        raise _wrong(file, 'it is no JSON object with "game" and "position"')
    if read.get("game") != layout.game:
        raise _wrong(
            file, f'its "game" is {read.get("game")!r}, but the board {layout.name} is for {layout.game}'
        )
    try:
        state = game(layout.game).from_neutral(read["position"], read.get("options"))
    except RulesError as error:
        raise _wrong(file, _sentence(error)) from error
    if problem := _misfit(read, layout) or _unlike(read.get("pieces"), state):
        raise _wrong(file, problem)
    return state


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise _wrong(file, f"it cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise _wrong(file, "it is not UTF-8 text") from error


def _json(file: Path, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _wrong(file, f"it is no JSON: {error}") from error


def _sentence(error: RulesError) -> str:
    return " ".join(str(error).split()).rstrip(".")


def _misfit(read: Mapping[str, Any], layout: Layout) -> str | None:
    """How the seats or the dice differ from the board's."""
    position = read["position"]
    if layout.game == "trouble" and tuple(position["seats"]) != layout.seats:
        seats = ", ".join(layout.seats)
        return f'its "seats" are {", ".join(position["seats"])}, but those of the board are {seats}'
    if layout.game == "headache":
        starts = {seat: f"X{2 * number}" for number, seat in enumerate(layout.seats)}
        for seat, space in position["starts"].items():
            if starts.get(seat) != space:
                return f"its START of {seat} is {space}, but on the board it is {starts.get(seat)}"
    if "dice" in read and read["dice"] not in _DICE[layout.game]:
        return f'its "dice" are {read["dice"]!r}, but {layout.game} is played with {_DICE[layout.game][0]}'
    return None


def _unlike(pieces: object, state: State) -> str | None:
    """How "pieces", if given, differ from those of the position; in a home only their number counts, and men
    whom nobody plays may stand in theirs."""
    if pieces is None:
        return None
    if not isinstance(pieces, dict):
        return 'its "pieces" are no object with the stack of each space'
    stands = stacks_of(state)
    playing = {man for stack in stands.values() for man in stack}
    read = {space: tuple(stack) for space, stack in pieces.items() if isinstance(stack, list) and stack}
    given = _counted({space: stack for space, stack in read.items() if not _is_idle(space, stack, playing)})
    known = _counted(stands)
    odd = sorted({space for space, _ in (given - known) + (known - given)})
    return f'its "pieces" differ from its "position": look at {", ".join(odd)}' if odd else None


def _is_idle(space: str, stack: tuple[Any, ...], playing: set[str]) -> bool:
    """Whether a man whom nobody plays stands in his own home."""
    owner = colour_of(space)
    return owner not in playing and _home(space) != space and stack == (owner,)


def _counted(stacks: Mapping[str, tuple[str, ...]]) -> Counter[tuple[str, tuple[str, ...]]]:
    return Counter((_home(space), stack) for space, stack in stacks.items())


def _home(space: str) -> str:
    return space[:2] if colour_of(space) and space[1:2] == "H" else space


def _wrong(file: Path, what: str) -> UmpireError:
    return UmpireError(f"{file}: this is no position to start from: {what}.")
