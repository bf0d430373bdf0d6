"""Who may import whom: the arrows of the house never run back up."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from rules import GAMES

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("rules", "hardware", "vision", "firmware_py")

DICE = tuple(f"vision.dice.{part}" for part in ("reading", "settings", "scene", "cut", "dome", "outline"))
"""What all rooms of the dice reader share."""

DICE_ROOMS = ("vision.dice.nets", "vision.dice.pips", "vision.dice.domes")

BOARD = ("vision.board.seen", "vision.errors", "hardware")
"""What all rooms of the board reader share."""

# Rooms of the house (the longest prefix wins) and what each imports besides itself and the standard library.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "rules.odds": ("rules", "numpy"),
    "rules": (),
    "hardware": ("rules",),
    "vision.dice.nets": (*DICE, "vision.nets", "numpy", "cv2"),
    "vision.dice.pips": (*DICE, "vision.dice.nets", "numpy", "cv2"),
    "vision.dice.domes": (*DICE, "vision.dice.nets", "vision.dice.pips", "numpy", "cv2"),
    "vision.dice.numerals": (*DICE, *DICE_ROOMS, "vision.digits", "numpy", "cv2"),
    "vision.board.place": (*BOARD, "numpy", "cv2"),
    "vision.board.pieces": (*BOARD, "vision.board.place", "vision.nets", "numpy", "cv2"),
    "vision.board.chess": (
        *BOARD,
        "vision.board.overlay",
        "vision.board.place",
        "rules",
        "numpy",
        "cv2",
        "PIL",
    ),
    "vision": ("rules", "hardware", "numpy", "cv2", "PIL"),
    "firmware_py.errors": ("rules",),
    "firmware_py.words": ("firmware_py.errors", "rules"),
    "firmware_py.rulesheet": ("rules",),
    "firmware_py.table": (
        "rules",
        "hardware",
        "vision.dice.reading",
        "vision.board.seen",
        "vision.board.game.moves",
        "vision.board.game.stacks",
        "vision.board.game.turns",
    ),
    "firmware_py.view": (
        "rules",
        "hardware",
        "vision.dice.reading",
        "vision.board.seen",
        "vision.board.game.moves",
        "firmware_py.table",
    ),
    "firmware_py.aloud": ("rules", "firmware_py.view", "firmware_py.words"),
    "firmware_py.menu": ("rules", "hardware.spaces", "firmware_py.table", "firmware_py.view"),
    "firmware_py.luck": ("rules", "firmware_py.table"),
    "firmware_py.journal": ("rules", "firmware_py.table", "firmware_py.errors"),
    "firmware_py.config": ("rules", "hardware", "firmware_py.errors", "pydantic"),
    "firmware_py.senses": (
        "rules",
        "hardware",
        "vision",
        "firmware_py.table",
        "firmware_py.config",
        "firmware_py.errors",
        "numpy",
        "cv2",
        "gpiozero",
        "lgpio",
        "picamera2",
    ),
    "firmware_py.house": (
        "rules",
        "firmware_py.table",
        "firmware_py.view",
        "firmware_py.words",
        "firmware_py.errors",
        "aiomqtt",
    ),
    "firmware_py.web": (
        "rules",
        "hardware",
        "vision.dice.reading",
        "firmware_py.aloud",
        "firmware_py.table",
        "firmware_py.view",
        "firmware_py.words",
        "firmware_py.errors",
        "firmware_py.luck",
        "firmware_py.senses.base",
        "firmware_py.senses.board_setup",
        "segno",
        "starlette",
        "uvicorn",
        "zeroconf",
        "numpy",
        "cv2",
    ),
    "firmware_py.shows": (
        "rules",
        "hardware",
        "firmware_py.aloud",
        "firmware_py.view",
        "firmware_py.words",
        "firmware_py.config",
        "firmware_py.errors",
        "PIL",
        "rich",
        "numpy",
        "luma",
        "segno",
        "spidev",
    ),
}

NO_CLOCK_NO_CHANCE = {
    "time",
    "datetime",
    "secrets",
    "socket",
    "subprocess",
    "threading",
    "asyncio",
    "os",
    "pathlib",
}
"""What no pure room may import."""

HARDWARE = {
    *("gpiozero", "lgpio", "RPi", "spidev", "picamera2", "libcamera", "luma", "smbus2"),
    *("aiomqtt", "zeroconf"),
}
"""Imported inside a back-end's function only, so that a machine without them can run all the rest."""


