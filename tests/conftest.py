"""What all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

os.environ["LC_ALL"] = "C.UTF-8"  # the product speaks the system's language; these tests read English

settings.register_profile("unhurried", deadline=None)  # a loaded machine makes nothing wrong
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of labelled pictures and cases beside the project, if it is there."""
    folder = ROOT.parent / "shared"
    if not (folder / "score.py").is_file():
        pytest.skip("the labelled pictures and cases are not beside the project (no ../shared)")
    return folder
