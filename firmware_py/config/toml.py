"""Writing values as TOML: the standard library only reads it."""

from __future__ import annotations

import json

__all__ = ["write_toml"]


def write_toml(value: object) -> str:
    """A value as TOML on one line; whatever has no form of its own there is written as its text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(str(key))} = {write_toml(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(write_toml, value))}]"
    return _quote(str(value))


def _quote(text: str) -> str:
    # TOML's basic strings are JSON's, except that DEL must be escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    plain = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if plain else _quote(name)
