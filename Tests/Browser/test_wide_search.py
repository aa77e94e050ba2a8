"""NEW_14: on wide pages, what was found stands beside the search."""
import pytest

from support.wide import LIST, RAIL, community, edges, home

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
        moments.until("screen.querySelectorAll('.post[data-tap]').length > 5")
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
    moments.value(f"{SEARCH}.querySelector('.post .words').click()")
    moments.until("screen.matches('.thread') && screen.querySelector('.large')")
    assert moments.value("!document.querySelector('.profile:not(.leaves)') && history.length") == steps + 1
    assert moments.value(f"[...{SEARCH}.querySelectorAll('[data-open]')].map((one) => one.matches('.post')).join()") == "true"
    moments.browser.press("/")
    moments.until(f"document.activeElement === {SEARCH}.querySelector('input')")
    look_for(moments, "zzzqqq", ".list-footer h2")
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
    home.until("screen.matches('.moments.root') && screen.querySelector('.moments-post')")
    home.value(f"{RAIL}.querySelector('[data-tap=search]').click()")
    home.until("screen.matches('.search') && screen.querySelectorAll('article.hit').length > 1 && screen.querySelector('.post')")
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
