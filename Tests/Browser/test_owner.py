"""NEW_20: what owners and moderators do for the community, on a phone."""
import json
import urllib.error
import urllib.parse
import urllib.request

import pytest

from support.fixtures import community
from support.origins import until
from support.photos import Photos
from support.pictures import png
from support.people import PASSWORD, SCOPES, sign_in

ADMIN_SCOPES = SCOPES + " push admin:read admin:write"


class Staff:
    """The screen of a member who looks after the community."""

    def __init__(self, moments, member):
        self.moments = moments
        self.browser = moments.browser
        self.server = moments.site.upstream
        self.member = member
        self.taps = 0

    def tap(self, selector):
        self.moments.until("!!screen.querySelector(arguments[0])", selector)
        self.browser.tap(selector)
        self.taps += 1

    def open(self, section=None):
        """Opens the screen as a person does, from Me."""
        self.moments.open("/me")
        self.taps = 0
        self.tap("[data-tap=community]")
        self.moments.until("screen.matches('.community-page') && !!screen.querySelector('.kinds')")
        self.moments.until("!screen.getAnimations().length")
        if section:
            self.tap(f"[data-tap='section:{section}']")

    def write(self, name, text):
        field = f"screen.querySelector('[name={name}]')"
        self.moments.until(f"!!{field}")
        self.moments.value(f"({field}.focus(), {field}.select())")
        self.browser.js("document.execCommand('insertText', false, arguments[0])", text)

    def send(self, form):
        self.tap(f"[data-submit={form}] .primary, [data-submit={form}] button:not([type])")

    def request(self, method, path, **fields):
        return self.member.request(self.server, method, path, **fields)


@pytest.fixture(scope="module")
def wren(community):
    """The owner of the demo community, with the scopes that the app gets."""
    return sign_in(f"http://127.0.0.1:{community.port}", "wren", ADMIN_SCOPES)


@pytest.fixture
def owner(moments, wren):
    wren.sign_in(moments.browser, moments.site)
    return Staff(moments, wren)


def test_NEW_20_the_owner_signs_in_with_all_that_it_takes(member):
    member.sign_in()
    session, = [json.loads(text) for key, text in member.kept().items() if key.endswith(" account")]
    assert session["scopes"] == ADMIN_SCOPES
    member.choose("me")
    member.until("!!screen.querySelector('[data-tap=community]')")


def test_NEW_20_a_report_ends_in_three_taps(owner, people):
    gus = people["gus_next_door"]
    post = gus.request(owner.server, "POST", "/api/v1/statuses", status="Buy this at once")
    owner.request("POST", "/api/v1/reports", account_id=gus.account["id"], status_ids=[post["id"]], comment="Spam again")
    owner.open()
    owner.moments.until("screen.querySelector('.report').textContent.includes('Buy this at once')")
    assert "Spam again" in owner.moments.value("screen.querySelector('.report').textContent")
    owner.tap("[data-tap^=remove-posts]")
    owner.tap(".asks [data-tap=confirm]")
    owner.moments.until("!!screen.querySelector('.outcome') && !screen.querySelector('.report')")
    assert owner.taps == 3
    with pytest.raises(urllib.error.HTTPError, match="404"):
        gus.request(owner.server, "GET", f"/api/v1/statuses/{post['id']}")
    owner.open("log")
    owner.moments.until("screen.querySelector('.group li').textContent.includes('Removed reported posts: gus_next_door')")


