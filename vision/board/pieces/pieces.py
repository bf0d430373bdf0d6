"""From what the picture shows at each space to how likely each colour, or none, stands there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from hardware.spaces import COLOURS
from vision.board.pieces.colours import turn_between
from vision.board.pieces.counts import PIECES_EACH, count_shift
from vision.board.pieces.evidence import BODY_SPOTS, FOOT_SPOTS, LOW_SPOTS, MIDDLE_SPOT, Evidence
from vision.board.pieces.levels import HUE_REACH, ROUGHER, SMOOTHEST, WEAK, Level, Texture
from vision.board.place.pose import FloatArray
from vision.board.seen import EMPTY, SpaceSeen

STATES: Final = (*COLOURS, EMPTY)

HUE_SPREAD: Final = 8.0
"""Pieces of one colour in one picture: standard deviation of their hue, degrees, more where the colour is
weak."""

HUE_NOISE: Final = 2.0
"""Hue noise of a colour of strength 1, degrees; it grows as the strength falls."""

WEAK_SPREAD: Final = 0.2
STRONG_SPREAD: Final = 0.3
"""Logarithm of a piece's strength against its colour's level: below it, and above it (shade)."""

BLEACHED: Final = 0.015
BLEACHED_SPREAD: Final = 3.0
"""How common pieces are that a lamp's reflection bleaches, as a density; it widens their colours' spread so
much."""

PLASTIC_LIKE: Final = -0.6
PLASTIC_BESIDE: Final = -3.0
"""A spot that fits a colour's plastic so well shows it; two such spots count so much against emptiness."""

PLAIN_SPREAD: Final = 0.04
"""Strength of empty uncoloured spaces, one standard deviation: they mirror the room a little."""

LIGHT_WORTH: Final = 0.5
"""Lightness of printed spaces counts half: shadows and reflections change it too."""

LIGHT_SPREAD: Final = 0.25
LIGHT_FREE: Final = 0.35
"""Logarithm of an empty plain space's lightness against the others': free within, then a standard
deviation. Half shadows stay within; sleeves and the gaps of a torn picture do not."""

PRINT_SEEN: Final = 0.55
PRINT_HIDDEN: Final = 0.25
LIKENESS_SPREAD: Final = 0.13
"""Correlation with the reference picture: empty coloured spaces lie above the first, covered ones below the
second."""

PATTERN_SPREAD: Final = 0.2
"""Patterned print is at least so uneven: logarithm of its strength from space to space."""

SHADES_WORTH: Final = -4.0
"""The most that lightness and hue count against a print that can be recognised by its pattern."""

OTHER_HUE: Final = 30.0
"""A strong colour so many degrees off the print's is something else's."""

STRANGE: Final = -8.0
STRANGE_PATTERN: Final = -14.0
DOUBTFUL: Final = -6.0
HAND_MM: Final = 45.0
"""Log-likelihood of things that are neither piece nor empty space (hands, sleeves): worse fits are those.
Patterned print is allowed worse ones; near a space that fits worse than `DOUBTFUL`, by half a hand's
breadth, nothing is."""

LIKENESS_WORTH: Final = -6.0
ROUGHNESS_WORTH: Final = -3.0
ROUGH_SPREAD: Final = 0.5
"""The most that likeness and roughness may each count; logarithm of a roughness about the usual one of
plastic (above it) and of print (below it)."""

HIDDEN: Final = 10.0
"""Log-likelihood of something strange where it certainly covers a space: nothing seen there outweighs it."""

FAR_OFF: Final = -25.0
"""No single clue counts for more than this: each can be spoilt."""

SURE: Final = 0.94
"""A space is called when its best state is so likely among all, strange things included."""

SHARE_LEAST: Final = 0.45
"""Of a body's pixels so many must be free of other pieces, and in the picture."""


@dataclass(frozen=True, slots=True)
class Clues:
    """All that is weighed for n spaces.

    `spots` is the evidence of each of `SPOTS`; `printed` the colour each space may be printed in;
    `likeness` (n,) the print's correlation with the reference, nan where there is none to compare;
    `patterned` (n,) tells which spaces have a print that can be recognised in the reference;
    `plain_lightness` is that of empty plain spaces.
    """

    spots: Sequence[Evidence]
    printed: Sequence[str | None]
    levels: Mapping[str, Level]
    texture: Texture
    likeness: FloatArray
    patterned: npt.NDArray[np.bool_]
    reference: Evidence | None
    plain_lightness: float


def _fall(deviation: FloatArray) -> FloatArray:
    """The log-likelihood of a deviation in standard deviations."""
    return np.asarray(np.maximum(-0.5 * deviation**2, FAR_OFF))


def log_likelihoods(clues: Clues) -> FloatArray:
    """How well each state of `STATES` fits each space: (n, 5)."""
    columns = [_piece_fit(clues, clues.levels[colour]) for colour in COLOURS]
    return np.column_stack([*columns, _empty_fit(clues)])


