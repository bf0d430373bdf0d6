"""`umpire rules`: what the referee's numbers say."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_py.cli import main
from firmware_py.cli.rules import as_markdown
from firmware_py.rulesheet import rule_sheet
from rules import GAMES

ROOT = Path(__file__).resolve().parents[3]


def test_a_rule_is_looked_up_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "T-8", "g-a12B"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("T-8    A man who comes out onto his START")
    assert "G-A12b Beside a toy are all eight squares round it." in out
    assert out[-1] == "       House rule: adjacent=all_eight, or orthogonal"


def test_no_line_is_wider_than_the_terminal_nor_ends_in_spaces(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    assert main(["rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 50 and line == line.rstrip() for line in lines)


def test_without_a_number_all_are_listed_under_their_headings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name in GAMES:
        sheet = rule_sheet(name)
        assert sheet is not None
        assert all(f"{sheet.title}: {section.heading}" in lines for section in sheet.sections)
        assert all(any(line.startswith(f"{rule.number} ") for line in lines) for rule in sheet)


def test_a_game_narrows_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--game", "headache"]) == 0
    out = capsys.readouterr().out
    assert "H-1 " in out
    assert "T-1 " not in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["T-99"], "T-99 is no rule: `umpire rules` without a number lists those there are."),
        (
            ["T-99", "T-8", "X"],
            "T-99, X are no rules: `umpire rules` without a number lists those there are.",
        ),
        (
            ["--game", "headache", "T-8"],
            "T-8 is no rule of Headache: `umpire rules --game headache` lists them.",
        ),
        (["--game", "chess"], "'chess' is no game that the umpire knows"),
        (["--markdown", "T-8"], "--markdown prints all rules"),
    ],
)
def test_what_is_not_known_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    assert main(["rules", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"umpire: {told}")
    assert len(err.splitlines()) == 1


def test_a_game_that_nobody_wrote_a_sheet_for_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(GAMES, "dash", "tests.rules.dash")
    assert main(["rules", "--game", "dash"]) == 2
    assert "Nobody has written a rule sheet for dash." in capsys.readouterr().err
    assert main(["rules", "T-8"]) == 0


def test_the_page_in_docs_is_what_the_command_prints() -> None:
    sheets = [sheet for name in GAMES if (sheet := rule_sheet(name)) is not None]
    page = (ROOT / "docs" / "rules.md").read_text("utf-8")
    assert page == as_markdown(sheets), "print it anew: umpire rules --markdown > docs/rules.md"
