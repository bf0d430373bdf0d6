"""Play long games on drawn boards that the vision reads: is a wrong state ever accepted, how much is refused?

python tools/run_boards.py trouble|headache [--turns 10000] [--part 25] [--out FILE.jsonl] [--board LAYOUT]
    [--seed N] [--illegal F] [--bumps F] [--shadows F] [--late F] [--varied] [--keep DIR]

The turns are played in parts, each on a board, in a room and under a camera of its own. With --out each part
that is done is a line of a file, and a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import cv2

from firmware_py.senses.board_drawn import DrawnBoard
from firmware_py.table import Phase, Table
from firmware_py.table.events import Answered, BoardSeen, DiceGiven, Started, Undone
from hardware.layout import load_layout
from rules import PASS, Answer, Chance, Choice, Dice, Move, Over, Seat, State
from rules import game as game_of
from vision.board import BoardWatcher
from vision.board.game.moves import after_change
from vision.board.game.turns import candidates, options, stacks_of
from vision.studio.settings import Setting


class Run:
    """One board, one camera, games one after the other; `tally` counts what came of each turn."""

    def __init__(self, args: argparse.Namespace, seed: int) -> None:
        self.args, self.seed = args, seed
        self.rng = random.Random(seed)
        self.layout = load_layout(args.board or f"{args.game}-tags")
        self.board = DrawnBoard(self.layout, seed, Setting.VARIED if args.varied else Setting.TABLE)
        self.watcher = BoardWatcher(self.layout)
        self.tally: Counter[str] = Counter()
        self.table = Table()
        self.at, self.clock = 0.0, 0.0

    def play(self, turns: int) -> None:
        """Moves are made until so many have been."""
        while self.tally["turns"] < turns:
            if self.table.started is None or isinstance(self.table.state.awaits, Over):
                self.begin()
            awaits = self.table.state.awaits
            if isinstance(awaits, Chance) and isinstance(awaits.source, Dice):
                self.pop(awaits.source)
            elif isinstance(awaits, Choice):
                self.turn(awaits)

    def begin(self) -> None:
        """A new game, its set-up checked."""
        seats = tuple(Seat(colour, colour) for colour in self.layout.seats)
        self.table = Table()
        self.do(
            Started(
                at=self.at, game=self.args.game, seats=seats, board=self.layout.seats, first=seats[0].colour
            )
        )
        self.board.stand(self.table.state.pieces)
        self.see()
        self.tally["set-up told wrong"] += self.table.fix is not None

    def pop(self, dice: Dice) -> None:
        """The dice are rolled, and lie under the dome."""
        pips = self.rng.randint(1, 6)
        faces = tuple(pips if kind == "d6" else int(self.rng.random() < 1 / 6) for kind in dice.kinds)
        self.do(DiceGiven(at=self.at, faces=faces, how="electronic"))
        self.board.pop(pips, bool(faces[-1]) if len(faces) > 1 else None)

    def turn(self, awaits: Choice) -> None:
        """A player moves, perhaps wrongly first, perhaps with a knock or a shadow, and the camera looks."""
        args, rng, state = self.args, self.rng, self.table.state
        choices = [option for option in awaits.options if option != PASS]
        if not choices:
            self.do(Answered(at=self.at, answer=PASS))
            return
        self.tally["turns"] += 1
        shaded = rng.random() < args.shadows
        self.board.shade(on=shaded)
        self.tally["shadows"] += shaded
        if rng.random() < args.bumps:
            self.board.knock()
            self.tally["bumps"] += 1
        if rng.random() < args.illegal and not self.slip(state):
            return
        answer = rng.choice(choices)
        after = state.after(answer)[0].pieces
        late = rng.random() < args.late
        self.board.move_to(after, late=late)
        if self.board.pieces == dict(state.pieces):
            self.do(Answered(at=self.at, answer=answer))
            return
        self.see()
        self.judge(state, answer)
        self.board.move_to(after)
        self.board.shade(on=False)

    def judge(self, state: State, answer: Answer) -> None:
        """What the table made of a legal move."""
        table = self.table
        want = state.after(answer)[0]
        if table.plies.top.answer == answer and table.state == want:
            self.tally["right"] += 1
            return
        if table.state == state:
            kind = "asked which" if table.doubt else table.phase.value
            self.note(f"refused: {kind}", answer)
        else:
            self.note("WRONG", answer)
            self.table = Table()
            return
        if table.refused is not None:
            self.do(Undone(at=self.at))
        self.do(Answered(at=self.at, answer=answer))

    def slip(self, state: State) -> bool:
        """A player moves a piece as no rule allows, is told, and puts it back; whether the game goes on.

        Where every move is lawful nothing is done.
        """
        lawful = [stacks_of(state.after(a)[0]) for a in options(state)]
        before = stacks_of(state)
        slips = [
            (c.name, after_change(before, c.change)) for c in candidates(state) if isinstance(c.name, Move)
        ]
        slips = [(name, after) for name, after in slips if after not in lawful]
        if not slips:
            return True
        name, after = self.rng.choice(slips)
        self.tally["slips"] += 1
        stood = dict(self.board.pieces)
        self.board.move_to(after)
        self.see()
        if self.table.state != state:
            self.note("WRONG: slip accepted", name)
            self.table = Table()
            return False
        told = self.table.phase in (Phase.ILLEGAL_MOVE, Phase.CORRECTION)
        self.tally["slips told"] += told
        if self.table.phase is Phase.ILLEGAL_MOVE and self.table.verdict is not None:
            rule = self.table.game.explain(state, after).rule
            right = self.table.verdict.facts.get("rule") == rule
            self.tally["slips ruled on" if right else "slips ruled on by another rule"] += 1
        if not told:
            self.note("slip not told", name)
        self.board.stand(stood)
        self.see()
        if self.table.state == state and self.table.phase is not Phase.WAITING_FOR_MOVE:
            self.note("not seen put back", name)
            if self.table.refused is not None:
                self.do(Undone(at=self.at))
        return True

    def see(self) -> None:
        """The camera looks at the still board."""
        self.picture = self.board.picture()
        drawn = time.process_time()
        self.seen = self.watcher.look(self.picture)
        self.clock += time.process_time() - drawn
        self.tally["looks"] += 1
        if not self.seen.registered:
            self.tally[f"not found: {self.seen.reason}"] += 1
        self.do(BoardSeen(at=self.at, seen=self.seen, source="drawn"))

    def do(self, event: object) -> None:
        self.at += 1.0
        self.table = self.table.after(event)  # type: ignore[arg-type]

    def note(self, what: str, name: object) -> None:
        """Count something worth a look, and keep its picture."""
        self.tally[what] += 1
        number = self.tally["turns"]
        truth = {s: stack[-1] for s, stack in self.board.pieces.items()}
        odd = {
            s: (truth.get(s), one.colour)
            for s, one in self.seen.pieces.items()
            if one.sure and one.colour != truth.get(s)
        }
        print(f"seed {self.seed} turn {number}: {what}: {name}; misread {odd}; unsure {self.seen.unsure}")
        if self.args.keep:
            self.args.keep.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(self.args.keep / f"{self.seed}-{number}.png"), self.picture)


def main() -> int:
    """Print what came of all turns; exit 1 when a wrong state was accepted."""
    args = arguments()
    cv2.setNumThreads(1)
    total: Counter[str] = Counter()
    clock = 0.0
    done = parts_done(args)
    for seed in range(args.seed, args.seed + max(args.turns // args.part, 1)):
        if seed not in done:
            run = Run(args, seed)
            run.play(args.part)
            done[seed] = {**settings(args), "seed": seed, "tally": dict(run.tally), "seconds": run.clock}
            if args.out:
                with args.out.open("a") as file:
                    file.write(json.dumps(done[seed]) + "\n")
        total.update(done[seed]["tally"])
        clock += done[seed]["seconds"]
        print(f"{seed}: {done[seed]['tally']}", flush=True)
    print(f"{game_of(args.game).name}: " + ", ".join(f"{what} {count}" for what, count in total.items()))
    print(f"{1000 * clock / max(total['looks'], 1):.0f} ms a look")
    return int(any(what.startswith("WRONG") and count for what, count in total.items()))


def arguments() -> argparse.Namespace:
    """What is asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", choices=["trouble", "headache"])
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--part", type=int, default=25, help="turns on each board")
    parser.add_argument("--out", type=Path, help="a file of parts that are done, added to")
    parser.add_argument("--board")
    parser.add_argument("--seed", type=int, default=1, help="the first part's; the others' follow")
    parser.add_argument("--illegal", type=float, default=0.02)
    parser.add_argument("--bumps", type=float, default=0.02)
    parser.add_argument("--shadows", type=float, default=0.02)
    parser.add_argument("--late", type=float, default=0.3)
    parser.add_argument("--varied", action="store_true")
    parser.add_argument("--keep", type=Path)
    return parser.parse_args()


def settings(args: argparse.Namespace) -> dict[str, Any]:
    """What must be the same for a part to count for this run."""
    named = ("game", "part", "board", "illegal", "bumps", "shadows", "late", "varied")
    return {name: getattr(args, name) for name in named}


def parts_done(args: argparse.Namespace) -> dict[int, dict[str, Any]]:
    """Seed -> the part that an earlier run left in the file."""
    if not args.out or not args.out.exists():
        return {}
    parts = [json.loads(line) for line in args.out.read_text().splitlines()]
    same = settings(args)
    return {part["seed"]: part for part in parts if {name: part.get(name) for name in same} == same}


if __name__ == "__main__":
    sys.exit(main())
