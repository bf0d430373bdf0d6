"""What a key of the configuration takes, in words, and how a value of it is written: for the example and for
refusals alike."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from firmware_py.config.toml import write_toml

__all__ = ["takes", "written"]

_WORDS = {"string": "a text", "boolean": "true or false", "integer": "a whole number", "number": "a number"}


def takes(section: type[BaseModel], name: str) -> str:
    """What a field of a section takes, such as "a number from 0 to 1"; "a table" for a whole section."""
    schema = section.model_json_schema()["properties"].get(name, {})
    return _in_words(schema)


def written(section: type[BaseModel], name: str, value: object) -> str:
    """A value as people write it for this field in TOML: an address on a bus is counted in sixteens."""
    schema = section.model_json_schema()["properties"].get(name, {})
    if schema.get("hexadecimal") and type(value) is int and value >= 0:
        return f"0x{value:02X}"
    return write_toml(value)


def _in_words(schema: dict[str, Any]) -> str:
    if "takes" in schema:
        return str(schema["takes"])
    if "enum" in schema:
        *most, last = [str(value) for value in schema["enum"]]
        return f"{', '.join(most)} or {last}"
    words = _WORDS.get(schema.get("type", ""), "a table")
    if "minimum" in schema and "maximum" in schema:
        words += f" from {schema['minimum']:g} to {schema['maximum']:g}"
    return words
