"""The four roots of the app: one shows, the others stay as they are."""
import pytest


def choose(moments, tab):
    moments.browser.tap(f".tabs [data-tap='tab:{tab}']")
    moments.until("screen.querySelector('.tabs [aria-current]')?.dataset.tap === arguments[0]", "tab:" + tab)


@pytest.fixture(scope="module")
def community(people, engine):
    """The server on which the members are signed in."""
    server = people.server()
    yield server
    server.stop()


def test_TWT_02_a_tab_keeps_its_place_while_another_shows(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/moments")
    moments.until_posts(5)
    moments.reach_end()
    moments.until_posts(10)
    moments.until("(screen.scrollTo(0, 900), screen.scrollTop === 900)")
    moments.value("window.isThisPage = true")
    length = moments.value("history.length")
    choose(moments, "notifications")
    assert moments.value("location.pathname") == "/notifications"
    choose(moments, "me")
    choose(moments, "moments")
    assert moments.value("window.isThisPage"), "the app shows the tab, without loading a page"
    assert moments.value("screen.scrollTop") == 900
    assert moments.posts == 10
    assert moments.value("history.length") == length, "tabs are no steps to go back"
    assert moments.value("document.title") == "Wren · Moments"


def test_TWT_02_the_tab_that_shows_leads_to_its_top(moments):
    moments.open("/?show=15")
    moments.value("screen.scrollTo(0, 900)")
    moments.browser.tap(".tabs [data-tap='tab:moments']")
    moments.until("screen.scrollTop === 0")


def test_TWT_02_a_screen_over_a_tab_covers_the_bar_and_goes_back_to_it(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/me")
    moments.browser.tap(".group [data-tap=settings]")
    moments.until("screen.matches('.settings') && !screen.querySelector('.tabs')")
    moments.browser.back()
    moments.until("screen.matches('.me') && location.pathname === '/me'")
    choose(moments, "moments")


def test_NEW_04_every_root_can_be_read_before_the_app_has_loaded(browser, site):
    browser.use(allows_scripts=False)
    for path, words in [("/home", "Look around"), ("/notifications", "Look around"), ("/mentions", "Look around"), ("/me", "Look around"), ("/sign-in", "needs JavaScript")]:
        browser.open(site.url + path, until_running=False)
        text = browser.driver.page_source
        assert words in text and "Sign in" in text, path
