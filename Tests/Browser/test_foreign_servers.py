"""The app signed in on another server of the Mastodon API, with different behaviour."""
import json
import threading
import urllib.parse

import pytest

from support.elsewhere import Elsewhere, Moved, account, status
from support.moments import Moments
from support.origins import Answer, until
from support.people import sessions
from support.pictures import picture

FAILED = ("Failed to load resource", "404", "500", "429")


@pytest.fixture
def far():
    server = Elsewhere()
    yield server
    server.stop()


class Guest(Moments):
    def sign_in(self, address):
        self.open("/sign-in?other=")
        self.until("screen.querySelector('[name=server]')")
        self.value("screen.querySelector('[name=server]')").send_keys(address)
        self.browser.tap(".primary")
        self.until("location.pathname === '/home'")
        self.browser.wait_until_running()
        return self


@pytest.fixture
def guest(browser, site, far):
    browser.expect_errors(*FAILED)
    return Guest(browser, site)


def test_FOL_01_a_server_that_sends_everybody_to_another_address_is_signed_in_to_there(guest, far):
    near = Moved(far)
    try:
        guest.sign_in(near.url)
        assert [session["server"] for session in sessions(guest.browser)] == [far.url]
        assert near.count("/api/v1/accounts") == 0
    finally:
        guest.browser.leave()
        near.stop()


@pytest.mark.parametrize("form", ["{}/@ben/123", " {}/ ", "{}/about?x=1"])
def test_FOL_01_the_address_of_a_page_is_that_of_its_server(guest, far, form):
    guest.sign_in(form.format(far.url))
    assert [session["server"] for session in sessions(guest.browser)] == [far.url]


def test_NEW_05_home_goes_on_behind_an_empty_page(guest, far):
    def home(request):
        query = dict(urllib.parse.parse_qsl(request.path.partition("?")[2]))
        if "max_id" not in query:
            return Answer([status(number, f"Post {number}") for number in range(5020, 5000, -1)])
        if query["max_id"] == "5001":
            return Answer([], headers={"Link": f'<{far.url}/api/v1/timelines/home?max_id=4900>; rel="next"'})
        return Answer([status(4890, "Behind the empty page")] if query["max_id"] == "4900" else [])
    far.route("/api/v1/timelines/home", home)
    guest.sign_in(far.url)
    guest.until("screen.querySelector('.post')")
    guest.browser.js("const screen = arguments[0]; screen.scrollTop = screen.scrollHeight", guest.value("screen"))
    guest.until("[...screen.querySelectorAll('.post')].some((post) => post.textContent.includes('Behind the empty page'))")


def test_NEW_12_what_a_filter_hides_does_not_show_and_files_polls_and_quotes_lead_on(guest, far):
    hidden = {"filter": {"id": "1", "title": "words", "context": ["home"], "filter_action": "hide"}}
    file = {"id": "1", "type": "unknown", "url": "/missing.png", "remote_url": "https://other.example/f.png", "description": None}
    far.route("/api/v1/timelines/home", [
        status(9, "Must not show", filtered=[hidden]), status(8, "A file", media_attachments=[file]),
        status(7, "A poll", poll={"id": "1", "options": []}),
        status(6, "A quote", quote={"state": "accepted", "quoted_status": status(3, "Quoted")})])
    guest.sign_in(far.url)
    guest.until("screen.querySelectorAll('.post .file').length === 3")
    assert guest.texts(".post .words") == ["A file", "A poll", "A quote"]
    links = guest.value("[...screen.querySelectorAll('.post .file')].map((link) => [link.textContent, link.getAttribute('href')])")
    assert links == [
        ["Attachment: f.png", "https://other.example/f.png"],
        ["Poll: open the post to see it or vote", "https://far.example/s/7"],
        ["Quotes another post: open it", "/@ben/3"]]


