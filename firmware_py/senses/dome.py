"""The dome as a sense: somebody presses it, the dice roll, and what they show is told."""

from __future__ import annotations

import queue
from collections.abc import Callable

import numpy as np

from firmware_py.senses.base import Desk
from firmware_py.senses.chance import Bits, draw_from
from firmware_py.senses.debounce import BUTTON, Contact, ContactSettings, What
from firmware_py.senses.dicebox import DiceBox
from firmware_py.senses.frames import Frame
from firmware_py.senses.switch import VirtualSwitch
from firmware_py.table.events import VIRTUAL_DOME, Answered, Pressed
from firmware_py.table.wants import Wants
from rules import Cup, Drawn
from vision.studio.dome import draw_dome
from vision.studio.settings import Game, Setting, Studio

__all__ = ["Draw", "DrawnDome", "PressedDome"]

Draw = Callable[[Cup], Drawn | None]
"""Draws from a cup; None if it is shown to a camera what was drawn."""

_NAP = 0.1
"""Seconds after which a sense that waits for a press looks whether it is to end."""

_HEARD = 0.3
"""Seconds that the table has to say what a press was for."""


class DrawnDome:
    """A source of pictures: one table as a family has it, its dice thrown anew for every picture."""

    name = VIRTUAL_DOME
    live = False

    def __init__(
        self,
        seed: int,
        game: Game = "trouble",
        *,
        darker: float = 0.0,
        wants: Callable[[], Wants] = Wants,
    ) -> None:
        """The same seed gives the same table and the same throws; `darker` as `Studio` has it.

        `wants` tells what the table needs now: on how many sides of a red die the dot is (H-A15).
        """
        self._seed, self._darker, self._wants = seed, darker, wants
        self._studio = Studio(Setting.TABLE, seed, darker=darker)
        self._noise = np.random.default_rng(seed)
        self._game: Game = game

    def open(self) -> None:
        """Set up the still part of the picture, which takes a while, so that the first pop need not wait."""
        draw_dome(Studio(Setting.TABLE, self._seed, darker=self._darker).pop(game=self._game))

    def read(self) -> Frame:
        """The picture after the next pop, as the camera over the dome would take it."""
        wanted = self._wants().dice
        scene = self._studio.pop(game=self._game, red_faces=1 if wanted is None else wanted.red_faces)
        return Frame(draw_dome(scene, rng=self._noise))

    def close(self) -> None:
        """There is nothing to release."""


class PressedDome:
    """A dome that is pressed by `press`, from any thread; its contact bounces, its dice come from a box.

    Args:
        box: where the dice come from.
        switch: the contact under the dome.
        settings: how its edges are understood.
        seconds: how long the dice roll.
        bits: randomness for a draw from the cup, which a press asks for when the table wants one.
        draw: draws from the cup in another way.
        heeds: what a press is for; everything that is left to chance, if nothing is said.
    """

    def __init__(
        self,
        box: DiceBox,
        switch: VirtualSwitch,
        *,
        settings: ContactSettings = BUTTON,
        seconds: float,
        bits: Bits,
        draw: Draw | None = None,
        heeds: Callable[[Wants], bool] = lambda wants: wants.draw is not None or wants.dice is not None,
    ) -> None:
        self.name = box.name
        self.parts: tuple[str, ...] = (self.name,)
        self.takes = heeds
        """Whether a press means something now."""
        self._box = box
        self._switch = switch
        self._seconds = seconds
        self._draw: Draw = draw or (lambda cup: draw_from(cup, bits))
        self._wire: queue.SimpleQueue[tuple[float, bool]] = queue.SimpleQueue()
        self._contact = Contact(settings)

    def press(self, at: float) -> None:
        """Press it and let go, at `at` monotonic seconds."""
        for edge in self._switch.press(at):
            self._wire.put(edge)

    def release(self, at: float) -> None:
        """A press here lets go by itself."""

    def run(self, desk: Desk) -> None:
        """Wait for presses; roll and tell.

        Raises:
            DeviceError: when the box is not there, was lost, or cannot do the dice wanted.
        """
        self._box.open()
        desk.ready()
        while desk.wait(0.0):
            try:
                edge = self._wire.get(timeout=_NAP)
            except queue.Empty:
                continue
            self._contact, happened = self._contact.after(*edge)
            if any(one.what is What.PRESSED for one in happened):
                self._pop(desk)

    def _pop(self, desk: Desk) -> None:
        wants = desk.wants()
        if not self.takes(wants):
            return
        if wants.draw is not None:
            drawn = self._draw(wants.draw)
            if drawn is not None:
                desk.post(Answered(at=desk.now(), by=self.name, answer=drawn))
        elif wants.dice is not None:
            desk.post(Pressed(at=desk.now()))
            if self._seconds:
                desk.wait(self._seconds)
            rolled = self._box.roll(wants.dice, desk.now)
            self._forget_presses()
            desk.post(rolled)

    def _forget_presses(self) -> None:
        """Presses while the dice roll are of the same pop: nobody has seen yet that they have rolled."""
        while not self._wire.empty():
            self._contact, _ = self._contact.after(*self._wire.get())

    def close(self) -> None:
        """Release the box."""
        self._box.close()
