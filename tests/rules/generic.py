"""What must hold for every game, at every moment, by any house rules: the checks of the generic suite.

A game joins by standing in `rules.GAMES`; only `CENSUS` and `HANDS` say something of single games.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from rules import (
    GAMES,
    PASS,
    Answer,
    Answered,
    Chance,
    Choice,
    Drawn,
    Game,
    GameRecord,
    IllegalAnswerError,
    Move,
    OptionError,
    Over,
    Pick,
    Pieces,
    Rolled,
    Seat,
    SeatsError,
    State,
    game,
    read_answer,
    read_record,
    replay,
)
from rules.options import Option, Value, write_value

LONGEST = 30_000
"""No random game may take more answers than this."""

CLOSELY = 40
"""So many states at the beginning of a game are checked one by one; later ones are sampled."""

FOREIGN: tuple[Answer, ...] = (
    PASS,
    Rolled(()),
    Rolled((7,)),
    Rolled((3, 9)),
    Drawn("dragon"),
    Move("T0", "T0"),
    Move("nowhere", "RH1"),
    Move("X1", "O1.1"),
    Pick("nonsense"),
    Pick("place", "e1"),
)
"""Answers that most states do not wait for."""

_RULE = re.compile(r"[A-Z]+-[A-Z]?\d+[a-z]?")


@dataclass(frozen=True)
class Setting:
    """One game with its seats and house rules."""

    game: str
    seats: tuple[Seat, ...]
    options: str

    def __str__(self) -> str:
        return f"{self.game} {len(self.seats)} teams {self.options or 'default'}"

    @property
    def rules(self) -> Game:
        return game(self.game)

    def record(self) -> GameRecord:
        return GameRecord(self.game, self.seats, options=self.options)


# -- the settings ------------------------------------------------------------------------------------


def seatings(rules: Game) -> Iterator[tuple[Seat, ...]]:
    """Two teams as far apart as they sit, every team, and every team with two players, as far as allowed."""
    colours = rules.colours
    yield (Seat(colours[0], "Anna"), Seat(colours[len(colours) // 2], 'Ben "the \u2028 Box"'))
    if len(colours) > 2:
        yield tuple(Seat(colour, f"player of {colour}") for colour in colours)
        yield tuple(Seat(colour, ("Anna", "Ben")[number % 2]) for number, colour in enumerate(colours))


def other_values(option: Option) -> Iterator[Value]:
    """The values of an option that are not its default; of numbers and faces, a few."""
    if option.values is None:
        yield from (frozenset({1, 6}), frozenset({2}))
    elif isinstance(option.values, range):
        yield from (value for value in option.values[:3] if value != option.default)
    else:
        yield from (value for value in option.values if value != option.default)
    if option.none and option.default is not None:
        yield None


def option_sets(rules: Game, mixtures: int = 8) -> Iterator[str]:
    """The default, every single option, and some mixtures of options that do not contradict each other."""
    yield ""
    single: list[tuple[str, Value]] = []
    for option in rules.options:
        for value in other_values(option):
            single.append((option.key, value))
            yield f"{option.key}={write_value(value)}"
    rng = random.Random("mixtures")
    while mixtures and len(single) > 3:
        given = dict(rng.sample(single, rng.randint(3, min(8, len(single)))))
        try:
            yield str(rules.options.choose(given))
        except OptionError:
            continue
        mixtures -= 1


def settings() -> Iterator[Any]:
    """Every game with its option sets and seatings, as pytest parameters."""
    for name in GAMES:
        yield from (pytest.param(setting, id=str(setting)) for setting in settings_of(name))


def settings_of(name: str) -> Iterator[Setting]:
    """A game with its option sets and seatings."""
    rules = game(name)
    for number, options in enumerate(option_sets(rules)):
        chairs = list(seatings(rules))
        # The default sits in every way; options in turn, and with two teams a player.
        some = dict.fromkeys((chairs[number % len(chairs)], chairs[-1]))
        for seats in some if options else chairs:
            setting = Setting(name, seats, options)
            if _sits(setting):
                yield setting


def _sits(setting: Setting) -> bool:
    try:
        setting.record().start()
    except SeatsError:
        return False
    return True


# -- play --------------------------------------------------------------------------------------------


def legal_answers(state: State) -> tuple[Answer, ...]:
    """Everything that the state can go on with; a roll that a player may decline has PASS too."""
    waits = state.awaits
    if isinstance(waits, Chance):
        outcomes = tuple(answer for answer, _ in waits.outcomes)
        return (*outcomes, PASS) if waits.may_pass else outcomes
    return waits.options if isinstance(waits, Choice) else ()


def random_answer(state: State, rng: random.Random) -> Answer:
    """An answer at random: dice by their weights, seldom a pass instead of them."""
    waits = state.awaits
    if isinstance(waits, Chance):
        if waits.may_pass and rng.random() < 0.05:
            return PASS
        answers, weights = zip(*waits.outcomes, strict=True)
        chosen: Answer = rng.choices(answers, weights)[0]
        return chosen
    assert isinstance(waits, Choice)
    return rng.choice(waits.options)


def play(state: State, rng: random.Random, longest: int = LONGEST) -> tuple[list[State], list[Answer]]:
    """A random game: its states, the last one over, and the answers between them."""
    states, answers = [state], []
    while not isinstance(states[-1].awaits, Over):
        assert len(answers) < longest, f"no end after {longest} answers: {states[-1]}"
        answers.append(random_answer(states[-1], rng))
        states.append(states[-1].after(answers[-1])[0])
    return states, answers


# -- the checks --------------------------------------------------------------------------------------


def check_awaits(state: State) -> None:
    """No state without a legal answer; answers are distinct, weights whole and positive."""
    waits = state.awaits
    teams = {seat.colour: seat.player for seat in state.seats}
    if isinstance(waits, Over):
        ranked = [colour for group in waits.ranking for colour in group]
        assert sorted(ranked) == sorted(teams)
        return
    answers = legal_answers(state)
    assert answers
    assert len(set(answers)) == len(answers)
    assert all(waits.legal(answer) for answer in answers)
    assert teams[waits.colour] == waits.player
    assert all(read_answer(str(answer)) == answer for answer in answers)
    if isinstance(waits, Chance):
        assert all(isinstance(weight, int) and weight > 0 for _, weight in waits.outcomes)


def check_value(rules: Game, state: State) -> None:
    """A state is a value: every answer leaves it as it was, and gives the same again."""
    text, pieces, number = rules.to_text(state), dict(state.pieces), hash(state)
    for answer in legal_answers(state)[:12]:
        once, told = state.after(answer)
        again, told_again = state.after(answer)
        assert once == again
        assert hash(once) == hash(again)
        assert told == told_again
        for event in told:
            assert _RULE.fullmatch(event.rule), event
    assert (rules.to_text(state), dict(state.pieces), hash(state)) == (text, pieces, number)


def check_text(rules: Game, state: State) -> None:
    """The text form is one line and reads back to the same state."""
    text = rules.to_text(state)
    assert len(text.splitlines()) == 1
    back = rules.from_text(text)
    assert back == state
    assert hash(back) == hash(state)
    assert back.awaits == state.awaits
    assert back.pieces == state.pieces
    assert rules.to_text(back) == text


def check_tally(state: State) -> None:
    """The tally has every team, in turn order, and no negative number."""
    tally = state.tally
    assert list(tally.teams) == [seat.colour for seat in state.seats]
    assert all(count >= 0 for counts in (*tally.teams.values(), tally.shared) for count in counts.values())


def check_refusals(rules: Game, state: State) -> None:
    """What the state does not wait for is refused, and so says the referee."""
    waits = state.awaits
    for answer in FOREIGN:
        if not isinstance(waits, Over) and waits.legal(answer):
            continue
        with pytest.raises(IllegalAnswerError):
            state.after(answer)
        ruling = rules.explain(state, answer)
        assert not ruling.legal, (rules.to_text(state), answer, ruling)
        assert _RULE.fullmatch(ruling.rule), ruling


def check_rulings(rules: Game, state: State) -> None:
    """The referee lets stand exactly what is legal, as an answer and as a hand leaves the board."""
    for answer in legal_answers(state)[:12]:
        ruling = rules.explain(state, answer)
        assert ruling.legal, (rules.to_text(state), answer, ruling)
        assert ruling.answer == answer
        assert _RULE.fullmatch(ruling.rule), ruling
    assert rules.explain(state, state.pieces).legal
    if not isinstance(state.awaits, Choice):
        return
    hand = HANDS.get(rules.name)
    for answer in state.awaits.options[:12]:
        after = state.after(answer)[0].pieces
        if after == state.pieces:
            continue
        ruling = rules.explain(state, after)
        assert ruling.legal, (rules.to_text(state), answer, ruling)
        # Two answers can lead to the same board, such as off it to the left or to the right. None is named
        # where they differ in what the board does not show, such as the score.
        same = [
            state.after(other)[0] for other in state.awaits.options if state.after(other)[0].pieces == after
        ]
        if ruling.answer is None:
            assert len(set(same)) > 1
        else:
            assert state.after(ruling.answer)[0] in same
        if hand is not None and isinstance(answer, Move):
            assert hand(state, answer) == after, (rules.to_text(state), answer)


def check_state(rules: Game, state: State) -> None:
    """Everything that must hold of one state."""
    check_awaits(state)
    check_value(rules, state)
    check_text(rules, state)
    check_tally(state)
    check_refusals(rules, state)
    check_rulings(rules, state)


def check_game(setting: Setting) -> None:
    """A random game to its end: what must hold of it, and of many of its states."""
    rng = random.Random(str(setting))
    states, answers = play(setting.record().start(), rng)
    assert isinstance(states[-1].awaits, Over)
    closely = {*range(CLOSELY), *rng.sample(range(len(states)), min(len(states), CLOSELY))}
    for number, state in enumerate(states):
        if number in closely or number == len(states) - 1:
            check_state(setting.rules, state)
    check_census(setting, states)
    check_record(setting, states, answers)


def check_record(setting: Setting, states: list[State], answers: list[Answer]) -> None:
    """The record of a game replays to the same states, and its text reads back."""
    entries = []
    for state, answer in zip(states, answers, strict=False):
        told = state.after(answer)[1]
        entries.append(Answered(answer, tuple(dict.fromkeys(event.rule for event in told))))
    record = GameRecord(setting.game, setting.seats, options=setting.options, entries=tuple(entries))
    assert replay(record) == states
    last = states[-1].awaits
    assert record.result == (last.ranking if isinstance(last, Over) else ())
    text = str(record)
    back = read_record(text)
    assert back == record
    assert str(back) == text


def check_census(setting: Setting, states: list[State]) -> None:
    """Pieces are neither made nor lost."""
    census = CENSUS.get(setting.game)
    if census is not None:
        first = census(states[0])
        for state in states:
            assert census(state) == first, setting.rules.to_text(state)


# -- what single games say ---------------------------------------------------------------------------


def _trouble_census(state: Any) -> Mapping[str, int]:
    return Counter(piece for stack in state.pieces.values() for piece in stack)


def _trouble_hand(state: Any, move: Move) -> Pieces:
    """Lift the man, send home whom he meets (on a warp also at its near end), set him down."""
    pieces = dict(state.pieces)
    man = pieces.pop(move.origin)
    met = [move.target]
    if move.origin[0] == move.target[0] == "T":
        met.append(f"T{(int(move.origin[1:]) + state.roll) % 28}")
    for victim in [pieces.pop(space) for space in dict.fromkeys(met) if space in pieces]:
        letter = victim[0][0].upper()
        home = next(f"{letter}H{n}" for n in range(1, 5) if f"{letter}H{n}" not in pieces)
        pieces[home] = victim
    pieces[move.target] = man
    return pieces


def _headache_census(state: Any) -> Mapping[str, int]:
    """The cones on the board and those that have not entered yet."""
    waiting = dict(zip((seat.colour for seat in state.seats), state.reserve, strict=True))
    return Counter(piece for stack in state.pieces.values() for piece in stack) + Counter(waiting)


def _headache_hand(state: Any, move: Move) -> Pieces:
    """Lift the man or stack and set it down on top of what stands there."""
    pieces = dict(state.pieces)
    stack = pieces.pop(move.origin)
    pieces[move.target] = (*pieces.get(move.target, ()), *stack)
    return pieces


def _gearhead_census(state: Any) -> Mapping[str, int]:
    """The 72 counters; Small Fry come and go."""
    kinds = [counter.kind for _, counter in state.now.toys]
    kinds += [*state.now.gone(), *filter(None, state.held), *filter(None, [getattr(state, "drawn", None)])]
    counts = Counter(kinds) + Counter(dict(state.cup))
    return {kind: count for kind, count in counts.items() if kind != "small_fry"}


CENSUS: dict[str, Callable[[Any], Mapping[str, int]]] = {
    "trouble": _trouble_census,
    "headache": _headache_census,
    "gearhead": _gearhead_census,
}
"""How to count all the pieces of a game, by kind: on the board, beside it, in the cup."""

HANDS: dict[str, Callable[[Any, Move], Pieces]] = {"trouble": _trouble_hand, "headache": _headache_hand}
"""What a hand does on the board to carry out a move."""
