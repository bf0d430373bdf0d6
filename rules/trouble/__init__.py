"""Trouble (Kohner 1965) and its later editions.

Every line that settles something names its rule, so that searching this folder for a number finds it. The
main places, in the order of the rule sheet (docs/rules.md):

    T-1    setup.new, setup.check_seats       two to four players, all men in HOME
    T-2    state.ToPop                        a pop
    T-3    state.ToStart                      the highest starts
    T-4    state.TroubleState._gives_pop      a 6 gives one more pop
    T-5    match._reach, match.Match.next_turn    out of HOME on a 6; play passes to the left
    T-6    match._end                         clockwise, the exact number
    T-7    moves.landing                      landing on an opponent sends him home
    T-8    moves.landing                      so does entering on START
    T-9    moves.may_pass                     the player may decline
    T-10   match._end                         once round, then into the own FINISH
    T-11   match._end                         by exact count only
    T-12   moves.steps_of                     moving on inside FINISH, past own men
    T-13   state.ToMove._team_home            the first to fill FINISH wins, the others play on
    T-14   match.Match._standing              the finished are skipped; over when one player is left
    T-15   moves.steps_of                     men in FINISH are never sent home

    T-A1   moves.landing                      landing on an own man
    T-A2   moves.landing                      an own man on START
    T-A3   moves.may_pass                     passing (T-A13: compulsory moves are pass=never)
    T-A3b  state.ToPop                        passing before the pop
    T-A3c  state.TroubleState._decline        passing on a 6
    T-A4   match.Match.movers                 two teams for one player
    T-A4b  match.Match._standing              when a player with two teams wins
    T-A4c  moves.landing                      one's own other colour
    T-A4d  setup.check_seats                  any colours may be chosen
    T-A5   state.ToStart                      a tie for the start
    T-A6   moves.jumps                        jumping own men in FINISH
    T-A7   state.TroubleState._decline        a 6 that cannot be used
    T-A8   state.TroubleState._gives_pop, state.ToPop    several 6s in a row
    T-A9   match.Match._standing              stopping at the first winner
    T-A10  state.ToMove._team_home            the 6 of the last man
    T-A11  match._end                         overshooting
    T-A12  moves.steps                        leaving HOME as a must
    T-A13  options                            see T-A3
    T-A14  match._reach                       entering on other numbers
    T-A15  moves.landing                      a safe START
    T-A16  referee._after_pop                 popping again before moving
    T-A17  referee._after_pop                 what follows a wrong move
    T-A18  options                            a leaning die: seen and said before the engine hears of it
    T-A19  moves.steps                        which man the pop after entering moves

    T-W1   state.ToMove._take                 Double Trouble: XX circles
    T-W2   moves._warp                        warp circles
    T-W3   state.others_enter                 the red 1

What the referee says of each is in `referee` (answers) and `seen` (pieces on the board).
"""

from typing import Final

from rules.core import Game
from rules.package import PackagedGame
from rules.trouble import board, neutral, notation, referee, seen, setup
from rules.trouble.options import OPTIONS
from rules.trouble.state import TroubleState

__all__ = ["GAME"]

GAME: Final[Game] = PackagedGame[TroubleState](
    name="trouble",
    colours=board.COLOURS,
    options=OPTIONS,
    squares=board.spaces(),
    new=setup.new,
    judge=referee.judge,
    explain_pieces=seen.explain_pieces,
    from_pieces=setup.from_pieces,
    to_text=notation.to_text,
    from_text=notation.from_text,
    legal=neutral.legal,
    from_neutral=neutral.from_neutral,
)
