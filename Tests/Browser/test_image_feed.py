"""COM: the feed of pictures, from this server and from any other with its contract."""
import urllib.parse

import pytest

from support import layout
from support.image_feed import ImageFeed, uuid
from support.origins import Answer, until
from support.pictures import picture
from test_accessibility import violations

LOST_CONNECTION = "Failed to load resource"
NO_CONNECTION = "Couldn't connect to server"
INVALID_DATA = "can’t be read"
TITLES = {"en-US": "My Feed", "el-GR": "Το Feed μου", "pt-BR": "Meu Feed", "ar-EG": "الصور", "zh-CN": "图片"}
NO_CONNECTION_IN = {
    "en-US": NO_CONNECTION, "el-GR": "Δεν ήταν δυνατή η σύνδεση στο διακομιστή",
    "pt-BR": "Não foi possível conectar com o servidor", "ar-EG": "تعذّر الاتصال بالخادم", "zh-CN": "无法连接服务器"}
SHIMMERS = """[...screen.querySelectorAll('.image .photo')].map((photo) => {
  const style = getComputedStyle(photo, '::before');
  return [style.content === 'none' ? '' : style.animationName, style.animationDuration, style.animationIterationCount];
})"""


@pytest.fixture
def feed(moments, source):
    moments.browser.expect_errors(LOST_CONNECTION)
    return ImageFeed(moments, source)


def test_COM_01_cells_show_place_picture_and_description_where_they_are_there(feed):
    feed.add(1, location="Seafront\nDoor 7", description="Clouds").add(2, description="Alone").add(3)
    feed.open().until_pictures(3)
    shown = feed.moments.value("""[...screen.querySelectorAll('.image')].map((cell) => ['.location', '.photo', '.description']
      .map((name) => name === '.photo' ? !!cell.querySelector(name) : cell.querySelector(name)?.textContent.trim() ?? null))""")
    assert shown == [["Seafront\nDoor 7", True, "Clouds"], [None, True, "Alone"], [None, True, None]]
    assert feed.moments.value("getComputedStyle(screen.querySelector('.location span')).whiteSpace").startswith("pre-line")
    feed.until_shown()
    measures = feed.moments.value("""(() => {
      const cell = screen.querySelector('.image'), photo = cell.querySelector('.photo'), box = photo.getBoundingClientRect();
      const place = cell.querySelector('.location').getBoundingClientRect();
      const words = cell.querySelector('.description');
      return { width: box.width, height: box.height, corner: getComputedStyle(photo).borderTopLeftRadius,
        above: box.top - place.bottom, below: words.getBoundingClientRect().top - box.bottom,
        lines: [getComputedStyle(cell.querySelector('.location span')).webkitLineClamp, getComputedStyle(words).webkitLineClamp],
        fade: getComputedStyle(cell.querySelector('img')).animationDuration };
    })()""")
    assert abs(measures["width"] - measures["height"]) < 0.5
    assert measures["corner"] == "22px"
    assert abs(measures["above"] - 10) < 0.5 and abs(measures["below"] - 10) < 0.5
    assert measures["lines"] == ["2", "6"] and measures["fade"] == "0.25s"


def test_COM_01_a_placeholder_shimmers_until_the_picture_is_there(feed):
    gate = feed.source.hold("^/picture")
    feed.fill(2).open().until_pictures(2)
    until(lambda: gate.waiting, "the picture is on its way")
    assert feed.moments.value(SHIMMERS)[0] == ["shimmer", "1.25s", "infinite"]
    gate.open()
    feed.until_shown()
    feed.moments.until(f"({SHIMMERS})[0][0] === ''")


def test_COM_01_with_less_motion_nothing_shimmers(feed):
    feed.browser.use(reduces_motion=True)
    feed.source.hold("^/picture")
    feed.fill(1).open().until_pictures(1)
    assert feed.moments.value(SHIMMERS)[0][2] == "1"


def test_COM_01_a_failed_picture_shows_a_retry_control_that_loads_it_again(feed):
    feed.add(1, image=Answer("no", 500)).open()
    feed.moments.until("screen.querySelector('.image img[data-state=failed]')")
    mark = feed.moments.value("""(() => { const style = getComputedStyle(screen.querySelector('.photo'), '::after');
      return [style.content, style.fontSize, style.display] })()""")
    assert mark == ['"↻"', "60px", "grid"]
    feed.source.route("/picture1.png", picture())
    feed.browser.tap(".image .photo")
    feed.until_shown()
    assert feed.moments.value("screen.matches('.image-feed')"), "it was a retry, no way to the comments"


