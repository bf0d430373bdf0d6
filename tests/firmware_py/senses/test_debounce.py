"""The debouncer, edge by edge."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from firmware_py.senses.debounce import BUTTON, DOME, Contact, ContactSettings, Happened, What
from firmware_py.senses.switch import VirtualSwitch

Edges = list[tuple[float, bool]]


def run(edges: Edges, until: float, settings: ContactSettings = BUTTON) -> tuple[Contact, list[Happened]]:
    """Feed edges, waking up whenever something is due, as the sense does."""
    contact, happened = Contact.found(settings, 0.0, False), []
    for t, closed in [*edges, (until, None)]:
        while contact.due is not None and contact.due < t:
            contact, some = contact.tick(contact.due)
            happened += some
        contact, some = contact.tick(t) if closed is None else contact.after(t, closed)
        happened += some
    return contact, happened


def kinds(happened: list[Happened]) -> list[What]:
    return [one.what for one in happened]


def count(happened: list[Happened], what: What = What.PRESSED) -> int:
    return kinds(happened).count(what)


def test_a_clean_press_is_told_once_it_is_sure_and_clicks_when_let_go() -> None:
    _, happened = run([(1.0, True), (1.1, False)], 2.0)
    assert kinds(happened) == [What.PRESSED, What.CLICKED, What.RELEASED]
    assert happened[0].at == 1.005


def test_a_spike_under_five_milliseconds_is_nothing() -> None:
    contact, happened = run([(1.0, True), (1.0049, False)], 2.0)
    assert happened == []
    assert contact.rejected == 2


def test_many_spikes_do_not_add_up() -> None:
    edges = [(1 + n * 0.02 + part, not part) for n in range(20) for part in (0.0, 0.004)]
    assert run(edges, 3.0)[1] == []


def test_a_worn_contact_that_keeps_breaking_still_presses_once() -> None:
    edges = [(1 + n * 0.005 + part, not part) for n in range(20) for part in (0.0, 0.004)]
    _, happened = run(edges, 3.0)
    assert count(happened) == 1


def test_a_hold_is_told_while_it_lasts_and_is_no_click() -> None:
    _, happened = run([(1.0, True), (2.5, False)], 3.0)
    assert kinds(happened) == [What.PRESSED, What.HELD, What.RELEASED]
    assert abs(happened[1].at - 1.805) < 1e-6


def test_the_domes_rebound_is_no_second_pop() -> None:
    edges = [(1.0, True), (1.1, False), (1.16, True), (1.19, False)]
    assert count(run(edges, 2.0, DOME)[1]) == 1
    assert count(run(edges, 2.0, BUTTON)[1]) == 2


def test_a_stuck_switch_is_set_aside_and_comes_back() -> None:
    _, happened = run([(1.0, True), (50.0, False), (51.0, True), (51.1, False)], 52.0)
    assert kinds(happened) == [
        What.PRESSED, What.HELD, What.STUCK, What.WELL, What.PRESSED, What.CLICKED, What.RELEASED,
    ]  # fmt: skip


def test_a_chattering_switch_is_set_aside_and_comes_back_once_quiet() -> None:
    noise = [(1 + n * 0.001, n % 2 == 0) for n in range(400)]
    contact, happened = run([*noise, (10.0, True), (10.1, False)], 11.0)
    assert kinds(happened) == [What.CHATTERING, What.WELL, What.PRESSED, What.CLICKED, What.RELEASED]
    assert contact.aside is None


def test_a_switch_that_presses_itself_is_set_aside() -> None:
    edges = [(1 + n * 0.2 + part, not part) for n in range(40) for part in (0.0, 0.03)]
    contact, happened = run(edges, 9.0, DOME)
    assert count(happened) == DOME.presses
    assert contact.aside is What.CHATTERING


def test_a_lost_release_costs_no_press() -> None:
    _, happened = run([(1.0, True), (3.0, True), (3.1, False)], 4.0)
    assert count(happened) == 2


def test_a_look_at_the_wire_makes_up_for_a_lost_release() -> None:
    contact, _ = run([(1.0, True)], 1.2)
    contact, _ = contact.level(1.5, False)
    contact, happened = contact.tick(1.6)
    assert kinds(list(happened)) == [What.CLICKED, What.RELEASED]
    assert not contact.down


def test_a_contact_that_is_closed_at_the_start_is_no_press_but_is_told_when_it_stays() -> None:
    contact = Contact.found(BUTTON, 5.0, True)
    contact, happened = contact.tick(34.9)
    assert happened == ()
    _, happened = contact.tick(35.1)
    assert kinds(list(happened)) == [What.STUCK]


@given(st.integers(0, 10_000), st.integers(1, 8))
def test_every_bouncing_press_counts_exactly_once(seed: int, presses: int) -> None:
    rng = random.Random(seed)
    switch = VirtualSwitch(rng, bounce=0.008, hold=0.06)
    edges = [edge for n in range(presses) for edge in switch.press(1 + n * 0.4)]
    assert count(run(edges, 10.0, DOME)[1]) == presses


@given(st.lists(st.tuples(st.floats(0, 20), st.booleans()), max_size=60))
def test_presses_and_releases_alternate_whatever_comes(edges: Edges) -> None:
    contact, happened = run(sorted(edges), 30.0)
    sides = [one for one in kinds(happened) if one in (What.PRESSED, What.RELEASED)]
    assert all(side is (What.RELEASED if n % 2 else What.PRESSED) for n, side in enumerate(sides))
    assert [one.at for one in happened] == sorted(one.at for one in happened)
    assert not contact.closed or contact.due is None or contact.due >= 30.0
