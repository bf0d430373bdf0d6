"""What the daemon costs: CPU at rest with a camera, from the last picture to light, start to READY.

    python tests/bench/daemon_costs.py [SECONDS]

The parts are real back-ends on wires that lead nowhere; the camera is a film of ten pictures a second. What
memory it takes is measured by `daemon_memory.py`: what draws this film here would count as the daemon's.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

from firmware_py.journal import Journal
from firmware_py.loop import Loop
from firmware_py.senses.camera import WatchedDome
from firmware_py.senses.debounce import DOME
from firmware_py.senses.dome import DrawnDome
from firmware_py.senses.frames import Frame
from firmware_py.senses.newest import NewestFrame
from firmware_py.senses.switches import Switches, Wiring
from firmware_py.shows.display import OledDisplay, OledSettings
from firmware_py.shows.ws281x import LedStrip, StripSettings
from firmware_py.table import Phase, Table
from firmware_py.table.events import DiceSeen, Started, TableEvent
from firmware_py.view import TableView, view
from firmware_py.words import Words
from hardware.layout import load_layout
from rules import Seat
from vision.dice.reader import DiceReader

FPS = 10.0
POPS = 12


class Bus:
    """An I2C or SPI bus that notes when the last bytes went over it."""

    def __init__(self) -> None:
        self.first_after: dict[int, float] = {}
        self.mark = 0

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        self.first_after.setdefault(self.mark, time.monotonic())

    def writebytes2(self, data: bytes) -> None:
        self.first_after.setdefault(self.mark, time.monotonic())

    def close(self) -> None: ...


class Film:
    """A camera over a dome: ten pictures a second, and a pop whenever it is told to."""

    name, live = "film", True

    def __init__(self) -> None:
        self._dome = DrawnDome(5)
        self._dome.open()
        self._rest = self._dome.read().picture
        self._grain = np.random.default_rng(0).integers(0, 4, (8, *self._rest.shape), np.uint8)
        self._count = self._moving = 0
        self.delivered = 0.0

    def pop(self) -> None:
        rest = self._dome.read().picture
        self._rest, self._moving = rest, 6

    def open(self) -> None: ...

    def read(self) -> Frame:
        time.sleep(1 / FPS)
        self._count += 1
        picture = np.maximum(self._rest, self._grain[self._count % 8])
        if self._moving:
            self._moving -= 1
            picture = np.roll(picture, (self._moving * 17 + 5, 40 - self._moving * 23), (0, 1))
        self.delivered = time.monotonic()
        return Frame(picture, "", self.delivered, self.delivered)

    def close(self) -> None: ...


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "seconds", type=float, nargs="?", default=20.0, help="how long it rests (%(default)s)"
    )
    seconds = parser.parse_args().seconds
    print(f"start to READY: {start_to_ready():.2f} s")
    film, oled, strip = Film(), Bus(), Bus()
    shown: list[float] = []
    phases = [Phase.SETTING_UP]

    class Marked(Loop):
        """Notes at which picture the dice are told, before anybody can show them."""

        def post(self, event: TableEvent) -> None:
            if isinstance(event, DiceSeen):
                shown.append(film.delivered)
            super().post(event)

    def viewed(table: Table) -> TableView:
        # A pop before the move to be made (nobody moves here) changes little, and is not counted.
        if table.phase is not Phase.ROLLING and phases[-1] is Phase.ROLLING:
            oled.mark = strip.mark = len(shown)
        phases.append(table.phase)
        return view(table)

    dome = WatchedDome(NewestFrame(film), DiceReader())
    senses = [dome, Switches({"dome switch": Wiring(17, DOME)}, lambda name, one: None, "mock")]
    layouts = {"trouble": load_layout("trouble")}
    shows = [OledDisplay(OledSettings(), Words(), oled), LedStrip(StripSettings(), layouts, lambda: strip)]
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "games.sqlite") as journal:
        loop = Marked(Table(), journal, senses, shows, viewed=viewed)
        seats = (Seat("red", "Anna"), Seat("yellow", "Ben"))
        loop.post(Started(at=loop.now(), game="trouble", seats=seats, first="red"))
        pops = threading.Thread(target=measure, args=(loop, film, shown, oled, strip, seconds), daemon=True)
        loop.start()
        pops.start()
        while loop.step(0.5):
            pass
        loop.close()


def measure(loop: Loop, film: Film, shown: list[float], oled: Bus, strip: Bus, seconds: float) -> None:
    time.sleep(3.0)
    cpu, wall = time.process_time(), time.monotonic()
    time.sleep(seconds)
    share = (time.process_time() - cpu) / (time.monotonic() - wall)
    print(f"CPU at rest, waiting for a pop: {100 * share:.1f} % of a core ({FPS:g} pictures a second)")
    for _ in range(POPS):
        count = len(shown)
        film.pop()
        until = time.monotonic() + 5
        while len(shown) == count and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.5)
    for name, bus in (("OLED", oled), ("strip", strip)):
        late = sorted(bus.first_after[n + 1] - at for n, at in enumerate(shown) if n + 1 in bus.first_after)
        if late:
            middle = late[len(late) // 2]
            print(f"last picture to {name}: {1e3 * middle:.0f} ms, at most {1e3 * late[-1]:.0f} ms")
    loop.stop()


def start_to_ready() -> float:
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"{folder}/notify")
        environ = {**os.environ, "NOTIFY_SOCKET": f"{folder}/notify", "XDG_CONFIG_HOME": folder}
        began = time.monotonic()
        command = [sys.executable, "-m", "firmware_py", "daemon", "--virtual", "--state", folder]
        with subprocess.Popen(command, env=environ, stderr=subprocess.DEVNULL) as process:
            systemd.recv(4096)
            took = time.monotonic() - began
            process.terminate()
    return took


if __name__ == "__main__":
    main()