@pytest.mark.parametrize("image", [Answer(b"", type="image/png"), Answer(picture().body, 201, "image/png")], ids=["empty", "status_201"])
def test_COM_01_a_picture_without_bytes_or_with_another_status_than_200_failed(feed, image):
    feed.add(1, image=image).open()
    feed.moments.until("screen.querySelector('.image img[data-state=failed]')")


def test_COM_01_loads_of_pictures_are_cancelled_when_the_feed_is_left(feed):
    gate = feed.source.hold("^/picture")
    feed.moments.open("/settings")
    feed.moments.value("screen.querySelector('[name=feed]')").send_keys(feed.source.url)
    feed.fill(1)
    feed.browser.tap("[data-submit=feed] .primary")
    until(lambda: gate.waiting, "the picture is on its way")
    feed.until_still()
    feed.browser.tap("[data-tap=back]")
    until(lambda: [r for r in feed.source.requests if "picture" in r.path and r.was_abandoned], "the load was cancelled")


def test_COM_03_a_spinner_shows_while_the_feed_loads_by_itself_and_once(feed):
    gate = feed.source.hold("^/v1/feed")
    feed.fill(1).open()
    feed.moments.until("screen.querySelector('.spinner')")
    gate.open()
    feed.until_pictures(1)
    assert feed.moments.value("screen.querySelector('.spinner')") is None
    feed.comments(1, [])
    feed.tap_picture()
    feed.back()
    assert feed.source.count("limit=10$") == 1


def test_COM_03_pulling_down_loads_again(feed):
    feed.fill(3).open().until_pictures(3)
    feed.items.pop(0)
    feed.moments.pull()
    feed.until_pictures(2)
    feed.moments.until_refreshed()
    assert feed.source.count("limit=10$") == 2


def test_COM_03_an_error_is_a_band_that_a_tap_dismisses_and_the_rows_stay(feed):
    feed.fill(3).open().until_pictures(3)
    feed.answer = Answer("nonsense")
    feed.moments.pull()
    feed.until_notice(INVALID_DATA)
    band = feed.moments.value("""(() => { const style = getComputedStyle(screen.querySelector('.notice button'));
      return [style.color, style.backgroundColor, style.textAlign, style.animationDuration, Number(style.fontWeight) >= 700,
        parseFloat(style.fontSize) >= 18.66] })()""")
    assert band == ["rgb(255, 255, 255)", "rgb(248, 95, 95)", "center", "0.25s", True, True]
    assert feed.ids() == [1, 2, 3]
    feed.browser.tap(".notice button")
    feed.moments.until("!screen.querySelector('.notice')")
    feed.moments.pull()
    feed.until_notice(INVALID_DATA)
    gate = feed.source.hold("^/v1/feed")
    feed.moments.pull()
    until(lambda: gate.waiting, "it loads again")
    assert feed.notice() == ""
    gate.open()


def test_COM_05_no_connection_and_invalid_data_are_two_messages(feed):
    feed.answer = Answer({"items": []}, 500)
    feed.open().until_notice(INVALID_DATA)
    feed.answer = None
    feed.fill(1)
    feed.browser.tap(".list-footer [data-tap=retry]")
    feed.until_pictures(1)
    feed.source.stop()
    feed.moments.pull()
    feed.until_notice(NO_CONNECTION)
    assert feed.ids() == [1]
    feed.source.start()


@pytest.mark.parametrize("status", [201, 206, 400, 404, 500])
def test_COM_05_only_200_is_a_success_for_the_feed(feed, status):
    feed.fill(1)
    feed.answer = Answer({"items": feed.items}, status)
    feed.open().until_notice(INVALID_DATA)
    assert feed.ids() == []


