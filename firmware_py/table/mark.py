"""Where a game stood when its last event was written down: kept beside the events, which alone tell the game.

A later version of the umpire may judge an old event otherwise. A mark does not prevent that, but shows it.
"""

from __future__ import annotations

from firmware_py.table.table import Table

__all__ = ["mark_of"]


def mark_of(table: Table) -> str:
    """How much has been entered at a table, and the position; empty if no game is set up."""
    return "" if table.started is None else f"{table.ply} {table.game.to_text(table.state)}"
