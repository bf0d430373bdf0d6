"""`umpire play`: the table in the foreground."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Annotated

import typer
from rich.prompt import Confirm
from rich.text import Text

from firmware_py.cli.games_known import rules_of
from firmware_py.cli.playing.die_only import DieOnly
from firmware_py.cli.playing.evening import Evening, Manner
from firmware_py.cli.playing.flags import (
    AutoFlag,
    BoardCameraFlag,
    BoardFlag,
    BumpsFlag,
    CameraFlag,
    CupFlag,
    DiceSourceFlag,
    DieOnlyFlag,
    FastFlag,
    GameFlag,
    KeepFlag,
    LanguageFlag,
    NewFlag,
    NumberArgument,
    PngFlag,
    ResumeFlag,
    RuleFlag,
    RulesFlag,
    SeatFlag,
    SeedFlag,
    SlipsFlag,
    Source,
    VirtualFlag,
    WebFlag,
)
from firmware_py.cli.playing.house_rules import print_house_rules
from firmware_py.cli.playing.kept import with_kept
from firmware_py.cli.playing.resume import board_of, game_to_resume, in_words, resumed
from firmware_py.cli.playing.setup import GameSetup, set_up
from firmware_py.cli.printing import plain_console
from firmware_py.cli.problems import UsageError
from firmware_py.cli.serving.parts import is_a_pi, wired_here, without
from firmware_py.cli.setup import (
    CONFIG_FLAG,
    JOURNAL,
    STATE_FLAG,
    configuration,
    players_in_words,
    state,
    words_of,
)
from firmware_py.config import Config, CupConfig
from firmware_py.errors import UmpireError
from firmware_py.journal import GameInfo, Journal
from firmware_py.table import Phase, Table
from firmware_py.view import view
from firmware_py.words import Words

__all__ = ["app"]

app = typer.Typer(add_completion=False)

_LOG = "umpire.log"
_LOG_BYTES = 500_000


@app.command()
def play(
    number: NumberArgument = None,
    seat: SeatFlag = None,
    game: GameFlag = None,
    rule: RuleFlag = None,
    rules: RulesFlag = False,
    board: BoardFlag = None,
    virtual: VirtualFlag = False,
    camera: CameraFlag = None,
    dice_source: DiceSourceFlag = None,
    cup: CupFlag = None,
    die_only: DieOnlyFlag = False,
    board_camera: BoardCameraFlag = False,
    slips: SlipsFlag = 0.0,
    bumps: BumpsFlag = 0.0,
    auto: AutoFlag = False,
    fast: FastFlag = False,
    seed: SeedFlag = None,
    new: NewFlag = False,
    resume: ResumeFlag = False,
    png: PngFlag = None,
    web: WebFlag = False,
    keep: KeepFlag = None,
    language: LanguageFlag = None,
    config: Annotated[Path | None, CONFIG_FLAG] = None,
    state_folder: Annotated[Path | None, STATE_FLAG] = None,
) -> None:
    """Play at the table, in this terminal.

    Without flags, two players sit down to Trouble, and a dome is drawn as its camera would see it: Enter
    presses it, the umpire reads the picture, lists the legal moves and what each captures, and takes your
    choice by number. Every move is kept: after q, or a power cut, the same command goes on. Type ? for help.

    Examples:

      umpire play --seat red=Anna --seat yellow=Ben --rule pass=never
      umpire play --camera photos/
      umpire play --die-only --camera 0
    """
    found = configuration(config)
    words = words_of(found.config, language)
    if rules:
        print_house_rules(rules_of(game or found.config.table.game), words, plain_console())
        return
    in_effect = players_in_words(with_kept(found.config, keep), words)
    in_effect = _with_flags(in_effect, virtual=virtual, camera=camera, source=dice_source, cup=cup, web=web)
    if die_only:
        of_a_game = {"--auto": auto, "--new": new, "--resume": resume, "the NUMBER": number is not None}
        of_a_game |= {"--seat": bool(seat), "--rule": bool(rule), "--board": bool(board)}
        _refuse_all(of_a_game | {"--web": web, "--board-camera": board_camera})
        manner = Manner(fast=fast, seed=seed, png=png)
        _only_the_dice(game or in_effect.table.game, in_effect, manner, words, state(state_folder))
        return
    if auto and "hand" in (in_effect.dice.source, in_effect.cup.source):
        raise UsageError("--auto cannot enter dice or counters by hand: give another --dice-source or --cup.")
    setup = set_up(in_effect.table, game=game, board=board, seats=seat or (), rules=rule or ())
    other = bool(seat or game or rule or board or auto)
    which = _which_game(words, asking=not auto, resume=resume, number=number, new=new, other=other)
    real = not (virtual or auto) and (found.path is not None or is_a_pi())
    in_effect, missing = wired_here(in_effect) if real else (without(in_effect), ())
    manner = Manner(auto, fast, seed, png, board_camera, slips, bumps)
    _a_game(setup, which, in_effect, missing, manner, words, state(state_folder))


def _which_game(
    words: Words, *, asking: bool, resume: bool, number: int | None, new: bool, other: bool
) -> Callable[[Journal], GameInfo | None]:
    """What tells which kept game goes on, by the flags or, at a terminal, by an answer if `asking`.

    `other`: the flags ask for another game than the kept one.
    """
    at_terminal = sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()
    ask = _asked_in(words) if asking and at_terminal else None
    return partial(
        game_to_resume,
        words=words,
        resume=resume,
        number=number,
        new=new,
        asked_for_another=other,
        ask=ask,
    )


def _a_game(
    setup: GameSetup,
    which: Callable[[Journal], GameInfo | None],
    config: Config,
    missing: Sequence[str],
    manner: Manner,
    words: Words,
    folder: Path,
) -> None:
    """Play a game that goes on or a new one; parts that are missing are named once."""
    with Journal(folder / JOURNAL) as journal, _logging_to(folder):
        if journal.notice:
            print(words.problem(journal.notice), file=sys.stderr)
        told = {"parts": tuple(map(words.term, missing))}
        beside = [words.say("terminal.play.not_wired", told)] if missing else []
        evening = _evening(setup, which(journal), journal, config, manner, words, beside)
        _run(evening, words)


def _refuse_all(of_a_game: Mapping[str, bool]) -> None:
    """Refuse the flags given that make sense in a game only."""
    if given := [flag for flag, value in of_a_game.items() if value]:
        raise UsageError(f"--die-only follows no game: leave out {' and '.join(given)}.")


def _only_the_dice(game: str, config: Config, manner: Manner, words: Words, folder: Path) -> None:
    """Read and say the dice, until somebody leaves; also after a signal."""
    dice = DieOnly(game, config, manner, words, folder)
    before = signal.signal(signal.SIGTERM, lambda *_: dice.stop())
    try:
        dice.run()
    finally:
        signal.signal(signal.SIGTERM, before)


def _evening(
    setup: GameSetup,
    info: GameInfo | None,
    journal: Journal,
    config: Config,
    manner: Manner,
    words: Words,
    beside: Sequence[str],
) -> Evening:
    if info is None:
        table, begins, layout = Table(), setup.started(0.0), setup.layout
    else:
        table, begins, layout = resumed(journal, info), None, board_of(info.started, setup.layout)
    evening = Evening(
        table,
        begins,
        journal=journal,
        config=config,
        layout=layout,
        manner=manner,
        words=words,
        console=plain_console(),
        setup=setup,
        beside=beside,
    )
    if info is not None:
        print(words.say("terminal.play.going_on", {"what": in_words(info, words)}))
    return evening


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


def _with_flags(
    config: Config, *, virtual: bool, camera: str | None, source: Source | None, cup: CupFlag, web: bool
) -> Config:
    """The configuration with what the flags say of the dice, the cup and the page.

    Raises:
        UsageError: if they contradict each other.
    """
    if web:
        config = config.model_copy(update={"web": config.web.model_copy(update={"on": True})})
    if cup is not None:
        config = config.model_copy(update={"cup": CupConfig(source=cup)})
    if camera is not None:
        if virtual or source not in (None, "camera"):
            raise UsageError("--camera takes the dice from pictures: leave out --virtual and --dice-source.")
        used = config.camera.model_copy(update={"use": camera})
        config, source = config.model_copy(update={"camera": used}), "camera"
    if virtual:
        if source not in (None, "virtual"):
            raise UsageError(f"--virtual and --dice-source {source} contradict each other: give one of them.")
        source = "virtual"
        none = config.board_camera.model_copy(update={"use": "none"})
        config = config.model_copy(update={"board_camera": none})
    if source is None:
        return config
    return config.model_copy(update={"dice": config.dice.model_copy(update={"source": source})})


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
