"""Reading checked values out of a TOML table, collecting every fault on the way.

Each reader returns a harmless stand-in after a fault, so that one pass finds them all; the caller raises at
the end.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, cast

import rules
from hardware.spaces import COLOURS, game_spaces

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]

TAG_FAMILIES: Final[Mapping[str, int]] = MappingProxyType(
    {f"DICT_{bits}X{bits}_{count}": count for bits in (4, 5, 6, 7) for count in (50, 100, 250, 1000)}
    | {"DICT_ARUCO_ORIGINAL": 1024, "DICT_APRILTAG_16h5": 30, "DICT_APRILTAG_25h9": 35}
    | {"DICT_APRILTAG_36h10": 2320, "DICT_APRILTAG_36h11": 587}
)
"""Families of square tags that OpenCV knows, with how many ids each has."""


class Table:
    """A TOML table being read: `problems` grows, shared by the tables inside it."""

    def __init__(
        self, values: Mapping[str, Any], prefix: str = "", problems: list[str] | None = None
    ) -> None:
        self._values = values
        self._prefix = prefix
        self._read: set[str] = set()
        self.problems: list[str] = [] if problems is None else problems

    def fault(self, key: str, value: object, allowed: str) -> None:
        """Note a wrong value."""
        self.problems.append(f"{self._prefix}{key} = {value!r} is not {allowed}")

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self._values

    def nothing_else(self) -> None:
        """Note every key that nobody has asked for."""
        for key in self._values.keys() - self._read:
            known = ", ".join(sorted(self._read))
            self.problems.append(f"{self._prefix}{key} is not a known key; known here are {known}")

    def _take(self, key: str, allowed: str) -> Any:
        """The value of a key that must be there; None, and a fault, when it is not."""
        self._read.add(key)
        if key not in self._values:
            self.problems.append(f"{self._prefix}{key} is missing; it must be {allowed}")
        return self._values.get(key)

    def part(self, key: str, *, needed: bool) -> Table | None:
        """The table inside; None when it is missing or not a table."""
        self._read.add(key)
        if not needed and key not in self._values:
            return None
        value = self._take(key, "a table")
        if isinstance(value, dict):
            return Table(value, f"{self._prefix}{key}.", self.problems)
        if value is not None:
            self.fault(key, value, "a table")
        return None

    def text(self, key: str) -> str:
        """A string with something in it."""
        value = self._take(key, "a text")
        if value is not None and (not isinstance(value, str) or not value.strip()):
            self.fault(key, value, "a text")
        return str(value)

    def game(self, key: str) -> str:
        """The name of a game; "" after a fault."""
        return self._one_of(key, tuple(rules.GAMES))

    def tag_family(self, key: str) -> str:
        """The name of a tag family; "" after a fault."""
        return self._one_of(key, tuple(TAG_FAMILIES))

    def _one_of(self, key: str, allowed: Sequence[str]) -> str:
        sentence = "one of " + ", ".join(allowed)
        value = self._take(key, sentence)
        if value in allowed:
            return cast("str", value)
        if value is not None:
            self.fault(key, value, sentence)
        return ""

    def seats(self, key: str, game: str) -> tuple[str, ...]:
        """The game's colours, each once, or a chessboard's two sides."""
        wanted = rules.game(game).colours if game in rules.GAMES else COLOURS
        sentence = f"a list of {', '.join(wanted)}, each once, clockwise"
        value = self._take(key, sentence)
        if value is None:
            return ()
        if not isinstance(value, list) or sorted(map(str, value)) != sorted(wanted):
            self.fault(key, value, sentence)
            return ()
        return tuple(value)

    def number(self, key: str, *, positive: bool = False) -> float:
        """A finite number; 0 after a fault."""
        sentence = "a number above 0" if positive else "a number"
        value = self._take(key, sentence)
        if value is None:
            return 0.0
        if not _is_number(value) or (positive and value <= 0):
            self.fault(key, value, sentence)
            return 0.0
        return float(value)

    def point(self, key: str, *, positive: bool = False) -> Point:
        """Two finite numbers; (0, 0) after a fault."""
        sentence = "[x, y], two numbers" + (" above 0" if positive else "")
        value = self._take(key, sentence)
        if value is None:
            return (0.0, 0.0)
        if not _is_point(value) or (positive and min(value) <= 0):
            self.fault(key, value, sentence)
            return (0.0, 0.0)
        return (float(value[0]), float(value[1]))

    def corners(self, key: str) -> Corners:
        """Four points clockwise from the upper left, a convex quadrilateral."""
        sentence = "four [x, y] points of a convex board: upper left, upper right, lower right, lower left"
        nowhere = ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
        value = self._take(key, sentence)
        if value is None:
            return nowhere
        if (
            not isinstance(value, list)
            or len(value) != 4
            or not all(map(_is_point, value))
            or not _clockwise(value)
        ):
            self.fault(key, value, sentence)
            return nowhere
        return cast("Corners", tuple((float(x), float(y)) for x, y in value))

    def spaces(self, key: str, game: str) -> Mapping[str, Point]:
        """A point for every space of the game, in the game's order; unknown and missing ones are faults."""
        part = self.part(key, needed=True)
        if part is None or not game:
            return {}
        wanted = game_spaces(game)
        missing = [name for name in wanted if not part.has(name)]
        if missing:
            self.problems.append(
                f"{self._prefix}{key}: {game} also needs {', '.join(missing)}, each as [x, y]"
            )
        places = {name: part.point(name) for name in wanted if part.has(name)}
        for name in part._values.keys() - set(wanted):
            part.fault(name, part._values[name], f"a space of {game}")
        return MappingProxyType(places)

    def leds(self, key: str, game: str) -> Mapping[str, int] | None:
        """An index on the strip for spaces of the game, each index once; None when there is no such table."""
        part = self.part(key, needed=False)
        if part is None or not game:
            return None
        wanted, taken = set(game_spaces(game)), dict[int, str]()
        for name, value in part._values.items():
            if name not in wanted:
                part.fault(name, value, f"a space of {game}")
            elif not _is_index(value):
                part.fault(name, value, "an index on the strip, 0 or more")
            elif value in taken:
                part.fault(name, value, f"an index of its own: {taken[value]} has it already")
            else:
                taken[value] = name
        return MappingProxyType({name: index for index, name in taken.items()})

    def tag_places(self, key: str, family: str) -> Mapping[int, Point]:
        """Tag id -> centre; at least two tags."""
        part = self.part(key, needed=True)
        if part is None:
            return {}
        count = TAG_FAMILIES.get(family, 0)
        places: dict[int, Point] = {}
        for name in part._values:
            if not name.isascii() or not name.isdigit() or (count and int(name) >= count):
                part.fault(
                    name,
                    part._values[name],
                    f"a tag id of {family or 'the family'}, 0 to {max(count - 1, 0)}",
                )
            else:
                places[int(name)] = part.point(name)
        if len(part._values) < 2:
            self.problems.append(f"{self._prefix}{key} must place at least two tags, as id = [x, y]")
        return MappingProxyType(places)

    def file(self, key: str, folder: Path) -> Path:
        """A file that is there, relative to the layout's folder."""
        value = self._take(key, "a file's path")
        if value is None:
            return Path()
        if not isinstance(value, str) or not (folder / value).is_file():
            self.fault(key, value, f"a file (looked for in {folder.absolute()})")
            return Path()
        return folder / value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_index(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_point(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_number, value))


def _clockwise(points: Sequence[Sequence[float]]) -> bool:
    """Whether the four points turn right at every corner (y up)."""
    for i in range(4):
        (ax, ay), (bx, by), (cx, cy) = points[i], points[(i + 1) % 4], points[(i + 2) % 4]
        if (bx - ax) * (cy - by) - (by - ay) * (cx - bx) >= 0:
            return False
    return True
