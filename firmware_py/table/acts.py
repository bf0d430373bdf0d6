"""What follows when people act: setting up, answering, taking back, correcting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from firmware_py.table.chain import Chain
from firmware_py.table.events import (
    Accepted,
    Answered,
    Corrected,
    DiceGiven,
    Referee,
    RefereeSet,
    Started,
    Undone,
)
from firmware_py.table.values import Fix, Ply, Roll, Say, said_by
from rules import (
    PASS,
    Answer,
    Chance,
    Choice,
    GameRecord,
    Move,
    Over,
    Pick,
    Piece,
    Pieces,
    Problem,
    Rolled,
    RulesError,
    Ruling,
    problem_of,
)
from rules import Answered as AnsweredEntry
from rules import SetByHand as SetByHandEntry
from rules import Undone as UndoneEntry

if TYPE_CHECKING:
    from firmware_py.table.table import Table

__all__ = [
    "accept",
    "advance",
    "answer",
    "correct",
    "refuse",
    "ruled",
    "set_referee",
    "start",
    "take_back",
    "undo",
]


_REFEREE_SAYS: Mapping[Referee, str] = {
    "coach": "table.verdict.referee_coach",
    "warn": "table.verdict.referee_warn",
    "strict": "table.verdict.referee_strict",
}


def start(table: Table, event: Started) -> Table:
    """A new game, unless one is being played or the players, board or rules do not fit."""
    running = table.started is not None and not table.aborted and not isinstance(table.state.awaits, Over)
    if running:
        return replace(table, verdict=Say("table.verdict.game_running"))
    record = GameRecord(event.game, event.seats, event.board, event.options, event.first)
    try:
        state = record.start()
    except RulesError as error:
        return replace(table, verdict=Say("table.verdict.cannot_start", {"problem": problem_of(error)}))
    return replace(
        table.settled(),
        started=event,
        plies=Chain[Ply]().push(Ply(state)),
        entries=Chain(),
        late=(),
        blind=False,
        level=None,
        unattended=False,
        paused=False,
        aborted=False,
        since=event.at,
    )


def advance(table: Table, given: Answer, roll: Roll | None = None) -> Table:
    """The table after a legal answer; `roll` are the dice if it is a roll."""
    ply = table.plies.top.then(given, roll)
    rules = tuple(dict.fromkeys(event.rule for event in ply.events))
    return replace(
        table.settled(),
        plies=table.plies.push(ply),
        entries=table.entries.push(AnsweredEntry(given, rules)),
    )


def ruled(table: Table, ruling: Ruling) -> Say:
    """The sentence of a ruling."""
    return table.say("ruling", ruling.key, {**ruling.facts, "rule": ruling.rule})


def answer(table: Table, event: Answered) -> Table:
    """An answer is judged: taken if it is legal; otherwise the referee says why not."""
    given, awaits = event.answer, table.state.awaits
    assert not isinstance(awaits, Over), "nobody answers after the end"
    if isinstance(given, Rolled):
        return table.after(DiceGiven(at=event.at, by=event.by, ply=event.ply, faces=given.faces))
    if awaits.legal(given):
        return advance(table, given)
    ruling = table.game.explain(table.state, given)
    if ruling.legal and ruling.answer is not None and awaits.legal(ruling.answer):
        return advance(table, ruling.answer)  # the same by another name, such as another hole of HOME
    return refuse(table, given, ruling)


def refuse(
    table: Table, given: Answer, ruling: Ruling, stands: Pieces | None = None, fix: Fix | None = None
) -> Table:
    """An answer that may not stand, with the referee's word.

    If it was made on the board, `stands` says how it stands there, and `fix` puts it right.
    """
    verdict = ruled(table, ruling)
    if ruling.facts.get("then") == "repop" and isinstance(table.plies.top.answer, Rolled):
        # Rule T-A17 as a house rule: a wrong move costs a new pop.
        return replace(take_back(table), verdict=verdict, stands=stands, fix=fix)
    return replace(table, refused=given, verdict=verdict, stands=stands, fix=fix, doubt=())


def undo(table: Table, event: Undone) -> Table:
    """What was done last is taken back; see `Undone`."""
    if event.pending not in (None, table.pending):
        return table
    if table.aborted:
        return replace(table, aborted=False)
    verdict = said_by("table.verdict.undone", event.by)
    if table.pending:
        return replace(table, refused=None, stands=None, fix=None, verdict=verdict)
    if len(table.plies) == 1:
        return replace(table, verdict=Say("table.verdict.nothing_to_undo"))
    last = table.plies.top.answer
    undone = last if isinstance(last, Move | Pick) else table.undone
    table = take_back(table)
    while len(table.plies) > 1 and _forced(table.plies.top):
        table = take_back(table)
    return replace(table, verdict=verdict, undone=undone)


def take_back(table: Table) -> Table:
    """The table before its last answer."""
    return replace(table.settled(), plies=table.plies.below, entries=table.entries.push(UndoneEntry()))


def correct(table: Table, event: Corrected) -> Table:
    """The position is set by hand, if it is one of this game with these players and rules."""
    try:
        state = table.game.from_text(event.position)
    except RulesError as error:
        return replace(table, verdict=Say("table.verdict.cannot_correct", {"problem": problem_of(error)}))
    if not state.same_match(table.state):
        return replace(table, verdict=Say("table.verdict.other_game"))
    position = table.game.to_text(state)
    return _set(table, table.plies.top.set_by_hand(state), position, event.by, "corrected")


def set_referee(table: Table, event: RefereeSet) -> Table:
    """The referee is as strict as he is told; what is to be put right is still said."""
    if event.level == table.referee:
        return table
    changed = replace(table, level=event.level)
    if table.refused is not None or table.fix is not None:
        return changed
    return replace(changed, verdict=Say(_REFEREE_SAYS[event.level]))


def accept(table: Table, event: Accepted) -> Table:
    """The refused move, or the board as it was seen, stands all the same; the turn goes on as it would have
    after a legal move."""
    if table.stands is not None:
        stands = table.stands
    elif isinstance(table.refused, Move) and table.to_put_back is not None:
        stands = _moved(table.state.pieces, table.refused)
    else:
        return table
    if table.referee == "strict":
        return replace(table, verdict=Say("table.verdict.strict"))
    if table.begins:
        return replace(table, verdict=Say("table.verdict.cannot_accept_yet"))
    turn = _turn_after(table)
    if turn is None:
        return replace(table, verdict=Say("table.verdict.cannot_accept_now"))
    try:
        state = table.game.from_pieces(table.state, stands, turn)
    except RulesError as error:
        return replace(table, verdict=Say("table.verdict.cannot_accept", {"problem": problem_of(error)}))
    if (problem := _miscounted(table.state.pieces, state.pieces)) is not None:
        return replace(table, verdict=Say("table.verdict.cannot_accept", {"problem": problem}))
    position = table.game.to_text(state)
    accepted = _set(table, table.plies.top.set_by_hand(state), position, event.by, "accepted")
    return replace(accepted, late=table.late)


def _miscounted(before: Pieces, after: Pieces) -> Problem | None:
    """Which colour has another number of men on the board than before, if any.

    One who fell off, or whom the camera cannot see, would become one who has yet to enter.
    """
    stood, stands = map(_men, (before, after))
    for colour in stood | stands:
        if stood[colour] != stands[colour]:
            return Problem(
                "{colour} has {count} men on the board, where {most} stood: put them back, or set the "
                "position by hand.",
                colour=colour,
                count=stands[colour],
                most=stood[colour],
            )
    return None


def _men(pieces: Pieces) -> Counter[str]:
    return Counter(piece for stack in pieces.values() for piece in stack if isinstance(piece, str))


def _set(table: Table, ply: Ply, position: str, by: str, verdict: str) -> Table:
    return replace(
        table.settled(),
        plies=table.plies.push(ply),
        entries=table.entries.push(SetByHandEntry(position, by)),
        late=(),
        verdict=said_by(f"table.verdict.{verdict}", by),
    )


def _moved(pieces: Pieces, move: Move) -> dict[str, tuple[Piece, ...]]:
    """The pieces after a move that no rule allows: what stood at the origin lies on top of the target."""
    stood = dict(pieces)
    lifted = stood.pop(move.origin, ())
    stood[move.target] = stood.get(move.target, ()) + lifted
    return stood


def _turn_after(table: Table) -> str | None:
    """Whose turn it would be after a legal answer: a pass if there is one, else any that ends no game."""
    awaits = table.state.awaits
    assert not isinstance(awaits, Over), "nobody moves after the end"
    if isinstance(awaits, Chance):
        return awaits.colour
    for option in sorted(awaits.options, key=lambda option: option != PASS):
        follows = table.state.after(option)[0].awaits
        if not isinstance(follows, Over):
            return follows.colour
    return None


def _forced(ply: Ply) -> bool:
    awaits = ply.state.awaits
    return isinstance(awaits, Choice) and len(awaits.options) == 1
