"""How dice come to lie, what a pop looks like, and frames gone wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.studio.dice import rest_height
from vision.studio.dome import DomeScene, draw_dome, truth
from vision.studio.faults import Fault, spoil
from vision.studio.light import Sensor
from vision.studio.looks import DieLook
from vision.studio.motion import Happening, disturb, tumble
from vision.studio.placing import FRICTION, LEAN_DEGREES, NoRoomError, overlap, put_flat, under_dome
from vision.studio.settings import Setting, Studio

SMALL = (160, 120)


def quiet(scene: DomeScene) -> DomeScene:
    return replace(scene, sensor=Sensor(noise=0.0))


@pytest.mark.parametrize("setting", list(Setting))
def test_headache_dice_never_touch_and_lie_under_the_dome(setting: Setting) -> None:
    studio = Studio(setting, 3)
    for _ in range(40):
        scene = studio.pop(game="headache", cocked=False)
        one, two = scene.dice
        assert not overlap(one, two, 0.0)
        assert one.flat and two.flat
        assert all(under_dome(die, scene.stage.radius) for die in scene.dice)


@pytest.mark.parametrize("game", ["trouble", "headache"])
def test_cocked_dice_lean_on_something_and_stand_on_the_plate(game: str) -> None:
    studio = Studio(Setting.VARIED, 4)
    for _ in range(25):
        scene = studio.pop(cocked=True, game="headache" if game == "headache" else "trouble")
        leaning = [die for die in scene.dice if not die.flat]
        assert len(leaning) == 1
        die = leaning[0]
        assert LEAN_DEGREES[0] <= die.tilt <= LEAN_DEGREES[1]
        assert die.at[2] == pytest.approx(rest_height(die.look, die.turn()))
        wider = replace(die, at=(die.at[0] * 1.05, die.at[1] * 1.05, die.at[2]))
        on_wall = not under_dome(wider, scene.stage.radius)
        assert on_wall or any(overlap(die, other, 0.5) for other in scene.dice if other is not die)


def test_at_the_least_lean_friction_at_plate_and_wall_just_holds_a_die() -> None:
    """Forces and moments about the foot of a cube of side and weight 1 whose raised edge is at the wall."""
    lean = np.radians(LEAN_DEGREES[0])
    on_plate = 1 / (1 + FRICTION**2)
    on_wall = FRICTION * on_plate
    holds = on_wall * np.sin(lean) + FRICTION * on_wall * np.cos(lean)
    assert (np.cos(lean) - np.sin(lean)) / 2 == pytest.approx(holds)


def test_the_value_asked_for_is_the_value_drawn() -> None:
    studio = Studio(Setting.VARIED, 5)
    for value in range(1, 7):
        assert truth(studio.pop(value=value, cocked=False)).dice[0].value == value
        found = truth(studio.pop(value=value, game="headache", red=value % 2 == 0, cocked=False)).dice
        assert {die.value for die in found} == {value, None}
        assert [die.red for die in found if die.kind == "red"] == [value % 2 == 0]
    assert studio.pop(numerals=True).dice[0].look.kind == "numeral"


def test_all_values_come_up_equally_often() -> None:
    studio = Studio(Setting.TABLE, 6)
    counts = np.bincount([studio.pop().dice[0].top for _ in range(1200)], minlength=7)[1:]
    assert ((counts - 200) ** 2 / 200).sum() < 20.5  # chi-squared, 5 degrees of freedom, 0.1 %


def test_a_table_stays_and_a_varied_setting_changes() -> None:
    table, varied = Studio(Setting.TABLE, 1), Studio(Setting.VARIED, 1)
    first, second = table.pop(), table.pop()
    assert (first.stage, first.camera, first.light) == (second.stage, second.camera, second.light)
    assert first.dice[0].look == second.dice[0].look and first.dice != second.dice
    assert varied.pop().stage != varied.pop().stage
    assert Studio(Setting.TABLE, 1).pop() == first


def test_a_value_that_no_die_has_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        Studio(Setting.TABLE, 1).pop(value=7)


def test_dice_too_large_for_the_dome_are_refused() -> None:
    with pytest.raises(NoRoomError, match="smaller dice"):
        put_flat(DieLook(size=50), 1, 30, np.random.default_rng(0))


@pytest.mark.parametrize("game", ["trouble", "headache"])
def test_a_pop_begins_with_what_was_and_ends_with_what_is(game: str) -> None:
    studio = Studio(Setting.TABLE, 2)
    kind = "headache" if game == "headache" else "trouble"
    before, after = (quiet(studio.pop(game=kind)) for _ in range(2))
    frames = list(tumble(before, after, 10, np.random.default_rng(0), SMALL))
    seconds = [t for t, _ in frames]
    assert seconds == pytest.approx([k / 10 for k in range(len(frames))])
    still = draw_dome(before, SMALL), draw_dome(after, SMALL)
    assert np.array_equal(frames[0][1], still[0]) and np.array_equal(frames[-1][1], still[1])
    changed = [float(np.abs(f.astype(int) - still[1]).mean()) for _, f in frames]
    assert max(changed) > 3 * max(changed[0], 0.5)
    assert sum(c == 0 for c in changed[-10:]) >= 9


@pytest.mark.parametrize("what", list(Happening))
def test_a_disturbance_changes_the_picture_and_leaves_the_dice(what: Happening) -> None:
    scene = quiet(Studio(Setting.TABLE, 2).pop())
    frames = [frame for _, frame in disturb(scene, what, 15, np.random.default_rng(1), SMALL)]
    still = draw_dome(scene, SMALL)
    assert np.array_equal(frames[0], still)
    differences = [float(np.abs(f.astype(int) - still).mean()) for f in frames]
    assert max(differences) > 0.4
    moved = {Happening.SOFT: 0.5, Happening.BUMP: np.inf}
    assert differences[-1] < moved.get(what, 1e-9)


def test_faulty_frames_are_faulty_each_in_its_way() -> None:
    rng = np.random.default_rng(0)
    studio = Studio(Setting.TABLE, 8)
    before, frame = (draw_dome(studio.pop(), SMALL, rng) for _ in range(2))
    made = {fault: spoil(frame, before, fault, rng) for fault in Fault}
    assert all(picture.shape == frame.shape and picture.dtype == np.uint8 for picture in made.values())
    assert made[Fault.BLACK].mean() < 10 and made[Fault.WHITE].mean() > 245
    assert np.array_equal(made[Fault.FROZEN], before)
    assert np.array_equal(made[Fault.TORN][:20], frame[:20])
    assert not np.array_equal(made[Fault.TORN][-20:], frame[-20:])
    assert made[Fault.UNSHARP].std() < frame.std()


def test_a_camera_set_darker_takes_the_same_scenes_with_less_light() -> None:
    usual, darker = (Studio(Setting.TABLE, 3, darker=stops).pop() for stops in (0.0, 1.0))
    assert usual.dice == darker.dice
    levels = [draw_dome(scene, SMALL).astype(float).mean() for scene in (usual, darker)]
    assert 0.65 < levels[1] / levels[0] < 0.85
