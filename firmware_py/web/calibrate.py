"""The calibration page: the camera's picture with the layout over it, what is read there, and keeping that.

The picture shows whoever sits at the table, so that paired phones alone see it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from firmware_py.errors import DeviceError
from firmware_py.senses.board_setup import SetupLook
from firmware_py.web.errors import RefusedError, unclear
from firmware_py.web.gate import Gate
from firmware_py.web.photo import as_jpeg
from firmware_py.web.requests import caller_of, read_object
from firmware_py.words import Words
from rules import Fact, problem_of

__all__ = ["Calibration", "SetsUpBoard"]

_LONGEST: Final = 1_024
_FARTHEST: Final = 20_000.0
"""Pixels: no corner lies farther outside a picture."""

Answer: TypeAlias = Callable[[Request], Awaitable[Response]]
Corners: TypeAlias = tuple[tuple[float, float], ...]


class SetsUpBoard(Protocol):
    """What the page sets up, as `BoardSetup` is."""

    def picture(self, at: float) -> NDArray[np.uint8] | None:
        """The newest picture; None until there is one."""

    def look(self, picture: NDArray[np.uint8], corners: Sequence[tuple[float, float]] | None) -> SetupLook:
        """The board in a picture."""

    def save(self, picture: NDArray[np.uint8], corners: Sequence[tuple[float, float]] | None) -> bool:
        """Keep where the board is; False if it cannot be found."""


class Calibration:
    """Answers for the page.

    Args:
        setup: what is set up; None at a table without a camera over the board.
        gate: knows who may act.
        words: the catalogue.
        at: monotonic seconds.
    """

    def __init__(self, setup: SetsUpBoard | None, gate: Gate, words: Words, at: Callable[[], float]) -> None:
        self._setup, self._gate, self._words, self._at = setup, gate, words, at

    @property
    def get(self) -> list[tuple[str, Answer]]:
        """What can be looked at."""
        return [("/calibrate/board.jpg", self.jpeg)]

    @property
    def post(self) -> list[tuple[str, Answer]]:
        """What can be done."""
        return [("/calibrate/look", self.look), ("/calibrate/save", self.save)]

    async def jpeg(self, request: Request) -> Response:
        """The newest picture."""
        if self._gate.phone(caller_of(request)) is None:
            raise RefusedError("not_paired", 403)
        return Response(await run_in_threadpool(as_jpeg, self._picture()), media_type="image/jpeg")

    async def look(self, request: Request) -> Response:
        """The newest picture read, with the corners that were sent or by the layout's own means."""
        self._gate.admitted(caller_of(request), self._at())
        corners = _corners(await read_object(request, _LONGEST))
        picture, setup = self._picture(), self._known()
        look = await run_in_threadpool(self._told, lambda: setup.look(picture, corners))
        return JSONResponse(self._in_words(look))

    async def save(self, request: Request) -> Response:
        """Keep where the board is."""
        self._gate.admitted(caller_of(request), self._at())
        corners = _corners(await read_object(request, _LONGEST))
        picture, setup = self._picture(), self._known()
        if not await run_in_threadpool(self._told, lambda: setup.save(picture, corners)):
            raise RefusedError("no_board", 422)
        return JSONResponse({"saved": True, "says": [self._words.say("web.calibrate.saved")]})

    def _known(self) -> SetsUpBoard:
        if self._setup is None:
            raise RefusedError("no_board_camera", 404)
        return self._setup

    def _picture(self) -> NDArray[np.uint8]:
        picture = self._known().picture(self._at())
        if picture is None:
            raise RefusedError("no_picture", 503)
        return picture

    @staticmethod
    def _told(does: Callable[[], Any]) -> Any:
        try:
            return does()
        except DeviceError as error:
            raise RefusedError("calibration", 422, {"problem": problem_of(error)}) from None

    def _in_words(self, look: SetupLook) -> dict[str, Any]:
        """A look as the page has it, with what `umpire calibrate` would say."""
        say = self._words.say
        says = [say(f"board.reason.{look.reason}", look.facts)]
        if look.how is not None:
            facts: dict[str, Fact] = {
                "px": f"{look.error_px:.1f}",
                "height": round(look.height_mm),
                "degrees": round(look.tilt),
            }
            says = [say(f"web.calibrate.{look.how}", facts), say("web.calibrate.camera", facts), *says]
            says += [say(f"board.fault.{fault.key}", fault.facts) for fault in look.faults]
            if not look.faults:
                says.append(say("web.calibrate.good"))
        spaces = {
            space: {"at": at, "colour": look.seen[space].colour, "sure": look.seen[space].sure}
            for space, at in look.spaces.items()
        }
        return {
            "size": look.size,
            "found": look.how is not None,
            "corners": look.corners,
            "spaces": spaces,
            "faults": len(look.faults),
            "says": says,
        }


def _corners(read: dict[str, Any]) -> Corners | None:
    """The four corners that were sent; None if the layout's own means are to find the board."""
    sent = read.get("corners")
    if sent is None:
        return None
    try:
        corners = tuple((float(x), float(y)) for x, y in sent)
    except (TypeError, ValueError):
        corners = ()
    far = any(not abs(value) < _FARTHEST for corner in corners for value in corner)
    if len(corners) != 4 or far:
        raise unclear("corners is no list of four points")
    return corners
