"""NEW_16: `swiftlet backup`, `restore` and `check` while the server works."""
import contextlib
import sqlite3
import subprocess
import tarfile
import threading

import pytest

from community.database import faults, reading, writing
from community.member import Client, Member, request
from support.server import PROGRAM, Swiftlet


def run(*arguments, status=0):
    done = subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, text=True, input="correct horse battery staple\n")
    assert done.returncode == status, done.stdout + done.stderr
    return done


def test_NEW_16_a_backup_beside_a_running_server_has_every_acknowledged_post(tmp_path):
    server = Swiftlet(tmp_path / "data", options=["--no-rate-limits"])
    ada = Member.added(server, Client(server), "ada")
    acknowledged, goes_on = [], threading.Event()

    def write():
        number = 0
        while not goes_on.is_set():
            text = f"post {number}"
            assert request(server, "POST", "/api/v1/statuses", ada.token, data={"status": text}).status_code == 200
            acknowledged.append(text)
            number += 1
    writer = threading.Thread(target=write)
    writer.start()
    try:
        while len(acknowledged) < 30:
            assert writer.is_alive()
        before = list(acknowledged)
        done = run("backup", tmp_path / "backup.tar", "--data", server.data)
    finally:
        goes_on.set()
        writer.join()
    assert "read it back" in done.stdout
    with tarfile.open(tmp_path / "backup.tar") as archive:
        names = archive.getnames()
        archive.extractall(tmp_path / "by-tar", filter="data")
    assert names[:2] == ["swiftlet-backup.json", "swiftlet.sqlite"] and names[-1] == "SHA256SUMS"
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=tmp_path / "by-tar", check=True)

    assert "read it back" in run("restore", tmp_path / "backup.tar", "--data", tmp_path / "restored").stdout
    with reading(tmp_path / "restored") as database:
        assert faults(database) == []
        texts = [text for text, in database.execute("SELECT text FROM posts ORDER BY id")]
    assert texts[:len(before)] == before and texts == acknowledged[:len(texts)]
    server.stop()
    again = Swiftlet(tmp_path / "restored", options=["--no-rate-limits"])
    home = request(again, "GET", "/api/v1/timelines/home", ada.token).json()
    assert home[0]["content"] == f"<p>{texts[-1]}</p>", "the members' programs stay signed in"
    again.stop()


def test_NEW_16_a_check_mends_numbers_and_says_so(tmp_path):
    server = Swiftlet(tmp_path / "data", options=["--no-rate-limits"])
    Member.added(server, Client(server), "ada")
    assert run("check", "--data", server.data).stdout.splitlines() == [
        "database: intact", "counts: correct", "pictures: 0 of 0 intact"]
    with writing(server.data) as database:
        database.execute("UPDATE accounts SET posts_count = 5")
    assert "mended: posts of accounts, counted anew in 1 row" in run("check", "--data", server.data).stdout
    assert run("media", "check", "--data", server.data).stdout.splitlines() == [
        "pictures: 0 of 0 intact", "as they came: 0.0 MB",
        "uploads without a post: 0, of which 0 without copies yet"]
    server.stop()
    # Done by a program that doesn't check foreign keys.
    with contextlib.closing(sqlite3.connect(server.data / "swiftlet.sqlite", isolation_level=None)) as database:
        database.execute("INSERT INTO favourites (id, post, account) VALUES (1, 99, 99)")
    lines = run("check", "--data", server.data, status=65).stdout.splitlines()
    assert lines[0] == "database: damaged" and lines[-1] == "pictures: 0 of 0 intact", lines
    damaged = bytearray((server.data / "swiftlet.sqlite").read_bytes())
    damaged[40960:61440] = bytes(20480)
    (server.data / "swiftlet.sqlite").write_bytes(damaged)
    done = run("check", "--data", server.data, status=65)
    assert "damaged" in done.stdout + done.stderr


COMMANDS = ["backup FILE", "check", "media check", "user list", "user add ada", "user suspend ada", "invite",
            "settings title", "reports", "import moments SOURCE --username ann"]


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_no_community_is_not_made_one(tmp_path, command):
    (tmp_path / "source").mkdir()
    words = {"FILE": tmp_path / "file.tar", "SOURCE": tmp_path / "source"}
    arguments = [words.get(word, word) for word in command.split()]
    done = run(*arguments, "--data", tmp_path / "nothing", status=66)
    assert "There is no community" in done.stderr
    assert not (tmp_path / "nothing").exists() and not (tmp_path / "file.tar").exists()


@pytest.mark.parametrize("command", ["serve --port 0", *COMMANDS])
def test_NEW_16_an_empty_database_where_a_community_was_is_refused_and_left_alone(tmp_path, command):
    data = tmp_path / "data"
    Swiftlet(data).stop()
    (data / "media").mkdir(exist_ok=True)
    for rest in data.glob("swiftlet.sqlite*"):
        rest.unlink()
    (data / "swiftlet.sqlite").touch()
    (tmp_path / "source").mkdir()
    words = {"FILE": tmp_path / "file.tar", "SOURCE": tmp_path / "source"}
    done = run(*[words.get(word, word) for word in command.split()], "--data", data, status=66)
    assert "database" in done.stderr and "join" not in done.stdout + done.stderr
    assert (data / "swiftlet.sqlite").stat().st_size == 0 and not (tmp_path / "file.tar").exists()


def test_NEW_16_a_copy_that_was_cut_off_is_no_new_community(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    for name in ("swiftlet.copying", "swiftlet.sqlite.part"):
        (data / name).touch()
    done = run("serve", "--port", "0", "--data", data, status=66)
    assert "swiftlet copy" in done.stderr


def test_NEW_16_a_backup_of_nobody_is_no_success(tmp_path):
    data = tmp_path / "data"
    Swiftlet(data).stop()
    done = run("backup", tmp_path / "file.tar", "--data", data, status=66)
    assert "nothing to save" in done.stderr and not (tmp_path / "file.tar").exists()


def test_NEW_16_a_mount_that_is_lost_is_not_taken_for_a_new_community(tmp_path):
    data = tmp_path / "data"
    Swiftlet(data).stop()
    data.rename(tmp_path / "unmounted")
    data.mkdir()
    done = run("serve", "--data", data, "--port", "0", status=66)
    assert ".data.swiftlet" in done.stderr and list(data.iterdir()) == []
    data.rmdir()
    (tmp_path / "unmounted").rename(data)
    Swiftlet(data).stop()
