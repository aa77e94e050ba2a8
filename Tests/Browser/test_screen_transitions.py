"""TWT_10: screens that come and go: caught on their way, and what moves beneath them."""
import pytest

from support.fixtures import community
from support.motion import LOCK, catch, drag, lay_style, slow_down

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


BENEATH = "document.querySelector('.root:not([data-other-root])')"
SHADE = "Number(getComputedStyle(document.querySelector('.shade')).opacity)"
WAYS = "document.getAnimations().filter((way) => way.timeline === document.timeline)"
"""All animations except the scroll-driven ones."""
BARS = f"[...{BENEATH}.querySelectorAll('.tabs, .compose-button')].map((bar) => bar.getBoundingClientRect().toJSON())"


def stop_motion(moments, time):
    """Pauses all animations at that time after their start."""
    moments.browser.js(f"{WAYS}.forEach((way) => {{ way.pause(); way.currentTime = arguments[0]; }})", time)


def catch_next(moments):
    """Pauses the next transition in its first frame: on a slow machine it would end before the first look."""
    moments.browser.js(f"""
        window.isCaught = false;
        const look = () => {{
          if (!document.querySelector('.shade')) return requestAnimationFrame(look);
          {WAYS}.forEach((way) => way.pause());
          window.isCaught = true;
        }};
        look();""")


def until_caught(moments):
    moments.until("window.isCaught")


def go_on(moments):
    moments.browser.js(f"{WAYS}.forEach((way) => way.finish())")
    moments.until("!document.querySelector('.shade')")


@pytest.fixture(params=["en-US", "ar-EG"])
def scrolled_home(request, moments, people):
    """Home, scrolled, in both directions of text; `sign` is the direction in which a screen leaves."""
    moments.browser.use(size=(390, 844), language=request.param)
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/home")
    moments.until("screen.querySelectorAll('.post[data-tap]').length > 3")
    moments.until("(screen.scrollTo(0, 700), screen.scrollTop === 700)")
    moments.sign = -1 if request.param == "ar-EG" else 1
    return moments


@pytest.mark.parametrize("tap", [".post [data-tap^=menu]", ".post .face"], ids=["sheet", "page"])
def test_TWT_10_what_lies_beneath_moves_with_a_screen_that_comes_and_goes(scrolled_home, tap):
    moments, sign = scrolled_home, scrolled_home.sign
    bars = moments.value(BARS)
    catch_next(moments)
    moments.value("[...screen.querySelectorAll(arguments[0])].find((one) => one.getBoundingClientRect().top > 60).click()", tap)
    if "menu" in tap:
        moments.until("screen.matches('.options')")
        assert not moments.value("document.querySelector('.shade')"), "a sheet pushes nothing aside"
        return
    moments.until("screen.matches('.profile')")
    for is_back in (False, True):
        if is_back:
            catch_next(moments)
            moments.browser.js("document.querySelector('.profile [data-tap=back]').click()")
        until_caught(moments)
        if is_back:
            assert moments.value("!!document.querySelector('.profile.leaves')")
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
    moments.value("[...screen.querySelectorAll('.post .words')].find((one) => one.getBoundingClientRect().top > 60).click()")
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
    moments.until("screen.querySelectorAll('.post[data-tap]').length > 3")
    moments.value("screen.querySelector('.post .face').click()")
    moments.until("screen.matches('.profile')")
    assert not moments.value("document.querySelector('.shade')")
    moments.browser.js("document.querySelector('.profile [data-tap=back]').click()")
    moments.until("screen.matches('.root')")
    assert not moments.value("document.querySelector('.shade')")


def test_TWT_10_what_is_scrolled_while_it_comes_back_is_in_its_place(scrolled_home):
    moments = scrolled_home
    bars = moments.value(BARS)
    moments.value("[...screen.querySelectorAll('.post .face')].find((one) => one.getBoundingClientRect().top > 60).click()")
    moments.until("screen.matches('.profile') && !document.querySelector('.shade')")
    moments.browser.js("document.querySelector('.profile [data-tap=back]').click()")
    moments.until("!!document.querySelector('.shade')")
    stop_motion(moments, 100)
    moments.browser.js("document.querySelector('.root:not([data-other-root])').scrollTop = 760")
    moments.until(f"!document.querySelector('.shade') && {BENEATH}.getBoundingClientRect().left === 0")
    assert moments.value(BARS) == bars
