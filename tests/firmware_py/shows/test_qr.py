"""The page's address as a code: what a phone's camera reads off the OLED and the terminal."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from PIL import Image

from firmware_py.shows.oled import HEIGHT, WIDTH, render_oled
from firmware_py.shows.qr import qr_modules, qr_text
from firmware_py.table import Table
from firmware_py.table.events import AddressShown, DiceGiven, Pressed
from firmware_py.table.values import Address
from firmware_py.view import TableView, view
from firmware_py.words import Words
from tests.firmware_py.shows.moments import started

WORDS = Words(strict=True)
ADDRESSES = [
    "http://10.0.0.7:8080/",
    "http://192.168.178.123:8080/",
    "http://pop-umpire.local:8080/",
    "http://[fd00:1234:5678:9abc::17]:8080/",
]


def read(picture: np.ndarray) -> str:
    """What a phone reads in a grey picture; the bezel round it is dark."""
    framed = cv2.copyMakeBorder(picture, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(12,))
    text, *_ = cv2.QRCodeDetector().detectAndDecode(framed)
    return str(text)


def shown(address: str, until: float = math.inf) -> TableView:
    return view(Table().after(AddressShown(at=0.0, address=Address(address, 0, until))))


def photographed(image: Image.Image, size: int) -> np.ndarray:
    """The frame as a camera sees it: lit pixels glow, with dark gaps between them."""
    dots = np.asarray(image, np.uint8) * 215 + 20
    large = np.kron(dots, np.ones((size, size), np.uint8))
    large[size - 1 :: size] = 20
    large[:, size - 1 :: size] = 20
    return np.asarray(cv2.GaussianBlur(large, (0, 0), size / 3), np.uint8)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("size", [4, 7])
def test_a_phone_reads_the_oled(address: str, size: int) -> None:
    image = render_oled(shown(address), 1.0, WORDS)
    assert (image.mode, image.size) == ("1", (WIDTH, HEIGHT))
    assert read(photographed(image, size)) == address.upper()


def test_a_phone_reads_it_from_aside_too() -> None:
    picture = photographed(render_oled(shown(ADDRESSES[1]), 1.0, WORDS), 7)
    height, width = picture.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = np.array([[40, 30], [width, 0], [width - 20, height], [0, height - 60]], np.float32)
    turned = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(corners, seen), (width, height))
    assert read(turned) == ADDRESSES[1].upper()


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_phone_reads_the_terminal(address: str) -> None:
    lines = qr_text(address).plain.splitlines()
    assert len({len(line) for line in lines}) == 1
    rows = [[letter in dark for letter in line] for line in lines for dark in ("▀█", "▄█")]
    picture = np.where(np.array(rows), 0, 255).astype(np.uint8)
    assert read(np.kron(picture, np.ones((8, 8), np.uint8))) == address.upper()


def test_the_code_is_small_enough_for_two_pixels_a_module() -> None:
    assert all(len(qr_modules(address)) * 2 <= HEIGHT - 6 for address in ADDRESSES)


def test_an_address_that_is_too_long_stands_there_in_letters() -> None:
    long = "http://a-very-long-name-of-a-machine-that-nobody-can-type.home.arpa:8080/"
    image = render_oled(shown(long), 1.0, WORDS)
    assert 0.02 < np.asarray(image, bool).mean() < 0.3


def test_the_code_and_the_game_take_turns_until_its_time_is_over() -> None:
    without = view(Table())
    with_code = replace(without, address=Address(ADDRESSES[0], 0, 30.0))
    frames = [render_oled(with_code, t, WORDS) for t in (1.0, 8.0, 31.0)]
    plain = [render_oled(without, t, WORDS) for t in (1.0, 8.0, 31.0)]
    assert [frame.tobytes() == bare.tobytes() for frame, bare in zip(frames, plain, strict=True)] == [
        False,
        True,
        True,
    ]


def test_it_goes_away_once_something_is_entered() -> None:
    table = started().after(AddressShown(at=0.0, address=Address(ADDRESSES[0], 0)))
    assert view(table).address is not None
    assert view(table.after(Pressed(at=1.0))).address is None, "the dice roll"
    assert view(table.after(DiceGiven(at=1.0, faces=(2,)))).address is None
    assert view(table.after(AddressShown(at=1.0, address=None))).address is None
