"""Typed lines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from firmware_py.senses.lines import TypedLines
from tests.firmware_py.senses.desk import FakeDesk


@contextmanager
def typed(text: bytes) -> Iterator[int]:
    reader, writer = os.pipe()
    os.write(writer, text)
    os.close(writer)
    try:
        yield reader
    finally:
        os.close(reader)


def test_lines_come_one_by_one_and_then_the_end() -> None:
    told: list[str | None] = []
    with typed("1\r\n\nzwölf\nlast".encode()) as descriptor:
        TypedLines(descriptor, told.append, lambda: True).run(FakeDesk())
    assert told == ["1", "", "zwölf", "last", None]


def test_a_line_waits_until_the_table_has_dealt_with_the_one_before() -> None:
    told: list[str | None] = []
    asked = iter([False, False, True, False, True, True])
    with typed(b"a\nb\n") as descriptor:
        TypedLines(descriptor, told.append, lambda: next(asked)).run(FakeDesk())
    assert told == ["a", "b", None]
    assert next(asked, None) is None


def test_it_ends_with_the_loop() -> None:
    told: list[str | None] = []
    reader, writer = os.pipe()
    TypedLines(reader, told.append, lambda: True).run(FakeDesk(most=2))
    os.close(reader)
    os.close(writer)
    assert told == []


def test_bytes_that_are_no_text_do_no_harm() -> None:
    told: list[str | None] = []
    with typed(b"\xff\xfe\n") as descriptor:
        TypedLines(descriptor, told.append, lambda: True).run(FakeDesk())
    assert told == ["\ufffd\ufffd", None]
