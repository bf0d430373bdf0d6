"""What the pieces' plastic and the print of each colour look like in this very picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
import numpy.typing as npt

from hardware.spaces import COLOURS
from vision.board.pieces.colours import HUES, hue_of, turn_between
from vision.board.pieces.counts import PIECES_EACH
from vision.board.pieces.evidence import FOOT_SPOTS, MIDDLE_SPOT, Evidence
from vision.board.place.pose import FloatArray

WEAK: Final = 0.3
"""Stronger colours than this, on a space that is not printed so, are pieces; wood and skin stay below."""

FAINT: Final = 0.12
"""Weaker ones than this have no hue worth the name."""

HUE_REACH: Final = 28.0
"""How far plastic may lie from its colour's usual hue, degrees."""

HUE_ALLOWED: Final = 18.0
"""How far the hue learnt may go from the usual one."""

PRINT_SHARE: Final = 0.6
"""Printed colours are usually so strong, against plastic of the same name."""

PIECE_LEAST: Final = 0.85
"""Own-coloured spaces weaker than this share of a known piece's strength are print."""

SPLIT_LEAST: Final = 1.2
"""Pieces standing on print of their colour must be stronger by this factor to be told from it unaided."""

GROUND_SHARE: Final = 0.3
"""If so much of the bare board has a colour, seeing that colour beside a space tells nothing."""

SMOOTHEST: Final = 1.5
ROUGHER: Final = 2.0
ROUGH_ENOUGH: Final = 4.0
"""Lightness varies at least so much by noise; print must be rougher than plastic by the second to be told
by it, and is not expected to be rougher than the third times plastic."""

TIGHT: Final = 0.04
LOOSE: Final = 0.1
WIDE: Final = 0.5
"""Scatter of the logarithm of one colour's print strength from space to space: at best, where too few
spaces are seen to tell (of lightness: twice that), and at worst."""

HUE_LOOSE: Final = 20.0
"""Hue of print about its colour's print hue, degrees, where too few spaces are seen to tell."""

ONE_THIRD: Final = 1.04
"""Three tenths of a normal distribution lie farther out than so many standard deviations."""

USUAL: Final[Mapping[str, float]] = MappingProxyType({"red": 0.8, "yellow": 0.65, "green": 0.55, "blue": 0.8})
"""The strength of plastic, where the picture shows nothing to learn it from."""


@dataclass(frozen=True, slots=True)
class Level:
    """One colour in one picture.

    Of its pieces: `hue` in degrees, strength and lightness (nan if none is seen), and whether the board
    itself looks alike. Of its print: hue, strength (the median and nearly the most) and lightness, and how
    far the logarithms of these two, and the hue, scatter from space to space (standard deviations).
    """

    hue: float
    piece: float
    piece_light: float
    as_ground: bool
    print_hue: float
    print_: float
    print_most: float
    print_spread: float
    print_light: float
    print_light_spread: float
    print_hue_spread: float


@dataclass(frozen=True, slots=True)
class Texture:
    """How rough, in lightness, plastic is in one picture, and how rough the print of each space (n,) would
    be."""

    piece: float
    print_: FloatArray


def learn_texture(
    body: Evidence, printed: Sequence[str | None], levels: Mapping[str, Level], known: FloatArray
) -> Texture:
    """The textures, from what is plainly plastic and plainly print by its strength.

    `known` (n,) is how rough the prints are in the reference picture, where bodies would be seen in this one.
    """
    plastic = np.zeros(len(printed), bool)
    print_ = np.zeros(len(printed), bool)
    for colour, level in levels.items():
        own = np.array([p == colour for p in printed])
        near = np.abs(turn_between(body.hue, level.hue)) < HUE_ALLOWED
        plastic |= near & (body.size >= PIECE_LEAST * level.piece)
        print_ |= own & (body.size < PIECE_LEAST**2 * level.piece)
    if plastic.sum() < 2 or print_.sum() < 2:
        return Texture(1.0, np.ones(len(printed)))
    smooth = max(float(np.median(body.roughness[plastic])), SMOOTHEST)
    contrast = float(np.median(body.roughness[print_] / np.maximum(known[print_], SMOOTHEST)))
    return Texture(smooth, np.clip(contrast * known, SMOOTHEST, ROUGH_ENOUGH * smooth))


def learn(
    spots: Sequence[Evidence],
    printed: Sequence[str | None],
    ground: Evidence,
    open_: npt.NDArray[np.bool_] | None = None,
) -> dict[str, Level]:
    """The levels of all four colours, from the evidence of `SPOTS` and of the bare board.

    `printed` (n) names the colour that each space may be printed in. `open_` (n,) are those over
    which no hand lies.
    """
    seen = np.ones(len(printed), bool) if open_ is None else open_
    return {colour: _learn_one(colour, spots, printed, ground, seen) for colour in COLOURS}


