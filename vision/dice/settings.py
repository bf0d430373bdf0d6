"""The numbers that the dice reader goes by, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Marks = Literal["pips", "numerals", "auto"]
"""What is printed on the dice; `auto`: pips, and numerals where none are seen."""


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """Thresholds of the dice reader.

    Lengths called *units* are in spacings of the pip lattice: the nine sites of a face lie at -1, 0 and 1,
    and the edges of the face near -2 and 2. Contrasts are relative to the step from a die's own face to its
    own pips.
    """

    sure: float = 0.5
    """A die is read from this confidence on; what other values would do stands in docs/dice.md."""

    kind: Marks = "auto"
    """What is printed on the dice that are looked for."""

    worth_asking: float = 0.05
    """Faces below this confidence by geometry alone are dropped before the net is asked."""

    doubted: float = 0.15
    """Faces below this confidence are not told at all; those between it and `sure` make a reading unsure."""

    doubted_alone: float = 0.4
    """The same where no die is sure, or the number of dice is known: faint doubts count for less."""

    sure_dome: float = 0.7
    """A circle is a dome's rim if an edge of one sign runs along this share of it."""

    plain_dome: float = 0.88
    """The same where no dome is looked for: a die inside such a circle is then held to lie under a dome."""

    search: bool = True
    """Whether a dome that is small in the picture is searched for where no die is plain at once: it takes a
    second or two, for which a running camera cannot wait."""

    dome_radius: float = 100.0
    """A dome is looked at with at most this radius (px)."""

    dome_units: tuple[float, float] = (0.06, 0.22)
    """Least and greatest unit of a die's lattice, in radii of its dome (a die is four units a side)."""

    dome_pips: tuple[float, float] = (0.014, 0.12)
    """Least and greatest radius of a pip, in radii of the dome."""

    longest_side: int = 1280
    """Pictures longer than this are shrunk before the search (px)."""

    grey_levels: int = 18
    """How many grey levels are cut to find blobs; with fewer, dice among others in a picture are missed."""

    dome_levels: int = 14
    """The same under a dome, where one die fills more of what is searched."""

    least_steps: float = 2.0
    """Over how many of these levels a blob must last."""

    thorough: bool = False
    """Whether the pips are looked for under a dome even where the nets are sure: only overlays need them."""

    least_area: float = 7.0
    """Smaller blobs (px squared) are noise."""

    roundness: float = 0.62
    """Least 4 pi area / perimeter squared of a blob; a disc gives 1 (0.8 on a pixel grid), a square 0.79."""

    least_touching: float = 60.0
    """Pips that touch are told apart from this area (px squared) of the whole row on."""

    least_aspect: float = 0.38
    """Short to long axis of the flattest blob kept; pips of faces seen more slantingly are not read."""

    many_blobs: int = 80
    """With more blobs than this there is much texture, and only blobs on even ground are looked at."""

    most_singles: int = 40
    """How many spots, the plainest first, are looked at as a single pip."""

    ring_spread: float = 0.8
    """Greatest spread of level (middle half) on a ring round a pip, relative to the pip's contrast."""
