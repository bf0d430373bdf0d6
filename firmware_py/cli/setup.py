"""Flags that several commands share, and what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import typer

from firmware_py.config import Config, TableConfig, config_file, load_config, state_folder
from firmware_py.words import Language, Words, system_language

__all__ = [
    "CONFIG_FLAG",
    "JOURNAL",
    "PHONES",
    "STATE_FLAG",
    "FoundConfig",
    "configuration",
    "players_in_words",
    "state",
    "words_of",
]

SERVICE_CONFIG = Path("/etc/pop-umpire/config.toml")
"""The configuration of the service, where one is installed."""

JOURNAL = "games.sqlite"
"""The file of games in the state folder."""

PHONES = "phones.json"
"""The file of paired phones in the state folder."""


CONFIG_FLAG = typer.Option(
    "--config", metavar="FILE", help="The configuration file, instead of the usual one."
)
STATE_FLAG = typer.Option(
    "--state", metavar="FOLDER", help="Where games are kept, instead of the usual folder."
)


@dataclass(frozen=True, slots=True)
class FoundConfig:
    """The configuration in effect; `path` is None where no file was found and the defaults hold."""

    config: Config
    path: Path | None


def configuration(file: Path | None) -> FoundConfig:
    """The configuration of the file named, else of the user's, else of the service's, else the defaults.

    Raises:
        ConfigError: if the file named is missing, or a file has problems.
    """
    if file is not None:
        return FoundConfig(load_config(file), file)
    for usual in (config_file(), SERVICE_CONFIG):
        if usual.exists():
            return FoundConfig(load_config(usual), usual)
    return FoundConfig(Config(), None)


def state(folder: Path | None) -> Path:
    """The folder where games are kept: the one named, else the usual one. It may not exist yet."""
    return folder if folder is not None else state_folder()


def words_of(config: Config, language: Language | None = None) -> Words:
    """The catalogue in the language of the flag, else of the configuration, else of the system."""
    chosen = system_language() if config.language == "auto" else config.language
    return Words(language or chosen)


def players_in_words(config: Config, words: Words) -> Config:
    """The configuration with "Player 1" and so on in this language, where nobody has named the players."""
    seats = TableConfig().seats
    if config.table.seats != seats:
        return config
    named = {colour: f"{words.term('player')} {number}" for number, colour in enumerate(seats, 1)}
    return config.model_copy(update={"table": config.table.model_copy(update={"seats": named})})
