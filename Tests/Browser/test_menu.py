"""TWT_10: the menu behind the roots, which opens by a drag or a button, and the drag that goes back."""
import pytest
from selenium.webdriver.common.keys import Keys

from support.fixtures import community
from support.motion import LOCK, catch, drag, slow_down

START = (120, 200)
"""A point on the cover, away from texts."""
WIDTH = 340
PAGE = "document.querySelector('main').getBoundingClientRect()"
MENU = "document.querySelector('.side-menu:not(.leaves)')"


def left(moments):
    return moments.value(f"Math.round({PAGE}.left)")


def until_open(moments):
    moments.until(f"screen.matches('.side-menu') && Math.abs(Math.abs({PAGE}.left) - {WIDTH}) < 1")
    moments.browser.js_async("new Promise((done) => setTimeout(done, 120))")  # an earlier click after a drag is ignored


def until_closed(moments):
    moments.until(f"!document.querySelector('.side-menu') && {PAGE}.left === 0 && !screen.inert")


def test_TWT_10_the_page_follows_the_finger_at_every_point(moments):
    moments.open("/?show=15")
    with moments.browser.finger(*START) as finger:
        finger.move(START[0] + 8, START[1])
        assert left(moments) == 0, "not decided yet"
        finger.move(START[0] + LOCK, START[1])
        moments.until(f"!!{MENU}")
        for way in [*range(0, 250, 25), 120, 60, 200]:
            finger.move(START[0] + LOCK + way, START[1] + 3)
            moments.until(f"Math.abs({PAGE}.left - arguments[0]) < 1.5", way)
        assert moments.value(f"{MENU}.getBoundingClientRect().width") == WIDTH
    until_open(moments)
    moments.until(f"Math.abs(document.querySelector('.tabs').getBoundingClientRect().left - {WIDTH}) < 1")
    # The page at the side is dragged back over the menu.
    with moments.browser.finger(350, 500) as finger:
        finger.move(350 - LOCK, 500)
        for way in range(0, 250, 25):
            finger.move(350 - LOCK - way, 500)
            moments.until(f"Math.abs({PAGE}.left - arguments[0]) < 1.5", WIDTH - way)
    until_closed(moments)


def test_TWT_10_a_scrolled_page_keeps_its_place_and_its_bars(moments):
    moments.open("/?show=15")
    moments.until("(screen.scrollTo(0, 900), screen.scrollTop === 900)")
    tabs = moments.value("screen.querySelector('.tabs').getBoundingClientRect().top")
    moments.browser.tap("[data-tap=open-menu]")
    until_open(moments)
    page = "document.querySelector('.moments')"
    assert moments.value(f"[{page}.scrollTop, {page}.querySelector('.tabs').getBoundingClientRect().top]") == [900, tabs]
    moments.browser.tap_at(370, 400)
    until_closed(moments)
    assert moments.value("screen.scrollTop") == 900


def test_TWT_10_let_go_before_the_middle_it_goes_back(moments):
    moments.open()
    length = moments.value("history.length")
    drag(moments, START, 138, 180, 240)
    until_closed(moments)
    drag(moments, START, 138, 220, 340)
    until_open(moments)
    drag(moments, (350, 500), 332, 300, 250)
    until_open(moments)
    moments.browser.back()
    until_closed(moments)
    assert moments.value("history.length") == length + 1, "one step"


def test_TWT_10_a_moving_menu_is_caught_where_it_is(moments):
    moments.open()
    slow_down(moments)
    moments.browser.tap("[data-tap=open-menu]")
    catch(moments, 0.3)
    caught = moments.until(f"Math.round({PAGE}.left)")
    assert 30 < caught < WIDTH
    with moments.browser.finger(200, 780) as finger:
        finger.move(200 - LOCK, 780)
        moments.until(f"Math.abs({PAGE}.left - arguments[0]) < 1.5", caught)
        finger.move(190 - LOCK, 780)
        moments.until(f"Math.abs({PAGE}.left - arguments[0]) < 1.5", caught - 10)
        moments.browser.js_async("new Promise((done) => setTimeout(done, 150))")
    moments.until(f"!{MENU} || Math.abs({PAGE}.left - {WIDTH}) < 1")


def test_TWT_10_by_keyboard_the_focus_goes_in_and_comes_back(moments):
    moments.open()
    button = "document.querySelector('[data-tap=open-menu]')"
    moments.value(f"{button}.focus()")
    moments.browser.press(Keys.ENTER)
    until_open(moments)
    assert moments.value("screen.contains(document.activeElement)")
    assert moments.value("document.querySelector('.moments').inert")
    moments.browser.press(Keys.TAB)
    assert moments.value("document.activeElement.matches('.drawer a')")
    moments.browser.press(Keys.ESCAPE)
    until_closed(moments)
    assert moments.value(f"document.activeElement === {button}")


