"""The catalogue: a key and facts in, a sentence out.

A language is a folder of TOML files, one a room (`trouble`, `table`, `dice`, ...), each with sections:

    [ruling]
    needs_six = { say = "{colour} needs a 6 to leave home ({rule}).", short = "{colour}: 6 needed" }

is looked up as "trouble.ruling.needs_six". Placeholders are names of facts. `terms.toml` translates the
words among the facts (colours, kinds of toys, spaces) and says how several are joined; names of people stay
as they are. A language may lack files: it then falls back on nothing, so that a test can tell.
"""

from __future__ import annotations

import logging
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from firmware_py.errors import WordsError
from rules import Fact

__all__ = ["SHORT_LENGTH", "Words"]

SHORT_LENGTH = 42
"""Characters that two lines of the OLED hold."""

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_NAMES_A_SPACE = re.compile(r"[a-z]\d")
_VERBATIM = frozenset({"player", "players", "by", "problem", "why", "part", "rule", "faces"})
"""Facts that are never translated: names of people, numbers, and sentences that come ready-made."""

_log = logging.getLogger(__name__)


class Words:
    """The sentences of one language.

    Args:
        language: the folder under `firmware_py/words`.
        strict: raise when a sentence or a fact is missing. At a table it is better to show the key than to
            stop, so that is the default; tests are strict.

    Raises:
        WordsError: if there is no such language.
    """

    def __init__(self, language: str = "en", *, strict: bool = False) -> None:
        self.language = language
        self.strict = strict
        self._terms = _room(language, "terms")
        if not self._terms:
            raise WordsError(f"There is no catalogue of sentences for the language {language!r}.")
        self._spaces = [(re.compile(pattern), word) for pattern, word in self._terms["spaces"].items()]

    def say(self, key: str, facts: Mapping[str, Fact] | None = None) -> str:
        """The whole sentence.

        Raises:
            WordsError: if strict, when the key or a fact that it tells is missing.
        """
        return self._fill(key, "say", facts or {})

    def short(self, key: str, facts: Mapping[str, Fact] | None = None) -> str:
        """The short form, for small displays; the whole sentence where there is none.

        Raises:
            WordsError: if strict, when the key or a fact that it tells is missing.
        """
        return self._fill(key, "short", facts or {})

    def has(self, key: str) -> bool:
        """Whether there is a sentence for a key."""
        return self._entry(key) is not None

    def entries(self, room: str) -> dict[str, Mapping[str, str]]:
        """All sentences of a room by their whole key, each with its forms `say` and `short`."""
        return {
            f"{room}.{section}.{key}": entry
            for section, entries in _room(self.language, room).items()
            for key, entry in entries.items()
        }

    def term(self, fact: Fact) -> str:
        """A fact in words: a colour, a kind, a space, a number, or several of them."""
        terms: Mapping[str, str] = self._terms["terms"]
        if isinstance(fact, tuple):
            counts = Counter(fact)
            return self._joined(
                [
                    self.term(one) if count == 1 else f"{count} {self.term(one)}"
                    for one, count in counts.items()
                ]
            )
        if fact is None or isinstance(fact, bool):
            return terms[{None: "none", True: "yes", False: "no"}[fact]]
        text = str(fact)
        if text in terms:
            return terms[text]
        for pattern, word in self._spaces:
            if found := pattern.fullmatch(text):
                return found.expand(word)
        return text

    def _joined(self, words: list[str]) -> str:
        terms: Mapping[str, str] = self._terms["terms"]
        if len(words) < 2:
            return words[0] if words else terms["none"]
        return f"{', '.join(words[:-1])} {terms['and']} {words[-1]}"

    def _entry(self, key: str) -> Mapping[str, str] | None:
        room, _, rest = key.partition(".")
        section, _, name = rest.partition(".")
        entry = _room(self.language, room).get(section, {}).get(name)
        return entry if isinstance(entry, dict) else None

    def _fill(self, key: str, form: str, facts: Mapping[str, Fact]) -> str:
        entry = self._entry(key)
        if entry is None or "say" not in entry:
            return self._missing(f"The catalogue {self.language!r} has no sentence for {key!r}.", key)
        sentence = entry.get(form, entry["say"])
        lacking = sorted(set(_PLACEHOLDER.findall(sentence)) - facts.keys())
        if lacking:
            self._missing(f"The sentence {key!r} tells {', '.join(lacking)}, which is not given.", key)
        filled = _PLACEHOLDER.sub(lambda found: self._word(found[1], facts), sentence)
        return filled if _NAMES_A_SPACE.match(filled) else filled[:1].upper() + filled[1:]

    def _word(self, name: str, facts: Mapping[str, Fact]) -> str:
        fact = facts.get(name, f"{{{name}}}")
        if name not in _VERBATIM:
            return self.term(fact)
        return self._joined([str(one) for one in fact]) if isinstance(fact, tuple) else str(fact)

    def _missing(self, problem: str, key: str) -> str:
        if self.strict:
            raise WordsError(problem)
        _log.warning(problem)
        return key


@cache
def _room(language: str, room: str) -> Mapping[str, Any]:
    """The sections of one file; none if there is no such file."""
    file = resources.files("firmware_py.words") / language / f"{room}.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
