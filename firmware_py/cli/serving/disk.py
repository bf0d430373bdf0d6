"""Whether what is written to a folder is still there after the power was cut."""

from __future__ import annotations

from pathlib import Path

__all__ = ["MOUNTS", "forgets"]

MOUNTS = Path("/proc/self/mounts")

_FORGETFUL = frozenset({"tmpfs", "ramfs", "overlay", "aufs"})


def forgets(folder: Path, mounts: Path = MOUNTS) -> str | None:
    """The kind of file system, if it is one that loses everything at a restart; else None.

    A Pi with its overlay switched on looks quite normal, and forgets every game.
    """
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    found = (0, "")
    here = folder.absolute()
    for line in lines:
        fields = line.split()
        if len(fields) < 3:
            continue
        place = Path(fields[1].replace("\\040", " "))
        depth = len(place.parts)
        if (here == place or place in here.parents) and depth >= found[0]:
            found = depth, fields[2]
    return found[1] if found[1] in _FORGETFUL else None
