"""The clocks: the machine's, and the one that is told."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from firmware_py.loop import ManualClock, SystemClock


@pytest.fixture
def bell() -> Iterator[threading.Condition]:
    condition = threading.Condition()
    with condition:
        yield condition


@pytest.mark.parametrize("clock", [SystemClock(), ManualClock()])
def test_a_clock_waits_no_longer_than_needed(
    clock: SystemClock | ManualClock, bell: threading.Condition
) -> None:
    assert clock.wait_for(bell, lambda: True, None)
    assert not clock.wait_for(bell, lambda: False, 0.0)


def test_the_machines_clock_goes_on() -> None:
    clock = SystemClock()
    assert clock.now() <= clock.now()
    assert clock.wall() > 1_600_000_000.0
