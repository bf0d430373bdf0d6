"""The dome's shell as a lens."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.studio.geometry import Camera, view_of
from vision.studio.lens import DomeLens, project_through

SIZE = (640, 480)
ABOVE = np.array([0.0, 0.0, 260.0])


@given(st.floats(0, 3), st.floats(0, 24), st.floats(0, 6.28), st.floats(0, 12), st.floats(0, 15))
def test_a_ray_toward_where_a_point_appears_meets_the_point(
    thickness: float, reach: float, way: float, height: float, tilt: float
) -> None:
    lens = DomeLens(30.0, thickness)
    eye = view_of(Camera(tilt=tilt), SIZE).centre
    point = np.array([[reach * np.cos(way), reach * np.sin(way), height]])
    x, y = lens.appears(eye, point).astype(np.float32).T
    start, ray = lens.rays(eye, x, y)
    met = start + (np.float32(height) - start[2]) / ray[2] * ray
    assert met[:, 0] == pytest.approx(point[0], abs=2e-2)


@given(st.floats(0.1, 3), st.floats(0, 27))
def test_a_ray_passes_the_centre_as_far_off_as_before(thickness: float, away: float) -> None:
    """Bouguer's formula: n r sin(a) is the same on both sides of concentric surfaces."""
    start, ray = DomeLens(30.0, thickness).rays(ABOVE, np.array([away], np.float32), np.zeros(1, np.float32))
    before = away * ABOVE[2] / np.hypot(away, ABOVE[2])
    assert np.linalg.norm(np.cross(start[:, 0], ray[:, 0])) == pytest.approx(before, abs=1e-3)


def test_the_top_of_a_die_seems_farther_out_and_most_so_near_the_wall() -> None:
    points = np.array([[3.0, 0, 14], [12.0, 0, 14], [22.0, 0, 14]])
    shifts = DomeLens(30.0, 1.8).appears(ABOVE, points)[:, 0] - DomeLens(30.0, 0).appears(ABOVE, points)[:, 0]
    assert (shifts > 0).all()
    assert (np.diff(shifts) > 0).all()


def test_the_plate_itself_is_seen_nearly_where_it_is() -> None:
    points = np.array([[6.0, 0, 0], [20.0, 0, 0]])
    assert DomeLens(30.0, 1.8).appears(ABOVE, points) == pytest.approx(points[:, :2], abs=0.1)


def test_what_lies_beside_the_dome_appears_where_it_is() -> None:
    beside = np.array([[45.0, 10.0, 0.0]])
    assert DomeLens(30.0, 1.8).appears(ABOVE, beside) == pytest.approx(beside[:, :2])


def test_without_a_lens_projection_through_it_is_plain() -> None:
    view = view_of(Camera(tilt=30, azimuth=40), SIZE)
    points = np.array([[5, 6, 14], [-10, 3, 0.0]])
    assert project_through(view, DomeLens(30, 0), points) == pytest.approx(view.project(points), abs=1e-6)
