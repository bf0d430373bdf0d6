"""A live camera over the dome: it notices pops by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from firmware_py.errors import DeviceError
from firmware_py.senses.camera import WatchedDome
from firmware_py.senses.dome import DrawnDome
from firmware_py.senses.frames import Frame
from firmware_py.table import Wants
from firmware_py.table.events import DiceSeen, Pressed
from rules import PASS, Dice, Move
from tests.firmware_py.senses.desk import FakeDesk
from vision.dice.reader import DiceReader
from vision.studio.faults import Fault, spoil

FPS = 25.0


class Film:
    """A recording held in memory."""

    name, live = "film", True

    def __init__(self, pictures: Iterator[NDArray[np.uint8]]) -> None:
        self._pictures, self.count = pictures, 0

    def open(self) -> None: ...

    def read(self) -> Frame | None:
        picture = next(self._pictures, None)
        self.count += 1
        return None if picture is None else Frame(picture, "film", self.count / FPS)

    def close(self) -> None: ...


def film(pops: int, still: int = 25) -> Iterator[NDArray[np.uint8]]:
    """A table at rest, then so many pops: a die thrown about for half a second, then at rest."""
    dome, grain = DrawnDome(seed=5), np.random.default_rng(0).integers(0, 6, (2, 480, 640, 3), np.uint8)
    resting = dome.read().picture
    for number in range(pops + 1):
        rng = np.random.default_rng(number)
        for picture in range(still):
            yield cv2.add(resting, grain[picture % 2])
        if number < pops:
            for _ in range(8):
                yield np.roll(resting, tuple(rng.integers(-60, 60, 2)), axis=(0, 1))
            resting = dome.read().picture


def test_every_pop_is_seen_once() -> None:
    sense, desk = WatchedDome(Film(film(3)), DiceReader(), patient=True), FakeDesk(enough=99)
    with pytest.raises(DeviceError, match="has ended"):
        sense.run(desk)
    assert [type(event) for event in desk.posted] == [Pressed, DiceSeen] * 3
    assert desk.opened == 1


def test_dice_that_nobody_threw_are_not_told() -> None:
    sense, desk = WatchedDome(Film(film(0)), DiceReader(), patient=True), FakeDesk(enough=99)
    with pytest.raises(DeviceError):
        sense.run(desk)
    assert desk.posted == []


def test_a_press_reads_the_dice_as_they_lie() -> None:
    told: list[str] = []
    sense = WatchedDome(Film(film(0)), DiceReader(), lambda frame, _: told.append(frame.name), patient=True)
    desk = FakeDesk(enough=2)
    sense.press(0.0)
    sense.run(desk)
    assert [type(event) for event in desk.posted] == [Pressed, DiceSeen]
    assert told == ["film"]


def test_a_recording_waits_while_a_move_is_chosen() -> None:
    source = Film(film(1))
    desk = FakeDesk(Wants(dice=Dice("d6"), buttons=(Move("T1", "T2"), PASS)), enough=99, most=40)
    WatchedDome(source, DiceReader(), patient=True).run(desk)
    assert source.count == 0


def test_a_camera_goes_on_while_a_move_is_chosen() -> None:
    source = Film(film(1))
    desk = FakeDesk(Wants(dice=Dice("d6"), buttons=(Move("T1", "T2"), PASS)), enough=99, most=40)
    WatchedDome(source, DiceReader()).run(desk)
    assert source.count > 10


def test_a_camera_sleeps_while_no_dice_are_wanted() -> None:
    source, desk = Film(film(1)), FakeDesk(most=20)
    desk.wanted = Wants()
    WatchedDome(source, DiceReader()).run(desk)
    assert source.count == 0


class Away(FakeDesk):
    """A desk that wants a D8 for a moment, while another die comes to lie under the dome."""

    def __init__(self, film: Film) -> None:
        super().__init__(enough=99)
        self._film, self._elsewhere = film, 0

    def wait(self, seconds: float) -> bool:
        away = self._film.count >= 20 and self._elsewhere < 5
        self._elsewhere += away
        self.wanted = Wants(dice=Dice("d8" if away else "d6"))
        return super().wait(seconds)


def test_a_die_that_was_popped_for_something_else_is_not_told() -> None:
    dome, grain = DrawnDome(seed=5), np.random.default_rng(0).integers(0, 6, (2, 480, 640, 3), np.uint8)
    rests = [dome.read().picture for _ in range(2)]
    recording = Film(cv2.add(rests[number >= 20], grain[number % 2]) for number in range(60))
    desk = Away(recording)
    with pytest.raises(DeviceError, match="has ended"):
        WatchedDome(recording, DiceReader()).run(desk)
    assert desk.posted == []


class Scripted(FakeDesk):
    """A desk at which something is done at certain looks at the camera."""

    def __init__(self, film: Film, deeds: dict[int, Callable[[], None]]) -> None:
        super().__init__(enough=99)
        self._film, self._deeds = film, deeds

    def wait(self, seconds: float) -> bool:
        self._deeds.pop(self._film.count, lambda: None)()
        return super().wait(seconds)


def switched(pictures: Iterator[NDArray[np.uint8]], down: int, up: int) -> list[str]:
    """What is told when the dome goes down and comes up at those pictures."""
    recording = Film(pictures)
    sense = WatchedDome(recording, DiceReader(), switched=True)
    desk = Scripted(recording, {down: lambda: sense.press(0.0), up: lambda: sense.release(desk.now())})
    with pytest.raises(DeviceError):
        sense.run(desk)
    return [_told(event) for event in desk.posted]


def _told(event: object) -> str:
    if not isinstance(event, DiceSeen):
        return "pressed"
    return "asked" if event.reading.reason == "hardly_moved" else "looked"


def test_pictures_that_are_torn_and_never_stand_still_are_named() -> None:
    def flickering() -> Iterator[NDArray[np.uint8]]:
        good, rng = list(film(0)), np.random.default_rng(2)
        yield from good
        for _ in range(200):
            yield spoil(good[-1], good[-2], Fault.TORN, rng)

    recording = Film(flickering())
    sense = WatchedDome(recording, DiceReader(), switched=True)
    desk = Scripted(recording, {20: lambda: sense.press(0.0), 24: lambda: sense.release(desk.now())})
    with pytest.raises(DeviceError, match="has ended"):
        sense.run(desk)
    reasons = {event.reading.reason for event in desk.posted if isinstance(event, DiceSeen)}
    assert reasons == {"frame_torn"}


def test_pictures_that_were_torn_before_anybody_popped_are_named_once() -> None:
    def flickering() -> Iterator[NDArray[np.uint8]]:
        good, rng = list(film(0)), np.random.default_rng(2)
        yield from good
        for _ in range(300):
            yield spoil(good[-1], good[-2], Fault.TORN, rng)

    desk = FakeDesk(enough=99)
    with pytest.raises(DeviceError, match="has ended"):
        WatchedDome(Film(flickering()), DiceReader()).run(desk)
    assert [event.reading.reason for event in desk.posted if isinstance(event, DiceSeen)] == ["frame_torn"]


def test_pictures_too_grainy_ever_to_stand_still_are_named_once() -> None:
    def dark_room() -> Iterator[NDArray[np.uint8]]:
        good, rng = list(film(0)), np.random.default_rng(2)
        for number in range(300):
            grain = rng.normal(0, 60, good[0].shape)
            yield np.clip(good[min(number, len(good) - 1)] + grain, 0, 255).astype(np.uint8)

    desk = FakeDesk(enough=99)
    with pytest.raises(DeviceError, match="has ended"):
        WatchedDome(Film(dark_room()), DiceReader()).run(desk)
    assert [event.reading.reason for event in desk.posted if isinstance(event, DiceSeen)] == ["frame_grainy"]


def test_a_switch_tells_of_the_pop_and_the_camera_of_the_dice() -> None:
    assert switched(film(1), down=22, up=24) == ["pressed", "looked"]


def test_dice_under_a_dome_that_is_held_down_are_read_once_it_is_up() -> None:
    assert switched(film(1, still=30), down=22, up=65) == ["pressed"]
    assert switched(film(1, still=60), down=50, up=75) == ["pressed", "looked"]


def test_dice_that_did_not_move_after_the_switch_are_never_taken_for_new_ones() -> None:
    assert switched(film(0, still=60), down=10, up=14) == ["pressed", "asked"]


def stuck(pictures: Iterator[NDArray[np.uint8]], at: int, times: int) -> Iterator[NDArray[np.uint8]]:
    """A film in which the camera sends one picture so many times over."""
    for number, picture in enumerate(pictures):
        for _ in range(times if number == at else 1):
            yield picture


@pytest.mark.parametrize("at", [20, 27, 31])
def test_a_frozen_camera_never_gives_the_old_die_as_new(at: int) -> None:
    sense, desk = WatchedDome(Film(stuck(film(1), at, 500)), DiceReader()), FakeDesk(enough=99)
    with pytest.raises(DeviceError, match="same picture for 2 s"):
        sense.run(desk)
    assert not any(isinstance(event, DiceSeen) for event in desk.posted)


def test_a_frozen_camera_never_gives_the_old_die_as_new_after_a_switch() -> None:
    told = switched(stuck(film(0, still=60), 9, 500), down=10, up=14)
    assert "looked" not in told


def test_a_camera_that_sticks_while_the_dice_tumble_tells_them_once_it_goes_on() -> None:
    sense, desk = WatchedDome(Film(stuck(film(1), 28, 30)), DiceReader()), FakeDesk(enough=99)
    with pytest.raises(DeviceError, match="has ended"):
        sense.run(desk)
    assert [type(event) for event in desk.posted] == [Pressed, DiceSeen]


def test_a_press_at_a_frozen_camera_reads_nothing() -> None:
    frozen = stuck(film(0), 0, 500)
    sense, desk = WatchedDome(Film(frozen), DiceReader()), FakeDesk(enough=99)
    desk_wait, pressed = desk.wait, []

    def wait(seconds: float) -> bool:
        if not pressed:
            pressed.append(True)
        elif len(pressed) == 1:
            pressed.append(True)
            sense.press(0.0)
        return desk_wait(seconds)

    desk.wait = wait  # type: ignore[method-assign]
    with pytest.raises(DeviceError, match="same picture"):
        sense.run(desk)
    assert desk.posted == []


class PressedFilm(Film):
    """A recording during which somebody asks for the dice, at one of its pictures."""

    def __init__(self, pictures: Iterator[NDArray[np.uint8]], at: int) -> None:
        super().__init__(pictures)
        self._at = at
        self.sense = WatchedDome(self, DiceReader())

    def read(self) -> Frame | None:
        frame = super().read()
        if self.count == self._at:
            self.sense.press(0.0)
        return frame

    def told(self) -> list[type[object]]:
        desk = FakeDesk(enough=99)
        with pytest.raises(DeviceError, match="has ended"):
            self.sense.run(desk)
        return [type(event) for event in desk.posted]


@pytest.mark.parametrize("at", [26, 27, 28, 33, 35, 37, 40])
def test_a_press_while_the_dice_are_popped_does_not_count_the_pop_twice(at: int) -> None:
    assert PressedFilm(film(1), at).told() == [Pressed, DiceSeen]


def test_a_press_while_the_picture_is_thrown_about_reads_nothing_from_it() -> None:
    def thrown() -> Iterator[NDArray[np.uint8]]:
        still, rng = DrawnDome(seed=5).read().picture, np.random.default_rng(4)
        while True:
            yield np.roll(still, tuple(rng.integers(-60, 60, 2)), axis=(0, 1))

    recording = PressedFilm(thrown(), 10)
    desk = FakeDesk(enough=99, most=100)
    recording.sense.run(desk)
    assert not any(isinstance(event, DiceSeen) for event in desk.posted)


def test_a_press_while_the_camera_is_away_reads_nothing_once_it_is_back() -> None:
    source, desk = Film(film(0)), FakeDesk(enough=99)
    sense = WatchedDome(source, DiceReader())
    source.open, opens = _refused, source.open  # type: ignore[method-assign]
    with pytest.raises(DeviceError, match="unplugged"):
        sense.run(desk)
    sense.press(0.0)
    source.open = opens  # type: ignore[method-assign]
    with pytest.raises(DeviceError, match="has ended"):
        sense.run(desk)
    assert desk.posted == []


def _refused() -> None:
    raise DeviceError("It was unplugged.")


def test_a_press_for_dice_that_no_camera_reads_is_none_for_those_that_follow() -> None:
    recording = Film(film(0, still=60))
    sense, desk = WatchedDome(recording, DiceReader()), Away(recording)
    desk_wait, presses = desk.wait, [1]

    def wait(seconds: float) -> bool:
        if desk.wanted.dice == Dice("d8") and presses:
            presses.pop()
            sense.press(0.0)
        return desk_wait(seconds)

    desk.wait = wait  # type: ignore[method-assign]
    with pytest.raises(DeviceError, match="has ended"):
        sense.run(desk)
    assert not presses
    assert desk.posted == []
