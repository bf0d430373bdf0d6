"""The table: the state machine of a real evening, pure.

events   what can happen
table    the table as a value, `after`, `journalled`, `replay`
acts     what follows when people act
dice     what follows when dice are seen or given
wants    what the senses are to do now
codec    events as text, for the journal
mark     where a game stood, beside the journal
record   the game as a record of the rules engine
"""

from firmware_py.table.mark import mark_of
from firmware_py.table.record import from_record, same_game, to_record
from firmware_py.table.table import PATIENCE_SECONDS, Table, journalled, replay
from firmware_py.table.values import (
    Address,
    Fault,
    Fix,
    Menu,
    Phase,
    Ply,
    Pointing,
    Ranking,
    Roll,
    Say,
    said_by,
)
from firmware_py.table.wants import Wants, dice_awaited, wants

__all__ = [
    "PATIENCE_SECONDS",
    "Address",
    "Fault",
    "Fix",
    "Menu",
    "Phase",
    "Ply",
    "Pointing",
    "Ranking",
    "Roll",
    "Say",
    "Table",
    "Wants",
    "dice_awaited",
    "from_record",
    "journalled",
    "mark_of",
    "replay",
    "said_by",
    "same_game",
    "to_record",
    "wants",
]
