"""The cameras of an evening, by configuration: over the dome, over the board, or one over both."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from firmware_py.cli.playing.throwing import Throwing
from firmware_py.config import CameraConfig, Config
from firmware_py.senses.board_camera import BoardCamera
from firmware_py.senses.board_eye import BoardEye
from firmware_py.senses.board_place import calibrated
from firmware_py.senses.choose import frame_source
from firmware_py.senses.dome import DrawnDome
from firmware_py.senses.frames import FrameSource
from firmware_py.senses.newest import NewestFrame
from firmware_py.senses.picamera import PiCamera, PiCameraSettings
from firmware_py.senses.pictures import PictureFilm, PictureFolder
from firmware_py.senses.shared_camera import PhotoTable, SharedCamera
from firmware_py.senses.video import VideoFile, Webcam
from firmware_py.table.wants import Wants
from hardware.layout import Layout
from vision.studio.settings import Game

__all__ = ["Overhead", "camera_of", "make_frames", "make_overhead"]


@dataclass(frozen=True, slots=True)
class Overhead:
    """The camera over the board.

    Attributes:
        sense: follows the pieces.
        eye: what is known of the board in its pictures.
        dome: the same camera for the dice; None if they come from elsewhere.
    """

    sense: BoardCamera
    eye: BoardEye
    dome: FrameSource | None = None


def make_overhead(config: Config, throwing: Throwing, layout: Layout, folder: Path | None) -> Overhead | None:
    """The camera over the board that the configuration has, not opened yet; None if it has none.

    Args:
        layout: the board, if none was calibrated.
        folder: where the calibration is kept.

    Raises:
        DeviceError: if the configuration names no camera.
    """
    if not config.board_camera.on or folder is None:
        return None
    eye = BoardEye(lambda: calibrated(folder, layout))
    if config.board_camera.same:
        return _over_both(config, throwing, eye)
    source = camera_of(config.board_camera, throwing.seed)
    recorded = isinstance(source, PictureFolder | VideoFile)
    if isinstance(source, PictureFolder):
        source = PictureFilm(source, config.board_camera.fps)
    return Overhead(BoardCamera(_newest(source), eye, recorded=recorded), eye)


def _over_both(config: Config, throwing: Throwing, eye: BoardEye) -> Overhead:
    """One camera for dome and board."""
    source = camera_of(config.camera, throwing.seed)
    for_dice = config.dice.source == "camera"
    if not source.live:
        photos = PhotoTable(source)
        board = BoardCamera(photos.over_board(), eye, recorded=True)
        return Overhead(board, eye, photos if for_dice else None)
    camera = SharedCamera(source)
    board = BoardCamera(camera.share(), eye, recorded=isinstance(source, VideoFile))
    return Overhead(board, eye, camera.share() if for_dice else None)


def make_frames(config: Config, throwing: Throwing, wants: Callable[[], Wants] = Wants) -> FrameSource:
    """The source of pictures of the dome that the configuration names, not opened yet.

    A drawn dome throws the dice that the table `wants`.

    Raises:
        DeviceError: if it names none.
    """
    seed = throwing.seed
    if config.dice.source == "virtual":
        drawn = secrets.randbits(32) if seed is None else seed
        game: Game = "headache" if throwing.game == "headache" else "trouble"
        return DrawnDome(drawn, game, darker=config.camera.darker, wants=wants)
    return _newest(camera_of(config.camera, seed))


def _newest(source: FrameSource) -> FrameSource:
    return NewestFrame(source) if isinstance(source, PiCamera | Webcam) else source


def camera_of(camera: CameraConfig, seed: int | None) -> FrameSource:
    """The camera that a section of the configuration names, not opened yet.

    Raises:
        DeviceError: if it names none.
    """
    shuffled = random.Random(seed) if camera.shuffle or seed is not None else None
    return _pi_camera(camera) or frame_source(camera.use, shuffled=shuffled)


def _pi_camera(camera: CameraConfig) -> FrameSource | None:
    if camera.pi_number is None:
        return None
    settings = PiCameraSettings(
        number=camera.pi_number,
        size=(camera.width, camera.height),
        fps=camera.fps,
        mains_hz=camera.mains_hz,
        darker=camera.darker,
        lens=100 / camera.focus_cm if camera.focus_cm else None,
    )
    return PiCamera(settings)
