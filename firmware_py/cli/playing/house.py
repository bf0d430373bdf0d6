"""What the rest of the house hears of an evening, put together by configuration."""

from __future__ import annotations

import datetime as dt
import socket
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

from firmware_py.config import Config
from firmware_py.house import Broker, ClubTable, HouseShow, TableName, Topics, slug
from firmware_py.shows.base import Show
from firmware_py.table import Table
from firmware_py.words import Words

if TYPE_CHECKING:
    from firmware_py.cli.playing.page import Page

__all__ = ["make_house"]


def make_house(config: Config, table: Callable[[], Table], words: Words, page: Page | None) -> list[Show]:
    """The show that tells a broker of the table; none if the configuration has no broker.

    Args:
        table: where the evening stands.
        page: shows the other tables that are seen at the broker; None if no page is served.
    """
    mqtt = config.mqtt
    if not mqtt.on:
        return []
    name = mqtt.name or socket.gethostname().partition(".")[0]
    address = None
    if page is not None:
        from firmware_py.web import addresses  # loaded already, with the page

        address = addresses(config.web.host, config.web.port)[0]
    known = TableName(name, Topics(mqtt.topic, slug(name)), mqtt.discovery, address)

    def heard(tables: tuple[ClubTable, ...], line: bool) -> None:
        if page is not None:
            page.site.show_club([asdict(table) for table in tables], line=line)

    heard((), False)
    broker = Broker(mqtt.host, mqtt.port, mqtt.user, mqtt.password_file, mqtt.tls)
    return [HouseShow(broker, known, table=table, words=words, clock=_now, club=heard)]


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
