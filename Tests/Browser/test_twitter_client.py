"""NEW_03: an owner registers a client of the Twitter API in the app; a member signs it in with a PIN, sees it among the
sessions, and ends it."""
import itertools
import urllib.parse

import pytest
import requests
from oauthlib import oauth1

from support.fixtures import community
from support.member_app import PASSWORD
from support.origins import until
from test_owner import owner, wren  # noqa: F401

NUMBERS = itertools.count(1)
HOME = "/1.1/statuses/home_timeline.json"


class Client:
    """A client of the Twitter API (OAuth 1.0a)."""

    def __init__(self, server, name, key, secret):
        self.server, self.name, self.key, self.secret = server, name, key, secret
        self.token = {}

    def send(self, method, path, **parameters):
        signer = oauth1.Client(
            self.key, client_secret=self.secret, resource_owner_key=self.token.get("oauth_token"),
            resource_owner_secret=self.token.get("oauth_token_secret"), **parameters)
        url, headers, _ = signer.sign(f"http://127.0.0.1:{self.server.port}{path}", method)
        return requests.request(method, url, headers=headers, timeout=60)

    def take(self, path, **parameters):
        answer = self.send("POST", path, **parameters)
        assert answer.status_code == 200, answer.text
        self.token = dict(urllib.parse.parse_qsl(answer.text))


@pytest.fixture
def client(site):
    name = f"Tweetbook {next(NUMBERS)}"
    return Client(site.upstream, name, *site.upstream.run("client", "add", name).split())


def authorize(moments, client):
    client.take("/oauth/request_token", callback_uri="oob")
    moments.open(f"/oauth/authorize?oauth_token={client.token['oauth_token']}", until_running=False)
    moments.browser.until("return !!document.querySelector('[value=allow]')", "the form")


def sign_in_with_pin(moments, client):
    authorize(moments, client)
    assert client.name in moments.browser.js("return document.querySelector('h1').textContent")
    moments.browser.js("for (const [name, value] of [['username', 'wren'], ['password', arguments[0]]]) {"
                       "const field = document.querySelector(`[name=${name}]`); if (field) field.value = value; }", PASSWORD)
    moments.browser.js("document.querySelector('[value=allow]').click()")
    pin = moments.browser.until("return document.getElementById('oauth_pin')?.textContent", "the PIN")
    assert len(pin) == 7 and pin.isdigit()
    client.take("/oauth/access_token", verifier=pin)
    assert client.send("GET", HOME).status_code == 200


def test_NEW_03_a_pin_signs_a_client_in_and_its_session_is_ended_in_the_app(moments, people, client):
    people["wren"].sign_in(moments.browser, moments.site)
    sign_in_with_pin(moments, client)
    moments.open("/account")
    row = f"[...screen.querySelectorAll('.place')].find((row) => row.textContent.includes('{client.name}'))"
    moments.until(f"!!{row}")
    moments.value(f"{row}.querySelector('[data-tap^=end]').click()")
    moments.until(f"!{row}")
    until(lambda: client.send("GET", HOME).status_code == 401, "its token has ended")


def test_NEW_03_whoever_refuses_gives_no_pin(moments, people, client):
    people["wren"].sign_in(moments.browser, moments.site)
    authorize(moments, client)
    moments.browser.js("document.querySelector('[value=deny]').click()")
    moments.browser.until("return !document.forms.length || !!document.querySelector('[role=alert]')", "an answer")
    assert moments.browser.js("return !document.getElementById('oauth_pin')")
    assert client.send("POST", "/oauth/access_token", verifier="1234567").status_code == 401