def test_NEW_20_a_report_is_noted_and_the_member_warned_in_words(owner, people, moments):
    gus = people["gus_next_door"]
    post = gus.request(owner.server, "POST", "/api/v1/statuses", status="Visit my shop")
    for comment in ("First", "Second"):
        owner.request("POST", "/api/v1/reports", account_id=gus.account["id"], status_ids=[post["id"]], comment=comment)
    owner.open()
    owner.moments.until("screen.querySelectorAll('.report').length === 2")
    owner.tap("[data-tap^='note:']")
    owner.write("words", "I ask him.")
    owner.send("words")
    owner.moments.until("screen.querySelector('.note .comment')?.textContent === 'I ask him.'")
    owner.moments.until("screen.querySelector('.note .help').textContent.includes('Wren')")
    owner.tap("[data-tap^='warn:']")
    owner.write("words", "No shops here, please.")
    owner.send("words")
    owner.moments.until("screen.querySelectorAll('.report').length === 1")
    history = owner.moments.value("screen.querySelector('.report .history').textContent")
    assert "Warnings: 1" in history and "No shops here, please." in history
    owner.tap("[data-tap^=dismiss-report]")
    owner.moments.until("!screen.querySelector('.report')")
    assert gus.request(owner.server, "GET", f"/api/v1/statuses/{post['id']}")["content"], "nothing is hidden"
    gus.sign_in(moments.browser, moments.site)
    moments.open("/notifications")
    moments.until("screen.querySelector('.warning-words')?.textContent === 'No shops here, please.'")
    assert "warned you" in moments.value("screen.querySelector('.activity:has(.warning-words) .sentence').textContent")


def test_NEW_20_people_are_invited_with_three_taps(owner):
    owner.moments.open("/me")
    owner.browser.js("navigator.share = (what) => { window.shared = what; return Promise.resolve(); }")
    owner.taps = 0
    owner.tap("[data-tap=invite]")
    owner.send("invite")
    owner.moments.until("!!screen.querySelector('.made .qr')")
    link = owner.moments.value("screen.querySelector('.made .link').textContent")
    owner.tap(".made .primary")
    owner.browser.until("return window.shared", "the phone's own sheet")
    assert owner.taps == 3
    assert link in owner.browser.js("return JSON.stringify(window.shared)")
    path = urllib.parse.urlsplit(link).path
    with urllib.request.urlopen(f"http://127.0.0.1:{owner.server.port}{path}") as page:
        assert b'name="username"' in page.read()


def test_NEW_20_a_member_is_suspended_for_a_reason_and_brought_back(owner, people):
    gus = people["gus_next_door"]
    fresh = sign_in(f"http://127.0.0.1:{owner.server.port}", "gus_next_door")
    owner.open("members")
    owner.write("q", "next_door")
    owner.send("search")
    owner.moments.until("screen.querySelectorAll('.member').length === 1")
    assert "MB of pictures" in owner.moments.value("screen.querySelector('.member .help').textContent")
    owner.tap(".member > .row")
    owner.tap("[data-tap^='suspend:']")
    owner.write("reason", "Too loud")
    owner.send("suspend")
    owner.moments.until("screen.querySelector('.member .help')?.textContent.includes('Suspended')")
    with pytest.raises(urllib.error.HTTPError, match="401"):
        fresh.request(owner.server, "GET", "/api/v1/accounts/verify_credentials")
    assert owner.request("GET", "/api/swiftlet/v1/log")[0]["note"] == "Too loud"
    owner.tap("[data-tap^='unsuspend:']")
    owner.moments.until("!screen.querySelector('.member .help').textContent.includes('Suspended')")
    assert not owner.request("GET", f"/api/v1/admin/accounts/{gus.account['id']}")["suspended"]


def test_NEW_20_settings_are_changed_where_they_show(owner):
    owner.open("settings")
    owner.tap("[name=registration][value=open]")
    owner.moments.until("screen.querySelector('[name=registration][value=open]').checked")
    owner.tap("[name=audience][value=private]")
    owner.moments.until("screen.querySelector('[name=audience][value=private]').checked")
    owner.write("contact", "wren@choir.example")
    owner.write("title", "The Hill Choir")
    owner.write("description", "We sing.\nOn Fridays.")
    owner.send("settings")
    owner.moments.until("!!screen.querySelector('.outcome')")
    shown = owner.request("GET", "/api/swiftlet/v1/community")
    assert (shown["title"], shown["description"], shown["registration"]) == ("The Hill Choir", "We sing.\nOn Fridays.", "open")
    assert (shown["privacy"], shown["audience"], shown["contact"]) == ("open", "private", "wren@choir.example")
    owner.moments.open("/community")
    owner.tap("[data-tap='section:settings']")
    owner.moments.until("screen.querySelector('[name=title]').value === 'The Hill Choir'")


