"""The pages for people lead where they say, and name commands that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_py.cli.app import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "hardware").glob("*.md")])


def links(page: Path) -> list[str]:
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")) if "://" not in link]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    assert [link for link in links(page) if not (page.parent / link.partition("#")[0]).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_exists(page: Path) -> None:
    named = re.findall(r"(?:`|\./|^ {4})umpire ([a-z]+)", page.read_text("utf-8"), re.MULTILINE)
    assert set(named) - COMMANDS.keys() - {"test"} == set()


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, todo = set(), [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        if page in reached:
            continue
        reached.add(page)
        linked = [(page.parent / link.partition("#")[0]).resolve() for link in links(page)]
        todo += [other for other in linked if other.suffix == ".md" and other.is_file()]
    assert {str(page.relative_to(ROOT)) for page in set(PAGES) - reached} <= {"CHANGELOG.md"}
