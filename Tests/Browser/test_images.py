"""MOM_07: the image cache, seen from the server: which images are requested, and how often."""
import re
import urllib.parse

from support.origins import until
from support.pictures import picture, post
from support.server import served


def link(source):
    return "/moments/ann?server=" + urllib.parse.quote(source.url, safe="")


def open_with_pictures(moments, source, count=12, **headers):
    """Opens a page of posts with one picture each, all different."""
    for number in range(count):
        source.route(f"/picture{number}.png", picture(160, 120, (number * 20 % 256, 90, 160), **headers))
    source.page("ann", [post("A line\n" * 5, images=[f"{source.url}/picture{n}.png"]) for n in range(count)])
    moments.open(link(source))
    moments.until("screen.querySelectorAll('.moments-post').length")


def test_MOM_07_scrolling_away_and_back_asks_once(moments, source):
    open_with_pictures(moments, source)
    while moments.posts < 12:
        moments.show_more()
    for _ in range(3):
        moments.value("screen.scrollTo(0, screen.scrollHeight)")
        moments.until_images()
        moments.value("screen.scrollTo(0, 500)")
        moments.until_images()
    asked = source.paths("^/picture")
    assert sorted(asked) == sorted(set(asked))


def test_MOM_07_reloading_asks_for_no_image_again(moments, site):
    """The browser loads the first screen's images with the page; afterwards they are stored on the device."""
    moments.open()
    moments.until_images()
    moments.until_kept()
    moments.value("screen.scrollTo(0, 300)")
    moments.browser.reload()
    moments.until_images(".cover .picture")
    before = len(site.paths("^/media/"))
    moments.browser.reload()
    moments.until_images(".cover .picture")
    moments.value("screen.scrollTo(0, 300)")
    moments.until_images()
    assert site.paths("^/media/")[before:] == []


NOTE_CANCELLED = """
const original = window.fetch;
window.cancelled = [];
window.fetch = (url, options) => {
  options?.signal?.addEventListener("abort", () => cancelled.push(String(url)));
  return original(url, options);
};
"""


def test_MOM_07_one_url_is_asked_for_once_at_the_server(moments, site):
    """A cancelled load, whose picture left the screen before it arrived, may be repeated; a completed one never is.

    The browser itself may have loaded the pictures of the server's first screen before the image cache stores them.
    WebKitGTK under automation is in private mode and can't take them from an HTTP cache."""
    _, html = served(site)
    first = set(re.findall(r"/media/[^\" ]+", html.split("<script")[-2]))
    moments.open()
    moments.browser.js(NOTE_CANCELLED)
    moments.show_all()
    moments.value("screen.scrollTo(0, 0)")
    moments.until_images(".cover .picture")
    asked = site.paths("^/media/")
    cancelled = moments.value("cancelled")
    again = {path for path in asked if asked.count(path) > 1 + cancelled.count(path)}
    assert again - first == set()
    assert all(asked.count(path) <= 2 + cancelled.count(path) for path in asked)
    assert len(set(asked) - first) > 30


def test_MOM_07_a_cancelled_load_is_asked_for_again_when_its_picture_comes_back(moments, source):
    gate = source.hold("^/picture")
    open_with_pictures(moments, source, 40)
    while moments.posts < 40:
        moments.show_more()
    moments.value("screen.scrollTo(0, 0)")
    until(lambda: source.count("^/picture0"), "the first image is being loaded")
    moments.value("screen.scrollTo(0, screen.scrollHeight)")
    until(
        lambda: [r for r in source.requests if r.path == "/picture0.png" and r.was_abandoned], "its load is cancelled")
    gate.open()
    moments.value("screen.scrollTo(0, 0)")
    moments.until_images()
    shown = source.count("^/picture0")
    moments.value("screen.scrollTo(0, screen.scrollHeight)")
    moments.until_images()
    moments.value("screen.scrollTo(0, 0)")
    moments.until_images()
    assert source.count("^/picture0") == shown


