"""TWT_14, TWT_16: an account is removed in the accounts sheet, and leaves nothing on the device."""
from selenium.webdriver.common.keys import Keys

from support.accounts import LINES, SHEET, TOP, WHO, open_by_hand, parting, swipe, until_gone
from support.motion import LOCK
from support.origins import until
from support.people import sessions


def remove_by_swipe(moments, row):
    swipe(moments, row)
    width = moments.value("screen.querySelectorAll('.remove')[arguments[0]].offsetWidth", row)
    moments.until("Math.abs(screen.querySelectorAll('.account')[arguments[0]].scrollLeft) > arguments[1] - 2", row, width)
    moments.browser.tap(".remove", row)


def test_TWT_14_another_account_is_removed_by_a_swipe(parting):
    open_by_hand(parting)
    if parting.browser.has_touch:
        x, y = parting.browser.middle(".account .names", 1)
        with parting.browser.finger(x, y) as finger:
            finger.move(x - LOCK, y)
            parting.browser.js_async("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))")
            start = parting.value("screen.querySelectorAll('.account')[1].scrollLeft")
            for way in range(4, 44, 4):
                finger.move(x - LOCK - way, y)
                parting.until(
                    "Math.abs(screen.querySelectorAll('.account')[1].scrollLeft - arguments[0]) < 2", start + way)
            assert parting.value(TOP) == parting.value(f"844 - {SHEET}.offsetHeight"), "the sheet stays where it is"
            finger.move(x - LOCK, y)
        parting.until("screen.querySelectorAll('.account')[1].scrollLeft === 0")
    remove_by_swipe(parting, 1)
    parting.until("screen.querySelectorAll('.account').length === 1")
    assert parting.value("screen.matches('.accounts') && screen.contains(document.activeElement)")
    kept = parting.browser.js("return Object.keys(localStorage)")
    assert not [key for key in kept if key.startswith("swiftlet.session 2 ")]
    assert [session["username"] for session in sessions(parting.browser)] == ["wren"]
    until(lambda: 200 in [request.status for request in parting.site.requests if request.path == "/oauth/revoke"], "the token is given back")
    parting.browser.press(Keys.ESCAPE)
    until_gone(parting)
    assert parting.value(WHO) == "wren"


def test_TWT_14_TWT_16_the_account_in_use_asks_first_and_leaves_nothing(parting):
    open_by_hand(parting)
    remove_by_swipe(parting, 0)
    parting.until("screen.querySelector('.question')?.textContent.includes('@wren@')")
    parting.browser.tap(".question .cancel")
    parting.until("!screen.querySelector('.question')")
    assert parting.value(WHO) == "wren"
    parting.browser.tap(".account > .control", 0)
    parting.until("screen.querySelector('.question')")
    parting.browser.tap(".question .danger")
    parting.until(f"{WHO} === 'gus_next_door' && screen.matches('.timeline.root')")
    parting.until(LINES)
    assert not [key for key in parting.browser.js("return Object.keys(localStorage)") if key.startswith("swiftlet.session 1 ")]
    until(lambda: not parting.browser.js_async(
        "(async () => (await (await caches.open('data')).keys()).some(({ url }) => url.includes('session%201%20')))()"), "no copies stay")
