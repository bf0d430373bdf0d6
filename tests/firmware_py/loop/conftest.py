"""What the tests of the loop share."""

from __future__ import annotations

import pytest

from firmware_py.loop import ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(start=500.0, wall=1_700_000_000.0)
