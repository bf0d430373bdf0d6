"""What memory the real `umpire daemon` takes over a game of bots, in three builds, and with the page.

    python tests/bench/daemon_memory.py [SECONDS]

Each build runs in a process of its own in the unit's environment. The back-ends are the real ones; picamera2,
smbus2 and spidev are stood in for by `tests/bench/wired`. The films are drawn beforehand, in another process:
what draws them is not counted.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from multiprocessing import Process
from pathlib import Path

import cv2
import numpy as np

from firmware_py.journal import Journal
from firmware_py.senses.board_drawn import DrawnBoard
from firmware_py.table import Table, replay
from firmware_py.table.events import Started
from hardware.layout import load_layout
from rules import Seat
from rules.bots import bots_apart
from vision.studio.motion import tumble
from vision.studio.settings import Setting, Studio

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
POPS, FPS = 6, 10.0
BOARD, BOARD_SIZE = "trouble-tags", (1280, 960)
COLOURS = load_layout(BOARD).seats
SEATS = bots_apart([Seat(colour, "bot") for colour in COLOURS])
STARTED = Started(at=0.0, game="trouble", seats=SEATS, board=COLOURS, first="red")

TABLE = f"""\
[table]
board = "{BOARD}"
seats = {{ {", ".join(f'{seat.colour} = "bot"' for seat in SEATS)} }}
[gpio]
on = false
"""
DOME_CAMERA = f"""\
[camera]
use = "pi"
fps = {FPS:g}
"""
BOARD_CAMERA = f"""\
[board_camera]
use = "pi1"
width = {BOARD_SIZE[0]}
height = {BOARD_SIZE[1]}
"""
PAGE = "[web]\non = true\nport = 0\n"
BUILDS = {
    "electronic die": TABLE + '[dice]\nsource = "electronic"\n',
    "camera over the dome": TABLE + '[dice]\nsource = "camera"\n' + DOME_CAMERA,
    "that and one over the board": TABLE + '[dice]\nsource = "camera"\n' + DOME_CAMERA + BOARD_CAMERA,
    "both, and the page": TABLE + '[dice]\nsource = "camera"\n' + DOME_CAMERA + BOARD_CAMERA + PAGE,
}


def main() -> None:
    """Print what each build takes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seconds", type=float, nargs="?", default=60.0, help="of each game (%(default)s)")
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for film in (film_dome, film_board):
            drawing = Process(target=film, args=(folder,))
            drawing.start()
            drawing.join()
        for number, (build, config) in enumerate(BUILDS.items()):
            print(f"{build}: {measured(folder, f'state{number}', config, seconds)}", flush=True)


def film_dome(folder: Path) -> None:
    """A dome that is popped again and again; the film ends as it begins."""
    studio, rng = Studio(Setting.TABLE, 5), np.random.default_rng(5)
    lying = [studio.pop(cocked=False) for _ in range(POPS)]
    with (folder / "0.raw").open("wb") as film:
        for before, after in zip(lying, [*lying[1:], lying[0]], strict=True):
            for _, picture in tumble(before, after, FPS, rng):
                film.write(picture.tobytes())


def film_board(folder: Path) -> None:
    """A board at the start of a game, with its noise."""
    board = DrawnBoard(load_layout(BOARD), seed=8)
    board.stand(Table().after(STARTED).state.pieces)
    still = cv2.resize(board.picture(), BOARD_SIZE, interpolation=cv2.INTER_CUBIC)
    grain = np.random.default_rng(0)
    with (folder / "1.raw").open("wb") as film:
        for _ in range(8):
            film.write(cv2.add(still, grain.integers(0, 4, still.shape, np.uint8)).tobytes())


def measured(folder: Path, state: str, config: str, seconds: float) -> str:
    """The memory of a daemon after some seconds and its most, MB; and how many dice it has read."""
    settings = folder / "config.toml"
    settings.write_text(config)
    (folder / state).mkdir()
    with Journal(folder / state / "games.sqlite") as journal:
        journal.begin(STARTED, time.time())
    environ = {
        **os.environ,
        **unit_environment(),
        "UMPIRE_FILMS": str(folder),
        "PYTHONPATH": f"{HERE / 'wired'}:{ROOT}",
    }
    command = [sys.executable, "-m", "firmware_py", "daemon", "--config", str(settings)]
    with subprocess.Popen([*command, "--state", str(folder / state)], env=environ) as daemon:
        time.sleep(seconds)
        status = Path(f"/proc/{daemon.pid}/status").read_text()
        daemon.send_signal(signal.SIGTERM)
        daemon.wait(20)
    now, most, buffers = (
        int(number) / 1024
        for key in ("VmRSS", "VmHWM", "RssShmem")
        for number in re.findall(rf"{key}:\s+(\d+)", status)
    )
    return (
        f"{now - buffers:.0f} MB, at most {most - buffers:.0f} MB, besides {buffers:.0f} MB of the cameras' "
        f"buffers; {dice_in(folder / state)} dice read"
    )


def unit_environment() -> dict[str, str]:
    """What the unit says of memory."""
    unit = (ROOT / "systemd/pop-umpire.service").read_text()
    return dict(pair.split("=", 1) for pair in re.findall(r"\b(MALLOC_\w+=\d+)", unit))


def dice_in(state: Path) -> int:
    """How many dice a journal holds."""
    with Journal(state / "games.sqlite") as journal:
        number = journal.unfinished()
        return 0 if number is None else replay(journal.load(number)).ply


if __name__ == "__main__":
    main()
