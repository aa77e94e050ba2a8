"""NEW_14: wide pages have a rail, the list beside the opened screen, the composer as a dialog, and keys for
everything."""
import urllib.parse

import pytest
from selenium.webdriver.common.keys import Keys

LOCK = 18
"""Px after which the drag has a direction."""
LIST = "document.querySelector('.root:not([data-aside], .leaves)')"
GIVE_PICTURE = """
  const key = "swiftlet.session 1 account";
  localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), avatar: arguments[0] });
"""
RAIL = "document.querySelector('.screen:not([data-aside]) > .frame > .tabs')"


@pytest.fixture(scope="module")
def community(people, engine):
    server = people.server()
    people["wren"].request(server, "POST", "/api/v1/statuses", status="Was that Gus on the stairs?")
    for number in range(12):
        people["wren"].request(server, "POST", "/api/v1/statuses", status=f"Step {number} of the stairs")
    yield server
    server.stop()


@pytest.fixture
def home(moments, people):
    def at(size, path="/home"):
        moments.browser.use(size=size)
        people["wren"].sign_in(moments.browser, moments.site)
        moments.open(path)
        if path == "/home":
            moments.until("screen.querySelectorAll('.status[data-tap]').length > 5")
        return moments
    return at


def edges(home, element):
    return home.value(f"(({{ left, right }}) => [left, right].map(Math.round))({element}.getBoundingClientRect())")


def open_post(home, index=0):
    home.browser.js(f"{LIST}.querySelectorAll('.status .words')[arguments[0]].click()", index)
    home.until("screen.matches('.thread') && screen.querySelector('.large')")


@pytest.mark.parametrize("size, rail, column", [
    ((820, 1180), [0, 72], None), ((1024, 768), [0, 72], [72, 452]), ((1440, 900), [100, 340], [340, 740])])
def test_NEW_14_the_list_stands_between_the_rail_and_what_was_opened(home, size, rail, column):
    home = home(size)
    assert edges(home, RAIL) == rail
    open_post(home)
    assert edges(home, RAIL) == rail, "the rail is on every screen"
    if column:
        assert edges(home, LIST + ".children[1]") == column
        assert edges(home, "screen")[0] == column[1]
        assert edges(home, "screen")[1] - column[1] <= 600
        assert not home.value(f"{LIST}.inert || {LIST}.children[1].inert")
    else:
        assert edges(home, "screen") == [72, 820]
        assert home.value(f"!{LIST}.inert && {LIST}.children[1].inert && !{RAIL}.inert")


def test_NEW_14_another_post_takes_the_place_of_the_open_one_and_back_closes_it(home):
    home = home((1440, 900))
    before = home.value("history.length")
    home.browser.js(f"{LIST}.scrollTop = 300")
    home.until(f"{LIST}.scrollTop === 300")
    open_post(home)
    first = home.value("location.pathname")
    home.browser.js(f"[...{LIST}.querySelectorAll('.status .words')].at(-1).click()")
    home.until("screen.matches('.thread') && screen.querySelector('.large') && location.pathname !== arguments[0]", first)
    assert home.value("document.querySelectorAll('.thread:not(.leaves)').length") == 1
    assert home.value(f"{LIST}.scrollTop") == 300, "the list has kept its place"
    assert home.value(f"{LIST}.querySelectorAll('[data-open]').length") == 1, "and says which of its posts is open"
    assert home.value("history.length") == before + 1
    home.browser.back()
    home.until(f"!document.querySelector('.thread') && screen === {LIST} && location.pathname === '/home'")
    assert home.value(f"getComputedStyle({RAIL}.querySelector('.nothing-open')).display") == "grid"


