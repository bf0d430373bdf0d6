"""The voice by configuration."""

from __future__ import annotations

import datetime as dt

from firmware_py.config import VoiceConfig
from firmware_py.shows.voice import Espeak, Night, Voice, VoiceSettings
from firmware_py.words import Words

__all__ = ["make_voice"]


def make_voice(config: VoiceConfig, words: Words) -> Voice:
    """The voice of the table, in the language of the catalogue."""
    night = None
    if config.night:
        begins, ends = map(dt.time.fromisoformat, config.night.split("-"))
        night = Night(begins, ends)
    settings = VoiceSettings(
        level=config.level,
        without=frozenset(config.without),
        volume=config.volume,
        speed=config.speed,
        night=night,
    )
    return Voice(words, Espeak(words.language), settings, _time_of_day)


def _time_of_day() -> dt.time:
    return dt.datetime.now().astimezone().time()
