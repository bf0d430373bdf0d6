"""Reading the configuration file, strictly: every problem is named at once."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from firmware_py.config.models import Config
from firmware_py.config.parts import CameraConfig
from firmware_py.config.section import HintError
from firmware_py.config.takes import takes, written
from firmware_py.errors import ConfigError

__all__ = ["check_config", "load_config"]


def load_config(path: Path) -> Config:
    """Read a configuration file; paths inside become relative to its folder.

    Raises:
        ConfigError: if the file cannot be read or is no TOML, or with every unknown key and wrong value.
    """
    return _beside(check_config(_read(path), str(path)), path.parent)


def check_config(values: Mapping[str, Any], where: str = "the configuration") -> Config:
    """Check values as they come from TOML.

    Raises:
        ConfigError: with every unknown key and wrong value.
    """
    try:
        return Config.model_validate(values)
    except ValidationError as error:
        raise ConfigError([f"{where}: {problem}" for problem in _problems(error)]) from None


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except IsADirectoryError:
        why = "it is a folder, and a TOML file is wanted"
    except UnicodeDecodeError:
        why = "it is not UTF-8 text"
    except tomllib.TOMLDecodeError as error:
        why = f"it is no TOML: {error}"
    except RecursionError:
        why = "it is no TOML that can be read: its brackets are nested too deeply"
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
    raise ConfigError([f"{path}: the configuration cannot be read: {why}."])


def _beside(config: Config, folder: Path) -> Config:
    board = config.table.board
    if board.endswith(".toml"):
        config = config.model_copy(
            update={"table": config.table.model_copy(update={"board": str(folder / board)})}
        )
    for name in ("camera", "board_camera"):
        camera: CameraConfig = getattr(config, name)
        if camera.is_file:
            beside = camera.model_copy(update={"use": str(folder / camera.use)})
            config = config.model_copy(update={name: beside})
    if config.mqtt.password_file:
        secret = str(folder / config.mqtt.password_file)
        config = config.model_copy(update={"mqtt": config.mqtt.model_copy(update={"password_file": secret})})
    return config


def _problems(error: ValidationError) -> Iterator[str]:
    named: set[str] = set()
    for item in error.errors():
        section, name, key = _place(item["loc"])
        if key in named:  # a value that fits none of several types is one problem, not one for each type
            continue
        named.add(key)
        if item["type"] == "extra_forbidden":
            yield _unknown(section, name, key)
        else:
            hint = item.get("ctx", {}).get("error")
            why = hint if isinstance(hint, HintError) else f"it takes {takes(section, name)}"
            yield f"{key} = {written(section, name, item['input'])} is not possible: {why}."


def _place(loc: tuple[int | str, ...]) -> tuple[type[BaseModel], str, str]:
    """The model and the field that a problem's place belongs to, and the dotted key as the file has it."""
    model: type[BaseModel] = Config
    for depth, part in enumerate(loc):
        field = model.model_fields.get(str(part))
        inner = field.annotation if field else None
        if depth + 1 < len(loc) and isinstance(inner, type) and issubclass(inner, BaseModel):
            model = inner
        else:
            # Deeper parts: first an entry (seats.red), then pydantic's words for the type it tried.
            return model, str(part), ".".join(str(p) for p in loc[: depth + 2])
    return model, "", ""


def _unknown(section: type[BaseModel], name: str, key: str) -> str:
    known = list(section.model_fields)
    close = difflib.get_close_matches(name, known, 1)
    hint = f"; was {close[0]} meant?" if close else "."
    place = f"[{key.rpartition('.')[0]}]" if "." in key else "the configuration"
    return f"{key} is unknown: {place} has {', '.join(known)}{hint}"
