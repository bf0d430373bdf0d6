"""`umpire daemon` as a process, with the socket that systemd would listen at."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from firmware_py.cli.app import main
from firmware_py.cli.setup import JOURNAL
from firmware_py.journal import Journal
from firmware_py.table.events import Started
from rules import Seat

ROOT = Path(__file__).resolve().parents[4]


def test_it_says_that_it_is_ready_lives_and_ends_cleanly(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        environ = {
            **os.environ, "PYTHONPATH": str(ROOT), "NOTIFY_SOCKET": str(tmp_path / "notify"),
            "WATCHDOG_USEC": "300000", "XDG_CONFIG_HOME": str(tmp_path),
        }  # fmt: skip
        command = [sys.executable, "-m", "firmware_py", "daemon", "--virtual", "--state", str(tmp_path)]
        with subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True) as process:
            first = systemd.recv(4096).decode()
            assert first.startswith("READY=1\n")
            assert "STATUS=" in first
            while "WATCHDOG=1" not in systemd.recv(4096).decode().split("\n"):
                pass
            process.send_signal(signal.SIGTERM)
            messages = ""
            while "STOPPING=1" not in messages:
                messages = systemd.recv(4096).decode()
            assert process.wait(60) == 0
            assert process.stderr is not None
            assert "Traceback" not in process.stderr.read()


def test_displays_are_blanked_without_a_table(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text("[oled]\nbus = 19\n[strip]\nbus = 9\n")
    assert main(["daemon", "--blank", "--config", str(file), "--state", str(tmp_path / "none")]) == 0
    assert not (tmp_path / "none").exists()


def test_a_table_without_parts_lets_a_bot_pop(tmp_path: Path) -> None:
    seats = (Seat("red", "bot-random"), Seat("yellow", "bot"))
    with Journal(tmp_path / JOURNAL) as journal:
        journal.begin(Started(at=0.0, game="trouble", seats=seats), wall=1.0)
    config = tmp_path / "config.toml"
    config.write_text('[dice]\nsource = "electronic"\n')
    words = ["daemon", "--virtual", "--config", str(config), "--state", str(tmp_path)]
    command = [sys.executable, "-m", "firmware_py", *words]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        popped, until = False, time.monotonic() + 60
        while not popped and time.monotonic() < until:
            time.sleep(0.2)
            with Journal(tmp_path / JOURNAL) as journal:
                popped = journal.games()[0].events > 1
        process.terminate()
        assert process.wait(60) == 0
    assert popped
