"""Which squares of a chessboard are surely bare."""

from __future__ import annotations

import numpy as np
import pytest

from vision.board.chess.bare import BLOCKS, DARKEST, Looks, surely_bare

DARK, LIGHT = np.log(60.0 + DARKEST), np.log(190.0 + DARKEST)
ALONE, ROUND_IT = 18, (17, 19, 10, 26)


def looks(alone: float | None = None, light: float = LIGHT) -> Looks:
    """A bare board but for what lies on the neighbours of one light square, which is `alone` light (log)."""
    squares = np.arange(64)
    dark = (squares % 8 + squares // 8) % 2 == 1
    dark = ~dark if dark[ALONE] else dark
    blocks = np.zeros((64, BLOCKS, BLOCKS, 3))
    blocks[..., 0] = np.where(dark, DARK, light)[:, None, None]
    rough = np.full(64, 0.02)
    rough[list(ROUND_IT)] = 1.0
    if alone is not None:
        blocks[ALONE, ..., 0] = alone
    return Looks(dark, rough, blocks)


def test_a_square_among_counters_is_bare_if_it_is_as_light_as_its_like() -> None:
    bare = surely_bare(looks())
    assert bare[ALONE]
    assert not bare[list(ROUND_IT)].any()


@pytest.mark.parametrize("off", [-0.3, 0.3])
def test_a_square_among_counters_that_is_lighter_or_darker_than_its_like_may_hold_something(
    off: float,
) -> None:
    assert not surely_bare(looks(LIGHT + off))[ALONE]


def test_a_smooth_sleeve_over_a_square_is_no_bare_square() -> None:
    seen = looks()
    seen.rough[:] = 0.05
    seen.rough[list(ROUND_IT)] = 1.0
    seen.rough[ALONE] = 0.09
    assert not surely_bare(seen)[ALONE]


def test_in_white_glare_a_counter_could_be_lost() -> None:
    white = np.log(252.0 + DARKEST)
    assert not surely_bare(looks(white, light=white))[ALONE]


@pytest.mark.parametrize(("square", "beside"), [(9, True), (45, False)])
def test_an_uneven_rough_square_is_bare_only_where_nothing_lies_beside_it(square: int, beside: bool) -> None:
    seen = looks()
    seen.rough[square] = 0.06
    seen.blocks[square, 1, 1, 0] -= 0.5
    assert surely_bare(seen)[square] != beside
