"""Reading while others write: the cost of a request, and whether a post reaches its readers at once."""
import contextlib
import dataclasses
import hashlib
import http.client
import json
import pathlib
import random
import re
import sqlite3
import subprocess
import threading
import time
import urllib.parse

import crowd
import servers
from places import ROOT, SCRATCH
from report import Row, Section, megabytes

POSTS = 20_000
READERS = 40
SECONDS, WARMING_UP = 8, 2
CONNECTIONS = 16
POSTING, FAVOURING = 20, 30
"""Posts and favourites in 1,000 requests."""

SCRIPT = ROOT / "Tools/bench/mixed.lua"
HOME = "/api/v1/timelines/home?limit=20"
COST_AIM = 3
P99_AIM = 20
PEER_AIM = 5


@dataclasses.dataclass
class Result:
    rate: float
    """Requests a second."""

    p99: float
    """Milliseconds."""

    work: float | None
    """Microseconds of processor time a request; `None` for a server of which only the address is known."""


@dataclasses.dataclass
class Peer:
    """Another server with the same API, under the same load."""

    url: str
    tokens: list
    pid: int | None = None

    @property
    def port(self):
        return urllib.parse.urlsplit(self.url).port or 80

    @property
    def host(self):
        return urllib.parse.urlsplit(self.url).hostname

    def work(self):
        return None if self.pid is None else servers.work(self.pid)


def measure(peer=None):
    data = SCRATCH / "mixed"
    servers.swiftlet(data).stop()
    crowd.fill(data, POSTS)
    tokens, pairs = members(data)
    with servers.swiftlet(data, "--no-rate-limits", "--log-level", "warning") as server:
        crowd.wait_until_indexed(data)
        quiet = load(server, tokens, 0, 0)
        with Probe(server, pairs) as probe:
            mixed = load(server, tokens, POSTING, FAVOURING)
        highest = server.memory()[2]
    ratio = mixed.work / quiet.work
    rows = [
        Row("Reading alone", words(quiet)),
        Row("With 5% writes", words(mixed), f"p99 < {P99_AIM} ms", mixed.p99 < P99_AIM),
        Row("Processor time with writes beside without", f"**{ratio:.2f}×**", f"≤ {COST_AIM}×", ratio <= COST_AIM),
        Row(
            "Posts that were in the next request of a follower", f"**{probe.seen:,} of {probe.asked:,}**", "all",
            probe.asked > 0 and probe.seen == probe.asked),
        Row("Highest RSS", f"**{megabytes(highest)}**"),
    ]
    if peer:
        theirs = load(peer, peer.tokens, POSTING, FAVOURING)
        rows.append(Row("The peer, with 5% writes", words(theirs)))
        times = mixed.rate / theirs.rate
        rows.append(Row("Our rate beside the peer's", f"**{times:.1f}×**", f"≥ {PEER_AIM}×", times >= PEER_AIM))
    return Section("Reading while others write", note(), rows)


def note():
    return (
        f"A community of {crowd.MEMBERS:,} members who follow {crowd.FOLLOWED} each, {POSTS:,} posts; {READERS} of them, "
        f"chosen at random, ask for `GET {HOME}` from {CONNECTIONS} connections (`wrk`, 2 threads, plain, {SECONDS} s after "
        f"{WARMING_UP} s to warm up), first alone, then with {POSTING / 10:g}% posts and {FAVOURING / 10:g}% favourites among the "
        f"requests. Processor time is the server's own, from `/proc`, all threads, a request of whatever kind. Meanwhile "
        f"one member after another posts, and a follower's next request must have the post. The log has warnings only; "
        f"rate limits are off.")


def words(result):
    work = "" if result.work is None else f"**{result.work:,.0f} µs** of processor time a request, "
    return f"{work}{result.rate:,.0f} a second, p99 {result.p99:.1f} ms"


