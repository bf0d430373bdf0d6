"""What follows when the board is seen: every change that could explain it is weighed, and the best judged.

A legal move that explains the board clearly is taken. One that is not clear is asked about, likeliest first.
A move that may not stand is told with its rule, and stays refused until it is put back. Anything else is
put right one piece at a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from firmware_py.table.acts import advance, refuse, ruled
from firmware_py.table.dice import carried_on
from firmware_py.table.events import BoardSeen
from firmware_py.table.fixes import Homes, as_seen, is_put_right, next_fix
from firmware_py.table.quick import two_moves
from firmware_py.table.toys import has_toys, seen_toys
from firmware_py.table.values import Fix, Say
from rules import Answer, Chance, Colour, Move, Pick, Pieces, Rolled, State
from vision.board.game.moves import (
    ACCEPT,
    Candidate,
    Stack,
    Stacks,
    Weighed,
    after_change,
    change_between,
    homes_alike,
    in_play,
    is_home,
    likelihoods,
    parts_of,
    weigh,
    with_men,
    without_men,
)
from vision.board.game.stacks import unlike_heights
from vision.board.game.turns import NOTHING, candidates, moment_of, options, rolls_of, stacks_of, stuck
from vision.board.seen import BoardSeen as Sight

if TYPE_CHECKING:
    from firmware_py.table.table import Table

__all__ = ["seen"]

LATE: Final = 0.3
"""How likely a captured man is not home yet, by which the prior of such a board is lessened."""

EARLIER: Final = 0.03
"""How likely the board still stands as before the last move: chosen by button, not yet made by hand."""

STILL: Final = 0.02
"""When it is so likely that nothing was moved, a doubtful picture is no reason to ask about a move."""

PLAIN: Final = 0.5
"""A legal move is taken only if by the picture alone it is likelier than all else together: legal moves are
so frequent that a man who went to a space nobody can see would always be taken to have made one."""

WELL_READ: Final = 0.95
"""A die that was seen with less confidence may have been misread: nobody is told that his move is wrong if
another roll makes it right."""

PLIES_BACK: Final = 4
"""So many moments back that earlier board is looked for: pops between two moves change no piece."""

_BLIND: Final = "board.reason."


_Kind = Literal["legal", "back", "nothing", "wrong", "earlier"]


@dataclass(frozen=True, slots=True)
class _Way:
    """How the board may have come to stand as it does.

    `missing` are captured men who are not in their home yet; `stands` is the whole board. A legal move that
    leads `back` to the board before the last one is never plain: that one may have been made by nobody.
    """

    kind: _Kind
    answer: Answer | None
    missing: tuple[Colour, ...]
    stands: Mapping[str, Stack]


def seen(table: Table, event: BoardSeen) -> Table:
    """The table after a look at the still board; the same one if nothing follows from it."""
    sight, given = event.seen, table
    if not sight.registered:
        blind = replace(table, blind=True, verdict=Say(f"{_BLIND}{sight.reason}", sight.facts))
        return table if blind == table else blind
    if table.blind:
        table = replace(table, blind=False)
    if table.verdict is not None and not table.doubt and table.verdict.key.startswith(_BLIND):
        table = replace(table, verdict=None)
    if has_toys(table):
        return seen_toys(table, sight)
    homes = homes_alike(sight.pieces)
    before, ways = stacks_of(table.state), list(_ways(table, homes))
    sight = replace(sight, pieces=in_play(sight.pieces, before, homes))
    weighed = weigh(before, sight, ways, homes)
    way = _clearly_best(weighed, sight)
    if way is not None and way.kind == "legal" and _without_prior(way, before, sight, ways, homes) < PLAIN:
        way = None
    if (two := _after_two(table, way, weighed, sight, homes, event.at)) is not None:
        return _with_heights(two, sight)
    after = _doubtful(table, weighed, sight, homes) if way is None else _accepted(table, way, sight, homes)
    if way is not None and way.kind == "legal" and after.ply > table.ply:
        after = carried_on(table, after, event.at)
    if way is not None and way.kind in ("legal", "nothing"):
        after = _with_heights(after, sight)
    return given if after == given else after


def _after_two(
    table: Table, way: _Way | None, weighed: Weighed, sight: Sight, homes: Homes, at: float
) -> Table | None:
    """The table after two moves before this look, or a question where others, or one alone, explain the board
    as well; None where no two do, or it may stand as before."""
    found = two_moves(table, sight, homes, at)
    if not found or (way is not None and way.kind in ("nothing", "earlier")):
        return None
    single = _legal_of(weighed) if way is None else [way.answer] if way.kind == "legal" and way.answer else []
    if len(found) == 1 and not single:
        return found[0][1]
    doubt = tuple(dict.fromkeys((*single, *(first for first, _ in found))))
    return None if [*doubt] == single else _asked(table, doubt, "board.reason.one_move_or_two")


def _with_heights(table: Table, sight: Sight) -> Table:
    """The table with a word on a stack that looks higher or lower than it should, if there is no other."""
    if table.verdict is not None:
        return table
    known = stacks_of(table.state)
    for space, cones in unlike_heights(known, sight).items():
        return replace(
            table,
            verdict=Say(
                "board.reason.stack_height", {"space": space, "seen": cones, "known": len(known[space])}
            ),
        )
    return table


def _without_prior(way: _Way, before: Stacks, sight: Sight, ways: Sequence[Candidate], homes: Homes) -> float:
    """How likely an answer is by the picture alone, were every move as likely beforehand."""
    likely = likelihoods(before, sight, [replace(one, prior=1.0) for one in ways], homes)
    deed = _deed_of(way)
    return sum(p for one, p in zip(ways, likely, strict=True) if _deed_of(one.name) == deed)


def _deed_of(way: object) -> object:
    """What was done, whoever is not home yet."""
    return (way.kind, way.answer) if isinstance(way, _Way) else None


def _clearly_best(weighed: Weighed, sight: Sight) -> _Way | None:
    """What has happened, if that is clear.

    A move that may not stand, or none, need only be clear among those that no sure space contradicts, if all
    its own spaces are sure: it is told, not taken, and there are so many of them that each is unlikely
    beforehand.
    """
    fitting = [ranked for ranked in weighed.ranked if not ranked.against]
    if not fitting:
        return None
    way, total = fitting[0].candidate.name, sum(ranked.probability for ranked in fitting)
    assert isinstance(way, _Way), "all candidates are named so here"
    plain = all(sight.pieces[space].sure for space in fitting[0].candidate.change if space in sight.pieces)
    clear = way.kind in ("wrong", "nothing") and plain and fitting[0].probability >= ACCEPT * total
    accepted = weighed.verdict == "accepted" and way.kind != "back"
    return way if clear or accepted else None


def _accepted(table: Table, way: _Way, sight: Sight, homes: Homes) -> Table:
    if way.answer is not None and way.answer == table.undone:
        # It was taken back, and is to be put back: it is not made anew.
        return _nearer(table, with_men(way.stands, way.missing, homes), sight, homes)
    match way.kind:
        case "nothing":
            return _as_before(table, way, sight, homes)
        case "legal" if way.answer is not None:
            return _moved(table, way, way.answer, homes)
        case "wrong" if isinstance(way.answer, Move):
            return _wrong(table, way, way.answer, sight, homes)
    return _astray(table, sight, homes)


def _as_before(table: Table, way: _Way, sight: Sight, homes: Homes) -> Table:
    """Nothing was moved, or it was put back: as far as can be seen."""
    if table.stands is None:
        verdict, undone = _unseen_start(table, sight), _not_seen_undone(table.undone, sight)
        return replace(table, late=way.missing, doubt=(), early=None, undone=undone, verdict=verdict)
    if not is_put_right(table.stands, way.stands, sight, homes):
        return table
    # A refused answer that no piece was moved for is not put right by a board that never changed.
    verdict = Say("table.verdict.as_it_should")
    right = replace(table, late=way.missing, doubt=(), undone=None, verdict=verdict)
    return replace(right, refused=None, stands=None, fix=None)


def _not_seen_undone(undone: Answer | None, sight: Sight) -> Answer | None:
    """What was taken back, if the board does not tell whether that was done on it too."""
    space = undone.origin if isinstance(undone, Move) else undone.at if isinstance(undone, Pick) else None
    hidden = space is not None and space in sight.pieces and not sight.pieces[space].sure
    return undone if hidden else None


def _unseen_start(table: Table, sight: Sight) -> Say | None:
    """The referee's word, or before the first pop that he hardly sees whether the board is set up."""
    men = [space for space in table.state.pieces if space in sight.pieces]
    seen = sum(sight.pieces[space].sure for space in men)
    if len(table.plies) > 1 or 2 * seen >= len(men):
        return table.verdict
    return Say("board.reason.set_up_hidden", {"seen": seen, "count": len(men)})


