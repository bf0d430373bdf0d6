"""Faces that are heard again: dropped for print on them, or lost to a face that the net denied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.nets.net import SecondOpinion
from vision.dice.pips.appeal import appealing, upheld
from vision.dice.pips.face import Evidence
from vision.dice.pips.judge import Face, choose, hear
from vision.dice.pips.lattice import SITES, Guess
from vision.dice.reader import DiceReader


def _face(
    value: int, confidence: float, unit: float = 10.0, y: float = 50.0, steep: float = 1.0, **terms: float
) -> Face:
    """A face whose picture nobody looks at; `steep` is 1 seen from above, less if slanted."""
    axes, centre = np.eye(2) * unit, np.array([50.0, y])
    pips = SITES[value] @ axes + centre
    guess = Guess(value, centre, axes[0], axes[1], 0.4 * unit, True, pips, 0.0, pip_aspect=steep)
    evidence = Evidence(100.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, (1.0, 1.0, 1.0, 1.0), 2.0, 0.0)
    return Face(guess, evidence, terms, confidence)


def _heard(face: Face, chance: float) -> Face:
    """A face of whose value the net thinks so."""
    chances = np.full(7, 0.0, np.float32)
    chances[face.guess.value] = chance
    return hear(face, chances, 0.0)


@pytest.mark.parametrize(("chance", "read"), [(0.99, True), (0.9, False), (0.5, False)])
def test_a_six_with_a_line_between_its_pips_needs_a_net_that_is_sure(chance: float, read: bool) -> None:
    six = _face(6, 0.0, sites_bare=0.0, face_even=0.1)
    again = upheld([], [_heard(face, chance) for face in appealing([six], [])])
    assert any(face.confidence >= 0.5 for face in again) == read


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_print_on_a_face_with_few_pips_may_hide_others(value: int) -> None:
    assert not appealing([_face(value, 0.0, sites_bare=0.0)], [])


def test_a_faint_pip_or_another_doubt_is_not_print() -> None:
    six = _face(6, 0.0, sites_bare=0.0)
    faint = replace(six, evidence=replace(six.evidence, weakest=0.6))
    assert appealing([six], []) and not appealing([faint], [])
    assert not appealing([_face(6, 0.0, sites_bare=0.0, on_lattice=0.2)], [])


def test_a_four_that_lost_to_a_six_is_heard_when_the_net_denies_the_six() -> None:
    four, six = _face(4, 1.0), _face(6, 0.9, unit=12.0)
    denied = _heard(six, 0.1)
    assert appealing([four, six], [denied]) == [four]
    assert not appealing([four, six], [_heard(six, 0.99)])
    assert [face.guess.value for face in upheld([denied], [_heard(four, 0.99)])] == [4]
    assert upheld([denied], [_heard(four, 0.7)]) == [denied]


def test_a_top_in_doubt_of_its_value_does_not_give_way_to_a_side() -> None:
    top = _face(3, 0.0, steep=0.75, uncontested=0.0)
    side = _face(2, 0.55, unit=9.6, y=90.0, steep=0.7)
    assert [face.guess.value for face in choose([top, side])] == [3]


@pytest.mark.parametrize(("spread", "least", "most"), [(1.0, 55.0, 68.0), (0.77, 70.0, 86.0)])
def test_the_net_sees_a_die_in_its_size_however_close_its_pips_stand(
    spread: float,
    least: float,
    most: float,
    table: Callable[..., NDArray[np.uint8]],
    put_die: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sides: list[float] = []
    ask = SecondOpinion.chances

    def asked(
        self: SecondOpinion, grey: NDArray[np.uint8], faces: Sequence[tuple[tuple[float, float], float]]
    ) -> NDArray[np.float32]:
        sides.extend(side for _, side in faces)
        return ask(self, grey, faces)

    monkeypatch.setattr(SecondOpinion, "chances", asked)
    picture = table()
    put_die(picture, 4, (150, 120), side=60 / spread, turn=0, pip_radius=0.0001)
    put_die(picture, 4, (150, 120), side=60, turn=0)
    assert DiceReader().read(picture, expect=1).values == (4,)
    assert least < sides[0] < most
