"""Checks of what every table needs: the installation, the disk, the clock, the service."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from firmware_py.cli.checking.findings import Finding, Health, Machine
from firmware_py.cli.playing.kept import kept_in, store_of
from firmware_py.cli.serving.disk import forgets
from firmware_py.cli.setup import JOURNAL
from firmware_py.config import Config, WebConfig
from firmware_py.errors import JournalError
from firmware_py.journal import Journal

__all__ = [
    "check_clock",
    "check_configuration",
    "check_disk",
    "check_installation",
    "check_kept",
    "check_page",
    "check_service",
    "installer",
]

_PACKAGES = ("rules", "hardware", "vision", "firmware_py")
_LITTLE = 50_000_000
_SERVICE_CONFIG = Path("/etc/pop-umpire/config.toml")
_OLDEST_YEAR = 2025


def check_installation() -> Iterator[Finding]:
    """Whether all four packages come from one place: their names are common ones."""
    places = {}
    for name in _PACKAGES:
        found = find_spec(name)
        origin = found.origin if found is not None else None
        places[name] = Path(origin).parent.parent if origin else None
    if len(set(places.values())) == 1:
        place = next(iter(places.values()))
        yield Finding("installation", Health.WORKS, f"Everything comes from {place}.")
        return
    where = ", ".join(f"{name} from {place}" for name, place in places.items())
    yield Finding(
        "installation",
        Health.BROKEN,
        f"The packages come from different places: {where}.",
        "Install Pop Umpire into an environment of its own.",
    )


def check_disk(folder: Path, machine: Machine) -> Iterator[Finding]:
    """Whether games can be kept."""
    try:
        with Journal(folder / JOURNAL) as journal:
            count = len(journal.games())
            if journal.notice:
                yield Finding("games", Health.NOTE, journal.notice)
    except JournalError as error:
        yield Finding("games", Health.BROKEN, str(error), "Name another folder with --state, or make room.")
        return
    games = f"{count} game" + "s" * (count != 1)
    kind = forgets(folder, machine.root / "proc/self/mounts")
    if kind is not None:
        yield Finding(
            "games",
            Health.BROKEN,
            f"{folder} holds {games}, but lies on a {kind}: it is empty again after a restart.",
            "Switch the overlay off in raspi-config, or give the folder a partition of its own.",
        )
        return
    free = machine.free(folder)
    if free < _LITTLE:
        found = f"Only {free / 1e6:.0f} MB are free where the games lie ({folder})."
        yield Finding("games", Health.BROKEN, found, "Make room: `umpire games delete` removes old games.")
        return
    yield Finding("games", Health.WORKS, f"{folder} holds {games}; {free / 1e9:.1f} GB are free.")


def check_kept(config: Config, folder: Path) -> Iterator[Finding]:
    """Whether pictures are kept, and whether they can be."""
    kept, most = kept_in(config, folder), config.keep
    if kept is None:
        yield Finding("kept pictures", Health.OFF, "No picture is kept (keep.folder).")
        return
    try:
        count = store_of(config, kept).open()
    except OSError as error:
        found = f"No picture can be kept in {kept}: {error.strerror or error}."
        yield Finding("kept pictures", Health.BROKEN, found, "Make room, or name another folder.")
        return
    room = f"{count} now, at most {most.pictures} and {most.megabytes} MB"
    found = f"Pictures of the dome are kept in {kept}: {room}."
    yield Finding("kept pictures", Health.NOTE, found, 'Set keep.folder = "" to keep none.')


def check_configuration(
    path: Path | None, machine: Machine, problems: Sequence[str] = ()
) -> Iterator[Finding]:
    """Where the configuration comes from, and why its game cannot begin; the service has one of its own.

    Args:
        problems: why not, a sentence each.
    """
    where = f"from {path}" if path else "the defaults: there is no file"
    if problems:
        found = f"No game can begin by it ({where}). {' '.join(problems)}"
        yield Finding("configuration", Health.BROKEN, found, "Put that right in the file.")
        return
    found = f"It is in order ({where})."
    services = machine.root / _SERVICE_CONFIG.relative_to("/")
    if path is not None or not services.is_file():
        yield Finding("configuration", Health.WORKS, found)
        return
    remedy = f"sudo {sys.argv[0]} doctor --config {_SERVICE_CONFIG} --state /var/lib/pop-umpire"
    found += f" It is not that of the service, which lies in {_SERVICE_CONFIG}."
    yield Finding("configuration", Health.NOTE, found, f"To look at the service's parts: {remedy}")


def check_clock(machine: Machine) -> Iterator[Finding]:
    """Whether the calendar is right; a Pi has no clock of its own until the network comes."""
    year = machine.year()
    if year < _OLDEST_YEAR:
        yield Finding(
            "clock",
            Health.NOTE,
            f"The calendar says {year}: games get wrong dates, and nothing else suffers.",
            "Let the Pi reach the network once, or set the date.",
        )
        return
    yield Finding("clock", Health.WORKS, f"The calendar says {year}; games live by a clock that never jumps.")


def check_service(machine: Machine) -> Iterator[Finding]:
    """Whether systemd runs the table."""
    command = ["systemctl", "show", "pop-umpire.service", "-p", "LoadState,ActiveState,NRestarts,StatusText"]
    facts = dict(line.split("=", 1) for line in machine.run(command).splitlines() if "=" in line)
    if facts.get("LoadState") != "loaded":
        where = installer()
        remedy = f"To install it on a Pi: sudo {where}" if where else ""
        yield Finding("service", Health.OFF, "The service is not installed.", remedy)
    elif facts.get("ActiveState") != "active":
        found = f"The service is {facts.get('ActiveState')}."
        yield Finding("service", Health.BROKEN, found, "See why: journalctl -u pop-umpire -n 50")
    else:
        restarts = int(facts.get("NRestarts", "0") or 0)
        health = Health.NOTE if restarts else Health.WORKS
        again = f" It was started again {restarts} times." if restarts else ""
        yield Finding("service", health, f"The service runs: {facts.get('StatusText', '')}{again}")


def check_page(config: WebConfig, machine: Machine) -> Iterator[Finding]:
    """Whether the page for phones is served."""
    if not config.on:
        yield Finding("page", Health.OFF, "The page for phones is switched off (web.on).")
    elif machine.reaches(config.port):
        yield Finding("page", Health.WORKS, f"Something serves port {config.port} of this machine.")
    else:
        remedy = "It is served while the table runs: start the service, or look for another port in [web]."
        yield Finding("page", Health.NOTE, f"Nothing listens at port {config.port}.", remedy)


def installer() -> Path | None:
    """Where the installer lies: beside an installed umpire, or in a checkout."""
    checkout = Path(__file__).resolve().parents[3] / "systemd"
    for folder in (checkout, Path(sys.prefix) / "share/pop-umpire/systemd"):
        if (folder / "install.sh").is_file():
            return folder / "install.sh"
    return None