def _moved(table: Table, way: _Way, answer: Answer, homes: Homes) -> Table:
    """A legal move; the referee speaks if a captured man must still go home, and a coach always."""
    after = replace(advance(table, answer), late=way.missing)
    captured = _sent_home(table.state.pieces, after.state.pieces, homes)
    fresh = tuple(colour for colour in captured if colour in way.missing)
    if way.missing and not fresh:  # the older ones were ruled on when they were captured
        return replace(after, verdict=ruled(table, table.game.explain(after.state, way.stands)))
    if fresh or table.referee == "coach":
        stands = without_men(with_men(way.stands, way.missing, homes), fresh, homes)
        return replace(after, verdict=ruled(table, table.game.explain(table.state, stands or way.stands)))
    return after


def _sent_home(before: Pieces, after: Pieces, homes: Homes) -> tuple[Colour, ...]:
    """The men who are in their homes after a move and were not before."""
    return tuple(str(after[space][0]) for space in after if space not in before and is_home(space, homes))


def _wrong(table: Table, way: _Way, move: Move, sight: Sight, homes: Homes) -> Table:
    """A move that may not stand; while the board is being put right, only a new try with the refused piece is
    ruled on."""
    if _is_set_up(table):
        return _astray(table, sight, homes)  # nobody has begun: the set-up is not right
    if stacks_of(table.state).get(move.target, ())[-1:] == way.stands.get(move.target, ())[-1:]:
        return _astray(table, sight, homes)  # on its own colour it would lie unseen: it may be off the board
    stands = with_men(way.stands, way.missing, homes)
    if table.stands is not None:
        same_piece = isinstance(table.refused, Move) and table.refused.origin == move.origin
        if not same_piece or table.refused == move:
            return _nearer(table, stands, sight, homes)
    ruling = table.game.explain(_judged_by(table), stands)
    if ruling.legal:
        return _astray(table, sight, homes)
    if table.stands is None and (other := _other_roll(table, stands)) is not None:
        shown = table.plies.top.roll
        facts = {"die": shown.faces[0] if shown else 0, "other": other.faces[0]}
        return replace(table, doubt=(), verdict=Say("board.reason.die_doubted", facts))
    return refuse(table, move, ruling, stands, _next_fix(table, sight, homes))


