"""The table: where a real evening stands, as one frozen value, and what follows from an event.

    table = Table()
    table = table.after(Started(at=0.0, game="trouble", seats=(Seat("red", "Anna"), Seat("blue", "Ben"))))
    table = table.after(Pressed(at=5.2))
    table.phase                         # Phase.ROLLING

There is no clock here and no I/O: time comes in with the events. `after` never raises: whatever cannot be
is answered by a verdict, or ignored.

Two kinds of fields: those that compare make up the game, and follow from the journalled events alone; those
that do not (`since`, `overdue`, `hand`, `faults`, `pointing`, `pairing_code`, `address`, `found`) are about
this moment only, and nothing that compares depends on them. So replaying the journal gives an equal table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from firmware_py.table import acts, board, dice, toys
from firmware_py.table.chain import Chain
from firmware_py.table.events import (
    Aborted,
    Accepted,
    Act,
    AddressShown,
    Answered,
    Back,
    BoardSeen,
    CodeShown,
    Corrected,
    CounterSeen,
    DiceGiven,
    DiceSeen,
    Failed,
    HandSeen,
    Journalled,
    OddsFound,
    Paused,
    Pointed,
    Pressed,
    Referee,
    RefereeSet,
    Resumed,
    Started,
    TableEvent,
    Tick,
    Unattended,
    Undone,
)
from firmware_py.table.values import Address, Early, Fault, Fix, Phase, Ply, Pointing, Say
from hardware.spaces import area_of
from rules import Answer, Chance, Choice, Colour, Cup, Entry, Fact, Game, Move, Over, Pieces, Space, State
from rules import game as game_of

__all__ = ["PATIENCE_SECONDS", "Table", "journalled", "replay"]

PATIENCE_SECONDS = 6.0
"""How long dice may roll unread before the table asks for another pop."""


@dataclass(frozen=True, slots=True)
class Table:
    """Where the evening stands. `Table()` has no game yet.

    Attributes:
        started: how the game was set up; None before that.
        plies: the moments of the game that undo can come back to, the start at the bottom.
        entries: everything entered, undos too, as the game record keeps it.
        rolling: the dome went down and the dice have not been read.
        unread: the last pop could not be read, so another one is needed.
        refused: the illegal answer that is still to be put right.
        stands: the board as it was seen to stand, while that is not as it should; None otherwise.
        fix: the next piece to be put right then.
        doubt: the answers that may have been made on the board, likeliest first, while that is not clear.
        undone: the move that was taken back last, until the board was seen without it or the game goes on.
        late: the captured men who were not in their home when the board was last seen.
        blind: the board could not be seen when it was last looked for.
        level: how strict the referee was told to be since the game began; None if he was not.
        popped: when the dome went down before the move was made, monotonic seconds; None if it did not.
        early: the dice that were refused because they came before the move, until that is looked for.
        warned: somebody popped again before moving and was told so (rule T-A16).
        unattended: the computer acts for everybody, or did so for a part of the game.
        paused, aborted: what they say.
        verdict: the referee's last word.
        since: when the dice began to roll, monotonic seconds.
        overdue: they have rolled for too long.
        hand: a hand is over the board.
        faults: the parts that do not work.
        pointing: what the buttons point at.
        pairing_code: the code that lets a phone act; None if none is shown.
        address: where phones find the page, while that is shown.
        found: the chances that the analyst found last.
    """

    started: Started | None = None
    plies: Chain[Ply] = field(default_factory=Chain)
    entries: Chain[Entry] = field(default_factory=Chain)
    rolling: bool = False
    unread: bool = False
    refused: Answer | None = None
    stands: Pieces | None = None
    fix: Fix | None = None
    doubt: tuple[Answer, ...] = ()
    undone: Answer | None = None
    late: tuple[Colour, ...] = ()
    blind: bool = False
    level: Referee | None = None
    popped: float | None = None
    early: Early | None = None
    warned: bool = False
    unattended: bool = False
    paused: bool = False
    aborted: bool = False
    verdict: Say | None = None
    since: float = field(default=0.0, compare=False)
    overdue: bool = field(default=False, compare=False)
    hand: bool = field(default=False, compare=False)
    faults: tuple[Fault, ...] = field(default=(), compare=False)
    pointing: Pointing = field(default=Pointing(), compare=False)
    pairing_code: str | None = field(default=None, compare=False)
    address: Address | None = field(default=None, compare=False)
    found: OddsFound | None = field(default=None, compare=False)

    # -- what can be asked ---------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The rules of the game.

        Raises:
            LookupError: if none is set up; ask `started` first.
        """
        if self.started is None:
            raise LookupError("no game is set up at this table")
        return game_of(self.started.game)

    @property
    def state(self) -> State:
        """The state of the game.

        Raises:
            IndexError: if none is set up; ask `started` first.
        """
        return self.plies.top.state

    @property
    def ply(self) -> int:
        """How much has been entered in this game, undos too; it never runs back."""
        return len(self.entries)

    @property
    def referee(self) -> Referee:
        """How strict the referee is."""
        begun_with: Referee = self.started.referee if self.started is not None else "warn"
        return self.level or begun_with

    @property
    def may_undo(self) -> bool:
        """Whether there is something to take back."""
        return self.pending or len(self.plies) > 1

    @property
    def pending(self) -> bool:
        """Whether it is a refusal or an abort that would be taken back, and no answer."""
        return self.aborted or self._is_refused

    @property
    def _is_refused(self) -> bool:
        """Whether an answer was refused that is to be taken back: one that moved nobody changed nothing."""
        return self.refused is not None and not (isinstance(self.refused, Move) and self.to_put_back is None)

    @property
    def may_accept(self) -> bool:
        """Whether people could let stand what was refused, or what was seen on the board: not before somebody
        begins."""
        refused = self.stands is not None or self.to_put_back is not None
        return refused and self.phase not in (Phase.PAUSED, Phase.OVER) and not self.begins

    @property
    def begins(self) -> bool:
        """Whether it is popped for who begins."""
        awaits = self.state.awaits
        return isinstance(awaits, Chance) and awaits.why == "start"

    @property
    def _put_right_first(self) -> bool:
        """Whether no dice count until the board is right; a camera that sees nothing cannot ask for that."""
        counter = self.refused is None and toys.tells_difference(self.verdict)
        return self.referee == "strict" and (self.stands is not None or counter) and not self.blind

    @property
    def to_put_back(self) -> Space | None:
        """Where the piece of the refused move belongs; None if there is no such piece: nobody stood there.

        Any hole of a home will do: people may name another than the state has.
        """
        if not isinstance(self.refused, Move):
            return None
        origin = self.refused.origin
        home = origin[:2] if area_of(origin) == "home" else None
        stood = any(space == origin or space[:2] == home for space in self.state.pieces)
        return origin if stood else None

    @property
    def phase(self) -> Phase:
        """Where the evening stands, in one word."""
        if self.started is None:
            return Phase.SETTING_UP
        awaits = self.state.awaits
        if self.aborted or isinstance(awaits, Over):
            return Phase.OVER
        if self.paused:
            return Phase.PAUSED
        if self._is_refused:
            return Phase.ILLEGAL_MOVE
        if self.fix is not None:
            return Phase.CORRECTION
        if isinstance(awaits, Choice):
            return self._choosing
        if isinstance(awaits.source, Cup):
            return Phase.WAITING_FOR_DRAW
        if self.unread or self.overdue:
            return Phase.UNREADABLE
        return Phase.ROLLING if self.rolling else Phase.WAITING_FOR_POP

    @property
    def _choosing(self) -> Phase:
        """The phase while a choice is awaited."""
        if self.hand:
            return Phase.HAND_OVER_BOARD
        return Phase.MOVE_SEEN if self.doubt else Phase.WAITING_FOR_MOVE

    def say(self, section: str, key: str, facts: Mapping[str, Fact] | None = None) -> Say:
        """A sentence from the game's own part of the catalogue."""
        return Say(f"{self.game.name}.{section}.{key}", facts or {})

    # -- what follows --------------------------------------------------------------------------------

    def after(self, event: TableEvent) -> Table:
        """The table after an event; the same object if the event means nothing here."""
        match event:
            case Tick(at=at):
                late = self.rolling and at - self.since >= PATIENCE_SECONDS
                return replace(self, overdue=True) if late and not self.overdue else self
            case Failed(part=part, why=why):
                return self._with_faults(part, Fault(part, why))
            case Back(part=part):
                return self._with_faults(part)
            case Pointed(pointing=pointing):
                return self if pointing == self.pointing else replace(self, pointing=pointing)
            case HandSeen(over=over):
                return self if over == self.hand else replace(self, hand=over)
            case CodeShown(code=code):
                return self if code == self.pairing_code else replace(self, pairing_code=code)
            case AddressShown(address=address):
                return self if address == self.address else replace(self, address=address)
            case OddsFound():
                return replace(self, found=event) if self.started is not None else self
            case Started():
                return acts.start(self, event)
        if self.started is None or (isinstance(event, Act) and event.ply not in (None, self.ply)):
            return self
        return self._played(event)

    def _played(self, event: TableEvent) -> Table:
        """After an event that concerns the game that is set up."""
        phase = self.phase
        match event:
            case Undone():
                return acts.undo(self, event)
            case Resumed() if self.paused:
                return replace(self, paused=False)
            case Aborted() if phase is not Phase.OVER:
                return replace(self.settled(), aborted=True, paused=False)
            case RefereeSet() if phase is not Phase.OVER:
                return acts.set_referee(self, event)
            case Unattended() if phase is not Phase.OVER:
                return replace(self, unattended=True)
            case Corrected() if not self.aborted:
                return acts.correct(self, event)
        if phase in (Phase.PAUSED, Phase.OVER):
            return self
        match event:
            case Paused():
                return replace(self, paused=True, rolling=False, overdue=False)
            case BoardSeen():
                return board.seen(self, event)
            case Pressed() | DiceSeen() | DiceGiven() if self._put_right_first:
                # A counter is to be put right as long as that is said.
                told = self.stands is None or (self.verdict is not None and not isinstance(event, DiceGiven))
                return self if told else replace(self, verdict=Say("table.verdict.strict"))
            case CounterSeen():
                return toys.shown(self, event)
            case Pressed():
                return dice.pressed(self, event)
            case DiceSeen():
                return dice.seen(self, event)
            case DiceGiven():
                return dice.given(self, event)
            case Answered():
                return acts.answer(self, event)
            case Accepted():
                return acts.accept(self, event)
        return self

    def settled(self) -> Table:
        """The table with everything put aside that was pending: the game goes on from here."""
        return replace(
            self,
            rolling=False,
            unread=False,
            refused=None,
            stands=None,
            fix=None,
            doubt=(),
            undone=None,
            popped=None,
            early=None,
            warned=False,
            verdict=None,
            overdue=False,
        )

    def restarted(self, at: float) -> Table:
        """The table with its timers begun anew at `at`, as after a power cut."""
        return replace(self, since=at, overdue=False)

    def _with_faults(self, part: str, *fault: Fault) -> Table:
        others = tuple(known for known in self.faults if known.part != part)
        faults = (*others, *fault)
        return self if faults == self.faults else replace(self, faults=faults)


def journalled(before: Table, event: TableEvent, after: Table) -> bool:
    """Whether the event is to be written down: it belongs to a game, and it changed the table."""
    return isinstance(event, Journalled) and after.started is not None and before != after


def replay(events: Iterable[Journalled], at: float = 0.0) -> Table:
    """The table to which the journalled events of a game lead, its timers begun anew at `at`."""
    table = Table()
    for event in events:
        table = table.after(event)
    return table.restarted(at)
