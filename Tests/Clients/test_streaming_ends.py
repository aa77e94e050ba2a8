"""How streams begin and end: tokens, limits, slow readers, the server's stop; and Mastodon.py's own reader of streams."""
import contextlib
import pathlib
import re
import socket
import threading
import time

import pytest
import requests
from mastodon import StreamListener
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from community.member import Client, Member, PASSWORD, request
from community.streams import EventStream
from support.origins import until
from support.server import Swiftlet

STREAMS = ["user", "user/notification", "public", "public/local", "public/remote", "hashtag?tag=a", "hashtag/local?tag=a", "direct"]


@pytest.fixture
def own(tmp_path):
    """Returns a function that starts a server of the test's own, with its first member."""
    with contextlib.ExitStack() as stack:
        def start(*options, **values):
            server = Swiftlet(tmp_path / "data", options=["--no-rate-limits", *options], **values)
            stack.callback(server.stop)
            return server, Member.added(server, Client(server), "ada")
        yield start


class Listener(StreamListener):
    """Mastodon.py's reader, which is strict about the format."""

    def __init__(self):
        self.heard, self.changed = [], threading.Condition()

    def note(self, *event):
        with self.changed:
            self.heard.append(event)
            self.changed.notify_all()

    def on_update(self, status):
        self.note("update", str(status.id))

    def on_delete(self, status_id):
        self.note("delete", str(status_id))

    def on_status_update(self, status):
        self.note("status.update", str(status.id))

    def on_notification(self, notification):
        self.note("notification", notification.type)

    def on_unknown_event(self, name, unknown_event=None):
        self.note(name)

    def wait(self, count):
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.heard) >= count, 30), self.heard
            return self.heard

    def wait_for(self, start, events):
        """Waits until these events have come in this order since `start`."""
        with self.changed:
            assert self.changed.wait_for(
                lambda: [event for event in self.heard[start:] if event in events] == events, 30), self.heard


def test_NEW_06_mastodon_py_reads_a_stream(ada, bob):
    assert bob.mastodon.stream_healthy()
    bob.mastodon.account_follow(ada.id)
    listener = Listener()
    handle = bob.mastodon.stream_user(listener, run_async=True, timeout=60)
    try:
        # It doesn't say when it is connected.
        until(lambda: bob.mastodon.status_post("Ready", visibility="direct") and listener.heard, "the stream is connected")
        mine = len(listener.heard)
        status = ada.mastodon.status_post(f"@{bob.username} hello")
        update, mention = ("update", str(status.id)), ("notification", "mention")
        listener.wait_for(mine, [update, mention])
        ada.mastodon.status_update(status, status="Changed")
        edit = ("status.update", str(status.id))
        listener.wait_for(mine, [update, mention, edit])
        ada.mastodon.status_delete(status)
        listener.wait_for(mine, [update, mention, edit, ("delete", str(status.id))])
    finally:
        handle.close()


@pytest.mark.parametrize("path", STREAMS)
def test_NEW_06_streams_need_a_members_token_of_the_scope(server, client, ada, path):
    url = "/api/v1/streaming/" + path
    assert request(server, "GET", url).status_code == 401
    assert request(server, "GET", url, "nothing").status_code == 401
    token = requests.post(server.url + "/oauth/token", timeout=60, data={
        "grant_type": "client_credentials", "client_id": client.id, "client_secret": client.secret, "scope": "read"}).json()
    assert request(server, "GET", url, token["access_token"]).status_code == 401
    other = "read:statuses" if path == "user/notification" else "read:notifications"
    assert request(server, "GET", url, ada.limited_token(other)).status_code == 403
    assert request(server, "HEAD", url, ada.token).status_code == 200


def test_NEW_06_unknown_streams_and_missing_parameters_are_said(server, ada):
    for path, status, error in (("nothing", 400, "Unknown channel requested"), ("hashtag", 400, "Missing tag name parameter"),
                                ("list", 404, "Not authorized to stream this list")):
        answer = ada.request("GET", "/api/v1/streaming/" + path)
        assert (answer.status_code, answer.json()["error"]) == (status, error)
        assert request(server, "GET", "/api/v1/streaming/" + path).status_code == 401
    health = request(server, "GET", "/api/v1/streaming/health")
    assert (health.status_code, health.text) == (200, "OK")
    assert request(server, "OPTIONS", "/api/v1/streaming/user").headers["Access-Control-Allow-Origin"] == "*"


def test_NEW_06_a_closed_community_streams_to_members(own):
    server, ada = own(privacy="members")
    for path in STREAMS:
        assert request(server, "GET", "/api/v1/streaming/" + path).status_code == 401
    assert request(server, "GET", "/api/v1/streaming/health").status_code == 200
    answer = requests.get(f"{server.url}/api/v1/streaming/public?access_token={ada.token}", stream=True, timeout=30)
    assert answer.status_code == 200 and next(answer.iter_lines(chunk_size=1)) == b":)"
    assert answer.headers["X-Accel-Buffering"] == "no" and "no-transform" in answer.headers["Cache-Control"]
    assert ada.token not in server.log.read_text()


