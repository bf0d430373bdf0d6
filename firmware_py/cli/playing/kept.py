"""The pictures of an evening that are kept, where somebody asked for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from firmware_py.config import Config
from firmware_py.errors import UmpireError, reason_of
from firmware_py.senses.kept import KeptPictures, Limits, PictureStore

__all__ = ["kept_in", "make_kept", "make_ready", "store_of", "with_kept"]


def with_kept(config: Config, folder: Path | None) -> Config:
    """The configuration with the folder of the flag `--keep`, if it was given."""
    if folder is None:
        return config
    keep = config.keep.model_copy(update={"folder": str(folder.absolute())})
    return config.model_copy(update={"keep": keep})


def make_ready(folder: Path | None, config: Config) -> None:
    """Make the folder of the flag `--keep` ready, if it was given: who types it can still type another.

    Raises:
        UmpireError: if no picture can be kept there.
    """
    if folder is None:
        return
    try:
        store_of(config, folder).open()
    except OSError as error:
        raise UmpireError(f"--keep {folder}: no picture can be kept there: {reason_of(error)}.") from None


def kept_in(config: Config, state: Path) -> Path | None:
    """Where pictures are kept; None if none are.

    Args:
        state: where the games lie.
    """
    return state.absolute() / config.keep.folder if config.keep.folder else None


def make_kept(config: Config, state: Path, game: Callable[[], int | None]) -> KeptPictures | None:
    """What keeps the picture of each reading; None where nobody asked for it.

    Args:
        state: where the games lie.
        game: the number of the game that is played.
    """
    folder = kept_in(config, state)
    if folder is None:
        return None
    return KeptPictures(store_of(config, folder), game, time.time)


def store_of(config: Config, folder: Path) -> PictureStore:
    """The folder of kept pictures, with the room that the configuration gives it."""
    return PictureStore(folder, Limits(config.keep.pictures, config.keep.megabytes * 1_000_000))
