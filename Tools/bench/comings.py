"""A simulated day of clients with streams that come and go: if they leave memory or open files behind, and if a client
that stays misses something. `STREAM_DAY_SECONDS` is its length."""
import collections
import hashlib
import http.client
import json
import os
import pathlib
import random
import re
import selectors
import socket
import sqlite3
import struct
import threading
import time

import crowd
import day
import reader
import servers
from places import SCRATCH
from report import Row, Section, median, megabytes

SECONDS = float(os.environ.get("STREAM_DAY_SECONDS", 600))
CLIENTS, STAYING, MEMBERS = 200, 10, 400
LIFE = 10
"""Seconds that a client stays, on average."""

WRITERS, WRITES = 5, 10
"""Members whom all follow who stay, and their writes in a second."""

GROWTH_AIM = 1.1
KINDS = ("leaves", "is cut", "is revoked")


def measure():
    data = SCRATCH / "comings"
    servers.swiftlet(data).stop()
    reader.add(data)
    crowd.fill(data, 2_000, size=MEMBERS)
    tokens = day.sign_in(data)
    spare = add_spare_tokens(data)
    options = ["--no-rate-limits", "--log-level", "warning", "--max-connections", str(4 * CLIENTS)]
    with servers.swiftlet(data, *options) as server:
        crowd.wait_until_indexed(data)
        lives = Day(server, tokens, spare)
        with day.Memory(server) as memory:
            lives.run()
        lives.end()
    return Section("Streams that come and go", note(), list(rows(lives, memory.seen)))


def add_spare_tokens(data):
    """Returns another token of each member, which the member takes back. In the order of `day.sign_in`."""
    database = sqlite3.connect(pathlib.Path(data) / "swiftlet.sqlite")
    members = [id for id, in database.execute("SELECT id FROM accounts WHERE username LIKE 'member%'")]
    spare = [f"spare-{id}" for id in members]
    database.executemany(
        "INSERT INTO tokens (id, token, application, account, scopes, created_at, last_used_at) VALUES (?, ?, 1, ?, 'read write', 0, ?)",
        [(1_000_000 + number, hashlib.sha256(token.encode()).hexdigest(), id, int(time.time() * 1000))
         for number, (id, token) in enumerate(zip(members, spare))])
    database.commit()
    database.close()
    return spare


