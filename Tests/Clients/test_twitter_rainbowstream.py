"""NEW_03: rainbowstream, a client in the terminal. It finds the server at Twitter's address, and has a key built in."""
import contextlib
import fcntl
import html
import os
import pty
import re
import select
import struct
import sys
import termios
import time

import pytest

from community.as_twitter import as_twitter
from community.member import PASSWORD
from community.sign_in import AuthorizationPage, allow, shown_code
from support.origins import until
from support.server import ROOT

FOLDER = ROOT / ".build/programs"


@pytest.fixture(scope="module")
def twitter(server, tmp_path_factory):
    program = FOLDER / "rainbowstream/consumer.py"
    if not program.exists():
        pytest.skip("rainbowstream isn't installed: make test-programs does it")
    key, secret = re.findall(r"^CONSUMER_\w+ = '(\w+)'", program.read_text(), re.MULTILINE)
    given = ["--key", key, "--secret", secret, "--website", "https://example.org/rainbow"]
    server.run("client", "add", "rainbowstream", *given)
    yield as_twitter(server, tmp_path_factory.mktemp("rainbowstream"))
    server.run("client", "remove", key)


class Terminal:
    """A window in which the program runs."""

    def __init__(self, handle):
        self.handle = handle
        self.unread = ""

    def type(self, line):
        os.write(self.handle, (line + "\n").encode())

    def wait_for(self, pattern, seconds=60):
        """Reads until the text matches, and returns the match. What follows waits to be read."""
        deadline = time.monotonic() + seconds
        while not (found := re.search(pattern, self.unread, re.DOTALL)):
            is_there, _, _ = select.select([self.handle], [], [], max(0, deadline - time.monotonic()))
            assert is_there, f"there is no {pattern!r} in {self.unread}"
            # Without what moves the cursor and sets colours.
            self.unread += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", os.read(self.handle, 65_536).decode(errors="replace"))
        self.unread = self.unread[found.end():]
        return found


@pytest.fixture
def terminal(twitter):
    outside, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("4H", 50, 200, 0, 0))
    environment = twitter.environment | {"PYTHONPATH": str(FOLDER), "BROWSER": "true", "TERM": "xterm-256color"}
    command = [sys.executable, "-W", "ignore", "-c", "from rainbowstream.rainbow import fly; fly()"]
    streams = dict.fromkeys(["stdin", "stdout", "stderr"], inside)
    with twitter.running(command, **streams, env=environment, start_new_session=True), contextlib.closing(
            os.fdopen(outside, "rb", buffering=0, closefd=True)):
        os.close(inside)
        yield Terminal(outside)


def texts(person):
    """Returns what a member has written, the newest first."""
    found = person.mastodon.account_statuses(person.id, exclude_reblogs=True)
    return [html.unescape(re.sub("<[^>]+>", "", status.content)) for status in found]


def test_NEW_03_rainbowstream_shows_and_writes_in_a_terminal(server, terminal, member):
    ann, bob = member("rsann"), member("rsbob")
    ann.mastodon.account_follow(bob.id)
    bob.mastodon.account_follow(ann.id)
    theirs = bob.mastodon.status_post(f"Hello & <welcome> @{ann.username} https://example.org/x?a=1&b=2 #tag")
    shown = f"@{bob.username} .*Hello & <welcome> @{ann.username} https://example.org/x"
    asked = terminal.wait_for(r"https://api\.twitter\.com(/oauth/authorize\?oauth_token=[0-9A-Za-z-]+).*enter the PIN: ")
    page = AuthorizationPage(server.url + asked[1])
    allow(page, ann.username, PASSWORD)
    terminal.type(shown_code(page))
    terminal.wait_for(rf"\[@{ann.username}\]: ")
    terminal.type("home")
    terminal.wait_for(shown)
    terminal.type("mentions")
    terminal.wait_for(shown)
    terminal.type("t From the terminal: é & <you>")
    until(lambda: texts(ann) == ["From the terminal: é & <you>"], "the post is there")
    terminal.type("me")
    terminal.wait_for(f"@{ann.username} .*via rainbowstream.*From the terminal: é & <you>")
    terminal.type(f"whois @{bob.username}")
    terminal.wait_for(f"@{bob.username} : 1 tweets  1 following  1 followers")
    terminal.type("fav 0")
    terminal.wait_for("Favorited.")
    assert ann.mastodon.status(theirs.id).favourited is True
    terminal.type("rt 0")
    until(lambda: ann.mastodon.status(theirs.id).reblogged, "the repost is there")
    terminal.type("ls fl")
    terminal.wait_for(f"@{bob.username} .*1 followers")
    terminal.type("s welcome")
    terminal.wait_for(shown)
    terminal.type("rep 0 thanks")
    until(lambda: len(texts(ann)) == 2, "the reply is there")
    assert ann.mastodon.account_statuses(ann.id, exclude_reblogs=True)[0].in_reply_to_id == theirs.id
    terminal.type("del 1")
    terminal.wait_for("it's gone")
    assert texts(ann) == [f"@{bob.username} thanks"]
    terminal.type("q")
    terminal.wait_for("See you next time")
