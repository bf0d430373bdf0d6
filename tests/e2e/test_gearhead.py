"""Gearhead Skirmish on the page, in a real browser, from the roll-off to the last toy."""

from __future__ import annotations

import random
from typing import Any

import pytest

from firmware_py.table import Phase
from firmware_py.table.events import Corrected
from tests.e2e.people import LAPTOP, PHONE, Person

DEVICES = pytest.mark.parametrize("device", [PHONE, LAPTOP], ids=["phone", "laptop"])
NEARLY_OVER = (
    'gearhead seats=south:"Anna",north:"Ben" toys=a7:orbit.N,h3:handy.S score=20,20 '
    "cup=handy:1,walking_timebomb:1,ziggy:1 turn=south awaits=draw"
)


def begin(person: Person, live: Any) -> None:
    """Set the game up on the page and pair the phone."""
    person.page.locator('[data-key="new_game"]').click()
    person.page.wait_for_selector("dialog.new-game .games-choice")
    person.page.get_by_role("button", name="Gearhead Skirmish", exact=True).click()
    for side, name in (("south", "Anna"), ("north", "Ben")):
        person.page.locator(f'dialog.new-game .seats input[name="{side}"]').fill(name)
    person.press("Begin")
    person.pair("Anna")
    live.until(lambda: live.loop.table.started is not None)


def counts(person: Person) -> str:
    """What the page shows of points, piles, cup and discard."""
    return " ".join(person.page.locator("#people").inner_text().split())


@DEVICES
def test_from_the_roll_off_to_the_last_toy(browser: Any, live: Any, screenshot: Any, device: Any) -> None:
    name = "phone" if device is PHONE else "laptop"
    with Person(browser, live, device) as person:
        begin(person, live)
        person.play(
            lambda: len(live.loop.view.pieces) >= 2 and live.loop.view.phase is Phase.WAITING_FOR_MOVE
        )
        screenshot(person.page, f"gearhead-{name}-playing")
        ply = live.loop.view.ply
        live.loop.post(Corrected(at=live.loop.now(), position=NEARLY_OVER))
        live.until(lambda: live.loop.view.ply != ply)
        person.page.wait_for_selector('body[data-phase="waiting_for_draw"]')
        screenshot(person.page, f"gearhead-{name}-draw")
        assert person.page.locator('[data-key="pop"]').inner_text() == "Draw!"
        person.page.locator('[data-key="draw_by_hand"]').click()
        screenshot(person.page, f"gearhead-{name}-cup")
        person.page.locator("dialog.draw .doing").first.click()
        live.until(lambda: live.loop.view.phase is Phase.WAITING_FOR_MOVE)
        person.play(lambda: live.loop.view.phase is Phase.OVER)
        person.page.wait_for_selector('body[data-phase="over"]')
        screenshot(person.page, f"gearhead-{name}-over")
        best = max(seat.counts["score"] for seat in live.loop.view.seats)
        assert best >= 20
        assert f"{best}" in counts(person)
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_a_whole_game_without_any_help(browser: Any, live: Any, screenshot: Any) -> None:
    with Person(browser, live, PHONE) as person:
        begin(person, live)
        # Who always takes the first option can wind the same toys up for ever.
        person.play(lambda: live.loop.view.phase is Phase.OVER, most=3000, which=random.Random(4).randrange)
        screenshot(person.page, "gearhead-phone-whole-game")
