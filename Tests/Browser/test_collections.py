"""TWT_10, FOL_04: bookmarks and favourites, from the menu."""
import pytest

from support.origins import until

COUNT = 45
OFFLINE = ("Failed to load resource", "An unknown error occurred when fetching the script", "Failed to update a ServiceWorker")


@pytest.fixture(scope="module")
def community(people, engine):
    server = people.server()
    wren = people["wren"]
    for number in range(COUNT):
        post = wren.request(server, "POST", "/api/v1/statuses", status=f"Number {number}")
        wren.request(server, "POST", f"/api/v1/statuses/{post['id']}/bookmark")
        if number < 3:
            wren.request(server, "POST", f"/api/v1/statuses/{post['id']}/favourite")
    # The last bookmark comes first, although the other posts are newer.
    first = wren.request(server, "GET", "/api/v1/bookmarks?limit=40")[-1]
    for verb in ("unbookmark", "bookmark"):
        wren.request(server, "POST", f"/api/v1/statuses/{first['id']}/{verb}")
    yield server
    server.stop()


@pytest.fixture
def wren(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/home")
    moments.until("screen.querySelectorAll('.post[data-tap]').length >= 20")
    return moments


def open_from_menu(moments, name):
    moments.browser.tap("[data-tap=open-menu]")
    moments.until("screen.matches('.side-menu')")
    moments.browser.tap(f".side-menu [data-tap={name}]")
    moments.until(f"location.pathname === '/{name}' && screen.querySelectorAll('.post[data-tap]').length > 0")


def words(moments):
    return moments.walk(".post[data-tap]", ".words")


def test_TWT_10_bookmarks_come_from_the_menu_page_after_page_in_their_order(wren):
    open_from_menu(wren, "bookmarks")
    wren.load_all()
    numbers = [int(text.split()[1]) for text in words(wren)]
    first = COUNT - 40
    assert numbers == [first] + [number for number in reversed(range(COUNT)) if number != first]
    wren.browser.back()
    wren.until("location.pathname === '/home' && screen.matches('.root')")
    open_from_menu(wren, "favourites")
    wren.until("screen.querySelectorAll('.post[data-tap]').length > 3")
    assert wren.texts(".post[data-tap] .words")[:3] == ["Number 2", "Number 1", "Number 0"], "before those of the demo"


def test_TWT_10_their_addresses_open_them(wren):
    for name, title in (("bookmarks", "Bookmarks"), ("favourites", "Likes")):
        wren.open("/" + name)
        wren.until("screen.querySelector('.title').textContent === arguments[0] && screen.querySelector('.post[data-tap]')", title)


def test_TWT_10_from_700_px_the_rail_leads_to_them(moments, people):
    moments.browser.use(size=(844, 390))
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/home")
    moments.until("screen.querySelectorAll('.post[data-tap]').length >= 20")
    assert moments.value("screen.querySelector('.tabs').scrollHeight <= innerHeight"), "all of it is in sight"
    moments.browser.tap(".tabs [data-tap=favourites]")
    moments.until("location.pathname === '/favourites' && screen.querySelector('.post[data-tap]')")


def test_FOL_04_they_are_there_without_a_network(wren):
    open_from_menu(wren, "bookmarks")
    until(lambda: wren.browser.js_async(IS_SAVED), "they are kept")
    wren.browser.back()
    wren.until("location.pathname === '/home' && screen.matches('.root')")
    wren.browser.expect_errors(*OFFLINE)
    wren.site.stop()
    open_from_menu(wren, "bookmarks")
    wren.until("screen.querySelector('.notice')")
    assert wren.rows(".post[data-tap]") >= 20
    wren.site.start()


IS_SAVED = """(async () => {
  const found = await (await caches.open("data")).match("/.data/" + encodeURIComponent("session 1 timeline bookmarks"));
  return found ? (await found.text()).length > 10 : false;
})()"""
