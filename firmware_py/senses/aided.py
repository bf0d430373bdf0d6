"""A dome whose dice a camera reads, in a game that also wants dice and draws that no camera can read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from firmware_py.senses.base import Desk
from firmware_py.senses.dome import PressedDome
from firmware_py.table.wants import Wants

__all__ = ["AidedDome", "Dome", "button_of"]


class Dome(Protocol):
    """A sense that can be pressed.

    Attributes:
        parts: what faults call the senses that the dice come from: this one, and any that helps it.
    """

    name: str
    parts: tuple[str, ...]

    def takes(self, wants: Wants) -> bool:
        """Whether a press means something now."""

    def press(self, at: float) -> None:
        """Press it at `at` monotonic seconds."""

    def release(self, at: float) -> None:
        """Say that a real switch came up at `at`."""

    def run(self, desk: Desk) -> None:
        """See `Sense.run`."""

    def close(self) -> None:
        """See `Sense.close`."""


class AidedDome:
    """A press asks for what can be had: the die that the camera reads, or electronic dice where it cannot.

    Args:
        camera: reads the dice that it can; it runs as this sense.
        button: rolls the others and draws from the cup, and heeds nothing else; a sense of its own.
        wants: what the table needs now.
    """

    def __init__(self, camera: Dome, button: PressedDome, wants: Callable[[], Wants]) -> None:
        self.name = camera.name
        self.parts: tuple[str, ...] = (*camera.parts, *button.parts)
        self.camera, self.button = camera, button
        self._wants = wants

    def takes(self, wants: Wants) -> bool:
        """Whether a press means something now."""
        return self.camera.takes(wants) or self.button.takes(wants)

    def press(self, at: float) -> None:
        """Press the one that is meant."""
        (self.button if self.button.takes(self._wants()) else self.camera).press(at)

    def release(self, at: float) -> None:
        """The switch of the dome came up."""
        self.camera.release(at)

    def run(self, desk: Desk) -> None:
        """Run the camera's dome.

        Raises:
            DeviceError: when its camera is not there or was lost.
        """
        self.camera.run(desk)

    def close(self) -> None:
        """Release the camera."""
        self.camera.close()


def button_of(dome: Dome | None) -> Dome | None:
    """What somebody without hands can press of a dome: all of it where nothing has to be popped by hand."""
    if isinstance(dome, AidedDome) and not isinstance(dome.camera, PressedDome):
        return dome.button
    return dome if isinstance(dome, AidedDome | PressedDome) else None
