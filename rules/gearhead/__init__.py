"""Gearhead Skirmish, the board game of wind-up toys after *Gearheads* (1996).

Every line that settles something names its rule, so that searching this folder for a number finds it. Each
toy has a file of its own in `toys`, to be read beside the rule sheet; `action` is what they all work with.
The main places, in the order of the rule sheet (docs/rules.md):

    G-1    setup.new, setup.stock_problems    the cup of 72 counters
    G-2    state.ToStart                      who begins
    G-3    state.begin_turn                   draw, placement, action
    G-4    state.ToDraw                       a counter is drawn
    G-5    state.ToPlace                      and placed on the last row
    G-6    field.Field.leave                  off over an end: a point for the player of the other
    G-7    motion.walk, contact.bump          space by space; what is in the way is bumped
    G-8    motion._Course                     diagonally to the left or right
    G-9    motion.fly                         flying over toys
    G-10   board.Counter.colour               who controls a toy
    G-11   state.ToAct, board.Board.may_move  which toys have yet to move
    G-12   state._go_on, state.Ended          the end, and who has won

    G-20   toys.big_al                        G-21   toys.clucketta
    G-22   toys.dead_head, contact.bump       G-23   toys.disasteroid
    G-24   toys.handy                         G-25   toys.krush_kringle
    G-26   toys.orbit                         G-27   toys.presto
    G-28   toys.kangaruffian                  G-29   toys.walking_timebomb
    G-30   toys.ziggy, toys.perform           G-31   toys.small_fry
    G-32   toys.zap_bot, toys.perform

    G-A1   state._place                       no room on the last row
    G-A2   state.ToPlace                      whether the counter just placed moves
    G-A2b  field.Field.hatch                  and the Small Fry just laid
    G-A3   state.ToAct                        the order, and whether every toy must move
    G-A3b  field.Field.turn                   control that changes in the middle of a turn
    G-A4   board                              which corner is a1
    G-A5   motion.walk, motion._meet_side     the side edge
    G-A5b  board._beyond                      a corner
    G-A6   motion._Course                     left or right for each step
    G-A6b  motion._squeezed                   diagonally between two toys
    G-A7   contact                            what is a bump
    G-A8   motion.fly                         a landing space that is taken
    G-A8b  motion.fly                         flying past the end over toys
    G-A9   toys.big_al._push                  pushing off the board
    G-A9b  toys.big_al._pushes                pushing a toy several spaces
    G-A9c  toys.big_al._pushes                who of a pushed line is bumped
    G-A10  toys.big_al._pushes                Big Al bumps Dead Head
    G-A11  contact.bump                       what faces Dead Head
    G-A11b contact.bump                       two Dead Heads
    G-A11c action.Action.ends_on              the action of a toy that its own bump has turned
    G-A12  toys.clucketta._lay, field.Field.eggs_left    eggs
    G-A12b field.Field.neighbours             what is adjacent
    G-A13  toys.disasteroid._shoot            shots
    G-A14  toys.handy._windable               whom Handy winds
    G-A14b toys.handy._wind                   the free move
    G-A14c toys.handy._windable               one free move a turn
    G-A14d toys.perform                       winding a zapped toy
    G-A15  toys.krush_kringle                 pounding
    G-A16  toys.presto._reappear              where Presto appears
    G-A17  toys.kangaruffian._punch           punching
    G-A18  toys.walking_timebomb              exploding
    G-A19  field.Field.zap                    zap tokens
    G-A20  state._end_turn, acting.could_move    turns in which no toy was able to move
    G-A20b state.Ended                        equal points
    G-A21  toys.ziggy                         Ziggy's second move
    G-A22  field.Field.destroy                nobody scores a destroyed toy
    G-A23  motion.walk                        no stopping short
    G-A24  field.Field.leave                  a Small Fry scores like any toy
    G-A25  field.Field.leave                  off over its own end

What the referee says of each is in `referee` (answers) and `seen` (toys on the board); `options` lists the
choices.
"""

from typing import Final

from rules.core import Game
from rules.gearhead import board, neutral, notation, referee, seen, setup
from rules.gearhead.options import OPTIONS
from rules.gearhead.state import GearheadState
from rules.package import PackagedGame

__all__ = ["GAME"]

GAME: Final[Game] = PackagedGame[GearheadState](
    name="gearhead",
    colours=board.COLOURS,
    options=OPTIONS,
    squares=board.SQUARES,
    new=setup.new,
    judge=referee.judge,
    explain_pieces=seen.explain_pieces,
    from_pieces=setup.from_pieces,
    to_text=notation.to_text,
    from_text=notation.from_text,
    legal=neutral.legal,
    from_neutral=neutral.from_neutral,
)