def ask(port, token, method, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, None if body is None else json.dumps(body),
                       {"Content-Type": "application/json", "Authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status != 200:
        raise RuntimeError(f"{method} {path}: {answer.status} {text[:200]}")
    return json.loads(text)


class Stream:
    """A client's connection, without blocking once it is open."""

    def __init__(self, port, token, ends_at=None, kind="leaves"):
        self.token, self.ends_at, self.kind = token, ends_at, kind
        self.buffer, self.is_over = b"", False
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.sendall(self.head.encode())
        while self.begins not in self.buffer:
            piece = self.socket.recv(4096)
            if not piece or b" 4" in self.buffer[:12] or b" 5" in self.buffer[:12]:
                raise RuntimeError((self.buffer + piece).decode(errors="replace"))
            self.buffer += piece
        self.buffer = self.buffer.split(self.begins, 1)[1]
        self.socket.setblocking(False)

    def receive(self):
        """Returns the events that have come."""
        try:
            piece = self.socket.recv(1 << 16)
        except BlockingIOError:
            return []
        except ConnectionError:
            piece = b""
        self.is_over = self.is_over or not piece
        self.buffer += piece
        return list(self.events())

    def close(self):
        if self.kind == "is cut":  # without a word: the peer gets a reset
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()


class EventStream(Stream):
    begins = b":)\n"
    event = re.compile(rb"event: ([\w.]+)\ndata: ([^\n]*)\n\n")

    @property
    def head(self):
        return f"GET /api/v1/streaming/user HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\n\r\n"

    def events(self):
        end = 0
        for match in self.event.finditer(self.buffer):
            yield match[1].decode(), match[2]
            end = match.end()
        self.buffer = self.buffer[end:]
        # The response has ended; the connection could serve others.
        self.is_over = self.is_over or self.buffer.endswith(b"\n0\r\n\r\n")
        if b"event: " not in self.buffer:
            self.buffer = self.buffer[-16:]


class WebSocket(Stream):
    begins = b"\r\n\r\n"

    @property
    def head(self):
        return ("GET /api/v1/streaming?stream=user HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
                f"Authorization: Bearer {self.token}\r\n\r\n")

    def events(self):
        while frame := self.frame():
            opcode, data = frame
            if opcode == 9:
                self.send(10, data)
            elif opcode == 8:
                self.is_over = True
            elif opcode == 1:
                message = json.loads(data)
                yield message["event"], message["payload"].encode()

    def frame(self):
        """Takes a frame of the server, which has no mask."""
        if len(self.buffer) < 2:
            return None
        length, start = self.buffer[1], 2
        if length > 125:
            start = 4 if length == 126 else 10
            if len(self.buffer) < start:
                return None
            length = int.from_bytes(self.buffer[2:start], "big")
        if len(self.buffer) < start + length:
            return None
        opcode, data = self.buffer[0] & 15, self.buffer[start:start + length]
        self.buffer = self.buffer[start + length:]
        return opcode, data

    def send(self, opcode, data=b""):
        self.socket.send(bytes([0x80 | opcode, 0x80 | len(data)]) + bytes(4) + data)

    def close(self):
        if self.kind == "leaves" and not self.is_over:
            try:
                self.send(8, struct.pack(">H", 1000))
            except OSError:
                self.is_over = True
        super().close()


class Day:
    """Clients in one thread, and those who write in another."""

    def __init__(self, server, tokens, spare):
        self.server, self.port, self.chance = server, server.port, random.Random(6)
        self.tokens = tokens
        self.spare = list(enumerate(spare))[WRITERS + STAYING:]
        self.selector, self.streams, self.staying = selectors.DefaultSelector(), set(), []
        self.came, self.heard = collections.Counter(), collections.Counter()
        self.posts, self.deleted, self.wrong = set(), set(), 0
        self.is_over, self.failure = threading.Event(), None
        self.writer = threading.Thread(target=self.write)
        writers = [ask(self.port, token, "GET", "/api/v1/accounts/verify_credentials")["id"] for token in tokens[:WRITERS]]
        self.files = self.open_files()
        for number in range(WRITERS, WRITERS + STAYING):
            for writer in writers:
                ask(self.port, tokens[number], "POST", f"/api/v1/accounts/{writer}/follow")
            self.staying.append(self.add((EventStream, WebSocket)[number % 2](self.port, tokens[number])))
        self.told = {stream: collections.Counter() for stream in self.staying}

    def open_files(self):
        return len(list(pathlib.Path(f"/proc/{self.server.process.pid}/fd").iterdir()))

    def add(self, stream):
        self.selector.register(stream.socket, selectors.EVENT_READ, stream)
        self.streams.add(stream)
        return stream

    def come(self):
        """Adds a client that stays for a while. Those who are revoked lose their token soon."""
        kind = self.chance.choice(KINDS if self.spare else KINDS[:2])
        life = self.chance.expovariate(1 / LIFE)
        make = self.chance.choice((EventStream, WebSocket))
        if kind == "is revoked":
            number, token = self.spare.pop()
            stream = self.add(make(self.port, token, time.monotonic() + 60, kind))
            threading.Timer(min(life, 30), self.revoke, [number]).start()
        else:
            token = self.chance.choice(self.tokens[WRITERS + STAYING:])
            stream = self.add(make(self.port, token, time.monotonic() + life, kind))
        self.came[kind] += 1
        return stream

    def revoke(self, number):
        try:
            for session in ask(self.port, self.tokens[number], "GET", "/api/swiftlet/v1/sessions"):
                if not session["current"]:
                    ask(self.port, self.tokens[number], "DELETE", f"/api/swiftlet/v1/sessions/{session['id']}")
        except Exception as error:  # The end of the run says it.
            self.failure = error

    def run(self):
        end = time.monotonic() + SECONDS
        self.writer.start()
        try:
            while time.monotonic() < end:
                while len(self.streams) < CLIENTS + STAYING:
                    self.come()
                self.read()
                now = time.monotonic()
                for stream in [stream for stream in self.streams if stream.ends_at and stream.ends_at < now]:
                    self.wrong += stream.kind == "is revoked"  # its token was taken back long ago
                    self.leave(stream)
        finally:
            self.is_over.set()
            self.writer.join()

    def read(self, seconds=0.02):
        for key, _ in self.selector.select(seconds):
            stream = key.data
            events = stream.receive()
            self.heard["events"] += len(events)
            if stream in self.told:
                self.note(self.told[stream], events)
            if stream.is_over:
                self.wrong += stream.kind != "is revoked"
                self.leave(stream)

    @staticmethod
    def note(told, events):
        for name, payload in events:
            if name == "update":
                told["update", json.loads(payload)["id"]] += 1
            elif name == "delete":
                told["delete", payload.decode()] += 1

    def leave(self, stream):
        self.selector.unregister(stream.socket)
        self.streams.discard(stream)
        stream.close()

    def write(self):
        chance, mine = random.Random(7), []
        try:
            while not self.is_over.wait(1 / WRITES):
                number, choice = chance.randrange(WRITERS), chance.random()
                if choice < 0.5 or not mine:
                    id = self.post(number)
                    mine.append((number, id))
                elif choice < 0.8:
                    liker = chance.choice(self.tokens[WRITERS:])
                    ask(self.port, liker, "POST", f"/api/v1/statuses/{chance.choice(mine[-100:])[1]}/favourite")
                else:
                    number, id = mine.pop(chance.randrange(len(mine)))
                    ask(self.port, self.tokens[number], "DELETE", f"/api/v1/statuses/{id}")
                    self.deleted.add(id)
        except Exception as error:  # The end of the run says it.
            self.failure = error

    def post(self, number):
        text = f"Post {len(self.posts)}"
        id = ask(self.port, self.tokens[number], "POST", "/api/v1/statuses", {"status": text, "visibility": "unlisted"})["id"]
        self.posts.add(id)
        return id

    def end(self):
        """Waits until those who stayed have all, and ends everything."""
        if self.failure:
            raise self.failure
        last = self.post(0)
        deadline = time.monotonic() + 30
        while any(not told["update", last] for told in self.told.values()) and time.monotonic() < deadline:
            self.read()
        self.lost = sum(not told["update", id] for told in self.told.values() for id in self.posts - self.deleted)
        self.lost += sum(not told["delete", id] for told in self.told.values() for id in self.deleted)
        self.double = sum(count > 1 for told in self.told.values() for count in told.values())
        for stream in list(self.streams):
            self.leave(stream)
        deadline = time.monotonic() + 30
        # The spare connections of the database, and a file of the log.
        while (files := self.open_files()) > self.files + 5 and time.monotonic() < deadline:
            time.sleep(0.2)
        self.left = files - self.files


def note():
    return (
        f"{CLIENTS} clients at a time with the stream `user`, half of them over WebSocket, for {SECONDS:,.0f} s. Each stays {LIFE} s on "
        f"average; then it leaves, is cut, or loses its token, and another one comes. {WRITERS} members post, delete and are liked {WRITES} "
        f"times a second. {STAYING} clients stay all the time: each post has to come once, and each deletion. Memory is looked at every "
        f"{day.INTERVAL} s, the median of the last third beside that of the second.")


def rows(lives, seen):
    yield Row("Clients that came", f"**{sum(lives.came.values()):,}**: " + ", ".join(f"{lives.came[kind]:,} {kind}" for kind in KINDS))
    yield Row("Posts; events that came", f"{len(lives.posts):,}; {lives.heard['events']:,}")
    third = len(seen) // 3
    for name, label in (("rss", "RSS"), ("anonymous", "Anonymous memory")):
        values = [getattr(one, name) for one in seen]
        middle, last = median(values[third:2 * third]), median(values[2 * third:])
        yield Row(f"{label}: the last third beside the second", f"**{last / middle:.2f}×** ({megabytes(middle)}, then {megabytes(last)})",
                  f"≤ {GROWTH_AIM}×", last / middle <= GROWTH_AIM)
    yield Row("Events that clients that stayed lost, or got twice", f"**{lives.lost}**, **{lives.double}**", "0, 0",
              lives.lost == lives.double == 0)
    yield Row("Streams that ended without a cause, or didn't end with their token", f"**{lives.wrong}**", "0", lives.wrong == 0)
    yield Row("Files open afterwards, more than before", f"**{lives.left}**", "≤ 5", lives.left <= 5)
