"""What a contact's raw edges mean: presses, holds, and a switch that is broken. Pure; time comes in.

A contact that closes rings for some milliseconds, a wire near a motor catches spikes, and a kernel that is
busy may drop an edge. So the edges charge a small integrator: closed time fills it, open time empties it.
Full means down, empty means up. A spike shorter than `glitch` never fills it, and a worn contact that keeps
breaking for a moment still does, so no press is lost.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

__all__ = ["BUTTON", "DOME", "Contact", "ContactSettings", "Happened", "What"]


class What(Enum):
    """What became of a contact."""

    PRESSED = "pressed"
    """It went down: said once, as soon as that is sure."""
    HELD = "held"
    """It has been down for `hold` seconds."""
    CLICKED = "clicked"
    """It came up without having been held."""
    RELEASED = "released"
    """It came up."""
    STUCK = "stuck"
    """It has been down for too long: set aside until it comes up."""
    CHATTERING = "chattering"
    """It changes faster than any hand: set aside until it has been quiet."""
    WELL = "well"
    """A contact that was set aside counts again."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What became of a contact, and when (monotonic seconds)."""

    what: What
    at: float


@dataclass(frozen=True, slots=True)
class ContactSettings:
    """The numbers of a contact, in seconds unless said otherwise.

    Attributes:
        glitch: what is shorter than this is no press and no release.
        apart: it must have been up this long before another press counts.
        hold: a press this long is a hold.
        stuck: a contact that is down this long is stuck.
        edges: how many edges in a second are more than any hand makes.
        presses: how many presses in two seconds are more than any hand makes.
        quiet: a chattering contact counts again after this long without an edge.
    """

    glitch: float = 0.005
    apart: float = 0.03
    hold: float = 0.8
    stuck: float = 30.0
    edges: int = 150
    presses: int = 20
    quiet: float = 3.0


BUTTON = ContactSettings()
"""A push button: people walk through a list quickly with it."""

DOME = ContactSettings(apart=0.15, presses=6)
"""The switch under the dome: its spring throws it back once, and nobody pops six times in two seconds."""

_EDGE_SECONDS = 1.0
_PRESS_SECONDS = 2.0
_TINY = 1e-9  # the clock is a float: what is due at a moment must be done when asked at that moment


