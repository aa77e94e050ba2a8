"""NEW_18: circles: lists of people that one keeps, to read."""
import json

import pytest

from support.composing import Composing
from support.fixtures import community
from support.origins import until
from support.server import served

OFFLINE = ("Failed to load resource", "An unknown error occurred when fetching the script", "Failed to update a ServiceWorker")


@pytest.fixture
def wren(moments, people, community):
    """Wren at home, without circles."""
    member = people["wren"]
    for circle in member.request(community, "GET", "/api/v1/lists"):
        member.request(community, "DELETE", f"/api/v1/lists/{circle['id']}")
    member.sign_in(moments.browser, moments.site)
    moments.open("/home")
    moments.until("screen.querySelectorAll('.post[data-tap]').length > 0")
    return moments


@pytest.fixture
def family(people, community, wren):
    """A circle with Gus."""
    member, gus = people["wren"], people["gus_next_door"].account["id"]
    circle = member.request(community, "POST", "/api/v1/lists", title="Family")["id"]
    member.request(community, "POST", f"/api/v1/lists/{circle}/accounts", account_ids=[gus])
    return circle


def type_into(moments, selector, text):
    moments.browser.tap(selector)
    moments.until("document.activeElement.matches(arguments[0])", selector)
    for key in text:
        moments.browser.press(key)


def members(people, community, circle):
    return [person["acct"] for person in people["wren"].request(community, "GET", f"/api/v1/lists/{circle}/accounts")]


def test_NEW_18_a_circle_is_made_filled_and_read(wren, people, community):
    wren.browser.tap(".tabs [data-tap='tab:me']")
    wren.until("location.pathname === '/me' && screen.querySelector('.row[data-tap=circles]')")
    wren.browser.tap(".row[data-tap=circles]")
    wren.until("location.pathname === '/circles' && screen.querySelector('.list-footer')?.textContent.includes('No circles yet')")
    type_into(wren, "[name=name]", "Family")
    wren.browser.tap(".primary")
    wren.until("/^.circles.\\d+.people$/.test(location.pathname) && screen.querySelector('.title').textContent === 'Family'")
    circle = wren.value("location.pathname.split('/')[2]")
    wren.until("screen.textContent.includes('Nobody is in this circle yet')")
    type_into(wren, "[type=search]", "gus")
    wren.until("screen.querySelector('[data-tap^=add]')")
    wren.browser.tap("[data-tap^=add]")
    wren.until("screen.querySelector('[data-tap^=remove]') && !screen.querySelector('[data-tap^=add]')")
    until(lambda: members(people, community, circle) == ["gus_next_door"], "the server knows")
    wren.browser.back()
    wren.until("location.pathname === '/circles' && screen.querySelector('.row[data-tap^=open] .help')?.textContent === '1 person'")
    wren.browser.tap(".row[data-tap^=open]")
    wren.until("screen.querySelector('.title').textContent === 'Family' && screen.querySelector('.post[data-tap]')")
    authors = wren.value("[...new Set([...screen.querySelectorAll('.post[data-tap] .handle')].map((handle) => handle.textContent))]")
    assert "@gus_next_door" in authors
    wren.browser.tap(".bar [data-tap=people]")
    wren.until("screen.querySelector('[data-tap^=remove]')")
    wren.browser.tap("[data-tap^=remove]")
    until(lambda: members(people, community, circle) == [], "the server knows")


def test_NEW_18_home_leads_to_each_circle(wren, family):
    wren.open("/circles")
    wren.until("screen.querySelector('.row[data-tap^=open]')")
    wren.open("/home")
    wren.until("screen.querySelector('.kinds.circles button')?.textContent === 'Family'")
    wren.browser.tap(".kinds.circles button")
    wren.until("location.pathname === '/circles/' + arguments[0] && screen.querySelector('.post[data-tap]')", family)
    wren.browser.back()
    wren.until("location.pathname === '/home' && screen.matches('.root')")


def test_NEW_18_somebody_is_put_into_circles_from_their_page(wren, family, people, community):
    wren.open("/@xiaoyu")
    wren.until("screen.querySelector('.identity .follow')")
    wren.browser.tap(".identity [data-tap=options]")
    wren.until("screen.matches('.options') && screen.querySelector('[data-tap=circles]') && !screen.getAnimations({ subtree: true }).some((way) => way.playState === 'running')")
    wren.browser.tap("[data-tap=circles]")
    wren.until("screen.querySelector('[role=switch]')?.getAttribute('aria-checked') === 'false'")
    wren.browser.tap("[role=switch]")
    wren.until("screen.querySelector('[role=switch]').getAttribute('aria-checked') === 'true'")
    until(lambda: members(people, community, family) == ["xiaoyu", "gus_next_door"], "the server knows")


def test_NEW_18_a_circle_is_renamed_kept_out_of_home_and_deleted(wren, family, people, community):
    wren.open(f"/circles/{family}/people")
    wren.until("screen.querySelector('[name=name]')?.value === 'Family'")
    type_into(wren, "[name=name]", "!")
    wren.browser.tap(".primary")
    wren.until("screen.querySelector('.title').textContent !== 'Family'")
    assert "!" in people["wren"].request(community, "GET", f"/api/v1/lists/{family}")["title"]
    wren.browser.tap("[role=switch]")
    wren.until("screen.querySelector('[role=switch]').getAttribute('aria-checked') === 'true'")
    assert people["wren"].request(community, "GET", f"/api/v1/lists/{family}")["exclusive"]
    wren.browser.tap("[data-tap=delete]")
    wren.until("screen.querySelector('.question [data-tap=delete-now]')")
    wren.browser.tap("[data-tap=delete-now]")
    wren.until("!location.pathname.endsWith('/people')")
    assert people["wren"].request(community, "GET", "/api/v1/lists") == []


