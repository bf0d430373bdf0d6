"""Analysis for players: each team's chance to win from any state, by playouts.

    from rules.odds import odds

    odds(state, random.Random()).chances      # {"red": 0.31, ...}

Trouble and Headache are played many games at once with numpy, which nothing else in `rules` uses. Other
games, and house rules that these quick engines do not know, are played by the game's own engine, and the
result says so. Moves are chosen evenly, nobody passes who has a move. `outlook` plays as careful people do
instead, and not to the end: so it tells better moves from worse ones.
"""

from rules.odds.analysis import Engine, Odds, odds
from rules.odds.outlook import outlook

__all__ = ["Engine", "Odds", "odds", "outlook"]
