"""More than the server takes at once: connections, and passwords that wait to be checked."""
import concurrent.futures
import contextlib
import resource
import socket
import threading

import pytest
import requests

from community.member import Client, Member
from support.server import Swiftlet

OF_ONE_ADDRESS = 60
"""Fewer than an address may have."""

AT_ONCE = 12
"""Passwords that one address sends at the same time."""


@pytest.fixture
def many_files():
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(limits[1], 4_096), limits[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)


# The second limit can't be raised: so fewer are accepted, and the system keeps fewer waiting.
@pytest.mark.parametrize("hard, half_open, connections", [(4_096, 1_200, 1_024), (1_024, 650, 448)])
def test_NEW_16_half_open_connections_leave_files_and_the_log_says_so(tmp_path, many_files, hard, half_open, connections):
    server = Swiftlet(tmp_path / "data", prefix=["prlimit", f"--nofile=1024:{hard}"])
    with contextlib.ExitStack() as stack:
        stack.callback(server.stop)
        for number in range(half_open):
            address = f"127.0.1.{number // OF_ONE_ADDRESS + 1}"
            half = stack.enter_context(socket.socket())
            half.settimeout(30)
            half.bind((address, 0))
            half.connect(("127.0.0.1", server.port))
            half.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n")
        # It waits until the first of them are closed, as they send no whole request.
        assert requests.get(f"{server.url}/health", timeout=120).status_code == 200
        log = server.log.read_text()
        assert "As many connections are open as may be" in log
        assert f"connections={connections}" in log, log[-500:]
        assert ("opens few files" in log or "open few files" in log) == (hard == 1_024)
        assert "rror" not in log, log[-500:]


def test_NEW_16_passwords_that_would_wait_for_too_long_are_refused_until_later(tmp_path):
    server = Swiftlet(tmp_path / "data", options=["--no-rate-limits"])
    ada = Member.added(server, Client(server), "ada")
    together = threading.Barrier(AT_ONCE)

    def attempt(number):
        together.wait()
        return ada.request(
            "POST", "/api/swiftlet/v1/password", data={"password": f"wrong {number}", "new_password": "another horse battery"})

    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as threads:
        answers = list(threads.map(attempt, range(AT_ONCE)))
    refused = [answer for answer in answers if answer.status_code == 503]
    assert refused, [answer.status_code for answer in answers]
    assert all(int(answer.headers["Retry-After"]) > 0 and answer.json()["error"] for answer in refused)
    assert {answer.status_code for answer in answers} - {503}, "some were checked"
    assert ada.request("GET", "/api/v1/accounts/verify_credentials").status_code == 200
    server.stop()
