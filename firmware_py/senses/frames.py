"""Where pictures of the dome come from: one small protocol for files, cameras and the drawn dome alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["Frame", "FrameSource"]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture.

    Attributes:
        picture: (H, W) grey or (H, W, 3) BGR.
        name: the file that it came from; empty if it came from none.
        t: seconds since the source began to run; None for single pictures, which have no time.
        taken: monotonic seconds when a camera began to expose it; None where nobody knows.
    """

    picture: NDArray[np.uint8]
    name: str = ""
    t: float | None = None
    taken: float | None = None


class FrameSource(Protocol):
    """A source of pictures.

    Attributes:
        name: how faults and readings call it.
        live: whether it runs by itself, so that movement can be seen. If not, each `read` is the next pop.
    """

    name: str
    live: bool

    def open(self) -> None:
        """Get ready; opening an open source does nothing.

        Raises:
            DeviceError: when it is not there.
        """

    def read(self) -> Frame | None:
        """The next picture; a live source may block until there is one. None at the end of a video.

        Raises:
            DeviceError: when the source was lost.
        """

    def close(self) -> None:
        """Release it; may be called twice."""
