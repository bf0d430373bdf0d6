"""Lamps reflected in a dome are known after a few pops: they stay where they are while the die does not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.domes.behind_lamps import behind_lamps
from vision.dice.domes.memory import MOVED, DomeMemory
from vision.dice.reader import DiceReader
from vision.dice.reading import Circle, DiceReading, Die
from vision.dice.scene import scene_of
from vision.dice.settings import ReaderSettings
from vision.studio.dome import SIZE, DomeTruth, radiance, truth
from vision.studio.light import develop
from vision.studio.settings import Setting, Studio

Picture = NDArray[np.uint8]
DOME = Circle(160.0, 120.0, 90.0)
LAMP = (180, 100)
PLACES = ((110, 90), (200, 160), (120, 170), (190, 60))
SIDE = 40


def dome(die: tuple[int, int], lamp: tuple[int, int] | None = LAMP, plate: int = 60) -> Picture:
    """A grey dome with a cream die and a lamp that is reflected over everything."""
    picture = np.full((240, 320, 3), plate, np.uint8)
    half = SIDE // 2
    cv2.rectangle(
        picture, (die[0] - half, die[1] - half), (die[0] + half, die[1] + half), (180, 210, 220), -1
    )
    if lamp is not None:
        cv2.circle(picture, lamp, 7, (254, 254, 254), -1)
    return picture


def reading(die: tuple[int, int], value: int = 3, kind: str = "pips") -> DiceReading:
    """The die as it was read."""
    box = (die[0] - SIDE // 2, die[1] - SIDE // 2, SIDE, SIDE)
    seen = Die(value, True, 1.0, box, kind="numeral" if kind == "numeral" else "pips")
    return DiceReading("read", (seen,), None, "dice_read")


def watched(pops: int = 8, plate: int = 60) -> DomeMemory:
    """The memory after so many pops."""
    memory = DomeMemory()
    for pop in range(pops):
        die = PLACES[pop % len(PLACES)]
        memory = memory.after(dome(die, plate=plate), DOME, reading(die))
    return memory


def test_a_known_lamp_misleads_only_where_it_lies() -> None:
    memory = watched()
    on_middle = memory.lamps(dome(LAMP), (0, 0), DOME, [(LAMP, SIDE)])
    assert on_middle is not None
    assert on_middle.mislead(2, LAMP, SIDE, 0.0)
    assert not on_middle.mislead(6, LAMP, SIDE, 0.0)
    beside = (130, 140)
    elsewhere = memory.lamps(dome(beside), (0, 0), DOME, [(beside, SIDE)])
    assert elsewhere is not None
    assert elsewhere.mislead(2, beside, SIDE, 30.0) is False


def test_a_part_of_the_picture_says_the_same() -> None:
    seen = watched().lamps(dome(LAMP)[20:, 50:], (50, 20), DOME, [(LAMP, SIDE)])
    assert seen is not None
    assert seen.mislead(2, LAMP, SIDE, 0.0)


def test_nothing_is_known_at_first_or_of_a_moved_camera() -> None:
    assert watched(2).lamps(dome(LAMP), (0, 0), DOME, [(LAMP, SIDE)]) is None
    assert watched().lamps(dome(LAMP), (0, 0), Circle(170.0, 120.0, 90.0), [(LAMP, SIDE)]) is None


def test_another_lamp_or_another_light_is_not_what_is_remembered() -> None:
    memory, die = watched(), (130, 140)
    assert memory.lamps(dome(die, (200, 130)), (0, 0), DOME, [(die, SIDE)]) is None
    assert memory.lamps(dome(die, plate=90), (0, 0), DOME, [(die, SIDE)]) is None


def test_a_weak_reflection_that_was_always_there_is_no_new_lamp() -> None:
    def with_window(die: tuple[int, int]) -> Picture:
        picture = dome(die)
        picture[150:170, 200:220] = 125
        return picture

    memory = DomeMemory()
    for die in (*PLACES, *PLACES):
        memory = memory.after(with_window(die), DOME, reading(die))
    seen = memory.lamps(with_window(LAMP), (0, 0), DOME, [(LAMP, SIDE)])
    assert seen is not None


def test_on_a_white_plate_lamps_cannot_be_known() -> None:
    assert watched(plate=230).lamps(dome(LAMP, plate=230), (0, 0), DOME, [(LAMP, SIDE)]) is None


def test_a_moved_camera_begins_anew() -> None:
    moved = Circle(180.0, 120.0, 90.0)
    memory = watched().after(dome((130, 140)), moved, reading((130, 140)))
    assert memory.lamps(dome(LAMP), (0, 0), moved, [(LAMP, SIDE)]) is None


def test_a_die_that_was_read_by_its_pips_has_pips() -> None:
    memory = watched(3)
    assert memory.has_pips
    die = PLACES[0]
    assert not memory.after(dome(die), DOME, reading(die, kind="numeral")).has_pips
    ones = DomeMemory()
    for _ in range(5):
        ones = ones.after(dome(die), DOME, reading(die, value=1))
    assert not ones.has_pips, "a one looks like a small 4"


def test_a_die_that_is_not_read_any_more_may_be_another_one() -> None:
    memory, die = watched(8), PLACES[0]
    unread = DiceReading("unsure", reading(die).dice, None, "pips_unclear")
    for _ in range(3):
        memory = memory.after(dome(die), DOME, unread)
    assert memory.has_pips, "three refusals may be bad luck"
    assert not memory.after(dome(die), DOME, unread).has_pips


def test_of_a_dome_seen_from_elsewhere_only_the_kind_of_its_die_is_known() -> None:
    moved = watched().moved()
    assert moved.has_pips
    assert moved.lamps(dome(LAMP), (0, 0), DOME, [(LAMP, SIDE)]) is None


def test_a_dome_that_creeps_away_is_not_the_one_remembered() -> None:
    memory, step = watched(), 0.8 * MOVED * DOME.r
    for k in (1, 2):
        memory = memory.after(dome((130, 140)), replace(DOME, x=DOME.x + k * step), reading((130, 140)))
    assert memory.lamps(dome(LAMP), (0, 0), replace(DOME, x=DOME.x + 2 * step), [(LAMP, SIDE)]) is None


def test_a_second_die_is_no_lamp() -> None:
    """Headache's blank die is bright, and not among the dice with a value."""
    other = (110, 160)

    def two(die: tuple[int, int], blank: tuple[int, int]) -> Picture:
        picture = dome(die)
        x, y = blank
        picture[y - 20 : y + 20, x - 20 : x + 20] = 235
        return picture

    memory = DomeMemory()
    for place, blank in zip(PLACES * 2, (PLACES[2:] + PLACES[:2]) * 2, strict=True):
        box = (blank[0] - 20, blank[1] - 20, 40, 40)
        memory = memory.after(two(place, blank), DOME, replace(reading(place), beside=(box,)))
    seen = memory.lamps(two(LAMP, other), (0, 0), DOME, [(LAMP, SIDE), (other, SIDE)])
    assert seen is not None
    assert memory.lamps(two(LAMP, other), (0, 0), DOME, [(LAMP, SIDE)]) is None


