"""NEW_19: joining by an invitation, the first steps, the members, and a way back after a forgotten password."""
import re

import pytest

from support.origins import until
from support.people import sessions
from support.server import Swiftlet

NAME, PASSWORD = "cleo", "correct horse battery"


def path_of(link):
    return re.search(r"//[^/]+(/.*)", link.strip())[1]


def invite(server, *options):
    return path_of(server.run("invite", *options))


FILL = """
for (const [name, value] of Object.entries(arguments[0])) document.querySelector(`input[name=${name}]`).value = value;
document.querySelector("form button").click();
"""


def text(browser):
    return browser.js("return document.body.innerText")


def click(browser, selector):
    browser.js("document.querySelector(arguments[0]).click()", selector)


def join(app, server, *options, name=NAME):
    """Joins by an invitation, up to the first steps: three fields and two taps."""
    browser = app.browser
    browser.open(app.site.url + invite(server, *options), until_running=False)
    visible = "return [...document.querySelectorAll('input:not([type=hidden])')].map((input) => input.name)"
    assert browser.js(visible) == ["username", "nick", "password"]
    browser.js(FILL, {"username": name, "nick": "Cleo", "password": PASSWORD})
    browser.until("return document.body.innerText.includes('Welcome, ')", "welcome")
    click(browser, "a.primary")
    app.until("location.pathname === '/first-steps' && screen.matches('.first-steps')")
    browser.wait_until_running()


def step(app):
    return app.value("screen.querySelector('.bar span.control').textContent")


def test_NEW_19_a_newcomer_and_the_inviter_follow_each_other(member, own_community):
    join(member, own_community, "--by", "gus_next_door")
    member.browser.tap(".bar .control")
    member.until("location.pathname === '/home' && screen.querySelector('.post')")
    authors = member.value("[...new Set([...screen.querySelectorAll('.post .handle')].map((handle) => handle.textContent))].join()")
    assert "@gus_next_door" in authors
    member.choose("notifications")
    member.until("screen.querySelector('.activity .sentence')?.textContent.includes('followed you')")
    member.until("screen.querySelector('.activity .follow')?.getAttribute('aria-pressed') === 'true'")


def test_NEW_19_the_inviter_is_told_and_follows_already(member, own_community):
    join(member, own_community, "--by", "gus_next_door")
    member.browser.tap(".bar .control")
    member.until("location.pathname === '/home'")
    member.sign_in("gus_next_door")
    member.choose("notifications")
    member.until("screen.querySelector('.activity .sentence')?.textContent.includes('Cleo joined by your invitation')")
    member.until("screen.querySelector('.activity .follow')?.getAttribute('aria-pressed') === 'true'")
    # It can be undone.
    member.browser.tap(".activity .follow")
    member.until("screen.querySelector('.activity .follow')?.getAttribute('aria-pressed') === 'false'")


def test_NEW_19_three_steps_that_survive_a_reload_and_come_once(member, own_community):
    join(member, own_community)
    assert step(member) == "1/3"
    member.browser.tap("[data-tap=edit]")
    member.until("screen.matches('.edit-profile') && screen.querySelector('[data-input=nick]')?.value === 'Cleo'")
    member.browser.tap(".bar .control")
    member.until("screen.matches('.first-steps')")
    member.browser.tap("[data-tap=next]")
    member.until("screen.querySelectorAll('.listed .follow').length >= 3")
    assert step(member) == "2/3"
    member.browser.reload()
    member.browser.wait_until_running()
    member.until("screen.querySelectorAll('.listed .follow').length >= 3")
    assert step(member) == "2/3"
    # The owner, who stands for the command line's invitation, is followed already.
    assert member.value("screen.querySelectorAll('.listed .follow[aria-pressed=true]').length") == 1
    member.browser.tap("[data-tap=follow-all]")
    member.until("!screen.querySelector('[data-tap=follow-all]')")
    assert member.value("screen.querySelectorAll('.listed .follow[aria-pressed=false]').length") == 0
    member.browser.tap("[data-tap=next]")
    member.until("screen.querySelector('.guides')")
    shown = "[...screen.querySelectorAll('.guide')].filter((guide) => guide.checkVisibility()).map((guide) => guide.className)"
    assert len(member.value(shown)) == 1, "the guide of this device"
    member.browser.tap("[data-tap=next]")
    member.until("location.pathname === '/home' && screen.querySelector('.post')")
    # Signing in again shows them no more.
    member.choose("me")
    member.browser.tap("[data-tap=sign-out]")
    member.until("screen.querySelector('.question .danger')")
    member.browser.tap(".question .danger")
    member.until("screen.matches('.welcome')")
    member.open("/sign-in", until_running=False)
    member.allow(NAME, PASSWORD)
    member.until("location.pathname === '/home' && screen.matches('.timeline')")


def test_NEW_19_the_steps_are_not_for_those_who_joined_earlier(member):
    member.sign_in()
    assert member.value("screen.matches('.timeline')")
    # The guide alone is under Me.
    member.choose("me")
    member.browser.tap("[data-tap=home-screen]")
    member.until("location.pathname === '/home-screen' && screen.querySelectorAll('.guide').length === 3")
    assert member.value("[...screen.querySelectorAll('.guide')].every((guide) => guide.checkVisibility())")


