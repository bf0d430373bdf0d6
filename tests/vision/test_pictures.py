"""Any file either becomes a picture or is refused in one sentence that names it."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.errors import PictureError, VisionError
from vision.pictures import LONGEST_SIDE, load_picture


def test_colours_come_in_the_order_that_opencv_wants(tmp_path: Path) -> None:
    Image.new("RGB", (3, 2), (10, 20, 30)).save(tmp_path / "a.png")
    picture = load_picture(tmp_path / "a.png")
    assert picture.shape == (2, 3, 3) and picture.dtype == np.uint8
    assert picture[0, 0].tolist() == [30, 20, 10]


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "RGBA", "CMYK", "I;16", "F"])
def test_every_mode_becomes_three_colours(tmp_path: Path, mode: str) -> None:
    path = tmp_path / ("a.tif" if mode in ("F", "CMYK") else "a.png")
    Image.new("RGB", (8, 5), (200, 200, 200)).convert("L").convert(mode).save(path)
    assert load_picture(path).shape == (5, 8, 3)


def test_sixteen_bits_are_scaled_and_not_cut(tmp_path: Path) -> None:
    levels = np.linspace(0, 65535, 256).astype(np.uint16).reshape(16, 16)
    Image.fromarray(levels).save(tmp_path / "deep.png")
    picture = load_picture(tmp_path / "deep.png")
    assert picture.min() == 0 and picture.max() == 255 and abs(float(picture.mean()) - 127.5) < 2


def floats(path: Path, *levels: float) -> list[int]:
    """What the levels of a floating-point file become."""
    Image.fromarray(np.array([levels], np.float32)).save(path / "f.tif")
    return [int(level) for level in load_picture(path / "f.tif")[0, :, 0]]


def test_floating_point_levels_from_0_to_1_are_no_black_picture(tmp_path: Path) -> None:
    assert floats(tmp_path, 0.0, 0.5, 1.0) == [0, 127, 255]
    assert floats(tmp_path, 0.0, 0.5, 1.0, 1.2) == [0, 127, 255, 255]
    assert floats(tmp_path, 0.0, 100.0, 255.0) == [0, 100, 255]
    assert floats(tmp_path, 0.0, 25_600.0) == [0, 100]


def test_floating_point_levels_that_are_no_numbers_or_all_alike_raise_no_warning(tmp_path: Path) -> None:
    nan, inf = float("nan"), float("inf")
    assert floats(tmp_path, nan, 0.0, 1.0, inf, -inf) == [0, 0, 255, 255, 0]
    assert floats(tmp_path, nan, 50.0, 200.0, inf) == [50, 50, 200, 200]
    assert floats(tmp_path, nan, inf) == [0, 0]
    assert floats(tmp_path, -7.0, -7.0) == [0, 0]
    assert floats(tmp_path, -1.0, 1.0) == [0, 255]


def test_transparent_parts_are_white(tmp_path: Path) -> None:
    Image.new("RGBA", (4, 4), (0, 0, 0, 0)).save(tmp_path / "clear.png")
    assert load_picture(tmp_path / "clear.png").min() == 255


def test_one_pixel_is_a_picture(tmp_path: Path) -> None:
    Image.new("L", (1, 1), 7).save(tmp_path / "dot.png")
    assert load_picture(tmp_path / "dot.png").tolist() == [[[7, 7, 7]]]


@pytest.mark.parametrize("name", ["huge.jpg", "huge.png"])
def test_a_huge_picture_is_shrunk(tmp_path: Path, name: str) -> None:
    Image.new("L", (12000, 9000), 90).save(tmp_path / name)
    picture = load_picture(tmp_path / name)
    assert max(picture.shape) <= LONGEST_SIDE
    assert picture.shape[1] / picture.shape[0] == pytest.approx(4 / 3, abs=0.01)


def test_the_camera_may_be_held_sideways(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (20, 10), "white").save(tmp_path / "side.jpg", exif=exif)
    assert load_picture(tmp_path / "side.jpg").shape == (20, 10, 3)


def test_what_is_no_picture_is_named(tmp_path: Path) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("not a picture")
    empty = tmp_path / "empty.png"
    empty.touch()
    cut = tmp_path / "cut.png"
    Image.effect_noise((64, 64), 50).save(cut)
    cut.write_bytes(cut.read_bytes()[:500])
    for path in (text, empty, cut, tmp_path / "missing.jpg", tmp_path):
        with pytest.raises(PictureError, match=path.name) as caught:
            load_picture(path)
        assert isinstance(caught.value, VisionError) and isinstance(caught.value, OSError)
        assert "\n" not in str(caught.value)


def test_a_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    with pytest.raises(PictureError, match=r"pipe.png: this is no picture"):
        load_picture(tmp_path / "pipe.png")


def test_a_picture_of_four_hundred_million_pixels_is_refused_in_our_words(tmp_path: Path) -> None:
    Image.new("1", (20_000, 20_000)).save(tmp_path / "huge.png")
    with pytest.raises(PictureError, match="more than 150 million pixels; shrink it first"):
        load_picture(tmp_path / "huge.png")
