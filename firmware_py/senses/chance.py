"""Fair chance from the operating system: electronic dice, and a cup drawn electronically."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from rules import Cup, Dice, Drawn
from rules.dice import RED, RED_SIDES, die_faces

__all__ = ["Bits", "draw_from", "fair", "roll"]

Bits = Callable[[int], int]
"""Gives so many random bits as a whole number: `secrets.randbits`, or a generator with a seed."""


def fair(count: int, bits: Bits = secrets.randbits) -> int:
    """A number from 0 to count - 1, each as likely as the others.

    Numbers that do not fit are thrown away and drawn again; taking a remainder would favour the small ones.

    Raises:
        ValueError: if there is nothing to choose from.
    """
    if count < 1:
        raise ValueError(f"fair needs at least one possibility, not {count}")
    width = (count - 1).bit_length()
    while (number := bits(width) if width else 0) >= count:
        pass
    return number


def roll(dice: Dice, bits: Bits = secrets.randbits) -> tuple[int, ...]:
    """The faces of dice rolled together; a red die is 1 (the dot is up) or 0, by its `red_faces` (H-A15).

    Raises:
        UnknownDieError: for a kind of die that does not exist.
    """
    return tuple(_face(kind, dice.red_faces, bits) for kind in dice.kinds)


def _face(kind: str, red_faces: int, bits: Bits) -> int:
    if kind == RED:
        return int(fair(RED_SIDES, bits) < red_faces)
    faces = die_faces(kind)
    return faces[fair(len(faces), bits)]


def draw_from(cup: Cup, bits: Bits = secrets.randbits) -> Drawn:
    """A counter drawn from a cup, each as likely as the others.

    Raises:
        ValueError: if the cup is empty.
    """
    number = fair(sum(count for _, count in cup.counts), bits)
    for kind, count in cup.counts:
        if number < count:
            return Drawn(kind)
        number -= count
    raise AssertionError("the counts add up to their sum")
