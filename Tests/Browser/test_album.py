"""NEW_22: a person's album, by day and by month, with a look back and a jump to a month."""
import contextlib
import datetime
import pathlib
import sqlite3

import pytest

from support.live import HIDE, SHOW, connected, open_streams
from support.origins import until
from test_offline import EXPECTED

WREN = """SELECT p.id FROM posts p JOIN accounts a ON a.id = p.author WHERE a.username = 'wren' AND p.repost_of IS NULL
  AND p.reply_to IS NULL AND p.is_comment = 0 AND p.visibility = 'public'"""


class Old:
    """Posts that are made older before the server starts."""

    def __init__(self):
        now = datetime.datetime.now(datetime.timezone.utc)
        # The 29th of February comes every fourth year.
        step = 4 if (now.month, now.day) == (2, 29) else 1
        self.anniversaries = [now.replace(year=now.year - step), now.replace(year=now.year - 2 * step)]
        other = self.anniversaries[0] + datetime.timedelta(days=40)
        self.times = [self.anniversaries[1], self.anniversaries[0], other]

    @staticmethod
    def text(time):
        return f"From {time.year}-{time.month:02}"

    def write(self, data):
        """Makes wren's first posts as old: two are from this day of other years, one is from another month."""
        with contextlib.closing(sqlite3.connect(pathlib.Path(data) / "swiftlet.sqlite")) as database, database:
            first = [id for id, in database.execute(f"{WREN} ORDER BY p.id LIMIT 3")]
            for id, time in zip(first, self.times):
                database.execute(
                    "UPDATE posts SET created_at = ?, text = ? WHERE id = ?",
                    (int(time.timestamp() * 1000), self.text(time), id))


@pytest.fixture(scope="module")
def old():
    return Old()


@pytest.fixture(scope="module")
def community(people, engine, old):
    server = people.server(prepare=old.write)
    yield server
    server.stop()


@pytest.fixture
def member(moments, people):
    people["gus_next_door"].sign_in(moments.browser, moments.site)
    return people["gus_next_door"]


def opened(moments):
    moments.open("/@wren/album")
    moments.until("screen.matches('.album') && screen.querySelectorAll('.album-day').length > 1")
    return moments


def choose(moments, month):
    moments.browser.js("""
      const list = document.querySelector('.album .jump select');
      list.value = arguments[0];
      list.dispatchEvent(new Event('input', { bubbles: true }));
      list.dispatchEvent(new Event('change', { bubbles: true }))""", month)


def test_NEW_22_an_album_has_days_and_years(moments, member, old):
    opened(moments)
    moments.until("!!screen.querySelector('.album-anniversaries')")
    moments.load_all()
    years = moments.texts(".album-year")
    assert str(old.anniversaries[1].year) in years and years == sorted(years, reverse=True)
    assert moments.value("[...screen.querySelectorAll('.album-date')].every((date) => date.getAttribute('aria-label'))")
    assert moments.value("!!screen.querySelector('.mosaic .picture')")
    assert old.text(old.anniversaries[1]) in moments.texts(".album-text")


def test_NEW_22_this_day_of_other_years_stands_on_top(moments, member, old):
    opened(moments)
    moments.until("!!screen.querySelector('.album-anniversaries')")
    assert moments.texts(".album-anniversaries .album-text") == [old.text(time) for time in old.anniversaries]
    assert moments.texts(".album-anniversaries li > .handle")[-1].endswith("years ago")
    moments.browser.tap(".album-anniversaries .album-post")
    moments.until("screen.matches('.thread')")


def test_NEW_22_one_jumps_to_a_month_and_back(moments, member, old):
    opened(moments)
    moments.until("!!screen.querySelector('.jump option[value]:nth-child(2)')")
    months = moments.value("[...screen.querySelectorAll('.jump option')].map((option) => option.value)")
    assert months[0] == "" and months[1:] == sorted(months[1:], reverse=True) and months[-1].startswith(str(old.anniversaries[1].year))
    choose(moments, months[-1])
    moments.until("screen.querySelectorAll('.album-day').length === 1")
    assert moments.texts(".album-text") == [f"From {months[-1]}"]
    assert moments.value("!screen.querySelector('.album-anniversaries') && screen.querySelector('.jump select').value") == months[-1]
    choose(moments, "")
    moments.until("screen.querySelectorAll('.album-day').length > 1 && !!screen.querySelector('.album-anniversaries')")


def test_NEW_22_pictures_stand_under_their_months_and_open_the_viewer(moments, member):
    opened(moments)
    moments.browser.tap(".album [data-tap=pictures]")
    moments.until("screen.querySelectorAll('.album-pictures .photo').length > 3")
    assert moments.value("!!screen.querySelector('.album-pictures > h2').textContent")
    moments.browser.tap(".album-pictures .photo")
    moments.until("screen.matches('.viewer')")
    moments.browser.js("history.back()")
    moments.until("screen.matches('.album')")
    moments.browser.tap(".album [data-tap=days]")
    moments.until("!!screen.querySelector('.album-day')")


