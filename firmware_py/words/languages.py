"""The languages that the product speaks, and which of them the system wants."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

__all__ = ["LANGUAGES", "Language", "system_language"]

Language: TypeAlias = Literal["en", "fr", "de", "fi"]

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
"""English, French, German and Finnish: each a folder of the catalogue, and a voice of espeak-ng."""

_ASKED: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def system_language(environ: Mapping[str, str] = os.environ) -> Language:
    """The language of the system's locale, such as fr for LANG=fr_CH.UTF-8; English if it is none of ours.

    Of the variables that POSIX names, the first that is set decides.
    """
    locale = next((environ[name] for name in _ASKED if environ.get(name)), "")
    return next((language for language in LANGUAGES if re.split("[_.@]", locale)[0] == language), "en")
