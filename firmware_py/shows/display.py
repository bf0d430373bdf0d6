"""The OLED on the I2C bus, through luma.oled: it is told only what has changed.

luma sends all 1,024 bytes of a frame, which takes 25 ms at 400 kHz and 99 ms at the Pi's usual 100 kHz. A
digit that changes is some 15 bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

from PIL import Image

from firmware_py.errors import DeviceError, reason_of
from firmware_py.shows.oled import render_oled
from firmware_py.view.values import TableView
from firmware_py.words import Words
from rules import Problem

__all__ = ["Driver", "OledDisplay", "OledSettings", "Panel"]

Driver = Literal["ssd1306", "ssd1309", "sh1106"]

_PAGES: Final = 8
_REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_COLUMNS, _PAGE_RANGE, _CONTRAST, _OFF = 0x21, 0x22, 0x81, 0xAE
_BYTES_FOR_A_MOVE: Final = 6
"""What it costs to go to another column: fewer unchanged bytes than this are sent along."""


@dataclass(frozen=True, slots=True)
class OledSettings:
    """How the display is wired and used.

    Attributes:
        driver: the chip.
        bus: the number of the I2C bus.
        address: its address, 0x3C or 0x3D on most.
        column_offset: where the first column lies in the chip's memory; None: 2 for an SH1106, else 0.
        contrast: 0 to 255.
        dim_after: seconds without a change of the view until it is dimmed; None for never.
        wake_after: every so many seconds it is brought up anew, should it have lost its supply for a moment.
    """

    driver: Driver = "ssd1306"
    bus: int = 1
    address: int = 0x3C
    column_offset: int | None = None
    contrast: int = 0xCF
    dim_after: float | None = 120.0
    wake_after: float = 30.0

    @property
    def offset(self) -> int:
        """The column offset in effect."""
        usual = 2 if self.driver == "sh1106" else 0
        return usual if self.column_offset is None else self.column_offset


class _Deaf:
    """A bus that takes everything and keeps the commands."""

    def __init__(self) -> None:
        self.commands: list[tuple[int, ...]] = []

    def command(self, *command: int) -> None:
        self.commands.append(command)

    def data(self, data: list[int]) -> None:
        """What is shown at first is our own matter."""

    def cleanup(self) -> None:
        """There is nothing to release."""


@cache
def _waking(driver: Driver) -> tuple[tuple[int, ...], ...]:
    """The commands by which luma's driver brings a chip up.

    luma keeps every device that it makes until the process ends. A display that is missing is tried again for
    as long as the table stands, so one device is made for good, and its commands are said again.
    """
    from luma.oled import device

    made: Any = getattr(device, driver)

    class Woken(made):  # type: ignore[misc]
        """luma's driver; its first frame is left out."""

        def display(self, image: Image.Image) -> None:
            """Show nothing."""

    deaf = _Deaf()
    Woken(deaf).persist = True
    return tuple(deaf.commands)


class Panel:
    """The chip: what its memory holds, and how it is brought to hold something else.

    Args:
        settings: how it is wired.
        bus: an open SMBus; None opens the one of the settings.

    Raises:
        DeviceError: if it does not answer.
    """

    def __init__(self, settings: OledSettings, bus: Any = None) -> None:
        from luma.core.error import Error
        from luma.core.interface.serial import i2c

        self._settings = settings
        self._memory: list[bytes | None] = [None] * _PAGES
        try:
            self._wire = i2c(bus=bus, port=settings.bus, address=settings.address)
            self.wake()
        except (OSError, Error) as error:
            raise DeviceError(_why(settings, error)) from error

    def wake(self) -> None:
        """Bring the chip up, and take it that its memory holds anything.

        A display that loses its supply for a moment answers all the same, and shows noise or nothing.
        """
        self._memory = [None] * _PAGES
        for command in _waking(self._settings.driver):
            self._wire.command(*command)

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""
        self._wire.command(_CONTRAST, level)

    def show(self, image: Image.Image) -> None:
        """Bring the display to show a picture of mode "1" and 128 by 64 pixels."""
        for page, wanted in enumerate(_packed(image)):
            known = self._memory[page]
            if wanted != known:
                self._memory[page] = None  # unknown, should the bus fail half way
                for start, end in _spans(known, wanted):
                    self._wire.command(*self._place(page, start, end))
                    self._wire.data(list(wanted[start:end]))
                self._memory[page] = wanted

    def _place(self, page: int, start: int, end: int) -> tuple[int, ...]:
        """The command that the next bytes go to the columns from start to end - 1 of a page."""
        first = start + self._settings.offset
        if self._settings.driver == "sh1106":
            return 0xB0 | page, first & 0x0F, 0x10 | first >> 4
        return _COLUMNS, first, end - 1 + self._settings.offset, _PAGE_RANGE, page, page

    def blank(self) -> None:
        """Clear it and switch it off, whatever it holds."""
        self._memory = [None] * _PAGES
        self.show(Image.new("1", (128, 8 * _PAGES)))
        self._wire.command(_OFF)

    def release(self) -> None:
        """Let go of the bus, whatever state the display is in."""
        self._wire.cleanup()


