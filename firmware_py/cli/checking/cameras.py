"""Checks of the cameras: the one over the dome and the one over the board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware_py.cli.checking.findings import Finding, Health, Machine
from firmware_py.cli.playing.cameras import camera_of, make_frames
from firmware_py.cli.playing.throwing import Throwing
from firmware_py.config import Config
from firmware_py.errors import DeviceError
from firmware_py.senses.board_eye import BoardEye
from firmware_py.senses.board_place import calibrated
from firmware_py.senses.frames import Frame, FrameSource
from firmware_py.senses.newest import NewestFrame
from firmware_py.words import Words
from hardware.layout import Layout

__all__ = ["check_board_camera", "check_camera", "in_colours", "take_board_picture", "take_picture"]

_WARMING_UP = 20
"""Pictures of a live camera that are passed over: the first ones are dark, or of a wrong colour."""


def check_camera(config: Config, machine: Machine, game: str) -> Iterator[Finding]:
    """Whether the camera of the dice gives a picture."""
    if config.dice.source != "camera":
        yield Finding("camera", Health.OFF, f"The dice are {config.dice.source}: no camera is needed.")
        return
    try:
        frame = take_picture(config, game)
    except DeviceError as error:
        yield _no_picture("camera", error, machine)
        return
    yield _seen("camera", frame)


def check_board_camera(config: Config, machine: Machine, layout: Layout, folder: Path) -> Iterator[Finding]:
    """Whether the camera over the board gives a picture, and whether the board is found in it.

    Args:
        layout: the board, if none was calibrated.
        folder: where the calibration is kept.
    """
    part, cameras = "board camera", config.board_camera
    if not cameras.on:
        yield Finding(part, Health.OFF, "No camera sees the board (board_camera.use).")
        return
    if config.dice.source == "camera" and cameras.use == config.camera.use and not cameras.is_file:
        found = f"Dome and board are both given the camera {cameras.use!r}, which only one can open."
        yield Finding(part, Health.BROKEN, found, 'Set board_camera.use = "same".')
        return
    try:
        frame = take_board_picture(config)
    except DeviceError as error:
        yield _no_picture(part, error, machine)
        return
    shown = _seen(part, frame)
    if shown.health is Health.BROKEN:
        yield shown
        return
    eye = BoardEye(lambda: calibrated(folder, layout))
    try:
        eye.begin()
    except DeviceError as error:
        yield Finding(part, Health.BROKEN, str(error))
        return
    height, width = frame.picture.shape[:2]
    seen = eye.look(in_colours(frame.picture))
    if not seen.registered:
        said = Words().say(f"board.reason.{seen.reason}", seen.facts)
        remedy = "Put the board under it, or show it the board anew: umpire calibrate."
        yield Finding(part, Health.NOTE, f"It gives pictures of {width} by {height}, but: {said}", remedy)
        return
    found = f"It finds the board in its pictures of {width} by {height}, by {seen.how}; --photo keeps one."
    yield Finding(part, Health.WORKS, found)


def _no_picture(part: str, error: DeviceError, machine: Machine) -> Finding:
    users = machine.users_of("/dev/video") or machine.users_of("/dev/media")
    key = "board_camera.use" if part == "board camera" else "camera.use"
    remedy = f"It is held by {', '.join(users)}." if users else f"Check {key}, and the cable."
    return Finding(part, Health.BROKEN, str(error), remedy)


def _seen(part: str, frame: Frame) -> Finding:
    """Whether a picture shows anything."""
    height, width = frame.picture.shape[:2]
    mean, spread = float(frame.picture.mean()), float(frame.picture.std())
    if mean < 20 or mean > 235 or spread < 6:
        looks = "dark" if mean < 20 else "white" if mean > 235 else "blank"
        what = "board" if part == "board camera" else "dome"
        found = f"Its picture ({width} by {height}) is {looks}."
        return Finding(
            part, Health.BROKEN, found, f"Take the cap off, or give the {what} more, or less, light."
        )
    return Finding(part, Health.WORKS, f"It gives pictures of {width} by {height}; --photo keeps one.")


def take_picture(config: Config, game: str) -> Frame:
    """A picture of the dome from the configured camera.

    Raises:
        DeviceError: if there is none.
    """
    return _taken(make_frames(config, Throwing(game)))


def take_board_picture(config: Config) -> Frame:
    """A picture of the board from the configured camera.

    Raises:
        DeviceError: if there is none.
    """
    source = camera_of(config.camera if config.board_camera.same else config.board_camera, None)
    return _taken(NewestFrame(source) if source.live else source)


def _taken(source: FrameSource) -> Frame:
    """A picture of a source, once a camera has found its exposure."""
    try:
        source.open()
        frame = source.read()
        for _ in range(_WARMING_UP if source.live else 0):
            if frame is None or frame.name:
                break  # the picture of a file is as it is
            frame = source.read()
    finally:
        source.close()
    if frame is None:
        raise DeviceError("{camera}: there are no more pictures.", camera=source.name)
    return frame


def in_colours(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture (H, W) or (H, W, 3) as BGR (H, W, 3)."""
    if picture.ndim == 3:
        return picture
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
