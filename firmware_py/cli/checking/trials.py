"""Trials that people look at: a picture on the OLED, a walk over the LEDs, a photo of the dome."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from firmware_py.cli.checking.cameras import in_colours, take_board_picture, take_picture
from firmware_py.cli.checking.findings import Finding, Health
from firmware_py.cli.reasons import reading_in_words, reason_of
from firmware_py.cli.serving.parts import oled_settings, strip_settings
from firmware_py.config import Config
from firmware_py.errors import DeviceError
from firmware_py.senses.board_place import calibrated
from firmware_py.shows.colours import OFF, RGB, WHITE, light_of
from firmware_py.shows.display import Panel
from firmware_py.shows.font import draw_text
from firmware_py.shows.leds import leds_of
from firmware_py.shows.oled import HEIGHT, WIDTH
from firmware_py.shows.ws281x import LedStrip
from firmware_py.words import Words
from hardware.layout import Layout
from vision.board.chess.chess_overlay import draw_chess
from vision.board.chess.chess_reader import ChessReader
from vision.board.overlay import draw
from vision.board.watcher import BoardWatcher
from vision.dice.overlay import draw_reading
from vision.dice.reader import DiceReader
from vision.dice.settings import ReaderSettings
from vision.pop import find_place, glare_of, glare_reading

__all__ = ["photo_of_board", "photo_of_dome", "photos", "picture_for_oled", "show_on_oled", "walk_over_leds"]

_STEP_SECONDS = 0.12


def picture_for_oled() -> Image.Image:
    """A frame one pixel wide round the whole glass, and words: a wrong driver or offset is seen at once."""
    image = Image.new("1", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=1)
    pen.line((0, 0, 12, 12), fill=1)
    pen.line((WIDTH - 1, 0, WIDTH - 13, 12), fill=1)
    for line, text in enumerate(
        ("Pop Umpire", "Is the frame whole,", "one pixel wide,", "on all four sides?")
    ):
        draw_text(image, (16, 14 + 10 * line), text)
    return image


def show_on_oled(config: Config, wait: Callable[[float], None], seconds: float = 5.0) -> Iterator[Finding]:
    """Show the test picture for some seconds."""
    try:
        panel = Panel(oled_settings(config.oled))
        panel.show(picture_for_oled())
        wait(seconds)
        panel.blank()
        panel.release()
    except (DeviceError, OSError) as error:
        yield Finding("OLED picture", Health.BROKEN, str(error))
        return
    yield Finding(
        "OLED picture",
        Health.NOTE,
        "A frame of one pixel and four lines of text were shown.",
        "If a side was missing or garbled: set oled.driver = sh1106 (or ssd1306), or oled.column_offset.",
    )


def walk_over_leds(config: Config, layout: Layout, wait: Callable[[float], None]) -> Iterator[Finding]:
    """Light one LED after the other, red, green, blue and white in turn."""
    strip = LedStrip(strip_settings(config.strip), {layout.game: layout})
    leds = leds_of(layout)
    order = list(leds.names.items())
    lights: tuple[RGB, ...] = (light_of("red"), light_of("green"), light_of("blue"), WHITE)
    try:
        strip.open()
        for number, (led, _) in enumerate(order):
            frame = [OFF] * leds.count
            frame[led] = lights[number % 4]
            strip.send(frame)
            wait(_STEP_SECONDS)
    except DeviceError as error:
        yield Finding("LED walk", Health.BROKEN, str(error))
        return
    finally:
        strip.close()
    yield Finding(
        "LED walk",
        Health.NOTE,
        f"{len(order)} LEDs were lit in the order {order[0][1]}, {order[1][1]}, ..., red first, then green.",
        "If colours were swapped: set strip.order; if places were: write [leds] of the board's layout.",
    )


def photos(config: Config, game: str, layout: Layout, folder: Path, file: Path) -> Iterator[Finding]:
    """Take photos of the dome, and of the board beside it, as far as there are cameras for them.

    Args:
        folder: where the calibration of the board is kept.
        file: of the dome's photo; that of the board gets "-board" to its name.
    """
    if config.dice.source in ("camera", "virtual") or not config.board_camera.on:
        yield from photo_of_dome(config, game, file)
    if config.board_camera.on:
        yield from photo_of_board(config, layout, folder, file.with_stem(f"{file.stem}-board"))


def photo_of_board(config: Config, layout: Layout, folder: Path, file: Path) -> Iterator[Finding]:
    """Take a photo of the board, write into it what is seen on it, and keep it."""
    try:
        picture = in_colours(take_board_picture(config).picture)
    except DeviceError as error:
        yield Finding("board photo", Health.BROKEN, str(error))
        return
    try:
        known, watcher = calibrated(folder, layout)
    except DeviceError as error:
        said, drawn = str(error), picture
    else:
        said, drawn = _board_seen(picture, known, watcher)
    if not cv2.imwrite(str(file), drawn):
        yield Finding("board photo", Health.BROKEN, f"{file} cannot be written.", "Name a .png or .jpg file.")
        return
    yield Finding("board photo", Health.NOTE, f"{file}: {said}")


def _board_seen(
    picture: NDArray[np.uint8], layout: Layout, watcher: BoardWatcher | ChessReader
) -> tuple[str, NDArray[np.uint8]]:
    """What a picture (H, W, 3) of a board shows, in words, and drawn into it."""
    drawn: NDArray[np.uint8]
    if isinstance(watcher, ChessReader):
        toys = watcher.look_closely(picture)
        seen, drawn = toys.seen, draw_chess(picture, toys, layout)
    else:
        men = watcher.look_closely(picture)
        seen, drawn = men.seen, draw(picture, men, layout)
    said = Words().say(f"board.reason.{seen.reason}", seen.facts)
    sure = ", ".join(f"{space} {top}" for space, top in seen.tops.items())
    return f"{said} Seen for sure: {sure or 'nothing'}.", drawn


def photo_of_dome(config: Config, game: str, file: Path) -> Iterator[Finding]:
    """Take a photo, write what is read in it into it, and keep it."""
    try:
        frame = take_picture(config, game)
    except DeviceError as error:
        yield Finding("photo", Health.BROKEN, str(error))
        return
    reader = DiceReader(settings=ReaderSettings(sure=config.dice.sure, kind=config.dice.kind))
    reading = reader.read(frame.picture, dice="headache" if game == "headache" else "trouble")
    if not cv2.imwrite(str(file), draw_reading(frame.picture, reading)):
        yield Finding("photo", Health.BROKEN, f"{file} cannot be written.", "Name a .png or .jpg file.")
        return
    words = Words()
    said = f"{reading_in_words(reading, words)} {reason_of(reading, words)}"
    yield Finding("photo", Health.NOTE, f"{file}: {said}")
    dome = find_place(frame.picture).dome
    glare = None if dome is None else glare_of(frame.picture, dome)
    if glare is not None and glare.much:
        yield Finding("dome", Health.NOTE, reason_of(glare_reading(glare), words))
