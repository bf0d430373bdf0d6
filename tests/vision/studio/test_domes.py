"""Drawn domes show exactly what their truth says."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.studio.dice import PlacedDie, paint, posed
from vision.studio.dome import DomeScene, draw_dome, truth
from vision.studio.geometry import Camera, turn_about, view_of
from vision.studio.light import Light, Picture, Sensor, lamp_above, srgb
from vision.studio.looks import DieLook, pip_places
from vision.studio.stage import Plate, Stage

CALM = Sensor(blur=0.0, noise=0.0)
BARE = Stage(thickness=1.8, wobble=0, dust=0, plate=Plate(grain=0, gloss=0))
ROOM = Light((lamp_above(-900, 700, 1200, 60, 0.4),), 0.55)


def scene_of(*dice: PlacedDie, camera: Camera | None = None) -> DomeScene:
    return DomeScene(dice, BARE, camera or Camera(tilt=14, azimuth=30), ROOM, CALM)


def top_face(picture: Picture, scene: DomeScene, side: int = 120) -> Picture:
    quad = np.array(truth(scene).dice[0].quad, np.float32)
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    return cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad, square), (side, side))


def dark_spots(face: Picture) -> int:
    inner = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)[8:-8, 8:-8]
    count, _, stats, _ = cv2.connectedComponentsWithStats((inner < 90).astype(np.uint8))
    return sum(1 for k in range(1, count) if stats[k, cv2.CC_STAT_AREA] > 60)


@pytest.mark.parametrize("left_handed", [False, True])
@pytest.mark.parametrize("value", range(1, 7))
def test_the_face_that_is_up_shows_its_pips_where_truth_says(value: int, left_handed: bool) -> None:
    look = DieLook(left_handed=left_handed, dent=0.0)
    scene = scene_of(PlacedDie(look, value, (6.0, -5.0, 7.0), yaw=33))
    face = top_face(draw_dome(scene), scene)
    assert dark_spots(face) == value
    for a, b in pip_places(value):
        x, y = 60 + a * look.spread / 14 * 120, 60 - b * look.spread / 14 * 120
        assert face[round(y), round(x)].max() < 90


@pytest.mark.parametrize("tilt", [0.0, 25.0, 40.0])
def test_the_centre_of_a_leaning_face_has_the_colour_of_its_pip(tilt: float) -> None:
    look = DieLook(kind="red", one_radius=2.5, one_colour=srgb(200, 20, 24), dent=0.0)
    die = PlacedDie(look, 1, (4.0, 4.0, 9.0), yaw=10, tilt=tilt, lean_axis=70)
    scene = scene_of(die)
    found = truth(scene).dice[0]
    blue, green, red = (int(c) for c in draw_dome(scene)[round(found.centre[1]), round(found.centre[0])])
    assert red > 90 and red > 2 * green and red > 2 * blue
    assert (found.value, found.red, found.flat) == (None, True, tilt == 0)


def test_opposite_faces_sum_to_seven_and_one_two_three_run_round_a_corner() -> None:
    for left_handed in (False, True):
        up = {v: PlacedDie(DieLook(left_handed=left_handed), v, (0, 0, 7.0)).turn()[2] for v in range(1, 7)}
        for value in range(1, 4):
            assert up[value] == pytest.approx(-up[7 - value])
        handed = float(np.linalg.det(np.stack((up[1], up[2], up[3]))))
        assert handed == pytest.approx(-1.0 if left_handed else 1.0)


@pytest.mark.parametrize("tilt", [0.0, 33.0])
def test_the_box_holds_just_what_is_seen_of_a_die(tilt: float) -> None:
    scene = scene_of(PlacedDie(DieLook(), 3, (-8.0, 6.0, 10.0), yaw=20, tilt=tilt, lean_axis=10))
    painted = paint(scene.dice[0], view_of(scene.camera, (640, 480)), scene.lens, ROOM)
    assert painted is not None
    rows, columns = np.nonzero(painted.cover[..., 0] > 0.05)
    x, y, w, h = truth(scene).dice[0].box
    seen = (
        painted.box[0] + columns.min(),
        painted.box[1] + rows.min(),
        columns.max() - columns.min() + 1,
        rows.max() - rows.min() + 1,
    )
    assert np.abs(np.subtract(seen, (x, y, w, h))).max() <= 1


def test_the_dome_circle_lies_on_the_rim() -> None:
    scene = scene_of(camera=Camera(height=260))
    found, picture = truth(scene), draw_dome(scene)
    for angle in np.radians(np.arange(0, 360, 30)):
        way = np.array((np.cos(angle), np.sin(angle)))
        inside, outside = (found.centre + way * (found.radius + d) for d in (-8.0, 6.0))
        tone_in, tone_out = (int(picture[round(p[1]), round(p[0])].sum()) for p in (inside, outside))
        assert tone_out > tone_in + 150


@pytest.mark.parametrize("seed", range(12))
def test_any_rotation_is_kept_by_a_posed_die(seed: int) -> None:
    rng = np.random.default_rng(seed)
    turn = turn_about(rng.normal(size=3), float(rng.uniform(0, 180)))
    die = posed(DieLook(left_handed=bool(seed % 2)), turn, (1.0, 2.0, 9.0))
    assert die.turn() == pytest.approx(turn, abs=1e-6)
    assert die.tilt <= 54.8


def test_a_numeral_is_not_mirrored() -> None:
    look = DieLook(kind="numeral", left_handed=True, stroke=1.0)
    scene = scene_of(PlacedDie(look, 4, (0, 0, 7.0)), camera=Camera(height=220, fov=20))
    face = cv2.cvtColor(top_face(draw_dome(scene), scene), cv2.COLOR_BGR2GRAY)[15:-15, 15:-15]
    columns = (face < 90).sum(axis=0)
    assert columns.argmax() > 45  # the upright stroke of a 4 is on its right


def test_noise_exposure_and_jpeg_leave_the_truth_alone() -> None:
    scene = scene_of(PlacedDie(DieLook(), 2, (0.0, 0.0, 7.0)))
    rough = replace(scene, sensor=Sensor(0.7, (1.0, 0.95, 0.9), 1.2, 5.0, 60, 0.2))
    assert truth(rough) == truth(scene)
    picture = draw_dome(rough, rng=np.random.default_rng(1))
    assert picture.shape == (480, 640, 3) and picture.dtype == np.uint8
    assert not np.array_equal(picture, draw_dome(rough, rng=np.random.default_rng(2)))
    assert np.array_equal(picture, draw_dome(rough, rng=np.random.default_rng(1)))


@pytest.mark.parametrize("size", [(320, 240), (1280, 960)])
def test_other_picture_sizes_show_the_same(size: tuple[int, int]) -> None:
    scene = scene_of(PlacedDie(DieLook(), 6, (3.0, 5.0, 7.0)))
    small, large = truth(scene).dice[0], truth(scene, size).dice[0]
    assert large.side == pytest.approx(small.side * size[0] / 640, rel=0.01)
    assert draw_dome(scene, size).shape == (size[1], size[0], 3)


def test_a_die_without_size_is_refused() -> None:
    with pytest.raises(ValueError, match="rounding"):
        DieLook(size=10, rounding=6)
