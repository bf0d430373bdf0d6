"""From the table to what is shown: a pure function, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from firmware_py.table import Address, Menu, Phase, Ply, Say, Table
from firmware_py.view.options import option_views, told
from firmware_py.view.values import SeatView, TableView
from rules import PASS, Choice, Colour, Fact, Move, Over, State

__all__ = ["LOG_LENGTH", "view"]

LOG_LENGTH = 12
"""How many happenings the log tells at most."""

_TELLING = ("over", "finished", "out", "captured", "no_move", "again", "entered")
"""What the referee says of the last answer: the first of these that happened, before anything else."""

_IDLE = frozenset({Phase.SETTING_UP, Phase.WAITING_FOR_POP, Phase.PAUSED, Phase.OVER})
"""When there is time for other things than the game."""

_UNTOLD = frozenset({"rolled", "moved", "passed", "turn"})
"""What goes without saying: the die, the pieces and the headline show it."""


def view(table: Table) -> TableView:
    """Everything that the shows may show of this table."""
    if table.started is None:
        return TableView(
            ply=table.ply,
            phase=table.phase,
            game=None,
            verdict=table.verdict,
            faults=table.faults,
            menu=_menu(table),
            pairing_code=table.pairing_code,
            address=_address(table),
        )
    ply, awaits = table.plies.top, table.state.awaits
    awaited = None if table.phase is Phase.OVER or isinstance(awaits, Over) else awaits
    options = option_views(table) if table.phase is not Phase.PAUSED and awaited else ()
    return TableView(
        ply=table.ply,
        phase=table.phase,
        game=table.started.game,
        seats=_seats(ply),
        shared=table.state.tally.shared,
        turn=awaited.colour if awaited else None,
        at=awaited.at if awaited else None,
        die=ply.roll if isinstance(awaits, Choice) and ply.counts else None,
        last_die=ply.roll,
        options=options,
        selected=_selected(table, len(options)),
        headline=_headline(table),
        verdict=table.verdict or _telling(table),
        log=_log(table),
        pieces=table.state.pieces,
        ranking=ply.ranking,
        referee=table.referee,
        faults=table.faults,
        may_undo=table.may_undo,
        pending=table.pending,
        may_accept=table.may_accept,
        may_pass=any(option.answer == PASS for option in options),
        menu=_menu(table),
        pairing_code=table.pairing_code,
        address=_address(table),
        fix=table.fix,
        began=table.started.at,
        odds=_odds(table),
    )


def _menu(table: Table) -> Menu | None:
    """The open menu; whatever is entered into the game meanwhile closes it."""
    return table.pointing.menu if table.pointing.ply == table.ply else None


def _address(table: Table) -> Address | None:
    """The page's address, until something is entered or the dice roll."""
    found = table.address
    return found if found is not None and found.ply == table.ply and table.phase in _IDLE else None


def _odds(table: Table) -> Mapping[Colour, float] | None:
    """The chances, if they are those of this very moment."""
    found, started = table.found, table.started
    fresh = found is not None and started is not None and (found.began, found.ply) == (started.at, table.ply)
    return found.chances if found is not None and fresh else None


def _selected(table: Table, options: int) -> int:
    """The option that the choose button has reached; the first until it is pressed in this ply."""
    pointing = table.pointing
    return pointing.selected % options if options and pointing.ply == table.ply else 0


def _headline(table: Table) -> Say:
    """The one sentence that matters now."""
    awaits, phase = table.state.awaits, table.phase
    if table.aborted:
        return Say("table.headline.aborted")
    if isinstance(awaits, Over):
        winners = awaits.ranking[0]
        players = _people(table.state, winners)
        key = "over" if len(players) == 1 else "drawn"
        return Say(f"table.headline.{key}", {"winners": winners, "players": players})
    facts: dict[str, Fact] = {"player": awaits.player, "colour": awaits.colour, "at": awaits.at}
    if phase is Phase.ILLEGAL_MOVE and table.to_put_back is not None and _asks_back(table):
        return Say("table.headline.put_back", {**facts, "space": table.to_put_back})
    if phase in (Phase.ILLEGAL_MOVE, Phase.CORRECTION) and table.fix is not None:
        return table.fix.say
    if phase in (Phase.PAUSED, Phase.ROLLING, Phase.UNREADABLE):
        return Say(f"table.headline.{phase.value}", facts)
    roll = table.plies.top.roll
    if isinstance(awaits, Choice) and table.plies.top.counts and roll is not None:
        return table.say("why", awaits.why, {**facts, "faces": ", ".join(map(str, roll.faces))})
    return table.say("why", awaits.why, facts)


def _asks_back(table: Table) -> bool:
    """Whether the next piece to be put right, if one was seen, is that of the refused move."""
    fix, refused = table.fix, table.refused
    if fix is None or not isinstance(refused, Move):
        return True
    return fix.origin == refused.target or fix.target == refused.origin


def _telling(table: Table) -> Say | None:
    """What the last answer led to, if there is something to tell beyond the answer itself."""
    happened = {event.key: event for event in table.plies.top.events if event.key not in _UNTOLD}
    for key in (*_TELLING, *happened):
        if key in happened:
            return told(table, happened[key])
    return None


def _log(table: Table) -> tuple[Say, ...]:
    says = (told(table, event) for ply in table.plies for event in reversed(ply.events))
    return tuple(islice(says, LOG_LENGTH))[::-1]


def _seats(ply: Ply) -> tuple[SeatView, ...]:
    places: dict[Colour, int] = {}
    place = 1
    for group in ply.ranking:
        places.update(dict.fromkeys(group, place))
        place += len(_people(ply.state, group))
    teams = ply.state.tally.teams
    return tuple(
        SeatView(seat, places.get(seat.colour), teams.get(seat.colour, {})) for seat in ply.state.seats
    )


def _people(state: State, teams: Sequence[Colour]) -> tuple[str, ...]:
    """The persons who run these teams, each once: one may run two."""
    return tuple(dict.fromkeys(seat.player for seat in state.seats if seat.colour in teams))
