"""The command `umpire`: help, wrong usage, and errors that nobody foresaw."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware_py.cli import app as app_module
from firmware_py.cli import main
from firmware_py.cli.app import COMMANDS
from firmware_py.errors import ConfigError, DeviceError
from rules import SeatsError


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_the_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--help")
    assert status == 0
    assert all(command in out for command in COMMANDS)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"Pop Umpire {version('pop-umpire')}\n", "")


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, command, "--help")
    assert (status, err) == (0, "")
    assert f"umpire {command}" in out
    assert len(out.splitlines()) > 8


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys)
    assert status == 2
    assert "Commands" in out + err


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["reed"], "reed"),
        (["legal"], "--game"),
        (["legal", "--game"], "--game"),
        (["legal", "--game", "chess"], "trouble, headache and gearhead"),
        (["play", "--cup", "nose"], "'--cup': 'nose' is not one of"),
        (["read"], "FILE"),
        (["read", "--expect", "many", "x.jpg"], "--expect"),
        (["read", "--dice", "yahtzee", "x.jpg"], "trouble"),
        (["play", "--seat"], "--seat"),
        (["games", "shred"], "shred"),
        (["--frobnicate"], "--frobnicate"),
    ],
)
def test_wrong_usage_is_one_sentence_and_status_2(
    arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert out == ""
    assert word in err
    assert len(err.splitlines()) == 1
    assert err.startswith("umpire: ")


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(app_module, "_app", None)
    monkeypatch.setattr(app_module.typer.main, "get_command", lambda _: SimpleNamespace(main=fail))


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (DeviceError("There is no camera number 4."), "There is no camera number 4."),
        (ConfigError(["One.", "Two."]), "One.\numpire: Two."),
        (SeatsError(["red is taken 2 times."]), "red is taken 2 times."),
        (FileNotFoundError(2, "No such file or directory", "die.jpg"), "die.jpg: No such file or directory."),
        (OSError(28, "No space left on device"), "No space left on device."),
    ],
)
def test_known_errors_are_told_and_status_1(
    error: Exception, sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(monkeypatch, error)
    status, out, err = run(capsys, "anything")
    assert (status, out, err) == (1, "", f"umpire: {sentence}\n")


def test_an_error_that_nobody_foresaw_is_told_and_logged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    failing(monkeypatch, ZeroDivisionError("division by zero"))
    status, out, err = run(capsys, "anything")
    log = tmp_path / "pop-umpire" / "crash.log"
    assert (status, out) == (1, "")
    summary = "ZeroDivisionError: division by zero"
    assert err == f"umpire: Something failed that should not ({summary}). The details are in {log}.\n"
    assert "Traceback" in log.read_text()


def test_where_no_log_can_be_written_the_error_is_told_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "none"))
    failing(monkeypatch, ValueError(""))
    status, _, err = run(capsys, "anything")
    assert status == 1
    assert "no log could be written" in err


def test_ctrl_c_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    failing(monkeypatch, KeyboardInterrupt())
    assert run(capsys, "anything") == (130, "", "")


@pytest.mark.parametrize("flags", ["--rules", "--auto --dice-source electronic"])
def test_a_reader_that_leaves_is_no_error(flags: str, tmp_path: Path) -> None:
    command = f"{sys.executable} -m firmware_py play {flags} --state {tmp_path} | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


@pytest.mark.parametrize(
    "imports", ["import firmware_py.cli.app", "import firmware_py.cli.app, firmware_py.cli.legal"]
)
def test_quick_commands_import_nothing_heavy(imports: str) -> None:
    heavy = "{'cv2', 'numpy', 'pydantic', 'PIL', 'starlette', 'rich.table'}"
    script = f"{imports}, sys; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"


def test_a_closed_standard_output_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    status = main(["config"])
    sys.stdout.close()
    assert status == 0
