"""The index of a game's rules leads to the lines that carry their numbers."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

NUMBERS = {
    "trouble": {
        *(f"T-{number}" for number in range(1, 16)),
        *(f"T-A{number}" for number in range(1, 20)),
        *("T-A3b", "T-A3c", "T-A4b", "T-A4c", "T-A4d", "T-W1", "T-W2", "T-W3"),
    },
    "headache": {
        *(f"H-{number}" for number in range(1, 16)),
        *(f"H-A{number}" for number in range(1, 18)),
        "H-A1b",
    },
}
"""The rules of each game and the questions that it settles."""


def index(name: str) -> dict[str, list[str]]:
    """The places of every number, from the docstring of the package."""
    text = importlib.import_module(f"rules.{name}").__doc__ or ""
    entries = re.findall(r"^    ([TH]-\w+) +(\S+?(?:, \S+)*)(?:  |$)", text, re.MULTILINE)
    return {rule: places.split(", ") for rule, places in entries}


def places() -> Iterator[tuple[str, str, str]]:
    for name in NUMBERS:
        for rule, named in index(name).items():
            yield from ((name, rule, place) for place in named)


@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_is_in_the_index(name: str) -> None:
    assert set(index(name)) == NUMBERS[name]


@pytest.mark.parametrize(("name", "rule", "place"), list(places()))
def test_the_index_leads_to_the_rule(name: str, rule: str, place: str) -> None:
    module, _, path = place.partition(".")
    found = importlib.import_module(f"rules.{name}.{module}")
    for attribute in path.split(".") if path else ():
        found = getattr(found, attribute)
    assert re.search(rf"{rule}\b", inspect.getsource(found))


@pytest.mark.parametrize("name", NUMBERS)
def test_no_other_number_is_cited(name: str) -> None:
    folder = Path(str(importlib.import_module(f"rules.{name}").__file__)).parent
    source = "\n".join(file.read_text("utf-8") for file in folder.glob("[!_]*.py"))
    assert set(re.findall(r"\b[TH]-[A-Z]?\d+[a-d]?\b", source)) == NUMBERS[name]
