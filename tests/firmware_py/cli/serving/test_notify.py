"""What systemd is told."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_py.cli.serving.notify import Notifier


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    """The socket that systemd listens at."""
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listening.bind(str(tmp_path / "notify"))
    listening.setblocking(False)
    yield listening
    listening.close()


def told(systemd: socket.socket) -> list[list[str]]:
    messages = []
    while True:
        try:
            messages.append(systemd.recv(4096).decode().split("\n"))
        except BlockingIOError:
            return messages


def environment(systemd: socket.socket, **more: str) -> dict[str, str]:
    return {"NOTIFY_SOCKET": str(systemd.getsockname()), "WATCHDOG_USEC": "9000000", **more}


def test_ready_then_a_beat_three_times_within_the_watchdogs_time(systemd: socket.socket) -> None:
    notifier = Notifier(environment(systemd))
    notifier.ready(0.0, "pop")
    for tenths in range(1, 95):
        notifier.beat(tenths / 10, "pop")
    notifier.stopping()
    notifier.close()
    messages = told(systemd)
    assert messages[0] == ["READY=1", "WATCHDOG=1", "STATUS=pop"]
    assert messages[1:-1] == [["WATCHDOG=1"]] * 3
    assert messages[-1][0] == "STOPPING=1"


def test_the_status_is_told_when_it_changes_on_one_line(systemd: socket.socket) -> None:
    notifier = Notifier(environment(systemd))
    notifier.ready(0.0, "one")
    notifier.beat(0.1, "two\nlines")
    notifier.beat(0.2, "two\nlines")
    notifier.close()
    assert told(systemd)[1:] == [["STATUS=two lines"]]


@pytest.mark.parametrize(
    "watchdog",
    [{"WATCHDOG_USEC": ""}, {"WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "soon"}],
)
def test_without_a_watchdog_there_is_no_beat(systemd: socket.socket, watchdog: dict[str, str]) -> None:
    notifier = Notifier(environment(systemd, **watchdog))
    notifier.beat(100.0, "")
    notifier.close()
    assert told(systemd) == []


def test_the_watchdog_of_this_process_is_heeded(systemd: socket.socket) -> None:
    notifier = Notifier(environment(systemd, WATCHDOG_PID=str(os.getpid())))
    notifier.beat(100.0, "")
    notifier.close()
    assert told(systemd) == [["WATCHDOG=1"]]


def test_a_socket_without_a_name_in_the_file_system() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("\0pop-umpire-test")
        notifier = Notifier({"NOTIFY_SOCKET": "@pop-umpire-test"})
        notifier.ready(0.0, "")
        notifier.close()
        assert listening.recv(100).startswith(b"READY=1")


@pytest.mark.parametrize("name", [None, "gone"])
def test_without_systemd_nothing_is_sent_and_a_dead_socket_does_no_harm(
    systemd: socket.socket, tmp_path: Path, name: str | None
) -> None:
    notifier = Notifier({} if name is None else {"NOTIFY_SOCKET": str(tmp_path / name)})
    notifier.ready(0.0, "")
    notifier.beat(9.0, "x")
    notifier.close()
    notifier.close()
    assert told(systemd) == []
