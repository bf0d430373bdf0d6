"""`umpire play` and `umpire games`: whole evenings."""

from __future__ import annotations

import errno
import io
import logging
import os
import signal
import subprocess
import sys
import time
from logging.handlers import RotatingFileHandler
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware_py.cli import main
from firmware_py.cli.play import _logging_to
from firmware_py.cli.playing.resume import board_of, game_to_resume
from firmware_py.cli.setup import JOURNAL
from firmware_py.journal import Journal
from firmware_py.senses.dome import DrawnDome
from firmware_py.table.events import Aborted, Answered, DiceGiven, Started
from firmware_py.words import Words
from hardware.layout import load_layout
from rules import Move, Seat, read_record, replay

QUICK = ("--auto", "--fast", "--dice-source", "electronic")
SEATS = ("--seat", "red=Anna", "--seat", "yellow=Ben")


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def play(*arguments: object) -> int:
    return main(["play", *map(str, arguments)])


def script(text: str, *arguments: object) -> str:
    """What a real process prints when these lines are piped into it."""
    command = [sys.executable, "-m", "firmware_py", "play", *map(str, arguments)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, check=True)
    assert done.stderr == ""
    return done.stdout


def test_the_house_rules_are_told_before_the_first_pop_and_when_a_game_goes_on(tmp_path: Path) -> None:
    told = "House rules: Declining to move: never (T-A3); Leaving home on: 1,6 (T-A14)."
    chosen = ("--rule", "pass=never", "--rule", "enter_on=1,6")
    assert script("q\n", "--state", tmp_path, *chosen).splitlines()[0] == told
    assert script("q\n", "--state", tmp_path, "--resume").splitlines()[0] == told
    assert "House rules:" not in script("q\n", "--state", tmp_path, "--new")


def test_the_same_seed_plays_the_same_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    transcripts = []
    for _ in range(2):
        assert play(*SEATS, *QUICK, "--seed", 4, "--rule", "stop_at_first=yes") == 0
        transcripts.append(capsys.readouterr().out)
    assert transcripts[0] == transcripts[1]
    lines = transcripts[0].splitlines()
    assert sorted(line[3:] for line in lines[-2:]) == ["Anna (red)", "Ben (yellow)"]
    assert [line[:2] for line in lines[-2:]] == ["1.", "2."]
    with Journal(tmp_path / "state" / "pop-umpire" / JOURNAL) as journal:
        assert [info.is_over for info in journal.games()] == [True, True]


def test_another_game_plays_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert play("--game", "headache", *SEATS, *QUICK, "--seed", 1) == 0
    assert "1. " in capsys.readouterr().out


def test_a_script_waits_for_the_dice(tmp_path: Path) -> None:
    out = script("\n\nd 6\nd 6\n1\n?\nq\n", *SEATS, "--fast", "--seed", 9, "--png", tmp_path / "png")
    lines = out.splitlines()
    assert sum(line.startswith("The dome shows ") for line in lines) == 2
    assert any(line.startswith("  1  ") for line in lines)
    assert any("Press the dome" in line for line in lines)
    assert lines[-1] == "The game is kept: `umpire play` goes on with it."
    assert len(list((tmp_path / "png").iterdir())) > 6


def test_the_dice_of_photographs_decide(tmp_path: Path) -> None:
    dome = DrawnDome(seed=2)
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), dome.read().picture)
    out = script("\n\n\n\n", *SEATS, "--fast", "--camera", tmp_path)
    told = [line.split(":")[0] for line in out.splitlines() if ".png: " in line]
    assert told == ["0.png", "1.png", "2.png", "0.png"]


