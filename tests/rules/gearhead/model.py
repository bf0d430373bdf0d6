"""A second account of the toys' moves, written apart from the engine and as plainly as can be.

It knows only the rules without house rules. Toys are mutable objects with file and row numbers, dice are a
list that is used up, choices are made by a list of numbers that is counted through until all ways are tried.
Tests compare its answers to the neutral single-toy request with the engine's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


class OutOfDiceError(Exception):
    """A die is needed that is not given."""


class MisfitError(Exception):
    """A die cannot show what is given."""


@dataclass(eq=False)
class Piece:
    kind: str
    x: int
    y: int
    face: int
    flipped: bool = False
    zapped: bool = False
    wound: bool = False
    gone: bool = False


class World:
    """One trial: a position, dice, and which option to take at each choice."""

    def __init__(self, request: dict[str, Any], picks: list[int]) -> None:
        position = request["position"]
        self.pieces = [
            Piece(
                toy["kind"],
                "abcdefgh".index(toy["at"][0]) + 1,
                int(toy["at"][1]),
                1 if toy["facing"] == "N" else -1,
                toy["flipped"],
                toy["zapped"],
                toy["at"] in request.get("free_moved", []),
            )
            for toy in position["toys"]
        ]
        self.score = dict(position["score"])
        self.discard = list(position["discard"])
        self.dice = list(request["rolls"])
        self.picks = picks
        self.widths: list[int] = []
        self.words: list[str] = []
        self.off: list[dict[str, str]] = []
        mover = self.at("abcdefgh".index(request["mover"][0]) + 1, int(request["mover"][1]))
        assert mover is not None
        self.act(mover)

    # helpers

    def at(self, x: int, y: int) -> Piece | None:
        return next((p for p in self.pieces if not p.gone and (p.x, p.y) == (x, y)), None)

    def die(self, sides: int) -> int:
        if not self.dice:
            raise OutOfDiceError(f"d{sides}")
        face = self.dice.pop(0)
        if face > sides:
            raise MisfitError
        return int(face)

    def choose(self, words: list[str]) -> str:
        turn = len(self.widths)
        self.widths.append(len(words))
        if turn == len(self.picks):
            self.picks.append(0)
        self.words.append(words[self.picks[turn]])
        return self.words[-1]

    def near(self, p: Piece) -> list[Piece]:
        return [
            other
            for other in self.pieces
            if not other.gone and other is not p and max(abs(other.x - p.x), abs(other.y - p.y)) == 1
        ]

    def target(self, word: str, near: list[Piece]) -> Piece:
        names = {f"{word}:{'abcdefgh'[p.x - 1]}{p.y}": p for p in near}
        return names[self.choose(sorted(names))]

    def score_off(self, p: Piece) -> None:
        p.gone = True
        north_edge = p.y > 8
        self.score["south" if north_edge else "north"] += 1
        self.off.append({"kind": p.kind, "edge": "north" if north_edge else "south"})

    def kill(self, p: Piece) -> None:
        p.gone = True
        self.discard.append(p.kind)

    # moving

    def bump(self, mover: Piece, other: Piece) -> bool:
        """Effects of a bump; whether the mover was turned."""
        looks_at_mover = (mover.y - other.y) * other.face > 0
        turn_mover = other.kind == "dead_head"
        turn_other = mover.kind == "dead_head" and looks_at_mover
        for p in (mover, other):
            if p.kind == "ziggy":
                p.flipped = not p.flipped
        if turn_mover:
            mover.face *= -1
        if turn_other:
            other.face *= -1
        return turn_mover

    def side(self, p: Piece) -> int:
        """The file step of a diagonal move."""
        left = -p.face  # facing north, left is west
        words = [word for word, dx in (("left", left), ("right", -left)) if 1 <= p.x + dx <= 8]
        return left if self.choose(words) == "left" else -left

    def walk(self, p: Piece, n: int, dx: int = 0) -> None:
        face = p.face
        for _ in range(n):
            x, y = p.x + dx, p.y + face
            if not 1 <= x <= 8:
                return
            if not 1 <= y <= 8:
                p.y = y
                self.score_off(p)
                return
            other = self.at(x, y)
            if other is not None:
                self.bump(p, other)
                return
            p.x, p.y = x, y

    def fly(self, p: Piece, n: int, dx: int = 0) -> None:
        spaces = []
        for i in range(1, n + 1):
            x, y = p.x + i * dx, p.y + i * p.face
            if not 1 <= x <= 8:
                break
            if not 1 <= y <= 8:
                p.y = y
                self.score_off(p)
                return
            spaces.append((x, y))
        for x, y in reversed(spaces):
            if self.at(x, y) is None:
                p.x, p.y = x, y
                return

    # toys

    def act(self, p: Piece) -> None:
        if p.zapped:
            p.zapped = False
        elif not p.flipped:
            getattr(self, p.kind)(p)

    def big_al(self, p: Piece) -> None:
        steps = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3}[self.die(6)]
        met: list[Piece] = []
        for _ in range(steps):
            line: list[Piece] = []
            y = p.y + p.face
            while (other := self.at(p.x, y)) is not None:
                line.append(other)
                y += p.face
            if line and line[0] not in met:
                met.append(line[0])
                if self.bump(p, line[0]):
                    return
            for other in reversed(line):
                other.y += p.face
                if not 1 <= other.y <= 8:
                    self.score_off(other)
            p.y += p.face
            if not 1 <= p.y <= 8:
                self.score_off(p)
                return

    def clucketta(self, p: Piece) -> None:
        roll = self.die(8)
        if roll <= 3:
            self.fly(p, roll)
        elif roll <= 6:
            self.fly(p, roll - 3, self.side(p))
        else:
            nests = {
                f"egg:{'abcdefgh'[x - 1]}{y}": (x, y)
                for x in range(max(1, p.x - 1), min(8, p.x + 1) + 1)
                for y in range(max(1, p.y - 1), min(8, p.y + 1) + 1)
                if self.at(x, y) is None
            }
            if nests:
                x, y = nests[self.choose(sorted(nests))]
                self.pieces.append(Piece("small_fry", x, y, p.face))

    def dead_head(self, p: Piece) -> None:
        roll = self.die(6)
        if roll <= 3:
            self.walk(p, roll)
        else:
            self.walk(p, roll - 3, self.side(p))

    def disasteroid(self, p: Piece) -> None:
        roll = self.die(6)
        if roll <= 3:
            self.walk(p, roll)
            return
        dx = {4: 0, 5: -p.face, 6: p.face}[roll]
        for i in range(1, 8):
            hit = self.at(p.x + i * dx, p.y + i * p.face)
            if hit is not None:
                self.kill(hit)
                return

    def handy(self, p: Piece) -> None:
        self.walk(p, self.die(6))
        if not p.gone:
            near = [other for other in self.near(p) if not other.wound]
            if near:
                other = self.target("wind", near)
                other.wound = True
                self.act(other)

    def krush_kringle(self, p: Piece) -> None:
        self.walk(p, 1 if self.die(6) <= 3 else 2)
        if not p.gone and self.choose(["pound", "quiet"]) == "pound":
            for other in self.near(p):
                other.face *= -1

    def orbit(self, p: Piece) -> None:
        self.fly(p, self.die(6))

    def presto(self, p: Piece) -> None:
        roll = self.die(8)
        if roll <= 6:
            self.walk(p, (roll + 1) // 2)
            return
        while True:
            x = self.die(8)
            y = self.die(8)
            if self.at(x, y) in (None, p):
                p.x, p.y = x, y
                return

    def kangaruffian(self, p: Piece) -> None:
        roll = self.die(8)
        self.walk(p, (roll + 1) // 2, self.side(p))
        near = self.near(p)
        if p.gone or not near:
            return
        other = self.target("punch", near)
        n = self.die(3)
        dx, dy = other.x - p.x, other.y - p.y
        for _ in range(n):
            x, y = other.x + dx, other.y + dy
            if not 1 <= x <= 8 or self.at(x, y) is not None:
                return
            other.x, other.y = x, y
            if not 1 <= y <= 8:
                self.score_off(other)
                return

    def walking_timebomb(self, p: Piece) -> None:
        self.walk(p, self.die(6))
        if not p.gone and self.choose(["explode", "hold"]) == "explode":
            for other in self.near(p):
                self.kill(other)
            self.kill(p)

    def small_fry(self, p: Piece) -> None:
        kind, n = self.die(6), self.die(6)
        self.walk(p, n, self.side(p) if kind > 3 else 0)

    def zap_bot(self, p: Piece) -> None:
        roll = self.die(8)
        self.walk(p, (roll + 1) // 2, self.side(p))
        near = self.near(p)
        if not p.gone and near:
            self.target("zap", near).zapped = True

    def ziggy(self, p: Piece) -> None:
        self.small_fry(p)
        if not p.gone and not p.flipped and self.choose(["second", "stop"]) == "second":
            self.small_fry(p)

    def position(self) -> dict[str, Any]:
        toys = [
            {
                "kind": p.kind,
                "at": f"{'abcdefgh'[p.x - 1]}{p.y}",
                "facing": "N" if p.face > 0 else "S",
                "flipped": p.flipped,
                "zapped": p.zapped,
            }
            for p in self.pieces
            if not p.gone
        ]
        return {
            "toys": sorted(toys, key=lambda toy: str(toy["at"])),
            "score": self.score,
            "discard": sorted(self.discard),
        }


def trials(request: dict[str, Any]) -> Iterator[World | str]:
    """Every way of choosing: how it ended, or the die that was still needed."""
    picks: list[int] = []
    while True:
        world = World.__new__(World)
        try:
            world.__init__(request, picks)  # type: ignore[misc]
            yield world
        except OutOfDiceError as need:
            yield str(need)
        except MisfitError:
            pass
        del picks[len(world.widths) :]
        while picks and picks[-1] + 1 == world.widths[len(picks) - 1]:
            picks.pop()
        if not picks:
            return
        picks[-1] += 1


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a single-toy request, outcomes in no particular order."""
    outcomes: dict[str, dict[str, Any]] = {}
    needs = set()
    for trial in trials(request):
        if isinstance(trial, str):
            needs.add(trial)
            continue
        position = trial.position()
        outcome = outcomes.setdefault(
            json.dumps(position, sort_keys=True),
            {"choices": [], "position": position, "off": trial.off, "unused_rolls": len(trial.dice)},
        )
        outcome["choices"].append(trial.words)
    return {"outcomes": list(outcomes.values()), "needs": sorted(needs)}
