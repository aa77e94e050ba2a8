"""NEW_07: where pictures come from: camera and library of each phone, paste and drop."""
import base64

import pytest

from support.fixtures import community, composing, photos
from support.pictures import png

READS_PIXELS = True

GIVEN = """
const transfer = new DataTransfer();
const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
transfer.items.add(new File([bytes], "p.png", { type: "image/png" }));
"""


@pytest.mark.parametrize("place", ["composer", "home"])
@pytest.mark.parametrize("event", ["new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })",
                                   "new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })"])
def test_NEW_07_pictures_are_pasted_and_dropped(composing, photos, place, event):
    """Works anywhere: where no composer is open, the pictures begin a post."""
    if place == "composer":
        composing.open()
    else:
        composing.open_home()
    composing.moments.until("swiftlet.isWhole")
    composing.browser.js(GIVEN + f"document.activeElement.dispatchEvent({event})", base64.b64encode(png(60, 60)).decode())
    composing.until_open()
    photos.until_shown(1)


def test_NEW_07_what_is_pasted_into_a_field_for_words_begins_no_post(composing):
    composing.moments.open("/search")
    composing.moments.until("!!screen.querySelector('input')")
    composing.moments.value("screen.querySelector('input').focus()")
    paste = "new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })"
    composing.browser.js(GIVEN + f"document.activeElement.dispatchEvent({paste})", base64.b64encode(png(60, 60)).decode())
    assert composing.moments.value("screen.matches('.search')")


def test_NEW_07_the_camera_offers_pictures_and_a_long_press_text_only(composing, photos):
    composing.moments.open(f"/moments/{composing.member.username}")
    composing.browser.js("window.asked = 0; HTMLInputElement.prototype.click = function () { window.asked++; }")
    composing.moments.until("screen.querySelector('[data-tap=compose]')")
    composing.browser.tap("[data-tap=compose]")
    composing.browser.until("return window.asked === 1", "the device's pictures are offered")
    photos.choose(*photos.plain((200, 0, 0)))
    composing.until_open()
    photos.until_shown(1)
    composing.browser.tap(".bar .control")
    composing.until_closed()
    composing.tap_compose()
    assert composing.browser.js("return window.asked") == 1


PHONES = {
    "iphone": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "chrome": "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "firefox": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
}
AS_PHONE = """window.asked = [];
  HTMLInputElement.prototype.click = function () { asked.push([this.accept, this.capture || null, this.multiple]); };
  Object.defineProperty(navigator, "userAgent", { configurable: true, get: () => arguments[0] });"""


@pytest.mark.parametrize("phone", PHONES)
def test_NEW_07_every_phone_offers_its_camera_and_its_pictures(composing, phone):
    """Chrome on Android shows a picture page without a camera unless another type is accepted too."""
    either = "image/*,android/allowCamera" if phone == "chrome" else "image/*"
    composing.moments.open(f"/moments/{composing.member.username}")
    composing.moments.until("!!screen.querySelector('[data-tap=compose][data-pick]')")
    composing.browser.js(AS_PHONE, PHONES[phone])
    composing.browser.tap("[data-tap=compose][data-pick]")
    composing.browser.until("return asked.length === 1", "it is asked")
    assert composing.browser.js("return asked[0]") == [either, None, True]
    # The composer has a button for each.
    composing.open()
    composing.browser.js(AS_PHONE, PHONES[phone])
    composing.moments.value("screen.querySelector('.tools [data-pick=camera]').click()")
    composing.moments.value("screen.querySelector('.tools [data-pick=\"\"]').click()")
    assert composing.browser.js("return asked") == [["image/*", "environment", False], ["image/*", None, True]]
