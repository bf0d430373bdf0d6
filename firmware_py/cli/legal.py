"""`umpire legal`: legal moves of positions, as JSON lines in the neutral forms of the rules."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import typer

from firmware_py.cli.crash import note_crash
from firmware_py.cli.games_known import rules_of
from firmware_py.cli.problems import UsageError, say_problem
from rules import GAMES, Game, RulesError

__all__ = ["answers", "app"]

app = typer.Typer(add_completion=False)


@app.command()
def legal(
    game: Annotated[str, typer.Option("--game", metavar="|".join(GAMES), help="The game that is played.")],
) -> None:
    """Read requests from standard input, a JSON object a line, and print an answer a line.

    A line that is no request is answered with {"error": "one sentence"}, the next lines are still answered,
    and the exit status is 1 at the end.

    Trouble: {"position": {"seats": ["red", "green", "blue", "yellow"], "players": ["red", "blue"],
    "men": {"red": [27, "H", "H", "H"], "blue": ["H", "H", "H", "H"]}, "turn": "red"}, "roll": 1}

    Headache: {"position": {"players": ["red", "blue"], "starts": {"red": "X0", "blue": "X4"},
    "board": {"O2.1": ["red", "blue"], "X5": ["red"]}, "reserve": {"red": 2, "blue": 3}, "turn": "blue"},
    "roll": 2, "red": true}

    Gearhead Skirmish, a toy's move: {"position": {"toys": [{"kind": "big_al", "at": "c1", "facing": "N"},
    {"kind": "ziggy", "at": "c4", "facing": "S", "flipped": true}], "score": {"south": 0, "north": 2},
    "discard": ["orbit"]}, "mover": "c1", "rolls": [4]}

    Gearhead Skirmish, a whole Action Phase: {"position": {"toys": [{"kind": "big_al", "at": "c1",
    "facing": "N"}]}, "active": "south", "steps": [{"mover": "c1", "rolls": [4]}]}

    "options" may name house rules in each, such as {"pass": "never"}; `umpire play --rules` lists them.
    """
    rules = rules_of(game)
    if sys.stdin is None:  # closed by whoever started this
        raise UsageError("There is no standard input to read requests from: pipe a file into it.")
    if sys.stdin.buffer.isatty():
        hint = "Waiting for requests: type a JSON object a line, as --help shows one; Ctrl-D ends it."
        print(hint, file=sys.stderr, flush=True)
    wrong = total = 0
    for answer in answers(rules, sys.stdin.buffer):
        total += 1
        wrong += "error" in answer
        print(json.dumps(answer), flush=True)
    if wrong:
        say_problem(f'{wrong} of {total} lines could not be answered: see their "error".')
        raise typer.Exit(1)


def answers(rules: Game, lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """An answer for every line, in order; a bad line gives {"error": sentence}."""
    for line in lines:
        try:
            yield rules.legal(_request(line))
        except (RulesError, _BadLineError) as error:
            yield {"error": str(error)}
        except Exception as error:  # a single line must never cost the others their answers
            yield {"error": note_crash(error)}


class _BadLineError(ValueError):
    """Error raised when a line is no JSON object."""


def _request(line: bytes) -> dict[str, Any]:
    if not line.strip():
        raise _BadLineError("The line is empty.")
    try:
        request = json.loads(line.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise _BadLineError("The line is not UTF-8 text.") from None
    except RecursionError:
        raise _BadLineError("The line is nested too deeply to be a request.") from None
    except ValueError as error:  # beside JSON's own errors: a number of thousands of digits
        raise _BadLineError(f"The line is no JSON: {error}.") from None
    if not isinstance(request, dict):
        raise _BadLineError('The line is JSON but no object: a request looks like {"position": {...}, ...}.')
    return request


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number there")
