"""NEW_03: twarc 1, which archives: it asks for pages until one is empty, so each list has to end."""
import logging
import sys

import pytest
from requests.adapters import HTTPAdapter
from twarc import Twarc

from community.as_twitter import as_twitter
from community.oauth1 import registered, signed_in


class AsTwitter(HTTPAdapter):
    """Sends requests for https://api.twitter.com to a server on this machine, as a proxy with that name would."""

    def __init__(self, server):
        super().__init__()
        self.server = server

    def send(self, prepared, **options):
        assert prepared.url.startswith("https://api.twitter.com/")
        prepared.headers["Host"] = "api.twitter.com"
        prepared.url = prepared.url.replace("https://api.twitter.com", self.server.url, 1)
        return super().send(prepared, **options)


@pytest.fixture(scope="module")
def people(member):
    ann, bob = member("taann"), member("tabob")
    ann.mastodon.account_follow(bob.id)
    return ann, bob


@pytest.fixture(scope="module")
def posts(people):
    """More than a page of a search holds."""
    return [str(people[1].mastodon.status_post(f"twarcfish {number}").id) for number in range(105)]


@pytest.fixture(scope="module")
def credentials(server, people):
    client_key = registered(server)
    return [*client_key, *signed_in(server, client_key, people[0])]


@pytest.fixture
def twarc(server, credentials, tmp_path, caplog):
    caplog.set_level(logging.WARNING, "twarc")
    twarc = Twarc(*credentials, config=str(tmp_path / "none"), validate_keys=False)
    twarc.connect()
    twarc.client.mount("https://", AsTwitter(server))
    yield twarc
    # It waits for a long time then.
    assert not [record for record in caplog.records if "sleep" in record.getMessage()]


def test_NEW_03_twarc_comes_to_the_end_of_searches_and_timelines(twarc, people, posts):
    ann, bob = people
    assert [tweet["id_str"] for tweet in twarc.search("twarcfish")] == posts[::-1]
    assert [tweet["id_str"] for tweet in twarc.search("twarcfish", since_id=posts[-3])] == posts[:-3:-1]
    assert [tweet["id_str"] for tweet in twarc.search("twarcfish", max_id=posts[2])] == posts[2::-1]
    assert list(twarc.search("nothing_like_this")) == []
    assert [tweet["id_str"] for tweet in twarc.search("from:" + bob.username)] == posts[::-1]
    timeline = list(twarc.timeline(screen_name="@" + bob.username))
    assert [tweet["id_str"] for tweet in timeline] == posts[::-1]
    assert all(tweet["full_text"].startswith("twarcfish") for tweet in timeline)
    assert [tweet["id_str"] for tweet in twarc.timeline(user_id=bob.id, max_id=posts[1])] == posts[1::-1]
    assert list(twarc.timeline(screen_name="nobody_at_all")) == []


def test_NEW_03_twarc_fills_ids_with_tweets_and_users(twarc, people, posts):
    ann, bob = people
    assert {tweet["id_str"] for tweet in twarc.hydrate(iter([*posts, "1"]))} == set(posts)
    assert list(twarc.follower_ids(bob.username)) == [ann.id] and list(twarc.friend_ids(ann.id)) == [bob.id]
    assert [user["screen_name"] for user in twarc.user_lookup(iter([bob.id, "1"]))] == [bob.username]
    assert twarc.tweet(posts[0])["user"]["id_str"] == bob.id
    repost = ann.mastodon.status_reblog(posts[0])
    assert [tweet["id_str"] for tweet in twarc.retweets(iter([posts[0]]))] == [str(repost.id)]


def test_NEW_03_the_command_twarc_takes_the_server_for_twitter(server, credentials, people, posts, tmp_path_factory):
    folder = tmp_path_factory.mktemp("twarc")
    twitter = as_twitter(server, folder)
    names = ["--consumer_key", "--consumer_secret", "--access_token", "--access_token_secret"]
    keys = [text for pair in zip(names, credentials) for text in pair]
    command = [sys.executable, "-c", "from twarc.command import main; main()", *keys, "--log", str(folder / "log")]
    assert len(twitter.output([*command, "timeline", people[1].username]).splitlines()) == len(posts)
    assert twitter.output([*command, "followers", people[1].username]).split() == [people[0].id]
