"""The catalogue itself, and that whatever a table can tell has a sentence that fits the facts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import firmware_py
from firmware_py.errors import WordsError
from firmware_py.words import SHORT_LENGTH, Words
from rules import GAMES
from tests.firmware_py.words.playing import evenings, says

STRICT = Words(strict=True)
HOUSE = Path(firmware_py.__file__).parent


# -- the catalogue -----------------------------------------------------------------------------------


def test_a_sentence_is_filled_with_facts() -> None:
    facts = {"origin": "RH4", "target": "T0", "captured": ("blue",)}
    whole = "A man leaves home for T0, capturing a blue man."
    assert STRICT.say("table.option.enter_capturing", facts) == whole
    assert STRICT.short("table.option.enter_capturing", facts) == "Home to T0 x blue"


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ("red", "red"),
        ("big_al", "Big Al"),
        ("RF3", "finish 3"),
        ("GH2", "home"),
        ("T12", "T12"),
        (7, "7"),
        (True, "yes"),
        (None, "none"),
        ((), "none"),
        (("red",), "red"),
        (("red", "blue"), "red and blue"),
        (("red", "blue", "green"), "red, blue and green"),
        (("red", "blue", "red"), "2 red men and blue"),
    ],
)
def test_facts_in_words(fact: object, words: str) -> None:
    assert STRICT.term(fact) == words  # type: ignore[arg-type]


def test_names_of_people_stay_as_they_are() -> None:
    assert STRICT.say("table.verdict.undone_by", {"by": "ziggy"}) == "Ziggy took that back."
    facts = {"players": ("big_al", "RH1"), "winners": ("red", "blue")}
    assert STRICT.say("table.headline.drawn", facts) == "The game is over: big_al and RH1 are equal."


def test_a_sentence_that_begins_with_a_square_keeps_its_name() -> None:
    assert STRICT.say("table.option.move", {"origin": "e2", "target": "e4"}) == "e2 to e4."


def test_what_is_missing_is_an_error_in_tests_and_shown_at_the_table() -> None:
    for key in ("table.headline.nonsense", "nowhere.at.all", "table", ""):
        with pytest.raises(WordsError):
            STRICT.say(key)
        assert Words().say(key) == key
    with pytest.raises(WordsError, match="origin, target"):
        STRICT.say("table.option.move")
    assert Words().say("table.option.move", {"origin": "T3"}) == "T3 to {target}."


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(WordsError, match="klingon"):
        Words("klingon")


def test_all_sentences_are_well_formed() -> None:
    for file in sorted((HOUSE / "words" / "en").glob("*.toml")):
        if file.stem == "terms":
            continue
        for key, entry in STRICT.entries(file.stem).items():
            assert set(entry) <= {"say", "short"}, key
            assert "say" in entry, key
            for sentence in entry.values():
                assert sentence == sentence.strip(), key
                assert re.fullmatch(r"([^{}]|\{[a-z_]+(\.[a-z]+)?\})+", sentence), key
            told = set(re.findall(r"\{(\w+)", entry["say"]))
            assert set(re.findall(r"\{(\w+)", entry.get("short", ""))) <= told, key


# -- what a table can tell ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_whatever_happens_there_is_a_sentence_that_fits(game: str) -> None:
    told: set[str] = set()
    for seed in range(2):
        for shown in evenings(game, seed):
            for say in says(shown):
                sentence = STRICT.say(say.key, say.facts)
                assert "{" not in sentence
                assert sentence[-1] in ".!?", sentence
                short = STRICT.short(say.key, say.facts)
                assert len(short) <= SHORT_LENGTH, short
                told.add(say.key.rpartition(".")[0])
    assert told >= {f"{game}.why", f"{game}.event", f"{game}.ruling", "table.headline"}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_that_a_die_leans(game: str) -> None:
    assert STRICT.has(f"{game}.dice.cocked")


def test_every_key_that_the_table_names_has_a_sentence() -> None:
    sources = [path.read_text("utf-8") for room in ("table", "view") for path in (HOUSE / room).glob("*.py")]
    keys = {key for source in sources for key in re.findall(r'"(table\.\w+\.\w+)"', source)}
    assert len(keys) > 10
    assert {key for key in keys if not STRICT.has(key)} == set()


def test_every_sentence_of_the_table_is_used() -> None:
    sources = "".join(
        path.read_text("utf-8") for room in ("table", "view") for path in (HOUSE / room).glob("*.py")
    )
    for key in STRICT.entries("table"):
        section, _, name = key.removeprefix("table.").partition(".")
        word = name.removesuffix("_by").removesuffix("_capturing")
        assert re.search(rf'"(table\.{section}\.)?{word}"', sources), f"{key} is never said"
