"""What the flags of `umpire play` make of the configuration, and which of them do not fit together."""

from __future__ import annotations

from firmware_py.cli.playing.flags import PlayFlags, Source
from firmware_py.cli.playing.kept import with_kept
from firmware_py.cli.problems import UsageError
from firmware_py.config import Config, CupConfig

__all__ = ["refuse_useless", "with_flags"]


def with_flags(config: Config, flags: PlayFlags) -> Config:
    """The configuration with what the flags say of the dice, the cup, the page and the pictures.

    Raises:
        UsageError: if they contradict each other.
    """
    if flags.die_only:
        _refuse_all_of_a_game(flags)
    config = with_kept(config, flags.keep)
    if flags.web:
        config = config.model_copy(update={"web": config.web.model_copy(update={"on": True})})
    if flags.cup is not None:
        config = config.model_copy(update={"cup": CupConfig(source=flags.cup)})
    if flags.camera is not None:
        used = config.camera.model_copy(update={"use": flags.camera})
        config = config.model_copy(update={"camera": used})
    if flags.virtual:
        none = config.board_camera.model_copy(update={"use": "none"})
        config = config.model_copy(update={"board_camera": none})
    if (source := _dice_source(flags)) is not None:
        config = config.model_copy(update={"dice": config.dice.model_copy(update={"source": source})})
    if flags.auto and "hand" in (config.dice.source, config.cup.source):
        raise UsageError("--auto cannot enter dice or counters by hand: give another --dice-source or --cup.")
    return config


def refuse_useless(flags: PlayFlags, config: Config, game: str) -> None:
    """Refuse flags that would change nothing in the game that is played.

    Args:
        config: what is in effect, these flags included.
        game: the name of the game. Where another can be set up this evening, by the page or by buttons, the
            flags may be for that one, and none is refused.

    Raises:
        UsageError: naming the flag and what it is for.
    """
    if config.web.on or config.gpio.on:
        return
    chess = game == "gearhead"
    if flags.cup is not None and not chess:
        raise UsageError(f"--cup is for Gearhead Skirmish, and this is a game of {game}: leave it out.")
    hands = flags.board_camera and (flags.auto or chess)
    cup = chess and (config.cup.source, config.dice.source) == ("camera", "virtual")
    if flags.slips and not (hands or cup):
        raise UsageError(
            "--slips is for hands that are drawn: give --auto --board-camera with it or, "
            "for Gearhead Skirmish, --virtual --cup camera."
        )
    if flags.bumps and not hands:
        raise UsageError("--bumps is for a camera over a drawn board: give --auto --board-camera with it.")


def _refuse_all_of_a_game(flags: PlayFlags) -> None:
    """Refuse the flags given that make sense in a game only."""
    of_a_game = {
        "--auto": flags.auto,
        "--new": flags.new,
        "--resume": flags.resume,
        "the NUMBER": flags.number is not None,
        "--seat": flags.seat,
        "--rule": flags.rule,
        "--board": flags.board,
        "--web": flags.web,
        "--board-camera": flags.board_camera,
        "--cup": flags.cup,
        "--slips": flags.slips,
        "--bumps": flags.bumps,
    }
    if given := [flag for flag, value in of_a_game.items() if value]:
        raise UsageError(f"--die-only follows no game: leave out {' and '.join(given)}.")


def _dice_source(flags: PlayFlags) -> Source | None:
    """Where the dice come from by the flags; None to leave that to the configuration."""
    if flags.camera is not None:
        if flags.virtual or flags.dice_source not in (None, "camera"):
            raise UsageError("--camera takes the dice from pictures: leave out --virtual and --dice-source.")
        return "camera"
    if flags.virtual:
        if flags.dice_source not in (None, "virtual"):
            raise UsageError(
                f"--virtual and --dice-source {flags.dice_source} contradict each other: give one of them."
            )
        return "virtual"
    return flags.dice_source
