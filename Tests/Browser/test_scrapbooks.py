"""NEW_22: named albums: made by their owner, filled from the menus of posts, seen by others, emptied and deleted."""
import io
import urllib.error
import urllib.request
import zipfile

import pytest
from selenium.webdriver.common.keys import Keys

from support.fixtures import community
from support.origins import until
from test_offline import EXPECTED

PATH = "/api/swiftlet/v1/scrapbooks"


def albums(member, community):
    return member.request(community, "GET", f"/api/swiftlet/v1/accounts/{member.account['id']}/scrapbooks")


@pytest.fixture
def wren(moments, people, community):
    """Wren, without named albums."""
    member = people["wren"]
    for album in albums(member, community):
        member.request(community, "DELETE", f"{PATH}/{album['id']}")
    member.sign_in(moments.browser, moments.site)
    return moments


@pytest.fixture
def photos(people, community):
    """The ids of Wren's posts with pictures, newest first."""
    member = people["wren"]
    query = "?only_media=true&exclude_reblogs=true&exclude_replies=true"
    posts = member.request(community, "GET", f"/api/v1/accounts/{member.account['id']}/statuses{query}")
    public = [post["id"] for post in posts if post["visibility"] == "public"]
    assert len(public) > 1, "the demo community has pictures of Wren"
    return public


def filled(people, community, photos, title="Summer"):
    member = people["wren"]
    album = member.request(community, "POST", PATH, title=title)["id"]
    if photos:
        member.request(community, "POST", f"{PATH}/{album}/statuses", status_ids=photos)
    return album


def posts(people, community, album):
    return [post["id"] for post in people["wren"].request(community, "GET", f"{PATH}/{album}/statuses")]


def type_into(moments, selector, text):
    moments.browser.tap(selector)
    moments.until("document.activeElement.matches(arguments[0])", selector)
    for key in text:
        moments.browser.press(key)


def opened_albums(moments):
    moments.open("/@wren/album")
    moments.until("screen.matches('.album') && !!screen.querySelector('[data-tap=scrapbooks]')")
    moments.browser.tap("[data-tap=scrapbooks]")


def test_NEW_22_a_named_album_is_made_and_filled_from_a_post_s_menu(wren, people, community, photos):
    opened_albums(wren)
    wren.until("!!screen.querySelector('[data-submit=new]')")
    type_into(wren, ".album [name=title]", "Summer")
    wren.browser.tap(".album .primary")
    wren.until("screen.querySelector('.scrapbooks b')?.textContent === 'Summer'")
    wren.browser.tap(".scrapbooks a")
    wren.until("screen.matches('.scrapbook') && screen.textContent.includes('No pictures yet')")
    album = wren.value("location.pathname.split('/')[3]")
    assert wren.value("location.pathname") == f"/@wren/albums/{album}"
    wren.open(f"/@wren/{photos[0]}")
    wren.until("screen.matches('.thread') && !!screen.querySelector('.large [data-tap^=menu]')")
    wren.browser.tap(".thread .large [data-tap^=menu]")
    wren.until("screen.matches('.options') && !!screen.querySelector('[data-tap=albums]') "
               "&& !screen.getAnimations({ subtree: true }).some((way) => way.playState === 'running')")
    wren.browser.tap(".options [data-tap=albums]")
    wren.until("screen.matches('.scrapbook-choice') && screen.querySelector('[role=switch]')?.getAttribute('aria-checked') === 'false'")
    wren.browser.tap(".scrapbook-choice [role=switch]")
    wren.until("screen.querySelector('[role=switch]').getAttribute('aria-checked') === 'true'")
    until(lambda: posts(people, community, album) == photos[:1], "the server knows")
    opened_albums(wren)
    wren.until("screen.querySelector('.scrapbooks .handle')?.textContent === '1 post' && !!screen.querySelector('.scrapbooks img')")


def test_NEW_22_a_post_begins_a_new_album(wren, people, community, photos):
    wren.open(f"/@wren/{photos[0]}")
    wren.until("screen.matches('.thread') && !!screen.querySelector('.large [data-tap^=menu]')")
    wren.browser.tap(".thread .large [data-tap^=menu]")
    wren.until("screen.matches('.options') && !!screen.querySelector('[data-tap=albums]') "
               "&& !screen.getAnimations({ subtree: true }).some((way) => way.playState === 'running')")
    wren.browser.tap(".options [data-tap=albums]")
    wren.until("screen.matches('.scrapbook-choice') && !!screen.querySelector('[name=title]')")
    type_into(wren, ".scrapbook-choice [name=title]", "Sea")
    wren.browser.tap(".scrapbook-choice .primary")
    wren.until("screen.querySelector('[role=switch]')?.getAttribute('aria-checked') === 'true'")
    until(lambda: [album["posts_count"] for album in albums(people["wren"], community)] == [1], "the server knows")


