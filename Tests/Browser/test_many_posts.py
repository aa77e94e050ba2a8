"""MOM_04 with a community of 2,000 posts: nothing is lost between the import and the last post on the screen."""
import json

import pytest

from support.moments import SCREEN, Moments
from support.origins import Relay
from support.server import Swiftlet, import_moments

COUNT = 2_000
AT_ONCE = 200
"""The highest number of posts on a server's page."""
WITHOUT_SPINNER = """
  const wait = window.setTimeout;
  window.setTimeout = (work, delay, ...rest) => wait(work, delay === 300 ? 0 : delay, ...rest);"""
"""Removes a delay: with it, 1,800 posts would take two minutes, five at a time."""
PULL = """(async () => {{
  const screen = {screen}, frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  const last = () => Math.max(...[...screen.querySelectorAll(".moments-post")].map((post) => Number(post.getAttribute("aria-posinset"))));
  const aim = last() + 100, until = performance.now() + 15_000;
  while (last() < aim && !screen.querySelector(".list-footer .end") && performance.now() < until) {{
    screen.scrollTop -= 100;
    await frame();
    screen.scrollTop = screen.scrollHeight;
    await frame();
  }}
}})()"""
"""Loads about a hundred more posts, in 15 seconds at most."""
PERSON = {"username": "ann", "nick": "Ann", "avatar": ""}


@pytest.fixture(scope="module")
def large_community(tmp_path_factory):
    folder = tmp_path_factory.mktemp("large")
    (folder / "user.json").write_text(json.dumps(PERSON | {"profile-image": ""}))
    tweets = [{"content": f"Post {number}", "sender": PERSON} for number in range(COUNT)]
    (folder / "tweets.json").write_text(json.dumps(tweets))
    import_moments(folder, "ann", folder / "data")
    server = Swiftlet(folder / "data")
    yield server
    server.stop()


def test_NEW_15_MOM_04_two_thousand_posts_end_with_the_last_and_few_are_in_the_document(browser, large_community):
    relay = Relay(large_community, browser.records_errors_in_page)
    moments = Moments(browser, relay)
    moments.open()
    assert moments.texts(".moments-post .text") == [f"Post {number}" for number in range(5)]
    assert moments.show_more() == 10
    moments.open(f"/moments/ann?show={COUNT - 10}")
    moments.value("screen.scrollTop = screen.scrollHeight - 2 * screen.clientHeight")
    moments.until_posts(AT_ONCE)
    for more in (5, 10, 15):
        moments.show_more()
        # On a busy machine the end is reached twice, and a page's posts are seen one after the other.
        moments.wait(lambda more=more: moments.posts >= AT_ONCE + more, "all posts of the page")
    browser.js(WITHOUT_SPINNER)
    for _ in range(COUNT // 50):  # a busy machine loads fewer at a time
        browser.js_async(PULL.format(screen=SCREEN))
        if moments.value("screen.querySelector('.list-footer .end') !== null"):
            break
    assert moments.value("document.querySelectorAll('*').length") < 3_000
    assert moments.posts == COUNT
    assert moments.walk(".moments-post", ".text") == [f"Post {number}" for number in range(COUNT)]
    browser.driver.get("about:blank")
    relay.stop()
