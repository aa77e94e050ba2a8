"""TWT_11: a person's page."""
import re
import time
import urllib.parse

import pytest

from support.origins import Answer
from test_offline import EXPECTED
from test_pictures import status


@pytest.fixture(scope="module")
def community(people, engine):
    server = people.server()
    people["wren"].request(server, "POST", "/api/v1/statuses", status="From my page")
    yield server
    server.stop()


@pytest.fixture
def member(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    return people["wren"]


def test_TWT_11_header_and_counts(moments, member):
    moments.open("/@wren")
    moments.until("screen.querySelectorAll('.identity .counts > *').length === 3")
    posts, following, followers = moments.texts(".identity .counts > *")
    assert posts.endswith(("posts", "post")) and following.endswith("following")
    assert followers.endswith(("followers", "follower"))
    assert moments.value("!!screen.querySelector('.banner') && !!screen.querySelector('.identity .avatar')")
    assert moments.value("screen.querySelector('[data-tap=follow]') === null")
    moments.until("[...screen.querySelectorAll('.words')].some((words) => words.textContent === 'From my page')")


def test_TWT_11_an_avatar_opens_its_profile(moments, member):
    moments.open("/home")
    moments.until("screen.querySelectorAll('.post[data-tap]').length > 0")
    nick = moments.texts(".post .nick")[0]
    moments.browser.tap(".post .face")
    moments.until("screen.matches('.profile') && screen.querySelector('.identity .nick')?.textContent === arguments[0]", nick)


@pytest.mark.parametrize("size", ["1", "7", "12"])
def test_TWT_11_the_follow_button_stays_clear_of_the_banner(moments, member, size):
    moments.open("/@gus_next_door")
    moments.until("screen.querySelector('.identity .follow')")
    moments.browser.js("document.documentElement.dataset.textSize = arguments[0]", size)
    moments.until(
        "screen.querySelector('.identity .follow').getBoundingClientRect().top - screen.querySelector('.banner').getBoundingClientRect().bottom >= 4")
    # The touch target is larger than the visible button.
    assert moments.value("""(() => {
      const button = screen.querySelector('.identity .follow');
      const { left, top, bottom, width } = button.getBoundingClientRect();
      const middle = (top + bottom) / 2;
      return [-21.5, 21.5].every((way) => document.elementFromPoint(left + width / 2, middle + way) === button);
    })()""")


def test_TWT_11_whoever_has_no_cover_has_a_colour_of_their_own(moments, member):
    colours = set()
    for name in ("wren", "sam_nights", "pilar_hikes", "old_chen"):
        moments.open(f"/@{name}")
        moments.until("screen.querySelector('.identity .nick')")
        colours.add(moments.value("getComputedStyle(screen.querySelector('.banner')).backgroundColor"))
    assert len(colours) > 1


def test_TWT_11_media_are_a_grid_of_squares_that_open_from_their_place(moments, member):
    moments.open("/@wren")
    moments.until("screen.querySelector('.selection')")
    moments.browser.tap("[data-tap=media]")
    moments.until("screen.querySelectorAll('.media-row > *').length > 3")
    lines = media_lines(moments)
    assert len(lines[0]) == 3 and lines[1][0]["top"] - lines[0][0]["bottom"] == pytest.approx(2, abs=1)
    moments.browser.tap(".media-row .photo")
    moments.until("screen.matches('.viewer')")
    moments.browser.back()
    moments.until("screen.matches('.profile') && screen.querySelectorAll('.media-row > *').length > 3")
    moments.browser.tap("[data-tap=posts]")
    moments.until("!screen.querySelector('.media-row') && screen.querySelector('.post')")


def test_TWT_11_from_700_px_media_are_four_beside_each_other(moments, people):
    moments.browser.use(size=(844, 390))
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/@wren")
    moments.until("screen.querySelector('.selection')")
    moments.browser.tap("[data-tap=media]")
    moments.until("screen.querySelectorAll('.media-row > *').length > 4")
    lines = media_lines(moments)
    assert [len(line) for line in lines[:2]] == [4, min(4, len(lines[1]))]
    left, right = lines[0][0]["left"], lines[0][-1]["right"]
    assert moments.value("(({ left, right }) => [left, right])(screen.children[1].getBoundingClientRect())") == pytest.approx([left, right], abs=1)


SELECTED = "screen.querySelector('.selection [aria-current]')?.dataset.tap === arguments[0]"


def test_NEW_15_each_tab_of_a_person_has_an_address_that_a_reload_and_a_link_lead_to(moments, member, site):
    moments.open("/home")
    moments.until("screen.querySelectorAll('.post[data-tap]').length > 0")
    moments.browser.tap(".post .face")
    moments.until("screen.querySelector('.selection')")
    handle = moments.value("location.pathname")
    for tap, end in (("media", "/media"), ("replies", "/with_replies"), ("posts", ""), ("replies", "/with_replies")):
        moments.browser.tap(f".selection [data-tap={tap}]")
        moments.until(f"location.pathname === arguments[1] && {SELECTED}", tap, handle + end)
    moments.browser.reload()
    moments.until(f"{SELECTED} && screen.querySelector('.post[data-tap]')", "replies")
    # Back is one step, whatever tabs were viewed.
    moments.browser.back()
    moments.until("location.pathname === '/home' && screen.matches('.timeline')")
    moments.browser.wait_until_running()  # otherwise it would report that it can't start when it is left
    moments.open("/@wren/media")
    moments.until(f"{SELECTED} && screen.querySelector('.media-row')", "media")
    # This also works without a network: the page is cached once its posts were seen.
    moments.open("/@wren")
    moments.until_kept()
    moments.browser.tap(".selection [data-tap=media]")
    moments.until("location.pathname === '/@wren/media' && screen.querySelector('.media-row')")
    moments.browser.expect_errors(*EXPECTED)
    site.stop()
    moments.browser.reload()
    moments.until(SELECTED, "media")


def media_lines(moments):
    """Returns the boxes of the pictures, line by line."""
    lines = {}
    for tile in moments.value("[...screen.querySelectorAll('.media-row > *')].map((tile) => tile.getBoundingClientRect().toJSON())"):
        assert abs(tile["width"] - tile["height"]) <= 1 and tile["width"] >= 90
        lines.setdefault(round(tile["top"]), []).append(tile)
    return list(lines.values())


def test_TWT_11_a_description_of_more_than_15_lines_folds_and_a_verified_link_has_a_mark(moments, people, community):
    note = "\n".join(f"Line {number}" for number in range(20))
    people["gus_next_door"].request(community, "PATCH", "/api/v1/accounts/update_credentials", note=note)
    moments.open("/@gus_next_door")
    bio = "screen.querySelector('.bio')"
    lines = f"Math.round({bio}.clientHeight / parseFloat(getComputedStyle({bio}).lineHeight))"
    moments.until(f"{bio}?.matches('[data-long]') && {lines} === 15")
    assert moments.texts(".bio + .fold") == ["Show more"]
    moments.value(f"{bio}.nextElementSibling.click()")
    moments.until(f"{bio}.matches('.unfolded') && {lines} === 20")
    assert moments.texts(".bio + .fold") == ["Show less"]
    # Our servers don't verify links, so the test inserts one.
    moments.value(f"{bio}.insertAdjacentHTML('afterend', '<dl class=fields><dt>Home<dd class=verified><p>example.org</dl>')")
    assert "✓" in moments.value("getComputedStyle(screen.querySelector('.verified > p'), '::before').content")


TOP = """(() => {
  const cell = [...screen.querySelectorAll('.post')].find((cell) => cell.getBoundingClientRect().bottom > 60);
  return [cell?.dataset.key, cell?.getBoundingClientRect().top];
})()"""


def test_NEW_15_a_reload_of_a_profile_lands_where_it_was_however_deep(moments, member, site):
    def posts(request):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(request.path).query)
        newest = int(query.get("max_id", ["1101"])[0]) - 1
        return Answer([status(n, minute=n % 60, text=f"Post {n}. " * (n % 5 + 1)) for n in range(newest, max(newest - 20, 1000), -1)])
    relayed = site.answer
    site.answer = lambda request: posts(request) if re.search(r"/accounts/\d+/statuses", request.path) else relayed(request)
    moments.open("/@gus_next_door")
    moments.until("""(() => {
      const last = [...screen.querySelectorAll('[aria-posinset]')].at(-1)?.ariaPosInSet;
      if (last < 75) screen.scrollTop = screen.scrollHeight;
      return last >= 75;
    })()""")
    moments.value("screen.scrollBy(0, -700)")
    moments.browser.until("return Object.keys(sessionStorage).some((key) => key === 'place /@gus_next_door')", "the place is kept")
    seen = None
    while seen != (seen := moments.value(TOP)):  # the last posts find their heights
        time.sleep(0.5)
    key, top = seen
    moments.browser.reload()
    moments.until(f"{TOP}[0] === arguments[0] && Math.abs({TOP}[1] - arguments[1]) <= 1.5", key, top)
    time.sleep(0.5)  # and stays there
    assert moments.value(TOP) == [key, pytest.approx(top, abs=1.5)]

    moments.browser.open(moments.site.url + "/@gus_next_door")
    moments.until("screen.querySelectorAll('.post').length >= 20")
    assert moments.value("screen.scrollTop") == 0, "who comes anew begins at the top"