@pytest.mark.parametrize("size, language", [((820, 1180), "en-US"), ((1024, 768), "en-US"), ((1180, 820), "ar-EG")])
def test_TWT_10_on_a_wide_page_what_was_opened_follows_a_finger_from_its_place(moments, people, size, language):
    moments.browser.use(size=size, language=language)
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/home")
    moments.until("screen.querySelectorAll('.status[data-tap]').length > 5")
    open_post(moments)
    moments.until("!screen.getAnimations().length")
    sign = -1 if language == "ar-EG" else 1
    edge = "screen.getBoundingClientRect().left"
    place = moments.value(edge)
    x, y = moments.value("(({ left, right, top }) => [(left + right) / 2, top + 24])(screen.getBoundingClientRect())")
    with moments.browser.finger(x, y) as finger:
        finger.move(x + sign * LOCK, y)
        for way in range(0, 100, 10):
            finger.move(x + sign * (LOCK + way), y)
            moved = sign * way if moments.browser.has_touch else 0  # a mouse moves nothing here
            moments.until(f"Math.abs({edge} - arguments[0]) < 1.5", place + moved)
        finger.move(x + sign * LOCK, y)
        moments.browser.js_async("new Promise((done) => setTimeout(done, 150))")
    moments.until(f"screen.matches('.thread') && {edge} === arguments[0]", place)
    if size[0] < 1024:
        return
    # The list beside it stays, and so does the opened screen.
    x = moments.value(f"(({{ left, right }}) => (left + right) / 2)({LIST}.children[1].getBoundingClientRect())")
    moments.browser.drag((x, 24), (x + sign * 120, 24))
    assert moments.value(f"{edge}") == place and not moments.value("screen.style.getPropertyValue('--slide')")


def test_NEW_14_the_rail_leads_on_from_an_open_post(home):
    home = home((1100, 800))
    open_post(home)
    home.browser.js(f"{RAIL}.querySelector('[data-tap=\"tab:notifications\"]').click()")
    home.until("screen.matches('.notifications.root') && location.pathname === '/notifications'")
    assert not home.value("document.querySelector('.thread:not(.leaves)')")


def test_NEW_14_a_page_that_was_opened_by_its_address_has_the_rail_too(home):
    home = home((1440, 900), "/@gus_next_door")
    home.until("screen.matches('.profile')")
    assert edges(home, RAIL) == [100, 340]
    home.browser.tap(".tabs [data-tap='tab:home']")
    home.until("screen.matches('.root.timeline') && location.pathname === '/home'")


def test_NEW_14_writing_is_a_dialog_that_keeps_the_draft(home):
    home = home((1440, 900))
    open_post(home)
    home.browser.press("n")
    home.until("screen.matches('.compose')")
    box = home.value("screen.getBoundingClientRect().toJSON()")
    assert (box["left"], box["width"], round(box["top"])) == (420, 600, 45) and box["bottom"] < 800
    assert home.value(f"{LIST}.inert && document.querySelector('.thread').inert")
    home.browser.js("document.execCommand('insertText', false, 'Half a thought')")
    home.browser.press(Keys.ESCAPE)
    home.until("screen.matches('.thread')")
    home.browser.press("n")
    home.until("screen.querySelector('textarea')?.value === 'Half a thought'")


def test_NEW_14_keys_go_through_the_list_and_do_what_its_buttons_do(home):
    home = home((1440, 900))
    in_focus = f"{LIST}.querySelector('.cells > :focus')"
    home.browser.press("j")
    home.until(in_focus)
    first = home.value(f"{in_focus}.dataset.key")
    home.browser.press("j")
    home.until(f"{in_focus} && {in_focus}.dataset.key !== arguments[0]", first)
    home.browser.press("k")
    home.until(f"{in_focus}?.dataset.key === arguments[0]", first)
    was = home.value(f"{in_focus}.querySelector('.bookmark').ariaPressed")
    home.browser.press("b")
    home.until(f"{LIST}.querySelector('[data-key=\"' + CSS.escape(arguments[0]) + '\"] .bookmark').ariaPressed !== arguments[1]",
               first, was)
    home.browser.press("b")
    home.browser.press(Keys.ENTER)
    home.until("screen.matches('.thread')")
    for keys, where in (("gn", "/notifications"), ("gh", "/home"), ("gs", "/settings"), ("/", "/search")):
        for key in keys:
            home.browser.press(key)
        home.until("location.pathname === arguments[0]", where)


