"""Every kind of die is told of in one place, and the catalogue names each."""

from __future__ import annotations

import pytest

from firmware_py.words import LANGUAGES, Words
from rules import UnknownDieError
from rules.dice import DICE, die_faces


def test_what_dice_show() -> None:
    assert die_faces("d3") == (1, 2, 3)
    assert die_faces("d4") == (1, 2, 3, 4)
    assert die_faces("d20") == tuple(range(1, 21))
    assert die_faces("red") == (0, 1)


@pytest.mark.parametrize("kind", ["", "d", "d7", "coin", "D6"])
def test_a_die_that_does_not_exist_is_named(kind: str) -> None:
    with pytest.raises(UnknownDieError, match=f"no die of the kind '{kind}': there are d3, d4"):
        die_faces(kind)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", DICE)
def test_every_language_has_a_word_for_every_die(language: str, kind: str) -> None:
    words = Words(language, strict=True)
    assert words.term(f"die_{kind}") != f"die_{kind}"
