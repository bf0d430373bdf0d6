"""Who may act: every act unpaired, from elsewhere, again, too late, too often."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_py.table import Phase
from firmware_py.web.pairing import CODE_SECONDS, MAX_WRONG

ACTS: list[tuple[str, dict[str, Any]]] = [
    ("choose", {"answer": "RH4-T0"}),
    ("pass", {}),
    ("dice", {"faces": [6]}),
    ("pop", {}),
    ("undo", {}),
    ("pause", {}),
    ("resume", {}),
    ("abort", {}),
    ("accept", {}),
    ("correct", {"pieces": {"T3": ["red"]}, "turn": "red"}),
    ("new", {"game": "trouble", "seats": {"red": "A", "blue": "B"}}),
]


@pytest.fixture
def playing(served: Any) -> Any:
    """A game that waits for red's pop."""
    served.begin(first="red")
    return served


@pytest.mark.parametrize(("act", "facts"), ACTS)
@pytest.mark.parametrize("token", [None, "", "x" * 43, "umpire"])
def test_nobody_acts_unpaired(playing: Any, act: str, facts: dict[str, Any], token: str | None) -> None:
    before = playing.table
    answer = playing.act(token, act, **facts)
    assert (answer.status, answer.json["refused"]) == (403, "not_paired")
    assert playing.table is before
    assert playing.presses == []


@pytest.mark.parametrize(("act", "facts"), ACTS)
@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://192.168.1.5"])
def test_no_other_page_acts_with_the_cookie(
    playing: Any, act: str, facts: dict[str, Any], origin: str | None
) -> None:
    token = playing.pair()
    before = playing.table
    answer = playing.act(token, act, origin=origin, **facts)
    assert (answer.status, answer.json["refused"]) == (403, "other_page")
    assert playing.table is before


@pytest.mark.parametrize(("act", "facts"), ACTS)
def test_an_act_for_another_moment_comes_too_late(playing: Any, act: str, facts: dict[str, Any]) -> None:
    token = playing.pair()
    before = playing.table
    for stale in ({"ply": 7}, {"began": 1.0}, {"ply": None}, {"began": None}):
        body = {"act": act, "id": str(stale), "began": playing.table.started.at, "ply": 0, **facts, **stale}
        answer = playing.call("POST", "/act", body, token=token)
        assert (answer.status, answer.json["refused"]) == (409, "too_late")
    assert playing.table is before


@pytest.mark.parametrize(
    ("act", "facts"), [("pause", {}), ("dice", {"faces": [3]}), ("pop", {}), ("abort", {})]
)
def test_an_act_counts_once(playing: Any, act: str, facts: dict[str, Any]) -> None:
    token = playing.pair()
    body = {"act": act, "id": "tap", "began": playing.table.started.at, "ply": 0, **facts}
    assert playing.call("POST", "/act", body, token=token).status == 202
    count = len(playing.events) + len(playing.presses)
    for _ in range(3):
        answer = playing.call("POST", "/act", body, token=token)
        assert (answer.status, answer.json["refused"]) == (409, "twice")
    assert len(playing.events) + len(playing.presses) == count


def test_an_act_of_an_older_game_does_not_reach_the_next(playing: Any) -> None:
    token = playing.pair()
    old = {"act": "dice", "id": "old", "began": playing.table.started.at, "ply": 0, "faces": [6]}
    assert playing.act(token, "abort", name="end").status == 202
    playing.begin(first="red")
    assert playing.call("POST", "/act", old, token=token).json["refused"] == "too_late"


def test_a_thousand_acts_at_once_are_mostly_refused(playing: Any) -> None:
    token = playing.pair()
    before = len(playing.events)
    statuses = [playing.act(token, "undo", name=f"{number}").status for number in range(1000)]
    assert statuses.count(202) <= 20
    assert set(statuses) == {202, 429}
    assert len(playing.events) - before == statuses.count(202)
    playing.at += 1.0
    assert playing.act(token, "dice", name="later", faces=[6]).status == 202


