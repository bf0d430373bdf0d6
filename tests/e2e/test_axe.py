"""No serious fault for those who see, hear or move otherwise: axe-core, in light and dark, small and large.

axe-core is no part of the project: `npm install --prefix out/axe --no-save axe-core@4` puts it where
this finds it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from firmware_py.senses.board_drawn import DrawnBoard
from firmware_py.senses.board_eye import BoardEye
from firmware_py.senses.board_place import calibrated
from firmware_py.senses.board_setup import BoardSetup
from firmware_py.table.events import Aborted, Answered, Corrected, DiceGiven, OddsFound, Started
from rules import Seat, game
from tests.e2e.conftest import OUT, LiveTable
from tests.e2e.people import LAPTOP, PHONE, Person
from tests.e2e.test_calibrate import LAYOUT, MEN, pair
from tests.e2e.test_club import told
from tests.e2e.test_page import TWO, astray, stand

AXE = Path(os.environ.get("UMPIRE_AXE", OUT / "axe/node_modules/axe-core/axe.min.js"))
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = "tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']})"


class Looker:
    """Looks at a page in every light and size; what is wrong is kept in `faults`."""

    def __init__(self, page: Any, axe: str) -> None:
        self.page, self._axe = page, axe
        self.faults: list[str] = []

    def look(self, view: str) -> None:
        """Look at what the page shows now."""
        self.page.evaluate(self._axe)
        for device in (PHONE, LAPTOP):
            self.page.set_viewport_size(device["viewport"])
            for scheme in ("light", "dark"):
                self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                where = f"{view}, {scheme}, {device['viewport']['width']} px"
                self.faults += [
                    f"{where}: {fault['id']} ({fault['impact']}): {node['html'][:120]}"
                    for fault in self.page.evaluate(RUN, TAGS)["violations"]
                    if fault["impact"] in ("serious", "critical")
                    for node in fault["nodes"]
                ]

    def close(self) -> None:
        """Close the dialog that is open."""
        self.page.keyboard.press("Escape")
        self.page.wait_for_selector("dialog", state="detached")


@pytest.fixture
def axe() -> str:
    """The program that looks."""
    if not AXE.is_file():
        pytest.skip(f"axe-core is not at {AXE}: npm install --prefix out/axe --no-save axe-core@4")
    return AXE.read_text(encoding="utf-8")


def test_every_view_of_a_game(browser: Any, live: Any, axe: str) -> None:
    with Person(browser, live, {"bypass_csp": True, **LAPTOP}) as person:
        looker, page = Looker(person.page, axe), person.page
        looker.look("before a game")
        page.locator('[data-key="new_game"]').first.click()
        page.wait_for_selector("dialog.new-game .seats")
        page.locator("dialog.new-game summary").click()
        looker.look("new game")
        looker.close()
        live.loop.post(Started(at=live.loop.now(), game="trouble", seats=TWO, first="red"))
        live.until(lambda: live.loop.view.game == "trouble")
        stand(live, "red", red=["T3", "T9"], yellow=["T12"])
        live.loop.post(DiceGiven(at=live.loop.now(), faces=(3,)))
        live.until(lambda: live.loop.view.die is not None)
        view = live.loop.view
        chances = {"red": 0.63, "yellow": 0.37}
        live.loop.post(OddsFound(at=live.loop.now(), began=view.began, ply=view.ply, chances=chances))
        page.wait_for_selector(".odds")
        page.locator("[data-key=fold-luck]").click()
        page.wait_for_selector(".luck td")
        looker.look("choosing")
        page.locator(".option-button").first.click()
        page.wait_for_selector("dialog.pairing")
        looker.look("pairing")
        looker.close()
        page.locator("#open-menu").click()
        looker.look("menu")
        person.press("Games")
        page.wait_for_selector(".games-list")
        looker.look("games")
        page.locator(".game-look").first.click()
        page.wait_for_selector(".replay")
        looker.look("replay")
        looker.close()
        page.locator("#open-menu").click()
        person.press("Set the position right")
        page.get_by_text("Choose from lists").click()
        looker.look("correcting")
        person.press("Cancel")
        live.site.sit(live.site._desk, "http://192.168.1.5:8080/")
        page.wait_for_function("fetch('/state.json').then(all => all.json()).then(all => all.address.where)")
        page.locator("#open-menu").click()
        person.press("Invite a phone")
        page.wait_for_selector("dialog.invite img")
        looker.look("inviting")
        looker.close()
        astray(live)
        page.wait_for_selector(".fix .stands")
        looker.look("a piece to be put right")
    assert looker.faults == []


def test_the_end_and_toys_and_the_club(browser: Any, live: Any, axe: str) -> None:
    with Person(browser, live, {"bypass_csp": True, **LAPTOP}) as person:
        looker, page = Looker(person.page, axe), person.page
        seats = (Seat("south", "Anna"), Seat("north", "Ben"))
        live.loop.post(Started(at=live.loop.now(), game="gearhead", seats=seats, first="south"))
        page.wait_for_selector("[data-key=draw_by_hand]")
        page.locator("[data-key=draw_by_hand]").click()
        looker.look("drawing a toy")
        looker.close()
        live.loop.post(Aborted(at=live.loop.now()))
        page.wait_for_selector('body[data-phase="over"]')
        live.loop.post(Started(at=live.loop.now(), game="trouble", seats=TWO, first="red"))
        live.until(lambda: live.loop.view.game == "trouble")
        pieces = {f"RF{number}": ("red",) for number in (2, 3, 4)} | {"T27": ("red",)}
        pieces |= {f"YF{number}": ("yellow",) for number in (2, 3, 4)} | {"T13": ("yellow",)}
        state = game("trouble").from_pieces(live.loop.table.state, pieces, "red")
        live.loop.post(Corrected(at=live.loop.now(), position=game("trouble").to_text(state)))
        live.loop.post(DiceGiven(at=live.loop.now(), faces=(1,)))
        live.until(lambda: live.loop.view.die is not None)
        page.wait_for_selector(".arrows .option")
        looker.look("near the end")
        live.loop.post(Answered(at=live.loop.now(), answer=live.loop.view.options[0].answer))
        page.wait_for_selector('body[data-phase="over"] .place')
        looker.look("finished")
        page.locator("#open-menu").click()
        person.press("Games")
        person.press("Season")
        page.wait_for_selector(".season-table td, .season-table p")
        looker.look("season")
        live.site.show_club([told(number, number != 2) for number in range(4)], line=True)
        page.goto(live.address + "club")
        page.wait_for_selector(".club-table.gone")
        looker.look("club")
    assert looker.faults == []


def test_the_camera_over_the_board(browser: Any, tmp_path: Path, axe: str) -> None:
    board = DrawnBoard(LAYOUT, seed=8)
    board.stand(MEN)
    eye = BoardEye(lambda: calibrated(tmp_path, LAYOUT))
    eye.newest = board.picture()
    with LiveTable(tmp_path, setup=BoardSetup(eye, "trouble", tmp_path)) as live:
        context = browser.new_context(bypass_csp=True, **LAPTOP)
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto(live.address + "page/calibrate.html")
        page.wait_for_selector("[data-key=pair]")
        looker = Looker(page, axe)
        looker.look("calibrating, not paired")
        pair(page, live)
        page.wait_for_selector('[data-corner="3"]')
        looker.look("calibrating")
        context.close()
    assert looker.faults == []
