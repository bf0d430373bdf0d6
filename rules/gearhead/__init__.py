"""Gearhead Skirmish, the board game of wind-up toys after *Gearheads* (1996).

Where to find a rule by its number:

    G-1  to G-6, G-12   state.py (turns, draw, placement, end), board.py (edges, score)
    G-7  to G-9         motion.py (walking, flying), contact.py (bumps)
    G-10, G-11          board.py (control), state.py (who may move)
    G-20 to G-32        toys/, one file a toy; action.py is what they all work with
    G-A1 to G-A25       options.py lists the choices
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
