"""The page in a real browser, at a real table on virtual hardware."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firmware_py.table import Phase
from firmware_py.table.events import Aborted, BoardSeen, Corrected, DiceGiven, Started
from rules import Seat, game, read_record
from tests.e2e.people import LAPTOP, PHONE, Person
from tests.firmware_py.table.test_board import sight

DEVICES = pytest.mark.parametrize("device", [PHONE, LAPTOP], ids=["phone", "laptop"])
TWO = (Seat("red", "Anna"), Seat("yellow", "Ben"))


def stand(live: Any, turn: str, **places: list[str]) -> None:
    """Set the pieces of Trouble; those that are left out are at home."""
    pieces: dict[str, tuple[str, ...]] = {}
    for colour, spaces in places.items():
        homes = [f"{colour[0].upper()}H{number}" for number in range(1, 5 - len(spaces))]
        pieces |= dict.fromkeys([*spaces, *homes], (colour,))
    state = game("trouble").from_pieces(live.loop.table.state, pieces, turn)
    ply = live.loop.view.ply
    live.loop.post(Corrected(at=live.loop.now(), position=game("trouble").to_text(state)))
    live.until(lambda: live.loop.view.ply != ply)


def astray(live: Any) -> None:
    """Red has a 3, and the camera over the board sees that T3 went to T5 with it."""
    if live.loop.view.die is None:
        live.loop.post(DiceGiven(at=live.loop.now(), faces=(3,)))
        live.until(lambda: live.loop.view.die is not None)
    pieces = dict(live.loop.table.state.pieces)
    pieces["T5"] = pieces.pop("T3")
    live.loop.post(BoardSeen(at=live.loop.now(), seen=sight("trouble", pieces), source="board camera"))
    live.until(lambda: live.loop.view.fix is not None)


@DEVICES
def test_from_the_first_pop_to_the_winner(browser: Any, live: Any, screenshot: Any, device: Any) -> None:
    name = "phone" if device is PHONE else "laptop"
    with Person(browser, live, device) as person:
        person.begin({"red": "Anna", "yellow": "Ben"}, {"stop_at_first": "yes", "enter_on": "1,2,3,4,5,6"})
        screenshot(person.page, f"{name}-pairing")
        person.pair("Anna")
        live.until(lambda: live.loop.table.started is not None)
        assert "stop_at_first=yes" in live.loop.table.started.options
        person.play(lambda: live.loop.view.phase is Phase.WAITING_FOR_MOVE and live.loop.view.ply > 8)
        screenshot(person.page, f"{name}-playing")
        stand(live, "red", red=["RF4", "RF3", "RF2", "T27"], yellow=["YF4", "YF3", "YF2", "T13"])
        person.play(lambda: live.loop.view.phase is Phase.OVER)
        person.page.wait_for_selector('body[data-phase="over"]')
        screenshot(person.page, f"{name}-over")
        winner = live.loop.view.ranking[0][0]
        assert person.page.locator(f".person.team-{winner} .place").inner_text() == "Place 1"
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@DEVICES
def test_a_game_that_cannot_begin_leaves_its_dialog_open_and_says_why_beside_it(
    browser: Any, live: Any, screenshot: Any, device: Any
) -> None:
    name = "phone" if device is PHONE else "laptop"
    with Person(browser, live, device) as person:
        page, dialog = person.page, person.page.locator("dialog.new-game")
        marked = dialog.locator('[aria-invalid="true"]')
        person.begin({"red": "Anna", "blue": "Anna", "yellow": "Ben", "green": "Cleo"})
        person.pair("Anna")
        page.wait_for_selector("#seats-problem:not(:empty)")
        assert "Anna has 2 teams" in dialog.locator("#seats-problem").inner_text()
        assert [field.get_attribute("name") for field in marked.all()] == ["red", "blue"]
        screenshot(page, f"{name}-refused-seats")
        dialog.locator('.seats input[name="blue"]').fill("Dora")
        dialog.locator("summary").click()
        for key, value in (("max_extra_pops", "1"), ("three_sixes_lose_turn", "yes")):
            dialog.locator(f'select[name="{key}"]').select_option(value)
        dialog.locator("summary").click()
        person.press("Begin")
        page.wait_for_selector("#rules-problem:not(:empty)")
        assert "“Third 6 loses the turn: yes” contradict" in dialog.locator("#rules-problem").inner_text()
        assert dialog.locator("#seats-problem").inner_text() == ""
        assert len(marked.all()) == 2
        screenshot(page, f"{name}-refused-rules")
        dialog.locator('select[name="three_sixes_lose_turn"]').select_option("no")
        person.press("Begin")
        page.wait_for_selector("dialog.new-game", state="detached")
        live.until(lambda: live.loop.table.started is not None)
        assert "max_extra_pops=1" in live.loop.table.started.options


@pytest.mark.slow
def test_a_whole_game_without_any_help(browser: Any, live: Any, screenshot: Any) -> None:
    with Person(browser, live, PHONE) as person:
        person.begin({"red": "Anna", "yellow": "Ben"}, {"stop_at_first": "yes"})
        person.pair("Anna")
        person.play(lambda: live.loop.view.phase is Phase.OVER, most=3000)
        screenshot(person.page, "phone-whole-game")


def test_the_luck_of_one_game_is_never_shown_in_the_next(browser: Any, live: Any) -> None:
    live.loop.post(Started(at=live.loop.now(), game="trouble", seats=TWO, first="red"))
    live.loop.post(DiceGiven(at=live.loop.now(), faces=(6,)))
    with Person(browser, live, PHONE) as person:
        page = person.page
        page.locator("[data-key=fold-luck]").click()
        page.wait_for_selector(".luck tbody tr")
        page.route("**/luck.json", lambda route: None)  # the next answer is long in coming
        live.loop.post(Aborted(at=live.loop.now()))
        live.loop.post(Started(at=live.loop.now(), game="headache", seats=TWO, first="red"))
        page.locator("#title").filter(has_text="Headache").wait_for()
        assert page.locator(".luck tbody tr").count() == 0


def test_who_only_watches_sees_everything_and_is_asked_to_pair(browser: Any, live: Any) -> None:
    live.loop.post(Started(at=live.loop.now(), game="trouble", seats=TWO, first="red"))
    with Person(browser, live, PHONE) as watcher, Person(browser, live, LAPTOP) as player:
        player.page.keyboard.press("p")
        player.pair("Anna")
        live.until(lambda: live.loop.view.last_die is not None)
        watcher.page.wait_for_selector("#now .die .pip")
        live.until(lambda: watcher.page.locator("#spoken").text_content() != "")
        watcher.page.locator("#open-menu").click()
        watcher.page.get_by_text("This phone watches.").wait_for()


def test_a_number_typed_twice_passes_nobodys_pop(browser: Any, live: Any) -> None:
    live.loop.post(Started(at=live.loop.now(), game="trouble", seats=TWO, first="red"))
    with Person(browser, live, LAPTOP) as person:
        person.page.locator("[data-key=option-0]").wait_for()
        assert person.page.locator("kbd").count() == 0
        person.page.keyboard.press("1")
        person.page.keyboard.press("m")
        person.page.locator("dialog.menu").wait_for()
        assert person.page.locator("dialog.pairing").count() == 0, "nothing was to be done"


def test_an_illegal_move_on_the_board_is_ruled_on(browser: Any, live: Any, screenshot: Any) -> None:
    live.loop.post(Started(at=live.loop.now(), game="trouble", seats=TWO, first="red"))
    live.until(lambda: live.loop.table.started is not None)
    stand(live, "red", red=["T3", "T9"], yellow=["T12"])
    with Person(browser, live, PHONE) as person:
        person.page.locator('[data-key="by_hand"]').click()
        person.page.get_by_role("button", name="3", exact=True).last.click()
        person.pair("Anna")
        person.page.wait_for_selector(".option.capture")
        screenshot(person.page, "phone-capture")
        for space in ("T3", "T5"):
            tap(person.page, space)
        person.page.wait_for_selector(".verdict.wrong")
        assert "T-6" in person.page.locator(".verdict .rule").inner_text()
        screenshot(person.page, "phone-illegal")
        person.press("Take back")
        person.page.wait_for_selector(".option.capture")
        tap(person.page, "T12")
        live.until(lambda: live.loop.table.state.pieces.get("T12") == ("red",))


def test_a_die_that_was_read_while_somebody_enters_it_is_not_the_next_players_too(
    browser: Any, live: Any
) -> None:
    live.loop.post(Started(at=live.loop.now(), game="trouble", seats=TWO, first="red"))
    with Person(browser, live, PHONE) as person:
        person.page.locator('[data-key="by_hand"]').click()
        person.page.get_by_role("button", name="3", exact=True).last.click()
        person.pair("Anna")
        live.until(lambda: live.loop.view.ply == 1)
        person.catch_up()
        person.page.locator('[data-key="by_hand"]').click()
        live.loop.post(DiceGiven(at=live.loop.now(), faces=(2,)))
        live.until(lambda: live.loop.view.ply == 2)
        person.catch_up()
        with person.page.expect_response("**/act") as answered:
            person.page.get_by_role("button", name="2", exact=True).last.click()
        assert answered.value.json()["refused"] == "too_late"
        assert live.loop.view.ply == 2


@DEVICES
def test_the_piece_to_be_put_right_and_a_stricter_referee(
    browser: Any, live: Any, screenshot: Any, device: Any
) -> None:
    live.loop.post(Started(at=live.loop.now(), game="trouble", seats=TWO, first="red"))
    live.until(lambda: live.loop.table.started is not None)
    stand(live, "red", red=["T3", "T9"], yellow=["T12"])
    with Person(browser, live, device) as person:
        page = person.page
        astray(live)
        page.wait_for_selector(".fix .stands .piece.team-red")
        assert page.locator(".fix .shaft").count() == 1
        assert page.locator(".fix .belongs").count() == 1
        assert page.locator(".arrows .option").count() == 0
        screenshot(page, f"{'phone' if device is PHONE else 'laptop'}-put-right")
        page.locator("#open-menu").click()
        person.press("Is strict")
        person.pair("Anna")
        live.until(lambda: live.loop.view.referee == "strict")
        person.press("Take back")
        page.wait_for_selector(".arrows .option")
        assert page.locator(".fix *").count() == 0


def test_a_piece_is_dragged_to_where_it_stands(browser: Any, live: Any, screenshot: Any) -> None:
    live.loop.post(Started(at=live.loop.now(), game="trouble", seats=TWO, first="red"))
    with Person(browser, live, LAPTOP) as person:
        person.page.wait_for_selector(".board .piece")
        person.page.locator("#open-menu").click()
        person.press("Set the position right")
        start, end = centre(person.page, "RH4"), centre(person.page, "T9")
        person.page.mouse.move(*start)
        person.page.mouse.down()
        person.page.mouse.move(*end, steps=5)
        person.page.mouse.up()
        screenshot(person.page, "laptop-correcting")
        person.press("So it stands")
        person.pair("Anna")
        live.until(lambda: live.loop.table.state.pieces.get("T9") == ("red",))


def test_a_phone_that_slept_shows_the_newest_table(browser: Any, live: Any) -> None:
    live.loop.post(Started(at=live.loop.now(), game="trouble", seats=TWO, first="red"))
    live.until(lambda: live.loop.table.started is not None)
    with Person(browser, live, PHONE) as person:
        person.context.set_offline(True)
        stand(live, "yellow", red=["T3"], yellow=["T12"])
        person.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        person.page.wait_for_selector("body:not([data-line=live])")
        person.context.set_offline(False)
        person.page.evaluate("window.dispatchEvent(new Event('online'))")
        person.page.wait_for_selector("body[data-line=live]")
        assert person.page.locator(".person.turn").inner_text().startswith("Ben")


def test_games_are_replayed_and_passed_on(browser: Any, live: Any, screenshot: Any, tmp_path: Path) -> None:
    live.loop.post(Started(at=live.loop.now(), game="trouble", seats=TWO, first="red"))
    live.until(lambda: live.loop.table.started is not None)
    stand(live, "red", red=["T3"], yellow=["T12"])
    with Person(browser, live, LAPTOP) as person:
        person.page.locator("#open-menu").click()
        person.press("Games")
        with person.page.expect_download() as download:
            person.page.get_by_text("Share as one file").first.click()
        file = tmp_path / "shared.html"
        download.value.save_as(file)
        person.page.locator(".game-look").first.click()
        person.page.get_by_role("button", name="Forward").click()
        assert person.page.locator(".replay output").inner_text() == "1 / 1"
        screenshot(person.page, "laptop-replay")
        person.page.goto(f"file://{file}")
        person.page.wait_for_selector(".replay .piece")
        screenshot(person.page, "laptop-shared")


def tap(page: Any, space: str) -> None:
    page.touchscreen.tap(*centre(page, space))


def centre(page: Any, space: str) -> tuple[float, float]:
    """Where a space lies on the screen."""
    found = page.locator(f'.board .space:has(title:text-is("{space}"))')
    found.scroll_into_view_if_needed()
    box = found.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_record_is_kept_and_the_season_is_shown(browser: Any, live: Any, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    rules = '[game "trouble"]\n[seat red "Cleo"]\n[seat blue "Dan"]\n[rules "stop_at_first=yes"]\n'
    rules += '[first "red"]\n\n'
    pieces = {f"RF{number}": ("red",) for number in (2, 3, 4)} | {"T27": ("red",)}
    pieces |= {f"BH{number}": ("blue",) for number in range(1, 5)}
    position = game("trouble").to_text(game("trouble").from_pieces(read_record(rules).start(), pieces, "red"))
    record.write_text(f'{rules}set "Cleo" {position}\nroll:1\nT27-RF1\n')
    with Person(browser, live, PHONE) as person:
        page = person.page
        page.locator("#open-menu").click()
        person.press("Games")
        page.set_input_files("#import-file", record)
        person.pair("Anna")
        page.wait_for_selector(".replay")
        person.press("Keep it among the games")
        page.get_by_text("Kept as game 1.").wait_for()
        page.locator("dialog.games .close").click()
        page.locator("#open-menu").click()
        person.press("Games")
        assert page.locator(".game-look").first.inner_text().splitlines()[1] == "Cleo, Dan"
        person.press("Season")
        page.wait_for_selector(".season-table td")
        row = page.locator(".season-table tbody tr").first.inner_text().split()
        assert row[:3] == ["Cleo", "1", "1"]
        page.locator("#season-since").fill("2999-01-01")
        page.get_by_text("No game has been played").wait_for()
