"""What is said aloud, and how it sounds."""

from __future__ import annotations

import datetime as dt
import shutil
import wave
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from firmware_py.aloud import KINDS, LEVELS, Kind, utterances
from firmware_py.cli.playing.voice import make_voice
from firmware_py.config import check_config
from firmware_py.errors import ConfigError, DeviceError
from firmware_py.shows import voice
from firmware_py.shows.voice import Espeak, Night, Voice, VoiceSettings, WavFolder
from firmware_py.table import Table
from firmware_py.table.alone import DiceAlone
from firmware_py.table.events import Answered, DiceGiven, Failed, Undone
from firmware_py.view import Fault, TableView, view
from firmware_py.view.alone import view_alone
from firmware_py.words import LANGUAGES, Words
from rules import Move

WORDS = Words(strict=True)
NOON, NIGHT = dt.time(12), dt.time(23, 30)


needs_espeak = pytest.mark.skipif(
    shutil.which("espeak-ng") is None, reason="there is no espeak-ng: apt-get install espeak-ng"
)


def heard(before: TableView | None, now: TableView, kinds: frozenset[Kind] = frozenset(KINDS)) -> list[str]:
    return [one.text for one in utterances(before, now, WORDS, kinds)]


@pytest.fixture
def capture(begin: Any, men: Any) -> list[TableView]:
    """Red pops a 2, tries a wrong move, captures."""
    evening = begin()
    evening.stand(men(red=["T3"], yellow=["T5"]), "red")
    views = [view(evening.table)]
    for kind, facts in (
        (DiceGiven, {"faces": (2,)}),
        (Answered, {"answer": Move("T3", "T6")}),
        (Undone, {}),
        (Answered, {"answer": Move("T3", "T5")}),
    ):
        evening.do(kind, **facts)
        views.append(view(evening.table))
    return views


def test_a_turn_is_said(capture: list[TableView]) -> None:
    start, popped, wrong, undone, captured = capture
    assert heard(start, popped) == ["2.", "Anna, move a red man."]
    said = heard(popped, wrong)
    assert len(said) == 2
    assert said[1] == "Anna, put it back on T3."
    assert "(" not in said[0]
    assert "Red sends yellow home from T5." in heard(undone, captured)
    assert heard(captured, captured) == []


def test_dice_without_a_game_are_said_once_each_time() -> None:
    table: Table = DiceAlone()
    views = [view_alone(table)]
    for _ in range(2):
        table = table.after(DiceGiven(at=1.0, faces=(3,)))
        views.append(view_alone(table))
    assert [heard(before, now) for before, now in pairwise(views)] == [["3."], ["3."]]


def test_dice_that_give_no_move_are_said_too(begin: Any) -> None:
    evening = begin(first=None)
    views = [view(evening.table)]
    for face in (2, 5, 3):
        evening.do(DiceGiven, faces=(face,))
        views.append(view(evening.table))
    said = [heard(*pair, LEVELS["usual"]) for pair in pairwise(views)]
    assert said == [
        ["2.", "Ben, pop to see who begins."],
        ["5.", "Ben, pop!"],
        ["3.", "Yellow cannot move 3.", "Anna, pop!"],
    ]
    assert heard(*views[-2:], LEVELS["little"]) == ["3."]


@pytest.mark.parametrize(("red", "said"), [(0, "4."), (1, "4, and the red dot.")])
def test_the_red_die_of_headache_is_no_number(begin: Any, red: int, said: str) -> None:
    evening = begin("headache")
    before = view(evening.table)
    evening.do(DiceGiven, faces=(4, red))
    assert heard(before, view(evening.table), LEVELS["little"]) == [said]


def test_the_levels_say_less_and_less(capture: list[TableView]) -> None:
    for before, now in pairwise(capture):
        little, usual, everything = (heard(before, now, kinds) for kinds in LEVELS.values())
        assert set(little) <= set(usual) <= set(everything)
    _, popped, wrong, undone, captured = capture
    assert heard(capture[0], popped, LEVELS["little"]) == ["2."]
    assert len(heard(popped, wrong, LEVELS["little"])) == 2
    assert not any("yellow" in one for one in heard(undone, captured, LEVELS["little"]))


def test_faults_and_a_new_game_are_said(begin: Any) -> None:
    evening = begin()
    before = view(evening.table)
    evening.do(Failed, part="oled", why="It is gone.")
    assert heard(before, view(evening.table)) == ["oled: It is gone."]
    assert heard(None, view(evening.table))


class Recorder:
    """A speaker that remembers."""

    def __init__(self) -> None:
        self.said: list[tuple[str, int]] = []

    def open(self) -> None:
        """Always there."""

    def say(self, text: str, volume: int, speed: int) -> None:
        del speed
        self.said.append((text, volume))

    def close(self) -> None:
        """Nothing to close."""


