"""Pictures in their places: with the same height before and after loading, in their own ratio, and with a message if
loading fails."""
import json
import urllib.parse

import pytest

from support.origins import Answer, until
from support.pictures import picture, png, post
from test_images import link
from test_threads import status as plain_status

WINDOW = "screen.getBoundingClientRect().top"


def attachment(url, width, height, description="A hill in the evening light, seen from the road"):
    size = {"width": width, "height": height}
    return {
        "id": "1", "type": "image", "url": url, "preview_url": url, "description": description,
        "meta": {"original": size, "small": size}}


def status(id, *pictures, **more):
    return plain_status(id, **more) | {"media_attachments": list(pictures)}


@pytest.fixture(scope="module")
def community(people, engine):
    server = people.server()
    server.post = people["wren"].request(server, "POST", "/api/v1/statuses", status="What do you see there?")
    yield server
    server.stop()


@pytest.fixture
def hill(source):
    source.route("/hill.png", picture(1690, 1170))
    return attachment(source.url + "/hill.png", 1690, 1170)


def boxes(moments, selector):
    return moments.value(
        "[...screen.querySelectorAll(arguments[0])].map((e) => e.getBoundingClientRect()).map((b) => [b.width, b.height])",
        selector)


def test_THR_03_a_reply_below_a_picture_stands_still_when_the_picture_comes(moments, community, site, source, hill):
    gate = source.hold("^/hill")
    thread = site.hold("/context$")
    site.answers["/context$"] = Answer({"ancestors": [status(1, hill), status(2, hill, reply_to=1)], "descendants": []})
    moments.open(f"/@wren/{community.post['id']}")
    moments.until("!!screen.querySelector('.large')")
    top = moments.value("screen.querySelector('.large').getBoundingClientRect().top")
    thread.open()
    moments.until("screen.querySelectorAll('.ancestor .single .picture').length === 2")
    before = boxes(moments, ".single .picture")
    assert moments.value("screen.querySelector('.large').getBoundingClientRect().top") == pytest.approx(top, abs=1.5)
    assert all(abs(width * 1170 / 1690 - height) < 1.5 for width, height in before)
    gate.open()
    moments.value("screen.scrollBy(0, -200)")
    moments.until("screen.querySelectorAll('.single .picture[data-state=shown]').length === 2")
    assert boxes(moments, ".single .picture") == before
    assert moments.value("screen.querySelector('.large').getBoundingClientRect().top") == pytest.approx(top + 200, abs=1.5)


PLACE = """(() => {
  const bar = screen.querySelector('.bar').getBoundingClientRect().bottom; // what it covers doesn't show
  const cells = [...screen.querySelectorAll('.post[data-tap]')];
  const cell = cells.find((cell) => cell.getBoundingClientRect().bottom > Math.max(0, bar) + 1);
  return [cell.dataset.key, cell.getBoundingClientRect().top];
})()"""
TOP_OF = "screen.querySelector(`[data-key=${CSS.escape(arguments[0])}]`).getBoundingClientRect().top"


@pytest.fixture
def home(moments, people, site, hill):
    """A home timeline of 60 posts. Every second has a picture, either all of the same ratio or all of unknown
    size."""
    def posts(request):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(request.path).query)
        newest = int(query.get("max_id", ["1061"])[0]) - 1
        return Answer([
            status(n, *([hill] if n % 2 else []), minute=n, text=f"Post {n}. " * (n % 5 + 1)) for n in range(newest, max(newest - 20, 1000), -1)])
    relayed = site.answer
    site.answer = lambda request: posts(request) if "/timelines/home" in request.path else relayed(request)
    people["wren"].sign_in(moments.browser, site)
    moments.open("/home")
    moments.until("screen.querySelectorAll('.post[data-tap]').length === 20")
    return moments


