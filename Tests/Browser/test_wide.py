"""NEW_14: wide pages have a rail, the list beside the opened screen, and the composer as a dialog."""
import urllib.parse

import pytest
from selenium.webdriver.common.keys import Keys

from support.motion import LOCK
from support.wide import LIST, RAIL, community, edges, home, open_post

GIVE_PICTURE = """
  const key = "swiftlet.session 1 account";
  localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), avatar: arguments[0] });
"""


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
    home.browser.js(f"[...{LIST}.querySelectorAll('.post .words')].at(-1).click()")
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
    moments.until("screen.querySelectorAll('.post[data-tap]').length > 5")
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
    home.browser.js(f"{LIST}.querySelector('.post .author').click()")
    home.until("screen.matches('.profile')")
    assert edges(home, LIST + ".children[1]") == [340, 740] and edges(home, "screen")[0] == 740
    home.open("/notifications")
    home.until("screen.querySelector('.activity')")
    home.browser.js(f"{LIST}.querySelector('.activity .excerpt').click()")
    home.until("screen.matches('.thread')")
    assert edges(home, LIST + ".children[1]") == [340, 740] and edges(home, "screen")[0] == 740


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


def test_NEW_14_how_many_are_new_stands_in_one_line(home):
    home = home((1440, 900))
    tab = f"{RAIL}.querySelector('[data-tap=\"tab:notifications\"]')"
    home.browser.js(f"{tab}.insertAdjacentHTML('beforeend', '<b class=badge>99+</b>')")
    assert home.value(f"(({{ scrollHeight, clientHeight }}) => [scrollHeight, clientHeight])({tab}.querySelector('.badge'))") == [16, 16]
