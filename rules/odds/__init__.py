"""Analysis for players: each team's chance to win from any state, and the best move, by playouts.

    from rules.odds import hint, odds

    odds(state, random.Random()).chances      # {"red": 0.31, ...}
    hint(state, random.Random())              # Hint(best=Move("T5", "T9"), chance=0.34, ...)

Trouble and Headache are played many games at once with numpy, which nothing else in `rules` uses. Other
games, and house rules that these quick engines do not know, are played by the game's own engine, and the
result says so. Moves are chosen evenly, nobody passes who has a move. `outlook` plays as careful people do
instead, and not to the end: so it tells better moves from worse ones.
"""

from rules.odds.analysis import Engine, Hint, Odds, hint, odds
from rules.odds.outlook import outlook

__all__ = ["Engine", "Hint", "Odds", "hint", "odds", "outlook"]