def _is_set_up(table: Table) -> bool:
    """Whether nobody has begun yet: at most it is popped for who does (T-3)."""
    awaits = table.state.awaits
    return len(table.plies) == 1 or (isinstance(awaits, Chance) and awaits.why == "start")


def _other_roll(table: Table, stands: Stacks) -> Rolled | None:
    """Another roll by which a move that may not stand would be legal, if the die may well have been
    misread."""
    roll = table.plies.top.roll
    if roll is None or roll.how != "seen" or roll.confidence is None or roll.confidence >= WELL_READ:
        return None
    for number, ply in enumerate(table.plies):
        if number and isinstance(ply.state.awaits, Chance):
            return _roll_for(ply.state, stands)
        if number == PLIES_BACK:
            break
    return None


def _roll_for(state: State, stands: Stacks) -> Rolled | None:
    """The roll, if any, after which a legal move leads from a state that awaits it to such a board."""
    for roll, _ in rolls_of(state):
        moment = moment_of(state, roll)
        moves = (a for a in options(moment.state) if isinstance(a, Move)) if moment is not None else ()
        for move in moves:
            assert moment is not None
            if stacks_of(moment.state.after(move)[0]) == dict(stands):
                return roll
    return None


def _nearer(table: Table, stands: Stacks, sight: Sight, homes: Homes) -> Table:
    """Something is still to be put right: the next piece."""
    fix = _next_fix(table, sight, homes)
    return replace(table, stands=stands, fix=fix) if fix is not None else table


def _next_fix(table: Table, sight: Sight, homes: Homes) -> Fix | None:
    state = table.state
    lawful = [stacks_of(state.after(a)[0]) for a in options(state) if isinstance(a, Move | Pick)]
    return next_fix(stacks_of(state), sight, homes, table.late, lawful)