def test_a_flood_from_one_phone_does_not_keep_others_from_acting(playing: Any) -> None:
    flooding, other = playing.pair(), playing.pair()
    while playing.act(flooding, "undo", name="x").status != 429:
        pass
    assert playing.act(other, "dice", faces=[6]).status == 202


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"[" * 9000, "application/json", 400),
        (b"act=undo", "application/x-www-form-urlencoded", 415),
        (b'{"act": "undo"}', "text/plain", 415),
        (b'{"x": "' + b"x" * 20_000 + b'"}', "application/json", 413),
        (b'{"act": "undo"}', "application/json", 400),
        (b'{"act": "fly", "id": "1"}', "application/json", 400),
        (b'{"act": ["undo"], "id": "1"}', "application/json", 400),
    ],
)
def test_what_is_not_understood_is_refused(playing: Any, body: bytes, kind: str, status: int) -> None:
    token = playing.pair()
    before = playing.table
    assert playing.call("POST", "/act", body, token=token, kind=kind).status == status
    assert playing.table is before


def test_a_revoked_phone_acts_no_more(playing: Any) -> None:
    token = playing.pair()
    playing.phones.revoke(1)
    assert playing.act(token, "undo").status == 403
    token = playing.pair()
    assert playing.call("GET", "/me.json", token=token).json == {"paired": True, "name": "Anna"}
    assert playing.call("POST", "/pair/forget", {}, token=token).status == 200
    assert playing.call("GET", "/me.json", token=token).json["paired"] is False


def test_the_cookie_is_for_this_page_alone_and_not_for_scripts(served: Any) -> None:
    served.call("POST", "/pair/ask", {})
    answer = served.call("POST", "/pair", {"code": served.table.pairing_code, "name": "Anna"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "path=/" in cookie
    assert answer.body.decode().find(cookie.partition("=")[2][:20]) == -1


def test_the_code_is_shown_at_the_table_and_nowhere_else(served: Any) -> None:
    asked = served.call("POST", "/pair/ask", {})
    code = served.table.pairing_code
    assert code is not None
    for path in ("/state.json", "/me.json", "/setups.json"):
        assert code not in served.call("GET", path).body.decode()
    assert code not in asked.body.decode()
    assert served.state["pairing"] is True
    served.at += CODE_SECONDS
    served.site.tick(served.at)
    assert served.table.pairing_code is None
    assert served.call("POST", "/pair", {"code": code}).json["refused"] == "no_code"


def test_wrong_codes_lock_pairing_for_everybody(served: Any) -> None:
    served.call("POST", "/pair/ask", {})
    code = served.table.pairing_code
    wrong = "000000" if code != "000000" else "111111"
    said = [
        served.call("POST", "/pair", {"code": wrong}, address=f"10.0.0.{number}").json["refused"]
        for number in range(MAX_WRONG + 1)
    ]
    assert said == ["wrong_code"] * (MAX_WRONG - 1) + ["locked"] * 2
    assert served.table.pairing_code is None
    assert served.call("POST", "/pair", {"code": code}, address="10.0.0.99").json["refused"] == "locked"
    assert served.call("POST", "/pair/ask", {}, address="10.0.0.99").status == 423


def test_pairing_from_another_page_or_too_often_is_refused(served: Any) -> None:
    assert served.call("POST", "/pair/ask", {}, origin="http://evil.example").status == 403
    assert served.call("POST", "/pair", {"code": "1"}, origin=None).status == 403
    statuses = {served.call("POST", "/pair/ask", {}).status for _ in range(30)}
    assert statuses == {202, 429}


def test_a_code_from_the_command_line_pairs_once(served: Any) -> None:
    served.phones.invite("Oma", "135790", served.at)
    assert served.call("POST", "/pair", {"code": "135790", "name": "x"}).status == 200
    assert [phone.name for phone in served.phones.all()] == ["Oma"]
    assert served.call("POST", "/pair", {"code": "135790"}).status == 403


def test_a_damaged_list_of_phones_is_told_and_lets_nobody_act(served: Any) -> None:
    token = served.pair()
    served.phones.path.write_text("?")
    answer = served.act(token, "undo")
    assert answer.status == 503
    assert "damaged" in answer.json["say"]


def test_strange_names_of_this_machine_are_not_answered(served: Any) -> None:
    for path in ("/", "/state.json", "/events"):
        assert served.call("GET", path, host="evil.example:8080").status == 421
    assert served.call("GET", "/", host="pi.local:8080").status == 200


def test_every_answer_says_what_the_page_may_do(served: Any) -> None:
    for path in ("/", "/page/main.js", "/state.json", "/nowhere"):
        headers = served.call("GET", path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert served.call("GET", "/state.json").headers["cache-control"] == "no-store"
    assert served.table.phase is Phase.SETTING_UP