def test_NEW_22_several_posts_are_selected_and_put_into_an_album(wren, people, community, photos):
    album = filled(people, community, [])
    wren.open("/@wren/album")
    wren.until("screen.matches('.album') && !!screen.querySelector('[data-tap=scrapbooks]')")
    wren.browser.tap("[data-tap=pictures]")
    wren.until("!!screen.querySelector('.album-select button')")
    wren.browser.tap(".album-select button")
    wren.until("!!screen.querySelector('.choices .photo')")
    for photo in photos[:2]:
        wren.browser.tap(f".choices [data-tap='pick:{photo}']")
    wren.until("screen.querySelector('.scrapbook-selection').textContent.startsWith('2 posts')")
    wren.browser.tap("[data-tap=add]")
    wren.until("screen.matches('.scrapbook-choice') && !!screen.querySelector('[role=switch]')")
    wren.browser.tap("[role=switch]")
    until(lambda: posts(people, community, album) == photos[:2], "the server knows")


def test_NEW_22_escape_ends_selecting_pictures_and_not_the_page(wren, people, community, photos):
    album = filled(people, community, photos[:2])
    wren.open("/@wren/album")
    wren.until("screen.matches('.album') && !!screen.querySelector('[data-tap=scrapbooks]')")
    wren.browser.tap("[data-tap=pictures]")
    wren.until("!!screen.querySelector('.album-select button')")
    wren.browser.tap(".album-select button")
    wren.until("!!screen.querySelector('.scrapbook-selection')")
    wren.browser.press(Keys.ESCAPE)
    wren.until("screen.matches('.album') && !screen.querySelector('.scrapbook-selection, .choices')")
    wren.open(f"/@wren/albums/{album}")
    wren.until("screen.matches('.scrapbook') && !!screen.querySelector('.photo') && !!screen.querySelector('[data-tap=tools]')")
    wren.browser.tap("[data-tap=tools]")
    wren.until("!!screen.querySelector('[data-tap=select]')")
    wren.browser.tap("[data-tap=select]")
    wren.until("!!screen.querySelector('.scrapbook-selection') && !screen.querySelector('.question')")
    wren.browser.tap("[data-tap=tools]")
    wren.until("!!screen.querySelector('.question [data-tap=rename]')")
    wren.browser.press(Keys.ESCAPE)
    wren.until("!screen.querySelector('.question') && !!screen.querySelector('.scrapbook-selection')")
    wren.browser.press(Keys.ESCAPE)
    wren.until("screen.matches('.scrapbook') && !screen.querySelector('.scrapbook-selection, .choices')")


def test_NEW_22_escape_ends_a_question_and_leaves_a_field(wren):
    wren.open("/account")
    wren.until("!!screen.querySelector('[data-tap=remove]')")
    wren.value("screen.querySelector('[data-tap=remove]').click()")
    wren.until("!!screen.querySelector('[data-escape]')")
    wren.browser.press(Keys.ESCAPE)
    wren.until("!screen.querySelector('[data-escape]') && !!screen.querySelector('[data-tap=remove]')")
    wren.value("screen.querySelector('[name=current-password]').focus()")
    wren.browser.press(Keys.ESCAPE)
    wren.until("document.activeElement.localName !== 'input'")


def test_NEW_22_a_short_album_ends_without_a_button_for_more(wren, people, community, photos):
    album = filled(people, community, photos[:2])
    wren.open(f"/@wren/albums/{album}")
    wren.until("!!screen.querySelector('.scrapbook .photo, .photo') && !!screen.querySelector('.list-footer .end, .list-footer:not(:has(.spinner))')")
    assert not wren.value("!!screen.querySelector('.list-footer .more')")


def test_NEW_22_others_see_the_pictures_and_no_tools(moments, people, community, photos, wren):
    album = filled(people, community, photos)
    people["gus_next_door"].sign_in(moments.browser, moments.site)
    opened_albums(moments)
    moments.until("screen.querySelector('.scrapbooks b')?.textContent === 'Summer'")
    assert not moments.value("!!screen.querySelector('[data-submit=new]')")
    moments.browser.tap(".scrapbooks a")
    moments.until("screen.matches('.scrapbook') && screen.querySelectorAll('.media-row .photo').length > 1")
    assert not moments.value("!!screen.querySelector('[data-tap=tools]')")
    moments.browser.tap(".scrapbook .photo")
    moments.until("screen.matches('.viewer')")
    moments.browser.back()
    moments.until("screen.matches('.scrapbook')")
    assert moments.value("location.pathname") == f"/@wren/albums/{album}"


