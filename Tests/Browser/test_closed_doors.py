"""NEW_17: a closed community shows strangers its landing page, and members everything."""
import json

import pytest

from support.origins import until
from support.server import served
from test_whose_data import stored

WORDS = ["kingfisher", "gus_next_door", "/media/"]
"""What the device must not store of the community. Wren is who signs in."""


@pytest.fixture
def closed(member, own_community):
    """The app at a closed community; `post` is the address of a post."""
    tweets = json.loads(served(own_community, "/user/wren/tweets")[1])
    member.post = f"/@wren/{tweets[0]['id']}"
    own_community.run("settings", "title", "The Hill Choir")
    own_community.run("settings", "privacy", "members")
    member.browser.expect_errors("401")
    return member


def until_landing_page(app):
    app.until("screen.matches('.welcome')")
    assert app.texts("h2, .reason, .primary") == ["The Hill Choir", "Only members can read here.", "Sign in"]
    assert app.value("document.querySelectorAll('.tabs, .faces, .landing-cover img, [href=\"/moments\"]').length") == 0


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_NEW_17_a_stranger_signs_in_and_is_where_they_wanted_to_go(closed, is_dark):
    closed.browser.use(is_dark=is_dark)
    closed.open(closed.post)
    until_landing_page(closed)
    assert closed.value("document.title") == "The Hill Choir"
    closed.browser.tap(".invitation .primary")
    closed.allow("wren")
    closed.until("location.pathname === arguments[0] && screen.matches('.thread') && screen.querySelector('.post')", closed.post)
    closed.open("/images")
    closed.until("screen.querySelectorAll('.image').length > 0")


def test_NEW_17_every_address_and_a_forged_cookie_end_at_the_landing_page(closed):
    for path in ("/", "/moments", "/moments/wren", "/@wren", "/images", "/search", "/me"):
        closed.open(path)
        until_landing_page(closed)
    for path in ("/home", "/moments", "/@wren"):
        closed.browser.js("document.cookie = 'start=home; path=/; samesite=lax'")
        closed.open(path, until_running=False)
        closed.until("screen?.matches('.welcome') && !document.cookie.includes('start=home')")


def test_NEW_17_after_signing_out_nothing_of_the_community_is_on_the_device(closed):
    closed.sign_in()
    closed.browser.until_installed()
    for path in ("/home", "/moments/gus_next_door", closed.post, "/images"):
        closed.open(path)
        closed.until("screen.querySelector('img, .post, .moments-post')")
    until(lambda: any(stored(closed, *WORDS).values()), "something is stored")
    closed.open("/me")
    closed.browser.tap("[data-tap=sign-out]")
    closed.browser.tap(".question .danger")
    until_landing_page(closed)
    until(lambda: not any(stored(closed, *WORDS).values()), "nothing is stored")
    # The way back leads to no content either.
    closed.browser.back()
    closed.until("screen?.matches('.welcome')")


def test_NEW_17_members_read_without_a_network_and_strangers_landing_page_is_not_stored(closed):
    closed.open("/moments/wren")
    until_landing_page(closed)
    closed.browser.until_installed()
    closed.open("/moments/wren")
    until_landing_page(closed)
    assert not [place for place in stored(closed) if place.startswith("pages: /moments")]
    closed.browser.tap(".invitation .primary")
    closed.allow("wren")
    closed.until("location.pathname === '/moments/wren' && screen.querySelectorAll('.moments-post').length > 0")
    until(lambda: "pages: /moments/wren" in stored(closed), "the frame is stored")
    closed.browser.expect_errors(
        "Failed to load resource", "Failed to update a ServiceWorker", "An unknown error occurred when fetching the script")
    closed.site.stop()
    closed.open("/moments/wren")
    closed.until("screen.querySelectorAll('.moments-post').length > 0")