def scroll_into(home, index):
    home.value("screen.querySelectorAll('.post[data-tap]')[arguments[0]].scrollIntoView()", index)
    home.until_images(".post .single .picture")
    home.value("screen.scrollBy(0, -37)")
    key, top = home.value(PLACE)
    until(lambda: home.browser.js(
        "return Object.entries(localStorage).some(([key, text]) => key.endsWith('place home') && text.endsWith(arguments[0]))",
        key), "the place is kept")
    return key, top


def test_NEW_15_a_reload_lands_where_it_was_between_pictures(home):
    key, top = scroll_into(home, 13)
    home.browser.reload()
    home.until(f"screen.querySelector('.post') && {PLACE}[0] === arguments[0]", key)
    home.until_images(".post .single .picture")
    assert home.value(TOP_OF, key) == pytest.approx(top, abs=1.5)


def test_NEW_15_after_a_reload_scrolling_up_past_pictures_does_not_jump(home):
    key, _ = scroll_into(home, 13)
    home.browser.reload()
    home.until(f"screen.querySelector('.post') && {PLACE}[0] === arguments[0]", key)
    for _ in range(12):
        place, top = home.value(PLACE)
        scrolled = home.value("[screen.scrollTop, screen.scrollBy(0, -150), screen.scrollTop]")
        home.until_images(".post .single .picture")
        assert home.value(TOP_OF, place) == pytest.approx(top + scrolled[0] - scrolled[2], abs=1.5)


SIZES = [
    (1600, 1060, 169, 112), (800, 800, 169, 169), (600, 1200, 90, 180), (2000, 200, 169, 48), (100, 1000, 48, 180), (30, 20, 169, 113),
]


def test_MOM_03_a_picture_of_unknown_size_fills_its_box(moments, source):
    """On another server's page, which has no sizes, the pictures get the same size as imported ones (moments-look.md,
    one image)."""
    for width, height, *_ in SIZES:
        source.route(f"/{width}x{height}.png", picture(width, height))
    source.page("ann", [post("Look", images=[f"{source.url}/{w}x{h}.png"]) for w, h, *_ in SIZES])
    moments.open(link(source))
    moments.until("screen.querySelectorAll('.moments-post').length >= 5")
    while moments.posts < len(SIZES):
        moments.show_more()
    for index, (width, height, *shown) in enumerate(SIZES):
        moments.value("screen.querySelectorAll('.single .photo')[arguments[0]].scrollIntoView({ block: 'center' })", index)
        moments.until(f"screen.querySelectorAll('.single .picture')[{index}].dataset.state === 'shown'")
        for selector in (".single .photo", ".single .picture"):
            assert boxes(moments, selector)[index] == pytest.approx(shown, abs=1), f"{selector} of {width}x{height}"


def test_MOM_07_a_picture_that_failed_before_the_app_ran_says_so_and_can_be_tried_again(moments, site):
    moments.browser.expect_errors("Failed to load resource")
    gate = site.hold("^/assets/app.*wasm")
    site.answers["^/media/"] = Answer(status=404)
    moments.open(until_running=False)
    moments.until("[...document.images].filter((image) => image.complete && !image.naturalWidth).length > 2")
    gate.open()
    moments.browser.wait_until_running()
    moments.until("screen.querySelector('.photo .picture[data-state=failed]')")
    moments.until("[...screen.querySelectorAll('.avatar img')].some((image) => image.dataset.state === 'failed')")
    mark = "getComputedStyle(screen.querySelector('.photo:has([data-state=failed])'), '::after').content"
    assert moments.value(mark) == '"↻"'
    assert moments.value("getComputedStyle(screen.querySelector('.avatar img[data-state=failed]')).opacity") == "0"
    del site.answers["^/media/"]
    moments.browser.tap(".photo:has([data-state=failed])")
    moments.until("screen.querySelector('.photo .picture[data-state=shown]')")


