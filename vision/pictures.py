"""Loading any picture file as 8-bit colours, in bounded memory and the way up that its camera was held."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError
from PIL.ImageFile import ImageFile

from rules import Problem
from vision.errors import PictureError

__all__ = ["LONGEST_SIDE", "load_picture"]

LONGEST_SIDE = 4096
"""Longer pictures are shrunk to this (px, the longer side); no die is so large that it needs more."""

MOST_PIXELS = 150_000_000
"""Pictures with more pixels than this are refused rather than filling the memory."""

_SIXTEEN_BIT = ("I;16", "I;16L", "I;16B", "I;16N", "I", "F")
_FULL_AT_ONE = 2.0
"""Floating-point pictures with less than this level have their white at 1, highlights a little above."""
_Image = Image.Image
_NO_PICTURE = "{where}: this is no picture that can be read; give a JPEG or PNG file."


def load_picture(path: Path | str, longest_side: int = LONGEST_SIDE) -> NDArray[np.uint8]:
    """The picture in a file as (H, W, 3) BGR.

    Grey, 16-bit, palette and transparent pictures become colours (transparent parts white), and the
    orientation noted by the camera is applied. A picture longer than `longest_side` px is shrunk to it.

    Raises:
        PictureError: the file is missing, no picture, damaged or too large.
    """
    path = Path(path)
    if path.is_dir():
        raise PictureError(
            Problem("{where}: this is a folder, not a picture; give a file in it.", where=str(path))
        )
    if path.exists() and not path.is_file():
        # A pipe that nobody writes to would be waited for without end.
        raise PictureError(Problem(_NO_PICTURE, where=str(path)))
    try:
        with warnings.catch_warnings(), _opened(path) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise PictureError(
                    Problem(
                        "{where}: {width} x {height} pixels are too many; shrink it first.",
                        where=str(path),
                        width=picture.width,
                        height=picture.height,
                    )
                )
            return _as_array(picture, longest_side)
    except FileNotFoundError as error:
        raise PictureError(
            Problem("{where}: there is no such file; check the name.", where=str(path))
        ) from error
    except UnidentifiedImageError as error:
        raise PictureError(Problem(_NO_PICTURE, where=str(path))) from error
    except PictureError:
        raise
    except Image.DecompressionBombError as error:
        raise PictureError(
            Problem(
                "{where}: it has more than {most} million pixels; shrink it first.",
                where=str(path),
                most=MOST_PIXELS // 1_000_000,
            )
        ) from error
    except (OSError, SyntaxError, ValueError, EOFError, MemoryError) as error:
        raise PictureError(
            Problem(
                "{where}: the picture cannot be read ({reason}); save it anew as JPEG or PNG.",
                where=str(path),
                reason=str(error),
            )
        ) from error


def _opened(path: Path) -> ImageFile:
    """The file opened; Pillow's own warning of large pictures is dropped, since they are bounded here."""
    warnings.simplefilter("ignore", Image.DecompressionBombWarning)
    return Image.open(path)


def _as_array(picture: _Image, longest_side: int) -> NDArray[np.uint8]:
    picture.draft("RGB", (longest_side, longest_side))
    picture.load()
    if max(picture.size) > longest_side:
        picture = _shrunk(picture, longest_side)
    if picture.mode in _SIXTEEN_BIT:
        picture = Image.fromarray(_eight_bit(np.asarray(picture)))
    upright = ImageOps.exif_transpose(picture)
    if upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info:
        clear = upright.convert("RGBA")
        upright = Image.new("RGBA", clear.size, "white")
        upright.alpha_composite(clear)
    colours = np.asarray(upright.convert("RGB"))
    return np.ascontiguousarray(colours[..., ::-1])


def _shrunk(picture: _Image, longest_side: int) -> _Image:
    """A smaller copy; whole-number steps first, which need no second picture of full size."""
    factor = max(picture.size) // longest_side
    if factor > 1 and picture.mode not in _SIXTEEN_BIT:
        picture = picture.reduce(factor)
    if max(picture.size) > longest_side:
        scale = longest_side / max(picture.size)
        size = max(round(picture.width * scale), 1), max(round(picture.height * scale), 1)
        picture = picture.resize(size)
    return picture


def _eight_bit(levels: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Levels of more than 8 bits: by 1/256 where they are 16-bit, else from least to greatest.

    Floating-point levels up to about 1 count from 0 to 1. What is no number is as dark as the darkest.
    """
    values = levels.astype(np.float64)
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)
    values = np.nan_to_num(values, nan=low, posinf=high, neginf=low)
    if np.issubdtype(levels.dtype, np.floating) and low >= 0 and high < _FULL_AT_ONE:
        return np.asarray(np.clip(values, 0, 1) * 255, np.uint8)
    if low >= 0 and 255 < high <= 65535:
        return np.asarray(values / 256, np.uint8)
    if low >= 0 and high <= 255:
        return np.asarray(values, np.uint8)
    return np.asarray((values - low) / ((high - low) or 1.0) * 255, np.uint8)
