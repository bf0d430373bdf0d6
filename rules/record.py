"""The record of a game: who played, by which rules, and everything that was answered.

The text form is made to be read by people and by `read_record` alike:

    [game "trouble"]
    [board "red blue yellow green"]
    [seat red "Anna"]
    [seat yellow "Grandpa"]
    [rules "pass=never"]

    roll:5
    roll:6 {T-5}
    RH4-T0
    undo
    note "Anna" "moved it for Grandpa"
    set "Anna" trouble ...a position in the game's text form...
    result red yellow

An entry may carry the numbers of the rules it came under in braces; reading ignores nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.core import Answer, Colour, Over, Seat, State, read_answer
from rules.errors import IllegalAnswerError, NotationError
from rules.games import game
from rules.options import Options
from rules.problem import problem_of
from rules.text import QUOTED, quote, unquote

__all__ = ["Answered", "Entry", "GameRecord", "Noted", "SetByHand", "Undone", "read_record", "replay"]


@dataclass(frozen=True, slots=True)
class Answered:
    """The state was given an answer; `rules` are the numbers of the events that followed."""

    answer: Answer
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Undone:
    """The last answer or position set by hand was taken back."""


@dataclass(frozen=True, slots=True)
class SetByHand:
    """Somebody set the position by hand; `position` is in the game's text form."""

    position: str
    by: str


@dataclass(frozen=True, slots=True)
class Noted:
    """Somebody wrote something down; it changes nothing."""

    text: str
    by: str


