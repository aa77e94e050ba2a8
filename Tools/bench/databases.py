"""SQLite beside PostgreSQL: the home timeline, cached and uncached, and posting; and several processes on one
PostgreSQL."""
import concurrent.futures
import contextlib
import dataclasses
import os
import subprocess
import sys
import time

import crowd
import reader
import servers
import throughput
from places import PROGRAM, ROOT, SCRATCH
from report import Row, Section

sys.path += [str(ROOT / "Tests/Clients")]
from community.answers import answers, questions  # noqa: E402
from postgres.cluster import Postgres  # noqa: E402

SIZES = [int(size) for size in os.environ.get("DATABASE_SIZES", "1000,1000000").split(",")]
SECONDS = 5
BENCH = ROOT / "Tools/bench"
LOADS = [
    ("Home, kept", None, 16, "/api/v1/timelines/home?limit=20"),
    ("Home, not kept", BENCH / "uncached.lua", 16, "/"),
    ("Home, with a post in twenty", BENCH / "written.lua", 16, "/"),
    ("Posting, 1 at once", BENCH / "write.lua", 1, "/"),
    ("Posting, 16 at once", BENCH / "write.lua", 16, "/"),
]
QUIET = ["--no-rate-limits", "--log-level", "warning"]
SHARE_AIM, POSTS_AIM, PROCESSES_AIM = 0.5, 1000, 1.6


@dataclasses.dataclass
class Result:
    rate: float
    """Requests a second, of all processes together."""

    work: float
    """Microseconds of processor time a request, including the database's."""


def measure():
    rows = [row for size in SIZES for row in community(size)]
    return Section("SQLite beside PostgreSQL", note(), rows)


def note():
    return (
        f"The community of `Tools/bench/crowd.py`, moved to PostgreSQL by `swiftlet copy`; its settings are Debian's with "
        f"`shared_buffers=256MB`, so a commit is on the disk (`synchronous_commit = on`, as `synchronous = FULL` of SQLite). "
        f"`wrk`, {SECONDS} s after a second to warm up, on the same machine as all servers, without a log. Several processes "
        f"get equal parts of the load at the same time. “Not kept”: each request has an address of its own, so that the answer is "
        f"read from the database. The microseconds are processor time a request, PostgreSQL's included. One process fills the two "
        f"processors of this machine, so what two would bring with more of them follows from the processor time: twice that of "
        f"one, by that of two, for each request. Same bytes: all that can be asked by GET, about the "
        f"newest posts, their authors and tags, in pages and filtered, for somebody signed in, before the loads.")


def community(size):
    data = SCRATCH / f"databases-{size}"
    servers.swiftlet(data).stop()
    reader.add(data)
    crowd.fill(data, size)
    with servers.swiftlet(data, *QUIET) as server:
        token = reader.token(server)
    postgres = Postgres("shared_buffers=256MB", "autovacuum=on", "max_wal_size=4GB")
    try:
        address, name = postgres.database()
        began = time.perf_counter()
        subprocess.run([PROGRAM, "copy", "--from", data, "--to", address], check=True, capture_output=True)
        copied = time.perf_counter() - began
        postgres.sql("VACUUM ANALYZE", name)
        with servers.swiftlet(data, *QUIET) as server, servers.swiftlet(data, *QUIET, "--database", address) as other:
            crowd.wait_until_indexed(data)
            wait_until_indexed(postgres, name)
            asked = questions(server, token)
            ours, theirs = (answers(one, asked, token) for one in (server, other))
        same = sum(ours[path] == theirs[path] for path in asked)
        with servers.swiftlet(data, *QUIET) as server:
            crowd.wait_until_indexed(data)
            headers = {"Authorization": f"Bearer {reader.token(server)}"}
            sqlite = [run(load, [server], headers) for load in LOADS]
        results = {}
        for count in (1, 2, 4):
            # PostgreSQL does this by itself within a minute; until then it plans for a small table.
            postgres.sql("VACUUM ANALYZE", name)
            with contextlib.ExitStack() as stack:
                options = [*QUIET, "--database", address]
                several = [stack.enter_context(servers.swiftlet(data, *options)) for _ in range(count)]
                wait_until_indexed(postgres, name)
                headers = {"Authorization": f"Bearer {reader.token(several[0])}"}
                results[count] = [run(load, several, headers, postgres) for load in LOADS]
        yield Row(f"`swiftlet copy`, {size:,} posts", f"**{copied:,.0f} s**")
        yield Row(f"Same bytes from both, {size:,} posts", f"**{same:,}** of {len(asked):,} answers", "all", same == len(asked))
        for number, (what, *_) in enumerate(LOADS):
            one, other = results[1][number], sqlite[number]
            is_post = what.startswith("Posting")
            aim = ("≥ 1,000 a second", one.rate >= POSTS_AIM) if what == "Posting, 16 at once" else (
                ("≥ 50% of SQLite", one.rate / other.rate >= SHARE_AIM) if not is_post else ("", None))
            several = ", ".join(
                f"{count}: {results[count][number].rate:,.0f} ({results[count][number].work:,.0f} µs)" for count in (2, 4))
            yield Row(
                f"{what}, {size:,} posts",
                f"SQLite {other.rate:,.0f} a second ({other.work:,.0f} µs), PostgreSQL **{one.rate:,.0f}** ({one.work:,.0f} µs), "
                f"**{one.rate / other.rate:.0%}**; processes {several}", *aim)
            if not is_post:
                gain = 2 * one.work / results[2][number].work
                yield Row(
                    f"{what}, {size:,} posts: two processes, with processors enough", f"**{gain:.2f}×** one",
                    f"≥ {PROCESSES_AIM}×", gain >= PROCESSES_AIM)
    finally:
        postgres.remove()


def wait_until_indexed(postgres, name, seconds=1800):
    end = time.monotonic() + seconds
    while postgres.sql("SELECT 1 FROM unindexed_posts LIMIT 1", name):
        assert time.monotonic() < end
        time.sleep(0.5)


def run(load, several, headers, postgres=None):
    what, script, connections, path = load
    print(f"  {what}, {len(several)} on {'PostgreSQL' if postgres else 'SQLite'} …", flush=True)
    each = max(1, connections // len(several))

    def all_of(seconds):
        with concurrent.futures.ThreadPoolExecutor(len(several)) as threads:
            return sum(threads.map(
                lambda server: throughput.wrk(server.url + path, headers, seconds, each, script), several))

    all_of(1)
    before = work(several, postgres)
    rate = all_of(SECONDS)
    return Result(rate, (work(several, postgres) - before) / (rate * SECONDS) * 1e6)


def work(several, postgres):
    own = sum(server.work() for server in several)
    if not postgres:
        return own
    # Its processes come and go with connections; only the running ones count.
    children = subprocess.run(["pgrep", "-P", str(postgres.main)], capture_output=True, text=True).stdout.split()
    for child in children:
        with contextlib.suppress(OSError):
            own += servers.work(int(child))
    return own
