"""What stands at the other end of the wires: an OLED's chip and a strip's LEDs, that understand the bytes."""

from __future__ import annotations

import errno
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

__all__ = ["Chip", "Spi", "decoded"]


class Chip:
    """An SSD1306 or SH1106 on an I2C bus: keeps its memory from the bytes it gets, and counts them."""

    def __init__(self, paged: bool, columns: int = 128, address: int = 0x3C) -> None:
        self.memory = np.zeros((8, columns), np.uint8)
        self.contrast, self.on = 0, False
        self.bytes = self.transactions = 0
        self.broken = False
        self._paged, self._address = paged, address
        self._page = self._column = 0
        self._columns, self._pages = (0, columns - 1), (0, 7)

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        if self.broken or address != self._address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        assert len(data) <= 32
        self.transactions += 1
        self.bytes += len(data) + 2
        if register == 0x40:
            for byte in data:
                self._write(byte)
        else:
            self._command(list(data))

    def _command(self, data: list[int]) -> None:
        while data:
            code = data.pop(0)
            if code == 0x21:
                self._columns = data.pop(0), data.pop(0)
                self._column = self._columns[0]
            elif code == 0x22:
                self._pages = data.pop(0), data.pop(0)
                self._page = self._pages[0]
            elif code == 0x81:
                self.contrast = data.pop(0)
            elif code in (0xAE, 0xAF):
                self.on = code == 0xAF
            elif code in (0x20, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB, 0x8D):
                if data and not (self._paged and code == 0x20):
                    data.pop(0)
            elif self._paged and 0xB0 <= code <= 0xB7:
                self._page = code & 7
            elif self._paged and code <= 0x0F:
                self._column = self._column & 0xF0 | code
            elif self._paged and 0x10 <= code <= 0x1F:
                self._column = self._column & 0x0F | (code & 0x0F) << 4

    def _write(self, byte: int) -> None:
        self.memory[self._page, self._column] = byte
        self._column += 1
        if self._paged:
            self._column = min(self._column, self.memory.shape[1] - 1)
        elif self._column > self._columns[1]:
            self._column = self._columns[0]
            self._page = self._page + 1 if self._page < self._pages[1] else self._pages[0]

    def picture(self, offset: int = 0) -> NDArray[np.bool_]:
        """What the glass shows: (64, 128)."""
        shown = self.memory[:, offset : offset + 128]
        return np.unpackbits(shown[:, None, :], axis=1, bitorder="little").reshape(64, 128).astype(bool)

    def close(self) -> None: ...


class Spi:
    """A SpiDev that keeps what it sends."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.broken: OSError | None = None
        self.closed = 0

    def writebytes2(self, data: bytes) -> None:
        if self.broken is not None:
            raise self.broken
        self.frames.append(bytes(data))

    def close(self) -> None:
        self.closed += 1


def decoded(data: bytes, hz: float) -> list[tuple[int, int, int]]:
    """The three bytes that each WS2812B takes from the line, by the times of its data sheet.

    Raises:
        AssertionError: for pulses that no LED understands, and a frame that does not end in a pause.
    """
    line = np.unpackbits(np.frombuffer(data, np.uint8)).tolist()
    runs = [(level, len(list(run)) / hz * 1e9) for level, run in groupby(line)]
    if runs and not runs[0][0]:
        runs = runs[1:]
    bits = []
    for (high, up), (low, down) in zip(runs[::2], runs[1::2], strict=True):
        assert high and not low
        assert 220 <= up <= 500 or 580 <= up <= 1000, f"a pulse of {up:.0f} ns"
        assert 200 <= down <= 5_000 or down >= 280_000, f"a gap of {down:.0f} ns"
        bits.append(int(up > 540))
    assert not runs or runs[-1][1] >= 280_000, "no pause at the end"
    values = np.packbits(np.array(bits, np.uint8)).tolist()
    return list(zip(values[::3], values[1::3], values[2::3], strict=True))
