"""NEW_12: the landing page, signing in with one form, a stranger's tap that is carried out afterwards, and signing
out that ends the session."""
import json
import subprocess

import pytest

from support.origins import until
from support.people import sessions
from support.server import PROGRAM

JOIN = """
for (const [name, value] of Object.entries(arguments[0])) document.querySelector(`input[name=${name}]`).value = value;
document.querySelector("form button").click();
"""


def ask(member):
    """Opens the server's form, as the landing page does."""
    member.open("/sign-in", until_running=False)
    member.browser.until("return location.pathname === '/oauth/authorize' && !!document.forms.length", "the form")


def click(member, selector):
    """Clicks on the server's own page, which isn't a screen of the app."""
    member.browser.js("document.querySelector(arguments[0]).click()", selector)


def body(member):
    return member.browser.js("return document.body.innerText")


def settings(own_community, *words):
    subprocess.run([PROGRAM, "settings", *words, "--data", str(own_community.data)], check=True, capture_output=True)


@pytest.mark.parametrize("path", ["/home", "/notifications", "/mentions", "/me"])
def test_NEW_12_a_newcomer_finds_a_door_and_no_empty_page(moments, path):
    moments.open(path)
    assert moments.value("screen.matches('.welcome') && screen.querySelectorAll('.tab').length >= 4")
    assert moments.texts("h2") == ["Swiftlet"]
    moments.until("(() => { const cover = screen.querySelector('.landing-cover img'); return cover.complete && cover.naturalWidth > 0; })()")
    assert moments.value("screen.querySelectorAll('.faces .avatar').length") == 7
    assert moments.texts(".primary") == ["Sign in"]
    assert moments.texts(".help") == ["Joining needs an invitation: ask somebody here for a link."]
    moments.browser.tap(".ways [href='/moments']")
    moments.until("location.pathname === '/moments' && screen.matches('.moments')")
    moments.until_posts(5)


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (430, 932)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_NEW_22_on_a_phone_the_cover_goes_from_edge_to_edge(moments, size):
    moments.browser.use(size=size)
    moments.open("/home")
    bar, cover, picture = moments.value(
        "['.bar', '.landing-cover', '.landing-cover img'].map((name) => screen.querySelector(name).getBoundingClientRect().toJSON())")
    assert cover["left"] == 0 and cover["right"] == size[0] and abs(cover["top"] - bar["bottom"]) <= 1
    assert all(abs(cover[side] - picture[side]) < 0.1 for side in ("left", "top", "right", "bottom"))


def test_NEW_12_the_public_page_leads_to_the_door(moments):
    moments.open()
    assert moments.posts == 5
    moments.browser.tap(".join-strip a")
    moments.until("screen.matches('.welcome') && location.pathname === '/home'")


def test_NEW_12_it_reads_without_the_app(browser, site):
    browser.use(allows_scripts=False)
    browser.open(site.url + "/home", until_running=False)
    text = browser.driver.page_source
    for words in ["Swiftlet", "Sign in", "Joining needs an invitation", "Look around", "landing-cover"]:
        assert words in text
    assert "needs JavaScript" not in text
    browser.open(site.url + "/sign-in", until_running=False)
    assert "needs JavaScript" in browser.driver.page_source


def test_NEW_12_one_form_with_a_name_and_a_password(member):
    ask(member)
    assert member.browser.js("return [...document.querySelectorAll('input:not([type=hidden])')].map((input) => input.name)") == ["username", "password"]
    words = body(member).lower()
    for word in ["api", "token", "authorize", "program", "127.0.0.1", "mastodon"]:
        assert word not in words
    member.browser.expect_errors("403")
    member.allow("wren", "wrong horse")
    member.browser.until("return !!document.querySelector('[role=alert]')", "it is said")
    assert "The username or the password is wrong." in body(member)
    member.allow("wren")
    member.until("location.pathname === '/home' && screen.matches('.timeline')")
    assert [session["username"] for session in sessions(member.browser)] == ["wren"]


def test_NEW_12_another_server_stands_behind_a_link(member):
    ask(member)
    click(member, ".ways [href='/sign-in?other=']")
    member.until("location.search === '?other=' && screen.querySelector('input[name=server]')")


def test_NEW_12_who_closes_the_form_is_back_where_they_were(moments):
    moments.open()
    moments.browser.tap(".join-strip a")
    moments.until("screen.matches('.welcome')")
    moments.browser.tap(".invitation .primary")
    moments.browser.until("return location.pathname === '/oauth/authorize' && !!document.forms.length", "the form")
    moments.browser.back()
    moments.until("screen.matches('.welcome')")


@pytest.mark.parametrize("mode", ["open", "closed"])
def test_NEW_12_who_may_join_is_said(member, own_community, mode):
    settings(own_community, "registration", mode)
    settings(own_community, "title", "The Hill Choir")
    member.open("/home")
    assert member.texts("h2") == ["The Hill Choir"]
    if mode == "closed":
        assert member.texts(".primary") == ["Sign in"]
        assert member.texts(".help") == ["New members can’t join right now."]
        return
    assert member.texts(".primary, .secondary") == ["Join", "Sign in"]
    member.browser.tap(".primary")
    member.browser.until("return location.pathname === '/join' && !!document.forms.length", "the form")
    member.browser.js(JOIN, {"username": "cleo", "nick": "Cleo", "password": "correct horse battery"})
    member.browser.until("return document.body.innerText.includes('Welcome, ')", "welcome")
    click(member, "a.primary")
    member.until("location.pathname === '/first-steps' && screen.matches('.first-steps')")
    ask(member)
    assert "Password" in body(member), "the browser's own sign-in is used up"


def test_NEW_12_a_strangers_like_is_carried_out_after_signing_in(member):
    member.open("/moments/wren")
    member.value("screen.querySelector('.more-actions').click()")
    member.until("screen.querySelector('.popover')")
    member.browser.tap(".popover [data-tap^='like:']")
    member.until("screen.matches('.welcome') && /^Sign in to like .+’s post$/.test(screen.querySelector('.reason').textContent)")
    assert "device wish" in " ".join(member.kept())
    member.browser.tap(".invitation .primary")
    member.allow("wren")  # has not favourited it yet
    member.until("screen.matches('.thread')")
    until(lambda: [r.status for r in member.site.requests if r.path.endswith("/favourite")] == [200], "it is liked, once")
    assert "device wish" not in " ".join(member.kept())
    member.until("screen.querySelector('.favourite')?.getAttribute('aria-pressed') === 'true'")


def test_NEW_12_signing_out_ends_it_on_the_server_too(member):
    """The browser was signed in for another client as well."""
    member.sign_in()
    member.choose("me")
    token = sessions(member.browser)[0]["token"]
    member.browser.tap("[data-tap=sign-out]")
    member.until("screen.querySelector('.question h2').textContent.includes('from this device')")
    member.browser.tap(".question .cancel")
    member.until("!screen.querySelector('.question') && screen.matches('.me')")
    member.browser.tap("[data-tap=sign-out]")
    member.browser.tap(".question .danger")
    member.until("screen.matches('.welcome')")
    until(lambda: 200 in [r.status for r in member.site.requests if r.path == "/oauth/revoke"], "the token is given back")
    until(lambda: token not in json.dumps(member.kept()), "the device forgets it")
    ask(member)
    assert member.browser.js("return !!document.querySelector('input[type=password]')")
