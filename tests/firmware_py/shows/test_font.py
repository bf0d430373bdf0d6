"""Text in the OLED's font."""

from __future__ import annotations

import string

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from firmware_py.shows.font import draw_text, fit, has_glyphs, text_width, wrap


def drawn(text: str, scale: int = 1) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    image = Image.new("1", (400, 40))
    draw_text(image, (4, 8), text, 1, scale)
    return np.asarray(image, bool)


def test_all_of_ascii_looks_different() -> None:
    pictures = {letter: drawn(letter).tobytes() for letter in string.printable.strip()}
    assert len(set(pictures.values())) == len(pictures)


@pytest.mark.parametrize("letter", list("äöüéèñåšÄÖÜÉÑŽ"))
def test_accents_are_drawn_over_the_letter(letter: str) -> None:
    import unicodedata

    plain = unicodedata.normalize("NFD", letter)[0]
    with_accent, without = drawn(letter), drawn(plain)
    assert with_accent.sum() > without.sum()
    assert (with_accent & without).sum() == without.sum()


def test_letters_below_the_line_and_of_their_own() -> None:
    assert drawn("ç").sum() > drawn("c").sum()
    assert drawn("ß").any()
    assert has_glyphs("Größe, ça, où, yö, Ähtäri!")
    assert not has_glyphs("字")


def test_what_the_font_lacks_is_a_box() -> None:
    assert drawn("字").tobytes() == drawn("語").tobytes()
    assert drawn("字").any()


def test_ligatures_and_quotes_are_written_out() -> None:
    assert drawn("œ").tobytes() == drawn("oe").tobytes()
    assert drawn("“’”").tobytes() == drawn('"\'"').tobytes()


@given(st.text(max_size=40), st.integers(10, 128), st.sampled_from([1, 2]))
def test_a_fitted_text_fits(text: str, width: int, scale: int) -> None:
    fitted = fit(text, width, scale)
    assert text_width(fitted, scale) <= width
    assert fitted == text or fitted.endswith("…")


@given(st.text(max_size=60), st.integers(20, 128))
def test_wrapped_lines_fit_and_lose_no_word_that_fits(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(text_width(line) <= width for line in lines)
    if all(text_width(word) <= width for word in text.split(" ")):
        assert " ".join(lines) == text


def test_the_width_is_that_of_the_drawing() -> None:
    columns = np.flatnonzero(drawn("Hello, Anna!", 2).any(axis=0))
    assert columns[-1] - columns[0] + 1 == text_width("Hello, Anna!", 2)


def test_black_on_white() -> None:
    image = Image.new("1", (40, 12), 1)
    end = draw_text(image, (1, 2), "Hi", 0)
    assert end > 1
    assert not np.asarray(image, bool).all()
