"""What everybody may look at."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from firmware_py.aloud import KINDS, LEVELS
from firmware_py.errors import JournalError
from firmware_py.luck import team_luck
from firmware_py.table import to_record
from firmware_py.table.events import Answered, Pressed
from firmware_py.web import GameLine
from firmware_py.web.files import one_file, page_file
from firmware_py.words import Words
from hardware.counters import FACES
from rules import GAMES, Chance, GameRecord, Over, Rolled
from vision.dice.reading import DiceReading, Die

PAGE = Path(__file__).resolve().parents[3] / "firmware_py" / "web" / "page"


def play(served: Any, answers: int) -> None:
    """Play on, always with the first answer; dice come in turn."""
    for number in range(answers):
        awaits = served.table.state.awaits
        if isinstance(awaits, Over):
            return
        options = [one for one, _ in awaits.outcomes] if isinstance(awaits, Chance) else awaits.options
        turn = number * 5 if isinstance(awaits, Chance) else 0
        served.post(Answered(at=served.at, answer=options[turn % len(options)]))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_shown_and_told(served: Any, game: str) -> None:
    served.begin(game)
    for _ in range(40):
        play(served, 3)
        shown = served.state
        assert shown["headline"]
        assert all(line["say"] for line in shown["log"])
        assert len(shown["options"]) == len({option["answer"] for option in shown["options"]})
    layout = served.call("GET", "/layout.json").json
    assert layout["key"] == shown["layout"]
    assert set(shown["pieces"]) <= set(layout["spaces"])
    told = served.call("GET", "/games/now.json").json
    assert told["steps"][-1]["pieces"] == shown["pieces"]
    assert len(told["steps"]) == len(to_record(served.table).entries) + 1
    assert served.call("GET", "/games/now.txt").body.decode().startswith(f'[game "{game}"]')


def test_states_are_numbered_and_hold_everything(served: Any) -> None:
    first = served.state
    served.begin()
    second = served.state
    assert first["boot"] == second["boot"]
    assert second["number"] == first["number"] + 1
    assert second["began"] == served.table.started.at


def test_setups_have_a_sentence_for_every_house_rule(served: Any) -> None:
    for setup in served.call("GET", "/setups.json").json["games"]:
        assert len(setup["colours"]) >= 2
        for rule in setup["rules"]:
            assert rule["say"]
            values = [value["value"] for value in rule["values"]]
            assert rule["default"] in values
            assert len(values) == len(set(values))


def test_luck_is_counted_beside_chance(served: Any) -> None:
    served.begin(first="red", options="enter_on=1,2,3,4,5,6")
    assert team_luck(served.table)["red"].pops == 0
    for answer in ("roll:6", "RH4-T0", "roll:3", "T0-T3"):
        served.post(Answered(at=served.at, answer=_read(answer)))
    found = served.call("GET", "/luck.json").json["red"]
    assert (found["pops"], found["pips"], found["sixes"]) == (2, 9, 1)
    assert found["fair_pips"] == 7.0
    assert found["fair_sixes"] == pytest.approx(1 / 3)
    assert found["fair_chances"] == 0.0


def test_captures_are_luck_when_a_pop_allows_one(served: Any) -> None:
    served.begin(first="red")
    pieces = {"T3": ["red"], "T5": ["yellow"]}
    pieces |= {f"RH{n}": ["red"] for n in (1, 2, 3)} | {f"YH{n}": ["yellow"] for n in (1, 2, 3)}
    served.act(served.pair(), "correct", pieces=pieces, turn="red")
    for answer in ("roll:2", "T3-T5"):
        served.post(Answered(at=served.at, answer=_read(answer)))
    red = team_luck(served.table)["red"]
    assert (red.chances, red.captures) == (1, 1)
    assert red.fair_chances == pytest.approx(1 / 6)


def _read(text: str) -> Any:
    from rules import read_answer

    return read_answer(text)


def test_the_photo_is_kept_until_the_next_pop(served: Any) -> None:
    served.begin(first="red")
    assert served.call("GET", "/dome.jpg").status == 404
    picture = np.full((960, 1280, 3), 90, np.uint8)
    reading = DiceReading("read", (Die(4, True, 0.9, (100, 200, 60, 60)),), None, "dice_read")
    served.site.photo(picture, reading)
    served.post(Answered(at=served.at, answer=Rolled((4,))))
    told = served.state["photo"]
    assert told["size"] == [640, 480]
    assert told["dice"][0]["box"] == [50, 100, 30, 30]
    photo = served.call("GET", "/dome.jpg")
    assert photo.body[:2] == b"\xff\xd8"
    assert photo.headers["cache-control"] == "no-store"
    served.post(Pressed(at=served.at))
    assert served.state["photo"] is None
    assert served.call("GET", "/dome.jpg").status == 404


def test_whoever_watches_is_told_that_pictures_are_kept(served: Any, tmp_path: Path) -> None:
    assert served.state["kept"] is None
    kept = type(served)(tmp_path, kept=tmp_path / "pictures")
    assert kept.state["kept"] == f"{tmp_path}/pictures"
    labels = kept.call("GET", "/words.json").json["labels"]
    assert labels["kept_in"] == "Pictures of the dome are kept in {where}."


def test_the_pages_share_a_head(served: Any) -> None:
    for path in ("/", "/club", "/page/calibrate.html"):
        page = served.call("GET", path).body.decode()
        assert page.count('<link rel="stylesheet" href="/page/style.css">') == 1
        assert "{" not in page
    assert served.call("GET", "/page/head.part").status == 404


class Shelf:
    """Two recorded games."""

    def __init__(self, record: GameRecord) -> None:
        self._record = record

    def games(self) -> list[GameLine]:
        return [GameLine(1, "trouble", ("Anna", "Ben"), 1.7e9, True)]

    def record(self, number: int) -> GameRecord:
        if number != 1:
            raise JournalError(f"There is no game {number}.")
        return self._record


def test_recorded_games_are_listed_told_and_passed_on(served: Any, tmp_path: Path) -> None:
    served.begin(first="red")
    play(served, 30)
    record = to_record(served.table)
    other = type(served)(tmp_path / "other", library=Shelf(record))
    assert other.call("GET", "/games.json").json[0]["players"] == ["Anna", "Ben"]
    assert len(other.call("GET", "/games/1.json").json["steps"]) == 31
    assert other.call("GET", "/games/1.txt").body.decode() == str(record)
    for path in ("/games/2.json", "/games/now.json", "/games/x.txt", "/games/99999999999.html"):
        assert other.call("GET", path).status == 404
    imported = other.call("POST", "/story", str(record).encode(), token=other.pair(), kind="text/plain")
    assert imported.json == other.call("GET", "/games/1.json").json
    assert other.call("POST", "/story", str(record).encode(), kind="text/plain").status == 403
    bad = other.call("POST", "/story", b"nonsense", token=other.pair(), kind="text/plain")
    assert (bad.status, bad.json["refused"]) == (422, "record")


def test_a_shared_game_is_one_file_that_asks_for_nothing(served: Any) -> None:
    served.begin(first="red")
    play(served, 10)
    page = served.call("GET", "/games/now.html").body.decode()
    assert "import " not in re.sub(r"/\*\*.*?\*/|//[^\n]*", "", page, flags=re.DOTALL)
    assert not re.search(r"^export ", page, re.MULTILINE)
    assert not re.search(r'(src|href)="', page.partition("<script")[0])
    named = one_file("x", {"a": "</script><b>\u2028"}, {})
    assert "</script><b>" not in named


def test_looking_too_often_is_refused(served: Any) -> None:
    served.begin()
    statuses = [served.call("GET", "/luck.json").status for _ in range(60)]
    assert set(statuses) == {200, 429}


def test_files_come_from_the_folder_of_the_page_only(served: Any) -> None:
    assert served.call("GET", "/").headers["content-type"].startswith("text/html")
    for name in ("../site.py", "nothing.js", "site.py", ".hidden.js", "..%2fsite.py"):
        assert served.call("GET", f"/page/{name}").status == 404
    tag = served.call("GET", "/page/main.js").headers["etag"]
    assert tag == page_file("main.js")[1]


def test_the_page_is_in_the_language_of_the_table(served: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    english = served.call("GET", "/")
    assert b'<html lang="en">' in english.body
    monkeypatch.setattr(served.site.looks, "_parts", replace(served.site.looks._parts, words=Words("fi")))
    finnish = served.call("GET", "/")
    assert b'<html lang="fi">' in finnish.body
    assert "salli se tässä" in finnish.body.decode()
    assert english.headers["etag"] != finnish.headers["etag"]
    assert served.call("GET", "/words.json").json["labels"]["menu"] == "Valikko"
    served.begin(first="red")
    assert '<html lang="fi">' in served.call("GET", "/games/now.html").body.decode()


def test_what_is_said_aloud_is_numbered_and_has_a_class(served: Any) -> None:
    served.begin(first="red")
    play(served, 10)
    aloud = json.loads(served.site.feed.newest)["aloud"]
    assert 1 < len(aloud) <= 12
    numbers = [one["number"] for one in aloud]
    assert numbers == list(range(numbers[0], numbers[0] + len(aloud)))
    assert {one["kind"] for one in aloud} <= set(KINDS)
    assert not any(re.search(r"\([TGH]-", one["say"]) for one in aloud)


def test_the_page_knows_every_class_of_sounds() -> None:
    sounds = re.search(r"SOUNDS = \[(.*?)\]", (PAGE / "speech.js").read_text())
    assert sounds is not None
    listed = re.findall(r'"(\w+)"', sounds[1])
    assert set(listed) == set(KINDS)
    for level, heard in (("little", 3), ("usual", 5), ("all", 7)):
        assert set(listed[:heard]) == LEVELS[level]
    assert all(Words().has(f"web.page.sound_{sound}") for sound in listed)


def test_every_face_of_a_counter_has_a_drawing_that_brings_nothing_along(served: Any) -> None:
    assert served.call("GET", "/layout.json").json["toys"] == {}
    served.begin("gearhead", first="south")
    toys = served.call("GET", "/layout.json").json["toys"]
    assert {face.art for face in FACES.values()} | {"zapped"} == set(toys)
    assert not any(word in text for text in toys.values() for word in ("href", "<script", "style", " id="))


def test_every_label_of_the_page_exists_and_is_used() -> None:
    labels = {key.removeprefix("web.page.") for key in Words().entries("web") if key.startswith("web.page.")}
    sources = "".join(path.read_text() for path in PAGE.glob("*.js"))
    said = set(re.findall(r'say\("([a-z_]+)"', sources))
    assert said <= labels
    built = (
        "game_",
        "theme_",
        "voice_",
        "verdict_",
        "notice_",
        "line_",
        "sound_",
        "referee_",
        "calibrate_corner_",
    )
    unused = {label for label in labels if f'"{label}"' not in sources and not label.startswith(built)}
    assert unused == {"noscript"}, "which the server fills in"


def test_every_refusal_has_its_sentence() -> None:
    words = Words()
    sources = "".join(path.read_text() for path in PAGE.parent.glob("*.py"))
    keys = set(re.findall(r'RefusedError\(\s*"([a-z_]+)"', sources)) | {"wrong_code", "no_code", "locked"}
    assert {f"web.refused.{key}" for key in keys} <= set(words.entries("web"))


def test_nothing_of_the_page_comes_from_elsewhere() -> None:
    for path in PAGE.iterdir():
        text = path.read_text().replace("http://www.w3.org/", "")
        assert not re.search(r"https?://|//cdn", text), path.name
        assert "innerHTML" not in text, path.name


def test_the_address_is_a_picture_to_scan(served: Any) -> None:
    assert served.call("GET", "/address.svg").status == 404
    served.site.sit(served, "http://192.168.1.5:8080/")
    served.site.named("http://pop-umpire.local:8080/")
    served.begin()
    answer = served.call("GET", "/address.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.body.startswith(b"<svg")
    shown = served.state["address"]
    assert shown == {"where": "http://192.168.1.5:8080/", "name": "http://pop-umpire.local:8080/"}
