"""Searching a large community, and the home timeline of a member who follows many."""
import dataclasses
import itertools
import time
import urllib.parse

import crowd
import reader
import servers
import throughput
import timeline
from places import ROOT, SCRATCH
from report import Row, Section, median

SIZE, HOME_SIZE = max(timeline.SIZES), 50_000
SEARCH_AIM = 30
"""Milliseconds of a search."""

HOMES = [(reader.USERNAME, crowd.READER_FOLLOWS, 400), (timeline.COLLECTOR, timeline.COLLECTED, 2_000)]
"""Readers, the number of people that they follow, and the aim in microseconds of processor time a page."""

UNCACHED = ROOT / "Tools/bench/uncached.lua"
LANGUAGES = {
    "English": ["harbour", "kettle", "swallow morning", "SWIFT rain", "late gard"],
    "Chinese": ["早上", "下雨", "回家 茶", "早上 下雨"],
    "Greek": ["λιμανι", "Ψωμί", "ΛΙΜΆΝΙ ψωμι", "ψωμ"],
    "Arabic": ["صباح", "قهوة", "صباح قهوة", "صبا"],
    "Portuguese": ["chuva", "manha", "MANHÃ chuva", "chuv"],
}
"""The words of the crowd: with and without accents, whole and partial, alone and together."""

OTHERS = {"a rare word": ["topic42", "topic7"], "a word of nobody": ["zyzzyva", "harbour zyzzyva"], "a person": ["member 17", "member2400"]}
TIMES = 5


def measure():
    data = SCRATCH / f"crowd-{SIZE}"
    if not data.exists():
        timeline.fill(SIZE)
    with servers.swiftlet(data, "--no-rate-limits", "--log-level", "warning") as server:
        crowd.wait_until_indexed(data)
        headers = {"Authorization": f"Bearer {reader.token(server)}"}
        rows = [search(server, headers, name, words, name in LANGUAGES) for name, words in {**LANGUAGES, **OTHERS}.items()]
    # In the large community one member has posted all of the newest posts by now.
    with servers.swiftlet(timeline.fill(HOME_SIZE), "--no-rate-limits", "--log-level", "warning") as server:
        rows += [home(server, *who) for who in HOMES]
    return Section(f"Searching {SIZE:,} posts", note(), rows)


def note():
    return (
        f"The large community of “Home timeline and posting”: {timeline.MEMBERS:,} members and {SIZE:,} posts of 5 to 40 words, "
        f"each of which stands in about half of them. `GET /api/v2/search?q=…&limit=20`, which looks for people, tags and posts: "
        f"each query {TIMES} times, one request after the other, each time with another upper bound of the id, so that no kept "
        f"answer fits. Home: `GET /api/v1/timelines/home?limit=20`, read from the database each time, 16 connections, in another "
        f"such community of {HOME_SIZE:,} posts.")


@dataclasses.dataclass
class Asked:
    seconds: float
    found: int


def search(server, headers, name, queries, has_aim):
    bounds = itertools.count(1)
    asked = [ask(server, headers, query, next(bounds)) for query in queries for _ in range(TIMES)]
    times = sorted(one.seconds * 1000 for one in asked)
    found = [one.found for one in asked]
    is_met = times[-1] < SEARCH_AIM
    return Row(
        f"Search, {name}", f"**{median(times):.1f} ms**, at most {times[-1]:.1f} ({min(found)} to {max(found)} bytes)",
        f"< {SEARCH_AIM} ms" if has_aim else "", is_met if has_aim else None)


def ask(server, headers, query, bound):
    path = f"/api/v2/search?limit=20&max_id={10**18 - bound}&q={urllib.parse.quote(query)}"
    began = time.perf_counter()
    status, _, body = server.get(path, **headers)
    assert status == 200, f"{path} answers {status}"
    return Asked(time.perf_counter() - began, len(body))


def home(server, username, follows, aim):
    headers = {"Authorization": f"Bearer {reader.token(server, username)}"}
    throughput.wrk(server.url, headers, 1, script=UNCACHED)
    before = server.work()
    rate = throughput.wrk(server.url, headers, throughput.SECONDS, script=UNCACHED)
    work = (server.work() - before) / (rate * throughput.SECONDS) * 1e6
    return Row(
        f"Home, {follows:,} followed, not kept", f"**{work:,.0f} µs** of processor time a request, {rate:,.0f} a second",
        f"< {aim:,} µs", work < aim)
