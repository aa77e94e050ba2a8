"""MOM_10: the refresh indicator, the spinner, and the message of a failed refresh."""
from selenium.webdriver.common.keys import Keys

START = (120, 150)
TOP = "screen.querySelector('.refresh-indicator').getBoundingClientRect().top"
TURN = "getComputedStyle(screen.querySelector('.disc')).rotate"


def pulled(finger, distance):
    for y in range(START[1], START[1] + distance + 1, 10):
        finger.move(START[0], y)


def wheel_at_rest(moments):
    moments.until(f"{TOP} < -25")


def test_MOM_10_the_wheel_follows_the_pull_and_turns_with_it(moments):
    moments.open()
    wheel_at_rest(moments)
    with moments.browser.finger(*START) as finger:
        pulled(finger, 50)
        moments.until("Number(screen.style.getPropertyValue('--pull')) > 10")
        first_top, first_turn = moments.value(f"[{TOP}, {TURN}]")
        cells = moments.value("screen.querySelector('.cells').getBoundingClientRect().top")
        assert cells > 10
        for y in range(START[1] + 50, START[1] + 260, 10):
            finger.move(START[0], y)
        moments.until("Number(screen.style.getPropertyValue('--pull')) > 60")
        second_top, second_turn = moments.value(f"[{TOP}, {TURN}]")
        assert -31 < first_top < second_top
        assert abs(second_top - 29) <= 1, "60 below its place, so that its middle is at 45"
        assert first_turn != second_turn != "none"
    moments.until_refreshed()


def test_MOM_10_released_over_60_the_wheel_turns_until_the_answer_and_goes_back(moments, site):
    moments.open()
    moments.browser.js_async("new Promise((done) => setTimeout(done, 300))")
    gate = site.hold("^/user/")
    moments.pull()
    moments.until("screen.dataset.status === 'refreshing'")
    moments.until(f"Math.abs({TOP} - 29) <= 1")
    moments.until("screen.querySelector('.disc').getAnimations().some((a) => a.animationName === 'turn' && a.playState === 'running')")
    box = moments.value("screen.querySelector('.disc').getBoundingClientRect().toJSON()")
    assert abs((box["left"] + box["right"]) / 2 - 40) <= 1
    gate.open()
    moments.until_refreshed()
    wheel_at_rest(moments)
    assert moments.value("screen.querySelector('.disc').getAnimations().every((a) => a.animationName !== 'turn')")
    assert moments.posts == 5


def test_MOM_10_a_short_pull_goes_back_without_a_refresh(moments, site):
    moments.open()
    moments.pull(distance=50)
    wheel_at_rest(moments)
    moments.until("screen.querySelector('.cells').getBoundingClientRect().top === 0")
    assert site.count("^/user/wren$") == 0


def test_MOM_10_a_failed_refresh_says_so_and_keeps_the_posts(moments, site):
    moments.browser.expect_errors("Failed to load resource")
    moments.open()
    moments.show_more()
    moments.value("screen.scrollTo(0, 0)")
    site.stop()
    moments.pull()
    moments.until("screen.querySelector('.notice')?.textContent.includes('No connection right now')")
    moments.until_refreshed()
    wheel_at_rest(moments)
    assert moments.posts == 10
    box = moments.value("screen.querySelector('.notice button').getBoundingClientRect().toJSON()")
    assert 0 <= box["left"] and box["right"] <= 390 and box["top"] >= 44
    site.start()
    moments.browser.tap(".notice button")
    moments.until("!screen.querySelector('.notice')")
    moments.pull()
    moments.until_posts(5)


def test_MOM_10_the_wheel_can_be_used_with_the_keyboard(moments, site):
    moments.open()
    moments.value("screen.querySelector('.refresh-indicator button').focus()")
    moments.browser.press(Keys.ENTER)
    moments.until("performance.getEntriesByType('resource').some((entry) => entry.name.endsWith('/user/wren'))")
    moments.until_refreshed()
    assert site.count("^/user/wren$") == 1


def test_MOM_10_a_spinner_turns_at_the_end_and_stops(moments):
    moments.open()
    moments.browser.js(
        "window.sawSpinner = false; new MutationObserver(() => { window.sawSpinner ||= !!document.querySelector('.list-footer .spinner') })"
        ".observe(document.querySelector('.cells'), { childList: true, subtree: true })")
    moments.show_more()
    assert moments.value("window.sawSpinner")
    assert not moments.value("screen.querySelector('.list-footer .spinner')")