def focus_on(home, selector):
    """Focuses the first post of the list that has such a part; returns JavaScript for the post."""
    home.browser.js(f"""
      const cell = {LIST}.querySelector(arguments[0]).closest('[data-key]');
      window.cellKey = cell.dataset.key;
      cell.tabIndex = -1;
      cell.focus();""", selector)
    return f"[...{LIST}.querySelectorAll('.cells > [data-key]')].find((cell) => cell.dataset.key === window.cellKey)"


def test_NEW_14_the_keys_of_a_post_unfold_like_repost_and_answer_it(home, people, community):
    people["gus_next_door"].request(community, "POST", "/api/v1/statuses", status="Behind it", spoiler_text="A warning")
    home = home((1440, 900))
    home.until(f"{LIST}.querySelector('[aria-keyshortcuts=x]')")
    post = focus_on(home, "[data-tap^=warning][aria-keyshortcuts=x]")
    home.browser.press("x")
    home.until(f"{post}.querySelector('[aria-keyshortcuts=x]').ariaExpanded === 'true'")
    home.browser.press("x")
    home.until(f"{post}.querySelector('[aria-keyshortcuts=x]').ariaExpanded === 'false'")
    for keys, mark in (("lf", "favourite"), ("tt", "repost")):
        for key, state in zip(keys, ("true", "false")):
            home.browser.press(key)
            home.until(f"{post}.querySelector('.{mark}').ariaPressed === '{state}'")
    home.browser.press("r")
    home.until("screen.matches('.compose') && screen.querySelector('.quoted')")
    home.browser.press(Keys.ESCAPE)
    home.until(f"screen === {LIST}")


@pytest.mark.parametrize("key", "eo")
def test_NEW_14_a_key_opens_the_pictures_of_a_post(home, key):
    home = home((1440, 900))
    photo = ".photo[aria-keyshortcuts=e]"
    home.wait(lambda: home.browser.js(f"{LIST}.scrollTop += 500; return !!{LIST}.querySelector('{photo}')"), "a post with a picture")
    focus_on(home, photo)
    home.browser.press(key)
    home.until("screen.matches('.viewer')")
    home.browser.press(Keys.ESCAPE)
    home.until(f"screen === {LIST}")