@dataclass(frozen=True, slots=True)
class Contact:
    """What is known of a contact. Begin with `Contact()`; go on with `after` an edge and `tick` in between.

    Attributes:
        settings: its numbers.
        closed: the raw level.
        down: the level that counts.
        aside: why it does not count now (STUCK or CHATTERING); None if it does.
        rejected: how many edges did not make a press or a release.
    """

    settings: ContactSettings = BUTTON
    closed: bool = False
    down: bool = False
    aside: What | None = None
    rejected: int = 0
    _t: float = float("-inf")
    _charge: float = 0.0
    _down_at: float = float("-inf")
    _up_at: float = float("-inf")
    _counts: bool = False
    _held: bool = False
    _edges: tuple[float, ...] = ()
    _presses: tuple[float, ...] = ()

    @classmethod
    def found(cls, settings: ContactSettings, t: float, closed: bool) -> Contact:
        """A contact as it was found at `t`: one that is closed already is no press."""
        charge = settings.glitch if closed else 0.0
        return cls(settings, closed, closed, _t=t, _charge=charge, _down_at=t)

    def after(self, t: float, closed: bool) -> tuple[Contact, tuple[Happened, ...]]:
        """The contact after an edge at `t` that left it closed or open, and what came of it.

        An edge to the level that it already has tells that the edge between them was lost: it is made up for.
        """
        t = max(t, self._t)
        now, happened = self.tick(t)
        if closed == now.closed:
            if closed and now.down:
                now, lost = now._up(t)
                happened += lost
                now = replace(now, _up_at=now._edges[-1] if now._edges else float("-inf"))
            now = replace(now, _charge=0.0 if closed else now._charge)
        recent = tuple(at for at in now._edges if t - at < _EDGE_SECONDS)[-now.settings.edges :]
        now = replace(now, closed=closed, rejected=now.rejected + 1, _edges=(*recent, t))
        if len(now._edges) > now.settings.edges and now.aside is None:
            return replace(now, aside=What.CHATTERING), (*happened, Happened(What.CHATTERING, t))
        return now, happened

    def level(self, t: float, closed: bool) -> tuple[Contact, tuple[Happened, ...]]:
        """The contact after somebody looked at the wire at `t`: an edge that was lost is made up for."""
        return self.tick(t) if closed == self.closed else self.after(t, closed)

    def tick(self, t: float) -> tuple[Contact, tuple[Happened, ...]]:
        """The contact at `t` if no edge came, and what came of that."""
        if t <= self._t:
            return self, ()
        now, happened = self._charged(t)
        now = replace(now, _t=t)
        if now.aside is What.CHATTERING:
            last = now._edges[-1] if now._edges else float("-inf")
            if not now.closed and t - last >= now.settings.quiet - _TINY:
                return replace(now, aside=None, _edges=(), _presses=()), (*happened, Happened(What.WELL, t))
            return now, happened
        if now.down and now.aside is None:
            now, more = now._lasting(t)
            happened += more
        return now, happened

    @property
    def due(self) -> float | None:
        """When `tick` has something to do if no edge comes; None for never. Monotonic seconds."""
        moments: list[float] = []
        if self.closed and not self.down:
            moments.append(self._t + self.settings.glitch - self._charge)
        if not self.closed and self.down:
            moments.append(self._t + self._charge)
        if self.closed and self.down and self.aside is None:
            moments.append(self._down_at + (self.settings.stuck if self._held else self.settings.hold))
        if self.aside is What.CHATTERING and not self.closed and self._edges:
            moments.append(self._edges[-1] + self.settings.quiet)
        return min(moments, default=None)

    # -- the integrator ------------------------------------------------------------------------------

    def _charged(self, t: float) -> tuple[Contact, tuple[Happened, ...]]:
        passed, full = t - self._t, self.settings.glitch
        if self.closed:
            charge = min(full, self._charge + passed)
            now = replace(self, _charge=charge)
            reached = self._t + full - self._charge
            return now._to_down(reached) if not self.down and charge >= full - _TINY else (now, ())
        charge = max(0.0, self._charge - passed)
        now = replace(self, _charge=charge)
        return now._up(self._t + self._charge) if self.down and charge <= _TINY else (now, ())

    def _to_down(self, t: float) -> tuple[Contact, tuple[Happened, ...]]:
        counts = self.aside is None and t - self._up_at >= self.settings.apart
        now = replace(
            self, down=True, _down_at=t, _counts=counts, _held=False, rejected=max(0, self.rejected - 1)
        )
        if not counts:
            return now, ()
        presses = (*(at for at in self._presses if t - at < _PRESS_SECONDS), t)
        now = replace(now, _presses=presses)
        if len(presses) > self.settings.presses:
            return replace(now, aside=What.CHATTERING, _counts=False), (Happened(What.CHATTERING, t),)
        return now, (Happened(What.PRESSED, t),)

    def _up(self, t: float) -> tuple[Contact, tuple[Happened, ...]]:
        now = replace(self, down=False, _up_at=t, rejected=max(0, self.rejected - 1))
        if self.aside is What.STUCK:
            return replace(now, aside=None, _counts=False), (Happened(What.WELL, t),)
        if not self._counts or self.aside is not None:
            return now, ()
        released = Happened(What.RELEASED, t)
        return now, (released,) if self._held else (Happened(What.CLICKED, t), released)

    def _lasting(self, t: float) -> tuple[Contact, tuple[Happened, ...]]:
        lasted, now = t - self._down_at, self
        happened: tuple[Happened, ...] = ()
        if lasted >= self.settings.hold - _TINY and not self._held:
            now = replace(now, _held=True)
            happened = (Happened(What.HELD, self._down_at + self.settings.hold),) if self._counts else ()
        if lasted >= self.settings.stuck - _TINY:
            now = replace(now, aside=What.STUCK)
            happened = (*happened, Happened(What.STUCK, self._down_at + self.settings.stuck))
        return now, happened
