"""What people do on the page, in the words of a test."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from firmware_py.table import Phase

PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
LAPTOP = {"viewport": {"width": 1366, "height": 768}}


PATIENCE = 60.0
"""Seconds that a loaded machine may take for anything."""


class Person:
    """Somebody at a page. Whatever goes wrong in it is kept in `errors`."""

    def __init__(self, browser: Any, live: Any, device: dict[str, Any]) -> None:
        self.live = live
        self.context = browser.new_context(**device)
        self.page = self.context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(live.address)
        self.page.wait_for_selector("body[data-line=live][data-phase]")

    def __enter__(self) -> Person:
        return self

    def __exit__(self, kind: Any, *_: object) -> None:
        self.context.close()
        if kind is None:
            assert self.errors == []

    def press(self, name: str) -> None:
        """Press a button by its name."""
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def pair(self, name: str) -> None:
        """Type the code that the table shows into the open dialog."""
        self.page.wait_for_selector("dialog.pairing")
        self.live.until(lambda: self.live.loop.view.pairing_code is not None)
        self.page.fill("#pair-code", self.live.loop.view.pairing_code)
        self.page.fill("#pair-name", name)
        self.page.locator("dialog.pairing button.first").click()
        self.page.wait_for_selector("dialog.pairing", state="detached")

    def begin(self, names: dict[str, str], rules: dict[str, str] | None = None) -> None:
        """Set a new game up."""
        self.page.locator('[data-key="new_game"]').click()
        self.page.wait_for_selector("dialog.new-game .seats")
        for field in self.page.locator("dialog.new-game .seats input").all():
            field.fill(names.get(field.get_attribute("name"), ""))
        if rules:
            self.page.locator("dialog.new-game summary").click()
        for key, value in (rules or {}).items():
            self.page.locator(f'dialog.new-game select[name="{key}"]').select_option(value)
        self.press("Begin")

    def play(self, until: Any, most: int = 600, which: Callable[[int], int] = lambda count: 0) -> None:
        """Pop and move until something is so; `which` of so many options is taken, usually the first."""
        for _ in range(most):
            view = self.live.loop.view
            if until():
                return
            if view.phase is Phase.WAITING_FOR_MOVE:
                options = self.page.locator("#doing .option-button")
                options.nth(which(options.count())).click()
            else:
                self.page.locator('[data-key="pop"]').click()
            self.live.until(lambda before=view: self._settled(before))
            self.catch_up()
        raise AssertionError("that took too long")

    def catch_up(self) -> None:
        """Wait until the page shows the newest state."""
        self.live.until(lambda: self._published == self.live.loop.view.ply)
        number = self.live.site.feed.number
        self.live.until(lambda: self.shown >= number)

    @property
    def shown(self) -> int:
        """The number of the state that the page shows."""
        return int(self.page.evaluate("document.body.dataset.number"))

    @property
    def _published(self) -> int:
        """The ply that the newest state for the phones is about: it is published a moment after it is so."""
        return int(json.loads(self.live.site.feed.newest)["ply"])

    def _settled(self, before: Any) -> bool:
        view = self.live.loop.view
        return view.ply != before.ply and view.phase is not Phase.ROLLING
