"""Paper: pages in millimetres, drawn at 300 dots an inch, kept as one PDF in true size."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

from PIL import Image, ImageDraw

from firmware_py.errors import UmpireError
from firmware_py.words import Words
from vision.studio.lettering import letter

__all__ = ["DPI", "SIZES", "Ink", "Page", "PaperName", "dots", "save_pdf"]

DPI: Final = 300
PaperName = Literal["a4", "letter"]
Ink = int | str | tuple[int, int, int]
SIZES: Final[dict[str, tuple[float, float]]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in mm."""

_MM_PER_INCH: Final = 25.4
_LETTER_MM: Final = 3.2
_QUALITY: Final = 93
"""Of the JPEG pictures in the PDF: markers and letters keep clean edges."""


class Page:
    """A white page; all lengths are mm from its upper left corner, inks are grey levels or colours."""

    def __init__(self, paper: str, *, colour: bool = False) -> None:
        self.size = SIZES[paper]
        size = (dots(self.size[0]), dots(self.size[1]))
        self.image = Image.new("RGB" if colour else "L", size, "white")
        self._pen = ImageDraw.Draw(self.image)

    def paste(self, picture: Image.Image, x: float, y: float, width: float) -> None:
        """Put a square picture, its upper left corner at x and y."""
        side = dots(x + width) - dots(x)
        self.image.paste(picture.resize((side, side), Image.Resampling.NEAREST), (dots(x), dots(y)))

    def lay(self, picture: Image.Image, x: float, y: float) -> None:
        """Put a picture as it is, its upper left corner at x and y."""
        self.image.paste(picture, (dots(x), dots(y)))

    def line(
        self, x: float, y: float, to_x: float, to_y: float, width: float = 0.2, ink: Ink = "black"
    ) -> None:
        """A straight line."""
        self._pen.line((dots(x), dots(y), dots(to_x), dots(to_y)), fill=ink, width=max(1, dots(width)))

    def box(self, x: float, y: float, width: float, height: float, ink: Ink | None = "black") -> None:
        """A filled box; None for its outline only."""
        corners = (dots(x), dots(y), dots(x + width) - 1, dots(y + height) - 1)
        if ink is None:
            self._pen.rectangle(corners, outline="black")
        else:
            self._pen.rectangle(corners, fill=ink)

    def wedge(self, x: float, y: float, radius: float, start: float, end: float) -> None:
        """A black slice of a circle round x and y, between two angles in degrees."""
        around = (dots(x - radius), dots(y - radius), dots(x + radius), dots(y + radius))
        self._pen.pieslice(around, start, end, fill="black")

    def write(
        self, x: float, y: float, words: str, height: float = _LETTER_MM, *, anchor: str = "la"
    ) -> None:
        """A line of text, its upper left corner at x and y, or what the anchor says ("mm": its middle)."""
        letter(self._pen, (dots(x), dots(y)), words, dots(height), 0, anchor=anchor)

    def ruler(self, x: float, y: float, length: int, words: Words) -> None:
        """A ruler of so many mm, to check that the printer did not scale."""
        self.line(x, y, x + length, y)
        for mm in range(length + 1):
            tick = 4.0 if mm % 10 == 0 else 2.5 if mm % 5 == 0 else 1.5
            self.line(x + mm, y, x + mm, y - tick, 0.15)
        self.write(x, y + 1, words.say("paper.sheet.ruler", {"size": length}))


def dots(mm: float) -> int:
    """Millimetres as dots."""
    return round(mm * DPI / _MM_PER_INCH)


def save_pdf(pages: Sequence[Page], file: Path) -> None:
    """Write pages as one PDF.

    Raises:
        UmpireError: if it cannot be written.
    """
    first, *others = (page.image for page in pages)
    try:
        first.save(file, "PDF", resolution=float(DPI), save_all=True, append_images=others, quality=_QUALITY)
    except OSError as error:
        raise UmpireError(f"{file}: the sheet cannot be written: {error.strerror or error}.") from error
