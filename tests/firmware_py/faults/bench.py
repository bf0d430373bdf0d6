"""A table with one part under test: the part is spoilt, the game goes on, the part comes back."""

from __future__ import annotations

import errno
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from gpiozero.pins.mock import MockFactory

from firmware_py.errors import DeviceError
from firmware_py.journal import Journal
from firmware_py.loop import Loop
from firmware_py.senses.base import Sense
from firmware_py.senses.board_camera import BoardCamera
from firmware_py.senses.board_drawn import DrawnBoard
from firmware_py.senses.board_eye import BoardEye
from firmware_py.senses.camera import WatchedDome
from firmware_py.senses.cup import CupCamera
from firmware_py.senses.cup_drawn import DrawnCup
from firmware_py.senses.debounce import DOME, Happened
from firmware_py.senses.dicebox import ElectronicDice, PhotographedDice
from firmware_py.senses.dome import DrawnDome, PressedDome
from firmware_py.senses.frames import Frame
from firmware_py.senses.newest import NewestFrame
from firmware_py.senses.picamera import PiCamera, PiCameraSettings
from firmware_py.senses.pictures import PictureFolder
from firmware_py.senses.switch import VirtualSwitch
from firmware_py.senses.switches import Switches, Wiring
from firmware_py.shows.base import Show
from firmware_py.shows.display import OledDisplay, OledSettings
from firmware_py.shows.ws281x import LedStrip, StripSettings
from firmware_py.table import Table, wants
from firmware_py.table.events import Answered, DiceGiven, Started
from firmware_py.view import TableView
from firmware_py.words import Words
from hardware.counters import plan_of_counters
from hardware.layout import Layout, load_layout
from rules import Chance, Choice, Dice, Seat
from tests.firmware_py.senses.filmed import FilmedTable
from tests.firmware_py.senses.pi import FakePicamera2
from tests.firmware_py.shows.wires import Chip, Spi
from vision.board.watcher import BoardWatcher
from vision.dice.reader import DiceReader

__all__ = ["GEARHEAD", "PARTS", "Bench", "Part"]

PATIENCE = 20.0
SEATS = (Seat("red", "Anna"), Seat("yellow", "Ben"))
TROUBLE = Started(at=0.0, game="trouble", seats=SEATS, first="red")
GEARHEAD = Started(at=0.0, game="gearhead", seats=(Seat("south", "Anna"), Seat("north", "Ben")))


@dataclass
class Part:
    """A part at the bench.

    Attributes:
        name: what faults call it.
        sense, show: the part itself: one of them.
        spoil: breaks it in the way that is named.
        mend: makes it well.
        works: whether it does what it is for.
    """

    name: str
    spoil: Callable[[str], None]
    mend: Callable[[], None]
    works: Callable[[], bool] = lambda: True
    sense: Sense | None = None
    show: Show | None = None
    press: Callable[[float], None] = field(default=lambda at: None)


