"""`umpire calibrate`: a board's layout is put onto the camera's picture, and kept."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from numpy.typing import NDArray

from firmware_py.cli.boards import (
    BoardFlag,
    Corners,
    CornersFlag,
    OverlayFlag,
    board_layout,
    board_reason,
    corners_of,
)
from firmware_py.cli.playing.cameras import make_frames
from firmware_py.cli.playing.throwing import Throwing
from firmware_py.cli.problems import UsageError
from firmware_py.cli.saving import OverlayFolder
from firmware_py.cli.setup import CONFIG_FLAG, STATE_FLAG, configuration, state
from firmware_py.config import CameraConfig, Config
from firmware_py.errors import DeviceError, UmpireError
from firmware_py.senses.board_place import BoardPlace, corners_px, save_place
from firmware_py.senses.frames import Frame
from firmware_py.words import Words
from hardware.layout import Layout, shipped_layouts
from vision.board.overlay import draw
from vision.board.place.canvas import frame_of, straighten
from vision.board.place.faults import Fault, faults_of
from vision.board.place.features import FeatureMap
from vision.board.place.registration import Refused, Registrar, Registration
from vision.board.reader import BoardReader
from vision.pictures import load_picture

__all__ = ["app"]

app = typer.Typer(add_completion=False)

_WARMING: Final = 12
"""Pictures that a camera may take to find its exposure."""

_EMPTY_MM_PER_PX: Final = 0.3

Picture = NDArray[np.uint8]


@app.command()
def calibrate(
    board: BoardFlag,
    tags: Annotated[bool, typer.Option("--tags", help="Find the board by its corner tags only.")] = False,
    reference: Annotated[
        Path | None,
        typer.Option(
            "--reference",
            metavar="PHOTO",
            help="Find the board by its print, as a photo of the empty board from nearly straight above "
            "shows it. --corners are then those in the photo.",
        ),
    ] = None,
    corners: CornersFlag = None,
    camera: Annotated[
        str | None,
        typer.Option("--camera", metavar="FILE|FOLDER|N", help="The camera, instead of the configured one."),
    ] = None,
    overlay: OverlayFlag = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object, and nothing else.")] = False,
    config: Annotated[Path | None, CONFIG_FLAG] = None,
    state_folder: Annotated[Path | None, STATE_FLAG] = None,
) -> None:
    """Put a board's layout onto the camera's picture, keep where it lies, and say what is wrong.

    Without --tags, --reference or --corners the board is found by what its layout has. Set the camera up
    until nothing is wrong any more: not dark, blurred, slanted or cut off, no glare on the dome.

    Examples:

      umpire calibrate --board trouble-tags --camera 0
      umpire calibrate --board trouble --corners "200,80 1080,90 1100,900 180,890"
    """
    layout, given = board_layout(board), corners_of(corners)
    means = _means(layout, tags=tags, reference=reference, corners=given)
    picture = _picture(configuration(config).config, camera, layout.game)
    words = Words()
    setting = _found(means, picture, words)
    if overlay is not None:
        look = BoardReader(means.layout).read_found(picture, setting)
        OverlayFolder(overlay).write("board.png", draw(picture, look, layout))
    where = board if board in shipped_layouts() else str(Path(board).resolve())
    place = BoardPlace(
        where, layout.game, setting.how, corners_px(layout, setting), setting.error_px, means.scale
    )
    file = save_place(state(state_folder), place, picture, means.empty)
    faults = faults_of(picture, setting.pose, layout)
    told = _Told(place, setting, faults, file)
    print(json.dumps(told.to_json(words)) if as_json else "\n".join(told.lines(words)))


@dataclass(frozen=True, slots=True, eq=False)
class _Means:
    """How the board is to be found: a layout with the chosen means only; a straightened picture (H, W, 3) of
    the empty board, mm a pixel and its dome's centre, if one was given; corners in the camera's picture."""

    layout: Layout
    corners: Corners | None = None
    empty: Picture | None = None
    scale: tuple[float, float, float] | None = None


def _means(layout: Layout, *, tags: bool, reference: Path | None, corners: Corners | None) -> _Means:
    if tags and (reference is not None or corners is not None):
        raise UsageError("--tags finds the board alone: leave out --reference and --corners.")
    if tags and layout.tags is None:
        raise UsageError(f"--tags: the layout {layout.name} has no tags; give --reference or --corners.")
    if tags:
        return _Means(replace(layout, reference=None))
    if reference is not None:
        return _by_photo(layout, reference, corners)
    return _Means(layout if corners is None else replace(layout, tags=None, reference=None), corners)


def _by_photo(layout: Layout, photo: Path, corners: Corners | None) -> _Means:
    """The photo of the empty board straightened, to be the layout's reference picture."""
    picture = load_picture(photo)
    found = Registrar(layout).find(picture, corners)
    if isinstance(found, Refused) and found.reason == "no_means":
        raise UsageError(
            f"{photo}: the layout {layout.name} has no tags that tell where the board lies in the photo: "
            'give its corners there, --corners "x,y x,y x,y x,y", in pixels, clockwise from the upper left.'
        )
    if isinstance(found, Refused):
        raise UmpireError(f"{photo}: {board_reason(Words(), f'board.reason.{found.reason}', found.facts)}")
    frame = frame_of(layout, _EMPTY_MM_PER_PX, margin=0.0)
    straight = straighten(picture, found.pose.homography, frame)
    x, y = (float(value) for value in frame.pixels(np.zeros((1, 2)))[0])
    without = replace(layout, tags=None, reference=None)
    return _Means(without, None, straight, (_EMPTY_MM_PER_PX, x, y))


