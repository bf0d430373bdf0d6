"""The web server as a sense: people act on the page. The feed as a show: people watch it."""

from __future__ import annotations

import asyncio
import socket

import uvicorn

from firmware_py.errors import DeviceError, reason_of
from firmware_py.senses.base import Desk
from firmware_py.view import TableView
from firmware_py.web.site import Site

__all__ = ["WebSense", "WebShow", "addresses", "for_phones"]

_LOOK_SECONDS = 0.25
"""How often the server looks whether it is to end, and whether a pairing code is over."""


class WebSense:
    """Serves the page until the loop stops.

    Args:
        site: what is served.
        host: the address to listen at; 0.0.0.0 for all of the home network.
        port: the port; 0 for any that is free.
    """

    name = "web page"

    def __init__(self, site: Site, host: str, port: int) -> None:
        self._site, self._host = site, host
        self.port = port
        self._server: uvicorn.Server | None = None

    def run(self, desk: Desk) -> None:
        """Serve.

        Raises:
            DeviceError: if nothing can listen at the address and port.
        """
        with self._listening() as listening:
            self.port = listening.getsockname()[1]
            self._site.sit(desk, for_phones(self._host, self.port))
            self._site.watch(True)
            try:
                asyncio.run(self._serve(listening, desk))
            finally:
                self._site.sit(None)

    def _listening(self) -> socket.socket:
        family = socket.AF_INET6 if ":" in self._host else socket.AF_INET
        try:
            listening = socket.create_server((self._host, self.port), family=family, backlog=256)
            # asyncio does it for sockets that name their protocol only; without, an answer takes 40 ms more.
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return listening
        except OSError as error:
            raise DeviceError(
                "The page cannot be served at {where} port {port}: {reason}; set another port "
                "with web.port in the configuration.",
                where=self._host,
                port=self.port,
                reason=reason_of(error),
            ) from None

    async def _serve(self, listening: socket.socket, desk: Desk) -> None:
        config = uvicorn.Config(
            self._site.app,
            log_config=None,
            access_log=False,
            lifespan="off",
            ws="none",
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        self._server = server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        desk.ready()
        while not serving.done():
            if not desk.wait(0.0):
                self.close()
            self._site.tick(desk.now())
            await asyncio.wait([serving], timeout=_LOOK_SECONDS)
        await serving

    def close(self) -> None:
        """End the server; from any thread."""
        self._site.watch(False)
        if self._server is not None:
            self._server.should_exit = True


class WebShow:
    """Publishes every view to the phones that watch."""

    name = "web feed"
    frame_seconds: float | None = None

    def __init__(self, site: Site) -> None:
        self._site = site

    def open(self) -> None:
        """The feed is always open."""

    def show(self, view: TableView, t: float) -> None:
        """Publish a view."""
        del t
        self._site.show(view)

    def close(self) -> None:
        """The server ends the feed."""


def for_phones(host: str, port: int) -> str | None:
    """The address to show to phones; None if only this machine can reach the page."""
    best = addresses(host, port)[0]
    return None if best.startswith(("http://127.", "http://localhost", "http://[::1]")) else best


def addresses(host: str, port: int) -> list[str]:
    """Where phones find the page, the best first: the address in the home network, then the name."""
    if host not in ("0.0.0.0", "::", ""):
        return [f"http://{f'[{host}]' if ':' in host else host}:{port}/"]
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address (RFC 5737); connecting sends nothing
            found.append(probe.getsockname()[0])
        except OSError:
            found.append("127.0.0.1")
    name = socket.gethostname().partition(".")[0]
    return [f"http://{found[0]}:{port}/", f"http://{name}.local:{port}/"]
