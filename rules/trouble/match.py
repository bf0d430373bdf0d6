"""One match: who plays, on which board, by which house rules, and the tables that follow from these.

A `Match` is made once a game and shared by all its states. Seats are numbered in turn order from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.core import Chance, Colour, Dice, Move, Rolled, Seat
from rules.match import BaseMatch
from rules.options import Options
from rules.trouble.board import (
    FINISH,
    HOME,
    LAST,
    RING,
    START,
    STARTS_APART,
    home_space,
    path,
)
from rules.trouble.options import VARIANTS

__all__ = ["FACES", "NOWHERE", "Done", "Match", "Men", "Standing", "match"]

Men = tuple[tuple[int, ...], ...]
"""The places of every seat's four men, each seat's in rising order (HOME first)."""

Done = tuple[tuple[int, ...], ...]
"""The seats with all men in FINISH, first come first; those of one group came in equal (set by hand)."""

FACES: Final = tuple(Rolled((face,)) for face in range(1, 7))
NOWHERE: Final = -2
"""No place: the man cannot make this move."""

_DIE: Final = Dice("d6")
_EVEN: Final = tuple((face, 1) for face in FACES)


@dataclass(frozen=True, slots=True)
class Standing:
    """Who is still in the game.

    Attributes:
        active: the seats that still take turns (T-14, T-A4b).
        placed: the seats of the players who are done, a group a place.
        over: whether the game has ended.
    """

    active: frozenset[int]
    placed: tuple[tuple[int, ...], ...]
    over: bool


class Match(BaseMatch):
    """The unchanging part of a game.

    Attributes:
        board: the four colours of the board, clockwise; the first one's START is T0.
        starts: the circle of each seat's START.
        paths: the space of every place 0..31, by seat.
        owners: the first seat of the player of each seat.
        reach: reach[roll][place] is where a man gets by a roll, or NOWHERE. HOME is -1 and so the last entry.
        rivals: by seat, the other seats, each with the table that turns a place of the one into the
            other's place on the same circle.
    """

    __slots__ = (
        "_after",
        "_moves",
        "_pops",
        "_standings",
        "capturable",
        "choose_colour",
        "forced_exit",
        "max_extra_pops",
        "no_jump",
        "owners",
        "pass_before_pop",
        "pass_on_six",
        "passing",
        "paths",
        "reach",
        "rivals",
        "same_man",
        "sends_own_home",
        "start_safe",
        "starts",
        "three_sixes",
        "unused_six",
        "warps",
    )

    def __init__(self, seats: tuple[Seat, ...], board: tuple[Colour, ...], options: Options) -> None:
        super().__init__(seats, board, options)
        self.starts = tuple(STARTS_APART * board.index(colour) for colour in self.colours)
        self.paths = tuple(map(path, self.colours, self.starts))
        players = [seat.player for seat in seats]
        self.owners = tuple(players.index(player) for player in players)
        self.reach = _reach(options)
        self.rivals = tuple(
            tuple(
                (other, _same_circle(mine, theirs))
                for other, theirs in enumerate(self.starts)
                if other != seat
            )
            for seat, mine in enumerate(self.starts)
        )
        self._read_options()
        self._pops: dict[tuple[int, str], Chance] = {}
        self._moves: dict[tuple[int, int, int], Move] = {}
        self._standings: dict[Done, Standing] = {}
        self._after: dict[tuple[int, Done], int] = {}

    def _read_options(self) -> None:
        """Keep the options that every pop asks for where they are quickly at hand."""
        chosen = self.options
        self.warps = VARIANTS[str(chosen["variant"])].warps
        self.passing = str(chosen["pass"])
        # T-A3b: a pop that may end in a compulsory move cannot be evaded by not popping.
        self.pass_before_pop = chosen["pass_before_pop"] == "allow" and self.passing == "always"
        self.capturable = chosen["own_other_colour"] == "capturable"
        self.no_jump = bool(chosen["no_jump"])
        limit = chosen["max_extra_pops"]
        self.sends_own_home = chosen["own_landing"] == "sends_own_home"
        self.start_safe = bool(chosen["start_safe"])
        self.pass_on_six = chosen["pass_on_six"] == "keep"
        self.unused_six = chosen["six_extra_pop"] == "always"
        self.choose_colour = bool(chosen["one_turn_choose_colour"])
        self.max_extra_pops = limit if isinstance(limit, int) else None
        self.three_sixes = bool(chosen["three_sixes_lose_turn"])
        self.forced_exit = bool(chosen["forced_exit"])
        self.same_man = chosen["after_entering"] == "same_man"

    # -- things made once ----------------------------------------------------------------------------

    def pop(self, seat: int, why: str) -> Chance:
        """What a seat waits for when it is to pop."""
        found = self._pops.get((seat, why))
        if found is None:
            who = self.seats[seat]
            may_pass = self.pass_before_pop and why != "start"
            found = self._pops[seat, why] = Chance(who.player, who.colour, _DIE, _EVEN, may_pass, why)
        return found

    def move(self, seat: int, origin: int, target: int, mine: tuple[int, ...]) -> Move:
        """The answer for a man's move; `mine` are the men of his seat before it.

        Homes fill from 1, so a man leaves HOME from the last of its holes that is filled.
        """
        if origin == HOME:
            origin = -mine.count(HOME)
        found = self._moves.get((seat, origin, target))
        if found is None:
            path = self.paths[seat]
            space = path[origin] if origin >= 0 else home_space(self.colours[seat], -origin)
            found = self._moves[seat, origin, target] = Move(space, path[target])
        return found

    # -- turns and places ----------------------------------------------------------------------------

    def friends(self, seat: int, other: int) -> bool:
        """Whether two seats are one player's (T-A4c)."""
        return self.owners[seat] == self.owners[other]

    def standing(self, done: Done) -> Standing:
        """Who still plays once these seats have filled their FINISH."""
        if done not in self._standings:
            self._standings[done] = self._standing(done)
        return self._standings[done]

    def _standing(self, done: Done) -> Standing:
        players = sorted(set(self.owners))
        full: set[int] = set()
        left = list(players)
        placed: list[tuple[int, ...]] = []
        for group in done:
            full.update(group)
            # T-A4b: the first colour wins for its owner, or both must be in.
            needed = any if self.options["win"] == "first_colour" else all
            ready = [player for player in left if needed(seat in full for seat in self._seats_of(player))]
            if ready:
                placed.append(tuple(seat for player in ready for seat in self._seats_of(player)))
                left = [player for player in left if player not in ready]
        active = frozenset(seat for player in left for seat in self._seats_of(player) if seat not in full)
        # T-14: over when one player is left; T-A9: or at the first winner.
        over = len(left) <= 1 or bool(placed and self.options["stop_at_first"])
        return Standing(active, tuple(placed), over)

    def _seats_of(self, player: int) -> Sequence[int]:
        return [seat for seat, owner in enumerate(self.owners) if owner == player]

    def ranking(self, done: Done) -> tuple[tuple[Colour, ...], ...]:
        """The teams, best first; those that did not finish share the last group."""
        groups = list(self.standing(done).placed)
        rest = tuple(seat for seat in range(len(self.seats)) if not any(seat in group for group in groups))
        if rest:
            groups.append(rest)
        return tuple(tuple(self.colours[seat] for seat in sorted(group)) for group in groups)

    def partners(self, seat: int, done: Done) -> tuple[int, ...]:
        """The seats of a seat's player that still play, itself among them."""
        active = self.standing(done).active
        return tuple(other for other in self._seats_of(self.owners[seat]) if other in active)

    def movers(self, turn: int, done: Done) -> tuple[int, ...]:
        """The seats whose men may move in a turn (T-A4)."""
        return self.partners(turn, done) if self.choose_colour else (turn,)

    def others(self, turn: int, done: Done) -> tuple[int, ...]:
        """The first seat of every other player that still plays, clockwise from a seat's left (T-W3)."""
        active = self.standing(done).active
        found: dict[int, int] = {}
        for step in range(1, len(self.seats)):
            seat = (turn + step) % len(self.seats)
            if seat in active and not self.friends(seat, turn):
                found.setdefault(self.owners[seat], seat)
        return tuple(found.values())

    def next_turn(self, turn: int, done: Done) -> int:
        """The seat whose turn follows: the next to the left that still plays (T-5, T-14)."""
        found = self._after.get((turn, done))
        if found is None:
            found = self._after[turn, done] = self._next_turn(turn, done)
        return found

    def _next_turn(self, turn: int, done: Done) -> int:
        active = self.standing(done).active
        count = len(self.seats)
        order = [(turn + step) % count for step in range(1, count + 1)]
        if self.choose_colour:
            order = [seat for seat in order if not self.friends(seat, turn)]
        seat = next(seat for seat in order if seat in active)
        return self.partners(seat, done)[0] if self.choose_colour else seat

    def still(self, turn: int, done: Done) -> int:
        """The seat that a turn goes on with: the same, or the player's other one if that is done (T-A4)."""
        return turn if turn in self.standing(done).active else self.partners(turn, done)[0]


