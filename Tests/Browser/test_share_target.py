"""NEW_07: words and pictures that another program shares to the app."""
import base64

from support.fixtures import community, composing, photos
from support.origins import until
from support.people import keep_sessions, sessions
from support.pictures import png

READS_PIXELS = True

SHARE = """
const form = Object.assign(document.createElement("form"), { method: "post", action: "/share", enctype: "multipart/form-data" });
const input = (name, more) => form.append(Object.assign(document.createElement("input"), { name, ...more }));
input("text", { value: arguments[0] });
input("url", { value: "https://example.org/a" });
const transfer = new DataTransfer();
const bytes = Uint8Array.from(atob(arguments[1]), (letter) => letter.charCodeAt(0));
for (const name of ["a.png", "b.png"]) transfer.items.add(new File([bytes], name, { type: "image/png" }));
input("pictures", { value: "words instead of a file" });
input("pictures", { type: "file", multiple: true });
form.lastChild.files = transfer.files;
document.body.append(form);
form.submit();
"""


def share(composing, words):
    """Shares as the phone's share sheet does: by a form that the service worker accepts."""
    composing.browser.js("window.isOld = true;" + SHARE, words, base64.b64encode(png(60, 60)).decode())
    composing.moments.until("!window.isOld && document.readyState === 'complete' && location.pathname !== '/share'")


def shares(composing):
    return composing.browser.js_async("caches.open('shared').then((cache) => cache.keys()).then((keys) => keys.length)")


def test_NEW_07_another_program_shares_words_and_pictures(composing, photos):
    composing.open()
    text = composing.unique("Begun")
    composing.write(text)
    composing.browser.until_installed()
    share(composing, "Shared")
    composing.until_open()
    photos.until_shown(2)
    assert composing.text == f"{text}\nShared\nhttps://example.org/a", "what was begun is not lost"
    photos.until_uploaded(2)
    until(lambda: shares(composing) == 0, "it is taken once")
    composing.send()
    assert len(composing.posted(text)["media_attachments"]) == 2


def test_NEW_07_what_is_shared_later_takes_the_place_of_nothing(composing, photos):
    """The first share waits when the second arrives, because the member isn't signed in."""
    composing.browser.expect_errors("Load failed")  # the page is left before the app has loaded
    composing.open()
    composing.browser.until_installed()
    before = sessions(composing.browser)
    keep_sessions(composing.browser, [])
    composing.browser.open(composing.site.url + "/health", until_running=False)
    keep_sessions(composing.browser, [])
    for words in ("One", "Two"):
        share(composing, words)
    until(lambda: shares(composing) == 2, "both are kept")
    composing.browser.wait_until_running()  # else that page would be signed in too, and left midway
    keep_sessions(composing.browser, before)
    composing.moments.open("/home")
    composing.until_open()
    photos.until_shown(4)
    assert composing.text == "One\nhttps://example.org/a\nTwo\nhttps://example.org/a"
    until(lambda: shares(composing) == 0, "they are taken once")
