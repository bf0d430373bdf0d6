"""What is to be put right on a board, and how it stands there meanwhile. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from firmware_py.table.values import Fix
from hardware.spaces import colour_of
from rules import Colour, Pieces
from vision.board.game.moves import Stack, Stacks, is_home, with_men
from vision.board.seen import BoardSeen as Sight

__all__ = ["Homes", "as_seen", "is_put_right", "next_fix"]

Homes = Sequence[Sequence[str]]
"""Groups of spaces in which only the number of men counts."""


def next_fix(
    wanted: Stacks, sight: Sight, homes: Homes, late: Sequence[Colour], lawful: Sequence[Stacks]
) -> Fix | None:
    """The piece to be put right first; None if no sure space is wrong.

    Where a piece was moved lawfully and others went astray, among them whom it captured, it is one of those:
    `lawful` are the boards after each lawful move.
    """
    every = list(_fixes(wanted, sight, homes, late))
    stands, moved = as_seen(wanted, sight, homes, late), [_tops(board, homes) for board in lawful]
    left = [fix for fix in every if _tops(_put_right(stands, fix, wanted), homes) in moved]
    left += [fix for board in lawful for fix in _captured(wanted, board, sight, homes, late)]
    return next(iter([*left, *every]), None)


def _captured(
    wanted: Stacks, lawful: Stacks, sight: Sight, homes: Homes, late: Sequence[Colour]
) -> Iterator[Fix]:
    """The man whom a lawful move captured, if nothing but him stands otherwise than after it."""
    grown = [space for g in homes if _count(g, lawful) > _count(g, wanted) for space in g]
    fix = next(_fixes(lawful, sight, homes, late), None) if grown else None
    if fix is not None and fix.target in grown:
        stands = _put_right(as_seen(lawful, sight, homes, late), fix, lawful)
        if _tops(stands, homes) == _tops(lawful, homes):
            yield fix


def _put_right(stands: Stacks, fix: Fix, wanted: Stacks) -> Stacks:
    """The board with one piece put right."""
    board = {space: stack for space, stack in stands.items() if space != fix.origin}
    return board if fix.target is None else {**board, fix.target: wanted.get(fix.target, (fix.colour,))}


def _tops(board: Stacks, homes: Homes) -> Counter[tuple[str, Colour]]:
    """What is seen of a board; of a home how many men it has."""
    first = {space: group[0] for group in homes for space in group}
    return Counter((first.get(space, space), stack[-1]) for space, stack in board.items())


def _fixes(wanted: Stacks, sight: Sight, homes: Homes, late: Sequence[Colour]) -> Iterator[Fix]:
    """The pieces to be put right, those first that can go straight to where they belong."""
    extra, lacking = _differences(wanted, sight, homes)
    # Where a captive is seen, what stood on it is gone, and may be set on it again.
    bared = {space for space, colour in extra.items() if colour in wanted.get(space, ())[:-1]}
    for colour in late:
        place = next(
            (space for space, wants in lacking.items() if wants == colour and is_home(space, homes)), None
        )
        if place is not None:
            del lacking[place]
    for origin, colour in extra.items():
        fitting = [space for space, wants in lacking.items() if wants == colour]
        free = [space for space in fitting if space not in extra or space in bared]
        if free:
            yield Fix(colour, origin, free[0])
    yield from (Fix(colour, origin, None) for origin, colour in extra.items() if origin not in bared)
    yield from (Fix(colour, None, target) for target, colour in lacking.items())


def _differences(wanted: Stacks, sight: Sight, homes: Homes) -> tuple[dict[str, Colour], dict[str, Colour]]:
    """The sure spaces with a wrong piece, and those whose piece is lacking, each with its colour."""
    extra: dict[str, Colour] = {}
    lacking: dict[str, Colour] = {}
    for space, one in sight.pieces.items():
        stack = wanted.get(space, ())
        top = stack[-1] if stack else None
        if one.sure and one.colour != top and not is_home(space, homes):
            extra |= {} if one.colour is None else {space: one.colour}
            lacking |= {} if top is None else {space: top}
    for group in homes:
        _differences_at_home(group, wanted, sight, extra, lacking)
    return extra, lacking


def _differences_at_home(
    group: Sequence[str], wanted: Stacks, sight: Sight, extra: dict[str, Colour], lacking: dict[str, Colour]
) -> None:
    """The same of one home, whose holes are all alike."""
    owner = colour_of(group[0])
    sure = {space: sight.pieces[space].colour for space in group if sight.pieces[space].sure}
    extra |= {space: colour for space, colour in sure.items() if colour is not None and colour != owner}
    count = sum(space in wanted for space in group)
    men = [space for space, colour in sure.items() if colour == owner]
    empty = [space for space, colour in sure.items() if colour is None]
    if owner is None:
        return
    extra |= dict.fromkeys(men[count:], owner)
    missing = len(empty) - (len(group) - count)
    lacking |= dict.fromkeys(empty[: max(missing, 0)], owner)


def as_seen(wanted: Stacks, sight: Sight, homes: Homes, late: Sequence[Colour]) -> dict[str, Stack]:
    """The whole board as it stands, occupied spaces only, with those of the `late` men home who are lacking.

    Where a top is as it should be, so is what lies under it. Captives go along with a top that stands
    elsewhere if it can be no other; if it can, it stands there alone.
    """
    tops = {space: stack[-1] for space, stack in wanted.items()}
    changed = {s: one.colour for s, one in sight.pieces.items() if one.sure and one.colour != tops.get(s)}
    board = {**wanted, **{s: () if colour is None else (colour,) for s, colour in changed.items()}}
    hidden = [space for space, one in sight.pieces.items() if not one.sure]
    for colour in {colour for colour in changed.values() if colour is not None}:
        came = [space for space, here in changed.items() if here == colour]
        left = [space for space in changed if tops.get(space) == colour]
        stacks = {wanted[space] for space in (*left, *hidden) if tops.get(space) == colour}
        whole = not any(space in wanted for space in came) and all(changed[space] is None for space in left)
        if whole and len(left) == len(came) and len(stacks) == 1:
            board |= dict.fromkeys(came, *stacks)
    stands = {space: stack for space, stack in board.items() if stack}
    lacking = Counter(man for stack in wanted.values() for man in stack)
    lacking.subtract(man for stack in stands.values() for man in stack)
    return with_men(stands, [*(Counter(late) & lacking).elements()], homes)


def is_put_right(stood: Pieces, wanted: Pieces, sight: Sight, homes: Homes) -> bool:
    """Whether the pieces that were astray on a board `stood` are seen to be where they belong, or men of a
    home at least to have left where they do not.

    A piece that a hand or the light hides is not: it may stand as wrong as before.
    """
    differing = [space for space in {**stood, **wanted} if stood.get(space) != wanted.get(space)]
    outside = [space for space in differing if not is_home(space, homes)]
    filled = [space for space in outside if space in wanted]
    emptied = [space for space in outside if space not in wanted]
    groups = [group for group in homes if _count(group, stood) != _count(group, wanted)]
    if not all(_is_sure(space, sight) for space in filled):
        return False
    left = all(_is_sure(space, sight) for space in emptied)
    if not groups:
        return bool(filled) or left
    home = all(_is_counted(group, _count(group, wanted), sight) for group in groups)
    return home or (left and bool(emptied))


def _is_counted(group: Sequence[str], men: int, sight: Sight) -> bool:
    """Whether so many men of a home, or all its other holes, are surely seen."""
    sure = [sight.pieces[space].colour is not None for space in group if _is_sure(space, sight)]
    return 0 < men == sure.count(True) or 0 < len(group) - men == sure.count(False)


def _is_sure(space: str, sight: Sight) -> bool:
    return space in sight.pieces and sight.pieces[space].sure


def _count(group: Sequence[str], pieces: Pieces) -> int:
    return sum(space in pieces for space in group)
