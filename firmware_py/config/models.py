"""The configuration as models: every key with its default, what it takes, and what it does.

The descriptions here are the documentation: the commented example is made of them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from firmware_py.config.cup import CupConfig
from firmware_py.config.keep import KeepConfig
from firmware_py.config.mqtt import MqttConfig
from firmware_py.config.parts import BoardCameraConfig, CameraConfig, GpioConfig, OledConfig, StripConfig
from firmware_py.config.section import Section
from firmware_py.config.voice import VoiceConfig
from firmware_py.config.web import WebConfig
from rules import GAMES

__all__ = ["Config", "DiceConfig", "TableConfig", "TerminalConfig"]


def _known(game: str) -> str:
    if game not in GAMES:
        raise ValueError(f"there is no game {game!r}")
    return game


Game = Annotated[str, AfterValidator(_known), Field(json_schema_extra={"enum": list(GAMES)})]
DiceSource = Literal["virtual", "camera", "electronic", "hand"]
DieMarks = Literal["pips", "numerals", "auto"]
Referee = Literal["coach", "warn", "strict"]
OledStyle = Literal["auto", "braille", "blocks", "none"]

_SEATS = 'names by colour, such as { red = "Anna", yellow = "Ben" }'
_RULES = 'house rules by key, such as { pass = "never" }'


class TableConfig(Section):
    """Who plays what, on which board."""

    game: Game = Field(default="trouble", description="The game that is played.")
    board: str = Field(
        default="",
        description=(
            "The board's layout: the name of one that comes with the product, or a TOML file "
            "(relative to this one). Empty: the usual board of the game."
        ),
    )
    seats: dict[str, str] = Field(
        default={"red": "Player 1", "yellow": "Player 2"},
        description=(
            "Who runs which colour. One person may run two teams. "
            "The flag --seat replaces all of them. Gearhead Skirmish seats south and north."
        ),
        json_schema_extra={"takes": _SEATS},
    )
    rules: dict[str, str | int | bool | list[int]] = Field(
        default={},
        description="House rules that differ from the default. `umpire play --rules` lists them all.",
        json_schema_extra={"takes": _RULES},
    )
    referee: Referee = Field(
        default="warn",
        description=(
            "How strict the umpire is with what a board camera sees. coach: it also tells the rule of every "
            "good move. warn: it says what may not stand, and people may accept it. strict: the game goes on "
            "only once the board is put right."
        ),
    )


class DiceConfig(Section):
    """Where the dice come from, and how sure a reading must be."""

    source: DiceSource = Field(
        default="virtual",
        description=(
            "virtual: a drawn dome, read by the vision (electronic dice in Gearhead Skirmish). "
            "camera: the pictures of [camera]. "
            "electronic: the randomness of the operating system. hand: always typed in. "
            "A die can be entered by hand with every source."
        ),
    )
    kind: DieMarks = Field(
        default="auto",
        description=(
            "What is printed on the dice: pips, numerals (1 to 6 as digits), or auto: whichever is found."
        ),
    )
    sure: float = Field(
        default=0.5,
        ge=0.0,
        le=1.0,
        description=(
            "From which confidence on a die counts as read; below it the umpire says `pop again`. "
            "A lower threshold makes wrong readings more likely."
        ),
    )


class TerminalConfig(Section):
    """What `umpire play` shows in a terminal."""

    oled: OledStyle = Field(
        default="auto",
        description=(
            "How the OLED's picture is drawn: in braille dots (66 columns), in half blocks (129 columns), "
            "not at all, or as the window allows."
        ),
    )
    board: bool = Field(
        default=True, description="Whether the board is drawn as text where there is room for it."
    )


class Config(Section):
    """The whole configuration. `Config()` holds the defaults."""

    language: Literal["auto", "en", "fr", "de", "fi"] = Field(
        default="auto",
        description=(
            "The language of display, terminal, page and voice: English, French, German or Finnish. "
            "auto: that of the system where it is one of these, else English."
        ),
    )
    table: TableConfig = TableConfig()
    dice: DiceConfig = DiceConfig()
    cup: CupConfig = CupConfig()
    camera: CameraConfig = CameraConfig()
    board_camera: BoardCameraConfig = BoardCameraConfig()
    gpio: GpioConfig = GpioConfig()
    oled: OledConfig = OledConfig()
    strip: StripConfig = StripConfig()
    web: WebConfig = WebConfig()
    keep: KeepConfig = KeepConfig()
    mqtt: MqttConfig = MqttConfig()
    voice: VoiceConfig = VoiceConfig()
    terminal: TerminalConfig = TerminalConfig()
