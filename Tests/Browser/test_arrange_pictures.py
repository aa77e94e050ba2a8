"""NEW_07: chosen pictures are described, put in order, aimed and hidden, and changed with their post."""

from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from support.fixtures import community, composing, photos
from support.origins import until
from support.pictures import png


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


def drag(composing, start, end):
    """Holds a tile and drags it to the place of another one."""
    places = [composing.browser.middle(f".tile:nth-child({number}) .shown") for number in (start, end)]
    with composing.browser.finger(*places[0]) as finger:
        if composing.browser.has_touch:  # a mouse carries what it moves
            composing.moments.until("!!screen.querySelector('.tile.carried')")
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
