"""Poses, fits and what is known of their errors."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.layout import load_layout
from tests.vision.board.drawn import SIZE, View
from vision.board.place.camera_fit import expected_camera_error, fit_camera
from vision.board.place.fit import expected_error, fit_plane, is_view_from_above
from vision.board.place.pose import map_points, pose_from_homography

LAYOUT = load_layout("trouble-tags")
SPACES = np.array(list(LAYOUT.spaces.values()))
SHAPE = (SIZE[1], SIZE[0])


@pytest.mark.parametrize("tilt", [15.0, 25.0, 35.0])
def test_a_tilted_board_tells_where_the_camera_is(tilt: float) -> None:
    truth = View(tilt=tilt).pose()
    found = pose_from_homography(truth.homography, SHAPE)
    assert np.linalg.norm(found.camera - truth.camera) < 0.1 * np.linalg.norm(truth.camera)
    assert found.tilt == pytest.approx(truth.tilt, abs=2.0)


def test_a_known_focal_length_tells_the_camera_of_a_level_board_too() -> None:
    truth = View(tilt=0.5).pose()
    found = pose_from_homography(truth.homography, SHAPE, focal=850.0)
    assert np.allclose(found.camera, truth.camera, atol=2.0)


def test_tops_lean_away_from_the_cameras_foot() -> None:
    pose = View(tilt=12.0).pose()
    foot = pose.camera[:2]
    plane = pose.on_board(pose.pixels(SPACES, 24.0))
    outward = ((plane - SPACES) * (SPACES - foot)).sum(axis=1)
    assert (outward > 0).all()
    assert np.allclose(pose.on_board(pose.pixels(SPACES)), SPACES, atol=1e-6)


def test_a_fit_knows_its_error() -> None:
    truth = View().pose().homography
    rng = np.random.default_rng(3)
    points = rng.uniform(-140, 140, (40, 2))
    off, told = [], []
    for _ in range(40):
        fit = fit_plane(points, map_points(truth, points) + rng.normal(0, 1.0, points.shape), 5.0)
        assert fit is not None
        off.append(
            np.sqrt(
                ((map_points(fit.homography, SPACES) - map_points(truth, SPACES)) ** 2).sum(axis=1).mean()
            )
        )
        told.append(expected_error(fit, points, SPACES))
    assert np.mean(told) == pytest.approx(np.mean(off), rel=0.35)


def test_outliers_are_left_out() -> None:
    truth = View().pose().homography
    points = np.random.default_rng(4).uniform(-140, 140, (30, 2))
    pixels = map_points(truth, points)
    pixels[:8] += 60.0
    fit = fit_plane(points, pixels, 3.0)
    assert fit is not None
    assert fit.inliers.sum() == 22


def test_a_board_seen_from_behind_or_folded_is_refused() -> None:
    corners = np.array(LAYOUT.corners)
    pixels = map_points(View().pose().homography, corners)
    assert fit_plane(corners, pixels[::-1], np.inf) is None
    assert fit_plane(corners, pixels[[0, 2, 1, 3]], np.inf) is None
    assert not is_view_from_above(np.diag([1.0, 1.0, 1.0]), corners)


def test_two_tags_hold_a_camera_better_than_a_free_plane() -> None:
    truth = View(tilt=6.0).pose()
    square = np.array([[-10, 10], [10, 10], [10, -10], [-10, -10.0]])
    points = np.concatenate([square + np.array([-138, 138]), square + np.array([138, -138])])
    rng = np.random.default_rng(5)
    free, held = [], []
    for _ in range(10):
        pixels = map_points(truth.homography, points) + rng.normal(0, 0.4, points.shape)
        plane, camera = fit_plane(points, pixels, 4.0), fit_camera(points, pixels, SHAPE, 0.4)
        assert plane is not None
        assert camera is not None
        for fit, errors in ((plane, free), (camera, held)):
            errors.append(
                np.linalg.norm(map_points(fit.homography, SPACES) - truth.pixels(SPACES), axis=1).mean()
            )
        assert expected_camera_error(camera, points, SPACES, SHAPE, 0.4) < expected_error(
            plane, points, SPACES, 0.4
        )
    assert np.mean(held) < 0.6 * np.mean(free)
