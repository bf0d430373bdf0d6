"""The recipe of CONTRIBUTING.md, "How to add a game", followed to its end with Dash, in a copy of it all."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from firmware_py.words import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
DASH = ROOT / "tests" / "dash"
COPIED, LINKED = (
    ("rules", "hardware", "firmware_py", "tests"),
    ("vision", "docs", "systemd", "pyproject.toml"),
)

GOAL = {"en": "goal", "fr": "au but", "de": "im Ziel", "fi": "maalissa"}
"""The word for what Dash counts, which no other game does."""

SUITES = (
    "rules/test_every_game.py",
    "firmware_py/words",
    "firmware_py/rulesheet",
    "firmware_py/table",
    "firmware_py/view",
)
"""The tests that the last step runs, of which those that concern Dash."""

COMMANDS = """
import json, sys
from firmware_py.cli import main
for line in sys.stdin:
    print(f"= {main(json.loads(line))}", flush=True)
"""
"""Runs commands one after the other in one process, and tells the exit status of each."""


def insert(file: Path, before: str, line: str) -> None:
    """Put a line in front of the first that begins so."""
    text = file.read_text("utf-8")
    assert f"\n{before}" in text, f"{file}: no line begins with {before}"
    file.write_text(text.replace(f"\n{before}", f"\n{line}\n{before}", 1), "utf-8")


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the product to which Dash was added by the steps of the recipe."""
    copy = tmp_path_factory.mktemp("product")
    for package in COPIED:
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    for package in LINKED:
        (copy / package).symlink_to(ROOT / package)
    (copy / "rules" / "dash").mkdir()
    shutil.copy(ROOT / "tests" / "rules" / "dash.py", copy / "rules" / "dash" / "__init__.py")
    insert(copy / "rules" / "games.py", "}", '    "dash": "rules.dash",')
    shutil.copy(DASH / "board.toml", copy / "hardware" / "boards" / "dash.toml")
    for language in LANGUAGES:
        words = copy / "firmware_py" / "words" / language
        shutil.copy(DASH / "words" / f"{language}.toml", words / "dash.toml")
        insert(words / "terms.toml", "trouble =", f'dash = "Dash"\ngoal = "{GOAL[language]}"')
        insert(words / "web.toml", "trouble =", 'dash = { say = "Dash" }')
        insert(words / "web.toml", "game_trouble =", 'game_dash = { say = "Dash" }')
    shutil.copy(DASH / "rulesheet.toml", copy / "firmware_py" / "rulesheet" / "dash.toml")
    return copy


def python(product: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python in the copy."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=product,
        env={"HOME": str(product), "LC_ALL": "C.UTF-8", "COLUMNS": "200", "PYTHONPATH": str(product)},
        input=given,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def run(product: Path, *commands: list[str]) -> str:
    """What commands of the copy print; each must succeed."""
    lines = "".join(json.dumps(command) + "\n" for command in commands)
    done = python(product, "-c", COMMANDS, given=lines)
    assert re.findall(r"^= (\d+)$", done.stdout, re.MULTILINE) == ["0"] * len(commands), (
        done.stdout + done.stderr
    )
    return done.stdout


def test_the_game_is_played_to_its_end_in_every_language_and_told_in_sentences(product: Path) -> None:
    play = ["play", "--game", "dash", "--seat", "red=Anna", "--seat", "blue=Ben", "--auto", "--fast"]
    out = run(product, *([*play, "--new", "--seed", "3", "--language", language] for language in LANGUAGES))
    assert not re.search(r"\bdash\.\w+\.\w+", out), "a sentence is missing"
    for said in (
        "Anna, roll a D4 (D-1).",
        "Anna, lance un D4 (D-1).",
        "Anna, wirf einen W4",
        "Anna, heitä D4",
    ):
        assert said in out
    assert len(re.findall(r"^1\. (?:Anna|Ben) \(", out, re.MULTILINE)) == len(LANGUAGES)


def test_the_other_commands_know_it(product: Path) -> None:
    out = run(
        product,
        ["rules", "--game", "dash"],
        ["rules", "D-2"],
        ["play", "--game", "dash", "--rules"],
        ["play", "--game", "dash", "--auto", "--fast", "--seed", "1", "--dice-source", "electronic"],
        ["games", "list"],
        ["games", "show", "1", "--odds"],
        ["games", "export", "1"],
        ["games", "luck", "--all"],
        ["games", "dice", "--all"],
    )
    assert "D-2    Landing on an opponent before the goal" in out
    assert "Dash" in out
    assert "Dice with 4 sides" in out


def test_the_suites_of_the_last_step_accept_it(product: Path) -> None:
    suites = [f"tests/{suite}" for suite in SUITES]
    done = python(product, "-m", "pytest", "-p", "no:cacheprovider", "-k", "dash", *suites)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) >= 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_of_the_example_has_the_same_sentences(language: str) -> None:
    english, other = (
        tomllib.loads((DASH / "words" / f"{one}.toml").read_text("utf-8")) for one in ("en", language)
    )
    assert {section: list(entries) for section, entries in other.items()} == {
        section: list(entries) for section, entries in english.items()
    }
