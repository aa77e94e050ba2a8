"""toot, a command-line client, as a person types it. `toot login` runs as a process of its own, because it asks
questions. The other commands run inside this process, which saves half a second each."""
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner
from toot.cli import cli

from community import camera_pictures
from community.member import PASSWORD
from community.sign_in import authorization_code

TOOT = str(pathlib.Path(sys.executable).with_name("toot"))


class Toot:
    """One person's command line with settings of its own."""

    def __init__(self, member, home):
        self.member = member
        self.environment = os.environ | {"XDG_CONFIG_HOME": str(home), "HOME": str(home), "COLUMNS": "200"}
        self._sign_in()

    def _sign_in(self):
        """Signs in: `toot login` shows an address, which a person opens in the browser, and asks for the code."""
        command = [TOOT, "login", "--instance", self.member.server.url]
        with subprocess.Popen(command, env=self.environment, text=True, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            lines = []
            for line in process.stdout:
                lines.append(line)
                if line.startswith("http"):
                    code = authorization_code(line.strip(), self.member.username, PASSWORD)
                    rest, _ = process.communicate(f"n\n{code}\n", timeout=120)
                    lines.append(rest)
                    break
        assert "Successfully logged in" in "".join(lines), "".join(lines)

    def run(self, *arguments):
        """Returns the command's output; fails if the command fails."""
        done = CliRunner().invoke(cli, list(map(str, arguments)), env=self.environment)
        assert done.exit_code == 0, f"toot {arguments}: {done.output}{done.exception!r}"
        return done.output

    def json(self, *arguments):
        """Returns the response, which is the last line: above it, toot reports that it waits for a picture."""
        return json.loads(self.run(*arguments, "--json").splitlines()[-1])


@pytest.fixture(scope="module")
def ada(member, tmp_path_factory):
    return Toot(member("ada"), tmp_path_factory.mktemp("ada"))


@pytest.fixture(scope="module")
def bob(member, tmp_path_factory):
    return Toot(member("bob"), tmp_path_factory.mktemp("bob"))


def test_NEW_02_toot_signs_in_and_knows_who_it_is(ada):
    assert f"@{ada.member.username}" in ada.run("whoami")
    assert "ACTIVE" in ada.run("auth")


def test_NEW_02_toot_shows_the_instance(ada):
    assert ada.member.server.url.removeprefix("http://") in ada.run("instance")
    assert ada.json("instance")["version"].startswith("4.2")


def test_NEW_02_toot_posts_replies_and_shows_the_thread(ada, bob):
    posted = ada.run("post", "Hello from the shell", "--spoiler-text", "Greeting", "--language", "en")
    root = re.search(r"/(\d+)$", posted.strip())[1]
    reply = bob.json("post", f"@{ada.member.username} hello back", "--reply-to", root)
    thread = ada.json("thread", root)
    assert [status["id"] for status in thread["descendants"]] == [reply["id"]]
    shown = ada.run("thread", reply["id"])
    assert "Hello from the shell" in shown and "hello back" in shown
    assert bob.json("bookmark", posted.split()[-1])["id"] == root, "by its address"


def test_NEW_07_toot_posts_a_described_picture(ada, tmp_path):
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(camera_pictures.iphone())
    posted = ada.json("post", "Look", "--media", photo, "--description", "A red half")
    [media] = posted["media_attachments"]
    assert (media["description"], media["type"]) == ("A red half", "image")
    assert media["url"].startswith(ada.member.server.url)


def test_NEW_13_toot_changes_picture_and_cover(ada, tmp_path):
    photo = tmp_path / "photo.png"
    photo.write_bytes(camera_pictures.png())
    before = ada.member.mastodon.me()
    ada.run("update-account", "--avatar", photo, "--header", photo)
    after = ada.member.mastodon.me()
    assert after.avatar != before.avatar and after.header != before.header


def test_NEW_02_toot_likes_boosts_bookmarks_and_pins(ada, bob):
    id = ada.json("post", "Act on me")["id"]
    for done, undone, flag in (("favourite", "unfavourite", "favourited"), ("bookmark", "unbookmark", "bookmarked")):
        assert bob.json(done, id)[flag] is True
        assert bob.json(undone, id)[flag] is False
    assert bob.json("reblog", id)["reblog"]["reblogged"] is True
    assert bob.member.username in ada.run("reblogged-by", id)
    assert bob.json("unreblog", id)["reblogged"] is False
    assert ada.json("pin", id)["pinned"] is True
    assert ada.json("unpin", id)["pinned"] is False
    assert ada.json("delete", id)["text"] == "Act on me"


def test_NEW_02_toot_follows_and_reads_the_timelines(ada, bob):
    name = ada.member.username
    bob.run("follow", name)
    id = ada.json("post", "On the timeline #shelltag")["id"]
    for command in (["home"], ["account", name], ["tag", "shelltag"], ["public"]):
        listed = bob.json("timelines", *command)
        assert id in [status["id"] for status in listed], command
    assert "On the timeline" in bob.run("timelines", "home", "--no-pager")
    assert bob.member.username in ada.run("followers")
    assert name in bob.run("following")
    bob.run("unfollow", name)
    assert name not in bob.run("following")


def test_NEW_02_toot_answers_requests_to_a_locked_account(ada, bob):
    ada.run("update-account", "--locked", "--display-name", "Ada of the shell")
    bob.run("follow", ada.member.username)
    assert bob.member.username in ada.run("follow-requests", "list")
    ada.run("follow-requests", "accept", bob.member.username)
    assert bob.member.username in ada.run("followers")
    ada.run("update-account", "--no-locked")
    assert "Ada of the shell" in bob.run("whois", ada.member.username)


def test_NEW_02_toot_blocks_and_mutes(ada, bob):
    name = bob.member.username
    for done, listed, undone in (("mute", "muted", "unmute"), ("block", "blocked", "unblock")):
        ada.run(done, name)
        assert name in ada.run(listed)
        ada.run(undone, name)
        assert name not in ada.run(listed)


def test_NEW_02_toot_shows_and_clears_notifications(ada, bob):
    bob.run("post", f"@{ada.member.username} ring ring")
    assert "ring ring" in ada.run("notifications", "--type", "mention")
    ada.run("notifications", "--clear")
    assert "ring ring" not in ada.run("notifications")


def test_NEW_02_toot_searches(ada):
    word = "quokkas" + ada.member.username
    ada.run("post", f"#{word} are small")
    found = ada.json("search", word)
    assert [tag["name"] for tag in found["hashtags"]] == [word]
    assert ada.member.username in ada.run("search", ada.member.username, "--type", "accounts")


def test_NEW_02_toot_pages_through_a_long_timeline(ada):
    ids = [ada.json("post", f"Page {number}")["id"] for number in range(5)]
    name = ada.member.username
    top = ada.json("timelines", "account", name, "--limit", "3")
    rest = ada.json("timelines", "account", name, "--limit", "2", "--max-id", top[-1]["id"])
    assert [status["id"] for status in top + rest] == ids[::-1]