def test_a_game_by_chance_ends_with_its_video(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "short.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 50.0, (64, 48))
    for _ in range(3):
        writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()
    assert play(*SEATS, "--auto", "--camera", path) == 1
    captured = capsys.readouterr()
    assert "has ended" in captured.err
    assert "The game is kept" in captured.out


def test_an_unfinished_game_goes_on(tmp_path: Path) -> None:
    script("d 5\nd 2\nd 6\n", *SEATS, "--dice-source", "hand")
    out = script("1\nposition\n", "--dice-source", "hand")
    assert out.startswith("Going on with Game 1, Trouble with Anna (red), Ben (yellow), of ")
    assert "men=red:H,H,H,0" in out
    assert "Going on" not in script("", *SEATS)


def test_an_unfinished_game_is_gone_on_with_as_flags_say(journal: Path) -> None:
    def chosen(
        *, resume: bool = False, new: bool = False, other: bool = False, answer: bool | None = None
    ) -> bool:
        ask = None if answer is None else lambda question: "not finished" in question and bool(answer)
        with Journal(journal) as kept:
            return bool(
                game_to_resume(kept, Words(), resume=resume, new=new, asked_for_another=other, ask=ask)
            )

    assert chosen()
    assert chosen(answer=True)
    assert not chosen(answer=False)
    assert chosen(resume=True, other=True)
    assert not chosen(new=True)
    assert not chosen(other=True, answer=True)


def test_a_game_by_chance_does_not_hide_the_familys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(tmp_path / JOURNAL) as journal:
        for first, second in (("Anna", "Ben"), ("Cleo", "Dan")):
            seats = (Seat("red", first), Seat("yellow", second))
            journal.begin(Started(at=0.0, game="trouble", seats=seats, first="red"), 1.0)
        journal.append(Aborted(at=1.0), 2.0, is_over=True)
        journal.begin(Started(at=0.0, game="trouble", seats=seats, first="red"), 3.0)
    flags = ["--state", tmp_path, "--dice-source", "hand"]
    assert "Game 3, Trouble with Cleo" in script("", "--resume", *flags)
    assert "Game 1, Trouble with Anna" in script("", "--resume", "1", *flags)
    for wrong, status, says in (
        (["--resume", "2"], 1, "Game 2 is over"),
        (["--resume", "9"], 1, "no game 9"),
        (["1"], 2, "--resume 1"),
        (["--new", "--resume", "1"], 2, "contradict"),
        (["--die-only", "1"], 2, "NUMBER"),
    ):
        assert play(*wrong, *flags) == status
        assert says in capsys.readouterr().err


def test_a_board_is_found_for_a_game_set_up_earlier() -> None:
    trouble, kimble = load_layout("trouble"), load_layout("kimble")
    begun = Started(at=0.0, game="trouble", seats=(), board=kimble.seats)
    assert board_of(begun, trouble).name == "kimble"
    assert board_of(begun, kimble).name == "kimble"
    assert board_of(Started(at=0.0, game="trouble", seats=()), trouble).name == "trouble"
    assert board_of(Started(at=0.0, game="headache", seats=()), trouble).game == "headache"


def test_a_killed_game_goes_on_at_the_very_event(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "firmware_py", "play", *SEATS, "--dice-source", "hand"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        process.stdin.write("5\n2\n6\n1\n")
        process.stdin.flush()
        path = tmp_path / "state" / "pop-umpire" / JOURNAL
        until = time.monotonic() + 120
        while time.monotonic() < until:
            time.sleep(0.1)
            if path.exists():
                with Journal(path) as journal:
                    if journal.games() and journal.games()[0].events == 5:
                        break
        os.kill(process.pid, signal.SIGKILL)
    assert "men=red:H,H,H,0" in script("position\n", "--dice-source", "hand")


def test_a_terminated_game_says_goodbye() -> None:
    command = [sys.executable, "-m", "firmware_py", "play", *SEATS, "--dice-source", "hand"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            if "Anna" in line:
                break
        process.terminate()
        rest = process.stdout.read()
        assert process.wait(30) == 0
    assert "The game is kept" in rest


@pytest.mark.parametrize(
    ("arguments", "status", "word"),
    [
        (["--seat", "red=A", "--seat", "red=B"], 2, "red is taken"),
        (["--seat", "red=A"], 2, "not 1"),
        (["--rule", "foo=1"], 2, "foo"),
        (["--camera", "99"], 1, "no camera number 99"),
        (["--camera", "gone"], 1, "no such file or folder"),
        (["--camera", "gone.mp4"], 1, "no such video"),
        (["--auto", "--dice-source", "hand"], 2, "--auto"),
        (["--camera", "0", "--virtual"], 2, "--camera"),
        (["--camera", "0", "--dice-source", "hand"], 2, "--camera"),
        (["--virtual", "--dice-source", "hand"], 2, "contradict"),
        (["--new", "--resume"], 2, "contradict"),
        (["--resume"], 1, "no unfinished game"),
        (["--board", "gone.toml"], 1, "gone.toml"),
        (["--state", "/proc/nowhere"], 1, "/proc/nowhere"),
        (["--png", "/proc/nowhere"], 1, "/proc/nowhere"),
        (["--keep", "/proc/nowhere"], 1, "--keep /proc/nowhere"),
        (["--cup", "camera"], 2, "--cup is for Gearhead Skirmish"),
        (["--auto", "--slips", "0.5"], 2, "--slips is for hands that are drawn"),
        (["--board-camera", "--slips", "0.5"], 2, "--auto --board-camera"),
        (["--auto", "--bumps", "0.5"], 2, "--bumps"),
        (["--game", "gearhead", "--virtual", "--cup", "camera", "--bumps", "0.5"], 2, "--bumps"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    arguments: list[str], status: int, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(*arguments) == status
    captured = capsys.readouterr()
    assert word in captured.err
    assert len(captured.err.splitlines()) == 1
    assert captured.out == ""


def test_the_house_rules_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert play("--rules", "--game", "headache") == 0
    out = capsys.readouterr().out
    assert "House rules of Headache" in out
    assert play("--rules") == 0
    assert "pass=always  (T-A3)" in capsys.readouterr().out


# -- umpire games ------------------------------------------------------------------------------------


def games(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    status = main(["games", *map(str, arguments)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal with one short game that nobody finished."""
    path = tmp_path / "state" / "pop-umpire" / JOURNAL
    begin = Started(
        at=0.0, game="trouble", seats=(Seat("red", "Anna"), Seat("yellow", "Ben")), options="pass=never"
    )
    with Journal(path) as kept:
        kept.begin(begin, 0.0)
        for face in (5, 2, 6):
            kept.append(DiceGiven(at=1.0, faces=(face,)), 1.0, is_over=False)
        kept.append(Answered(at=2.0, answer=Move("RH4", "T0")), 2.0, is_over=False)
    return path


def test_there_may_be_no_games(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("list", "show", "export", "replay"):
        status, out, err = games(capsys, command)
        assert (status, out) == (1, "")
        assert "no recorded games" in err


@pytest.mark.usefixtures("journal")
def test_games_are_listed_told_and_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(*SEATS, *QUICK, "--seed", 3)
    capsys.readouterr()
    status, listed, _ = games(capsys, "list")
    rows = listed.splitlines()
    assert (status, len(rows)) == (0, 3)
    assert "not finished" in rows[1]
    assert "Anna (red), Ben (yellow)" in rows[2]
    assert "1. " in rows[2]

    assert "pass=never" in games(capsys, "show", 1)[1]
    record = read_record(games(capsys, "export")[1])
    assert len(record.result) == 2
    assert games(capsys, "export", 1, "--to", tmp_path / "game.txt")[0] == 0
    assert replay(read_record((tmp_path / "game.txt").read_text()))[-1].pieces["T0"] == ("red",)
    assert games(capsys, "export", "--to", tmp_path / "no" / "game.txt")[0] == 1


@pytest.mark.usefixtures("journal")
def test_a_game_is_played_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = games(capsys, "replay", "--seconds", 0, "--png", tmp_path / "png")
    assert status == 0
    assert len(out.splitlines()) > 5
    assert len(list((tmp_path / "png").iterdir())) == 2 * 5


@pytest.mark.usefixtures("journal")
def test_dice_of_several_games_that_are_counted_together_are_said_to_be(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "together: a crooked die" not in games(capsys, "dice")[1]
    play(*SEATS, *QUICK, "--seed", 3)
    capsys.readouterr()
    assert "together: a crooked die" not in games(capsys, "dice")[1]
    assert "the dice of 2 games together: a crooked die" in games(capsys, "dice", "--all")[1]
    assert "together: a crooked die" not in games(capsys, "dice", 1)[1]


@pytest.mark.usefixtures("journal")
def test_a_game_is_deleted_only_when_that_is_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no game 7" in games(capsys, "delete", 7, "--yes")[2]
    assert "add --yes" in games(capsys, "delete", 1)[2]
    assert games(capsys, "delete", 1, "--yes")[0] == 0
    assert games(capsys, "list")[0] == 1


def test_chance_does_not_play_on_in_a_game_of_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script("d 5\nd 2\nd 6\n", *SEATS, "--dice-source", "hand")
    assert play(*QUICK, "--seed", 1) == 0
    assert "Going on" not in capsys.readouterr().out
    assert script("", "--dice-source", "hand").startswith("Going on with Game 1, Trouble with Anna")


def test_a_player_called_like_markup_does_not_end_the_list_of_games(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert play("--seat", "red=[/red]", "--seat", "yellow=[b]:dog:", *QUICK, "--seed", 1) == 0
    for listing in (["list"], ["luck", "--all"], ["dice", "--all"], ["season", "--all"]):
        capsys.readouterr()
        assert main(["games", *listing]) == 0
        out = capsys.readouterr().out
        assert "[/red]" in out
        assert "[b]:dog:" in out


def test_a_name_that_would_command_the_terminal_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert play("--seat", "red=A\x1b[2J", "--seat", "yellow=Ben\nBob") == 2
    assert len(capsys.readouterr().err.splitlines()) == 2
    assert play("--seat", "red=👨‍👩‍👧", "--seat", "yellow=Ääkkö", *QUICK, "--seed", 1) == 0


def test_a_full_disk_brings_no_traceback_from_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        def close(self) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(RotatingFileHandler, "_open", lambda self: Full())
    folder = tmp_path / "logs"
    folder.mkdir()
    with _logging_to(folder):
        logging.getLogger("table").warning("the journal cannot be written")
    assert capsys.readouterr().err == ""


def test_games_that_are_looked_at_tell_of_a_damaged_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / JOURNAL).write_bytes(bytes(range(256)) * 40)
    assert main(["games", "list", "--state", str(tmp_path)]) == 1
    err = capsys.readouterr().err
    assert f"{JOURNAL}.damaged-1" in err
    assert (tmp_path / f"{JOURNAL}.damaged-1").exists()
