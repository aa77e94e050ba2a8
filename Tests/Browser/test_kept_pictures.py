"""NEW_07: pictures on the device: which code draws them, their storage, and interruptions before they are posted."""
import contextlib
import json

import pytest
from selenium.common.exceptions import WebDriverException

from support.fixtures import community, composing, photos
from support.origins import Answer, until
from support.photos import jpeg_size, turned_photo
from support.pictures import png

READS_PIXELS = True

HINDRANCES = ("ERR_", "Failed to load", "connect", "Load failed", "network", "503")
"""Browsers' messages about failed requests."""


def open_from_home(composing):
    composing.open_home()
    composing.moments.value("screen.querySelector('[data-tap=compose]').click()")
    composing.until_open()


def until_online(composing):
    composing.site.answers.clear()
    composing.browser.js("dispatchEvent(new Event('online'))")


# Drawing.

COUNTED = """
window.drawn = 0;
const { toBlob } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.toBlob = function (...values) { window.drawn++; return toBlob.apply(this, values); };
"""
WITHOUT_WORKERS = COUNTED + "window.Worker = undefined;"
IGNORES_ORIENTATION = WITHOUT_WORKERS + """
const decode = window.createImageBitmap;
window.createImageBitmap = async (file, options) => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const at = bytes.findIndex((byte, at) => byte === 0x45 && bytes[at + 1] === 0x78 && bytes[at + 2] === 0x69);
  if (at >= 0) bytes[at] = 0;
  return decode(new Blob([bytes], { type: file.type }), options);
};
"""
"""Ignores the orientation in the metadata, as Safari before 17 did."""


@pytest.mark.parametrize("given, drawn", [(COUNTED, 0), (WITHOUT_WORKERS, 2), (IGNORES_ORIENTATION, 2)],
                         ids=["beside the page", "without workers", "without orientation"])
def test_NEW_07_pictures_are_made_smaller_beside_the_page_and_turned_in_any_case(composing, photos, given, drawn):
    composing.open()
    composing.browser.js(given)
    turned = turned_photo()
    width, height = jpeg_size(turned)
    photos.choose(photos.file("large.png", png(2600, 1300)), photos.file("turned.jpg", turned))
    photos.until_uploaded(2)
    assert {jpeg_size(upload["file"]) for upload in photos.uploads()} == {(2048, 1024), (height, width)}
    assert composing.browser.js("return window.drawn") == drawn


def test_NEW_07_the_first_picture_is_made_smaller_without_a_network(composing, photos):
    """The script that draws it was loaded with the app."""
    composing.open()
    composing.browser.until_installed()
    composing.open()
    composing.browser.expect_errors(*HINDRANCES)
    composing.site.stop()
    photos.choose(photos.file("large.png", png(2600, 1300)))
    photos.until_shown(1)
    composing.site.start()
    until_online(composing)
    photos.until_uploaded(1)
    assert jpeg_size(photos.uploads()[-1]["file"]) == (2048, 1024)


def hurry(browser, **times):
    """Replaces timeouts of certain lengths by the test's."""
    browser.js(
        "const wait = window.setTimeout, times = arguments[0];"
        "window.setTimeout = (work, time, ...values) => wait(work, times[time] ?? time, ...values);", times)


def test_NEW_07_a_worker_that_hangs_holds_up_no_other_picture(composing, photos):
    """Simulates a worker that the system has ended without notice."""
    composing.open()
    composing.browser.js(COUNTED + "Worker.prototype.postMessage = () => {};")
    hurry(composing.browser, **{"30000": 300})
    photos.choose(photos.file("large.png", png(2600, 1300)), *photos.plain((0, 200, 0)))
    photos.until_uploaded(2)
    assert composing.browser.js("return window.drawn") == 2
    assert (2048, 1024) in {jpeg_size(upload["file"]) for upload in photos.uploads()}


