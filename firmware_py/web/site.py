"""The page as a web application: everybody may look, paired phones may act."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from firmware_py.aloud import Lately
from firmware_py.errors import JournalError
from firmware_py.senses.base import Desk
from firmware_py.table import Address, Phase, wants
from firmware_py.table.events import AddressShown, CodeShown
from firmware_py.view import TableView
from firmware_py.web.acts import Moment, PressDome, understand
from firmware_py.web.calibrate import Calibration
from firmware_py.web.drawing import board_key
from firmware_py.web.errors import RefusedError
from firmware_py.web.feed import Feed
from firmware_py.web.files import MEDIA, address_code
from firmware_py.web.gate import COOKIE, COOKIE_SECONDS, Gate
from firmware_py.web.guard import Guard
from firmware_py.web.limits import IMPORTS, Limiter
from firmware_py.web.looks import Looks
from firmware_py.web.parts import Library, SiteParts
from firmware_py.web.photo import Photo, take
from firmware_py.web.requests import caller_of, read_body, read_object
from firmware_py.web.snapshot import snapshot
from rules import GameRecord, RulesError, problem_of, read_record
from vision.dice.reading import DiceReading

__all__ = ["Site"]

_LONGEST_ACT: Final = 16_384
_LONGEST_RECORD: Final = 131_072

_Answer: TypeAlias = Callable[[Request], Awaitable[Response]]


class Site:
    """Puts the parts together. `app` is the ASGI application, `show` publishes a view."""

    def __init__(self, parts: SiteParts) -> None:
        self._parts = parts
        self._desk: Desk | None = None
        self._photo: Photo | None = None
        self._photos = 0
        self._rolling = False
        self._lately = Lately(parts.words)
        boot = secrets.token_hex(4)
        self.feed, self.club_feed = Feed(boot), Feed(boot)
        self.club_feed.publish({"line": None, "tables": []})
        self._club = self._nobody_yet = False
        self._name: str | None = None
        self._where: str | None = None
        self.gate = Gate(parts.phones, self._show_code)
        self.looks = Looks(parts, self._at)
        self._calibration = Calibration(parts.setup, self.gate, parts.words, self._at)
        self._imports = Limiter(IMPORTS)
        self.app = Guard(self._routes(), parts.names)

    # -- the sense and the show --------------------------------------------------------------------

    def show(self, view: TableView) -> None:
        """Publish a view to everybody who watches."""
        rolling = view.phase is Phase.ROLLING
        if rolling and not self._rolling:
            self._photo = None
        self._rolling = rolling
        parts, photo = self._parts, self._photo
        table = parts.table()
        shown = snapshot(view, table, parts.words)
        shown["aloud"] = [
            {"number": number, "kind": one.kind, "say": one.text} for number, one in self._lately.after(view)
        ]
        shown["calibrates"] = parts.setup is not None
        shown["layout"] = board_key(parts.layout_of(table.started))
        shown["photo"] = {"number": self._photos, **photo.told} if photo else None
        shown["kept"] = str(parts.kept) if parts.kept is not None else None
        shown["club"] = self._club
        shown["address"] = {"where": self._where, "name": self._name}
        presses = parts.press is not None and parts.takes(wants(table))
        shown["may"]["pop"] = presses and any(shown["awaits"].values())
        self.feed.publish(shown)

    def photo(self, picture: NDArray[np.uint8], reading: DiceReading) -> None:
        """Keep the picture that the dice were just read from, in memory, until the next pop."""
        self._photos += 1
        self._photo = take(picture, reading)

    def show_club(self, tables: Sequence[Mapping[str, Any]], *, line: bool) -> None:
        """Publish the tables that are seen at the broker, and whether the line to it holds."""
        self._club = True
        self.club_feed.publish({"line": line, "tables": tables})

    def watch(self, there: bool) -> None:
        """Let people watch, or end all streams."""
        for feed in (self.feed, self.club_feed):
            if there:
                feed.open()
            else:
                feed.close()

    def named(self, address: str) -> None:
        """Take over the address with the name that was announced for the page."""
        self._name = address

    def sit(self, desk: Desk | None, where: str | None = None) -> None:
        """Hand events to this desk from now on; None for none.

        Args:
            where: the page's address, shown at the table until somebody has come; None to show none.
        """
        self._desk, self._nobody_yet, self._where = desk, where is not None, where
        if desk is not None and where is not None:
            address = Address(where, self._parts.table().ply)
            desk.post(AddressShown(at=desk.now(), address=address))

    def tick(self, at: float) -> None:
        """Let time go by: a pairing code ends."""
        self.gate.tick(at)

    def _show_code(self, code: str | None) -> None:
        if self._desk is not None:
            self._desk.post(CodeShown(at=self._desk.now(), code=code))

    # -- what is asked ---------------------------------------------------------------------------------

    def _routes(self) -> Starlette:
        looks = self.looks
        get: list[tuple[str, _Answer]] = [
            ("/", looks.index),
            ("/page/{name}", looks.page),
            ("/layout.json", looks.layout),
            ("/words.json", looks.words),
            ("/setups.json", looks.setups),
            ("/luck.json", looks.luck),
            ("/games.json", looks.games),
            ("/season.json", looks.season),
            ("/games/{which}.json", looks.story),
            ("/games/{which}.txt", looks.record),
            ("/games/{which}.html", looks.shared),
            ("/events", self._events),
            ("/club", looks.club),
            ("/club/events", self._club_events),
            ("/state.json", self._state),
            ("/me.json", self._me),
            ("/dome.jpg", self._dome),
            ("/address.svg", self._address),
        ]
        post: list[tuple[str, _Answer]] = [
            ("/act", self._act),
            ("/pair/ask", self._ask),
            ("/pair", self._pair),
            ("/pair/forget", self._forget),
            ("/story", self._imported),
            ("/games", self._kept),
        ]
        get += self._calibration.get
        post += self._calibration.post
        routes = [Route(path, self._told(answer)) for path, answer in get]
        routes += [Route(path, self._told(answer), methods=["POST"]) for path, answer in post]
        return Starlette(routes=routes)

    def _told(self, answer: _Answer) -> _Answer:
        """An answer whose refusals are told in words."""

        async def told(request: Request) -> Response:
            try:
                return await answer(request)
            except RefusedError as refused:
                say = self._parts.words.say(f"web.refused.{refused.key}", refused.facts)
                about = {part: list(names) for part, names in refused.about.items()}
                return JSONResponse({"refused": refused.key, "say": say, "about": about}, refused.status)

        return told

    async def _events(self, request: Request) -> Response:
        if self._nobody_yet and self._desk is not None:
            self._nobody_yet = False
            self._desk.post(AddressShown(at=self._desk.now(), address=None))
        return _stream(self.feed, request)

    async def _club_events(self, request: Request) -> Response:
        return _stream(self.club_feed, request)

    async def _state(self, request: Request) -> Response:
        del request
        return Response(self.feed.newest, media_type="application/json")

    async def _me(self, request: Request) -> Response:
        phone = self.gate.phone(caller_of(request))
        return JSONResponse({"paired": phone is not None, "name": phone.name if phone else None})

    async def _dome(self, request: Request) -> Response:
        del request
        photo = self._photo
        if photo is None:
            return Response("There is no picture now.", 404, media_type="text/plain")
        return Response(photo.jpeg, media_type="image/jpeg")

    async def _address(self, request: Request) -> Response:
        del request
        if self._where is None:
            return Response("Only this machine can reach the page.", 404, media_type="text/plain")
        return Response(address_code(self._where), media_type=MEDIA["svg"])

    # -- acts ------------------------------------------------------------------------------------------

    async def _act(self, request: Request) -> Response:
        at = self._at()
        phone = self.gate.admitted(caller_of(request), at)
        act = await read_object(request, _LONGEST_ACT)
        name = self.gate.once(phone, act.get("id"))
        parts = self._parts
        event = understand(act, Moment(parts.table(), at, phone.name, parts.boards))
        if isinstance(event, PressDome):
            if parts.press is None:
                raise RefusedError("not_now")
            parts.press(at)
        elif self._desk is not None:
            self._desk.post(event)
        self.gate.done(phone, name)
        return JSONResponse({"taken": True}, 202)

    async def _imported(self, request: Request) -> Response:
        self.gate.admitted(caller_of(request), self._at())
        text = (await read_body(request, _LONGEST_RECORD)).decode("utf-8", "replace")
        return JSONResponse(await run_in_threadpool(self.looks.told_story, lambda: _read(text)))

    async def _kept(self, request: Request) -> Response:
        phone = self.gate.admitted(caller_of(request), self._at())
        text = (await read_body(request, _LONGEST_RECORD)).decode("utf-8", "replace")
        library = self._parts.library
        if library is None:
            raise RefusedError("no_games", 404)
        if not self._imports.allows(f"phone {phone.number}", self._at()):
            raise RefusedError("too_fast", 429)
        number = await run_in_threadpool(lambda: _keep(library, _read(text)))
        return JSONResponse({"number": number}, 201)

    async def _ask(self, request: Request) -> Response:
        self.gate.ask(caller_of(request), self._at())
        return JSONResponse({"shown": True}, 202)

    async def _pair(self, request: Request) -> Response:
        read = await read_object(request, _LONGEST_ACT)
        code, name = str(read.get("code", ""))[:12], str(read.get("name", ""))[:80]
        token = self.gate.pair(caller_of(request), code, name, self._at(), self._parts.wall())
        response = JSONResponse({"paired": True})
        response.set_cookie(COOKIE, token, max_age=COOKIE_SECONDS, httponly=True, samesite="strict", path="/")
        return response

    async def _forget(self, request: Request) -> Response:
        self.gate.forget(caller_of(request), self._at())
        response = JSONResponse({"paired": False})
        response.delete_cookie(COOKIE, path="/")
        return response

    def _at(self) -> float:
        if self._desk is None:
            raise RefusedError("not_now", 503)
        return self._desk.now()


def _keep(library: Library, record: GameRecord) -> int:
    try:
        return library.keep(record)
    except (RulesError, JournalError) as error:
        raise RefusedError("record", 422, {"problem": problem_of(error)}) from None


def _stream(feed: Feed, request: Request) -> Response:
    address = caller_of(request).address
    if not feed.has_room_for(address):
        raise RefusedError("too_many", 503)
    return StreamingResponse(feed.stream(address), media_type="text/event-stream")


def _read(text: str) -> GameRecord:
    try:
        return read_record(text)
    except RulesError as error:
        raise RefusedError("record", 422, {"problem": problem_of(error)}) from None
