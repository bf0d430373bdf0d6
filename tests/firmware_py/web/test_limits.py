"""Buckets, and names of this home."""

from __future__ import annotations

import pytest

from firmware_py.web.hosts import from_own_page, is_home_name
from firmware_py.web.limits import Limit, Limiter


def test_a_bucket_empties_and_fills() -> None:
    limiter = Limiter(Limit(burst=3, a_second=2))
    assert [limiter.allows("a", 0.0) for _ in range(5)] == [True, True, True, False, False]
    assert [limiter.allows("a", 0.5) for _ in range(2)] == [True, False]
    assert limiter.allows("b", 0.5)
    assert [limiter.allows("a", 100.0) for _ in range(4)] == [True, True, True, False]


def test_many_names_take_no_more_room() -> None:
    limiter = Limiter(Limit(burst=1, a_second=0))
    assert limiter.allows("first", 0.0)
    for number in range(2000):
        limiter.allows(str(number), 0.0)
    assert len(limiter._buckets) <= 512
    assert not limiter.allows("1999", 1.0)


@pytest.mark.parametrize(
    ("host", "home"),
    [
        ("192.168.1.5:8080", True),
        ("[fe80::1]:8080", True),
        ("localhost:8080", True),
        ("raspberrypi", True),
        ("raspberrypi.local:8080", True),
        ("pi.fritz.box", True),
        ("table.example.org", False),
        ("table.example.org.", False),
        ("raspberrypi.local.example.org", False),
        ("known.example.org", True),
        ("", False),
        ("[broken", False),
    ],
)
def test_only_names_of_a_home_are_known(host: str, home: bool) -> None:
    assert is_home_name(host, {"known.example.org"}) is home


@pytest.mark.parametrize(
    ("origin", "own"),
    [
        ("http://192.168.1.5:8080", True),
        ("http://192.168.1.5", False),
        ("http://192.168.1.6:8080", False),
        ("http://192.168.1.5:8080.example.org", False),
        ("null", False),
        ("", False),
        (None, False),
        ("file://192.168.1.5:8080", False),
        ("http://[", False),
    ],
)
def test_only_the_own_page_may_act(origin: str | None, own: bool) -> None:
    assert from_own_page(origin, "192.168.1.5:8080") is own
