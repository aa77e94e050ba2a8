"""The image feed, read exactly as the original app reads it: strictly, page after page until one is empty."""
import datetime
import itertools
import re
import urllib.parse
import uuid

import pytest
import requests

from community.database import add_pictures
from support.origins import until

LIMIT = 10


class Feed:
    """The original app's client."""

    def __init__(self, server):
        self.base = server.url + "/essential-feed"

    def page(self, last=None, limit=LIMIT):
        after = {"after_id": last["id"].upper()} if last else {}
        answer = requests.get(f"{self.base}/v1/feed", params={"limit": limit} | after, timeout=60)
        assert answer.status_code == 200, answer.text
        items = answer.json()["items"]
        assert len(items) <= limit
        for item in items:
            self.check_image(item)
        return items

    def pages(self, between=lambda: None):
        """Returns all pages, including the empty last one. `between` is called after each."""
        last = None
        while page := self.page(last):
            yield page
            last = page[-1]
            between()
        yield []

    def comments(self, image):
        answer = requests.get(f"{self.base}/v1/image/{image['id']}/comments", timeout=60)
        assert 200 <= answer.status_code < 300, answer.text
        items = answer.json()["items"]
        for item in items:
            assert uuid.UUID(item["id"]) and isinstance(item["message"], str)
            assert isinstance(item["author"]["username"], str)
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000", item["created_at"])
            datetime.datetime.strptime(item["created_at"], "%Y-%m-%dT%H:%M:%S%z")
        return items

    @staticmethod
    def check_image(item):
        assert str(uuid.UUID(item["id"])).upper() == item["id"]
        assert urllib.parse.urlsplit(item["image"]).scheme in ("http", "https")
        for name in ("description", "location"):
            assert isinstance(item.get(name, ""), str), "absent, never null"


@pytest.fixture
def feed(server):
    return Feed(server)


@pytest.fixture
def publish(server):
    """Publishes a post with `count` pictures, which are inserted into the database while the server runs."""
    numbers = itertools.count(1)

    def publish(member, count=1, text="", **values):
        status = member.mastodon.status_post(text or f"Picture post {next(numbers)}", **values)
        add_pictures(server, status.id, [address(status, position) for position in range(count)])
        until(lambda: len(member.mastodon.status(status).media_attachments) == count, "the pictures are known")
        return status
    return publish


def address(status, position):
    return f"https://pictures.example.org/{status.id}/{position}.jpg"


def places(pages, statuses):
    """Returns post and address of each picture of these posts only, as other tests have pictures too."""
    wanted = {status.id for status in statuses}
    return [(item["status_id"], item["image"]) for page in pages for item in page if item["status_id"] in wanted]


def expected(statuses, count):
    return [(status.id, address(status, position))
            for status in reversed(statuses) for position in range(count)]


def test_COM_09_every_picture_is_read_once_newest_post_first(feed, publish, ada, bob):
    statuses = [publish(person, 3) for _ in range(7) for person in (ada, bob)]
    pages = list(feed.pages())
    assert [len(page) for page in pages[:-2]] == [LIMIT] * (len(pages) - 2)
    assert places(pages, statuses) == expected(statuses, 3)
    ids = [item["id"] for page in pages for item in page]
    assert len(set(ids)) == len(ids)


def test_COM_09_posts_that_come_and_go_while_reading_make_no_gap_and_no_double(feed, publish, ada, bob):
    statuses = [publish(ada, 2) for _ in range(20)]
    doomed = [publish(bob, 3) for _ in range(4)]

    def between():
        publish(bob)
        if doomed:
            bob.mastodon.status_delete(doomed.pop())

    pages = list(feed.pages(between))
    assert places(pages, statuses) == expected(statuses, 2)
    ids = [item["id"] for page in pages for item in page]
    assert len(set(ids)) == len(ids)


def test_COM_09_reading_goes_on_behind_a_picture_that_is_gone(feed, publish, ada):
    older, gone, newer = publish(ada), publish(ada, 3), publish(ada)
    first = next(item for page in feed.pages() for item in page if item["status_id"] == gone.id)
    ada.mastodon.status_delete(gone)
    assert feed.page(first, limit=1)[0]["status_id"] == older.id
    assert newer.id in [item["status_id"] for item in feed.page()]


def test_COM_09_what_a_client_replies_is_a_comment_in_both(feed, publish, server, ada, bob):
    status = publish(ada, 2, "A view")
    image = next(item for item in feed.page() if item["status_id"] == status.id)
    assert image["description"] == "A view" and feed.comments(image) == []
    reply = bob.mastodon.status_post("What a view", in_reply_to_id=status.id)
    ada.mastodon.status_post("Thank you\nso much", in_reply_to_id=reply.id)
    bob.mastodon.status_post("Not for all", in_reply_to_id=status.id, visibility="private")
    comments = feed.comments(image)
    assert [(entry["author"]["username"], entry["message"]) for entry in comments] == [
        (bob.username, "What a view"), (ada.username, "Thank you\nso much")]
    page = requests.get(f"{server.url}/user/{ada.username}/tweets", timeout=60).json()
    shown = next(post for post in page if post["id"] == status.id)
    assert [comment["content"] for comment in shown["comments"]] == [entry["message"] for entry in comments]
    bob.mastodon.status_delete(reply)
    assert [entry["message"] for entry in feed.comments(image)] == ["Thank you\nso much"]


@pytest.mark.parametrize("visibility", ["unlisted", "private", "direct"])
def test_COM_09_what_is_not_public_is_not_in_it(feed, publish, server, ada, visibility):
    public = publish(ada)
    image = next(item for item in feed.page() if item["status_id"] == public.id)
    hidden = publish(ada, visibility=visibility)
    assert hidden.id not in [item["status_id"] for page in feed.pages() for item in page]
    ada.mastodon.status_delete(public)
    for token in (None, ada.token):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = requests.get(f"{feed.base}/v1/image/{image['id']}/comments", headers=headers, timeout=60)
        assert answer.status_code == 404 and isinstance(answer.json()["error"], str)


def test_COM_09_a_suspended_member_has_no_pictures(feed, publish, server, member):
    eve = member("eve")
    status = publish(eve)
    assert status.id in [item["status_id"] for item in feed.page()]
    server.run("user", "suspend", eve.username)
    # Another process made the change: the server polls for foreign changes ten times a second.
    until(lambda: status.id not in [item["status_id"] for page in feed.pages() for item in page], "the picture is gone", 30)


def test_COM_09_an_after_id_that_is_none_is_refused(feed):
    for id in ("1", "", "2239CBA2-CB35-4392-ADC0-24A37D38E010", "x" * 5000):
        answer = requests.get(f"{feed.base}/v1/feed", params={"limit": 10, "after_id": id}, timeout=60)
        assert answer.status_code == 400 and isinstance(answer.json()["error"], str)
