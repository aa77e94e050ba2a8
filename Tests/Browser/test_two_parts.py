"""NEW_01: the program comes in two parts (docs/decisions/0038-the-app-comes-in-two-parts.md)."""
import pytest

from support.origins import Answer, until
from test_newcomers import OFFER

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
    """Makes the second part unavailable."""
    member.site.answers[LATER] = Answer("gone", 404, "text/plain")
    member.browser.expect_errors("later.", "404")


def tap_search(app):
    app.browser.js("document.querySelector('[data-tap=search]').click()")


def posts(app):
    app.until("screen.querySelectorAll('.post[data-tap]').length >= 20")


def test_NEW_01_the_first_screens_do_without_the_second_part(member):
    """If this fails, `make first-part` records anew which functions the first screens need."""
    refuse(member)
    member.open("/home")
    posts(member)
    member.wait(lambda: member.reach_end() or member.rows(".post[data-tap]") > 20, "more than a page")
    member.value("(screen.scrollTop = 0, screen.querySelector('.post .favourite').click(), true)")
    member.until("screen.querySelector('.post .favourite').ariaPressed === 'true'")
    member.browser.tap(".tabs [data-tap='tab:moments']")
    member.until("screen.matches('.moments') && screen.querySelectorAll('.moments-post').length >= 5")
    member.browser.tap(".tabs [data-tap='tab:home']")
    member.until("screen.matches('.timeline')")
    assert member.browser.js("return [document.documentElement.dataset.app, swiftlet.waits]") == ["running", 0]


def test_NEW_01_a_finger_does_without_the_second_part(member):
    refuse(member)
    member.open("/home")
    posts(member)
    member.browser.drag((200, 600), (210, 200))
    member.pull()
    member.until_refreshed()
    assert member.browser.js("return [document.documentElement.dataset.app, swiftlet.waits]") == ["running", 0]


def test_NEW_01_a_strangers_moments_do_without_the_second_part(moments):
    refuse(moments)
    moments.open("/moments")
    moments.until_images()
    assert moments.show_more() > 5
    assert moments.browser.js("return [document.documentElement.dataset.app, swiftlet.waits]") == ["running", 0]


def test_NEW_17_a_first_moments_page_with_an_audience_does_without_the_second_part(member, people, community):
    wren = people["wren"]
    post = wren.request(community, "POST", "/api/v1/statuses", status="Among ourselves", visibility="members")
    try:
        refuse(member)
        member.open("/moments")
        member.until("screen.querySelector('.moments-post .seers')?.lastChild.textContent === 'Members'")
        assert member.browser.js("return [document.documentElement.dataset.app, swiftlet.waits]") == ["running", 0]
    finally:
        wren.request(community, "DELETE", f"/api/v1/statuses/{post['id']}")


def test_NEW_22_a_first_page_with_a_place_does_without_the_second_part(member, people, community):
    wren = people["wren"]
    post = wren.request(community, "POST", "/api/v1/statuses", status="By the river", location="Lisbon")
    try:
        refuse(member)
        member.open("/home")
        posts(member)
        assert member.texts(".post .location > span:last-child") == ["Lisbon"]
        tap = member.value("((button) => (button.click(), button.dataset.tap))(screen.querySelector('.favourite[aria-pressed=false]'))")
        member.until("screen.querySelector(`[data-tap='${arguments[0]}']`).ariaPressed === 'true'", tap)
        assert member.browser.js("return [document.documentElement.dataset.app, swiftlet.waits]") == ["running", 0]
    finally:
        wren.request(community, "DELETE", f"/api/v1/statuses/{post['id']}")


def test_NEW_01_what_is_opened_before_the_second_part_has_come_waits_for_it_and_all_else_goes_on(member):
    gate = member.site.hold(LATER)
    member.open("/home")
    posts(member)
    until(lambda: gate.waiting, "it is asked for")
    tap_search(member)
    tap_search(member)
    assert member.browser.js("return swiftlet.waits") == 2
    was = member.value("screen.querySelector('.post .favourite').ariaPressed")
    member.value("(screen.querySelector('.post .favourite').click(), true)")
    member.until("screen.querySelector('.post .favourite').ariaPressed !== arguments[0]", was)
    member.until("document.querySelector('.failure-banner')?.checkVisibility()")
    gate.open()
    member.until("screen.querySelector('input[type=search]')")
    assert member.value("document.documentElement.dataset.app") == "running"
    assert not member.value("document.querySelector('.failure-banner').checkVisibility()")
    # Two taps count as one.
    member.browser.back()
    member.until("screen.matches('.timeline') && location.pathname === '/home'")
    assert member.value("screen.querySelector('.post .favourite').ariaPressed") != was


