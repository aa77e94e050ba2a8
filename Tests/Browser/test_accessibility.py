"""COM_08: axe finds no violations in the running app. test_screens.py has every state of every screen."""
import re

import pytest
from selenium.webdriver.common.keys import Keys

from support.fixtures import community
from support.gallery import AXE


def violations(browser):
    browser.js(AXE)
    found = browser.js_async("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [f"{v['id']}: {v['help']} ({node['target']}: {node['failureSummary']})" for v in found for node in v["nodes"][:3]]


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_MOM_05_axe_finds_nothing_on_the_moments_page(moments, is_dark):
    moments.browser.use(is_dark=is_dark)
    moments.open()
    moments.until_images(".cover .picture")
    assert violations(moments.browser) == []
    moments.value("screen.scrollTo(0, 700)")
    moments.until("getComputedStyle(screen.querySelector('.bar .shade')).opacity === '1'")
    colours = "[screen.querySelector('.bar'), screen].map((element) => getComputedStyle(element).color)"
    moments.until(f"(([icons, words]) => icons === words)({colours})")
    assert violations(moments.browser) == []


def test_MOM_05_axe_finds_nothing_in_the_viewer(moments):
    moments.open()
    moments.browser.tap(".moments-post:nth-of-type(2) .photo")
    moments.until("screen.matches('.viewer') && screen.getAnimations().every((a) => a.playState === 'finished')")
    assert violations(moments.browser) == []


@pytest.mark.parametrize("path", ["/settings", "/settings?server=ftp:", "/nowhere", "/moments/nobody", "/shell"])
def test_MOM_05_axe_finds_nothing_on_other_pages(moments, path):
    moments.browser.expect_errors("status of 404", "status of 400")
    moments.open(path, until_running=False)
    moments.until("!!screen")
    moments.browser.js_async("new Promise((done) => setTimeout(done, 300))")
    assert violations(moments.browser) == []


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "wide"])
@pytest.mark.parametrize("path", ["/moments", "/home"])
def test_NEW_22_skip_to_content_is_the_first_stop(moments, people, path, size):
    moments.browser.use(size=size)
    if path == "/home":
        people["wren"].sign_in(moments.browser, moments.site)
    moments.open(path)
    moments.until("screen.querySelectorAll('article').length > 1")
    moments.browser.press(Keys.TAB)
    moments.until("document.activeElement.matches('.skip')")
    box = moments.value("document.activeElement.getBoundingClientRect().toJSON()")
    assert box["width"] >= 44 and box["height"] >= 44 and box["left"] >= 0 and box["bottom"] <= size[1]
    assert moments.value(
        "document.elementFromPoint(arguments[0], arguments[1]) === document.activeElement", box["left"] + 10, box["top"] + 10)
    moments.browser.press(Keys.ENTER)
    moments.until("!!document.activeElement.closest('.cells > [data-key]')")
    moments.browser.press(Keys.TAB)
    assert moments.value("!!document.activeElement.closest('.cells')"), "it goes on from there"


def test_NEW_22_a_post_is_an_article_with_a_name_and_a_place_in_the_order(moments):
    moments.open()
    posts = moments.value("""[...screen.querySelectorAll('.moments-post')].map((post) => [post.localName, post.ariaLabel,
      post.querySelector('.nick').textContent.trim(), post.getAttribute('aria-posinset'), post.getAttribute('aria-setsize'),
      post.closest('[role=feed]')?.ariaLabel])""")
    assert len(posts) == 5
    for number, (name, label, nick, position, count, feed) in enumerate(posts, 1):
        assert (name, label, position) == ("article", nick, str(number)) and feed
        assert count == "-1" or int(count) >= 5
    moments.show_more()
    positions = moments.value("[...screen.querySelectorAll('.moments-post')].map((post) => Number(post.getAttribute('aria-posinset')))")
    assert positions == list(range(1, len(positions) + 1)) and len(positions) > 5


def test_NEW_22_times_are_said_in_words(moments, people):
    words = re.compile(r"Just now|Yesterday|(\d+|one) (minute|hour|day|week)s? ago|[A-Z][a-z]{2} \d+(, \d{4})?|[A-Z][a-z]+day.*")
    people["wren"].sign_in(moments.browser, moments.site)
    for path, row in (("/moments", ".moments-post"), ("/home", ".post")):
        moments.open(path)
        moments.until(f"!!screen.querySelector('{row} time')")
        said = moments.value(f"[...screen.querySelectorAll('{row} time')].map((time) => time.ariaLabel ?? time.textContent)")
        assert said and all(words.fullmatch(text) for text in said), said


def test_NEW_22_texts_have_their_language(moments, people):
    people["wren"].request(moments.site.upstream, "POST", "/api/v1/statuses", status="Bom dia, passarinhos", language="pt")
    people["wren"].sign_in(moments.browser, moments.site)
    for path, text in (("/moments", ".text"), ("/home", ".words")):
        moments.open(path)
        moments.until(
            "[...screen.querySelectorAll(arguments[0])].find((one) => one.textContent.includes('passarinhos'))?.lang === 'pt'", text)


def test_NEW_22_the_viewer_says_which_picture_shows_and_escape_leads_back(moments):
    moments.open()
    several = "screen.querySelectorAll('.moments-post .pictures.grid')[0].querySelectorAll('.photo')"
    count = moments.value(f"{several}.length")
    moments.value(f"{several}[1].scrollIntoView({{ block: 'center' }})")
    moments.value(f"{several}[1].focus()")
    moments.browser.press(Keys.ENTER)
    moments.until("screen.matches('.viewer')")
    status = "screen.querySelector('[role=status] .unseen').textContent"
    moments.until(f"{status} === arguments[0]", f"Picture 2 of {count}")
    shown = moments.value("[...screen.querySelectorAll('[role=status] .unseen')].slice(1).map((part) => part.textContent)")
    alt = moments.value("screen.querySelectorAll('.slide img')[1].alt")
    assert shown == [alt] or alt == f"Picture 2 of {count}" and shown == []
    moments.browser.press(Keys.ARROW_LEFT)
    moments.until(f"{status} === arguments[0]", f"Picture 1 of {count}")
    moments.browser.press(Keys.ESCAPE)
    moments.until("screen.matches('.moments') && !document.querySelector('.viewer')")
    moments.until("document.activeElement.matches('.photo') && screen.contains(document.activeElement)")
