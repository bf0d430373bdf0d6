"""`umpire play`: the table in the foreground."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

import typer
from rich.prompt import Confirm
from rich.text import Text

from firmware_py.cli.games_known import rules_of
from firmware_py.cli.playing.assembly import Opening, make_evening
from firmware_py.cli.playing.die_only import DieOnly
from firmware_py.cli.playing.evening import Evening, Manner
from firmware_py.cli.playing.fitting import refuse_useless, with_flags
from firmware_py.cli.playing.flags import PlayFlags, taking_flags
from firmware_py.cli.playing.house_rules import print_house_rules
from firmware_py.cli.playing.kept import make_ready
from firmware_py.cli.playing.resume import board_of, game_to_resume, in_words
from firmware_py.cli.playing.setup import GameSetup, set_up
from firmware_py.cli.printing import plain_console
from firmware_py.cli.serving.parts import is_a_pi, wired_here, without
from firmware_py.cli.setup import JOURNAL, configuration, players_in_words, state, words_of
from firmware_py.config import Config
from firmware_py.errors import JournalError, UmpireError
from firmware_py.journal import GameInfo, Journal, resumed
from firmware_py.table import Phase, Table
from firmware_py.view import view
from firmware_py.words import Words
from rules import Problem

__all__ = ["app"]

app = typer.Typer(add_completion=False)

_LOG = "umpire.log"
_LOG_BYTES = 500_000


@app.command()
@taking_flags
def play(flags: PlayFlags) -> None:
    """Play at the table, in this terminal.

    Without flags, two players sit down to Trouble, and a dome is drawn as its camera would see it: Enter
    presses it, the umpire reads the picture, lists the legal moves and what each captures, and takes your
    choice by number. Every move is kept: after q, or a power cut, the same command goes on. Type ? for help.

    Examples:

      umpire play --seat red=Anna --seat yellow=Ben --rule pass=never
      umpire play --camera photos/
      umpire play --die-only --camera 0
    """
    found = configuration(flags.config)
    words, folder = words_of(found.config, flags.language), state(flags.state_folder)
    if flags.rules:
        print_house_rules(rules_of(flags.game or found.config.table.game), words, plain_console())
        return
    config = with_flags(players_in_words(found.config, words), flags)
    if flags.die_only:
        _only_the_dice(flags, config, words, folder)
        return
    seats, rules = flags.seat or (), flags.rule or ()
    setup = set_up(config.table, game=flags.game, board=flags.board, seats=seats, rules=rules)
    real = not (flags.virtual or flags.auto) and (found.path is not None or is_a_pi())
    config, missing = wired_here(config) if real else (without(config), ())
    told = {"parts": tuple(map(words.term, missing))}
    beside = [words.say("terminal.play.not_wired", told)] if missing else []
    _a_game(flags, setup, config, words, folder, beside)


def _manner(flags: PlayFlags) -> Manner:
    return Manner(
        auto=flags.auto,
        fast=flags.fast,
        seed=flags.seed,
        png=flags.png,
        board_camera=flags.board_camera,
        slips=flags.slips,
        bumps=flags.bumps,
    )


def _only_the_dice(flags: PlayFlags, config: Config, words: Words, folder: Path) -> None:
    """Read and say the dice, until somebody leaves; also after a signal."""
    dice = DieOnly(flags.game or config.table.game, config, _manner(flags), words, folder)
    make_ready(flags.keep, config)
    before = signal.signal(signal.SIGTERM, lambda *_: dice.stop())
    try:
        dice.run()
    finally:
        signal.signal(signal.SIGTERM, before)


def _a_game(
    flags: PlayFlags, setup: GameSetup, config: Config, words: Words, folder: Path, beside: Sequence[str]
) -> None:
    """Play a game that goes on, or a new one; `beside` is told beside it."""
    with Journal(folder / JOURNAL) as journal, _logging_to(folder):
        if journal.notice:
            print(words.problem(journal.notice), file=sys.stderr)
        info = _to_go_on_with(flags, journal, words)
        refuse_useless(flags, config, setup.game.name if info is None else info.started.game)
        make_ready(flags.keep, config)
        if info is None:
            opening = Opening(Table(), setup.started(0.0), setup.layout, setup)
        else:
            layout = board_of(info.started, setup.layout)
            table, warning = _resumed(journal, info.number)
            opening = Opening(table, None, layout, setup)
            beside = (*beside, *([words.problem(warning)] if warning else []))
        evening = make_evening(opening, journal, config, _manner(flags), words, plain_console(), beside)
        if info is not None:
            print(words.say("terminal.play.going_on", {"what": in_words(info, words)}))
        _run(evening, words)


def _resumed(journal: Journal, game: int) -> tuple[Table, Problem | None]:
    """The table of a game that goes on, and a warning if it was left otherwise.

    Raises:
        UmpireError: if it cannot go on.
    """
    try:
        return resumed(journal, game)
    except JournalError as error:
        raise UmpireError(f"{error} `umpire play --new` begins another game.") from None


def _to_go_on_with(flags: PlayFlags, journal: Journal, words: Words) -> GameInfo | None:
    """The kept game to go on with by the flags or, at a terminal, by an answer; None for a new one."""
    at_terminal = sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()
    return game_to_resume(
        journal,
        words,
        resume=flags.resume,
        number=flags.number,
        new=flags.new,
        asked_for_another=bool(flags.seat or flags.game or flags.rule or flags.board or flags.auto),
        ask=_asked_in(words) if at_terminal and not flags.auto else None,
    )


def _run(evening: Evening, words: Words) -> None:
    """Play, and say at the end how it stands, also after Ctrl-C or a signal."""
    before = signal.signal(signal.SIGTERM, lambda *_: evening.stop())
    try:
        evening.run()
    finally:
        signal.signal(signal.SIGTERM, before)
        for line in _farewell(evening.table, words):
            print(line)
    if evening.broken:
        raise UmpireError(evening.broken)


def _farewell(table: Table, words: Words) -> list[str]:
    if table.started is None:
        return []
    if table.phase is not Phase.OVER:
        return [words.say("terminal.play.kept")]
    names = {seat.colour: seat.player for seat in table.started.seats}
    lines, place = [], 1
    for group in view(table).ranking:
        lines += [f"{place}. {names.get(colour, colour)} ({words.term(colour)})" for colour in group]
        place += len(group)
    return lines


def _asked_in(words: Words) -> Callable[[str], bool]:
    """What asks a question in this language, and takes its words for yes and no."""
    letters = {answer: words.term(f"{answer}_letter") for answer in ("yes", "no")}
    prompt = Confirm(choices=list(letters.values()))
    prompt.validate_error_message = words.say("terminal.play.yes_or_no", letters)

    def ask(question: str) -> bool:
        prompt.prompt = Text(question)
        return prompt(default=True)

    return ask


class _Log(RotatingFileHandler):
    """A log that keeps quiet where it cannot be written: a full disk is told at the table, once."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the library's name
        """Lose the line."""

    def close(self) -> None:
        """Close the file; what it still held is lost where there is no room for it."""
        with suppress(OSError):
            super().close()


@contextmanager
def _logging_to(folder: Path) -> Iterator[None]:
    """Write warnings to a file beside the games: on the terminal they would tear the picture."""
    log = _Log(folder / _LOG, maxBytes=_LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)
    log.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(log)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(log)
        log.close()
