"""Stands in for smbus2 in a measured daemon: an I2C bus on which everything is taken."""

from __future__ import annotations

from typing import Any

__all__ = ["SMBus", "i2c_msg"]


class i2c_msg:  # noqa: N801 - the library calls it so
    """A message, kept as its bytes."""

    @staticmethod
    def write(address: int, data: list[int]) -> bytes:
        """A message to an address."""
        return bytes([address, *data])


class SMBus:
    """The bus."""

    def __init__(self, port: int) -> None:
        self.port = port

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        """Take a few bytes."""

    def i2c_rdwr(self, *messages: Any) -> None:
        """Take many."""

    def close(self) -> None:
        """Close."""
