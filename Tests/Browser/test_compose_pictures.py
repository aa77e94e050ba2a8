"""NEW_07: pictures from the phone, from being chosen to being posted."""
import base64
import json
import time

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from support.fixtures import community, composing, photos
from support.origins import Answer, until
from support.photos import GIF, MOVING_WEBP, jpeg_size, turned_photo
from support.pictures import grain, png


def test_NEW_07_chosen_pictures_show_at_once_and_are_posted_in_their_order(composing, photos):
    composing.open()
    text = composing.unique("Three pictures")
    composing.write(text)
    gate = composing.site.hold("^/api/v2/media")
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0), (0, 0, 200)))
    photos.until_shown(3)
    assert photos.uploads() == [] or gate.waiting, "they show from the device"
    assert composing.moments.value("!!screen.querySelector('.tile progress')")
    gate.open()
    photos.until_uploaded(3)
    composing.send()
    assert [picture["type"] for picture in composing.posted(text)["media_attachments"]] == ["image"] * 3
    assert len(composing.until_sent()) == 1
    until(lambda: photos.kept() == [], "the device keeps nothing of what was posted")


def test_NEW_07_a_picture_is_made_smaller_and_upright_and_says_nothing_of_where_it_was(composing, photos):
    composing.open()
    turned = turned_photo()
    width, height = jpeg_size(turned)
    photos.choose(photos.file("large.png", png(2600, 1300)), photos.file("turned.jpg", turned))
    photos.until_uploaded(2)
    sizes = {jpeg_size(upload["file"]) for upload in photos.uploads()}
    assert sizes == {(2048, 1024), (height, width)}
    for upload in photos.uploads():
        assert b"Exif" not in upload["file"] and b"SECRET" not in upload["file"]


@pytest.mark.parametrize("name, moving", [("moves.gif", GIF), ("moves.webp", MOVING_WEBP)])
def test_NEW_07_a_moving_picture_goes_as_it_is(composing, photos, name, moving):
    composing.open()
    photos.choose(photos.file(name, moving))
    photos.until_uploaded(1)
    assert photos.uploads()[0]["file"] == moving


def test_NEW_07_a_picture_full_of_grain_is_light_enough_for_a_phone(composing, photos):
    composing.open()
    photos.choose(photos.file("grain.png", grain(2600, 1300, 50)))
    photos.until_uploaded(1)
    [upload] = photos.uploads()
    assert jpeg_size(upload["file"]) == (2048, 1024) and 200_000 < len(upload["file"]) < 600_000


def test_NEW_07_the_bar_of_a_picture_says_how_far_it_is(composing, photos):
    """The progress also survives when another picture arrives and the bar is rendered anew."""
    composing.open()
    gate = composing.site.hold("^/api/v2/media", 0.3)
    photos.choose(photos.file("large.gif", GIF[:-1] + b"!\xfe" + (b"\xff" + bytes(255)) * 58_000 + b"\0;"))
    photos.until_shown(1)
    part = "(screen.querySelector('.tile:first-child progress')?.position ?? -1)"
    before = composing.moments.until(f"((part) => part > 0.2 && part < 1 && part)({part})")
    photos.choose(*photos.plain((0, 200, 0)))
    photos.until_shown(2)
    assert before <= composing.moments.value(part) < 1
    gate.open()
    photos.until_uploaded(2)


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
    text = composing.unique("Move back")
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
    waiting = "screen.querySelector('.status.waiting')"
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


def test_NEW_07_what_can_not_be_read_says_so_and_is_not_left_out_unasked(composing, photos):
    composing.open()
    composing.browser.expect_errors("422", "ERR_FILE_NOT_FOUND")
    text = composing.unique("One of two")
    composing.write(text)
    photos.choose(photos.file("broken.jpg", b"no picture at all"), *photos.plain((9, 90, 9)))
    composing.moments.until("screen.querySelectorAll('.tile .problem').length === 1 && screen.querySelectorAll('.tile .alt').length === 1")
    assert not composing.can_send
    composing.browser.tap(".tile:has(.problem) .remove")
    composing.moments.until("!screen.querySelector('.tile .problem')")
    composing.send()
    assert len(composing.posted(text)["media_attachments"]) == 1


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


def test_NEW_07_nine_fit_and_a_tenth_does_not(composing, photos):
    composing.open()
    photos.choose(*photos.plain(*[(20 * number, 10, 10) for number in range(1, 11)]))
    photos.until_shown(9)
    composing.browser.until("return document.querySelector('.toasts').textContent.includes('9')", "it is said")
    assert composing.moments.value("screen.querySelector('.tools [data-pick]').disabled && !screen.querySelector('.tile .add')")
    assert len(photos.kept()) == 9