def drawn_pops(seed: int, last: int) -> tuple[DomeMemory, Picture, Circle, DomeTruth]:
    """What is remembered of the pops of a drawn table before the last one, and that one."""
    studio, rng, memory = Studio(Setting.TABLE, seed), np.random.default_rng(seed), DomeMemory()
    for pop in range(last + 1):
        scene = studio.pop()
        if pop < last - 12:
            continue
        picture, known = develop(radiance(scene, SIZE), scene.sensor, rng), truth(scene)
        circle = Circle(*known.centre, known.radius)
        if pop < last:
            seen = tuple(Die(die.value, True, 1.0, die.box) for die in known.dice)
            memory = memory.after(picture, circle, DiceReading("read", seen, None, "dice_read"))
    return memory, picture, circle, known


def test_the_lamps_of_a_drawn_table_are_found() -> None:
    memory, picture, circle, known = drawn_pops(19012, 8)
    die = known.dice[0]
    lamps = memory.lamps(picture, (0, 0), circle, [(die.centre, die.side)])
    assert lamps is not None
    assert 0.002 < lamps.lit.mean() < 0.05


@pytest.mark.parametrize(("seed", "pop"), [(25005, 30), (27006, 55)])
def test_a_die_behind_a_known_window_is_read(seed: int, pop: int) -> None:
    memory, picture, dome, known = drawn_pops(seed, pop)
    reader, value = DiceReader(), known.dice[0].value
    assert reader.read(picture, dice="trouble", dome=dome).verdict != "read"
    assert reader.read(picture, dice="trouble", dome=dome, memory=memory).values == (value,)


def test_a_two_is_no_three_for_a_lamp_beside_its_middle() -> None:
    memory, picture, dome, known = drawn_pops(26014, 90)
    assert known.dice[0].value == 2
    told = DiceReader().read(picture, dice="trouble", dome=dome, memory=memory)
    assert told.verdict == "unsure"


def on_the_die(memory: DomeMemory, picture: Picture, die: tuple[int, int]) -> Picture | None:
    """The picture without what is reflected over a die."""
    return memory.without_lamps(picture, DOME, reading(die))


WINDOW, LARGE_WINDOW = (slice(105, 125), slice(135, 155)), (slice(95, 125), slice(136, 175))


def seen_through(at: tuple[int, int], window: tuple[slice, slice] = WINDOW, adds: float = 0.15) -> Picture:
    """A dome with a die and a window that is reflected over everything, and bleaches nothing."""
    light = (dome(at, lamp=None) / 255.0) ** 2.2
    light[window] += adds
    return np.asarray(255 * np.clip(light, 0, 1) ** (1 / 2.2), np.uint8)


