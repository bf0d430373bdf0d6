"""How dice come to lie under a dome: flat, or leaning on its wall or on each other, never inside one
another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from vision.errors import SceneError
from vision.studio.dice import PlacedDie, rest_height
from vision.studio.geometry import Doubles
from vision.studio.looks import DieLook

FRICTION = 0.5
"""Of a die on the plate and on the wall: polystyrene on polystyrene."""

LEAN_DEGREES = (45.0 - float(np.degrees(np.arctan(FRICTION))), 44.0)
"""By how much a die can lean. One whose foot is on the plate and whose raised edge is against an upright wall
slides down where tan(lean) < (1 - friction) / (1 + friction), the balance of forces and moments of a cube
with friction at both; from 45 degrees on another face is up.
"""

_CLEARANCE = 0.4
_TRIES = 400
_HALVINGS = 24
_INWARD_SHARE = 0.3
_ON_DIE_CHANCE = 0.5


class NoRoomError(SceneError):
    """The dice do not fit under the dome."""


def put_flat(
    look: DieLook, top: int, radius: float, rng: np.random.Generator, others: tuple[PlacedDie, ...] = ()
) -> PlacedDie:
    """Lay a die flat at a random place under a dome of a radius (mm), clear of others; NoRoomError if it
    cannot.
    """
    for _ in range(_TRIES):
        reach, angle = radius * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
        die = PlacedDie(
            look,
            top,
            (float(reach * np.cos(angle)), float(reach * np.sin(angle)), look.size / 2),
            yaw=float(rng.uniform(0, 360)),
        )
        if under_dome(die, radius) and not any(overlap(die, other) for other in others):
            return die
    raise NoRoomError(
        f"a die of {look.size} mm finds no room under a dome of radius {radius} mm: use smaller dice"
    )


def lean_on_wall(
    look: DieLook, top: int, radius: float, rng: np.random.Generator, others: tuple[PlacedDie, ...] = ()
) -> PlacedDie:
    """Lean a die on the dome's wall by `LEAN_DEGREES`, clear of others; NoRoomError if it cannot."""
    for _ in range(_TRIES):
        out = float(rng.uniform(0, 360))
        turned = 90.0 if rng.random() < _INWARD_SHARE else -90.0
        die = _leaning(look, top, out, out + turned, rng)
        way = np.radians(out)

        def at(reach: float, die: PlacedDie = die, way: float = float(way)) -> PlacedDie:
            return replace(die, at=(float(reach * np.cos(way)), float(reach * np.sin(way)), die.at[2]))

        if not under_dome(at(0.0), radius):
            continue
        die = at(_boundary(0.0, radius, lambda reach: under_dome(at(reach), radius)))
        if not any(overlap(die, other) for other in others):
            return die
    raise NoRoomError(
        f"a die of {look.size} mm cannot lean under a dome of radius {radius} mm: use smaller dice"
    )


def lean_on_die(
    look: DieLook, top: int, radius: float, rng: np.random.Generator, other: PlacedDie
) -> PlacedDie:
    """Lean a die on another one by `LEAN_DEGREES`; NoRoomError if it cannot."""
    for _ in range(_TRIES):
        out = float(rng.uniform(0, 360))
        die = _leaning(look, top, out, out + 90.0, rng)
        way = np.radians(out)

        def at(reach: float, die: PlacedDie = die, way: float = float(way)) -> PlacedDie:
            x, y = other.at[0] + reach * np.cos(way), other.at[1] + reach * np.sin(way)
            return replace(die, at=(float(x), float(y), die.at[2]))

        die = at(_boundary(2 * radius, 0.0, lambda reach: not overlap(at(reach), other, 0.05)))
        if under_dome(die, radius):
            return die
    raise NoRoomError(
        f"two dice of {look.size} mm do not fit under a dome of radius {radius} mm: use smaller dice"
    )


def throw(
    looks: tuple[DieLook, ...], tops: list[int], radius: float, lean: bool, rng: np.random.Generator
) -> tuple[PlacedDie, ...]:
    """Lay dice under a dome with given faces up: all flat, or one of them leaning on the wall or another.

    Raises NoRoomError if they do not fit.
    """
    leaner = int(rng.integers(len(looks))) if lean else -1
    lying: dict[int, PlacedDie] = {}
    for k in sorted(range(len(looks)), key=lambda k: k == leaner):
        others = tuple(lying.values())
        if k != leaner:
            lying[k] = put_flat(looks[k], tops[k], radius, rng, others)
        elif others and rng.random() < _ON_DIE_CHANCE:
            lying[k] = lean_on_die(looks[k], tops[k], radius, rng, others[0])
        else:
            lying[k] = lean_on_wall(looks[k], tops[k], radius, rng, others)
    return tuple(lying[k] for k in range(len(looks)))


def _leaning(look: DieLook, top: int, out: float, axis: float, rng: np.random.Generator) -> PlacedDie:
    yaw = out + float(rng.normal(0, 10)) + 90 * int(rng.integers(4))
    die = PlacedDie(look, top, (0.0, 0.0, 0.0), yaw, float(rng.uniform(*LEAN_DEGREES)), axis)
    return replace(die, at=(0.0, 0.0, rest_height(look, die.turn())))


def _boundary(good: float, bad: float, is_good: Callable[[float], bool]) -> float:
    """Where a condition ends between a good and a bad number, on the good side."""
    for _ in range(_HALVINGS):
        middle = (good + bad) / 2
        good, bad = (middle, bad) if is_good(middle) else (good, middle)
    return good


def under_dome(die: PlacedDie, radius: float) -> bool:
    """Whether a die is wholly under a hemisphere of a radius (mm)."""
    reach = np.linalg.norm(die.corners(), axis=1).max() + die.look.rounding
    return bool(reach <= radius - _CLEARANCE)


def overlap(one: PlacedDie, two: PlacedDie, clearance: float = _CLEARANCE) -> bool:
    """Whether two dice are nearer than a clearance (mm), by the separating axes of two boxes."""
    a, b = one.turn(), two.turn()
    crossed = np.cross(a.T[:, None], b.T[None]).reshape(-1, 3)
    lengths = np.linalg.norm(crossed, axis=1)
    axes = np.concatenate((a.T, b.T, crossed[lengths > 1e-6] / lengths[lengths > 1e-6, None]))
    apart = np.abs(axes @ (np.array(two.at) - np.array(one.at)))
    return bool((apart - _half_width(one, axes) - _half_width(two, axes)).max() < clearance)


def _half_width(die: PlacedDie, axes: Doubles) -> Doubles:
    inner = die.look.size / 2 - die.look.rounding
    return np.asarray(inner * np.abs(axes @ die.turn()).sum(axis=1) + die.look.rounding)
