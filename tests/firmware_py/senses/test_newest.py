"""The newest picture wins."""

from __future__ import annotations

import queue
import threading

import numpy as np
import pytest

from firmware_py.errors import DeviceError
from firmware_py.senses import newest
from firmware_py.senses.frames import Frame
from firmware_py.senses.newest import NewestFrame

PICTURE = np.zeros((4, 4), np.uint8)


class Camera:
    """Gives what it is handed; None hangs it until it is let go."""

    name, live = "camera 7", True

    def __init__(self) -> None:
        self.given: queue.Queue[Frame | Exception | None] = queue.Queue()
        self.let_go = threading.Event()
        self.opened = self.closed = 0

    def open(self) -> None:
        self.opened += 1

    def read(self) -> Frame:
        one = self.given.get()
        if one is None:
            self.let_go.wait()
            raise DeviceError("it was let go")
        if isinstance(one, Exception):
            raise one
        return one

    def close(self) -> None:
        self.closed += 1


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newest, "_JOIN_SECONDS", 0.05)


def test_pictures_that_nobody_came_for_are_dropped() -> None:
    camera = Camera()
    source = NewestFrame(camera)
    source.open()
    for number in range(9):
        camera.given.put(Frame(PICTURE, str(number)))
    while not camera.given.empty():
        pass
    names = [source.read().name]
    while names[-1] != "8":
        names.append(source.read().name)
    assert len(names) <= 3
    camera.given.put(DeviceError("end"))
    source.close()


def test_a_camera_that_hangs_is_lost_after_the_limit() -> None:
    camera = Camera()
    source = NewestFrame(camera, limit=0.05)
    source.open()
    camera.given.put(None)
    with pytest.raises(DeviceError, match=r"camera 7: it gave no picture for 0\.05 s"):
        source.read()
    camera.let_go.set()
    source.close()
    assert camera.closed == 1


def test_threads_of_a_hanging_camera_do_not_pile_up() -> None:
    camera = Camera()
    source = NewestFrame(camera, limit=0.05)
    source.open()
    camera.given.put(None)
    source.close()
    with pytest.raises(DeviceError, match="still hangs"):
        source.open()
    assert camera.opened == 1
    camera.let_go.set()
    source.close()
    source.open()
    assert camera.opened == 2
    camera.given.put(DeviceError("end"))
    source.close()


@pytest.mark.parametrize(
    ("error", "says"), [(DeviceError("unplugged"), "unplugged"), (OSError("EIO"), "OSError: EIO")]
)
def test_a_camera_that_is_lost_says_why(error: Exception, says: str) -> None:
    camera = Camera()
    source = NewestFrame(camera)
    source.open()
    camera.given.put(error)
    with pytest.raises(DeviceError, match=says):
        source.read()
    source.close()
    source.close()


def test_two_threads_may_close_it_at_once() -> None:
    camera = Camera()
    source = NewestFrame(camera)
    source.open()
    camera.given.put(DeviceError("end"))
    failed: list[BaseException] = []

    def close() -> None:
        try:
            source.close()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=close) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert camera.closed == 1


def test_a_camera_that_gave_a_late_picture_while_closed_comes_back() -> None:
    camera = Camera()
    source = NewestFrame(camera, limit=0.2)
    source.open()
    with pytest.raises(DeviceError, match="it gave no picture"):
        source.read()
    source.close()
    left_behind = [thread for thread in threading.enumerate() if thread.name == "camera 7 frames"]
    camera.given.put(Frame(PICTURE, "late"))
    for thread in left_behind:
        thread.join()
    source.open()
    threading.Timer(0.05, camera.given.put, [Frame(PICTURE, "new")]).start()
    assert source.read().name == "new"
    camera.given.put(DeviceError("end"))
    source.close()
