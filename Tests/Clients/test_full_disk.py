"""NEW_16: a disk without room, and a database that another program locks."""
import contextlib
import shutil
import sqlite3
import subprocess
import time

import pytest
import requests

from community import camera_pictures
from community.database import database_file, faults, reading
from community.member import Client, Member, request
from disk.small import SmallDisk
from support.server import PROGRAM, Swiftlet


@pytest.fixture
def disk(tmp_path):
    disk = SmallDisk(tmp_path / "small", megabytes=4)
    yield disk
    disk.remove()


def post(server, token, text):
    return request(server, "POST", "/api/v1/statuses", token, data={"status": text})


def texts(server, token):
    return [status["content"] for status in request(server, "GET", "/api/v1/timelines/home", token).json()]


def test_NEW_16_a_full_disk_is_said_with_507_and_what_is_there_can_be_read(tmp_path, disk):
    data = tmp_path / "small/data"
    options = ["--no-rate-limits"]
    server = Swiftlet(data, options=options, prefix=disk.prefix, log=tmp_path / "log")
    subprocess.run(
        [*disk.prefix, PROGRAM, "user", "add", "ada", "--data", str(data)], input="correct horse battery staple\n",
        text=True, check=True, capture_output=True)
    token = Client(server).signed_in("ada").access_token
    assert post(server, token, "before").status_code == 200
    disk.fill()
    # Keeps only status and text: response objects would hold their connections, of which an address may have
    # 64.
    answers = [(answer.status_code, answer.text) for answer in (
        post(server, token, f"full {number} " + "x" * 400) for number in range(80))]
    full = {answer for answer in answers if answer[0] != 200}
    assert full == {(507, '{"error":"The server\'s disk is full","code":"server_trouble"}')}
    shown = texts(server, token)
    assert request(server, "GET", "/health").status_code == 200

    # A clean stop and a kill, each followed by a start on the full disk.
    for end in (Swiftlet.stop, Swiftlet.kill):
        end(server)
        disk.fill()
        server = Swiftlet(data, options=options, prefix=disk.prefix, log=tmp_path / "log")
        assert texts(server, token) == shown
        assert post(server, token, "still full").status_code == 507
        assert requests.get(server.url + "/", timeout=60).status_code == 200
    assert "the disk is full" in (tmp_path / "log").read_text()

    # Once there is room, the server writes again without a restart. It responds all the time.
    disk.make_room()
    assert post(server, token, "after").status_code == 200
    assert texts(server, token) == ["<p>after</p>", *shown[:19]]
    assert post(server, token, "again").status_code == 200
    server.stop()
    server = Swiftlet(data, options=options, prefix=disk.prefix, log=tmp_path / "log")
    assert texts(server, token) == ["<p>again</p>", "<p>after</p>", *shown[:18]]
    server.stop()
    shutil.copytree(disk.inside / "data", tmp_path / "copy")
    with reading(tmp_path / "copy") as database:
        assert faults(database) == []


def bring(server, token, bytes):
    return requests.post(
        f"{server.url}/api/v2/media", files={"file": ("a.png", bytes, "image/png")}, timeout=120,
        headers={"Authorization": f"Bearer {token}"})


def made(server, token, answer):
    """Returns the id of an upload once its copies are made."""
    assert answer.status_code in (200, 202), answer.text
    id = answer.json()["id"]
    while (status := request(server, "GET", f"/api/v1/media/{id}", token).status_code) == 206:
        time.sleep(0.1)
    assert status == 200
    return id


def test_NEW_16_an_upload_to_a_full_disk_is_said_with_507_and_goes_on_once_there_is_room(tmp_path, disk):
    data = tmp_path / "small/data"
    server = Swiftlet(data, options=["--no-rate-limits"], prefix=disk.prefix, log=tmp_path / "log")
    subprocess.run(
        [*disk.prefix, PROGRAM, "user", "add", "ada", "--data", str(data)], input="correct horse battery staple\n",
        text=True, check=True, capture_output=True)
    token = Client(server).signed_in("ada").access_token
    made(server, token, bring(server, token, camera_pictures.picture()))
    disk.fill()
    for _ in range(3):
        answer = bring(server, token, camera_pictures.picture())
        assert (answer.status_code, answer.json()["error"]) == (507, "The server's disk is full")
    assert request(server, "GET", "/health").status_code == 200
    disk.make_room()
    id = made(server, token, bring(server, token, camera_pictures.picture()))
    status = request(server, "POST", "/api/v1/statuses", token, data={"media_ids[]": id})
    assert status.status_code == 200
    url = status.json()["media_attachments"][0]["url"]
    assert requests.get(url, timeout=60).status_code == 200
    folder = disk.inside / "data/media"
    assert [path for name in ("tmp", "incoming") for path in (folder / name).iterdir()] == [], "nothing is left behind"
    server.stop()


def test_NEW_16_a_lock_held_elsewhere_is_said_with_503_after_two_seconds(tmp_path):
    server = Swiftlet(tmp_path / "data", options=["--no-rate-limits"])
    ada = Member.added(server, Client(server), "ada")
    assert post(server, ada.token, "before").status_code == 200
    with contextlib.closing(sqlite3.connect(database_file(server.data), isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        start = time.monotonic()
        answer = post(server, ada.token, "waits")
        took = time.monotonic() - start
        assert answer.status_code == 503 and int(answer.headers["Retry-After"]) >= 1
        assert took >= 2
        assert texts(server, ada.token) == ["<p>before</p>"]
        holder.execute("ROLLBACK")
    assert post(server, ada.token, "after").status_code == 200
    assert texts(server, ada.token) == ["<p>after</p>", "<p>before</p>"]
    server.stop()