def test_NEW_19_an_offer_to_install_counts_that_comes_before_the_second_part(member):
    gate = member.site.hold(LATER)
    member.open("/home")
    posts(member)
    until(lambda: gate.waiting, "it is asked for")
    assert member.browser.js(OFFER), "the browser's own banner stays away"
    gate.open()
    member.until("swiftlet.isWhole")
    member.browser.tap(".tabs [data-tap='tab:me']")
    member.until("!!screen.querySelector('[data-tap=home-screen]')")
    member.browser.tap("[data-tap=home-screen]")
    member.until("location.pathname === '/home-screen' && screen.querySelector('[data-install]')?.checkVisibility()")
    member.browser.tap("[data-install]")
    member.until("window.prompted === 1")


def test_NEW_01_no_request_stands_in_the_way_of_the_page(member):
    """An action that needs the second part begins only when the part has loaded, so it is never half done."""
    gate = member.site.hold(LATER)
    member.site.script = "XMLHttpRequest = undefined;"
    member.open("/home")
    posts(member)
    until(lambda: gate.waiting, "it is asked for")
    before = member.value("[location.pathname, history.length, swiftlet.operations, document.title]")
    tap_search(member)
    assert member.value("[location.pathname, history.length, swiftlet.operations, document.title]") == before
    gate.open()
    member.until("screen.querySelector('input[type=search]')")


def test_NEW_01_without_a_network_at_first_use_the_page_goes_on_and_says_what_is_missing(member):
    member.browser.expect_errors("ERR_", "network", "load", "fetch", "ServiceWorker", "service worker")
    member.site.answers[LATER] = Answer("", 503, "text/plain")
    member.open("/home")
    posts(member)
    until(lambda: member.site.count(LATER), "it is asked for")
    member.site.stop()
    tap_search(member)
    member.until("document.querySelector('.failure-banner')?.checkVisibility()")
    assert "It needs a connection" in member.value("document.querySelector('.failure-banner').innerText")
    assert not member.value("document.querySelector('.failure-banner a').checkVisibility()"), "a reload would lose the page"
    assert member.value("screen.matches('.timeline')")
    member.value("(screen.scrollTop = 900, true)")
    member.until("screen.scrollTop > 500 && screen.querySelectorAll('.post[data-tap]').length > 0")
    member.site.answers.clear()
    member.site.start()
    member.browser.js("dispatchEvent(new Event('online'))")
    member.until("!document.documentElement.dataset.failure")
    # An old action isn't carried out any more.
    assert member.value("screen.matches('.timeline')")
    tap_search(member)
    member.until("screen.querySelector('input[type=search]')")


def test_NEW_01_it_comes_by_itself_also_when_it_failed_at_first(member):
    refuse(member)
    member.open("/home")
    posts(member)
    until(lambda: member.site.count(LATER) >= 2, "it is tried again")
    del member.site.answers[LATER]
    tried = member.site.count(LATER)
    until(lambda: member.site.count(LATER) > tried, "and again")
    member.until("swiftlet.isWhole")
    member.site.stop()
    member.browser.js("document.querySelector('[data-tap=search]').click()")
    member.until("screen.querySelector('input[type=search]')")
    assert member.browser.js("return swiftlet.waits") == 0
    member.browser.expect_errors("ERR_", "network", "load", "fetch")


def test_NEW_01_where_the_server_has_another_version_the_page_comes_anew_once(member):
    """The new version's pages name other files. If they don't, the page isn't reloaded a second time."""
    refuse(member)
    member.open("/home")
    posts(member)
    member.browser.js("window.isOld = true")
    tap_search(member)
    member.until("!window.isOld && document.readyState === 'complete'")
    member.browser.wait_until_running()
    posts(member)
    member.browser.js("window.isOld = true")
    tap_search(member)
    member.until("document.querySelector('.failure-banner')?.checkVisibility()")
    assert member.value("window.isOld && location.pathname === '/home'")
    del member.site.answers[LATER]
    tap_search(member)
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
