"""`umpire games`: the recorded games, and what their dice say."""

from __future__ import annotations

import datetime as dt
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.prompt import Confirm
from rich.table import Table as Grid

from firmware_py.cli.analysis import Analyst
from firmware_py.cli.luck import print_dice, print_luck
from firmware_py.cli.playing.library import JournalLibrary
from firmware_py.cli.playing.resume import board_of, find_game, in_words
from firmware_py.cli.playing.setup import layout_for
from firmware_py.cli.printing import console_for_rows, plain_console
from firmware_py.cli.problems import say_problem
from firmware_py.cli.season import day, print_season
from firmware_py.cli.setup import JOURNAL, STATE_FLAG, state
from firmware_py.errors import JournalError, UmpireError
from firmware_py.journal import GameInfo, Journal, played, recorded
from firmware_py.luck import Pop, pops_of
from firmware_py.shows.base import Show
from firmware_py.shows.png import PngFolder
from firmware_py.shows.transcript import Transcript
from firmware_py.table import Table, replay, to_record
from firmware_py.table.events import Journalled
from firmware_py.view import view
from firmware_py.words import Words
from rules import RulesError, game, read_record

__all__ = ["app"]

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="The recorded games: list, show, export, import, replay, delete; what they say: dice, luck, season. "
    "Without a number, the newest is meant.",
)

StateFlag = Annotated[Path | None, STATE_FLAG]
Number = Annotated[int | None, typer.Argument(metavar="NUMBER", help="The game's number in the list.")]
Every = Annotated[
    bool,
    typer.Option(
        "--all",
        help="Count drawn dice of the virtual dome too, and games that the computer played by itself.",
    ),
]

_LEFT_OUT = (
    "Drawn dice of the virtual dome, and games that the computer played by itself, are left out: "
    "--all counts them."
)
_NOTHING_LEFT = f"There is nothing else to count. {_LEFT_OUT}"


@app.command("list")
def list_games(state_folder: StateFlag = None) -> None:
    """List all recorded games, the newest last."""
    grid = Grid(box=None, pad_edge=False)
    for title in ("game", "played", "what", "who", "events", "result"):
        grid.add_column(title)
    with _journal(state_folder) as journal:
        for info in journal.games():
            grid.add_row(
                str(info.number),
                f"{dt.datetime.fromtimestamp(info.changed).astimezone():%Y-%m-%d %H:%M}",
                info.started.game,
                ", ".join(f"{seat.player} ({seat.colour})" for seat in info.started.seats),
                str(info.events),
                _result(journal, info),
            )
        if not grid.row_count:
            raise _none(journal.path)
    console_for_rows().print(grid)


@app.command()
def show(
    number: Number = None,
    odds: Annotated[
        bool, typer.Option("--odds", help="Each player's chance to win, as every turn begins.")
    ] = False,
    hint: Annotated[bool, typer.Option("--hint", help="The best option at every decision.")] = False,
    state_folder: StateFlag = None,
) -> None:
    """Tell a game: who played, by which house rules, and everything that happened, in words.

    Chances come from playing on at random many times; those of Gearhead Skirmish, and of house rules that
    take long to play, are told only of where the game stands now. The best option is what the strongest bot
    would play, who never declines to move.
    """
    words = Words()
    with _journal(state_folder) as journal:
        info = _find(journal, number)
        print(f"{in_words(info, words)}.")
        print(f"House rules: {info.started.options or 'the usual ones'}.")
        analyst = Analyst(words, chances=odds, hints=hint, seed=info.number) if odds or hint else None
        _play_back(_events(journal, info), [Transcript(sys.stdout, words)], 0.0, analyst)


@app.command()
def export(
    number: Number = None,
    file: Annotated[
        Path | None,
        typer.Option("--to", metavar="FILE", help="Where to write it, instead of standard output."),
    ] = None,
    state_folder: StateFlag = None,
) -> None:
    """Write a game as a record: a text that people can read and programs can replay."""
    with _journal(state_folder) as journal:
        record = str(to_record(replay(_events(journal, _find(journal, number)))))
    if file is None:
        print(record, end="")
        return
    try:
        file.write_text(record, encoding="utf-8")
    except OSError as error:
        raise UmpireError(f"{file}: the record cannot be written: {error.strerror}.") from None


