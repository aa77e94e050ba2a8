"""TWT_02, TWT_03, TWT_06, TWT_07, TWT_09, TWT_17: reading posts, and returning to the reading position."""
import pytest

from support.origins import Answer, until


@pytest.fixture(scope="module")
def community(people, engine):
    server = people.server()
    wren = people["wren"]
    for number in range(45):
        wren.request(server, "POST", "/api/v1/statuses", status=f"Wren {number} #reading")
    wren.request(server, "POST", "/api/v1/statuses", status="Hello @wren")
    yield server
    server.stop()


@pytest.fixture
def member(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    return people["wren"]


@pytest.fixture
def home(moments, member):
    moments.open("/home")
    moments.until("screen.querySelectorAll('.post[data-tap]').length >= 20")
    return moments


TOPMOST = """(() => {
  const cells = [...screen.querySelectorAll('.post[data-tap]')];
  const cell = cells.find((cell) => cell.getBoundingClientRect().bottom > 44);
  return [cell.dataset.key, Math.round(cell.getBoundingClientRect().top)];
})()"""


def scroll_to(home, key_index):
    home.value("screen.querySelectorAll('.post[data-tap]')[arguments[0]].scrollIntoView()", key_index)
    place = home.value(TOPMOST)
    until(lambda: home.browser.js(
        "return Object.entries(localStorage).some(([key, text]) => key.endsWith('place home') && text.endsWith(arguments[0]))",
        place[0]), "the place is kept")
    return place


def test_TWT_02_the_last_20_posts_with_all_that_belongs_to_them(home):
    assert home.value("screen.querySelectorAll('.post[data-tap]').length") == 20
    missing = home.value("""[...screen.querySelectorAll('.post[data-tap]')].filter((post) =>
      !post.querySelector('.avatar') || !post.querySelector('.nick').textContent
      || !post.querySelector('.handle').textContent.startsWith('@') || !post.querySelector('time[datetime]').textContent)
      .map((post) => post.outerHTML)""")
    assert missing == []
    assert "Hello @wren" in home.texts(".post .words")


def test_TWT_03_the_end_brings_older_ones_each_once(home):
    home.wait(lambda: home.reach_end() or home.rows(".post[data-tap]") > 40, "more than two pages")
    keys = home.value("[...screen.querySelectorAll('.post[data-tap]')].map((post) => post.dataset.key)")
    assert len(keys) == len(set(keys))


def test_TWT_03_news_come_above_what_is_read_and_are_counted(home, member, community):
    place = scroll_to(home, 8)
    member.request(community, "POST", "/api/v1/statuses", status="One more")
    home.browser.js("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    home.until("screen.querySelector('.pill > :last-child')?.textContent === '1 new post'")
    assert home.value(TOPMOST) == place
    pill, faces = home.value("[screen.querySelector('.pill').offsetHeight, [...screen.querySelectorAll('.pill .avatar')].map((face) => [face.offsetWidth, face.offsetHeight])]")
    assert (pill, faces) == (36, [[20, 20]]), "who wrote it"
    home.browser.tap(".pill")
    home.until("screen.scrollTop === 0 && !screen.querySelector('.pill')")
    assert home.texts(".post .words")[0] == "One more"


def test_NEW_10_at_the_very_top_news_wait_behind_the_pill_too(home, member, community):
    home.until("screen.scrollTop === 0 && !screen.querySelector('.pill')")
    place = home.value("{ key: screen.querySelector('.post').dataset.key, top: screen.querySelector('.post').getBoundingClientRect().top }")
    for number in (1, 2):
        member.request(community, "POST", "/api/v1/statuses", status=f"At the top {number}")
    home.browser.js("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    home.until("screen.querySelector('.pill > :last-child')?.textContent === '2 new posts'")
    top = home.value("screen.querySelector(`[data-key='${arguments[0]}']`).getBoundingClientRect().top", place["key"])
    assert top == pytest.approx(place["top"], abs=1)
    home.browser.tap(".pill")
    first, second = (f"[...screen.querySelectorAll('.post')].find((post) => post.textContent.includes('At the top {number}')).getBoundingClientRect()" for number in (2, 1))
    home.until(f"Math.abs({second}.top - screen.querySelector('.bar').getBoundingClientRect().bottom) < 2 && {first}.bottom <= {second}.top")
    home.browser.tap(".pill")
    home.until("screen.scrollTop === 0 && !screen.querySelector('.pill')")
    # The reading position is stored when the scroll has come to rest.
    home.until("Object.entries(localStorage).some(([key, text]) => key.endsWith('place home') && text.endsWith(screen.querySelector('.post').dataset.key))")
    member.request(community, "POST", "/api/v1/statuses", status="Asked for")
    home.browser.js("[...document.querySelectorAll('.tabs [data-tap=\"tab:home\"]')].at(-1).click()")
    home.until("screen.scrollTop === 0 && screen.querySelector('.post .words').textContent === 'Asked for' && !screen.querySelector('.pill')")


def test_NEW_10_a_dot_on_the_tab_says_that_home_has_news(home, people, community):
    dot = "screen.querySelector(\".tab[data-tap='tab:home'] .badge.dot\")"
    assert not home.value(f"!!{dot}")
    home.browser.tap("[data-tap='tab:me']")
    home.until("location.pathname === '/me'")
    people["wren"].request(community, "POST", "/api/v1/statuses", status="While you were away")
    # The clock ticks every 30 s; here it is set forward.
    home.browser.js("const now = Date.now; Date.now = () => now() + 60_000")
    home.browser.js("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    home.until(f"!!{dot}")
    name = home.value(f"{dot}.parentElement.getAttribute('aria-label')")
    assert name == "Home, New posts"
    home.browser.tap("[data-tap='tab:home']")
    home.until("location.pathname === '/home' && [...screen.querySelectorAll('.words')].some((words) => words.textContent === 'While you were away')")
    home.until(f"!{dot} || !!screen.querySelector('.pill')")


def test_the_reading_place_is_found_again(home):
    place = scroll_to(home, 12)
    home.browser.tap("[data-tap='tab:notifications']")
    home.until("screen.querySelector('.tab[aria-current]')?.dataset.tap === 'tab:notifications'")
    home.browser.tap("[data-tap='tab:home']")
    home.until("screen.querySelector('.tab[aria-current]')?.dataset.tap === 'tab:home'")
    assert home.value(TOPMOST) == place
    home.browser.reload()
    home.until(f"screen.querySelector('.post') && {TOPMOST}[0] === arguments[0]", place[0])


def test_TWT_06_opening_a_post_and_coming_back_changes_nothing(home):
    place = scroll_to(home, 5)
    home.browser.tap(f".post[data-key='{place[0]}'] .time")
    home.until("screen.matches('.thread') && !!screen.querySelector('.post.large')")
    for action in ("reply", "repost", "favourite"):
        assert home.value("!!screen.querySelector(arguments[0])", f".large [data-tap^={action}]")
    before = home.browser.js("return document.querySelector('.timeline').scrollTop")
    home.browser.back()
    home.until("screen.matches('.timeline')")
    assert home.value("screen.scrollTop") == before


@pytest.mark.parametrize("interaction", ["favourite", "repost"])
def test_TWT_07_an_interaction_counts_at_once_and_taking_it_back_too(home, site, interaction):
    button = f"screen.querySelectorAll('.action.{interaction}')[1]"
    gate = site.hold(f"/{'reblog' if interaction == 'repost' else interaction}$")
    home.browser.tap(f".action.{interaction}", 1)
    home.until(f"{button}.matches('.on') && {button}.querySelector('.number').textContent === '1'")
    gate.open()
    home.browser.tap(f".action.{interaction}", 1)
    home.until(f"!{button}.matches('.on') && {button}.querySelector('.number').textContent === ''")


def test_NEW_15_a_mark_replaces_its_row_of_actions_and_nothing_else_of_the_post(home):
    home.browser.js("""
      window.post = document.querySelectorAll('.timeline .post')[1];
      window.parts = [post, post.querySelector('.face'), post.querySelector('.words'), post.querySelector('.actions')];
      post.querySelector('.favourite').focus({ preventScroll: true });
    """)
    home.browser.js("post.querySelector('.favourite').click()")
    home.until("post.querySelector('.favourite.on')")
    stay = home.browser.js("return parts.map((part) => part.isConnected)")
    assert stay == [True, True, True, False]
    assert home.browser.js("return document.activeElement === post.querySelector('.favourite.on')"), "the focus stays"


def test_TWT_07_a_mark_is_sent_though_the_page_is_left_in_the_same_instant(home, site):
    home.browser.js("document.querySelectorAll('.timeline .action.bookmark')[2].click(); location.assign('/health')")
    until(lambda: any(request.path.endswith("/bookmark") and request.status == 200 for request in site.requests), "it is sent")


def test_TWT_07_only_what_was_put_on_jumps(home):
    jumping = """[...screen.querySelectorAll('.action')].filter((button) =>
      getComputedStyle(button.querySelector('.icon')).animationName !== 'none').map((button) => button.classList[1])"""
    for interaction in ("bookmark", "favourite"):
        home.browser.tap(f".action.{interaction}", 4)
        home.until(f"screen.querySelectorAll('.action.{interaction}')[4].matches('.on')")
        assert home.value(jumping) == [interaction]
    home.browser.reload()
    home.until("screen.querySelectorAll('.action.on').length >= 2")
    assert home.value(jumping) == []
    assert home.value("screen.querySelectorAll('.action.favourite')[4].ariaLabel") == "Like, 1 like"
    for interaction in ("bookmark", "favourite"):
        home.browser.tap(f".action.{interaction}", 4)


@pytest.mark.parametrize("interaction", ["favourite", "repost"])
def test_TWT_07_a_refused_interaction_is_put_back_and_said(home, site, interaction):
    home.browser.expect_errors("Failed to load resource")
    path = "/reblog" if interaction == "repost" else "/favourite"
    relayed = site.answer
    site.answer = lambda request: Answer(status=403) if request.path.endswith(path) else relayed(request)
    gate = site.hold(path + "$")
    button = f"screen.querySelectorAll('.action.{interaction}')[2]"
    before = home.value(f"{button}.querySelector('.number').textContent")
    # The toast ends after some seconds, which may be before a busy machine looks again.
    home.browser.js("""
      window.said = "";
      const toasts = document.querySelector(".toasts");
      new MutationObserver(() => { window.said += toasts.textContent.trim(); }).observe(toasts, { childList: true });""")
    home.browser.tap(f".action.{interaction}", 2)
    home.until(f"{button}.matches('.on')")
    gate.open()
    home.until(f"!{button}.matches('.on') && {button}.querySelector('.number').textContent === arguments[0]", before)
    home.browser.until("return window.said", "it is said")


def test_TWT_06_no_number_moves_what_can_be_done_with_a_post(home):
    home.until("screen.querySelectorAll('.actions').length > 5")
    home.browser.tap(".action.favourite:not(.on)")
    home.until("screen.querySelector('.action.favourite.on .number').textContent && !screen.getAnimations({ subtree: true }).length")
    rows = home.value("""[...screen.querySelectorAll('.post:not(.waiting)')].map((row) => ({
      starts: [...row.querySelectorAll('.action .icon')].map((icon) => Math.round(icon.getBoundingClientRect().left)),
      begins: row.querySelector('.actions').getBoundingClientRect().left - row.querySelector('.words').getBoundingClientRect().left,
      ends: row.querySelector('.actions').getBoundingClientRect().right - row.querySelector('.words').getBoundingClientRect().right,
      menu: row.querySelector('.dots-menu .icon').getBoundingClientRect().right - row.querySelector('.words').getBoundingClientRect().right,
      hasNumbers: [...row.querySelectorAll('.number')].some((number) => number.textContent),
    }))""")
    assert {row["hasNumbers"] for row in rows} == {True, False}
    assert len({tuple(row["starts"]) for row in rows}) == 1, "the same columns in every row"
    assert {len(row["starts"]) for row in rows} == {4}
    steps = {b - a for row in rows for a, b in zip(row["starts"], row["starts"][1:])}
    assert max(steps) - min(steps) <= 1, "in columns of one width"
    assert all(abs(row[side]) <= 1 for row in rows for side in ("begins", "ends", "menu")), "as wide as the text"


def test_TWT_06_the_largest_numbers_move_nothing_on_the_smallest_phone(moments, people):
    moments.browser.use(size=(320, 568))
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/home")
    moments.until("innerWidth === 320 && screen.querySelectorAll('.actions').length > 5")
    starts = lambda: moments.value("""[...screen.querySelectorAll('.post:not(.waiting) .actions')].map((row) =>
      [...row.querySelectorAll('.action .icon')].map((icon) => Math.round(icon.getBoundingClientRect().left)))""")
    moments.until("!screen.getAnimations({ subtree: true }).length")
    before = starts()
    for text in ("12K", "1.2M"):
        moments.browser.js("for (const number of document.querySelectorAll('.action:not(.bookmark) .number')) number.textContent = arguments[0]", text)
        assert starts() == before
    gaps = moments.value("""[...screen.querySelectorAll('.post:not(.waiting) .actions')].flatMap((row) =>
      [...row.querySelectorAll('.number')].filter((number) => number.textContent).map((number) =>
        number.parentElement.nextElementSibling.querySelector('.icon').getBoundingClientRect().left - number.getBoundingClientRect().right))""")
    assert min(gaps) >= 2


def test_TWT_09_one_repost_and_two_reposts(moments, member, people, community):
    post = member.request(community, "POST", "/api/v1/statuses", status="Count on " + moments.browser.name)["id"]
    for person in ("wren", "gus_next_door"):
        people[person].request(community, "POST", f"/api/v1/statuses/{post}/reblog", visibility="public")
    moments.open(f"/@wren/{post}")
    moments.until("screen.querySelector('.large')?.textContent.includes('2 reposts')")
    member.request(community, "POST", f"/api/v1/statuses/{post}/unreblog")
    moments.browser.reload()
    moments.until("/1 repost(?!s)/.test(screen.querySelector('.large')?.textContent)")
    member.request(community, "DELETE", f"/api/v1/statuses/{post}")


def test_TWT_17_mentions_have_a_view_of_their_own(moments, member, people, community):
    text = "Morning, @wren, says " + moments.browser.name
    people["gus_next_door"].request(community, "POST", "/api/v1/statuses", status=text)
    moments.open("/mentions")
    moments.until("screen.querySelector('.post .words')?.textContent.trim() === arguments[0]", text)
    assert moments.value("screen.matches('.timeline')")
    assert moments.texts("h1.title") == ["Mentions"]


def test_a_tag_has_its_page(home):
    home.value("screen.querySelector(\".words a[data-tap^='tag:']\").scrollIntoView({ block: 'center' })")
    home.browser.tap(".words a[data-tap^='tag:']")
    home.until("screen.querySelector('h1.title').textContent === '#reading' && screen.querySelectorAll('.post[data-tap]').length > 0")


HELD = """
window.clicks = 0;
addEventListener("click", ({ detail }) => { if (detail) window.clicks++; }, true);
new MutationObserver(() => {
  for (const way of document.getAnimations()) {
    if (!way.effect.target?.closest(".leaves") || way.playState !== "running") continue;
    way.pause();
    way.currentTime = arguments[0] * way.effect.getComputedTiming().endTime;
  }
}).observe(document.documentElement, { subtree: true, attributeFilter: ["class"], childList: true });
"""
"""Pauses the animation of a leaving screen at that part."""


@pytest.mark.parametrize("part", [0.1, 0.9])
@pytest.mark.parametrize("opener, closer", [
    ("[data-tap=compose]", "[data-tap=send]"), (".post[data-tap] .dots-menu", "[data-tap=words]"),
    (".post[data-tap] .words", ".bar .control")], ids=["composer", "sheet", "thread"])
def test_TWT_07_no_tap_goes_through_a_screen_that_is_leaving(home, opener, closer, part):
    """The send button and the search button are at the same place."""
    home.browser.tap(opener)
    home.until("!screen.matches('.root') && !screen.getAnimations({ subtree: true }).length")
    if "send" in closer:
        home.browser.js("document.execCommand('insertText', false, 'Twice on ' + arguments[0])", home.browser.name)
        home.until("!screen.querySelector('[data-tap=send]').disabled")
    home.browser.js(HELD, part)
    place = home.browser.middle(closer)
    home.browser.tap_at(*place)
    home.browser.until("return clicks === 1 && !!document.querySelector('.leaves')", "it is on its way out")
    home.browser.tap_at(*place)
    home.browser.until("return clicks === 2", "the second tap has come")
    home.browser.js("document.querySelectorAll('.leaves').forEach((element) => element.getAnimations({ subtree: true }).forEach((way) => way.finish()))")
    home.browser.until("return !document.querySelector('.leaves')", "it has gone")
    assert home.value("screen.matches('.root.timeline') && location.pathname === '/home'")


def test_TWT_07_the_second_of_two_quick_taps_is_not_for_the_screen_that_came(home):
    home.browser.tap(".post[data-tap] .words", 1)
    home.until("screen.matches('.thread') && screen.querySelector('.large')")
    home.browser.double_tap_at(*home.browser.middle(".bar .control"))
    home.until("screen.matches('.root')")
    home.browser.js_async("new Promise((done) => setTimeout(done, 700))")
    assert home.value("screen.matches('.root.timeline') && location.pathname === '/home'"), "no menu came, whose button is there"
    # On a toggle both taps count.
    home.browser.double_tap_at(*home.browser.middle(".post[data-tap] .bookmark", 1))
    until(lambda: len(home.site.paths("/(un)?bookmark$")) == 2, "set and taken away")
    home.browser.double_tap_at(*home.browser.middle(".post[data-tap] .dots-menu", 1))
    home.until("screen.matches('.options')")
    home.browser.js_async("new Promise((done) => setTimeout(done, 700))")
    assert home.value("screen.matches('.options')"), "it was not closed again"