def test_MOM_07_the_same_image_twice_in_a_post_is_loaded_once(moments, source):
    source.route("/same.png", picture())
    source.page("ann", [post("Twice", images=[source.url + "/same.png"] * 2)])
    moments.open(link(source))
    moments.until("screen.querySelectorAll('.moments-post .photo img[data-state=shown]').length === 2")
    assert source.count("/same.png") == 1


def test_MOM_07_stored_images_are_revalidated_not_loaded_again(moments, source):
    open_with_pictures(moments, source, 3, ETag='"one"')
    moments.until("screen.querySelectorAll('.photo img[data-state=shown]').length > 0")
    shown = moments.value("screen.querySelectorAll('.photo img[data-state=shown]').length")
    until(lambda: moments.browser.js_async("caches.open('images').then((c) => c.keys()).then((k) => k.length)") >= shown, "images are stored")
    until(lambda: moments.browser.js_async("caches.open('data').then((c) => c.match('/.data/image%20index')).then((m) => !!m)"), "so is the index")
    moments.browser.reload()
    moments.until("screen.querySelectorAll('.photo img[data-state=shown]').length > 0")
    assert source.count("^/picture0") <= 2


def test_MOM_07_loads_of_images_that_left_the_screen_are_cancelled(moments, source):
    gate = source.hold("^/picture")
    open_with_pictures(moments, source, 40)
    while moments.posts < 40:
        moments.show_more()
    moments.value("screen.scrollTo(0, 0)")
    until(lambda: gate.waiting, "images are being loaded")
    first = {request.path for request in source.requests if request.path.startswith("/picture0")}
    moments.value("screen.scrollTo(0, screen.scrollHeight)")
    until(
        lambda: [r for r in source.requests if r.path in first and r.was_abandoned], "the load of the first image is cancelled")
    gate.open()
    moments.until_images()


def test_MOM_07_images_show_without_the_server(moments, source):
    open_with_pictures(moments, source, 4)
    moments.until_images()
    moments.value("screen.scrollTo(0, screen.scrollHeight)")
    moments.until_images()
    source.stop()
    moments.value("screen.scrollTo(0, 0)")
    moments.value("screen.scrollTo(0, screen.scrollHeight)")
    moments.until_images()


def test_MOM_07_a_failed_image_says_so_and_a_tap_tries_again(moments, source):
    moments.browser.expect_errors("Failed to load resource")
    source.page("ann", [post("Look", images=[source.url + "/late.png"])])
    moments.open(link(source))
    moments.until("screen.querySelector('.photo img[data-state=failed]')")
    mark = moments.value("getComputedStyle(screen.querySelector('.photo'), '::after').content")
    assert mark == '"↻"'
    source.route("/late.png", picture())
    moments.browser.tap(".photo")
    moments.until("screen.querySelector('.photo img[data-state=shown]')")
    assert not moments.value("document.querySelector('.viewer')")


def test_MOM_07_what_is_no_image_fails_and_leaves_the_page(moments, source):
    moments.browser.expect_errors("Failed to load resource")
    source.route("/text.png", "This is no picture")
    source.page("ann", [post("Look", images=[source.url + "/text.png"]), post("Still here")])
    moments.open(link(source))
    moments.until("screen.querySelector('.photo img[data-state=failed]')")
    assert moments.texts(".moments-post .text") == ["Look", "Still here"]


def test_MOM_07_the_app_asks_for_no_larger_copy_than_it_shows(moments, site):
    moments.open("/?show=100")
    moments.until_images(".cover .picture")
    sizes = moments.value("""[...screen.querySelectorAll('.grid .picture')]
      .filter((image) => image.complete && image.naturalWidth)
      .map((image) => [image.naturalWidth, image.clientWidth * devicePixelRatio])""")
    assert all(own <= 360 for own, _ in sizes)
    assert not site.count("original")
