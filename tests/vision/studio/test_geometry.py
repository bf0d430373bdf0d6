"""The studio's camera: what projects where, and the dome's lens."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.studio.geometry import (
    Camera,
    box_around,
    turn_about,
    turn_between,
    view_of,
)

SIZE = (640, 480)
cameras = st.builds(
    Camera,
    height=st.floats(120, 900),
    tilt=st.floats(0, 45),
    azimuth=st.floats(-360, 360),
    roll=st.floats(-180, 180),
    fov=st.floats(15, 80),
    aim=st.tuples(st.floats(-50, 50), st.floats(-50, 50)),
)


def test_straight_down_x_is_right_and_y_is_up() -> None:
    view = view_of(Camera(height=260), SIZE)
    middle, right, up = view.project(np.array([[0, 0, 0], [10, 0, 0], [0, 10, 0.0]]))
    assert middle == pytest.approx((319.5, 239.5))
    assert right[0] > middle[0] and right[1] == pytest.approx(middle[1])
    assert up[1] < middle[1] and up[0] == pytest.approx(middle[0])


@given(cameras, st.integers(0, 639), st.integers(0, 479))
@settings(max_examples=60)
def test_pixels_and_plane_points_are_inverse(camera: Camera, column: int, row: int) -> None:
    view = view_of(camera, SIZE)
    x, y = view.plane_points((column, row, 1, 1))
    back = view.project(np.array([[x[0, 0], y[0, 0], 0.0]], np.float64))
    assert back[0] == pytest.approx((column, row), abs=0.05)


@given(cameras, st.floats(-30, 30))
@settings(max_examples=40)
def test_the_homography_of_a_plane_agrees_with_projection(camera: Camera, z: float) -> None:
    view = view_of(camera, SIZE)
    mapped = view.plane_to_pixels(z) @ (20.0, -7.0, 1.0)
    assert mapped[:2] / mapped[2] == pytest.approx(view.project(np.array([[20.0, -7.0, z]]))[0], abs=1e-6)


def test_oversampled_points_average_to_the_pixel() -> None:
    view = view_of(Camera(tilt=20), SIZE)
    x, _ = view.plane_points((100, 80, 4, 4))
    fine, _ = view.plane_points((100, 80, 4, 4), 2)
    assert fine.reshape(4, 2, 4, 2).mean(axis=(1, 3)) == pytest.approx(x, abs=0.01)


@given(st.floats(1, 179), st.integers(0, 1000))
@settings(max_examples=40)
def test_the_turn_between_two_rotations(degrees: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    first = turn_about(rng.normal(size=3), 77)
    second = turn_about(rng.normal(size=3), degrees) @ first
    axis, angle = turn_between(first, second)
    assert turn_about(axis, angle) @ first == pytest.approx(second, abs=1e-6)
    assert angle == pytest.approx(degrees, abs=1e-4)


def test_a_box_is_cut_at_the_edge_and_empty_outside() -> None:
    assert box_around(np.array([[-5.0, 10.0], [3.2, 20.0]]), SIZE) == (0, 10, 4, 11)
    assert box_around(np.array([[700.0, 10.0], [720.0, 20.0]]), SIZE)[2] == 0


def test_a_camera_that_sees_no_table_is_refused() -> None:
    with pytest.raises(ValueError, match="tilt 95"):
        Camera(tilt=95)