def test_NEW_20_the_community_gets_a_cover_that_strangers_see(owner, tmp_path):
    photos = Photos(owner, tmp_path)
    owner.open("settings")
    owner.tap("[data-tap='picture:cover']")
    owner.moments.until("!!screen.querySelector('.question [data-pick]')")
    photos.choose(photos.file("choir.png", png(600, 300, (0, 90, 0))))
    owner.moments.until("!!screen.querySelector('.cut img[data-state=shown]')")
    x, y = owner.moments.browser.middle(".cut")
    owner.moments.browser.drag((x, y), (x - 40, y))
    owner.moments.until("Number(getComputedStyle(screen).getPropertyValue('--x')) < 0")
    owner.tap("[data-tap=cut]")
    owner.moments.until("!!screen.querySelector('.outcome') && !screen.querySelector('.cutting')")
    owner.moments.until("!!screen.querySelector('.own-cover img[data-state=shown]')")
    cover = owner.request("GET", "/api/swiftlet/v1/community")["cover"]
    assert owner.request("GET", "/api/v1/instance")["thumbnail"] == cover
    with urllib.request.urlopen(f"http://127.0.0.1:{owner.server.port}/home") as page:
        assert urllib.parse.urlsplit(cover).path.rsplit("/", 1)[0] in page.read().decode()
    owner.tap("[data-tap='picture:cover']")
    owner.tap("[data-tap=remove-picture]")
    owner.moments.until("!screen.querySelector('.own-cover img')")
    assert owner.request("GET", "/api/swiftlet/v1/community")["cover"] is None


def test_NEW_20_settings_that_are_saved_while_a_picture_is_sent_follow_it(owner, tmp_path):
    photos = Photos(owner, tmp_path)
    owner.open("settings")
    gate = owner.moments.site.hold("^/api/swiftlet/v1/community$")
    owner.tap("[data-tap='picture:avatar']")
    owner.moments.until("!!screen.querySelector('.question [data-pick]')")
    photos.choose(photos.file("choir.png", png(400, 400, (0, 90, 0))))
    owner.moments.until("!!screen.querySelector('.cut img[data-state=shown]')")
    owner.tap("[data-tap=cut]")
    until(
        lambda: any(request.method == "PATCH" and not request.status
                    for request in owner.moments.site.requests if request.path == "/api/swiftlet/v1/community"),
        "the picture is on its way")
    owner.write("title", "The Valley Choir")
    owner.send("settings")
    gate.open()
    until(
        lambda: owner.request("GET", "/api/swiftlet/v1/community")["title"] == "The Valley Choir", "the settings follow")
    assert owner.moments.value("screen.querySelector('[name=title]').value") == "The Valley Choir"
    assert owner.request("GET", "/api/swiftlet/v1/community")["picture"]
    owner.moments.until("!!screen.querySelector('.outcome')")
    owner.tap("[data-tap='picture:avatar']")
    owner.tap("[data-tap=remove-picture]")
    until(lambda: owner.request("GET", "/api/swiftlet/v1/community")["picture"] is None, "the picture is removed")


