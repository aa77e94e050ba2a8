"""The home timeline and posting, in a small and in a large community."""
import dataclasses
import shutil
import time

import crowd
import reader
import servers
import throughput
from places import ROOT, SCRATCH
from report import Row, Section, megabytes
from throughput import Load

SIZES = [1_000, 1_000_000]
CONNECTIONS = [1, 16]
PATH = "/api/v1/timelines/home?limit=20"
WRITE = ROOT / "Tools/bench/write.lua"
SHARE_AIM = 0.60
POSTS_AIM = 1_500
LARGER_AIM = 1.3
MEMBERS = 2_500
COLLECTOR, COLLECTED = "collector", 2_000
"""A member who follows most of the others."""

MEMORY_AIM = 60 * 1024 * 1024
SERVER_OPTIONS = ["--no-rate-limits"]


@dataclasses.dataclass
class Measured:
    size: int
    filled: float
    """Seconds for making the database."""

    indexed: float
    """Seconds until the server had indexed all words for the search."""

    bytes: int
    """Bytes of the database."""

    answer: int
    """Bytes of the timeline."""

    timeline: dict
    """The results of our server, without the log, and of the bare route, by number of connections."""

    posts: float
    """Posts a second."""

    memory: list


def measure():
    small, large = [community(size) for size in SIZES]
    rows = [row for measured in (small, large) for row in rows_of(measured)]
    slower = max(small.timeline[count][0].rate / large.timeline[count][0].rate for count in CONNECTIONS)
    work = large.timeline[16][0].work / small.timeline[16][0].work
    rows.append(Row(
        "Timeline: the small database's rate beside the large one's",
        f"**{slower:.2f}×**; processor time of the large one {work:.2f}×", "≤ 1.3×", slower <= LARGER_AIM))
    return Section("Home timeline and posting", note(small, large), rows)


def note(small, large):
    return (
        f"A community of {MEMBERS:,} members who follow {crowd.FOLLOWED} each, made by `Tools/bench/crowd.py` "
        f"({large.size:,} posts: {large.filled:.0f} s, {large.bytes / 1024 / 1024:,.0f} MB; then the server brings them into "
        f"the index of words, beside its other work: {large.indexed:.0f} s). The reader follows "
        f"{crowd.READER_FOLLOWS}. `GET {PATH}`, {small.answer:,} bytes (small) and {large.answer:,} (large), plain, with "
        f"the reader's token, measured as above: swiftlet as it comes, without the log, and the bare route with "
        f"the same bytes; then the microseconds of processor time a request. Posting: `POST /api/v1/statuses` from 16 "
        f"connections, 5 s after a second to warm up. Memory: after both, the highest it has been. Rate limits are off.")


def community(size):
    began = time.perf_counter()
    data = fill(size)
    filled = time.perf_counter() - began
    quiet_options = [*SERVER_OPTIONS, "--log-level", "warning"]
    began = time.perf_counter()
    with servers.swiftlet(data, *SERVER_OPTIONS) as server:
        crowd.wait_until_indexed(data)
        indexed = time.perf_counter() - began
        # Checking a password takes memory for a moment, which isn't part of the load.
        load = Load(f"Home timeline, {size:,} posts", PATH, {"Authorization": f"Bearer {reader.token(server)}"})
    # One server uses a folder.
    twin = shutil.copytree(data, data.with_name(f"{data.name}-twin"))
    with servers.swiftlet(data, *SERVER_OPTIONS) as logging, servers.swiftlet(twin, *quiet_options) as quiet:
        with servers.bare_server([throughput.keep(logging, load, f"home-{size}")]) as bare:
            timeline = {
                connections: throughput.compare(load, 0, logging, quiet, bare, connections)
                for connections in CONNECTIONS}
            answer = len(bare.get("/0")[2])
        posts = posting(logging, load.headers)
        return Measured(
            size, filled, indexed, (data / "swiftlet.sqlite").stat().st_size, answer, timeline, posts, logging.memory())


def fill(size):
    data = SCRATCH / f"crowd-{size}"
    servers.swiftlet(data).stop()
    for username in (reader.USERNAME, COLLECTOR):
        reader.add(data, username)
    crowd.fill(data, size, MEMBERS, {COLLECTOR: COLLECTED})
    return data


def posting(server, headers):
    throughput.wrk(server.url, headers, seconds=1, script=WRITE)
    return throughput.wrk(server.url, headers, seconds=5, script=WRITE)


def rows_of(measured):
    size = f"{measured.size:,} posts"
    for connections, (ours, quietly, theirs) in measured.timeline.items():
        words, share = throughput.words(ours, quietly, theirs)
        yield Row(f"Timeline, {size}, {connections} at once", words, "≥ 60% of the bare route", share >= SHARE_AIM)
    yield Row(f"Posting, {size}", f"**{measured.posts:,.0f} a second**", "≥ 1,500", measured.posts >= POSTS_AIM)
    highest = measured.memory[2]
    yield Row(f"Memory under load, {size}", f"**RSS {megabytes(highest)}**", "< 60 MB", highest < MEMORY_AIM)
