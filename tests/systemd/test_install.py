"""The installer under a root of its own, with stand-ins for what only a Pi has."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from firmware_py.config import load_config

INSTALL = Path(__file__).resolve().parents[2] / "systemd" / "install.sh"
STUBS = ("apt-get", "systemctl", "udevadm", "systemd-sysusers", "userdel", "dpkg-query")
CONFIG_TXT = "# For every Pi\ndtparam=audio=on\ndtparam=i2c_arm=off\n\n[pi4]\narm_boost=1\n"


class Pi:
    """A root with a boot folder, and a record of the commands that were run."""

    def __init__(self, folder: Path, codename: str = "trixie") -> None:
        self.root, self._bin = folder / "root", folder / "bin"
        self.log = folder / "log"
        self.log.write_text("")
        (self.root / "etc").mkdir(parents=True)
        (self.root / "boot/firmware").mkdir(parents=True)
        (self.root / "etc/os-release").write_text(f"VERSION_CODENAME={codename}\n")
        (self.root / "boot/firmware/config.txt").write_text(CONFIG_TXT)
        self._bin.mkdir()
        for name in STUBS:
            self._stub(name, f'echo "{name} $*" >>"{self.log}"')
        self._stub("id", "echo 0")
        venv = f'echo "python3 $*" >>"{self.log}"; mkdir -p "$4/bin"; cp "$0" "$4/bin/python"'
        self._stub("python3", f'case "$*" in *venv*) {venv} ;; *) echo "pip $*" >>"{self.log}" ;; esac')

    def _stub(self, name: str, body: str) -> None:
        stub = self._bin / name
        stub.write_text(f"#!/bin/sh\n{body}\n")
        stub.chmod(0o755)

    def install(self, *flags: str) -> subprocess.CompletedProcess[str]:
        environ = {"PATH": f"{self._bin}:{os.environ['PATH']}", "POP_UMPIRE_ROOT": str(self.root)}
        self.log.write_text("")
        return subprocess.run(
            ["sh", str(INSTALL), *flags], env=environ, capture_output=True, text=True, check=False
        )

    def files(self) -> dict[str, str]:
        return {
            str(path.relative_to(self.root)): path.read_text()
            for path in sorted(self.root.rglob("*"))
            if path.is_file()
        }

    @property
    def ran(self) -> str:
        return self.log.read_text()


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    return Pi(tmp_path)


def test_a_dry_run_changes_nothing(pi: Pi) -> None:
    before = pi.files()
    done = pi.install("--dry-run")
    assert done.returncode == 0
    assert "would run: systemctl restart pop-umpire.service" in done.stdout
    assert pi.files() == before
    assert set(pi.ran.split("\n")) <= {"", *(line for line in pi.ran.split("\n") if "dpkg-query" in line)}


def test_it_installs_and_switches_the_buses_on(pi: Pi) -> None:
    done = pi.install()
    assert done.returncode == 0, done.stderr
    files = pi.files()
    for name in (
        "etc/systemd/system/pop-umpire.service", "etc/udev/rules.d/60-pop-umpire.rules",
        "etc/sysusers.d/pop-umpire.conf", "etc/pop-umpire/config.toml", "etc/modules-load.d/pop-umpire.conf",
    ):  # fmt: skip
        assert name in files
    boot = files["boot/firmware/config.txt"].splitlines()
    assert {"dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000", "dtparam=spi=on"} <= set(boot)
    assert "dtparam=i2c_arm=off" not in boot
    assert boot.index("[all]") > boot.index("[pi4]")
    assert files["boot/firmware/config.txt.before-pop-umpire"] == CONFIG_TXT
    for package in ("python3-picamera2", "python3-lgpio", "python3-spidev"):
        assert f"--no-install-recommends {package}" in pi.ran
    assert "venv --system-site-packages" in pi.ran
    assert "restart the Pi once" in done.stdout


def test_running_it_again_changes_nothing_more(pi: Pi) -> None:
    pi.install()
    before = pi.files()
    done = pi.install()
    assert done.returncode == 0
    assert pi.files() == before
    assert "restart the Pi once" not in done.stdout
    assert "-m venv" not in pi.ran


def test_an_upgrade_keeps_games_and_configuration(pi: Pi) -> None:
    pi.install()
    games, settings = pi.root / "var/lib/pop-umpire/games.sqlite", pi.root / "etc/pop-umpire/config.toml"
    games.parent.mkdir(parents=True)
    games.write_text("games")
    settings.write_text("[strip]\non = false\n")
    (pi.root / "etc/systemd/system/pop-umpire.service").write_text("an older one")
    pi.install()
    assert (games.read_text(), settings.read_text()) == ("games", "[strip]\non = false\n")
    assert "Type=notify" in (pi.root / "etc/systemd/system/pop-umpire.service").read_text()


def test_bookworm_holds_back_what_its_camera_library_needs(tmp_path: Path) -> None:
    pi = Pi(tmp_path, "bookworm")
    assert pi.install().returncode == 0
    assert "numpy<2" in pi.ran
    assert "opencv-python-headless<4.12" in pi.ran


def test_uninstalling_keeps_the_games_and_purging_does_not(pi: Pi) -> None:
    pi.install()
    games = pi.root / "var/lib/pop-umpire/games.sqlite"
    games.parent.mkdir(parents=True)
    games.write_text("games")
    done = pi.install("--uninstall")
    assert done.returncode == 0
    assert "disable --now pop-umpire.service" in pi.ran
    assert games.exists()
    assert not (pi.root / "opt/pop-umpire").exists()
    assert not (pi.root / "etc/systemd/system/pop-umpire.service").exists()
    assert pi.install("--uninstall", "--purge").returncode == 0
    assert not games.exists()


@pytest.mark.parametrize("flags", [("--purge",), ("--sideways",), ("--source",)])
def test_wrong_usage_is_refused_before_anything_is_done(pi: Pi, flags: tuple[str, ...]) -> None:
    done = pi.install(*flags)
    assert done.returncode == 1
    assert done.stderr.startswith("install.sh: ")
    assert pi.ran == ""


def test_the_configuration_that_is_installed_is_one() -> None:
    config = load_config(INSTALL.with_name("config.toml"))
    assert config.dice.source == "electronic"
    assert config.gpio.on
