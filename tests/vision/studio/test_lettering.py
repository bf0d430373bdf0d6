"""Text for the printer has every letter, with its marks."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from PIL import Image, ImageDraw

from firmware_py.words import LANGUAGES, Words
from vision.studio.lettering import font_of, letter, line_length


def written(text: str) -> np.ndarray:
    image = Image.new("L", (400, 120), 255)
    letter(ImageDraw.Draw(image), (20, 20), text, 60, 0)
    return np.asarray(image)


@pytest.mark.parametrize("marked", "àâäçèéêëîïôöùûüÄÖÜÉÀÇ")
def test_a_mark_stands_over_or_under_its_letter_and_nowhere_else(marked: str) -> None:
    plain = unicodedata.normalize("NFD", marked)[0]
    change = np.abs(written(f"n{marked}n").astype(int) - written(f"n{plain}n")) > 128
    assert change.sum() > 20
    columns = np.flatnonzero(change.any(axis=0))
    left, right = 20 + line_length("n", 60), 20 + line_length(f"n{plain}", 60)
    assert left - 4 < columns.min() and columns.max() < right + 4


def test_every_sign_of_the_sheets_can_be_written() -> None:
    missing = bytes(font_of(60).getmask("\ufffd"))
    for language in LANGUAGES:
        for entry in Words(language).entries("paper").values():
            for sign in set(entry["say"]):
                assert sign == " " or (written(sign) < 128).any() or sign == "\N{NO-BREAK SPACE}", sign
    assert bytes(font_of(60).getmask("q")) != missing
    assert np.array_equal(written("ß"), written("ss"))
