"""A day of ten thousand members, as fast as the server can go, to see if its memory grows."""
import dataclasses
import os
import pathlib
import random
import re
import sqlite3
import threading
import time

import crowd
import mixed
import servers
from places import SCRATCH
from report import Row, Section, median, megabytes

MEMBERS, POSTS = 10_000, 20_000
REQUESTS = 3_000_000
"""Requests of a day, by docs/scaling.md: 300 timelines by each member."""

WRITTEN = 50_000
"""Posts of that day; there are half as many favourites again, as in the mixed load."""

READERS, TURN = 400, 20
"""The number of members who read at the same time, and the seconds until others take over."""

INTERVAL = 5
"""Seconds between two samples of the memory."""

GROWTH_AIM = 1.1
LIMIT = float(os.environ.get("SWIFTLET_BENCH_DAY_SECONDS", 3600))
"""Seconds; lower it to try the benchmark out, or on a slow machine."""


def measure():
    data = SCRATCH / "day"
    servers.swiftlet(data).stop()
    crowd.fill(data, POSTS, MEMBERS)
    tokens = sign_in(data)
    chance = random.Random(5)
    asked, began = 0, time.monotonic()
    with servers.swiftlet(data, "--no-rate-limits", "--log-level", "warning") as server:
        crowd.wait_until_indexed(data)
        with Memory(server) as memory:
            while asked < REQUESTS and time.monotonic() - began < LIMIT:
                result = mixed.load(
                    server, chance.sample(tokens, READERS), WRITTEN * 1000 // REQUESTS, WRITTEN * 1500 // REQUESTS, TURN)
                asked += round(result.rate * (TURN + mixed.WARMING_UP))
        highest = server.memory()[2]
        text = server.log.read_text()
    return Section("A day of ten thousand members", note(), rows(memory.seen, asked, time.monotonic() - began, highest, text))


def note():
    return (
        f"By `docs/scaling.md` the members of such a community ask for {REQUESTS:,} timelines in a day and write {WRITTEN:,} posts: so many "
        f"requests, one after the other from {mixed.CONNECTIONS} connections, by {READERS} members at a time, who are chosen anew every "
        f"{TURN} s; the share of posts and favourites is that of the day. Memory is looked at every {INTERVAL} s: all of it (RSS), and what "
        "the process has written itself (anonymous), the median of the last third beside that of the second. What it shows is whether "
        "requests leave something behind. It does not show what depends on the hour: the clock runs as always, so that what is "
        "done each hour or after a day (tokens, unused pictures, cards of links) hardly happens.")


def rows(seen, asked, seconds, highest, log):
    found = [Row("Requests", f"**{asked:,}** in {seconds:,.0f} s, {asked / seconds:,.0f} a second", f"{REQUESTS:,}", asked >= REQUESTS)]
    third = len(seen) // 3
    for name, aim in (("rss", GROWTH_AIM), ("anonymous", None)):
        values = [getattr(one, name) for one in seen]
        middle, last = median(values[third:2 * third]), median(values[2 * third:])
        label = "RSS" if name == "rss" else "Anonymous memory"
        found.append(Row(
            f"{label}: the last third beside the second", f"**{last / middle:.2f}×** ({megabytes(middle)}, then {megabytes(last)})",
            f"≤ {aim}×" if aim else "", last / middle <= aim if aim else None))
    found.append(Row("Highest RSS", f"**{megabytes(highest)}**"))
    found.append(Row("Lines in the log", f"**{log.count(chr(10)):,}**"))
    return found


def sign_in(data):
    """Returns a token for each member, inserted into the database."""
    database = sqlite3.connect(pathlib.Path(data) / "swiftlet.sqlite", isolation_level=None)
    members = [id for id, in database.execute("SELECT id FROM accounts WHERE username LIKE 'member%'")]
    database.execute("BEGIN")
    tokens = mixed.sign_in(database, members)
    database.execute("COMMIT")
    database.close()
    return list(tokens.values())


@dataclasses.dataclass
class Look:
    """A sample in bytes."""

    rss: int
    anonymous: int


class Memory:
    """Samples a server's memory repeatedly."""

    def __init__(self, server):
        self.path = pathlib.Path(f"/proc/{server.process.pid}/smaps_rollup")
        self.seen = []
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._run)

    def _run(self):
        while not self.stopped.wait(INTERVAL):
            text = self.path.read_text()
            self.seen.append(Look(*(
                int(re.search(rf"^{name}:\s+(\d+) kB", text, re.M)[1]) * 1024 for name in ("Rss", "Anonymous"))))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.thread.join()
