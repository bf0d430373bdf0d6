"""Switches on gpiozero's mock pins, by a clock of our own."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator

import gpiozero.pins.mock
import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

from firmware_py.errors import DeviceError
from firmware_py.senses import pins
from firmware_py.senses.debounce import BUTTON, DOME, Happened, What
from firmware_py.senses.pins import pin_factory
from firmware_py.senses.switches import Switches, Wiring
from firmware_py.table import Wants
from firmware_py.table.events import Back, Failed, TableEvent

PINS = {"dome switch": Wiring(17, DOME), "choose button": Wiring(5, BUTTON)}


Script = list[tuple[float, int, bool | None]]
"""Seconds, pin, and whether the contact closes; None for an opening whose edge is lost."""


def driven(pin: MockPin, closed: bool | None) -> Callable[[], None]:
    """What drives the pin so."""

    def lost() -> None:
        pin.edges = "falling"
        pin.drive_high()
        pin.edges = "both"

    return lost if closed is None else pin.drive_low if closed else pin.drive_high


class Bench:
    """A desk whose clock is also that of the pins; a script of edges is played while the sense waits."""

    def __init__(self, script: list[tuple[float, Callable[[], None]]], until: float) -> None:
        self.t = 100.0
        self.posted: list[TableEvent] = []
        self.opened = 0
        self._script = sorted(script, key=lambda step: step[0])
        self._until = until

    def now(self) -> float:
        return self.t

    def post(self, event: TableEvent) -> None:
        self.posted.append(event)

    def wants(self) -> Wants:
        return Wants()

    def ready(self) -> None:
        self.opened += 1

    def wait(self, seconds: float) -> bool:
        """A millisecond goes by, with the edges that belong to it."""
        self.t += 0.001
        while self._script and self._script[0][0] <= self.t - 100:
            self._script.pop(0)[1]()
        return self.t - 100 < self._until


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    made = MockFactory()
    yield made
    made.close()


def play(
    factory: MockFactory,
    monkeypatch: pytest.MonkeyPatch,
    script: Script,
    until: float = 2.0,
) -> tuple[list[tuple[str, What]], Bench]:
    """Play a script; returns what was told, and the bench."""
    steps = [(t, driven(factory.pin(number), closed)) for t, number, closed in script]
    bench, told = Bench(steps, until), []
    monkeypatch.setattr(gpiozero.pins.mock, "monotonic", bench.now)
    monkeypatch.setattr(MockFactory, "ticks", lambda self: bench.now())

    def tell(name: str, happened: Happened) -> None:
        told.append((name, happened.what))

    switches = Switches(PINS, tell, factory)
    # The clock of the bench stands while the sense waits at its queue: real waiting would only cost time.
    monkeypatch.setattr(switches, "_patience", lambda desk: 0.0)
    switches.run(bench)
    switches.close()
    switches.close()
    return told, bench


def test_a_pop_and_a_click(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    told, bench = play(
        factory, monkeypatch, [(0.1, 17, True), (0.2, 17, False), (0.5, 5, True), (0.6, 5, False)]
    )
    assert [one for one in told if one[1] in (What.PRESSED, What.CLICKED)] == [
        ("dome switch", What.PRESSED), ("dome switch", What.CLICKED),
        ("choose button", What.PRESSED), ("choose button", What.CLICKED),
    ]  # fmt: skip
    assert bench.opened == 1
    assert bench.posted == []


def test_chatter_of_a_millisecond_is_one_press(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    chatter: Script = [(0.1 + n * 0.001, 17, n % 2 == 0) for n in range(7)]
    told, _ = play(factory, monkeypatch, [*chatter, (0.3, 17, False)])
    assert told.count(("dome switch", What.PRESSED)) == 1


def test_a_hold(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    told, _ = play(factory, monkeypatch, [(0.1, 5, True), (1.5, 5, False)])
    assert told == [("choose button", what) for what in (What.PRESSED, What.HELD, What.RELEASED)]


def test_a_release_that_the_kernel_drops_is_seen_on_the_wire(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, _ = play(factory, monkeypatch, [(0.1, 17, True), (0.3, 17, None), (1.0, 17, True)])
    assert [what for _, what in told].count(What.PRESSED) == 2


def test_edges_that_are_stamped_by_the_calendar_count_as_they_come(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wall in (1.8e9, -1e6):
        monkeypatch.setattr(MockPin, "_call_when_changed", stamped_at(wall))
        told, _ = play(factory, monkeypatch, [(0.1, 17, True), (0.2, 17, False)], until=0.5)
        assert [what for _, what in told] == [What.PRESSED, What.CLICKED, What.RELEASED]


def stamped_at(wall: float) -> Callable[[MockPin], None]:
    """What the pin of such a kernel calls."""

    def call(pin: MockPin) -> None:
        PiPin._call_when_changed(pin, wall, pin.state)

    return call


def test_a_jammed_switch_is_reported_and_set_aside(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bench = play(factory, monkeypatch, [(0.1, 17, True), (31.0, 17, False)], until=31.5)
    assert [type(event) for event in bench.posted] == [Failed, Back]
    failed = bench.posted[0]
    assert isinstance(failed, Failed)
    assert failed.part == "dome switch"
    assert "GPIO 17" in failed.why


def test_a_loose_wire_is_reported_and_set_aside(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    noise: Script = [(0.1 + n * 0.002, 5, n % 2 == 0) for n in range(400)]
    told, bench = play(factory, monkeypatch, noise, until=5.0)
    assert [type(event) for event in bench.posted] == [Failed, Back]
    assert [what for _, what in told].count(What.PRESSED) == 0


def test_a_pin_that_cannot_be_had_is_named() -> None:
    class Busy(MockFactory):
        def pin(self, name: int) -> object:
            raise OSError("GPIO busy")

    factory = Busy()
    switches = Switches(PINS, lambda name, happened: None, factory)
    with pytest.raises(DeviceError, match=r"GPIO 17 for the dome switch .*GPIO busy"):
        switches.run(Bench([], 1.0))
    switches.close()
    factory.close()


@pytest.mark.parametrize("name", ["lgpio", "rpigpio"])
def test_a_library_that_is_missing_is_named_with_its_package(name: str) -> None:
    with pytest.raises(DeviceError, match=rf"pin library {name}"):
        pin_factory(name)  # type: ignore[arg-type]


def test_a_fallback_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:

    def falls_back(name: str) -> None:
        from gpiozero import PinFactoryFallback

        warnings.warn(PinFactoryFallback("falling back from lgpio"), stacklevel=1)

    monkeypatch.setattr(pins, "_made", falls_back)
    with pytest.raises(DeviceError, match="falling back"):
        pin_factory("lgpio")