def test_TWT_10_it_leads_to_the_profile_home_mentions_collections_accounts_and_settings(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/home")
    ways = {
        "myself": "screen.matches('.profile') && location.pathname === '/@wren'", "settings": "screen.matches('.settings')",
        "tab:mentions": "location.pathname === '/mentions'", "tab:notifications": "location.pathname === '/notifications'",
        "open-accounts": "screen.matches('.accounts')",
        "followers": "location.pathname === '/@wren/followers'", "following": "location.pathname === '/@wren/following'",
        "bookmarks": "location.pathname === '/bookmarks'", "favourites": "location.pathname === '/favourites'",
        "tab:moments": "screen.matches('.moments')", "tab:home": "location.pathname === '/home'"}
    for way, arrived in ways.items():
        moments.browser.tap("[data-tap=open-menu]")
        until_open(moments)
        moments.browser.tap(f".side-menu [data-tap^='{way}']")
        moments.until(arrived)
        moments.until(f"!document.querySelector('.side-menu') && {PAGE}.left === 0")
        if not way.startswith("tab:"):
            moments.browser.back()
            moments.until("screen.matches('.root')")


def test_TWT_10_on_a_screen_over_others_the_same_drag_goes_back(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/me")
    moments.browser.tap(".group [data-tap=settings]")
    moments.until("screen.matches('.settings') && !screen.getAnimations().length")
    edge = "screen.getBoundingClientRect().left"
    start = (60, 24)  # in the bar
    with moments.browser.finger(*start) as finger:
        finger.move(60 + LOCK, 24)
        for way in range(0, 250, 25):
            finger.move(60 + LOCK + way, 26)
            moments.until(f"screen.matches('.settings') && Math.abs({edge} - arguments[0]) < 1.5", way)
        finger.move(100, 26)
        moments.browser.js_async("new Promise((done) => setTimeout(done, 150))")
    moments.until(f"{edge} === 0 && !screen.style.getPropertyValue('--slide')")
    assert moments.value("screen.matches('.settings')")
    drag(moments, start, 60 + LOCK, 180, 340)
    moments.until("screen.matches('.me') && location.pathname === '/me' && !document.querySelector('.settings')")


def test_TWT_10_after_a_flick_the_rest_takes_as_long_as_the_finger_was_fast(moments):
    moments.open()
    # The end says how long it took, also if a busy machine runs this after it.
    moments.value("""addEventListener("transitionend", ({ target, elapsedTime }) => {
      if (target.localName === "main") window.time = Math.round(elapsedTime * 1000);
    })""")
    moments.browser.flick(START, *((START[0] + way, START[1]) for way in (LOCK, LOCK + 30, LOCK + 60, LOCK + 90)))
    until_open(moments)
    moments.until("window.time")
    assert 0 < moments.value("window.time") < 300
    drag(moments, (350, 500), 332, 300, 100)
    until_closed(moments)
    moments.until("window.time === 300")  # after a rest
    moments.browser.tap("[data-tap=open-menu]")
    until_open(moments)
    moments.until("window.time === 350")


def test_TWT_10_in_arabic_it_is_mirrored(moments):
    moments.browser.use(language="ar-EG")
    moments.open()
    with moments.browser.finger(270, 200) as finger:
        finger.move(270 - LOCK, 200)
        for way in range(0, 225, 25):
            finger.move(270 - LOCK - way, 200)
            moments.until(f"Math.abs({PAGE}.left + arguments[0]) < 1.5", way)
    until_open(moments)
    assert moments.value(f"{MENU}.getBoundingClientRect().left") == 390 - WIDTH
    moments.browser.tap_at(20, 400)
    until_closed(moments)


def test_TWT_10_under_reduced_motion_it_fades(moments):
    moments.browser.use(reduces_motion=True)
    moments.open()
    moments.browser.js(
        "window.fades = []; addEventListener('animationstart', (event) => window.fades.push(event.animationName + event.target.localName))")
    moments.browser.tap("[data-tap=open-menu]")
    until_open(moments)
    moments.until("window.fades.includes('fademain')")
    moments.browser.tap_at(370, 400)
    until_closed(moments)
    moments.until("window.fades.includes('reappearmain')")


def test_TWT_10_the_systems_edge_selected_text_and_scrolling_keep_their_touches(moments):
    moments.open("/?show=15")
    drag(moments, (20, 200), 40, 200, 300)
    assert left(moments) == 0 and not moments.value(f"!!{MENU}")
    moments.value("getSelection().selectAllChildren(screen.querySelector('.moments-post .text'))")
    drag(moments, START, 140, 240, 340)
    assert left(moments) == 0 and not moments.value(f"!!{MENU}")
    moments.value("getSelection().removeAllRanges()")
    if not moments.browser.has_touch:
        return
    with moments.browser.finger(200, 600) as finger:
        for way in range(0, 200, 10):
            finger.move(200 + way // 4, 600 - way)
        finger.move(380, 400)
    moments.until("screen.scrollTop > 50")
    assert left(moments) == 0 and not moments.value(f"!!{MENU}")
    # Farther down, where only `touch-action` stops the browser's own gestures, the menu follows as well.
    with moments.browser.finger(100, 500) as finger:
        finger.move(120, 500)
        for way in range(0, 200, 20):
            finger.move(120 + way, 500)
            moments.until(f"Math.abs({PAGE}.left - arguments[0]) < 1.5", way)
    until_open(moments)


@pytest.mark.parametrize("size", [(844, 390), (700, 900)], ids=lambda size: str(size[0]))
def test_TWT_10_from_700_px_there_is_the_rail_instead(moments, size):
    moments.browser.use(size=size)
    moments.open()
    box = moments.value("screen.querySelector('.tabs').getBoundingClientRect().toJSON()")
    assert (box["left"], box["top"], box["bottom"]) == (0, 0, size[1]) and box["width"] < 100
    cells = moments.value("screen.querySelector('.cells').getBoundingClientRect().toJSON()")
    assert cells["left"] >= box["right"]
    assert not moments.value("screen.querySelector('.to-menu').checkVisibility({ visibilityProperty: true })")
    drag(moments, (300, 150), 320, 400, 500)
    assert left(moments) == 0 and not moments.value(f"!!{MENU}")
    moments.browser.tap(".tabs [data-tap=bookmarks]")
    # Strangers get redirected to the form that signs them in.
    moments.until("['/bookmarks', '/oauth/authorize'].includes(location.pathname)")
