"""The header of a person's page: it shrinks into the bar (FOL_09), has two pages (TWT_12), and stretches (TWT_13)."""
import pytest

from support import flight
from support.fixtures import community
from support.origins import Answer

HEIGHT = 130
BAR = 44
AWAY = HEIGHT + 4
"""The scroll offset at which the name begins to enter the bar."""
BANNER = "screen.querySelector('.banner').getBoundingClientRect()"
BLURRED = "Number(getComputedStyle(screen.querySelector('.blurred')).opacity)"


@pytest.fixture
def page(moments, people):
    people["gus_next_door"].sign_in(moments.browser, moments.site)
    return opened(moments)


def opened(moments, username="wren"):
    """Opens another person's page. Wren has a cover picture, Pilar a drawn one."""
    moments.open(f"/@{username}")
    moments.until("screen.querySelector('.bar .follow') && screen.querySelectorAll('.post').length > 1")
    return moments


def opacity(selector, pseudo=""):
    return f"Number(getComputedStyle(screen.querySelector('{selector}'), '{pseudo}').opacity)"


def near(expression, wanted, slack):
    return f"Math.abs({expression} - {wanted}) <= {slack}"


def test_FOL_09_the_header_shrinks_into_the_bar_and_stays(page):
    for y in (0, 20, 40, 60, 86, 120, 150, 160, 170, 181, 400, 60, 0):
        page.value("screen.scrollTo(0, arguments[0])", y)
        arrived = min(1, max(0, (y - AWAY) / 35))
        page.until(" && ".join([
            near(f"{BANNER}.bottom", max(BAR, HEIGHT - y), 1), near(opacity(".title"), arrived, 0.02),
            near(opacity(".bar .follow"), arrived, 0.02), near(BLURRED, arrived, 0.02),
            near(opacity(".banner", "::after"), 0.25 + 0.35 * arrived, 0.02),
            near("screen.querySelector('.bar').getBoundingClientRect().top", 0, 0.5)]))
        shown = "screen.querySelector('.bar .follow').checkVisibility({ visibilityProperty: true })"
        assert page.value(shown) == (arrived > 0), "what doesn't show can't be reached by the keyboard"


def test_FOL_09_a_drawn_background_shrinks_as_well(moments, people):
    people["gus_next_door"].sign_in(moments.browser, moments.site)
    page = opened(moments, "pilar_hikes")
    assert page.value("!screen.querySelector('.blurred, .banner .opens')")
    for y in (0, 160, 400, 0):
        page.value("screen.scrollTo(0, arguments[0])", y)
        arrived = min(1, max(0, (y - AWAY) / 35))
        page.until(f"{near(f'{BANNER}.bottom', max(BAR, HEIGHT - y), 1)} && {near(opacity('.title'), arrived, 0.02)}")


@pytest.mark.parametrize("y", [0, 400])
def test_NEW_05_a_message_lies_over_the_avatar(page, y):
    page.value("screen.scrollTo(0, arguments[0])", y)
    page.site.answers["/api/"] = Answer("no", 503, "text/plain")
    page.browser.expect_errors("503")
    page.value("document.querySelector('[data-tap=refresh]').click()")
    page.until("!!screen.querySelector('.notice button')")
    page.value("document.documentElement.dataset.textSize = '12'")
    rows = """(() => {
      const box = screen.querySelector('.notice button').getBoundingClientRect(), x = box.left + 20;
      return [box.top + 4, (box.top + box.bottom) / 2, box.bottom - 4].map(
        y => !!document.elementFromPoint(x, y)?.closest('.notice')); })()"""
    page.until(f"{rows}.every(Boolean)")
    cut = "getComputedStyle(screen.querySelector('.banner')).clipPath"
    page.until(f"parseFloat({cut}.split(' ')[2] ?? 0) === arguments[0]", 0 if y else 44)
    page.browser.tap(".notice button")
    page.until("!screen.querySelector('.notice')")


def test_FOL_09_the_bars_button_follows(page):
    page.value("screen.scrollTo(0, 400)")
    page.until(near(opacity(".bar .follow"), 1, 0.01))
    before = page.value("screen.querySelector('.bar .follow').getAttribute('aria-pressed')")
    page.browser.tap(".bar .follow")
    page.until(
        "[...screen.querySelectorAll('.follow')].every((button) => button.getAttribute('aria-pressed') !== arguments[0])", before)
    page.browser.tap(".bar .follow")
    page.until(
        "[...screen.querySelectorAll('.follow')].every((button) => button.getAttribute('aria-pressed') === arguments[0])", before)


