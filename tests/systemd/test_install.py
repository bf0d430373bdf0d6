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
            self.stub(name, f'echo "{name} $*" >>"{self.log}"')
        self.stub("id", "echo 0")
        self.stub("getconf", "echo 64")
        made = 'for last; do :; done; mkdir -p "$last/bin"; cp "$0" "$last/bin/python"'
        venv = f'echo "python3 $*" >>"{self.log}"; {made}'
        self.stub("python3", f'case "$*" in *venv*) {venv} ;; *) echo "pip $*" >>"{self.log}" ;; esac')

    def stub(self, name: str, body: str) -> None:
        """Let a command do something else."""
        stub = self._bin / name
        stub.write_text(f"#!/bin/sh\n{body}\n")
        stub.chmod(0o755)

    def install(self, *flags: str, script: Path = INSTALL) -> subprocess.CompletedProcess[str]:
        environ = {"PATH": f"{self._bin}:{os.environ['PATH']}", "POP_UMPIRE_ROOT": str(self.root)}
        self.log.write_text("")
        return subprocess.run(
            ["sh", str(script), *flags], env=environ, capture_output=True, text=True, check=False
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


def test_without_a_network_it_goes_on_with_what_is_there(pi: Pi) -> None:
    pi.stub("apt-get", "exit 100")
    done = pi.install()
    assert done.returncode == 0
    assert "cannot be brought up to date" in done.stdout
    assert "python3-picamera2 cannot be installed" in done.stdout
    assert "etc/systemd/system/pop-umpire.service" in pi.files()


def test_what_pip_cannot_fetch_is_told_in_one_sentence_and_nothing_is_started(pi: Pi) -> None:
    pi.install()
    python = pi.root / "opt/pop-umpire/bin/python"
    python.write_text('#!/bin/sh\ncase "$*" in *install*) exit 1 ;; esac\n')
    done = pi.install()
    assert done.returncode == 1
    assert "pip cannot install" in done.stderr
    assert "needs the network" in done.stderr
    assert "systemctl" not in pi.ran


def test_a_system_of_32_bits_is_refused_though_its_kernel_is_not(pi: Pi) -> None:
    pi.stub("getconf", "echo 32")
    before = pi.files()
    done = pi.install()
    assert (done.returncode, "64-bit Raspberry Pi OS" in done.stderr) == (1, True)
    assert (pi.files(), pi.ran) == (before, "")


def test_the_script_alone_is_refused_before_anything_is_done(pi: Pi, tmp_path: Path) -> None:
    alone = tmp_path / "alone/install.sh"
    alone.parent.mkdir()
    alone.write_text(INSTALL.read_text())
    before = pi.files()
    done = pi.install(script=alone)
    assert (done.returncode, "pop-umpire.service" in done.stderr) == (1, True)
    assert (pi.files(), pi.ran) == (before, "")


def test_a_bus_that_is_on_for_another_pi_only_is_switched_on_for_all(pi: Pi) -> None:
    boot = pi.root / "boot/firmware/config.txt"
    boot.write_text("[cm4]\ndtparam=spi=on\n")
    pi.install()
    lines = boot.read_text().splitlines()
    assert lines.index("[all]") < lines.index("dtparam=spi=on")


def test_line_ends_of_windows_are_read_as_such(pi: Pi) -> None:
    boot = pi.root / "boot/firmware/config.txt"
    pi.install()
    boot.write_bytes(boot.read_bytes().replace(b"\n", b"\r\n"))
    before = boot.read_bytes()
    assert "restart the Pi once" not in pi.install().stdout
    assert boot.read_bytes() == before


def test_an_environment_whose_python_is_gone_is_made_anew(pi: Pi) -> None:
    pi.install()
    python = pi.root / "opt/pop-umpire/bin/python"
    python.write_text("#!/bin/sh\nexit 1\n")
    pi.install()
    assert "venv --system-site-packages --clear" in pi.ran
    assert "pip -m pip install" in pi.ran


def test_a_service_that_does_not_start_is_told_with_where_to_look(pi: Pi) -> None:
    pi.stub("systemctl", 'case "$*" in *restart*) exit 1 ;; esac')
    done = pi.install()
    assert done.returncode == 1
    assert "journalctl -u pop-umpire" in done.stderr


def test_a_disk_that_is_full_leaves_the_boot_file_as_it_was(pi: Pi) -> None:
    pi.stub("cp", 'for last; do :; done; printf cut >"$last"; exit 1')
    assert pi.install().returncode == 1
    files = pi.files()
    assert files["boot/firmware/config.txt"] == CONFIG_TXT
    assert "boot/firmware/config.txt.before-pop-umpire" not in files
    (pi.root.parent / "bin/cp").unlink()
    assert pi.install().returncode == 0
    assert pi.files()["boot/firmware/config.txt.before-pop-umpire"] == CONFIG_TXT


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
