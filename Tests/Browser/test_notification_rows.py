"""NEW_09: the people of a row, and the filter for one kind of notifications."""
import pytest
from selenium.webdriver.common.keys import Keys

from support.origins import Answer, until
from test_notifications import NOTIFICATIONS, app, come_back, community, gus, marker, post, server, unread, wren

AT_REST = "!document.getAnimations().some((way) => way.playState === 'running' && way.timeline === document.timeline)"
PLACE = "Math.round(screen.querySelector('.unfold').getBoundingClientRect().top)"
ROWS = "[...screen.querySelectorAll('.whom li')].map((row) => row.getBoundingClientRect())"


def crowd(site, server, wren, gus, count=8):
    """Simulates a large server: `count` people like the newest post, and one person likes each of the others."""
    for number in range(12):
        mine = post(wren, server, f"Number {number}")
        gus.request(server, "POST", f"/api/v1/statuses/{mine['id']}/favourite")
    real = wren.request(server, "GET", NOTIFICATIONS)
    fan = lambda number: real[0]["account"] | {
        "id": f"99{number}", "username": f"fan{number}", "acct": f"fan{number}", "display_name": f"Fan {number}" + " of the very long name that nobody remembers" * (number == 3)}
    fans = [real[0] | {"id": str(int(real[0]["id"]) + number), "account": fan(number)} for number in range(count - 1, 0, -1)]
    site.answers[NOTIFICATIONS + r"\?"] = Answer(fans + real)


@pytest.mark.parametrize("reduces", [False, True], ids=["motion", "reduced motion"])
def test_NEW_09_faces_unfold_to_a_row_each_and_the_page_stays_where_it_is(moments, server, wren, gus, reduces):
    moments.browser.use(reduces_motion=reduces)
    app = moments
    wren.sign_in(app.browser, app.site)
    crowd(app.site, server, wren, gus)
    app.open("/notifications")
    app.until("screen.querySelectorAll('.activity').length === 12")
    assert app.value("screen.querySelectorAll('.unfold').length") == 1, "one person has nothing to unfold"
    assert app.value("screen.querySelector('.unfold').textContent").endswith("+3")
    app.value("screen.scrollTop = 70")
    app.browser.js_async("new Promise((done) => setTimeout(done, 300))")
    place = app.value(PLACE)
    app.value("""addEventListener('animationstart', ({ animationName, target }) => {
      if (/fold$/.test(animationName)) window.moved = [animationName, parseFloat(getComputedStyle(target).animationDuration)];
    })""")
    app.browser.tap(".unfold")
    app.until("window.moved?.[0] === 'unfold'")
    assert app.value("window.moved[1]") == (pytest.approx(0.00001) if reduces else 0.2)
    app.until(AT_REST)
    rows = app.value(ROWS)
    assert [row["height"] for row in rows] == [44] * 8
    assert app.value("screen.querySelector('.unfold').getAttribute('aria-expanded')") == "true"
    assert app.value(PLACE) == place, "it folds where it was unfolded"
    assert app.texts(".whom .nick")[:2] == ["Fan 7", "Fan 6"] and app.texts(".whom .handle")[-1] == "@gus_next_door"
    # The keyboard folds it again, and the focus stays.
    app.value("screen.querySelector('.unfold').focus()")
    app.browser.press(Keys.ENTER)
    app.until("window.moved[0] === 'fold'")
    app.until(AT_REST)
    app.until("screen.querySelector('.whom').offsetHeight === 0 && screen.querySelector('.whom').inert")
    assert app.value("document.activeElement.matches('.unfold[aria-expanded=false]')")
    assert app.value(PLACE) == place
    app.browser.tap(".unfold")
    app.until("screen.querySelector('.unfold[aria-expanded=true]')")
    app.until(AT_REST)
    app.browser.tap(".whom .person", 7)
    app.until("screen.matches('.profile') && location.pathname === '/@gus_next_door'")
    app.browser.back()
    app.until("screen.matches('.notifications') && screen.querySelectorAll('.whom li').length === 8")


