"""The position set right by people: toys added, turned, laid down, taken off; lists instead of a finger."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.table.events import Answered, DiceGiven, Started
from rules import Chance, Rolled, Seat, Toy
from tests.e2e.people import LAPTOP, PHONE, Person

SIDES = (Seat("south", "Anna"), Seat("north", "Ben"))
TWO = (Seat("red", "Anna"), Seat("yellow", "Ben"))


def some_toys(live: Any) -> dict[str, Any]:
    """A game in which a toy stands on the board; returns the pieces."""
    live.loop.post(Started(at=live.loop.now(), game="gearhead", seats=SIDES, first="south"))
    live.until(lambda: live.loop.view.game == "gearhead")
    while not live.loop.view.pieces:
        view, awaits = live.loop.view, live.loop.table.state.awaits
        answer = awaits.outcomes[0][0] if isinstance(awaits, Chance) else awaits.options[0]
        if isinstance(answer, Rolled):
            live.loop.post(DiceGiven(at=live.loop.now(), faces=answer.faces))
        else:
            live.loop.post(Answered(at=live.loop.now(), answer=answer))
        live.until(lambda view=view: live.loop.view is not view)
    return dict(live.loop.view.pieces)


def tap(page: Any, square: str, touch: bool) -> None:
    found = page.locator(f'.board .square:has(title:text-is("{square}"))')
    found.scroll_into_view_if_needed()
    box = found.bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if touch:
        page.touchscreen.tap(*at)
    else:
        page.mouse.click(*at)


@pytest.mark.parametrize("device", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_toy_is_added_turned_laid_down_and_another_taken_off(
    browser: Any, live: Any, screenshot: Any, device: Any
) -> None:
    (there,) = some_toys(live)
    touch = device is PHONE
    with Person(browser, live, device) as person:
        page = person.page
        page.wait_for_selector(".board .toy")
        page.locator("#open-menu").click()
        person.press("Set the position right")
        assert page.get_by_role("button", name="Take it off").is_disabled()
        person.press("Add a toy")
        page.locator("#add-side").select_option("S")
        person.press("Ziggy")
        tap(page, "d4", touch)
        person.press("Turn it round")
        person.press("Lay it on its back, or get it up")
        screenshot(page, f"toys-{'phone' if touch else 'laptop'}")
        tap(page, there, touch)
        person.press("Take it off")
        person.press("So it stands")
        person.pair("Anna")
        live.until(lambda: live.loop.view.pieces == {"d4": (Toy("ziggy", "N", flipped=True),)})


def test_a_man_is_moved_with_lists_alone(browser: Any, live: Any) -> None:
    live.loop.post(Started(at=live.loop.now(), game="trouble", seats=TWO, first="red"))
    live.until(lambda: live.loop.view.game == "trouble")
    with Person(browser, live, LAPTOP) as person:
        page = person.page
        page.locator("#open-menu").click()
        person.press("Set the position right")
        page.get_by_text("Choose from lists").click()
        page.get_by_label("Which piece").select_option("RH4")
        page.get_by_label("Where it belongs").select_option("T9")
        person.press("Put it there")
        person.press("So it stands")
        person.pair("Anna")
        live.until(lambda: live.loop.table.state.pieces.get("T9") == ("red",))


def test_a_man_enters_a_stack_goes_whole_and_its_top_alone_and_one_is_taken_off(
    browser: Any, live: Any, screenshot: Any
) -> None:
    live.loop.post(Started(at=live.loop.now(), game="headache", seats=TWO, first="red"))
    live.until(lambda: live.loop.view.game == "headache")
    with Person(browser, live, PHONE) as person:
        page = person.page

        def lay(origin: str, target: str) -> None:
            page.get_by_label("Which piece").select_option(origin)
            page.get_by_label("Where it belongs").select_option(target)
            person.press("Put it there")

        def enter(who: str, target: str) -> None:
            person.press("Put a man on the board")
            person.press(who)
            page.get_by_label("Where it belongs").select_option(target)
            person.press("Put it there")

        page.wait_for_selector(".board")
        page.locator("#open-menu").click()
        person.press("Set the position right")
        page.get_by_text("Choose from lists").click()
        for who, target in (("Anna (red)", "O0.1"), ("Ben (yellow)", "O0.1"), ("Anna (red)", "O0.3")):
            enter(who, target)
        lay("O0.1", "O0.2")
        assert page.get_by_label("Which piece").locator("option").all_inner_texts() == [
            "–", "O0.3: red", "O0.2: red, yellow",
        ]  # fmt: skip
        page.get_by_label("Which piece").select_option("O0.2")
        person.press("Only the top man")
        screenshot(page, "stack-phone")
        page.get_by_label("Where it belongs").select_option("X3")
        person.press("Put it there")
        page.get_by_label("Which piece").select_option("O0.3")
        person.press("Take it off")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        person.press("So it stands")
        person.pair("Anna")
        live.until(lambda: live.loop.view.pieces == {"O0.2": ("red",), "X3": ("yellow",)})
