"""The name by which phones find the page: NAME.local, announced by multicast DNS (RFC 6762, 6763).

The table announces a name of its own, so the same address holds whatever the machine is called. Where another
table has that name already, this one takes the next: pop-umpire-2.local.
"""

from __future__ import annotations

import importlib.util
import logging
import socket
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from firmware_py.errors import DeviceError, reason_of
from firmware_py.senses.base import Desk
from firmware_py.web.service import for_phones

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

__all__ = ["NameSense", "can_announce"]

_SERVICE: Final = "_http._tcp.local."
_LOOK_SECONDS: Final = 10.0
"""How often it is looked whether this machine has another address now."""

_ASK_MILLISECONDS: Final = 1500
_MOST_NAMES: Final = 20
_log = logging.getLogger(__name__)


class NameSense:
    """Announces the page while the loop runs.

    Args:
        name: the name that is wanted, without ".local".
        host: the address that the page listens at.
        port: tells the page's port, 0 as long as it has none.
        named: told the address with the name once it is announced.
        interfaces: the addresses to announce at; None for all that this machine has.
    """

    name = "network name"

    def __init__(
        self,
        name: str,
        host: str,
        port: Callable[[], int],
        named: Callable[[str], None] = lambda _: None,
        interfaces: Sequence[str] | None = None,
    ) -> None:
        self._wanted, self._host, self._port, self._named = name, host, port, named
        self._interfaces = interfaces

    def run(self, desk: Desk) -> None:
        """Announce the page, anew whenever this machine's address has changed.

        Raises:
            DeviceError: if there is no network to announce it on.
        """
        told = ""
        while desk.wait(0.0):
            where = for_phones(self._host, self._port()) if self._port() else None
            if where is None or where == told:
                if not desk.wait(_LOOK_SECONDS if where else 0.2):
                    return
                continue
            told = where
            self._announce(desk, where)

    def close(self) -> None:
        """The name is taken back as soon as the loop stops."""

    def _announce(self, desk: Desk, where: str) -> None:
        from zeroconf import InterfaceChoice, IPVersion, Zeroconf

        try:
            network = Zeroconf(
                interfaces=list(self._interfaces) if self._interfaces else InterfaceChoice.Default,
                ip_version=IPVersion.V4Only,
            )
        except OSError as error:
            raise DeviceError(
                "The page's name cannot be announced: {reason}.", reason=reason_of(error)
            ) from None
        with network:
            name = self._free_name(network, _address_of(where))
            info = _service(name, _address_of(where), self._port())
            try:
                network.register_service(info, allow_name_change=True)
            except OSError as error:
                raise DeviceError(
                    "The page's name cannot be announced: {reason}.", reason=reason_of(error)
                ) from None
            address = f"http://{name}.local:{self._port()}/"
            _log.info("the page is found as %s", address)
            self._named(address)
            desk.ready()
            while desk.wait(_LOOK_SECONDS) and for_phones(self._host, self._port()) == where:
                pass
            network.unregister_service(info)

    def _free_name(self, network: Zeroconf, address: str) -> str:
        """The name wanted, or the next that no other machine has."""
        from zeroconf import AddressResolverIPv4  # type: ignore[attr-defined]

        for number in range(1, _MOST_NAMES):
            name = self._wanted if number == 1 else f"{self._wanted}-{number}"
            asked = AddressResolverIPv4(f"{name}.local.")
            if not asked.request(network, _ASK_MILLISECONDS) or address in asked.parsed_addresses():
                return name
        raise DeviceError("{what}.local is taken many times over: set another web.name.", what=self._wanted)


def can_announce() -> bool:
    """Whether the library for it is installed."""
    return importlib.util.find_spec("zeroconf") is not None


def _service(name: str, address: str, port: int) -> ServiceInfo:
    from zeroconf import ServiceInfo

    return ServiceInfo(
        _SERVICE,
        f"Pop Umpire ({name}).{_SERVICE}",
        addresses=[socket.inet_aton(address)],
        port=port,
        properties={"path": "/"},
        server=f"{name}.local.",
    )


def _address_of(where: str) -> str:
    return where.removeprefix("http://").partition(":")[0]
