"""A member who has signed in, as in the tests with other clients."""
import subprocess
import sys

from places import PROGRAM, ROOT

sys.path += [str(ROOT / "Tests/Clients")]
from community.member import PASSWORD, Program  # noqa: E402

USERNAME = "reader"


def add(data, username=USERNAME):
    command = [PROGRAM, "user", "add", username, "--data", str(data)]
    subprocess.run(command, check=True, capture_output=True, text=True, input=PASSWORD + "\n")


def token(server, username=USERNAME):
    """Returns a token with the scopes for reading and writing."""
    return Program(server).signed_in(username).access_token