def test_of_a_window_that_is_known_in_part_that_part_is_taken_off() -> None:
    """Another die always lay on the rest of it: there the die brightens with nothing that is known."""
    die, other = (140, 110), (158, 100, 30, 30)
    memory = DomeMemory()
    for place in ((200, 160), (110, 165), (200, 70), (180, 175)) * 2:
        picture = seen_through(place, LARGE_WINDOW, 0.25)
        memory = memory.after(picture, DOME, replace(reading(place), beside=(other,)))
    clean = on_the_die(memory, seen_through(die, LARGE_WINDOW, 0.25), die)
    assert clean is not None
    differ = np.abs(clean.astype(int) - dome(die, lamp=None))
    assert differ[100:120, 138:141].max() <= 10


def test_what_a_window_adds_is_taken_off_a_die() -> None:
    die = (140, 110)
    memory = DomeMemory()
    for place in ((200, 160), (110, 165), (200, 70), (180, 175)) * 2:
        memory = memory.after(seen_through(place), DOME, reading(place))
    clean = on_the_die(memory, seen_through(die), die)
    assert clean is not None
    differ = np.abs(clean.astype(int) - dome(die, lamp=None))
    assert differ[90:130, 125:160].max() <= 10


def test_a_bleached_lamp_over_a_die_is_painted_over() -> None:
    die = (175, 105)
    clean = on_the_die(watched(), dome(die), die)
    assert clean is not None
    assert np.abs(clean[LAMP[1], LAMP[0]].astype(int) - (180, 210, 220)).max() <= 6


def test_what_a_die_hides_is_no_lamp_over_it() -> None:
    """A glint of the plate is below the die: to take it off would leave a dark spot, like a pip."""
    die = (175, 105)
    assert on_the_die(watched(), dome(die, lamp=None), die) is None


def test_a_die_far_from_all_lamps_is_left_as_it_is() -> None:
    assert on_the_die(watched(), dome((110, 160)), (110, 160)) is None
    assert on_the_die(DomeMemory(), dome(LAMP), LAMP) is None


@pytest.mark.parametrize(("adds", "hides"), [(0.4, False), (0.95, True)])
def test_a_lamp_that_was_taken_off_hides_only_what_it_bleaches(adds: float, hides: bool) -> None:
    def with_window(at: tuple[int, int]) -> Picture:
        light = (dome(at, lamp=None) / 255.0) ** 2.2
        light[LAMP[1] - 7 : LAMP[1] + 8, LAMP[0] - 7 : LAMP[0] + 8] += adds
        return np.asarray(255 * np.clip(light, 0, 1) ** (1 / 2.2), np.uint8)

    memory = DomeMemory()
    for place in PLACES * 2:
        memory = memory.after(with_window(place), DOME, reading(place))
    for cleaned, expected in ((False, True), (True, hides)):
        lamps = memory.lamps(with_window(LAMP), (0, 0), DOME, [(LAMP, SIDE)], cleaned=cleaned)
        assert lamps is not None
        assert lamps.mislead(2, LAMP, SIDE, 0.0) is expected


def test_a_two_is_no_one_for_a_lamp_where_a_die_nearly_always_lies() -> None:
    """Where one of its places is not known a lamp may lie beside it: the picture itself must tell then."""
    seen = watched().lamps(dome((130, 140)), (0, 0), DOME, [((130, 140), SIDE)])
    assert seen is not None
    corner = seen.square.away((130.0 - SIDE / 4, 140.0 - SIDE / 4))
    partly = replace(seen, known=seen.known & (corner > SIDE / 8))
    assert partly.mislead(1, (130, 140), SIDE, 0.0) is None
    assert partly.mislead(6, (130, 140), SIDE, 0.0) is None


@pytest.mark.parametrize(("lean", "verdict"), [(0.3, "read"), (0.45, "cocked"), (0.8, "cocked")])
def test_a_die_that_seems_to_lean_behind_a_lamp_lies_flat_only_if_that_is_sure_without_it(
    monkeypatch: pytest.MonkeyPatch, lean: float, verdict: str
) -> None:
    leaning = replace(reading(LAMP), verdict="cocked", reason="die_leans")

    def seen_without(*_: object, **__: object) -> DiceReading:
        if lean >= 0.5:
            return leaning
        die = replace(leaning.dice[0], confidence=min(1.0, (0.5 - lean) / 0.14))
        return replace(reading(LAMP), dice=(die,))

    monkeypatch.setattr("vision.dice.domes.behind_lamps.read_dome", seen_without)
    picture = dome(LAMP)
    scene = scene_of(picture, "trouble", DOME, ReaderSettings())
    told = behind_lamps(leaning, picture, scene, "trouble", ReaderSettings(), 0.0, watched())
    assert told.verdict == verdict
