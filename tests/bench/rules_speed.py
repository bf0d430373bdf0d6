"""How many random games, and pops a second, the rules engine plays on one core.

    python tests/bench/rules_speed.py [--seconds 3] [GAME ...]

Every game is played with random answers from the state before the roll-off to the last place, through the
public words only: `state.awaits`, a random choice, `state.after`. In the same run, by turns so that all see
the same machine, the Ludo engine `ludo-king-engine` plays random games of its own, if it is installed (`pip
install ludo-king-engine`): once with its own random strategy, as it offers, and once with a random choice
among its bare moves, which spares it the thinking that a random player does not need. Times are processor
seconds of this process; a roll is one roll of the dice awaited (or one draw), whatever the number of dice.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from rules import GAMES, Chance, Choice, Game, Seat, game

ROUNDS = 5
"""Over so many rounds the seconds of each engine are spread."""

PLAYED_WITH = {"trouble": {"pass": "never"}}
"""Moves are compulsory, so that every pop that allows a move makes one."""


LUDO = "ludo-king-engine"


@dataclass
class Count:
    """What was played in how many seconds."""

    games: int = 0
    rolls: int = 0
    answers: int = 0
    seconds: float = 0.0

    @property
    def rolls_a_second(self) -> float:
        return self.rolls / self.seconds if self.seconds else 0.0


Player = Callable[[random.Random, Count], None]
"""Plays one game and counts it."""


def play_one(rules: Game, rng: random.Random, count: Count) -> None:
    """One random game, all colours playing."""
    seats = [Seat(colour, colour) for colour in rules.colours]
    state = rules.new(seats, options=PLAYED_WITH.get(rules.name))
    choice = rng.choice
    while True:
        waits = state.awaits
        if type(waits) is Chance:
            # Dice have equal weights; a cup is drawn from by its weights.
            outcomes = waits.outcomes
            answer = choice(outcomes)[0] if outcomes[0][1] == outcomes[-1][1] else _weighted(outcomes, rng)
            count.rolls += 1
        elif type(waits) is Choice:
            answer = choice(waits.options)
        else:
            break
        state, _ = state.after(answer)
        count.answers += 1
    count.games += 1


def _weighted(outcomes, rng):  # type: ignore[no-untyped-def]
    answers, weights = zip(*outcomes, strict=True)
    return rng.choices(answers, weights)[0]


def ludo(*, bare: bool) -> Player | None:
    """One random game of four by ludo-king-engine; None if it is not installed."""
    try:
        from ludo_engine import LudoGame, PlayerColor, RandomStrategy
    except ImportError:
        return None

    def one(rng: random.Random, count: Count) -> None:
        played = LudoGame(list(PlayerColor))
        for player in played.players:
            player.set_strategy(RandomStrategy())
        while not played.game_over:
            roll = played.roll_dice()
            player = played.get_current_player()
            moves = played.get_valid_moves(player, roll)
            token = None
            if moves and bare:
                token = rng.choice(moves).token_id
            elif moves:
                token = player.make_strategic_decision(played.get_ai_decision_context(roll))
            played.play_turn(token_id=token, dice_value=roll)
            count.rolls += 1
        count.games += 1

    return one


def measure(players: Mapping[str, Player], seconds: float) -> dict[str, Count]:
    """Let all play in turn until each has had its seconds."""
    counts = {name: Count() for name in players}
    rng = random.Random(1)
    for number in range(1, ROUNDS + 1):
        for name, one in players.items():
            count = counts[name]
            while count.seconds < seconds * number / ROUNDS:
                begin = time.process_time()
                one(rng, count)
                count.seconds += time.process_time() - begin
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all by default")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each engine (default 3)")
    given = parser.parse_args()
    players: dict[str, Player] = {}
    for name in given.games or GAMES:
        try:
            rules = game(name)
        except ModuleNotFoundError:
            print(f"{name}: not there")
            continue
        players[name] = lambda rng, count, rules=rules: play_one(rules, rng, count)
    own, bare = ludo(bare=False), ludo(bare=True)
    if own is None or bare is None:
        print("ludo-king-engine is not installed, so it is not compared (pip install ludo-king-engine).")
    else:
        players |= {LUDO: own, f"{LUDO}, bare": bare}
    counts = measure(players, given.seconds)
    base = counts[LUDO].rolls_a_second if LUDO in counts else 0.0
    print(f"{'':24s}{'games/s':>10s}{'rolls/s':>10s}{'rolls/game':>12s}{'answers/s':>11s}{'times ludo':>12s}")
    for name, count in counts.items():
        times = f"{count.rolls_a_second / base:12.1f}" if base else f"{'-':>12s}"
        print(
            f"{name:24s}{count.games / count.seconds:10.1f}{count.rolls_a_second:10.0f}"
            f"{count.rolls / count.games:12.1f}{count.answers / count.seconds:11.0f}{times}"
        )


if __name__ == "__main__":
    main()
