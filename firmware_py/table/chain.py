"""A persistent stack: pushing and taking back cost nothing, and older versions stay as they were."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

__all__ = ["Chain"]

T = TypeVar("T")


class Chain(Generic[T]):
    """An immutable stack that shares everything below its top with the stack that it came from.

    `Chain()` is empty. Iteration goes from the newest item to the oldest. Two chains are equal if they hold
    equal items; comparing ends where they begin to share, so two neighbours in a game compare at once, and
    a long game needs no deep recursion.
    """

    __slots__ = ("_below", "_size", "_top")

    _top: T
    _below: Chain[T] | None
    _size: int

    def __init__(self) -> None:
        self._below = None
        self._size = 0

    def push(self, item: T) -> Chain[T]:
        """The chain with `item` on top."""
        longer: Chain[T] = Chain()
        longer._top = item
        longer._below = self
        longer._size = self._size + 1
        return longer

    @property
    def top(self) -> T:
        """The newest item.

        Raises:
            IndexError: if the chain is empty.
        """
        if self._below is None:
            raise IndexError("an empty chain has no top")
        return self._top

    @property
    def below(self) -> Chain[T]:
        """The chain without its newest item.

        Raises:
            IndexError: if the chain is empty.
        """
        if self._below is None:
            raise IndexError("an empty chain has nothing below")
        return self._below

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[T]:
        chain = self
        while chain._below is not None:
            yield chain._top
            chain = chain._below

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chain):
            return NotImplemented
        if self._size != other._size:
            return False
        one: Chain[T] = self
        two: Chain[T] = other
        while one is not two and one._below is not None and two._below is not None:
            if one._top != two._top:
                return False
            one, two = one._below, two._below
        return True

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Chain of {self._size}>"
