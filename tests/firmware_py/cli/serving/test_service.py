"""The table as a service, played by its pins."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from gpiozero.pins.mock import MockFactory

from firmware_py.cli.daemon import _games, _virtual
from firmware_py.cli.playing.setup import set_up
from firmware_py.cli.serving.notify import Notifier
from firmware_py.cli.serving.service import Service
from firmware_py.config import Config, check_config
from firmware_py.journal import Journal
from firmware_py.senses import switches
from firmware_py.senses.dome import DrawnDome
from firmware_py.senses.kept import READINGS
from firmware_py.table import Menu, Phase, Table, replay
from firmware_py.words import Words

DOME, CHOOSE, CONFIRM = 17, 5, 6
PATIENCE = 20.0


class Running:
    """A service that runs in a thread of its own, and the hands at its pins."""

    def __init__(self, config: Config, folder: Path, factory: MockFactory) -> None:
        self._folder, self._config, self._pins = folder, config, factory
        self.service: Service | None = None
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE)

    def _run(self) -> None:
        journal, table, troubles = _games(self._folder)
        self.service = Service(
            table,
            journal,
            self._config,
            set_up(self._config.table),
            Words(),
            folder=self._folder,
            troubles=troubles,
        )
        notifier = Notifier({})
        tell = notifier.ready
        notifier.ready = lambda now, status: (tell(now, status), self._ready.set())  # type: ignore[method-assign]
        self.service.run(notifier)
        assert journal is not None
        journal.close()

    @property
    def table(self) -> Table:
        assert self.service is not None
        return self.service.loop.table

    def until(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"it waits in vain: {self.table.phase}, {self.table.faults}"
            time.sleep(0.005)

    def press(self, pin: int, seconds: float = 0.05) -> None:
        self._pins.pin(pin).drive_low()
        time.sleep(seconds)
        self._pins.pin(pin).drive_high()
        time.sleep(0.06 if pin != DOME else 0.2)  # the dome throws back once

    def pick(self, line: str) -> None:
        """Walk through the open menu to this entry, and confirm it."""
        menu = self.table.pointing.menu
        assert menu is not None
        wanted = [Words().short(item.key, item.facts) for item in menu.items].index(line)
        for _ in range((wanted - menu.selected) % len(menu.items)):
            self.press(CHOOSE)
        self.until(lambda: self._menu == replace(menu, selected=wanted, hint=None, fix=None))
        self.press(CONFIRM)
        self.until(lambda: self._menu is None or self._menu.title != menu.title)

    @property
    def _menu(self) -> Menu | None:
        """The open menu, without what depends on the entry that has been reached."""
        menu = self.table.pointing.menu
        return menu and replace(menu, hint=None, fix=None)

    def stop(self) -> None:
        assert self.service is not None
        self.service.stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    made = MockFactory()
    monkeypatch.setattr(made, "close", lambda: None)
    monkeypatch.setattr(switches, "pin_factory", lambda name: made)
    yield made
    made.reset()


def config(**sections: dict[str, object]) -> Config:
    values: dict[str, dict[str, object]] = {
        "table": {"rules": {"pass": "never"}}, "dice": {"source": "electronic"},
        "oled": {"on": False}, "strip": {"on": False}, "gpio": {"factory": "mock"},
    }  # fmt: skip
    for name, section in sections.items():
        values[name] = {**values.get(name, {}), **section}
    return check_config(values)


def test_a_game_is_set_up_and_played_with_pins_and_goes_on_after_a_restart(
    tmp_path: Path, factory: MockFactory
) -> None:
    running = Running(config(), tmp_path, factory)
    assert running.table.phase is Phase.SETTING_UP
    running.press(CHOOSE, 0.9)
    running.until(lambda: running.table.pointing.menu is not None)
    for _ in range(4):  # new game, trouble, on, start
        running.press(CONFIRM)
    running.until(lambda: running.table.phase is Phase.WAITING_FOR_POP)
    running.press(DOME)
    running.until(lambda: running.table.ply > 0 and running.table.phase is not Phase.ROLLING)
    before = running.table
    running.stop()
    with Journal(tmp_path / "games.sqlite") as journal:
        number = journal.unfinished()
        assert number is not None
        assert replay(journal.load(number)) == before

    again = Running(config(), tmp_path, factory)
    assert again.table == before
    again.stop()


def test_a_man_is_put_right_with_pins_and_stands_so_after_a_restart(
    tmp_path: Path, factory: MockFactory
) -> None:
    running = Running(config(), tmp_path, factory)
    running.press(CONFIRM, 0.9)
    running.until(lambda: running.table.pointing.menu is not None)
    for line in ("New game", "Trouble", "Next: house rules", "Start"):
        running.pick(line)
    running.until(lambda: running.table.phase is Phase.WAITING_FOR_POP)
    running.press(CONFIRM, 0.9)
    running.until(lambda: running.table.pointing.menu is not None)
    for line in ("Put a piece right", "Red: Player 1", "Home", "T2", "Yes, so it stands"):
        running.pick(line)
    running.until(lambda: running.table.ply == 1)
    assert running.table.state.pieces["T2"] == ("red",)
    before = running.table
    running.stop()
    again = Running(config(), tmp_path, factory)
    assert again.table == before
    again.stop()


def test_without_buttons_the_configured_game_begins_at_once(tmp_path: Path, factory: MockFactory) -> None:
    running = Running(config(gpio={"choose": -1, "confirm": -1, "undo": -1}), tmp_path, factory)
    running.until(lambda: running.table.phase is Phase.WAITING_FOR_POP)
    running.stop()


def test_dice_by_hand_are_asked_for_by_the_dome(tmp_path: Path, factory: MockFactory) -> None:
    running = Running(config(dice={"source": "hand"}), tmp_path, factory)
    running.press(DOME, 0.9)  # held while nothing is played: the configured game begins
    running.until(lambda: running.table.phase is Phase.WAITING_FOR_POP)
    running.press(DOME)
    running.until(lambda: running.table.pointing.menu is not None)
    running.press(CHOOSE)
    running.press(CONFIRM)
    running.until(lambda: running.table.ply > 0)
    roll = running.table.plies.top.roll
    assert roll is not None
    assert (roll.faces, roll.how) == ((2,), "hand")
    running.stop()


def test_the_pictures_of_a_service_are_kept_if_asked_for(tmp_path: Path, factory: MockFactory) -> None:
    photo, kept = tmp_path / "photo.png", tmp_path / "pictures"
    cv2.imwrite(str(photo), DrawnDome(seed=2).read().picture)
    asked = config(dice={"source": "camera"}, camera={"use": str(photo)}, keep={"folder": "pictures"})
    running = Running(asked, tmp_path, factory)
    running.press(DOME, 0.9)  # held while nothing is played: the configured game begins
    running.until(lambda: running.table.phase is Phase.WAITING_FOR_POP)
    running.press(DOME)
    running.until(lambda: (kept / "dome-000001.png").exists())
    running.stop()
    assert '"game": 1,' in (kept / READINGS).read_text()


def test_missing_parts_are_told_and_the_table_runs(tmp_path: Path, factory: MockFactory) -> None:
    missing = config(
        oled={"on": True, "bus": 19}, strip={"on": True, "bus": 9}, dice={"source": "camera"},
        camera={"use": str(tmp_path / "none")},
    )  # fmt: skip
    running = Running(missing, tmp_path / "state", factory)
    running.until(lambda: {"OLED", "LED strip"} <= {fault.part for fault in running.table.faults})
    running.until(lambda: len(running.table.faults) >= 3)
    running.press(DOME, 0.9)
    running.until(lambda: running.table.phase is Phase.WAITING_FOR_POP)
    running.stop()


def test_a_journal_that_cannot_be_opened_does_not_stop_the_table(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    journal, table, troubles = _games(file)
    assert journal is None
    assert table == Table()
    assert troubles[0][0] == "journal"


def test_virtual_parts_are_pins_that_nobody_presses() -> None:
    virtual = _virtual(Config())
    assert virtual.gpio.factory == "mock"
    assert not virtual.oled.on
    assert not virtual.strip.on
