"""The unit, as systemd's own tools judge it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).resolve().parents[2] / "systemd"
UNIT = SYSTEMD / "pop-umpire.service"
EXPOSURE = 2.5

pytestmark = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not on this machine"
)


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that exists here."""
    copy = tmp_path / UNIT.name
    copy.write_text(
        UNIT.read_text().replace("/opt/pop-umpire/bin/umpire", shutil.which("true") or "/bin/true")
    )
    return copy


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)


def test_systemd_finds_nothing_to_say_about_the_unit(unit: Path) -> None:
    done = analyze("verify", "--man=no", str(unit))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_service_is_locked_up_well(unit: Path) -> None:
    done = analyze("security", "--offline=true", f"--threshold={EXPOSURE * 10:.0f}", str(unit))
    assert done.returncode == 0, done.stdout


def test_no_device_is_lost_to_the_locks() -> None:
    text = UNIT.read_text()
    for hiding in ("PrivateDevices", "PrivateUsers", "ProcSubset", "DynamicUser"):
        assert f"\n{hiding}=" not in text
    for device in ("gpiochip", "i2c", "spi", "video4linux", "media", "dma_heap", "alsa"):
        assert f"DeviceAllow=char-{device} rw" in text


def test_unit_users_and_rules_agree_on_the_groups() -> None:
    wanted = re.search(r"^SupplementaryGroups=(.*)$", UNIT.read_text(), re.MULTILINE)
    assert wanted is not None
    made = set(re.findall(r"^g (\S+)", (SYSTEMD / "pop-umpire.sysusers").read_text(), re.MULTILINE))
    ruled = set(re.findall(r'GROUP="(\S+)"', (SYSTEMD / "60-pop-umpire.rules").read_text()))
    assert set(wanted[1].split()) == made == ruled
