"""NEW_03: a member signs a client of the Twitter API in with a PIN, sees it among the sessions, and ends it."""
import itertools
import urllib.parse

import pytest
import requests
from oauthlib import oauth1

from support.fixtures import community
from support.member_app import PASSWORD
from support.origins import until

NUMBERS = itertools.count(1)
HOME = "/1.1/statuses/home_timeline.json"


class Client:
    """A client of the Twitter API (OAuth 1.0a)."""

    def __init__(self, server):
        self.server = server
        self.name = f"Tweetbook {next(NUMBERS)}"
        self.key, self.secret = server.run("client", "add", self.name).split()
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
    return Client(site.upstream)


def authorize(moments, client):
    client.take("/oauth/request_token", callback_uri="oob")
    moments.open(f"/oauth/authorize?oauth_token={client.token['oauth_token']}", until_running=False)
    moments.browser.until("return !!document.querySelector('[value=allow]')", "the form")


def test_NEW_03_a_pin_signs_a_client_in_and_its_session_is_ended_in_the_app(moments, people, client):
    people["wren"].sign_in(moments.browser, moments.site)
    authorize(moments, client)
    assert client.name in moments.browser.js("return document.querySelector('h1').textContent")
    moments.browser.js("for (const [name, value] of [['username', 'wren'], ['password', arguments[0]]]) {"
                       "const field = document.querySelector(`[name=${name}]`); if (field) field.value = value; }", PASSWORD)
    moments.browser.js("document.querySelector('[value=allow]').click()")
    pin = moments.browser.until("return document.getElementById('oauth_pin')?.textContent", "the PIN")
    assert len(pin) == 7 and pin.isdigit()
    client.take("/oauth/access_token", verifier=pin)
    assert client.send("GET", HOME).status_code == 200
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
