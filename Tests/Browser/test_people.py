"""FOL_03 to FOL_08: followers and following."""

import pytest

from support.many_followers import add_followers
from support.moments import SCREEN, Moments
from support.origins import Relay, until

COUNT, MANY = 100, 2_000
OFFLINE = ("Failed to load resource", "An unknown error occurred when fetching the script", "Failed to update a ServiceWorker")


@pytest.fixture(scope="module")
def community(people, engine):
    server = people.server(lambda data: add_followers(data, "wren", COUNT))
    yield server
    server.stop()


@pytest.fixture
def wren(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    return people["wren"]


def open_list(moments, path="/@wren/followers"):
    moments.open(path)
    moments.until("screen.matches('.people') && screen.querySelectorAll('.listed').length > 0")
    return moments


def names(moments):
    return moments.texts(".listed .nick")


def row(name):
    """Returns JavaScript for a person's row."""
    return f"[...screen.querySelectorAll('.listed')].find((row) => row.querySelector('.nick').textContent === '{name}')"


def columns(moments):
    return moments.value("new Set([...screen.querySelectorAll('.listed')].map((row) => row.getBoundingClientRect().left)).size")


def test_FOL_03_one_s_own_followers_are_reached_from_me(moments, wren):
    moments.open("/me")
    moments.until("screen.querySelector('[data-tap^=followers]')")
    moments.browser.tap("[data-tap^=followers]")
    moments.until("screen.querySelectorAll('.listed').length >= 40")
    assert moments.value("location.pathname") == "/@wren/followers"
    assert names(moments)[:3] == ["Follower 100", "Follower 99", "Follower 98"]
    moments.browser.back()
    moments.until("screen.matches('.me')")


def test_FOL_03_the_counts_of_a_profile_lead_to_its_lists(moments, wren):
    moments.open("/@gus_next_door")
    moments.until("screen.querySelector('.counts [data-tap^=following]')")
    moments.browser.tap(".counts [data-tap^=following]")
    moments.until("screen.matches('.people') && screen.querySelectorAll('.listed').length > 0")
    assert moments.value("location.pathname") == "/@gus_next_door/following"
    assert moments.value("screen.querySelector('.title').textContent").startswith("Following")
    moments.browser.back()
    moments.until("screen.matches('.profile')")


def test_FOL_03_a_row_shows_the_whole_bio_and_is_shorter_without_one(moments, wren):
    moments.browser.use(size=(390, 844))
    open_list(moments)
    height = lambda number: moments.value(row(f"Follower {number}") + ".getBoundingClientRect().height")
    assert 63 <= height(99) <= 68
    assert height(100) > height(99) and height(98) > height(100)
    assert moments.value(row("Follower 98") + ".querySelector('.bio').textContent").count("I am number 98") == 3
    assert moments.value(row("Follower 98") + ".querySelector('.handle').textContent") == "@follower98"


def test_FOL_03_following_in_the_row_reaches_the_server_and_the_profile(moments, wren):
    open_list(moments)
    button = row("Follower 100") + ".querySelector('.follow')"
    moments.until(f"{button}.textContent === 'Follow back'")
    moments.value(f"{button}.click()")
    moments.until(f"{button}.textContent === 'Following' && {button}.getAttribute('aria-pressed') === 'true'")
    account = wren.request(moments.site.upstream, "GET", "/api/v1/accounts/lookup?acct=follower100")
    asked = f"/api/v1/accounts/relationships?id[]={account['id']}"
    until(lambda: wren.request(moments.site.upstream, "GET", asked)[0]["following"], "the server knows")
    moments.value(row("Follower 100") + ".querySelector('.names').click()")
    moments.until("screen.matches('.profile') && screen.querySelector('.follow.on')")
    moments.browser.tap(".identity .follow.on")
    moments.until("screen.querySelector('.identity .follow:not(.on)')")
    moments.browser.back()
    moments.until(f"{button}.textContent === 'Follow back'")


def test_FOL_03_a_request_to_follow_is_accepted_and_that_can_be_undone(moments, people, wren):
    gus, account = people["gus_next_door"], wren.account["id"]
    server = moments.site.upstream
    wren.request(server, "PATCH", "/api/v1/accounts/update_credentials", locked=True)
    try:
        for action in ("unfollow", "follow"):
            gus.request(server, "POST", f"/api/v1/accounts/{account}/{action}")
        open_list(moments)
        moments.until("screen.querySelector('.heading')?.textContent === 'Follow requests'")
        moments.stop_clock()
        moments.browser.tap("[data-tap^=accept]")
        moments.until("!screen.querySelector('[data-tap^=accept]')")
        moments.undo()
        moments.until("screen.querySelector('[data-tap^=accept]')")
        moments.browser.tap("[data-tap^=accept]")
        moments.until("!screen.querySelector('[data-tap^=accept]')")
        moments.until("screen.querySelector('.listed .handle').textContent === '@gus_next_door'")
        asked = f"/api/v1/accounts/relationships?id[]={account}"
        assert gus.request(server, "GET", asked)[0]["following"]
    finally:
        gus.request(server, "POST", f"/api/v1/accounts/{account}/unfollow")
        wren.request(server, "PATCH", "/api/v1/accounts/update_credentials", locked=False)


def test_FOL_03_strangers_read_it_too_and_are_asked_to_sign_in(moments):
    open_list(moments)
    moments.value(row("Follower 100") + ".querySelector('.follow').click()")
    moments.until("screen.matches('.welcome') && screen.querySelector('.reason').textContent.startsWith('Sign in to follow')")


def test_FOL_04_offline_the_list_is_there_and_says_how_old_it_is(moments, wren):
    moments.browser.expect_errors(*OFFLINE)
    open_list(moments)
    moments.until("!!navigator.serviceWorker.controller")
    before = names(moments)
    until(lambda: moments.browser.js_async(KEPT), "kept")
    moments.site.stop()
    moments.browser.reload()
    moments.until("screen.querySelectorAll('.listed').length > 0")
    moments.until("screen.querySelector('.notice')?.textContent.includes('You are offline. Last loaded: Just now')")
    assert names(moments) == before


@pytest.mark.parametrize(
    "size, count", [((320, 568), 1), ((390, 844), 1), ((844, 390), 2), ((640, 900), 2), ((599, 900), 1), ((820, 1180), 2), ((1440, 900), 3)])
def test_FOL_05_portrait_is_a_list_and_landscape_a_grid(moments, people, size, count):
    moments.browser.use(size=size)
    people["wren"].sign_in(moments.browser, moments.site)
    open_list(moments)
    assert columns(moments) == count
    first = moments.value(row("Follower 100") + ".getBoundingClientRect().toJSON()")
    second = moments.value(row("Follower 99") + ".getBoundingClientRect().toJSON()")
    assert first["width"] >= min(300, size[0])
    if count > 1:
        assert first["top"] == second["top"] and first["height"] == second["height"]


def test_FOL_06_the_title_offers_the_accounts_and_each_keeps_its_place(moments, people):
    people["wren"].sign_in(moments.browser, moments.site, people["gus_next_door"])
    moments.browser.use(size=(390, 844))
    open_list(moments)
    assert "@wren@" in moments.value("screen.querySelector('.title').textContent")
    moments.until("screen.querySelectorAll('.listed .follow').length > 0")
    moments.value("screen.scrollTop = 900")
    moments.until("Object.keys(localStorage).some((key) => key.endsWith('place followers wren'))")
    read = moments.value("[...screen.querySelectorAll('.listed')].find((row) => row.getBoundingClientRect().bottom > 60).dataset.key")
    moments.browser.tap(".chooses")
    moments.until("screen.querySelectorAll('.accounts .row').length === 3")
    moments.browser.tap("[data-tap='account:2']")
    moments.until("screen.querySelector('.title').textContent.includes('@gus_next_door@')")
    moments.until("screen.querySelectorAll('.listed').length > 0")
    assert "Follower 100" not in names(moments)
    assert moments.value("location.pathname") == "/@gus_next_door/followers"
    moments.browser.tap(".chooses")
    moments.until("screen.querySelectorAll('.accounts .row').length === 3")
    moments.browser.tap("[data-tap='account:1']")
    moments.until("screen.querySelector(`[data-key='${arguments[0]}']`)?.getBoundingClientRect().top < 300", read)
    assert moments.value("screen.scrollTop") > 500


def test_FOL_06_after_choosing_an_account_the_way_back_leads_home_and_no_further(moments, people):
    people["wren"].sign_in(moments.browser, moments.site, people["gus_next_door"])
    moments.open("/me")
    moments.until("screen.querySelector('[data-tap^=followers]')")
    moments.browser.tap("[data-tap^=followers]")
    moments.until("screen.querySelectorAll('.listed').length > 0")
    moments.browser.tap(".chooses")
    moments.until("screen.querySelectorAll('.accounts .row').length === 3")
    steps = moments.value("history.length")
    moments.browser.tap("[data-tap='account:2']")
    moments.until("location.pathname === '/@gus_next_door/followers' && screen.matches('.people')")
    assert moments.value("history.length") == steps
    moments.browser.back()
    moments.until("screen.matches('.timeline.root') && location.pathname === '/home'")


def test_FOL_06_escape_puts_the_accounts_away(moments, wren):
    open_list(moments)
    moments.browser.tap(".chooses")
    moments.until("screen.querySelector('.accounts')")
    moments.browser.press("\ue00c")
    moments.until("!screen.querySelector('.accounts') && screen.matches('.people')")


def test_FOL_07_scrolling_shows_everybody_once_while_more_follow(moments, wren, people):
    moments.browser.use(size=(390, 844))
    open_list(moments)
    moments.load_all()
    shown = moments.walk(".listed", ".nick")
    assert shown[:COUNT] == [f"Follower {number}" for number in range(COUNT, 0, -1)]
    assert len(set(shown)) == len(shown)


@pytest.fixture(scope="module")
def large_community(people):
    server = people.server(lambda data: add_followers(data, "wren", MANY))
    yield server
    server.stop()


def test_FOL_07_NEW_15_two_thousand_followers_are_all_there_once_and_few_are_in_the_document(browser, large_community, people):
    relay = Relay(large_community, browser.records_errors_in_page)
    moments = Moments(browser, relay)
    people["wren"].sign_in(browser, relay)
    open_list(moments)
    shown, most = moments.browser.js_async(WALK)
    assert [name for name in shown if name.startswith("Follower ")] == [f"Follower {number}" for number in range(MANY, 0, -1)]
    assert most < 3_000
    browser.leave()
    relay.stop()


def test_FOL_07_pulling_shows_the_wheel_and_who_is_new(moments, people, wren):
    open_list(moments)
    moments.until("screen.querySelectorAll('.listed').length >= 40")
    gus = people["gus_next_door"]
    account = gus.request(moments.site.upstream, "GET", "/api/v1/accounts/lookup?acct=wren")
    for action in ("unfollow", "follow"):
        gus.request(moments.site.upstream, "POST", f"/api/v1/accounts/{account['id']}/{action}")
    moments.value("screen.querySelector('.refresh-indicator button').click()")
    moments.until("screen.querySelector('.listed .handle').textContent === '@gus_next_door'")
    assert moments.value("screen.dataset.status") == ""
    gus.request(moments.site.upstream, "POST", f"/api/v1/accounts/{account['id']}/unfollow")


def test_FOL_08_a_follower_opens_with_what_they_posted(moments, wren):
    open_list(moments, "/@wren/following")
    name = names(moments)[0]
    moments.browser.tap(".listed .names")
    moments.until("screen.matches('.profile') && screen.querySelector('.identity .nick')?.textContent === arguments[0]", name)
    moments.until("screen.querySelector('.post, .list-footer h2')")
    assert moments.value("!!screen.querySelector('.banner')")


def test_FOL_11_arabic_mirrors_the_list(moments, wren):
    moments.browser.use(size=(390, 844))
    open_list(moments)
    moments.browser.js("document.cookie = 'language=ar; path=/'")
    open_list(moments)
    assert moments.value("document.documentElement.dir") == "rtl"
    moments.until("screen.querySelector('.listed .follow')")
    face, head, button = (moments.value(f"screen.querySelector('.listed {part}').getBoundingClientRect().toJSON()")
                          for part in (".avatar", "h2", ".follow"))
    assert face["left"] >= head["right"] and head["left"] >= button["right"]
    assert "المتابعون" in moments.value("screen.querySelector('.title').textContent")


KEPT = """caches.open('data').then((cache) => cache.keys())
  .then((keys) => keys.some(({ url }) => decodeURIComponent(url).endsWith('session 1 followers wren')))"""

# The names of all rows in order, and the highest number of elements in the document on the way to the end.
WALK = f"""(async () => {{
  const screen = {SCREEN}, names = new Map();
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  let most = 0;
  const read = () => {{
    most = Math.max(most, document.querySelectorAll("*").length);
    for (const row of screen.querySelectorAll(".listed")) names.set(Number(row.getAttribute('aria-posinset')), row.querySelector(".nick").textContent);
  }};
  for (;;) {{
    await frame(); await frame(); read();
    const rest = screen.scrollHeight - screen.scrollTop - screen.clientHeight;
    if (rest < 2 && screen.querySelector(".list-footer .end")) break;
    screen.scrollTop += rest < 2 ? -100 : 2 * screen.clientHeight; // what is near the window is there too
  }}
  return [[...names.keys()].sort((a, b) => a - b).map((key) => names.get(key)), most];
}})()"""
