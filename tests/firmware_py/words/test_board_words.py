"""Every reason and fault that the board's readers give has a sentence, and every sentence a use."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from firmware_py.words import SHORT_LENGTH, Words

ROOT = Path(__file__).resolve().parents[3]
FILES = (*(ROOT / "vision/board").rglob("*.py"), ROOT / "firmware_py/table/board.py")
SOURCES = "\n".join(file.read_text(encoding="utf-8") for file in FILES)


def seen_sentences() -> dict[str, Mapping[str, str]]:
    """The sentences of the board's readers; others of the room belong to the table."""
    entries = Words("en").entries("board")
    return {key: entry for key, entry in entries.items() if key.split(".")[1] in ("reason", "fault")}


def test_every_sentence_has_a_use() -> None:
    for key in seen_sentences():
        assert f'"{key.rpartition(".")[2]}"' in SOURCES or f'"{key}"' in SOURCES, key


def test_every_key_has_a_sentence() -> None:
    words = Words("en", strict=True)
    told = set(re.findall(r'"board\.reason\.(\w+)"', SOURCES)) | set(re.findall(r'Refused\("(\w+)"', SOURCES))
    told |= set(re.findall(r'return "(few_features|not_alike|which_way)"', SOURCES)) | {"seen", "unsure"}
    assert all(words.has(f"board.reason.{key}") for key in told)
    faults = set(re.findall(r'Fault\("(\w+)"', SOURCES)) | {"too_bright"}
    assert all(words.has(f"board.fault.{key}") for key in faults)


def test_sentences_fill_in_and_short_forms_fit() -> None:
    words = Words("en", strict=True)
    facts = {
        "count": 3,
        "spaces": ("T3", "RH1"),
        "seen": 1,
        "needed": 2,
        "percent": 40,
        "px": "0.5",
        "die": 4,
        "space": "X3",
        "known": 2,
    }
    facts |= {"candidates": ("T3-T5", "T3-T6"), "degrees": 40, "move": "T3-T5", "other": 6}
    for key, entry in seen_sentences().items():
        assert "{" not in words.say(key, facts)
        plain = re.sub(r"\{\w+\}", "12", entry.get("short", ""))
        assert 0 < len(plain) <= SHORT_LENGTH, key
