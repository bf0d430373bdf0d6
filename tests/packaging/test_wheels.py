"""What is not taken from apt on a Pi comes as a wheel: pytest -m slow tests/packaging"""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLATFORMS = [f"--platform=manylinux_2_{minor}_aarch64" for minor in (17, 24, 26, 27, 28, 31, 34)]
DEPENDENCIES = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_every_core_dependency_has_a_wheel_for_a_64_bit_pi(python: str, tmp_path: Path) -> None:
    target = ["--platform=manylinux2014_aarch64", *PLATFORMS, f"--python-version={python}"]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:", "--no-deps"]
    done = subprocess.run(
        [*command, *target, "--dest", str(tmp_path), *DEPENDENCIES],
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.glob("*.whl"))) == len(DEPENDENCIES)


def test_the_installer_and_the_hardware_data_are_shipped(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(tmp_path),
        ".",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for ending in (
        "data/share/pop-umpire/systemd/install.sh", "data/share/pop-umpire/systemd/pop-umpire.service",
        "hardware/wiring.toml", "hardware/parts.toml", "hardware/printable/dome_collar.scad",
        "firmware_py/words/en/menu.toml", "firmware_py/rulesheet/trouble.toml",
    ):  # fmt: skip
        assert any(name.endswith(ending) for name in names), ending