def test_NEW_07_a_picture_is_described_with_a_countdown(composing, photos):
    composing.open()
    text = composing.unique("Described")
    composing.write(text)
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0)))
    photos.until_uploaded(2)
    marks = "[...screen.querySelectorAll('.tile .alt')].map((mark) => mark.textContent)"
    assert composing.moments.value(marks) == ["+ ALT", "+ ALT"]
    composing.browser.tap(".tile:nth-child(2) .shown")
    composing.moments.until("document.activeElement === screen.querySelector('[data-input=description]')")
    assert composing.left == "1500"
    composing.write("Green")
    assert composing.left == "1495"
    composing.browser.tap(".bar .primary")
    composing.moments.until(f"{marks}.join() === '+ ALT,✓ ALT'")
    assert composing.text == text
    composing.send()
    assert [picture["description"] for picture in composing.posted(text)["media_attachments"]] == [None, "Green"]


def test_NEW_07_pictures_change_places_by_buttons_and_can_be_hidden(composing, photos):
    composing.open()
    text = composing.unique("In order")
    composing.write(text)
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0)))
    photos.until_uploaded(2)
    order = "[...screen.querySelectorAll('[data-tile]')].map((tile) => tile.dataset.tile)"
    before = composing.moments.value(order)
    composing.browser.tap(".tile:nth-child(2) .shown")
    composing.browser.tap(".places button:first-child")
    composing.moments.until("screen.querySelector('.places button:first-child').disabled")
    composing.browser.tap(".bar .primary")
    composing.moments.until("!!screen.querySelector('.tile')")
    assert composing.moments.value(order) == before[::-1]
    composing.browser.tap(".sensitive")
    composing.moments.until("screen.querySelector('.sensitive').ariaPressed === 'true'")
    composing.send()
    post = composing.posted(text)
    assert post["sensitive"] is True and len(post["media_attachments"]) == 2


def problems(composing):
    return composing.moments.value("[...screen.querySelectorAll('.chosen > .problem')].map((line) => line.textContent)")


def test_NEW_07_a_refused_picture_is_named_and_nothing_goes_without_it(composing, photos):
    composing.open()
    composing.browser.expect_errors("422")
    text = composing.unique("One of three is refused")
    composing.write(text)
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0)))
    photos.until_uploaded(2)
    composing.site.answers["^/api/v2/media"] = Answer({"error": "Validation failed"}, 422)
    photos.choose(*photos.plain((0, 0, 200)))
    composing.moments.until("screen.querySelectorAll('.tile .problem').length === 1")
    assert problems(composing) == ["Picture 3 of 3: The server says: Validation failed", "Remove what is marked to send the post."]
    assert not composing.can_send and composing.moments.value("!screen.querySelector('[data-tap^=retry-picture]')")
    composing.site.answers.clear()
    composing.browser.tap(".tile:nth-child(3) .remove")
    composing.moments.until("!screen.querySelector('.chosen > .problem')")
    composing.send()
    assert len(composing.posted(text)["media_attachments"]) == 2


def test_NEW_07_a_post_whose_picture_is_refused_comes_back_with_its_text_and_pictures(composing, photos):
    composing.open()
    composing.browser.expect_errors("422")
    text = composing.unique("Comes back")
    composing.write(text)
    gate = composing.site.hold("^/api/v2/media")
    composing.site.answers["^/api/v2/media"] = Answer({"error": "Validation failed"}, 422)
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0)))
    photos.until_shown(2)
    composing.send()
    gate.open()
    composing.moments.until("!!screen.querySelector('.post.waiting .problem')")
    assert composing.moments.value("!screen.querySelector('.post.waiting [data-tap^=retry]')"), "it can't succeed"
    composing.browser.tap(".post.waiting [data-tap^=edit]")
    composing.until_open()
    photos.until_shown(2)
    assert composing.text == text and not composing.can_send and len(problems(composing)) == 3
    assert composing.sent() == [] and composing.posts_with(text) == 0


FILM = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + b"\0\0\0\x08free" + b"\0\0\0\x08moov"


def test_NEW_07_a_film_is_no_picture_and_does_not_leave_the_device(composing, photos):
    composing.open()
    text = composing.unique("Beside a film")
    composing.write(text)
    photos.choose(photos.file("clip.mp4", FILM), *photos.plain((9, 90, 9)))
    composing.moments.until("screen.querySelectorAll('.tile .problem').length === 1 && screen.querySelectorAll('.tile .alt').length === 1")
    assert problems(composing)[0] == "Picture 1 of 2: Only pictures can be posted."
    assert not composing.can_send and composing.moments.value("!screen.querySelector('[data-tap^=retry-picture]')")
    composing.browser.tap(".tile:nth-child(1) .remove")
    composing.send()
    assert len(composing.posted(text)["media_attachments"]) == 1
    assert not any(b"ftyp" in upload["file"] for upload in photos.uploads()) and len(photos.uploads()) == 1


