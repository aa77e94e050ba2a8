"""`swiftlet serve --demo`: the server responds while the demo community is being made."""
import fcntl
import time

import requests

from community.member import Client
from support.server import Swiftlet


def test_NEW_08_the_server_answers_before_the_demo_is_there(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    # An import holds this lock, so the demo waits until this test releases it.
    with (data / "swiftlet.importing").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        server = Swiftlet(data, options=["--no-rate-limits", "--demo"])
        try:
            assert requests.get(f"{server.url}/health", timeout=120).status_code == 200
            assert requests.get(f"{server.url}/", timeout=120).status_code == 200
            assert requests.get(f"{server.url}/user/wren/tweets", timeout=120).status_code == 404
            assert "Demo: sign in as" not in server.log.read_text()
            fcntl.flock(lock, fcntl.LOCK_UN)
            server.wait_until_filled()
            tweets = requests.get(f"{server.url}/user/wren/tweets", timeout=120).json()
            assert len(tweets) > 10
            assert Client(server).signed_in("wren", password="demo-swiftlet").me().username == "wren"
            # The log has no invitation to set the community up, as its members were being imported.
            assert "/join/" not in server.log.read_text()
        finally:
            server.stop()


def test_NEW_08_a_demo_that_was_cut_off_is_made_at_the_next_start(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    with (data / "swiftlet.importing").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        server = Swiftlet(data, options=["--demo"])
        began = time.monotonic()
        server.stop()
        assert server.process.returncode == 0, f"after {time.monotonic() - began:.0f} s: {server.log.read_text()}"
    server = Swiftlet(data, demo=True)
    assert requests.get(f"{server.url}/user/wren", timeout=120).status_code == 200
    server.stop()
