"""What is wrong, in plain English, and so that another language can say it too.

The English sentence is a pattern that names its facts, and the pattern is also the name by which a catalogue
finds the sentence of another language, as with gettext:

    Problem("{colour} has {count} men, not {most}.", colour="red", count=3, most=4)

is the text "red has 3 men, not 4." wherever a text is wanted: in an error, a log, a command's answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.core import Fact

__all__ = ["Problem", "problem_of"]


class Problem(str):
    """A sentence, or a part of one, that remembers what it is made of.

    Attributes:
        pattern: the English sentence with the names of its facts in braces.
        facts: what it tells; one that is a `Problem` itself is a sentence within the sentence.
        parts: the sentences that it joins; empty for a single one.
    """

    __slots__ = ("facts", "parts", "pattern")
    pattern: str
    facts: Mapping[str, Fact]
    parts: tuple[Problem, ...]

    def __new__(cls, pattern: str, /, **facts: Fact) -> Problem:
        """Fill the facts in; a pattern without facts stands as it is, braces and all."""
        filled = pattern.format(**{name: _plain(fact) for name, fact in facts.items()}) if facts else pattern
        made = super().__new__(cls, filled)
        made.pattern, made.facts, made.parts = str(pattern), facts, ()
        return made

    @classmethod
    def joined(cls, problems: Iterable[str]) -> Problem:
        """Several sentences, one after the other."""
        parts = tuple(problem if isinstance(problem, Problem) else cls(problem) for problem in problems)
        if len(parts) == 1:
            return parts[0]
        made = cls(" ".join(parts))
        made.parts = parts
        return made


def problem_of(error: BaseException) -> Problem:
    """What an error says, with all that it remembers; its plain text if it remembers nothing."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Problem) else Problem(str(error))


def _plain(fact: Fact) -> str:
    if isinstance(fact, tuple):
        *most, last = fact or ("none",)
        return f"{', '.join(most)} and {last}" if most else last
    return "none" if fact is None else str(fact)