def test_NEW_09_one_kind_alone_marks_nothing_as_read_and_stays_after_a_reload(app, server, wren, gus):
    mine = [post(wren, server, words) for words in ("One", "Two")]
    gus.request(server, "POST", f"/api/v1/statuses/{mine[0]['id']}/favourite")
    app.open("/notifications")
    until(lambda: unread(wren, server) == 0, "it was read")
    read = marker(wren, server)
    app.browser.tap(".kinds [data-tap='kind:likes']")
    app.until("screen.querySelector('.kinds [aria-pressed=true]')?.textContent === 'Likes' && screen.querySelectorAll('.activity').length === 1")
    assert app.value("!screen.querySelector('.filters [aria-current]')"), "all of them don't show"
    gus.request(server, "POST", f"/api/v1/statuses/{mine[1]['id']}/reblog")
    gus.request(server, "POST", f"/api/v1/statuses/{mine[1]['id']}/favourite")
    post(gus, server, "@wren Which lake?", in_reply_to_id=mine[0]["id"])
    come_back(app)
    app.until("screen.querySelectorAll('.activity').length === 2 && screen.querySelectorAll('.activity.unread').length === 1")
    app.browser.js_async("new Promise((done) => setTimeout(done, 1500))")
    assert (unread(wren, server), marker(wren, server)) == (3, read)
    app.browser.reload()
    app.until("screen.querySelector('.kinds [aria-pressed=true]')?.textContent === 'Likes' && screen.querySelectorAll('.activity').length === 2")
    app.browser.tap(".kinds [data-tap='kind:replies']")
    app.until("screen.querySelectorAll('.post[data-tap]').length === 1 && !screen.querySelector('.activity')")
    app.browser.tap(".kinds [data-tap='kind:followers']")
    app.until("screen.querySelector('.list-footer h2')?.textContent === 'Nothing yet'")
    app.browser.js_async("new Promise((done) => setTimeout(done, 1200))")
    assert (unread(wren, server), marker(wren, server)) == (3, read)
    app.browser.tap(".filters [data-tap='kind:']")
    app.until("screen.querySelectorAll('.unread').length === 3 && screen.querySelector('.filters [aria-current]').textContent === 'All'")
    until(lambda: unread(wren, server) == 0, "now they were seen")
    app.browser.reload()
    app.until("screen.querySelectorAll('.activity').length === 3 && !screen.querySelector('.kinds [aria-pressed=true]')")


STRIP = "screen.querySelector('.kinds').scrollLeft"


def test_NEW_09_the_strip_of_kinds_moves_by_itself(engine, moments, server, wren, gus):
    engine.use(size=(320, 568))
    wren.sign_in(moments.browser, moments.site)
    mine = post(wren, server, "One")
    gus.request(server, "POST", f"/api/v1/statuses/{mine['id']}/favourite")
    moments.open("/notifications")
    moments.until("screen.querySelector('.kinds')")
    sizes = moments.value("""[...screen.querySelectorAll('.kinds button')].map((one) => {
      const ground = getComputedStyle(one, '::before');
      return [one.offsetHeight, parseFloat(ground.height), ground.borderRadius];
    })""")
    assert sizes == [[44, 32, "16px"]] * 5
    touch_action = moments.value("getComputedStyle(screen.querySelector('.kinds')).touchAction")
    assert touch_action in ("manipulation", "pan-x pan-y pinch-zoom"), "a finger may move it sideways"
    x, y = moments.browser.middle(".kinds button", 1)
    if moments.browser.has_touch:
        moments.browser.drag((x + 120, y), (x - 40, y))
        moments.until(f"{STRIP} > 60")
        moments.browser.drag((x - 40, y), (x + 160, y))
        moments.until(f"{STRIP} === 0")  # and the flick is over
        assert moments.value("!document.querySelector('.side-menu')"), "the menu stays where it is"
    moments.value("screen.querySelector('.kinds').scrollLeft = 1000")
    moments.until(f"{STRIP} > 60")
    moments.browser.js_async("new Promise((done) => setTimeout(done, 300))")
    before = moments.value(STRIP)
    moments.browser.tap(".kinds button", 4)
    moments.until("screen.querySelector('.kinds [aria-pressed=true]')?.textContent === 'Posts'")
    assert moments.value(STRIP) == pytest.approx(before, abs=1)
    # The last button ends as far from the edge as the first one begins, in both directions.
    for direction, edge in (("ltr", "right"), ("rtl", "left")):
        moments.browser.js("document.documentElement.dir = arguments[0]", direction)
        moments.value("screen.querySelector('.kinds').scrollLeft = arguments[0]", 1000 if direction == "ltr" else -1000)
        end = moments.value("screen.querySelector('.kinds').lastElementChild.getBoundingClientRect()[arguments[0]]", edge)
        assert (320 - end if direction == "ltr" else end) == pytest.approx(16, abs=1), direction