def test_NEW_07_a_picture_that_hangs_goes_without_its_metadata_and_the_next_one_is_made_smaller(composing, photos):
    composing.open()
    composing.browser.js("""
      Worker.prototype.postMessage = () => {};
      const { createElement } = document;
      let made = 0;
      document.createElement = function (name) {
        const element = createElement.call(document, name);
        if (name === "canvas" && made++ === 0) element.toBlob = () => {};
        return element;
      };""")
    hurry(composing.browser, **{"30000": 100, "60000": 1500})
    hanging = png(2600, 1300)
    photos.choose(photos.file("large.png", hanging), *photos.plain((0, 200, 0)))
    photos.until_uploaded(2)
    files = [upload["file"] for upload in photos.uploads()]
    assert hanging in files and (90, 60) in {jpeg_size(file) for file in files if file != hanging}


def test_NEW_07_a_storage_that_hangs_stands_in_nobodys_way(composing, photos):
    composing.open()
    composing.browser.js("IDBFactory.prototype.open = () => ({});")
    hurry(composing.browser, **{"10000": 100})
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0)))
    composing.browser.until("return document.querySelector('.toasts').textContent.includes('no room')", "it is said")
    photos.until_uploaded(2)


# Storage.

FULL = """
const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (...values) {
  const request = put.apply(this, values);
  this.transaction.abort();
  return request;
};
"""


def fill(browser, url):
    """Fills the storage. Chromium lets a test set the quota; in other engines writes are refused."""
    if browser.name == "chromium":
        browser.command("Storage.overrideQuotaForOrigin", origin=url, quotaSize=1)
    else:
        browser.js(FULL)


def test_NEW_07_what_the_device_has_no_room_for_is_said_at_once_and_posted_all_the_same(composing, photos):
    composing.open()
    text = composing.unique("No room")
    composing.write(text)
    composing.browser.expect_errors("503")
    composing.site.answers["^/api/v2/media"] = Answer({"error": "busy"}, 503)
    fill(composing.browser, composing.site.url)
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0)))
    composing.browser.until("return document.querySelector('.toasts').textContent.includes('no room')", "it is said")
    photos.until_shown(2)
    assert photos.kept() == [], "the device has kept none"
    until_online(composing)
    composing.send()
    assert len(composing.posted(text)["media_attachments"]) == 2


def test_NEW_07_the_device_is_asked_to_keep_what_it_has(composing, photos):
    composing.open()
    composing.browser.js(
        "window.asked = 0;"
        "Object.defineProperty(navigator, 'storage', { value: { persist: async () => { window.asked++; return true; } } })")
    assert composing.browser.js("return window.asked") == 0
    photos.choose(*photos.plain((200, 0, 0)))
    photos.until_shown(1)
    assert composing.browser.js("return window.asked") == 1


# Interruptions before they are posted.

def test_NEW_07_what_was_chosen_and_not_yet_read_survives_a_reload(composing, photos):
    """The device stores the bytes before it processes them, because phones end pages during that."""
    composing.open()
    text = composing.unique("Not read yet")
    composing.write(text)
    composing.browser.js("Worker.prototype.postMessage = () => {};")
    photos.choose(photos.file("large.png", png(2600, 1300)), *photos.plain((0, 200, 0), (0, 0, 200)))
    until(lambda: len(photos.kept()) == 3, "the device has all three")
    assert composing.moments.value("screen.querySelectorAll('.tile .spokes').length") == 3
    composing.browser.reload()
    composing.until_open()
    photos.until_shown(3)
    composing.send()
    assert len(composing.posted(text)["media_attachments"]) == 3
    assert {jpeg_size(upload["file"]) for upload in photos.uploads()} == {(2048, 1024), (90, 60)}
    until(lambda: photos.kept() == [], "the device keeps nothing of what was posted")


