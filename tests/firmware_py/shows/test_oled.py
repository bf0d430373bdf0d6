"""The OLED's frame."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from firmware_py.shows.oled import HEIGHT, WIDTH, render_oled
from firmware_py.shows.tally import TALLY
from firmware_py.table import Phase, Roll
from firmware_py.view import TableView
from firmware_py.view.values import Say
from firmware_py.words import Words
from tests.firmware_py.shows.moments import game, moments, moves

WORDS = Words()


def dots(image: Image.Image) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    return np.asarray(image, bool)


@pytest.mark.parametrize("moment", list(moments()))
@given(t=st.floats(0, 1e7))
@settings(max_examples=10, deadline=None)
def test_every_moment_has_a_frame(moment: str, t: float) -> None:
    image = render_oled(moments()[moment], t, WORDS)
    assert (image.mode, image.size) == ("1", (WIDTH, HEIGHT))
    lit = dots(image).mean()
    assert 0.1 < lit < 0.7
    assert image.tobytes() == render_oled(moments()[moment], t, WORDS).tobytes()


@pytest.mark.parametrize("name", ["trouble", "headache", "gearhead"])
def test_every_game_is_shown(name: str) -> None:
    for number, shown in enumerate(game(name, most=300)):
        frame = render_oled(shown, number * 0.37, WORDS)
        assert frame.size == (WIDTH, HEIGHT)
        assert frame.getbbox() is not None, "nothing is lit"


def die_part(shown: TableView, face: int) -> bytes:
    shown = replace(shown, die=Roll(("d6",), (face,), "seen", 0.9))
    return render_oled(shown, 0.0, WORDS).crop((0, 12, 46, HEIGHT)).tobytes()


@pytest.mark.parametrize("phase", [Phase.WAITING_FOR_MOVE, Phase.HAND_OVER_BOARD, Phase.MOVE_SEEN])
def test_the_move_that_a_button_would_choose_is_shown(phase: Phase) -> None:
    shown = replace(moves(), phase=phase)
    frames = {render_oled(replace(shown, selected=n), 0.0, WORDS).tobytes() for n in range(3)}
    assert len(frames) == 3


def test_every_face_looks_different() -> None:
    assert len({die_part(moves(), face) for face in range(1, 7)}) == 6


def test_two_dice_and_an_eight_sided_one_are_drawn() -> None:
    pictures = set()
    for kinds, faces in (
        (("d6", "red"), (4, 1)),
        (("d6", "red"), (4, 0)),
        (("d8",), (8,)),
        (("d8", "d8"), (1, 7)),
    ):
        shown = replace(moves(), die=Roll(kinds, faces, "hand"))
        pictures.add(render_oled(shown, 0.0, WORDS).crop((0, 12, 46, HEIGHT)).tobytes())
    assert len(pictures) == 4


def test_the_chosen_move_stands_out_and_is_always_in_sight() -> None:
    shown = moves()
    many = replace(shown, options=shown.options * 4)
    for selected in range(len(many.options)):
        image = dots(render_oled(replace(many, selected=selected), 0.0, WORDS))
        inverted = [y for y in range(12, 53) if image[y, 47:124].mean() > 0.6]
        assert inverted, f"no line is inverted when option {selected} is chosen"


def test_captures_blink_slowly() -> None:
    frames = [render_oled(moves(), t / 10, WORDS).tobytes() for t in range(40)]
    changes = sum(one != other for one, other in pairwise(frames))
    assert changes > 0


def test_the_dome_moves_while_a_pop_is_awaited() -> None:
    shown = moments()["waiting for pop"]
    assert render_oled(shown, 0.1, WORDS).tobytes() != render_oled(shown, 1.0, WORDS).tobytes()


def test_a_fault_and_the_referees_word_take_turns_with_what_to_do() -> None:
    shown = moments()["broken"]
    pages = {render_oled(shown, t, WORDS).crop((48, 12, WIDTH, HEIGHT)).tobytes() for t in range(0, 12, 3)}
    assert len(pages) > 1


def test_who_pops_again_before_moving_is_warned_above_what_the_move_would_do() -> None:
    says = Say("trouble.ruling.popped_again", {"colour": "red", "roll": 6, "declines": True, "rule": "T-A16"})
    warned = replace(moves(), verdict=says)
    for t in (0.0, 1.0, 2.5):
        assert render_oled(warned, t, WORDS).tobytes() != render_oled(moves(), t, WORDS).tobytes()


def test_a_piece_to_be_put_right_is_shown_with_a_moving_arrow() -> None:
    frames = [dots(render_oled(moments()["astray"], t, WORDS)) for t in (0.1, 0.7)]
    assert (frames[0] != frames[1]).any()
    others = [render_oled(moments()[name], 0.1, WORDS).tobytes() for name in ("put one", "take one")]
    assert len({frames[0].tobytes(), *others}) == 3


def test_a_pairing_code_is_shown() -> None:
    for shown in moments().values():
        with_code = replace(shown, pairing_code="471100", menu=None)
        frames = [render_oled(with_code, t, WORDS).tobytes() for t in (0.0, 1.0, 4.0)]
        assert len(set(frames)) == 1
        assert frames[0] != render_oled(shown, 0.0, WORDS).tobytes()
        without = replace(shown, menu=None)
        assert render_oled(with_code, 3.0, WORDS).tobytes() == render_oled(without, 3.0, WORDS).tobytes()


def foot(shown: TableView, t: float = 0.0) -> bytes:
    return render_oled(shown, t, WORDS).crop((0, HEIGHT - TALLY, WIDTH, HEIGHT)).tobytes()


def test_points_piles_cup_and_discard_are_always_in_view() -> None:
    every = game("gearhead", most=400)
    feet: dict[bytes, object] = {}
    for shown in every:
        counts = [(seat.counts.get("score"), seat.counts.get("pile", 0)) for seat in shown.seats]
        tally = (counts, shown.shared.get("cup", 0), shown.shared.get("discard", 0))
        assert {foot(shown, t) for t in (0.0, 0.7, 3.1)} == {foot(shown)}
        assert feet.setdefault(foot(shown), tally) == tally
    assert len(feet) > 20


def test_the_fullest_tally_fits() -> None:
    shown = game("gearhead", most=10)[-1]
    seats = tuple(replace(seat, counts={"score": 29, "pile": 17}) for seat in shown.seats)
    full = replace(shown, seats=seats, shared={"cup": 72, "discard": 72})
    below_dots = render_oled(full, 0.0, WORDS).crop((0, HEIGHT - TALLY + 2, WIDTH, HEIGHT))
    columns = np.asarray(dots(below_dots).any(axis=0))
    gaps = np.flatnonzero(~columns)
    assert columns[:64].any() and columns[64:].any()
    assert {62, 63, 64, 65, 66} & set(gaps.tolist()), "the points run into the cup"


def below(shown: TableView) -> bytes:
    return render_oled(shown, 0.0, WORDS).crop((46, 44, WIDTH, HEIGHT - TALLY)).tobytes()


def test_a_counter_that_lies_wrong_is_told_while_a_decision_is_awaited() -> None:
    shown = next(one for one in game("gearhead", most=400) if len(one.options) > 1 and one.at)
    facts = {"toy": "ziggy", "at": "e4", "target": "e5", "rule": "G-30"}
    wrong = Say("gearhead.ruling.wrong_square", facts)
    told = replace(shown, verdict=wrong)
    assert below(told) != below(replace(shown, verdict=None))
    marks = [render_oled(told, t, WORDS).crop((0, 12, 46, 54)).tobytes() for t in (0.2, 0.8)]
    assert marks[0] != marks[1]


def test_equal_winners_share_the_laurel() -> None:
    shown = next(one for one in (game("gearhead", seed)[-1] for seed in range(1, 6)) if one.ranking)
    laurels = {
        render_oled(replace(shown, ranking=ranking), 0.0, WORDS).crop((0, 12, 46, 54)).tobytes()
        for ranking in ((("south", "north"),), (("south",), ("north",)), (("north",), ("south",)))
    }
    assert len(laurels) == 3