@pytest.mark.parametrize("still", [False, True], ids=["moving", "still"])
def test_NEW_12_custom_emoji_show_as_high_as_the_text_and_still_where_motion_is_reduced(guest, far, still):
    guest.browser.use(reduces_motion=still)
    emojis = [
        {"shortcode": "blob", "url": f"{far.url}/blob.png", "static_url": f"{far.url}/still.png"},
        {"shortcode": "gone", "url": f"{far.url}/gone.png", "static_url": f"{far.url}/gone.png"},
        {"shortcode": "evil", "url": "javascript:alert(1)", "static_url": "javascript:alert(1)"}]
    for name in ("blob", "still"):
        far.route(f"/{name}.png", picture(64, 32))
    far.route("/api/v1/timelines/home", [
        status(9, "Hello :blob: and :gone: and :evil:", emojis=emojis, account=account("2", "ben", display_name="Ben :blob:", emojis=emojis))])
    guest.sign_in(far.url)
    guest.until("screen.querySelectorAll('.emoji[data-state=shown]').length === 2")
    guest.until("screen.querySelector('.emoji[data-state=failed]')")
    # The row may be rendered once more while the pictures come.
    guest.until("screen.querySelector('.words .emoji[data-state=shown]').clientHeight > 0")
    shown, size, alt = guest.value(
        "[...screen.querySelectorAll('.words .emoji')].slice(0, 1).map((image) => [image.currentSrc.split(':')[0], image.clientHeight / parseFloat(getComputedStyle(image).fontSize), image.alt])[0]")
    assert (shown, round(size, 2), alt) == ("blob", 1.25, ":blob:")
    assert guest.value("screen.querySelector('.words').textContent") == "Hello  and  and :evil:"
    assert far.count("^/still.png") == (1 if still else 0)
    assert far.count("^/blob.png") == (0 if still else 1)
    heights = guest.value("[...screen.querySelectorAll('.emoji')].map((image) => image.alt)")
    assert heights == [":blob:", ":blob:", ":gone:"]


def test_NEW_05_a_server_that_is_busy_is_left_alone(guest, far):
    guest.sign_in(far.url)
    guest.until("screen.querySelector('.list-footer')")
    far.route("/api/v1/timelines/tag/birds", Answer({"error": "Too many requests"}, 429, headers={"Retry-After": "600"}))
    guest.open("/tags/birds")
    guest.until("screen.querySelector('[role=alert]')")
    count = far.count("^/api/v1/timelines/tag")
    guest.browser.tap("[data-tap=retry]")
    guest.until("screen.querySelector('[role=alert]')")
    assert far.count("^/api/v1/timelines/tag") == count


@pytest.mark.parametrize("broken, words", [("/user/ann", "Part of this page"), ("/user/ann/tweets", "Try again later")])
def test_MOM_06_what_is_there_of_a_page_shows_and_what_is_not_is_said(moments, source, broken, words):
    from support.pictures import post
    moments.browser.expect_errors(*FAILED)
    source.page("ann", [post("Here I am")], nick="Ann Afar")
    source.route(broken, Answer("oh", 500))
    moments.open("/moments/ann?server=" + urllib.parse.quote(source.url, safe=""))
    moments.until("screen.querySelector('[role=alert], .notice')?.textContent.includes(arguments[0])", words)
    assert moments.texts(".moments-post .text") == (["Here I am"] if broken == "/user/ann" else [])
    assert moments.texts(".header .nick") == (["Moments"] if broken == "/user/ann" else ["Ann Afar"])


STREAM = "/api/v1/streaming/user"


def asked_for_streams(server):
    return [request for request in list(server.requests) if request.method == "GET" and request.path == STREAM]


class Events:
    """Server-sent events, after which the stream stays open."""

    def __init__(self, *pieces):
        self.pieces, self.is_over = pieces, threading.Event()

    def __iter__(self):
        yield from self.pieces
        self.is_over.wait()

    def close(self):
        self.is_over.set()


def test_NEW_06_streams_of_another_host_get_the_token(guest, far):
    """As large Mastodon servers have it. Browsers keep the token from the host to which they are redirected."""
    streams = Elsewhere()

    def stream(request):
        if request.headers.get("authorization", request.headers.get("Authorization")) != "Bearer token":
            return Answer({"error": "Missing access token"}, 401)
        event = "event: update\ndata: " + json.dumps(status(2, "By itself")) + "\n\n"
        return Answer(type="text/event-stream", stream=Events(b":)\n", event.encode()))

    try:
        streams.route(STREAM, stream)
        far.route(STREAM, lambda request: Answer("", 301, headers={"Location": streams.url + request.path}))
        for server in (far, streams):
            server.gates[0].open()
        far.route("/api/v1/timelines/home", [status(1, "Before")])
        guest.sign_in(far.url)
        guest.until("screen.textContent.includes('Before') && screen.textContent.includes('By itself')")
    finally:
        guest.browser.leave()
        streams.stop()


def test_NEW_06_a_server_with_a_page_at_the_address_of_streams_is_polled(guest, far):
    far.gates[0].open()
    far.route(STREAM, Answer("<!doctype html><title>Hello</title>", type="text/html"))
    guest.sign_in(far.url)
    until(lambda: any(request.status == 200 for request in asked_for_streams(far)), "a response")
    for _ in range(2):
        count = far.count("timelines/home")
        guest.browser.js("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
        until(lambda: far.count("timelines/home") > count, "the next poll")
    assert len(asked_for_streams(far)) == 1
