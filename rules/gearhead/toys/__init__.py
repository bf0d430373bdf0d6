"""The toys, one file each: read them beside the rules G-20 to G-32 in docs/rules.md.

`perform` runs the action of any toy. Every script is a generator that asks for its dice and decisions (see
`rules.gearhead.action`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from rules.gearhead.action import Action, Script
from rules.gearhead.board import Kind
from rules.gearhead.toys.big_al import big_al
from rules.gearhead.toys.clucketta import clucketta
from rules.gearhead.toys.dead_head import dead_head
from rules.gearhead.toys.disasteroid import disasteroid
from rules.gearhead.toys.handy import handy
from rules.gearhead.toys.kangaruffian import kangaruffian
from rules.gearhead.toys.krush_kringle import krush_kringle
from rules.gearhead.toys.orbit import orbit
from rules.gearhead.toys.presto import presto
from rules.gearhead.toys.small_fry import small_fry
from rules.gearhead.toys.walking_timebomb import walking_timebomb
from rules.gearhead.toys.zap_bot import zap_bot
from rules.gearhead.toys.ziggy import ziggy

__all__ = ["TOYS", "perform"]

TOYS: Final[Mapping[Kind, Callable[[Action], Script]]] = {
    "big_al": big_al,
    "clucketta": clucketta,
    "dead_head": dead_head,
    "disasteroid": disasteroid,
    "handy": handy,
    "krush_kringle": krush_kringle,
    "orbit": orbit,
    "presto": presto,
    "kangaruffian": kangaruffian,
    "walking_timebomb": walking_timebomb,
    "ziggy": ziggy,
    "small_fry": small_fry,
    "zap_bot": zap_bot,
}


def perform(action: Action) -> Script:
    """The move or free move of a toy.

    Zapped, it skips it, a free move as well (G-32, G-A14d); on its back, it lies still (G-30).
    """
    field, at = action.field, action.at
    assert at is not None
    counter = field.toys[at]
    if counter.zaps:
        field.toys[at] = replace(counter, zaps=counter.zaps - 1)
        field.tell("G-32", "skipped", toy=counter.kind, at=at, colour=counter.colour)
    elif counter.flipped:
        field.tell("G-30", "on_back", toy=counter.kind, at=at, colour=counter.colour)
    else:
        yield from TOYS[counter.kind](action)
