"""The page of `umpire daemon` and of `umpire play --web`."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

PATIENCE = 30.0


def state_at(port: int) -> dict[str, Any] | None:
    """The state that a page at this port shows; None while nobody answers."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("GET", "/state.json")
        with line.getresponse() as answer:
            read: dict[str, Any] = json.loads(answer.read())
            return read or None
    except OSError:
        return None
    finally:
        line.close()


def free_port() -> int:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


@pytest.mark.parametrize(
    ("command", "phase"),
    [
        (["daemon", "--virtual"], "setting_up"),
        (["play", "--web", "--seat", "red=Anna", "--seat", "blue=Ben"], "waiting_for_pop"),
    ],
)
def test_the_page_is_served_and_ends_with_the_table(command: list[str], phase: str, tmp_path: Path) -> None:
    port = free_port()
    config = tmp_path / "config.toml"
    config.write_text(f'[web]\non = true\nhost = "127.0.0.1"\nport = {port}\n')
    words = [sys.executable, "-m", "firmware_py", *command, "--config", str(config), "--state", str(tmp_path)]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        shown, until = None, time.monotonic() + PATIENCE
        while time.monotonic() < until and not _complete(shown, phase):
            time.sleep(0.1)
            shown = state_at(port)
        run.terminate()
        out, err = run.communicate(timeout=PATIENCE)
        assert _complete(shown, phase)
        assert shown is not None
        assert (shown["phase"], run.returncode) == (phase, 0)
    assert f"http://127.0.0.1:{port}/" in (out + err).decode()
    assert state_at(port) is None


def _complete(shown: dict[str, Any] | None, phase: str) -> bool:
    """Whether the page shows the phase and, in a game, each player's chance to win."""
    return shown is not None and shown["phase"] == phase and (shown["game"] is None or bool(shown["odds"]))
