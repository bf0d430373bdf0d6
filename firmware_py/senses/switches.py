"""The switch under the dome and the three buttons, on the pins of a Raspberry Pi.

gpiozero is taken for its pins only: raw edges with their timestamps go to our own `Contact`, since a
library's bounce time loses short presses.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from firmware_py.errors import DeviceError, reason_of
from firmware_py.senses.base import Desk
from firmware_py.senses.debounce import BUTTON, Contact, ContactSettings, Happened, What
from firmware_py.senses.pins import FactoryName, pin_factory
from firmware_py.table.events import Back, Failed
from rules import Problem

__all__ = ["Switches", "Wiring"]

_NAP = 0.25
"""Seconds after which the levels of all pins are looked at, in case an edge was lost."""

_MOMENT = 0.0005
_LATE_AT_MOST = 5.0

_WHY = {
    What.STUCK: "The {contact} (GPIO {pin}) has been down for {seconds} s and is set aside: is it jammed?",
    What.CHATTERING: (
        "The {contact} (GPIO {pin}) changes faster than any hand and is set aside: "
        "look for a loose wire, or ground that is missing."
    ),
}


@dataclass(frozen=True, slots=True)
class Wiring:
    """A contact between a pin and ground: its pin by Broadcom's number, and how it behaves."""

    pin: int
    settings: ContactSettings = BUTTON


Told = Callable[[str, Happened], None]
"""Is told the name of a contact and what became of it."""


class Switches:
    """All contacts of the table, as one sense, since one process must own all pins.

    Args:
        wiring: the contacts by name, such as "dome switch".
        told: is told what became of them, in the thread of this sense.
        factory: the pin library, by name or ready made.
    """

    name = "switches"

    def __init__(
        self, wiring: Mapping[str, Wiring], told: Told, factory: FactoryName | Any = "lgpio"
    ) -> None:
        self._wiring, self._told = dict(wiring), told
        self._factory_wanted = factory
        self._factory: Any = None
        self._pins: dict[str, Any] = {}
        self._edges: queue.SimpleQueue[tuple[str, float, bool]] = queue.SimpleQueue()
        self._hooks: list[Callable[..., None]] = []
        self._contacts: dict[str, Contact] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the contacts."""
        return tuple(self._wiring)

    @property
    def contacts(self) -> Mapping[str, Contact]:
        """What is known of each contact now."""
        return dict(self._contacts)

    def pin_of(self, name: str) -> int:
        """The GPIO number of a contact."""
        return self._wiring[name].pin

    def peek(self) -> dict[str, bool]:
        """Which contacts are down now; the pins are let go again.

        Raises:
            DeviceError: when a pin cannot be had; the text names it.
        """
        try:
            self._open(0.0)
            return {name: not pin.state for name, pin in self._pins.items()}
        finally:
            self.close()

    def run(self, desk: Desk) -> None:
        """Claim the pins and tell what happens to them.

        Raises:
            DeviceError: when a pin cannot be had; the text names it.
        """
        self._open(desk.now())
        desk.ready()
        while desk.wait(0.0):
            try:
                name, ticks, closed = self._edges.get(timeout=self._patience(desk))
            except queue.Empty:
                self._look(desk)
                continue
            late = self._factory.ticks_diff(self._factory.ticks(), ticks)
            # Some kernels stamp edges by the calendar: such a stamp says nothing about how late it is.
            at = desk.now() - (late if 0 <= late < _LATE_AT_MOST else 0.0)
            self._take(desk, name, self._contacts[name].after(at, closed))

    # -- pins ----------------------------------------------------------------------------------------

    def _open(self, at: float) -> None:
        made = isinstance(self._factory_wanted, str)
        self._factory = pin_factory(self._factory_wanted) if made else self._factory_wanted
        for name, wiring in self._wiring.items():
            try:
                self._pins[name] = self._claimed(name, wiring.pin, at)
            except Exception as error:
                raise DeviceError(
                    "GPIO {pin} for the {what} cannot be had ({reason}): another program may own it, "
                    "or an overlay in config.txt such as SPI's; choose another pin in [gpio].",
                    pin=wiring.pin,
                    what=name,
                    reason=reason_of(error),
                ) from error

    def _claimed(self, name: str, number: int, at: float) -> Any:
        pin = self._factory.pin(number)
        pin.function, pin.pull, pin.bounce, pin.edges = "input", "up", None, "both"
        self._contacts[name] = Contact.found(self._wiring[name].settings, at, not pin.state)

        def changed(ticks: float, state: int) -> None:
            self._edges.put((name, ticks, not state))

        self._hooks.append(changed)  # gpiozero keeps a weak reference only
        pin.when_changed = changed
        return pin

    def close(self) -> None:
        """Let go of the pins."""
        pins, self._pins, self._hooks = self._pins, {}, []
        for pin in pins.values():
            pin.when_changed = None
            pin.close()
        if self._factory is not None:
            if isinstance(self._factory_wanted, str):
                self._factory.close()
            self._factory = None

    # -- contacts ------------------------------------------------------------------------------------

    def _patience(self, desk: Desk) -> float:
        now = desk.now()
        dues = [contact.due for contact in self._contacts.values()]
        return max(
            0.0005, min((due - now for due in dues if due is not None), default=_NAP) if dues else _NAP
        )

    def _look(self, desk: Desk) -> None:
        for name, pin in list(self._pins.items()):
            self._take(desk, name, self._contacts[name].level(desk.now(), not pin.state))

    def _take(self, desk: Desk, name: str, after: tuple[Contact, tuple[Happened, ...]]) -> None:
        self._contacts[name], happened = after
        for one in happened:
            if one.what in _WHY:
                wiring = self._wiring[name]
                why = Problem(
                    _WHY[one.what], contact=name, pin=wiring.pin, seconds=f"{wiring.settings.stuck:g}"
                )
                desk.post(Failed(at=one.at, part=name, why=why))
            elif one.what is What.WELL:
                desk.post(Back(at=one.at, part=name))
            self._told(name, one)