@app.command("replay")
def replay_game(
    number: Number = None,
    seconds: Annotated[float, typer.Option(min=0.0, help="How long each event is shown.")] = 0.5,
    png: Annotated[
        Path | None,
        typer.Option("--png", metavar="FOLDER", help="Write the OLED and the strip as PNG files."),
    ] = None,
    state_folder: StateFlag = None,
) -> None:
    """Play a game back as it was shown."""
    words = Words()
    with _journal(state_folder) as journal:
        info = _find(journal, number)
        shows: list[Show] = [Transcript(sys.stdout, words)]
        if png is not None:
            layout = board_of(info.started, layout_for(game(info.started.game), ""))
            shows.append(PngFolder(png, words, layout))
        _play_back(_events(journal, info), shows, seconds)


@app.command()
def delete(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The game's number in the list.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    state_folder: StateFlag = None,
) -> None:
    """Delete a game for good."""
    with _journal(state_folder) as journal:
        info = _find(journal, number)
        named = in_words(info, Words())
        if not yes:
            if not (sys.stdin and sys.stdin.isatty()):
                raise UmpireError("Nobody can be asked whether to delete it: add --yes.")
            if not Confirm.ask(f"Delete {named}?", default=False):
                return
        journal.delete(info.number)
        print(f"Deleted: {named}.")


@app.command()
def dice(
    number: Annotated[
        int | None, typer.Argument(metavar="NUMBER", help="One game only; without it, all of them.")
    ] = None,
    bias: Annotated[
        float,
        typer.Option(min=0.01, max=2.0, help="The unfairness to find: 0.2 is a face 20 % too often."),
    ] = 0.2,
    every: Every = False,
    state_folder: StateFlag = None,
) -> None:
    """Are the dice fair? Counts by player and die, a test, and what face follows what.

    Popped dice remember a little, and the test knows it; typed, imported and electronic dice are counted
    apart, and tested without a memory. It also says how many pops it takes to show an unfairness of a given
    size: more than most people think. Drawn dice of the virtual dome, and games that the computer played by
    itself, count only with --all.
    """
    with _journal(state_folder) as journal:
        if number is None:
            found = list(_dice_of_all(journal, every))
        else:
            found = [_dice_of(journal, _find(journal, number), every)]
    games = [one.pops for one in found if one.pops]
    left_out = any(one.left_out for one in found)
    if not games:
        raise UmpireError(_NOTHING_LEFT if left_out else "No dice have been rolled in these games yet.")
    print_dice([pop for pops in games for pop in pops], bias, plain_console())
    if left_out:
        print(_LEFT_OUT)
    if len(games) > 1:
        print(
            f"These are the dice of {len(games)} games together: a crooked die in one set would hardly show "
            "among those of the others. `umpire games dice NUMBER` looks at one game's alone."
        )


@app.command()
def luck(number: Number = None, every: Every = False, state_folder: StateFlag = None) -> None:
    """Who was lucky in a game: pips and sixes of each player, against what fair dice give.

    Drawn dice of the virtual dome, and games that the computer played by itself, count only with --all.
    """
    with _journal(state_folder) as journal:
        info = _find(journal, number)
        print(f"{in_words(info, Words())}.")
        found = _dice_of(journal, info, every)
    if found.pops or not found.left_out:
        print_luck(found.pops, plain_console())
    if found.left_out:
        print(_LEFT_OUT)