def _picture(config: Config, camera: str | None, game: str) -> Picture:
    """A picture of the camera named, else of the configured one.

    Raises:
        DeviceError: if there is none.
    """
    own = config.board_camera.on and not config.board_camera.same
    used: CameraConfig = config.board_camera if own else config.camera
    if camera is not None:
        used = used.model_copy(update={"use": camera})
    dice = config.dice.model_copy(update={"source": "camera"})
    frames = make_frames(config.model_copy(update={"camera": used, "dice": dice}), Throwing(game))
    with closing(frames):
        frames.open()
        frame: Frame | None = None
        for _ in range(_WARMING if frames.live else 1):
            frame = frames.read() or frame
    if frame is None:
        raise DeviceError(f"{frames.name}: it gives no picture.")
    return frame.picture


def _found(means: _Means, picture: Picture, words: Words) -> Registration:
    """Where the board lies in the camera's picture.

    Raises:
        UmpireError: saying why it cannot be found.
    """
    registrar = Registrar(means.layout)
    if means.empty is None or means.scale is None:
        found = registrar.find(picture, means.corners)
    else:
        scale, x, y = means.scale
        to_pixels = np.array([[1 / scale, 0.0, x], [0.0, -1 / scale, y], [0.0, 0.0, 1.0]])
        known = FeatureMap(means.empty, to_pixels, means.layout)
        found = registrar.by_print(picture, known, "reference")
    if isinstance(found, Refused):
        raise UmpireError(board_reason(words, f"board.reason.{found.reason}", found.facts))
    return found


@dataclass(frozen=True, slots=True)
class _Told:
    """What is to be said."""

    place: BoardPlace
    found: Registration
    faults: tuple[Fault, ...]
    file: Path

    def lines(self, words: Words) -> list[str]:
        """For people."""
        pose = self.found.pose
        how = {"tags": "its tags", "reference": "its print", "corners": "the corners given"}[self.place.how]
        found = f"{self.place.board}: found by {how}; a space may be {self.place.error_px:.1f} pixels off."
        camera = f"The camera is {pose.camera[2]:.0f} mm above it, {pose.tilt:.0f} degrees off the vertical."
        wrong = [words.say(f"board.fault.{fault.key}", fault.facts) for fault in self.faults]
        return [found, camera, *(wrong or ["Nothing is wrong with the picture."]), f"Kept in {self.file}."]

    def to_json(self, words: Words) -> dict[str, Any]:
        """For programs."""
        faults = [
            {"fault": fault.key, "reason": words.say(f"board.fault.{fault.key}", fault.facts)}
            for fault in self.faults
        ]
        return {
            "board": self.place.board,
            "how": self.place.how,
            "error_px": round(self.place.error_px, 2),
            "corners": [list(corner) for corner in self.place.corners],
            "camera_height_mm": round(float(self.found.pose.camera[2])),
            "tilt_deg": round(self.found.pose.tilt, 1),
            "faults": faults,
            "saved": str(self.file),
        }
