"""Count the lines of answers from positions of any game, and keep the counts as a guard of the rules.

    python tools/perft.py check [FILE ...]            compare the counts in tests/rules/perft with the engine
    python tools/perft.py make FILE GAME [OPTIONS]    find positions by random play and write their counts
                                                      (OPTIONS such as "pass=never overshoot=bounce")

As in chess programs, perft(n) of a position is how many different sequences of n answers lead on from it:
every face of the dice, every draw, every choice, every pass that is allowed. A game that ends sooner ends the
line. One wrong rule anywhere changes the counts.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from rules import PASS, Answer, Chance, Choice, Over, Seat, State, game  # noqa: E402

FOLDER = ROOT / "tests" / "rules" / "perft"
PLAYED = (0, 20, 60, 120, 200, 300)
"""The positions are those after so many answers of a random game without passes, each of its own seed."""


def answers(state: State) -> tuple[Answer, ...]:
    """Everything that a state can go on with."""
    waits = state.awaits
    if isinstance(waits, Chance):
        outcomes = tuple(outcome for outcome, _ in waits.outcomes)
        return (*outcomes, PASS) if waits.may_pass else outcomes
    return waits.options if isinstance(waits, Choice) else ()


def perft(state: State, depth: int, known: dict[tuple[State, int], int] | None = None) -> int:
    """The number of sequences of `depth` answers from a state; `known` remembers states met again."""
    known = {} if known is None else known
    if depth == 0:
        return 1
    key = (state, depth)
    if key not in known:
        known[key] = sum(perft(state.after(answer)[0], depth - 1, known) for answer in answers(state))
    return known[key]


def counts(state: State, most: int) -> list[int]:
    """perft(1), perft(2), ... as deep as the counts stay within `most`."""
    found: list[int] = []
    known: dict[tuple[State, int], int] = {}
    while not found or (found[-1] and found[-1] * 6 <= most):
        found.append(perft(state, len(found) + 1, known))
    return found


def make(name: str, options: str, seats: str, most: int) -> dict[str, Any]:
    """Positions of random games with their counts, as plain values."""
    rules = game(name)
    sitting = [Seat(*entry.split(":")) for entry in seats.split(",")] if seats else None
    chairs = sitting or [Seat(colour, colour) for colour in rules.colours]
    chosen = rules.options.parse(options)
    positions = []
    for seed, played in enumerate(PLAYED):
        rng = random.Random(seed)
        state = rules.new(chairs, options=chosen.chosen)
        for _ in range(played):
            if not isinstance(state.awaits, Over):
                moves = [answer for answer in answers(state) if answer != PASS]
                state, _ = state.after(rng.choice(moves))
        positions.append({"seed": seed, "text": rules.to_text(state), "counts": counts(state, most)})
    return {"game": name, "options": str(chosen), "positions": positions}


def problems(data: Mapping[str, Any]) -> list[str]:
    """The positions whose counts the engine does not reproduce, each a sentence."""
    rules = game(data["game"])
    found = []
    for position in data["positions"]:
        state = rules.from_text(position["text"])
        known: dict[tuple[State, int], int] = {}
        now = [perft(state, depth, known) for depth in range(1, len(position["counts"]) + 1)]
        if now != position["counts"]:
            found.append(f"{position['text']} has {now}, and had {position['counts']}.")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="compare the counts kept with the engine")
    check.add_argument("files", nargs="*", type=Path, metavar="FILE")
    new = commands.add_parser("make", help="write a file of positions and counts")
    new.add_argument("file", type=Path, metavar="FILE")
    new.add_argument("game", metavar="GAME")
    new.add_argument("options", nargs="?", default="", metavar="OPTIONS")
    new.add_argument("--seats", default="", help="such as red:Anna,blue:Ben; all colours by default")
    new.add_argument("--most", type=int, default=60_000, help="go no deeper than about so many lines")
    given = parser.parse_args()
    if given.command == "make":
        data = make(given.game, given.options, given.seats, given.most)
        given.file.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
        return 0
    wrong = 0
    for file in given.files or sorted(FOLDER.glob("*.json")):
        faults = problems(json.loads(file.read_text("utf-8")))
        wrong += len(faults)
        print(f"{file.name}: {'; '.join(faults) or 'as it was'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
