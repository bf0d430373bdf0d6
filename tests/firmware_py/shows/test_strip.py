"""The LED strip."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_py.shows.colours import OFF, WHITE, light_of
from firmware_py.shows.strip import led_of, render_strip
from hardware.layout import load_layout, shipped_layouts
from tests.firmware_py.shows.moments import game, moments, moves

LAYOUT = load_layout("trouble")
TIMES = [t / 8 for t in range(64)]


@pytest.mark.parametrize("board", shipped_layouts())
@pytest.mark.parametrize("moment", list(moments()))
@given(t=st.floats(0, 1e7))
@settings(max_examples=3, deadline=None)
def test_every_led_has_a_light(board: str, moment: str, t: float) -> None:
    layout = load_layout(board)
    lights = render_strip(moments()[moment], t, layout)
    assert len(lights) == max(led_of(layout).values()) + 1
    assert all(0 <= part <= 255 for light in lights for part in light)
    assert lights == render_strip(moments()[moment], t, layout)


def test_the_layouts_own_leds_are_used() -> None:
    layout = replace(LAYOUT, leds={"T0": 3, "T7": 9})
    assert len(render_strip(moments()["over"], 0.0, layout)) == 10


def test_a_comet_of_the_team_goes_round_while_a_pop_is_awaited() -> None:
    shown = moments()["waiting for pop"]
    frames = [render_strip(shown, t, LAYOUT) for t in TIMES]
    heads = {max(range(len(lights)), key=lambda led, lights=lights: sum(lights[led])) for lights in frames}
    assert len(heads) > 10
    red = light_of(shown.turn)
    for lights in frames:
        lit = [light for light in lights if light != OFF]
        assert 3 <= len(lit) <= 7
        assert all(light[0] * red[1] <= light[1] * red[0] + red[0] for light in lit)


def test_pieces_that_may_move_are_steady_and_captures_blink() -> None:
    shown = moves()
    frames = [render_strip(shown, t, LAYOUT) for t in TIMES]
    leds = led_of(LAYOUT)
    targets = {option.target for option in shown.options if option.captures}
    for option in shown.options:
        if option.origin is not None and option.origin not in targets:
            seen = {lights[leds[option.origin]] for lights in frames}
            assert len(seen) == 1
            assert OFF not in seen
    for target in targets:
        assert target is not None
        seen = {lights[leds[target]] for lights in frames}
        assert len(seen) == 2
        assert OFF in seen


def test_the_space_to_put_back_to_blinks() -> None:
    shown = moments()["illegal"]
    led = led_of(LAYOUT)["T3"]
    frames = [render_strip(shown, t, LAYOUT) for t in TIMES]
    assert {lights[led] for lights in frames} == {OFF, (255, 255, 255)}
    assert all(light == OFF for lights in frames for number, light in enumerate(lights) if number != led)


def test_a_piece_to_be_put_right_blinks_and_its_place_is_lit() -> None:
    shown = moments()["astray"]
    leds = led_of(LAYOUT)
    frames = [render_strip(shown, t, LAYOUT) for t in TIMES]
    assert {lights[leds["T3"]] for lights in frames} == {OFF, light_of("red")}
    assert {lights[leds["T9"]] for lights in frames} == {WHITE}


def test_nothing_is_left_lit_over_a_whole_game() -> None:
    for shown in game():
        lights = render_strip(shown, 0.0, LAYOUT)
        if shown.options and shown.turn:
            wanted = {option.origin for option in shown.options} | {option.target for option in shown.options}
            lit = {space for space, led in led_of(LAYOUT).items() if lights[led] != OFF}
            if shown.phase.value == "waiting_for_move":
                assert lit <= wanted
