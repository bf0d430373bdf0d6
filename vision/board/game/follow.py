"""Following a game in pictures of its board: a picture a turn, the die still lying as it was popped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from hardware.layout import Layout
from rules import Game, Move, Rolled, Ruling, State
from vision.board.dome import ReadsDice, read_dice
from vision.board.game.half_read import half_read, rolled
from vision.board.game.moves import (
    ACCEPT,
    Candidate,
    Stack,
    Weighed,
    after_change,
    homes_alike,
    likelihoods,
    weigh,
    with_men,
)
from vision.board.game.turns import NOTHING, Moment, candidates, moment_of, rolls_of, stacks_of
from vision.board.game.ways import Belief, Path, lawful, two_moves, with_slips
from vision.board.place.canvas import Picture
from vision.board.reader import BoardSettings, Look
from vision.board.seen import NO_FACTS, Facts
from vision.board.watcher import BoardWatcher
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading

SeenKind = Literal["start", "nothing", "move", "illegal", "unsure"]


@dataclass(frozen=True, slots=True)
class FollowedMove:
    """A move as seen; `captures` are colours, bottom to top."""

    origin: str
    target: str
    captures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Followed:
    """What one picture told.

    `die` 1-6 and `red` are None where they could not be read; an unsure picture names a `move` where only the
    red dot is open. `rule` is the number that a ruling cites, `stacks` the position after the picture (of an
    illegal move: as it stands there). `reason` is a whole
    key of the catalogue. `earlier` is a move that was made before this one and that no picture showed.
    """

    seen: SeenKind
    die: int | None
    red: bool | None
    move: FollowedMove | None
    rule: str | None
    reason: str
    facts: Facts
    stacks: Mapping[str, Stack]
    look: Look
    weighed: Weighed = field(default_factory=lambda: Weighed("unexplained"))
    earlier: FollowedMove | None = None


BELIEFS: Final = 40
BELIEVED: Final = 1e-4
"""So many positions are kept in mind after an unsure picture, each at least so likely."""

MISREAD: Final = 5e-4
"""How likely a die that was read with full confidence shows something else."""

REMOTE: Final = 0.01
"""How likely the turn was made by another roll than the die shows, where that does not explain the board."""

DOUBT: Final = 0.05
"""A move is not called illegal if it is so likely that another roll made it legal."""

UNDECIDED: Final = 0.2
"""How likely an unsure picture decided nothing: the hand was still over the board."""

UNSEEN: Final = 0.02
"""How likely a move was made that no picture showed."""

PLAIN: Final = 0.5
"""A move is taken only if by the picture alone it is likelier than all else together."""


class GameFollower:
    """Follows one game. After an illegal move the turn and the die still stand until the piece is put
    back."""

    def __init__(
        self,
        layout: Layout,
        rules: Game,
        state: State,
        settings: BoardSettings | None = None,
        dice: ReadsDice | None = None,
    ) -> None:
        """`state` is the position that the first picture shows; `dice` reads the die, as `DiceReader` does.

        Raises PictureError when the layout's reference picture cannot be read.
        """
        self.watcher = BoardWatcher(layout, settings)
        self.state = state
        self._layout = layout
        self._rules = rules
        self._dice: ReadsDice = dice or DiceReader()
        self._homes = homes_alike(layout.spaces)
        self._started = False
        self._beliefs = [Belief(state, 1.0)]
        self._late: tuple[str, ...] = ()
        self._standing: Moment | None = None
        self._astray = False

    def look(self, picture: Picture, corners: Sequence[tuple[float, float]] | None = None) -> Followed:
        """What the next BGR picture tells; `corners` are needed for the first one only, if at all."""
        stacks = stacks_of(self.state)
        look = self.watcher.look_closely(picture, corners=corners)
        if look.registration is None:
            return self._unsure(look, None, f"board.reason.{look.seen.reason}", look.seen.facts)
        dice = read_dice(self._dice, picture, look.registration, self._layout)
        if not self._started:
            return self._start(look, dice, stacks)
        return self._turn(look, dice)

    def _start(self, look: Look, dice: DiceReading, stacks: Mapping[str, Stack]) -> Followed:
        """The first picture: the position given must be what stands there."""
        weighed = weigh(stacks, look.seen, candidates(self.state), self._homes)
        against = next((r.against for r in weighed.ranked if r.candidate.name == NOTHING), tuple(stacks))
        if against:
            return self._unsure(look, dice, "board.reason.start_differs", {"spaces": against}, weighed)
        if weighed.verdict != "accepted":
            return self._unsure(look, dice, f"board.reason.{look.seen.reason}", look.seen.facts, weighed)
        self._started = True
        return self._told("start", look, dice, None, None, "board.reason.start", NO_FACTS, stacks, weighed)

    def _turn(self, look: Look, dice: DiceReading) -> Followed:
        roll = rolled(dice, self._layout.game)
        before = stacks_of(self.state)
        if roll is None:
            reason, facts = f"dice.reason.{dice.reason}", _facts(dice)
            if self._standing is not None:
                return self._unsure(look, dice, reason, facts)
            half = half_read(dice, self._layout.game)
            told = None if half is None else self._borne_out(look, dice, half)
            ways = lawful(before, self._beliefs, half, self._homes)
            self._keep_in_mind(look, ways)
            weighed = weigh(before, look.seen, ways, self._homes)
            return told or self._unsure(look, dice, reason, facts, weighed)
        ways = self._ways(roll)
        if not ways:
            key = "no_pop" if self._standing is None else "die_changed"
            return self._unsure(look, dice, f"board.reason.{key}", {"die": roll.faces[0]})
        weighed = weigh(before, look.seen, ways, self._homes)
        if weighed.verdict == "unexplained" and self._standing is None:
            ways += two_moves(before, self._beliefs, [(roll, UNSEEN)], self._homes)
            weighed = weigh(before, look.seen, ways, self._homes)
        path = self._plainly(weighed, look, ways, _deed)
        if path is None:
            return self._asked(look, dice, ways, weighed)
        assert weighed.best is not None
        other = self._other_roll(weighed.best.candidate, look, roll, dice, ways)
        if other is not None:
            self._remember_any_roll(look, ways)
            facts = {"die": roll.faces[0], "other": other.faces[0]}
            return self._unsure(look, dice, "board.reason.die_doubted", facts, weighed)
        return self._accepted(look, dice, path, weighed)

    def _borne_out(
        self, look: Look, dice: DiceReading, rolls: Sequence[tuple[Rolled, float]]
    ) -> Followed | None:
        """A move that is lawful by the number told, whatever the red dot, and by no other number.

        So it bears out a number that was not sure, each being seen for itself. Where the dot stays open, so
        does who moves next: the picture is unsure then, although it names the move.
        """
        ways = [replace(way, prior=chance * way.prior) for roll, chance in rolls for way in self._ways(roll)]
        weighed = weigh(stacks_of(self.state), look.seen, ways, self._homes)
        path = self._plainly(weighed, look, ways, _answer)
        if path is None or not isinstance(path.answer, Move) or path.earlier is not None:
            return None
        paths = [way.name for way in ways if isinstance(way.name, Path) and way.name.state is not None]
        lawful_by = {other.moment.roll for other in paths if other.answer == path.answer}
        if lawful_by != {roll for roll, _ in rolls if roll.faces[0] == dice.values[0]}:
            return None
        assert path.state is not None
        ruling = self._rules.explain(path.moment.state, path.answer)
        told = self._ruled("move", look, dice, _followed(path), ruling, stacks_of(path.state), weighed)
        if self._layout.game == "headache" and dice.red is None:
            told = replace(told, seen="unsure", reason=f"dice.reason.{dice.reason}", facts=_facts(dice))
        return replace(told, die=dice.values[0])

    def _plainly(
        self,
        weighed: Weighed,
        look: Look,
        ways: Sequence[Candidate],
        deed: Callable[[Candidate], object],
    ) -> Path | None:
        """The way that is clearly best, and not for its prior alone; men on their way home make no other.

        `deed` tells what of a way must be the same in another one that counts with it.
        """
        best = weighed.best
        if best is None or best.against or not isinstance(best.candidate.name, Path):
            return None
        path, done = best.candidate.name, deed(best.candidate)
        if sum(r.probability for r in weighed.ranked if deed(r.candidate) == done) < ACCEPT:
            return None
        changes = {_key(way): way for way in ways}
        flat = [replace(way, prior=1.0) for way in changes.values()]
        alone = likelihoods(stacks_of(self.state), look.seen, flat, self._homes)
        same = {_key(way) for way in ways if deed(way) == done}
        by_picture = sum(p for key, p in zip(changes, alone, strict=True) if key in same)
        return path if by_picture >= PLAIN else None

    def _other_roll(
        self, best: Candidate, look: Look, roll: Rolled, dice: DiceReading, ways: Sequence[Candidate]
    ) -> Rolled | None:
        """Another roll by which an illegal move would be legal, if the die may well have been misread."""
        path = best.name
        assert isinstance(path, Path)
        if path.answer == NOTHING or path.state is not None or self._standing is not None:
            return None
        misread = max(MISREAD, 1.0 - min(die.confidence for die in dice.dice))
        belief = Belief(self.state, 1.0, self._late)
        others = [(other, misread * chance) for other, chance in rolls_of(self.state) if other != roll]
        before = stacks_of(self.state)
        every = [*ways, *lawful(before, [belief], others, self._homes)]
        likely = likelihoods(before, look.seen, every, self._homes)
        lawfully = [
            (chance, way.name.moment.roll)
            for way, chance in zip(every[len(ways) :], likely[len(ways) :], strict=True)
            if isinstance(way.name, Path) and _key(way) == _key(best)
        ]
        return max(lawfully, key=lambda found: found[0])[1] if sum(c for c, _ in lawfully) > DOUBT else None

    def _asked(self, look: Look, dice: DiceReading, ways: Sequence[Candidate], weighed: Weighed) -> Followed:
        """Several ways fit, or none."""
        self._remember_any_roll(look, ways)
        key = "board.reason.unexplained" if weighed.verdict == "unexplained" else "board.reason.which_move"
        names = tuple(dict.fromkeys(_name_of(r.candidate.name) for r in weighed.ranked[:3] if not r.against))
        return self._unsure(look, dice, key, {"candidates": names}, weighed)

    def _remember_any_roll(self, look: Look, ways: Sequence[Candidate]) -> None:
        """The die itself may have been misread, or popped anew: every roll is kept in mind."""
        any_roll = lawful(stacks_of(self.state), self._beliefs, None, self._homes)
        self._keep_in_mind(look, [*ways, *(replace(way, prior=REMOTE * way.prior) for way in any_roll)])

    def _ways(self, roll: Rolled) -> list[Candidate]:
        """All ways on from the positions in mind, as changes from the position last accepted."""
        if self._standing is None and len(self._beliefs) > 1:
            return lawful(stacks_of(self.state), self._beliefs, [(roll, 1.0)], self._homes)
        moment = self._moment(roll)
        belief = Belief(self.state, 1.0, self._late)
        return [] if moment is None else with_slips(belief, moment, self._homes)

    def _moment(self, roll: Rolled) -> Moment | None:
        """Where the player stands who popped `roll`; None where it cannot have been popped."""
        if self._standing is None:
            return moment_of(self.state, roll)
        if self._standing.roll == roll:
            return self._standing
        # Another roll: the turn can have gone on only if the piece is back and the player may pass.
        if self._astray or self._standing.declined is None:
            return None
        return moment_of(self._standing.declined, roll)

    def _keep_in_mind(self, look: Look, ways: Sequence[Candidate]) -> None:
        """Remember where the game may stand now."""
        if self._standing is not None or not ways:
            return
        chances = likelihoods(stacks_of(self.state), look.seen, ways, self._homes)
        weights = {(b.state, b.late): UNDECIDED * b.weight for b in self._beliefs}
        for way, chance in zip(ways, chances, strict=True):
            path = way.name
            if isinstance(path, Path) and path.state is not None:
                place = (path.state, path.missing)
                weights[place] = weights.get(place, 0.0) + (1.0 - UNDECIDED) * chance
        best = sorted(weights.items(), key=lambda item: item[1], reverse=True)[:BELIEFS]
        self._beliefs = [Belief(state, weight, late) for (state, late), weight in best if weight >= BELIEVED]

    def _accepted(self, look: Look, dice: DiceReading, path: Path, weighed: Weighed) -> Followed:
        if path.answer == NOTHING:
            return self._nothing(look, dice, path, weighed)
        assert isinstance(path.answer, Move)
        if path.state is not None:
            return self._moved(look, dice, path, path.answer, path.state, weighed)
        assert weighed.best is not None
        stands = after_change(stacks_of(self.state), weighed.best.candidate.change)
        ruling = self._rules.explain(path.moment.state, dict(with_men(stands, path.missing, self._homes)))
        self._standing, self._astray = path.moment, True
        move = FollowedMove(path.answer.origin, path.answer.target)
        return self._ruled("illegal", look, dice, move, ruling, stands, weighed)

    def _nothing(self, look: Look, dice: DiceReading, path: Path, weighed: Weighed) -> Followed:
        """The board is as it was: the piece was put back, or the player had no move, or passed."""
        moment, stacks = path.moment, stacks_of(path.moment.state)
        if self._astray or moment.declined is None:
            self._standing, self._astray, self._late = moment, False, path.missing
            return self._told(
                "nothing", look, dice, None, None, "board.reason.put_back", NO_FACTS, stacks, weighed
            )
        self._stand_at(moment.declined, path.missing)
        return self._told(
            "nothing", look, dice, None, None, "board.reason.nothing", NO_FACTS, stacks, weighed
        )

    def _moved(
        self, look: Look, dice: DiceReading, path: Path, answer: Move, after: State, weighed: Weighed
    ) -> Followed:
        ruling = self._rules.explain(path.moment.state, answer)
        earlier = None if path.earlier is None else _followed(path.earlier)
        self._stand_at(after, path.missing)
        told = self._ruled("move", look, dice, _followed(path), ruling, stacks_of(after), weighed)
        return replace(told, earlier=earlier)

    def _ruled(
        self,
        seen: SeenKind,
        look: Look,
        dice: DiceReading,
        move: FollowedMove,
        ruling: Ruling,
        stacks: Mapping[str, Stack],
        weighed: Weighed,
    ) -> Followed:
        """A move, told by the referee's ruling on it."""
        key = f"{self._layout.game}.ruling.{ruling.key}"
        facts: Facts = {**ruling.facts, "rule": ruling.rule}
        return self._told(seen, look, dice, move, ruling.rule, key, facts, stacks, weighed)

    def _stand_at(self, state: State, late: tuple[str, ...]) -> None:
        """Accept a position, in which some captured men may not be home yet."""
        self.state, self._late = state, late
        self._beliefs = [Belief(state, 1.0, late)]
        self._standing, self._astray = None, False

    def _unsure(
        self, look: Look, dice: DiceReading | None, reason: str, facts: Facts, weighed: Weighed | None = None
    ) -> Followed:
        told = weighed or Weighed("unexplained")
        return self._told("unsure", look, dice, None, None, reason, facts, stacks_of(self.state), told)

    def _told(
        self,
        seen: SeenKind,
        look: Look,
        dice: DiceReading | None,
        move: FollowedMove | None,
        rule: str | None,
        reason: str,
        facts: Facts,
        stacks: Mapping[str, Stack],
        weighed: Weighed,
    ) -> Followed:
        die = dice.values[0] if dice is not None and dice.verdict == "read" and dice.values else None
        red = dice.red if dice is not None else None
        return Followed(seen, die, red, move, rule, reason, facts, stacks, look, weighed)


def _followed(path: Path) -> FollowedMove:
    """A move with whom it captured."""
    assert isinstance(path.answer, Move)
    taken = stacks_of(path.moment.state).get(path.answer.target, ())
    return FollowedMove(path.answer.origin, path.answer.target, tuple(taken))


def _deed(way: Candidate) -> object:
    return way.name.deed if isinstance(way.name, Path) else way.name


def _answer(way: Candidate) -> object:
    return way.name.answer if isinstance(way.name, Path) else way.name


def _key(way: Candidate) -> frozenset[tuple[str, Stack]]:
    return frozenset((space, after) for space, (_, after) in way.change.items())


def _facts(dice: DiceReading) -> Facts:
    return {key: fact if isinstance(fact, str | int) else f"{fact:.1f}" for key, fact in dice.facts.items()}


def _name_of(path: object) -> str:
    return str(path.answer) if isinstance(path, Path) else str(path)
