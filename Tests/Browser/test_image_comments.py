"""COM: the comments on a picture, from this server and from any other with the contract."""
import json

import pytest

from support import layout
from support.composing import Composing
from support.fixtures import community
from support.image_feed import ImageFeed, comment, uuid
from support.origins import Answer, until

LOST_CONNECTION = "Failed to load resource"
NO_CONNECTION = "Couldn't connect to server"
INVALID_DATA = "can’t be read"
PATH = f"^/v1/image/{uuid(1)}/comments$"


@pytest.fixture
def feed(moments, source):
    moments.browser.expect_errors(LOST_CONNECTION)
    feed = ImageFeed(moments, source).fill(2)
    feed.comments(1, [comment(11, "First"), comment(12, "Second\nwith a line", "ben"), comment(13, "Third", "cy")])
    feed.comments(2, [])
    return feed


def shown(feed):
    return feed.moments.value("""[...screen.querySelectorAll('.comment')].map((cell) =>
      ['.writer', '.date', '.message'].map((name) => cell.querySelector(name).textContent.trim()))""")


def test_COM_02_a_tapped_picture_leads_to_its_comments_in_the_order_of_the_api(feed):
    feed.open().until_pictures(2)
    feed.tap_picture()
    feed.until_comments(3)
    assert [(author, message) for author, _, message in shown(feed)] == [
        ("ann", "First"), ("ben", "Second\nwith a line"), ("cy", "Third")]
    assert feed.moments.value("location.pathname + location.search") == f"/images/{uuid(1)}" + feed.query
    assert feed.source.count(PATH) == 1
    feed.moments.until_images(".image .picture")


def test_COM_02_a_link_opens_the_comments_with_their_picture(feed):
    feed.open(1).until_comments(3)
    feed.until_pictures(1)
    feed.until_shown()
    feed.browser.tap(".image .photo")
    feed.moments.until("screen.matches('.viewer')")


def test_COM_02_measures_are_those_of_the_original(feed):
    feed.comments(1, [comment(11, author="a" * 200)])
    feed.open(1).until_comments(1)
    measures = feed.moments.value("""(() => {
      const cell = screen.querySelector('.comment'), style = getComputedStyle(cell);
      const [author, date, message] = ['.writer', '.date', '.message'].map((n) => cell.querySelector(n).getBoundingClientRect());
      return { padding: style.padding, border: style.borderBottomWidth, gap: message.top - Math.max(author.bottom, date.bottom),
        trailing: cell.getBoundingClientRect().right - date.right, cut: cell.querySelector('.writer').scrollWidth > author.width,
        apart: date.left - author.right, date: cell.querySelector('.date').scrollWidth <= date.width + 1 };
    })()""")
    assert measures["padding"] == "11px 20px" and measures["border"] == "0px"
    assert 7 <= measures["gap"] <= 12 and abs(measures["trailing"] - 20) < 1
    assert measures["cut"] and measures["date"] and measures["apart"] >= 8 - 0.5, "the username truncates first"


def test_COM_06_dates_are_relative(feed):
    now = feed.browser.js("return Date.now()") / 1000
    def ago(seconds):
        return feed.browser.js("return new Date(arguments[0] * 1000).toISOString().slice(0, 19) + '+0000'", now - seconds)
    ages = {90: "1 minute ago", 36 * 3600: "1 day ago", 3 * 3600 + 60: "3 hours ago"}
    feed.comments(1, [comment(number, date=ago(age)) for number, age in enumerate(ages, 11)])
    feed.open(1).until_comments(3)
    assert [date for _, date, _ in shown(feed)] == list(ages.values())


def test_COM_03_a_spinner_shows_and_a_back_control_all_the_time(feed):
    gate = feed.source.hold(PATH)
    feed.open().until_pictures(2)
    feed.tap_picture()
    until(lambda: gate.waiting, "the comments are on their way")
    assert feed.moments.value("!!screen.querySelector('.spinner')")
    assert feed.moments.value("!!screen.querySelector('[data-tap=back]')")
    gate.open()
    feed.until_comments(3)
    assert feed.moments.value("screen.querySelector('.spinner')") is None
    assert feed.moments.value("!!screen.querySelector('[data-tap=back]')")


def test_COM_03_loading_starts_once_and_pulling_down_loads_again(feed):
    feed.open().until_pictures(2)
    feed.tap_picture()
    feed.until_comments(3)
    feed.browser.tap(".image .photo")
    feed.moments.until("screen.matches('.viewer')")
    feed.browser.back()
    feed.moments.until("screen.matches('.image-comments')")
    assert feed.source.count(PATH) == 1
    feed.comments(1, [comment(14, "Fresh")])
    feed.until_still()
    feed.moments.value("screen.scrollTo(0, 0)")
    feed.moments.pull()
    feed.until_comments(1)
    assert feed.source.count(PATH) == 2


