"""Games from elsewhere, and the season, on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from firmware_py.cli.playing.library import JournalLibrary
from firmware_py.journal import Journal
from firmware_py.table.events import DiceGiven, Started
from rules import Seat, game, read_record
from rules.bots import BOTS

RECORD = '[game "trouble"]\n[seat red "Anna"]\n[seat blue "Ben"]\n[first "red"]\n\nroll:6\nRH4-T0\nroll:3\n'
BEGUN = (
    '[game "trouble"]\n[rules "stop_at_first=yes"]\n[seat red "Cleo"]\n[seat blue "ben"]\n[first "red"]\n\n'
)


def decided(winner: str = "red") -> str:
    """A record in which somebody sets the position right, and Cleo wins at once."""
    rules = read_record(BEGUN)
    start = rules.start()
    pieces = {f"RF{number}": ("red",) for number in (2, 3, 4)} | {"T27": ("red",)}
    pieces |= {f"BH{number}": ("blue",) for number in range(1, 5)}
    state = game("trouble").from_pieces(start, pieces, winner)
    return f'{BEGUN}set "Cleo" {game("trouble").to_text(state)}\nroll:1\nT27-RF1\n'


@pytest.fixture
def kept(served: Any, tmp_path: Path) -> Any:
    """A site whose games lie in a journal."""
    served.library = JournalLibrary(tmp_path / "games.sqlite", lambda: 1.7e9)
    return type(served)(tmp_path / "other", library=served.library)


def keep(site: Any, record: str, token: str | None, **more: Any) -> Any:
    return site.call("POST", "/games", record.encode(), token=token, kind="text/plain", **more)


def test_a_record_is_kept_once(kept: Any, tmp_path: Path) -> None:
    token = kept.pair()
    answer = keep(kept, RECORD, token)
    assert (answer.status, answer.json) == (201, {"number": 1})
    (line,) = kept.call("GET", "/games.json").json
    assert (line["players"], line["is_over"], line["played"]) == (["Anna", "Ben"], True, 1.7e9)
    again = keep(kept, RECORD, token)
    assert again.status == 422
    assert "game 1" in again.json["say"]
    assert len(kept.call("GET", "/games/1.json").json["steps"]) == 4
    with Journal(tmp_path / "games.sqlite") as journal:
        assert journal.unfinished() is None, "nobody is asked to go on with it"


def test_keeping_does_not_disturb_the_game_that_is_written(kept: Any, tmp_path: Path) -> None:
    seats = (Seat("red", "Anna"), Seat("yellow", "Ben"))
    with Journal(tmp_path / "games.sqlite") as journal:
        number = journal.begin(Started(at=0.0, game="trouble", seats=seats), 1.0)
        assert keep(kept, RECORD, kept.pair()).status == 201
        journal.append(DiceGiven(at=1.0, faces=(6,)), 2.0, is_over=False)
        assert len(journal.load(number)) == 2
        assert journal.unfinished() == number


@pytest.mark.parametrize("path", ["/games", "/story"])
def test_nobody_keeps_games_unpaired_or_from_elsewhere(kept: Any, path: str) -> None:
    token = kept.pair()
    for facts, refused in (
        ({"token": None}, "not_paired"),
        ({"token": "x" * 43}, "not_paired"),
        ({"token": token, "origin": "http://evil.example"}, "other_page"),
        ({"token": token, "origin": None}, "other_page"),
    ):
        answer = kept.call("POST", path, RECORD.encode(), kind="text/plain", **facts)
        assert (answer.status, answer.json["refused"]) == (403, refused)
    assert kept.call("GET", "/games.json").json == []


@pytest.mark.parametrize(
    "record", ["", "nonsense", RECORD + "roll:9\n", RECORD + "undo\n" * 9, "\x00", "x" * 200_000]
)
def test_what_is_no_game_is_not_kept(kept: Any, record: str) -> None:
    answer = keep(kept, record, kept.pair())
    assert answer.status in (413, 422)
    assert kept.call("GET", "/games.json").json == []


def test_one_phone_cannot_fill_the_disk(kept: Any) -> None:
    token = kept.pair()
    statuses = []
    for number in range(30):
        kept.at += 0.2
        statuses.append(keep(kept, RECORD.replace("Ben", f"Ben {number}"), token).status)
    assert statuses.count(201) <= 12
    assert statuses[-1] == 429


def test_the_season_is_shown_since_a_day(kept: Any) -> None:
    token = kept.pair()
    assert kept.call("GET", "/season.json").json == []
    assert keep(kept, decided(), token).status == 201
    assert keep(kept, RECORD, token).status == 201, "it was not played to its end, and counts nothing"
    cleo, ben = kept.call("GET", "/season.json").json
    assert (cleo["player"], cleo["wins"], cleo["drawn"], cleo["mean_pips"]) == ("Cleo", 1, 0, 1.0)
    assert (ben["player"], ben["places"]) == ("ben", {"2": 1})


def test_the_season_begins_on_the_day_that_is_asked_for(kept: Any) -> None:
    keep(kept, decided(), kept.pair())
    answer = kept.call("GET", "/season.json", query="since=2023-11-01")
    assert len(answer.json) == 2
    assert kept.call("GET", "/season.json", query="since=2023-11-20").json == []
    assert kept.call("GET", "/season.json", query="since=soon").status == 400


def test_people_are_remembered_between_evenings(kept: Any) -> None:
    setups = kept.call("GET", "/setups.json").json
    assert (setups["people"], setups["seats"]) == (list(BOTS), {})
    keep(kept, RECORD, kept.pair())
    keep(kept, decided(), kept.pair())
    setups = kept.call("GET", "/setups.json").json
    assert setups["people"] == ["Cleo", "ben", "Anna", "Ben", *BOTS]
    assert setups["seats"] == {"red": "Cleo", "blue": "ben"}
