"""Boards drawn for fitting and measuring the eye: layouts that nobody has seen, men anywhere."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from hardware.layout import Layout, load_layout
from hardware.spaces import letter
from vision.board.place.canvas import Picture
from vision.studio.board_settings import BoardStudio
from vision.studio.board_truth import BoardTruth, truth_of_board
from vision.studio.boards import draw_board
from vision.studio.settings import Setting

LAYOUTS = ("trouble-tags", "headache-tags", "trouble", "headache")
IN_HAND = 0.08
SHADED = 0.1
"""So many pictures have a shadow over half of the board."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture (BGR) of a layout's board, what truly stands where (stacks, and their tops), and where."""

    layout: Layout
    picture: Picture
    stacks: Mapping[str, tuple[str, ...]]
    truth: BoardTruth

    @property
    def tops(self) -> dict[str, str]:
        """Space -> colour on top."""
        return {space: stack[-1] for space, stack in self.stacks.items()}


def drawn_board(
    seed: int, setting: Setting, name: str | None = None, *, alike: bool = False, early: bool = False
) -> Drawn:
    """A board of a layout like `name` (one after the other by default); the same seed gives the same.

    With `alike` it is printed in the very colours of the men; `early` in the game nearly all of Trouble's men
    are at home.
    """
    rng = random.Random(seed)
    layout = unseen(load_layout(name or LAYOUTS[seed // 2 % len(LAYOUTS)]), rng)
    studio = BoardStudio(setting, seed, layout)
    stacks = at_home(layout, rng) if early and layout.game == "trouble" else scattered(layout, rng)
    scene = studio.scene(stacks)
    if rng.random() < SHADED:
        scene = studio.shaded(scene)
    if alike:
        scene = replace(scene, style=replace(scene.style, pale=1.0, teams=scene.style.men))
    picture = draw_board(scene, rng=np.random.default_rng(seed))
    return Drawn(layout, picture, stacks, truth_of_board(scene))


def unseen(layout: Layout, rng: random.Random) -> Layout:
    """A layout with other distances, seats and pieces."""
    wide, high = rng.uniform(0.9, 1.03), rng.uniform(0.9, 1.03)
    spaces = {space: (wide * x, high * y) for space, (x, y) in layout.spaces.items()}
    piece = replace(
        layout.piece,
        base_radius=layout.piece.base_radius * rng.uniform(0.8, 1.0),
        height=layout.piece.height * rng.uniform(0.75, 1.2),
    )
    turned = rng.randrange(4)
    seats = (*layout.seats[turned:], *layout.seats[:turned])
    return replace(layout, spaces=spaces, piece=piece, seats=seats)


def at_home(layout: Layout, rng: random.Random) -> dict[str, tuple[str, ...]]:
    """Trouble's men at home, but for a few in somebody's hand."""
    homes = {f"{letter(colour)}H{i}": (colour,) for colour in layout.seats for i in range(1, 5)}
    return {space: men for space, men in homes.items() if rng.random() >= IN_HAND}


def scattered(layout: Layout, rng: random.Random) -> dict[str, tuple[str, ...]]:
    """Men of all players at home, at their goal, on starts and anywhere, as no rule forbids for all time."""
    if layout.game == "trouble":
        return _scattered_pegs(layout, rng)
    stacks: dict[str, tuple[str, ...]] = {}
    starts = {colour: f"X{2 * k}" for k, colour in enumerate(layout.seats)}
    for colour in layout.seats:
        for _ in range(4):
            kind = rng.random()
            if kind < 0.3:
                continue
            own, other = starts[colour], rng.choice([*starts.values()])
            space = own if kind < 0.45 else other if kind < 0.52 else rng.choice([*layout.spaces])
            stacks[space] = (*stacks.get(space, ()), colour)[:4]
    return stacks


def _scattered_pegs(layout: Layout, rng: random.Random) -> dict[str, tuple[str, ...]]:
    stacks: dict[str, tuple[str, ...]] = {}
    track = [f"T{k}" for k in range(28)]
    new = rng.random() < 0.15
    for number, colour in enumerate(layout.seats):
        for _ in range(4):
            kind, area = rng.random(), "H" if rng.random() < 0.65 else "F"
            spaces = [f"{letter(colour)}{'H' if new else area}{i}" for i in range(1, 5)]
            if not new and kind > 0.6:
                spaces = [f"T{7 * number}"] if kind < 0.7 else track
            free = [space for space in spaces if space not in stacks]
            stacks[rng.choice(free or [space for space in track if space not in stacks])] = (colour,)
    return stacks
