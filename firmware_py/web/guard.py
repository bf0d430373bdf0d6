"""Round every answer: only names of this home are answered, and the browser is told what the page may do."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from firmware_py.web.hosts import is_home_name

__all__ = ["Guard"]

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_NOT_STORED: Final = (b"cache-control", b"no-store")


class Guard:
    """An ASGI application round another.

    Args:
        app: what answers.
        names: names of this machine besides those of a home network; see `is_home_name`.
    """

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        self._app, self._names = app, frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), *_HEADERS]
                if not any(name.lower() == b"cache-control" for name, _ in headers):
                    headers.append(_NOT_STORED)
                message = {**message, "headers": headers}
            await send(message)

        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        if is_home_name(host, self._names):
            await self._app(scope, receive, guarded)
        else:
            refusal = "This machine is not known by that name: open the page by its address."
            await PlainTextResponse(refusal, 421)(scope, receive, guarded)
