"""`umpire legal`: JSON lines in, JSON lines out."""

from __future__ import annotations

import io
import json
import re
import sys
from inspect import cleandoc
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_py.cli import main
from firmware_py.cli.help_pages import unwrapped
from firmware_py.cli.legal import answers, legal
from rules import game

TROUBLE = game("trouble")
REQUEST: dict[str, Any] = {
    "position": {
        "seats": ["red", "green", "blue", "yellow"],
        "players": ["red", "blue"],
        "men": {"red": [27, "H", "H", "H"], "blue": ["H", "H", "H", "H"]},
        "turn": "red",
    },
    "roll": 1,
}


def ask(monkeypatch: pytest.MonkeyPatch, text: bytes, name: str = "trouble") -> int:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text)))
    return main(["legal", "--game", name])


def test_good_lines_are_answered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    line = json.dumps(REQUEST).encode() + b"\n"
    assert ask(monkeypatch, line + line) == 0
    captured = capsys.readouterr()
    first, second = map(json.loads, captured.out.splitlines())
    assert first == second
    assert [move["to"] for move in first["moves"]] == ["F1"]
    assert captured.err == ""


def test_every_example_of_the_help_is_answered() -> None:
    examples = re.findall(
        r"^(Trouble|Headache|Gearhead).*?: (\{.*\})$", unwrapped(cleandoc(legal.__doc__ or "")), re.M
    )
    assert {name for name, _ in examples} == {"Trouble", "Headache", "Gearhead"}
    for name, request in examples:
        [answer] = answers(game(name.lower()), [request.encode()])
        assert "error" not in answer
        assert answer.get("illegal_step") is None


def test_an_empty_request_of_gearhead_is_told_what_one_has() -> None:
    [answer] = answers(game("gearhead"), [b"{}"])
    assert all(f'"{key}"' in answer["error"] for key in ("position", "mover", "rolls", "active", "steps"))


def test_people_are_told_what_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Typed(io.BytesIO):
        def isatty(self) -> bool:
            return True

    line = json.dumps(REQUEST).encode()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=Typed(line)))
    assert main(["legal", "--game", "trouble"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert err.startswith("Waiting for requests")


def test_a_bad_line_does_not_stop_the_next(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask(monkeypatch, b"nonsense\n" + json.dumps(REQUEST).encode()) == 1
    captured = capsys.readouterr()
    bad, good = map(json.loads, captured.out.splitlines())
    assert list(bad) == ["error"]
    assert "moves" in good
    assert captured.err.startswith("umpire: 1 of 2 lines")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"{", "no JSON"),
        (b"[]", "no object"),
        (b"3", "no object"),
        (b"null", "no object"),
        (b"\xff", "not UTF-8"),
        (b'{"roll": NaN}', "NaN"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"roll": ' + b"9" * 5000 + b"}", "no JSON"),
        (b"{}", "."),
        (b'{"position": {}, "roll": 1}', "."),
        (b'{"position": {"men": 7}, "roll": "six"}', "."),
    ],
)
def test_a_bad_line_is_told_in_one_sentence(line: bytes, why: str) -> None:
    (answer,) = answers(TROUBLE, [line])
    assert list(answer) == ["error"]
    assert why in answer["error"]
    assert "\n" not in answer["error"]
    assert "should not" not in answer["error"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
PLACES = [("position",), ("roll",), ("options",), *((("position", key)) for key in REQUEST["position"])]


@given(where=st.sampled_from(PLACES), value=JSON)
def test_absurd_values_never_surprise(where: tuple[str, ...], value: object) -> None:
    request = json.loads(json.dumps(REQUEST))
    inner = request
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = value
    (answer,) = answers(TROUBLE, [json.dumps(request).encode()])
    assert "should not" not in answer.get("error", "")


def test_a_fault_of_the_engine_costs_one_line_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    def legal(request: dict[str, Any]) -> dict[str, Any]:
        return {"half": 1 / request["roll"]}

    broken: Any = SimpleNamespace(legal=legal)
    first, second = answers(broken, [b'{"roll": 0}', b'{"roll": 2}'])
    assert "ZeroDivisionError" in first["error"]
    assert second == {"half": 0.5}


def test_a_closed_standard_input_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["legal", "--game", "trouble"]) == 2
    assert "no standard input" in capsys.readouterr().err


@pytest.mark.shared
@pytest.mark.parametrize("name", ["trouble", "headache"])
def test_the_cases_beside_the_project(name: str, shared: Path) -> None:
    cases = [json.loads(line) for line in (shared / "cases" / f"{name}.jsonl").read_text().splitlines()]
    given_answers = answers(game(name), [json.dumps(case["request"]).encode() for case in cases])
    for case, answer in zip(cases, given_answers, strict=True):
        assert [(m["from"], m["to"]) for m in answer["moves"]] == [
            (m["from"], m["to"]) for m in case["answer"]["moves"]
        ], case["id"]
