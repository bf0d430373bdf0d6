"""The errors of the vision package: each one is also the built-in exception that a caller would expect."""

from __future__ import annotations


class VisionError(Exception):
    """The root of everything that `vision` raises on purpose; its text is one sentence fit for a user."""


class PictureError(VisionError, OSError):
    """A file that cannot be used as a picture."""


class SceneError(VisionError, ValueError):
    """A scene that the studio cannot draw."""
