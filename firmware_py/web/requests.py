"""Reading what was sent, within bounds, and answering with a file."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from firmware_py.web.errors import RefusedError, unclear
from firmware_py.web.gate import COOKIE, Caller

__all__ = ["caller_of", "download", "read_body", "read_object"]


def caller_of(request: Request) -> Caller:
    """Who sends a request."""
    return Caller(
        address=request.client.host if request.client else "",
        host=request.headers.get("host", ""),
        origin=request.headers.get("origin"),
        token=request.cookies.get(COOKIE),
    )


async def read_body(request: Request, longest: int) -> bytes:
    """The body of a request.

    Raises:
        RefusedError: if it is longer than `longest` bytes; the rest is not read.
    """
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > longest:
            raise RefusedError("too_long", 413)
    return body


async def read_object(request: Request, longest: int) -> dict[str, Any]:
    """The JSON object that was sent.

    Raises:
        RefusedError: if it is none, or too long. Only JSON will do: a form cannot send it.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise unclear("it is no JSON", 415)
    body = await read_body(request, longest)
    try:
        read = json.loads(body)
    except (ValueError, RecursionError):
        raise unclear("it is no JSON") from None
    if not isinstance(read, dict):
        raise unclear("it is no JSON object")
    return read


def download(content: str, media_type: str, name: str) -> Response:
    """A file for the browser to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)
