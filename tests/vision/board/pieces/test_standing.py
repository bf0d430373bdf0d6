"""Print or piece: boards whose spaces have exactly the colours of the men on them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hardware.layout import Layout, load_layout
from vision.board.pieces.evidence import SPOTS, Evidence
from vision.board.pieces.relief import Relief, grounds_of, relief_of
from vision.board.pieces.standing import INPUTS, MOST, Standing, inputs_alone, nets, own_odds, settled
from vision.board.reader import BoardReader
from vision.studio.board_settings import BoardStudio
from vision.studio.board_truth import truth_of_board
from vision.studio.boards import draw_board
from vision.studio.settings import Setting

MEN = {
    "trouble": "RH1:red RF2:red T0:red T20:red BH1:blue BH2:blue BF4:blue T7:blue YH2:yellow YF1:yellow "
    "T14:yellow T3:yellow GH1:green GH3:green GF3:green T25:green",
    "headache": "X0:red O1.2:red X4:yellow I3.1:yellow O6.3:yellow X5:blue O2.2:blue X6:green I5.1:green",
}


@pytest.mark.parametrize("seed", [3, 11])
@pytest.mark.parametrize("name", ["trouble-tags", "headache-tags"])
def test_pieces_are_told_from_print_of_their_very_colour(name: str, seed: int) -> None:
    layout = load_layout(name)
    pieces = {s: (c,) for s, c in (pair.split(":") for pair in MEN[layout.game].split())}
    scene = BoardStudio(Setting.TABLE, seed, layout).scene(pieces)
    scene = replace(scene, style=replace(scene.style, pale=1.0, teams=scene.style.men))
    seen = BoardReader(layout).look(draw_board(scene)).pieces
    shown = truth_of_board(scene).seen
    wrong = {s: one for s, one in seen.items() if one.sure and one.colour != pieces.get(s, (None,))[0]}
    assert not wrong
    told = [one.sure for s, one in seen.items() if shown[s] > 0.6]
    assert np.mean(told) > 0.75


def _flat(count: int) -> Evidence:
    zero = np.zeros(count)
    return Evidence(np.zeros((count, 2)), zero + 0.5, zero, zero + 50, zero + 2, zero + 1)


def _known(layout: Layout, relief: Relief) -> Standing:
    count = len(layout.spaces)
    printed = ["red" if s.startswith("RH") else None for s in layout.spaces]
    spots, lean = [_flat(count)] * len(SPOTS), np.full(count, 0.5)
    return Standing(printed, relief, spots, lean, np.zeros((count, 5)), np.ones(count, bool), np.zeros(count))


def test_only_spaces_printed_in_a_colour_have_odds() -> None:
    layout = load_layout("trouble")
    count = len(layout.spaces)
    relief = Relief(*(np.full(count, v) for v in (0.01, 0.0, 0.95, 0.0, 0.0)))
    known = _known(layout, relief)
    odds = own_odds(known)
    assert np.isnan(odds).sum() == count - 4
    assert np.nanmax(np.abs(odds)) <= MOST
    assert inputs_alone(known).shape == (count, INPUTS[0])
    assert [net[0].shape[0] for net in nets()] == list(INPUTS)


def test_odds_settle_own_piece_against_none_and_nothing_else() -> None:
    layout = load_layout("trouble")
    count = len(layout.spaces)
    known = _known(layout, Relief(*(np.zeros(count) for _ in range(5))))
    fits = np.tile(np.array([-2.0, -9.0, -9.0, -9.0, -1.0]), (count, 1))
    odds = np.where(known.own >= 0, 4.0, np.nan)
    new = settled(fits, known, odds)
    own = np.flatnonzero(known.own >= 0)
    assert np.allclose(new[own, 0] - new[own, -1], 4.0)
    assert np.allclose(np.logaddexp(new[own, 0], new[own, -1]), -1.0)
    others = np.flatnonzero(known.own < 0)
    assert (new[others] == fits[others]).all()


def test_a_flat_space_has_no_relief_and_a_tilted_one_has() -> None:
    from vision.board.pieces.colours import ColourCanvas
    from vision.board.place.canvas import frame_of

    layout = load_layout("trouble")
    frame = frame_of(layout, 0.5)
    shape = frame.size[1], frame.size[0]
    lab = np.zeros((*shape, 3), np.float32)
    lab[..., 0] = 50.0
    places = np.array([layout.spaces["T3"], layout.spaces["T17"]])
    x, y = np.round(frame.pixels(places)[1]).astype(int)
    lab[y - 20 : y + 21, x - 20 : x + 21, 0] += np.arange(-20, 21)[None, :]
    colours = ColourCanvas(frame, lab, np.ones(shape, bool))
    taken = np.full(shape, -1, np.int32)
    grounds = grounds_of(frame, places, layout.piece.base_radius)
    relief = relief_of(
        colours, places, np.zeros((2, 2)), layout.piece.base_radius, taken, grounds, np.ones(2, bool)
    )
    assert relief.slope[0] == pytest.approx(0.0, abs=1e-6)
    assert relief.slope[1] > 0.1
    assert relief.even[0] == 1.0
    assert relief.even[1] < 0.7


def test_another_colours_man_on_a_lonely_start_is_not_taken_for_its_print() -> None:
    layout = load_layout("headache-tags")
    pieces = {"X0": ("yellow",), "X2": ("red",), "X6": ("blue",), "O1.2": ("red",), "I3.1": ("yellow",)}
    for seed in (1, 3, 5):
        scene = BoardStudio(Setting.TABLE, seed, layout).scene(pieces)
        seen = BoardReader(layout).look(draw_board(scene)).pieces
        assert [seen[space].colour for space in pieces] == [stack[0] for stack in pieces.values()]
        assert seen["X0"].sure
        assert seen["X2"].sure


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_the_print_round_a_man_of_another_colour_is_no_stacks_top(seed: int) -> None:
    layout = load_layout("headache-tags")
    pieces = {"X2": ("red",), "X4": ("green",), "X6": ("blue",), "O1.2": ("red",), "I3.1": ("yellow",)}
    seen = BoardReader(layout).look(draw_board(BoardStudio(Setting.TABLE, seed, layout).scene(pieces))).pieces
    assert {space: (seen[space].colour, seen[space].sure) for space in ("X4", "X6")} == {
        "X4": ("green", True),
        "X6": ("blue", True),
    }
