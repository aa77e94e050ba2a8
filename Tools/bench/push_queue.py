"""10,000 push messages that wait for a slow push service: what they cost the requests of others. `PUSH_SECONDS` measures
in less time, `SWIFTLET` another program (`SWIFTLET=.build/debug/swiftlet Tools/bench/bench.py push`)."""
import contextlib
import http.server
import os
import pathlib
import shutil
import sqlite3
import threading
import time

import crowd
import reader
import servers
import throughput
from places import SCRATCH
from report import Row, Section

SUBSCRIPTIONS, EACH = 100, 100
"""100 messages wait for a subscription at most."""

SECONDS = int(os.environ.get("PUSH_SECONDS", 3))
ROUNDS = 3
DELAY = 0.2
"""Seconds until the push service responds. The server asks it twice at a time."""

HOME = "/api/v1/timelines/home?limit=20"
LOADS = [("Home, cached", HOME, None), ("Home, read from the database", "/", "uncached.lua")]
AIM = 0.95
KEY, SECRET = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSIgg"
"""A receiver's keys, of RFC 8291."""

OPTIONS = ["--no-rate-limits", "--private-links", "--log-level", "warning"]


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
    with slow_service() as service:
        fill(waiting, service.url)
        with servers.swiftlet(data, *OPTIONS) as without, servers.swiftlet(waiting, *OPTIONS) as full:
            rows = [row(load, without, full, headers) for load in LOADS]
        left, sent = count(waiting), service.taken
    if left < SUBSCRIPTIONS * EACH * 0.8 or not sent:
        raise RuntimeError(f"{left} messages wait, {sent} were sent")
    return Section(f"{SUBSCRIPTIONS * EACH:,} push messages that wait", note(left, sent), rows)


def note(left, sent):
    return (
        f"{SUBSCRIPTIONS} devices at one push service, which takes {DELAY * 1000:.0f} ms for each message, and {EACH} messages for "
        f"each device; beside it the same community without them. `wrk`, 16 connections, "
        f"{ROUNDS} rounds of {SECONDS} s for each of the two in turn, of which the best counts. Meanwhile {sent:,} messages were sent, "
        f"and {left:,} waited at the end.")


def row(load, without, full, headers):
    name, path, script = load
    script = script and str(pathlib.Path(__file__).with_name(script))
    print(f"  {name} …", flush=True)
    for server in (without, full):
        throughput.wrk(server.url + path, headers, 1, script=script)
    rounds = [[run(server, path, headers, script) for server in (without, full)] for _ in range(ROUNDS)]
    alone, beside = [throughput.best(results) for results in zip(*rounds)]
    share = beside.rate / alone.rate
    return Row(
        name, f"**{share:.0%}** of the rate without them ({beside.rate:,.0f} of {alone.rate:,.0f} a second); "
        f"{beside.work:.0f} and {alone.work:.0f} µs of the server's processor time each, sending included", "≥ 95%", share >= AIM)


def run(server, path, headers, script):
    before = server.work()
    rate = throughput.wrk(server.url + path, headers, SECONDS, script=script)
    return throughput.Result(rate, (server.work() - before) / (rate * SECONDS) * 1e6)


def fill(data, url):
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
        database.execute(
            "INSERT INTO tokens (id, token, application, account, scopes, created_at, last_used_at) "
            "VALUES (?, ?, ?, ?, 'read push', ?, ?)",
            (token + number, f"{number:064}", application, account, now, now))
        database.execute(
            """INSERT INTO push_subscriptions (id, token, endpoint, host, public_key, secret, is_standard, alerts, policy, detail,
            format, language, origin, created_at, next_at) VALUES (?, ?, ?, '127.0.0.1', ?, ?, 1, ' follow=1', 'all', 'name',
            'declarative', 'en', 'http://localhost', ?, ?)""",
            (number + 1, token + number, f"{url}/{number}", KEY, SECRET, now, now))
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


class SlowService(http.server.ThreadingHTTPServer):
    daemon_threads = True
    taken = 0

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(DELAY)
        self.server.taken += 1
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def slow_service():
    service = SlowService(("127.0.0.1", 0), Handler)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    try:
        yield service
    finally:
        service.shutdown()
        service.server_close()