def _learn_one(
    colour: str,
    spots: Sequence[Evidence],
    printed: Sequence[str | None],
    ground: Evidence,
    open_: npt.NDArray[np.bool_],
) -> Level:
    body, foot = spots[MIDDLE_SPOT], spots[0]
    own = np.array([p == colour for p in printed]) & open_
    near = (np.abs(turn_between(body.hue, HUES[colour])) < HUE_REACH) & open_
    # A piece on other ground shows from its foot up; the colour beside a bare space is the board's or a
    # neighbour's.
    low = spots[FOOT_SPOTS[-1]]
    rooted = (np.abs(turn_between(low.hue, HUES[colour])) < HUE_REACH) & (low.size > WEAK)
    strangers = near & ~own & rooted & (body.size > WEAK)
    piece = _piece_strength(body.size[strangers], body.size[own & near & (body.size > FAINT)], USUAL[colour])
    strong = near & (body.size >= PIECE_LEAST * piece)
    hue = HUES[colour] + _hue_shift(body.hue[strong], colour)
    alike = (np.abs(turn_between(ground.hue, hue)) < HUE_REACH) & (ground.size > 0.5 * piece)
    as_ground = bool(alike.mean() > GROUND_SHARE) if len(alike) else False
    # A bleached piece may hide among them, but its foot, in the shade, keeps its strength.
    weakest = np.minimum(foot.size, low.size)
    strange = _foreign(foot, colour) & _foreign(body, colour)
    weak = own & ~strong & ~strange & (foot.size > FAINT) & (weakest < PIECE_LEAST * piece)
    light = float(np.median(body.lightness[strong])) if strong.any() else float("nan")
    if not weak.any():
        usual = PRINT_SHARE * piece
        return Level(
            hue, piece, light, as_ground, HUES[colour], usual, usual, LOOSE, 50.0, 2 * LOOSE, HUE_LOOSE
        )
    middle = np.median(foot.strength[weak], axis=0)
    sizes, lights = np.log(np.maximum(weakest[weak], FAINT)), np.log(np.maximum(foot.lightness[weak], 1.0))
    return Level(
        hue=hue,
        piece=piece,
        piece_light=light,
        as_ground=as_ground,
        print_hue=float(hue_of(middle)),
        print_=float(np.exp(np.median(sizes))),
        print_most=float(np.exp(np.percentile(sizes, 90))),
        print_spread=_spread(sizes, LOOSE),
        print_light=float(np.exp(np.median(lights))),
        print_light_spread=_spread(lights, 2 * LOOSE),
        print_hue_spread=HUE_LOOSE * _spread(turn_between(foot.hue[weak], hue_of(middle)) / HUE_LOOSE, 1.0),
    )


def _foreign(seen: Evidence, colour: str) -> npt.NDArray[np.bool_]:
    """Where (n,) something strong is seen whose hue is nearer to another colour's: a man of that one, who is
    not to be taken for this one's print."""
    away = {other: np.abs(turn_between(seen.hue, hue)) for other, hue in HUES.items()}
    nearest = np.min([off for other, off in away.items() if other != colour], axis=0)
    return np.asarray((seen.size > WEAK) & (nearest < away[colour]))


def _piece_strength(strangers: FloatArray, own: FloatArray, usual: float) -> float:
    """The strength of a colour's pieces, from those on other ground (n,) and all that is seen on its own
    (m,)."""
    if not len(strangers):
        return _without_strangers(own, usual)
    # A lamp's reflection bleaches some of the pieces, nothing strengthens them: the strong ones are the
    # measure. More than a player has are not pieces but skin.
    piece = float(np.percentile(np.sort(strangers)[-PIECES_EACH:], 70))
    stronger = own[own * PIECE_LEAST > piece]
    if len(stronger) > 1 and len(stronger) >= len(strangers):
        # What passed for pieces is weaker than things on the colour's own ground: rims, glare, a hand.
        return max(piece, _without_strangers(own, usual))
    return piece


def _spread(logs: FloatArray, loose: float) -> float:
    """A standard deviation from all but the farthest third: a missed piece may be among them, glyphs come
    in kinds."""
    if len(logs) < PIECES_EACH:
        return loose
    return float(
        np.clip(
            np.percentile(np.abs(logs - np.median(logs)), 70) / ONE_THIRD,
            TIGHT,
            WIDE if loose < 1.0 else loose,
        )
    )


def _hue_shift(hues: FloatArray, colour: str) -> float:
    if not len(hues):
        return 0.0
    return float(np.clip(np.median(turn_between(hues, HUES[colour])), -HUE_ALLOWED, HUE_ALLOWED))


def _without_strangers(sizes: FloatArray, usual: float) -> float:
    """The strength of a colour's pieces when all that is seen of the colour lies on its own printed
    spaces."""
    rising = np.sort(sizes)
    best_gap, split = 0.0, None
    for low in range(max(len(rising) - PIECES_EACH, 1), len(rising)):
        gap = float(np.log(rising[low] / rising[low - 1]))
        if gap > best_gap:
            best_gap, split = gap, low
    if split is not None and rising[split:].mean() > SPLIT_LEAST * rising[:split].mean():
        return float(np.median(rising[split:]))
    if len(rising) > PIECES_EACH:
        return float(np.median(rising)) / PRINT_SHARE
    # Few spaces of one look: standing pieces if they are as strong as plastic usually is.
    return float(np.median(rising)) if len(rising) and np.median(rising) > PIECE_LEAST * usual else usual