OFFER = """
const event = new Event("beforeinstallprompt", { cancelable: true });
event.prompt = async () => { window.prompted = (window.prompted ?? 0) + 1; return { outcome: "accepted" }; };
dispatchEvent(event);
return event.defaultPrevented;
"""


def test_NEW_19_where_the_browser_offers_it_the_guide_has_a_button_that_installs(member):
    member.sign_in()
    member.until("swiftlet.isWhole")
    member.choose("me")
    member.browser.tap("[data-tap=home-screen]")
    member.until("location.pathname === '/home-screen' && screen.querySelector('[data-install]')")
    shows = "screen.querySelector('[data-install]').checkVisibility()"
    assert not member.value(shows), "no browser has offered anything"
    for _ in range(2):
        assert member.browser.js(OFFER), "the browser's own banner stays away"
        assert member.value(shows)
        member.browser.js("dispatchEvent(new Event('appinstalled'))")
        assert not member.value(shows)
    assert member.browser.js("return window.prompted ?? 0") == 0
    member.browser.js(OFFER)
    member.browser.tap("[data-install]")
    member.until("window.prompted === 1")
    assert not member.value(shows), "an offer counts once"
    assert member.value("screen.matches('.first-steps')")


def test_NEW_19_an_installed_app_offers_nothing(member):
    member.sign_in()
    member.until("swiftlet.isWhole")
    member.browser.js("window.matchMedia = () => ({ matches: true })")
    assert not member.browser.js(OFFER)
    assert not member.value("document.documentElement.matches('.installs')")


def test_NEW_19_all_members_are_listed_and_can_be_followed(member, own_community):
    own_community.add_member("dora", PASSWORD)
    member.sign_in()
    member.choose("me")
    member.browser.tap("[data-tap^='members:']")
    member.until("location.pathname === '/members' && screen.querySelectorAll('.listed').length >= 5")
    # Dora has not posted.
    row = "[...screen.querySelectorAll('.listed')].find((row) => row.textContent.includes('@dora'))"
    member.until(f"{row}?.querySelector('.follow')?.getAttribute('aria-pressed') === 'false'")
    member.value(f"{row}.querySelector('.follow').click()")
    member.until(f"{row}?.querySelector('.follow')?.getAttribute('aria-pressed') === 'true'")
    member.open("/search")
    member.until("screen.querySelector('.hit .follow')")
    member.browser.tap(".hit.all[href='/members']")
    member.until("location.pathname === '/members'")


def test_NEW_19_empty_screens_say_what_to_do(member, own_community):
    own_community.add_member("dora", PASSWORD)
    member.open("/sign-in", until_running=False)
    member.allow("dora", PASSWORD)
    member.until("screen.matches('.timeline')")
    for path, tap in [("/home", "members::"), ("/notifications", "members::"), ("/bookmarks", "search"), ("/favourites", "search")]:
        member.open(path)
        member.until(f"screen.querySelector(\".list-footer [data-tap='{tap}']\")")
    member.open("/home")
    member.until("screen.querySelector(\".list-footer [data-tap='members::']\")")
    member.browser.tap(".list-footer [data-tap='members::']")
    member.until("screen.querySelectorAll('.listed').length >= 4")


def test_NEW_19_a_forgotten_password_is_set_anew_with_a_link(member, own_community):
    member.sign_in("gus_next_door")
    browser = member.browser
    assert len(sessions(browser)) == 1
    link = path_of(own_community.run("user", "reset", "gus_next_door"))
    browser.open(member.site.url + link, until_running=False)
    assert "@gus_next_door" in text(browser)
    browser.expect_errors("422")
    browser.js(FILL, {"password": "short"})
    browser.until("return !!document.querySelector('[role=alert]')", "it is said")
    browser.js(FILL, {"password": "a new horse battery"})
    browser.until("return document.body.innerText.includes('Your new password is set')", "it is set")
    # The device where the old password signed in is signed out.
    browser.expect_errors("401")
    member.open("/home")
    # Above the posts that the device kept, or in their place.
    member.until("screen.innerText.includes('Sign in again')")
    member.choose("me")
    member.until("screen.querySelector('.card .problem')?.dataset.tap === 'sign-in'")
    browser.expect_errors("404")
    browser.open(member.site.url + link, until_running=False)
    assert "This link no longer works" in text(browser)


def test_NEW_19_the_sign_in_page_says_whom_to_ask(member):
    member.open("/sign-in", until_running=False)
    browser = member.browser
    browser.until("return location.pathname === '/oauth/authorize' && !!document.forms.length", "the form")
    assert "Ask whoever runs this community" not in text(browser)
    click(browser, ".forgotten > summary")
    assert "Ask whoever runs this community" in text(browser)


def test_NEW_19_a_server_without_members_points_its_owner_to_the_link(engine, tmp_path):
    server = Swiftlet(tmp_path / "data")
    try:
        engine.reset()
        engine.open(server.url, until_running=False)
        words = text(engine)
        assert "Nobody is here yet" in words and "a link in its terminal" in words
        assert "/join/" not in engine.driver.page_source
    finally:
        engine.leave()
        server.stop()
