"""FOL_04: seen profiles and threads are cached on the device, and the oldest are deleted first."""
import pytest

from support.origins import until

OFFLINE = ("Failed to load resource", "An unknown error occurred when fetching the script", "Failed to update a ServiceWorker")
SAID = "screen.querySelector('.notice')?.textContent.includes('You are offline. Last loaded: Just now')"
NAMES = """caches.open('data').then((cache) => cache.keys())
  .then((all) => all.map(({ url }) => decodeURIComponent(new URL(url).pathname.slice(7))))"""
FILL = """caches.open('data').then(async (cache) => {
  for (const [name, count] of [['profile', 205], ['thread', 55]]) {
    for (let i = 0; i < count; i++) {
      const body = new Uint8Array(100);
      await cache.put('/.data/' + encodeURIComponent(`session 1 ${name} old${i}`), new Response(body, { headers: { 'content-length': 100 } }));
    }
  }
})"""


@pytest.fixture(scope="module")
def community(people, engine):
    server = people.server()
    post = people["wren"].request(server, "POST", "/api/v1/statuses", status="The swifts are back")
    people["wren"].request(server, "POST", "/api/v1/statuses", status="Over the mill", in_reply_to_id=post["id"])
    server.post = post["id"]
    yield server
    server.stop()


@pytest.fixture
def wren(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    return people["wren"]


def kept(moments, kind):
    """Returns the names of the cached entries of a kind, the oldest first."""
    return [name.split(" ", 3)[3] for name in moments.browser.js_async(NAMES) if name.startswith(f"session 1 {kind} ")]


def test_FOL_04_people_and_threads_are_there_without_a_network_and_say_how_old_they_are(moments, wren, community):
    moments.browser.expect_errors(*OFFLINE)
    thread = f"/@wren/{community.post}"
    moments.open(thread)
    moments.until("screen.querySelectorAll('.post').length === 2")
    moments.open("/@wren")
    moments.until("screen.querySelectorAll('.post[data-tap] .words').length > 1")
    posts = moments.texts(".post .words")
    until(lambda: kept(moments, "profile") and kept(moments, "thread"), "both are kept")
    moments.until("!!navigator.serviceWorker.controller")
    moments.site.stop()
    moments.browser.reload()
    moments.until("screen.querySelectorAll('.post').length > 1")
    moments.until(SAID)
    assert moments.texts(".post .words") == posts
    assert moments.value("screen.querySelector('.identity .nick') !== null")
    moments.browser.tap(".post[data-tap] .words", posts.index("The swifts are back"))
    moments.until("screen.matches('.thread') && screen.querySelectorAll('.post').length === 2")
    moments.until(SAID)
    assert moments.texts(".post .words") == ["The swifts are back", "Over the mill"]


def test_FOL_04_of_people_200_are_kept_and_of_threads_50_and_the_oldest_go_first(moments, wren, community):
    moments.open("/home")
    moments.browser.js_async(FILL)
    moments.open(f"/@wren/{community.post}")
    moments.until("screen.querySelectorAll('.post').length === 2")
    until(lambda: len(kept(moments, "thread")) == 50, "of threads 50 stay")
    threads, profiles = kept(moments, "thread"), kept(moments, "profile")
    assert threads[-1] == community.post and threads[0] == "old6"
    assert len(profiles) == 200 and profiles[0] == "old5"
    moments.open("/@wren")
    moments.until("screen.querySelectorAll('.post').length > 1")
    until(lambda: kept(moments, "profile")[-1] == "@wren", "the latest is the last")
    assert len(kept(moments, "profile")) == 200
    # Data outside of sessions has limits of its own.
    assert len(kept(moments, "thread")) == 50


FILL_OTHERS = """caches.open('data').then(async (cache) => {
  for (const name of ['timeline file', ...Array.from({ length: 105 }, (_, i) => `stranger moments http://a.example old${i}`)]) {
    await cache.put('/.data/' + encodeURIComponent(name), new Response(new Uint8Array(100), { headers: { 'content-length': 100 } }));
  }
})"""


def test_FOL_04_copies_that_belong_to_nobody_have_a_limit_too_and_a_file_has_none(moments, community):
    moments.open("/settings")
    moments.until("screen.matches('.settings')")
    moments.browser.js_async(FILL_OTHERS)
    moments.open("/moments/wren")
    moments.until("screen.querySelectorAll('.moments-post').length > 0")
    pages = lambda: [name for name in moments.browser.js_async(NAMES) if name.startswith("stranger moments ")]
    until(lambda: pages()[-1].endswith(" wren"), "the page is kept")
    until(lambda: len(pages()) == 100, "100 pages stay")
    assert pages()[0] == "stranger moments http://a.example old6"
    assert "timeline file" in moments.browser.js_async(NAMES)


def test_FOL_04_signing_out_takes_it_away(moments, wren, community):
    """Deletes everything, although there is much and the app goes to another page at once."""
    moments.open(f"/@wren/{community.post}")
    moments.until("screen.querySelectorAll('.post').length === 2")
    until(lambda: kept(moments, "thread"), "it is kept")
    moments.browser.js_async(FILL)
    moments.open("/me")
    moments.until("screen.querySelector('[data-tap=sign-out]')")
    moments.browser.tap("[data-tap=sign-out]")
    moments.until("screen.querySelector('.question .danger')")
    moments.browser.tap(".question .danger")
    until(lambda: not [name for name in moments.browser.js_async(NAMES) if name.startswith("session 1 ")], "nothing is left")
