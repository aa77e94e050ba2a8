"""NEW_10: link previews, which the server fetches and the app shows under the text."""
import pytest

from support.origins import Answer, Source, until
from support.pictures import picture
from test_two_parts import refuse


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


def moments_with_cards(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/moments/wren")
    moments.until("screen.querySelectorAll('.moments-post .link-card').length >= 2")
    return moments


BOX = """(() => {
  const card = screen.querySelector('.moments-post .link-card'), box = card.getBoundingClientRect();
  const picture = card.querySelector('.picture').getBoundingClientRect(), style = getComputedStyle(card);
  return {
    side: [picture.width, picture.height], inset: [picture.left - box.left, picture.top - box.top], height: box.height,
    inside: box.left >= 0 && box.right <= innerWidth, ground: style.backgroundColor,
    bubble: getComputedStyle(Object.assign(document.body.appendChild(document.createElement('i')),
      { style: 'background: var(--bubble)' })).backgroundColor,
  };
})()"""


def test_NEW_22_a_links_card_on_moments_is_a_grey_box_with_a_small_square(moments, people, news):
    page = moments_with_cards(moments, people)
    card = "screen.querySelector('.moments-post .link-card')"
    assert page.value(f"{card}.querySelector('b').textContent") == "Figs & dates"
    assert page.value(f"[{card}.getAttribute('href'), {card}.target]") == [f"{news.url}/figs", "_blank"]
    page.until(f"{card}.querySelector('img').naturalWidth > 0")
    assert page.value(f"{card}.querySelector('img').naturalWidth") <= 180, "a small copy is enough"
    box = page.value(BOX)
    assert box["side"] == [40, 40] and box["inset"] == [5, 5] and box["inside"]
    assert box["ground"] == box["bubble"]
    texts = page.value("[...screen.querySelectorAll('.moments-post:has(.link-card) .text')].map((text) => text.textContent)")
    assert [text.split(" ")[0] for text in texts] == ["Again", "Look"], "not under a warning"


def test_NEW_22_a_links_card_on_moments_is_within_320_pixels(moments, people):
    moments.browser.use(size=(320, 568))
    page = moments_with_cards(moments, people)
    box = page.value(BOX)
    assert box["side"] == [40, 40] and box["inside"] and box["height"] < 60


def test_NEW_22_a_first_page_with_a_card_does_without_the_second_part(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    refuse(moments)
    moments.open("/moments")
    moments.until("screen.querySelectorAll('.moments-post .link-card').length >= 2")
    moments.until_images(".link-card .picture")
    assert moments.browser.js("return [document.documentElement.dataset.app, swiftlet.waits]") == ["running", 0]