@pytest.mark.parametrize("type", [None, "application/octet-stream", "text/plain"])
def test_MOM_07_what_can_be_decoded_is_a_picture_whatever_it_is_called(moments, source, type):
    source.route("/nameless.png", Answer(png(160, 120), type=type))
    source.page("ann", [post("Look", images=[source.url + "/nameless.png"])])
    moments.open(link(source))
    moments.until("screen.querySelector('.photo img[data-state=shown]')?.naturalWidth === 160")


@pytest.mark.parametrize("type", [None, "application/octet-stream", "text/html"])
def test_MOM_07_what_can_not_be_decoded_is_no_picture_and_is_not_kept(moments, source, type):
    source.route("/page.png", Answer("<!doctype html><script>document.title = 'active'</script>", type=type))
    source.page("ann", [post("Look", images=[source.url + "/page.png"])])
    moments.open(link(source))
    moments.until("screen.querySelector('.photo img[data-state=failed]')")
    until(
        lambda: not moments.browser.js_async("caches.open('images').then((c) => c.match(arguments[0]))".replace("arguments[0]", json.dumps(source.url + "/page.png"))),
        "it is not stored")


INDEX = "caches.open('data').then((c) => c.match('/.data/image%20index')).then((kept) => kept?.text() ?? '')"
HANG = """
const put = Cache.prototype.put;
window.puts = 0;
Cache.prototype.put = function (key, ...rest) {
  return String(key).includes("/picture") ? new Promise(() => { window.puts += 1 }) : put.call(this, key, ...rest);
};
"""


def test_MOM_07_stored_pictures_show_while_others_are_written(moments, source):
    """A write that never ends doesn't delay the reading of another picture."""
    for number in range(12):
        source.route(f"/picture{number}.png", picture(160, 120, (number * 20 % 256, 90, 160)))
    stored = [post("A line\n" * 5, images=[f"{source.url}/picture{n}.png"]) for n in range(6)]
    source.page("ann", stored)
    moments.open(link(source))
    moments.until_posts(5)
    moments.show_all()
    moments.value("screen.scrollTo(0, screen.scrollHeight)")
    moments.until_images()
    until(lambda: moments.browser.js_async("caches.open('images').then((c) => c.keys()).then((k) => k.length)") >= 6, "they are stored")
    until(lambda: moments.browser.js_async(INDEX).count("/picture") == 6, "and in the index, which is written less often")
    fresh = [post("New", images=[f"{source.url}/picture{n}.png" for n in range(6, 12)])]
    source.page("ann", fresh + stored)
    gate = source.hold("^/picture([6-9]|1)")
    moments.browser.reload()
    moments.browser.js(HANG)
    asked = len(source.paths("^/picture[0-5]"))
    gate.open()
    moments.until("screen.querySelectorAll('.grid .picture[data-state=shown]').length === 6")
    moments.until("window.puts === 6")
    for post_ in range(1, 5):
        moments.value("screen.querySelectorAll('.moments-post')[arguments[0]].scrollIntoView()", post_)
        moments.until_images()
    assert len(source.paths("^/picture[0-5]")) == asked


COUNT = """
const put = Cache.prototype.put;
window.written = [];
Cache.prototype.put = function (key, ...rest) {
  if (String(key).includes("image%20index")) window.written.push(performance.now());
  return put.call(this, key, ...rest);
};
"""


def test_MOM_07_the_index_is_written_at_most_once_in_two_seconds(moments, source):
    for number in range(30):
        source.route(f"/picture{number}.png", picture(160, 120, (number * 8 % 256, 90, 160)))
    source.page("ann", [post("A line\n" * 5, images=[f"{source.url}/picture{n}.png"]) for n in range(30)])
    moments.open(link(source))
    moments.browser.js(COUNT)
    while moments.posts < 30:
        moments.show_more()
        moments.until_images()
    until(lambda: moments.value("written.length") > 0, "the index is written")
    times = moments.value("written")
    assert all(later - earlier >= 1900 for earlier, later in zip(times, times[1:]))
