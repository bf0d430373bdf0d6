"""The unit under a real systemd, in namespaces of its own: pytest -m slow tests/systemd"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from firmware_py.journal import Journal
from firmware_py.table import Table, replay, wants
from firmware_py.table.events import Answered, DiceGiven, Journalled, Started
from firmware_py.view import view
from firmware_py.words import Words
from rules import Choice, Seat

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CONFIG = """\
[dice]
source = "electronic"
[gpio]
factory = "mock"
[oled]
on = false
[strip]
on = false
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.geteuid() != 0 or not Path("/usr/lib/systemd/systemd").exists() or shutil.which("unshare") is None,
        reason="needs root, unshare and systemd",
    ),
]


def begun(path: Path) -> Table:
    """Put a game that is not finished into a journal, and return its table."""
    seats = (Seat("red", "Anna"), Seat("yellow", "Ben"))
    events: list[Journalled] = [Started(at=0.0, game="trouble", seats=seats, first="red")]
    table = Table().after(events[0])
    for face in (6, 3, 2, 5, 6, 6, 1, 4):
        for _ in range(3):
            awaits = table.state.awaits
            if isinstance(awaits, Choice):
                events.append(Answered(at=1.0, answer=awaits.options[0]))
                table = table.after(events[-1])
        assert wants(table).dice is not None
        events.append(DiceGiven(at=1.0, faces=(face,)))
        table = table.after(events[-1])
    with Journal(path) as journal:
        journal.begin(events[0], 0.0)
        for event in events[1:]:
            journal.append(event, 0.0, is_over=False)
    return table


def test_the_service_starts_hangs_dies_stops_and_comes_back_at_the_very_event(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "config.toml").write_text(CONFIG)
    table = begun(tmp_path / "state/games.sqlite")
    unshare = [
        "unshare",
        "--mount",
        "--pid",
        "--cgroup",
        "--uts",
        "--ipc",
        "--fork",
        "--kill-child",
        "--mount-proc",
    ]
    site = sysconfig.get_path("purelib")
    script = ["bash", str(HERE / "namespace.sh"), str(tmp_path), str(ROOT), sys.base_prefix, site]
    done = subprocess.run([*unshare, *script], capture_output=True, text=True, timeout=240, check=False)
    report = tmp_path / "report"
    told = report.read_text() if report.exists() else f"{done.stdout}\n{done.stderr}"
    log = tmp_path / "service.log"
    assert told.endswith("done\n"), told + (log.read_text() if log.exists() else "")
    moments = {line.split("\t")[0]: line for line in told.splitlines()}
    print(told)

    headline = view(table).headline
    status = f"StatusText={Words().say(headline.key, headline.facts)}"
    for moment, restarts in (("started", 0), ("watchdog", 1), ("killed", 2)):
        assert "ActiveState=active" in moments[moment], told
        assert f"NRestarts={restarts}" in moments[moment], told
        assert status in moments[moment], told
    assert "ActiveState=inactive" in moments["stopped"]
    assert "Result=success" in moments["stopped"]
    assert moments["user"] == "user\tpop-umpire\t/run/pop-umpire"
    with Journal(tmp_path / "after/games.sqlite") as journal:
        assert journal.notice is None
        number = journal.unfinished()
        assert number is not None
        assert replay(journal.load(number)) == table
