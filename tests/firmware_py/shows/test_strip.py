"""The LED strip."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_py.shows.colours import OFF, WHITE, light_of
from firmware_py.shows.leds import leds_of
from firmware_py.shows.png import draw_strip
from firmware_py.shows.strip import render_strip
from firmware_py.view.values import OptionView, Say, TableView
from hardware.layout import load_layout, shipped_layouts
from rules import Pick
from tests.firmware_py.shows.moments import game, moments, moves

LAYOUT = load_layout("trouble")
ONE = {space: led for space, (led,) in leds_of(LAYOUT).of.items()}
CHESSBOARD = load_layout("chessboard")
TIMES = [t / 8 for t in range(64)]


@pytest.mark.parametrize("board", shipped_layouts())
@pytest.mark.parametrize("moment", list(moments()))
@given(t=st.floats(0, 1e7))
@settings(max_examples=3, deadline=None)
def test_every_led_has_a_light(board: str, moment: str, t: float) -> None:
    layout = load_layout(board)
    lights = render_strip(moments()[moment], t, layout)
    assert len(lights) == leds_of(layout).count
    assert all(0 <= part <= 255 for light in lights for part in light)
    assert lights == render_strip(moments()[moment], t, layout)


def test_the_layouts_own_leds_are_used() -> None:
    layout = replace(LAYOUT, leds={"T0": 3, "T7": 9})
    assert len(render_strip(moments()["over"], 0.0, layout)) == 10


def test_a_comet_of_the_team_goes_round_while_a_pop_is_awaited() -> None:
    shown = moments()["waiting for pop"]
    frames = [render_strip(shown, t, LAYOUT) for t in TIMES]
    heads = {int(np.argmax(np.sum(lights, axis=1))) for lights in frames}
    assert len(heads) > 10
    red = light_of(shown.turn)
    for lights in frames:
        lit = [light for light in lights if light != OFF]
        assert 3 <= len(lit) <= 7
        assert all(light[0] * red[1] <= light[1] * red[0] + red[0] for light in lit)


def test_pieces_that_may_move_are_steady_and_captures_blink() -> None:
    shown = moves()
    frames = [render_strip(shown, t, LAYOUT) for t in TIMES]
    leds = ONE
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
    led = ONE["RH1"]
    frames = [render_strip(shown, t, LAYOUT) for t in TIMES]
    assert {lights[led] for lights in frames} == {OFF, (255, 255, 255)}
    assert all(light == OFF for lights in frames for number, light in enumerate(lights) if number != led)


def test_a_piece_to_be_put_right_blinks_and_its_place_is_lit() -> None:
    shown = moments()["astray"]
    leds = ONE
    frames = [render_strip(shown, t, LAYOUT) for t in TIMES]
    assert {lights[leds["T3"]] for lights in frames} == {OFF, light_of("red")}
    assert {lights[leds["T9"]] for lights in frames} == {WHITE}


def test_nothing_is_left_lit_over_a_whole_game() -> None:
    for shown in game():
        lights = render_strip(shown, 0.0, LAYOUT)
        if shown.options and shown.turn:
            wanted = {option.origin for option in shown.options} | {option.target for option in shown.options}
            lit = {space for space, led in ONE.items() if lights[led] != OFF}
            if shown.phase.value == "waiting_for_move":
                assert lit <= wanted


def test_a_chessboard_has_a_frame_of_32_leds() -> None:
    leds = leds_of(CHESSBOARD)
    assert (leds.count, len(leds.of)) == (32, 64)
    assert leds.of["a1"] == (0, 8, 23, 31)
    assert leds.of["h8"] == (7, 15, 16, 24)
    assert len(set(leds.of.values())) == 64, "no two squares are pointed at alike"
    assert [leds.names[led] for led in (0, 7, 8, 15, 16, 31)] == [
        "row 1",
        "row 8",
        "column a",
        "column h",
        "row 8",
        "column a",
    ]
    steps = [np.hypot(*np.subtract(leds.places[led], leds.places[led + 1])) for led in range(31)]
    assert max(steps) < 60, "the strip goes round without a jump"


def test_a_chessboards_own_leds_are_used() -> None:
    layout = replace(CHESSBOARD, leds={"a1": 0, "b1": 1})
    assert leds_of(layout).of == {"a1": (0,), "b1": (1,)}


def lit(view: TableView, t: float = 0.1) -> dict[int, tuple[int, int, int]]:
    lights = render_strip(view, t, CHESSBOARD)
    return {led: light for led, light in enumerate(lights) if light != OFF}


def acting() -> TableView:
    """A choice among several toys that may move."""
    return next(
        shown for shown in game("gearhead", most=600) if len(shown.options) > 2 and shown.options[0].target
        and shown.options[0].answer == Pick("act", shown.options[0].target)
    )  # fmt: skip


def test_the_toys_that_may_move_are_pointed_at_and_the_chosen_one_brightly() -> None:
    shown, leds = acting(), leds_of(CHESSBOARD)
    for selected, option in enumerate(shown.options):
        lights = lit(replace(shown, selected=selected))
        expected = {led for one in shown.options for led in leds.of[one.target or ""]}
        assert set(lights) == expected
        assert {led for led, light in lights.items() if light == WHITE} == set(leds.of[option.target or ""])


def test_the_square_of_a_toy_that_would_be_destroyed_blinks() -> None:
    shown, leds = acting(), leds_of(CHESSBOARD)
    gone = Say("gearhead.event.destroyed", {"toy": "orbit", "at": "d5", "rule": "G-13"})
    pound = OptionView(Pick("explode"), Say("gearhead.pick.explode"), follows=(gone,))
    frames = [lit(replace(shown, options=(pound,), selected=0, at=None), t) for t in TIMES]
    assert {frozenset(frame) for frame in frames} == {frozenset(), frozenset(leds.of["d5"])}


def test_the_toy_that_dice_are_rolled_for_is_lit() -> None:
    shown = next(one for one in game("gearhead", most=600) if one.at and not one.options)
    assert set(leds_of(CHESSBOARD).of[shown.at or ""]) <= set(lit(shown, 0.5))


def test_the_frame_is_drawn_round_the_board() -> None:
    image = np.asarray(draw_strip([WHITE] * 32, CHESSBOARD))
    bright = (image == 255).all(axis=2)
    assert bright[:40].any() and bright[-40:].any() and bright[:, :40].any() and bright[:, -40:].any()
    assert not bright[60:-60, 60:-60].any()


def test_a_counter_that_lies_wrong_blinks_and_its_square_is_lit() -> None:
    leds, facts = leds_of(CHESSBOARD), {"toy": "ziggy", "rule": "G-30"}
    moved = Say("gearhead.ruling.wrong_square", {**facts, "at": "e4", "target": "b7"})
    told = replace(acting(), verdict=moved)
    belongs, lies = set(leds.of["e4"]), set(leds.of["b7"])
    assert [set(lit(told, t)) for t in (0.2, 0.7)] == [belongs | lies, belongs]
    turned = replace(told, verdict=Say("gearhead.ruling.turned_by_hand", {**facts, "at": "e4"}))
    assert [set(lit(turned, t)) for t in (0.2, 0.7)] == [belongs, set()]
