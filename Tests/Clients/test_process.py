"""The server as a process: its signals, its log, and other commands beside it."""
import contextlib
import http.client
import signal
import sqlite3
import subprocess

import pytest

from community.member import Client, Member
from support.ports import fresh_port
from support.server import PROGRAM, Swiftlet


@pytest.fixture
def started(tmp_path):
    """Starts `swiftlet serve` with a log that is never read, and waits until it responds."""
    processes = []

    def start(*options, **values):
        port = fresh_port()
        process = subprocess.Popen(
            [PROGRAM, "serve", "--data", str(tmp_path / "data"), "--port", str(port), *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **values)
        processes.append(process)
        process.stdout.readline()
        return process, port
    yield start
    for process in processes:
        process.kill()
        process.wait()


def status(connection):
    connection.request("GET", "/health")
    answer = connection.getresponse()
    answer.read()
    return answer.status


def test_NEW_16_a_log_that_nobody_reads_stops_nobody(started):
    process, port = started("--no-rate-limits", "--log-level", "info")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    # A pipe holds 64 KB, and a log line has more than 80 bytes.
    assert {status(connection) for _ in range(1500)} == {200}
    text = b""
    while b"Answered" not in text.rsplit(b"lines of the log are missing", 1)[-1] or b"are missing" not in text:
        status(connection)
        text += process.stderr.read1(1 << 16)
    assert text.count(b"Answered") < 1500
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0


def test_NEW_16_a_terminal_that_is_closed_stops_it_in_order(started):
    process, port = started()
    process.send_signal(signal.SIGHUP)
    assert process.wait(30) == 0
    assert b"Stopped" in process.stderr.read()


def test_NEW_16_what_was_begun_to_outlive_its_terminal_does(started):
    process, port = started(preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    process.send_signal(signal.SIGHUP)
    assert status(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) == 200
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0


def test_NEW_16_commands_beside_it_and_other_schemas_take_nothing_from_it(tmp_path):
    server = Swiftlet(tmp_path / "data", options=["--no-rate-limits"])
    ada = Member.added(server, Client(server), "ada")

    def schema():
        with contextlib.closing(sqlite3.connect(server.data / "swiftlet.sqlite", timeout=30)) as database:
            return database.execute("PRAGMA schema_version").fetchone()[0]
    before = schema()
    for _ in range(3):
        server.run("user", "list")
    assert schema() == before, "a command leaves it alone"
    # Other programs really may change the schema. The statement that deletes a post touches the search index
    # and is prepared after that change.
    posted = ada.request("POST", "/api/v1/statuses", data={"status": "Going"}).json()["id"]
    with contextlib.closing(sqlite3.connect(server.data / "swiftlet.sqlite", timeout=30)) as other:
        other.executescript("BEGIN IMMEDIATE; CREATE TABLE other (id INTEGER); DROP TABLE other; COMMIT")
    assert ada.request("DELETE", f"/api/v1/statuses/{posted}").status_code == 200
    assert ada.request("GET", "/api/v2/search?q=going").status_code == 200
    assert ada.request("POST", "/api/v1/statuses", data={"status": "Coming"}).status_code == 200
    server.stop()
    assert "database failed" not in server.log.read_text() and "Request failed" not in server.log.read_text()
