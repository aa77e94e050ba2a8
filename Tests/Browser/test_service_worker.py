"""NEW_05: the service worker's cache, and responses that don't wait for it."""
import urllib.request

import pytest

from support.origins import Answer, until

EXPECTED = ("Failed to load resource", "An unknown error occurred when fetching the script", "Failed to update a ServiceWorker")
FULL = """Cache.prototype.put = async () => { throw new DOMException("The disk is full.", "QuotaExceededError") };"""
FULL_LATER = "addEventListener('activate', () => { " + FULL + " });"
BROKEN = """addEventListener("activate", () => { caches.open = async () => { throw new DOMException("Lost.", "UnknownError") } });"""
KEPT = """(async () => {
  const pages = (await caches.keys()).find((name) => name.startsWith("pages-"));
  const keys = pages ? await (await caches.open(pages)).keys() : [];
  return keys.map(({ url }) => url.slice(location.origin.length));
})()"""
FILL = """(async () => {
  const cache = await caches.open((await caches.keys()).find((name) => name.startsWith("pages-")));
  for (let number = 0; number < 60; number++) {
    const date = new Date(1.7e12 + 6e4 * ((number * 7) % 60)).toUTCString();
    await cache.put(`/tags/${(number * 7) % 60}`, new Response("", { headers: { date } }));
  }
})()"""


def kept(moments):
    return moments.browser.js_async(KEPT)


def until_in_charge(moments):
    moments.until("!!navigator.serviceWorker.controller", seconds=60)


def with_worker(site, script):
    """Serves the service worker with a script that runs before it."""
    own = urllib.request.urlopen(f"{site.upstream.url}/sw.js").read().decode()
    site.answers[r"^/sw\.js"] = Answer(script + own, type="text/javascript")


@pytest.mark.parametrize("script", [FULL_LATER, BROKEN], ids=["full", "broken"])
def test_NEW_05_where_nothing_can_be_kept_every_answer_of_the_server_arrives(moments, site, script):
    with_worker(site, script)
    moments.open("/settings")
    until_in_charge(moments)
    for path in ("/", "/moments", "/settings"):
        asked = site.count(f"^{path}$")
        moments.open(path)
        assert site.count(f"^{path}$") > asked
    # The worker caches the file with another language's texts.
    moments.browser.tap("[data-tap='language:el']")
    moments.until("document.documentElement.lang === 'el'")
    moments.browser.reload()
    moments.until("document.documentElement.lang === 'el'")


def test_NEW_05_a_worker_that_has_no_room_to_begin_with_takes_nothing_away(moments, site):
    moments.browser.expect_errors("disk", "QuotaExceeded", "ServiceWorker", "service worker")
    with_worker(site, FULL)
    moments.open("/")
    until(lambda: site.count("^/sw.js"), "it is being installed")
    until(lambda: moments.browser.js_async("navigator.serviceWorker.getRegistration().then((found) => !found)"), "it gave up")
    moments.browser.reload()
    assert moments.posts == 5


FILES = {
    "program": r"/assets/app\.[0-9a-f]+\.wasm", "second part": r"/assets/later\.[0-9a-f]+\.wasm", "shell": "^/shell$",
    "texts": "^/texts/",
}


@pytest.mark.parametrize("file", FILES)
def test_NEW_05_a_file_that_is_cut_off_is_not_stored(moments, site, file):
    """WebKit takes what came for all there is."""
    moments.browser.expect_errors(*EXPECTED, "could not start", "WebAssembly", "wasm", "service worker", "ServiceWorker")
    site.cut(FILES[file], *[2] * 20)
    moments.open("/settings", until_running=False)
    until(lambda: site.count("^/sw.js"), "it is being installed")
    until(lambda: moments.browser.js_async("navigator.serviceWorker.getRegistration().then((found) => !found)"), "it gave up")
    assert kept(moments) == []
    site.cuts.clear()
    moments.open("/settings")
    until_in_charge(moments)
    site.stop()
    moments.open("/settings")


def test_NEW_05_a_page_that_is_cut_off_is_not_stored(moments, site):
    moments.browser.expect_errors(*EXPECTED, "Policy: style-src-elem inline")
    moments.open("/settings")
    until_in_charge(moments)
    until(lambda: kept(moments) == ["/settings"], "the worker is done")
    site.cut("^/tags/half$", 2)
    moments.open("/tags/half", until_running=False)
    moments.open("/tags/whole")
    until(lambda: "/tags/whole" in kept(moments), "the last one is kept")
    assert "/tags/half" not in kept(moments)


def test_NEW_05_only_addresses_without_secrets_are_kept(moments, site):
    moments.open("/search?q=first-secret")
    until_in_charge(moments)
    moments.open("/search?q=second-secret")
    moments.open("/signed-in?code=third-secret&state=x")
    moments.open("/home?not-kept")
    site.answers["^/tags/private"] = Answer(
        "<!doctype html><title>Private</title>", type="text/html", headers={"Cache-Control": "private, no-store"})
    moments.open("/tags/private", until_running=False)
    moments.open("/moments/wren?show=10")
    moments.open("/settings#fourth-secret")
    until(lambda: "/settings" in kept(moments), "the last one is kept")
    assert sorted(kept(moments)) == ["/moments/wren?show=10", "/settings"]


def test_NEW_05_the_page_that_shows_while_the_worker_is_installed_is_kept(moments):
    moments.open("/settings")
    until_in_charge(moments)
    until(lambda: kept(moments) == ["/settings"], "it is kept")


def test_NEW_05_of_pages_50_are_kept_and_the_oldest_go_first(moments):
    moments.open("/settings")
    until_in_charge(moments)
    until(lambda: kept(moments), "the first one is kept")
    moments.browser.js_async(FILL)
    moments.open("/tags/0")
    until(lambda: len(kept(moments)) == 50, "50 are left")
    left = set(kept(moments))
    # The page that was opened again is no longer the oldest; ten of the others were deleted.
    assert left == {"/settings", "/tags/0"} | {f"/tags/{number}" for number in range(12, 60)}


def test_NEW_05_what_is_not_kept_opens_in_the_app_without_a_network(moments, site):
    moments.browser.expect_errors(*EXPECTED)
    moments.open("/settings")
    until_in_charge(moments)
    until(lambda: kept(moments), "the worker is done")
    site.stop()
    moments.open("/search?q=swift")
    moments.until("screen.querySelector('input[type=search]')?.value === 'swift'")
