"""The game at the table as a record of `rules`: to keep, to show, to replay elsewhere."""

from __future__ import annotations

from firmware_py.table.events import Aborted, Answered, Corrected, DiceGiven, Journalled, Started
from firmware_py.table.table import Table, replay
from rules import Answered as AnsweredEntry
from rules import Entry, GameRecord, NotationError, Over, Rolled, SetByHand, Undone
from rules import replay as states_of

__all__ = ["from_record", "same_game", "to_record"]


def to_record(table: Table) -> GameRecord:
    """The record of the game so far, with everything that was undone or set by hand.

    Raises:
        LookupError: if no game is set up.
    """
    started = table.started
    if started is None:
        raise LookupError("no game is set up at this table, so there is nothing to record")
    return GameRecord(
        game=started.game,
        seats=started.seats,
        board=started.board,
        options=started.options,
        first=started.first,
        entries=tuple(table.entries)[::-1],
    )


def from_record(record: GameRecord) -> tuple[Journalled, ...]:
    """The events that lead a table through a recorded game, as far as it stands.

    What was taken back, and what somebody only noted, is left out. A record does not tell how its dice came:
    they are "imported" ones. A game that was not played to its end is ended without a result, so that nobody
    is asked to go on with it.

    Raises:
        RulesError: if an entry does not follow from those before.
    """
    end = states_of(record)[-1]
    begun = Started(
        at=0.0,
        game=record.game,
        seats=record.seats,
        board=record.board,
        options=record.options,
        first=record.first,
    )
    events: list[Journalled] = [begun, *(_event(entry) for entry in _standing(record.entries))]
    table = replay(events)
    if table.started != begun or table.state != end:
        raise NotationError("this record leads a table elsewhere than it says; it cannot be kept.")
    return tuple(events) if isinstance(end.awaits, Over) else (*events, Aborted(at=0.0))


def same_game(one: GameRecord, other: GameRecord) -> bool:
    """Whether two records tell the same game, as far as it stands."""
    stands = [
        [entry.answer if isinstance(entry, AnsweredEntry) else entry for entry in _standing(record.entries)]
        for record in (one, other)
    ]
    return (one.game, one.seats, one.options) == (other.game, other.seats, other.options) and (
        stands[0] == stands[1]
    )


def _standing(entries: tuple[Entry, ...]) -> list[AnsweredEntry | SetByHand]:
    """The entries that were not taken back."""
    stands: list[AnsweredEntry | SetByHand] = []
    for entry in entries:
        if isinstance(entry, Undone):
            stands.pop()
        elif isinstance(entry, AnsweredEntry | SetByHand):
            stands.append(entry)
    return stands


def _event(entry: AnsweredEntry | SetByHand) -> Journalled:
    if isinstance(entry, SetByHand):
        return Corrected(at=0.0, by=entry.by, position=entry.position)
    if isinstance(entry.answer, Rolled):
        return DiceGiven(at=0.0, faces=entry.answer.faces, how="imported")
    return Answered(at=0.0, answer=entry.answer)
