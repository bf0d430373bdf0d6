"""`umpire config`: the configuration in effect, and a commented example."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from firmware_py.cli.playing.setup import set_up
from firmware_py.cli.setup import CONFIG_FLAG, configuration
from firmware_py.config import commented_example, to_toml

__all__ = ["app"]

app = typer.Typer(add_completion=False)


@app.command()
def config(
    file: Annotated[Path | None, CONFIG_FLAG] = None,
    example: Annotated[
        bool, typer.Option("--example", help="Print a commented example with every key and its default.")
    ] = False,
) -> None:
    """Print the configuration in effect, with the defaults of all keys that the file leaves out.

    What is wrong with the file, or cannot be played, is named instead.

    The file is that of --config, else pop-umpire/config.toml in the XDG configuration folder (~/.config). To
    begin one: umpire config --example > ~/.config/pop-umpire/config.toml
    """
    if example:
        print(commented_example(), end="")
        return
    found = configuration(file)
    set_up(found.config.table)
    print(f"# from {found.path}" if found.path else "# the defaults: there is no configuration file")
    print(to_toml(found.config), end="")
