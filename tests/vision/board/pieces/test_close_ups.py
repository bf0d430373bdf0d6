"""Close-ups of printed spaces: how they are turned, and what the net says of them."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.layout import load_layout
from vision.board.pieces.close_ups import LEAN_MOST, SIDE, close_up_net, close_ups
from vision.board.pieces.colours import ColourCanvas
from vision.board.pieces.levels import Level
from vision.board.place.canvas import frame_of
from vision.board.place.registration import Registration
from vision.board.reader import BoardReader
from vision.studio.board_settings import BoardStudio
from vision.studio.boards import draw_board
from vision.studio.settings import Setting

LAYOUT = load_layout("trouble-tags")
RADIUS = LAYOUT.piece.base_radius
RED = Level(30.0, 0.8, 40.0, False, 30.0, 0.5, 0.5, 0.1, 40.0, 0.2, 20.0)


def _seen(offset: tuple[float, float], lightness: float = 50.0) -> np.ndarray:
    """Close-ups of two spaces, of which only the second is asked for, on a board that is lighter to the right
    and wholly red."""
    frame = frame_of(LAYOUT, 0.5)
    lab = np.zeros((frame.size[1], frame.size[0], 3), np.float32)
    lab[..., 0] = lightness + 10.0 * np.linspace(0, 1, frame.size[0])
    turn = np.radians(30.0)
    lab[..., 1:] = 0.6 * np.array([np.cos(turn), np.sin(turn)]) * (lab[..., :1] + 20.0)
    places = np.array([LAYOUT.spaces["T3"], LAYOUT.spaces["T17"]])
    taken = np.full(lab.shape[:2], -1, np.int32)
    taken[:, : frame.size[0] // 2] = 0
    colours = ColourCanvas(frame, lab, np.ones(lab.shape[:2], bool))
    return close_ups(colours, places, np.array([offset] * 2), RADIUS, taken, np.array([1]), [RED])


@pytest.mark.parametrize(
    ("offset", "lighter"),
    [((6.0, 0.0), "up"), ((-6.0, 0.0), "down"), ((0.0, 6.0), "right"), ((0.0, -6.0), "left")],
)
def test_tops_lean_upward(offset: tuple[float, float], lighter: str) -> None:
    light = _seen(offset)[0, 0]
    half = SIDE // 2
    parts = {"up": light[:half], "down": light[half:], "left": light[:, :half], "right": light[:, half:]}
    assert max(parts, key=lambda part: float(parts[part].mean())) == lighter


def test_channels_are_free_of_light_and_hue() -> None:
    seen = _seen((6.0, 0.0))
    assert seen.shape == (1, 5, SIDE, SIDE)
    assert abs(float(np.median(seen[0, 0]))) < 0.01
    assert seen[0, 1] == pytest.approx(0.6 / 0.8 - 0.6, abs=0.01)
    assert seen[0, 2] == pytest.approx(0.0, abs=0.01)
    assert 0.2 < seen[0, 3].mean() < 0.8
    assert seen[0, 4] == pytest.approx(6.0 / RADIUS / LEAN_MOST)
    assert _seen((6.0, 0.0), 30.0)[0, 1] == pytest.approx(seen[0, 1], abs=0.01)


def test_the_net_tells_men_from_print_of_their_colour() -> None:
    pieces = {
        f"{letter}H{i}": (colour,)
        for letter, colour in zip("RBYG", LAYOUT.seats, strict=True)
        for i in (1, 2)
    }
    picture = draw_board(BoardStudio(Setting.TABLE, 5, LAYOUT).scene(pieces))
    reader = BoardReader(LAYOUT)
    found = reader.registrar.find(picture)
    assert isinstance(found, Registration)
    asked, seen = reader.pieces.close_ups(picture, found)
    full = np.array([[*LAYOUT.spaces][i] in pieces for i in asked])
    odds = close_up_net().odds(seen)
    assert (odds[full] > 0).mean() > 0.9
    assert (odds[~full] < 0).mean() > 0.9


def test_nothing_is_asked() -> None:
    assert close_up_net().odds(np.zeros((0, 5, SIDE, SIDE), np.float32)).shape == (0,)
