"""`umpire doctor`: what works, what does not, and what to do."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from firmware_py.cli.checking.cameras import check_board_camera, check_camera
from firmware_py.cli.checking.findings import Finding, Health, Machine
from firmware_py.cli.checking.machine import (
    check_clock,
    check_configuration,
    check_disk,
    check_installation,
    check_kept,
    check_page,
    check_service,
)
from firmware_py.cli.checking.parts import (
    check_oled,
    check_pins,
    check_sound,
    check_strip,
)
from firmware_py.cli.games_known import rules_of
from firmware_py.cli.playing.setup import layout_for, set_up
from firmware_py.cli.printing import plain_console
from firmware_py.cli.problems import UsageError
from firmware_py.cli.setup import CONFIG_FLAG, STATE_FLAG, FoundConfig, configuration, state
from firmware_py.config import TableConfig
from firmware_py.errors import ConfigError
from hardware.errors import LayoutError
from hardware.layout import Layout

__all__ = ["app", "checks"]

app = typer.Typer(add_completion=False)

_MARKS: Final = {
    Health.WORKS: ("ok", "green"),
    Health.OFF: ("--", "dim"),
    Health.NOTE: ("??", "yellow"),
    Health.BROKEN: ("NO", "bold red"),
}


@app.command()
def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print a line of JSON a part.")] = False,
    oled: Annotated[bool, typer.Option("--oled", help="Show a test picture on the OLED.")] = False,
    leds: Annotated[bool, typer.Option("--leds", help="Light one LED of the strip after the other.")] = False,
    photo: Annotated[
        Path | None,
        typer.Option(
            "--photo",
            metavar="FILE",
            help="Keep a photo of the dome and its reading; of the board as FILE-board.",
        ),
    ] = None,
    config: Annotated[Path | None, CONFIG_FLAG] = None,
    state_folder: Annotated[Path | None, STATE_FLAG] = None,
) -> None:
    """Look at every part of the table by itself: whether it works, why not, and what to do.

    The service holds pins, buses and camera while it runs: stop it to check these (sudo systemctl stop
    pop-umpire). Ends with 0 if nothing is broken, else with 1. --json prints {"part", "health", "found",
    "remedy"}; health is works, off, note or broken.
    """
    console, broken = plain_console(), False
    for finding in checks(configuration(config), state(state_folder), Machine(), oled, leds, photo):
        broken |= finding.health is Health.BROKEN
        if as_json:
            facts = {"part": finding.part, "health": finding.health.value}
            print(json.dumps({**facts, "found": finding.found, "remedy": finding.remedy}), flush=True)
        else:
            _print(console, finding)
    if broken:
        raise typer.Exit(1)


def checks(
    found: FoundConfig, folder: Path, machine: Machine, oled: bool, leds: bool, photo: Path | None
) -> Iterator[Finding]:
    """All findings, one after the other.

    Args:
        found: the configuration.
        folder: where games are kept.
        machine: what is looked at.
        oled, leds, photo: which trials are wanted as well.
    """
    config = found.config
    layout, problems = _table(config.table)
    yield from check_installation()
    yield from check_configuration(found.path, machine, problems)
    yield from check_disk(folder, machine)
    yield from check_kept(found.config, folder)
    yield from check_clock(machine)
    yield from check_pins(config.gpio, machine)
    yield from check_oled(config.oled, machine)
    yield from check_strip(config.strip, layout, machine)
    yield from check_camera(config, machine, layout.game)
    yield from check_board_camera(config, machine, layout, folder)
    yield from check_sound(config.voice.on, machine)
    yield from check_page(config.web, machine)
    yield from check_service(machine)
    if oled or leds or photo is not None:
        from firmware_py.cli.checking import trials

        if oled:
            yield from trials.show_on_oled(config, time.sleep)
        if leds:
            yield from trials.walk_over_leds(config, layout, time.sleep)
        if photo is not None:
            yield from trials.photos(config, layout.game, layout, folder, photo)


def _table(config: TableConfig) -> tuple[Layout, tuple[str, ...]]:
    """The board of the game configured, or the game's usual one where there is none; and every reason why
    that game cannot begin."""
    try:
        return set_up(config).layout, ()
    except ConfigError as error:
        problems = error.problems
    except (LayoutError, UsageError) as error:
        problems = (f"[table] of the configuration: {error}",)
    game = rules_of(config.game)
    try:
        return layout_for(game, config.board), problems
    except (LayoutError, UsageError):
        return layout_for(game, ""), problems


def _print(console: Console, finding: Finding) -> None:
    mark, style = _MARKS[finding.health]
    line = Text.assemble((mark, style), "  ", (finding.part, "bold"), f": {finding.found}")
    console.print(line, highlight=False, soft_wrap=True)
    if finding.remedy:
        console.print(Text(f"    {finding.remedy}", style), highlight=False, soft_wrap=True)
