"""House rules: what may be chosen, and what has been.

Every ambiguity of the rule sheets is an `Option` with a default and named values. A game lists its
options in one `OptionTable`; a game played holds one checked `Options`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from rules.errors import OptionError
from rules.problem import Problem

__all__ = ["Conflict", "Option", "OptionTable", "Options", "Value"]

Value: TypeAlias = str | int | bool | frozenset[int] | None


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule.

    Attributes:
        key: its name in `key=value`.
        rule: the number of the ambiguity that it settles, such as T-A3.
        default: what holds when nothing is chosen.
        values: what may be chosen; a `range` for a whole number; None for a set of die faces.
        none: whether the option may also be None, written "none" (no limit, no effect).
    """

    key: str
    rule: str
    default: Value
    values: tuple[str | bool, ...] | range | None
    none: bool = False

    @property
    def allowed(self) -> Problem:
        """The values that may be chosen, in words."""
        if self.values is None:
            words = Problem("a list of die faces from 1 to 6 such as 1,6")
        elif isinstance(self.values, range):
            first, last = self.values.start, self.values.stop - 1
            words = Problem("a whole number from {first} to {last}", first=first, last=last)
        else:
            words = reduce(_or, (Problem(write_value(value)) for value in self.values))
        return _or(words, Problem("none")) if self.none else words

    def read(self, given: object) -> Value:
        """The value that was meant by a value from JSON, TOML or the command line.

        Raises:
            OptionError: with one sentence, if it is not allowed.
        """
        if self.none and (given is None or given == "none"):
            return None
        if self.values is None:
            return self._read_faces(given)
        if isinstance(self.values, range):
            text = str(given)
            if not isinstance(given, bool) and text.isdecimal() and int(text) in self.values:
                return int(text)
        else:
            for value in self.values:
                if write_value(given) == write_value(value):
                    return value
        raise self._refused(given)

    def _refused(self, given: object) -> OptionError:
        chosen = f"{self.key}={write_value(given)}"
        return OptionError(
            [
                Problem(
                    "{what} is not a house rule: {who} takes {allowed}.",
                    what=chosen,
                    who=self.key,
                    allowed=self.allowed,
                )
            ]
        )

    def _read_faces(self, given: object) -> frozenset[int]:
        items = given.strip("{}[] ").split(",") if isinstance(given, str) else given
        if isinstance(items, int) and not isinstance(items, bool):
            items = [items]
        if isinstance(items, list | tuple | set | frozenset) and items:
            words = [str(item).strip() for item in items]
            if all(word in {"1", "2", "3", "4", "5", "6"} for word in words):
                return frozenset(map(int, words))
        raise self._refused(given)


def _or(one: Problem, other: Problem) -> Problem:
    return Problem("{one} or {other}", one=one, other=other)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two house rules that contradict each other when both differ from their default.

    Attributes:
        one, other: their keys.
        when: of the two values, whether these contradict each other; None if any do.
    """

    one: str
    other: str
    when: Callable[[Value, Value], bool] | None = None

    def holds(self, chosen: Mapping[str, Value]) -> bool:
        """Whether the options that differ from their default contain the contradiction."""
        if self.one not in chosen or self.other not in chosen:
            return False
        return self.when is None or self.when(chosen[self.one], chosen[self.other])


def write_value(value: object) -> str:
    """The text of a value: yes, no, none, 1,6, or the word itself."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset | set | list | tuple):
        return ",".join(map(str, sorted(value)))
    return {"true": "yes", "false": "no"}.get(str(value), str(value))


class Options(Mapping[str, Value]):
    """The house rules of one game: every key of its table with a checked value. Immutable and hashable."""

    __slots__ = ("_hash", "_table", "_values")

    def __init__(self, table: OptionTable, values: Mapping[str, Value]) -> None:
        self._table = table
        self._values = dict(values)
        self._hash = hash(frozenset(self._values.items()))

    def __getitem__(self, key: str) -> Value:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values

    def __repr__(self) -> str:
        return f"Options({str(self) or 'default'})"

    def __str__(self) -> str:
        """The options that differ from the default: `pass=never overshoot=bounce`."""
        return " ".join(f"{key}={write_value(value)}" for key, value in self.chosen.items())

    @property
    def chosen(self) -> dict[str, Value]:
        """The options that differ from their default."""
        return {
            option.key: self._values[option.key]
            for option in self._table.options
            if self._values[option.key] != option.default
        }


class OptionTable:
    """All the options of a game, in the order of their rule numbers."""

    __slots__ = ("conflicts", "options")

    def __init__(self, options: Sequence[Option], conflicts: Sequence[Conflict] = ()) -> None:
        self.options = tuple(options)
        self.conflicts = tuple(conflicts)

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def choose(self, given: Mapping[str, object] | None = None) -> Options:
        """Check the options given and fill in the defaults.

        Raises:
            OptionError: with every unknown key, wrong value and contradiction.
        """
        given = given or {}
        known = {option.key: option for option in self.options}
        values = {option.key: option.default for option in self.options}
        problems: list[str] = [
            Problem("{what} is no house rule of this game: there are {who}.", what=key, who=tuple(known))
            for key in given
            if key not in known
        ]
        for key, value in given.items():
            if key in known:
                try:
                    values[key] = known[key].read(value)
                except OptionError as error:
                    problems += error.problems
        chosen = Options(self, values)
        problems += [
            Problem(
                "{what} and {who} contradict each other: choose one of them.",
                what=f"{pair.one}={write_value(chosen[pair.one])}",
                who=f"{pair.other}={write_value(chosen[pair.other])}",
            )
            for pair in self.conflicts
            if pair.holds(chosen.chosen)
        ]
        if problems:
            raise OptionError(problems)
        return chosen

    def parse(self, text: str) -> Options:
        """Read `key=value` words separated by spaces, as `str(options)` writes them.

        Raises:
            OptionError: with every problem.
        """
        pairs: dict[str, object] = {}
        problems: list[str] = []
        for word in text.split():
            key, equals, value = word.partition("=")
            if equals:
                pairs[key] = value
            else:
                problems.append(Problem("{what} is no house rule: write it as key=value.", what=repr(word)))
        if problems:
            raise OptionError(problems)
        return self.choose(pairs)
