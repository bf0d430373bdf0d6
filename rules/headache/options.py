"""The house rules of Headache: one option for every ambiguity of the rule sheet that has a choice.

The keys stand in the order of their rule numbers. A die that leans is popped again (H-15), and both dice with
it (H-A13): that is no choice, and the engine hears only of dice that were read.
"""

from __future__ import annotations

from rules.options import Option, OptionTable

__all__ = ["OPTIONS"]

OPTIONS = OptionTable(
    [
        Option("safety", "H-14", False, (True, False)),
        Option("entering_bonus", "H-A1", "same_man", ("same_man", "enters_another", "free_choice_on_board")),
        Option("no_move", "H-A2", "pop_again", ("pop_again", "lose_move")),
        Option("red_on_repeat", "H-A3", "kept", ("kept", "void")),
        Option("held_start", "H-A4", "must_move", ("must_move", "free_choice")),
        Option("entering_capture", "H-A8", True, (True, False)),
        Option("two_colours", "H-A12", False, (True, False)),
        Option("red_faces", "H-A15", 1, range(1, 6)),
        Option("start_safe", "H-A16", "until_entered", ("until_entered", "until_moved")),
        Option("refuse_bonus", "H-A17", False, (True, False)),
    ]
)
