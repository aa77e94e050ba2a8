"""The sign-in of a client of the Twitter API (OAuth 1.0a), with tweepy."""
import itertools

import requests
import tweepy
from requests.adapters import HTTPAdapter

from .member import PASSWORD
from .sign_in import AuthorizationPage, allow, shown_code

NUMBERS = itertools.count(1)


class PlainHTTP(HTTPAdapter):
    """Sends requests for https without TLS, to a server on this machine. The client signs the address with https, as behind
    a proxy."""

    def send(self, prepared, **options):
        prepared.url = prepared.url.replace("https://", "http://", 1)
        return super().send(prepared, **options)


class Handler(tweepy.OAuth1UserHandler):
    """Signs in at this server. tweepy has no setting for the host of its sign-in."""

    def __init__(self, server, *credentials, callback="oob"):
        self.server = server
        super().__init__(*credentials, callback=callback)

    def _get_oauth_url(self, endpoint):
        self.oauth.mount("https://", PlainHTTP())
        return f"https://{host(self.server)}/oauth/{endpoint}"

    def get_access_token(self, verifier=None):
        # It makes a session of its own for this step.
        before = requests.Session.__init__

        def mounted(session, *values, **options):
            before(session, *values, **options)
            session.mount("https://", PlainHTTP())

        requests.Session.__init__ = mounted
        try:
            return super().get_access_token(verifier)
        finally:
            requests.Session.__init__ = before


def host(server):
    return server.url.removeprefix("http://")


def registered(server, *options):
    """Returns the key and secret of a new client."""
    return tuple(server.run("client", "add", f"Tweetbook {next(NUMBERS)}", *options).split())


def signed_in(server, client_key, person):
    """Signs a member in with tweepy and a PIN. Returns the token and its secret."""
    handler = Handler(server, *client_key)
    page = AuthorizationPage(plain(handler.get_authorization_url()))
    allow(page, person.username, PASSWORD)
    pin = shown_code(page)
    assert len(pin) == 7 and pin.isdigit()
    return handler.get_access_token(pin)


def plain(url):
    return url.replace("https://", "http://", 1)