class Bench:
    """A loop that is stepped by the test, with a game that is played by hand."""

    def __init__(self, part: Part, journal: Journal | None = None, begun: Started = TROUBLE) -> None:
        self.part = part
        senses, shows = [part.sense] * (part.sense is not None), [part.show] * (part.show is not None)
        self.loop = Loop(Table(), journal, [s for s in senses if s], [s for s in shows if s])
        self.loop.post(replace(begun, at=self.loop.now()))
        self.loop.start()
        self.until(lambda view: view.game is not None)

    @property
    def faults(self) -> dict[str, str]:
        return {fault.part: fault.why for fault in self.loop.view.faults}

    def until(self, holds: Callable[[TableView], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds(self.loop.view):
            assert time.monotonic() < end, f"in vain: {self.loop.view.phase}, {self.faults}"
            self.loop.step(0.01)

    def play_on(self, plies: int = 4) -> None:
        """The people enter dice and answer: the game must go on as if nothing were."""
        for _ in range(plies):
            table = self.loop.table
            before, at = table.ply, self.loop.now()
            awaits = table.state.awaits
            if isinstance(awaits, Choice):
                self.loop.post(Answered(at=at, answer=awaits.options[0], ply=before))
            elif wants(table).draw is not None:
                assert isinstance(awaits, Chance)
                drawn = awaits.outcomes[before % len(awaits.outcomes)][0]
                self.loop.post(Answered(at=at, answer=drawn, ply=before))
            else:
                dice = wants(table).dice
                assert dice is not None
                faces = (6,) if dice == Dice("d6") else tuple(1 + before % 3 for _ in dice.kinds)
                self.loop.post(DiceGiven(at=at, faces=faces, ply=before))
            self.until(lambda view, before=before: view.ply > before)

    def close(self) -> None:
        self.loop.close()


# -- the parts ---------------------------------------------------------------------------------------


class SlowChip(Chip):
    """A chip on a bus that can be slow."""

    seconds = 0.0

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        time.sleep(self.seconds)
        super().write_i2c_block_data(address, register, data)


def oled() -> Part:
    chip = SlowChip(False)
    show = OledDisplay(OledSettings(), Words(), chip)

    def spoil(how: str) -> None:
        chip.broken = how in ("absent", "lost")
        chip.seconds = 0.02 if how == "slow" else 0.0
        if how == "lying":
            chip.memory[:] = 0xAA  # it forgot everything, as after a dip of its supply

    def mend() -> None:
        chip.broken, chip.seconds = False, 0.0

    return Part("OLED", spoil, mend, lambda: bool(chip.picture().any()) and chip.on, show=show)


class SlowSpi(Spi):
    """A bus that can be slow."""

    seconds = 0.0

    def writebytes2(self, data: bytes) -> None:
        time.sleep(self.seconds)
        super().writebytes2(data)


LAYOUTS = {"trouble": load_layout("trouble"), "gearhead": load_layout("chessboard")}


def strip() -> Part:
    spi = SlowSpi()
    absent: list[Exception] = []

    def opened() -> Spi:
        if absent:
            raise absent[0]
        return spi

    show = LedStrip(StripSettings(), LAYOUTS, opened, 4096)

    def spoil(how: str) -> None:
        if how == "absent":
            absent.append(FileNotFoundError(errno.ENOENT, "No such file"))
        if how == "forbidden":
            absent.append(PermissionError(errno.EACCES, "Permission denied"))
        spi.broken = OSError(errno.EIO, "Input/output error") if how == "lost" else None
        spi.seconds = 0.3 if how == "slow" else 0.0

    def mend() -> None:
        absent.clear()
        spi.broken, spi.seconds = None, 0.0

    return Part("LED strip", spoil, mend, lambda: bool(spi.frames), show=show)


def switches() -> Part:
    factory = MockFactory()
    pin = factory.pin(17)
    busy = [False]
    presses: list[Happened] = []

    class Kernel:
        """The factory, which the kernel may refuse a pin."""

        def pin(self, number: int) -> Any:
            if busy[0]:
                raise OSError(errno.EBUSY, "GPIO busy")
            return pin

        def ticks(self) -> float:
            return time.monotonic()

        def ticks_diff(self, later: float, earlier: float) -> float:
            return later - earlier

    sense = Switches({"dome switch": Wiring(17, DOME)}, lambda name, one: presses.append(one), Kernel())

    def spoil(how: str) -> None:
        busy[0] = how == "absent"
        if how == "chattering":
            for _ in range(400):
                pin.drive_low()
                pin.drive_high()
        if how == "lying":  # an edge is lost: it says that it is still down
            pin.drive_low()
            time.sleep(0.02)
            pin.edges = "falling"
            pin.drive_high()
            pin.edges = "both"

    def mend() -> None:
        busy[0] = False

    def works() -> bool:
        count = len(presses)
        pin.drive_low()
        time.sleep(0.03)
        pin.drive_high()
        time.sleep(0.2)
        return len(presses) > count

    return Part("switches", spoil, mend, works, sense=sense)


class Sensor(FakePicamera2):
    """A Pi camera whose pictures, and whose faults, are chosen."""

    def __init__(self) -> None:
        super().__init__(time.monotonic)
        self.picture = DrawnDome(7).read().picture
        self.hangs = threading.Event()
        self.frozen = False
        self._grain = np.random.default_rng(1)

    def capture_request(self, wait: float) -> Any:
        time.sleep(0.02)
        if self.hangs.is_set():
            time.sleep(wait)
            raise TimeoutError
        request = super().capture_request(wait)
        noise = self._grain.integers(0, 3, self.picture.shape, np.uint8)
        request._array = self.picture if self.frozen else np.maximum(self.picture, noise)
        return request


def camera() -> Part:
    sensor, missing = Sensor(), [False]

    def made(number: int) -> Sensor:
        if missing[0]:
            raise DeviceError("There is no Pi camera number 0.")
        return sensor

    settings = PiCameraSettings(fps=30.0, size=(640, 480), limit=0.1)
    source = NewestFrame(PiCamera(settings, made), limit=0.4)
    sense = WatchedDome(source, DiceReader(), switched=True)
    original = sensor.picture

    def spoil(how: str) -> None:
        missing[0] = how == "absent"
        sensor.fails = RuntimeError("Camera frontend has timed out!") if how == "lost" else None
        if how == "busy":
            sensor.fails = RuntimeError("Pipeline handler in use by another process")
        if how == "slow":
            sensor.hangs.set()
        sensor.frozen = how == "frozen"
        if how == "black":
            sensor.picture = np.zeros_like(original)

    def mend() -> None:
        missing[0], sensor.fails, sensor.frozen, sensor.picture = False, None, False, original
        sensor.hangs.clear()

    def press(at: float) -> None:
        sense.press(at)
        time.sleep(0.1)
        sense.release(at + 0.1)

    return Part("Pi camera 0", spoil, mend, sense=sense, press=press)


def folder(path: Path) -> Part:
    pictures = path / "pictures"

    def mend() -> None:
        pictures.mkdir(exist_ok=True)
        cv2.imwrite(str(pictures / "1.png"), DrawnDome(3).read().picture)

    def spoil(how: str) -> None:
        if how == "lying":
            (pictures / "1.png").write_text("no picture")
            return
        for file in pictures.glob("*"):
            file.unlink()
        if how == "absent":
            pictures.rmdir()

    mend()
    box = PhotographedDice(PictureFolder(pictures), DiceReader())
    sense = PressedDome(box, VirtualSwitch(random.Random(1)), seconds=0.0, bits=random.Random(1).getrandbits)
    return Part(sense.name, spoil, mend, sense=sense, press=sense.press)


class Moody(ElectronicDice):
    """Electronic dice whose randomness can fail."""

    broken = False

    def roll(self, dice: Any, now: Callable[[], float]) -> DiceGiven:
        if self.broken:
            raise OSError(errno.EIO, "no randomness")
        return super().roll(dice, now)


def electronic() -> Part:
    box = Moody(random.Random(2).getrandbits)
    sense = PressedDome(box, VirtualSwitch(random.Random(1)), seconds=0.0, bits=random.Random(1).getrandbits)

    def spoil(how: str) -> None:
        box.broken = True

    def mend() -> None:
        box.broken = False

    return Part(sense.name, spoil, mend, sense=sense, press=sense.press)


class Frames:
    """A live source that ends or fails."""

    name, live = "webcam 3", True

    def __init__(self) -> None:
        self.absent = self.ended = False
        self.error: Exception | None = None

    def open(self) -> None:
        if self.absent:
            raise DeviceError("There is no camera number 3.")

    def read(self) -> Frame | None:
        time.sleep(0.01)
        if self.error is not None:
            raise self.error
        return None if self.ended else Frame(np.full((48, 64), 90, np.uint8))

    def close(self) -> None: ...


def webcam() -> Part:
    frames = Frames()

    def spoil(how: str) -> None:
        frames.absent, frames.ended = how == "absent", how == "ended"
        frames.error = DeviceError("It was unplugged.") if how == "lost" else None
        if how == "crashing":
            frames.error = ZeroDivisionError("driver")

    def mend() -> None:
        frames.absent, frames.ended, frames.error = False, False, None

    return Part("webcam 3", spoil, mend, sense=WatchedDome(frames, DiceReader()))


def board() -> Part:
    drawn = DrawnBoard(load_layout("trouble-tags"), seed=8)
    drawn.stand(Table().after(Started(at=0.0, game="trouble", seats=SEATS)).state.pieces)
    film = FilmedTable(drawn, fps=20.0)
    calibrations: list[DeviceError] = []

    def known() -> tuple[Layout, BoardWatcher]:
        if calibrations:
            raise calibrations[0]
        return drawn.layout, BoardWatcher(drawn.layout)

    eye = BoardEye(known)
    sense = BoardCamera(NewestFrame(film, limit=3.0), eye)

    def spoil(how: str) -> None:
        film.absent, film.lost = how == "absent", how == "lost"
        film.slow, film.frozen, film.covered = how == "slow", how == "frozen", how == "covered"
        if how == "uncalibrated":
            calibrations.append(DeviceError("it has not been shown the board yet: run `umpire calibrate`"))
        if how == "bumped":
            film.knock()

    def mend() -> None:
        film.absent = film.lost = film.slow = film.frozen = film.covered = False
        calibrations.clear()

    return Part("board camera", spoil, mend, lambda: eye.dome() is not None, sense=sense)


class FaultyCup(DrawnCup):
    """A drawn cup whose camera can be spoilt."""

    how = ""

    def open(self) -> None:
        if self.how == "absent":
            raise DeviceError("There is no camera number 5.")

    def read(self) -> Frame:
        if self.how:
            raise DeviceError("Camera number 5 gives no more pictures; was it unplugged?")
        return super().read()


def cup() -> Part:
    source = FaultyCup(plan_of_counters(load_layout("chessboard")), lambda: 0, lambda: False, seed=1)

    def spoil(how: str) -> None:
        source.how = how

    def mend() -> None:
        source.how = ""

    return Part("cup camera", spoil, mend, sense=CupCamera(source), press=lambda at: source.show("orbit"))


PARTS: dict[str, Callable[..., Part]] = {
    "OLED": oled, "strip": strip, "switches": switches, "camera": camera, "folder": folder,
    "electronic": electronic, "webcam": webcam, "board": board, "cup": cup,
}  # fmt: skip