def test_NEW_18_without_a_network_a_change_says_so_and_goes_back(wren, family, people, community):
    wren.browser.expect_errors(*OFFLINE)
    wren.open(f"/circles/{family}/people")
    wren.until("screen.querySelector('[data-tap^=remove]')")
    wren.site.stop()
    wren.browser.tap("[data-tap^=remove]")
    wren.browser.until("return document.querySelector('.toasts')?.textContent.length > 5", "it is said")
    wren.until("screen.querySelector('[data-tap^=remove]')")
    assert members(people, community, family) == ["gus_next_door"]


STANDS_STILL = "!document.getAnimations().some((way) => way.playState === 'running')"
CHIP = "screen.querySelector('.audience > span')?.textContent"


@pytest.fixture
def composing(wren, family, people):
    """Wren at home with the circle Family, which this device knows."""
    composing = Composing(wren, people["wren"])
    wren.open("/circles")
    wren.until("screen.querySelector('.row[data-tap^=open]')")
    composing.open_home()
    return composing


def seers(composing, text):
    return f"({composing.entry(text)}?.querySelector('.seers')?.lastChild.textContent ?? null)"


def test_NEW_18_a_post_to_a_circle_takes_four_taps_and_says_so(composing, people, community):
    """Compose, audience, circle, publish; before the first post to the circle one more shows who sees it."""
    moments, browser = composing.moments, composing.browser
    for isFirst in (True, False):
        text = composing.unique("For family, first" if isFirst else "For family, again")
        moments.value("screen.querySelector('[data-tap=compose]').click()")
        composing.until_open()
        composing.write(text)
        browser.tap("[data-tap=audience]")
        moments.until(f"!!screen.querySelector('.question [data-tap^=circle-only]') && {STANDS_STILL}")
        browser.tap("[data-tap^=circle-only]")
        moments.until("!screen.querySelector('.question') && " + CHIP + " === 'Family'")
        composing.tap_send()
        if isFirst:
            moments.until(f"screen.querySelector('.circle-reminder')?.textContent.includes('Gus') && {STANDS_STILL}")
            browser.tap("[data-tap=circle-confirm]")
        composing.until_closed()
        moments.until(f"!!{composing.entry(text)}?.matches('[data-tap^=\"open:\"]')")
        assert moments.value(seers(composing, text)) == "Family", "the author reads the circle's name"
        id = moments.value(composing.entry(text) + ".dataset.tap").removeprefix("open:")
        seen = people["gus_next_door"].request(community, "GET", f"/api/v1/statuses/{id}")
        assert (seen["audience"], seen.get("circles")) == ("circles", None)
        for path in ("/@wren", "/moments/wren"):
            assert text not in served(composing.site, path)[1], path


def test_NEW_18_who_gets_a_post_reads_that_it_is_for_some_people(wren, family, people, community):
    member = people["gus_next_door"]
    text = f"Only some in {wren.browser.name}"
    people["wren"].request(community, "POST", "/api/v1/statuses", status=text, circle_ids=[family])
    member.sign_in(wren.browser, wren.site)
    composing = Composing(wren, member)
    wren.open("/@wren")
    wren.until(f"{seers(composing, text)} === 'Some people'")
    assert wren.value(f"{composing.entry(text)}.textContent.includes('Family')") is False
    assert wren.value(f"!!{composing.entry(text)}.querySelector('[data-tap^=\"repost:\"]')") is False


def test_NEW_18_several_circles_and_exceptions_are_ticked_and_wait_for_the_network(composing, people, community):
    moments, browser = composing.moments, composing.browser
    kids = people["wren"].request(community, "POST", "/api/v1/lists", title="Kids")["id"]
    moments.open("/circles")
    moments.until("screen.querySelectorAll('.row[data-tap^=open]').length === 2")
    composing.open_home()
    moments.value("screen.querySelector('[data-tap=compose]').click()")
    composing.until_open()
    text = composing.unique("Not for kids")
    composing.write(text)
    browser.tap("[data-tap=audience]")
    moments.until(f"!!screen.querySelector('[data-tap=circle-several]') && {STANDS_STILL}")
    moments.value("screen.querySelector('[data-tap=circle-several]').click()")
    switch = f"screen.querySelector('.circle-picker [data-tap=\"circle-except:{kids}\"]')"
    moments.until(f"{switch}?.getAttribute('aria-checked') === 'false' && {STANDS_STILL}")
    moments.value(f"{switch}.click()")
    moments.until(f"{switch}.getAttribute('aria-checked') === 'true'")
    moments.value("screen.querySelector('[data-tap=circle-chosen]').click()")
    moments.until("!screen.querySelector('.question') && " + CHIP + ".includes('All but')")
    browser.expect_errors(*OFFLINE, "ERR_", "Load failed", "NetworkError")
    composing.site.stop()
    composing.tap_send()
    composing.until_closed()
    kept = "Object.keys(localStorage).find((key) => key.includes('outbox'))"
    assert json.loads(browser.js(f"return localStorage[{kept}]"))["draft"]["circles"][0]["name"] == "Kids"
    browser.until("return !document.querySelector('.toasts > *')", "its seconds are over")
    composing.site.start()
    browser.js("dispatchEvent(new Event('online'))")
    sent = composing.until_sent()
    body = sent[-1]
    assert (body["visibility"], body["excluded_circle_ids"], body.get("circle_ids")) == ("circles", [kids], None)
