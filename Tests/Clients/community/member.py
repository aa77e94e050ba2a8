"""Members of the community, each with a client that they have signed in to."""
import functools
import secrets

import requests
from mastodon import Mastodon

from .database import add_member_like, add_token_like
from .sign_in import authorization_code

PASSWORD = "correct horse battery staple"
OUT_OF_BAND = "urn:ietf:wg:oauth:2.0:oob"
SCOPES = ["read", "write", "follow", "push"]


class Client:
    """A client that is registered at a server, as Mastodon.py does it."""

    def __init__(self, server, scopes=SCOPES, redirect_uri=OUT_OF_BAND):
        self.server = server
        self.redirect_uri = redirect_uri
        self.id, self.secret = Mastodon.create_app(
            "Checks", api_base_url=server.url, scopes=scopes, redirect_uris=redirect_uri)

    def mastodon(self, token=None):
        return Mastodon(
            client_id=self.id, client_secret=self.secret, access_token=token, api_base_url=self.server.url,
            ratelimit_method="throw", request_timeout=120)

    def signed_in(self, username, password=PASSWORD, scopes=SCOPES):
        """Returns Mastodon.py with the token of a member who has allowed it on the server's page."""
        mastodon = self.mastodon()
        url = mastodon.auth_request_url(scopes=scopes, redirect_uris=self.redirect_uri, allow_http=True)
        code = authorization_code(url, username, password)
        mastodon.log_in(code=code, scopes=scopes, redirect_uri=self.redirect_uri, allow_http=True)
        return mastodon


class Member:
    """A person with an account, and what tests do on their behalf."""

    def __init__(self, server, client, username, token):
        self.server = server
        self.client = client
        self.username = username
        self.token = token
        self.mastodon = client.mastodon(token)

    @classmethod
    def added(cls, server, client, username):
        """Returns a member that the owner added with the CLI, signed in on the server's page."""
        server.add_member(username, PASSWORD)
        return cls(server, client, username, client.signed_in(username).access_token)

    def copied(self, username):
        """Returns a new member with the same password, already signed in. Checking a password is slow on purpose and
        takes the debug build seconds, which tests of other things shouldn't spend."""
        token = secrets.token_urlsafe(32)
        add_member_like(self.server, self.username, self.token, username, token)
        return Member(self.server, self.client, username, token)

    @functools.cached_property
    def id(self):
        return str(self.mastodon.me().id)

    def limited_token(self, *scopes):
        """Returns a token that allows only these scopes."""
        token = secrets.token_urlsafe(32)
        add_token_like(self.server, self.token, token, " ".join(scopes))
        return token

    def request(self, method, path, **values):
        return request(self.server, method, path, self.token, **values)


def request(server, method, path, token=None, **values):
    """Sends a plain request; without a token it comes from a stranger."""
    headers = values.pop("headers", {}) | ({"Authorization": f"Bearer {token}"} if token else {})
    return requests.request(
        method, server.url + path, headers=headers, timeout=60, allow_redirects=False, **values)