GIVEN = """
const transfer = new DataTransfer();
const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
transfer.items.add(new File([bytes], "p.png", { type: "image/png" }));
"""


def test_NEW_07_a_post_shows_on_the_moments_page_at_once_and_once(composing, photos):
    composing.open()
    text = composing.unique("At once on the page")
    composing.write(text)
    gate = composing.site.hold("^/api/v2/media")
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0)))
    photos.until_shown(2)
    composing.send()
    waiting = "screen.querySelector('.post.waiting')"
    composing.moments.until(f"{waiting}?.textContent.includes({json.dumps(text)})")
    composing.moments.until(f"[...{waiting}.querySelectorAll('img[data-state=shown]')].filter((i) => i.src.startsWith('blob:')).length >= 2")
    composing.browser.tap(".post.waiting [data-tap^=edit]")
    composing.until_open()
    assert composing.text == text
    composing.send()
    composing.moments.until(f"!!{waiting}")
    gate.open()
    assert len(composing.posted(text)["media_attachments"]) == 2
    shown = f"[...screen.querySelectorAll('.post')].filter((post) => post.textContent.includes({json.dumps(text)}))"
    composing.moments.until(f"!{waiting} && {shown}.length === 1 && {shown}[0].querySelectorAll('.photo').length === 2")


@pytest.mark.parametrize("place", ["composer", "home"])
@pytest.mark.parametrize("event", ["new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })",
                                   "new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })"])
def test_NEW_07_pictures_are_pasted_and_dropped(composing, photos, place, event):
    """Works anywhere: where no composer is open, the pictures begin a post."""
    if place == "composer":
        composing.open()
    else:
        composing.open_home()
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


def drag(composing, start, end):
    """Holds a tile and drags it to the place of another one."""
    places = [composing.browser.middle(f".tile:nth-child({number}) .shown") for number in (start, end)]
    with composing.browser.finger(*places[0]) as finger:
        time.sleep(0.45)
        for step in range(1, 11):
            finger.move(*(a + (b - a) * step / 10 for a, b in zip(*places)))


def test_NEW_07_pictures_change_places_by_dragging(composing, photos):
    composing.open()
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0), (0, 0, 200), (200, 200, 0)))
    photos.until_uploaded(4)
    order = "[...screen.querySelectorAll('[data-tile]')].map((tile) => tile.dataset.tile)"
    one, two, three, four = composing.moments.value(order)
    drag(composing, 4, 2)
    composing.moments.until(f"{order}.join() === arguments[0]", ",".join([one, four, two, three]))
    drag(composing, 1, 3)
    composing.moments.until(f"{order}.join() === arguments[0]", ",".join([four, two, one, three]))
    assert composing.moments.value("!screen.querySelector('.carried, .under') && !!screen.querySelector('.writing')")


FINGERS = """
const move = (kind, id, tile) => {
  const { left, top, width, height } = document.querySelector(`.tile:nth-child(${tile}) .shown`).getBoundingClientRect();
  const place = { clientX: left + width / 2, clientY: top + height / 2 };
  const target = document.elementFromPoint(place.clientX, place.clientY);
  target.dispatchEvent(new PointerEvent(kind, { ...place, pointerId: id, pointerType: "mouse", bubbles: true, cancelable: true }));
};
for (const [kind, id, tile] of arguments[0]) move(kind, id, tile);
"""


def test_NEW_07_a_second_finger_neither_moves_nor_drops_what_the_first_one_carries(composing, photos):
    composing.open()
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0), (0, 0, 200)))
    photos.until_uploaded(3)
    order = "[...screen.querySelectorAll('[data-tile]')].map((tile) => tile.dataset.tile)"
    one, two, three = composing.moments.value(order)
    composing.browser.js(FINGERS, [
        ("pointerdown", 7, 1), ("pointermove", 7, 2), ("pointermove", 8, 3), ("pointerup", 8, 3)])
    assert composing.moments.value(f"{order}.join()") == ",".join([one, two, three])
    composing.browser.js(FINGERS, [("pointerup", 7, 2)])
    composing.moments.until(f"{order}.join() === arguments[0]", ",".join([two, one, three]))


def press(composing, arrow):
    ActionChains(composing.browser.driver).key_down(Keys.SHIFT).send_keys(arrow).key_up(Keys.SHIFT).perform()