def pictured_post(member, server):
    """Returns the member's newest public post with a picture that isn't covered."""
    own = member.request(server, "GET", "/api/v1/accounts/verify_credentials")["id"]
    posts = member.request(server, "GET", f"/api/v1/accounts/{own}/statuses?only_media=true&limit=40")
    return next(
        post for post in posts
        if post["visibility"] == "public" and not post["sensitive"] and post["media_attachments"][0]["type"] == "image")


POSTS = "[...screen.querySelectorAll('.post[data-tap]')]"
HELD = """(() => {
  const column = screen.querySelector('.post > .body').getBoundingClientRect();
  return [...screen.querySelectorAll('.parent-square')].every((square) => {
    const { left, right } = square.getBoundingClientRect();
    return left >= column.left - 1 && right <= column.right + 1;
  }) && screen.scrollWidth <= screen.clientWidth;
})()"""
"""True if each square stands within its row's column, and nothing is wider than the page."""


@pytest.mark.parametrize("text", ["", "331.25%"], ids=["usual", "largest"])
@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_NEW_09_a_reply_shows_the_post_that_it_answers(engine, moments, server, wren, gus, direction, text):
    engine.use(size=(320, 568))
    wren.sign_in(moments.browser, moments.site)
    pictured = pictured_post(wren, server)
    written = post(wren, server, "A quiet morning by the lake")
    deleted = post(wren, server, "Something else")
    for mine in (pictured, written, deleted):
        post(gus, server, "@wren Which lake?", in_reply_to_id=mine["id"])
    post(gus, server, "@wren Out of the blue")
    wren.request(server, "DELETE", f"/api/v1/statuses/{deleted['id']}")
    moments.open("/notifications")
    moments.until(f"{POSTS}.length === 4 && screen.querySelectorAll('a.parent-square').length === 2")
    assert moments.value(f"{POSTS}.map((row) => row.querySelector('.parent-square')?.textContent ?? null)") == [
        None, None, "A quiet morning by the lake", ""]
    names = moments.value("[...screen.querySelectorAll('.parent-square')].map((square) => square.getAttribute('aria-label'))")
    assert names[0] == "Replying to @wren: A quiet morning by the lake" and names[1].startswith("Replying to @wren: ")
    moments.until("screen.querySelector('.parent-square img').naturalWidth > 0")
    moments.value("(document.documentElement.dir = arguments[0])", direction)
    moments.value("(document.documentElement.style.fontSize = arguments[0])", text)
    moments.until(f"document.documentElement.classList.contains('narrow') === {'true' if text else 'false'}")
    moments.until(HELD)
    if not text:
        end, column = moments.value("""[screen.querySelector('.parent-square'), screen.querySelector('.post > .body')].map((one) =>
          one.getBoundingClientRect()[arguments[0]])""", "right" if direction == "ltr" else "left")
        assert end == pytest.approx(column, abs=1), "at the row's end"
    moments.browser.tap("a.parent-square")
    moments.until("screen.matches('.thread') && screen.querySelector('.large .words').textContent === 'A quiet morning by the lake'")


def test_NEW_09_nothing_moves_when_an_answered_post_arrives(app, server, wren, gus):
    mine = post(wren, server, "A quiet morning by the lake")
    post(gus, server, "@wren Which lake?", in_reply_to_id=mine["id"])
    gate = app.site.hold(r"^/api/v1/statuses\?id", 1)
    app.open("/notifications")
    app.until("screen.querySelector('span.parent-square')")
    height = app.value("screen.querySelector('.post[data-tap]').offsetHeight")
    gate.open()
    app.until("screen.querySelector('a.parent-square')?.textContent === 'A quiet morning by the lake'")
    assert app.value("screen.querySelector('.post[data-tap]').offsetHeight") == height


def test_NEW_09_a_comment_on_moments_shows_the_picture_that_it_is_about(app, server, wren, gus):
    post(gus, server, "@wren Lovely light", in_reply_to_id=pictured_post(wren, server)["id"], comment=True)
    app.open("/notifications")
    app.until("screen.querySelector('.post[data-tap] .words')?.textContent.includes('Lovely light')")
    app.until("screen.querySelector('.parent-square img')?.naturalWidth > 0")
