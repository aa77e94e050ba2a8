"""MOM_09: the picture viewer, and long text."""
from selenium.webdriver.common.keys import Keys

from support import flight

NINE = 1  # The post of nine pictures on the first screen of the demo.


def open_viewer(moments, picture=0):
    """Taps a picture of the post with nine."""
    moments.open()
    moments.browser.tap(f".moments-post:nth-of-type({NINE + 1}) .photo", picture)
    moments.until("screen.matches('.viewer')")
    at_rest(moments)


def at_rest(moments):
    moments.until("screen.getAnimations().every((animation) => animation.playState === 'finished')")


def index(moments):
    return moments.value("[...screen.querySelectorAll('.dot')].findIndex((dot) => dot.classList.contains('current'))")


def until_index(moments, wanted):
    moments.until(
        "[...screen.querySelectorAll('.dot')].findIndex((dot) => dot.classList.contains('current')) === arguments[0]", wanted)
    moments.until("Math.abs(screen.querySelectorAll('.slide')[arguments[0]].getBoundingClientRect().left) < 1", wanted)


def zoom(moments):
    return "Number(screen.style.getPropertyValue('--zoom') || 1000)"


def until_closed(moments):
    moments.until("screen.matches('.moments') && !document.querySelector('.viewer')")


def middle(moments):
    width, height = moments.value("[innerWidth, innerHeight]")
    return width / 2, height / 2


def test_MOM_09_the_viewer_opens_at_the_tapped_picture(moments):
    open_viewer(moments, 4)
    until_index(moments, 4)
    assert moments.value("screen.querySelectorAll('.slide').length") == 9
    moments.until_images(".slide .picture")
    box = moments.value("screen.getBoundingClientRect().toJSON()")
    assert (box["width"], box["height"]) == (390, 844)


def test_MOM_09_the_button_and_the_dots_stay_on_the_screen_at_every_picture(moments):
    open_viewer(moments, 2)
    for index in (2, 3):
        until_index(moments, index)
        for selector in ("[data-tap=close]", ".dots"):
            box = moments.value("screen.querySelector(arguments[0]).getBoundingClientRect().toJSON()", selector)
            assert 0 <= box["left"] < box["right"] <= 390 and 0 <= box["top"] < box["bottom"] <= 844, selector
        moments.browser.press(Keys.ARROW_RIGHT)


def test_MOM_09_a_swipe_turns_to_the_next_picture_and_back(moments):
    open_viewer(moments, 0)
    until_index(moments, 0)
    moments.browser.drag((320, 420), (60, 420), steps=8)
    until_index(moments, 1)
    moments.browser.drag((60, 420), (320, 420), steps=8)
    until_index(moments, 0)


def test_MOM_09_the_arrow_keys_turn(moments):
    open_viewer(moments, 0)
    moments.browser.press(Keys.ARROW_RIGHT)
    until_index(moments, 1)
    moments.browser.press(Keys.ARROW_LEFT)
    until_index(moments, 0)


def test_MOM_09_a_double_tap_zooms_in_and_out(moments):
    open_viewer(moments)
    moments.browser.double_tap_at(*middle(moments))
    moments.until(f"{zoom(moments)} > 2000")
    moments.browser.js("return new Promise((done) => setTimeout(done, 500))")
    assert moments.value("screen.matches('.viewer')")
    moments.browser.double_tap_at(*middle(moments))
    moments.until(f"{zoom(moments)} === 1000")


def test_MOM_09_a_zoomed_picture_follows_the_finger(moments):
    open_viewer(moments)
    moments.browser.double_tap_at(*middle(moments))
    moments.until(f"{zoom(moments)} > 2000")
    moments.browser.drag((200, 420), (120, 420))
    moments.until("parseInt(screen.style.getPropertyValue('--x')) < -40")
    assert index(moments) == 0


def test_MOM_09_a_pinch_zooms(moments):
    """Only Chromium has two fingers. WebKitGTK has a mouse, and there the test checks that a short drag doesn't close
    the viewer."""
    open_viewer(moments)
    if not moments.browser.has_touch:
        moments.browser.drag((200, 420), (200, 440))
        assert moments.value("screen.matches('.viewer')")
        return
    moments.browser.pinch(middle(moments), 40, 120)
    moments.until(f"{zoom(moments)} > 2000")
    moments.browser.pinch(middle(moments), 120, 20)
    moments.until(f"{zoom(moments)} === 1000")
    assert moments.value("screen.matches('.viewer')")


def test_MOM_09_dragging_down_closes_and_a_short_drag_does_not(moments):
    open_viewer(moments)
    with moments.browser.finger(200, 300) as finger:
        for y in range(310, 380, 10):
            finger.move(200, y)
        moments.until("parseInt(screen.style.getPropertyValue('--drag')) > 40")
        for y in range(370, 300, -10):
            finger.move(200, y)
        moments.browser.js_async("new Promise((done) => setTimeout(done, 300))")
    moments.until("parseInt(screen.style.getPropertyValue('--drag')) === 0")
    assert moments.value("screen.matches('.viewer')")
    moments.browser.drag((200, 300), (200, 560))
    until_closed(moments)


def test_MOM_09_a_tap_closes(moments):
    open_viewer(moments)
    moments.browser.tap_at(*middle(moments))
    until_closed(moments)


