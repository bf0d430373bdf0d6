"""What goes wrong before people's eyes is said in their language, and an error is English all the same."""

from __future__ import annotations

import errno
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from firmware_py.errors import DeviceError, JournalError, reason_of
from firmware_py.journal import Journal
from firmware_py.shows.font import has_glyphs
from firmware_py.table import Table
from firmware_py.table.events import Corrected, Started
from firmware_py.words import LANGUAGES, Words
from rules import (
    NotationError,
    Pieces,
    PositionError,
    Problem,
    RulesError,
    Seat,
    Toy,
    game,
    problem_of,
    read_record,
    replay,
)
from tests.firmware_py.words.patterns import ROOT, plain_errors, problem_patterns
from tests.firmware_py.words.test_languages import ENGLISH, told

OTHERS = [language for language in LANGUAGES if language != "en"]
WORDS = {language: Words(language, strict=True) for language in LANGUAGES}
SYSTEM = "# What the system says"
PATTERNS = problem_patterns()


def file_of(language: str) -> Path:
    return ROOT / "firmware_py/words" / language / "problems.toml"


def known(language: str, *, system: bool) -> dict[str, str]:
    """The sentences of a language by their English patterns: our own, or those of system and libraries."""
    ours, theirs = file_of(language).read_text("utf-8").split(SYSTEM)
    found: dict[str, str] = tomllib.loads(f"[problems]{theirs}" if system else ours)["problems"]
    return found


# -- the catalogue -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_every_problem_has_a_sentence_that_tells_the_same(language: str) -> None:
    sentences = known(language, system=False)
    assert {
        f"{pattern} ({where})" for pattern, where in PATTERNS.items() if pattern not in sentences
    } == set()
    assert sentences.keys() - PATTERNS.keys() == set(), "nothing says these any more"
    for pattern, sentence in sentences.items():
        assert told(sentence) == told(pattern), sentence
        assert re.findall(r"[TGH]-[A-Z]*\d+", sentence) == re.findall(r"[TGH]-[A-Z]*\d+", pattern), sentence


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_knows_the_same_of_the_system(language: str) -> None:
    assert known(language, system=True).keys() == known("de", system=True).keys()


@pytest.mark.parametrize("language", OTHERS)
def test_problems_are_well_formed(language: str) -> None:
    text = file_of(language).read_text("utf-8")
    assert has_glyphs("".join(re.findall(r'= "(.*)"', text)))
    for sentence in (known(language, system=False) | known(language, system=True)).values():
        assert sentence == sentence.strip()
        if language == "fr":
            assert not re.search(r"[^ (][?!;:] ", sentence), f"French sets a space there: {sentence}"


def test_no_error_is_made_of_a_text_that_nobody_can_translate() -> None:
    assert len(PATTERNS) > 150
    assert plain_errors() == []


# -- what a problem is -----------------------------------------------------------------------------------


def test_a_problem_is_its_english_text() -> None:
    said = Problem("{colour} has {count} men, not {most}.", colour="red", count=3, most=4)
    assert said == "red has 3 men, not 4."
    assert WORDS["en"].problem(said) == said
    assert WORDS["de"].problem(said) == "Rot hat 3 Figuren, nicht 4."
    assert WORDS["fi"].problem("no problem of ours") == "no problem of ours"
    assert WORDS["fi"].problem(Problem("{what} is new", what="X")) == "X is new"


def test_braces_of_others_are_left_alone() -> None:
    assert Problem("a {strange} text") == "a {strange} text"
    assert str(DeviceError("a {strange} text")) == "a {strange} text"
    assert Problem("{what} is no answer", what="{x}") == "{x} is no answer"


def test_several_are_joined() -> None:
    error = PositionError([Problem("{what} is no toy.", what="ball"), "Plain."])
    assert str(error) == "ball is no toy. Plain."
    assert problem_of(error).parts[1] == "Plain."
    assert WORDS["fr"].problem(problem_of(error)) == "ball n'est pas un jouet. Plain."
    assert problem_of(PositionError(["One."])) == "One."
    assert problem_of(ValueError()) == ""


def test_sentences_within_sentences_are_said_too() -> None:
    error = DeviceError("{where}: the folder cannot be read: {reason}.", where="/x", reason=reason_of(full()))
    assert str(error) == "/x: the folder cannot be read: No space left on device."
    assert WORDS["de"].problem(problem_of(error)) == "/x: der Ordner ist nicht lesbar: kein Platz mehr."
    assert reason_of(RuntimeError("[Errno 111] Connection refused")) == "Connection refused"
    assert reason_of(RuntimeError()) == "RuntimeError"


def full() -> OSError:
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


# -- what a family meets -----------------------------------------------------------------------------------


def started(name: str, *seats: tuple[str, str], options: str = "", first: str | None = None) -> Started:
    return Started(
        at=1.0, game=name, seats=tuple(Seat(*seat) for seat in seats), options=options, first=first
    )


PAIR = ("red", "Anna"), ("yellow", "Ben")
SIDES = ("south", "Anna"), ("north", "Ben")


