"""The tables of a club in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.house import Club
from firmware_py.table.events import Started
from rules import Seat
from tests.e2e.people import LAPTOP, PHONE

TABLES = 40


def told(number: int, there: bool = True) -> dict[str, Any]:
    """A table as the show hands it on."""
    colours = ("red", "blue", "yellow", "green")
    turn = colours[number % 4]
    return {
        "topic": f"table-{number}",
        "there": there,
        "name": f"Table {number}",
        "game": ("Trouble", "Headache", "Gearhead Skirmish")[number % 3],
        "phase": "waiting_for_pop",
        "turn": turn,
        "player": f"Player {number}",
        "die": str(number % 6 + 1),
        "headline": f"Player {number}, pop!",
        "winners": [],
        "seats": [
            {"colour": turn, "player": f"Player {number}", "place": None, "counts": {"home": 3, "track": 1}},
            {"colour": "green", "player": "<b>Ben</b>", "place": None, "counts": {"home": 4}},
        ],
        "at": "2026-11-29T20:00:00+00:00",
        "page": "http://192.168.1.9:8080/",
    }


@pytest.mark.parametrize("device", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_many_tables_live_and_gone(browser: Any, live: Any, screenshot: Any, device: Any) -> None:
    live.loop.post(Started(at=0.0, game="trouble", seats=(Seat("red", "Anna"), Seat("blue", "Ben"))))
    live.site.show_club([told(number) for number in range(TABLES)], line=True)
    context = browser.new_context(**device)
    page = context.new_page()
    page.goto(live.address + "club")
    page.wait_for_selector(".club-table")
    assert page.locator(".club-table").count() == TABLES
    assert page.locator(".club-table b").filter(has_text="Player 3").count() > 0
    assert page.get_by_text("<b>Ben</b>").count() == TABLES, "names are text, never markup"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    live.site.show_club([told(number, number != 7) for number in range(TABLES)], line=True)
    page.wait_for_selector(".club-table.gone")
    assert page.locator(".club-table.gone").count() == 1
    assert "Gone" in page.locator(".gone-word").inner_text()
    screenshot(page, f"club-{'phone' if device is PHONE else 'laptop'}")
    live.site.show_club([told(number) for number in range(TABLES)], line=False)
    page.wait_for_selector("#club-says:not([hidden])")
    assert page.locator(".club-table.gone").count() == TABLES
    page.locator("#own-table").click()
    page.wait_for_selector("body[data-phase]")
    page.locator("#open-menu").click()
    page.get_by_role("link", name="All tables").click()
    page.wait_for_selector(".club-table")
    context.close()


def test_what_the_club_hears_is_what_the_page_draws() -> None:
    heard = Club().after("a/hall/state", b'{"name": "hall"}').tables[0]
    assert set(told(1)) == set(heard.__dataclass_fields__)
