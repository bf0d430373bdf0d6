"""Where the dice of an evening come from, by configuration."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from firmware_py.cli.playing.cameras import Overhead, make_frames
from firmware_py.cli.playing.throwing import Throwing
from firmware_py.config import Config
from firmware_py.senses.base import Desk
from firmware_py.senses.camera import WatchedDome
from firmware_py.senses.debounce import ContactSettings
from firmware_py.senses.dicebox import DiceBox, ElectronicDice, PhotographedDice
from firmware_py.senses.dome import PressedDome
from firmware_py.senses.frames import Frame, FrameSource
from firmware_py.senses.switch import VirtualSwitch
from firmware_py.senses.video import VideoFile
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading
from vision.dice.settings import ReaderSettings

__all__ = ["Dome", "make_dome"]

_ROLL_SECONDS = 0.7
_INSTANT = ContactSettings(glitch=0.0, apart=0.0, edges=1_000_000, presses=1_000_000)
"""A contact for presses faster than any hand: those of a game by chance that nobody watches."""
_INSTANT_HOLD = 1e-4


class Dome(Protocol):
    """A sense that can be pressed."""

    name: str

    def press(self, at: float) -> None:
        """Press it at `at` monotonic seconds."""

    def release(self, at: float) -> None:
        """Say that a real switch came up at `at`."""

    def run(self, desk: Desk) -> None:
        """See `Sense.run`."""

    def close(self) -> None:
        """See `Sense.close`."""


def make_dome(
    config: Config,
    throwing: Throwing,
    told: Callable[[Frame, DiceReading], None],
    overhead: Overhead | None = None,
) -> Dome | None:
    """The sense that the dice come from; None where they are always entered by hand.

    Args:
        told: is told each picture and what was read in it.
        overhead: the camera over the board, which may see the dice as well.

    Raises:
        DeviceError: if the camera that the configuration names is not there.
    """
    source = config.dice.source
    if source == "hand":
        return None
    # No camera reads the eight-sided dice of Gearhead Skirmish yet, so nothing is gained by drawing them.
    if source == "electronic" or (source == "virtual" and throwing.game == "gearhead"):
        return _pressed(ElectronicDice(throwing.bits), throwing)
    reader = DiceReader(settings=ReaderSettings(sure=config.dice.sure, kind=config.dice.kind))
    if overhead is not None and overhead.dome is not None:
        return _under(overhead, overhead.dome, reader, throwing, told)
    frames = make_frames(config, throwing)
    if not throwing.later:
        frames.open()  # a camera that is not there is told before the game begins
    if frames.live:
        patient = isinstance(frames, VideoFile)
        return WatchedDome(frames, reader, told, patient=patient, switched=throwing.switched)
    return _pressed(PhotographedDice(frames, reader, told), throwing)


def _under(
    overhead: Overhead,
    frames: FrameSource,
    reader: DiceReader,
    throwing: Throwing,
    told: Callable[[Frame, DiceReading], None],
) -> Dome:
    """The dome in the pictures of the camera over the board."""
    eye = overhead.eye
    if not throwing.later:
        frames.open()
    if frames.live:
        recorded = overhead.sense.recorded
        return WatchedDome(
            frames, reader, told, switched=throwing.switched, recorded=recorded, where=eye.dome
        )
    return _pressed(PhotographedDice(frames, reader, told, eye.dome_in), throwing)


def _pressed(box: DiceBox, throwing: Throwing) -> PressedDome:
    rng = random.Random(throwing.seed)
    seconds = 0.0 if throwing.fast else _ROLL_SECONDS
    if throwing.fast or throwing.switched:
        switch = VirtualSwitch(rng, bounce=0.0, hold=_INSTANT_HOLD)
        return PressedDome(box, switch, settings=_INSTANT, seconds=seconds, bits=throwing.bits)
    return PressedDome(box, VirtualSwitch(rng), seconds=seconds, bits=throwing.bits)
