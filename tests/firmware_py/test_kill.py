"""The plug is pulled, again and again: a process is killed in the middle of a game, and nothing is lost."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_py.journal import Journal
from firmware_py.table import Table, replay
from firmware_py.table.events import CounterSeen, Journalled

ROOT = Path(__file__).resolve().parents[2]
CHILD = Path(__file__).with_name("playing_child.py")
KILLS = 50
TOY_KILLS = 8
VIEWS_AT_MOST = 9
"""After how many views at most a process is killed."""

Shown = tuple[str, int]
"""A phase and a ply."""


class Players:
    """Processes that play, one after the other; see `playing_child.py`."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            text=True,
        )

    def play(
        self, path: Path, seed: str, kill_after: int | None, pause: float = 0.0
    ) -> tuple[list[Shown], int]:
        """Let one play until it is killed after so many views, or until the game is over.

        Returns what it showed, and how it ended: 0, or 9 if it was killed.
        """
        assert self._process.stdin is not None
        self._process.stdin.write(f"{path} {seed}\n")
        self._process.stdin.flush()
        shown: list[Shown] = []
        pid, status = 0, None
        while status is None:
            word, number = self._line()
            if word == "pid":
                pid = number
            elif word == "end":
                status = number
            else:
                shown.append((word, number))
            if pid and kill_after is not None and len(shown) >= kill_after:
                time.sleep(pause)
                os.kill(pid, signal.SIGKILL)
                kill_after = None
        return shown, status

    def _line(self) -> tuple[str, int]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        word, _, number = line.strip().partition(" ")
        assert number.isdecimal(), f"not a line of a playing process: {line!r}"
        return word, int(number)

    def close(self) -> None:
        """End them all."""
        self._process.communicate()


@pytest.fixture
def players() -> Iterator[Players]:
    made = Players()
    yield made
    made.close()


def written(path: Path) -> tuple[Journalled, ...]:
    """What the journal holds, without the times."""
    with Journal(path) as journal:
        assert journal.notice is None
        games = journal.games()
        return tuple(replace(event, at=0.0) for event in journal.load(games[0].number)) if games else ()


def moments(events: tuple[Journalled, ...]) -> list[Shown]:
    """Where the table stands at first and after every event."""
    table = Table()
    stood = [(table.phase.value, table.ply)]
    for event in events:
        table = table.after(event)
        stood.append((table.phase.value, table.ply))
    assert replay(events) == table
    return stood


def test_a_killed_game_goes_on_at_the_very_event(tmp_path: Path, players: Players) -> None:
    draw = random.Random(20_240)
    kills = games = 0
    while kills < KILLS:
        seed = f"evening-{games}"
        whole = tmp_path / f"whole-{games}.db"
        shown, status = players.play(whole, seed, None)
        assert (shown[-1][0], status) == ("over", 0)
        kills += play_and_kill(
            players, tmp_path / f"killed-{games}.db", seed, written(whole), KILLS - kills, draw
        )
        games += 1


def test_a_killed_game_of_toys_goes_on_at_the_very_event(tmp_path: Path, players: Players) -> None:
    whole = tmp_path / "whole.db"
    shown, status = players.play(whole, "toys", None)
    assert (shown[-1][0], status) == ("over", 0)
    events = written(whole)
    assert any(isinstance(event, CounterSeen) for event in events)
    kills = play_and_kill(players, tmp_path / "killed.db", "toys", events, TOY_KILLS, random.Random(7))
    assert kills == TOY_KILLS


def play_and_kill(
    players: Players, path: Path, seed: str, whole: tuple[Journalled, ...], most: int, draw: random.Random
) -> int:
    """Play the same game through so many kills, fewer if it ends before. Returns how many there were."""
    stood = moments(whole)
    kills, status, now = 0, 9, written(path)
    while status:
        before = now
        kill_after = draw.randrange(VIEWS_AT_MOST) if kills < most else None
        shown, status = players.play(path, seed, kill_after, pause=0.01 * draw.random())
        now = written(path)
        assert now[: len(before)] == before, "nothing that was written is lost"
        assert now == whole[: len(now)], "nothing is written twice, or otherwise"
        if shown:
            assert shown[0] == stood[len(before)], "it goes on where it was"
            assert shown[-1][1] <= stood[len(now)][1], "nothing is shown before it is saved"
        kills += status == 9
    assert now == whole
    return kills
