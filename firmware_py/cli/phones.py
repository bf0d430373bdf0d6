"""`umpire phones`: the phones that may act at the table."""

from __future__ import annotations

import datetime as dt
import secrets
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid

from firmware_py.cli.printing import plain_console
from firmware_py.cli.setup import CONFIG_FLAG, PHONES, STATE_FLAG, configuration, state
from firmware_py.errors import UmpireError
from firmware_py.shows.qr import qr_text
from firmware_py.web import for_phones
from firmware_py.web.pairing import code_of
from firmware_py.web.phones import INVITATION_SECONDS, Phones

__all__ = ["app"]

app = typer.Typer(
    add_completion=False,
    help="Where phones find the page, as a code to scan. The phones that may act: list, add, revoke. "
    "Everybody in the home network may watch.",
)

StateFlag = Annotated[Path | None, STATE_FLAG]


@app.callback(invoke_without_command=True)
def where(
    context: typer.Context,
    config_file: Annotated[Path | None, CONFIG_FLAG] = None,
    state_folder: StateFlag = None,
) -> None:
    """Show where phones find the page, as a code to scan."""
    if context.invoked_subcommand is not None:
        return
    web = configuration(config_file).config.web
    address = for_phones(web.host, web.port) if web.port else None
    if address is None:
        raise UmpireError(
            f"Phones cannot find the page: it is served at {web.host} port {web.port}. "
            "Set web.host to 0.0.0.0, and a port, in the configuration."
        )
    plain_console().print(qr_text(address))
    print(f"The page: {address}")
    if not web.on:
        print("It is served while `umpire play --web` runs, or always with web.on = true.")
    paired = len(_phones(state_folder).all())
    print(f"Phones that may act: {paired}. `umpire phones add NAME` lets one more.")


@app.command("list")
def list_phones(state_folder: StateFlag = None) -> None:
    """List the paired phones, the oldest first."""
    phones = _phones(state_folder).all()
    if not phones:
        print("No phone is paired: open the page on one, or run `umpire phones add NAME`.")
        return
    grid = Grid(box=None, pad_edge=False)
    for title in ("phone", "whose", "paired"):
        grid.add_column(title)
    for phone in phones:
        paired = dt.datetime.fromtimestamp(phone.paired).astimezone()
        grid.add_row(str(phone.number), phone.name, f"{paired:%Y-%m-%d %H:%M}")
    plain_console().print(grid)


@app.command()
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Whose phone it is.")],
    state_folder: StateFlag = None,
) -> None:
    """Let a phone act that cannot see the table's display: prints a code to be typed on its page."""
    code = code_of(secrets.randbelow(1_000_000))
    _phones(state_folder).invite(name, code, time.monotonic())
    print(
        f"{code} pairs one phone within {INVITATION_SECONDS / 60:.0f} minutes: type it on the phone's page."
    )


@app.command()
def revoke(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The phone's number in the list.")],
    state_folder: StateFlag = None,
) -> None:
    """Let a phone act no more, from this moment on."""
    gone = _phones(state_folder).revoke(number)
    if gone is None:
        raise UmpireError(f"There is no phone {number}: `umpire phones list` lists them.")
    print(f"The phone of {gone.name} may only watch now.")


def _phones(folder: Path | None) -> Phones:
    return Phones(state(folder) / PHONES)
