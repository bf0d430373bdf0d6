"""Setting up: the players, a new game, and positions set by hand. Every problem is found, not the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rules.core import Colour, Pieces, Seat, Space
from rules.errors import PositionError, SeatsError
from rules.options import Options, Value
from rules.problem import Problem
from rules.trouble.board import COLOURS, FINISH, HOME, MEN, home_space, spaces
from rules.trouble.match import Done, Match, Men, match
from rules.trouble.options import OPTIONS, VARIANTS
from rules.trouble.state import Ended, ToPop, ToStart, TroubleState

__all__ = ["check_board", "check_seats", "from_pieces", "men_problems", "new", "set_up"]


def new(
    seats: Sequence[Seat],
    *,
    board: Sequence[Colour] | None = None,
    options: Mapping[str, Value] | None = None,
    first: Colour | None = None,
) -> TroubleState:
    """The state before the first pop: all men in HOME (T-1), who begins to be popped for (T-3) unless given.

    Raises:
        SeatsError: with every problem of the seats, the board and the first colour.
        OptionError: with every problem of the options.
    """
    chosen = OPTIONS.choose(options)
    order = usual_board(chosen) if board is None else tuple(board)
    problems = check_board(order) + check_seats(seats, order)
    colours = [seat.colour for seat in seats]
    if first is not None and first not in colours:
        problems.append(
            Problem("{colour} cannot begin: only {colours} play.", colour=first, colours=tuple(colours))
        )
    if problems:
        raise SeatsError(problems)
    game = match(tuple(sorted(seats, key=lambda seat: order.index(seat.colour))), order, chosen)
    men: Men = ((HOME,) * MEN,) * len(seats)
    if first is not None:
        return ToPop(game, men, game.colours.index(first), ())
    return ToStart(game, men, 0, (), tuple(sorted(set(game.owners))))


def usual_board(options: Options) -> tuple[Colour, ...]:
    """The clockwise order of the colours on the usual board of the edition chosen."""
    return VARIANTS[str(options["variant"])].board


def check_board(board: Sequence[Colour]) -> list[str]:
    """The problems of a board's order of colours, each a sentence."""
    if sorted(board) == sorted(COLOURS):
        return []
    return [
        Problem(
            "The board has the colours {colours}, each once, and not {others}.",
            colours=tuple(COLOURS),
            others=tuple(board),
        )
    ]


def check_seats(seats: Sequence[Seat], board: Sequence[Colour]) -> list[str]:
    """The problems of the seats (T-1, T-A4), each a sentence. Any colours may be chosen (T-A4d)."""
    problems: list[str] = []
    for colour, count in Counter(seat.colour for seat in seats).items():
        if colour not in board:
            problems.append(
                Problem(
                    "{colour} is no colour of the board: there are {colours}.",
                    colour=colour,
                    colours=tuple(board),
                )
            )
        if count > 1:
            problems.append(
                Problem(
                    "{colour} is taken {count} times: every team has a colour of its own.",
                    colour=colour,
                    count=count,
                )
            )
    nameless = (seat.colour for seat in seats if not seat.player.strip())
    problems += [Problem("The player of {colour} has no name.", colour=colour) for colour in nameless]
    teams = Counter(seat.player for seat in seats)
    if not 2 <= len(teams) <= MEN:
        problems.append(Problem("2 to 4 players can play, not {count}.", count=len(teams)))
    for player, count in teams.items():
        if count > 2:
            problems.append(
                Problem(
                    "{player} has {count} teams: a player runs one or two (T-1).", player=player, count=count
                )
            )
        elif count == 2 and len(teams) > 2:
            problems.append(
                Problem("{player} has 2 teams: only with two players may one run two (T-1).", player=player)
            )
    return problems


# -- positions set by hand ---------------------------------------------------------------------------


