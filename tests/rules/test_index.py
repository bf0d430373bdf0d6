"""The index of a game's rules leads to the lines that carry their numbers."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

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
    "gearhead": {
        *(f"G-{number}" for number in (*range(1, 13), *range(20, 33))),
        *(f"G-A{number}" for number in range(1, 26)),
        *("G-A2b", "G-A3b", "G-A5b", "G-A6b", "G-A8b", "G-A9b", "G-A9c", "G-A11b", "G-A11c", "G-A12b"),
        *("G-A14b", "G-A14c", "G-A14d", "G-A20b"),
    },
}
"""The rules of each game and the questions that it settles."""


def index(name: str) -> dict[str, list[str]]:
    """The places of every number, from the docstring of the package."""
    text = importlib.import_module(f"rules.{name}").__doc__ or ""
    entries = re.findall(r"(?:^|  )([THG]-\w+) +(\S+?(?:, \S+)*)(?:  |$)", text, re.MULTILINE)
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
    found: Any = importlib.import_module(f"rules.{name}")
    for part in place.split("."):
        inner = f"{found.__name__}.{part}"
        is_module = inspect.ismodule(found) and hasattr(found, "__path__") and find_spec(inner) is not None
        found = importlib.import_module(inner) if is_module else getattr(found, part)
        found = found.fget if isinstance(found, property) else found
    assert re.search(rf"{rule}\b", inspect.getsource(found))


@pytest.mark.parametrize("name", NUMBERS)
def test_no_other_number_is_cited(name: str) -> None:
    folder = Path(str(importlib.import_module(f"rules.{name}").__file__)).parent
    files = [file for file in folder.rglob("*.py") if file != folder / "__init__.py"]
    source = "\n".join(file.read_text("utf-8") for file in files)
    cited = set(re.findall(r"\b[THG]-[A-Z]?\d+[a-d]?\b", source))
    assert cited == NUMBERS[name]
