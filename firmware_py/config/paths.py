"""Where the configuration and the games lie: the XDG folders `pop-umpire`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from firmware_py.errors import ConfigError

__all__ = ["config_file", "state_folder"]

_FOLDER = "pop-umpire"


def config_file(environ: Mapping[str, str] | None = None) -> Path:
    """Where the configuration is looked for when no flag names one; it need not exist.

    Raises:
        ConfigError: if neither XDG_CONFIG_HOME nor a home folder is known.
    """
    return _base("XDG_CONFIG_HOME", ".config", environ) / _FOLDER / "config.toml"


def state_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Where games and logs are kept when no flag names a folder; it need not exist.

    Raises:
        ConfigError: if neither XDG_STATE_HOME nor a home folder is known.
    """
    return _base("XDG_STATE_HOME", ".local/state", environ) / _FOLDER


def _base(variable: str, usual: str, environ: Mapping[str, str] | None) -> Path:
    # The XDG base directory specification: a relative path in the variable is to be ignored.
    given = (os.environ if environ is None else environ).get(variable, "")
    if given and Path(given).is_absolute():
        return Path(given)
    try:
        return Path.home() / usual
    except RuntimeError:
        raise ConfigError([f"There is no home folder: set {variable} to a folder of yours."]) from None
