"""A table with a page, without a network: requests go straight to the application."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from firmware_py.table import Table, Wants, wants
from firmware_py.table.events import Started, TableEvent
from firmware_py.view import view
from firmware_py.web import Phones, Site, SiteParts
from firmware_py.web.gate import COOKIE
from firmware_py.words import Words
from hardware.layout import Layout, load_layout
from rules import Seat

HOST = "192.168.1.5:8080"
ORIGIN = f"http://{HOST}"
BOARDS = {"trouble": "trouble", "headache": "headache", "gearhead": "chessboard"}


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Served:
    """A site at a desk that deals with every event at once."""

    folder: Path
    table: Table = field(default_factory=Table)
    at: float = 100.0
    events: list[TableEvent] = field(default_factory=list)
    presses: list[float] = field(default_factory=list)
    library: Any = None
    setup: Any = None
    kept: Path | None = None

    def __post_init__(self) -> None:
        self.phones = Phones(self.folder / "phones.json")
        self.site = Site(
            SiteParts(
                table=lambda: self.table,
                words=Words(strict=True),
                phones=self.phones,
                layout_of=self.layout_of,
                boards={game: load_layout(name).seats for game, name in BOARDS.items()},
                wall=lambda: 1.7e9,
                press=self.presses.append,
                library=self.library,
                setup=self.setup,
                kept=self.kept,
            )
        )
        self.site.sit(self)
        self.site.show(view(self.table))

    def layout_of(self, started: Started | None) -> Layout:
        return load_layout(BOARDS[started.game if started else "trouble"])

    # -- the desk ----------------------------------------------------------------------------------

    def post(self, event: TableEvent) -> None:
        self.events.append(event)
        self.table = self.table.after(event)
        self.site.show(view(self.table))

    def now(self) -> float:
        return self.at

    def wants(self) -> Wants:
        return wants(self.table)

    def wait(self, seconds: float) -> bool:
        return seconds >= 0.0

    def ready(self) -> None:
        """Nobody waits for it."""

    # -- the network -------------------------------------------------------------------------------

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        origin: str | None = ORIGIN,
        host: str = HOST,
        address: str = "192.168.1.20",
        kind: str = "application/json",
        query: str = "",
    ) -> Answer:
        """Send a request and get the answer."""
        headers = [(b"host", host.encode())]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        if token is not None:
            headers.append((b"cookie", f"{COOKIE}={token}".encode()))
        content = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else b""
        if body is not None:
            headers.append((b"content-type", kind.encode()))
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": (address, 50000),
            "server": ("192.168.1.5", 8080),
        }
        # In a thread of its own: a browser driven by earlier tests keeps an event loop running in this one.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, _exchange(self.site.app, scope, content)).result()

    @property
    def state(self) -> dict[str, Any]:
        """The newest state as everybody sees it."""
        answer: dict[str, Any] = self.call("GET", "/state.json").json
        return answer

    def begin(self, game: str = "trouble", options: str = "", **facts: Any) -> None:
        """A game begins at the table."""
        colours = ("south", "north") if game == "gearhead" else ("red", "yellow")
        seats = (Seat(colours[0], "Anna"), Seat(colours[1], "Ben"))
        self.at += 1.0
        self.post(Started(at=self.at, game=game, seats=seats, options=options, **facts))

    def pair(self) -> str:
        """Pair a phone as people do; returns its token."""
        self.call("POST", "/pair/ask", {})
        code = self.table.pairing_code
        assert code is not None
        answer = self.call("POST", "/pair", {"code": code, "name": "Anna"})
        assert answer.status == 200, answer.body
        return answer.headers["set-cookie"].partition("=")[2].partition(";")[0]

    def act(self, token: str | None, act: str, *, name: str = "1", **more: Any) -> Answer:
        """Act as the page does."""
        keys = {key: more.pop(key) for key in ("origin", "host", "address", "kind") if key in more}
        now = {"began": self.table.started.at if self.table.started else None, "ply": self.table.ply}
        return self.call("POST", "/act", {"act": act, "id": name, **now, **more}, token=token, **keys)


async def _exchange(app: Any, scope: dict[str, Any], body: bytes) -> Answer:
    sent: list[dict[str, Any]] = []
    received = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive() -> dict[str, Any]:
        return next(received, {"type": "http.disconnect"})

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    headers = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], headers, b"".join(one.get("body", b"") for one in sent[1:]))


@pytest.fixture
def served(tmp_path: Path) -> Served:
    """A table that waits for a game, with its page."""
    return Served(tmp_path)
