"""What the two nets of the dome see in a scene: the dice in it, one of them closely, and whether it leans."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from vision.dice.nets.close_look import Closely, close_look
from vision.dice.nets.spotter import Spot, the_spotter
from vision.dice.reading import Circle
from vision.dice.scene import Scene

__all__ = ["closely", "leaning", "moved_odds", "spotted"]

MIRRORED = (0.16, 0.9)
"""Between these chances of leaning the nets look again in a mirror, in which a die leans as much."""

SAME = 0.5
"""What lies within so many sides of a die's mirrored place is that die."""


def spotted(scene: Scene, dome: Circle) -> list[Spot]:
    """The dice in a circle of the scene, looked for in all colours and at full size, likeliest first.

    What lies beside the circle is none of them: pieces and prints next to a dome look like dice now and then.
    """
    circle = _enlarged(dome, scene)

    def inside(spot: Spot) -> bool:
        x, y = spot.centre
        return bool(np.hypot(x - circle.x, y - circle.y) < circle.r)

    spots = filter(inside, the_spotter().look(scene.part, circle))
    return [
        replace(
            spot,
            centre=(spot.centre[0] * scene.scale, spot.centre[1] * scene.scale),
            side=spot.side * scene.scale,
        )
        for spot in spots
    ]


def closely(scene: Scene, dome: Circle, spot: Spot) -> Closely:
    """A close look at a die in all colours and at full size."""
    x, y = spot.centre
    return close_look().look(
        scene.part, (x / scene.scale, y / scene.scale), spot.side / scene.scale, _enlarged(dome, scene)
    )


def leaning(scene: Scene, dome: Circle, spot: Spot, look: Closely) -> float:
    """The chance that a die leans: the nets' mean and, where they are not sure, that of its mirror image."""
    chance = moved_odds([spot.lean, look.lean])
    if not MIRRORED[0] < chance < MIRRORED[1]:
        return chance
    mirror = scene.mirrored()
    width = scene.grey.shape[1]
    other_dome = Circle(width - 1 - dome.x, dome.y, dome.r)
    x, y = width - 1 - spot.centre[0], spot.centre[1]
    chances = [spot.lean, look.lean, closely(mirror, other_dome, replace(spot, centre=(x, y))).lean]
    for seen in spotted(mirror, other_dome):
        if np.hypot(seen.centre[0] - x, seen.centre[1] - y) < SAME * spot.side:
            chances.append(seen.lean)
            break
    return moved_odds(chances)


def moved_odds(chances: Iterable[float], by: float = 0.0) -> float:
    """The mean of some chances, taken of the logarithms of their odds, to which `by` is added."""
    clipped = np.clip(list(chances), 0.001, 0.999)
    odds = float(np.log(clipped / (1 - clipped)).mean()) + by
    return 1 / (1 + float(np.exp(-odds)))


def _enlarged(circle: Circle, scene: Scene) -> Circle:
    """A circle of the scene in its picture at full size."""
    return Circle(circle.x / scene.scale, circle.y / scene.scale, circle.r / scene.scale)