def test_NEW_22_pictures_are_removed_and_the_album_is_renamed_and_deleted(wren, people, community, photos):
    album = filled(people, community, photos[:2])
    wren.open(f"/@wren/albums/{album}")
    wren.until("screen.matches('.scrapbook') && !!screen.querySelector('.photo') && !!screen.querySelector('[data-tap=tools]')")
    wren.browser.tap("[data-tap=tools]")
    wren.until("!!screen.querySelector('[data-tap=select]')")
    wren.browser.tap("[data-tap=select]")
    wren.until("!!screen.querySelector('.choices [data-tap^=pick]') && !screen.querySelector('.question')")
    wren.browser.tap(f".choices [data-tap='pick:{photos[1]}']")
    wren.until("screen.querySelector('.scrapbook-selection').textContent.startsWith('1 post')")
    wren.browser.tap("[data-tap=remove-selected]")
    until(lambda: posts(people, community, album) == photos[:1], "the server knows")
    wren.until("!screen.querySelector('.scrapbook-selection') && screen.querySelector('.scrapbook-about').textContent.endsWith('1 post')")
    wren.browser.tap("[data-tap=tools]")
    wren.until("!!screen.querySelector('[data-tap=rename]')")
    wren.browser.tap("[data-tap=rename]")
    wren.until("screen.querySelector('.question [name=title]')?.value === 'Summer'")
    wren.browser.js("document.querySelector('.question [name=title]').value = 'Sea'")
    wren.browser.tap(".question .primary")
    wren.until("screen.querySelector('.title').textContent === 'Sea' && !screen.querySelector('.question')")
    wren.browser.tap("[data-tap=tools]")
    wren.until("!!screen.querySelector('[data-tap=delete]')")
    wren.browser.tap("[data-tap=delete]")
    wren.until("!!screen.querySelector('[data-tap=delete-now]')")
    wren.browser.tap("[data-tap=delete-now]")
    until(lambda: albums(people["wren"], community) == [], "the server knows")
    assert people["wren"].request(community, "GET", f"/api/v1/statuses/{photos[0]}")["id"] == photos[0], "its posts stay"


def test_NEW_22_the_owner_downloads_an_album(wren, people, community, photos):
    album = filled(people, community, photos[:2], "Summer 2026")
    wren.open(f"/@wren/albums/{album}")
    wren.until("!!screen.querySelector('[data-tap=tools]')")
    wren.browser.tap("[data-tap=tools]")
    wren.until("!!screen.querySelector('[data-tap=download]')")
    wren.browser.tap("[data-tap=download]")
    fetched = lambda: [one.status for one in list(wren.site.requests) if one.path.startswith("/export/") and one.status]
    until(lambda: fetched() == [200], "the browser has fetched it")
    assert wren.value("location.pathname") == f"/@wren/albums/{album}", "the page stays"
    found = []

    def downloaded():
        try:
            found.append(people["wren"].request(community, "POST", f"{PATH}/{album}/download")["ticket"])
        except urllib.error.HTTPError as error:
            assert error.code == 429, "the first one isn't over"
        return found
    until(downloaded, "the first one is over")
    with urllib.request.urlopen(f"http://127.0.0.1:{community.port}/export/{found[-1]}", timeout=60) as answer:
        assert answer.headers["Content-Disposition"].startswith('attachment; filename="Summer_2026.zip"')
        archive = zipfile.ZipFile(io.BytesIO(answer.read()))
    assert archive.testzip() is None
    names = archive.namelist()
    assert names[-1] == "captions.txt" and len(names) > 2 and all(name.endswith((".jpg", ".webp")) for name in names[:-1])


def test_NEW_22_without_the_server_a_named_album_is_there_and_changing_it_says_why_not(wren, people, community, photos, site):
    album = filled(people, community, photos[:2])
    wren.browser.expect_errors(*EXPECTED)
    wren.open(f"/@wren/albums/{album}")
    wren.until("!!screen.querySelector('.photo') && !!screen.querySelector('[data-tap=tools]')")
    wren.until_kept()
    site.stop()
    wren.browser.reload()
    wren.until("screen.matches('.scrapbook') && !!screen.querySelector('.photo') && !!screen.querySelector('.notice')")
    wren.browser.tap("[data-tap=tools]")
    wren.until("!!screen.querySelector('[data-tap=delete]')")
    wren.browser.tap("[data-tap=delete]")
    wren.until("!!screen.querySelector('[data-tap=delete-now]')")
    wren.browser.tap("[data-tap=delete-now]")
    wren.until("document.querySelector('.toasts')?.textContent.length > 5 && screen.matches('.scrapbook')")


@pytest.mark.parametrize("width", [320, 1440])
def test_NEW_22_named_albums_fit_every_width(wren, people, community, photos, width):
    filled(people, community, photos, "An album with a name that is rather long, " + "a" * 17)
    wren.browser.use(size=(width, 900))
    opened_albums(wren)
    wren.until("!!screen.querySelector('.scrapbooks a')")
    assert wren.value("document.documentElement.scrollWidth <= innerWidth && screen.querySelector('.scrapbooks a').getBoundingClientRect().height >= 44")
