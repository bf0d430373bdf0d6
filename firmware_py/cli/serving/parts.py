"""The parts of a table by configuration: what is wired, made ready for the loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from firmware_py.config import Config, GpioConfig, OledConfig, StripConfig
from firmware_py.menu import Button
from firmware_py.senses.debounce import BUTTON, DOME, Happened
from firmware_py.senses.switches import Switches, Wiring
from firmware_py.shows.base import Show
from firmware_py.shows.display import OledDisplay, OledSettings
from firmware_py.shows.ws281x import LedStrip, StripSettings
from firmware_py.words import Words
from hardware.layout import Layout

__all__ = [
    "BUTTONS",
    "DOME_SWITCH",
    "has_dome_switch",
    "make_shows",
    "make_switches",
    "oled_settings",
    "strip_settings",
    "wired_here",
]

DOME_SWITCH = "dome switch"
"""What the contact under the dome is called."""

BUTTONS = {f"{button.value} button": button for button in Button}
"""What the contacts of the buttons are called."""


def wired_here(config: Config, dev: Path = Path("/dev")) -> tuple[Config, tuple[str, ...]]:
    """The configuration without the parts that this machine has no wires for, and their names.

    Args:
        dev: where the machine's devices are.
    """
    has = {
        "gpio": config.gpio.factory == "mock" or any(dev.glob("gpiochip*")),
        "oled": (dev / f"i2c-{config.oled.bus}").exists(),
        "strip": (dev / f"spidev{config.strip.bus}.{config.strip.device}").exists(),
    }
    names = {"gpio": Switches.name, "oled": OledDisplay.name, "strip": LedStrip.name}
    missing = [part for part in names if getattr(config, part).on and not has[part]]
    return without(config, missing), tuple(names[part] for part in missing)


def without(config: Config, parts: Iterable[str] = ("gpio", "oled", "strip")) -> Config:
    """The configuration with some wired parts switched off, by the names of their sections."""
    off = {part: getattr(config, part).model_copy(update={"on": False}) for part in parts}
    return config.model_copy(update=off)


def is_a_pi(model: Path = Path("/proc/device-tree/model")) -> bool:
    """Whether this machine is a Raspberry Pi."""
    try:
        return "Raspberry Pi" in model.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def has_dome_switch(config: GpioConfig) -> bool:
    """Whether the dome has a real switch."""
    return config.on and config.dome >= 0


def make_switches(config: GpioConfig, told: Callable[[str, Happened], None]) -> Switches | None:
    """The switch and the buttons; None if none is wired."""
    pins = {DOME_SWITCH: config.dome, **{name: getattr(config, b.value) for name, b in BUTTONS.items()}}
    wiring = {
        name: Wiring(pin, DOME if name == DOME_SWITCH else BUTTON) for name, pin in pins.items() if pin >= 0
    }
    return Switches(wiring, told, config.factory) if config.on and wiring else None


def make_shows(config: Config, layouts: dict[str, Layout], words: Words) -> list[Show]:
    """The displays that the configuration has.

    Args:
        layouts: the boards that the strip lies under, by game.
        words: the catalogue.
    """
    shows: list[Show] = []
    if config.oled.on:
        shows.append(OledDisplay(oled_settings(config.oled), words))
    if config.strip.on:
        shows.append(LedStrip(strip_settings(config.strip), layouts))
    return shows


def oled_settings(config: OledConfig) -> OledSettings:
    """How the OLED is wired and used."""
    return OledSettings(
        driver=config.driver,
        bus=config.bus,
        address=config.address,
        column_offset=None if config.column_offset < 0 else config.column_offset,
        contrast=config.contrast,
        dim_after=config.dim_after or None,
    )


def strip_settings(config: StripConfig) -> StripSettings:
    """How the strip is wired and used."""
    return StripSettings(
        bus=config.bus,
        device=config.device,
        order=config.order,
        brightness=config.brightness,
        milliamps=config.milliamps,
        skip=config.skip,
    )