def load(server, tokens, posting, favouring, seconds=SECONDS):
    """Warms up, then measures."""
    token_file, post_file = SCRATCH / "tokens", SCRATCH / "posts"
    token_file.write_text("\n".join(tokens) + "\n")
    found = {post["id"] for token in tokens for post in ask(server, token, HOME) if not post.get("reblog") and post["visibility"] != "private"}
    post_file.write_text("\n".join(sorted(found)) + "\n")
    arguments = [str(token_file), str(post_file), str(posting), str(favouring)]
    wrk(server, WARMING_UP, arguments)
    before = server.work()
    rate, p99 = wrk(server, seconds, arguments)
    after = server.work()
    return Result(rate, p99, None if before is None else (after - before) / (rate * seconds) * 1e6)


def wrk(server, seconds, arguments):
    command = [
        "wrk", "-t2", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", "-s", str(SCRIPT), server.url, "--", *arguments]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise RuntimeError(text)
    amount, unit = re.search(r"^\s*99%\s+([\d.]+)(us|ms|s)", text, re.M).groups()
    factor = {"us": 0.001, "ms": 1, "s": 1000}[unit]
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]), float(amount) * factor


def ask(server, token, path, body=None):
    connection = http.client.HTTPConnection(getattr(server, "host", "127.0.0.1"), server.port, timeout=20)
    with contextlib.closing(connection):
        headers = {"Authorization": f"Bearer {token}"}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request("POST" if body else "GET", path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path} answers {answer.status}: {text[:300]}")
        return json.loads(text)


def members(data):
    """Signs members in by inserting tokens. Returns those of readers, and those of pairs of an author and a
    follower."""
    chance = random.Random(3)
    database = sqlite3.connect(pathlib.Path(data) / "swiftlet.sqlite", isolation_level=None)
    everybody = [id for id, in database.execute("SELECT id FROM accounts WHERE username LIKE 'member%'")]
    readers = chance.sample(everybody, READERS)
    others = [id for id in everybody if id not in readers]
    pairs = []
    for author in chance.sample(others, 20):
        follower = database.execute("SELECT follower FROM follows WHERE followee = ? LIMIT 1", (author,)).fetchone()
        if follower:
            pairs.append((author, follower[0]))
    tokens = sign_in(database, {*readers, *(id for pair in pairs for id in pair)})
    database.close()
    return [tokens[id] for id in readers], [(tokens[author], tokens[follower]) for author, follower in pairs]


def sign_in(database, members):
    """Inserts tokens and returns them by account."""
    database.execute(
        "INSERT INTO applications (id, client_id, secret, name, redirect_uris, scopes, created_at) "
        "VALUES (1, 'bench', ?, 'Benchmark', 'urn:ietf:wg:oauth:2.0:oob', 'read write', 0)", ("0" * 64,))
    tokens = {id: f"benchmark-{id}" for id in members}
    database.executemany(
        "INSERT INTO tokens (id, token, application, account, scopes, created_at, last_used_at) "
        "VALUES (?, ?, 1, ?, 'read write', 0, ?)",
        [(number, hashlib.sha256(token.encode()).hexdigest(), id, int(time.time() * 1000))
         for number, (id, token) in enumerate(tokens.items(), 1)])
    return tokens


class Probe:
    """Posts repeatedly, and checks that a follower's next request has the post."""

    def __init__(self, server, pairs):
        self.server, self.pairs = server, pairs
        self.asked = self.seen = 0
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._run)

    def _run(self):
        for number in range(1_000_000):
            if self.stopped.is_set():
                return
            author, follower = self.pairs[number % len(self.pairs)]
            ask(self.server, follower, HOME)
            post = ask(self.server, author, "/api/v1/statuses", f"status=Probe+{number}")["id"]
            self.asked += 1
            self.seen += any(entry["id"] == post for entry in ask(self.server, follower, HOME))
            time.sleep(0.02)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.thread.join()
