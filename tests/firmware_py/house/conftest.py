"""A real broker, as Debian packs it, on a port of its own."""

from __future__ import annotations

import getpass
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PATIENCE = 60.0


def until(ready: Callable[[], bool], what: str = "it") -> None:
    """Wait until something is so."""
    for _ in range(int(PATIENCE * 50)):
        if ready():
            return
        threading.Event().wait(0.02)
    raise AssertionError(f"{what} never happened")


class Mosquitto:
    """The broker as a process that can be killed and started again."""

    def __init__(self, program: str, folder: Path, more: str = "allow_anonymous true\n") -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._program, self._file = program, folder / "mosquitto.conf"
        self._file.write_text(f"user {getpass.getuser()}\nlistener {self.port} 127.0.0.1\n{more}")
        self._running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Run it, and wait until it listens."""
        command = [self._program, "-c", str(self._file)]
        self._running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(self._listens, "the broker's start")

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """End it without a word to anybody."""
        if self._running is not None:
            self._running.kill()
            self._running.wait(PATIENCE)
            self._running = None


@pytest.fixture
def make_broker(tmp_path: Path) -> Iterator[Callable[..., Mosquitto]]:
    """Starts brokers; all are ended after the test."""
    pytest.importorskip("aiomqtt", reason="aiomqtt is not installed: pip install 'pop-umpire[mqtt]'")
    program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    if program is None:
        pytest.skip("there is no mosquitto here: apt-get install mosquitto")
    made: list[Mosquitto] = []

    def make(more: str = "allow_anonymous true\n") -> Mosquitto:
        folder = tmp_path / f"broker{len(made)}"
        folder.mkdir()
        made.append(Mosquitto(program, folder, more))
        made[-1].start()
        return made[-1]

    yield make
    for broker in made:
        broker.kill()


@pytest.fixture
def broker(make_broker: Callable[..., Mosquitto]) -> Mosquitto:
    """A broker that lets everybody in."""
    return make_broker()
