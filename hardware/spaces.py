"""The names of every game's spaces, in the order in which layouts list them."""

from __future__ import annotations

from typing import Final

import rules

COLOURS: Final = ("red", "blue", "yellow", "green")
CHESSBOARD_SEATS: Final = ("south", "north")

TRACK_CIRCLES: Final = 28
CROSS_OVERS: Final = 8


def letter(colour: str) -> str:
    """The capital that begins a colour's homes and finishes: "red" -> "R"."""
    return colour[0].upper()


def trouble_spaces() -> tuple[str, ...]:
    """28 track circles, then four finishes and four homes a colour: 60 names."""
    track = [f"T{i}" for i in range(TRACK_CIRCLES)]
    private = [f"{letter(c)}{kind}{i}" for c in COLOURS for kind in "FH" for i in range(1, 5)]
    return (*track, *private)


def headache_spaces() -> tuple[str, ...]:
    """8 cross-overs, each followed by three outer and two inner spaces: 48 names."""
    names: list[str] = []
    for k in range(CROSS_OVERS):
        names += [f"X{k}", f"O{k}.1", f"O{k}.2", f"O{k}.3", f"I{k}.1", f"I{k}.2"]
    return tuple(names)


def gearhead_spaces() -> tuple[str, ...]:
    """The chessboard, row 1 first: a1, b1 ... h8."""
    return tuple(f"{column}{row}" for row in range(1, 9) for column in "abcdefgh")


def game_spaces(game: str) -> tuple[str, ...]:
    """Every space of a game, once; of a game without an order of its own here, in the order of its rules.

    Raises:
        UnknownGameError: for a game that is not in the table of games.
    """
    ordered = {"trouble": trouble_spaces, "headache": headache_spaces, "gearhead": gearhead_spaces}
    return ordered[game]() if game in ordered else rules.game(game).spaces()


def colour_of(space: str) -> str | None:
    """The colour that a Trouble home or finish belongs to; None for every other space."""
    return next((c for c in COLOURS if space[:2] in (f"{letter(c)}H", f"{letter(c)}F")), None)


def area_of(space: str) -> str:
    """The part of the board that a space belongs to: "home", "finish" or "track"."""
    if colour_of(space) is None:
        return "track"
    return "home" if space[1] == "H" else "finish"
