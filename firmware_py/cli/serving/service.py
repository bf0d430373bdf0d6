"""The table as a service: parts and loop put together, set up by the buttons, watched by systemd."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from firmware_py.cli.playing.setup import GameSetup
from firmware_py.cli.serving.assembly import Assembly
from firmware_py.cli.serving.notify import Notifier
from firmware_py.config import Config
from firmware_py.journal import Journal
from firmware_py.loop import TICK_SECONDS, Loop
from firmware_py.senses.base import Sense
from firmware_py.shows.base import Show
from firmware_py.table import Table
from firmware_py.table.events import Failed
from firmware_py.view import TableView
from firmware_py.words import Words

__all__ = ["Service"]


class Service:
    """One run of `umpire daemon`.

    Args:
        table: where to begin: the game that was not finished, or an empty table.
        journal: where games are kept; None keeps nothing, which `troubles` must say.
        config: the configuration in effect.
        setup: the game that the configuration asks for.
        words: the catalogue.
        folder: where games and paired phones are kept, for the page; None serves no page.
        troubles: what is already known not to work: parts and why.
        senses, shows: more of them, such as the page's.
    """

    def __init__(
        self,
        table: Table,
        journal: Journal | None,
        config: Config,
        setup: GameSetup,
        words: Words,
        *,
        folder: Path | None = None,
        troubles: Sequence[tuple[str, str]] = (),
        senses: Sequence[Sense] = (),
        shows: Sequence[Show] = (),
    ) -> None:
        self._words = words
        self._loop = loop = Loop(table, journal)
        game = setup.game.name if table.started is None else table.started.game
        assembly = Assembly(loop, game, config, setup, words, folder)
        parts = assembly.parts(journal)
        loop.add([*assembly.senses(parts), *senses], [*assembly.shows(parts), *shows])
        for part, why in (*troubles, *parts.troubles):
            loop.post(Failed(at=loop.now(), part=part, why=why))
        if table.started is None and not parts.contacts.has_buttons and parts.page is None:
            loop.post(setup.started(loop.now()))  # nobody could set it up

    @property
    def loop(self) -> Loop:
        """The loop that runs the table."""
        return self._loop

    def run(self, notifier: Notifier) -> None:
        """Run until `stop`. Only this loop tells systemd that it lives."""
        loop = self._loop
        loop.start()
        try:
            notifier.ready(loop.now(), self._status())
            while loop.step(TICK_SECONDS):
                notifier.beat(loop.now(), self._status())
            notifier.stopping()
        finally:
            loop.close()

    def stop(self) -> None:
        """End it, from any thread or a signal; the game is kept."""
        self._loop.stop()

    def _status(self) -> str:
        view: TableView = self._loop.view
        said = self._words.say(view.headline.key, view.headline.facts)
        broken = ", ".join(fault.part for fault in view.faults)
        return f"{said} (not working: {broken})" if broken else said
