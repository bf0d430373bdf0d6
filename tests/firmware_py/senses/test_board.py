"""The camera over the board, and the drawn board with its hands."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest

from firmware_py.errors import DeviceError
from firmware_py.senses.board_camera import BoardCamera, _Evening
from firmware_py.senses.board_drawn import DrawnBoard
from firmware_py.senses.board_hands import DrawnBoardCamera, Hands
from firmware_py.senses.frames import Frame
from firmware_py.table import Wants
from firmware_py.table.events import BoardSeen, HandSeen
from firmware_py.table.wants import WantsBoard
from hardware.layout import load_layout
from rules import Answer, Move, Pieces
from tests.firmware_py.senses.desk import FakeDesk
from vision.board.game.moves import homes_alike

LAYOUT = load_layout("trouble-tags")
MEN = {f"{c[0].upper()}H{i}": (c,) for c in ("red", "blue", "yellow", "green") for i in range(1, 5)}
START: Pieces = {space: stack for space, stack in MEN.items() if space != "RH4"} | {"T3": ("red",)}
MOVED: Pieces = {space: stack for space, stack in START.items() if space != "T3"} | {"T7": ("red",)}
WANTED = WantsBoard(START, ((Move("T3", "T7"), MOVED),))


@pytest.fixture(scope="module")
def drawn() -> DrawnBoard:
    """A board as the game begins."""
    board = DrawnBoard(LAYOUT, seed=8)
    board.stand(START)
    return board


def wants(wanted: WantsBoard | None) -> Wants:
    """The wants of a table that looks at the board."""
    return Wants(board=wanted)


def test_a_hand_comes_and_goes_and_the_board_is_told(drawn: DrawnBoard) -> None:
    camera = DrawnBoardCamera(drawn)
    hands = Hands(camera, random.Random(1))
    sense = BoardCamera(camera, camera.eye(), recorded=True)
    desk = FakeDesk(wants(WANTED), enough=2)
    sense.run(desk)
    first, gone = desk.posted
    assert isinstance(first, BoardSeen)
    assert first.seen.registered
    assert gone == HandSeen(at=gone.at, over=False)
    hands.make(Move("T3", "T7"), WANTED)
    desk = FakeDesk(wants(WANTED), enough=5)
    sense.run(desk)
    assert [type(event) for event in desk.posted] == [BoardSeen, HandSeen, HandSeen, BoardSeen, HandSeen]
    last = desk.posted[3]
    assert isinstance(last, BoardSeen)
    assert last.seen.tops.get("T7", "red") == "red"
    assert "T3" not in last.seen.tops
    sense.close()
    sense.close()


def test_a_sense_without_a_want_looks_at_nothing(drawn: DrawnBoard) -> None:
    desk = FakeDesk(wants(None), most=20)
    BoardCamera(DrawnBoardCamera(drawn), DrawnBoardCamera(drawn).eye(), recorded=True).run(desk)
    assert desk.posted == []


def test_the_still_board_is_drawn_once(drawn: DrawnBoard) -> None:
    camera = DrawnBoardCamera(drawn)
    assert camera.read().picture is camera.read().picture
    camera.do((drawn.knock, None))
    before = camera.read().picture
    assert not np.array_equal(before, DrawnBoardCamera(DrawnBoard(LAYOUT, 9)).read().picture)


def counts(pieces: Pieces) -> dict[str, int]:
    """How many men stand in each home."""
    return {group[0][:2]: sum(space in pieces for space in group) for group in homes_alike(LAYOUT.spaces)}


def test_men_go_home_into_any_hole_and_late_if_at_all() -> None:
    board = DrawnBoard(LAYOUT, seed=3)
    board.stand({**MOVED, "T10": ("blue",), "BH4": ()})
    captured = {**{s: p for s, p in START.items() if s != "T3"}, "T10": ("red",)}
    board.move_to(captured, late=True)
    assert counts(board.pieces)["BH"] == 3
    assert board.pieces["T10"] == ("red",)
    board.move_to(captured)
    assert counts(board.pieces) == {"RH": 3, "BH": 4, "YH": 4, "GH": 4}


def test_a_slip_is_no_legal_move(drawn: DrawnBoard) -> None:
    hands = Hands(DrawnBoardCamera(drawn), random.Random(2), slips=1.0)
    lawful: set[Answer] = {answer for answer, _ in WANTED.candidates}
    for _ in range(20):
        hands.play(Move("T3", "T7"), WANTED)
        assert hands.made not in lawful


def test_a_camera_that_is_lost_says_once_that_it_sees_no_board(drawn: DrawnBoard) -> None:
    class Unplugged(DrawnBoardCamera):
        def open(self) -> None:
            raise DeviceError("{camera}: it is not there.", camera=self.name)

    camera = Unplugged(drawn)
    sense = BoardCamera(camera, camera.eye(), recorded=True)
    paused, playing = FakeDesk(wants(None)), FakeDesk(wants(WANTED), enough=9)
    for desk in (paused, playing, playing):
        with pytest.raises(DeviceError):
            sense.run(desk)
    assert paused.posted == []
    (told,) = playing.posted
    assert isinstance(told, BoardSeen)
    assert (told.seen.registered, told.seen.reason) == (False, "not_found")


class Fidgeting(DrawnBoardCamera[DrawnBoard]):
    """Sees somebody's sleeve sway beside the board, or over it; of the first pictures nothing at all."""

    column, number, blank = 100, 0, 0

    def read(self) -> Frame:
        picture = super().read().picture.copy()
        self.number += 1
        centre = (int(self.column + 60 * np.sin(0.5 * self.number)), picture.shape[0] - 60)
        cv2.circle(picture, centre, 36, (90, 120, 170), -1)
        if self.number <= self.blank:
            picture[:] = 127
        return Frame(picture)


