"""One camera for two: the dome and the board are seen in the same pictures."""

from __future__ import annotations

import threading

from firmware_py.errors import DeviceError
from firmware_py.senses.frames import Frame, FrameSource
from firmware_py.senses.newest import LIMIT_SECONDS, NewestFrame

__all__ = ["CameraShare", "PhotoTable", "SharedCamera"]


class SharedCamera:
    """A live camera that several senses look at, each at its own pace, each at the newest picture.

    The camera is opened for the first of them and closed after the last. One that was lost is opened anew for
    whoever comes back first.

    Args:
        source: the camera itself.
        limit: seconds without a picture after which it counts as lost.
    """

    def __init__(self, source: FrameSource, limit: float = LIMIT_SECONDS) -> None:
        self.name = source.name
        self._newest = NewestFrame(source, limit)
        self._lock = threading.Lock()
        self._users: set[CameraShare] = set()

    def share(self) -> CameraShare:
        """The camera as one sense has it."""
        return CameraShare(self)

    def open_for(self, user: CameraShare) -> None:
        """Open it, unless it is open and well.

        Raises:
            DeviceError: if it is not there.
        """
        with self._lock:
            if self._newest.lost:
                self._newest.close()
            self._newest.open()
            self._users.add(user)

    def newer(self, than: int) -> tuple[Frame, int]:
        """See `NewestFrame.newer`."""
        return self._newest.newer(than)

    def close_for(self, user: CameraShare) -> None:
        """Close it, unless others use it."""
        with self._lock:
            self._users.discard(user)
            if not self._users:
                self._newest.close()


class CameraShare:
    """A shared camera as one sense has it: a live source of its own."""

    live = True

    def __init__(self, camera: SharedCamera) -> None:
        self.name = camera.name
        self._camera, self._seen = camera, 0

    def open(self) -> None:
        """Open the camera.

        Raises:
            DeviceError: if it is not there.
        """
        self._camera.open_for(self)

    def read(self) -> Frame:
        """The newest picture that this one has not seen.

        Raises:
            DeviceError: if the camera was lost, or gave none within its limit.
        """
        frame, self._seen = self._camera.newer(self._seen)
        return frame

    def close(self) -> None:
        """Let go of it."""
        self._camera.close_for(self)


class PhotoTable:
    """Photographs of a whole table instead of one camera for dome and board.

    Each pop takes the next photograph; until then whoever looks at the board sees the last one. The first
    shows the board before the first pop.

    Args:
        source: the photographs: not live.
    """

    live = False

    def __init__(self, source: FrameSource) -> None:
        self.name = source.name
        self._source = source
        self._lock = threading.Lock()
        self._frame: Frame | None = None

    def open(self) -> None:
        """Open the photographs.

        Raises:
            DeviceError: if there are none.
        """
        with self._lock:
            self._source.open()
            if self._frame is None:
                self._frame = self._source.read()

    def read(self) -> Frame:
        """The next photograph: somebody popped.

        Raises:
            DeviceError: if there are no more.
        """
        with self._lock:
            frame = self._source.read()
            if frame is None:
                raise DeviceError("{camera}: there are no more pictures.", camera=self.name)
            self._frame = frame
            return frame

    def last(self) -> Frame:
        """The photograph that lies there now.

        Raises:
            DeviceError: if there is none.
        """
        if self._frame is None:
            raise DeviceError("{camera}: there are no pictures.", camera=self.name)
        return self._frame

    def close(self) -> None:
        """Release the photographs; the last stays in mind."""
        self._source.close()

    def over_board(self) -> PhotosOverBoard:
        """The photographs as the camera over the board."""
        return PhotosOverBoard(self)


class PhotosOverBoard:
    """The last photograph, again and again, as a camera over a board at rest sees it."""

    live = True

    def __init__(self, table: PhotoTable) -> None:
        self.name = table.name
        self._table = table

    def open(self) -> None:
        """Open the photographs.

        Raises:
            DeviceError: if there are none.
        """
        self._table.open()

    def read(self) -> Frame:
        """The photograph that lies there now.

        Raises:
            DeviceError: if there is none.
        """
        return self._table.last()

    def close(self) -> None:
        """The photographs belong to the dome."""
