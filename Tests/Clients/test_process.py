"""The program as a process: its signals, its log, and other commands beside it."""
import signal
import subprocess
import sqlite3
import http.client

import pytest

from support.ports import fresh_port
from support.server import PROGRAM, Swiftlet


@pytest.fixture
def started(tmp_path):
    """Starts `swiftlet serve`, whose log nobody reads, and waits until it answers."""
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
    # A pipe holds 64 KB, and a line has more than 80 bytes.
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


def test_NEW_16_commands_beside_it_take_nothing_from_the_demo_community(tmp_path):
    server = Swiftlet(tmp_path / "data", options=["--demo"])
    try:
        for number in range(8):
            server.add_member(f"member{number}", "correct horse battery staple")
            # Other programs may change the schema in earnest.
            with sqlite3.connect(server.data / "swiftlet.sqlite", timeout=30, isolation_level=None) as other:
                other.execute("BEGIN IMMEDIATE")
                other.execute("CREATE TABLE other (id INTEGER)")
                other.execute("DROP TABLE other")
                other.execute("COMMIT")
            other.close()
        server.wait_until_filled()
    finally:
        server.stop()
    assert "not added" not in server.log.read_text()
