"""Following a game in pictures of its board: a picture a turn, the die still lying as it was popped."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from hardware.layout import Layout
from rules import Game, Move, Rolled, Ruling, State
from vision.board.dome import DomeWatcher, ReadsDice
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
from vision.board.game.turns import NOTHING, Moment, candidates, moment_of, options, rolls_of, stacks_of
from vision.board.game.ways import (
    MISREAD,
    UNSEEN,
    Belief,
    Path,
    believed,
    held_up,
    lawful,
    let_stand,
    two_moves,
    with_slips,
)
from vision.board.place.canvas import Picture
from vision.board.place.registration import Registration
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


SEARCHED: Final = 12
"""From so many of the positions in mind, the likeliest, two moves are tried."""

REMOTE: Final = 0.01
"""How likely the turn was made by another roll than the die shows, where that does not explain the board."""

DOUBT: Final = 0.05
"""A move is not called illegal if it is so likely that another roll made it legal."""

UNDECIDED: Final = 0.2
"""How likely an unsure picture decided nothing: the hand was still over the board."""

UNLOOKED: Final = 0.5
"""How likely no turn was made where no board could be looked at."""

GONE_ON: Final = 0.25
"""How likely the turn has passed where the board is as before and the player has no move."""

PLAIN: Final = 0.5
"""A move is taken only if by the picture alone it is likelier than all else together."""


class GameFollower:
    """Follows one game. After an illegal move the turn and the die still stand until the piece is put back,
    or until die and board show that play went on all the same."""

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
        self._dome = DomeWatcher(layout, dice or DiceReader())
        self._scout = BoardWatcher(layout, settings)
        self._homes = homes_alike(layout.spaces)
        self._started = False
        self._beliefs = [Belief(state, 1.0)]
        self._standing: Moment | None = None
        self._astray = False

    def foresee(self, picture: Picture, corners: Sequence[tuple[float, float]] | None = None) -> None:
        """Learn from a BGR picture that is looked at later which lamps are reflected in the dome.

        `corners` are needed for the first one only, if at all.
        """
        place = self._scout.find(picture, corners)
        if isinstance(place, Registration):
            self._dome.foresee(picture, place)

    def look(self, picture: Picture, corners: Sequence[tuple[float, float]] | None = None) -> Followed:
        """What the next BGR picture tells; `corners` are needed for the first one only, if at all."""
        stacks = stacks_of(self.state)
        look = self.watcher.look_closely(picture, corners=corners)
        if look.registration is None:
            self.missed()
            return self._unsure(look, None, f"board.reason.{look.seen.reason}", look.seen.facts)
        dice = self._dome.read(picture, look.registration)
        if not self._started:
            return self._start(look, dice, stacks)
        return self._turn(look, dice)

    def missed(self) -> None:
        """Take note of a picture that could not be looked at: a turn may have been made that nobody saw."""
        if self._started:
            self._keep_in_mind(None, lawful(stacks_of(self.state), self._beliefs, None, self._homes))

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
            half = half_read(dice, self._layout.game)
            told = None if half is None or self._standing is not None else self._borne_out(look, dice, half)
            ways = lawful(before, self._beliefs, half, self._homes)
            self._keep_in_mind(look, ways)
            weighed = weigh(before, look.seen, ways, self._homes)
            return told or self._unsure(look, dice, f"dice.reason.{dice.reason}", _facts(dice), weighed)
        judged = self._judged(roll)
        ways = self._ways(roll, judged)
        if not ways:
            return self._unsure(look, dice, "board.reason.no_pop", {"die": roll.faces[0]})
        weighed = weigh(before, look.seen, ways, self._homes)
        if weighed.verdict == "unexplained":
            ways += two_moves(before, self._beliefs[:SEARCHED], [(roll, UNSEEN)], self._homes)
            weighed = weigh(before, look.seen, ways, self._homes)
        path = self._plainly(weighed, look, ways, _deed)
        if path is None or self._passed_on(path):
            return self._asked(look, dice, roll, ways, weighed)
        if judged is not None and path.answer != NOTHING and path.state is None:
            return self._accused(look, dice, judged, path, ways, weighed)
        return self._accepted(look, dice, judged, path, weighed)

    def _borne_out(
        self, look: Look, dice: DiceReading, rolls: Sequence[tuple[Rolled, float]]
    ) -> Followed | None:
        """A move that is lawful by the number told, whatever the red dot, and by no other number.

        So it bears out a number that was not sure, each being seen for itself. Where the dot stays open, so
        does who moves next: the picture is unsure then, although it names the move.
        """
        ways = [
            replace(way, prior=chance * way.prior)
            for roll, chance in rolls
            for way in self._ways(roll, self._judged(roll))
        ]
        weighed = weigh(stacks_of(self.state), look.seen, ways, self._homes)
        path = self._plainly(weighed, look, ways, _answer)
        if (
            path is None
            or path.state is None
            or not isinstance(path.answer, Move)
            or path.earlier is not None
        ):
            return None
        paths = [way.name for way in ways if isinstance(way.name, Path) and way.name.state is not None]
        lawful_by = {other.moment.roll for other in paths if other.answer == path.answer}
        if lawful_by != {roll for roll, _ in rolls if roll.faces[0] == dice.values[0]}:
            return None
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

    def _accused(
        self,
        look: Look,
        dice: DiceReading,
        judged: Belief,
        path: Path,
        ways: Sequence[Candidate],
        weighed: Weighed,
    ) -> Followed:
        """An illegal move, unless it may well have been legal: by another roll, or after a turn unseen."""
        assert weighed.best is not None and isinstance(path.answer, Move)
        best = weighed.best.candidate
        if path.moment != self._standing:
            doubted = self._doubted(best, look, dice, judged, path, ways)
            if doubted is not None:
                return self._unsure(look, dice, *doubted, weighed)
        stands = after_change(stacks_of(self.state), best.change)
        whole = with_men(stands, path.missing, self._homes)
        self._hold(judged.state, path, UNSEEN)
        self._beliefs += let_stand(self._rules, self.state, path.moment, whole, path.missing)
        self._astray = True
        ruling = self._rules.explain(path.moment.state, dict(whole))
        move = FollowedMove(path.answer.origin, path.answer.target)
        return self._ruled("illegal", look, dice, move, ruling, stands, weighed)

    def _doubted(
        self,
        best: Candidate,
        look: Look,
        dice: DiceReading,
        judged: Belief,
        path: Path,
        ways: Sequence[Candidate],
    ) -> tuple[str, Facts] | None:
        """Why it would be rash to call the best way illegal: a reason and its facts."""
        roll, before, belief = path.moment.roll, stacks_of(self.state), replace(judged, weight=1.0)
        misread = max(MISREAD, 1.0 - min(die.confidence for die in dice.dice))
        others = [(other, misread * chance) for other, chance in rolls_of(judged.state) if other != roll]
        misread_ways = lawful(before, [belief], others, self._homes)
        # A turn without a move is easily left out of the pictures; one that could be made is not.
        idle = not options(path.moment.state)
        unseen = two_moves(before, [belief], [(roll, UNSEEN)], self._homes, passes=True) if idle else []
        every = [*ways, *misread_ways, *unseen]
        likely = likelihoods(before, look.seen, every, self._homes)
        fitting = [
            (chance, way.name)
            for way, chance in zip(every[len(ways) :], likely[len(ways) :], strict=True)
            if isinstance(way.name, Path) and _key(way) == _key(best)
        ]
        if sum(chance for chance, _ in fitting) <= DOUBT:
            return None
        self._remember_any_roll(look, [*ways, *unseen])
        likeliest = max(fitting, key=lambda found: found[0])[1]
        if likeliest.earlier is not None:
            return "board.reason.picture_missing", {"move": str(path.answer)}
        facts = {"die": roll.faces[0], "other": likeliest.moment.roll.faces[0]}
        return "board.reason.die_doubted", facts

    def _passed_on(self, path: Path) -> bool:
        """Whether a way would have an illegal move taken back, or let stand, that was not seen to be, merely
        because the die changed and nothing was moved."""
        return self._astray and path.answer == NOTHING and path.moment != self._standing

    def _asked(
        self, look: Look, dice: DiceReading, roll: Rolled, ways: Sequence[Candidate], weighed: Weighed
    ) -> Followed:
        """Several ways fit, or none."""
        self._remember_any_roll(look, ways)
        if self._standing is not None and self._standing.roll != roll:
            return self._unsure(look, dice, "board.reason.die_changed", {"die": roll.faces[0]}, weighed)
        key = "board.reason.unexplained" if weighed.verdict == "unexplained" else "board.reason.which_move"
        names = tuple(dict.fromkeys(_name_of(r.candidate.name) for r in weighed.ranked[:3] if not r.against))
        return self._unsure(look, dice, key, {"candidates": names}, weighed)

    def _remember_any_roll(self, look: Look, ways: Sequence[Candidate]) -> None:
        """The die itself may have been misread, or popped anew: every roll is kept in mind."""
        any_roll = lawful(stacks_of(self.state), self._beliefs, None, self._homes)
        self._keep_in_mind(look, [*ways, *(replace(way, prior=REMOTE * way.prior) for way in any_roll)])

    def _ways(self, roll: Rolled, judged: Belief | None) -> list[Candidate]:
        """All ways on from the positions in mind, as changes from the position last accepted."""
        others = [belief for belief in self._beliefs if belief is not judged]
        ways = lawful(stacks_of(self.state), others, [(roll, 1.0)], self._homes)
        if judged is None:
            return ways
        if self._astray:
            # The same die over the same wrong board is the same turn, not a next one with nothing moved.
            ways = [way for way in ways if _answer(way) != NOTHING]
        moment = judged.popped or moment_of(judged.state, roll)
        return ways if moment is None else ways + with_slips(judged, moment, self._homes)

    def _judged(self, roll: Rolled) -> Belief | None:
        """The position from which a player who popped `roll` may be told that his move is illegal: the only
        one in mind, or where an illegal move holds up the turn."""
        if self._standing is None:
            (first, *more) = self._beliefs
            return first if not more and first.state == self.state else None
        if self._standing.roll == roll:
            return next((b for b in self._beliefs if b.popped == self._standing), None)
        # Another roll: the turn can have gone on only if the piece is back and the player may pass.
        passed = None if self._astray else self._standing.declined
        return next((b for b in self._beliefs if b.popped is None and b.state == passed), None)

    def _keep_in_mind(self, look: Look | None, ways: Sequence[Candidate]) -> None:
        """Remember where the game may stand now; without a look every way is as likely as before."""
        if not ways:
            return
        held = [b for b in self._beliefs if b.popped is not None and b.popped == self._standing]
        if look is None:
            total = sum(way.prior for way in ways)
            self._beliefs = believed(self._beliefs, ways, [way.prior / total for way in ways], UNLOOKED)
        else:
            chances = likelihoods(stacks_of(self.state), look.seen, ways, self._homes)
            self._beliefs = believed(self._beliefs, ways, chances, UNDECIDED)
        if held and not any(b.popped == self._standing for b in self._beliefs):
            # However many pictures tell nothing, the piece may be put back at last.
            self._beliefs.append(replace(held[0], weight=UNSEEN))

    def _accepted(
        self, look: Look, dice: DiceReading, judged: Belief | None, path: Path, weighed: Weighed
    ) -> Followed:
        if isinstance(path.answer, Move) and path.state is not None:
            return self._moved(look, dice, path, path.answer, path.state, weighed)
        stacks, reason = stacks_of(path.moment.state), "board.reason.nothing"
        if path.state is not None and not self._astray:
            self._stand_at(path.state, path.missing)
        else:
            # The piece was put back, or the player who has to move has not moved yet.
            assert judged is not None
            reason = "board.reason.put_back"
            self._hold(judged.state, path, UNSEEN if options(path.moment.state) else GONE_ON)
        return self._told("nothing", look, dice, None, None, reason, NO_FACTS, stacks, weighed)

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

    def _hold(self, state: State, path: Path, unseen: float) -> None:
        """Let the turn and the die stand; with the chance `unseen` the game has gone on all the same."""
        self.state, self._standing, self._astray = state, path.moment, False
        self._beliefs = held_up(state, path.moment, path.missing, unseen, self._homes)

    def _stand_at(self, state: State, late: tuple[str, ...]) -> None:
        """Accept a position, in which some captured men may not be home yet."""
        self.state = state
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
