"""What a show needs to know of the table, as one value. Displays are functions of it and of time alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from firmware_py.table.values import Address, Fault, Fix, Menu, Phase, Ranking, Roll, Say
from rules import PASS, Answer, Colour, Pieces, Seat, Space

__all__ = [
    "Address",
    "DieView",
    "Fault",
    "Fix",
    "Menu",
    "OptionView",
    "Phase",
    "Say",
    "SeatView",
    "TableView",
]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A team at the table.

    Attributes:
        seat: the team and its player.
        place: 1 for the winner and so on, once the team is done; None while it plays.
        counts: how it stands, by the game's own words ("home", "captive", "score", ...), see `rules.Tally`.
    """

    seat: Seat
    place: int | None
    counts: Mapping[str, int]


DieView: TypeAlias = Roll
"""The dice of a roll: their kinds ("d6", "red"), faces, and how they came."""


@dataclass(frozen=True, slots=True)
class OptionView:
    """Something that may be answered now.

    Attributes:
        answer: what to answer.
        say: the sentence that names it.
        origin, target: the spaces of a move; None for other decisions.
        captures: the colours that it captures, bottom to top.
        follows: what else would come of it: another pop, a finish, the end.
    """

    answer: Answer
    say: Say
    origin: Space | None = None
    target: Space | None = None
    captures: tuple[Colour, ...] = ()
    follows: tuple[Say, ...] = ()


_SETTING_UP = Say("table.headline.setting_up")
_LISTED = frozenset({Phase.WAITING_FOR_MOVE, Phase.HAND_OVER_BOARD, Phase.MOVE_SEEN})


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything a show may show.

    Attributes:
        ply: counts everything entered so far, undos too, so it never runs back; acts carry it (`Act.ply`).
        phase: where the evening stands.
        game: the game's name; None before one is set up.
        seats: the teams in turn order.
        shared: what belongs to no team, by the game's own words ("cup", ...).
        turn: the team whose turn it is; None before and after the game.
        at: the space of the piece that the roll or the decision is for; None where it is for none.
        die: the dice that count now; None while they are awaited.
        last_die: the dice rolled last, whoever rolled them; None before the first.
        options: what may be answered now, in a fixed order.
        selected: the index of the option that the choose button has reached.
        headline: the one sentence that matters now (whose turn, what to do).
        verdict: the referee's last word: a refusal, or what the last answer led to; None if there is nothing.
        log: what happened lately, newest last.
        pieces: what stands on the board by the table's account.
        ranking: teams that are done or the final ranking, best first, equals in one group.
        referee: how strict the referee is: coach, warn or strict.
        faults: parts that do not work.
        may_undo: whether there is an answer to take back.
        pending: whether that is a refusal or an abort; undos carry it (`Undone.pending`).
        may_accept: whether people could let stand what was refused.
        may_pass: whether a pass may be answered now.
        pairing_code: the code to show for a phone that wants to act; None if none.
        address: where phones find the page, while that is to be shown; None if it is not.
        odds: each team's chance to win, when known for this ply.
        menu: the menu that the buttons have opened; None if none.
        began: when the game began, monotonic seconds: with `ply` it names one moment of one game.
        fix: the next piece to be put right on the board, for a light and an arrow; None if it stands right.
    """

    ply: int
    phase: Phase
    game: str | None
    seats: tuple[SeatView, ...] = ()
    shared: Mapping[str, int] = field(default_factory=dict)
    turn: Colour | None = None
    at: Space | None = None
    die: DieView | None = None
    last_die: DieView | None = None
    options: tuple[OptionView, ...] = ()
    selected: int = 0
    headline: Say = _SETTING_UP
    verdict: Say | None = None
    log: tuple[Say, ...] = ()
    pieces: Pieces = field(default_factory=dict)
    ranking: Ranking = ()
    referee: str = "warn"
    faults: tuple[Fault, ...] = ()
    may_undo: bool = False
    pending: bool = False
    may_accept: bool = False
    may_pass: bool = False
    pairing_code: str | None = None
    address: Address | None = None
    odds: Mapping[Colour, float] | None = None
    menu: Menu | None = None
    began: float | None = None
    fix: Fix | None = None

    @property
    def lists_options(self) -> bool:
        """Whether the display lists what may be chosen, and buttons choose there: also under a hand."""
        return self.phase in _LISTED and bool(self.options)

    @property
    def numbered(self) -> bool:
        """Whether a number that is typed chooses an option: not while the only one is to pass, in place of a
        pop or for want of a move. A number may then be the die, or a move that was typed twice."""
        return any(option.answer != PASS for option in self.options)
