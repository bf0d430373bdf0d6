"""The board seen from above: where it lies in the picture, and which piece stands where."""

from vision.board.reader import BoardReader, BoardSettings
from vision.board.seen import BoardSeen, SpaceSeen

__all__ = ["BoardReader", "BoardSeen", "BoardSettings", "SpaceSeen"]