def test_at_night_the_least_is_said_softly(capture: list[TableView]) -> None:
    settings = VoiceSettings(night=Night(dt.time(22), dt.time(7)))
    for time, expected in ((NOON, ("2. Anna, move a red man.", 100)), (NIGHT, ("2.", 35))):
        speaker = Recorder()
        shown = Voice(WORDS, speaker, settings, lambda time=time: time)
        shown.open()
        shown.show(capture[0], 0.0)
        shown.show(capture[1], 1.0)
        assert speaker.said[-1] == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_class_is_switched_by_itself_in_every_language(language: str, capture: list[TableView]) -> None:
    words = Words(language, strict=True)
    for level in LEVELS:
        for switched in KINDS:
            kinds, _ = VoiceSettings(level, frozenset({switched})).now(NOON)
            said = [one for pair in pairwise(capture) for one in utterances(*pair, words, kinds)]
            assert all(one.kind in LEVELS[level] and one.kind != switched for one in said)
            assert all(one.text and "{" not in one.text for one in said)


def test_classes_are_switched_off(capture: list[TableView]) -> None:
    kinds, _ = VoiceSettings(without=frozenset({"die"})).now(NOON)
    assert heard(capture[0], capture[1], kinds) == ["Anna, move a red man."]


@pytest.mark.parametrize(
    ("begins", "ends", "covered"),
    [(22, 7, [23, 0, 6]), (13, 15, [13, 14]), (7, 22, [7, 21])],
)
def test_night_may_go_over_midnight(begins: int, ends: int, covered: list[int]) -> None:
    night = Night(dt.time(begins), dt.time(ends))
    assert all(night.covers(dt.time(hour)) for hour in covered)
    assert not night.covers(dt.time(ends))


def test_the_configuration_makes_the_voice() -> None:
    config = check_config({"voice": {"on": True, "night": "22:00-07:00", "without": ["turn"]}})
    assert make_voice(config.voice, WORDS).name == "voice"
    with pytest.raises(ConfigError, match=r"21:30-07:00"):
        check_config({"voice": {"night": "late"}})


def test_a_machine_without_espeak_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice.shutil, "which", lambda _: None)
    with pytest.raises(DeviceError, match="apt install espeak-ng"):
        Espeak("en").open()


@needs_espeak
def test_the_sound_is_speech_and_softer_at_night(tmp_path: Path) -> None:
    speaker = WavFolder(tmp_path / "wav", "en")
    speaker.open()
    for volume in (100, 35, 100):
        speaker.say("Anna, pop!", volume, 160)
    loud, soft, again = (_sound(tmp_path / "wav" / f"000{number}.wav") for number in (1, 2, 3))
    assert 0.4 < len(loud) / 22050 < 3.0
    assert 0.02 < _level(loud) < 0.5
    assert _level(soft) < 0.6 * _level(loud)
    assert np.array_equal(loud, again)
    assert np.abs(loud).max() < 1.0


@needs_espeak
def test_levels_classes_and_night_are_heard_in_the_sound(capture: list[TableView], tmp_path: Path) -> None:
    def evening(name: str, settings: VoiceSettings, time: dt.time = NOON) -> Any:
        """All that is said of the game, as one sound."""
        told = Voice(WORDS, WavFolder(tmp_path / name, "en"), settings, lambda: time)
        told.open()
        for number, shown in enumerate(
            [*capture, replace(capture[-1], faults=(Fault("OLED", "It is gone."),))]
        ):
            told.show(shown, float(number))
        return np.concatenate([_sound(file) for file in sorted((tmp_path / name).iterdir())])

    little, usual, everything = (evening(level, VoiceSettings(level)) for level in LEVELS)
    assert 1.0 < len(little) / 22050 < len(usual) / 22050 - 1.0 < len(everything) / 22050 - 2.0
    for kind in ("die", "turn", "capture", "verdict", "fault"):  # what happens in these moments
        without = evening(f"no-{kind}", VoiceSettings("all", frozenset({kind})))
        assert len(without) < len(everything) - 0.2 * 22050, f"{kind} is still heard"
    night = evening("night", VoiceSettings("all", night=Night(dt.time(22), dt.time(7))), NIGHT)
    assert len(night) == len(little), "at night the least is said"
    assert _level(night) < 0.6 * _level(little)


@needs_espeak
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_voice_of_its_own(
    language: str, capture: list[TableView], tmp_path: Path
) -> None:
    words = Words(language, strict=True)
    said = " ".join(
        one.text for one in utterances(capture[-2], capture[-1], words, LEVELS["usual"])
    )  # the capture, and whose turn it is
    assert "(" not in said
    for voice_of in (language, "en" if language != "en" else "fi"):
        speaker = WavFolder(tmp_path / voice_of, voice_of)
        speaker.open()
        speaker.say(said, 100, 160)
    own, other = (_sound(next(folder.glob("*.wav"))) for folder in sorted(tmp_path.iterdir()))
    assert 1.0 < len(own) / 22050 < 12.0
    assert 0.02 < _level(own) < 0.5
    assert len(own) != len(other), "another voice says it otherwise"


def _sound(path: Path) -> np.ndarray[Any, np.dtype[np.float64]]:
    with wave.open(str(path)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22050)
        samples = np.frombuffer(file.readframes(file.getnframes()), np.int16)
    return samples / 32768


def _level(sound: np.ndarray[Any, np.dtype[np.float64]]) -> float:
    return float(np.sqrt(np.mean(sound**2)))