def web_socket(member, token=None):
    return connect(f"ws://127.0.0.1:{member.server.port}/api/v1/streaming?stream=user", subprotocols=[token or member.token])


def close_code(stream, seconds=30):
    with pytest.raises(ConnectionClosed) as caught:
        while True:
            stream.recv(seconds)
    return caught.value.rcvd.code if caught.value.rcvd else None


@pytest.mark.parametrize("end", ["revoked", "suspended", "password"])
def test_NEW_06_streams_end_with_their_token(server, client, member, end):
    ada, bob = member("ada"), member("bob")
    token = ada.limited_token("read")
    with EventStream(ada, "user", token=token) as events, web_socket(ada, token) as frames, EventStream(bob, "user") as others:
        if end == "revoked":
            identifier = next(entry["id"] for entry in ada.request("GET", "/api/swiftlet/v1/sessions").json() if not entry["current"])
            answer = ada.request("DELETE", f"/api/swiftlet/v1/sessions/{identifier}")
            assert answer.status_code == 200, answer.text
        elif end == "suspended":
            server.run("user", "suspend", ada.username)
        else:
            answer = ada.request("POST", "/api/swiftlet/v1/password", data={"password": PASSWORD, "new_password": "another horse battery"})
            assert answer.status_code == 200, answer.text
        events.wait_until_over()
        assert close_code(frames) == 1000
        status = bob.mastodon.status_post("Still here")
        others.wait_for(lambda event: event[0] == "update" and event[1]["id"] == str(status.id))


def test_NEW_06_streams_have_limits_of_their_own(server, member):
    """A whole club may be behind one address: streams don't count among its other connections."""
    with contextlib.ExitStack() as stack:
        for number in range(9):
            person = member("club")
            for _ in range(8):
                stack.enter_context(EventStream(person, "public"))
        refused = person.request("GET", "/api/v1/streaming/public")
        assert refused.status_code == 429 and int(refused.headers["Retry-After"]) > 0
        assert person.request("GET", "/api/v1/timelines/home").status_code == 200
    until(lambda: is_open_again(person), "those who leave make room")


def is_open_again(person):
    answer = requests.get(person.server.url + "/api/v1/streaming/public", stream=True, timeout=30, headers={"Authorization": f"Bearer {person.token}"})
    answer.close()
    return answer.status_code == 200


def test_NEW_06_who_takes_nothing_is_cut_and_others_are_not(ada, bob, cy):
    for person in (bob, cy):
        person.mastodon.account_follow(ada.id)
    with socket.socket() as lazy, EventStream(cy, "user") as stream:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.settimeout(60)
        lazy.connect(("127.0.0.1", ada.server.port))
        lazy.sendall(f"GET /api/v1/streaming/user HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {bob.token}\r\n\r\n".encode())
        assert lazy.recv(12) == b"HTTP/1.1 200"
        long, count = "😀" * 500, 0
        while len(stream.events) < 260:
            ada.mastodon.status_post(f"{count} {long[:490]}")
            count += 1
            stream.wait(count)
        taken = 0
        with contextlib.suppress(ConnectionResetError):
            while piece := lazy.recv(1 << 16):
                taken += len(piece)
        assert taken < 900_000, "the server cut the connection before everything was sent"


def test_NEW_06_when_the_server_stops_its_streams_end_in_time(own):
    server, ada = own()
    with contextlib.ExitStack() as stack:
        events = [stack.enter_context(EventStream(ada, "user")) for _ in range(4)]
        frames = [stack.enter_context(web_socket(ada)) for _ in range(3)]
        start = time.monotonic()
        server.stop()
        assert time.monotonic() - start < 15
        for stream in events:
            stream.wait_until_over()
        assert [close_code(stream) for stream in frames] == [1001] * 3
    assert server.process.returncode == 0


def test_NEW_06_idle_streams_take_little_memory(own):
    server, ada = own()
    people = [ada.copied(f"idle{number}") for number in range(40)]

    def memory():
        """Returns the memory that the process uses, in KB (man 5 proc)."""
        return int(re.search(r"^VmRSS:\s+(\d+) kB", pathlib.Path(f"/proc/{server.process.pid}/status").read_text(), re.M)[1])

    with contextlib.ExitStack() as stack:
        def open_some(people):
            for person in people:
                for _ in range(4):
                    stack.enter_context(EventStream(person, "user"))
                    stack.enter_context(web_socket(person))
        open_some(people[:4])
        before = memory()
        open_some(people[4:])
        each = (memory() - before) / (36 * 8)
        # Measured: see docs/benchmarks.md for the release build.
        assert each < 100, f"{each:.1f} KB each"
