"""NEW_22: a person's album, by day and by month, with a look back and a jump to a month."""
import contextlib
import datetime
import pathlib
import sqlite3

import pytest

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


@pytest.mark.parametrize("width, columns", [(390, 1), (820, 2)])
def test_NEW_22_wide_pages_have_two_columns(moments, member, width, columns):
    moments.browser.use(size=(width, 1000))
    opened(moments)
    assert moments.value(
        "getComputedStyle(screen.querySelector('.album-anniversaries > ul')).gridTemplateColumns.split(' ').length") == columns