def test_NEW_07_an_answer_that_takes_long_is_waited_for(composing, photos):
    """The system accepts the whole picture long before a slow network has delivered it."""
    composing.open()
    hurry(composing.browser, **{"30000": 300, "120000": 20_000})
    gate = composing.site.hold("^/api/v2/media")
    photos.choose(*photos.plain((200, 0, 0)))
    until(lambda: gate.waiting, "it is being sent")
    composing.browser.js_async("new Promise((done) => setTimeout(done, 1500))")
    assert gate.waiting
    gate.open()
    photos.until_uploaded(1)
    assert len(photos.uploads()) == 1


class FragileTab:
    """A tab in front, which can crash while the first one goes on."""

    def __init__(self, browser):
        self.browser = browser
        browser.driver.get("about:blank")
        browser.driver.switch_to.new_window("tab")
        browser.command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        browser.reader = None
        browser.use()

    def crash(self):
        """Ends the tab's process without notice, as when a phone is out of memory."""
        with contextlib.suppress(WebDriverException):  # the crashed tab doesn't respond
            self.browser.command("Page.crash")
        until(self.has_crashed, "the tab is gone")
        driver = self.browser.driver
        driver.close()
        driver.switch_to.window(driver.window_handles[0])

    def has_crashed(self):
        try:
            return self.browser.js("return false")
        except WebDriverException as error:
            return "crashed" in error.msg


def test_NEW_07_a_crash_takes_no_picture_and_what_waits_is_posted_once(composing, photos):
    """Crashes first while the pictures are in a draft, then while the post waits for them."""
    browser = composing.browser
    if browser.name == "webkit":
        pytest.skip("WebKit's driver ends its session with any page that crashes, and what the browser kept goes with it")
    tab = FragileTab(browser)
    browser.expect_errors("503")
    open_from_home(composing)
    text = composing.unique("Crashed")
    composing.write(text)
    composing.site.answers["^/api/v2/media"] = Answer({"error": "busy"}, 503)
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0)))
    photos.until_shown(2)
    tab.crash()
    tab = FragileTab(browser)
    open_from_home(composing)
    photos.until_shown(2)
    assert composing.text == text
    composing.send()
    waiting = f"screen.querySelector('.post.waiting')?.textContent.includes({json.dumps(text)})"
    composing.moments.until(waiting)
    tab.crash()
    browser.expect_errors("503")
    composing.site.answers.clear()
    composing.moments.open("/home")
    assert len(composing.posted(text)["media_attachments"]) == 2
    composing.moments.until(f"!{waiting}")
    until(lambda: photos.kept() == [], "the device keeps nothing of what was posted")
    assert composing.posts_with(text) == 1


# Two at once.

def test_NEW_07_what_waits_is_posted_once_with_two_tabs_open(composing, photos):
    browser = composing.browser
    if browser.name == "webkit":
        pytest.skip("WebKit paints no page that lies behind another one, and its driver waits for what such a page shows")
    open_from_home(composing)
    text = composing.unique("Two tabs")
    composing.write(text)
    browser.expect_errors(*HINDRANCES)
    composing.site.answers["^/api/v2/media"] = Answer({"error": "busy"}, 503)
    photos.choose(*photos.plain((200, 100, 0), (0, 200, 100)))
    photos.until_shown(2)
    composing.send()
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    composing.moments.open("/home")
    waiting = f"screen.querySelector('.post.waiting')?.textContent.includes({json.dumps(text)})"
    composing.moments.until(waiting)
    composing.site.answers.clear()
    tabs = [first, browser.driver.current_window_handle]
    for tab in tabs:
        browser.driver.switch_to.window(tab)
        browser.js("dispatchEvent(new Event('online'))")
    assert len(composing.posted(text)["media_attachments"]) == 2
    for tab in tabs:
        browser.driver.switch_to.window(tab)
        composing.moments.until(f"!{waiting} && screen.textContent.includes({json.dumps(text)})")
        assert "wasn’t accepted" not in browser.js("return document.querySelector('.toasts').textContent")
    until(lambda: photos.kept() == [], "the device keeps nothing of what was posted")
    assert composing.posts_with(text) == 1
    browser.driver.close()
    browser.driver.switch_to.window(first)