@app.command()
def season(
    since: Annotated[
        str | None, typer.Option("--since", metavar="DAY", help="From which day on, such as 2026-09-01.")
    ] = None,
    every: Every = False,
    state_folder: StateFlag = None,
) -> None:
    """Who won how often: games, places, pips a die and captures a game of everybody, since a day.

    Only games that were played to their end count. Who runs two colours counts once, at the better place.
    Drawn dice of the virtual dome, and games that the computer played by itself, count only with --all.
    """
    path, begins = state(state_folder) / JOURNAL, day(since)
    library = JournalLibrary(path) if path.exists() else None
    everything = library.season(begins, every=True) if library else ()
    standings = everything if every or library is None else library.season(begins)
    if not everything:
        when = f" since {since}" if since else ""
        raise UmpireError(f"No game in {path} has been played to its end{when}.")
    if not standings:
        raise UmpireError(_NOTHING_LEFT)
    print_season(standings, plain_console())
    if standings != everything:
        print(_LEFT_OUT)


@app.command("import")
def import_game(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as `games export` writes it.")],
    state_folder: StateFlag = None,
) -> None:
    """Add a game from elsewhere to the recorded ones."""
    try:
        record = read_record(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise UmpireError(f"{file}: the record cannot be read: it is not UTF-8 text.") from None
    except OSError as error:
        raise UmpireError(f"{file}: the record cannot be read: {error.strerror}.") from None
    except RulesError as error:
        raise UmpireError(f"{file}: the record cannot be read: {error}") from None
    try:
        number = JournalLibrary(state(state_folder) / JOURNAL).keep(record)
    except RulesError as error:
        raise UmpireError(f"{file}: the record cannot be kept: {error}") from None
    print(f"Kept as game {number}.")


@dataclass(frozen=True, slots=True)
class _Dice:
    """The dice of a game that count, and whether others are left out."""

    pops: tuple[Pop, ...]
    left_out: bool


def _dice_of_all(journal: Journal, every: bool) -> Iterator[_Dice]:
    """The dice of all games; of one that cannot be looked at any more it is said why."""
    for info in journal.games():
        try:
            yield _dice_of(journal, info, every)
        except JournalError as error:
            say_problem(str(error))


def _dice_of(journal: Journal, info: GameInfo, every: bool) -> _Dice:
    table = played(journal, info.number)
    everything = tuple(pops_of(table, every=True))
    pops = everything if every else tuple(pops_of(table))
    return _Dice(pops, len(pops) < len(everything))


@contextmanager
def _journal(folder: Path | None) -> Iterator[Journal]:
    """The journal, which must be there: looking at games makes no file.

    Raises:
        UmpireError: if there is none.
        JournalError: if it cannot be read.
    """
    path = state(folder) / JOURNAL
    if not path.exists():
        raise _none(path)
    with Journal(path) as journal:
        if journal.notice:
            say_problem(str(journal.notice))
        yield journal


def _none(path: Path) -> UmpireError:
    return UmpireError(f"There are no recorded games in {path}: `umpire play` makes some.")


def _find(journal: Journal, number: int | None) -> GameInfo:
    games = journal.games()
    if not games:
        raise _none(journal.path)
    return games[-1] if number is None else find_game(journal, number)


def _events(journal: Journal, info: GameInfo) -> tuple[Journalled, ...]:
    """The events of a game; it is said if they lead elsewhere now than when they were written.

    Raises:
        JournalError: if they cannot be read, or the game not be set up any more.
    """
    events, warning = recorded(journal, info.number)
    if warning is not None:
        say_problem(str(warning))
    return events


def _result(journal: Journal, info: GameInfo) -> str:
    if not info.is_over:
        return "not finished"
    try:
        ranking = played(journal, info.number).plies.top.ranking
    except JournalError:
        return "cannot be read any more"
    names = {seat.colour: seat.player for seat in info.started.seats}
    places = [" = ".join(dict.fromkeys(names[colour] for colour in group)) for group in ranking]
    return ", ".join(f"{place}. {who}" for place, who in enumerate(places, 1)) or "ended without a result"


def _play_back(
    events: tuple[Journalled, ...], shows: list[Show], seconds: float, analyst: Analyst | None = None
) -> None:
    table = Table()
    for one in shows:
        one.open()
    for event in events:
        table = table.after(event)
        for one in shows:
            one.show(view(table), event.at)
        if analyst is not None:
            for line in analyst.lines(table, last=event is events[-1]):
                print(line, flush=True)
        time.sleep(seconds)
    for one in shows:
        one.close()