class OledDisplay:
    """The display as a show.

    Args:
        settings: how it is wired and used.
        words: the catalogue.
        bus: an open SMBus; None opens the one of the settings.
    """

    name = "OLED"
    frame_seconds: float | None = 0.1

    def __init__(self, settings: OledSettings, words: Words, bus: Any = None) -> None:
        self._settings, self._words, self._bus = settings, words, bus
        self._panel: Panel | None = None
        self._view: TableView | None = None
        self._changed = 0.0
        self._dimmed = False
        self._woken = float("-inf")

    def open(self) -> None:
        """Find and start the display.

        Raises:
            DeviceError: if it does not answer.
        """
        if self._panel is None:
            self._panel, self._view = Panel(self._settings, self._bus), None
            self._woken = float("-inf")

    def show(self, view: TableView, t: float) -> None:
        """Show the view at `t` seconds.

        Raises:
            DeviceError: if the display was lost.
        """
        if view != self._view:
            self._view, self._changed = view, t
        after = self._settings.dim_after
        dim = after is not None and t - self._changed >= after
        image = render_oled(view, t, self._words)

        def send(panel: Panel) -> None:
            wake = t - self._woken >= self._settings.wake_after
            if wake:
                panel.wake()
                self._woken = t
            if wake or dim is not self._dimmed:
                panel.contrast(1 if dim else self._settings.contrast)
                self._dimmed = dim
            panel.show(image)

        self._guarded(send)

    def _guarded(self, send: Any) -> None:
        from luma.core.error import Error

        if self._panel is None:
            raise DeviceError("The OLED is closed.")
        try:
            send(self._panel)
        except (OSError, Error) as error:
            raise DeviceError(_why(self._settings, error)) from error

    def close(self) -> None:
        """Blank and release it; one that is lost stays as it is."""
        from luma.core.error import Error

        panel, self._panel = self._panel, None
        if panel is None:
            return
        try:
            panel.blank()
        except (OSError, Error):
            pass  # it is gone: there is nothing to blank
        finally:
            panel.release()


def _packed(image: Image.Image) -> list[bytes]:
    """The eight pages of the chip's memory: a byte is a column of eight pixels, the uppermost bit lowest."""
    # Turned so that a row of the picture is a column of the display: PIL then packs eight pixels a byte.
    turned = image.transpose(Image.Transpose.TRANSPOSE).tobytes().translate(_REVERSED)
    return [turned[page::_PAGES] for page in range(_PAGES)]


def _spans(known: bytes | None, wanted: bytes) -> list[tuple[int, int]]:
    """The stretches of a page that differ; stretches that lie close together are one."""
    if known is None:
        return [(0, len(wanted))]
    spans: list[tuple[int, int]] = []
    for column, (old, new) in enumerate(zip(known, wanted, strict=True)):
        if old == new:
            continue
        if spans and column - spans[-1][1] <= _BYTES_FOR_A_MOVE:
            spans[-1] = spans[-1][0], column + 1
        else:
            spans.append((column, column + 1))
    return spans


def _why(settings: OledSettings, error: Exception) -> Problem:
    text, at = reason_of(error), f"0x{settings.address:02X}"
    if "permission" in str(error).lower():
        return Problem(
            "The OLED on I2C bus {number} at {where} may not be used ({reason}): "
            "put the user into the group i2c.",
            number=settings.bus,
            where=at,
            reason=text,
        )
    if "/dev/i2c" in str(error):
        return Problem(
            "There is no I2C bus {number} ({reason}): switch I2C on with raspi-config.",
            number=settings.bus,
            reason=text,
        )
    return Problem(
        "The OLED does not answer on I2C bus {number} at {where} ({reason}): check its wires, and whether "
        "`umpire doctor` finds it at another address.",
        number=settings.bus,
        where=at,
        reason=text,
    )
