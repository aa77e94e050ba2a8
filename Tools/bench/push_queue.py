"""10,000 push messages that wait for push services which are slow, silent or refuse: what they cost the requests of
others. `PUSH_SECONDS` measures in less time, `SWIFTLET` another program (`SWIFTLET=.build/debug/swiftlet Tools/bench/bench.py push`)."""
import contextlib
import dataclasses
import http.server
import os
import pathlib
import shutil
import signal
import sqlite3
import threading
import time
import urllib.parse

import crowd
import reader
import servers
import throughput
from places import SCRATCH
from report import Row, Section

SUBSCRIPTIONS, EACH = 100, 100
"""At most 200 messages wait for a subscription."""

SECONDS = int(os.environ.get("PUSH_SECONDS", 3))
ROUNDS = 5
DELAY = 0.2
"""Seconds until the slow push service responds. The server asks each service twice at a time."""

HOME = "/api/v1/timelines/home?limit=20"
LOADS = [
    ("Home, cached", HOME, None), ("Home, read from the database", "/", "uncached.lua"), ("Posting", "/", "write.lua"),
    ("Posting, each mentions one of the devices' owners", "/", "mentioning.lua")]
AIM, LATE_AIM = 0.95, 1.25
"""The shares of the rate and of the 99th percentile without the messages."""

KEY, SECRET = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSIgg"
"""A receiver's keys, of RFC 8291."""

OPTIONS = ["--no-rate-limits", "--private-links", "--log-level", "error"]
"""Each refusal by a push service is a warning."""


def measure():
    data = SCRATCH / "push"
    servers.swiftlet(data).stop()
    reader.add(data)
    crowd.fill(data, 2_000)
    with servers.swiftlet(data, *OPTIONS) as server:
        crowd.wait_until_indexed(data)
        headers = {"Authorization": f"Bearer {reader.token(server)}"}
    # One server uses a folder.
    waiting = shutil.copytree(data, data.with_name("push-waiting"))
    with push_services() as services:
        fill(waiting, [service.url for service in services])
        with servers.swiftlet(data, *OPTIONS) as without, servers.swiftlet(waiting, *OPTIONS) as full:
            rows = [row(load, without, full, headers) for load in LOADS]
        left, asked = count(waiting), [service.asked for service in services]
    if left < SUBSCRIPTIONS * EACH * 0.8 or not all(asked):
        raise RuntimeError(f"{left} messages wait, the services were asked {asked} times")
    return Section(f"{SUBSCRIPTIONS * EACH:,} push messages that wait", note(left, asked), rows)


def note(left, asked):
    words = "; ".join(f"{number:,} requests to the one that {behaviour}" for number, behaviour in zip(asked, BEHAVIOURS))
    return (
        f"{EACH} messages for each of {SUBSCRIPTIONS} devices, which {len(BEHAVIOURS)} push services share; beside it the same "
        f"community without them. `wrk`, 16 connections, {ROUNDS} rounds of {SECONDS} s for each of the two in turn, of which the best "
        f"counts. Each is stopped while the other is measured. Meanwhile the server sent {words}. {left:,} messages waited at the end.")


def row(load, without, full, headers):
    name, path, script = load
    script = script and str(pathlib.Path(__file__).with_name(script))
    print(f"  {name} …", flush=True)
    pairs = [(without, full), (full, without)]
    for server, other in pairs:
        with stopped(other):
            throughput.wrk(server.url + path, headers, 1, script=script)
    rounds = [[run(server, other, path, headers, script) for server, other in pairs] for _ in range(ROUNDS)]
    alone, beside = [best(results) for results in zip(*rounds)]
    share, later = beside.rate / alone.rate, beside.late / alone.late
    return Row(
        name,
        f"**{share:.0%}** of the rate without them ({beside.rate:,.0f} of {alone.rate:,.0f} a second), p99 **{later:.2f}×** "
        f"({beside.late:.1f} and {alone.late:.1f} ms); {beside.work:.0f} and {alone.work:.0f} µs of the server's processor time each, "
        "sending included",
        f"≥ {AIM:.0%}, p99 ≤ {LATE_AIM}×", share >= AIM and later <= LATE_AIM)


