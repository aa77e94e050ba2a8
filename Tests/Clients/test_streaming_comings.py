"""Streams of clients that come and go: nothing of them stays behind, and those who stay miss nothing."""
import contextlib
import json
import pathlib
import random
import socket
import threading

import pytest
import requests
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from community.member import Client, Member
from community.streams import EventStream, Stream
from support.origins import until
from support.server import Swiftlet

ROUNDS, GUESTS, PER_ACCOUNT = 5, 12, 8


@pytest.fixture
def club(tmp_path):
    """A server of the test's own, with its members."""
    server = Swiftlet(tmp_path / "data", options=["--no-rate-limits"])
    yield Club(server)
    server.stop()


class Club:
    def __init__(self, server):
        self.server = server
        self.ada = Member.added(server, Client(server), "ada")
        self.fan = self.ada.copied("fan")
        self.guests = [self.ada.copied(f"guest{number}") for number in range(GUESTS)]
        for member in (self.fan, *self.guests):
            member.mastodon.account_follow(self.ada.id)

    def sockets(self):
        """Returns the number of sockets that the server has open."""
        files = pathlib.Path(f"/proc/{self.server.process.pid}/fd").iterdir()
        return sum(str(file.readlink()).startswith("socket:") for file in files if file.is_symlink())


class WebSocket(Stream):
    def __init__(self, member, token=None):
        super().__init__()
        self.url, self.token = f"ws://127.0.0.1:{member.server.port}/api/v1/streaming?stream=user", token or member.token

    def __enter__(self):
        self.opened = connect(self.url, subprotocols=[self.token])
        self.connection = self.opened.__enter__()
        self.connection.send(json.dumps({"type": "subscribe", "stream": "nothing"}))
        # Messages are carried out in order: behind the error the stream of the address is subscribed to.
        assert json.loads(self.connection.recv(30))["error"] == "Unknown stream type"
        self.start()
        return self

    def read(self):
        for message in self.connection:
            message = json.loads(message)
            self.note(message["event"], json.loads(message["payload"]))

    def __exit__(self, *_):
        with contextlib.suppress(ConnectionClosed):
            self.opened.__exit__(None, None, None)
        self.thread.join()


def cut(stream):
    """Ends a client's connection without a word."""
    connection = stream.connection.socket if isinstance(stream, WebSocket) else stream.socket
    connection.shutdown(socket.SHUT_RDWR)


def room(member):
    """Returns the number of streams that a member can open: those that the server still counts are missing."""
    with contextlib.ExitStack() as stack:
        lines = []
        for count in range(PER_ACCOUNT + 1):
            answer = requests.get(
                member.server.url + "/api/v1/streaming/public", stream=True, timeout=30,
                headers={"Authorization": f"Bearer {member.token}"})
            stack.callback(answer.close)
            if answer.status_code == 429:
                return count
            assert answer.status_code == 200
            lines.append(answer.iter_lines(chunk_size=1))
            next(lines[-1])
    raise AssertionError("more streams than an account may have")


def test_NEW_06_clients_that_come_and_go_leave_nothing_behind(club):
    chance = random.Random(3)
    ada, fan = club.ada, club.fan
    posts, deleted = [], []

    def change():
        """Posts, deletes or likes something."""
        posts.append(str(ada.mastodon.status_post(f"Post {len(posts)}").id))
        if len(posts) % 3 == 0:
            deleted.append(posts[chance.randrange(len(posts) - 1)])
            with contextlib.suppress(Exception):  # It is deleted already.
                ada.mastodon.status_delete(deleted[-1])
        chance.choice(club.guests).mastodon.status_favourite(posts[-1])
    change()
    with EventStream(fan, "user") as one, WebSocket(fan) as other:
        start = len(posts)
        sockets = []
        for _ in range(ROUNDS):
            come_and_go(club, chance, change)
            until(lambda: [room(guest) for guest in club.guests[:3]] == [PER_ACCOUNT] * 3, "all have left")
            sockets.append(club.sockets())
        last = str(ada.mastodon.status_post("The end").id)
        for stream in (one, other):
            events = stream.wait_for(lambda event: event[0] == "update" and event[1]["id"] == last)
            got = [event[1]["id"] for event in events if event[0] == "update"]
            assert len(got) == len(set(got)) and got == sorted(got, key=int), "each post once, in order"
            assert set(posts[start:]) - set(deleted) <= set(got)
            gone = [str(event[1]) for event in events if event[0] == "delete"]
            assert sorted(gone) == sorted(set(deleted)), "each deletion once"
        until(lambda: club.sockets() <= sockets[0], "no more sockets than after the first round")
    until(lambda: room(fan) == PER_ACCOUNT, "those who stayed have left, too")


def come_and_go(club, chance, change):
    """Opens streams of all guests, and lets them end in every way."""
    with contextlib.ExitStack() as stack:
        streams = []
        for guest in club.guests:
            ends = chance.choice(["leaves", "is cut", "is revoked", "hears"])
            token = guest.limited_token("read") if ends == "is revoked" else None
            make = chance.choice([lambda: EventStream(guest, "user", token=token), lambda: WebSocket(guest, token)])
            streams.append((ends, guest, stack.enter_context(make())))
        changing = threading.Thread(target=lambda: [change() for _ in range(3)])
        changing.start()
        for ends, guest, stream in streams:
            if ends == "is cut":
                cut(stream)
            elif ends == "is revoked":
                for session in guest.request("GET", "/api/swiftlet/v1/sessions").json():
                    if not session["current"]:
                        answer = guest.request("DELETE", f"/api/swiftlet/v1/sessions/{session['id']}")
                        assert answer.status_code == 200, answer.text
                stream.wait_until_over()
        changing.join()
        for ends, _, stream in streams:
            if ends == "hears":
                stream.wait_for(lambda event: event[0] == "update")
