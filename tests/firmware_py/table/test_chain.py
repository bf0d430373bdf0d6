"""The persistent stack behind undo."""

from __future__ import annotations

import pytest

from firmware_py.table.chain import Chain


def test_pushing_leaves_the_older_chain_as_it_was() -> None:
    one: Chain[int] = Chain[int]().push(1)
    two, other = one.push(2), one.push(3)
    assert (list(one), list(two), list(other)) == ([1], [2, 1], [3, 1])
    assert (len(two), two.top, two.below) == (2, 2, one)
    assert two != other
    assert two == Chain[int]().push(1).push(2)
    assert two != [2, 1]
    assert two.below is one
    assert repr(two) == "<Chain of 2>"


def test_an_empty_chain_has_nothing() -> None:
    empty: Chain[int] = Chain()
    assert not empty
    for ask in ("top", "below"):
        with pytest.raises(IndexError):
            getattr(empty, ask)


def test_a_long_chain_needs_no_recursion() -> None:
    def long() -> Chain[int]:
        chain: Chain[int] = Chain()
        for number in range(100_000):
            chain = chain.push(number)
        return chain

    one, two = long(), long()
    assert one == two
    assert one.push(1) == two.push(1)
    del one, two
