"""The scripts that measure explain themselves, and say what they lack."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BENCHES = [
    path for path in sorted((ROOT / "tests" / "bench").glob("*.py")) if "argparse" in path.read_text("utf-8")
]


def run(script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(script), *arguments],
        cwd=ROOT,
        env={"PATH": "", "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_every_script_that_takes_arguments_is_asked() -> None:
    takes = [
        path.name for path in (ROOT / "tests" / "bench").glob("*.py") if "sys.argv" in path.read_text("utf-8")
    ]
    assert takes == []


@pytest.mark.slow
@pytest.mark.parametrize("script", BENCHES, ids=lambda path: path.stem)
def test_help_is_no_traceback(script: Path) -> None:
    done = run(script, "--help")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage: ")


def test_without_the_labelled_pictures_one_sentence_says_so(tmp_path: Path) -> None:
    copy = tmp_path / "product" / "tests" / "bench" / "board_reading.py"
    copy.parent.mkdir(parents=True)
    copy.write_text((ROOT / "tests" / "bench" / "board_reading.py").read_text("utf-8"), "utf-8")
    done = run(copy)
    assert done.returncode == 1
    assert (
        done.stderr
        == "The labelled pictures are not beside the project: CONTRIBUTING.md tells what they are.\n"
    )
