"""`umpire games dice` and `umpire games luck`: what the recorded dice say, as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table as Grid

from firmware_py.luck import (
    DieKey,
    Pop,
    Runs,
    counts,
    fairness,
    fortune,
    homogeneity,
    pops_to_show,
    runs,
    runs_fit,
    spreads_of,
)
from firmware_py.luck.fairness import OPPOSITE, SAME

__all__ = ["print_dice", "print_luck"]

_DOUBTFUL, _ODD = 0.01, 0.05
_RED_FACES = {0: "blank", 1: "dot"}


def print_dice(pops: Sequence[Pop], bias: float, console: Console) -> None:
    """Counts by die and player, whether they fit fair dice, and what followed what.

    Args:
        pops: the dice of one game or of many, in order.
        bias: the size of an unfairness that one would like to find, such as 0.2.
        console: where to print.
    """
    for die in sorted({pop.die for pop in pops}):
        console.print(_name(die), style="bold")
        console.print(_counted(pops, die))
        for line in _lines(pops, die, bias):
            console.print(f"  {line}", highlight=False)
        console.print()


def print_luck(pops: Sequence[Pop], console: Console) -> None:
    """A line a player: the pips and sixes, and the share of fair series that have fewer."""
    grid = Grid(box=None, pad_edge=False)
    for title in ("player", "dice", "pips a die", "more than", "sixes", "more than"):
        grid.add_column(title, justify="left" if title == "player" else "right")
    for player in _players(pops):
        found = fortune(pops, player)
        if found.pops:
            pips = f"{found.pips / found.pops:.2f}", f"{found.pips_rank:.0%}"
            sixes = f"{found.sixes} of {found.pops / 6:.1f}", f"{found.sixes_rank:.0%}"
            grid.add_row(player, str(found.pops), *pips, *sixes)
    if grid.row_count:
        console.print(grid)
        console.print(
            'Fair dice show 3.50 pips on average, and a six one time in six. "More than": the share of fair '
            "series as long that do worse: 50% is neither luck nor bad luck.",
            highlight=False,
        )
    else:
        console.print("No six-sided dice were rolled.")


def _counted(pops: Sequence[Pop], die: DieKey) -> Grid:
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("player")
    for face in die.faces:
        grid.add_column(_RED_FACES[face] if die.kind == "red" else str(face), justify="right")
    grid.add_column("in all", justify="right")
    rows = [(player, counts((p for p in pops if p.player == player), die)) for player in _players(pops)]
    rows = [(player, row) for player, row in rows if sum(row)]
    for player, row in rows:
        grid.add_row(player, *map(str, row), str(sum(row)))
    if len(rows) > 1:
        together = counts(pops, die)
        grid.add_row("together", *map(str, together), str(sum(together)))
    return grid


def _lines(pops: Sequence[Pop], die: DieKey, bias: float) -> Iterator[str]:
    together = counts(pops, die)
    spreads = spreads_of(pops, die)
    fit = fairness(together, die, spreads.together)
    if fit.p is None:
        yield "Too few to tell whether it is fair: every face should be expected five times at least."
    else:
        remembering = ", the memory that these pops show allowed for" if die.how == "popped" else ""
        yield (
            f"Fair? {_verdict(fit.p)} (Chi-squared {fit.statistic:.2f}, degrees of freedom {fit.freedom}"
            f"{remembering}.)"
        )
    if die.kind != "red":
        yield _needed(bias, len(die.faces), sum(together))
    rows = [counts((pop for pop in pops if pop.player == player), die) for player in _players(pops)]
    differ = homogeneity(rows, spreads.between)
    if differ.p is not None:
        yield f"Do the players' dice differ? {_verdict(differ.p)}"
    if die.kind == "d6":
        yield from _runs_lines(runs(pops, die), popped=die.how == "popped")


def _needed(bias: float, faces: int, number: int) -> str:
    """How many dice an unfairness needs to be called rare, and how many there are."""
    if bias >= faces - 1:
        return f"A face that comes {bias:.0%} too often would be the only one: give a smaller --bias."
    needed = pops_to_show(bias, level=_DOUBTFUL, faces=faces)
    return (
        f"To show a face that comes {bias:.0%} too often, about {needed:,} would be needed; "
        f"there are {number:,}."
    )


def _runs_lines(found: Runs, *, popped: bool) -> Iterator[str]:
    total = found.total
    if not total:
        return
    yield (
        f"After a face came the same one {found.same / total:.1%}, the opposite one "
        f"{found.opposite / total:.1%} of {total:,} times."
    )
    if not popped:
        return
    yield (
        f"Popped dice are reported to do so {SAME:.1%} and {OPPOSITE:.1%} of the time, dice without memory "
        f"{1 / 6:.1%}: that is how a dome works, and no cheating. "
        "Pops that were not read, or taken back, are left out here: many of them draw both to the latter."
    )
    as_popped, as_free = runs_fit(found, remembers=True).p, runs_fit(found, remembers=False).p
    if as_popped is not None and as_free is not None:
        yield f"These fit popped dice with p = {as_popped:.3f}, dice without memory with p = {as_free:.3f}."


def _verdict(p: float) -> str:
    """What a p-value says, without saying more."""
    often = f"Fair dice are at least as uneven {p:.1%} of the time"
    if p < _DOUBTFUL:
        return f"{often}: that is rare."
    if p < _ODD:
        return f"{often}: nothing to worry about yet."
    return f"{often}: nothing unusual."


def _players(pops: Sequence[Pop]) -> list[str]:
    return list(dict.fromkeys(pop.player for pop in pops))


def _name(die: DieKey) -> str:
    kind = "The die with the red dot" if die.kind == "red" else f"Dice with {len(die.faces)} sides"
    if die.red_faces > 1:
        kind += f" on {die.red_faces} sides"
    return f"{kind}, {die.how}"
