"""NEW_14: keys for everything, and the sheet that lists them."""
import pytest
from selenium.webdriver.common.keys import Keys

from support.wide import LIST, community, home, open_post


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "wide"])
def test_NEW_22_nothing_cuts_off_the_ring_around_a_post(home, size):
    home = home(size)
    home.browser.press("j")
    home.until("document.activeElement.matches('article')")
    width, offset = home.value("((style) => [parseFloat(style.outlineWidth), parseFloat(style.outlineOffset)])(getComputedStyle(document.activeElement))")
    assert width > 0 and offset <= -width, "it is inside the post, which is as wide as its list"


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
    for keys, interaction in (("lf", "favourite"), ("tt", "repost")):
        for key, state in zip(keys, ("true", "false")):
            home.browser.press(key)
            home.until(f"{post}.querySelector('.{interaction}').ariaPressed === '{state}'")
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
    home.until(f"{LIST}.scrollTop === 0 && {LIST}.querySelector('.post .words').textContent === arguments[0]", text)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_NEW_14_a_sheet_over_what_one_reads_lists_the_keys(home, size):
    home = home(size)
    if size[0] > 1000:
        open_post(home)
        home.until("screen.contains(document.activeElement)")
    post = "document.activeElement.closest('.cells > [data-key]')?.dataset.key"
    home.browser.press("j")
    home.until(f"!!{post} && !screen.matches('.waits')")
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


def test_NEW_14_keys_are_letters_in_a_field(home):
    home = home((1440, 900), "/search")
    home.until("screen.querySelector('input')")
    home.browser.js("document.querySelector('.search input').focus()")
    home.browser.press("n")
    home.browser.press("j")
    assert home.value("screen.matches('.search')")