def _doubtful(table: Table, weighed: Weighed, sight: Sight, homes: Homes) -> Table:
    """Several changes fit, or none."""
    best = weighed.best
    if best is None:
        return table
    fitting = [ranked.candidate.name for ranked in weighed.ranked if not ranked.against]
    if not fitting:
        return _astray(table, sight, homes)
    still = sum(r.probability for r in weighed.ranked if not r.against and _is_nothing(r.candidate))
    if still >= STILL:
        # Too little is seen to say that anything was moved.
        return replace(table, verdict=_unseen_start(table, sight))
    doubt = tuple(dict.fromkeys(_legal_of(weighed)))
    return _asked(table, doubt, "board.reason.which_move") if doubt else _astray(table, sight, homes)


def _legal_of(weighed: Weighed) -> list[Answer]:
    """The legal answers that no sure space contradicts, likeliest first."""
    ways = (ranked.candidate.name for ranked in weighed.ranked if not ranked.against)
    legal = (way for way in ways if isinstance(way, _Way) and way.kind in ("legal", "back"))
    return [way.answer for way in legal if way.answer is not None]


def _asked(table: Table, doubt: tuple[Answer, ...], key: str) -> Table:
    """The table that asks which of these answers it was."""
    verdict = Say(key, {"candidates": tuple(map(str, doubt))})
    return replace(table, doubt=doubt, refused=None, stands=None, fix=None, verdict=verdict)


def _is_nothing(candidate: Candidate) -> bool:
    return isinstance(candidate.name, _Way) and candidate.name.kind == "nothing"


def _astray(table: Table, sight: Sight, homes: Homes) -> Table:
    """The board stands in a way that no move explains: the next piece to be put right."""
    stands = as_seen(stacks_of(table.state), sight, homes, table.late)
    astray = _nearer(table, stands, sight, homes)
    if astray is table or table.refused is not None:
        return astray  # the refused move is still the reason
    return replace(astray, doubt=(), verdict=None)


# -- what may have happened ------------------------------------------------------------------------------


def _ways(table: Table, homes: Homes) -> Iterator[Candidate]:
    """Every board that may stand there now, as a change from the one that the state has."""
    before = stacks_of(table.state)
    for kind, answer, after, prior in _boards(table, before):
        # A man whom his own player took home by mistake has not been captured.
        taken_home = isinstance(answer, Move) and is_home(answer.target, homes)
        new = [] if taken_home else [space for space in after if space not in before]
        back = [after[space][0] for space in new if is_home(space, homes)]
        for missing in parts_of((*table.late, *back)):
            stands = without_men(after, missing, homes)
            if stands is not None:
                way = _Way(kind, answer, missing, stands)
                yield Candidate(way, change_between(before, stands), prior * LATE ** len(missing))


_Board = tuple[_Kind, Answer | None, Mapping[str, Stack], float]


def _boards(table: Table, before: Stacks) -> Iterator[_Board]:
    earlier = _earlier(table, before)
    if earlier is not None:
        yield "earlier", None, earlier, EARLIER
    for found in candidates(table.state):
        after = after_change(before, found.change)
        if found.name == NOTHING:
            yield "nothing", None, after, found.prior
        elif found.change and isinstance(found.name, Move | Pick):
            if after != earlier:
                yield ("wrong" if found.slip else "legal"), found.name, after, found.prior
            elif not found.slip and found.name != table.undone:
                yield "back", found.name, after, found.prior


def _earlier(table: Table, before: Stacks) -> Mapping[str, Stack] | None:
    """How the board stood before the last move; None where there was none lately."""
    for number, ply in enumerate(table.plies):
        stood = stacks_of(ply.state)
        if stood != before:
            return stood
        if number == PLIES_BACK:
            break
    return None


def _judged_by(table: Table) -> State:
    """The state that a wrong move is judged in: that of a player who had none counts as his turn still."""
    top, state = table.plies.top, table.state
    no_move = any(event.key == "no_move" for event in top.events)
    if isinstance(top.answer, Rolled) and isinstance(state.awaits, Chance) and no_move:
        return stuck(table.plies.below.top.state, top.answer.faces[0])
    return state
