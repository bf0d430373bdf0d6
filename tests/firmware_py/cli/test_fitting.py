"""Which flags of `umpire play` fit together and the game that is played."""

from __future__ import annotations

import pytest

from firmware_py.cli.playing.fitting import refuse_useless, with_flags
from firmware_py.cli.playing.flags import PlayFlags
from firmware_py.cli.problems import UsageError
from firmware_py.cli.serving.parts import without
from firmware_py.config import Config

PLAIN = without(Config())


def check(flags: PlayFlags, game: str) -> None:
    refuse_useless(flags, with_flags(PLAIN, flags), game)


def test_flags_that_would_change_nothing_are_refused() -> None:
    for flags in (PlayFlags(cup="camera"), PlayFlags(slips=0.5, auto=True), PlayFlags(bumps=0.5, auto=True)):
        with pytest.raises(UsageError):
            check(flags, "trouble")


def test_flags_that_change_something_are_taken() -> None:
    check(PlayFlags(auto=True, board_camera=True, slips=0.5, bumps=0.5), "trouble")
    check(PlayFlags(board_camera=True, slips=0.5, bumps=0.5), "gearhead")
    check(PlayFlags(virtual=True, cup="camera", slips=0.5), "gearhead")
    check(PlayFlags(cup="hand"), "gearhead")


def test_a_flag_may_be_for_the_game_that_a_phone_sets_up_later() -> None:
    check(PlayFlags(cup="camera", web=True), "trouble")