def test_NEW_22_tiles_load_small_squares(moments, member):
    opened(moments)
    moments.until("!!screen.querySelector('.mosaic')")
    moments.value("screen.querySelector('.mosaic').scrollIntoView({ block: 'center' })")
    moments.until_images(".mosaic .picture")
    sources = moments.value("[...screen.querySelectorAll('.mosaic .picture')].map((image) => image.dataset.srcset ?? image.getAttribute('srcset'))")
    assert all("/s180.webp 180w" in source and "/w" not in source for source in sources), sources
    moments.browser.tap(".album [data-tap=pictures]")
    moments.until_images(".album-pictures .picture")


def test_NEW_22_the_own_avatar_and_each_profile_lead_to_an_album(moments, member):
    moments.open(f"/moments/{member.username}")
    moments.browser.tap(".owner a")
    moments.until("screen.matches('.album')")
    assert moments.value("location.pathname") == f"/@{member.username}/album"
    moments.open("/@wren")
    moments.until("!!screen.querySelector('.identity a.control')")
    moments.browser.tap(".identity a.control")
    moments.until("screen.matches('.album') && !!screen.querySelector('.album-day')")
    moments.browser.tap(".album-owner a")
    moments.until("screen.matches('.profile')")


def test_NEW_22_a_stranger_sees_the_album_of_an_open_community(moments):
    opened(moments)
    assert moments.texts(".album-owner .handle") == ["@wren"]


def test_NEW_22_without_the_server_the_album_is_there(moments, member, site):
    moments.browser.expect_errors(*EXPECTED)
    opened(moments)
    moments.until("!!screen.querySelector('.album-anniversaries')")
    moments.until_kept()
    site.stop()
    moments.browser.reload()
    moments.until("screen.matches('.album') && !!screen.querySelector('.album-day') && !!screen.querySelector('.notice')")


@pytest.mark.parametrize("width, columns", [(390, 1), (599, 1), (600, 2), (820, 2)])
def test_NEW_22_wide_pages_have_two_columns(moments, member, width, columns):
    moments.browser.use(size=(width, 1000))
    opened(moments)
    assert moments.value(
        "getComputedStyle(screen.querySelector('.album-anniversaries > ul')).gridTemplateColumns.split(' ').length") == columns


TEXTS = "[...screen.querySelectorAll('.album-day .album-text')].map((text) => text.textContent)"


def follow(member, wren, community):
    member.request(community, "POST", f"/api/v1/accounts/{wren.account['id']}/follow")


@pytest.mark.parametrize("name", ["wren", "gus_next_door"], ids=["another's", "one's own"])
def test_NEW_06_a_post_its_edit_and_its_deletion_show_in_an_open_album(moments, member, people, community, name):
    follow(member, people["wren"], community)
    moments.open(f"/@{name}/album")
    moments.until("screen.matches('.album') && !!screen.querySelector('.album-day')")
    connected(moments)
    text = f"The swing is up, {moments.browser.name}"
    post = people[name].request(community, "POST", "/api/v1/statuses", status=text)
    moments.until(f"{TEXTS}[0] === arguments[0]", text)
    people[name].request(community, "PUT", f"/api/v1/statuses/{post['id']}", status=text + "!")
    moments.until(f"{TEXTS}[0] === arguments[0]", text + "!")
    people[name].request(community, "DELETE", f"/api/v1/statuses/{post['id']}")
    moments.until(f"!{TEXTS}.includes(arguments[0])", text + "!")


def test_NEW_06_an_open_album_has_what_came_while_nobody_saw_it_and_nothing_moves(moments, member, people, community):
    """The page counts as hidden for 20 s."""
    wren = people["wren"]
    follow(member, wren, community)
    moments.browser.use(size=(390, 500))
    member.sign_in(moments.browser, moments.site)
    old = wren.request(community, "POST", "/api/v1/statuses", status=f"Nobody swings, {moments.browser.name}")
    opened(moments)
    connected(moments)
    moments.until("screen.scrollHeight > screen.clientHeight + 300")
    moments.value("screen.scrollTop = 250")
    moments.browser.js_async("new Promise((done) => setTimeout(done, 400))")
    seen = "document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('.cells > [data-key]')"
    place = f"[{seen}.dataset.key, Math.round({seen}.getBoundingClientRect().top)]"
    key, top = moments.value(place)
    moments.browser.js(HIDE)
    until(lambda: open_streams(moments) == 0, "the stream has ended")
    wren.request(community, "DELETE", f"/api/v1/statuses/{old['id']}")
    text = f"The swing is down, {moments.browser.name}"
    wren.request(community, "POST", "/api/v1/statuses", status=text)
    before = moments.site.count("exclude_reblogs=true")
    moments.browser.js(SHOW)
    until(lambda: moments.site.count("exclude_reblogs=true") > before, "a request for the newest posts")
    moments.browser.js_async("new Promise((done) => setTimeout(done, 400))")
    found, now = moments.value(place)
    assert found == key and abs(now - top) <= 1
    moments.value("screen.scrollTop = 0")
    moments.until(f"{TEXTS}[0] === arguments[0]", text)
    assert f"Nobody swings, {moments.browser.name}" not in moments.value(TEXTS)
