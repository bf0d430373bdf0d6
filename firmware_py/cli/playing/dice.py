"""Where the dice of an evening come from, by configuration."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from firmware_py.config import CameraConfig, Config
from firmware_py.senses.base import Desk
from firmware_py.senses.camera import WatchedDome
from firmware_py.senses.chance import Bits
from firmware_py.senses.choose import frame_source
from firmware_py.senses.debounce import ContactSettings
from firmware_py.senses.dicebox import DiceBox, ElectronicDice, PhotographedDice
from firmware_py.senses.dome import DrawnDome, PressedDome
from firmware_py.senses.frames import Frame, FrameSource
from firmware_py.senses.newest import NewestFrame
from firmware_py.senses.picamera import PiCamera, PiCameraSettings
from firmware_py.senses.switch import VirtualSwitch
from firmware_py.senses.video import VideoFile, Webcam
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading
from vision.dice.settings import ReaderSettings

__all__ = ["Dome", "Throwing", "make_dome", "make_frames"]

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


@dataclass(frozen=True, slots=True)
class Throwing:
    """How dice are thrown.

    Attributes:
        game: the game that they are for.
        seed: of all that is drawn; None for the system's randomness.
        fast: they do not take their time to roll.
        switched: the dome has a real switch, which is debounced already; a camera may come later.
    """

    game: str
    seed: int | None = None
    fast: bool = False
    switched: bool = False

    @property
    def bits(self) -> Bits:
        """Randomness for electronic dice."""
        return secrets.randbits if self.seed is None else random.Random(self.seed).getrandbits


def make_dome(config: Config, throwing: Throwing, told: Callable[[Frame, DiceReading], None]) -> Dome | None:
    """The sense that the dice come from; None where they are always entered by hand.

    Args:
        told: is told each picture and what was read in it.

    Raises:
        DeviceError: if the camera that the configuration names is not there.
    """
    source = config.dice.source
    if source == "hand":
        return None
    # No camera reads the eight-sided dice of Gearhead Skirmish yet, so nothing is gained by drawing them.
    if source == "electronic" or (source == "virtual" and throwing.game == "gearhead"):
        return _pressed(ElectronicDice(throwing.bits), throwing)
    reader = DiceReader(settings=ReaderSettings(sure=config.dice.sure))
    frames = make_frames(config, throwing)
    if not throwing.switched:
        frames.open()  # a camera that is not there is told before the game begins
    if frames.live:
        patient = isinstance(frames, VideoFile)
        return WatchedDome(frames, reader, told, patient=patient, switched=throwing.switched)
    return _pressed(PhotographedDice(frames, reader, told), throwing)


def _pressed(box: DiceBox, throwing: Throwing) -> PressedDome:
    rng = random.Random(throwing.seed)
    seconds = 0.0 if throwing.fast else _ROLL_SECONDS
    if throwing.fast or throwing.switched:
        switch = VirtualSwitch(rng, bounce=0.0, hold=_INSTANT_HOLD)
        return PressedDome(box, switch, settings=_INSTANT, seconds=seconds, bits=throwing.bits)
    return PressedDome(box, VirtualSwitch(rng), seconds=seconds, bits=throwing.bits)


def make_frames(config: Config, throwing: Throwing) -> FrameSource:
    """The source of pictures that the configuration names, not opened yet.

    Raises:
        DeviceError: if it names none.
    """
    seed = throwing.seed
    if config.dice.source == "virtual":
        drawn = secrets.randbits(32) if seed is None else seed
        return DrawnDome(drawn, "headache" if throwing.game == "headache" else "trouble")
    shuffled = random.Random(seed) if config.camera.shuffle or seed is not None else None
    frames = _pi_camera(config.camera) or frame_source(config.camera.use, shuffled=shuffled)
    return NewestFrame(frames) if isinstance(frames, PiCamera | Webcam) else frames


def _pi_camera(camera: CameraConfig) -> FrameSource | None:
    if camera.pi_number is None:
        return None
    settings = PiCameraSettings(
        number=camera.pi_number,
        size=(camera.width, camera.height),
        fps=camera.fps,
        mains_hz=camera.mains_hz,
        lens=100 / camera.focus_cm if camera.focus_cm else None,
    )
    return PiCamera(settings)
