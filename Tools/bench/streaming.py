"""Streams: the memory of idle ones, how soon an event reaches many, and what that costs the one who posts.
`STREAMS_IDLE` and `STREAMS_LISTENING` measure with fewer."""
import http.client
import json
import os
import resource
import selectors
import socket
import threading
import time

import crowd
import day
import gotosocial
import reader
import servers
from places import SCRATCH
from report import Row, Section, megabytes

FILES = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
"""The server takes a connection for every other file that it may open, and a stream for every other connection."""

IDLE = int(os.environ.get("STREAMS_IDLE", min(5_000, FILES // 4 - 100)))
LISTENING = int(os.environ.get("STREAMS_LISTENING", 1_000))
EACH = 8
"""Streams of a member."""

POSTS, UNHEARD, PAUSE = 50, 50, 0.04
MEMORY_AIM, EACH_AIM, LATE_AIM, SLOWER_AIM = 250 << 20, 32 << 10, 0.2, 0.10


class Crowd:
    """Streams that are read in one thread, as bytes."""

    update = b"event: update\n"

    def __init__(self, port):
        self.port, self.selector, self.sockets = port, selectors.DefaultSelector(), []
        self.times, self.changed = [], threading.Condition()
        self.is_over = False

    def open(self, token, path):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        self.begin(connection, token, path)
        connection.setblocking(False)
        self.sockets.append(connection)
        self.selector.register(connection, selectors.EVENT_READ)

    def begin(self, connection, token, path):
        connection.sendall(f"GET /api/v1/streaming/{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        read_until(connection, b":)\n", b" 200 ")

    def start(self):
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while not self.is_over:
            for key, _ in self.selector.select(0.1):
                piece = key.fileobj.recv(1 << 16)
                if not piece:
                    self.selector.unregister(key.fileobj)
                if self.update in piece:
                    with self.changed:
                        self.times.append(time.perf_counter())
                        self.changed.notify_all()

    def wait(self, count, seconds=30):
        with self.changed:
            self.changed.wait_for(lambda: len(self.times) >= count, seconds)
            times, self.times = self.times, []
            return times

    def close(self):
        self.is_over = True
        for connection in self.sockets:
            connection.close()


class SocketCrowd(Crowd):
    """The same over WebSockets."""

    update = b'"event":"update"'

    def begin(self, connection, token, path):
        connection.sendall(gotosocial.handshake(token, path))
        read_until(connection, b"\r\n\r\n", b" 101 ")


def read_until(connection, end, status):
    head = b""
    while end not in head:
        piece = connection.recv(4096)
        if not piece or status not in (head + piece)[:40]:
            raise RuntimeError((head + piece).decode(errors="replace"))
        head += piece


def measure(peer=None):
    """Measures our server, then the GoToSocial whose program is `peer`."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    data = SCRATCH / "streaming"
    servers.swiftlet(data).stop()
    reader.add(data)
    crowd.fill(data, 2_000, size=max(IDLE, LISTENING) // EACH + 2)
    tokens = day.sign_in(data)
    options = ["--no-rate-limits", "--log-level", "warning", "--max-connections", str(3 * max(IDLE, LISTENING)),
               "--max-connections-per-address", str(3 * max(IDLE, LISTENING))]
    with servers.swiftlet(data, *options) as server:
        crowd.wait_until_indexed(data)
        idle = Idle(server, tokens)
    with servers.swiftlet(data, *options) as server:
        heard = Heard(server, tokens)
    all_rows = list(rows(idle, heard))
    if peer:
        theirs = rows(of_gotosocial(peer, Idle), of_gotosocial(peer, Heard))
        all_rows += [Row(f"GoToSocial: {row.what}", row.measured) for row in theirs]
    return Section("Streams", note(peer), all_rows)


def of_gotosocial(program, part):
    with gotosocial.started(program, SCRATCH / "gotosocial") as server:
        return part(server, server.sign_in(), SocketCrowd)


class Idle:
    def __init__(self, server, tokens, kind=Crowd):
        streams = kind(server.port)
        for number in range(20):
            streams.open(tokens[number // EACH % len(tokens)], "user")
        (_, before, _), start = server.memory(), len(streams.sockets)
        for number in range(start, IDLE):
            streams.open(tokens[number // EACH % len(tokens)], "user")
        _, after, _ = server.memory()
        self.memory, self.each = after, (after - before) / (IDLE - start)
        work, began = server.work(), time.perf_counter()
        time.sleep(20)
        self.busy = (server.work() - work) / (time.perf_counter() - began)
        streams.close()


class Heard:
    """A member posts while nobody listens, then while many do."""

    def __init__(self, server, tokens, kind=Crowd):
        self.port, self.token = server.port, tokens[-1]
        # As far apart as with listeners, and with connections as new.
        alone = [self.post_later() for _ in range(UNHEARD)]
        streams = kind(server.port)
        for number in range(LISTENING):
            streams.open(tokens[number // EACH % len(tokens)], "public")
        streams.start()
        late, posting, work = [], [], server.work()
        for _ in range(POSTS):
            began = time.perf_counter()
            posting.append(self.post())
            times = streams.wait(LISTENING)
            if len(times) < LISTENING:
                raise RuntimeError(f"{LISTENING - len(times)} streams heard nothing")
            late += [moment - began for moment in times]
        self.work = (server.work() - work) / (POSTS * LISTENING)
        self.late = sorted(late)[len(late) * 99 // 100]
        self.middle = sorted(late)[len(late) // 2]
        self.alone, self.posting = middle(alone), middle(posting)
        streams.close()

    def post_later(self):
        time.sleep(PAUSE)
        return self.post()

    def post(self):
        """Returns the seconds until the response."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        began = time.perf_counter()
        connection.request("POST", "/api/v1/statuses", json.dumps({"status": "Hello", "visibility": "public"}),
                           {"Content-Type": "application/json", "User-Agent": "bench", "Authorization": f"Bearer {self.token}"})
        answer = connection.getresponse()
        if answer.status != 200:
            raise RuntimeError(answer.read())
        answer.read()
        seconds = time.perf_counter() - began
        connection.close()
        return seconds


def middle(values):
    return sorted(values)[len(values) // 2]


def note(peer=None):
    others = (
        " GoToSocial: the same over WebSockets, with SQLite; its streams are those of nine members, for it has no bound of streams for a "
        "member.") if peer else ""
    return (
        f"{IDLE:,} clients with the stream `user`, {EACH} of a member, to whom nothing happens; then {LISTENING:,} with the stream `public`, "
        f"and a member who posts {POSTS} times, each time when all have the post before. The clients are on the same machine, read in one "
        "thread of Python, so the times include its work. Memory: PSS of the server." + others)


def rows(idle, heard):
    yield Row(f"{IDLE:,} idle streams: memory", f"**{megabytes(idle.memory)}**", "≤ 250 MB", idle.memory <= MEMORY_AIM)
    yield Row("… each", f"**{idle.each / 1024:.1f} KB**", "≤ 32 KB", idle.each <= EACH_AIM)
    yield Row("… processor", f"**{idle.busy:.1%}** of one")
    yield Row(f"From posting until {LISTENING:,} have the event, p99", f"**{heard.late * 1000:,.0f} ms**, p50 {heard.middle * 1000:,.0f} ms",
              "≤ 200 ms", heard.late <= LATE_AIM)
    yield Row("Processor time of an event for a client", f"**{heard.work * 1e6:,.0f} µs**")
    slower = heard.posting / heard.alone - 1
    yield Row(f"Posting with {LISTENING:,} listeners, p50", f"**{heard.posting * 1000:,.1f} ms**; alone {heard.alone * 1000:,.1f} ms",
              "at most 10% slower", slower <= SLOWER_AIM)
