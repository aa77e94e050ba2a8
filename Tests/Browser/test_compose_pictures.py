"""NEW_07: pictures from the phone, from being chosen to being posted."""
import pytest

from support.fixtures import community, composing, photos
from support.origins import Answer, until
from support.photos import GIF, MOVING_WEBP, jpeg_size, turned_photo
from support.pictures import grain, png

READS_PIXELS = True


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


def test_NEW_07_nine_fit_and_a_tenth_does_not(composing, photos):
    composing.open()
    photos.choose(*photos.plain(*[(20 * number, 10, 10) for number in range(1, 11)]))
    photos.until_shown(9)
    composing.browser.until("return document.querySelector('.toasts').textContent.includes('9')", "it is said")
    assert composing.moments.value("screen.querySelector('.tools [data-pick]').disabled && !screen.querySelector('.tile .add')")
    assert len(photos.kept()) == 9


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
    composing.moments.until("!!screen.querySelector('.moments-post.waiting .problem')")
    assert composing.moments.value("!screen.querySelector('.moments-post.waiting [data-tap^=retry]')"), "it can't succeed"
    composing.browser.tap(".moments-post.waiting [data-tap^=edit]")
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
