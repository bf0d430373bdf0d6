"""The rules engine of Trouble, Headache and Gearhead Skirmish: pure values, no I/O, no clock, no chance.

    from rules import Rolled, Seat, game

    trouble = game("trouble")
    state = trouble.new([Seat("red", "Anna"), Seat("yellow", "Ben")])
    state.awaits                              # Chance(player='Anna', ...)
    state, events = state.after(Rolled((6,)))

`rules.core` holds the words that all games share, `rules.games` the table of games; each game is a package.
"""

from rules.core import (
    PASS,
    Answer,
    Awaits,
    Chance,
    Choice,
    Colour,
    Cup,
    Dice,
    Drawn,
    Event,
    Fact,
    Game,
    Move,
    Over,
    Pass,
    Pick,
    Piece,
    Pieces,
    Rolled,
    Ruling,
    Seat,
    Source,
    Space,
    State,
    Tally,
    Toy,
    read_answer,
)
from rules.errors import (
    IllegalAnswerError,
    NotationError,
    OptionError,
    PositionError,
    RulesError,
    SeatsError,
    UnknownDieError,
    UnknownGameError,
)
from rules.games import GAMES, game
from rules.options import Option, Options, OptionTable, Value
from rules.problem import Problem, problem_of
from rules.record import Answered, Entry, GameRecord, Noted, SetByHand, Undone, read_record, replay

__all__ = [
    "GAMES",
    "PASS",
    "Answer",
    "Answered",
    "Awaits",
    "Chance",
    "Choice",
    "Colour",
    "Cup",
    "Dice",
    "Drawn",
    "Entry",
    "Event",
    "Fact",
    "Game",
    "GameRecord",
    "IllegalAnswerError",
    "Move",
    "NotationError",
    "Noted",
    "Option",
    "OptionError",
    "OptionTable",
    "Options",
    "Over",
    "Pass",
    "Pick",
    "Piece",
    "Pieces",
    "PositionError",
    "Problem",
    "Rolled",
    "RulesError",
    "Ruling",
    "Seat",
    "SeatsError",
    "SetByHand",
    "Source",
    "Space",
    "State",
    "Tally",
    "Toy",
    "Undone",
    "UnknownDieError",
    "UnknownGameError",
    "Value",
    "game",
    "problem_of",
    "read_answer",
    "read_record",
    "replay",
]
