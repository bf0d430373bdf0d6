"""Which names this machine answers to, and whether an act comes from its own page. Pure.

A page somewhere on the internet can make a browser at home ask this server, by a name that suddenly points
here (DNS rebinding) or by a form that posts here. The first is refused by the `Host`, the second by the
`Origin` (https://owasp.org/www-community/attacks/csrf).
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

__all__ = ["from_own_page", "is_home_name"]

_HOME_SUFFIXES: Final = (".local", ".lan", ".home", ".internal", ".home.arpa", ".localdomain", ".fritz.box")


def is_home_name(host: str, names: Collection[str] = ()) -> bool:
    """Whether a `Host` header names a machine at home: an address, a bare name, or one of a home network.

    Args:
        host: the header, with or without a port.
        names: further names that the configuration allows.
    """
    name = _name_of(host)
    if name is None:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(_HOME_SUFFIXES) or name in names
    return True


def from_own_page(origin: str | None, host: str) -> bool:
    """Whether the `Origin` of a request is the page of the host that it was sent to."""
    if not origin or not host:
        return False
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _name_of(host: str) -> str | None:
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return None
    return name.rstrip(".") if name else None