def test_TWT_13_pulled_down_the_header_grows_and_blurs_and_springs_back(page):
    pulls, heights = set(), set()
    size = "screen.querySelector('.identity .avatar').getBoundingClientRect().width"
    with page.browser.finger(200, 100) as finger:
        for y in (112, *range(120, 320, 20), 180, 140):
            finger.move(200, y)
            page.browser.js_async("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            way = max(0, y - 108)
            # Chromium reports nothing of the first 15 px; from there on the header moves as on a rubber band.
            if y != 112:
                page.until(near("Number(screen.style.getPropertyValue('--pull'))", 844 * way * 55 / (84400 + 55 * way), 1))
            pull = page.value("Number(screen.style.getPropertyValue('--pull'))")
            pulls.add(pull)
            if pull:
                heights.add(page.value("screen.scrollHeight"))
            page.until(" && ".join([
                near(f"{BANNER}.bottom", HEIGHT + pull, 1), near(f"{BANNER}.top", 0, 0.5),
                near("screen.querySelector('.cells').getBoundingClientRect().top", HEIGHT + pull, 1),
                near(BLURRED, min(1, max(0, (pull - 15) / 50)), 0.02),
                near(size, 80 * min(1.2, 1 + pull / 750), 0.5),
                near(opacity(".refresh-indicator"), min(1, max(0, (pull - 15) / 45)), 0.02)]))
    assert len(pulls) >= 10
    assert len(heights) == 1, "were it higher with each px, all that is behind the list would be painted anew"
    page.until(f"{near(f'{BANNER}.bottom', HEIGHT, 0.5)} && {BLURRED} === 0")
    # The blur is on the content of the element that fades in, so it is computed once and not for every px.
    assert page.value("[...screen.querySelectorAll('.blurred, .blurred > .picture')].map((part) => getComputedStyle(part).filter)") == ["none", "blur(20px)"]


def test_TWT_13_on_its_way_back_the_page_is_caught_where_it_is(page):
    top = "screen.querySelector('.cells').getBoundingClientRect().top"
    page.value("""addEventListener("transitionrun", () => document.getAnimations().forEach((animation) => {
        if (!animation.transitionProperty) return;
        animation.pause();
        animation.currentTime = 100;
    }), { once: true })""")
    page.browser.drag((200, 100), (200, 300))
    page.until("document.getAnimations().some(({ playState }) => playState === 'paused')")
    place = page.value(top)
    assert HEIGHT + 8 < place < HEIGHT + 100
    with page.browser.finger(360, 232) as finger:
        page.until(near(top, place, 1))
        assert page.value("screen.style.getPropertyValue('--settle')") == "0"
        finger.move(360, 272)
        page.until(f"{top} > {place + 4} && {top} < {place + 25}")
    page.until(near(top, HEIGHT, 0.5))


def test_TWT_13_beyond_the_distance_the_wheel_turns_in_the_header(page, site):
    gate = site.hold("^/api/v1/accounts/")
    page.browser.drag((200, 100), (200, 420))
    page.until("screen.dataset.status === 'refreshing'")
    page.until(
        "(({ top, bottom }) => top > 44 && bottom < 130)(screen.querySelector('.refresh-indicator').getBoundingClientRect())"
        f" && {opacity('.refresh-indicator')} === 1")
    gate.open()
    page.until("screen.dataset.status === ''")


@pytest.mark.parametrize("opener", [".identity .opens", ".banner .opens"])
def test_FOL_10_picture_and_background_open_in_the_viewer_from_their_place_and_go_back_into_it(page, opener):
    picture = f"document.querySelector('.profile {opener}').parentElement.querySelector('img')"
    flight.hold(page.browser)
    page.browser.tap(opener)
    place = page.value(f"(({{ left, top, width, height }}) => [left, top, width, height])({picture}.getBoundingClientRect())")
    boxes = flight.way(page)
    assert flight.is_near(boxes[0], place) and flight.is_near(boxes[-1], [0, 0, 390, 844], 3), (boxes, place)
    assert page.value(f"getComputedStyle({picture}).opacity") == "0"
    flight.land(page)
    page.until("screen.matches('.viewer') && screen.querySelector('.slide img')?.naturalWidth > 0")
    page.browser.press("\ue00c")  # Escape
    boxes = flight.way(page)
    assert flight.is_near(boxes[-1], place, 3), (boxes, place)
    flight.land(page)
    page.until(f"screen.matches('.profile') && document.activeElement.matches('{opener}')")
    page.until("!document.querySelector('.viewer')")
    assert page.value(f"getComputedStyle({picture}).opacity") == "1"


PAGES = "screen.querySelector('.pages')"
DARKNESS = opacity(".banner", "::before")
DOTS = "[...screen.querySelectorAll('.page-dots > i')].map((dot) => Number(getComputedStyle(dot).opacity))"


def test_TWT_12_the_description_pages_sideways(page):
    assert page.value("screen.querySelector('.page:first-child .nick').textContent")
    assert page.value("!!screen.querySelector('.page + .page .handle')"), "when they joined"
    middle = page.value(f"(({{ top, height }}) => top + height / 2)({PAGES}.getBoundingClientRect())")
    if page.browser.has_touch:
        page.browser.drag((300, middle), (80, middle), steps=8)
    else:
        page.value(f"{PAGES}.focus()")
        page.value(f"{PAGES}.scrollBy(300, 0)")
    page.until(f"{PAGES}.scrollLeft === {PAGES}.clientWidth && {near(DARKNESS, 0.4, 0.01)}")
    assert page.value("!document.querySelector('.leaves') && screen.getBoundingClientRect().left") == 0, "it doesn't go back"
    if page.browser.has_touch:
        page.browser.drag((80, middle), (300, middle), steps=8)
        page.until(f"{PAGES}.scrollLeft === 0 && {near(DARKNESS, 0, 0.01)}")


UNANIMATED = """
const isDriven = (rule) => rule.conditionText?.startsWith("(animation-timeline") && rule.cssText.includes("--away");
const found = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].filter(isDriven).map((rule) => [sheet, rule]));
for (const [sheet, rule] of found) sheet.deleteRule([...sheet.cssRules].indexOf(rule));
CSS.supports = () => false;
// What ran goes on with its last time: as in a browser that never drove it, all starts anew.
const [sheet] = document.styleSheets;
const none = sheet.insertRule("*, ::before, ::after { animation: none !important }", sheet.cssRules.length);
document.getAnimations();
sheet.deleteRule(none);
return found.length;
"""
"""Ends scroll-driven animations, and returns their number."""
SHOWN = f"""[...[".title", ".bar .follow", ".blurred"].map((part) => screen.querySelector(part)), null].map((part) => Number(part
    ? getComputedStyle(part).opacity : getComputedStyle(screen.querySelector(".banner"), "::after").opacity))
  .concat(["left", "right", "width", "bottom"].map((side) => screen.querySelector(".identity .avatar").getBoundingClientRect()[side]))
  .concat(screen.querySelector(".title").getBoundingClientRect().top, {BANNER}.bottom,
    Number(getComputedStyle(screen.querySelector(".frame")).zIndex), Number(getComputedStyle(screen.querySelector(".title")).visibility === "visible"))"""


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_FOL_09_the_header_shrinks_alike_where_no_scroll_drives_it(page, direction):
    page.value("document.documentElement.dir = arguments[0]", direction)
    seen = {}
    for y in (0, 30, 85, 87, 120, 134, 140, 150, 160, 169, 199, 400):
        page.value("screen.scrollTo(0, arguments[0])", y)
        arrived = min(1, max(0, (y - AWAY) / 35))
        page.until(near(opacity(".title"), arrived, 0.01) + f" && screen.scrollTop === {y}")
        # Other scrolled elements are drawn a frame later.
        page.browser.js_async("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        seen[y] = page.value(SHOWN)
    if page.browser.name == "webkit":
        return  # without its timelines it reports only some scrolls
    assert page.browser.js(UNANIMATED) == 1
    for y in (*seen, *reversed(seen)):
        page.value("screen.scrollTo(0, arguments[0])", y)
        shown = " && ".join(
            f"Math.abs({SHOWN}[{index}] - {value}) <= {0.02 if index < 4 else 1 if index < 10 else 0}"
            for index, value in enumerate(seen[y]))
        page.until(shown)
        # At 85 px, just before the avatar goes under the bar, it covers the button.
        assert y == 85 or page.value("document.elementFromPoint(arguments[0], 22).closest('.control, .bar')", 22 if direction == "ltr" else 368), "Back"


def test_TWT_12_the_pages_are_under_the_finger(page):
    if not page.browser.has_touch:
        return
    middle = page.value(f"(({{ top, height }}) => top + height / 2)({PAGES}.getBoundingClientRect())")
    with page.browser.finger(330, middle) as finger:
        finger.move(310, middle)
        page.until(f"{PAGES}.scrollLeft > 0")
        start = page.value(f"{PAGES}.scrollLeft")
        for way in range(0, 240, 20):  # ends beyond the middle
            finger.move(310 - way, middle)
            page.until(near(f"{PAGES}.scrollLeft", start + way, 1.5) + " && " + near(DARKNESS, 0.4 * (start + way) / 390, 0.01))
    page.until(f"{PAGES}.scrollLeft === {PAGES}.clientWidth")


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_TWT_12_the_background_darkens_with_the_page_in_every_engine(page, direction):
    page.value("document.documentElement.dir = arguments[0]", direction)
    page.value(f"{PAGES}.style.scrollSnapType = 'none'")
    width = page.value(f"{PAGES}.clientWidth")
    ways = [*range(0, width + 1, width // 10), width // 3]
    seen = []
    for way in ways:
        page.value(f"{PAGES}.scrollLeft = arguments[0]", way if direction == "ltr" else -way)
        page.until(near(DARKNESS, 0.4 * way / width, 0.01))
        seen.append(page.value(f"[{DARKNESS}, ...{DOTS}]"))
    # Without scroll-driven animations, the bridge sets the progress.
    assert page.browser.js(UNANIMATED) == 1
    for way, shown in zip(ways, seen):
        page.value(f"{PAGES}.scrollLeft = arguments[0]", way if direction == "ltr" else -way)
        page.until(" && ".join(near(part, value, 0.02) for part, value in zip([DARKNESS, f"{DOTS}[0]", f"{DOTS}[1]"], shown)))


def test_TWT_12_from_700_px_both_pages_show(moments, people):
    moments.browser.use(size=(820, 1180))
    people["gus_next_door"].sign_in(moments.browser, moments.site)
    opened(moments)
    boxes = moments.value("[...screen.querySelectorAll('.page')].map((page) => page.getBoundingClientRect().toJSON())")
    assert boxes[0]["left"] == boxes[1]["left"] and boxes[0]["bottom"] <= boxes[1]["top"] + 1


@pytest.mark.parametrize("text", ["", "212.5%", "331.25%"], ids=["usual", "twice", "largest"])
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_NEW_22_the_description_is_on_the_first_page_and_the_second_is_in_reach(moments, people, community, size, text):
    people["wren"].request(
        community, "PATCH", "/api/v1/accounts/update_credentials", note="I count birds, and sometimes fish.")
    moments.browser.use(size=size)
    people["gus_next_door"].sign_in(moments.browser, moments.site)
    opened(moments)
    moments.value("(document.documentElement.style.fontSize = arguments[0])", text)
    assert moments.value("screen.querySelector('.page:first-child .bio').textContent.trim()").startswith("I count birds")
    seen = """(() => {
      const element = screen.querySelector(arguments[0]);
      element.scrollIntoView({ block: 'center' });
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left >= 0 && right <= innerWidth && bottom > 44 && top < innerHeight;
    })()"""
    moments.until(seen, ".page:first-child .bio")
    if size[0] < 700:
        banner = moments.value("screen.querySelector('.banner').getBoundingClientRect().toJSON()")
        assert banner["left"] == 0 and banner["right"] == size[0], "from edge to edge"
        pages = "screen.querySelector('.pages')"
        moments.value(f"{pages}.focus({{ preventScroll: true }})")
        moments.value(f"{pages}.scrollBy(innerWidth, 0)")
        moments.until(f"{pages}.scrollLeft === {pages}.clientWidth")
    moments.until(seen, ".page + .page .handle")
    moments.value("(screen.querySelector('.pages').scrollLeft = 0)")
    moments.until("screen.querySelector('.pages').scrollLeft === 0")


LONG_FIELDS = [{"name": f"Where I count {kind}", "value": f"All the {kind} of the river, " * 8} for kind in ("gulls", "herons", "rails")]
GAP = """(([first, second, below]) => [below.top - first.bottom, below.top - second.bottom])(
  ['.page:first-child > *', '.page + .page > *', '.identity > .counts'].map((parts) =>
    [...screen.querySelectorAll(parts)].filter((part) => part.offsetHeight).at(-1).getBoundingClientRect()))"""
"""From the end of the first page and of the second one to the counts under both."""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_NEW_22_long_fields_leave_no_blank_on_the_first_page(moments, people, community, size):
    def fill(fields):
        people["wren"].request(community, "PATCH", "/api/v1/accounts/update_credentials", fields_attributes=fields)

    before = people["wren"].request(community, "GET", "/api/v1/accounts/verify_credentials")["source"]["fields"]
    fill(LONG_FIELDS)
    try:
        moments.browser.use(size=size)
        people["gus_next_door"].sign_in(moments.browser, moments.site)
        opened(moments)
        assert moments.value("screen.querySelectorAll('.fields dd').length") == 3
        if size[0] < 700:
            first, second = moments.value(GAP)
            assert 0 <= first < 60 and second < 0, "only the dots and a gap are below the first page"
            moments.value(f"{PAGES}.scrollBy(innerWidth, 0)")
            moments.until(f"{PAGES}.scrollLeft === {PAGES}.clientWidth")
            moments.until(f"{GAP}[1] >= 0")
            assert moments.value(GAP)[1] < 60, "the second page shows whole"
            moments.value(f"({PAGES}.scrollLeft = 0)")
            moments.until(f"{PAGES}.scrollLeft === 0 && {GAP}[0] < 60")
        else:
            first, second = moments.value(GAP)
            assert first > second >= 0, "one below the other"
    finally:
        fill([{"name": field["name"], "value": field["value"]} for field in before])
