"""A real browser, and a real table with virtual hardware that serves its page."""

from __future__ import annotations

import random
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware_py.cli.playing.library import JournalLibrary
from firmware_py.journal import Journal
from firmware_py.loop import Loop
from firmware_py.senses.chance import Bits
from firmware_py.senses.dicebox import DiceBox, ElectronicDice, PhotographedDice
from firmware_py.senses.dome import DrawnDome, PressedDome
from firmware_py.senses.switch import VirtualSwitch
from firmware_py.table import Table
from firmware_py.table.events import Started
from firmware_py.web import Phones, Site, SiteParts, WebSense, WebShow
from firmware_py.web.calibrate import SetsUpBoard
from firmware_py.words import Language, Words
from hardware.layout import Layout, load_layout
from tests.e2e.people import PATIENCE
from vision.dice.reader import DiceReader

OUT = Path(__file__).resolve().parents[2] / "out"
BOARDS = {"trouble": "trouble", "headache": "headache", "gearhead": "chessboard"}
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


class LiveTable:
    """A table on virtual hardware, its loop in a thread of its own, its page at `address`.

    Args:
        folder: where games and phones are kept.
        seen: the dice are drawn as pictures and read; else they are electronic.
        setup: sets a camera over the board up.
        language: of all that the page says.
    """

    def __init__(
        self,
        folder: Path,
        *,
        seed: int = 1,
        seen: bool = False,
        setup: SetsUpBoard | None = None,
        language: Language = "en",
    ) -> None:
        self._games = folder / "games.sqlite"
        self.phones = Phones(folder / "phones.json")
        bits: Bits = random.Random(seed).getrandbits
        box: DiceBox = ElectronicDice(bits)
        if seen:
            box = PhotographedDice(
                DrawnDome(seed), DiceReader(), lambda frame, reading: self.site.photo(frame.picture, reading)
            )
        self.dome = PressedDome(box, VirtualSwitch(random.Random(seed)), seconds=0.25, bits=bits)
        self.site = Site(
            SiteParts(
                table=lambda: self.loop.table,
                words=Words(language),
                phones=self.phones,
                layout_of=self._layout_of,
                boards={game: load_layout(name).seats for game, name in BOARDS.items()},
                wall=lambda: 1.75e9,
                press=self.dome.press,
                library=JournalLibrary(self._games),
                setup=setup,
            )
        )
        self.sense = WebSense(self.site, "127.0.0.1", 0)
        self._thread = threading.Thread(target=self._run)
        self.loop: Loop

    def __enter__(self) -> LiveTable:
        self._thread.start()
        self.until(lambda: self.sense.port != 0)
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.stop()
        self._thread.join(PATIENCE)

    def _run(self) -> None:
        with Journal(self._games) as journal:
            self.loop = Loop(Table(), journal, [self.dome, self.sense], [WebShow(self.site)])
            self.loop.run()

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.sense.port}/"

    def until(self, ready: Callable[[], bool]) -> None:
        """Wait until something is so."""
        for _ in range(int(PATIENCE * 50)):
            if ready():
                return
            threading.Event().wait(0.02)
        raise AssertionError(f"it never happened: {self.loop.view}")

    @staticmethod
    def _layout_of(started: Started | None) -> Layout:
        return load_layout(BOARDS[started.game if started else "trouble"])


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium; closed after each file, for its event loop would stay with the tests that follow."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("there is no chromium here: apt-get install chromium")
    with playwright.sync_playwright() as running:
        launched = running.chromium.launch(executable_path=found, headless=True, args=list(ARGUMENTS))
        yield launched
        launched.close()


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveTable]:
    """A table whose dice are electronic."""
    with LiveTable(tmp_path) as table:
        yield table


@pytest.fixture
def screenshot() -> Callable[[Any, str], None]:
    """Keep a picture of a page in out/, which git does not keep."""

    def shoot(page: Any, name: str) -> None:
        OUT.mkdir(exist_ok=True)
        page.screenshot(path=str(OUT / f"{name}.png"))

    return shoot
