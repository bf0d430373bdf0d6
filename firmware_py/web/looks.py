"""What everybody may look at: the page itself, the board, recorded games."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from firmware_py.errors import JournalError
from firmware_py.luck import team_luck
from firmware_py.table import to_record
from firmware_py.table.events import Started
from firmware_py.web.drawing import drawing
from firmware_py.web.errors import RefusedError, unclear
from firmware_py.web.files import MEDIA, in_words, one_file, page_file
from firmware_py.web.labels import labels, terms
from firmware_py.web.limits import Limit, Limiter
from firmware_py.web.parts import Library, SiteParts
from firmware_py.web.requests import caller_of, download
from firmware_py.web.setups import setups
from firmware_py.web.story import story
from rules import GameRecord, RulesError, problem_of
from rules.bots import BOTS, strength_of

__all__ = ["Looks"]

_PEOPLE: Final = 30
"""How many names of earlier games are offered for a new one."""

_LOOKS: Final = Limit(burst=30, a_second=3)
"""What takes the server some work to show: recorded games and the luck so far."""


class Looks:
    """Answers that change nothing.

    Args:
        parts: where the answers come from.
        now: monotonic seconds.
    """

    def __init__(self, parts: SiteParts, now: Callable[[], float]) -> None:
        self._parts, self._now = parts, now
        self._looks = Limiter(_LOOKS)

    async def index(self, request: Request) -> Response:
        """The page."""
        return self._file("index.html", request)

    async def club(self, request: Request) -> Response:
        """The page of the other tables."""
        return self._file("club.html", request)

    async def page(self, request: Request) -> Response:
        """A file of the page."""
        return self._file(request.path_params["name"], request)

    def _file(self, name: str, request: Request) -> Response:
        found = page_file(name)
        if found is None:
            return Response("There is no such file.", 404, media_type="text/plain")
        words = self._parts.words
        if name.endswith(".html"):
            told = {"language": words.language, "noscript": words.say("web.page.noscript")}
            found = in_words(found[0], told)
        content, tag = found
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=MEDIA[name.rpartition(".")[2]])

    async def layout(self, request: Request) -> Response:
        """The board of the game, or of the usual one."""
        del request
        return JSONResponse(drawing(self._parts.layout_of(self._parts.table().started)))

    async def words(self, request: Request) -> Response:
        """The labels of the page and the words that stand for facts."""
        del request
        return JSONResponse(
            {
                "language": self._parts.words.language,
                "labels": labels(self._parts.words),
                "terms": terms(self._parts.words),
            }
        )

    async def setups(self, request: Request) -> Response:
        """What a new game may be, and who played lately."""
        self._may_look(request)
        library = self._parts.library
        people = await run_in_threadpool(library.people) if library else ()
        known = dict.fromkeys(seat.player for seats in people for seat in seats)
        persons = [name for name in known if strength_of(name) is None]
        return JSONResponse(
            {
                "games": setups(self._parts.boards, self._parts.words),
                "people": [*persons[:_PEOPLE], *BOTS],
                "seats": {seat.colour: seat.player for seat in people[0]} if people else {},
            }
        )

    async def luck(self, request: Request) -> Response:
        """Luck so far."""
        self._may_look(request)
        found = await run_in_threadpool(team_luck, self._parts.table())
        return JSONResponse({colour: asdict(one) for colour, one in found.items()})

    # -- games -----------------------------------------------------------------------------------------

    async def games(self, request: Request) -> Response:
        """The recorded games."""
        self._may_look(request)
        library = self._parts.library
        lines = await run_in_threadpool(library.games) if library else []
        return JSONResponse([asdict(line) for line in lines])

    async def season(self, request: Request) -> Response:
        """The season's table; `since` is the day on which it begins, such as 2026-09-01."""
        self._may_look(request)
        library, since = self._parts.library, _day(request.query_params.get("since", ""))
        found = await run_in_threadpool(library.season, since) if library else ()
        return JSONResponse(
            [
                {**asdict(one), "wins": one.wins, "mean_place": one.mean_place, "mean_pips": one.mean_pips}
                for one in found
            ]
        )

    async def story(self, request: Request) -> Response:
        """A recorded game, step by step."""
        self._may_look(request)
        return JSONResponse(await run_in_threadpool(self.told_story, self._asked_for(request)))

    async def record(self, request: Request) -> Response:
        """A recorded game as text."""
        self._may_look(request)
        record = await run_in_threadpool(self._asked_for(request))
        return download(str(record), "text/plain; charset=utf-8", f"{record.game}.txt")

    async def shared(self, request: Request) -> Response:
        """A recorded game as one HTML file."""
        self._may_look(request)
        told = await run_in_threadpool(self.told_story, self._asked_for(request))
        words = self._parts.words
        title = f"{told['name']}: {', '.join(seat['player'] for seat in told['seats'])}"
        page = one_file(title, told, {**labels(words), **terms(words)}, words.language)
        return download(page, MEDIA["html"], f"{told['game']}.html")

    def told_story(self, record_of: Callable[[], GameRecord]) -> dict[str, Any]:
        """A game step by step.

        Raises:
            RefusedError: if the record tells what cannot be.
        """
        record = record_of()
        begun = Started(at=0.0, game=record.game, seats=record.seats, board=record.board)
        try:
            return story(record, self._parts.layout_of(begun), self._parts.words)
        except RulesError as error:
            raise RefusedError("record", 422, {"problem": problem_of(error)}) from None

    def _asked_for(self, request: Request) -> Callable[[], GameRecord]:
        """What finds the game that a path names: its number, or "now"."""
        which, library, table = request.path_params["which"], self._parts.library, self._parts.table()
        if which == "now" and table.started is not None:
            return lambda: to_record(table)
        if library is None or not which.isdecimal() or len(which) > 9:
            raise RefusedError("no_games", 404)
        return lambda: _found(library, int(which))

    def _may_look(self, request: Request) -> None:
        if not self._looks.allows(caller_of(request).address, self._now()):
            raise RefusedError("too_fast", 429)


def _day(text: str) -> float:
    """A day as seconds since 1970; the beginning of time for none.

    Raises:
        RefusedError: if it is no day.
    """
    try:
        return dt.datetime.fromisoformat(text).astimezone().timestamp() if text else 0.0
    except (ValueError, OverflowError, OSError):
        raise unclear("since is no day") from None


def _found(library: Library, number: int) -> GameRecord:
    try:
        return library.record(number)
    except JournalError as error:
        raise RefusedError("record", 404, {"problem": problem_of(error)}) from None
