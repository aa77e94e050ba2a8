"""Whose data is whose on a device: what a member saw goes when they sign out, and the tabs of a browser agree (28.1)."""
import json

import pytest
from selenium.common.exceptions import NoSuchFrameException

from support.moments import Moments
from support.origins import Answer, Relay, until
from support.people import sessions
from support.tabs import second_tab

OFFLINE = ("Failed to load resource", "An unknown error occurred when fetching the script", "Failed to update a ServiceWorker")
SECRET = "kingfisher"
"""A word of a post that only followers see."""
SEARCHED = "heron"
GONE = Answer({"error": "Record not found"}, 410)

STORED = """(async () => {
  const found = [];
  const look = (place, text) => found.push([place, arguments[0].filter((word) => text.toLowerCase().includes(word))]);
  for (const [name, storage] of Object.entries({ localStorage, sessionStorage })) {
    for (const [key, text] of Object.entries(storage)) if (key !== "errors") look(`${name}: ${key}`, key + text);
  }
  look("cookies", document.cookie);
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((done) => { indexedDB.open(name).onsuccess = ({ target }) => done(target.result); });
    for (const store of database.objectStoreNames) {
      const keys = await new Promise((done) => {
        database.transaction(store).objectStore(store).getAllKeys().onsuccess = ({ target }) => done(target.result);
      });
      for (const key of keys) look(`${name}/${store}: ${key}`, String(key));
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const path = decodeURIComponent(request.url.slice(location.origin.length));
      const body = name.startsWith("shell-") ? "" : await (await cache.match(request))?.text() ?? "";
      look(`${name.replace(/-.*/, "")}: ${path}`, path + body);
    }
  }
  return found;
})()"""

SHOWN = """return [...document.images].map((image) => decodeURIComponent(
  (image.dataset.url ?? image.currentSrc).replace(location.origin, "")))"""
"""The addresses of the pictures that the page shows."""


def stored(moments, *words):
    """What the origin stores, whatever it is: the places, and which of the words stand there. Other places than the app's
    own files."""
    try:
        found = moments.browser.js_async(STORED, list(words))
    except NoSuchFrameException:  # WebKit's answer to a question whose document has just ended
        moments.browser.wait_until_running()
        found = moments.browser.js_async(STORED, list(words))
    return {place: words for place, words in found if not place.startswith("shell: ") and place != "cookies"} | {
        place: words for place, words in found if words}


@pytest.fixture
def place(browser, engine, people):
    """A server of the test's own, on which Gus has written for his followers, of whom Wren is one."""
    server = people.server()
    wren, gus = people["wren"], people["gus_next_door"]
    wren.request(server, "POST", f"/api/v1/accounts/{gus.account['id']}/follow")
    post = gus.request(server, "POST", "/api/v1/statuses", status=f"A {SECRET} by the mill", visibility="private")
    server.post = post["id"]
    relay = Relay(server, records_errors=engine.records_errors_in_page)
    moments = Moments(browser, relay)
    moments.server = server
    yield moments
    browser.leave()
    relay.stop()
    server.stop()


def sign_in(moments, people, *others):
    people["wren"].sign_in(moments.browser, moments.site, *others)
    moments.open("/home")
    moments.browser.until_installed()
    moments.open("/home")


def read_around(moments):
    """The member sees the post in all places, scrolls, searches, writes, and chooses a picture's place."""
    for count, path in enumerate(("/moments/gus_next_door", "/@gus_next_door", f"/@gus_next_door/{moments.server.post}", "/home")):
        moments.open(path)
        moments.until(f"screen.textContent.includes('{SECRET}')")
        until(lambda: sum(SECRET in words for words in stored(moments, SECRET).values()) > count, f"{path} is kept before it is left")
    moments.open(f"/search?q={SEARCHED}")
    moments.open("/moments/gus_next_door")
    moments.until(f"screen.textContent.includes('{SECRET}')")
    moments.value("(screen.scrollTo(0, 600), true)")
    until(lambda: moments.browser.js("return Object.keys(sessionStorage).some((key) => key.startsWith('place '))"), "the place is kept")
    until(lambda: any(place.startswith("images: ") for place in stored(moments)), "pictures are kept")
    assert not any(place.startswith("pages: /search") for place in stored(moments)), "no page of a search is kept"


def sign_out(moments):
    moments.open("/me")
    moments.until("screen.querySelector('[data-tap=sign-out]')")
    moments.browser.tap("[data-tap=sign-out]")
    moments.until("screen.querySelector('.question .danger')")
    moments.browser.tap(".question .danger")


