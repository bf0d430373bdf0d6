"""A live camera over the dome and the table that it tells, through what a family does meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from firmware_py.errors import DeviceError
from firmware_py.senses.camera import WatchedDome
from firmware_py.senses.dome import DrawnDome
from firmware_py.senses.frames import Frame
from firmware_py.table import Phase, Say, Table, Wants, wants
from firmware_py.table.events import DiceGiven, Paused, Resumed, Started, TableEvent, Undone
from rules import Seat
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading, Die
from vision.studio.faults import Fault, spoil

FPS = 25.0
NAP = 0.1
"""Waits that are shorter last until the next picture."""
Picture = NDArray[np.uint8]


class Evening:
    """A source of pictures, and the desk before a real table: time goes on with the pictures.

    Args:
        pictures: what the camera sees.
        deeds: what somebody does, by the number of pictures that were taken before.
    """

    name, live = "film", True

    def __init__(self, pictures: Iterator[Picture], deeds: Mapping[int, Callable[[Evening], None]]) -> None:
        self._pictures, self._deeds, self.count = pictures, dict(deeds), 0
        self.table = Table().after(
            Started(at=0.0, game="trouble", seats=(Seat("red", "Anna"), Seat("blue", "Ben")))
        )

    def watched(self, reads: dict[int, int | None], *, switched: bool = False) -> Table:
        """The table once the camera saw everything; from these pictures on its reader reads these values,
        None for dice that it refuses. The dome may have a switch."""
        self.dome = WatchedDome(self, GivenReader(self, reads), switched=switched)
        with pytest.raises(DeviceError, match="has ended"):
            self.dome.run(self)
        return self.table

    def _take(self) -> Picture | None:
        deeds = [self._deeds.pop(number) for number in sorted(self._deeds) if number <= self.count]
        self.count += 1
        for deed in deeds:
            deed(self)
        return next(self._pictures, None)

    def open(self) -> None: ...

    def close(self) -> None: ...

    def read(self) -> Frame | None:
        picture = self._take()
        return None if picture is None else Frame(picture, "", self.now())

    def post(self, event: TableEvent) -> None:
        self.table = self.table.after(event)

    def now(self) -> float:
        return 100.0 + self.count / FPS

    def wants(self) -> Wants:
        return wants(self.table)

    def wait(self, seconds: float) -> bool:
        for _ in range(round(seconds * FPS) if seconds >= NAP else 0):
            self._take()
        return True

    def ready(self) -> None: ...


class GivenReader(DiceReader):
    """Reads whatever it is told to."""

    def __init__(self, evening: Evening, reads: dict[int, int | None]) -> None:
        super().__init__()
        self._evening, self._reads = evening, reads

    def read(self, picture: Picture, **settings: object) -> DiceReading:  # type: ignore[override]
        value = self._reads[max(number for number in self._reads if number <= self._evening.count)]
        if value is None:
            return DiceReading("unsure", (), None, "pips_unclear")
        return DiceReading(
            "read", (Die(value, True, 1.0, (9 * lying_in(picture), 0, 9, 9)),), None, "dice_read"
        )


DOME = DrawnDome(seed=5)
DICE = [DOME.read().picture for _ in range(9)]
GRAIN = np.random.default_rng(0).integers(0, 6, (2, 480, 640, 3), np.uint8)


def lying_in(picture: Picture) -> int:
    """The number of the pop after which the dice lay as they do in a picture, whatever the light."""
    likeness = [float((details(picture) * details(known)).sum()) for known in DICE]
    return int(np.argmax(likeness))


def details(picture: Picture) -> NDArray[np.float32]:
    """What is fine in a picture: neither lamps nor shades."""
    small = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (160, 120), interpolation=cv2.INTER_AREA)
    bright = small.astype(np.float32) + 8
    fine = bright / cv2.GaussianBlur(bright, (0, 0), 4.0) - 1
    return np.asarray(fine / np.linalg.norm(fine), np.float32)


def lies(number: int, seconds: float, *, lamp: bool = False) -> Iterator[Picture]:
    """Dice at rest, as they lay after so many pops; in the light of another `lamp` if one is turned."""
    light = np.linspace(0.35, 1.4, 640)[None, :, None] if lamp else 1.0
    picture = np.clip(DICE[number] * light, 0, 249).astype(np.uint8)
    for count in range(round(seconds * FPS)):
        yield cv2.add(picture, GRAIN[count % 2])


def covered(number: int, seconds: float, *, hand: bool = False) -> Iterator[Picture]:
    """The same, while a finger points at the dice from beside them, or a whole hand lies over the board."""
    for picture in lies(number, seconds):
        yield cv2.line(picture, (0, 479), (320, 300), (110, 140, 190), 400 if hand else 36, cv2.LINE_AA)


def tumbles() -> Iterator[Picture]:
    """Dice that are thrown about for a third of a second."""
    yield from DICE[1:9]


def filmed(*parts: Iterator[Picture]) -> Iterator[Picture]:
    for part in parts:
        yield from part


def posted(event: TableEvent) -> Callable[[Evening], None]:
    return lambda evening: evening.post(replace(event, at=evening.now()))


PAUSED, RESUMED, UNDONE = map(posted, (Paused(at=0.0), Resumed(at=0.0), Undone(at=0.0)))


def typed(face: int) -> Callable[[Evening], None]:
    return posted(DiceGiven(at=0.0, faces=(face,)))


def entered(evening: Evening) -> None:
    """Somebody presses Enter, or the button of the page."""
    evening.dome.press(evening.now())


def came_up(evening: Evening) -> None:
    """The switch of the dome came up."""
    evening.dome.release(evening.now())


def rolls(table: Table) -> list[int]:
    """The faces that the table took, the first ones first."""
    taken = [ply.roll.faces[0] for ply in table.plies if ply.answer is not None and ply.roll is not None]
    return taken[::-1]


def test_the_first_pop_after_a_pause_in_mid_roll_is_not_lost() -> None:
    film = filmed(lies(0, 1), tumbles(), lies(1, 3), tumbles(), lies(2, 1))
    evening = Evening(film, {31: PAUSED, 60: RESUMED})
    assert rolls(evening.watched({0: 3})) == [3]


def test_dice_that_were_popped_in_a_pause_are_no_roll_when_a_lamp_is_turned() -> None:
    popped = filmed(lies(0, 1), tumbles(), lies(1, 1), tumbles(), lies(2, 2))
    evening = Evening(filmed(popped, lies(2, 6, lamp=True)), {50: PAUSED, 80: RESUMED})
    table = evening.watched({0: 3, 50: 5})
    assert rolls(table) == [3]
    assert table.phase is Phase.WAITING_FOR_POP


def popped_then_lamp() -> Iterator[Picture]:
    """One pop, and three seconds later another lamp on the same dice."""
    return filmed(lies(0, 1), tumbles(), lies(1, 3), lies(1, 6, lamp=True))


def test_dice_that_were_refused_and_typed_are_no_new_ones_when_a_lamp_is_turned() -> None:
    table = Evening(popped_then_lamp(), {80: typed(2)}).watched({0: None, 90: 2})
    assert rolls(table) == [2]
    assert table.phase is Phase.WAITING_FOR_POP


def test_dice_that_were_misread_and_corrected_are_no_new_ones_when_a_lamp_is_turned() -> None:
    table = Evening(popped_then_lamp(), {70: UNDONE, 80: typed(2)}).watched({0: 3, 90: 2})
    assert rolls(table) == [2]
    assert table.phase is Phase.WAITING_FOR_POP


def test_dice_that_were_refused_count_when_a_lamp_is_turned_and_they_can_be_read() -> None:
    assert rolls(Evening(popped_then_lamp(), {}).watched({0: None, 90: 2})) == [2]


@pytest.mark.parametrize("presses", [1, 2])
def test_the_dice_of_the_last_pop_are_not_read_as_the_next_one_when_enter_is_pressed(presses: int) -> None:
    deeds = dict.fromkeys(range(70, 70 + 15 * presses, 15), entered)
    evening = Evening(filmed(lies(0, 1), tumbles(), lies(1, 3)), deeds)
    table = evening.watched({0: 3})
    assert rolls(table) == [3]
    assert table.phase is Phase.UNREADABLE
    assert table.verdict == Say("dice.reason.hardly_moved")


def test_dice_that_moved_unseen_are_read_when_enter_is_pressed() -> None:
    evening = Evening(filmed(lies(0, 1), tumbles(), lies(1, 3)), {70: entered})
    assert rolls(evening.watched({0: 3, 55: 4})) == [3, 4]


def test_dice_thrown_by_a_dome_that_was_held_to_begin_a_game_are_no_roll() -> None:
    film = filmed(lies(0, 1), tumbles(), lies(1, 4), tumbles(), lies(2, 2))
    evening = Evening(film, {24: came_up, 130: entered, 134: came_up})
    assert rolls(evening.watched({0: 3, 120: 5}, switched=True)) == [5]


def test_a_finger_that_points_at_the_dice_does_not_count_them_again() -> None:
    pointed = filmed(
        lies(0, 1), tumbles(), lies(1, 2), covered(1, 1.5), lies(1, 2), covered(1, 5), lies(1, 2)
    )
    evening = Evening(pointed, {})
    assert rolls(evening.watched({0: 3})) == [3]


def test_dice_are_read_however_long_the_hand_that_popped_them_lies_over_them() -> None:
    film = filmed(lies(0, 1), covered(0, 5, hand=True), lies(1, 2))
    assert rolls(Evening(film, {}).watched({0: 3})) == [3]


def test_a_hand_that_lies_over_the_dice_and_pops_nothing_counts_nothing() -> None:
    film = filmed(lies(0, 1), covered(0, 5, hand=True), lies(0, 2), covered(0, 1, hand=True), lies(0, 2))
    assert rolls(Evening(film, {}).watched({0: 3})) == []


def test_a_pop_of_the_same_face_while_a_lamp_is_turned_counts() -> None:
    film = filmed(lies(0, 1), tumbles(), lies(1, 3), lies(1, 1, lamp=True), tumbles(), lies(2, 6, lamp=True))
    assert rolls(Evening(film, {}).watched({0: 3})) == [3, 3]


def torn(number: int, seconds: float) -> Iterator[Picture]:
    """Dice at rest, seen through a cable that tears the pictures."""
    rng = np.random.default_rng(number)
    for picture in lies(number, seconds):
        yield spoil(picture, picture, Fault.TORN, rng)


def test_dice_that_were_counted_are_no_new_ones_after_the_pictures_were_torn() -> None:
    film = filmed(lies(0, 1), tumbles(), lies(1, 3), torn(1, 5), lies(1, 2), covered(1, 1.5), lies(1, 2))
    table = Evening(film, {}).watched({0: 3})
    assert rolls(table) == [3]
    assert table.verdict == Say("dice.reason.frame_torn")


@pytest.mark.parametrize("seconds", [1, 3])
def test_dice_that_slide_are_no_roll_though_nobody_could_read_how_they_lay(seconds: int) -> None:
    film = filmed(lies(0, seconds), lies(1, 2))
    table = Evening(film, {}).watched({0: None, round(FPS * seconds): 3})
    assert rolls(table) == []
    assert table.verdict == Say("dice.reason.hardly_moved")


def test_the_first_pop_counts_though_nobody_could_read_how_the_dice_lay() -> None:
    film = filmed(lies(0, 3), tumbles(), lies(1, 2))
    assert rolls(Evening(film, {}).watched({0: None, 75: 3})) == [3]


def test_another_face_counts_though_nobody_saw_the_dice_tumble() -> None:
    film = filmed(lies(0, 3), lies(1, 2))
    assert rolls(Evening(film, {}).watched({0: 3, 75: 4})) == [4]
