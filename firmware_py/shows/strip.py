"""The LED strip: a colour for every LED, a pure function of the view and of time.

A comet in the team's colour goes round the track: it is this team's turn to pop; the toy that it pops for is
lit. A steady light: this piece may move; the chosen one is bright and shows where it would go. A blinking
light: there it would capture. While the board is put right, the piece or counter blinks where it stands, and
a white light shows where it belongs; so does one that is chosen in the menu.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from firmware_py.shows.colours import OFF, RGB, WHITE, dimmed, light_of
from firmware_py.shows.leds import Leds, leds_of
from firmware_py.view import tells_difference
from firmware_py.view.values import Fix, OptionView, Phase, TableView
from hardware.layout import Layout
from rules import Space

__all__ = ["render_strip"]

_COMET: Final = 7
"""How many LEDs the comet is long."""
_LAP_SECONDS: Final = 2.4
_ROLLING_LAP_SECONDS: Final = 0.8
_MAY_MOVE: Final = 0.45
_MAY_GO: Final = 0.2
_REST: Final = 0.12


_STRUCK: Final = ("gearhead.event.destroyed", "gearhead.event.turned")
"""What befalls other toys where they stand, as captures do to men."""


def render_strip(view: TableView, t: float, layout: Layout) -> list[RGB]:
    """The light of every LED at `t` seconds, in the order of the strip, at full brightness."""
    leds = leds_of(layout)
    lights = [OFF] * leds.count

    def put(space: Space | None, light: RGB) -> None:
        for led in leds.of.get(space or "", ()):
            lights[led] = light

    if view.menu is not None and view.menu.fix is not None:
        _fix(view.menu.fix, t, put)
        return lights
    if tells_difference(view.verdict):
        _lies_wrong(view, t, put)
        return lights
    match view.phase:
        case Phase.WAITING_FOR_POP | Phase.WAITING_FOR_DRAW:
            _comet(leds, light_of(view.turn), t / _LAP_SECONDS, lights)
            put(view.at, light_of(view.turn))
        case Phase.ROLLING:
            _comet(leds, light_of(view.turn), t / _ROLLING_LAP_SECONDS, lights)
            put(view.at, light_of(view.turn))
        case Phase.UNREADABLE:
            if _on(t):
                _all(leds, dimmed(light_of(view.turn), _MAY_MOVE), lights)
        case Phase.WAITING_FOR_MOVE | Phase.HAND_OVER_BOARD | Phase.MOVE_SEEN:
            _options(view, t, put)
        case Phase.ILLEGAL_MOVE | Phase.CORRECTION:
            if view.fix is not None:
                _fix(view.fix, t, put)
            elif _on(t):
                put(_put_back(view), WHITE)
        case Phase.OVER:
            _wave(view, t, leds, lights)
        case Phase.PAUSED | Phase.SETTING_UP:
            breath = _REST * (0.55 - 0.45 * math.cos(t * 2 * math.pi / 4))
            _all(leds, dimmed(light_of(view.turn), breath), lights)
    return lights


_Put = Callable[[Space | None, RGB], None]


def _on(t: float) -> bool:
    return t % 1.0 < 0.5


def _all(leds: Leds, light: RGB, lights: list[RGB]) -> None:
    for led in leds.ring:
        lights[led] = light


def _comet(leds: Leds, light: RGB, laps: float, lights: list[RGB]) -> None:
    if not leds.ring:
        return
    head = laps * len(leds.ring)
    for behind in range(_COMET):
        share = max(0.0, 1 - (behind + head % 1) / _COMET) ** 2
        lights[leds.ring[(int(head) - behind) % len(leds.ring)]] = dimmed(light, share)


def _options(view: TableView, t: float, put: _Put) -> None:
    light = light_of(view.turn)
    for option in view.options:
        put(option.target, dimmed(light, _MAY_GO))
    for option in view.options:
        put(option.origin, dimmed(light, _MAY_MOVE))
    put(view.at, light)
    chosen = view.options[view.selected] if view.selected < len(view.options) else None
    if chosen is not None:
        put(chosen.target, WHITE)
        put(chosen.origin, light)
    for option in view.options:
        if option.captures:
            put(option.target, light_of(option.captures[-1]) if _on(t) else OFF)
    for space in _struck(chosen):
        put(space, WHITE if _on(t) else OFF)


def _struck(option: OptionView | None) -> list[Space]:
    """The squares of the toys that an option would destroy or turn."""
    follows = () if option is None else option.follows
    squares = (say.facts.get("at") for say in follows if say.key in _STRUCK)
    return [square for square in squares if isinstance(square, str)]


def _fix(fix: Fix, t: float, put: _Put) -> None:
    """The piece to be put right blinks where it stands; a steady light shows where it belongs."""
    put(fix.target, WHITE)
    if _on(t):
        put(fix.origin, light_of(fix.colour))


def _lies_wrong(view: TableView, t: float, put: _Put) -> None:
    """The counter that lies wrong: the square where it lies blinks, the one where it belongs is lit."""
    facts = {} if view.verdict is None else view.verdict.facts
    belongs, lies = facts.get("at"), facts.get("target")
    if isinstance(belongs, str):
        put(belongs, WHITE if isinstance(lies, str) or _on(t) else OFF)
    if isinstance(lies, str) and _on(t):
        put(lies, light_of(view.turn))


def _put_back(view: TableView) -> Space | None:
    space = view.headline.facts.get("space")
    return space if isinstance(space, str) else None


def _wave(view: TableView, t: float, leds: Leds, lights: list[RGB]) -> None:
    winners = view.ranking[0] if view.ranking else ()
    for number, led in enumerate(leds.places):
        light = light_of(winners[number % len(winners)]) if winners else WHITE
        height = 0.5 + 0.5 * math.sin(number * 0.7 - t * 5)
        lights[led] = dimmed(light, (0.08 + 0.92 * height**3) if winners else _REST)
