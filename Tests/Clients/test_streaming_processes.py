"""Streams of a community that two processes serve, on PostgreSQL."""
import random
import threading
import time

import pytest

from community.member import Client, Member
from community.streams import EventStream
from postgres.cluster import Postgres
from support.origins import until
from support.server import Swiftlet

WRITERS, WRITES, READERS = 3, 40, 4


@pytest.fixture(scope="module")
def town(tmp_path_factory):
    postgres = Postgres()
    folder = tmp_path_factory.mktemp("town")
    address = postgres.database()[0]
    servers = [Swiftlet(folder / "data", options=["--no-rate-limits"], log=folder / f"{number}.log", database=address)
               for number in range(2)]
    town = Town(postgres, servers)
    yield town
    for server in servers:
        server.stop()
    postgres.remove()


class Town:
    def __init__(self, postgres, servers):
        self.postgres, self.servers = postgres, servers
        self.model = Member.added(servers[0], Client(servers[0]), "model")
        self.count = 0

    def member(self):
        self.count += 1
        return self.model.copied(f"person{self.count}")

    def through(self, member, server):
        """Returns the same member as a client of another process."""
        return Member(server, Client(server), member.username, member.token)

    def cut_listeners(self):
        self.postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'swiftlet listens'")


def test_NEW_06_what_one_process_writes_streams_of_the_other_show(town):
    ada, bob = town.member(), town.member()
    bob.mastodon.account_follow(ada.id)
    with EventStream(bob, "user", server=town.servers[1]) as far, EventStream(bob, "user", server=town.servers[0]) as near:
        status = ada.mastodon.status_post(f"@{bob.username} hello")
        ada.mastodon.status_update(status, status="Changed")
        for stream in (far, near):  # Of a post that is gone, nothing but that is told.
            stream.wait_for(lambda event: event[0] == "status.update")
        ada.mastodon.status_delete(status)
        for stream in (far, near):
            events = stream.wait_for(lambda event: event[0] == "delete")
            assert [name for name, _ in events if name != "status.counts"] == ["update", "notification", "status.update", "delete"]


def test_NEW_06_a_revoked_token_ends_streams_of_the_other_process(town):
    ada = town.member()
    token = ada.limited_token("read")
    with EventStream(ada, "user", token=token, server=town.servers[1]) as stream:
        identifier = next(entry["id"] for entry in ada.request("GET", "/api/swiftlet/v1/sessions").json() if not entry["current"])
        assert ada.request("DELETE", f"/api/swiftlet/v1/sessions/{identifier}").status_code == 200
        stream.wait_until_over()


def test_NEW_06_streams_end_when_notes_may_be_missing(town):
    ada = town.member()
    with EventStream(ada, "user") as stream:
        town.cut_listeners()
        stream.wait_until_over()
    until(lambda: ada.mastodon.status_post("Written"), "a new session listens")


class Reader(threading.Thread):
    """Keeps a copy of a home timeline by streams, on connections that end at random. After each connection it catches up
    by `min_id` and reads again what it has, as clients do."""

    def __init__(self, town, member, seed):
        super().__init__(daemon=True)
        self.town, self.member, self.random = town, member, random.Random(seed)
        self.shown, self.error, self.final, self.connections = {}, None, None, 0

    def run(self):
        try:
            while self.final is None or self.final not in self.shown:
                self.connect()
        except BaseException as error:  # The test shows it.
            self.error = error

    def connect(self):
        self.connections += 1
        server = self.random.choice(self.town.servers)
        start = max(self.shown, default=0)
        with EventStream(self.member, "user", server=server) as stream:
            self.catch_up(start)
            end = time.monotonic() + self.random.uniform(0.05, 1.5)
            handled = 0
            while not stream.is_over and (time.monotonic() < end or self.random.random() < 0.5):
                with stream.changed:
                    stream.changed.wait(0.1)
                    events = stream.events[handled:]
                handled += len(events)
                for name, data in events:
                    self.take(name, data)
                if self.final in self.shown:
                    break
            got = [data["id"] for name, data in stream.events if name == "update"]
            assert len(got) == len(set(got)), "each post comes once over a connection"
            assert got == sorted(got, key=int), "posts come in the order of their ids"

    def take(self, name, data):
        if name == "update":
            self.shown.setdefault(int(data["id"]), data["content"])
        elif name == "status.update" and int(data["id"]) in self.shown:
            self.shown[int(data["id"])] = data["content"]
        elif name == "delete":
            self.shown.pop(int(data), None)

    def catch_up(self, start):
        while page := self.member.request("GET", f"/api/v1/timelines/home?limit=40&min_id={start}").json():
            for status in page:
                self.shown[int(status["id"])] = status["content"]
            start = max(int(status["id"]) for status in page)
        known = list(self.shown)
        for place in range(0, len(known), 40):
            some = known[place:place + 40]
            query = "&".join(f"id[]={number}" for number in some)
            found = {int(status["id"]): status["content"] for status in self.member.request("GET", f"/api/v1/statuses?{query}").json()}
            for number in some:
                self.shown.pop(number)
            self.shown.update(found)


class Writer(threading.Thread):
    def __init__(self, members, seed):
        super().__init__(daemon=True)
        self.members, self.random, self.error = members, random.Random(seed), None

    def run(self):
        try:
            mine = []
            for number in range(WRITES):
                writer = self.random.choice(self.members)
                choice = self.random.random()
                if not mine or choice < 0.6:
                    mine.append(writer.mastodon.status_post(f"Number {number}").id)
                elif choice < 0.8:
                    writer.mastodon.status_update(self.random.choice(mine), status=f"Changed {number}")
                else:
                    writer.mastodon.status_delete(mine.pop(self.random.randrange(len(mine))))
        except BaseException as error:  # The test shows it.
            self.error = error


def test_NEW_06_readers_that_lose_connections_end_with_what_a_fresh_read_gives(town):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    people = [town.member() for _ in range(WRITERS)]
    fan = town.member()
    for person in people:
        fan.mastodon.account_follow(person.id)
    readers = [Reader(town, fan, seed + number) for number in range(READERS)]
    writers = [Writer([person, town.through(person, town.servers[1])], seed - 1 - number) for number, person in enumerate(people)]
    for thread in readers + writers:
        thread.start()
    for writer in writers:
        writer.join(200)
        assert writer.error is None and not writer.is_alive(), writer.error
    final = int(people[0].mastodon.status_post("The end").id)
    for reader in readers:
        reader.final = final
    for reader in readers:
        reader.join(60)
        assert reader.error is None and not reader.is_alive(), reader.error
    fresh, start = {}, 0
    while page := fan.request("GET", f"/api/v1/timelines/home?limit=40&min_id={start}").json():
        fresh.update((int(status["id"]), status["content"]) for status in page)
        start = max(fresh)
    for reader in readers:
        assert reader.shown == fresh, (seed, reader.connections)
