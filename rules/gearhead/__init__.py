"""Gearhead Skirmish, the board game of wind-up toys after *Gearheads* (1996).

Where to find a rule by its number:

    G-1  to G-6, G-12   state.py (turns, draw, placement, end), board.py (edges, score)
    G-7  to G-9         motion.py (walking, flying), contact.py (bumps)
    G-10, G-11          board.py (control), state.py (who may move)
    G-20 to G-32        toys/, one file a toy
    G-A1 to G-A25       options.py lists the choices
"""

from rules.core import Game
from rules.gearhead.game import Gearhead

__all__ = ["GAME"]

GAME: Game = Gearhead()
