"""Quoted words in one-line text forms: names, notes. Shared by the record and the games' notations."""

from __future__ import annotations

import json
import re
from typing import Final

__all__ = ["QUOTED", "quote", "unquote"]

QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
"""A regular expression (without groups) for what `quote` writes."""

_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def quote(text: str) -> str:
    """The text in double quotes, on one line and safe to store as UTF-8, whatever it holds."""
    written = json.dumps(text, ensure_ascii=False)
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def unquote(quoted: str) -> str:
    """What `quote` wrote.

    Raises:
        ValueError: if the text is not one quoted string.
    """
    text = json.loads(quoted)
    if not isinstance(text, str):
        raise ValueError(f"{quoted!r} is no quoted text.")
    return text
