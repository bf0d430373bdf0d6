"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of labelled pictures and cases beside the project, if it is there."""
    folder = ROOT.parent / "shared"
    if not (folder / "score.py").is_file():
        pytest.skip("the labelled pictures and cases are not beside the project (no ../shared)")
    return folder