def test_what_moves_beside_the_board_does_not_blind_the_referee() -> None:
    board = DrawnBoard(LAYOUT, seed=8)
    board.stand(START)
    camera = Fidgeting(board)
    sense = BoardCamera(camera, camera.eye(), recorded=True)
    desk = FakeDesk(wants(WANTED), enough=9, most=60)
    sense.run(desk)
    assert [type(event) for event in desk.posted] == [BoardSeen, HandSeen]
    board.stand(MOVED)
    camera.do((lambda: None, "T3"), (lambda: None, None))
    desk = FakeDesk(wants(WANTED), enough=9, most=60)
    sense.run(desk)
    looks = [event for event in desk.posted if isinstance(event, BoardSeen)]
    assert len(looks) == 2
    assert looks[-1].seen.tops.get("T7") == "red"


def test_what_moves_over_the_board_is_still_waited_for() -> None:
    board = DrawnBoard(LAYOUT, seed=8)
    board.stand(START)
    camera = Fidgeting(board)
    camera.column = board.picture().shape[1] // 2
    desk = FakeDesk(wants(WANTED), enough=9, most=60)
    BoardCamera(camera, camera.eye(), recorded=True).run(desk)
    assert [event.over for event in desk.posted if isinstance(event, HandSeen)] == [False, True]


def test_a_lost_board_is_found_though_something_moves_beside_it() -> None:
    board = DrawnBoard(LAYOUT, seed=8)
    board.stand(START)
    camera = Fidgeting(board)
    camera.blank = 1
    desk = FakeDesk(wants(WANTED), enough=9, most=200)
    BoardCamera(camera, camera.eye(), recorded=True).run(desk)
    looks = [event.seen.registered for event in desk.posted if isinstance(event, BoardSeen)]
    assert looks == [False, True]


def test_a_knocked_camera_watches_the_board_where_it_lies_now() -> None:
    evening, picture = _Evening(), np.zeros((960, 1280, 3), np.uint8)
    evening.watch_over((100, 100, 900, 900), 1.0, picture)
    still = evening.watch
    evening.watch_over((103, 98, 902, 899), 2.0, picture)
    assert (evening.box, evening.watch) == ((100, 100, 900, 900), still)
    evening.watch_over((180, 100, 980, 900), 3.0, picture)
    assert evening.watched(picture).shape == (800, 800, 3)
    evening.watch_over(None, 4.0, picture)
    assert evening.watched(picture).shape == picture.shape
