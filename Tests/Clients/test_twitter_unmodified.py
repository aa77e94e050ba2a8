"""NEW_03: programs for which the server is Twitter, unmodified: they know https://api.twitter.com and nothing else."""
import json
import sys

import pytest

from community.as_twitter import as_twitter
from community.camera_pictures import picture
from community.member import PASSWORD, Client, Member
from community.oauth1 import registered
from support.server import ROOT, Swiftlet

PROGRAMS = ROOT / "Tests/Clients/programs"


@pytest.fixture(scope="module")
def twitter(server, tmp_path_factory):
    return as_twitter(server, tmp_path_factory.mktemp("twitter"))


@pytest.fixture(scope="module")
def client_key(server):
    return registered(server)


@pytest.fixture(scope="module")
def people(member):
    """Two members who follow each other."""
    ann, bob = member("unann"), member("unbob")
    ann.mastodon.account_follow(bob.id)
    bob.mastodon.account_follow(ann.id)
    return ann, bob


def test_NEW_03_tweepy_takes_the_server_for_twitter(server, twitter, client_key, people, tmp_path):
    ann, bob = people
    posts = [bob.mastodon.status_post(f"netnsfish {number}").id for number in range(25)]
    file = tmp_path / "cat.png"
    file.write_bytes(picture())
    task = {
        "key": client_key, "name": ann.username, "password": PASSWORD, "posts": list(map(str, posts)), "word": "netnsfish",
        "other": bob.username, "other_id": bob.id, "picture": str(file)}
    twitter.output([sys.executable, PROGRAMS / "unmodified_tweepy.py"], json.dumps(task))
