"""The neutral form: plain JSON values in and out, for other programs.

A request names a `position` and either one toy's move (`mover`, `rolls`, perhaps `free_moved`) or a whole
Action Phase (`active`, `steps`); both may name `options`. A position is {"toys", "score", "discard"};
`from_neutral` also takes "turn" and "cup" ({kind: count}).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rules.core import Answer, Colour, Pick, Rolled, Seat, Space, Toy, read_answer
from rules.dice import die_faces
from rules.errors import NotationError, PositionError
from rules.gearhead.acting import Progress, run
from rules.gearhead.action import NeedDice
from rules.gearhead.board import COLOURS, COPIES, KINDS, RULE, SQUARES, Board, Counter
from rules.gearhead.match import Cupful
from rules.gearhead.options import OPTIONS
from rules.gearhead.setup import cupful, set_up, sit_down, stock_problems, toy_problems
from rules.gearhead.state import EMPTY_HANDS, GearheadState
from rules.neutral import strange_keys
from rules.options import Options, Value

__all__ = ["from_neutral", "legal", "position_form"]

_TOY: Final = ("kind", "at", "facing", "flipped", "zapped")
_POSITION: Final = ("toys", "score", "discard")
_MOVE: Final = ("position", "mover", "rolls", "free_moved", "options")
_PHASE: Final = ("position", "active", "steps", "options")
_STEP: Final = ("mover", "rolls", "choices")


def legal(request: Mapping[str, Any]) -> dict[str, Any]:
    """Answer one request: every outcome of a toy's move, or the replay of an Action Phase.

    Raises:
        PositionError, OptionError: naming everything that is wrong with the request.
    """
    if "steps" in request:
        return _legal_phase(request)
    if "mover" in request:
        return _legal_move(request)
    either = 'either a toy\'s move, "mover" and "rolls", or an Action Phase, "active" and "steps"'
    raise PositionError([f'A request has a "position" and {either}.'])


def from_neutral(position: Mapping[str, Any], options: Mapping[str, Value] | None = None) -> GearheadState:
    """The state of a position, `turn` (south, if it is not named) to draw next.

    Without a `cup`, all counters are in it that are neither on the board nor in the discard.

    Raises:
        PositionError, OptionError: naming everything that is wrong.
    """
    board, problems = _read_position(position, (*_POSITION, "turn", "cup"))
    turn = position.get("turn", "south")
    if turn not in COLOURS:
        problems.append(f"turn is {turn!r}: it is south or north.")
    game = sit_down([Seat(colour, colour) for colour in COLOURS], options=options)
    used = [counter.kind for _, counter in board.toys] + list(board.discard)
    cup: Cupful = cupful({kind: COPIES - used.count(kind) for kind in KINDS})
    if "cup" in position:
        cup = _read_cup(position["cup"], problems)
    problems += stock_problems(game, board, cup, EMPTY_HANDS)
    if problems:
        raise PositionError(problems)
    return set_up(game, board, turn, cup)


def _read_cup(given: Any, problems: list[str]) -> Cupful:
    counts = given if isinstance(given, Mapping) else {}
    if counts is not given or not all(kind in KINDS and _whole(count) for kind, count in counts.items()):
        problems.append(f"cup is {given!r}: it holds how many counters of each kind are in the cup.")
        return ()
    return cupful(counts)


# -- one toy's move ----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Search:
    """Every way in which a toy's action can go with given rolls.

    Attributes:
        ends: the ways that come to an end: the words chosen, the rolls used, how it ended, who went off.
        needs: the dice that other ways would still need.
        misfits: the dice that cannot show the roll that was next.
    """

    board: Board
    active: Colour
    options: Options
    mover: Space
    rolls: Sequence[int]
    ends: list[tuple[list[str], int, Progress, list[dict[str, Any]]]] = field(default_factory=list)
    needs: set[str] = field(default_factory=set)
    misfits: set[str] = field(default_factory=set)

    def go(
        self, answers: tuple[Answer, ...] = (), used: int = 0, off: tuple[dict[str, Any], ...] = ()
    ) -> None:
        """Follow every way from these answers on."""
        progress = run(self.board, self.active, self.options, self.mover, answers)
        gone = [event.facts for event in progress.told if event.key == "scored"]
        off = (*off, *({"kind": facts["toy"], "edge": facts["edge"]} for facts in gone))
        need = progress.need
        if need is None:
            words = [str(answer) for answer in answers if isinstance(answer, Pick)]
            self.ends.append((words, used, progress, list(off)))
        elif isinstance(need, NeedDice):
            shown = tuple(self.rolls[used : used + len(need.kinds)])
            if len(shown) < len(need.kinds):
                self.needs.update(need.kinds)
            elif bad := [
                die for die, face in zip(need.kinds, shown, strict=True) if face not in die_faces(die)
            ]:
                self.misfits.update(bad)
            else:
                self.go((*answers, Rolled(shown)), used + len(shown), off)
        else:
            for option in need.options:
                self.go((*answers, option), used, off)


def _legal_move(request: Mapping[str, Any]) -> dict[str, Any]:
    board, problems = _read_request(request, _MOVE)
    options = OPTIONS.choose(request.get("options"))
    rolls = _read_rolls(request.get("rolls"), problems)
    wound = request.get("free_moved", ())
    toys = dict(board.toys)
    for square in [request["mover"], *(wound if isinstance(wound, list | tuple) else ["free_moved"])]:
        if not isinstance(square, str) or square not in toys:
            problems.append(f"{square!r} holds no toy: mover and free_moved name squares with one.")
    if problems:
        raise PositionError(problems)
    for square in wound:
        toys[square] = replace(toys[square], wound=True)
    mover = request["mover"]
    board = replace(board, toys=tuple(sorted(toys.items()))).moving(mover)
    search = _Search(board, toys[mover].colour, options, mover, rolls)
    search.go()
    if search.misfits and not search.ends and not search.needs:
        raise PositionError(
            [f"The rolls {rolls} cannot be shown by the dice: {', '.join(sorted(search.misfits))}."]
        )
    return _move_answer(search)


def _move_answer(search: _Search) -> dict[str, Any]:
    outcomes: dict[str, dict[str, Any]] = {}
    for words, used, progress, off in search.ends:
        position = position_form(progress.board)
        outcome = outcomes.setdefault(
            json.dumps(position),
            {"choices": [], "position": position, "off": off, "unused_rolls": len(search.rolls) - used},
        )
        outcome["choices"].append(words)
    answer: dict[str, Any] = {"outcomes": [outcomes[key] for key in sorted(outcomes)]}
    for outcome in answer["outcomes"]:
        outcome["choices"].sort()
    if search.needs:
        answer["needs"] = sorted(search.needs)
    if search.misfits:
        answer["misfits"] = sorted(search.misfits)
    return answer


# -- a whole Action Phase ----------------------------------------------------------------------------


def _legal_phase(request: Mapping[str, Any]) -> dict[str, Any]:
    board, problems = _read_request(request, _PHASE)
    options = OPTIONS.choose(request.get("options"))
    active = str(request.get("active"))
    if active not in COLOURS:
        problems.append(f"active is {active}: it is south or north.")
    steps = list(_read_steps(request["steps"], problems))
    if problems:
        raise PositionError(problems)
    may_move = [list(board.may_move(active))]
    illegal = None
    for number, (mover, rolls, words) in enumerate(steps):
        after = _step(board, active, options, mover, rolls, words) if mover in may_move[-1] else None
        if after is None:
            illegal = number
            break
        board = after
        may_move.append(list(board.may_move(active)))
    return {"may_move": may_move, "position": position_form(board), "illegal_step": illegal}


def _read_steps(given: Any, problems: list[str]) -> Iterator[tuple[Space, Sequence[int], Sequence[str]]]:
    if not isinstance(given, Sequence) or isinstance(given, str):
        problems.append("steps is a list of moves, each with mover, rolls and choices.")
        return
    for number, step in enumerate(given):
        if not isinstance(step, Mapping) or step.get("mover") not in SQUARES:
            problems.append(f"Step {number} is {step!r}: it has a mover, rolls and choices.")
            continue
        problems += strange_keys(step, _STEP, f"step {number}")
        words = step.get("choices", ())
        if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
            problems.append(f"choices of step {number} is {words!r}: it is a list of words.")
            continue
        yield step["mover"], _read_rolls(step.get("rolls", []), problems), words


def _step(
    board: Board, active: Colour, options: Options, mover: Space, rolls: Sequence[int], words: Sequence[str]
) -> Board | None:
    """The board after a step; None if its rolls or choices do not fit, or some are left over."""
    board = board.moving(mover)
    dice, picks = list(rolls), list(words)
    answers: list[Answer] = []
    while True:
        progress = run(board, active, options, mover, answers)
        need = progress.need
        if need is None:
            return progress.board if not dice and not picks else None
        if isinstance(need, NeedDice):
            shown = tuple(dice[: len(need.kinds)])
            del dice[: len(need.kinds)]
            if len(shown) < len(need.kinds) or any(
                f not in die_faces(d) for d, f in zip(need.kinds, shown, strict=True)
            ):
                return None
            answers.append(Rolled(shown))
        else:
            pick = _read_word(picks.pop(0)) if picks else None
            if pick not in need.options:
                return None
            answers.append(pick)


def _read_word(word: str) -> Answer | None:
    try:
        return read_answer(word)
    except NotationError:
        return None


# -- positions ---------------------------------------------------------------------------------------


def position_form(board: Board) -> dict[str, Any]:
    """A board in the neutral form."""
    return {
        "toys": [
            {
                "kind": counter.kind,
                "at": square,
                "facing": counter.facing,
                "flipped": counter.flipped,
                "zapped": counter.zaps > 0,
            }
            for square, counter in board.toys
        ],
        "score": dict(zip(COLOURS, board.score, strict=True)),
        "discard": list(board.discard),
    }


def _read_request(request: Mapping[str, Any], known: Sequence[str]) -> tuple[Board, list[str]]:
    problems = strange_keys(request, known, "a request")
    position = request.get("position")
    if not isinstance(position, Mapping):
        raise PositionError([*problems, "position is missing: it holds toys, score and discard."])
    board, more = _read_position(position, _POSITION)
    return board, problems + more


def _read_position(position: Mapping[str, Any], known: Sequence[str]) -> tuple[Board, list[str]]:
    problems = strange_keys(position, known, "a position")
    toys: dict[Space, Counter] = {}
    given = position.get("toys")
    if not isinstance(given, list | tuple):
        problems.append("toys is missing: it is a list of toys.")
        given = ()
    for entry in given:
        if not isinstance(entry, Mapping) or not all(isinstance(entry.get(key), str) for key in _TOY[:3]):
            problems.append(f"{entry!r} is no toy: it has {', '.join(_TOY)}.")
            continue
        problems += strange_keys(entry, _TOY, "a toy")
        at, flipped, zapped = entry["at"], entry.get("flipped", False), entry.get("zapped", False)
        if not isinstance(flipped, bool) or not isinstance(zapped, bool):
            problems.append(f"flipped and zapped of the toy on {at} are true or false.")
        problems += toy_problems(at, Toy(entry["kind"], entry["facing"], flipped is True))
        if at in toys:
            problems.append(f"Two toys stand on {at}: a square holds one (G-7).")
        toys[at] = Counter(entry["kind"], entry["facing"], flipped is True, int(zapped is True))
    if problems:
        return Board(), problems
    score, discard = _read_tallies(position, problems)
    return Board(tuple(sorted(toys.items())), score, discard=discard), problems


def _read_tallies(
    position: Mapping[str, Any], problems: list[str]
) -> tuple[tuple[int, int], tuple[str, ...]]:
    score = position.get("score", dict.fromkeys(COLOURS, 0))
    if not isinstance(score, Mapping) or set(score) != set(COLOURS) or not all(map(_whole, score.values())):
        problems.append(f"score is {score!r}: it has the points of south and north.")
        score = dict.fromkeys(COLOURS, 0)
    discard = position.get("discard", [])
    if not isinstance(discard, list | tuple) or not all(
        isinstance(kind, str) and kind in RULE for kind in discard
    ):
        problems.append(f"discard is {discard!r}: it is a list of toys.")
        discard = ()
    return (score["south"], score["north"]), tuple(sorted(discard))


def _read_rolls(rolls: Any, problems: list[str]) -> list[int]:
    if not isinstance(rolls, list | tuple) or not all(_whole(face) and 1 <= face <= 8 for face in rolls):
        problems.append(f"rolls is {rolls!r}: it is a list of whole numbers from 1 to 8.")
        return []
    return list(rolls)


def _whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and number >= 0
