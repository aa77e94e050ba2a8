"""A client of streams (docs.joinmastodon.org/methods/streaming) that gathers what comes, in a thread of its own."""
import contextlib
import json
import socket
import threading

import requests


class Stream:
    """The events of a stream, and waiting for them."""

    def __init__(self):
        self.events, self.changed, self.is_over = [], threading.Condition(), False

    def start(self):
        self.thread = threading.Thread(target=self.read_until_over, daemon=True)
        self.thread.start()

    def read_until_over(self):
        with contextlib.suppress(Exception):  # The connection ended, by whom it doesn't matter.
            self.read()
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def note(self, name, data):
        with self.changed:
            self.events.append((name, data))
            self.changed.notify_all()

    def wait_for(self, condition, seconds=30):
        """Returns the events when the condition holds for one of them."""
        with self.changed:
            self.changed.wait_for(lambda: any(map(condition, self.events)) or self.is_over, seconds)
            assert any(map(condition, self.events)), (list(map(brief, self.events)), self.is_over)
            return list(self.events)

    def wait(self, count, seconds=30):
        """Returns the first `count` events when they are there."""
        with self.changed:
            self.changed.wait_for(lambda: len(self.events) >= count or self.is_over, seconds)
            assert len(self.events) >= count, (list(map(brief, self.events)), self.is_over)
            return self.events[:count]

    def wait_until_over(self, seconds=30):
        with self.changed:
            assert self.changed.wait_for(lambda: self.is_over, seconds)


class EventStream(Stream):
    """Reads server-sent events as strictly as Mastodon.py does. `with EventStream(member, "user") as stream:` begins when
    the server has registered the stream, so whatever happens inside is seen."""

    def __init__(self, member, path, token=None, server=None, **parameters):
        super().__init__()
        self.url = (server or member.server).url + "/api/v1/streaming/" + path
        self.parameters, self.is_beaten = parameters, False
        self.headers = {"Authorization": f"Bearer {token or member.token}"}

    def __enter__(self):
        self.response = requests.get(self.url, self.parameters, headers=self.headers, stream=True, timeout=60)
        assert self.response.status_code == 200, self.response.text
        self.socket = socket.socket(fileno=socket.dup(self.response.raw.fileno()))
        self.source = self.response.iter_lines(chunk_size=1)
        assert next(self.source) == b":)"
        self.start()
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        self.thread.join()
        self.response.close()

    def wait_until_beaten(self, seconds=40):
        """Waits until the server has sent something only to keep the connection alive."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.is_beaten, seconds)

    def read(self):
        event = {}
        for line in self.source:
            if line.startswith(b":"):
                with self.changed:
                    self.is_beaten = True
                    self.changed.notify_all()
                continue
            if line:
                name, separator, value = line.decode().partition(": ")
                assert separator and name not in event, line
                event[name] = value
            elif event:
                assert set(event) == {"event", "data"}, event
                self.note(event["event"], json.loads(event["data"]))
                event = {}


def brief(event):
    """Returns an event's name with what identifies its object."""
    name, data = event
    if name == "notification":
        return name, data["type"]
    if name == "conversation":
        return name, data["last_status"]["id"]
    return name, str(data["id"] if isinstance(data, dict) and "id" in data else data)


class Watch:
    """Streams that are watched while something happens. A herald, whom all of them hear, ends it."""

    def __init__(self, herald, **streams):
        self.herald, self.streams = herald, streams

    @classmethod
    @contextlib.contextmanager
    def over(cls, herald, **wanted):
        """`wanted` has a name for each stream: its member, its path and its parameters."""
        with contextlib.ExitStack() as stack:
            streams = {
                name: stack.enter_context(EventStream(member, path, **dict(*parameters)))
                for name, (member, path, *parameters) in wanted.items()}
            yield cls(herald, **streams)

    def told(self, *people, ignoring=("status.counts",)):
        """Returns what came on each stream by now, for those that got something. `people` are those who watch.

        Call it before a deletion as well: events are rendered when they are sent, and of a post that has been deleted
        by then only the deletion is told."""
        names = " ".join(f"@{person.username}" for person in people)
        end = self.herald.mastodon.status_post(f"{names} #herald #watched", visibility="public")
        final = self.herald.mastodon.status_post(names, visibility="direct")
        told = {}
        for name, stream in self.streams.items():
            events = stream.wait_for(lambda event: is_about(event, end.id, final.id))
            events = [event for event in events if not is_by(event, self.herald.id) and event[0] not in ignoring]
            if events:
                told[name] = list(map(brief, events))
        return told


def is_about(event, *ids):
    name, data = event
    if not isinstance(data, dict):
        return False
    status = data.get("last_status") or data.get("status") or data
    return str(status.get("id")) in map(str, ids)


def is_by(event, account):
    _, data = event
    if not isinstance(data, dict):
        return False
    actor = (data.get("last_status") or data).get("account")
    return bool(actor) and str(actor["id"]) == str(account)
