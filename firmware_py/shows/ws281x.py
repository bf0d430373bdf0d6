"""A strip of WS281x LEDs on the SPI bus: our own encoder, since every Pi has the bus and none needs root.

A bit of the strip becomes three bits of the bus at 2.4 MHz: 100 is a 0 (417 ns high), 110 is a 1 (833 ns),
and a pause of 300 µs makes the strip show what it was sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from firmware_py.errors import DeviceError, reason_of
from firmware_py.shows.colours import OFF, RGB
from firmware_py.shows.leds import leds_of
from firmware_py.shows.strip import render_strip
from firmware_py.view.values import TableView
from hardware.layout import Layout
from rules import Problem

__all__ = ["BUFFER_FILE", "LedStrip", "StripSettings", "capped", "encoded", "most_leds"]

SPI_HZ: Final = 2_400_000
BUFFER_FILE: Final = Path("/sys/module/spidev/parameters/bufsiz")
"""Where the kernel says how many bytes it sends in one go. More would be split, with a pause in between."""

_AGAIN_SECONDS: Final = 1.0
"""A frame that does not change is sent again after this long: LEDs that lost their supply are dark."""
_USUAL_BUFFER: Final = 4096
_PAUSE_BYTES: Final = -(-SPI_HZ * 300 // 8_000_000)
_LEAD_BYTES: Final = 8
"""Zeros ahead: some Pis begin with a spike on the line, which would shift everything by a bit."""
_BYTES_A_LED: Final = 9
_MILLIAMPS: Final = (20.0, 20.0, 20.0)
"""What each colour of a LED draws at full brightness."""
_IDLE_MILLIAMPS: Final = 1.0

_PATTERN: Final = tuple(
    int("".join("110" if byte >> bit & 1 else "100" for bit in range(7, -1, -1)), 2).to_bytes(3, "big")
    for byte in range(256)
)


@dataclass(frozen=True, slots=True)
class StripSettings:
    """How the strip is wired and used.

    Attributes:
        bus, device: of SPI, for /dev/spidevB.D.
        order: the order in which the LEDs take their colours: "GRB" for most WS2812B.
        brightness: 0 to 1: a share of each LED's full light.
        milliamps: what the whole strip may draw; a frame that needs more is dimmed.
        gamma: of the eye; 1 for none.
        skip: LEDs at the beginning that stay dark, such as one that only lifts the level of the data line.
    """

    bus: int = 0
    device: int = 0
    order: str = "GRB"
    brightness: float = 0.5
    milliamps: int = 1000
    gamma: float = 2.2
    skip: int = 0


def most_leds(buffer: int) -> int:
    """How many LEDs fit into a buffer of so many bytes."""
    return max(0, (buffer - _LEAD_BYTES - _PAUSE_BYTES) // _BYTES_A_LED)


def capped(lights: Sequence[RGB], settings: StripSettings) -> list[RGB]:
    """The lights as they are sent: made for the eye, as bright as allowed, within the current allowed."""
    sent = [_seen(light, settings) for light in lights]
    drawn = sum(part * full / 255 for light in sent for part, full in zip(light, _MILLIAMPS, strict=True))
    room = settings.milliamps - _IDLE_MILLIAMPS * len(sent)
    if drawn <= max(0.0, room):
        return sent
    share = max(0.0, room) / drawn
    return [(int(red * share), int(green * share), int(blue * share)) for red, green, blue in sent]


def _seen(light: RGB, settings: StripSettings) -> RGB:
    red, green, blue = (round(255 * settings.brightness * (part / 255) ** settings.gamma) for part in light)
    return red, green, blue


def encoded(lights: Sequence[RGB], order: str = "GRB") -> bytes:
    """The bytes on the bus: zeros, 9 bytes a LED, and zeros for the pause."""
    places = ["RGB".index(letter) for letter in order]
    body = b"".join(_PATTERN[light[place]] for light in lights for place in places)
    return bytes(_LEAD_BYTES) + body + bytes(_PAUSE_BYTES)


class LedStrip:
    """The strip as a show.

    Args:
        settings: how it is wired and used.
        layouts: the boards by game; a game without one leaves the strip dark.
        spi: makes an open SpiDev; None imports spidev and opens the device of the settings.
        buffer: how many bytes go in one go; None asks the kernel.
    """

    name = "LED strip"
    frame_seconds: float | None = 0.04

    def __init__(
        self,
        settings: StripSettings,
        layouts: dict[str, Layout],
        spi: Callable[[], Any] | None = None,
        buffer: int | None = None,
    ) -> None:
        self._settings, self._layouts = settings, layouts
        self._open_spi = spi or self._spidev
        self._buffer = buffer
        self._leds = max((leds_of(layout).count for layout in layouts.values()), default=0)
        self._spi: Any = None
        self._sent: bytes | None = None
        self._sent_at = 0.0

    def open(self) -> None:
        """Open the bus.

        Raises:
            DeviceError: if it is not there, or its buffer is too small for the strip.
        """
        if self._spi is not None:
            return
        buffer = _buffer_size() if self._buffer is None else self._buffer
        leds = self._leds + self._settings.skip
        if leds > most_leds(buffer):
            needed = leds * _BYTES_A_LED + _LEAD_BYTES + _PAUSE_BYTES
            raise DeviceError(
                "The strip's {count} LEDs need {needed} bytes in one go, and spidev sends {most}: "
                "add spidev.bufsiz={number} to /boot/firmware/cmdline.txt and restart.",
                count=leds,
                needed=needed,
                most=buffer,
                number=-(-needed // 4096) * 4096,
            )
        try:
            self._spi = self._open_spi()
        except DeviceError:
            raise
        except OSError as error:
            raise DeviceError(self._why(error)) from error
        self._sent = None

    def show(self, view: TableView, t: float) -> None:
        """Show the view at `t` seconds.

        Raises:
            DeviceError: if the bus was lost.
        """
        layout = self._layouts.get(view.game or "") or next(iter(self._layouts.values()), None)
        known = view.game is None or view.game in self._layouts
        if t - self._sent_at >= _AGAIN_SECONDS:
            self._sent, self._sent_at = None, t
        self.send(render_strip(view, t, layout) if layout is not None and known else [])

    def send(self, lights: Sequence[RGB]) -> None:
        """Show these lights, at most as bright as allowed; LEDs beyond them go dark.

        Raises:
            DeviceError: if the bus was lost.
        """
        if self._spi is None:
            raise DeviceError("The LED strip is closed.")
        dark = [OFF] * (self._leds - len(lights))
        frame = encoded(
            [*[OFF] * self._settings.skip, *capped(lights, self._settings), *dark], self._settings.order
        )
        if frame == self._sent:
            return
        try:
            self._spi.writebytes2(frame)
        except OSError as error:
            self._sent = None
            raise DeviceError(self._why(error)) from error
        self._sent = frame

    def close(self) -> None:
        """Switch all LEDs off and release the bus."""
        if self._spi is None:
            return
        try:
            self._sent = None
            self.send([])
        except DeviceError:
            pass  # it is gone: the LEDs keep their light until the power is off
        finally:
            self._spi.close()
            self._spi = None

    def _spidev(self) -> Any:
        try:
            import spidev
        except ImportError as error:
            raise DeviceError(
                "The LED strip needs spidev: sudo apt install python3-spidev, in an environment made with "
                "--system-site-packages."
            ) from error
        spi = spidev.SpiDev()
        spi.open(self._settings.bus, self._settings.device)
        spi.mode, spi.max_speed_hz, spi.no_cs = 0, SPI_HZ, True
        return spi

    def _why(self, error: OSError) -> Problem:
        path = f"/dev/spidev{self._settings.bus}.{self._settings.device}"
        if isinstance(error, FileNotFoundError):
            return Problem(
                "{where} is not there: switch SPI on with raspi-config, or set [strip] bus and device.",
                where=path,
            )
        if isinstance(error, PermissionError):
            return Problem("{where} may not be used: put the user into the group spi.", where=path)
        return Problem("{where}: {reason}.", where=path, reason=reason_of(error))


def _buffer_size() -> int:
    try:
        return int(BUFFER_FILE.read_text())
    except (OSError, ValueError):
        return _USUAL_BUFFER
