"""Checks of the parts that are wired to a Pi."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_py.cli.checking.findings import Finding, Health, Machine
from firmware_py.cli.serving.parts import make_switches, strip_settings
from firmware_py.config import GpioConfig, OledConfig, StripConfig
from firmware_py.errors import DeviceError
from firmware_py.shows.leds import leds_of
from firmware_py.shows.ws281x import BUFFER_FILE, most_leds
from hardware.layout import Layout

__all__ = ["check_oled", "check_pins", "check_sound", "check_strip"]

_ADDRESSES = (0x3C, 0x3D)
_USUAL_BUFFER = 4096


def check_pins(config: GpioConfig, machine: Machine) -> Iterator[Finding]:
    """Whether the switch and the buttons can be read, and whether one is jammed."""
    switches = make_switches(config, lambda name, happened: None)
    if switches is None:
        yield Finding("switches", Health.OFF, "No switch and no button is configured.")
        return
    chips = sorted((machine.root / "dev").glob("gpiochip*"))
    if config.factory != "mock" and not chips:
        yield Finding(
            "switches", Health.BROKEN, "There is no /dev/gpiochip*: this machine has no pins.",
            "Set gpio.on = false here.",
        )  # fmt: skip
        return
    closed = [chip for chip in chips if not machine.may_use(chip)]
    if config.factory != "mock" and closed:
        yield Finding(
            "switches", Health.BROKEN, f"/{closed[0].relative_to(machine.root)} may not be used.",
            "Put the user into the group gpio, and log in again.",
        )  # fmt: skip
        return
    try:
        down = switches.peek()
    except DeviceError as error:
        busy = machine.users_of("/dev/gpiochip")
        remedy = f"Held by {', '.join(busy)}: stop it to check the pins." if busy else ""
        yield Finding("switches", Health.BROKEN, str(error), remedy)
        return
    for name, is_down in down.items():
        pin = switches.pin_of(name)
        if is_down:
            remedy = "Is it pressed now? If not, look for a jammed switch or a wire that touches ground."
            yield Finding(name, Health.NOTE, f"GPIO {pin} is down.", remedy)
        else:
            yield Finding(name, Health.WORKS, f"GPIO {pin} is up; press it during a game to try it.")


def check_oled(config: OledConfig, machine: Machine) -> Iterator[Finding]:
    """Whether the OLED answers, and where."""
    if not config.on:
        yield Finding("OLED", Health.OFF, "No OLED is configured.")
        return
    bus = machine.root / f"dev/i2c-{config.bus}"
    if not bus.exists():
        found = sorted(path.name for path in (machine.root / "dev").glob("i2c-*"))
        others = f" (there are {', '.join(found)})" if found else ""
        yield Finding(
            "OLED", Health.BROKEN, f"There is no I2C bus {config.bus}{others}.",
            "Switch I2C on (sudo raspi-config nonint do_i2c 0) and restart, or set oled.on = false.",
        )  # fmt: skip
        return
    if not machine.may_use(bus):
        yield Finding(
            "OLED", Health.BROKEN, f"/dev/{bus.name} may not be used.", "Put the user into the group i2c."
        )
        return
    try:
        answering = [address for address in _ADDRESSES if machine.probe(config.bus, address)]
        if config.address not in _ADDRESSES and machine.probe(config.bus, config.address):
            answering.append(config.address)
    except OSError as error:
        yield Finding(
            "OLED", Health.BROKEN, f"/dev/{bus.name}: {error.strerror or error}.", "Check the wires."
        )
        return
    if config.address in answering:
        yield Finding("OLED", Health.WORKS, f"It answers at 0x{config.address:02X}; --oled shows a picture.")
    elif answering:
        yield Finding(
            "OLED", Health.BROKEN, f"Nothing answers at 0x{config.address:02X}, but at 0x{answering[0]:02X}.",
            f"Set oled.address = 0x{answering[0]:02X}.",
        )  # fmt: skip
    else:
        yield Finding(
            "OLED", Health.BROKEN, f"Nothing answers on I2C bus {config.bus}.",
            "Check power, ground, SDA (GPIO 2) and SCL (GPIO 3); `i2cdetect -y 1` lists what answers.",
        )  # fmt: skip


def check_strip(config: StripConfig, layout: Layout, machine: Machine) -> Iterator[Finding]:
    """Whether the strip's bus is there and takes a whole frame; the strip itself cannot answer."""
    if not config.on:
        yield Finding("LED strip", Health.OFF, "No strip is configured.")
        return
    device = machine.root / f"dev/spidev{config.bus}.{config.device}"
    if not device.exists():
        yield Finding(
            "LED strip", Health.BROKEN, f"There is no /dev/{device.name}.",
            "Switch SPI on (sudo raspi-config nonint do_spi 0) and restart, or set strip.on = false.",
        )  # fmt: skip
        return
    if not machine.may_use(device):
        remedy = "Put the user into the group spi."
        yield Finding("LED strip", Health.BROKEN, f"/dev/{device.name} may not be used.", remedy)
        return
    try:
        buffer = int((machine.root / BUFFER_FILE.relative_to("/")).read_text())
    except (OSError, ValueError):
        buffer = _USUAL_BUFFER
    leds = leds_of(layout).count + strip_settings(config).skip
    if leds > most_leds(buffer):
        yield Finding(
            "LED strip", Health.BROKEN, f"{leds} LEDs do not fit into spidev's buffer of {buffer} bytes.",
            "Add spidev.bufsiz=16384 to /boot/firmware/cmdline.txt and restart.",
        )  # fmt: skip
        return
    found = f"/dev/{device.name} takes all {leds} LEDs in one go; --leds walks over them."
    yield Finding("LED strip", Health.WORKS, found)


def check_sound(wanted: bool, machine: Machine) -> Iterator[Finding]:
    """Whether the table could speak."""
    if not wanted:
        yield Finding("sound", Health.OFF, "The table does not speak (voice.on).")
        return
    cards = machine.root / "proc/asound/cards"
    if not machine.run(["espeak-ng", "--version"]):
        yield Finding("sound", Health.BROKEN, "espeak-ng is not installed.", "sudo apt install espeak-ng")
    elif not cards.is_file() or "no soundcards" in cards.read_text():
        remedy = "Plug in a loudspeaker with a sound card, or set voice.on = false."
        yield Finding("sound", Health.BROKEN, "This machine has no sound card.", remedy)
    else:
        yield Finding("sound", Health.WORKS, "espeak-ng and a sound card are there.")
