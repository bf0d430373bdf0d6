"""Where the counters of Gearhead Skirmish are drawn from, by configuration: cup, camera, or by hand."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from firmware_py.cli.playing.cameras import Overhead, camera_of
from firmware_py.cli.playing.throwing import Throwing
from firmware_py.config import Config
from firmware_py.errors import DeviceError
from firmware_py.senses.board_eye import BoardEye
from firmware_py.senses.chance import draw_from
from firmware_py.senses.cup import CupCamera, EyeFrames
from firmware_py.senses.cup_drawn import DrawnCup
from firmware_py.senses.dome import Draw
from firmware_py.senses.frames import FrameSource
from firmware_py.senses.shared_camera import SharedCamera
from firmware_py.view import TableView
from hardware.counters import plan_of_counters
from hardware.layout import load_layout
from rules import Cup
from vision.board.chess.markers import CELLS
from vision.board.place.registration import space_points

__all__ = ["CupParts", "make_cup"]

_NEARER = 1.5
"""A counter is shown if it is so many times as large as one on the board."""
_SHOW_AGAIN = "gearhead.cup.show_again"
_PLAN = "chessboard"


@dataclass(frozen=True, slots=True)
class CupParts:
    """How counters are drawn.

    Attributes:
        draw: what a press does while a draw is awaited; None where a press does nothing then.
        sense: reads the counter that is shown; None where none is.
        dice: the same camera for the dice; None if they have another, or none.
    """

    draw: Draw | None = None
    sense: CupCamera | None = None
    dice: FrameSource | None = None


def make_cup(
    config: Config,
    throwing: Throwing,
    overhead: Overhead | None,
    view: Callable[[], TableView],
    *,
    slips: float = 0.0,
) -> CupParts:
    """The cup that the configuration has.

    Args:
        overhead: the camera over the board, which is taken if there is one.
        view: what is shown now: the virtual hands hear what the referee says.
        slips: how often these hide a counter's marker at first.

    Raises:
        DeviceError: if it wants a camera and none is named, or it is none that runs by itself.
    """
    source, bits = config.cup.source, throwing.bits
    if source == "electronic":
        return CupParts(lambda cup: draw_from(cup, bits))
    if source == "hand":
        return CupParts()
    if overhead is not None:
        eye = overhead.eye
        return CupParts(sense=CupCamera(EyeFrames(eye, time.sleep), lambda: _above_board(eye)))
    if config.dice.source == "virtual":
        return _drawn(throwing, view, slips)
    camera = camera_of(config.camera, throwing.seed)
    if not camera.live:
        raise DeviceError(
            "{camera}: single pictures cannot show what is drawn from the cup: name a camera, or enter it by "
            "hand.",
            camera=camera.name,
        )
    shared = SharedCamera(camera)
    for_dice = shared.share() if config.dice.source == "camera" else None
    return CupParts(sense=CupCamera(shared.share()), dice=for_dice)


def _drawn(throwing: Throwing, view: Callable[[], TableView], slips: float) -> CupParts:
    bits = throwing.bits
    drawn = DrawnCup(
        plan_of_counters(load_layout(_PLAN)),
        lambda: view().ply,
        lambda: (said := view().verdict) is not None and said.key == _SHOW_AGAIN,
        seed=throwing.seed,
        slips=slips,
    )

    def draw(cup: Cup) -> None:
        drawn.show(draw_from(cup, bits).kind)

    return CupParts(draw, CupCamera(drawn))


def _above_board(eye: BoardEye) -> float | None:
    """How large a marker's cell is, pixels, where a counter is plainly nearer than the board; None while the
    board has not been found."""
    layout, found = eye.layout, eye.found
    if layout is None or found is None:
        return None
    largest = float(found.pose.scale(space_points(layout)).max())
    return _NEARER * largest * plan_of_counters(layout).marker / CELLS