KNOWS_NO_GAME = ("rules", *(f"firmware_py.{room}" for room in (
    "aloud", "house", "journal", "loop", "menu", "rulesheet", "table", "view", "words"
)))  # fmt: skip
"""Rooms that serve every game alike (CONTRIBUTING.md, "How to add a game")."""

KNOWS_SOME = (
    *("rules.games", "rules.odds"),
    *(f"rules.{game}" for game in GAMES),
    *("firmware_py.menu.toys", "firmware_py.table.toys"),
)
"""Parts of them that may know games by name."""


@dataclass(frozen=True)
class Import:
    """One import statement."""

    room: str
    target: str
    lazy: bool
    where: str


def modules() -> Iterator[tuple[str, Path]]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def type_checking_lines(tree: ast.Module) -> set[int]:
    """The lines inside `if TYPE_CHECKING:`, which import nothing at run time; the arrows hold there too."""
    blocks = (
        n for n in ast.walk(tree) if isinstance(n, ast.If) and ast.unparse(n.test).endswith("TYPE_CHECKING")
    )
    return {line for block in blocks for line in range(block.lineno, (block.end_lineno or 0) + 1)}


@cache
def imports() -> tuple[Import, ...]:
    return tuple(_imports())


def _imports() -> Iterator[Import]:
    for module, path in modules():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        in_functions = {
            id(inner)
            for outer in ast.walk(tree)
            if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef)
            for inner in ast.walk(outer)
        }
        typing_only = type_checking_lines(tree)
        for node in ast.walk(tree):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, (
                    f"{path}:{node.lineno} imports relatively; this house writes names in full"
                )
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            for name in names:
                lazy = id(node) in in_functions or node.lineno in typing_only
                yield Import(module, name, lazy, f"{path.relative_to(ROOT)}:{node.lineno}")


def room_of(module: str) -> str | None:
    return max((room for room in MAY_IMPORT if within(module, room)), key=len, default=None)


def within(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(
        (prefix + ".", prefix + "_") if prefix == "rules.odds" else prefix + "."
    )


def test_the_arrows_never_run_back_up() -> None:
    wrong = []
    for found in imports():
        room = room_of(found.room)
        top = found.target.split(".")[0]
        if room is None or top in sys.stdlib_module_names or within(found.target, room):
            continue
        if not any(within(found.target, allowed) for allowed in MAY_IMPORT[room]):
            wrong.append(f"{found.where}: {room} may not import {found.target}")
    assert wrong == []


@pytest.mark.parametrize(
    "room", ["rules", "firmware_py.table", "firmware_py.view", "firmware_py.menu", "firmware_py.luck"]
)
def test_pure_rooms_have_no_clock_no_chance_and_no_files(room: str) -> None:
    wrong = [
        f"{found.where}: {found.target}"
        for found in imports()
        if within(found.room, room) and found.target.split(".")[0] in NO_CLOCK_NO_CHANCE
    ]
    assert wrong == []


def test_the_common_rooms_know_no_game_by_name() -> None:
    found = []
    for module, path in modules():
        common = any(within(module, room) for room in KNOWS_NO_GAME)
        if not common or any(within(module, part) for part in KNOWS_SOME):
            continue
        found += [
            f"{path.relative_to(ROOT)}:{node.lineno}: {node.value}"
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and node.value in GAMES
        ]
    found += [
        f"{one.where}: {one.target}"
        for one in imports()
        if any(within(one.room, room) for room in KNOWS_NO_GAME)
        and not any(within(one.room, part) for part in KNOWS_SOME)
        and any(within(one.target, f"rules.{game}") for game in GAMES)
    ]
    assert found == []


def test_hardware_libraries_are_imported_lazily() -> None:
    wrong = [f.where for f in imports() if f.target.split(".")[0] in HARDWARE and not f.lazy]
    assert wrong == []


def test_senses_know_neither_each_other_nor_the_shows_nor_the_journal() -> None:
    wrong = [
        f"{found.where}: {found.target}"
        for found in imports()
        for room, other in [
            ("senses", "shows"),
            ("shows", "senses"),
            ("senses", "journal"),
            ("shows", "journal"),
        ]
        if within(found.room, f"firmware_py.{room}") and within(found.target, f"firmware_py.{other}")
    ]
    assert wrong == []


def test_every_package_says_that_it_is_typed() -> None:
    assert [p for p in PACKAGES if not (ROOT / p / "py.typed").exists()] == []
