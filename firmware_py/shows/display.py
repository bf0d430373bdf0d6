"""The OLED on the I2C bus, through luma.oled: it is told only what has changed.

luma sends all 1,024 bytes of a frame, which takes 25 ms at 400 kHz and 99 ms at the Pi's usual 100 kHz. A
digit that changes is some 15 bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from PIL import Image

from firmware_py.errors import DeviceError
from firmware_py.shows.oled import render_oled
from firmware_py.view.values import TableView
from firmware_py.words import Words

__all__ = ["Driver", "OledDisplay", "OledSettings", "Panel"]

Driver = Literal["ssd1306", "ssd1309", "sh1106"]

_PAGES: Final = 8
_REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_COLUMNS, _PAGE_RANGE = 0x21, 0x22
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
    """

    driver: Driver = "ssd1306"
    bus: int = 1
    address: int = 0x3C
    column_offset: int | None = None
    contrast: int = 0xCF
    dim_after: float | None = 120.0

    @property
    def offset(self) -> int:
        """The column offset in effect."""
        usual = 2 if self.driver == "sh1106" else 0
        return usual if self.column_offset is None else self.column_offset


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

        self._settings = settings
        self._memory: list[bytes | None] = [None] * _PAGES
        try:
            self._device = self._made(bus)
        except (OSError, Error) as error:
            raise DeviceError(_why(settings, error)) from error

    def _made(self, bus: Any) -> Any:
        from luma.core.interface.serial import i2c
        from luma.oled import device

        driver: Any = getattr(device, self._settings.driver)
        send = self._send

        class Changed(driver):  # type: ignore[misc]
            """luma's driver of the chip, which brings it up; its frames go our way."""

            def display(self, image: Image.Image) -> None:
                """Send what has changed."""
                send(self, image)

        return Changed(i2c(bus=bus, port=self._settings.bus, address=self._settings.address))

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""
        self._device.contrast(level)

    def show(self, image: Image.Image) -> None:
        """Bring the display to show a picture of mode "1" and 128 by 64 pixels."""
        self._device.display(image)

    def _send(self, device: Any, image: Image.Image) -> None:
        for page, wanted in enumerate(_packed(image)):
            known = self._memory[page]
            if wanted != known:
                self._memory[page] = None  # unknown, should the bus fail half way
                for start, end in _spans(known, wanted):
                    device.command(*self._place(page, start, end))
                    device.data(list(wanted[start:end]))
                self._memory[page] = wanted

    def _place(self, page: int, start: int, end: int) -> tuple[int, ...]:
        """The command that the next bytes go to the columns from start to end - 1 of a page."""
        first = start + self._settings.offset
        if self._settings.driver == "sh1106":
            return 0xB0 | page, first & 0x0F, 0x10 | first >> 4
        return _COLUMNS, first, end - 1 + self._settings.offset, _PAGE_RANGE, page, page

    def blank(self) -> None:
        """Clear it and switch it off."""
        self.show(Image.new("1", (128, 8 * _PAGES)))
        self._device.hide()

    def release(self) -> None:
        """Let go of the bus, whatever state the display is in."""
        self._device.persist = True  # luma would clear the display once more, at exit
        self._device.cleanup()


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

    def open(self) -> None:
        """Find and start the display.

        Raises:
            DeviceError: if it does not answer.
        """
        if self._panel is None:
            self._panel, self._view, self._dimmed = Panel(self._settings, self._bus), None, False
            self._guarded(lambda panel: panel.contrast(self._settings.contrast))

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
            if dim is not self._dimmed:
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


def _why(settings: OledSettings, error: Exception) -> str:
    where = f"I2C bus {settings.bus} at 0x{settings.address:02X}"
    text = str(error).rstrip(".")
    if "permission" in text.lower():
        return f"The OLED on {where} may not be used ({text}): put the user into the group i2c."
    if "/dev/i2c" in text:
        return f"There is no I2C bus {settings.bus} ({text}): switch I2C on with raspi-config."
    return (
        f"The OLED does not answer on {where} ({text}): check its wires, and whether `umpire doctor` finds "
        "it at another address."
    )
