"""NEW_17: a stranger looks for anything of a closed community: follows every link and requests every route."""
import collections
import re
import urllib.parse

import pytest
import requests
from bs4 import BeautifulSoup

from community.camera_pictures import picture
from community.description import described_operations
from community.member import Client, request
from matrix.rules import OPEN_TO_STRANGERS, rules_for
from matrix.ways import PAGES

MARK = "zyxwvut"
"""The beginning of every word and name of the community."""

POSTS = 200
MEMBER_COOKIE = {"Cookie": "start=home"}


class Town:
    """A community of two members with 200 posts. All that they write begins with the mark."""

    def __init__(self, server, member):
        self.server = server
        self.ada, self.bob = member(MARK + "ada"), member(MARK + "bob")
        self.ada.mastodon.account_update_credentials(
            display_name=MARK + "name", note=MARK + "note", fields=[(MARK + "field", MARK + "value")],
            avatar=picture(), avatar_mime_type="image/png")
        self.ada.mastodon.account_follow(self.bob.id)
        uploads = [self.ada.mastodon.media_post(
            picture(), mime_type="image/png", description=MARK + "picture", synchronous=True) for _ in range(4)]
        self.statuses = []
        for number in range(POSTS):
            author = self.ada if number % 2 == 0 else self.bob
            reply = self.statuses[number - 2] if number % 5 == 4 else None
            media = [uploads[number // 2].id] if number % 2 == 0 and number // 2 < len(uploads) else None
            self.statuses.append(author.mastodon.status_post(
                f"{MARK}word{number} #{MARK}tag @{self.bob.username}", media_ids=media,
                in_reply_to_id=reply, spoiler_text=MARK + "warning" if number % 50 == 9 else None).id)
        self.bob.mastodon.status_favourite(self.statuses[0])
        self.bob.mastodon.status_reblog(self.statuses[0])
        pictures = self.ada.request("GET", "/essential-feed/v1/feed?limit=100").json()["items"]
        self.feed = [item for item in pictures if item["description"] == MARK + "picture"]  # other tests share the server
        self.pictures = set(re.findall(r"/media/([^/\"]+)/", "".join(
            self.ada.request("GET", path).text for path in (
                "/essential-feed/v1/feed?limit=100", "/api/v1/timelines/public?limit=40",
                "/api/v1/accounts/verify_credentials"))))
        assert len(self.feed) == len(uploads) and len(self.pictures) > len(uploads)

    @property
    def values(self):
        """Returns real values for each name in a path or a query."""
        return {
            "id": [self.ada.id, self.statuses[0], self.statuses[-1], self.feed[0]["id"]], "account_id": [self.ada.id],
            "list_id": ["1"], "option": ["0"], "tag": [MARK + "tag"], "hashtag": [MARK + "tag"], "name": [MARK + "tag"],
            "acct": [self.ada.username], "q": [MARK], "resource": [f"acct:{self.ada.username}@{self.host}"],
            "id[]": [self.ada.id, self.statuses[0]], "account_ids[]": [self.ada.id],
            "user_id": [self.ada.id], "screen_name": [self.ada.username],
        }

    @property
    def host(self):
        return self.server.url.removeprefix("http://")

    def leaks(self, answer):
        """Returns what the response shows of the community. A redirect may name the address that was asked for."""
        text = answer.content.decode("utf-8", "replace").lower() + "\n".join(
            f"{name}: {value}" for name, value in answer.headers.items() if name.lower() != "location").lower()
        return [word for word in (MARK, *self.pictures) if word.lower() in text]


@pytest.fixture(scope="module")
def town(server, member):
    town = Town(server, member)
    server.run("settings", "privacy", "members")
    yield town
    server.run("settings", "privacy", "open")


@pytest.fixture(scope="module")
def client_token(server):
    """A token that a client got for itself: it belongs to no member."""
    client = Client(server)
    answer = requests.post(server.url + "/oauth/token", timeout=60, data={
        "grant_type": "client_credentials", "client_id": client.id, "client_secret": client.secret, "scope": "read write"})
    assert answer.status_code == 200, answer.text
    return answer.json()["access_token"]


def test_NEW_17_a_members_requests_find_the_words_that_a_stranger_must_not(town):
    for path in ("/api/v1/timelines/public", f"/user/{town.ada.username}/tweets", "/essential-feed/v1/feed"):
        answer = town.ada.request("GET", path)
        assert answer.status_code == 200 and town.leaks(answer), path


@pytest.mark.parametrize("headers", [{}, MEMBER_COOKIE], ids=["stranger", "forged cookie"])
def test_NEW_17_no_link_leads_a_stranger_to_anything(town, headers):
    seen, queue = set(), collections.deque(["/", "/robots.txt", "/manifest.webmanifest", "/sw.js", "/shell"])
    while queue:
        path = queue.popleft()
        if path in seen or len(seen) > 300:
            continue
        seen.add(path)
        answer = request(town.server, "GET", path, headers=headers)
        assert town.leaks(answer) == [], path
        assert answer.headers.get("X-Robots-Tag", "").startswith("noindex"), path
        queue.extend(links(answer, town.server.url + path))
    assert {"/", "/home" if headers else "/sign-in", "/settings"} <= {path.partition("?")[0] for path in seen}


def links(answer, base):
    """Returns the paths on the same server that a page refers to."""
    if "text/html" not in answer.headers.get("Content-Type", ""):
        return
    page = BeautifulSoup(answer.text, "html.parser")
    for element in page.find_all(True):
        for name, value in element.attrs.items():
            if name in ("href", "src", "action") or name.startswith("data-"):
                for word in str(value).split():
                    there = urllib.parse.urlsplit(urllib.parse.urljoin(base, word))
                    if there.netloc == urllib.parse.urlsplit(base).netloc and there.scheme == "http" and word[:1] in "/?h":
                        yield there.path + (f"?{there.query}" if there.query else "")


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_NEW_17_no_page_shows_a_stranger_anything(town, method):
    names = {"name": town.ada.username, "picture": town.feed[0]["id"], "public": town.statuses[0],
             "unlisted": town.statuses[1], "private": "1", "direct": "1"}
    more = ["/home", "/moments", "/tags/" + MARK + "tag", "/search?q=" + MARK, "/me", "/no/such/page", "/%40" + town.ada.username,
            f"/home?follow={town.ada.id}", f"/home?like={town.statuses[0]}", f"/moments/{town.ada.username}?show=200"]
    for path in [page.format(**names) for page in PAGES if page != "/"] + more:
        answer = request(town.server, method, path, headers={"If-None-Match": "*"})
        assert answer.status_code == 401 and town.leaks(answer) == [], path
        assert "no-store" in answer.headers["Cache-Control"] and "ETag" not in answer.headers
        frame = request(town.server, method, path, headers=MEMBER_COOKIE)
        assert frame.status_code in (200, 308, 404, 405) and not town.pictures & set(town.leaks(frame)), path
        # A frame may repeat the name in its own address.
        text = frame.text.replace(town.ada.username, "").replace(MARK + "tag", "").replace(f'"{MARK}"', "")
        assert MARK not in text, path


@pytest.mark.parametrize("who", ["stranger", "client", "wrong token", "forged cookie"])
def test_NEW_17_no_route_shows_a_stranger_anything(town, client_token, who):
    token = {"client": client_token, "wrong token": "wrong"}.get(who)
    headers = MEMBER_COOKIE if who == "forged cookie" else {}
    wrong, refused = [], 0
    for operation in described_operations(town.server):
        is_open = any(re.fullmatch(pattern, operation.name) for pattern in OPEN_TO_STRANGERS)
        for path in addresses(town, operation):
            query = {name: town.values[name] for name in (*operation.parameters, "id[]") if name in town.values}
            body = {"json": rules_for(operation)[0].body} if operation.has_body else {"params": query}
            answer = request(town.server, operation.method, path, token, headers=headers, **body)
            if town.leaks(answer):
                wrong.append(f"{operation.name}: {town.leaks(answer)}")
            if is_open:
                continue
            refused += 1
            if operation.path.startswith("/1.1/"):
                if answer.status_code != 401 or answer.json()["errors"][0]["code"] not in (32, 89, 215):
                    wrong.append(f"{operation.name} {path}: {answer.status_code} {answer.text[:100]}")
                continue
            if answer.status_code != 401 or answer.json()["error"] == "":
                wrong.append(f"{operation.name} {path}: {answer.status_code} {answer.text[:100]}")
            elif who != "wrong token" and answer.json()["code"] != "members_only":
                wrong.append(f"{operation.name} {path}: {answer.text[:100]}")
    assert wrong == [], "\n".join(wrong)
    assert refused > 80


def addresses(town, operation):
    """Returns the paths of a route with the ids of real things."""
    names = re.findall(r"{(\w+)}", operation.path)
    if not names:
        return [operation.path]
    return [operation.address(**{name: town.values[name][number % len(town.values[name])] for name in names})
            for number in range(max(len(town.values[name]) for name in names))]


@pytest.mark.parametrize("path", ["", "/tweets", "/tweets?covered=true"])
def test_NEW_17_the_moments_contract_takes_a_token(town, client_token, path):
    path = f"/user/{town.ada.username}{path}"
    for token in (None, client_token):
        answer = request(town.server, "GET", path, token, headers={"If-None-Match": "*", "Origin": "https://app.example"})
        assert answer.status_code == 401 and town.leaks(answer) == []
        assert answer.headers["Access-Control-Allow-Origin"] == "*" and answer.headers["WWW-Authenticate"].startswith("Bearer")
    mine = town.bob.request("GET", path)
    assert mine.status_code == 200 and town.leaks(mine)
    assert "no-store" in mine.headers["Cache-Control"]


def test_NEW_17_a_picture_shows_to_whoever_has_its_address_and_no_shared_cache_keeps_it(town):
    for item in town.feed:
        answer = requests.get(item["image"], timeout=60)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"].startswith("private,")
        assert answer.headers["X-Robots-Tag"].startswith("noindex")


def test_NEW_17_the_image_feed_shows_a_member_what_they_may_see(town):
    upload = lambda: town.ada.mastodon.media_post(picture(), mime_type="image/png", description=MARK + "own", synchronous=True)
    circle = town.ada.request("POST", "/api/v1/lists", json={"title": MARK + "circle"}).json()["id"]
    posts = {
        name: town.ada.request("POST", "/api/v1/statuses", json={"media_ids": [upload().id], **fields}).json()["id"]
        for name, fields in {"members": {"visibility": "members"}, "followers": {"visibility": "private"},
                             "circle": {"circle_ids": [circle]}, "direct": {"visibility": "direct"}}.items()}
    feed = "/essential-feed/v1/feed?limit=100"
    base = town.bob.request("POST", "/api/swiftlet/v1/reading_addresses").json()["url"]

    def seen(answer):
        assert answer.status_code == 200
        items = {item["status_id"] for item in answer.json()["items"]}
        return {name for name, post in posts.items() if post in items}
    assert seen(town.ada.request("GET", feed)) == {"members", "followers", "circle"}
    assert seen(town.bob.request("GET", feed)) == seen(requests.get(base + feed, timeout=60)) == {"members"}
    town.bob.mastodon.account_follow(town.ada.id)
    assert seen(town.bob.request("GET", feed)) == seen(requests.get(base + feed, timeout=60)) == {"members", "followers"}
    town.bob.mastodon.account_unfollow(town.ada.id)
    for post in posts.values():
        town.ada.request("DELETE", f"/api/v1/statuses/{post}")


def test_NEW_17_an_old_client_reads_by_an_address_that_can_be_revoked(town):
    made = town.ada.request("POST", "/api/swiftlet/v1/reading_addresses")
    assert made.status_code == 200, made.text
    base = made.json()["url"]
    paths = [f"/user/{town.bob.username}", f"/user/{town.bob.username}/tweets", "/essential-feed/v1/feed",
             f"/essential-feed/v1/image/{town.feed[0]['id']}/comments"]
    for path in paths:
        answer = requests.get(base + path, timeout=60)
        assert answer.status_code == 200, path
        assert path.endswith("/comments") or town.leaks(answer), path
        assert "no-store" in answer.headers["Cache-Control"]
    # It reads these contracts and nothing else.
    for path in ("/api/v1/timelines/public", f"/@{town.bob.username}", "/api/swiftlet/v1/sessions"):
        assert requests.get(base + path, timeout=60).status_code == 404
        assert request(town.server, "GET", path, base.rpartition("/")[2]).status_code == 401
    assert requests.post(base + paths[1], timeout=60).status_code in (404, 405)
    listed = [session for session in town.ada.request("GET", "/api/swiftlet/v1/sessions").json() if session["kind"] == "address"]
    assert [session["id"] for session in listed] == [made.json()["id"]]
    assert town.bob.request("DELETE", f"/api/swiftlet/v1/sessions/{listed[0]['id']}").status_code == 404
    assert town.ada.request("DELETE", f"/api/swiftlet/v1/sessions/{listed[0]['id']}").status_code == 200
    for path in paths:
        answer = requests.get(base + path, timeout=60)
        assert answer.status_code == 404 and town.leaks(answer) == [], path
