"""MOM_01, MOM_03, MOM_05: the positions of all elements, at the sizes of phones, tablets and desktops."""
import pytest

from support import layout
from support.moments import Moments
from support.origins import Relay

SIZES = [(320, 568), (375, 667), (390, 844), (430, 932), (844, 390), (820, 1180), (1440, 900)]
LARGEST_TEXT = "331.25%"
SLACK = 0.75


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def page(request, engine, community):
    """The whole demo page, at one of the sizes."""
    relay = Relay(community, records_errors=engine.records_errors_in_page)
    engine.reset()
    engine.use(size=request.param)
    page = Moments(engine, relay).open("/?show=100")
    page.size = request.param
    assert page.value("[innerWidth, innerHeight]") == list(request.param)
    layout.lay_out_everything(engine)
    page.until_images(".cover .picture")
    yield page
    errors = engine.unexpected_errors()
    engine.leave()
    relay.stop()
    assert errors == []


def box(page, selector):
    return page.value("screen.querySelector(arguments[0]).getBoundingClientRect().toJSON()", selector)


def picture_boxes(page):
    """Returns the pictures' boxes and the content's width for each post with pictures."""
    return page.value("""[...screen.querySelectorAll('.pictures')].map((pictures) => ({
      isSingle: pictures.classList.contains('single'),
      width: pictures.getBoundingClientRect().width,
      photos: [...pictures.querySelectorAll('.photo')].map((photo) => photo.getBoundingClientRect().toJSON()),
    }))""")


def rows(photos):
    """Returns the pictures of each row, from top to bottom."""
    tops = sorted({round(photo["top"]) for photo in photos})
    return [[photo for photo in photos if round(photo["top"]) == top] for top in tops]


def gaps(photos):
    across = [b["left"] - a["right"] for row in rows(photos) for a, b in zip(row, row[1:])]
    down = [b[0]["top"] - a[0]["bottom"] for a, b in zip(rows(photos), rows(photos)[1:])]
    return across + down


def test_MOM_05_nothing_is_clipped_overlaps_or_scrolls_sideways(page):
    assert layout.problems(page.browser) == []


def test_MOM_05_in_the_dark_nothing_moves(page):
    """WebKit takes its colours from the desktop, so test_preferences.py tests it in the dark."""
    before = picture_boxes(page)
    if page.browser.name == "chromium":
        page.browser.use(size=page.size, is_dark=True)
    assert layout.problems(page.browser) == []
    assert picture_boxes(page) == before
    page.browser.use(size=page.size)


def test_MOM_03_grid_cells_are_equal_squares_with_equal_gaps(page):
    grids = [pictures["photos"] for pictures in picture_boxes(page) if not pictures["isSingle"]]
    assert {len(photos) for photos in grids} == {2, 3, 4, 5, 6, 7, 8, 9}
    edge = 70 if page.size[0] <= 320 else 82
    for photos in grids:
        for photo in photos:
            assert abs(photo["width"] - edge) < SLACK and abs(photo["height"] - edge) < SLACK
        assert all(5 - SLACK < gap < 6 + SLACK for gap in gaps(photos))
        assert max(gaps(photos)) - min(gaps(photos)) < 0.1


def test_MOM_03_rows_are_as_wechat_lays_them_out(page):
    columns = {2: 2, 3: 3, 4: 2, 5: 3, 6: 3, 7: 3, 8: 3, 9: 3}
    for pictures in picture_boxes(page):
        photos = pictures["photos"]
        if pictures["isSingle"]:
            assert len(photos) == 1
            continue
        lengths = [len(row) for row in rows(photos)]
        wanted = columns[len(photos)]
        assert all(length == wanted for length in lengths[:-1]) and lengths[-1] <= wanted


def test_MOM_03_a_picture_alone_keeps_its_ratio_within_limits(page):
    singles = page.value("""[...screen.querySelectorAll('.pictures.single')].map((pictures) => {
      const image = pictures.querySelector('img');
      const last = image.dataset.srcset || image.srcset;
      const box = image.getBoundingClientRect();
      return { content: pictures.getBoundingClientRect().width, width: box.width, height: box.height,
        fit: getComputedStyle(image).objectFit, source: image.closest('a').href };
    })""")
    assert len(singles) >= 8
    for single in singles:
        assert single["width"] <= single["content"] * 0.75 + SLACK
        assert single["fit"] in ("cover", "contain")
        if single["width"] >= single["height"]:
            assert 160 <= single["width"] <= 175
        else:
            assert 178 <= single["height"] <= 182


def test_MOM_03_nothing_is_stretched(page):
    fits = page.value("[...new Set([...screen.querySelectorAll('img')].map((i) => getComputedStyle(i).objectFit))]")
    assert fits == ["cover"]


def test_MOM_01_cover_avatar_and_nick_are_where_wechat_has_them(page):
    page.value("screen.scrollTo(0, 0)")
    cover, avatar, nick = (box(page, selector) for selector in (".cover", ".owner .avatar", ".owner .nick"))
    column = box(page, ".moments > .cells")
    is_landscape_phone = page.size == (844, 390)
    low, high = (220, 240) if is_landscape_phone else (300, 320)
    assert low <= cover["bottom"] <= high
    assert 70 <= avatar["width"] <= 75 and avatar["width"] == avatar["height"]
    assert 20 - SLACK <= avatar["bottom"] - cover["bottom"] <= 24 + SLACK
    assert abs(column["right"] - avatar["right"] - 12) < SLACK
    assert nick["right"] <= avatar["left"]
    assert cover["left"] == column["left"] and cover["right"] == column["right"]


def test_MOM_05_the_content_is_centred_and_at_most_700_wide(page):
    column = box(page, ".moments > .cells")
    window = box(page, ".moments > .frame")["width"]
    assert column["width"] <= 700
    assert column["width"] == min(window, column["width"]) and (window > 700 or column["width"] == window)
    start = box(page, ".moments > .frame")["left"]
    assert abs((column["left"] - start) - (start + window - column["right"])) <= 1, "beside the rail, if there is one"


def test_MOM_05_the_bar_is_clear_over_the_cover_and_solid_after_it(page):
    opacity = "Number(getComputedStyle(screen.querySelector('.bar .shade')).opacity)"
    title = "Number(getComputedStyle(screen.querySelector('.bar .title')).opacity)"
    page.value("screen.scrollTo(0, 0)")
    page.until(f"{opacity} === 0 && {title} === 0")
    page.value("screen.scrollTo(0, 500)")
    page.until(f"{opacity} === 1 && {title} === 1")
    assert box(page, ".bar")["top"] == 0
    page.value("screen.scrollTo(0, 0)")
    page.until(f"{opacity} === 0")


def test_MOM_05_the_largest_text_is_not_clipped(page):
    page.value("(document.documentElement.style.fontSize = arguments[0])", LARGEST_TEXT)
    try:
        assert layout.problems(page.browser) == []
    finally:
        page.value("(document.documentElement.style.fontSize = '')")


def test_MOM_05_right_to_left_is_mirrored(page):
    page.value("(document.documentElement.dir = 'rtl')")
    try:
        column, cover_avatar = box(page, ".moments > .cells"), box(page, ".owner .avatar")
        face, body = box(page, ".moments-post .face"), box(page, ".moments-post .body")
        assert abs(cover_avatar["left"] - column["left"] - 12) < SLACK
        assert face["left"] >= body["right"]
        assert layout.problems(page.browser) == []
    finally:
        page.value("(document.documentElement.dir = 'ltr')")
