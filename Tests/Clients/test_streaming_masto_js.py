"""NEW_06: messages of WebSockets, read as strictly as programs of others do. masto.js (Phanpy, Elk, bots) ends all
subscriptions of a connection at one message that it can't read, Ice Cubes at one above 1 MiB.

`MASTO_JS` names the `dist/index.js` of masto.js, with which the same is tried; `npm install --prefix .build/masto masto`
puts it where it is found without. It needs Node.js 22."""
import collections
import contextlib
import json
import os
import pathlib
import shutil
import subprocess

import pytest
from websockets.sync.client import connect

from community.streams import Stream
from support.origins import until
from support.server import ROOT

MASTO = pathlib.Path(os.environ.get("MASTO_JS", ROOT / ".build/masto/node_modules/masto/dist/index.js"))
NODE = os.environ.get("NODE") or shutil.which("node")
LARGEST = 1 << 20
"""Bytes of a message: the bound of Ice Cubes."""


class Strict(Stream):
    """Subscribes over one WebSocket, and reads as masto.js and Ice Cubes do, each as strictly as the stricter."""

    def __init__(self, member, subscriptions):
        super().__init__()
        self.wanted = [[name, *parameters.values()] for name, parameters in subscriptions]
        self.opened = contextlib.ExitStack()
        self.connection = self.opened.enter_context(connect(
            f"ws://127.0.0.1:{member.server.port}/api/v1/streaming", subprotocols=[member.token], max_size=LARGEST))
        for name, parameters in subscriptions:
            self.connection.send(json.dumps({"type": "subscribe", "stream": name} | parameters))
        # Its answer is the last error that is allowed.
        self.connection.send(json.dumps({"type": "subscribe", "stream": "nothing"}))
        assert "error" in json.loads(self.connection.recv(30))
        self.wrong = None
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.opened.close()
        self.thread.join()

    def read(self):
        for text in self.connection:
            try:
                self.note(*self.checked(text))
            except (AssertionError, ValueError) as error:
                self.wrong = error, text
                raise

    def checked(self, text):
        assert isinstance(text, str)
        message = json.loads(text)
        assert set(message) == {"stream", "event", "payload"}, "an error frame, or a part is missing"
        stream, event, payload = message["stream"], message["event"], message["payload"]
        assert stream in self.wanted, "parameters come back as they were sent"
        assert isinstance(event, str) and isinstance(payload, str)
        return stream, event, payload if event == "delete" else json.loads(payload)

    def note(self, stream, event, payload):
        super().note(" ".join(stream), (event, payload))


class MastoJS(Stream):
    """masto.js itself."""

    def __init__(self, member, subscriptions):
        super().__init__()
        script = pathlib.Path(__file__).parent / "programs/masto.mjs"
        self.process = subprocess.Popen(
            [NODE, script, MASTO, f"ws://127.0.0.1:{member.server.port}", member.token, json.dumps(subscriptions)],
            stdout=subprocess.PIPE, text=True)
        self.wrong = None
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.thread.join()
        self.process.stdout.close()

    def read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            if "event" not in message:
                self.wrong = message
                return
            assert message["to"] == message["stream"][0]
            self.note(" ".join(message["stream"]), (message["event"], message["payload"]))


def has_masto_js():
    if not NODE or not MASTO.exists():
        return False
    version = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout
    return int(version.removeprefix("v").split(".")[0]) >= 22


def subject(event, payload):
    """Returns the id of the post that an event is about. masto.js writes names in its own way."""
    if event == "delete":
        return payload
    about = payload.get("status") or payload.get("last_status") or payload.get("lastStatus") or payload
    return about["id"]


@pytest.mark.parametrize("reader", [Strict, MastoJS])
def test_NEW_06_strict_readers_understand_all_messages(ada, bob, reader):
    if reader is MastoJS and not has_masto_js():
        pytest.skip("masto.js isn't there, or no Node.js 22: see this file's beginning")
    bob.mastodon.account_follow(ada.id)
    circle = str(bob.mastodon.list_create("Mine").id)
    bob.mastodon.list_accounts_add(circle, [ada.id])
    subscriptions = [
        ("user", {}), ("user:notification", {}), ("direct", {}), ("public:local", {}), ("hashtag", {"tag": "Strict"}),
        ("list", {"list": circle})]
    wide = ["user", "public:local", "hashtag Strict", f"list {circle}"]
    with reader(bob, subscriptions) as stream:
        wait_until_all_hear(stream, ada, bob, {*wide, "user:notification", "direct"})
        loud = ada.mastodon.status_post(f"@{bob.username} #strict 東京 👋🏽 \u2028 \"<&\\ {'🐝' * 300}", visibility="public").id
        ada.mastodon.status_update(loud, "#strict 京都")
        liked = bob.mastodon.status_post("Like this").id
        ada.mastodon.status_favourite(liked)
        quiet = ada.mastodon.status_post(f"@{bob.username} not for all", visibility="direct").id
        ada.mastodon.status_delete(loud)
        notified = ["user", "user:notification"]
        expected = collections.Counter(
            [(name, event, str(loud)) for name in wide for event in ("update", "status.update", "delete")]
            + [(name, "notification", str(post)) for name in notified for post in (loud, liked, quiet)]
            + [(name, "update", str(liked)) for name in ("user", "public:local")]
            + [("user", "update", str(quiet)), ("direct", "conversation", str(quiet))])

        def told():
            posts = {str(loud), str(liked), str(quiet)}
            events = [(name, event, subject(event, payload)) for name, (event, payload) in list(stream.events)]
            return collections.Counter(
                entry for entry in events if entry[1] != "status.counts" and entry[2] in posts)

        until(lambda: stream.wrong or told() >= expected, "all events")
        assert stream.wrong is None and told() == expected


def wait_until_all_hear(stream, ada, bob, names):
    """Subscriptions of masto.js say nothing when they begin."""
    def is_heard():
        ada.mastodon.status_post(f"@{bob.username} #strict", visibility="public")
        ada.mastodon.status_post(f"@{bob.username}", visibility="direct")
        return stream.wrong or names <= {name for name, _ in list(stream.events)}

    until(is_heard, "events on all streams", pause=0.3)


def test_NEW_06_the_largest_post_is_one_message_below_the_bound(ada, bob):
    limits = ada.mastodon.instance().configuration
    text = "\"" * (limits["statuses"]["max_characters"] - 1)
    with Strict(bob, [("public:local", {})]) as stream:
        first = ada.mastodon.status_post(text, visibility="public", spoiler_text="\\")
        last = ada.mastodon.status_post("The end", visibility="public")
        stream.wait_for(lambda event: subject(*event[1]) == str(last.id) or stream.wrong)
        assert stream.wrong is None
        assert str(first.id) in {subject(*event) for _, event in list(stream.events)}
