"""What the two nets of the dome see in a scene: the dice in it, one of them closely, and whether it leans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.dice.nets.close_look import Closely, close_look
from vision.dice.nets.spotter import Spot, the_spotter
from vision.dice.reading import Circle, Point
from vision.dice.scene import Scene

__all__ = ["FLAT", "LEANS", "closely", "leaning", "moved_odds", "place_of", "spotted"]

LEANS = 0.44
"""A die leans from this chance on: less than one half, for to read a leaning die is worse than to refuse a
flat one."""

FLAT = 0.26
"""A die lies flat up to this chance; between it and `LEANS` nothing is sure."""

BELIEVED, LEANING = 0.95, 0.9
"""What the logarithm of each net's odds of leaning counts, and what is added to their sum: fitted on 800
drawn dice, half of them leaning. The nets see a die so differently that their odds nearly multiply."""

TWO_DICE = 0.69
"""What is added to the logarithm of the odds of leaning where there are two dice: each may lean on the other
as well, so that it does twice as often."""

MIRRORED = (0.1, 0.9)
"""Between these chances of leaning it is looked closely once more in a mirror, where a die leans as much."""


def spotted(scene: Scene, dome: Circle) -> list[Spot]:
    """The dice in a circle of the scene, looked for in all colours and at full size, likeliest first.

    What lies beside the circle is none of them: pieces and prints next to a dome look like dice now and then.
    Nor is what would lie beside the picture, where a dome is cut off.
    """
    circle = _enlarged(dome, scene)
    height, width = scene.part.shape[:2]

    def inside(spot: Spot) -> bool:
        x, y = spot.centre
        in_picture = -0.5 <= x < width - 0.5 and -0.5 <= y < height - 0.5
        return in_picture and bool(np.hypot(x - circle.x, y - circle.y) < circle.r)

    spots = filter(inside, the_spotter().look(scene.part, circle))
    return [
        replace(
            spot,
            centre=(spot.centre[0] * scene.scale, spot.centre[1] * scene.scale),
            side=spot.side * scene.scale,
        )
        for spot in spots
    ]


def place_of(scene: Scene, spot: Spot) -> tuple[Point, float]:
    """The middle of a spotted die and its side in pixels of the picture."""
    x, y = scene.to_picture(np.array(spot.centre))
    return (float(x), float(y)), spot.side / scene.scale


def closely(scene: Scene, dome: Circle, spot: Spot) -> Closely:
    """A close look at a die in all colours and at full size."""
    x, y = spot.centre
    return close_look().look(
        scene.part, (x / scene.scale, y / scene.scale), spot.side / scene.scale, _enlarged(dome, scene)
    )


def leaning(scene: Scene, dome: Circle, spot: Spot, look: Closely, *, two_dice: bool = False) -> float:
    """The chance that a die leans, by both nets, and where they are not sure by another look in a mirror.

    `two_dice` tells whether a second one is under the dome, on which it may lean.
    """
    before = TWO_DICE if two_dice else 0.0
    chance = moved_odds(_together(spot, [look]), before)
    if not MIRRORED[0] < chance < MIRRORED[1]:
        return chance
    width = scene.grey.shape[1]
    x, y = width - 1 - spot.centre[0], spot.centre[1]
    dome = Circle(width - 1 - dome.x, dome.y, dome.r)
    looks = [look, closely(scene.mirrored(), dome, replace(spot, centre=(x, y)))]
    return moved_odds(_together(spot, looks), before)


def _together(spot: Spot, looks: Sequence[Closely]) -> float:
    """The chance of leaning that the spotter and some close looks make together."""
    far, *near = np.clip([spot.lean, *(look.lean for look in looks)], 0.001, 0.999)
    odds = BELIEVED * (_log_odds(far) + np.mean([_log_odds(chance) for chance in near])) + LEANING
    return float(1 / (1 + np.exp(-odds)))


def moved_odds(chance: float, by: float) -> float:
    """A chance after `by` was added to the logarithm of its odds."""
    return float(1 / (1 + np.exp(-_log_odds(chance) - by)))


def _log_odds(chance: float) -> float:
    return float(np.log(chance / (1 - chance)))


def _enlarged(circle: Circle, scene: Scene) -> Circle:
    """A circle of the scene in its picture at full size."""
    return Circle(circle.x / scene.scale, circle.y / scene.scale, circle.r / scene.scale)
