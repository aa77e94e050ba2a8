"""Messages have places of their own: the row below the bar covers no post, and the toast over the tabs covers no
button."""
import pytest

from support.origins import Answer
from test_timeline import TOPMOST, scroll_to


@pytest.fixture(scope="module")
def community(people, engine):
    server = people.server()
    for number in range(30):
        people["wren"].request(server, "POST", "/api/v1/statuses", status=f"Wren {number} writes a little")
    yield server
    server.stop()


@pytest.fixture
def home(moments, people, site):
    people["wren"].sign_in(moments.browser, site)
    moments.open("/home")
    moments.until("screen.querySelectorAll('.post[data-tap]').length >= 20")
    return moments


def lose_the_network(home, site):
    home.browser.expect_errors("Failed to load resource", "due to access control checks", "could not be loaded")
    relayed = site.answer
    site.answer = lambda request: Answer(cut=True, body=b"[" * 100) if "/timelines/home" in request.path else relayed(request)
    home.value("screen.querySelector('[data-tap=refresh]').click()")
    home.until("screen.querySelector('.notice')")


BOX = "(() => { const { top, bottom, height } = screen.querySelector(arguments[0]).getBoundingClientRect(); return { top, bottom, height } })()"


def test_NEW_05_the_row_that_says_offline_covers_no_post(home, site):
    bar = home.value(BOX, ".bar")
    lose_the_network(home, site)
    row = home.value(BOX, ".notice")
    assert row["top"] == pytest.approx(bar["bottom"], abs=1)
    assert row["height"] >= 28
    assert home.value("screen.querySelector('.post').getBoundingClientRect().top") == pytest.approx(row["bottom"], abs=1)
    home.browser.tap(".notice button")
    home.until("!screen.querySelector('.notice')")
    assert home.value("screen.querySelector('.post').getBoundingClientRect().top") == pytest.approx(bar["bottom"], abs=1)


def test_NEW_05_the_row_that_says_offline_moves_nothing_that_is_read(home, site):
    place = scroll_to(home, 8)
    lose_the_network(home, site)
    assert home.value(TOPMOST) == place
    home.browser.tap(".notice button")
    home.until("!screen.querySelector('.notice')")
    assert home.value(TOPMOST) == place


OVERLAP = """(() => {
  const [a, b] = [document.querySelector(".toast"), screen.querySelector(".compose-button")].map((e) => e.getBoundingClientRect());
  const meets = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const hit = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
  const parts = [...document.querySelectorAll(".toast > *")].map((e) => e.getBoundingClientRect());
  const isInside = parts.every((part) => part.left >= a.left && part.right <= a.right) && a.left >= 0 && a.right <= innerWidth && a.bottom <= innerHeight;
  const isCovered = b.width && (meets || !hit?.closest(".compose-button")); // a rail has it on wide pages
  return isCovered || !isInside ? JSON.stringify([a, b]) : "";
})()"""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1440, 900)], ids=lambda size: str(size[0]))
def test_TWT_07_what_is_said_over_the_tabs_covers_no_button(engine, moments, people, site, size):
    engine.use(size=size)
    people["wren"].sign_in(moments.browser, site)
    moments.open("/home")
    moments.until("screen.querySelectorAll('.post[data-tap]').length >= 20")
    moments.browser.expect_errors("Failed to load resource")
    relayed = site.answer
    site.answer = lambda request: Answer(status=403) if request.path.endswith("/favourite") else relayed(request)
    moments.value("screen.querySelectorAll('.action.favourite')[1].click()")
    moments.browser.until("return !!document.querySelector('.toast')", "it is said")
    # Keeps the toast for as long as the test looks at it.
    moments.browser.js("const kept = document.querySelector('.toasts').innerHTML.replace('</div>', '<button>Undo</button></div>'); const toasts = document.querySelector('.toasts');"
        "new MutationObserver(() => { if (!toasts.firstChild) toasts.innerHTML = kept }).observe(toasts, { childList: true }); toasts.innerHTML = kept")
    for text in ("", "8", "12"):
        for direction in ("ltr", "rtl"):
            moments.browser.js(
                "Object.assign(document.documentElement, { dir: arguments[0] }); document.documentElement.dataset.textSize = arguments[1]",
                direction, text)
            assert moments.value(OVERLAP) == "", f"{size}, text {text}, {direction}"


TOAST = "(() => { const box = document.querySelector('.toast')?.getBoundingClientRect(); return box && { x: box.x + box.width / 2, y: box.y + 12 } })()"
WAY = "parseFloat(getComputedStyle(document.querySelector('.toast')).translate) || 0"


def say(home, site):
    """Shows a toast without a button, and waits until its animation has ended."""
    home.browser.expect_errors("Failed to load resource")
    relayed = site.answer
    site.answer = lambda request: Answer(status=403) if request.path.endswith("favourite") else relayed(request)
    home.stop_clock()
    home.value("screen.querySelectorAll('.action.favourite')[1].click()")
    home.until("document.querySelector('.toast') && !document.querySelector('.toast').getAnimations().length")
    place = home.value(TOAST)
    return place["x"], place["y"]


GONE_IN_TIME = "(letTimePass(), !document.querySelector('.toast'))"


def test_TWT_07_the_line_over_the_tabs_stays_while_it_is_pressed_or_under_the_mouse(home, site):
    with home.browser.finger(*say(home, site)):
        home.let_time_pass()
        assert home.value("!!document.querySelector('.toast')"), "held"
    if not home.browser.has_touch:
        home.let_time_pass()
        assert home.value("!!document.querySelector('.toast')"), "the mouse is still on it"
        home.browser.tap(".bar .title")
    home.until(GONE_IN_TIME)


def test_TWT_07_while_its_button_has_the_focus_nothing_is_sent_that_it_takes_back(home, people, community):
    mine = people["wren"].request(community, "POST", "/api/v1/statuses", status="To be deleted")
    home.browser.reload()
    home.until("screen.querySelector('.post .words').textContent === 'To be deleted'")
    home.stop_clock()
    home.browser.js("document.querySelector('.root .dots-menu').click()")
    home.until("screen.matches('.options')")
    home.browser.js("document.querySelector('.options [data-tap^=delete]').click()")
    home.until("document.querySelector('.toast [data-tap^=undo]')")
    home.browser.js("document.querySelector('.toast [data-tap^=undo]').focus()")
    home.let_time_pass()
    assert home.value("!!document.querySelector('.toast')")
    listed = lambda: mine["id"] in [status["id"] for status in people["wren"].request(
        community, "GET", f"/api/v1/accounts/{mine['account']['id']}/statuses")]
    assert listed(), "it can still be taken back"
    home.browser.js("document.activeElement.blur()")
    home.until(GONE_IN_TIME)
    home.wait(lambda: (home.let_time_pass(), not listed())[1], "it is deleted")


def test_TWT_07_it_is_swiped_off_and_springs_back_if_it_was_let_go_too_early(home, site):
    x, y = say(home, site)
    with home.browser.finger(x, y) as finger:
        for way in range(0, 61, 10):
            finger.move(x + way, y)
        assert home.value(WAY) == 60, "it follows the finger"
        home.browser.js_async("new Promise((done) => setTimeout(done, 200))")
    home.until(f"{WAY} === 0")
    with home.browser.finger(x, y) as finger:
        for way in range(0, 161, 20):
            finger.move(x - way, y)
        assert home.value(WAY) == -160
    home.until("!document.querySelector('.toast')")
    assert home.value("!document.querySelector('.side-menu') && screen.matches('.root')"), "nothing else has moved"
