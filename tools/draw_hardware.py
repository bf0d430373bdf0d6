"""Draws what hardware/ says in numbers: the wiring and the LED maps as SVG, pins and parts as tables.

python tools/draw_hardware.py
"""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from hardware.layout import Layout, load_layout, shipped_layouts
from hardware.wiring import HEADER, load_parts, load_wires

ROOT = Path(__file__).resolve().parent.parent / "hardware"
BUILDS = {1: "switch and OLED", 2: "dome camera", 3: "whole board"}

_PIN_STEP, _LEFT, _TOP = 26, 150, 50
_BOX_X, _BOX_WIDTH = 470, 330


def drawings() -> dict[str, str]:
    """The text of every file, by its path under hardware/."""
    files = {"pins.md": pins(), "parts.md": parts(), "drawings/wiring.svg": wiring()}
    for name in shipped_layouts():
        layout = load_layout(name)
        if layout.leds is not None:
            files[f"drawings/leds-{name}.svg"] = leds(layout)
    return files


def pins() -> str:
    """Every wire as a row."""
    rows = [
        f"| {wire.part} | {wire.terminal} | {wire.pin} | {HEADER[wire.pin]} |"
        for wire in sorted(load_wires(), key=lambda wire: wire.pin)
    ]
    head = "# Pins\n\nMade by tools/draw_hardware.py from wiring.toml.\n"
    return "\n".join([head, "| part | terminal | pin | is |", "|---|---|---|---|", *rows, ""])


def parts() -> str:
    """The parts of each build, and what they draw."""
    bill = load_parts()
    lines = ["# Parts\n\nMade by tools/draw_hardware.py from parts.toml.\n"]
    lines += ["| part | " + " | ".join(f"{n}: {name}" for n, name in BUILDS.items()) + " | mA | |"]
    lines += ["|---|" + "---|" * (len(BUILDS) + 2)]
    for part in bill.parts:
        marks = " | ".join("x" if build in part.builds else "" for build in BUILDS)
        lines.append(f"| {part.name} | {marks} | {part.milliamps or ''} | {part.note} |")
    sums = " | ".join(f"{bill.milliamps(build)} mA" for build in BUILDS)
    lines.append(f"| **at most, of {bill.supply_milliamps} mA** | {sums} | | |")
    return "\n".join([*lines, ""])


def wiring() -> str:
    """The header on the left, the parts on the right, a curve a wire."""
    by_part: dict[str, list[int]] = {}
    wires = load_wires()
    for number, wire in sorted(enumerate(wires), key=lambda item: item[1].pin):
        by_part.setdefault(wire.part, []).append(number)
    body, ends, y = [], {}, float(_TOP)
    for part, numbers in by_part.items():
        height = 24 + 18 * len(numbers)
        body.append(_rect(_BOX_X, y, _BOX_WIDTH, height, "#fdfefe"))
        body.append(_text(_BOX_X + _BOX_WIDTH - 8, y + 16, part, "end", bold=True))
        for line, number in enumerate(numbers):
            ends[number] = y + 32 + 18 * line
            body.append(_text(_BOX_X + 14, ends[number] + 4, wires[number].terminal))
        y += height + 10
    body.append(_rect(_LEFT - 16, _TOP - 16, _PIN_STEP + 32, 20 * _PIN_STEP + 6, "#e8f6f3"))
    body.append(_text(_LEFT + 13, _TOP - 26, "Raspberry Pi, pin 1 at the card's end", "middle", bold=True))
    for pin, name in sorted(HEADER.items()):
        x, pin_y = _place(pin)
        body.append(f"<circle cx='{x}' cy='{pin_y}' r='8' fill='#fff' stroke='#555'/>")
        body.append(_text(x, pin_y + 4, str(pin), "middle", size=8))
        side = -14 if pin % 2 else 14
        body.append(_text(x + side, pin_y + 4, name, "end" if pin % 2 else "start", size=9))
    for number, wire in enumerate(wires):
        x, pin_y = _place(wire.pin)
        # A wire of the left row goes out between two pins of the right one.
        out_y = pin_y + _PIN_STEP / 2 if wire.pin % 2 else pin_y
        out, lane = _LEFT + _PIN_STEP + 62, _LEFT + 210 + 5 * number
        curve = f"C{lane} {out_y} {lane} {ends[number]} {_BOX_X} {ends[number]}"
        path = f"M{x} {pin_y} L{x + _PIN_STEP / 2} {out_y} H{out} {curve}"
        body.append(f"<path d='{path}' fill='none' stroke='{wire.colour}' stroke-width='2.2'/>")
        body.append(f"<circle cx='{x}' cy='{pin_y}' r='8' fill='{wire.colour}'/>")
        body.append(_text(x, pin_y + 3, str(wire.pin), "middle", size=8, fill="#fff"))
    height = max(y, _TOP + 20 * _PIN_STEP + 30)
    return _svg(_BOX_X + _BOX_WIDTH + 20, height, body)


def _place(pin: int) -> tuple[float, float]:
    return _LEFT + (0 if pin % 2 else _PIN_STEP), _TOP + (pin - 1) // 2 * _PIN_STEP


def leds(layout: Layout) -> str:
    """The LEDs under the board as one looks down on it, and the way of the strip."""
    assert layout.leds is not None
    xs, ys = zip(*layout.corners, strict=True)
    left, top = min(xs) - 10, max(ys) + 10
    order = sorted(layout.leds.items(), key=lambda item: item[1])
    places = [(layout.spaces[space][0] - left, top - layout.spaces[space][1]) for space, _ in order]
    way = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    outline = " ".join(f"{x - left:.1f},{top - y:.1f}" for x, y in layout.corners)
    body = [f"<polygon points='{outline}' fill='#fdfefe' stroke='#888'/>"]
    body.append(f"<polyline points='{way}' fill='none' stroke='#16a085' stroke-width='0.8'/>")
    for (space, led), (x, y) in zip(order, places, strict=True):
        body.append(f"<circle cx='{x:.1f}' cy='{y:.1f}' r='4.6' fill='#fff' stroke='#16a085'/>")
        body.append(_text(x, y + 1.3, str(led), "middle", size=4))
        body.append(_text(x, y + 8.4, space, "middle", size=3))
    return _svg(max(xs) - min(xs) + 20, max(ys) - min(ys) + 20, body, unit="mm")


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f"<rect x='{x}' y='{y}' width='{width}' height='{height}' rx='5' fill='{fill}' stroke='#888'/>"


def _text(
    x: float,
    y: float,
    words: str,
    anchor: str = "start",
    *,
    size: float = 11,
    bold: bool = False,
    fill: str = "#000",
) -> str:
    weight = " font-weight='bold'" if bold else ""
    style = f"font-family='sans-serif' font-size='{size}' text-anchor='{anchor}' fill='{fill}'{weight}"
    return f"<text x='{x:.1f}' y='{y:.1f}' {style}>{escape(words)}</text>"


def _svg(width: float, height: float, body: list[str], unit: str = "") -> str:
    size = f"width='{width:.0f}{unit}' height='{height:.0f}{unit}' viewBox='0 0 {width:.0f} {height:.0f}'"
    paper = "<rect width='100%' height='100%' fill='#ffffff'/>"
    return "\n".join([f"<svg xmlns='http://www.w3.org/2000/svg' {size}>", paper, *body, "</svg>", ""])


def main() -> None:
    """Write all files."""
    for name, text in drawings().items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
