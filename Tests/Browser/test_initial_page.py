"""NEW_01 and NEW_04: the page is readable without the app, and the app hydrates it unchanged."""
import gzip
import json
import re
import urllib.request

from support.server import assets_folder, served

TAKEN_OVER = 2000
FIRST_FILES = {"app.wasm", "bridge.js", "app.css", "sw.js"}
LATER_FILES = {"later.wasm", "bridge-later.js", "later.css"}
FIRST_BOUND = 248_000
SECOND_BOUND = 443_000
TEXTS_BOUND = 5_400


def without_scripts(moments):
    """Turns scripts off. For WebKitGTK the server's pages come without scripts, as its own setting would stop the
    driver as well."""
    moments.browser.use(allows_scripts=False)
    return moments


def test_NEW_01_the_app_is_webassembly_and_nothing_else(moments):
    moments.open()
    names = moments.value("performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)")
    assert any(re.fullmatch(r"/assets/app\.[0-9a-f]+\.wasm", name) for name in names)
    scripts = [name for name in names if name.endswith(".js") and not name.startswith("/.test/")]
    names = [re.sub(r"\.[0-9a-f]+\.", ".", name) for name in scripts]
    assert names[:1] == ["/assets/bridge.js"] and set(names[1:]) <= {"/assets/bridge-later.js", "/sw.js"}
    assert moments.value("typeof window.swiftlet.operations") == "number"


def test_NEW_01_the_app_stays_within_its_size(community):
    """Counts the bytes over the wire until the app runs, with one language's texts:
    docs/decisions/0004-size-of-the-app.md."""
    folder = assets_folder()
    files = json.loads((folder / "manifest.json").read_text())["files"]
    sizes = {
        file["name"]: (folder / (file["file"] + ".br")).stat().st_size
        for file in files if file["name"] in FIRST_FILES | LATER_FILES}
    english, *others = sizes_of_texts(community)
    assert sum(sizes[name] for name in FIRST_FILES) + english <= FIRST_BOUND, sizes
    assert sum(sizes[name] for name in LATER_FILES) <= SECOND_BOUND, "what comes when the app runs"
    assert max(others) <= TEXTS_BOUND, others


def sizes_of_texts(server):
    """Returns the size of each language's texts as sent by the server, English first."""
    _, html = served(server)
    for address in re.search('data-texts="([^"]+)"', html)[1].split():
        request = urllib.request.Request(server.url + address, headers={"Accept-Encoding": "br, gzip"})
        with urllib.request.urlopen(request) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            yield len(answer.read())


def test_NEW_04_the_first_screen_comes_in_one_round_trip(moments, site):
    """The page alone has everything needed for reading: posts, style and all."""
    _, html = served(site)
    assert html.count('class="moments-post"') == 5
    assert "<style>" in html and 'rel="stylesheet"' not in html.partition("</main>")[0]
    assert len(gzip.compress(html.encode())) < 14_600 * 2, "two round trips of TCP's first window at most"
    moments.open()
    assert moments.posts == 5


def test_NEW_04_it_reads_without_javascript(moments):
    without_scripts(moments).open(until_running=False)
    assert moments.value("document.documentElement.dataset.app") is None
    assert moments.posts == 5
    moments.until_images(".cover .picture")
    moments.value("screen.querySelector('.photo').scrollIntoView()")
    moments.until_images()
    assert moments.value("[...screen.querySelectorAll('.photo')].every((a) => a.href.includes('/media/'))")
    assert moments.value("[...screen.querySelectorAll('.name')].every((a) => a.href.includes('/moments/'))")


def test_NEW_04_without_javascript_long_text_is_not_folded(moments):
    """WebKitGTK's scripting can't be turned off (see above), so its page doesn't know that JavaScript is off."""
    without_scripts(moments).open(until_running=False)
    if moments.browser.name == "webkit":
        assert moments.value("screen.querySelectorAll('.text').length") > 0
        return
    assert moments.value("[...screen.querySelectorAll('.text')].every((text) => text.scrollHeight <= text.clientHeight + 1)")


def test_NEW_04_links_page_through_all_posts_without_javascript(moments):
    without_scripts(moments).open(until_running=False)
    for count in (10, 15):
        href = moments.value("screen.querySelector('.list-footer .more').href")
        assert href.endswith(f"/moments/wren?show={count}")
        moments.browser.tap(".list-footer .more")
        moments.until_posts(count)
    moments.open("/moments/wren?show=40", until_running=False)
    moments.browser.tap(".list-footer .more")
    moments.until_posts(42)
    assert moments.value("!screen.querySelector('.list-footer .more')")


def test_NEW_04_people_and_languages_are_links_without_javascript(moments):
    without_scripts(moments).open(until_running=False)
    moments.browser.tap(".moments-post:nth-of-type(2) .nick .name")
    moments.until("location.pathname === '/moments/xiaoyu'")
    moments.until("screen.querySelector('.header .nick').textContent === '小雨'")
    moments.open("/settings", until_running=False)
    moments.browser.tap("[lang=zh-Hans]")
    moments.until("document.documentElement.lang === 'zh-Hans' && screen.querySelector('.title').textContent === '设置'")
    moments.open(until_running=False)
    assert moments.value("document.documentElement.lang") == "zh-Hans"


def test_NEW_04_taking_over_changes_nothing(moments, site):
    moments.open()
    assert moments.value("swiftlet.operations") == 0
    moments.browser.js_async(f"new Promise((done) => setTimeout(done, {TAKEN_OVER}))")
    assert moments.value("swiftlet.operations") == 0
    _, html = served(site, **{"Accept-Language": "en"})
    body = re.search(r'<main id="app">(.*?)</main>', html, re.S)[1]
    before, now = moments.browser.js(NORMALIZED + "return [normalized(parsed(arguments[0])), normalized(document.querySelector('main'))]", body)
    assert now == before


NORMALIZED = """
// What the bridge notes on elements: which text is long, which images are shown, which of how many rows a cell is.
const marks = ["data-long", "data-state", "data-url", "aria-posinset", "aria-setsize"];
const parsed = (html) => {
  const element = new DOMParser().parseFromString(`<main id="app">${html}</main>`, "text/html").querySelector("main");
  return element;
};
const normalized = (main) => {
  const copy = document.importNode(main, true);
  for (const element of copy.querySelectorAll("*")) for (const mark of marks) element.removeAttribute(mark);
  for (const time of copy.querySelectorAll("time")) time.textContent = "";
  return copy.innerHTML;
};
"""


def test_NEW_04_reopening_the_same_page_performs_no_operation(moments):
    moments.open("/?show=15")
    moments.browser.js_async("new Promise((done) => setTimeout(done, 500))")
    moments.browser.tap("[data-tap=settings]")
    moments.until("screen.matches('.settings')")
    moments.browser.back()
    moments.until("screen.matches('.moments')")
    assert moments.value("swiftlet.operations") == 0
