"""The page's .local name, on a real socket: announced, found, taken, and taken back."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from firmware_py.loop import Loop
from firmware_py.table import Table
from firmware_py.web.naming import NameSense

zeroconf = pytest.importorskip("zeroconf", reason="zeroconf is not installed: pip install 'pop-umpire[name]'")
HERE = ["127.0.0.1"]
PATIENCE = 60.0


class Announced:
    """A table that announces its name on this machine alone."""

    def __init__(self, address: str, port: int = 8080) -> None:
        self.told: list[str] = []
        self.sense = NameSense("pop-umpire-test", address, lambda: port, self.told.append, HERE)
        self.loop = Loop(Table(), None, [self.sense], [])
        self.loop.start()

    def until_told(self) -> str:
        for _ in range(int(PATIENCE * 50)):
            if self.told:
                return self.told[-1]
            threading.Event().wait(0.02)
        raise AssertionError(f"no name was announced: {self.loop.view.faults}")


def found(name: str) -> list[str]:
    """Where a phone finds a name."""
    with network() as asks:
        asked = zeroconf.AddressResolverIPv4(f"{name}.local.")
        return list(asked.parsed_addresses()) if asked.request(asks, 3000) else []


def network() -> Any:
    try:
        return zeroconf.Zeroconf(interfaces=HERE, ip_version=zeroconf.IPVersion.V4Only)
    except OSError as error:
        pytest.skip(f"there is no multicast here: {error}")


def test_a_phone_finds_the_table_by_its_name_and_the_second_by_the_next() -> None:
    network().close()
    first = Announced("192.168.1.5")
    try:
        assert first.until_told() == "http://pop-umpire-test.local:8080/"
        assert found("pop-umpire-test") == ["192.168.1.5"]
        second = Announced("192.168.1.6", 8081)
        try:
            assert second.until_told() == "http://pop-umpire-test-2.local:8081/"
            assert found("pop-umpire-test-2") == ["192.168.1.6"]
        finally:
            second.loop.close()
    finally:
        first.loop.close()
    assert found("pop-umpire-test") == [], "it says goodbye"


def test_a_page_for_this_machine_alone_has_no_name() -> None:
    alone = Announced("127.0.0.1")
    threading.Event().wait(0.5)
    alone.loop.close()
    assert alone.told == []