def _piece_fit(clues: Clues, level: Level) -> FloatArray:
    """A piece shows its colour in all spots but one: its neck, its rim, a gleam.

    Where the board looks alike, only the spots that must cover the space's own print count. A lamp's
    reflection on it bleaches the colour, and makes an uneven gleam.
    """
    seen = [clues.spots[k] for k in (LOW_SPOTS if level.as_ground else BODY_SPOTS)]
    usual = np.sort([_plastic_fit(spot, level, 1.0) for spot in seen], axis=0)[1:].mean(axis=0)
    gleams = [_plastic_fit(spot, level, BLEACHED_SPREAD) + _light_fit(spot, level) for spot in seen]
    bleached = np.sort(gleams, axis=0)[1:].mean(axis=0)
    likeness, texture = _pattern_fit(clues, clues.likeness - PRINT_HIDDEN, clues.texture.piece, 1.0)
    return np.asarray(np.maximum(usual + texture, np.log(BLEACHED) + bleached) + likeness)


def _light_fit(seen: Evidence, level: Level) -> FloatArray:
    """A reflection adds white light: what is left of a colour's strength tells how light its piece must be
    at least.

    CIE lightness goes with the cube root of the light.
    """
    left = np.clip(seen.size / level.piece, 0.02, 1.0)
    least = (level.piece_light + 16.0) * left ** (-1 / 3) - 16.0
    darker = np.log(np.minimum(least, 100.0) / np.maximum(seen.lightness, 1.0))
    return _fall(np.nan_to_num(np.maximum(darker, 0.0) / LIGHT_SPREAD))


def _plastic_fit(seen: Evidence, level: Level, spread: float) -> FloatArray:
    """How well spots agree with a colour's plastic, its weakness spread by a factor, its hue by the root of
    it."""
    noise = np.hypot(np.sqrt(spread) * HUE_SPREAD, HUE_NOISE / np.maximum(seen.size, 0.02))
    ratio = np.log(np.maximum(seen.size, 0.02) / level.piece)
    size = _fall(np.where(ratio < 0, ratio / (spread * WEAK_SPREAD), ratio / STRONG_SPREAD))
    return size + _fall(turn_between(seen.hue, level.hue) / noise)


def _pattern_fit(
    clues: Clues, unlike: FloatArray, usual: FloatArray | float, sign: float
) -> tuple[FloatArray, FloatArray]:
    """How well the print, seen or not, agrees: by how far its likeness is off, and by how rough the space
    is, too much so (sign 1) or too little (-1). Each clue is spoilt at times and counts only so much.
    """
    seen = np.log(np.maximum(clues.spots[MIDDLE_SPOT].roughness, SMOOTHEST) / usual)
    telling = clues.texture.print_ > ROUGHER * clues.texture.piece
    texture = np.where(telling, np.maximum(sign * seen, 0.0) / ROUGH_SPREAD, 0.0)
    known = ~np.isnan(unlike)
    off = np.where(known, np.maximum(unlike, 0.0) / LIKENESS_SPREAD, 0.0)
    rough = _fall(np.where(known, texture, 0.0))
    return np.maximum(_fall(off), LIKENESS_WORTH), np.maximum(rough, ROUGHNESS_WORTH)


def _empty_fit(clues: Clues) -> FloatArray:
    """An empty space shows its print, in its foot's spots, and where there is a reference agrees with
    that."""
    fits = np.mean([_print_fit(clues.spots[k], clues) for k in FOOT_SPOTS], axis=0)
    likeness, texture = _pattern_fit(clues, PRINT_SEEN - clues.likeness, clues.texture.print_, -1.0)
    return np.asarray(fits + likeness + texture + _plastic_beside(clues))


def _plastic_beside(clues: Clues) -> FloatArray:
    """What tells against emptiness: plastic in at least two of the body's spots, where the board itself has
    none."""
    worst = np.zeros(len(clues.printed))
    for level in clues.levels.values():
        shows = (
            np.sum([_plastic_fit(clues.spots[k], level, 1.0) > PLASTIC_LIKE for k in BODY_SPOTS], axis=0) >= 2
        )
        if clues.reference is not None:
            board = clues.reference
            shows &= (board.size < WEAK) | (np.abs(turn_between(board.hue, level.hue)) > HUE_REACH)
        elif level.as_ground:
            continue
        worst = np.where(shows, PLASTIC_BESIDE, worst)
    return worst


def _print_fit(seen: Evidence, clues: Clues) -> FloatArray:
    plain = _fall(seen.size / PLAIN_SPREAD)
    fit = plain.copy()
    for colour, level in clues.levels.items():
        own = np.array([p == colour for p in clues.printed])
        fit = np.where(own, np.maximum(plain, _own_print_fit(seen, level, clues.patterned)), fit)
    darker = np.abs(np.log(np.maximum(seen.lightness, 1.0) / clues.plain_lightness)) - LIGHT_FREE
    unprinted = np.array([p is None for p in clues.printed])
    return np.asarray(fit + np.where(unprinted, _fall(np.maximum(darker, 0.0) / LIGHT_SPREAD), 0.0))