def test_COM_03_an_error_is_a_band_that_a_tap_dismisses_and_the_comments_stay(feed):
    feed.open(1).until_comments(3)
    feed.comments(1, [], status=500)
    feed.moments.pull()
    feed.until_notice(INVALID_DATA)
    assert len(shown(feed)) == 3
    feed.browser.tap(".notice button")
    feed.moments.until("!screen.querySelector('.notice')")
    feed.moments.pull()
    feed.until_notice(INVALID_DATA)
    feed.comments(1, [comment(14)])
    feed.moments.pull()
    feed.until_comments(1)
    assert feed.notice() == ""


SLOW_TIMERS = """const wait = window.setTimeout;
window.setTimeout = (work, delay, ...rest) => wait(work, delay === 100 ? 600_000 : delay, ...rest);"""


def test_COM_03_the_first_tap_after_a_pull_counts_also_on_a_busy_phone(feed, site):
    site.script = SLOW_TIMERS
    feed.open(1).until_comments(3)
    feed.comments(1, [], status=500)
    feed.moments.pull()
    feed.until_notice(INVALID_DATA)
    feed.browser.tap(".notice button")
    feed.moments.until("!screen.querySelector('.notice')")


@pytest.mark.parametrize("status", [200, 201, 202, 226, 299])
def test_COM_05_any_2xx_is_a_success(feed, status):
    feed.comments(1, [comment(11)], status=status)
    feed.open(1).until_comments(1)
    assert feed.notice() == ""


@pytest.mark.parametrize("answer", [
    Answer({"items": []}, 300), Answer({"items": []}, 400), Answer({"items": []}, 500), Answer(""), Answer("[]"),
    Answer("<html>", type="text/html"), Answer('{"items": [{'), Answer(b"\xff\xfe"), Answer("", 204),
], ids=["300", "400", "500", "empty", "array", "html", "broken", "not_unicode", "204"])
def test_COM_05_anything_else_is_invalid_data(feed, answer):
    feed.source.route(f"/v1/image/{uuid(1)}/comments", answer)
    feed.open(1).until_notice(INVALID_DATA)


def test_COM_10_many_pictures_that_the_app_cannot_read_do_not_stop_it(feed):
    """Without CORS the browser loads the pictures itself, and the app doesn't know their sizes."""
    feed.browser.expect_errors("CORS", "access control", "Access-Control", "Origin")
    for number in (1, 2):
        feed.source.routes[f"/picture{number}.png"].headers["Access-Control-Allow-Origin"] = "https://elsewhere.example"
    feed.open().until_pictures(2)
    feed.moments.until("screen.querySelectorAll('.image img[data-state]').length === 2")
    feed.tap_picture()
    feed.until_comments(3)


def test_COM_05_no_answer_is_no_connection(feed):
    feed.open().until_pictures(2)
    feed.until_shown()
    feed.source.stop()
    feed.tap_picture()
    feed.until_notice(NO_CONNECTION)
    feed.source.start()
    feed.browser.tap(".list-footer [data-tap=retry]")
    feed.until_comments(3)


# COM_04, seen from the server: the browser closes the connection.

def abandoned(feed):
    return [r for r in feed.source.requests if "/comments" in r.path and r.was_abandoned]


def test_COM_04_the_request_is_cancelled_when_the_screen_is_popped(feed):
    gate = feed.source.hold(PATH)
    feed.open().until_pictures(2)
    feed.tap_picture()
    until(lambda: gate.waiting, "the comments are on their way")
    feed.back()
    until(lambda: abandoned(feed), "the connection is closed")


def test_COM_04_the_request_is_cancelled_by_the_browsers_own_back_too(feed):
    gate = feed.source.hold(PATH)
    feed.open().until_pictures(2)
    feed.tap_picture()
    until(lambda: gate.waiting, "the comments are on their way")
    feed.browser.back()
    until(lambda: abandoned(feed), "the connection is closed")


def test_COM_04_the_request_goes_on_while_the_screen_is_covered(feed):
    gate = feed.source.hold(PATH)
    feed.open().until_pictures(2)
    feed.tap_picture()
    until(lambda: gate.waiting, "the comments are on their way")
    feed.browser.tap(".image .photo")
    feed.moments.until("screen.matches('.viewer')")
    feed.browser.js_async("new Promise((done) => setTimeout(done, 700))")
    assert gate.waiting == 1 and not abandoned(feed)
    gate.open()
    feed.browser.back()
    feed.moments.until("screen.matches('.image-comments')")
    feed.until_comments(3)
    assert feed.source.count(PATH) == 1


