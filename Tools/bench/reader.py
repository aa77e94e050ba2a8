"""A member who has signed in, as in the tests with other clients, and the app on the member's phone."""
import subprocess
import sys

from places import PROGRAM, ROOT

sys.path += [str(ROOT / "Tests/Clients"), str(ROOT / "Tests/Browser")]
from community.member import PASSWORD, Client  # noqa: E402
from support.people import Member, keep_sessions, request  # noqa: E402

USERNAME = "reader"


def add(data, username=USERNAME):
    command = [PROGRAM, "user", "add", username, "--data", str(data)]
    subprocess.run(command, check=True, capture_output=True, text=True, input=PASSWORD + "\n")


def token(server, username=USERNAME):
    """Returns a token with the scopes for reading and writing."""
    return Client(server).signed_in(username).access_token


def sign_in(phone, server, *usernames, url=None):
    """Signs members in on the phone, the first one in front, and returns their tokens. `url`: the server's address as the
    phone sees it."""
    url = url or server.url
    tokens = [token(server, username) for username in usernames or (USERNAME,)]
    sessions = []
    for number, (username, its) in enumerate(zip(usernames or (USERNAME,), tokens), 1):
        account = request(server.url, "GET", "/api/v1/accounts/verify_credentials", token=its)
        session = Member(username, its, account, "bench", "bench").session(url)
        sessions.append(session | {"key": str(number), "current": number == 1})
    phone.open(url + "/health")
    keep_sessions(phone, sessions)
    phone.js("document.cookie = 'start=home; path=/; samesite=lax'")
    return tokens