WRONG_STARTS: Mapping[str, Started] = {
    "one player": started("trouble", ("red", "Anna")),
    "one player of two teams": started("trouble", ("red", "Anna"), ("blue", "Anna")),
    "three teams": started("trouble", *PAIR, ("blue", "Anna"), ("green", "Cleo")),
    "no name": started("trouble", ("red", " "), ("yellow", "Ben")),
    "no colour": started("trouble", ("white", "Anna"), ("yellow", "Ben")),
    "twice": started("trouble", ("red", "Anna"), ("red", "Ben")),
    "first": started("trouble", *PAIR, first="green"),
    "rule": started("trouble", *PAIR, options="pass=perhaps"),
    "unknown rule": started("trouble", *PAIR, options="tea=yes"),
    "no rule": started("trouble", *PAIR, options="tea"),
    "headache alone": started("headache", ("red", "Anna")),
    "headache two colours": started("headache", *PAIR, options="two_colours=yes"),
    "headache too many": started("headache", *PAIR, ("blue", "Anna")),
    "gearhead alone": started("gearhead", ("south", "Anna")),
    "gearhead colours": started("gearhead", *PAIR),
}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("wrong", WRONG_STARTS)
def test_a_game_that_cannot_start_is_refused_in_every_language(wrong: str, language: str) -> None:
    table = Table().after(WRONG_STARTS[wrong])
    assert table.verdict is not None
    assert table.verdict.key == "table.verdict.cannot_start"
    no_english(WORDS[language].say(table.verdict.key, table.verdict.facts), language)


WRONG_POSITIONS: Mapping[str, tuple[str, Pieces, str]] = {
    "two on one": ("trouble", {"T3": ("red", "yellow")}, "red"),
    "strangers": ("trouble", {"T3": ("green",), "T99": ("red",)}, "blue"),
    "a foreign finish": ("trouble", {"YF1": ("red",)}, "red"),
    "too many": ("trouble", {f"T{n}": ("red",) for n in range(5)}, "red"),
    "headache": ("headache", {"O1.1": ("yellow",) * 6, "Q1": ("red",)}, "red"),
    "headache too many": ("headache", {"O1.1": ("red",) * 6}, "green"),
    "gearhead": ("gearhead", {"d9": (Toy("ziggy", "N"),), "d2": (Toy("orbit", "E", True),)}, "west"),
    "gearhead many": ("gearhead", {f"{c}4": (Toy("orbit", "N"),) for c in "abcdefgh"}, "south"),
}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("wrong", WRONG_POSITIONS)
def test_pieces_that_cannot_stand_so_are_refused_in_every_language(wrong: str, language: str) -> None:
    name, pieces, turn = WRONG_POSITIONS[wrong]
    state = game(name).new([Seat(*seat) for seat in (SIDES if name == "gearhead" else PAIR)])
    with pytest.raises(PositionError) as error:
        game(name).from_pieces(state, pieces, turn)
    no_english(WORDS[language].say("web.refused.position", {"problem": problem_of(error.value)}), language)


RECORD = '[game "trouble"]\n[seat red "Anna"]\n[seat yellow "Ben"]\n\n'
WRONG_RECORDS = (
    "hello", RECORD + "roll:9", RECORD + "undo", RECORD + "so what", RECORD + "T1-T2", RECORD + "[game]",
    RECORD + "result red yellow", RECORD.replace("trouble", "ludo") + "roll:1",
    RECORD + 'set "Anna" trouble x',
    RECORD + '[game "trouble"]', RECORD.replace('[seat red "Anna"]\n', "") + "roll:1",
)  # fmt: skip


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("text", WRONG_RECORDS)
def test_a_record_that_is_none_is_refused_in_every_language(text: str, language: str) -> None:
    with pytest.raises(RulesError) as error:
        replay(read_record(text))
    no_english(WORDS[language].say("web.refused.record", {"problem": problem_of(error.value)}), language)


@pytest.mark.parametrize("language", OTHERS)
def test_a_position_typed_wrongly_is_refused_in_every_language(language: str) -> None:
    table = Table().after(started("trouble", *PAIR))
    verdict = table.after(Corrected(at=2.0, ply=table.ply, position="trouble nonsense")).verdict
    assert verdict is not None
    no_english(WORDS[language].say(verdict.key, verdict.facts), language)


def missing_journal(folder: Path) -> Exception:
    (folder / "file").write_text("")
    return failing(JournalError, lambda: Journal(folder / "file" / "games.sqlite"))


def failing(kind: type[Exception], act: Callable[[], object]) -> Exception:
    with pytest.raises(kind) as error:
        act()
    return error.value


@pytest.mark.parametrize("language", OTHERS)
def test_a_journal_that_cannot_be_had_is_told_in_every_language(language: str, tmp_path: Path) -> None:
    error = missing_journal(tmp_path)
    said = WORDS[language].problem(problem_of(error)).replace(str(tmp_path), "")
    no_english(said, language)


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_that_is_filled_has_english_left(language: str) -> None:
    for pattern in PATTERNS:
        facts = {name: "red" if name.startswith("colour") else "T3" for name in told(pattern)}
        no_english(WORDS[language].problem(Problem(pattern, **facts)), language)


TECHNICAL = re.compile(
    r"(?<!\w)'[^']*'|`[^`]*`|\[[^\]]*\]|(sudo apt|pip) install [^,:]*|\S*[_.=:]\w\S*|"
    r"\b(left|pass|game|board|none|seats|rules|score|out)\b"
)
"""What is quoted, typed, or a name in a file: the same in every language."""


def no_english(said: str, language: str) -> None:
    assert "{" not in said, said
    found = ENGLISH.search(TECHNICAL.sub("", said))
    assert found is None or (language, found[0]) in {("de", "die")}, said


def test_notation_errors_keep_what_they_are_made_of() -> None:
    error = failing(NotationError, lambda: read_record("[game]"))
    assert str(error) == """Line 1: '[game]' is no header of a game record, such as [game "trouble"]."""