BAD = [
    None, 7, "text", [], {}, comment(11, message=None), comment(12, message=7), comment(13, author=None), comment(14, author=7),
    comment(15, date="2020-09-31T11:24:59+0000"), comment(16, date="yesterday"), comment(17, date=None), comment(18, date=1589973899),
    {"id": uuid(19), "message": "x", "created_at": "2020-05-20T11:24:59+0000"}, comment(20) | {"author": "ann"},
    comment(21) | {"id": "no uuid"}, comment(22) | {"id": None}, comment(1, message="x" * 500_000),
]


def test_COM_10_bad_items_cost_only_themselves(feed):
    feed.comments(1, [comment(90, "First"), *BAD, comment(90, "Twice"), comment(91, "Last", date="2020-05-20T11:24:59.123Z")])
    feed.open(1).until_comments(2)
    assert [message for _, _, message in shown(feed)] == ["First", "Last"]


TITLES = {"en-US": "Comments", "el-GR": "Σχόλια", "pt-BR": "Comentários", "ar-EG": "التعليقات", "zh-CN": "评论"}


@pytest.mark.parametrize("language", TITLES)
def test_COM_07_the_title_is_in_every_language(feed, language):
    feed.browser.use(language=language)
    feed.open(1).until_comments(3)
    assert feed.moments.texts(".title") == [TITLES[language]]


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1440, 900)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_COM_08_nothing_is_clipped_at_any_size(feed, size):
    feed.browser.use(size=size)
    feed.open(1).until_comments(3)
    feed.until_shown()
    assert layout.problems(feed.browser) == []
    feed.comments(1, [], status=500)
    feed.moments.pull(distance=200)
    feed.until_notice(INVALID_DATA)
    feed.moments.until("screen.getAnimations({ subtree: true }).every((a) => a.playState !== 'running' || a.animationName === 'turn')")
    for change in ("documentElement.style.fontSize = '320%'", "documentElement.dir = 'rtl'"):
        feed.browser.js("document." + change)
        assert layout.problems(feed.browser) == []
    feed.browser.js("document.documentElement.dir = 'ltr'; document.documentElement.style.fontSize = ''")


# Writing, on a Swiftlet server.

def open_first(moments):
    moments.open("/me")
    moments.browser.tap("[data-tap=images]")
    moments.until("screen.querySelectorAll('.image').length")
    moments.browser.tap(".image .photo")
    moments.until("screen.matches('.image-comments') && !screen.querySelector('.spinner')")
    # A finger would miss until the screen has slid in; its animation may not have begun yet.
    moments.until("screen.getBoundingClientRect().left === 0 && screen.getAnimations().every((a) => a.playState === 'finished')")


def test_COM_02_a_stranger_who_wants_to_comment_is_led_to_sign_in(moments):
    open_first(moments)
    moments.browser.tap("[data-tap=write]")
    moments.until("screen.matches('.welcome') && screen.querySelector('.reason').textContent.startsWith('Sign in to reply')")


def test_COM_02_a_comment_shows_at_once_here_and_in_moments(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    open_first(moments)
    composing = Composing(moments, people["wren"])
    before = moments.value("screen.querySelectorAll('.comment').length")
    moments.browser.tap("[data-tap=write]")
    composing.until_open()
    text = composing.unique("Lovely picture")
    composing.write(text)
    answer = moments.site.hold("/api/v1/statuses$")
    composing.tap_send()
    moments.until("screen.matches('.image-comments')")
    moments.until("[...screen.querySelectorAll('.comment .message')].some((e) => e.textContent.includes(arguments[0]))", text)
    answer.open()
    composing.until_sent()
    moments.until("!screen.querySelector('[data-key^=w]:not(.compose-button, .refresh-indicator)')")
    assert moments.value("screen.querySelectorAll('.comment').length") == before + 1
    assert text in moments.texts(".comment .message")[-1]
    assert moments.texts(".comment .writer bdi")[-1] == "Wren"
    status = json.loads(composing.sent()[0].body)["in_reply_to_id"]
    context = people["wren"].request(moments.site.upstream, "GET", f"/api/v1/statuses/{status}")
    author = context["account"]["username"]
    page = people["wren"].request(moments.site.upstream, "GET", f"/user/{author}/tweets")
    assert any(text in item["content"] for post in page for item in post.get("comments", []))
