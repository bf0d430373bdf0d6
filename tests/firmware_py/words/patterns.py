"""The English patterns of all that goes wrong before people's eyes, found in the sources themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from rules import GAMES

__all__ = ["plain_errors", "problem_patterns"]

ROOT = Path(__file__).resolve().parents[3]

ROOMS = ("senses", "shows", "house", "journal", "loop", "web", "table")
"""The rooms of the daemon whose errors reach the table, the page or the voice."""

MAKERS = frozenset(
    {"rules/neutral.py", *(f"{package.replace('.', '/')}/neutral.py" for package in GAMES.values())}
)
"""Forms for programs (`umpire legal`): their errors are for those who write them."""

SAID = frozenset(
    {
        "Problem",
        "unclear",
        "DeviceError",
        "JournalError",
        "PhonesError",
        "NotationError",
        "IllegalAnswerError",
    }
    | {"UnknownDieError", "UnknownGameError"}
)
"""What takes a pattern as its first argument."""


def sources() -> Iterator[tuple[Path, ast.Module]]:
    """Every file that may say such a thing."""
    files = [*(ROOT / "rules").rglob("*.py"), *(ROOT / "firmware_py/cli/serving").glob("*.py")]
    files += [ROOT / name for name in ("firmware_py/cli/daemon.py", "firmware_py/cli/playing/library.py")]
    files += [ROOT / "vision/pictures.py"]
    files += [file for room in ROOMS for file in (ROOT / "firmware_py" / room).glob("*.py")]
    for file in sorted(files):
        if str(file.relative_to(ROOT)) not in MAKERS:
            yield file, ast.parse(file.read_text("utf-8"))


def problem_patterns() -> dict[str, str]:
    """All patterns, each with the place where it stands."""
    found: dict[str, str] = {}
    for file, tree in sources():
        named = dict(_constants(tree))
        for call in _calls(tree):
            first = call.args[0]
            for pattern in _texts(first, named):
                found.setdefault(pattern, f"{file.relative_to(ROOT)}:{call.lineno}")
    return found


def plain_errors() -> list[str]:
    """Where an error is made of a text that no language could have a sentence for: an f-string, a `str()`."""
    return [
        f"{file.relative_to(ROOT)}:{call.lineno}"
        for file, tree in sources()
        for call in _calls(tree)
        if isinstance(call.args[0], ast.JoinedStr | ast.BinOp)
    ]


def _calls(tree: ast.Module) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and _name(node.func) in SAID:
            yield node


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _constants(tree: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """The names of texts, and of tables of texts, with all texts that they stand for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            values = node.value.values if isinstance(node.value, ast.Dict) else [node.value]
            texts = [
                one.value for one in values if isinstance(one, ast.Constant) and isinstance(one.value, str)
            ]
            if texts:
                yield node.targets[0].id, texts


def _texts(node: ast.expr, named: dict[str, list[str]]) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value] if node.value else []
    if isinstance(node, ast.Subscript):
        node = node.value
    return named.get(node.id, []) if isinstance(node, ast.Name) else []