def test_TWT_11_sensitive_pictures_are_uncovered_on_the_page_and_in_the_grid(moments, member, community):
    post = member.request(community, "GET", f"/api/v1/accounts/{member.account['id']}/statuses?only_media=true")[0]
    member.request(
        community, "PUT", f"/api/v1/statuses/{post['id']}", status="Not for everybody", sensitive=True,
        media_ids=[picture["id"] for picture in post["media_attachments"]])
    moments.open("/@wren")
    moments.until("screen.querySelector('.post [data-tap^=cover]')")
    cover = "[...document.querySelectorAll('.post .pictures > .cover')][0].getBoundingClientRect().toJSON()"
    pictures = "[...document.querySelectorAll('.post .pictures:has(> .cover)')][0].getBoundingClientRect().toJSON()"
    assert moments.value(cover) == moments.value(pictures), "it lies in their box"
    moments.browser.tap(".post [data-tap^=cover]")
    moments.until("!screen.querySelector('.post .cover:not(.off), .post .blurred') && screen.matches('.profile')")
    moments.browser.tap(".post .cover.off")
    moments.until("screen.querySelector('.post .cover:not(.off)') && screen.querySelector('.post .blurred')")
    moments.browser.tap(".post [data-tap^=cover]")
    moments.until("!screen.querySelector('.post .cover:not(.off)')")