def test_MOM_09_escape_back_and_the_button_close_and_the_focus_returns(moments):
    open_viewer(moments, 2)
    moments.browser.press(Keys.ESCAPE)
    until_closed(moments)
    photo = "screen.querySelectorAll('.moments-post')[1].querySelectorAll('.photo')[2]"
    for close in (lambda: moments.browser.back(), lambda: moments.browser.tap("[data-tap=close]")):
        moments.value(f"{photo}.focus()")
        moments.browser.press(Keys.ENTER)
        moments.until("screen.matches('.viewer')")
        assert moments.value("screen.contains(document.activeElement)")
        assert moments.value("document.querySelector('.moments').inert")
        at_rest(moments)
        close()
        until_closed(moments)
        assert moments.value(f"document.activeElement === {photo}")
        assert not moments.value("screen.inert")


BOX = "(({ left, top, width, height }) => [left, top, width, height])({}.getBoundingClientRect())"
PLACE = "document.querySelectorAll('.moments .moments-post')[1].querySelectorAll('.photo > img')[{}]"


def test_MOM_09_a_picture_grows_from_its_place_and_goes_back_into_it(moments):
    moments.open()
    moments.until_images(".photo > img")
    flight.hold(moments.browser)
    moments.browser.tap(f".moments-post:nth-of-type({NINE + 1}) .photo", 4)
    place = moments.value(BOX.replace("{}", PLACE.format(4), 1))
    boxes = flight.way(moments)
    assert flight.is_near(boxes[0], place), (boxes[0], place)
    widths = [width for _, _, width, _ in boxes]
    assert widths == sorted(widths) and widths[5] > place[2] + 20, "it grows all the way"
    assert flight.is_near(boxes[-1], [0, 0, 390, 844], 3)
    assert moments.value(f"getComputedStyle({PLACE.format(4)}).opacity") == "0", "it has left its place"
    flight.land(moments)
    # The next picture is the one that has left its place now.
    moments.browser.press(Keys.ARROW_RIGHT)
    until_index(moments, 5)
    moments.until("flights.length === 0 || flights.splice(0)")
    assert moments.value(f"[4, 5].map((at) => getComputedStyle(document.querySelectorAll('.moments .moments-post')[1].querySelectorAll('.photo > img')[at]).opacity)") == ["1", "0"]
    place = moments.value(BOX.replace("{}", PLACE.format(5), 1))
    moments.browser.press(Keys.ESCAPE)
    boxes = flight.way(moments)
    assert flight.is_near(boxes[0], [0, 0, 390, 844], 3) and flight.is_near(boxes[-1], place, 3), (boxes, place)
    flight.land(moments)
    until_closed(moments)
    assert moments.value(f"getComputedStyle({PLACE.format(5)}).opacity") == "1"


def test_MOM_09_a_picture_that_was_dragged_goes_back_from_where_the_finger_left_it(moments):
    open_viewer(moments)
    flight.hold(moments.browser)
    place = moments.value(BOX.replace("{}", PLACE.format(0), 1))
    moments.browser.drag((200, 300), (200, 560))
    boxes = flight.way(moments)
    assert boxes[0][1] > 150 and flight.is_near(boxes[-1], place, 3), (boxes, place)
    flight.land(moments)
    until_closed(moments)


def test_MOM_09_with_less_motion_no_picture_flies(moments):
    moments.browser.use(reduces_motion=True)
    moments.open()
    flight.hold(moments.browser)
    moments.browser.tap(f".moments-post:nth-of-type({NINE + 1}) .photo", 0)
    moments.until("screen.matches('.viewer:not(.flies)')")
    moments.browser.press(Keys.ESCAPE)
    until_closed(moments)
    assert moments.browser.js("return flights.length") == 0


def show_long_text(moments):
    """Scrolls to the long text: text far from the screen has no layout, so its length is unknown."""
    moments.until(
        "(screen.querySelector('.moments-post:nth-of-type(3)').scrollIntoView(), screen.querySelectorAll('.text[data-long]').length === 1)")


def test_MOM_09_long_text_folds_after_six_lines_and_unfolds(moments):
    moments.open()
    show_long_text(moments)
    assert moments.texts(".text[data-long] + .fold") == ["Full text"]
    lines = "Math.round(screen.querySelector('.moments-post:nth-of-type(3) .text').clientHeight /" \
        " parseFloat(getComputedStyle(screen.querySelector('.text')).lineHeight))"
    assert moments.value(lines) == 6
    moments.browser.tap(".text[data-long] + .fold")
    moments.until("screen.querySelector('.text.unfolded + .fold')?.textContent === 'Collapse'")
    assert moments.value(lines) > 12
    moments.browser.tap(".text.unfolded + .fold")
    moments.until("screen.querySelector('.text[data-long] + .fold')?.textContent === 'Full text'")
    assert moments.value(lines) == 6


def test_MOM_09_short_text_has_no_button(moments):
    moments.open()
    show_long_text(moments)
    shown = moments.value(
        "[...screen.querySelectorAll('.moments-post')].map((p) => p.querySelector('.fold')?.checkVisibility() ?? false)")
    assert shown == [False, False, True, False, False]


def test_MOM_09_collapsing_brings_the_post_back_into_view(moments):
    moments.open()
    show_long_text(moments)
    moments.browser.tap(".text[data-long] + .fold")
    moments.until("screen.querySelector('.text.unfolded')")
    moments.browser.tap(".text.unfolded + .fold")
    moments.until("screen.querySelector('.text[data-long]')")
    moments.until("screen.querySelector('.moments-post:nth-of-type(3)').getBoundingClientRect().top > -5")
