"""The neutral form: plain JSON values in and out, for other programs.

A request is {"position", "roll", "options"}, a position {"seats", "players", "men", "turn"} and, if they
matter, "owners", "sixes" and "entered". Places are "H", the circles 0..27 and "F1".."F4".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.core import PASS, Colour, Seat
from rules.errors import OptionError, PositionError, SeatsError
from rules.neutral import strange_keys
from rules.options import Value
from rules.trouble.board import FINISH, HOME, MEN, RING, START
from rules.trouble.match import FACES, Match, match
from rules.trouble.options import OPTIONS
from rules.trouble.setup import check_board, check_seats, set_up
from rules.trouble.state import Ended, ToEnter, ToMove, ToPop, TroubleState

__all__ = ["from_neutral", "legal", "place_word", "read_place", "sorted_places"]

_POSITION: Final = ("seats", "players", "men", "turn", "owners", "sixes", "entered")
_NEEDED: Final = _POSITION[:4]
_REQUEST: Final = ("position", "roll", "options")


def legal(request: Mapping[str, Any]) -> dict[str, Any]:
    """The legal moves of one request.

    Raises:
        PositionError, SeatsError, OptionError: naming everything that is wrong with the request.
    """
    problems = strange_keys(request, _REQUEST, "a request")
    roll: Any = request.get("roll")
    if isinstance(roll, bool) or not isinstance(roll, int) or not 1 <= roll <= len(FACES):
        problems.append(f"roll is {roll!r}: it is a whole number from 1 to 6.")
    if problems:
        raise PositionError(problems)
    state = from_neutral(request.get("position"), request.get("options"))
    if isinstance(state, Ended):
        raise PositionError(["The game of this position is over: nobody is left to play on."])
    return _answer(state, roll)


def from_neutral(position: object, options: object = None) -> ToPop | Ended:
    """The state of a position, its `turn` to pop next.

    Raises:
        PositionError, SeatsError, OptionError: naming everything that is wrong.
    """
    if not isinstance(position, Mapping):
        raise PositionError([f"position is {position!r}: it holds {', '.join(_NEEDED)}."])
    if options is not None and not isinstance(options, Mapping):
        raise OptionError([f"options is {options!r}: it has a value for every house rule chosen."])
    game, places = _read_position(position, options)
    state = set_up(game, places, position["turn"])
    return state if isinstance(state, Ended) else _with_turn_so_far(state, position)


def _read_position(
    position: Mapping[str, Any], options: Mapping[str, Value] | None
) -> tuple[Match, dict[Colour, list[int]]]:
    problems = strange_keys(position, _POSITION, "a position")
    problems += [f"The position has no {key}." for key in _NEEDED if key not in position]
    if problems:
        raise PositionError(problems)
    board, players = (_colours(position, key) for key in ("seats", "players"))
    owners, men = (_table(position.get(key) or {}, key, players) for key in ("owners", "men"))
    seats = tuple(Seat(colour, str(owners.get(colour, colour))) for colour in players)
    chosen = OPTIONS.choose(options)
    if problems := check_board(board) + check_seats(seats, board):
        raise SeatsError(problems)
    game = match(seats, board, chosen)
    places: dict[Colour, list[int]] = {}
    for colour, start in zip(game.colours, game.starts, strict=True):
        words = men.get(colour, [])
        if not isinstance(words, Sequence) or isinstance(words, str):
            problems.append(f"men of {colour} is {words!r}: it is a list of {MEN} places.")
            words = []
        read = [read_place(word, start) for word in words]
        problems += [
            f"{word!r} is no place of a {colour} man: there are H, 0 to {RING - 1}, F1 to F{MEN}."
            for word, place in zip(words, read, strict=True)
            if place is None
        ]
        places[colour] = [place for place in read if place is not None]
    if problems:
        raise PositionError(problems)
    return game, places


def _colours(position: Mapping[str, Any], key: str) -> tuple[Colour, ...]:
    value = position[key]
    if (
        isinstance(value, Sequence)
        and not isinstance(value, str)
        and all(isinstance(item, str) for item in value)
    ):
        return tuple(value)
    raise PositionError([f"{key} is {value!r}: it is a list of colours."])


def _table(value: Any, key: str, players: Sequence[Colour]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise PositionError([f"{key} is {value!r}: it has an entry for a colour."])
    strangers = [
        f"{key} has an entry for {colour}, who does not play." for colour in value if colour not in players
    ]
    if strangers:
        raise PositionError(strangers)
    return value


def _with_turn_so_far(state: ToPop, position: Mapping[str, Any]) -> ToPop:
    """The state with what has happened in the turn before this pop: sixes in a row, the man just entered."""
    sixes, entered = position.get("sixes", 0), position.get("entered")
    problems = []
    if isinstance(sixes, bool) or not isinstance(sixes, int) or sixes < 0:
        problems.append(f"sixes is {sixes!r}: it is how many sixes in a row were popped before, 0 or more.")
    game, seat = state.match, None
    if entered is not None:
        holders = [
            mover
            for mover in game.movers(state.turn, state.done)
            if entered == game.starts[mover] and START in state.men[mover]
        ]
        if not holders:
            problems.append(
                f"entered is {entered!r}: no man of {game.colours[state.turn]} stands on that START."
            )
        seat = holders[0] if holders and game.same_man else None
    if problems:
        raise PositionError(problems)
    why = "again" if sixes or entered is not None else "turn"
    return ToPop(game, state.men, state.turn, state.done, why, sixes, seat)


def _answer(state: ToPop, roll: int) -> dict[str, Any]:
    popped, _ = state.after(FACES[roll - 1])
    moves = (
        [_move(popped, number) for number in range(len(popped.steps))] if isinstance(popped, ToMove) else []
    )
    declined = popped.declined if isinstance(popped, ToMove) else popped
    extra_pop, next_turn = _follows(declined)
    return {
        "moves": sorted(moves, key=lambda move: (str(move["from"]), str(move["to"]))),
        "may_pass": popped.may_pass if isinstance(popped, ToMove) else True,
        "extra_pop": extra_pop,
        "next_turn_if_no_move": next_turn,
    }


def _move(popped: ToMove, number: int) -> dict[str, Any]:
    game, step = popped.match, popped.steps[number]
    after, _ = popped.after(popped.moves[number])
    again, next_turn = _follows(after)
    victims = [game.colours[seat] for seat, _ in step.victims]
    return {
        "from": place_word(step.origin, game.starts[step.seat]),
        "to": place_word(step.target, game.starts[step.seat]),
        "captures": victims[-1] if victims else None,
        # Only a warp (T-W2) can capture at both its ends.
        **({"captures_first": victims[0]} if len(victims) > 1 else {}),
        "finishes": after.men[step.seat][0] >= FINISH,
        "men": {
            colour: [place_word(place, start) for place in sorted_places(places, start)]
            for colour, places, start in zip(game.colours, after.men, game.starts, strict=True)
        },
        "same_player_pops_again": again,
        "next_turn": next_turn,
        "game_over": isinstance(after, Ended),
    }


def _follows(state: TroubleState) -> tuple[bool, Colour | None]:
    """Whether the same player pops again, and whose turn it is; None if the game is over."""
    if isinstance(state, Ended):
        return False, None
    while isinstance(state, ToEnter):
        state, _ = state.after(PASS)
    return isinstance(state, ToPop) and state.why == "again", state.match.colours[state.turn]


# -- places ------------------------------------------------------------------------------------------


def place_word(place: int, start: int) -> str | int:
    """The neutral form of a place, for a colour whose START is the circle `start`."""
    if place == HOME:
        return "H"
    return f"F{place - FINISH + 1}" if place >= FINISH else (place + start) % RING


def read_place(word: object, start: int) -> int | None:
    """What `place_word` wrote; None if it is no place."""
    if word == "H":
        return HOME
    if isinstance(word, int) and not isinstance(word, bool):
        return (word - start) % RING if 0 <= word < RING else None
    numbers = range(1, MEN + 1)
    return next((FINISH + number - 1 for number in numbers if word == f"F{number}"), None)


def sorted_places(places: Sequence[int], start: int) -> list[int]:
    """HOME, then the circles by number, then FINISH."""
    return sorted(places, key=lambda place: (place + start) % RING if START <= place < FINISH else place)
