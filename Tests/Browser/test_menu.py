"""TWT_10: the menu behind the roots, which opens by a drag or a button, and the drag that goes back."""
import pytest
from selenium.webdriver.common.keys import Keys

from support.fixtures import community
from support.motion import catch, lay_style, slow_down

START = (120, 200)
"""A point on the cover, away from texts."""
LOCK = 18
"""Px after which the drag has a direction: Chromium reports nothing of the first 15 px."""
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


def drag(moments, start, *points):
    """Drags slowly, so that the position decides and not the speed."""
    with moments.browser.finger(*start) as finger:
        for x in points:
            finger.move(x, start[1])
        moments.browser.js_async("new Promise((done) => setTimeout(done, 150))")


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


EDGE = "screen.getBoundingClientRect().left"


def open_settings(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/me")
    moments.until("screen.querySelector('.group [data-tap=settings]')")


def follow(moments, start, sign, places):
    """Follows the finger at ten positions from the place where it was caught."""
    with moments.browser.finger(start, 24) as finger:
        finger.move(start + sign * LOCK, 24)
        for way, place in enumerate(places):
            finger.move(start + sign * (LOCK + way * 9), 25)
            moments.until(f"Math.abs({EDGE} - arguments[0]) < 1.5", place)
        moments.browser.js_async("new Promise((done) => setTimeout(done, 150))")


@pytest.mark.parametrize("language", ["en-US", "ar-EG"])
def test_TWT_10_a_screen_on_its_way_in_is_caught_where_it_is(moments, people, language):
    moments.browser.use(language=language)
    open_settings(moments, people)
    sign = -1 if language == "ar-EG" else 1
    lay_style(moments, ".enters { animation-play-state: paused !important; animation-delay: -0.1s !important }")
    moments.browser.tap(".group [data-tap=settings]")
    caught = moments.until(
        f"screen.matches('.settings') && screen.getAnimations().some(({{ playState }}) => playState === 'paused') && Math.round({EDGE})")
    assert 20 < caught * sign < 300
    follow(moments, 350 if sign > 0 else 40, -sign, [sign * max(0, sign * caught - way * 9) for way in range(10)])
    moments.until(f"{EDGE} === 0 && !screen.style.getPropertyValue('--slide')")
    assert moments.value("screen.matches('.settings') && !screen.getAnimations().length"), "it doesn't come in once more"


def test_TWT_10_a_screen_on_its_way_back_is_caught_where_it_is(moments, people):
    open_settings(moments, people)
    moments.browser.tap(".group [data-tap=settings]")
    moments.until("screen.matches('.settings') && !screen.getAnimations().length")
    with moments.browser.finger(60, 24) as finger:
        for x in (60 + LOCK, 160, 250):
            finger.move(x, 24)
        moments.until(f"Math.round({EDGE}) === arguments[0]", 250 - 60 - LOCK)
        moments.browser.js_async("new Promise((done) => setTimeout(done, 150))")
        slow_down(moments)
    catch(moments, 0.15)
    caught = moments.until(f"Math.round({EDGE})")
    assert 20 < caught < 170
    follow(moments, 200, 1, [caught + way * 9 for way in range(10)])
    moments.until(f"!document.querySelector('.settings') || {EDGE} === 0")


def test_TWT_10_after_a_flick_the_rest_takes_as_long_as_the_finger_was_fast(moments):
    moments.open()
    moments.value("""addEventListener("transitionrun", ({ target }) => {
      if (target.localName === "main") window.time = target.getAnimations()[0]?.effect.getTiming().duration ?? window.time;
    })""")
    moments.browser.flick(START, *((START[0] + way, START[1]) for way in (LOCK, LOCK + 30, LOCK + 60, LOCK + 90)))
    until_open(moments)
    assert 0 < moments.value("window.time") < 300
    drag(moments, (350, 500), 332, 300, 100)
    until_closed(moments)
    assert moments.value("window.time") == 300, "after a rest"
    moments.browser.tap("[data-tap=open-menu]")
    until_open(moments)
    assert moments.value("window.time") == 350


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
    moments.value("getSelection().selectAllChildren(screen.querySelector('.post .text'))")
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


BENEATH = "document.querySelector('.root:not([data-aside])')"
SHADE = "Number(getComputedStyle(document.querySelector('.shade')).opacity)"
WAYS = "document.getAnimations().filter((way) => way.timeline === document.timeline)"
"""All animations except the scroll-driven ones."""
BARS = f"[...{BENEATH}.querySelectorAll('.tabs, .compose-button')].map((bar) => bar.getBoundingClientRect().toJSON())"


def stop_motion(moments, time):
    """Pauses all animations at that time after their start."""
    moments.browser.js(f"{WAYS}.forEach((way) => {{ way.pause(); way.currentTime = arguments[0]; }})", time)


def go_on(moments):
    moments.browser.js(f"{WAYS}.forEach((way) => way.finish())")
    moments.until("!document.querySelector('.shade')")


@pytest.fixture(params=["en-US", "ar-EG"])
def scrolled_home(request, moments, people):
    """Home, scrolled, in both directions of text; `sign` is the direction in which a screen leaves."""
    moments.browser.use(size=(390, 844), language=request.param)
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/home")
    moments.until("screen.querySelectorAll('.status[data-tap]').length > 3")
    moments.until("(screen.scrollTo(0, 700), screen.scrollTop === 700)")
    moments.sign = -1 if request.param == "ar-EG" else 1
    return moments


@pytest.mark.parametrize("tap", [".status [data-tap^=menu]", ".status .face"], ids=["sheet", "page"])
def test_TWT_10_what_lies_beneath_moves_with_a_screen_that_comes_and_goes(scrolled_home, tap):
    moments, sign = scrolled_home, scrolled_home.sign
    bars = moments.value(BARS)
    moments.value("[...screen.querySelectorAll(arguments[0])].find((one) => one.getBoundingClientRect().top > 60).click()", tap)
    if "menu" in tap:
        moments.until("screen.matches('.options')")
        assert not moments.value("document.querySelector('.shade')"), "a sheet pushes nothing aside"
        return
    moments.until("screen.matches('.profile')")
    for is_back in (False, True):
        if is_back:
            moments.browser.js("document.querySelector('.profile [data-tap=back]').click()")
            moments.until("!!document.querySelector('.profile.leaves')")
        moments.until("!!document.querySelector('.shade')")
        ways = []
        for time in (0, 40, 80, 120, 160, 200, 250, 300, 350, 400):
            stop_motion(moments, time)
            front, behind, shade, now = moments.value(
                f"[document.querySelector('.profile'), {BENEATH}].map((one) => one.getBoundingClientRect().left).concat({SHADE}, [{BARS}])")
            assert abs(behind - 0.3 * (front - sign * 390)) < 1.5 and abs(shade - 0.1 * (1 - sign * front / 390)) < 0.01
            for bar, was in zip(now, bars):
                assert abs(bar["top"] - was["top"]) < 1 and abs(bar["left"] - was["left"] - behind) < 1, "bars go along"
            ways.append(sign * front)
        assert ways == sorted(ways, reverse=not is_back) and max(ways) - min(ways) > 380
        go_on(moments)
        assert moments.value(f"[{BENEATH}.getBoundingClientRect().left, {BENEATH}.scrollTop]") == [0, 700]
        assert moments.value(BARS) == bars
    moments.until("screen.matches('.root')")


def test_TWT_10_what_lies_beneath_follows_the_finger_too(scrolled_home):
    moments, sign = scrolled_home, scrolled_home.sign
    bars = moments.value(BARS)
    moments.value("[...screen.querySelectorAll('.status .words')].find((one) => one.getBoundingClientRect().top > 60).click()")
    moments.until("screen.matches('.thread') && screen.querySelector('.reply-bar') && !document.querySelector('.shade')")
    x = 60 if sign > 0 else 330
    front, behind = "screen.getBoundingClientRect().left", f"{BENEATH}.getBoundingClientRect().left"
    reply = moments.value("screen.querySelector('.reply-bar').getBoundingClientRect().top")
    with moments.browser.finger(x, 300) as finger:
        finger.move(x + sign * LOCK, 300)
        for way in [*range(0, 200, 20), 40]:
            finger.move(x + sign * (LOCK + way), 300)
            moments.until(f"Math.abs({front} - arguments[0]) < 1.5", sign * way)
            moments.until(f"Math.abs({behind} - 0.3 * ({front} - arguments[0])) < 1.5", sign * 390)
            moments.until(f"Math.abs({SHADE} - 0.1 * (1 - Math.abs({front}) / 390)) < 0.01")
            now = moments.value(BARS)
            assert all(abs(bar["top"] - was["top"]) < 1 for bar, was in zip(now, bars))
            assert abs(moments.value("screen.querySelector('.reply-bar').getBoundingClientRect().top") - reply) < 1
        moments.browser.js_async("new Promise((done) => setTimeout(done, 150))")
    moments.until(f"{front} === 0 && {behind} === 0 && !document.querySelector('.shade') && screen.matches('.thread')")
    moments.browser.js("getSelection().empty()")  # a mouse drag selects text
    drag(moments, (x, 300), *(x + sign * way for way in (LOCK, 100, 200, 260)))
    moments.until(f"screen === {BENEATH} && {behind} === 0 && !document.querySelector('.shade, .thread')")
    assert moments.value(BARS) == bars and moments.value(f"{BENEATH}.scrollTop") == 700
    # The bars stay in place even during an immediate scroll.
    assert not moments.value(f"{BENEATH}.style.translate || {BENEATH}.querySelector('.tabs').style.translate")


@pytest.mark.parametrize("reader", [{"reduces_motion": True}, {"size": (820, 1180)}], ids=["reduced", "wide"])
def test_TWT_10_nothing_moves_beneath_on_a_wide_page_or_under_reduced_motion(moments, people, reader):
    moments.browser.use(**reader)
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/home")
    moments.until("screen.querySelectorAll('.status[data-tap]').length > 3")
    moments.value("screen.querySelector('.status .face').click()")
    moments.until("screen.matches('.profile')")
    assert not moments.value("document.querySelector('.shade')")
    moments.browser.js("document.querySelector('.profile [data-tap=back]').click()")
    moments.until("screen.matches('.root')")
    assert not moments.value("document.querySelector('.shade')")


def test_TWT_10_what_is_scrolled_while_it_comes_back_is_in_its_place(scrolled_home):
    moments = scrolled_home
    bars = moments.value(BARS)
    moments.value("[...screen.querySelectorAll('.status .face')].find((one) => one.getBoundingClientRect().top > 60).click()")
    moments.until("screen.matches('.profile') && !document.querySelector('.shade')")
    moments.browser.js("document.querySelector('.profile [data-tap=back]').click()")
    moments.until("!!document.querySelector('.shade')")
    stop_motion(moments, 100)
    moments.browser.js("document.querySelector('.root:not([data-aside])').scrollTop = 760")
    moments.until(f"!document.querySelector('.shade') && {BENEATH}.getBoundingClientRect().left === 0")
    assert moments.value(BARS) == bars
