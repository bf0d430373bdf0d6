"""The camera over the board set up on the page: four corners dragged, every space read, and kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from firmware_py.senses.board_drawn import DrawnBoard
from firmware_py.senses.board_eye import BoardEye
from firmware_py.senses.board_place import calibrated, load_place
from firmware_py.senses.board_setup import BoardSetup
from hardware.layout import load_layout
from tests.e2e.conftest import LiveTable

LAYOUT = load_layout("trouble")
MEN = {"RH1": ("red",), "T3": ("red",), "T9": ("yellow",), "BH2": ("blue",), "T20": ("green",)}


def middle(page: Any, what: str) -> tuple[float, float]:
    """Where the middle of something is on the screen; it may be drawn anew at any moment."""
    box = page.evaluate(f"document.querySelector('{what}').getBoundingClientRect().toJSON()")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pair(page: Any, live: LiveTable) -> None:
    """Type the code that the table shows."""
    page.locator('[data-key="pair"]').click()
    page.wait_for_selector("dialog.pairing")
    live.until(lambda: live.loop.view.pairing_code is not None)
    page.fill("#pair-code", live.loop.view.pairing_code)
    page.fill("#pair-name", "Anna")
    page.locator("dialog.pairing button.first").click()


def test_corners_are_dragged_spaces_are_read_and_the_place_is_kept(
    browser: Any, tmp_path: Path, screenshot: Callable[[Any, str], None]
) -> None:
    board = DrawnBoard(LAYOUT, seed=8)
    board.stand(MEN)
    eye = BoardEye(lambda: calibrated(tmp_path, LAYOUT))
    eye.newest = board.picture()
    truth = board.corners()
    errors: list[str] = []
    setup = BoardSetup(eye, "trouble", tmp_path)
    with LiveTable(tmp_path, setup=setup) as live:
        context = browser.new_context(viewport={"width": 1000, "height": 1000})
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(live.address + "page/calibrate.html")
        pair(page, live)
        page.wait_for_selector('[data-corner="3"]')
        width = board.picture().shape[1]
        for index, (x, y) in enumerate(truth):
            page.locator("#view").scroll_into_view_if_needed()
            box = page.locator("#view").bounding_box()
            scale = box["width"] / width
            page.mouse.move(*middle(page, f'[data-corner="{index}"]'))
            page.mouse.down()
            page.mouse.move(box["x"] + x * scale, box["y"] + y * scale, steps=3)
            page.mouse.up()
        page.locator('[data-corner="0"]').focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        page.locator('[data-space="T9"][data-colour="yellow"]').wait_for(state="attached")
        seen = {space: colours[0] for space, colours in MEN.items()}
        for space in ("T3", "T9", "T20"):
            assert page.locator(f'[data-space="{space}"]').get_attribute("data-colour") == seen[space]
        assert page.locator('[data-space="T5"]').get_attribute("data-colour") == ""
        assert "off the vertical" in page.locator("#says").inner_text()
        screenshot(page, "calibrate")
        page.locator('[data-key="calibrate_save"]').click()
        page.get_by_text("That is kept").wait_for()
        context.close()
    assert errors == []
    place = load_place(tmp_path)
    assert place is not None
    assert (place.board, place.how) == ("trouble", "corners")
    far = max(
        max(abs(a - b) for a, b in zip(*pair, strict=True)) for pair in zip(place.corners, truth, strict=True)
    )
    assert far < 4.0
    assert eye.look(board.picture()).tops["T9"] == "yellow"
