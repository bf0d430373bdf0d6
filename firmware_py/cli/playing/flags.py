"""The flags of `umpire play`, with what their help says."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from firmware_py.config import CupSource
from firmware_py.words import LANGUAGES, Language
from rules import GAMES

__all__ = [
    "AutoFlag",
    "BoardCameraFlag",
    "BoardFlag",
    "BumpsFlag",
    "CameraFlag",
    "CupFlag",
    "DiceSourceFlag",
    "DieOnlyFlag",
    "FastFlag",
    "GameFlag",
    "KeepFlag",
    "LanguageFlag",
    "NewFlag",
    "NumberArgument",
    "PngFlag",
    "ResumeFlag",
    "RuleFlag",
    "RulesFlag",
    "SeatFlag",
    "SeedFlag",
    "SlipsFlag",
    "Source",
    "VirtualFlag",
    "WebFlag",
]

Source = Literal["virtual", "camera", "electronic", "hand"]

SeatFlag = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="COLOUR=NAME",
        help="Who runs a colour; once for each. One may run two. Three names play by themselves, the weakest "
        "first: bot-random, bot-greedy (or just bot) and bot-playouts, as in --seat north=bot-playouts.",
    ),
]
GameFlag = Annotated[str | None, typer.Option("--game", metavar="|".join(GAMES), help="The game.")]
RuleFlag = Annotated[
    list[str] | None, typer.Option("--rule", metavar="KEY=VALUE", help="A house rule; once for each.")
]
RulesFlag = Annotated[bool, typer.Option("--rules", help="List all house rules of the game, and stop.")]
BoardFlag = Annotated[
    str | None, typer.Option("--board", metavar="LAYOUT", help="The board: a layout's name or TOML file.")
]
BoardCameraFlag = Annotated[
    bool,
    typer.Option(
        "--board-camera",
        help="Draw the board as a camera over it sees it: moves are made there, and read from its pictures.",
    ),
]
SlipsFlag = Annotated[
    float,
    typer.Option(
        min=0.0,
        max=1.0,
        metavar="SHARE",
        help="With --auto --board-camera: how many moves are wrong. With --cup camera: how many counters are "
        "first shown with a thumb on them.",
    ),
]
BumpsFlag = Annotated[
    float,
    typer.Option(min=0.0, max=1.0, metavar="SHARE", help="The same: how often the board camera is knocked."),
]
VirtualFlag = Annotated[bool, typer.Option("--virtual", help="Virtual hardware only: a drawn dome.")]
CameraFlag = Annotated[
    str | None,
    typer.Option(
        "--camera",
        metavar="FOLDER|FILE|N",
        help="Pictures, a video or a webcam's number as the dome's camera. Each pop takes the next picture, "
        "by name, or shuffled with --seed.",
    ),
]
DiceSourceFlag = Annotated[Source | None, typer.Option("--dice-source", help="Where the dice come from.")]
CupFlag = Annotated[
    CupSource | None,
    typer.Option(
        "--cup",
        help="Gearhead Skirmish: a press draws, or what was drawn is shown to a camera, or entered by hand.",
    ),
]
DieOnlyFlag = Annotated[
    bool, typer.Option("--die-only", help="Read the dice and say them; follow no game. For any with a dome.")
]
AutoFlag = Annotated[
    bool,
    typer.Option(
        "--auto",
        help="Draw everybody's moves at random, to the end; in the unfinished game only with --resume.",
    ),
]
FastFlag = Annotated[bool, typer.Option("--fast", help="Do not wait for people to look.")]
SeedFlag = Annotated[
    int | None, typer.Option("--seed", help="Of all that is drawn: dice, moves, the order of pictures.")
]
NewFlag = Annotated[bool, typer.Option("--new", help="Begin a new game, whatever was not finished.")]
ResumeFlag = Annotated[
    bool,
    typer.Option(
        "--resume", help="Go on with the newest game that was not finished, or with the one of a NUMBER."
    ),
]
NumberArgument = Annotated[
    int | None, typer.Argument(metavar="NUMBER", help="After --resume: a game's number in `games list`.")
]
LanguageFlag = Annotated[
    Language | None,
    typer.Option(
        "--language",
        metavar="|".join(LANGUAGES),
        help="What is spoken and written at the table; else that of the configuration, or of the system.",
    ),
]
KeepFlag = Annotated[
    Path | None,
    typer.Option(
        "--keep",
        metavar="FOLDER",
        help="Keep the picture of each reading there, with a line about it. Without it no picture is kept.",
    ),
]
WebFlag = Annotated[bool, typer.Option("--web", help="Serve the page on the home network, and say where.")]
PngFlag = Annotated[
    Path | None, typer.Option("--png", metavar="FOLDER", help="Write the OLED and the strip as PNG files.")
]
