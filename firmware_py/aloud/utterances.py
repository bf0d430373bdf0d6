"""What is worth saying aloud when the view changes. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from firmware_py.view import DieView, Phase, Say, TableView, new_verdict, newer
from firmware_py.words import Words
from rules.dice import RED

__all__ = ["KINDS", "LEVELS", "Kind", "Level", "Utterance", "utterances"]

Kind: TypeAlias = Literal["die", "turn", "capture", "verdict", "over", "fault", "story"]
"""A class of sounds, each to be switched."""

Level: TypeAlias = Literal["little", "usual", "all"]

KINDS: Final[tuple[Kind, ...]] = ("die", "turn", "capture", "verdict", "over", "fault", "story")
LEVELS: Final[dict[Level, frozenset[Kind]]] = {
    "little": frozenset({"die", "verdict", "over"}),
    "usual": frozenset({"die", "verdict", "over", "turn", "capture"}),
    "all": frozenset(KINDS),
}
"""How much is said: the die and the referee's refusals; whose turn and what was captured too; everything."""

_RULE: Final = re.compile(r" ?\([A-Z]-[A-Z]*\d*[a-z]?\)")
_KIND_OF: Final[dict[str, Kind]] = {
    "captured": "capture",
    "over": "over",
    "finished": "over",
    "turn": "turn",
    "no_move": "turn",
}
_SHOWN: Final = frozenset({"rolled", "turn"})
"""Happenings that the die and the headline tell already."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """A sentence to be said, without the number of its rule, and the class that it belongs to."""

    kind: Kind
    text: str


def utterances(
    before: TableView | None, view: TableView, words: Words, kinds: Set[Kind]
) -> tuple[Utterance, ...]:
    """What to say now that the view has changed from `before`, of the classes wanted, in order."""
    if before is not None and before.began != view.began:
        before = None
    said = (one for one in _all(before, view, words) if one.kind in kinds)
    return tuple(dict.fromkeys(said))


def _all(before: TableView | None, view: TableView, words: Words) -> Iterator[Utterance]:
    happened = [(say.key.rpartition(".")[2], say) for say in (newer(before.log, view.log) if before else ())]
    if (roll := _new_roll(before, view, rolled=any(key == "rolled" for key, _ in happened))) is not None:
        yield Utterance("die", _in_words(roll, words))
    if (verdict := new_verdict(before, view)) is not None:
        yield _spoken("verdict", verdict, words)
    for key, say in happened:
        if key not in _SHOWN:
            yield _spoken(_KIND_OF.get(key, "story"), say, words)
    for fault in view.faults:
        if before is None or fault not in before.faults:
            yield Utterance("fault", f"{words.term(fault.part)}: {words.problem(fault.why)}")
    # Without a game the headline only repeats the dice.
    told = view.phase is Phase.ROLLING or (view.game is None and view.die is not None)
    if view.headline != (before.headline if before else None) and not told:
        kind: Kind = "over" if view.phase is Phase.OVER else "turn"
        if view.phase in (Phase.ILLEGAL_MOVE, Phase.UNREADABLE):
            kind = "verdict"
        yield _spoken(kind, view.headline, words)


def _new_roll(before: TableView | None, view: TableView, *, rolled: bool) -> DieView | None:
    """The dice to be told: those just rolled, also where they give no move, or those that count anew."""
    if rolled:
        return view.last_die
    if before is None or view.die != before.die or view.ply < before.ply:
        return view.die
    return view.die if view.game is None and view.ply > before.ply else None


def _in_words(roll: DieView, words: Words) -> str:
    """The numbers of dice, and the red dot if it is up."""
    dice = list(zip(roll.kinds, roll.faces, strict=True))
    faces = ", ".join(str(face) for kind, face in dice if kind != RED)
    return words.say("voice.die.shows_dot" if (RED, 1) in dice else "voice.die.shows", {"faces": faces})


def _spoken(kind: Kind, say: Say, words: Words) -> Utterance:
    return Utterance(kind, _RULE.sub("", words.say(say.key, say.facts)))
