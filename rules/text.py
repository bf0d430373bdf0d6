"""What the record and the games' notations share: quoted words, and lines of fields.

A state is written on one line as the game's name and fields, `key=value` each, the seats among them:

    trouble seats=red:"Anna",yellow:"Ben" rules=pass=never;overshoot=bounce turn=red ...
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from rules.core import Colour, Seat
from rules.errors import NotationError, RulesError
from rules.options import Options, OptionTable
from rules.problem import Problem, problem_of

__all__ = [
    "QUOTED",
    "quote",
    "read_contest",
    "read_groups",
    "read_number",
    "read_options",
    "read_seats",
    "read_state",
    "unquote",
    "write_contest",
    "write_fields",
    "write_groups",
    "write_match",
]

S = TypeVar("S")

QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
"""A regular expression (without groups) for what `quote` writes."""

_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def quote(text: str) -> str:
    """The text in double quotes, on one line and safe to store as UTF-8, whatever it holds."""
    written = json.dumps(text, ensure_ascii=False)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def unquote(quoted: str) -> str:
    """What `quote` wrote.

    Raises:
        ValueError: if the text is not one quoted string.
    """
    text = json.loads(quoted)
    if not isinstance(text, str):
        raise NotationError("{what} is no quoted text.", what=repr(quoted))
    return text


# -- a state on one line -----------------------------------------------------------------------------

_FIELD: Final = re.compile(rf' (\w+)=((?:{QUOTED}|[^" ])+)')
_SEAT: Final = re.compile(rf"(\w+):({QUOTED})(?:,|$)")


def write_fields(name: str, fields: Iterable[tuple[str, str]]) -> str:
    """One line: the game's name and the fields that its state has."""
    return name + "".join(f" {key}={value}" for key, value in fields)


def write_match(seats: Sequence[Seat], options: Options) -> Iterator[tuple[str, str]]:
    """The fields `seats` and, if any house rule differs from its default, `rules`."""
    yield "seats", ",".join(f"{seat.colour}:{quote(seat.player)}" for seat in seats)
    if options.chosen:
        yield "rules", str(options).replace(" ", ";")


def read_seats(fields: Mapping[str, str]) -> tuple[Seat, ...]:
    """The seats that `write_match` wrote."""
    return tuple(Seat(colour, unquote(name)) for colour, name in _SEAT.findall(fields["seats"]))


def read_options(fields: Mapping[str, str], table: OptionTable) -> Options:
    """The house rules that `write_match` wrote.

    Raises:
        OptionError: with every problem.
    """
    return table.parse(fields.get("rules", "").replace(";", " "))


# Seats are numbered in turn order; a line names them by their colours.


def write_contest(colours: Sequence[Colour], contest: Sequence[int], faces: Sequence[int]) -> str:
    """Who rolls for the start, and what the first of them have rolled: "red:4,blue:2,green"."""
    shown = [f":{face}" for face in faces] + [""] * (len(contest) - len(faces))
    return ",".join(colours[seat] + face for seat, face in zip(contest, shown, strict=True))


def read_contest(
    text: str, colours: Sequence[Colour], faces: Container[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats and the faces that `write_contest` wrote; `faces` are those of the die.

    Raises:
        KeyError, ValueError: if the text is no contest in which a roll is still to come.
    """
    seat_of = {colour: seat for seat, colour in enumerate(colours)}
    words = [entry.split(":") for entry in text.split(",")]
    contest = tuple(seat_of[word[0]] for word in words)
    shown = tuple(int(word[1]) for word in words if len(word) > 1)
    if len(shown) >= len(contest) or any(face not in faces for face in shown):
        raise NotationError("the contest for the start has no pop to come.")
    return contest, shown


def write_groups(colours: Sequence[Colour], groups: Iterable[Sequence[int]]) -> str:
    """Seats in order, equals side by side: "red,blue/green"."""
    return "/".join(",".join(colours[seat] for seat in group) for group in groups)


def read_groups(text: str, colours: Sequence[Colour]) -> tuple[tuple[int, ...], ...]:
    """What `write_groups` wrote.

    Raises:
        KeyError: if something is no colour of these.
    """
    seat_of = {colour: seat for seat, colour in enumerate(colours)}
    groups = [group.split(",") for group in text.split("/") if group]
    return tuple(tuple(seat_of[colour] for colour in group) for group in groups)


def read_number(fields: Mapping[str, str], key: str) -> int:
    """The number in a field, 0 if it is left out.

    Raises:
        NotationError: if it is none.
    """
    word = fields.get(key, "0")
    try:
        return int(word)
    except ValueError:
        raise NotationError("{what} is no whole number.", what=f"{key}={word}") from None


def read_state(
    text: str,
    title: str,
    read: Callable[[Mapping[str, str]], S],
    write: Callable[[S], str],
    in_order: Callable[[str], str] = str,
) -> S:
    """The state of a line.

    Args:
        text: the line.
        title: what the game is called.
        read: makes the state of the fields; raises KeyError, ValueError or RulesError if they make none.
        write: writes the line of a state; what is written otherwise is refused.
        in_order: puts what may stand in any order in a line into one order.

    Raises:
        NotationError: if the text is no state, or is not written as `write` writes it.
    """
    try:
        state = read(dict(_FIELD.findall(text)))
    except (KeyError, ValueError, RulesError) as error:
        if isinstance(error, KeyError):
            reason = Problem("it has no {what}.", what=repr(error.args[0]))
        elif isinstance(error, RulesError):
            reason = problem_of(error)
        else:  # Python's own words on what it could not take apart would help nobody
            reason = Problem("part of it cannot be read.")
        raise NotationError(
            "{what} is no position of {title}: {problem}", what=repr(text), title=title, problem=reason
        ) from None
    if in_order(write(state)) != in_order(text):
        raise NotationError(
            "{what} is no position of {title}: it would be written {other}.",
            what=repr(text),
            title=title,
            other=repr(write(state)),
        )
    return state