def test_NEW_14_a_key_leads_to_the_newest(home, people, community):
    home = home((1440, 900))
    home.browser.js(f"{LIST}.scrollTop = 600")
    home.until(f"{LIST}.scrollTop === 600")
    text = "Newest for " + home.browser.name
    people["gus_next_door"].request(community, "POST", "/api/v1/statuses", status=text)
    home.browser.js("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    home.until(f"!!{LIST}.querySelector('.pill')")
    home.browser.press(".")
    home.until(f"{LIST}.scrollTop === 0 && {LIST}.querySelector('.status .words').textContent === arguments[0]", text)


def test_NEW_14_the_menu_of_a_post_stands_beside_its_dots(home):
    home = home((1440, 900))
    dots = f"{LIST}.querySelectorAll('.dots-menu')[1]"
    home.browser.tap(".dots-menu", 1)
    home.until("screen.matches('.options') && screen.getAnimations({ subtree: true }).every((one) => one.playState === 'finished')")
    box, button = home.value(f"[screen.querySelector('.frame'), {dots}].map((one) => one.getBoundingClientRect().toJSON())")
    assert box["width"] == 320 and abs(box["right"] - button["right"]) <= 1 and abs(box["top"] - button["bottom"]) <= 1
    assert box["bottom"] <= 900
    home.browser.press(Keys.ESCAPE)
    home.until(f"screen === {LIST}")


def test_NEW_14_on_a_phone_on_its_side_the_menu_has_the_whole_height(home):
    home = home((844, 390))
    for index in (0, 1):
        home.value("screen.querySelectorAll('.dots-menu')[arguments[0]].click()", index)
        home.until("screen.matches('.options') && screen.getAnimations({ subtree: true }).every((one) => one.playState === 'finished')")
        box, rows = home.value("[screen.querySelector('.frame').getBoundingClientRect().toJSON(), screen.querySelectorAll('.option').length]")
        assert 8 <= box["top"] and box["bottom"] <= 390 - 8 and box["height"] > min(300, rows * 40)
        home.browser.press(Keys.ESCAPE)
        home.until("screen.matches('.root')")


def test_NEW_14_people_and_what_one_was_told_stand_beside_their_lists(home, people, community):
    post = people["wren"].request(community, "POST", "/api/v1/statuses", status="Who likes this?")["id"]
    people["gus_next_door"].request(community, "POST", f"/api/v1/statuses/{post}/favourite")
    home = home((1440, 900))
    home.browser.js(f"{LIST}.querySelector('.status .author').click()")
    home.until("screen.matches('.profile')")
    assert edges(home, LIST + ".children[1]") == [340, 740] and edges(home, "screen")[0] == 740
    home.open("/notifications")
    home.until("screen.querySelector('.activity')")
    home.browser.js(f"{LIST}.querySelector('.activity .excerpt').click()")
    home.until("screen.matches('.thread')")
    assert edges(home, LIST + ".children[1]") == [340, 740] and edges(home, "screen")[0] == 740


SEARCH = "document.querySelector('.search:not(.leaves)')"


def look_for(home, words, found):
    home.browser.js(f"{SEARCH}.querySelector('input').focus()")
    home.browser.js("document.activeElement.select(); document.execCommand('insertText', false, arguments[0])", words)
    home.until(f"!!{SEARCH}.querySelector(arguments[0])", found)


@pytest.mark.parametrize("size, column, language", [
    ((1024, 768), [72, 452], "en-US"), ((1280, 800), [260, 660], "en-US"), ((1280, 800), [620, 1020], "ar-EG")])
@pytest.mark.parametrize("path", ["/home", "/search?q=gus"])
def test_NEW_14_what_was_found_stands_beside_the_search(moments, people, size, column, language, path):
    moments.browser.use(size=size, language=language)
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open(path)
    if path == "/home":
        moments.until("screen.querySelectorAll('.status[data-tap]').length > 5")
        moments.value(f"{RAIL}.querySelector('[data-tap=search]').click()")
        moments.until("screen.matches('.search')")
    steps = moments.value("history.length")
    look_for(moments, "gus", ".kinds ~ article.hit")
    current = f"[...{RAIL}.querySelectorAll('[aria-current]')].map((tab) => tab.dataset.tap).join()"
    assert moments.value(current) == "search"
    nothing = f"{SEARCH}.querySelector('.frame > .nothing-open')"
    assert moments.value(f"getComputedStyle({nothing}).display") == "grid"
    assert edges(moments, SEARCH + ".children[1]") == column
    rail = edges(moments, RAIL)
    moments.browser.tap("article.hit")
    moments.until("screen.matches('.profile') && screen.querySelector('.identity .nick')")
    assert edges(moments, RAIL) == rail and not moments.value(f"{RAIL}.inert"), "the rail is on every screen"
    beside = edges(moments, "screen")
    assert beside[0] == column[1] if language == "en-US" else beside[1] == column[0]
    assert edges(moments, SEARCH + ".children[1]") == column
    assert moments.value(f"!{SEARCH}.inert && !{SEARCH}.children[1].inert && {SEARCH}.querySelector('input').value === 'gus'")
    assert moments.value(f"[...{SEARCH}.querySelectorAll('[data-open]')].map((one) => one.matches('article.hit')).join()") == "true"
    # Another screen replaces it, and the field stays usable.
    moments.value(f"{SEARCH}.querySelector('.status .words').click()")
    moments.until("screen.matches('.thread') && screen.querySelector('.large')")
    assert moments.value("!document.querySelector('.profile:not(.leaves)') && history.length") == steps + 1
    assert moments.value(f"[...{SEARCH}.querySelectorAll('[data-open]')].map((one) => one.matches('.status')).join()") == "true"
    moments.browser.press("/")
    moments.until(f"document.activeElement === {SEARCH}.querySelector('input')")
    look_for(moments, "zzzqqq", ".foot h2")
    assert moments.value("screen.matches('.thread')") and edges(moments, SEARCH + ".children[1]") == column
    moments.browser.back()
    moments.until(f"screen === {SEARCH} && screen.querySelector('input').value === 'zzzqqq' && !document.querySelector('.thread')")
    assert moments.value("location.pathname") == "/search"
    # Going back from the list also closes the screen beside it.
    look_for(moments, "gus", ".kinds ~ article.hit")
    moments.browser.tap("article.hit")
    moments.until("screen.matches('.profile')")
    moments.value(f"{SEARCH}.querySelector('.bar [data-tap=back]').click()")
    moments.until("screen.matches('.root.timeline') && location.pathname === '/home'")
    moments.until("!document.querySelector('.screen:not(.root)')")
    assert moments.value(current) == "tab:home"


def test_NEW_14_without_words_and_over_moments_a_search_has_its_list_too(home, people):
    home = home((1024, 768))
    home.value(f"{RAIL}.querySelector('[data-tap=\"tab:moments\"]').click()")
    home.until("screen.matches('.moments.root') && screen.querySelector('.post')")
    home.value(f"{RAIL}.querySelector('[data-tap=search]').click()")
    home.until("screen.matches('.search') && screen.querySelectorAll('article.hit').length > 1 && screen.querySelector('.status')")
    home.browser.js("document.querySelector('.search').scrollTop = 120")
    home.until("document.querySelector('.search').scrollTop === 120")
    place = f"Math.round([...{SEARCH}.querySelectorAll('article.hit:not(.seen)')].at(-1).getBoundingClientRect().top)"
    before = home.value(place)
    home.value("[...screen.querySelectorAll('article.hit')].at(-1).click()")
    home.until("screen.matches('.profile')")
    assert edges(home, SEARCH + ".children[1]") == [72, 452] and edges(home, "screen") == [452, 1024]
    # The opened person is now in the recent searches above, but the list's position stays.
    home.until(f"Math.abs({place} - arguments[0]) <= 1", before)
    assert home.value(f"{LIST}.children[1].inert"), "the page of moments is covered"
    home.value(f"{RAIL}.querySelector('[data-tap=\"tab:notifications\"]').click()")
    home.until("screen.matches('.notifications.root') && location.pathname === '/notifications'")
    home.until("!document.querySelector('.screen:not(.root)')")


def test_NEW_14_on_a_narrow_page_the_search_waits_below(home):
    home = home((820, 1180), "/search?q=gus")
    home.until("screen.querySelector('article.hit')")
    home.browser.tap("article.hit")
    home.until("screen.matches('.profile')")
    assert home.value(f"{SEARCH}.children[1].inert && !{SEARCH}.querySelector('.tabs').inert")


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_NEW_14_a_sheet_over_what_one_reads_lists_the_keys(home, size):
    home = home(size)
    if size[0] > 1000:
        open_post(home)
        home.until("screen.contains(document.activeElement)")
    post = "document.activeElement.closest('.cells > [data-key]')?.dataset.key"
    home.browser.press("j")
    home.until(f"!!{post}")
    focused, below, path = home.value(post), home.value("screen.className"), home.value("location.pathname")
    for close in ["?", Keys.ESCAPE, "back", "beside", "button"]:
        home.browser.press("?")
        home.until("screen.matches('.sheet.keys') && document.activeElement.matches('.panel')")
        assert home.value("screen.querySelectorAll('kbd').length") > 10
        assert home.value("location.pathname") == path
        home.until("!document.getAnimations().some((way) => way.playState === 'running')")
        assert home.value("screen.querySelector('.panel').getBoundingClientRect().top") > 0
        home.browser.press("n")
        home.browser.press("j")
        assert home.value("screen.matches('.sheet.keys') && document.activeElement.matches('.panel')"), "keys rest meanwhile"
        if close == "back":
            home.browser.back()
        elif close == "beside":
            home.browser.tap_at(size[0] / 2, 8)
        elif close == "button":
            home.value("(screen.querySelector('.option.cancel').scrollIntoView(), true)")
            home.browser.tap(".option.cancel")
        else:
            home.browser.press(close)
        home.until(f"screen.className === arguments[0] && {post} === arguments[1]", below, focused)


@pytest.mark.parametrize("size", [(390, 844), (820, 1180)])
def test_NEW_14_the_keys_are_listed_over_a_pushed_screen_too(home, size):
    home = home(size)
    open_post(home)
    home.until("!document.getAnimations().some((way) => way.playState === 'running')")
    path = home.value("location.pathname")
    home.browser.press("?")
    home.until("screen.matches('.sheet.keys') && document.activeElement.matches('.panel')")
    assert home.value("location.pathname") == path
    home.browser.press(Keys.ESCAPE)
    home.until("screen.matches('.thread') && !document.querySelector('.keys:not(.leaves)')")


def test_NEW_14_the_keys_are_listed_and_can_be_switched_off(home):
    home = home((1440, 900))
    home.browser.press("g")
    home.browser.press("s")
    home.until("screen.matches('.settings') && screen.querySelectorAll('kbd').length > 10")
    home.browser.tap("[data-tap='use-shortcuts:off']")
    home.until("screen.querySelector('[data-tap^=use-shortcuts]').ariaChecked === 'false'")
    home.browser.press("g")
    home.browser.press("h")
    home.browser.js("document.activeElement.blur()")
    assert home.value("location.pathname") == "/settings"
    home.browser.reload()
    home.until("screen.querySelector('[data-tap^=use-shortcuts]')?.ariaChecked === 'false'")
    home.browser.tap("[data-tap='use-shortcuts:on']")
    home.browser.press("g")
    home.browser.press("h")
    home.until("location.pathname === '/home'")


def test_NEW_14_a_link_skips_the_rail_and_the_rail_shows_who_one_is(home, people):
    home = home((1440, 900))
    skip = f"{RAIL}.querySelector('.skip')"
    hidden = home.value(f"getComputedStyle({skip}).clipPath")
    assert hidden.startswith("inset(50%")
    home.value(f"{skip}.focus()")
    home.until(f"getComputedStyle({skip}).clipPath === 'none'")
    box = home.value(f"{skip}.getBoundingClientRect().toJSON()")
    assert box["width"] >= 44 and box["height"] >= 44 and box["left"] >= 0
    assert home.value(f"document.elementFromPoint({box['left']} + 10, {box['top']} + 10) === {skip}"), "nothing covers it"
    home.browser.press(Keys.ENTER)
    home.until(f"!!{LIST}.querySelector('.cells > :focus')")
    picture = f"{RAIL}.querySelector('[data-tap=open-accounts] .avatar')"
    assert home.value(f"{picture}.textContent.trim()") == "W", "drawn, until the picture is there"
    home.browser.js(GIVE_PICTURE, urllib.parse.urlsplit(people["wren"].account["avatar"]).path)
    home.browser.reload()
    home.until(f"{picture}.querySelector('img').dataset.state === 'shown'")
    assert home.value(f"!{RAIL}.querySelector('[data-tap=open-accounts] .icon')")


def test_NEW_14_keys_are_letters_in_a_field(home):
    home = home((1440, 900), "/search")
    home.until("screen.querySelector('input')")
    home.browser.js("document.querySelector('.search input').focus()")
    home.browser.press("n")
    home.browser.press("j")
    assert home.value("screen.matches('.search')")


def test_NEW_14_how_many_are_new_stands_in_one_line(home):
    home = home((1440, 900))
    tab = f"{RAIL}.querySelector('[data-tap=\"tab:notifications\"]')"
    home.browser.js(f"{tab}.insertAdjacentHTML('beforeend', '<b class=badge>99+</b>')")
    assert home.value(f"(({{ scrollHeight, clientHeight }}) => [scrollHeight, clientHeight])({tab}.querySelector('.badge'))") == [16, 16]
