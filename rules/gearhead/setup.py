"""Setting up: the players, a new game, and positions set by hand. Every problem is found, not the first."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.core import Colour, Pieces, Seat, Space, Toy
from rules.errors import PositionError, SeatsError
from rules.gearhead.board import (
    COLOURS,
    CONTROLLER,
    COPIES,
    EMPTY_BOARD,
    KINDS,
    RULE,
    SMALL_FRY,
    SQUARES,
    Board,
    Counter,
    Kind,
)
from rules.gearhead.match import Cupful, Match, match
from rules.gearhead.options import OPTIONS
from rules.gearhead.state import EMPTY_HANDS, Ended, GearheadState, Held, ToPlace, ToStart, begin_turn
from rules.options import Value
from rules.problem import Problem

__all__ = ["cupful", "from_pieces", "new", "set_up", "sit_down", "stock_problems", "toy_problems"]

FULL_CUP: Cupful = tuple((kind, COPIES) for kind in sorted(KINDS))


def new(
    seats: Sequence[Seat],
    *,
    board: Sequence[Colour] | None = None,
    options: Mapping[str, Value] | None = None,
    first: Colour | None = None,
) -> GearheadState:
    """The state before the first roll: an empty board and all 72 counters in the cup (G-1).

    Raises:
        SeatsError: with every problem of the seats and the first colour.
        OptionError: with every problem of the options.
    """
    game = sit_down(seats, board, options, first)
    if first is not None:
        return begin_turn(game, EMPTY_BOARD, first, FULL_CUP)[0]
    return ToStart(game, EMPTY_BOARD, "south", FULL_CUP, EMPTY_HANDS, 0, None)


def sit_down(
    seats: Sequence[Seat],
    board: Sequence[Colour] | None = None,
    options: Mapping[str, Value] | None = None,
    first: Colour | None = None,
) -> Match:
    """The match of these seats, in turn order.

    Raises:
        SeatsError, OptionError: with every problem.
    """
    chosen = OPTIONS.choose(options)
    problems: list[str] = []
    if board is not None and sorted(board) != sorted(COLOURS):
        problems.append(
            Problem(
                "The board has the sides {colours}, and not {others}.", colours=COLOURS, others=tuple(board)
            )
        )
    for colour, count in Tally(seat.colour for seat in seats).items():
        if colour not in COLOURS:
            problems.append(
                Problem(
                    "{colour} is no side of the board: there are {colours}.", colour=colour, colours=COLOURS
                )
            )
        elif count > 1:
            problems.append(
                Problem(
                    "{colour} is taken {count} times: each side has one player.", colour=colour, count=count
                )
            )
    taken = {seat.colour: seat for seat in seats}
    problems += [
        Problem("Nobody plays {colour}: the game is for two players.", colour=colour)
        for colour in COLOURS
        if colour not in taken
    ]
    if first is not None and first not in COLOURS:
        problems.append(Problem("{colour} cannot begin: only {colours} play.", colour=first, colours=COLOURS))
    if problems:
        raise SeatsError(problems)
    return match((taken["south"], taken["north"]), chosen)


# -- positions set by hand ---------------------------------------------------------------------------


def from_pieces(state: GearheadState, pieces: Pieces, turn: Colour) -> GearheadState:
    """`state` with its toys set by hand, `turn` to draw next (or to act, if the cup is empty).

    Every counter stays in the game: those that are more than before come out of the player's hand, the
    discard or the cup, those that are missing go to the discard. Points and victory piles stay.

    Raises:
        PositionError: with every problem of the position.
    """
    problems: list[str] = []
    toys: dict[Space, Counter] = {}
    for space, stack in pieces.items():
        if len(stack) > 1:
            problems.append(
                Problem(
                    "{count} toys stand on {space}: a square holds one (G-7).", count=len(stack), space=space
                )
            )
        for toy in stack[:1]:
            if not isinstance(toy, Toy):
                problems.append(
                    Problem("{what} on {space} is no toy of this game.", what=str(toy), space=space)
                )
                continue
            problems += toy_problems(space, toy)
            toys[space] = Counter(toy.kind, toy.facing, toy.flipped, int(toy.zapped))
    if turn not in COLOURS:
        problems.append(
            Problem("It cannot be the turn of {colour}: there are {colours}.", colour=turn, colours=COLOURS)
        )
    if problems:
        raise PositionError(problems)
    board, cup = _settle(state, toys)
    return set_up(state.match, board, turn, cup, state.held)


def toy_problems(space: Space, toy: Toy) -> list[str]:
    """What is wrong with a toy on a space, each a sentence."""
    problems: list[str] = []
    if space not in SQUARES:
        problems.append(Problem("{space} is no square: there are a1 to h8.", space=space))
    if toy.kind not in RULE:
        problems.append(
            Problem(
                "{what} on {space} is no toy: there are {toys}.", what=toy.kind, space=space, toys=tuple(RULE)
            )
        )
    elif toy.flipped and toy.kind != "ziggy":
        problems.append(
            Problem("{toy} on {space} lies on its back: only Ziggy can (G-30).", toy=toy.kind, space=space)
        )
    if toy.facing not in CONTROLLER:
        problems.append(
            Problem(
                "{toy} on {space} faces {what}: a toy faces N or S (G-10).",
                toy=toy.kind,
                space=space,
                what=toy.facing,
            )
        )
    return problems


def _settle(state: GearheadState, toys: Mapping[Space, Counter]) -> tuple[Board, Cupful]:
    """The board with these toys and the cup, with every counter somewhere."""
    before = Tally(counter.kind for _, counter in state.now.toys)
    now = Tally(counter.kind for counter in toys.values())
    discard, cup = Tally(state.now.discard), Tally(dict(state.cup))
    if isinstance(state, ToPlace):
        cup[state.drawn] += 1
    problems: list[str] = []
    for kind in RULE:
        more = now[kind] - before[kind]
        back = min(max(more, 0), discard[kind])
        discard[kind] += max(-more, 0) - back
        if kind == SMALL_FRY:
            continue
        cup[kind] -= max(more, 0) - back
        if cup[kind] < 0:
            problems.append(
                Problem(
                    "{toy}: {count} are on the board, and {most} at most can be (G-1).",
                    toy=kind,
                    count=now[kind],
                    most=now[kind] + cup[kind],
                )
            )
    board = replace(state.now, toys=tuple(sorted(toys.items())), discard=_sorted(discard))
    problems += stock_problems(state.match, board, cupful(cup), state.held)
    if problems:
        raise PositionError(problems)
    return board, cupful(cup)


def _sorted(kinds: Tally[Kind]) -> tuple[Kind, ...]:
    return tuple(sorted(kinds.elements()))


def cupful(counts: Mapping[Kind, int]) -> Cupful:
    """A cup with so many counters of each kind."""
    return tuple((kind, counts[kind]) for kind in sorted(counts) if counts[kind] > 0)


def stock_problems(
    game: Match, board: Board, cup: Cupful, held: Held, drawn: Kind | None = None
) -> list[str]:
    """What is wrong with the number of counters (G-1, and G-A12 for Small Fry), each a sentence."""
    used = Tally(counter.kind for _, counter in board.toys)
    used.update(board.gone())
    used.update(dict(cup))
    used.update(kind for kind in (*held, drawn) if kind is not None)
    problems: list[str] = [
        Problem(
            "{toy}: {count} are in the game, and a kind has {most} counters (G-1).",
            toy=kind,
            count=used[kind],
            most=COPIES,
        )
        for kind in KINDS
        if used[kind] > COPIES
    ]
    limit = game.options["egg_limit"]
    if isinstance(limit, int) and used[SMALL_FRY] > limit:
        problems.append(
            Problem(
                "{toy}: {count} are in the game, and egg_limit is {most} (G-A12).",
                toy=SMALL_FRY,
                count=used[SMALL_FRY],
                most=limit,
            )
        )
    return problems


def set_up(game: Match, board: Board, turn: Colour, cup: Cupful, held: Held = EMPTY_HANDS) -> GearheadState:
    """The beginning of a turn from this board; the end of the game if nothing is left to play with (G-12)."""
    if not board.toys and not cup and held == EMPTY_HANDS:
        return Ended(game, board, turn, cup, held, 0)
    return begin_turn(game, board, turn, cup, held)[0]
