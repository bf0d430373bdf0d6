"""What is known of the number of men: in Trouble all four of a player always stand on the board somewhere
(T-1)."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.board.place.pose import FloatArray

PIECES_EACH: Final = 4
"""Every player of Trouble and Headache has four men."""

ALL_THERE: Final = 0.9
NONE_THERE: Final = 0.05
"""How likely all four men of a colour stand on a Trouble board, and none (nobody plays it). In between men
are in a hand or have fallen off."""

MOST: Final = 2.0
"""The number of men counts for no more than this, in log-odds: it settles doubts and never overrules the
eye, for a captured man may still be in somebody's hand."""


def count_shift(odds: FloatArray) -> FloatArray:
    """By how much the log-odds (n, c) that each of c colours stands on each space change when men are
    counted.

    `odds` (n, c) are the log-odds of each space by itself. The number of men is summed over all arrangements.
    """
    chance = 1.0 / (1.0 + np.exp(-np.clip(odds, -30.0, 30.0)))
    ahead = _numbers(chance)
    behind = _numbers(chance[::-1])[::-1]
    prior = np.full(PIECES_EACH + 1, (1.0 - ALL_THERE - NONE_THERE) / (PIECES_EACH - 1))
    prior[0], prior[PIECES_EACH] = NONE_THERE, ALL_THERE
    others = np.zeros_like(ahead)
    for k in range(PIECES_EACH + 1):
        others[..., k] = (ahead[..., : k + 1] * behind[..., k::-1]).sum(axis=-1)
    with_one, without = others[..., :-1] @ prior[1:], others @ prior
    shift = np.log(np.maximum(with_one, 1e-12) / np.maximum(without, 1e-12))
    return np.asarray(np.clip(shift, -MOST, MOST))


def _numbers(chance: FloatArray) -> FloatArray:
    """How likely each number of men (0 to 4) stands on the first k spaces, for k = 0..n-1: (n, c, 5) of
    chances (n, c).

    The last row leaves out the last space, so that both directions together leave out just one.
    """
    rows = np.zeros((*chance.shape, PIECES_EACH + 1))
    rows[:1, :, 0] = 1.0
    for i, one in enumerate(chance[:-1, :, None]):
        rows[i + 1] = rows[i] * (1.0 - one)
        rows[i + 1, :, 1:] += rows[i, :, :-1] * one
    return rows
