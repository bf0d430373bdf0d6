"""The flags of `umpire play`, with what their help says."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import typer

from firmware_py.cli.setup import CONFIG_FLAG, STATE_FLAG
from firmware_py.config import CupSource
from firmware_py.words import LANGUAGES, Language
from rules import GAMES

__all__ = ["KeepFlag", "PlayFlags", "Source", "taking_flags"]

Source = Literal["virtual", "camera", "electronic", "hand"]

KeepFlag = Annotated[
    Path | None,
    typer.Option(
        "--keep",
        metavar="FOLDER",
        help="Keep the picture of each reading there, with a line about it. Without it no picture is kept.",
    ),
]


@dataclass(frozen=True, slots=True)
class PlayFlags:
    """What was given on the command line; each field is a flag, and carries its help."""

    number: Annotated[
        int | None, typer.Argument(metavar="NUMBER", help="After --resume: a game's number in `games list`.")
    ] = None
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="COLOUR=NAME",
            help="Who runs a colour; once for each. One may run two. Three names play by themselves, the "
            "weakest first: bot-random, bot-greedy (or just bot) and bot-playouts, as in "
            "--seat north=bot-playouts.",
        ),
    ] = None
    game: Annotated[str | None, typer.Option("--game", metavar="|".join(GAMES), help="The game.")] = None
    rule: Annotated[
        list[str] | None, typer.Option("--rule", metavar="KEY=VALUE", help="A house rule; once for each.")
    ] = None
    rules: Annotated[bool, typer.Option("--rules", help="List all house rules of the game, and stop.")] = (
        False
    )
    board: Annotated[
        str | None, typer.Option("--board", metavar="LAYOUT", help="The board: a layout's name or TOML file.")
    ] = None
    virtual: Annotated[bool, typer.Option("--virtual", help="Virtual hardware only: a drawn dome.")] = False
    camera: Annotated[
        str | None,
        typer.Option(
            "--camera",
            metavar="FOLDER|FILE|N",
            help="Pictures, a video or a webcam's number as the dome's camera. Each pop takes the next "
            "picture, by name, or shuffled with --seed.",
        ),
    ] = None
    dice_source: Annotated[Source | None, typer.Option("--dice-source", help="Where the dice come from.")] = (
        None
    )
    cup: Annotated[
        CupSource | None,
        typer.Option(
            "--cup",
            help="Gearhead Skirmish: a press draws, or what was drawn is shown to a camera, or entered "
            "by hand.",
        ),
    ] = None
    die_only: Annotated[
        bool,
        typer.Option("--die-only", help="Read the dice and say them; follow no game. For any with a dome."),
    ] = False
    board_camera: Annotated[
        bool,
        typer.Option(
            "--board-camera",
            help="Draw the board as a camera over it sees it: moves are made there, and read from its "
            "pictures.",
        ),
    ] = False
    slips: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=1.0,
            metavar="SHARE",
            help="With --auto --board-camera: how many moves are wrong. With --cup camera: how many counters "
            "are first shown with a thumb on them.",
        ),
    ] = 0.0
    bumps: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=1.0,
            metavar="SHARE",
            help="With --auto --board-camera: how often its camera is knocked.",
        ),
    ] = 0.0
    auto: Annotated[
        bool,
        typer.Option(
            "--auto",
            help="Draw everybody's moves at random, to the end; in the unfinished game only with --resume.",
        ),
    ] = False
    fast: Annotated[bool, typer.Option("--fast", help="Do not wait for people to look.")] = False
    seed: Annotated[
        int | None, typer.Option("--seed", help="Of all that is drawn: dice, moves, the order of pictures.")
    ] = None
    new: Annotated[bool, typer.Option("--new", help="Begin a new game, whatever was not finished.")] = False
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="Go on with the newest game that was not finished, or with the one of a NUMBER."
        ),
    ] = False
    png: Annotated[
        Path | None,
        typer.Option("--png", metavar="FOLDER", help="Write the OLED and the strip as PNG files."),
    ] = None
    web: Annotated[bool, typer.Option("--web", help="Serve the page on the home network, and say where.")] = (
        False
    )
    keep: KeepFlag = None
    language: Annotated[
        Language | None,
        typer.Option(
            "--language",
            metavar="|".join(LANGUAGES),
            help="What is spoken and written at the table; else that of the configuration, or of the system.",
        ),
    ] = None
    config: Annotated[Path | None, CONFIG_FLAG] = None
    state_folder: Annotated[Path | None, STATE_FLAG] = None


def taking_flags(command: Callable[[PlayFlags], None]) -> Callable[..., None]:
    """The command with a parameter for every flag: typer finds flags in a function's signature."""
    hints = get_type_hints(PlayFlags, include_extras=True)

    def with_parameters(**given: Any) -> None:
        command(PlayFlags(**given))

    with_parameters.__name__, with_parameters.__doc__ = command.__name__, command.__doc__
    with_parameters.__annotations__ = hints
    named = inspect.Parameter.KEYWORD_ONLY
    with_parameters.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(one.name, named, default=one.default, annotation=hints[one.name])
            for one in fields(PlayFlags)
        ]
    )
    return with_parameters
