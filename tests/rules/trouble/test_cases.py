"""The positions of the shared cases, answered exactly in the neutral form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.trouble import GAME


@pytest.mark.shared
def test_the_shared_cases(shared: Path) -> None:
    lines = (shared / "cases" / "trouble.jsonl").read_text("utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    assert cases
    wrong = [case["id"] for case in cases if GAME.legal(case["request"]) != case["answer"]]
    assert not wrong
