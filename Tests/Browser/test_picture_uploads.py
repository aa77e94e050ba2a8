"""NEW_07: pictures on their way to the server: reloads, a network that goes away, posts that are taken back."""
import json
import time

from support.fixtures import community, composing, photos
from support.origins import Answer, until

READS_PIXELS = True


def test_NEW_07_a_reload_in_the_middle_of_an_upload_loses_nothing(composing, photos):
    composing.open()
    text = composing.unique("Reloaded meanwhile")
    composing.write(text)
    gate = composing.site.hold("^/api/v2/media", 0.5)
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0)))
    photos.until_shown(2)
    until(lambda: gate.waiting == 2, "both are in the middle")
    composing.browser.reload()
    composing.until_open()
    photos.until_shown(2)
    composing.site.gates.remove(gate)
    gate.open()
    composing.send()
    assert len(composing.posted(text)["media_attachments"]) == 2
    assert len(composing.until_sent()) == 1 and composing.posts_with(text) == 1


def test_NEW_07_a_post_that_is_taken_back_is_a_draft_again_with_its_pictures(composing, photos):
    composing.open()
    text = composing.unique("Taken back")
    composing.write(text)
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0)))
    photos.until_uploaded(2)
    composing.moments.stop_clock()
    composing.send()
    composing.moments.undo()
    composing.until_open()
    photos.until_shown(2)
    assert composing.text == text and len(photos.kept()) == 2
    time.sleep(4.5)
    assert composing.sent() == [] and composing.posts_with(text) == 0


def test_NEW_07_a_draft_keeps_its_pictures_over_a_reload(composing, photos):
    composing.open()
    text = composing.unique("Later")
    composing.write(text)
    composing.site.answers["^/api/v2/media"] = Answer({"error": "busy"}, 503)
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0)))
    photos.until_shown(2)
    composing.browser.expect_errors("503")
    composing.browser.reload()
    composing.until_open()
    photos.until_shown(2)
    assert composing.text == text
    composing.site.answers.clear()
    composing.browser.js("dispatchEvent(new Event('online'))")
    photos.until_uploaded(2)
    composing.send()
    assert len(composing.posted(text)["media_attachments"]) == 2


def test_NEW_07_a_post_waits_for_its_pictures_and_shows_them_meanwhile(composing, photos):
    composing.open_home()
    composing.moments.value("screen.querySelector('[data-tap=compose]').click()")
    composing.until_open()
    text = composing.unique("Sent at once")
    composing.write(text)
    composing.browser.expect_errors("503")
    composing.site.answers["^/api/v2/media"] = Answer({"error": "busy"}, 503)
    photos.choose(*photos.plain((200, 100, 0), (0, 200, 100)))
    photos.until_shown(2)
    composing.send()
    waiting = "screen.querySelector('.post.waiting')"
    composing.moments.until(f"[...{waiting}?.querySelectorAll('img[data-state=shown]') ?? []].filter((i) => i.src.startsWith('blob:')).length >= 2")
    composing.browser.reload()
    composing.moments.until(f"{waiting}?.textContent.includes({json.dumps(text)})")
    assert composing.posts_with(text) == 0
    composing.site.answers.clear()
    composing.browser.js("dispatchEvent(new Event('online'))")
    assert len(composing.posted(text)["media_attachments"]) == 2
    composing.moments.until(f"!{waiting}")
    until(lambda: photos.kept() == [], "the device keeps nothing of what was posted")


def test_NEW_07_without_a_network_nothing_is_lost(composing, photos):
    composing.open()
    text = composing.unique("Offline")
    composing.write(text)
    composing.site.stop()
    composing.browser.expect_errors("ERR_", "Failed to load", "connect", "Load failed", "network")
    photos.choose(*photos.plain((10, 20, 200)))
    photos.until_shown(1)
    composing.send()
    composing.site.start()
    composing.browser.js("dispatchEvent(new Event('online'))")
    assert len(composing.posted(text)["media_attachments"]) == 1


def test_NEW_07_pictures_whose_connections_are_cut_off_go_again_by_themselves(composing, photos):
    """Cuts the connections before the first byte, after it, in the middle, before the last, before the response, and
    within it."""
    composing.open()
    text = composing.unique("Cut off")
    composing.write(text)
    composing.browser.expect_errors("ERR_", "Failed to load", "connect", "Load failed", "network")
    composing.site.cut("^/api/v2/media", 0, 0.001, 0.5, 0.999, 1, 1.5)
    photos.choose(*photos.plain(*[(30 * number, 10, 90) for number in range(6)]))
    photos.until_shown(6)
    composing.send()
    assert len(composing.posted(text)["media_attachments"]) == 6
    assert composing.site.cuts == []
    assert len(composing.until_sent()) == 1 and composing.posts_with(text) == 1
    keys = [{name.lower(): value for name, value in request.headers.items()}["idempotency-key"]
            for request in list(composing.site.requests) if request.method == "POST" and request.path == "/api/v2/media"]
    assert len(set(keys)) == 6 <= len(keys), "each attempt has its picture's key"
    until(lambda: photos.kept() == [], "the device keeps nothing of what was posted")


def test_NEW_07_a_picture_can_be_taken_away_and_its_upload_ends(composing, photos):
    composing.open()
    gate = composing.site.hold("^/api/v2/media")
    photos.choose(*photos.plain((200, 0, 0)))
    photos.until_shown(1)
    until(lambda: gate.waiting, "it is being sent")
    composing.browser.tap(".tile .remove")
    composing.moments.until("!screen.querySelector('.tile')")
    until(lambda: not gate.waiting, "the upload has ended")
    until(lambda: photos.kept() == [], "the device keeps nothing of it")
    assert not composing.can_send


def test_NEW_07_a_post_shows_on_the_moments_page_at_once_and_once(composing, photos):
    composing.open()
    text = composing.unique("At once on the page")
    composing.write(text)
    gate = composing.site.hold("^/api/v2/media")
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0)))
    photos.until_shown(2)
    composing.send()
    waiting = "screen.querySelector('.moments-post.waiting')"
    composing.moments.until(f"{waiting}?.textContent.includes({json.dumps(text)})")
    composing.moments.until(f"[...{waiting}.querySelectorAll('img[data-state=shown]')].filter((i) => i.src.startsWith('blob:')).length >= 2")
    composing.browser.tap(".moments-post.waiting [data-tap^=edit]")
    composing.until_open()
    assert composing.text == text
    composing.send()
    composing.moments.until(f"!!{waiting}")
    gate.open()
    assert len(composing.posted(text)["media_attachments"]) == 2
    shown = f"[...screen.querySelectorAll('.moments-post')].filter((post) => post.textContent.includes({json.dumps(text)}))"
    composing.moments.until(f"!{waiting} && {shown}.length === 1 && {shown}[0].querySelectorAll('.photo').length === 2")


def test_TWT_16_signing_out_takes_the_pictures_with_it(composing, photos):
    composing.open()
    photos.choose(*photos.plain((200, 0, 0)))
    photos.until_shown(1)
    assert len(photos.kept()) == 1
    composing.site.answers["^/oauth/revoke"] = Answer({})  # the other tests need the token
    composing.moments.open("/me")
    composing.browser.tap("[data-tap=sign-out]")
    composing.browser.tap(".question .danger")
    composing.moments.until("!screen.querySelector('[data-tap=sign-out]')")
    until(lambda: photos.kept() == [], "nothing of the person stays")
