"""The counts of lines from fixed positions of every game and variant stay what they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.perft import problems

FILES = sorted((Path(__file__).parent / "perft").glob("*.json"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_perft(file: Path) -> None:
    data = json.loads(file.read_text("utf-8"))
    assert not problems(data)


def test_there_are_counts_for_trouble() -> None:
    assert {file.stem for file in FILES} >= {"trouble", "trouble-double_trouble_warp"}