def test_TWT_16_who_signs_out_leaves_nothing_of_what_they_saw_on_the_device(place, people):
    place.browser.expect_errors(*OFFLINE)
    sign_in(place, people)
    read_around(place)
    sign_out(place)
    place.until("screen.matches('.welcome')")
    until(lambda: 200 in [request.status for request in place.site.requests if request.path == "/oauth/revoke"], "the token is given back")
    words = [SECRET, SEARCHED, "gus_next", "start=home", people["wren"].token.lower()]
    until(lambda: not any(stored(place, *words).values()), "nothing of it is stored")
    # The page that follows stores what it shows itself, and nothing else is stored.
    shown = {"images: " + url for url in place.browser.js(SHOWN)}
    left = set(stored(place)) - shown
    assert left <= {"pages: /me", "data: /.data/image index"}, left
    place.open("/moments/gus_next_door")
    place.until("screen.querySelectorAll('.moments-post').length > 0")
    place.site.stop()
    place.browser.reload()
    place.until("screen.querySelectorAll('.moments-post').length > 0")
    assert SECRET not in place.browser.js("return document.body.textContent"), "the next one is a stranger, who reads what strangers may"


def test_28_1_what_was_shared_to_the_app_and_not_taken_goes_as_well(place, people):
    sign_in(place, people)
    place.open("/me")
    place.until("screen.querySelector('[data-tap=sign-out]')")
    place.browser.js_async(f"caches.open('shared').then((cache) => cache.put('/share?1', new Response('{SECRET}')))")
    assert any(stored(place, SECRET).values())
    place.browser.tap("[data-tap=sign-out]")
    place.until("screen.querySelector('.question .danger')")
    place.browser.tap(".question .danger")
    place.until("screen.matches('.welcome')")
    until(lambda: not any(stored(place, SECRET).values()), "it is not there for the next member")


def test_TWT_16_without_a_network_it_goes_as_well(place, people):
    place.browser.expect_errors(*OFFLINE)
    sign_in(place, people)
    read_around(place)
    place.open("/me")
    place.site.stop()
    place.until("screen.querySelector('[data-tap=sign-out]')")
    place.browser.tap("[data-tap=sign-out]")
    place.until("screen.querySelector('.question .danger')")
    place.browser.tap(".question .danger")
    until(lambda: sessions(place.browser) == [], "nobody is signed in")
    place.browser.wait_until_running()
    until(lambda: not any(stored(place, SECRET, SEARCHED, "gus_next", "start=home").values()), "nothing of it is stored")
    left = {name for name in stored(place) if not name.startswith("localStorage: swiftlet.device revoke ")}
    assert left <= {"data: /.data/image index"}, left
    place.site.start()
    place.browser.js("dispatchEvent(new Event('online'))")
    until(lambda: not [name for name in stored(place) if "revoke" in name], "the token is given back later")


def test_TWT_16_of_two_accounts_the_other_keeps_what_is_theirs(place, people):
    sign_in(place, people, people["gus_next_door"])
    read_around(place)
    place.browser.js("localStorage.setItem('swiftlet.session 2 draft', '{\"text\":\"Gus writes\"}')")
    sign_out(place)
    place.until("screen.matches('.timeline')")
    until(lambda: not [name for name in stored(place) if "session 1 " in name], "nothing of hers is left")
    assert "localStorage: swiftlet.session 2 draft" in stored(place)
    assert [session["username"] for session in sessions(place.browser)] == ["gus_next_door"]
    assert not any(SEARCHED in name for name in stored(place, SEARCHED)), "nor of what she searched for"


def test_TWT_16_an_earlier_version_s_list_of_accounts_is_taken_over(place, people):
    wren, gus = people["wren"], people["gus_next_door"]
    place.browser.open(place.site.url + "/health", until_running=False)
    both = [wren.session(place.site.url), gus.session(place.site.url) | {"key": "2", "current": False}]
    place.browser.js("localStorage.setItem('swiftlet.sessions', arguments[0])", json.dumps(both))
    place.browser.js_async("caches.open('data').then((cache) => cache.put('/.data/' + encodeURIComponent('moments x gus'), new Response('x')))")
    place.open("/home")
    place.until("screen.querySelectorAll('.post').length > 0")
    assert [session["username"] for session in sessions(place.browser)] == ["wren", "gus_next_door"]
    assert "localStorage: swiftlet.sessions" not in stored(place)
    until(lambda: "data: /.data/moments x gus" not in stored(place), "a page that might be a member's is not kept for strangers")


# What is gone.