@lru_cache(maxsize=256)
def match(seats: tuple[Seat, ...], board: tuple[Colour, ...], options: Options) -> Match:
    """The match of these seats (in turn order), this board and these options; made once."""
    return Match(seats, board, options)


def _reach(options: Options) -> tuple[tuple[int, ...], ...]:
    enter_on = options["enter_on"]
    assert isinstance(enter_on, frozenset)
    bounce = options["overshoot"] == "bounce"
    table: list[tuple[int, ...]] = [()]
    for roll in range(1, 7):
        ends = [_end(place, roll, bounce) for place in range(LAST + 1)]
        ends.append(START if roll in enter_on else NOWHERE)  # T-5: on a 6; T-A14: on others too
        table.append(tuple(ends))
    return tuple(table)


def _end(place: int, roll: int, bounce: bool) -> int:
    """Where a man ends who stands on the ring or in FINISH: T-6, T-10 (the path turns in), T-11."""
    end = place + roll
    if end <= LAST:
        return end
    if not bounce:
        return NOWHERE
    # T-A11: on to FINISH 4 and back, never out of FINISH; ending where he began is no move.
    end = LAST - (end - LAST)
    return end if end >= FINISH and end != place else NOWHERE


def _same_circle(mine: int, theirs: int) -> tuple[int, ...]:
    return tuple((place + mine - theirs) % RING for place in range(RING))