def test_COM_09_pages_of_ten_follow_the_last_id_until_one_is_empty(feed):
    feed.fill(23).open().until_pictures(10)
    for count in (20, 23):
        feed.moments.reach_end()
        feed.until_pictures(count)
    feed.moments.reach_end()
    feed.moments.until("!screen.querySelector('.list-footer *')")
    feed.moments.reach_end()
    assert feed.source.paths("^/v1/feed") == ["/v1/feed?limit=10"] + [
        f"/v1/feed?limit=10&after_id={uuid(number)}" for number in (10, 20, 23)]
    assert feed.ids() == list(range(1, 24))


def test_COM_09_after_id_is_in_upper_case(feed):
    feed.fill(11)
    for item in feed.items:
        item["id"] = item["id"].lower()
    feed.open().until_pictures(10)
    feed.moments.reach_end()
    until(lambda: f"/v1/feed?limit=10&after_id={uuid(10)}" in feed.source.paths(), "the next page is asked for")


def test_COM_03_a_failed_page_offers_retry_and_keeps_the_rows(feed):
    feed.fill(12).open().until_pictures(10)
    feed.answer = Answer("", 500)
    feed.moments.reach_end()
    feed.moments.until("screen.querySelector('.list-footer [data-tap=retry]')")
    assert INVALID_DATA in feed.moments.texts(".list-footer [role=alert]")[0] and len(feed.ids()) == 10
    feed.answer = None
    feed.browser.tap(".list-footer [data-tap=retry]")
    feed.until_pictures(12)


def test_COM_09_the_copy_of_the_device_shows_without_the_server(feed):
    feed.fill(12).open().until_pictures(10)
    feed.moments.reach_end()
    feed.until_pictures(12)
    feed.until_shown()
    until(lambda: feed.browser.js_async(
        "caches.open('data').then((c) => c.keys()).then((k) => k.filter((r) => r.url.includes('images')).length)") >= 2, "both pages are stored")
    feed.source.stop()
    feed.browser.reload()
    feed.moments.until("screen.querySelectorAll('.image').length >= 10")  # enough to restore the position
    assert feed.notice().startswith("You are offline")
    feed.moments.reach_end()
    feed.until_pictures(12)
    feed.source.start()
    feed.moments.value("screen.scrollTo(0, 0)")
    feed.moments.pull()
    feed.moments.until("!screen.querySelector('.notice')")


def test_COM_09_a_copy_of_seven_days_is_too_old_and_is_deleted(feed):
    feed.fill(1).open().until_pictures(1)
    key = "encodeURIComponent('images 0 ' + arguments[0])"
    stored = f"caches.open('data').then(async (c) => (await c.match('/.data/' + {key}))?.text())"
    text = until(lambda: feed.browser.js_async(stored, feed.source.url), "the page is stored")
    aged = str(int(text.split(":")[0]) - 7 * 86_400_000 - 1000) + text[text.index(":"):]
    feed.browser.js_async(f"caches.open('data').then((c) => c.put('/.data/' + {key}, new Response(arguments[1])))", feed.source.url, aged)
    feed.source.stop()
    feed.browser.reload()
    feed.until_notice(NO_CONNECTION)
    assert feed.ids() == []
    until(lambda: feed.browser.js_async(stored, feed.source.url) is None, "the copy is deleted")
    feed.source.start()


BAD = [
    None, 7, "text", [], {}, {"id": uuid(90)}, {"image": "https://x.example/x.png"}, {"id": 7, "image": "/a.png"},
    {"id": "no uuid", "image": "/a.png"}, {"id": uuid(91), "image": None}, {"id": uuid(92), "image": 7},
    {"id": uuid(93), "image": "javascript:alert(1)"}, {"id": uuid(94), "image": "/a.png", "description": 7},
    {"id": uuid(95), "image": "/a.png", "location": {}}, {"id": uuid(96), "image": "x" * 100_000},
]


def test_COM_10_bad_items_cost_only_themselves(feed):
    feed.add(1, description=None, location=None).add(2)
    good = feed.items
    feed.answer = Answer({"items": [good[0], *BAD, good[0], good[1]]})
    feed.open().until_pictures(2)
    assert feed.ids() == [1, 2]


def test_COM_10_hostile_texts_are_texts(feed):
    words = "<img src=x onerror=alert(1)> \u202e\u0000 " + "x" * 3000
    feed.add(1, description=words, location=words).open().until_pictures(1)
    assert feed.moments.value("screen.querySelectorAll('.description img, .location img').length") == 0
    assert feed.moments.texts(".description")[0].startswith("<img src=x onerror=alert(1)>")
    # Text longer than six lines ends in an ellipsis.
    assert [line for line in layout.problems(feed.browser) if "is clipped" not in line] == []


