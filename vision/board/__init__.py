"""The board seen from above: where it lies in the picture, and which piece stands where.

`place` finds the board in the picture, `pieces` what stands on its spaces, `game` which move was made, and
`chess` reads counters. `seen`, and `game` but for `follow`, are pure; the readers load OpenCV when they are
first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vision.board.seen import BoardSeen, SpaceSeen

if TYPE_CHECKING:
    from vision.board.reader import BoardReader, BoardSettings
    from vision.board.watcher import BoardWatcher

__all__ = ["BoardReader", "BoardSeen", "BoardSettings", "BoardWatcher", "SpaceSeen"]

_HOMES = {"BoardReader": "reader", "BoardSettings": "reader", "BoardWatcher": "watcher"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