Entry: TypeAlias = Answered | Undone | SetByHand | Noted


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game.

    Attributes:
        game: its name in the table of games.
        board: the clockwise order of the colours on the board; empty for the game's usual one.
        seats: teams and their players.
        options: the house rules that differ from the default, as `str(options)` writes them.
        first: the team that began, if it was chosen and not rolled for.
        entries: everything that happened, in order.
    """

    game: str
    seats: tuple[Seat, ...]
    board: tuple[Colour, ...] = ()
    options: str = ""
    first: Colour | None = None
    entries: tuple[Entry, ...] = field(default=())

    def start(self) -> State:
        """The state before the first entry.

        Raises:
            RulesError: if the players, the board or the rules do not fit the game.
        """
        rules = game(self.game)
        chosen: Options = rules.options.parse(self.options)
        return rules.new(self.seats, board=self.board or None, options=chosen.chosen, first=self.first)

    @property
    def result(self) -> tuple[tuple[Colour, ...], ...]:
        """The ranking, best first, equals in one group; empty while the game goes on."""
        last = replay(self)[-1].awaits
        return last.ranking if isinstance(last, Over) else ()

    def __str__(self) -> str:
        return "\n".join(_write(self)) + "\n"


def replay(record: GameRecord) -> list[State]:
    """The states of a recorded game: the start, then one after every entry.

    Raises:
        RulesError: naming the entry that does not follow from those before.
    """
    line: list[State] = [record.start()]
    states = [line[0]]
    for number, entry in enumerate(record.entries, 1):
        try:
            match entry:
                case Answered(answer):
                    line.append(line[-1].after(answer)[0])
                case SetByHand(position):
                    line.append(_set_by_hand(record, line[0], position))
                case Undone():
                    if len(line) == 1:
                        raise NotationError("there is nothing before it to undo.")
                    line.pop()
                case Noted():
                    pass
        except IllegalAnswerError as error:
            raise IllegalAnswerError(
                "Entry {number}: {problem}", number=number, problem=problem_of(error), ruling=error.ruling
            ) from None
        except NotationError as error:
            raise NotationError(
                "Entry {number}: {problem}", number=number, problem=problem_of(error)
            ) from None
        states.append(line[-1])
    return states


def _set_by_hand(record: GameRecord, start: State, position: str) -> State:
    state = game(record.game).from_text(position)
    if not state.same_match(start):
        raise NotationError("the position set by hand has other players, board or house rules than the game.")
    return state


# -- text --------------------------------------------------------------------------------------------


def _write(record: GameRecord) -> Iterator[str]:
    yield f'[game "{record.game}"]'
    if record.board:
        yield f'[board "{" ".join(record.board)}"]'
    for seat in record.seats:
        yield f"[seat {seat.colour} {quote(seat.player)}]"
    if record.options:
        yield f'[rules "{record.options}"]'
    if record.first:
        yield f'[first "{record.first}"]'
    yield ""
    for entry in record.entries:
        match entry:
            case Answered(answer, rules):
                yield f"{answer} {{{' '.join(rules)}}}" if rules else str(answer)
            case Undone():
                yield "undo"
            case SetByHand(position, by):
                yield f"set {quote(by)} {position}"
            case Noted(text, by):
                yield f"note {quote(by)} {quote(text)}"
    if result := record.result:
        yield "result " + " ".join("=".join(group) for group in result)


_HEADER = re.compile(rf"\[(game|board|rules|first) ({QUOTED})\]")
_SEAT = re.compile(rf"\[seat (\w+) ({QUOTED})\]")
_SET = re.compile(rf"set ({QUOTED}) (.+)")
_NOTE = re.compile(rf"note ({QUOTED}) ({QUOTED})")
_ANSWERED = re.compile(r"(\S+)(?: \{([^{}]*)\})?")


def read_record(text: str) -> GameRecord:
    """Read the text form of a record back; `str(record)` writes it.

    Raises:
        NotationError: naming the line that cannot be read, or a result that the entries do not lead to.
        RulesError: if the result is given and the entries do not follow from one another.
    """
    headers: dict[str, str] = {}
    seats: list[Seat] = []
    entries: list[Entry] = []
    result: str | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            if result is not None:
                raise NotationError("nothing follows the result.")
            if line.startswith("["):
                _read_header(line, headers, seats)
            elif line.startswith("result "):
                result = line.removeprefix("result ")
            else:
                entries.append(_read_entry(line))
        except ValueError as error:  # a NotationError is one, a bad escape in quotes another
            raise NotationError(
                "Line {number}: {problem}", number=number, problem=problem_of(error)
            ) from None
    return _assemble(headers, seats, entries, result)


def _read_header(line: str, headers: dict[str, str], seats: list[Seat]) -> None:
    if seat := _SEAT.fullmatch(line):
        seats.append(Seat(seat[1], unquote(seat[2])))
        return
    header = _HEADER.fullmatch(line)
    if header is None:
        raise NotationError(
            '{what} is no header of a game record, such as [game "trouble"].', what=repr(line)
        )
    if header[1] in headers:
        raise NotationError("there is a second header for the {what}.", what=header[1])
    headers[header[1]] = unquote(header[2])


def _assemble(
    headers: dict[str, str], seats: Sequence[Seat], entries: Sequence[Entry], result: str | None
) -> GameRecord:
    if "game" not in headers:
        raise NotationError('This is no game record: it has no line such as [game "trouble"].')
    record = GameRecord(
        game=headers["game"],
        seats=tuple(seats),
        board=tuple(headers.get("board", "").split()),
        options=headers.get("rules", ""),
        first=headers.get("first"),
        entries=tuple(entries),
    )
    if result is not None:
        ranking = tuple(tuple(group.split("=")) for group in result.split())
        if ranking != record.result:
            raise NotationError(
                "The record says that the result is {what}, but its moves lead elsewhere.", what=repr(result)
            )
    return record


def _read_entry(line: str) -> Entry:
    if line == "undo":
        return Undone()
    if found := _SET.fullmatch(line):
        return SetByHand(found[2], unquote(found[1]))
    if found := _NOTE.fullmatch(line):
        return Noted(unquote(found[2]), unquote(found[1]))
    if found := _ANSWERED.fullmatch(line):
        return Answered(read_answer(found[1]), tuple((found[2] or "").split()))
    raise NotationError("{what} is no entry of a game record.", what=repr(line))
