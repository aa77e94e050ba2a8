"""NEW_03: BitlBee, through which a member reads and writes in a window of IRC. It finds the server at Twitter's address, and
has a key of its own built in."""
import html
import pathlib
import re
import shutil
import socket
import time

import pytest

from community.as_twitter import as_twitter
from community.member import PASSWORD
from community.sign_in import AuthorizationPage, allow, shown_code
from support.origins import until

# Not in the path of everybody.
PROGRAM = shutil.which("bitlbee") or shutil.which("bitlbee", path="/usr/sbin")


@pytest.fixture(scope="module")
def twitter(server, tmp_path_factory):
    if not PROGRAM:
        pytest.skip("bitlbee isn't installed: make test-programs does it")
    key, secret = built_in()
    server.run("client", "add", "BitlBee", "--key", key, "--secret", secret)
    yield as_twitter(server, tmp_path_factory.mktemp("bitlbee"))
    server.run("client", "remove", key)


def built_in():
    """Returns the program's key and secret, the only texts of their lengths in it."""
    code = pathlib.Path(PROGRAM).read_bytes()
    return [re.search(rb"\0([A-Za-z0-9]{%d})\0" % length, code)[1].decode() for length in (22, 43)]


class IRC:
    """A person at IRC."""

    def __init__(self, connection):
        self.connection = connection
        self.connection.settimeout(20)
        self.unread = ""

    def say(self, line, target=None):
        self.connection.sendall(((f"PRIVMSG {target} :" if target else "") + line + "\r\n").encode())

    def wait_for(self, pattern):
        """Reads until a line matches, and returns the match. Later lines wait to be read."""
        seen = []
        while True:
            while "\r\n" in self.unread:
                line, self.unread = self.unread.split("\r\n", 1)
                seen.append(line)
                if found := re.search(pattern, line):
                    return found
            try:
                piece = self.connection.recv(65_536)
            except TimeoutError:
                piece = b""
            assert piece, f"there is no {pattern} in {seen}"
            # \x02 makes letters bold.
            self.unread += piece.decode().replace("\x02", "")

    def asked_for_pin(self, server):
        self.say("account twitter on", "&bitlbee")
        address = self.wait_for(r"please visit https://api\.twitter\.com(/oauth/authorize\?oauth_token=\S+)")[1]
        return AuthorizationPage(server.url + address)


@pytest.fixture
def irc(twitter):
    configuration = twitter.folder / "bitlbee.conf"
    configuration.write_text(f"[settings]\nAuthMode = Open\nConfigDir = {twitter.folder}\nCAfile = {twitter.authority}\n")
    ours, theirs = socket.socketpair()
    command = [PROGRAM, "-I", "-n", "-c", configuration, "-d", f"{twitter.folder}/"]
    with twitter.running(command, stdin=theirs, stdout=theirs), ours:
        theirs.close()
        yield IRC(ours)


def texts(person):
    """Returns what a member has written, the newest first."""
    found = person.mastodon.account_statuses(person.id, exclude_reblogs=True)
    return [html.unescape(re.sub("<[^>]+>", "", status.content)) for status in found]


def test_NEW_03_bitlbee_signs_in_reads_posts_replies_and_undoes(server, irc, member):
    ann, bob = member("bbann"), member("bbbob")
    ann.mastodon.account_follow(bob.id)
    theirs = bob.mastodon.status_post("Hello <there> & welcome")
    channel = "#twitter_" + ann.username
    irc.say("NICK ann")
    irc.say("USER ann ann ann :ann")
    irc.say(f"account add twitter {ann.username}", "&bitlbee")
    allow(irc.asked_for_pin(server), ann.username, PASSWORD)
    irc.say("0000000", "twitter_" + ann.username)
    irc.wait_for("OAuth error: 401")
    irc.say("account twitter off", "&bitlbee")
    page = irc.asked_for_pin(server)
    allow(page, ann.username, PASSWORD)
    irc.say(shown_code(page), "twitter_" + ann.username)
    irc.wait_for(f"353 .*{channel} .*{bob.username}")
    irc.wait_for("Logged in")
    irc.wait_for(rf"^:{bob.username}!.* PRIVMSG {channel} :\[00\] Hello <there> & welcome$")
    irc.say("From IRC: é & <you>", channel)
    until(lambda: texts(ann) == ["From IRC: é & <you>"], "the post is there")
    irc.say(f"reply {bob.username} thanks", channel)
    until(lambda: len(texts(ann)) == 2, "the reply is there")
    reply = ann.mastodon.account_statuses(ann.id)[0]
    assert reply.in_reply_to_id == theirs.id and texts(ann)[0] == f"@{bob.username} thanks"
    time.sleep(1)  # BitlBee doesn't say when it has the response, and undoes the newest post that it knows.
    irc.say("undo", channel)
    irc.wait_for("Command processed successfully")
    assert texts(ann) == ["From IRC: é & <you>"]
    for command, done in (("fav", "favourited"), ("rt", "reblogged")):
        irc.say(f"{command} {bob.username}", channel)
        irc.wait_for("Command processed successfully")
        assert ann.mastodon.status(theirs.id)[done] is True
    irc.say("undo", channel)
    irc.wait_for("Command processed successfully")
    assert ann.mastodon.status(theirs.id).reblogged is False, "the repost is undone by its own id"
    irc.say(f"unfollow {bob.username}", channel)
    until(lambda: not ann.mastodon.account_relationships(bob.id)[0].following, "the member follows nobody")
