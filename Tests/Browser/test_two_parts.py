"""NEW_01: the program comes in two parts (docs/decisions/0038-the-app-comes-in-two-parts.md)."""
import threading
import time

import pytest

from support.origins import Answer, until

LATER = r"/assets/later\.[0-9a-f]+\.wasm"


@pytest.fixture(scope="module")
def community(people, engine):
    server = people.server()
    for number in range(25):
        people["wren"].request(server, "POST", "/api/v1/statuses", status=f"Wren {number} @gus_next_door #parts https://swift.org")
    server.post = people["gus_next_door"].request(server, "POST", "/api/v1/statuses", status="Of Gus")
    people["wren"].request(server, "POST", "/api/v1/statuses", status="Hello", in_reply_to_id=server.post["id"])
    yield server
    server.stop()


@pytest.fixture
def member(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    return moments


def refuse(member):
    """The second part is not to be had."""
    member.site.answers[LATER] = Answer("gone", 404, "text/plain")
    member.browser.expect_errors("later.", "404")


def posts(app):
    app.until("screen.querySelectorAll('.status[data-tap]').length >= 20")


def test_NEW_01_the_first_screens_do_without_the_second_part(member):
    """`make first-part` records anew what they need."""
    refuse(member)
    member.open("/home")
    posts(member)
    member.wait(lambda: member.reach_end() or member.rows(".status[data-tap]") > 20, "more than a page")
    member.value("(screen.scrollTop = 0, screen.querySelector('.status .favourite').click(), true)")
    member.until("screen.querySelector('.status .favourite').ariaPressed === 'true'")
    member.browser.tap(".tabs [data-tap='tab:moments']")
    member.until("screen.matches('.moments') && screen.querySelectorAll('.post').length >= 5")
    member.browser.tap(".tabs [data-tap='tab:home']")
    member.until("screen.matches('.timeline')")
    assert member.browser.js("return [document.documentElement.dataset.app, swiftlet.waits]") == ["running", 0]


def test_NEW_01_a_strangers_moments_do_without_the_second_part(moments):
    refuse(moments)
    moments.open("/moments")
    moments.until_images()
    assert moments.show_more() > 5
    assert moments.browser.js("return [document.documentElement.dataset.app, swiftlet.waits]") == ["running", 0]


def test_NEW_01_what_is_opened_before_the_second_part_has_come_waits_for_it(member):
    gate = member.site.hold(LATER)
    member.open("/home")
    posts(member)
    until(lambda: gate.waiting, "it is asked for")
    opens = threading.Timer(0.5, gate.open)
    opens.start()
    began = time.monotonic()
    member.browser.js("document.querySelector('.tabs [data-tap=search], .rail [data-tap=search], [data-tap=search]').click()")
    member.until("screen.querySelector('input[type=search]')")
    assert time.monotonic() - began > 0.4
    assert member.browser.js("return [document.documentElement.dataset.app, swiftlet.waits]") == ["running", 1]


def test_NEW_01_it_comes_by_itself_also_when_it_failed_at_first(member):
    refuse(member)
    member.open("/home")
    posts(member)
    until(lambda: member.site.count(LATER) >= 2, "it is tried again")
    del member.site.answers[LATER]
    tried = member.site.count(LATER)
    until(lambda: member.site.count(LATER) > tried, "and again")
    time.sleep(0.5)
    member.site.stop()
    member.browser.js("document.querySelector('[data-tap=search]').click()")
    member.until("screen.querySelector('input[type=search]')")
    assert member.browser.js("return swiftlet.waits") == 0
    member.browser.expect_errors("ERR_", "network", "load", "fetch")


def test_NEW_01_where_the_second_part_is_not_to_be_had_the_page_comes_anew(member):
    """The server has another version by now, whose pages name other files."""
    refuse(member)
    member.open("/home")
    posts(member)
    member.browser.expect_errors("The app has stopped", "The app could not start")
    member.browser.js("window.isOld = true; document.querySelector('[data-tap=search]').click()")
    member.until("!window.isOld && location.pathname === '/search' && document.readyState === 'complete'")
    asked = member.site.count("/search$")
    time.sleep(1)
    assert member.value("document.documentElement.dataset.app") is None, "it does not begin with a part of it"
    assert member.site.count("/search$") == asked, "nor is the page loaded again and again"
    del member.site.answers[LATER]
    member.browser.reload()
    member.until("screen.querySelector('input[type=search]')")


def test_NEW_01_other_pages_wait_for_all_of_the_program(member):
    gate = member.site.hold(LATER)
    member.browser.open(member.site.url + "/search", until_running=False)
    until(lambda: gate.waiting, "it is asked for")
    assert member.value("document.documentElement.dataset.app") is None
    gate.open()
    member.browser.wait_until_running()
    member.until("screen.querySelector('input[type=search]')")
    assert member.browser.js("return swiftlet.waits") == 0
