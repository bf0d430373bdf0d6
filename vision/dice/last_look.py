"""One die on an open table that the geometry could not read: the nets of the dome look at it.

They have learnt dice under domes, but a die is a die: where all three are of one mind it is read.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.dice.nets.looks import closely, spotted
from vision.dice.nets.net import second_opinion
from vision.dice.nets.spotter import Spot
from vision.dice.outline import outlined, spot_square
from vision.dice.reading import Circle, DiceReading
from vision.dice.scene import Scene

__all__ = ["last_look"]

REACHES = (0.75, 1.0, 1.25, 1.5)
"""Radii of the circles that are held to be a dome, in shorter sides of the picture."""

ALONE = 0.5
"""No second die may be seen with this chance beside the first."""

ALL_SAY = 0.75
"""Each of the three nets must give the same value at least this chance."""

AGAINST = 0.6
"""In no circle may all of them give another value this chance."""

OBJECTS = 0.3
"""A face that the geometry finds with this confidence speaks against another value, two against one die."""


def last_look(reading: DiceReading, scene: Scene) -> DiceReading:
    """The reading of a picture with one die, which is not yet read, with what the nets see."""
    looks: list[tuple[Spot, NDArray[np.float32]]] = []
    for reach in REACHES:
        dome = _round_the_picture(scene, reach)
        spots = spotted(scene, dome)
        if len(spots) > 1 and spots[1].chance > ALONE:
            return reading
        if spots:
            looks.append((spots[0], _chances(scene, dome, spots[0])))
    if not looks:
        return reading
    best, chances = max(looks, key=lambda look: look[0].chance * float(look[1].max()))
    value, objections = int(chances.argmax()), [die for die in reading.dice if die.confidence > OBJECTS]
    if value == 0 or chances[value] < ALL_SAY:
        return reading
    if len(objections) > 1 or any(die.value != value for die in objections):
        return reading
    if any(float(np.delete(seen, value).max()) > AGAINST for _, seen in looks):
        return reading
    die = outlined(scene.to_picture(spot_square(best)), value, float(chances[value]))
    return DiceReading("read", (die,), None, "dice_read")


def _round_the_picture(scene: Scene, reach: float) -> Circle:
    """A circle round the middle of a scene."""
    height, width = scene.grey.shape
    return Circle(width / 2, height / 2, reach * min(height, width))


def _chances(scene: Scene, dome: Circle, spot: Spot) -> NDArray[np.float32]:
    """What each value has at least from all three nets: (7,), as that of the second opinion."""
    second = second_opinion().chances(scene.grey, [(spot.centre, spot.side)])[0]
    return np.asarray(np.min([spot.classes[:7], closely(scene, dome, spot).classes[:7], second], axis=0))
