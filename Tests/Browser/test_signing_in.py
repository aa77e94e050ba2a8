"""TWT_01, FOL_01, FOL_02, TWT_16, NEW_02: signing in on the server's own page, staying signed in, and leaving no data
behind."""
import json
from urllib.parse import parse_qs, urlsplit

from support.origins import until
from support.people import sessions


def test_TWT_01_signing_in_leads_to_the_server_and_back_home(member):
    member.sign_in()
    session, = sessions(member.browser)
    assert session["username"] == "wren" and session["token"]
    assert set(member.kept()) == {"swiftlet.current", f"swiftlet.session {session['key']} account"}, "the proof key is gone"
    assert member.browser.js("return document.cookie").count("start=home") == 1


def test_FOL_01_the_app_proves_that_it_is_who_asked(member):
    member.sign_in()
    asked = member.site.paths(r"^/oauth/authorize\?")[0]
    query = parse_qs(urlsplit(asked).query)
    assert query["code_challenge_method"] == ["S256"]
    assert len(query["code_challenge"][0]) == 43
    assert query["redirect_uri"] == [member.site.url + "/signed-in"]
    token = next(request for request in member.site.requests if request.path == "/oauth/token")
    assert len(json.loads(token.body)["code_verifier"]) == 43
    assert "code_verifier" not in asked


def test_FOL_01_a_code_that_nobody_asked_for_is_refused(member):
    member.open("/signed-in?code=stolen&state=guessed")
    member.until("screen.querySelector('[role=alert]')")
    assert member.kept() == {}
    assert member.site.count("/oauth/token") == 0


def test_FOL_01_whoever_says_no_may_try_again(member):
    member.open("/sign-in", until_running=False)
    member.browser.until("return location.pathname === '/oauth/authorize'", "the server asks")
    state = parse_qs(urlsplit(member.site.paths(r"^/oauth/authorize\?")[0]).query)["state"][0]
    member.open(f"/signed-in?error=access_denied&state={state}")
    member.until("screen.querySelector('[role=alert]').textContent.includes('didn’t allow')")
    assert member.value("screen.querySelector('a.primary').pathname") == "/sign-in"
    assert member.kept() == {}


def test_FOL_01_an_address_of_no_server_is_said(member):
    member.open("/sign-in?other=")
    member.until("screen.querySelector('input')")
    member.browser.js("document.querySelector('.sign-in input').value = 'not an address'")
    member.browser.tap(".sign-in .primary")
    member.until("screen.querySelector('[role=alert]').textContent.includes('not the address')")


def test_FOL_02_reopening_goes_straight_home(member):
    member.sign_in()
    count = member.site.count("/oauth")
    member.open("/")
    member.until("screen.querySelector('.tabs [aria-current]').dataset.tap === 'tab:home'")
    assert member.value("!screen.matches('.welcome')")
    assert member.site.count("/oauth") == count
    member.choose("me")
    member.until("screen.querySelector('.card .handle').textContent.startsWith('@wren@127.0.0.1')")


def test_TWT_16_signing_out_leaves_nothing_on_the_device(member):
    member.sign_in()
    member.choose("me")
    member.browser.tap("[data-tap=sign-out]")
    member.until("screen.querySelector('.question h2').textContent.includes('from this device')")
    member.browser.tap(".question .danger")
    member.until("screen.matches('.welcome')")
    # The image journal stays, because the app caches pictures for strangers too.
    until(lambda: not [key for key in member.kept() if not key.endswith("image journal")], "nothing stays")
    assert "start" not in member.browser.js("return document.cookie")
    until(lambda: 200 in [request.status for request in member.site.requests if request.path == "/oauth/revoke"], "the token is given back")
    until(lambda: member.browser.js_async(KEPT_OF_SESSIONS) == [], "no copies stay")
    member.open("/home")
    assert member.value("screen.matches('.welcome')")


KEPT_OF_SESSIONS = """(async () => {
  const keys = await (await caches.open("data")).keys();
  return keys.map(({ url }) => decodeURIComponent(new URL(url).pathname)).filter((path) => path.startsWith("/.data/session "));
})()"""


def test_NEW_02_the_app_signs_in_to_another_server_and_reads_there(member, people):
    other = people.server()
    address = f"http://127.0.0.1:{other.port}"
    member.open("/sign-in?other=")
    member.until("screen.querySelector('input')")
    member.browser.js("document.querySelector('.sign-in input').value = arguments[0]", address)
    member.browser.tap(".sign-in .primary")
    member.allow("gus_next_door")
    member.until("location.pathname === '/home'")
    member.browser.wait_until_running()
    # Comments stand under their post, so fewer posts show than arrived.
    member.until("screen.querySelectorAll('.post[data-tap]').length >= 5")
    session, = sessions(member.browser)
    assert (session["server"], session["username"]) == (address, "gus_next_door")
    assert member.site.count("/api/v1/timelines") == 0, "the home timeline is the other server's"
    other.stop()
