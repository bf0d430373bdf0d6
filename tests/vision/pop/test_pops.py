"""Pops, and what is none, in small films of the studio."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.pop import PopFinder, PopPhase, Rest, find_place
from vision.studio.dome import DomeScene, draw_dome
from vision.studio.motion import Happening, disturb, tumble
from vision.studio.settings import Setting, Studio

FPS = 12.0
SIZE = (224, 168)


def watched(film: Iterable[tuple[float, NDArray[np.uint8]]]) -> tuple[list[str], list[PopPhase], float]:
    """The kinds of rest told, the phases gone through, and when the last rest was told."""
    finder, kinds, phases, told = PopFinder.live(), list[str](), list[PopPhase](), 0.0
    for t, picture in film:
        finder = finder.after(t, picture)
        if not phases or finder.phase is not phases[-1]:
            phases.append(finder.phase)
        if finder.found is not None:
            kinds.append(finder.found.kind)
            assert len(finder.found.pictures) == (2 if finder.found.kind == "popped" else 1)
            finder, told = finder.accepted(), t
    return kinds, phases, told


def scenes(seed: int) -> tuple[DomeScene, DomeScene, np.random.Generator]:
    studio = Studio(Setting.TABLE, seed)
    return studio.pop(cocked=False), studio.pop(cocked=False), np.random.default_rng(seed)


@pytest.mark.parametrize("seed", [2, 4])
def test_a_pop_is_told_once_soon_after_its_rest(seed: int) -> None:
    before, after, rng = scenes(seed)
    kinds, phases, told = watched(tumble(before, after, FPS, rng, SIZE))
    assert kinds == ["popped"]
    assert phases[:2] == [PopPhase.QUIET, PopPhase.HAND]
    assert PopPhase.TUMBLING in phases
    assert told < 2.6


@pytest.mark.parametrize("seed", [2, 7])
@pytest.mark.parametrize("what", [Happening.SHADOW, Happening.NUDGE, Happening.HOLD])
def test_what_is_no_pop_is_not_told(seed: int, what: Happening) -> None:
    scene, _, rng = scenes(seed)
    assert watched(disturb(scene, what, FPS, rng, SIZE))[0] == []


@pytest.mark.parametrize("seed", [2, 7])
def test_a_bumped_camera_is_followed(seed: int) -> None:
    scene, _, rng = scenes(seed)
    frames = list(disturb(scene, Happening.BUMP, FPS, rng, SIZE))
    finder = PopFinder.live()
    for t, picture in frames:
        finder = finder.after(t, picture)
        assert finder.found is None and not finder.left
    seen, before = find_place(frames[-1][1]).dome, find_place(frames[0][1]).dome
    followed = finder.place.dome
    assert seen is not None and before is not None and followed is not None
    assert np.hypot(seen.x - before.x, seen.y - before.y) > 2
    assert np.hypot(followed.x - seen.x, followed.y - seen.y) < 4


def test_a_press_too_soft_to_turn_the_die_is_asked_about() -> None:
    kinds = []
    for seed in (1, 2):
        scene, _, rng = scenes(seed)
        kinds += watched(disturb(scene, Happening.SOFT, FPS, rng, SIZE))[0]
    assert "hardly_moved" in kinds  # a die that is shifted by less than a pixel cannot be told from one held
    assert "popped" not in kinds


def thrown(*seconds_at_rest: float) -> Iterator[tuple[float, int, NDArray[np.uint8]]]:
    """Pictures at 30 a second of a die thrown about, that lies for so long at one place after the other.

    Each with its time and the number of the place; -1 while it tumbles.
    """
    studio, noise, count = Studio(Setting.TABLE, 3), np.random.default_rng(3), 0
    for number, seconds in enumerate((1.0, *seconds_at_rest)):
        tumbling = [(-1, studio.pop(cocked=False)) for _ in range(4 if number == 1 else 0)]
        lying = studio.pop(cocked=False)
        for place, scene in (*tumbling, *[(number, lying)] * round(30 * seconds)):
            yield count / 30, place, draw_dome(scene, SIZE, noise)
            count += 1


def test_a_live_rest_is_told_in_its_fourth_picture_with_two_of_them() -> None:
    finder, still = PopFinder.live(), None
    for t, place, picture in thrown(0.5):
        finder = finder.after(t, picture)
        still = t if place == 1 and still is None else still
        if finder.found is not None:
            assert still is not None
            assert t - still == pytest.approx(0.1)
            early, last = finder.found.pictures
            assert last is picture
            assert early is not last and not np.array_equal(early, last)
            return
    pytest.fail("no rest was told")


def test_what_was_seen_of_a_die_that_moves_again_is_forgotten() -> None:
    film = list(thrown(0.07, 0.5))
    finder, told = PopFinder.live(), []
    seen = {id(picture): place for _, place, picture in film}
    for t, _, picture in film:
        finder = finder.after(t, picture)
        if finder.settling is not None:
            assert seen[id(finder.settling)] in (1, 2)
        if finder.found is not None:
            told.append([seen[id(one)] for one in finder.found.pictures])
            finder = finder.accepted()
    assert told == [[2, 2]]


def test_dice_that_stand_still_in_one_picture_of_a_slow_camera_are_not_told() -> None:
    studio, noise = Studio(Setting.TABLE, 3), np.random.default_rng(3)
    poses = [studio.pop(cocked=False) for _ in range(8)]
    numbers = [0] * 6 + [1, 2, 3, 4, 4, 5, 6] + [7] * 6
    film = [(k / 10, draw_dome(poses[number], SIZE, noise)) for k, number in enumerate(numbers)]
    assert [[number_of(film, one, numbers) for one in rest.pictures] for rest in found(film)] == [[7, 7]]


def number_of(
    film: list[tuple[float, NDArray[np.uint8]]], picture: NDArray[np.uint8], numbers: list[int]
) -> int:
    """Which pose a picture of a film shows."""
    return next(number for (_, one), number in zip(film, numbers, strict=True) if one is picture)


def sliding(seed: int, knocked: Sequence[int] = ()) -> list[tuple[float, NDArray[np.uint8]]]:
    """Pictures of a die that slides for a second; in those `knocked` the camera looks elsewhere."""
    scene, _, rng = scenes(seed)
    (die,) = scene.dice

    def lying(share: float) -> DomeScene:
        x, y = (1 - 0.4 * share) * np.array(die.at[:2])
        return scene.with_dice((replace(die, at=(float(x), float(y), die.at[2]), yaw=die.yaw + 25 * share),))

    shares = [0.0] * 8 + [k / 30 for k in range(31)] + [1.0] * 15
    pictures = [draw_dome(lying(share), SIZE, rng) for share in shares]
    for number in knocked:
        pictures[number] = np.roll(pictures[number], SIZE[0] // 3, axis=1)
    return [(number / 30, picture) for number, picture in enumerate(pictures)]


@pytest.mark.parametrize("seed", [2, 7])
def test_dice_that_slide_are_told_from_those_that_were_thrown(seed: int) -> None:
    scene, after, rng = scenes(seed)
    assert [rest.thrown for rest in found(sliding(seed))] == [False]
    assert [rest.thrown for rest in found(tumble(scene, after, FPS, rng, SIZE))] == [True]


@pytest.mark.parametrize("seed", [2, 7])
def test_a_hard_knock_in_one_picture_is_no_hand_that_throws_the_dice(seed: int) -> None:
    assert [rest.thrown for rest in found(sliding(seed, knocked=[18]))] == [False]


def test_dice_that_lay_between_two_pictures_of_a_very_slow_camera_are_asked_about() -> None:
    studio, noise = Studio(Setting.TABLE, 3), np.random.default_rng(3)
    poses = [studio.pop(cocked=False) for _ in range(3)]
    numbers = [0] * 6 + [1] * 2 + [2] * 6
    film = [(k / 2, draw_dome(poses[number], SIZE, noise)) for k, number in enumerate(numbers)]
    assert [rest.kind for rest in found(film)] == ["hardly_moved", "popped"]


@pytest.mark.parametrize("lay", [0.3, 0.5])
def test_dice_that_were_not_read_and_are_popped_again_are_told_though_nobody_saw_them_leave(
    lay: float,
) -> None:
    studio, noise = Studio(Setting.TABLE, 3), np.random.default_rng(3)
    poses = [studio.pop(cocked=False) for _ in range(3)]
    numbers = [0] * 30 + [1] * round(30 * lay) + [2] * 30
    finder, told = PopFinder.live(), list[tuple[str, bool]]()
    for k, number in enumerate(numbers):
        finder = finder.after(k / 30, draw_dome(poses[number], SIZE, noise))
        if finder.found is not None:
            told.append((finder.found.kind, finder.found.final))
    once = [("popped", False), ("popped", True)]
    assert told == (once * 2 if lay > 0.35 else once)


def test_what_was_answered_without_a_rest_is_not_told_anew_at_the_next_movement() -> None:
    film, finder = iter(thrown(0.5)), PopFinder.live()
    while not finder.left:
        t, _, picture = next(film)
        finder = finder.after(t, picture)
    t, place, picture = next(film)
    assert place == -1
    assert not finder.answered().after(t, picture).left


def found(film: Iterable[tuple[float, NDArray[np.uint8]]]) -> list[Rest]:
    """The rests told of a film."""
    finder, told = PopFinder.live(), list[Rest]()
    for t, picture in film:
        finder = finder.after(t, picture)
        if finder.found is not None:
            told.append(finder.found)
            finder = finder.accepted()
    return told