def _own_print_fit(seen: Evidence, level: Level, patterned: npt.NDArray[np.bool_]) -> FloatArray:
    """Print either looks just as the others of its colour do, or weaker: a glyph, a rim, a reflection."""
    spread = np.where(patterned, np.maximum(level.print_spread, PATTERN_SPREAD), level.print_spread)
    light_spread = np.where(patterned, 2 * WEAK_SPREAD, level.print_light_spread)
    usual = np.where(patterned, level.print_most, level.print_)
    strength = np.log(np.maximum(seen.size, 0.02) / usual) / spread
    light = np.log(np.maximum(seen.lightness, 1.0) / level.print_light) / light_spread
    turned = turn_between(seen.hue, level.print_hue)
    narrow = np.maximum(np.log(WEAK_SPREAD / spread) + np.log(2 * WEAK_SPREAD / light_spread), 0.0)
    same = narrow - 0.5 * (strength**2 + light**2 + (turned / level.print_hue_spread) ** 2)
    hue_spread = max(level.print_hue_spread, HUE_SPREAD)
    # Weak colours have no hue to speak of; and where the print has a pattern its shades count for less.
    shades = _fall(
        turned / hue_spread * np.minimum(seen.size / (4 * PLAIN_SPREAD), 1.0)
    ) + LIGHT_WORTH * _fall(light)
    shades = np.where(patterned, np.maximum(shades, SHADES_WORTH), shades)
    other = _fall(np.where(seen.size > WEAK, np.maximum(np.abs(turned) - OTHER_HUE, 0.0) / HUE_SPREAD, 0.0))
    return np.asarray(np.maximum(same, shades + _fall(np.maximum(strength, 0.0)) + other))


def strangeness(
    clues: Clues, fits: FloatArray, points: FloatArray, hidden: npt.NDArray[np.bool_]
) -> FloatArray:
    """The log-likelihood (n,) that neither piece nor empty space, but a hand, say, is what a space shows.

    `points` (n, 2) are the spaces in mm, `hidden` (n,) those whose surroundings say so. A hand hides more
    than one space: next to a plain one that looks strange, or a hidden one, others are doubted too.
    """
    strange = np.where(clues.patterned, STRANGE_PATTERN, STRANGE)
    plain = np.array([p is None for p in clues.printed])
    odd = hidden | (plain & (fits.max(axis=1) < DOUBTFUL))
    if odd.any():
        away = np.linalg.norm(points[:, None] - points[None, odd], axis=2).min(axis=1)
        strange = np.where(away < HAND_MM, np.maximum(strange, DOUBTFUL), strange)
    return np.asarray(np.where(hidden, HIDDEN, strange))


def counted(fits: FloatArray, strange: FloatArray) -> FloatArray:
    """Log-likelihoods (n, 5) with the number of men of each colour taken into account; `strange` (n,).

    Where something strange may hide men, they are not counted.
    """
    if (fits.max(axis=1) < strange).any():
        return fits
    new, count = fits.copy(), len(COLOURS)
    columns = [np.column_stack([np.delete(fits, k, axis=1), strange]) for k in range(count)]
    rest = np.logaddexp.reduce(np.stack(columns, axis=1), axis=2)
    new[:, :count] += count_shift(fits[:, :count] - rest)
    return new


def judged(
    fits: FloatArray, alone: FloatArray, spots: Sequence[Evidence], strange: FloatArray
) -> list[SpaceSeen]:
    """The spaces as seen, from log-likelihoods (n, 5), the same before men were counted, the evidence of
    `SPOTS` (some may be covered), and the log-likelihood (n,) of strange things.

    Counting never makes sure what the space's own looks speak against.
    """
    best = fits.argmax(axis=1)
    foot, body = (np.mean([spots[k].share for k in ks], axis=0) for ks in (FOOT_SPOTS, BODY_SPOTS))
    share = np.where(best == STATES.index(EMPTY), foot, body)
    total = np.exp(fits - fits.max(axis=1, keepdims=True)).sum(axis=1)
    other = np.exp(np.minimum(strange - fits.max(axis=1), 50.0))
    sure = (1.0 / (total + other) >= SURE) & (share >= SHARE_LEAST) & (alone.argmax(axis=1) == best)
    likely = np.exp(fits - fits.max(axis=1, keepdims=True))
    likely /= likely.sum(axis=1, keepdims=True)
    seen = [
        SpaceSeen(
            None if STATES[b] == EMPTY else STATES[b],
            {state: float(p) for state, p in zip(STATES, row, strict=True)},
            bool(ok),
        )
        for b, row, ok in zip(best, likely, sure, strict=True)
    ]
    return _no_more_than_there_are(seen, fits)


def _no_more_than_there_are(seen: list[SpaceSeen], fits: FloatArray) -> list[SpaceSeen]:
    """Doubt the weakest of a colour's pieces where there seem to be more than a player has."""
    for colour in COLOURS:
        held = [i for i, s in enumerate(seen) if s.sure and s.colour == colour]
        column = STATES.index(colour)
        held.sort(key=lambda i: fits[i, column], reverse=True)
        for i in held[PIECES_EACH:]:
            seen[i] = SpaceSeen(seen[i].colour, seen[i].likelihoods, False)
    return seen