def test_NEW_03_an_owner_adds_a_client_with_a_phone_and_its_removal_ends_it(owner, moments):
    owner.open("clients")
    moments.browser.js("""Object.defineProperty(navigator, "clipboard", {
        configurable: true, value: { writeText: async (text) => { window.given = text; } } });""")
    owner.write("name", "Phone book")
    owner.write("key", "with spaces")
    owner.write("secret", "s")
    moments.browser.expect_errors("422")
    owner.send("client")
    moments.until("screen.querySelector('[name=key]').getAttribute('aria-invalid') === 'true'")
    assert moments.value("screen.querySelector('#client-problem').textContent").startswith("The key has 1 to 100")
    moments.until("document.activeElement === screen.querySelector('[name=key]')")
    assert moments.value("screen.querySelector('[name=name]').value") == "Phone book", "what was typed stays"
    moments.value("screen.querySelectorAll('[name=key], [name=secret]').forEach((field) => { field.value = ''; })")
    owner.send("client")
    moments.until("!!screen.querySelector('[data-key=keys]')")
    key, secret, server = moments.value("[...screen.querySelectorAll('[data-key=keys] .client-fact')].map((fact) => fact.textContent)")
    assert server.startswith("http")
    assert moments.value("screen.querySelector('[name=name]').value") == "", "the form is empty again"
    assert moments.value("screen.scrollWidth <= innerWidth")
    for tap, copied in (("copy-key", key), ("copy-secret", secret)):
        owner.tap(f"[data-tap={tap}]")
        moments.browser.until(f"return window.given === '{copied}'", "it is copied")
    program = Client(owner.server, "Phone book", key, secret)
    sign_in_with_pin(moments, program)

    owner.open("clients")
    row = "[...screen.querySelectorAll('[data-key^=client]')].find((row) => row.textContent.includes('Phone book'))"
    moments.until(f"{row}?.textContent.includes('Members: 1')")
    assert moments.value(f"{row}.textContent.includes(arguments[0])", key)
    assert not moments.value("document.documentElement.outerHTML.includes(arguments[0])", secret), "it shows once"
    found, = [client for client in owner.request("GET", "/api/swiftlet/v1/clients") if client["key"] == key]
    owner.tap(f"[data-tap='remove-client:{found['id']}']")
    moments.until(f"{row}.textContent.includes('is signed out of it')")
    owner.tap("[data-tap=confirm]")
    moments.until(f"!{row}")
    assert program.send("GET", HOME).status_code == 401
    program.token = {}
    assert program.send("POST", "/oauth/request_token", callback_uri="oob").status_code == 401
    owner.open("log")
    moments.until("screen.querySelector('.group li').textContent.includes('Removed an app: Phone book')")


def test_NEW_03_an_owner_lets_clients_take_passwords(owner, moments):
    owner.open("clients")
    for tap, other in (("on", "off"), ("off", "on")):
        owner.tap(f"[data-tap='allow-passwords:{tap}']")
        moments.until(f"!!screen.querySelector(`[data-tap='allow-passwords:{other}'][role=switch]`)")
        assert owner.request("GET", "/api/swiftlet/v1/community")["xauth"] == (tap == "on")


def home(server, username, password):
    return requests.get(f"{server.url}{HOME}", auth=(username, password), timeout=60).status_code


def test_NEW_03_an_app_password_is_made_in_the_app_and_ended_there(moments, people, site):
    server, browser = site.upstream, moments.browser
    people["wren"].sign_in(browser, site)
    moments.open("/account")
    moments.until("!!screen.querySelector('[data-tap=export]')")
    assert moments.value("!screen.querySelector('[data-key=app-password]')"), "the owner hasn't allowed it"
    server.run("settings", "basic", "on")
    moments.open("/account")
    moments.until("!!screen.querySelector('[data-submit=app-password]')")
    browser.js("""
        const form = document.querySelector("[data-submit=app-password]");
        form.elements.app.value = "BitlBee";
        form.elements["current-password"].value = arguments[0];
        form.querySelector("button").click();""", PASSWORD)
    password = moments.until("screen.querySelector('[data-key=app-password-made] .app-password')?.textContent")
    assert moments.value("document.activeElement.dataset.tap") == "copy-password"
    assert len(password) == 29 and home(server, "wren", password) == 200
    assert home(server, "wren", PASSWORD) == 401
    row = "[...screen.querySelectorAll('.place')].find((row) => row.textContent.includes('BitlBee'))"
    moments.until(f"!!{row}")
    tap = moments.value(f"{row}.querySelector('button').dataset.tap")
    browser.tap(f"[data-tap='{tap}']")
    moments.until(f"!{row}")
    until(lambda: home(server, "wren", password) == 401, "it is ended")
    server.run("settings", "basic", "off")
