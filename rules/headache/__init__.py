"""Headache (Kohner 1968).

Every line that settles something names its rule, so that searching this folder for a number finds it. The
main places, in the order of the rule sheet (docs/rules.md):

    H-1    setup.sit_down, match.Match.next_turn    two to four players; turns go clockwise
    H-2    state.ToPop                        a red spot earns one more pop and move
    H-3    state.ToMove.after                 landing on an opponent captures, the mover on top
    H-4    moves.barred                       nobody lands on his own
    H-5    moves.candidates                   single men move clockwise
    H-6    moves.candidates                   stacks move either way
    H-7    board.walk                         one direction a move
    H-8    board.walk                         every space counts, tracks are changed at cross-overs
    H-9    state.ToPop                        no move but onto his own: pop again
    H-10   state.ToSet, moves.candidates      a man is set before the pop and alone moves
    H-11   moves.barred                       a START is protected while its owner has men off the board
    H-12   state.ToMove.after                 nothing is ever taken out of a stack
    H-13   match.Match.standing, match.Match.winners    who has nothing left is out; the last one in wins
    H-14   moves.barred                       cross-overs as safety spaces
    H-15   options                            a leaning die: seen and said before the engine hears of it

    H-A1   state._InTurn._onward              a bonus pop while men are off the board
    H-A1b  state.ToMove.after                 an entering man that has captured
    H-A2   state.ToPop                        no move because of a protected START or a safety space
    H-A3   state.ToPop                        the red spot of a pop that is repeated
    H-A4   state.begin_turn                   an own piece that still holds the START
    H-A5   state.ToStart                      who begins
    H-A6   moves.barred                       captured men have entered too
    H-A7   match.Match.standing               nobody is out while he has men to enter
    H-A8   moves.barred                       whether an entering man may capture
    H-A9   moves.barred                       passing by a protected START
    H-A10  moves.barred                       the START of a colour nobody plays
    H-A11  moves.barred                       landing on an opponent on a safety space
    H-A12  setup.sit_down, match.Match        two players with two colours each
    H-A13  options                            see H-15
    H-A14  state._InTurn._onward              a bonus after the game is over, or after somebody is out
    H-A15  match._dice                        the number of red faces
    H-A16  moves.barred                       a man who still stands on his START
    H-A17  match.Match.pop, state.ToSet       refusing a bonus pop

What the referee says of each is in `referee` (answers) and `seen` (pieces on the board).
"""

from typing import Final

from rules.core import Game
from rules.headache import board, neutral, notation, referee, seen, setup
from rules.headache.options import OPTIONS
from rules.headache.state import HeadacheState
from rules.package import PackagedGame

__all__ = ["GAME"]

GAME: Final[Game] = PackagedGame[HeadacheState](
    name="headache",
    colours=board.COLOURS,
    options=OPTIONS,
    squares=board.SPACES,
    new=setup.new,
    judge=referee.judge,
    explain_pieces=seen.explain_pieces,
    from_pieces=setup.from_pieces,
    to_text=notation.to_text,
    from_text=notation.from_text,
    legal=neutral.legal,
    from_neutral=neutral.from_neutral,
)
