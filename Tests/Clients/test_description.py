"""schemathesis generates requests from the server's API description and checks the responses against it."""
import os
import pathlib
import subprocess
import sys

import pytest

from community.member import Client, Member
from support.server import Swiftlet

SCHEMATHESIS = str(pathlib.Path(sys.executable).with_name("schemathesis"))
CHECKS = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
          "response_schema_conformance", "ignored_auth"]
EXAMPLES = 10
KEPT_OUT = ["/oauth/revoke"]
"""Excluded: it would end the session that the tests use."""
WORKERS = 1
"""With two threads, Python 3.11's parser fails at times ("AST constructor recursion depth mismatch")."""


@pytest.fixture(scope="module")
def described(tmp_path_factory):
    """Yields a signed-in member of a community that may be changed at random."""
    server = Swiftlet(tmp_path_factory.mktemp("described") / "data", options=["--no-rate-limits"])
    ada = Member.added(server, Client(server), "ada")
    ada.mastodon.status_post("Something to find #tag")
    yield ada
    server.stop()


@pytest.mark.parametrize("phase", ["coverage", "fuzzing"])
def test_NEW_02_the_server_keeps_to_its_description(described, tmp_path, phase):
    command = [
        SCHEMATHESIS, "run", f"{described.server.url}/api/openapi.json", "--header",
        f"Authorization: Bearer {described.token}", "--phases", phase, "--checks", ",".join(CHECKS),
        "--max-examples", str(EXAMPLES), "--generation-deterministic", "--no-shrink",
        "--continue-on-failure", "--no-color", "--warnings", "off", "--suppress-health-check", "all", "--workers", str(WORKERS)]
    for path in KEPT_OUT:
        command += ["--exclude-path", path]
    done = subprocess.run(command, cwd=tmp_path, env=os.environ | {"COLUMNS": "120"}, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