@dataclasses.dataclass
class Result:
    rate: float
    """Requests a second."""
    late: float
    """Milliseconds in which 99 of 100 requests are answered."""
    work: float
    """Microseconds of processor time a request."""


def run(server, other, path, headers, script):
    with stopped(other):
        before = server.work()
        rate, late = throughput.timed(server.url + path, headers, SECONDS, script=script)
        return Result(rate, late, (server.work() - before) / (rate * SECONDS) * 1e6)


def best(results):
    return Result(
        max(result.rate for result in results), min(result.late for result in results), min(result.work for result in results))


@contextlib.contextmanager
def stopped(server):
    """Keeps a server from the processors for a few seconds: less than it waits for a push service."""
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


def fill(data, urls):
    """Adds the subscriptions, and notifications of followers that wait for them."""
    database = sqlite3.connect(data / "swiftlet.sqlite", isolation_level=None)
    now = int(time.time() * 1000)
    members = [id for id, in database.execute(
        "SELECT id FROM accounts WHERE username LIKE 'member%' ORDER BY id LIMIT ?", (SUBSCRIPTIONS + EACH,))]
    application, = database.execute("SELECT min(id) FROM applications").fetchone()
    token, = database.execute("SELECT max(id) + 1 FROM tokens").fetchone()
    id = (now - 60_000) << 16
    database.execute("BEGIN")
    for number, account in enumerate(members[:SUBSCRIPTIONS]):
        url = urls[number % len(urls)]
        database.execute(
            "INSERT INTO tokens (id, token, application, account, scopes, created_at, last_used_at) "
            "VALUES (?, ?, ?, ?, 'read push', ?, ?)",
            (token + number, f"{number:064}", application, account, now, now))
        database.execute(
            """INSERT INTO push_subscriptions (id, token, endpoint, host, public_key, secret, is_standard, alerts, policy, detail,
            format, language, origin, created_at, next_at) VALUES (?, ?, ?, ?, ?, ?, 1, ' follow=1 mention=1', 'all', 'name',
            'declarative', 'en', 'http://localhost', ?, ?)""",
            (number + 1, token + number, f"{url}/{number}", urllib.parse.urlsplit(url).hostname, KEY, SECRET, now, now))
        for follower in members[SUBSCRIPTIONS:]:
            id += 32
            database.execute(
                "INSERT INTO notifications (id, account, kind, actor) VALUES (?, ?, 'follow', ?)", (id, account, follower))
            database.execute("INSERT INTO push_messages (subscription, notification) VALUES (?, ?)", (number + 1, id))
    database.execute("COMMIT")
    database.close()


def count(data):
    with contextlib.closing(sqlite3.connect(f"file:{data}/swiftlet.sqlite?mode=ro", uri=True)) as database:
        return database.execute("SELECT count(*) FROM push_messages").fetchone()[0]


def respond(handler, status):
    handler.send_response(status)
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def hang(handler):
    """Says nothing for longer than the server waits."""
    time.sleep(15)
    handler.close_connection = True


BEHAVIOURS = {
    f"takes each after {DELAY * 1000:.0f} ms": lambda handler: (time.sleep(DELAY), respond(handler, 201)),
    "never answers": hang,
    "has no time (503)": lambda handler: respond(handler, 503),
    "refuses (403)": lambda handler: respond(handler, 403),
}


class PushService(http.server.ThreadingHTTPServer):
    """A push service at an address of its own, because the server counts its requests to each."""

    daemon_threads = True
    asked = 0

    def __init__(self, address, behaviour):
        self.behaviour = behaviour
        super().__init__((address, 0), Handler)

    @property
    def url(self):
        return f"http://{self.server_address[0]}:{self.server_address[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked += 1
        self.server.behaviour(self)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def push_services():
    services = [PushService(f"127.0.0.{number}", behaviour) for number, behaviour in enumerate(BEHAVIOURS.values(), 1)]
    for service in services:
        threading.Thread(target=service.serve_forever, daemon=True).start()
    try:
        yield services
    finally:
        for service in services:
            service.shutdown()
            service.server_close()