@pytest.mark.parametrize("language", TITLES)
def test_COM_07_the_title_is_in_every_language(feed, language):
    feed.browser.use(language=language)
    feed.fill(1).open().until_pictures(1)
    assert feed.moments.texts(".title") == [TITLES[language]]
    feed.source.stop()
    feed.moments.pull()
    feed.until_notice(NO_CONNECTION_IN[language])
    feed.source.start()


SIZES = [(320, 568), (390, 844), (844, 390), (820, 1180), (1440, 900)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_COM_08_nothing_is_clipped_at_any_size(feed, size):
    feed.browser.use(size=size)
    feed.add(1, location="East Side Gallery\nBerlin, Germany", description="A description that is long enough for two lines, and says little.")
    feed.fill(4).open().until_pictures(4)
    feed.until_shown()
    assert layout.problems(feed.browser) == []
    for change in ("documentElement.style.fontSize = '320%'", "documentElement.dir = 'rtl'"):
        feed.browser.js("document." + change)
        assert layout.problems(feed.browser) == []
    feed.browser.js("document.documentElement.dir = 'ltr'; document.documentElement.style.fontSize = ''")


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_COM_08_axe_finds_nothing(feed, is_dark):
    feed.browser.use(is_dark=is_dark)
    feed.add(1, location="Berlin", description="A description").add(2, image=Answer("no", 500))
    feed.open().until_pictures(2)
    feed.moments.until("screen.querySelector('[data-state=shown]') && screen.querySelector('[data-state=failed]')")
    feed.source.stop()
    feed.moments.pull()
    feed.until_notice(NO_CONNECTION)
    feed.moments.until("screen.getAnimations({ subtree: true }).every((a) => a.playState !== 'running' || a.animationName === 'turn')")
    assert violations(feed.browser) == []
    feed.source.start()


def test_COM_01_the_own_feed_is_a_row_of_the_settings_page_and_of_the_invitation(moments, source):
    moments.open("/me")
    moments.browser.tap("[data-tap=images]")
    moments.until("screen.matches('.image-feed') && location.pathname === '/images'")
    moments.until("screen.querySelectorAll('.image').length === 10")
    moments.until_images(".image .picture")
    # The contract's title is for the feeds of others: these pictures are everybody's.
    assert moments.texts(".title") == ["Pictures"]
    assert moments.site.count("^/essential-feed/v1/feed[?]limit=10$") == 1
    moments.browser.back()
    moments.until("screen.matches('.welcome')")


def test_COM_09_the_own_server_pages_through_all_its_pictures(moments):
    moments.open("/images")
    moments.until("screen.querySelectorAll('.image').length === 10")
    seen = 0
    while moments.value("!!screen.querySelector('.list-footer *')") and seen < 300:
        seen = moments.rows(".image")
        moments.reach_end()
        moments.wait(lambda: moments.rows(".image") > seen or moments.value("!screen.querySelector('.list-footer *')"), "a page")
    ids = moments.value("[...screen.querySelectorAll('.image')].map((cell) => cell.dataset.key)")
    assert len(ids) == len(set(ids))
    assert moments.rows(".image") > 20


@pytest.mark.parametrize("address", ["not an address", "ftp://example.org", ""])
def test_COM_09_an_address_that_is_none_is_refused_in_words(moments, address):
    moments.open("/settings")
    if address:
        moments.value("screen.querySelector('[name=feed]')").send_keys(address)
    moments.browser.tap("[data-submit=feed] .primary")
    moments.until("screen.querySelector('.problem')?.textContent.includes('not the address of a server')")


def test_COM_09_the_settings_lead_to_the_feed_of_another_server(feed):
    feed.fill(2)
    feed.moments.open("/settings")
    feed.moments.value("screen.querySelector('[name=feed]')").send_keys(feed.source.url)
    feed.browser.tap("[data-submit=feed] .primary")
    feed.until_pictures(2)
    assert feed.moments.value("location.pathname + location.search") == "/images?server=" + urllib.parse.quote(feed.source.url, safe="")
