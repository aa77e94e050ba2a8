"""NEW_06: the bridge's reports about streams of events, and about what comes in place of one."""
import dataclasses
import time

import pytest

from support.bridge import BridgePage
from support.elsewhere import Elsewhere
from support.origins import Answer, until

LOST = ("Failed to load resource", "401")


class Page(BridgePage):
    """Its app takes the second part, too."""

    def answer(self, request):
        answer = super().answer(request)
        if request.path == "/texts":
            return Answer("\n/texts/later", type="text/plain")
        if request.path == "/":
            return dataclasses.replace(answer, body=answer.body.replace("const answers = {", "const answers = { addTexts: 1,"))
        return answer


@pytest.fixture
def page(browser):
    origin = Page()
    browser.expect_errors(*LOST)
    yield origin.open(browser)
    browser.driver.get("about:blank")
    origin.stop()


@pytest.fixture
def far():
    server = Elsewhere()
    yield server
    server.stop()


class Events:
    def __iter__(self):
        yield from (b":)\n", b"event: delete\n", b"data: 7\n\n")

    def close(self):
        pass


class Flood(Events):
    seconds = 0
    """The time that the pieces took."""

    def __iter__(self):
        began = time.monotonic()
        for number in range(100):
            time.sleep(0.01)
            yield f"data: {number}\n\n".encode()
        self.seconds = time.monotonic() - began


def ask(page, url):
    """Asks for a stream, and returns all that is reported until it ends."""
    page.until("return window.swiftlet?.isWhole", "the second part", seconds=15)
    page.js("told.length = 0; turn(() => call('send', 5, 'STREAM', arguments[0], 'secret', null, null))", url)
    until(lambda: page.js("return of('received').length"), "the end")
    return page.js("return told.filter((one) => ['streamed', 'received'].includes(one.name)).map(({ name, id, values }) => [name, id, ...values])")


def test_NEW_06_the_pieces_of_a_stream_are_reported_and_its_end(page, far):
    far.route("/stream", Answer(type="text/event-stream; charset=utf-8", stream=Events()))
    first, *pieces, end = ask(page, far.url + "/stream")
    assert first == ["streamed", 5, ""], "it has opened"
    assert "".join(text for _, _, text in pieces) == ":)\nevent: delete\ndata: 7\n\n"
    assert end == ["received", 5, 200, "", None, None]
    assert [request.headers.get("authorization", request.headers.get("Authorization"))
            for request in far.requests if request.method == "GET"] == ["Bearer secret"]


def test_NEW_06_pieces_that_come_fast_are_reported_together_and_in_order(page, far):
    flood = Flood()
    far.route("/stream", Answer(type="text/event-stream", stream=flood))
    first, *pieces, end = ask(page, far.url + "/stream")
    assert first == ["streamed", 5, ""] and end == ["received", 5, 200, "", None, None]
    assert "".join(text for _, _, text in pieces) == "".join(f"data: {number}\n\n" for number in range(100))
    assert len(pieces) <= 10 * flood.seconds + 2, "at most each 100 ms"


@pytest.mark.parametrize("answer, status", [
    (Answer("<!doctype html>", type="text/html"), 406), (Answer({"error": "Missing access token"}, 401), 401)])
def test_NEW_06_what_is_no_stream_is_not_read(page, far, answer, status):
    far.route("/stream", answer)
    assert ask(page, far.url + "/stream") == [["received", 5, status, "", None, None]]


def test_NEW_06_the_address_of_a_redirected_stream_is_reported(page, far):
    far.route("/stream", Answer("", 301, headers={"Location": "/other"}))
    far.route("/other", Answer({"error": "Missing access token"}, 401))
    assert ask(page, far.url + "/stream") == [["received", 5, 401, "", None, far.url + "/other"]]
