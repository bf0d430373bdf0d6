"""Stands in for spidev in a measured daemon: an SPI bus on which everything is taken."""

from __future__ import annotations

__all__ = ["SpiDev"]


class SpiDev:
    """The bus."""

    mode, max_speed_hz, no_cs = 0, 0, False

    def open(self, bus: int, device: int) -> None:
        """Open it."""

    def writebytes2(self, data: bytes) -> None:
        """Take any number of bytes."""

    def close(self) -> None:
        """Close."""
