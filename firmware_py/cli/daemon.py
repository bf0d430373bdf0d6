"""`umpire daemon`: the table as a service, which systemd starts."""

from __future__ import annotations

import faulthandler
import logging
import os
import signal
import sys
from pathlib import Path
from typing import Annotated

import typer

from firmware_py.cli.playing.flags import KeepFlag
from firmware_py.cli.playing.kept import with_kept
from firmware_py.cli.playing.setup import GameSetup, set_up
from firmware_py.cli.serving.disk import forgets
from firmware_py.cli.serving.notify import Notifier
from firmware_py.cli.serving.parts import make_shows
from firmware_py.cli.serving.service import Service
from firmware_py.cli.setup import (
    CONFIG_FLAG,
    JOURNAL,
    STATE_FLAG,
    configuration,
    players_in_words,
    state,
    words_of,
)
from firmware_py.config import Config
from firmware_py.errors import DeviceError, JournalError
from firmware_py.journal import Journal, resumed
from firmware_py.table import Table
from firmware_py.words import Words
from rules import Problem, problem_of

__all__ = ["app"]

app = typer.Typer(add_completion=False)


@app.command()
def daemon(
    virtual: Annotated[
        bool,
        typer.Option(
            "--virtual",
            help="No parts at all: no displays, buttons that nobody presses; the page pops the dome.",
        ),
    ] = False,
    blank: Annotated[
        bool, typer.Option("--blank", help="Only switch OLED and strip off, as after a crash; then stop.")
    ] = False,
    keep: KeepFlag = None,
    config: Annotated[Path | None, CONFIG_FLAG] = None,
    state_folder: Annotated[Path | None, STATE_FLAG] = None,
) -> None:
    """Run the table as a service: no keyboard and no screen, but pins, OLED, strip and camera.

    It goes on with the game that was not finished. A new one is set up by the buttons: hold one for the menu;
    without buttons, the game of the configuration begins at once. A part that is missing is reported on the
    others and tried again; it never stops the game.
    """
    logging.basicConfig(
        force=True, stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(name)s: %(message)s"
    )
    in_effect = with_kept(configuration(config).config, keep)
    if virtual:
        in_effect = _virtual(in_effect)
    words = words_of(in_effect)
    in_effect = players_in_words(in_effect, words)
    setup = set_up(in_effect.table)
    if blank:
        _blank(in_effect, setup)
        return
    folder = state(state_folder)
    journal, table, troubles = _games(folder)
    faulthandler.enable()  # the watchdog's signal leaves in the system's journal where the loop hung
    notifier = Notifier()
    try:
        service = Service(table, journal, in_effect, setup, words, folder=folder, troubles=troubles)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: service.stop())
        service.run(notifier)
    finally:
        notifier.close()
        if journal is not None:
            journal.close()


def _blank(config: Config, setup: GameSetup) -> None:
    """Switch the displays off. After a service that ended well they are off already."""
    if os.environ.get("SERVICE_RESULT") == "success":
        return
    for show in make_shows(config, {setup.game.name: setup.layout}, Words()):
        try:
            show.open()
        except DeviceError as error:
            logging.getLogger(__name__).info("%s", error)
        finally:
            show.close()


def _games(folder: Path) -> tuple[Journal | None, Table, list[tuple[str, str]]]:
    """The journal, the game that was not finished, and what is wrong with either: none stops the table."""
    troubles: list[tuple[str, str]] = []
    try:
        journal = Journal(folder / JOURNAL)
    except JournalError as error:
        return (
            None,
            Table(),
            [("journal", Problem.joined([problem_of(error), Problem("The games are not saved.")]))],
        )
    if journal.notice:
        troubles.append(("journal", journal.notice))
    if (kind := forgets(folder)) is not None:
        said = "{where} lies on a {what} that forgets: games are lost at a restart."
        troubles.append(("disk", Problem(said, where=str(folder), what=kind)))
    try:
        number = journal.unfinished()
        table, warning = (Table(), None) if number is None else resumed(journal, number)
        if warning is not None:
            troubles.append(("journal", warning))
    except JournalError as error:
        troubles.append(("journal", Problem.joined([problem_of(error), Problem("A new game can be begun.")])))
        table = Table()
    return journal, table, troubles


def _virtual(config: Config) -> Config:
    """The configuration without any parts; pins that nobody presses stand in for the buttons.

    Nor does the dome have a switch: else neither the page nor a bot could pop it, and no game would go on.
    """
    off = {"on": False}
    return config.model_copy(
        update={
            "gpio": config.gpio.model_copy(update={"factory": "mock", "dome": -1}),
            "oled": config.oled.model_copy(update=off),
            "strip": config.strip.model_copy(update=off),
        }
    )