def test_NEW_20_who_became_a_moderator_signs_in_once_more(owner, moments):
    server = owner.server
    gus = sign_in(f"http://127.0.0.1:{server.port}", "gus_next_door")
    gus.sign_in(moments.browser, moments.site)
    moments.open("/me")
    moments.until("!!screen.querySelector('[data-tap=settings]')")
    until(lambda: moments.site.count("/api/swiftlet/v1/community") > 0, "the app has asked")
    assert moments.value("!screen.querySelector('[data-tap=community]')"), "a member has nothing to look after"
    owner.request("POST", f"/api/swiftlet/v1/accounts/{gus.account['id']}/role", role="moderator")
    staff = Staff(moments, gus)
    staff.open()
    moments.until("screen.textContent.includes('Sign in again') && !!screen.querySelector('[data-tap=sign-in]')")
    owner.request("POST", f"/api/swiftlet/v1/accounts/{gus.account['id']}/role", role="member")


def test_NEW_20_an_announcement_stays_over_home_until_it_is_dismissed(owner, moments):
    owner.open("announcements")
    owner.write("text", "No <b>rehearsal</b> on Friday.\nSee https://choir.example/plan")
    owner.send("announce")
    owner.moments.until("screen.querySelector('.report .comment')?.textContent.includes('<b>rehearsal</b> on Friday.')")
    assert owner.moments.value("screen.querySelector('[name=text]').value") == "", "the form is empty again"
    announced, = owner.request("GET", "/api/v1/announcements")
    gus = sign_in(f"http://127.0.0.1:{owner.server.port}", "gus_next_door")
    gus.sign_in(moments.browser, moments.site)
    moments.open("/home")
    moments.until("!!screen.querySelector('.announcement')")
    assert moments.value("screen.querySelector('.announcement').innerText.trim()") == (
        "No <b>rehearsal</b> on Friday.\nSee https://choir.example/plan")
    assert moments.value("screen.querySelector('.announcement a').href") == "https://choir.example/plan"
    moments.until_kept()
    moments.browser.expect_errors("Failed to load resource", "due to access control checks", "could not be loaded", "Could not connect")
    moments.site.stop()
    moments.browser.reload()
    moments.until("!!screen.querySelector('.announcement')")
    moments.browser.tap(".announcement [data-tap=dismiss-announcement]")
    moments.until("!screen.querySelector('.announcement')")
    moments.browser.reload()
    moments.until("screen.querySelectorAll('.post').length > 0")
    assert not moments.value("!!screen.querySelector('.announcement')"), "also while the server doesn't know it"
    moments.site.start()
    moments.open("/home")
    until(lambda: gus.request(owner.server, "GET", "/api/v1/announcements") == [], "the dismissal is sent again")
    assert not moments.value("!!screen.querySelector('.announcement')")
    owner.request("DELETE", f"/api/swiftlet/v1/announcements/{announced['id']}")


def test_NEW_20_who_asks_to_join_is_let_in_with_three_taps(owner, moments):
    owner.request("PATCH", "/api/swiftlet/v1/community", registration="approval")
    browser, site = moments.browser, moments.site
    browser.driver.get(site.url + "/join")
    for name, text in (("username", "dora"), ("nick", "Dora"), ("password", PASSWORD), ("reason", "I sing <b>alto</b>")):
        browser.js("document.querySelector('[name=' + arguments[0] + ']').value = arguments[1]", name, text)
    browser.js("document.querySelector('form').requestSubmit()")
    until(lambda: "Your request is sent" in browser.js("return document.body.textContent"), "the request is sent")
    owner.member.sign_in(browser, site)
    owner.open("requests")
    moments.until("screen.querySelector('.report .comment')?.textContent === 'I sing <b>alto</b>'")
    owner.tap("[data-tap^='approve:']")
    moments.until("!screen.querySelector('.report')")
    assert owner.taps == 3
    dora = sign_in(f"http://127.0.0.1:{owner.server.port}", "dora")
    assert dora.request(owner.server, "GET", "/api/v1/accounts/verify_credentials")["username"] == "dora"
    owner.request("PATCH", "/api/swiftlet/v1/community", registration="invitation")
