"""Where the dice of an evening come from, by configuration."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from firmware_py.cli.playing.cameras import Overhead, make_frames
from firmware_py.cli.playing.cup import CupParts
from firmware_py.cli.playing.throwing import Throwing
from firmware_py.config import Config
from firmware_py.senses.aided import AidedDome, Dome
from firmware_py.senses.camera import WatchedDome
from firmware_py.senses.debounce import BUTTON, ContactSettings
from firmware_py.senses.dicebox import DiceBox, ElectronicDice, PhotographedDice, readable
from firmware_py.senses.dome import Draw, PressedDome
from firmware_py.senses.frames import Frame, FrameSource
from firmware_py.senses.switch import VirtualSwitch
from firmware_py.senses.video import VideoFile
from firmware_py.table.wants import Wants
from rules import Dice
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading
from vision.dice.settings import ReaderSettings

__all__ = ["Dome", "Readings", "make_dome"]

_ROLL_SECONDS = 0.7
_INSTANT = ContactSettings(glitch=0.0, apart=0.0, edges=1_000_000, presses=1_000_000)
"""A contact for presses faster than any hand: those of a game by chance that nobody watches."""
_INSTANT_HOLD = 1e-4


class Readings:
    """Tells whoever wants to know what was read in a picture of the dice."""

    def __init__(self) -> None:
        self._told: list[Callable[[Frame, DiceReading], object]] = []

    def tell(self, told: Callable[[Frame, DiceReading], object]) -> None:
        """Have somebody told, after those who are told already."""
        self._told.append(told)

    def __call__(self, frame: Frame, reading: DiceReading) -> None:
        for told in self._told:
            told(frame, reading)


def make_dome(
    config: Config,
    throwing: Throwing,
    told: Callable[[Frame, DiceReading], None],
    overhead: Overhead | None = None,
    cup: CupParts | None = None,
    wants: Callable[[], Wants] = Wants,
) -> Dome | None:
    """The sense that the dice come from; None where they are always entered by hand.

    Args:
        told: is told each picture and what was read in it.
        overhead: the camera over the board, which may see the dice as well.
        cup: how counters are drawn; None without a game, where a camera's dice are all that is wanted.
        wants: what the table needs now.

    Raises:
        DeviceError: if the camera that the configuration names is not there.
    """
    source = config.dice.source
    if source == "hand":
        return None
    parts = CupParts() if cup is None else cup
    # No camera reads the eight-sided dice of Gearhead Skirmish yet, so nothing is gained by drawing them.
    if source == "electronic" or (source == "virtual" and throwing.game == "gearhead"):
        return _pressed(ElectronicDice(throwing.bits), throwing, parts.draw, _all_dice)
    camera = _watched(config, throwing, told, overhead, parts, wants)
    if cup is None:
        return camera
    button = _pressed(ElectronicDice(throwing.bits), throwing, parts.draw, _unreadable)
    return AidedDome(camera, button, wants)


def _watched(
    config: Config,
    throwing: Throwing,
    told: Callable[[Frame, DiceReading], None],
    overhead: Overhead | None,
    cup: CupParts,
    wants: Callable[[], Wants],
) -> Dome:
    """The dome that a camera sees."""
    settings = ReaderSettings(sure=config.dice.sure, kind=config.dice.kind)
    reader = DiceReader(settings=replace(settings, search=False))  # a pop is told at once, or not at all
    if overhead is not None and overhead.dome is not None:
        return _under(overhead, overhead.dome, reader, throwing, told)
    frames = make_frames(config, throwing, wants) if cup.dice is None else cup.dice
    if not throwing.later:
        frames.open()  # a camera that is not there is told before the game begins
    if frames.live:
        patient = isinstance(frames, VideoFile)
        return WatchedDome(frames, reader, told, patient=patient, switched=throwing.switched)
    photographed = PhotographedDice(frames, DiceReader(settings=settings), told)
    return _pressed(photographed, throwing, None, readable)


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
    return _pressed(PhotographedDice(frames, reader, told, eye.dome_in), throwing, None, readable)


def _pressed(
    box: DiceBox, throwing: Throwing, draw: Draw | None, rolls: Callable[[Dice | None], bool]
) -> PressedDome:
    """A dome that is pressed for some dice and, where it can, for draws."""
    rng = random.Random(throwing.seed)
    seconds = 0.0 if throwing.fast else _ROLL_SECONDS
    at_once = throwing.fast or throwing.switched
    return PressedDome(
        box,
        VirtualSwitch(rng, bounce=0.0, hold=_INSTANT_HOLD) if at_once else VirtualSwitch(rng),
        settings=_INSTANT if at_once else BUTTON,
        seconds=seconds,
        bits=throwing.bits,
        draw=draw,
        heeds=lambda wants: draw is not None if wants.draw is not None else rolls(wants.dice),
    )


def _all_dice(dice: Dice | None) -> bool:
    return dice is not None


def _unreadable(dice: Dice | None) -> bool:
    return dice is not None and not readable(dice)
