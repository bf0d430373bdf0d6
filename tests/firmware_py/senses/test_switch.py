"""A virtual switch: it bounces, and every press counts once all the same."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from firmware_py.senses.debounce import Contact, What
from firmware_py.senses.switch import VirtualSwitch


def presses(edges: list[tuple[float, bool]]) -> int:
    contact, count = Contact(), 0
    for edge in edges:
        contact, happened = contact.after(*edge)
        count += sum(one.what is What.PRESSED for one in happened)
    return count


@given(st.integers(0, 10_000), st.lists(st.floats(0.25, 3.0), min_size=1, max_size=20))
def test_each_press_of_a_bouncing_switch_counts_once(seed: int, pauses: list[float]) -> None:
    switch, t, edges = VirtualSwitch(random.Random(seed)), 0.0, list[tuple[float, bool]]()
    for pause in pauses:
        t += pause
        edges += switch.press(t)
    assert edges == sorted(edges, key=lambda edge: edge[0])
    assert presses(edges) == len(pauses)


def test_a_switch_that_does_not_bounce_has_two_edges() -> None:
    assert VirtualSwitch(random.Random(1), bounce=0.0, hold=0.5).press(2.0) == [(2.0, True), (2.5, False)]


def test_a_real_burst_bounces() -> None:
    switch = VirtualSwitch(random.Random(2))
    assert max(len(switch.press(0.0)) for _ in range(20)) > 4
