"""Fifty phones watch while virtual games run: what each of them gets, and what it costs.

python tests/bench/page_watchers.py [WATCHERS] [GAMES]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import tempfile
import threading
import time
from pathlib import Path

from firmware_py.loop import Loop
from firmware_py.table import Table
from firmware_py.table.events import Answered, Started
from firmware_py.web import Phones, Site, SiteParts, WebSense, WebShow
from firmware_py.words import Words
from hardware.layout import load_layout
from rules import Chance, Over, Seat

SEATS = (Seat("red", "Anna"), Seat("yellow", "Ben"))


class Watcher:
    """A phone: counts what it gets, and keeps the number that it saw last."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.states = self.bytes = self.last = 0

    async def watch(self, port: int) -> None:
        here = (f"127.0.{self.number // 10}.1", 0)  # a phone has an address of its own
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20, local_addr=here)
        writer.write(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        async for line in reader:
            self.bytes += len(line)
            if line.startswith(b"data: {"):
                self.states += 1
                self.last = json.loads(line[6:])["number"]


def play(loop: Loop, games: int) -> int:
    """Play games at the pace of a quick hand; returns the number of answers."""
    rng, answers = random.Random(1), 0
    for _ in range(games):
        begun = Started(at=loop.now(), game="trouble", seats=SEATS, first="red")
        loop.post(begun)
        while loop.table.started is not begun:
            time.sleep(0.001)
        while not isinstance(awaits := loop.table.state.awaits, Over):
            view = loop.view
            options = [one for one, _ in awaits.outcomes] if isinstance(awaits, Chance) else awaits.options
            loop.post(Answered(at=loop.now(), ply=view.ply, answer=rng.choice(options)))
            answers += 1
            while loop.view is view:
                time.sleep(0.001)
            time.sleep(0.02)
    return answers


def memory() -> float:
    """The memory of this process in MB, now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("watchers", type=int, nargs="?", default=50, help="phones (%(default)s)")
    parser.add_argument("games", type=int, nargs="?", default=4, help="one after the other (%(default)s)")
    args = parser.parse_args()
    count, games = args.watchers, args.games
    with tempfile.TemporaryDirectory() as folder:
        parts = SiteParts(
            table=lambda: loop.table,
            words=Words(),
            phones=Phones(Path(folder) / "phones.json"),
            layout_of=lambda _: load_layout("trouble"),
            boards={},
            wall=time.time,
        )
        site = Site(parts)
        sense = WebSense(site, "127.0.0.1", 0)
        loop = Loop(Table(), None, [sense], [WebShow(site)])
        running = threading.Thread(target=loop.run)
        running.start()
        while not sense.port:
            time.sleep(0.01)
        watchers = [Watcher(number) for number in range(count)]

        async def watch() -> None:
            await asyncio.gather(*(watcher.watch(sense.port) for watcher in watchers))

        threading.Thread(target=lambda: asyncio.run(watch()), daemon=True).start()
        while site.feed.watchers < count:
            time.sleep(0.01)
        for number in range(games):
            cpu = time.process_time()
            answers = play(loop, 1)
            cpu = time.process_time() - cpu
            spent = f"{1000 * cpu / answers:.1f} ms an answer"
            print(f"game {number + 1}: {answers} answers, {memory():.0f} MB, {spent}")
        time.sleep(1.0)
        newest = site.feed.number
        behind = sum(watcher.last != newest for watcher in watchers)
        least = min(watcher.states for watcher in watchers)
        kilobytes = (
            sum(watcher.bytes for watcher in watchers) / sum(watcher.states for watcher in watchers) / 1000
        )
        print(f"{count} phones: {behind} behind at the end;", end=" ")
        print(f"at least {least} of {newest} states, {kilobytes:.1f} kB each")
        loop.stop()
        running.join(10)


if __name__ == "__main__":
    main()
