"""Wires, parts and drawings agree with each other and with the default configuration."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import pytest

from firmware_py.config import Config
from firmware_py.config.parts import RESERVED_PINS
from hardware.wiring import GROUNDS, HEADER, load_parts, load_wires

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("draw_hardware", ROOT / "tools/draw_hardware.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_header_has_forty_pins() -> None:
    assert sorted(HEADER) == list(range(1, 41))


def test_every_wire_goes_to_the_pin_that_it_says() -> None:
    for wire in load_wires():
        assert HEADER[wire.pin] == (f"GPIO{wire.gpio}" if wire.gpio is not None else HEADER[wire.pin])
        assert wire.gpio is not None or HEADER[wire.pin] in ("GND", "3V3", "5V")


def test_no_pin_has_two_wires() -> None:
    pins = [wire.pin for wire in load_wires()]
    assert len(pins) == len(set(pins))


def test_the_pins_are_those_of_the_default_configuration() -> None:
    gpio = Config().gpio
    wired = {wire.part: wire.gpio for wire in load_wires() if wire.terminal == "one side"}
    assert wired == {
        "dome switch": gpio.dome, "choose button": gpio.choose, "confirm button": gpio.confirm,
        "undo button": gpio.undo,
    }  # fmt: skip


def test_every_contact_has_a_wire_to_ground() -> None:
    grounded = {wire.part for wire in load_wires() if wire.pin in GROUNDS}
    assert grounded == {wire.part for wire in load_wires()}


def test_the_buses_are_where_the_configuration_reserves_them() -> None:
    buses = {wire.gpio for wire in load_wires() if wire.part in ("OLED", "LED strip") and wire.gpio}
    assert buses <= RESERVED_PINS.keys()


def test_every_wired_part_is_on_the_bill() -> None:
    assert {wire.part for wire in load_wires()} <= {part.name for part in load_parts().parts}


def test_the_supply_feeds_every_build_with_the_strip_at_its_cap() -> None:
    bill = load_parts()
    strip = next(part for part in bill.parts if part.name == "LED strip")
    assert strip.milliamps == Config().strip.milliamps
    assert all(bill.milliamps(build) <= 0.85 * bill.supply_milliamps for build in (1, 2, 3))


def test_each_build_holds_the_one_before_it() -> None:
    bill = load_parts()
    assert set(bill.of(1)) < set(bill.of(2)) < set(bill.of(3))


def test_the_drawings_are_those_of_the_data(tool: ModuleType) -> None:
    for name, text in tool.drawings().items():
        assert (ROOT / "hardware" / name).read_text() == text, f"run tools/draw_hardware.py for {name}"
        if name.endswith(".svg"):
            ET.fromstring(text)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("openscad") is None, reason="openscad is not on this machine")
@pytest.mark.parametrize("name", ["dome_collar", "camera_arm"])
def test_the_printable_parts_are_solids(name: str, tmp_path: Path) -> None:
    out = tmp_path / f"{name}.stl"
    source = ROOT / f"hardware/printable/{name}.scad"
    done = subprocess.run(
        ["openscad", "-o", str(out), str(source)], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    assert re.search(r"Simple: +yes", done.stderr)
    assert out.stat().st_size > 10_000
