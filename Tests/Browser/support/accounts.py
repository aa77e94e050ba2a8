"""Two members on one device, and the accounts sheet."""
import pytest

from .moments import Moments
from .origins import Relay
from .people import keep_sessions

SHEET = "screen.querySelector('.frame')"
TOP = f"Math.round({SHEET}.getBoundingClientRect().top)"
AT_REST = "screen.matches('.accounts') && !document.getAnimations().some((way) => way.playState === 'running')"
LINES = "screen.querySelectorAll('.post[data-tap]').length >= 20"
WHO = "JSON.parse(localStorage[`swiftlet.session ${localStorage['swiftlet.current']} account`] ?? '{}').username"


def with_posts(people):
    server = people.server()
    for name in ("wren", "gus_next_door"):
        for number in range(25):
            people[name].request(server, "POST", "/api/v1/statuses", status=f"{name} {number}")
    return server


@pytest.fixture
def two(moments, people):
    return signed_in(moments, people)


@pytest.fixture
def parting(browser, engine, people):
    """The members on a server of the test's own, because an account that signs out there stays signed out."""
    server = with_posts(people)
    relay = Relay(server, records_errors=engine.records_errors_in_page)
    yield signed_in(Moments(browser, relay), people)
    browser.leave()
    relay.stop()
    server.stop()


def signed_in(moments, people):
    """Signs both members in, with Wren in front."""
    people["wren"].sign_in(moments.browser, moments.site)
    url = moments.site.url
    both = [people["wren"].session(url), people["gus_next_door"].session(url) | {"key": "2", "current": False}]
    keep_sessions(moments.browser, both)
    moments.open("/home")
    moments.until(LINES)
    return moments


def wait(moments, milliseconds):
    moments.browser.js_async(f"new Promise((done) => setTimeout(done, {milliseconds}))")


def hold(moments, selector=".tabs [data-tap='tab:notifications']"):
    place = moments.browser.middle(selector)
    with moments.browser.finger(*place):
        moments.until("screen.matches('.accounts')")
        wait(moments, 100)
    return place


def open_by_hand(moments):
    hold(moments)
    moments.until(AT_REST)


def until_gone(moments):
    moments.until("!document.querySelector('.accounts') && screen.matches('.root') && !screen.inert")


def swipe(moments, row):
    """Reveals the button beside a row. A mouse can't swipe, so there the row is scrolled."""
    if not moments.browser.has_touch:
        moments.value("screen.querySelectorAll('.account')[arguments[0]].scrollBy(document.dir === 'rtl' ? -200 : 200, 0)", row)
        return
    x, y = moments.browser.middle(".account .names", row)
    way = 150 if moments.value("document.dir === 'rtl'") else -150
    moments.browser.drag((x, y), (x + way, y + 4))
