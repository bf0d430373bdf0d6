"""Parts and wires as data: what a build needs, where each wire goes, what it all draws."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

__all__ = ["GROUNDS", "HEADER", "BillOfParts", "Part", "Wire", "load_parts", "load_wires"]

_GPIO: Final = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25,
    23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip

GROUNDS: Final = frozenset({6, 9, 14, 20, 25, 30, 34, 39})
"""The pins of the header that are ground."""

HEADER: Final = {
    **{pin: f"GPIO{number}" for pin, number in _GPIO.items()},
    **dict.fromkeys(GROUNDS, "GND"),
    **dict.fromkeys((1, 17), "3V3"),
    **dict.fromkeys((2, 4), "5V"),
}
"""What each pin of the Pi's header is, 1 to 40; the same on every Pi with 40 pins."""


@dataclass(frozen=True, slots=True)
class Wire:
    """A wire from a part's terminal to a pin of the header; `gpio` is None for power and ground."""

    part: str
    terminal: str
    pin: int
    colour: str
    gpio: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A part, the builds that need it, and what it draws at 5 V at most, in milliamps."""

    name: str
    builds: tuple[int, ...]
    milliamps: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class BillOfParts:
    """All parts, and what the supply gives, in milliamps."""

    parts: tuple[Part, ...]
    supply_milliamps: int

    def of(self, build: int) -> tuple[Part, ...]:
        """The parts of a build."""
        return tuple(part for part in self.parts if build in part.builds)

    def milliamps(self, build: int) -> int:
        """What a build draws at most."""
        return sum(part.milliamps for part in self.of(build))


def load_wires() -> tuple[Wire, ...]:
    """The wires of wiring.toml."""
    return tuple(Wire(**wire) for wire in _toml("wiring.toml")["wire"])


def load_parts() -> BillOfParts:
    """The parts of parts.toml."""
    bill = _toml("parts.toml")
    parts = (Part(**{**part, "builds": tuple(part["builds"])}) for part in bill["part"])
    return BillOfParts(tuple(parts), bill["supply_milliamps"])


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((resources.files("hardware") / name).read_text("utf-8"))
