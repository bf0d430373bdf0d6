"""Sitting down: the first state of a game, and states set by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rules.core import Colour, Pieces, Seat
from rules.errors import PositionError, SeatsError
from rules.headache.board import COLOURS, INDEX, MEN, SPACES
from rules.headache.match import Board, Match, Out, Reserve, match
from rules.headache.options import OPTIONS
from rules.headache.state import Ended, HeadacheState, ToStart, begin_turn
from rules.options import Value
from rules.problem import Problem

__all__ = ["from_pieces", "gone", "new", "position_problems", "set_up", "sit_down"]


def new(
    seats: Sequence[Seat],
    *,
    board: Sequence[Colour] | None = None,
    options: Mapping[str, Value] | None = None,
    first: Colour | None = None,
) -> HeadacheState:
    """The state before the first pop: a roll-off (H-A5), or the turn of `first`.

    Raises:
        SeatsError: with every problem of the seats, the board and the first colour.
        OptionError: with every problem of the options.
    """
    order = COLOURS if board is None else tuple(board)
    seats = tuple(seats)
    if set(order).issuperset(seat.colour for seat in seats):
        seats = tuple(sorted(seats, key=lambda seat: order.index(seat.colour)))  # H-1: turns go clockwise
    game = sit_down(seats, order, options, first)
    empty: Board = ("",) * len(SPACES)
    reserve = (MEN,) * len(seats)
    if first is not None:
        return begin_turn(game, empty, reserve, game.colours.index(first), ())
    return ToStart(game, empty, reserve, 0, (), tuple(range(len(seats))))


def sit_down(
    seats: tuple[Seat, ...],
    board: tuple[Colour, ...],
    options: Mapping[str, Value] | None = None,
    first: Colour | None = None,
) -> Match:
    """The match of these seats in the order given, if they can play it (H-1, H-A12).

    Raises:
        SeatsError: with every problem of the seats, the board and the first colour.
        OptionError: with every problem of the options.
    """
    chosen = OPTIONS.choose(options)
    problems = _seat_problems(seats, board) + _player_problems(seats, two_colours=bool(chosen["two_colours"]))
    if first is not None and first not in [seat.colour for seat in seats]:
        problems.append(Problem("{colour} cannot begin: nobody plays it.", colour=first))
    if problems:
        raise SeatsError(problems)
    return match(seats, board, chosen)


def _seat_problems(seats: Sequence[Seat], board: tuple[Colour, ...]) -> list[str]:
    problems: list[str] = []
    if sorted(board) != sorted(COLOURS):
        problems.append(
            Problem(
                "The board has the colours {colours}, each once, and not {others}.",
                colours=COLOURS,
                others=board,
            )
        )
    if not 2 <= len(seats) <= len(COLOURS):
        problems.append(Problem("Headache is for 2 to 4 colours, not {count} (H-1).", count=len(seats)))
    nameless = (seat.colour for seat in seats if not seat.player.strip())
    problems += [Problem("The player of {colour} has no name.", colour=colour) for colour in nameless]
    for colour, count in Counter(seat.colour for seat in seats).items():
        if colour not in COLOURS:
            problems.append(
                Problem(
                    "{colour} is no colour of Headache: there are {colours}.", colour=colour, colours=COLOURS
                )
            )
        elif count > 1:
            problems.append(
                Problem(
                    "{colour} is played {count} times: a colour has one player.", colour=colour, count=count
                )
            )
    return problems


def _player_problems(seats: Sequence[Seat], *, two_colours: bool) -> list[str]:
    colours = Counter(seat.player for seat in seats)
    if two_colours:
        if sorted(colours.values()) == [2, 2]:
            return []
        return [Problem("With two_colours=yes two players run two colours each (H-A12).")]
    return [
        Problem(
            "{player} runs {count} colours: a player runs one, unless two_colours=yes is chosen (H-A12).",
            player=player,
            count=count,
        )
        for player, count in colours.items()
        if count > 1
    ]


def from_pieces(state: HeadacheState, pieces: Pieces, turn: Colour) -> HeadacheState:
    """`state` with its pieces set by hand, `turn` to pop next.

    A cone never leaves the board again, so those of a colour that are missing have yet to enter.

    Raises:
        PositionError: with every problem of the position.
    """
    game = state.match
    problems: list[str] = [
        Problem("{space} is no space of the board.", space=space) for space in pieces if space not in INDEX
    ]
    strange = {str(piece) for stack in pieces.values() for piece in stack if piece not in game.colours}
    problems += [Problem("{colour} is no colour of this game.", colour=piece) for piece in sorted(strange)]
    if problems:
        raise PositionError(problems)
    board = tuple("".join(str(piece)[0] for piece in pieces.get(space, ())) for space in SPACES)
    before, now = Counter("".join(state.board)), Counter("".join(board))
    reserve = tuple(
        before[letter] + waiting - now[letter]
        for letter, waiting in zip(game.letters, state.reserve, strict=True)
    )
    return set_up(game, board, reserve, turn, state.out)


def set_up(game: Match, board: Board, reserve: Reserve, turn: Colour, out: Out = ()) -> HeadacheState:
    """The state at the beginning of a turn; `Ended` if only one player is left.

    Args:
        game: the match.
        board: the stack on every space.
        reserve: by seat, the men that have not entered yet.
        turn: the colour whose turn it is.
        out: in what order colours had gone out before, as far as known.

    Raises:
        PositionError: with every problem of the position.
    """
    problems = position_problems(game, board, reserve)
    out = gone(game, board, reserve, out)
    winners = game.winners(out)
    if turn not in game.colours:
        problems.append(
            Problem(
                "It cannot be the turn of {colour}: there are {colours}.", colour=turn, colours=game.colours
            )
        )
    elif not winners and any(game.colours.index(turn) in group for group in out):
        problems.append(
            Problem("It cannot be the turn of {colour}, who has lost all men and stacks (H-13).", colour=turn)
        )
    if problems:
        raise PositionError(problems)
    if winners:
        return Ended(game, board, reserve, game.colours.index(winners[0]), out)
    return begin_turn(game, board, reserve, game.colours.index(turn), out)


def gone(game: Match, board: Board, reserve: Reserve, before: Out) -> Out:
    """The seats that are out; those not known to have gone out before are equals."""
    lost = {seat for seat in range(len(game.seats)) if not game.standing(board, reserve, seat)}
    known = [tuple(seat for seat in group if seat in lost) for group in before]
    new = tuple(sorted(lost.difference(*known)))
    return tuple(group for group in (*known, new) if group)


def position_problems(game: Match, board: Board, reserve: Reserve) -> list[str]:
    """What is wrong with where men stand, each a sentence."""
    problems: list[str] = []
    count = Counter("".join(board))
    for letter, waiting, start, colour in zip(game.letters, reserve, game.starts, game.colours, strict=True):
        men = count[letter] + waiting
        if waiting < 0:
            problems.append(
                Problem(
                    "{colour} has {count} men on the board, but {men} in the game.",
                    colour=colour,
                    count=count[letter],
                    men=men,
                )
            )
        elif men > MEN:
            problems.append(
                Problem(
                    "{colour} has {count} men: a colour has {most} (H-1).", colour=colour, count=men, most=MEN
                )
            )
        if waiting > 0 and board[start] and board[start][-1] != letter:
            problems.append(
                Problem(
                    "{space} is the START of {colour}, who has men off the board: "
                    "nobody else can stand there (H-11).",
                    space=SPACES[start],
                    colour=colour,
                )
            )
    return problems
