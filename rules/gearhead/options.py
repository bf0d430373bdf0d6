"""The house rules of Gearhead Skirmish, in the order of their numbers."""

from __future__ import annotations

from rules.options import Option, OptionTable

__all__ = ["OPTIONS"]

_SWITCH = (True, False)

OPTIONS = OptionTable(
    [
        Option("full_row", "G-A1", "return_to_cup", ("return_to_cup", "discard", "hold")),
        Option("placed_waits", "G-A2", False, _SWITCH),
        Option("chick", "G-A2b", "waits", ("waits", "moves")),
        Option("action_order", "G-A3", "free", ("free", "fixed_order", "optional")),
        Option("side_edge", "G-A5", "wall", ("wall", "reflect", "fall_off")),
        Option("diagonal_choice", "G-A6", "once", ("once", "per_step")),
        Option("diagonal_gap", "G-A6b", "allowed", ("allowed", "blocked")),
        Option("flyer_landing", "G-A8", "last_empty", ("last_empty", "next_empty_beyond", "bump")),
        Option("al_vs_al_blocks", "G-A9", False, _SWITCH),
        Option("push_bumps", "G-A9b", "once", ("once", "per_step")),
        Option("pushed_line", "G-A9c", "first", ("first", "all")),
        Option("push_then_turn", "G-A10", False, _SWITCH),
        Option("straight_line_only", "G-A11", False, _SWITCH),
        Option("action_lost", "G-A11c", False, _SWITCH),
        Option("egg_limit", "G-A12", None, range(73), none=True),
        Option("adjacent", "G-A12b", "all_eight", ("all_eight", "orthogonal")),
        Option("big_al_immune", "G-A13", False, _SWITCH),
        Option("handy_winds", "G-A14", "must", ("must", "optional", "own_only")),
        Option("owner_chooses", "G-A14b", False, _SWITCH),
        Option("xy_from_player", "G-A16", False, _SWITCH),
        Option("punch", "G-A17", "must", ("must", "optional")),
        Option("chain", "G-A18", False, _SWITCH),
        Option("disasteroid_immune", "G-A18", False, _SWITCH),
        Option("zap_tokens", "G-A19", "one", ("one", "stack")),
        Option("quiet_turns", "G-A20", "none_could", ("none_could", "nothing_moved", "rounds")),
    ]
)
