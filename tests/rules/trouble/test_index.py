"""The index of the rules leads to the lines that carry their numbers."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

import pytest

from rules import trouble

INDEX = re.findall(r"^    (T-\w+) +(\S+?(?:, \S+)*)(?:  |$)", trouble.__doc__ or "", re.MULTILINE)
SOURCE = "\n".join(file.read_text("utf-8") for file in Path(trouble.__file__).parent.glob("[!_]*.py"))

RULES = [f"T-{number}" for number in range(1, 16)]
QUESTIONS = [f"T-A{number}" for number in range(1, 20)] + ["T-A3b", "T-A3c", "T-A4b", "T-A4c", "T-A4d"]
CIRCLES = ["T-W1", "T-W2", "T-W3"]


def test_every_number_is_in_the_index() -> None:
    assert sorted(rule for rule, _ in INDEX) == sorted(RULES + QUESTIONS + CIRCLES)


@pytest.mark.parametrize(("rule", "places"), INDEX)
def test_the_index_leads_to_the_rule(rule: str, places: str) -> None:
    for place in places.split(", "):
        module, _, path = place.partition(".")
        found = importlib.import_module(f"rules.trouble.{module}")
        for name in path.split(".") if path else ():
            found = getattr(found, name)
        assert re.search(rf"{rule}\b", inspect.getsource(found)), place


def test_no_other_number_is_cited() -> None:
    cited = set(re.findall(r"\bT-[A-Z]?\d+[a-d]?\b", SOURCE))
    assert cited == {*RULES, *QUESTIONS, *CIRCLES}
