"""NEW_10: link previews, which the server fetches and the app shows under the text."""
import pytest

from support.origins import Answer, Source, until
from support.pictures import picture


@pytest.fixture(scope="module")
def news(engine):
    """A website with a page, for one engine's community: the other one's asks as well."""
    site = Source()
    head = ('<title>Plain</title><meta property="og:title" content="Figs &amp; dates"><meta property="og:site_name" content="The News">'
            '<meta property="og:image" content="/figs.png"><script>window.harm = 1</script>')
    site.route("/figs", Answer(head, type="text/html"))
    site.route("/figs.png", picture(400, 300))
    yield site
    site.stop()


@pytest.fixture(scope="module")
def community(people, engine, news):
    server = people.server(options=["--private-links"])
    wren = people["wren"]
    path = "/api/v1/statuses"
    wren.request(server, "POST", path, status=f"Look {news.url}/figs")
    wren.request(server, "POST", path, status=f"Careful {news.url}/figs", spoiler_text="Fruit")
    newest = f"{path}/{wren.request(server, 'POST', path, status=f'Again {news.url}/figs')['id']}"
    until(lambda: wren.request(server, "GET", newest)["card"], "the card is there")
    yield server
    server.stop()


@pytest.fixture
def home(moments, people):
    return opened(moments, people)


def opened(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/home")
    moments.until("screen.querySelectorAll('.link-card').length >= 2")
    return moments


def test_NEW_10_a_links_card_shows_title_site_and_picture_and_is_one_link(home, news):
    card = "screen.querySelector('.link-card')"
    assert home.value(f"{card}.querySelector('b').textContent") == "Figs & dates"
    assert home.value(f"{card}.querySelector('bdi').textContent") == "The News"
    assert home.value(f"[{card}.getAttribute('href'), {card}.target, {card}.rel]") == [
        f"{news.url}/figs", "_blank", "noopener nofollow ugc"]
    home.until(f"{card}.querySelector('img').naturalWidth > 0")
    width, height, start = home.value(
        f"(() => {{ const box = {card}.querySelector('img').getBoundingClientRect();"
        f" return [box.width, box.height, Math.round(box.left - {card}.getBoundingClientRect().left)]; }})()")
    assert 72 <= width <= 88 and abs(width - height) <= 2 and start == 1


def test_NEW_10_a_links_card_comes_from_here_and_not_under_a_warning(home, news):
    assert news.paths() == ["/figs", "/figs.png"], "the site hears of the server alone, once"
    texts = home.value(
        "[...screen.querySelectorAll('.post[data-tap]')].filter((post) => post.querySelector('.link-card'))"
        ".map((post) => post.querySelector('.words').textContent.split(' ')[0])")
    assert texts == ["Again", "Look"]


def test_NEW_10_a_links_card_is_as_good_for_the_keyboard_and_within_320_pixels(moments, people):
    moments.browser.use(size=(320, 568))
    home = opened(moments, people)
    box = home.value(
        "(() => { const card = screen.querySelector('.link-card').getBoundingClientRect();"
        " return [card.left >= 0, card.right <= innerWidth, card.height < 140]; })()")
    assert box == [True, True, True]
    assert home.value("(() => { const card = screen.querySelector('.link-card'); card.focus();"
                      " return document.activeElement === card; })()")
