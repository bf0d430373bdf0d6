"""The loop: it starts and watches senses and shows, and carries events to the table and the journal."""

from firmware_py.loop.clock import Clock, ManualClock, SystemClock
from firmware_py.loop.loop import TICK_SECONDS, Loop
from firmware_py.loop.tending import BACK_OFF_SECONDS

__all__ = ["BACK_OFF_SECONDS", "TICK_SECONDS", "Clock", "Loop", "ManualClock", "SystemClock"]
