"""The catalogue: a key and facts in, a sentence out.

A language is a folder of TOML files, one a room (`trouble`, `table`, `dice`, ...), each with sections:

    [ruling]
    needs_six = { say = "{colour} needs a 6 to leave home ({rule}).", short = "{colour}: 6 needed" }

is looked up as "trouble.ruling.needs_six". Placeholders are names of facts. `terms.toml` translates the
words among the facts (colours, kinds of toys, spaces) and says how several are joined; names of people stay
as they are. A fact that is the key of a sentence is said in that sentence's short form.

Many languages bend their words. A term may therefore have forms beside `say`, whose names are the language's
own affair, and a placeholder asks for one after a dot: with

    [terms]
    red = { say = "punainen", of = "punaisen", several = "punaista" }

"{colour} syö: {captured.of}" is red eating a man of red. `several` is what follows a number above 1.

A language may lack files: it then falls back on nothing, so that a test can tell.

Errors carry plain English, see `rules.Problem`. `problems.toml` of every other language has them by their
English pattern, and where one is missing, the English stands.
"""

from __future__ import annotations

import logging
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, TypeAlias

from firmware_py.errors import WordsError
from rules import Fact, Problem

__all__ = ["SHORT_LENGTH", "Words"]

SHORT_LENGTH = 42
"""Characters that two lines of the OLED hold."""

_PLACEHOLDER = re.compile(r"\{([a-z_]+)(?:\.([a-z]+))?\}")
_KEY = re.compile(r"[a-z]+\.[a-z]+\.\w[\w.]*")
_LOOSE = re.compile(r" (?=[?!:;])")
"""A space before a mark, as French sets it: a line is never broken there."""
_NAMES_A_SPACE = re.compile(r"[a-z]\d")
_VERBATIM = frozenset(
    {
        "player",
        "players",
        "by",
        "problem",
        "why",
        "part",
        "rule",
        "faces",
        "typed",
        "where",
        "who",
        "what",
        "when",
    }
)
"""Facts that are never translated: names of people, numbers, and sentences that come ready-made."""

_DICE = frozenset({"die", "dice"})
"""Facts that name kinds of dice."""

_PLAIN: dict[bool | None, str] = {None: "none", True: "yes", False: "no"}
_SEVERAL = "several"

_Term: TypeAlias = str | Mapping[str, str]
"""A word, or its forms by their names."""

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

    def problem(self, said: str) -> str:
        """What is wrong, in this language; as it stands, if it is no `Problem` that this language knows."""
        if not isinstance(said, Problem):
            return said
        if said.parts:
            return " ".join(map(self.problem, said.parts))
        known: Mapping[str, str] = _room(self.language, "problems").get("problems", {})
        if not said.facts or (self.language != "en" and said.pattern not in known):
            return known.get(said.pattern, str(said))
        return self._with_facts(known.get(said.pattern, said.pattern), said.facts)

    def term(self, fact: Fact, form: str = "say") -> str:
        """A fact in words: a colour, a kind, a space, a number, or several of them.

        Args:
            form: the form of the word that the sentence needs.

        Raises:
            WordsError: if strict, when a word that has several forms lacks this one.
        """
        if isinstance(fact, tuple):
            counts = Counter(fact)
            return self._joined(
                [
                    self.term(one, form) if count == 1 else f"{count} {self.term(one, _SEVERAL)}"
                    for one, count in counts.items()
                ]
            )
        text = _PLAIN[fact] if fact is None or isinstance(fact, bool) else str(fact)
        terms: Mapping[str, _Term] = self._terms["terms"]
        if text in terms:
            return self._formed(terms[text], form, text)
        for pattern, term in self._spaces:
            if found := pattern.fullmatch(text):
                return found.expand(self._formed(term, form, text))
        return self._filled(text, "short", {}) if _KEY.fullmatch(text) and self.has(text) else text

    def _formed(self, term: _Term, form: str, text: str) -> str:
        if isinstance(term, str):
            return term
        if form not in term and form != _SEVERAL:
            self._missing(f"The catalogue {self.language!r} has no form {form!r} of {text!r}.", text)
        return term.get(form, term["say"])

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
        filled = self._filled(key, form, facts)
        as_it_is = filled == key or _NAMES_A_SPACE.match(filled)
        return filled if as_it_is else filled[:1].upper() + filled[1:]

    def _filled(self, key: str, form: str, facts: Mapping[str, Fact]) -> str:
        entry = self._entry(key)
        if entry is None or "say" not in entry:
            return self._missing(f"The catalogue {self.language!r} has no sentence for {key!r}.", key)
        sentence = entry.get(form, entry["say"])
        lacking = sorted({name for name, _ in _PLACEHOLDER.findall(sentence)} - facts.keys())
        if lacking:
            self._missing(f"The sentence {key!r} tells {', '.join(lacking)}, which is not given.", key)
        return self._with_facts(sentence, facts)

    def _with_facts(self, sentence: str, facts: Mapping[str, Fact]) -> str:
        filled = _PLACEHOLDER.sub(lambda found: self._word(found[1], found[2] or "say", facts), sentence)
        return _LOOSE.sub("\N{NO-BREAK SPACE}", filled)

    def _word(self, name: str, form: str, facts: Mapping[str, Fact]) -> str:
        fact = facts.get(name, f"{{{name}}}")
        if isinstance(fact, Problem):
            return self.problem(fact)
        if name in _VERBATIM:
            return self._joined([str(one) for one in fact]) if isinstance(fact, tuple) else str(fact)
        return self.term(self._dice(fact) if name in _DICE else fact, form)

    def _dice(self, fact: Fact) -> Fact:
        """The term of a kind of dice: d6 alone is a square of the chessboard."""
        if isinstance(fact, tuple):
            return tuple(f"die_{one}" for one in fact)
        return f"die_{fact}" if f"die_{fact}" in self._terms["terms"] else fact

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