def test_28_1_whoever_is_gone_is_gone_from_the_device(place, people, browser):
    browser.expect_errors(*OFFLINE)
    sign_in(place, people)
    for path in ("/moments/gus_next_door", "/@gus_next_door/followers", "/@gus_next_door"):
        place.open(path)
        place.until("screen.querySelectorAll('.moments-post, .post, .listed').length > 0")
    pages = ("/moments/gus_next_door", "/@gus_next_door", "/@gus_next_door/followers")
    until(lambda: all(f"pages: {page}" in stored(place) for page in pages), "the pages are kept")
    copies = ("profile @gus_next_door", "followers gus_next_door")
    until(lambda: all(any(name.endswith(copy) for name in stored(place)) for copy in copies), "what is seen is kept")
    for pattern in (r"^/gus_next_door/(profile|tweets)", r"^/api/v1/accounts"):
        place.site.answers[pattern] = GONE
    place.open("/@gus_next_door")
    place.until("screen.querySelectorAll('.post').length === 0")
    gone = lambda: [name for name in stored(place) if name.startswith("pages: /@gus") or any(name.endswith(copy) for copy in copies)]
    until(lambda: not gone(), "no copy stays")


# Several tabs.

def test_FOL_02_whoever_another_tab_signs_in_or_out_is_so_in_all(place, people):
    wren, gus = people["wren"], people["gus_next_door"]
    sign_in(place, people)
    with second_tab(place, "/me") as show:
        place.until("screen.querySelector('[data-tap=sign-out]')")
        # Gus comes in there, and Wren goes.
        record = gus.session(place.site.url)
        place.browser.js(
            "for (const [key, text] of arguments[0]) localStorage.setItem(key, text)",
            [["swiftlet.session 5 account", json.dumps(record)], ["swiftlet.current", "5"]])
        place.browser.reload()
        place.until("screen.querySelector('[data-tap=sign-out]')")
        place.browser.js("localStorage.setItem('swiftlet.session 5 draft', '{\"text\":\"Gus writes\"}')")
        show(1)
        place.browser.js("document.dispatchEvent(new Event('visibilitychange'))")
        assert [session["username"] for session in sessions(place.browser)] == ["wren", "gus_next_door"]
        show(2)
        place.browser.js(
            "for (const key of Object.keys(localStorage)) if (key.startsWith('swiftlet.session 1 ')) localStorage.removeItem(key)")
        show(1)
        place.browser.until("return [...document.querySelectorAll('.screen')].length > 0", "it shows something")
        place.browser.js("document.dispatchEvent(new Event('visibilitychange'))")
        # Thirty seconds later it is as it was.
        place.browser.js("dispatchEvent(new Event('pagehide'))")
        assert [session["username"] for session in sessions(place.browser)] == ["gus_next_door"]
        until(lambda: not [name for name in stored(place) if "session 1 " in name], "nothing of hers comes back")
        place.browser.reload()
        assert [session["username"] for session in sessions(place.browser)] == ["gus_next_door"]
        assert place.browser.js("return localStorage['swiftlet.session 5 draft']"), "what he wrote is still there"


def test_28_1_a_page_that_comes_after_the_sign_out_is_not_stored(place, people):
    place.browser.expect_errors(*OFFLINE)
    sign_in(place, people)
    with second_tab(place, "/me") as show:
        # A page of the app would follow the sign-out, and give up where it was going.
        place.browser.driver.get(place.site.url + "/health")
        gate = place.site.hold("^/@gus_next_door$")
        place.browser.js("setTimeout(() => location.assign('/@gus_next_door'))")
        until(lambda: gate.waiting, "the page is asked for")
        show(1)
        sign_out(place)
        place.until("screen.matches('.welcome')")
        gate.open()
        came = lambda: [request for request in place.site.requests if request.path == "/@gus_next_door" and request.status == 200]
        until(came, "the page comes")
        place.open("/@gus_next_door?show=5")
        until(lambda: "pages: /@gus_next_door?show=5" in stored(place), "pages that come later are stored")
        assert "pages: /@gus_next_door" not in stored(place)


NO_LOCKS = """LockManager.prototype.request = () => {
  window.asked = (window.asked ?? 0) + 1;
  return Promise.reject(new DOMException("No lock.", "%s"));
};"""


@pytest.mark.parametrize("error", ["InvalidStateError", "AbortError", "SecurityError"])
def test_28_14_a_page_that_gets_no_lock_goes_on(place, people, error):
    """WebKit refuses locks to a page that is being left; browsers that store nothing refuse them to all."""
    place.site.script = NO_LOCKS % error
    sign_in(place, people)
    place.until("screen.querySelector('.post [data-tap^=favourite]')")
    for _ in range(3):
        place.browser.js("dispatchEvent(new Event('focus'))")
    assert 1 <= place.browser.js("return window.asked") < 20, "it is asked for, and not without end"
    if error == "SecurityError":  # no tab has it: each sends by itself
        place.browser.tap(".post [data-tap^=favourite]")
        until(lambda: [request for request in place.site.requests if request.path.endswith("/favourite")], "the like is sent")
