"""Following a game in pictures of its board: a picture a turn, the die still lying as it was popped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from hardware.layout import Layout
from rules import Game, Move, Rolled, Ruling, State
from vision.board.canvas import Picture
from vision.board.dome import ReadsDice, read_dice
from vision.board.moves import (
    Candidate,
    Stack,
    Weighed,
    after_change,
    change_between,
    homes_alike,
    likelihoods,
    weigh,
)
from vision.board.reader import BoardSettings, Look
from vision.board.seen import NO_FACTS, Facts
from vision.board.turns import NOTHING, Moment, candidates, moment_of, options, rolls_of, stacks_of
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

    `die` 1-6 and `red` are None where they could not be read. `rule` is the number that a ruling cites,
    `stacks` the position after the picture (of an illegal move: as it stands there). `reason` is a whole
    key of the catalogue.
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


BELIEFS: Final = 40
BELIEVED: Final = 1e-4
"""So many positions are kept in mind after an unsure picture, each at least so likely."""

MISREAD: Final = 0.01
"""How likely a die that was called sure shows something else."""

UNDECIDED: Final = 0.2
"""How likely an unsure picture decided nothing: the hand was still over the board."""


@dataclass(frozen=True, slots=True)
class _Belief:
    """A position that the game may have reached, and how likely."""

    state: State
    weight: float


@dataclass(frozen=True, slots=True)
class _Path:
    """One way on: a player popped and answered, or declined (`NOTHING`), and the game stands at `state`."""

    moment: Moment
    answer: object
    state: State | None


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
        self._alike = homes_alike(layout.spaces)
        self._started = False
        self._beliefs = [_Belief(state, 1.0)]
        self._standing: Moment | None = None
        self._astray = False

    def look(self, picture: Picture, corners: Sequence[tuple[float, float]] | None = None) -> Followed:
        """What the next BGR picture tells; `corners` are needed for the first one only, if at all."""
        stacks = stacks_of(self.state)
        tops = {space: stack[-1] for space, stack in stacks.items()}
        look = self.watcher.look_closely(picture, corners=corners, history=tops)
        if look.registration is None:
            return self._unsure(look, None, f"board.reason.{look.seen.reason}", look.seen.facts)
        dice = read_dice(self._dice, picture, look.registration, self._layout)
        if not self._started:
            return self._start(look, dice, stacks)
        return self._turn(look, dice)

    def _start(self, look: Look, dice: DiceReading, stacks: Mapping[str, Stack]) -> Followed:
        """The first picture: the position given must be what stands there."""
        weighed = weigh(stacks, look.seen, candidates(self.state) or [], self._alike)
        against = next((r.against for r in weighed.ranked if r.candidate.name == NOTHING), tuple(stacks))
        if against:
            return self._unsure(look, dice, "board.reason.start_differs", {"spaces": against}, weighed)
        self._started = True
        return self._told("start", look, dice, None, None, "board.reason.start", NO_FACTS, stacks, weighed)

    def _turn(self, look: Look, dice: DiceReading) -> Followed:
        roll = _rolled(dice, self._layout.game)
        if self._standing is not None and roll is None:
            return self._unsure(look, dice, f"dice.reason.{dice.reason}", _facts(dice))
        ways = self._ways(roll)
        if not ways:
            return self._unsure(look, dice, "board.reason.die_changed", {"die": roll.faces[0] if roll else 0})
        before = stacks_of(self.state)
        weighed = weigh(before, look.seen, ways, self._alike)
        if roll is None:
            self._keep_in_mind(look, ways)
            return self._unsure(look, dice, f"dice.reason.{dice.reason}", _facts(dice), weighed)
        if weighed.verdict != "accepted" or weighed.best is None:
            # The die itself may have been misread, or popped anew: every roll is kept in mind.
            self._keep_in_mind(look, [*ways, *self._any_roll()])
            key = "board.reason.which_move" if weighed.verdict == "ambiguous" else "board.reason.unexplained"
            names = tuple(_name_of(r.candidate.name) for r in weighed.ranked[:3] if not r.against)
            return self._unsure(look, dice, key, {"candidates": names}, weighed)
        path = weighed.best.candidate.name
        assert isinstance(path, _Path)
        return self._accepted(look, dice, path, weighed)

    def _ways(self, roll: Rolled | None) -> list[Candidate]:
        """All ways on from the positions in mind, as changes from the position last accepted."""
        if self._standing is not None and roll is not None:
            if self._standing.roll == roll:
                return self._with_slips(self._standing)
            # Another roll: the turn can have gone on only if the piece is back and the player may pass.
            if self._astray or self._standing.declined is None:
                return []
            moment = moment_of(self._standing.declined, roll)
            return [] if moment is None else self._with_slips(moment)
        if len(self._beliefs) == 1 and roll is not None:
            moment = moment_of(self.state, roll)
            return [] if moment is None else self._with_slips(moment)
        ways = [way for belief in self._beliefs for way in self._lawful(belief, roll)]
        return _merged(ways)

    def _any_roll(self) -> list[Candidate]:
        """The lawful ways on with whatever roll, as a remote possibility."""
        ways = [way for belief in self._beliefs for way in self._lawful(belief, None)]
        return [replace(way, prior=MISREAD * way.prior) for way in ways]

    def _with_slips(self, moment: Moment) -> list[Candidate]:
        """Lawful and other changes from one moment."""
        return [replace(c, name=_path(moment, c.name)) for c in candidates(moment.state)]

    def _lawful(self, belief: _Belief, roll: Rolled | None) -> Iterator[Candidate]:
        """The lawful ways on from a position, with a roll or with any."""
        before = stacks_of(self.state)
        for rolled, chance in [(roll, 1.0)] if roll is not None else rolls_of(belief.state):
            moment = moment_of(belief.state, rolled)
            if moment is None:
                continue
            paths = [_path(moment, a) for a in options(moment.state) if isinstance(a, Move)]
            paths += [_path(moment, NOTHING)] if moment.declined is not None else []
            for path in paths:
                assert path.state is not None
                change = change_between(before, stacks_of(path.state))
                yield Candidate(path, change, belief.weight * chance / len(paths))

    def _keep_in_mind(self, look: Look, ways: Sequence[Candidate]) -> None:
        """Remember where the game may stand now."""
        if self._standing is not None:
            return
        chances = likelihoods(stacks_of(self.state), look.seen, ways, self._alike)
        weights: dict[State, float] = {b.state: UNDECIDED * b.weight for b in self._beliefs}
        for way, chance in zip(ways, chances, strict=True):
            path = way.name
            if isinstance(path, _Path) and path.state is not None:
                weights[path.state] = weights.get(path.state, 0.0) + (1.0 - UNDECIDED) * chance
        best = sorted(weights.items(), key=lambda item: item[1], reverse=True)[:BELIEFS]
        self._beliefs = [_Belief(state, weight) for state, weight in best if weight >= BELIEVED]

    def _accepted(self, look: Look, dice: DiceReading, path: _Path, weighed: Weighed) -> Followed:
        if path.answer == NOTHING:
            return self._nothing(look, dice, path.moment, weighed)
        assert isinstance(path.answer, Move)
        assert weighed.best is not None
        after = after_change(stacks_of(self.state), weighed.best.candidate.change)
        if path.state is not None:
            return self._moved(look, dice, path, weighed)
        ruling = self._rules.explain(path.moment.state, dict(after))
        self._standing, self._astray = path.moment, True
        move = FollowedMove(path.answer.origin, path.answer.target)
        return self._ruled("illegal", look, dice, move, ruling, after, weighed)

    def _nothing(self, look: Look, dice: DiceReading, moment: Moment, weighed: Weighed) -> Followed:
        """The board is as it was: the piece was put back, or the player had no move, or passed."""
        stacks = stacks_of(moment.state)
        if self._astray or moment.declined is None:
            self._standing, self._astray = moment, False
            return self._told(
                "nothing", look, dice, None, None, "board.reason.put_back", NO_FACTS, stacks, weighed
            )
        self._stand_at(moment.declined)
        return self._told(
            "nothing", look, dice, None, None, "board.reason.nothing", NO_FACTS, stacks, weighed
        )

    def _moved(self, look: Look, dice: DiceReading, path: _Path, weighed: Weighed) -> Followed:
        assert isinstance(path.answer, Move)
        assert path.state is not None
        ruling = self._rules.explain(path.moment.state, path.answer)
        taken = stacks_of(path.moment.state).get(path.answer.target, ())
        self._stand_at(path.state)
        move = FollowedMove(path.answer.origin, path.answer.target, tuple(taken))
        return self._ruled("move", look, dice, move, ruling, stacks_of(path.state), weighed)

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

    def _stand_at(self, state: State) -> None:
        """Accept a position."""
        self.state = state
        self._beliefs = [_Belief(state, 1.0)]
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


def _rolled(dice: DiceReading, game: str) -> Rolled | None:
    """The roll that was read for sure."""
    if dice.verdict != "read" or len(dice.values) != 1 or (game == "headache" and dice.red is None):
        return None
    return Rolled((dice.values[0], int(bool(dice.red)))) if game == "headache" else Rolled((dice.values[0],))


def _path(moment: Moment, answer: object) -> _Path:
    """Where an answer leads; to no state if the rules do not allow it."""
    if answer == NOTHING:
        return _Path(moment, NOTHING, moment.declined)
    lawful = isinstance(answer, Move) and answer in options(moment.state)
    return _Path(moment, answer, moment.state.after(answer)[0] if lawful else None)  # type: ignore[arg-type]


def _merged(ways: Sequence[Candidate]) -> list[Candidate]:
    """Ways that end in one position by one answer, put together."""
    whole: dict[tuple[State | None, object], Candidate] = {}
    for way in ways:
        assert isinstance(way.name, _Path)
        key = (way.name.state, way.name.answer)
        known = whole.get(key)
        whole[key] = way if known is None else replace(known, prior=known.prior + way.prior)
    return list(whole.values())


def _facts(dice: DiceReading) -> Facts:
    return {key: fact if isinstance(fact, str | int) else f"{fact:.1f}" for key, fact in dice.facts.items()}


def _name_of(path: object) -> str:
    return str(path.answer) if isinstance(path, _Path) else str(path)
