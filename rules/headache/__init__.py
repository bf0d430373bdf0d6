"""Headache (Kohner 1968).

Where to find a rule by its number:

    H-1, H-2, H-9, H-10, H-13   state.py (turns, pops, setting men, the end)
    H-3                         state.py (`ToMove.after`)
    H-4, H-11, H-14             moves.py (`barred`)
    H-5 to H-8                  board.py (`destinations`, `walk`)
    H-12                        nowhere: nothing ever takes a man out of a stack
    H-15                        no pop is answered by a die that leans: the table's business
    H-A1 to H-A17               options.py lists the choices, match.py reads them
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
