"""Drawing what was seen on a chessboard: each counter read, and each square that cannot be told."""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from hardware.layout import Layout
from vision.board.chess.chess_reader import ChessLook
from vision.board.overlay import DARK, UNSURE
from vision.board.place.canvas import Picture

__all__ = ["draw_chess"]

_INK = {"N": (255, 140, 40), "S": (110, 150, 255)}
_OUTLINE = (0, 255, 255)


def draw_chess(picture: Picture, look: ChessLook, layout: Layout) -> Picture:
    """The picture (BGR) with the board's outline, every sure counter's kind and facing, and a magenta
    question mark where it cannot be told."""
    image = Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    pen, size = ImageDraw.Draw(image), max(picture.shape[:2]) / 1000
    font = ImageFont.load_default(max(10.0, 14 * size))
    wide = max(round(2 * size), 1)
    found = look.registration

    def write(x: float, y: float, words: str, ink: tuple[int, int, int]) -> None:
        pen.text((x, y), words, fill=ink, font=font, anchor="mm", stroke_width=2, stroke_fill=DARK)

    if found is not None:
        outline = found.pose.pixels(np.array(layout.corners))
        pen.polygon([tuple(p) for p in outline.tolist()], outline=_OUTLINE, width=wide)
        for one in look.found:
            corners = found.pose.pixels(one.corners)
            ink = _INK["N" if abs(one.heading) < 90 else "S"]
            pen.polygon([tuple(p) for p in corners.tolist()], outline=ink, width=wide)
            pen.line([tuple(corners.mean(axis=0)), tuple(corners[:2].mean(axis=0))], fill=ink, width=2 * wide)
        for space, (x, y) in zip(
            layout.spaces, found.pose.pixels(np.array(list(layout.spaces.values()))), strict=True
        ):
            seen = look.seen.pieces[space]
            if not seen.sure:
                write(x, y, f"{space}?", UNSURE)
            elif seen.colour is not None:
                kind, facing, *back = seen.colour.split(" ")
                write(x, y, f"{kind}{' (back)' if back else ''}", _INK[facing])
    told = f"{found.how}, error {found.error_px:.1f} px, " if found is not None else "not seen: "
    pen.text((8, 8), told + look.seen.reason, fill="white", font=font, stroke_width=2, stroke_fill=DARK)
    return np.asarray(cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR), np.uint8)
