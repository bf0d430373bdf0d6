"""The page in every language: it fits a phone, and the phone says what somebody wants to hear."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware_py.aloud import KINDS
from firmware_py.table.events import DiceGiven, Started
from firmware_py.words import LANGUAGES, Language, Words
from rules import Seat
from tests.e2e.conftest import LiveTable

pytestmark = pytest.mark.slow

PHONE = {"width": 360, "height": 780}
SEATS = (Seat("red", "Anna"), Seat("yellow", "Ben"))
LISTEN = """
window.heard = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
const ears = { cancel() {}, speak(said) { window.heard.push(said); } };
Object.defineProperty(window, "speechSynthesis", { value: ears });
localStorage.setItem("umpire-voice", "all");
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_the_language_of_the_table(
    browser: Any, tmp_path: Path, screenshot: Callable[[Any, str], None], language: Language
) -> None:
    words = Words(language, strict=True)
    with LiveTable(tmp_path, language=language) as table:
        table.loop.post(Started(at=table.loop.now(), game="trouble", seats=SEATS))
        page = browser.new_page(viewport=PHONE)
        page.add_init_script(LISTEN)
        page.goto(table.address)
        page.wait_for_selector(f"text={words.say('web.page.people')}")
        assert page.evaluate("document.documentElement.lang") == language
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        screenshot(page, f"page-{language}")

        page.click("#open-menu")
        page.click(f"dialog.menu >> text={words.say('web.page.sounds')}")
        switches = page.locator("dialog.sounds [role=switch]")
        assert switches.count() == len(KINDS)
        screenshot(page, f"sounds-{language}")
        page.click("dialog.sounds [data-sound=turn]")
        assert page.get_attribute("dialog.sounds [data-sound=turn]", "aria-checked") == "false"
        page.keyboard.press("Escape")

        table.loop.post(DiceGiven(at=table.loop.now(), faces=(5,)))
        table.loop.post(DiceGiven(at=table.loop.now(), faces=(2,)))
        table.until(lambda: page.evaluate("window.heard.length") > 0)
        page.wait_for_timeout(300)
        said = page.evaluate("window.heard.map((one) => [one.lang, one.text])")
        assert {lang for lang, _ in said} == {language}
        aloud = " ".join(text for _, text in said)
        begins = words.say("trouble.event.starts", {"colour": "red", "rule": ""})
        assert begins.partition(" (")[0] in aloud
        assert words.say("trouble.why.turn", {"player": "Anna"}) not in aloud, (
            "whose turn it is was switched off"
        )
        page.close()
