"""The rule sheets hold every number that the referee can cite, and nothing that is out of form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_py.rulesheet import Sheet, choices, rule_sheet
from rules import GAMES, UnknownGameError, game

ROOT = Path(__file__).resolve().parents[3]
PACKAGES = ("rules", "hardware", "vision", "firmware_py")

LETTERS = "".join(sorted({name[0].upper() for name in GAMES}))
CITED = re.compile(rf"\b[{LETTERS}]-(?:V\b|[AW]?\d+[a-z]?\b)")
"""A rule's number as the code, the sentences and the comments write it."""


def sheet_of(name: str) -> Sheet:
    sheet = rule_sheet(name)
    assert sheet is not None
    return sheet


def numbers() -> set[str]:
    return {rule.number for name in GAMES for rule in sheet_of(name)}


def cited() -> dict[str, str]:
    """Every number in the product, with a place that cites it."""
    files = [
        path
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*"))
        if path.suffix in (".py", ".toml", ".js", ".html") and "rulesheet" not in path.parts
    ]
    return {
        number: str(path.relative_to(ROOT))
        for path in files
        for number in CITED.findall(path.read_text("utf-8"))
    }


def test_every_number_that_is_cited_can_be_looked_up() -> None:
    found = cited()
    assert len(found) > 120
    known = numbers()
    assert {number: where for number, where in found.items() if number not in known} == {}


def test_every_number_of_the_sheet_is_cited_somewhere() -> None:
    assert numbers() - cited().keys() == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_in_form_and_in_order(name: str) -> None:
    sheet = sheet_of(name)
    assert len(list(sheet)) == len({rule.number for rule in sheet})
    for section in sheet.sections:
        assert section.heading
        assert section.rules
        parts = [re.fullmatch(r"([A-Z])-([A-Z]?)(\d*)([a-z]?)", rule.number) for rule in section.rules]
        assert None not in parts
        order = [(part[2], int(part[3] or 0), part[4]) for part in parts if part]
        assert order == sorted(order)
        assert {part[1] for part in parts if part} == {name[0].upper()}


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_one_sentence(name: str) -> None:
    for rule in sheet_of(name):
        assert re.fullmatch(r"[A-Z][^.\n\[\]{}]*[^\s.]\.", rule.says), rule
        assert "  " not in rule.says
        assert not CITED.search(rule.says), f"{rule.number} sends its reader on to another number"


@pytest.mark.parametrize("name", GAMES)
def test_every_house_rule_stands_at_its_number(name: str) -> None:
    told = [option for rule in sheet_of(name) for option in rule.options]
    assert sorted(told, key=str) == sorted(game(name).options, key=str)


def test_choices_begin_with_what_holds_if_nothing_is_chosen() -> None:
    by_key = {option.key: choices(option) for name in GAMES for option in game(name).options}
    assert by_key["pass"] == "pass=always, or never or on_six_only"
    assert by_key["safety"] == "safety=no, or yes"
    assert by_key["enter_on"] == "enter_on=6, or a list of die faces from 1 to 6 such as 1,6"
    assert by_key["red_faces"] == "red_faces=1, or a whole number from 1 to 5"


def test_a_game_without_a_sheet_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "dash", "tests.rules.dash")
    assert rule_sheet("dash") is None
    with pytest.raises(UnknownGameError):
        rule_sheet("chess")
