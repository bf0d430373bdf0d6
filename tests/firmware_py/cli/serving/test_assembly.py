"""The parts of the service, put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from firmware_py.cli.playing.cup import CupParts
from firmware_py.cli.playing.setup import set_up
from firmware_py.cli.serving import assembly
from firmware_py.cli.serving.assembly import Assembly
from firmware_py.cli.serving.service import Service
from firmware_py.config import Config, check_config
from firmware_py.errors import DeviceError
from firmware_py.loop import Loop
from firmware_py.shows.base import Show
from firmware_py.table import Phase, Table, Wants
from firmware_py.view import TableView
from firmware_py.words import Words

OFF = {"oled": {"on": False}, "strip": {"on": False}, "gpio": {"on": False}}
CONFIG = check_config({**OFF, "dice": {"source": "electronic"}})


def service(config: Config = CONFIG) -> Service:
    return Service(Table(), None, config, set_up(config.table), Words())


def test_a_part_may_ask_for_table_view_and_wants_as_soon_as_it_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []

    def house(_: Config, table: Callable[[], Table], *__: object) -> list[Show]:
        asked.append(table())
        return []

    def cup(*given: Any) -> CupParts:
        asked.append(given[-1]())
        return CupParts()

    def dome(*given: Any) -> None:
        asked.append(given[-1]())

    monkeypatch.setattr(assembly, "make_house", house)
    monkeypatch.setattr(assembly, "make_cup", cup)
    monkeypatch.setattr(assembly, "make_dome", dome)
    service().loop.close()
    assert [type(one) for one in asked] == [TableView, Wants, Table]


def test_each_camera_that_cannot_be_had_is_a_trouble_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise DeviceError("it is not there.")

    for name in ("make_overhead", "make_cup", "make_dome"):
        monkeypatch.setattr(assembly, name, broken)
    with Loop(Table()) as loop:
        parts = Assembly(loop, "trouble", CONFIG, set_up(CONFIG.table), Words(), None).parts(None)
    assert [part for part, _ in parts.troubles] == ["board camera", "cup camera", "dice"]
    assert (parts.dome, parts.overhead, parts.page, parts.kept) == (None, None, None, None)
    with service().loop as running:
        while running.view.phase is Phase.SETTING_UP:
            assert running.step()
        assert [fault.part for fault in running.view.faults] == ["board camera", "cup camera", "dice"]
