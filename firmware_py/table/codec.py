"""Journalled events as text and back, exactly: one JSON object an event.

    {"event": "Answered", "at": 17.25, "by": "Anna", "ply": 12, "answer": "T5-T9"}

The fields are those of the event's class; answers are in the text form of `rules`, seats and readings are
objects. A field that an older journal does not have takes its default.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from firmware_py.table import events
from firmware_py.table.events import Journalled
from rules import Answer, NotationError, read_answer

__all__ = ["from_text", "to_text"]

_ANSWERS = frozenset(get_args(Answer))
_EVENTS: Mapping[str, type[Journalled]] = {
    name: kind
    for name, kind in vars(events).items()
    if isinstance(kind, type) and issubclass(kind, Journalled) and not kind.__subclasses__()
}


def to_text(event: Journalled) -> str:
    """One line of JSON that holds the whole event."""
    return json.dumps({"event": type(event).__name__, **_fields_of(event)}, separators=(",", ":"))


def from_text(text: str) -> Journalled:
    """The event that `to_text` wrote.

    Raises:
        NotationError: if the text is no event.
    """
    try:
        read = json.loads(text)
        made = _object(_EVENTS[read.pop("event")], read)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise NotationError(
            "{what} is no event of a journal ({reason}).", what=repr(text[:80]), reason=str(error)
        ) from None
    assert isinstance(made, Journalled)
    return made


def _fields_of(value: Any) -> dict[str, Any]:
    return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}


def _plain(value: Any) -> Any:
    """JSON's form of a field."""
    if type(value) in _ANSWERS:
        return str(value)
    if is_dataclass(value):
        return _fields_of(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _object(kind: type, read: Mapping[str, Any]) -> Any:
    hints = _hints(kind)
    unknown = read.keys() - hints.keys()
    if unknown:
        raise ValueError(f"unknown {', '.join(sorted(unknown))}")
    return kind(**{name: _value(hints[name], value) for name, value in read.items()})


def _value(hint: Any, read: Any) -> Any:
    """The field of type `hint` that `read` is the JSON form of."""
    if hint == Answer:
        return read_answer(read)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _optional(inner, read)
    if origin is tuple:
        return _tuple(inner, read)
    if origin is Literal:
        return _checked(read, read in inner, hint)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(inner[1], _checked(read, isinstance(read, dict), hint))
    if is_dataclass(hint) and isinstance(hint, type):
        return _object(hint, read)
    if hint is float:
        _checked(read, type(read) in (int, float), hint)
        return float(read)
    return _checked(read, type(read) is hint, hint)


def _optional(inner: tuple[Any, ...], read: Any) -> Any:
    (hint,) = (one for one in inner if one is not NoneType)
    return None if read is None else _value(hint, read)


def _tuple(inner: tuple[Any, ...], read: Any) -> tuple[Any, ...]:
    _checked(read, isinstance(read, list), tuple)
    hints = [inner[0]] * len(read) if inner[1:] == (...,) else inner
    return tuple(_value(hint, item) for hint, item in zip(hints, read, strict=True))


def _mapping(hint: Any, read: Any) -> Any:
    """Values that are objects or numbers are read as such; facts of several kinds stand as they are."""
    if is_dataclass(hint) or hint is float:
        return {key: _value(hint, value) for key, value in read.items()}
    return {key: tuple(value) if isinstance(value, list) else value for key, value in read.items()}


def _checked(read: Any, right: bool, hint: Any) -> Any:
    if not right:
        raise ValueError(f"{read!r} is no {getattr(hint, '__name__', hint)}")
    return read
