"""French, German and Finnish beside English: the same sentences, the same facts, and room for them all."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import firmware_py
from firmware_py.shows.font import has_glyphs, text_width, wrap
from firmware_py.view import Say
from firmware_py.words import LANGUAGES, SHORT_LENGTH, Words, system_language
from rules import GAMES, Fact
from tests.firmware_py.words.playing import evenings, says

FOLDER = Path(firmware_py.__file__).parent / "words"
ROOMS = sorted(file.stem for file in (FOLDER / "en").glob("*.toml") if file.stem != "terms")
OTHERS = [language for language in LANGUAGES if language != "en"]
WORDS = {language: Words(language, strict=True) for language in LANGUAGES}

ENGLISH = re.compile(
    r"\b(the|and|moves?|from|with|that|this|must|may|cannot|again|first|popp?e?d?|roll(ed)?|before|side|board|turn|"
    r"red|yellow|blue|green|south|north|dice|home|finish|wins|game|over|men|piece|back|toy)\b"
)
"""Words that give English away."""

TEXT_PIXELS, LINES = 80, 5
"""The room for a sentence on the OLED, right of the dice."""
LIST_PIXELS, TITLE_PIXELS, ITEM_PIXELS = 72, 88, 120
"""A line in the list of moves; the title and a line of the menu."""


def sections(language: str, room: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / language / f"{room}.toml").read_text("utf-8"))


def told(sentence: str) -> set[str]:
    """The facts that a sentence tells."""
    return set(re.findall(r"\{([a-z_]+)(?:\.[a-z]+)?\}", sentence))


# -- the same in each ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_the_rooms_are_the_same(language: str) -> None:
    here, there = ({file.name for file in (FOLDER / one).glob("*.toml")} for one in (language, "en"))
    assert here == there | {"problems.toml"}  # English problems stand where they arise


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("room", ROOMS)
def test_every_sentence_exists_and_tells_the_same_facts(language: str, room: str) -> None:
    english, other = WORDS["en"].entries(room), WORDS[language].entries(room)
    assert other.keys() == english.keys()
    for key, entry in english.items():
        assert other[key].keys() == entry.keys(), key
        assert told(other[key]["say"]) == told(entry["say"]), key
        assert told(other[key].get("short", "")) <= told(entry["say"]), key


@pytest.mark.parametrize("language", OTHERS)
def test_every_term_exists(language: str) -> None:
    english, other = sections("en", "terms"), sections(language, "terms")
    assert other["terms"].keys() == english["terms"].keys()
    assert other["spaces"].keys() == english["spaces"].keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_well_formed(language: str) -> None:
    for room in ROOMS:
        for key, entry in WORDS[language].entries(room).items():
            assert set(entry) <= {"say", "short"}, key
            for sentence in entry.values():
                assert sentence == sentence.strip(), key
                assert "  " not in sentence, key
                assert re.fullmatch(r"([^{}]|\{[a-z_]+(\.[a-z]+)?\})+", sentence), key
                if language == "fr":
                    assert not re.search(r"[^ (][?!;:](?!/)", sentence), f"{key}: French sets a space there"


@pytest.mark.parametrize("language", OTHERS)
def test_rule_numbers_stay_as_they_are(language: str) -> None:
    number = re.compile(r"\b[A-Z]-[A-Z]*\d+[a-z]?\b")
    for room in ROOMS:
        other = WORDS[language].entries(room)
        for key, entry in WORDS["en"].entries(room).items():
            assert number.findall(other[key]["say"]) == number.findall(entry["say"]), key


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_the_same_as_in_english_is_a_name(language: str) -> None:
    shared = r"\.(pause|theme_auto|menu|line_live|season|place|season_places)$"
    names = re.compile(rf"\.game[._]|\.variant\.|{shared}")
    for room in ROOMS:
        for key, entry in WORDS[language].entries(room).items():
            words = re.sub(r"\{[a-z_.]+\}", "", entry["say"])
            if entry["say"] == WORDS["en"].entries(room)[key]["say"] and re.search(r"\w", words):
                assert names.search(key), f"{key} is still English: {entry['say']}"


# -- forms ---------------------------------------------------------------------------------------------


def test_forms_of_words() -> None:
    captured: Mapping[str, Fact] = {
        "colour": "green",
        "captured": ("red", "blue", "red"),
        "space": "X3",
        "rule": "H-4",
    }
    key = "headache.event.captured"
    assert WORDS["en"].say(key, captured) == "Green captures 2 red men and a blue man on X3 (H-4)."
    assert WORDS["fr"].say(key, captured) == "Vert capture 2 rouges et un bleu sur X3 (H-4)."
    assert WORDS["de"].say(key, captured) == "Grün fängt 2 mal Rot und Blau auf X3 (H-4)."
    assert WORDS["fi"].say(key, captured) == "Vihreä vangitsee 2 punaista ja sinisen ruudussa X3 (H-4)."


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Red moves from home to finish 2 (T-6)."),
        ("fr", "Rouge avance de la maison à l'arrivée 2 (T-6)."),
        ("de", "Rot zieht aus dem Haus auf Ziel 2 (T-6)."),
        ("fi", "Punainen siirtyy pesästä maaliin 2 (T-6)."),
    ],
)
def test_spaces_have_forms_too(language: str, sentence: str) -> None:
    facts: Mapping[str, Fact] = {"colour": "red", "origin": "RH1", "target": "RF2", "rule": "T-6"}
    assert WORDS[language].say("trouble.event.moved", facts) == sentence


def test_squares_of_the_chessboard_are_no_dice() -> None:
    for language, words in WORDS.items():
        for square in ("d3", "d6", "d8"):
            facts: Mapping[str, Fact] = {"toy": "orbit", "at": square, "rule": "G-26"}
            assert square in words.say("gearhead.event.destroyed", facts), language


def test_french_marks_never_begin_a_line() -> None:
    said = WORDS["fr"].say("trouble.why.turn", {"player": "Anna"})
    assert said == "Anna, appuie sur le dôme\N{NO-BREAK SPACE}!"
    assert all(line[0] not in "!?:;" for width in range(40, 90) for line in wrap(said, width))


# -- the whole of a game ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def evening() -> dict[str, list[Say]]:
    """By game: whatever is told in some games, each sentence with its widest facts."""
    widest: dict[str, dict[str, tuple[int, Say]]] = {game: {} for game in GAMES}
    for game in GAMES:
        for seed in range(2):
            for shown in evenings(game, seed):
                for say in says(shown):
                    width = sum(text_width(WORDS["fi"].term(fact)) for fact in say.facts.values())
                    if width > widest[game].get(say.key, (-1, say))[0]:
                        widest[game][say.key] = width, say
    return {game: [say for _, say in found.values()] for game, found in widest.items()}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_has_no_english_left(evening: dict[str, list[Say]], game: str, language: str) -> None:
    sections = {say.key.rpartition(".")[0] for say in evening[game]}
    assert {f"{game}.why", f"{game}.event", f"{game}.ruling"} <= sections
    for say in evening[game]:
        here, english = (WORDS[one].say(say.key, say.facts) for one in (language, "en"))
        if say.key not in ("table.option.move", "voice.die.shows", "gearhead.event.rolled"):
            assert here != english, say.key
        assert not ENGLISH.search(here), f"{say.key}: {here}"


# -- room on the OLED ------------------------------------------------------------------------------------


def fits(short: str, pixels: int, lines: int) -> bool:
    wrapped = wrap(short, pixels)
    return len(short) <= SHORT_LENGTH and len(wrapped) <= lines and not any("…" in line for line in wrapped)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_short_forms_fit_with_the_longest_facts(
    evening: dict[str, list[Say]], game: str, language: str
) -> None:
    for say in evening[game]:
        short = WORDS[language].short(say.key, say.facts)
        in_list = ".pick." in say.key
        assert fits(short, LIST_PIXELS if in_list else TEXT_PIXELS, 1 if in_list else LINES), (
            f"{say.key}: {short}"
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_forms_of_the_menu_fit_its_lines(language: str) -> None:
    facts: Mapping[str, Fact] = {
        "die": "red",
        "game": "gearhead",
        "colour": "yellow",
        "player": "Anna",
        "face": 6,
        "toy": "walking_timebomb",
        "origin": "RF2",
        "count": 3,
        "column": "d",
    }
    for key, entry in WORDS[language].entries("menu").items():
        if "short" in entry and key != "menu.item.rule":  # which wanders, as hints do
            where = "RF2" if key.endswith(".place") else "d4" if "toy" in told(entry["short"]) else "O3.3"
            short = WORDS[language].short(key, {**facts, "at": where})
            width = TITLE_PIXELS if ".title." in key else ITEM_PIXELS
            assert text_width(short) <= width, f"{key}: {short}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_fixed_short_forms_fit(language: str) -> None:
    for room in ROOMS:
        for key, entry in WORDS[language].entries(room).items():
            short = entry.get("short", "")
            if not told(short) and ".option." not in key and room != "menu":
                assert fits(short, TEXT_PIXELS, LINES), f"{key}: {short}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_of_house_rules_fit_a_line_of_the_page(language: str) -> None:
    for game in GAMES:
        for key, entry in WORDS[language].entries(game).items():
            if ".option." in key and "short" in entry:
                assert len(entry["short"]) <= 26, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_display_has_every_letter(language: str) -> None:
    for file in (FOLDER / language).glob("*.toml"):
        assert has_glyphs("".join(re.findall(r'"([^"]*)"', file.read_text("utf-8")))), file.name


# -- which language --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "fi_FI.UTF-8"}, "fi"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "de_CH.UTF-8", "LC_MESSAGES": "fr_CH.UTF-8"}, "fr"),
        ({"LANG": "de_DE", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "sv_SE.UTF-8"}, "en"),
        ({"LANG": "fil_PH.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "de_AT"}, "de"),
        ({"LANG": "fr.UTF-8"}, "fr"),
        ({"LANG": "de@euro"}, "de"),
    ],
)
def test_the_language_of_the_system(environ: dict[str, str], language: str) -> None:
    assert system_language(environ) == language


def test_names_of_people_are_never_translated() -> None:
    for language, words in WORDS.items():
        assert "red" in words.say("table.verdict.undone_by", {"by": "red"}).lower(), language