def from_pieces(state: TroubleState, pieces: Pieces, turn: Colour) -> TroubleState:
    """`state` with its pieces set by hand, `turn` to pop next; `Ended` if they show the end of the game.

    Homes are compared by count: it does not matter which of its holes a man stands in.

    Raises:
        PositionError: with every problem of the position.
    """
    game = state.match
    problems: list[str] = []
    places: dict[Colour, list[int]] = {colour: [] for colour in game.colours}
    known = frozenset(spaces())
    for space, stack in pieces.items():
        if space not in known:
            problems.append(Problem("{space} is no space of the board.", space=space))
        elif len(stack) > 1:
            problems.append(
                Problem("{count} men stand on {space}: a space holds one.", count=len(stack), space=space)
            )
        for piece in stack if space in known else ():
            if not isinstance(piece, str) or piece not in places:
                problems.append(
                    Problem(
                        "{colour} on {space} does not play: there are {colours}.",
                        colour=str(piece),
                        space=space,
                        colours=tuple(places),
                    )
                )
            elif (place := place_of(game, piece, space)) is None:
                problems.append(
                    Problem(
                        "A man of {colour} stands on {space}, where only men of that colour belong.",
                        colour=piece,
                        space=space,
                    )
                )
            else:
                places[piece].append(place)
    return set_up(game, places, turn, state.done, problems)


def place_of(game: Match, colour: Colour, space: Space) -> int | None:
    """The place of a space on a colour's path; None if the colour never stands there."""
    seat = game.colours.index(colour)
    if space in game.paths[seat]:
        return game.paths[seat].index(space)
    return HOME if space in {home_space(colour, number) for number in range(1, MEN + 1)} else None


def set_up(
    game: Match,
    places: Mapping[Colour, Sequence[int]],
    turn: Colour,
    done: Done = (),
    problems: Sequence[str] = (),
) -> ToPop | Ended:
    """The state with these men, `turn` to pop next.

    Args:
        game: the match.
        places: the places of the men of every colour that plays.
        turn: the colour whose turn begins.
        done: in what order colours had filled their FINISH before, as far as known.
        problems: those already found.

    Raises:
        PositionError: with every problem of the position.
    """
    problems = [*problems, *men_problems(game, places)]
    men = tuple(tuple(sorted(places[colour])) for colour in game.colours)
    done = finished(men, done)
    over = game.standing(done).over
    if turn not in game.colours:
        problems.append(
            Problem(
                "It cannot be the turn of {colour}: there are {colours}.", colour=turn, colours=game.colours
            )
        )
    elif not over and game.colours.index(turn) not in game.standing(done).active:
        problems.append(
            Problem(
                "It cannot be the turn of {colour}, who is done and takes no more turns (T-14).", colour=turn
            )
        )
    if problems:
        raise PositionError(problems)
    seat = game.colours.index(turn)
    return Ended(game, men, seat, done) if over else ToPop(game, men, seat, done)


def men_problems(game: Match, places: Mapping[Colour, Sequence[int]]) -> list[str]:
    """What is wrong with the men of a position, each a sentence."""
    problems: list[str] = []
    standing: dict[Space, list[Colour]] = {}
    for colour, path in zip(game.colours, game.paths, strict=True):
        if len(places[colour]) != MEN:
            problems.append(
                Problem(
                    "{colour} has {count} men, not {most}.",
                    colour=colour,
                    count=len(places[colour]),
                    most=MEN,
                )
            )
        for place in places[colour]:
            if place != HOME:
                standing.setdefault(path[place], []).append(colour)
    problems += [
        Problem(
            "{colours} stand on {space} together: a space holds one man.", colours=tuple(colours), space=space
        )
        for space, colours in standing.items()
        if len(colours) > 1
    ]
    return problems


def finished(men: Men, before: Done) -> Done:
    """The seats with all men in FINISH; those not known to have finished before came in equal."""
    full = {seat for seat, places in enumerate(men) if places and places[0] >= FINISH}
    known = [tuple(seat for seat in group if seat in full) for group in before]
    new = tuple(sorted(full.difference(*known)))
    return tuple(group for group in (*known, new) if group)