def test_NEW_07_pictures_change_places_by_keys_and_keep_the_focus(composing, photos):
    composing.open()
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0), (0, 0, 200), (200, 200, 0)))
    photos.until_uploaded(4)
    order = "[...screen.querySelectorAll('[data-tile]')].map((tile) => tile.dataset.tile)"
    one, two, three, four = composing.moments.value(order)
    composing.moments.value("screen.querySelector('.tile:nth-child(1) .shown').focus()")
    press(composing, Keys.ARROW_RIGHT)
    composing.moments.until(f"{order}.join() === arguments[0]", ",".join([two, one, three, four]))
    assert composing.moments.value("document.activeElement.closest('.tile').dataset.tile") == one
    press(composing, Keys.ARROW_LEFT)
    composing.moments.until(f"{order}.join() === arguments[0]", ",".join([one, two, three, four]))
    press(composing, Keys.ARROW_DOWN)
    composing.moments.until(f"{order}.join() === arguments[0]", ",".join([two, three, four, one]))


def test_NEW_07_a_tap_says_what_must_stay_in_sight_and_the_square_shows_it(composing, photos):
    composing.open()
    text = composing.unique("In sight")
    composing.write(text)
    photos.choose(photos.file("wide.png", png(400, 100)), *photos.plain((0, 200, 0)))
    photos.until_uploaded(2)
    composing.browser.tap(".tile:nth-child(1) .shown")
    left, top, width, height = composing.moments.until(
        "(([box]) => box?.width > 50 && [box.left, box.top, box.width, box.height])"
        "([screen.querySelector('.aim .picture')?.getBoundingClientRect()])")
    composing.moments.until("!screen.getAnimations().length")
    composing.browser.tap_at(left + width * 0.9, top + height * 0.5)
    ring = "(({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2])(screen.querySelector('.aim circle').getBoundingClientRect())"
    x, y = composing.moments.until(f"{ring}[0] > {left + width / 2} && {ring}")
    assert abs(x - left - width * 0.9) < 4 and abs(y - top - height * 0.5) < 4, "the ring is where the finger was"
    composing.moments.value("screen.querySelector('.aim').focus()")
    composing.browser.press(Keys.ARROW_UP)
    composing.moments.until(f"{ring}[1] < {y - 1}")
    composing.browser.tap(".bar .primary")
    composing.moments.until("!!screen.querySelector('.tile')")
    photos.until_uploaded(2)
    composing.send()
    wide, _ = composing.posted(text)["media_attachments"]
    assert abs(wide["meta"]["focus"]["x"] - 0.8) <= 0.03 and abs(wide["meta"]["focus"]["y"] - 0.1) <= 0.03
    for path in ("/home", f"/moments/{composing.member.username}"):
        composing.moments.open(path)
        place = composing.moments.until(
            "(([image]) => image && getComputedStyle(image).objectPosition)([...screen.querySelectorAll('.grid .photo:first-child .picture[data-crop]')])")
        assert place == "100% 100%", "its end shows, and nothing of the middle"


def test_NEW_07_the_pictures_of_a_post_are_changed_with_it(composing, photos):
    composing.open()
    text = composing.unique("Changed pictures")
    composing.write(text)
    photos.choose(*photos.plain((200, 0, 0), (0, 200, 0)))
    photos.until_uploaded(2)
    composing.send()
    first, second = [media["id"] for media in composing.posted(text)["media_attachments"]]
    composing.open_home()
    composing.tap_in_entry(text, "menu")
    composing.browser.tap("[data-tap='edit']")
    composing.until_open()
    photos.until_shown(2)
    composing.browser.tap(".tile:nth-child(1) .remove")
    photos.until_shown(1)
    composing.browser.tap(".tile:nth-child(1) .shown")
    composing.moments.until("document.activeElement === screen.querySelector('[data-input=description]')")
    composing.write("The second one")
    composing.browser.tap(".bar .primary")
    composing.moments.until("!!screen.querySelector('.tile')")
    photos.choose(*photos.plain((0, 0, 200)))
    photos.until_uploaded(2)
    composing.send()

    def changed():
        media = composing.posted(text)["media_attachments"]
        return media if first not in [one["id"] for one in media] else None
    kept, new = until(changed, "the server has the change")
    assert (kept["id"], kept["description"]) == (second, "The second one") and new["id"] not in (first, second)
    until(lambda: photos.kept() == [], "the device keeps none of it")
    composing.moments.until(f"{composing.entry(text)}?.querySelectorAll('.photo .picture[data-state=shown]').length === 2")
