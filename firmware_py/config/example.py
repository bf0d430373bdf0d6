"""Writing a configuration: the effective one, and the commented example made from the models."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from firmware_py.config.models import Config
from firmware_py.config.section import Section
from firmware_py.config.takes import takes, written

__all__ = ["commented_example", "to_toml"]

_WIDTH = 100
_HEAD = """\
# The configuration of Pop Umpire. Every key stands here with its default; to change one, remove the `#`
# before it. `umpire config` prints what is in effect, and refuses keys and values that do not exist.
"""


def commented_example() -> str:
    """A TOML file with every key, commented out, with its default and what it does."""
    return "\n".join([_HEAD, *_sections(Config(), commented=True)])


def to_toml(config: Config) -> str:
    """The effective configuration as TOML."""
    return "\n".join(_sections(config, commented=False))


def _sections(config: Config, *, commented: bool) -> Iterator[str]:
    yield from _keys(config, commented=commented)
    yield ""
    for name in Config.model_fields:
        section = getattr(config, name)
        if not isinstance(section, Section):
            continue
        if commented:
            yield from _comment(section.__doc__ or "")
        yield f"[{name}]"
        yield from _keys(section, commented=commented)
        yield ""


def _keys(section: Section, *, commented: bool) -> Iterator[str]:
    """The keys of a section that are no sections themselves."""
    for key, field in type(section).model_fields.items():
        value = getattr(section, key)
        if isinstance(value, Section):
            continue
        if commented:
            yield from _comment(field.description or "")
            yield f"# Takes {takes(type(section), key)}."
        yield f"{'#' if commented else ''}{key} = {written(type(section), key, value)}"


def _comment(words: str) -> list[str]:
    return textwrap.wrap(words.strip(), _WIDTH, initial_indent="# ", subsequent_indent="# ")
