"""NEW_15: a long list is where it was left, after a reload and after another document."""
import re
import time
import urllib.parse

import pytest

from support.origins import Answer
from test_pictures import status
from test_profile import TOP


@pytest.fixture(scope="module")
def community(people, engine):
    server = people.server()
    yield server
    server.stop()


# A profile is loaded page by page on the way back, ten pages at most.
@pytest.fixture(params=[("/home", 250), ("/@gus_next_door", 150)], ids=["home", "profile"])
def deep(request, moments, people, site):
    path, depth = request.param

    def posts(asked):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(asked.path).query)
        newest = int(query.get("max_id", ["1401"])[0]) - 1
        return Answer([status(n, minute=n % 60, text=f"Post {n}. " * (n % 5 + 1)) for n in range(newest, max(newest - 20, 1000), -1)])
    relayed = site.answer
    lists = re.compile(r"/timelines/home|/accounts/\d+/statuses(?!.*pinned)")
    site.answer = lambda asked: posts(asked) if lists.search(asked.path) else relayed(asked)
    people["wren"].sign_in(moments.browser, site)
    moments.open(path)
    moments.until("""(() => {
      const last = [...screen.querySelectorAll('[aria-posinset]')].at(-1)?.ariaPosInSet;
      if (last < arguments[0]) screen.scrollTop = screen.scrollHeight;
      return last >= arguments[0];
    })()""", depth)
    moments.value("screen.scrollBy(0, -700)")
    seen = None
    while seen != (seen := moments.value(TOP)):  # the last posts find their heights
        time.sleep(0.5)
    return moments


def until_there(moments, key, top):
    moments.until(f"{TOP}[0] === arguments[0] && Math.abs({TOP}[1] - arguments[1]) <= 1.5", key, top)
    time.sleep(0.5)  # and stays there
    assert moments.value(TOP) == [key, pytest.approx(top, abs=1.5)]


def test_NEW_15_a_reload_far_down_lands_where_it_was(deep):
    for _ in range(3):  # what is known of the heights comes in another order each time
        key, top = deep.value(TOP)
        deep.browser.reload()
        until_there(deep, key, top)


def test_NEW_15_coming_back_from_another_document_lands_where_it_was(deep):
    """Without the browser's cache of whole pages, which a phone empties at any time; WebKit keeps the page all the same."""
    key, top = deep.value(TOP)
    deep.browser.js("window.isOld = true; addEventListener('unload', () => {}); location.href = '/api/v1/instance'")
    deep.browser.until("return location.pathname === '/api/v1/instance' && document.readyState === 'complete'", "left")
    deep.browser.back()
    time.sleep(1)  # WebKit's driver never answers what it is asked between two documents
    is_new = "true" if deep.browser.name == "webkit" else "!window.isOld"
    deep.browser.until(f"return location.pathname !== '/api/v1/instance' && {is_new}", "the document is a new one")
    deep.browser.wait_until_running()
    until_there(deep, key, top)
