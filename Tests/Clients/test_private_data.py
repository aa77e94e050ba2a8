"""NEW_16: who may read the data, and commands in the moments when one needs them most."""
import os
import sqlite3
import stat
import subprocess
import time

import pytest
import requests

from community import camera_pictures
from community.database import faults, reading
from community.member import Client, Member, request
from disk.small import SmallDisk
from support.ports import fresh_port
from support.server import PROGRAM, Swiftlet

QUIET = ["--no-rate-limits"]


def run(*arguments, status=0, prefix=(), **more):
    done = subprocess.run([*prefix, PROGRAM, *map(str, arguments)], capture_output=True, text=True, **more)
    assert done.returncode == status, done.stdout + done.stderr
    return done


def modes(folder):
    """Returns the modes of a folder and all in it, by name."""
    return {path: stat.S_IMODE(path.lstat().st_mode) for path in [folder, *folder.rglob("*")]}


def uploaded(server, token, bytes):
    """Returns the attachment once its copies are made, which takes long on a busy machine."""
    answer = requests.post(
        f"{server.url}/api/v1/media", files={"file": ("a.png", bytes, "image/png")}, timeout=120,
        headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code in (200, 202), answer.text
    id = answer.json()["id"]
    while (answer := request(server, "GET", f"/api/v1/media/{id}", token)).status_code == 206:
        time.sleep(0.1)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.fixture
def usual_umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_NEW_16_nobody_else_on_the_machine_reads_what_is_kept(tmp_path, usual_umask):
    server = Swiftlet(tmp_path / "data", options=QUIET)
    ada = Member.added(server, Client(server), "ada")
    uploaded(server, ada.token, camera_pictures.picture())
    run("backup", tmp_path / "backup.tar", "--data", server.data)
    assert stat.S_IMODE((tmp_path / "backup.tar").stat().st_mode) == 0o600
    found = modes(server.data)
    assert {mode for path, mode in found.items() if path.is_dir()} == {0o700}
    assert {mode for path, mode in found.items() if path.is_file()} == {0o600}
    server.stop()
    run("restore", tmp_path / "backup.tar", "--data", tmp_path / "restored")
    assert {mode & 0o077 for mode in modes(tmp_path / "restored").values()} == {0}


def test_NEW_16_a_folder_that_was_open_to_all_is_closed_and_one_of_a_group_stays_the_group_s(tmp_path, usual_umask):
    Swiftlet(tmp_path / "data", options=QUIET).stop()
    (tmp_path / "data").chmod(0o755)
    (tmp_path / "data/swiftlet.sqlite").chmod(0o644)
    server = Swiftlet(tmp_path / "data", options=QUIET)
    assert stat.S_IMODE(server.data.stat().st_mode) == 0o700
    assert stat.S_IMODE((server.data / "swiftlet.sqlite").stat().st_mode) == 0o600
    server.stop()
    (tmp_path / "data").chmod(0o775)
    server = Swiftlet(tmp_path / "data", options=QUIET)
    assert stat.S_IMODE(server.data.stat().st_mode) == 0o770
    uploaded(server, Member.added(server, Client(server), "ada").token, camera_pictures.picture())
    folder = server.data / "media"
    assert {mode for path, mode in modes(folder).items() if path.is_dir()} == {0o770}
    # A program may create a file that its group can only read.
    assert {mode & ~0o020 for path, mode in modes(folder).items() if path.is_file()} == {0o640}
    server.stop()


def test_a_second_server_on_the_same_folder_says_so_and_ends(tmp_path):
    server = Swiftlet(tmp_path / "data", options=QUIET)
    for command in (["serve", "--port", fresh_port()], ["migrate"]):
        done = run(*command, "--data", server.data, status=75)
        assert "Another server uses the data folder" in done.stderr and "PostgreSQL" in done.stderr
    assert request(server, "GET", "/health").status_code == 200
    # The folder is free again, however the first server ended.
    server.kill()
    Swiftlet(tmp_path / "data", options=QUIET).stop()
    assert run("migrate", "--data", tmp_path / "data").stdout.startswith("The data has schema ")


@pytest.fixture
def disk(tmp_path):
    disk = SmallDisk(tmp_path / "small", megabytes=4)
    yield disk
    disk.remove()


@pytest.mark.parametrize("state", ["running", "started full", "stopped", "killed"])
def test_NEW_16_a_backup_to_another_disk_is_made_while_the_data_s_is_full(tmp_path, disk, state):
    data = tmp_path / "small/data"

    def begun():
        return Swiftlet(data, options=QUIET, prefix=disk.prefix, log=tmp_path / "log")
    server = begun()
    run("user", "add", "ada", "--data", data, prefix=disk.prefix, input="correct horse battery staple\n")
    token = Client(server).signed_in("ada").access_token
    for number in range(5):
        assert request(server, "POST", "/api/v1/statuses", token, data={"status": f"post {number}"}).status_code == 200
    if state != "running":
        (server.kill if state == "killed" else server.stop)()
    disk.fill()
    if state == "started full":
        server = begun()
    done = run("backup", tmp_path / "backup.tar", "--data", data, prefix=disk.prefix)
    assert "Saved 5 posts and 0 pictures" in done.stdout
    if state in ("running", "started full"):
        server.stop()
    run("restore", tmp_path / "backup.tar", "--data", tmp_path / "restored")
    with reading(tmp_path / "restored") as database:
        assert faults(database) == []
        assert database.execute("SELECT count(*) FROM posts").fetchone() == (5,)


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_NEW_16_a_backup_is_made_of_a_folder_that_can_t_be_written(tmp_path, end):
    server = Swiftlet(tmp_path / "data", options=QUIET)
    ada = Member.added(server, Client(server), "ada")
    for number in range(5):
        assert request(server, "POST", "/api/v1/statuses", ada.token, data={"status": f"post {number}"}).ok
    getattr(server, end)()
    # Uses a read-only mount, because modes don't restrict root.
    script = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
    prefix = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, str(tmp_path / "data")]
    done = run("backup", tmp_path / "backup.tar", "--data", tmp_path / "data", prefix=prefix)
    assert "Saved 5 posts" in done.stdout
    run("restore", tmp_path / "backup.tar", "--data", tmp_path / "restored")
    with reading(tmp_path / "restored") as database:
        assert database.execute("SELECT count(*) FROM posts").fetchone() == (5,)


def test_NEW_16_a_backup_into_a_missing_folder_names_that_folder(tmp_path):
    Swiftlet(tmp_path / "data", options=QUIET).stop()
    done = run("backup", tmp_path / "nowhere/backup.tar", "--data", tmp_path / "data", status=74)
    assert f"there is no folder {tmp_path / 'nowhere'}" in done.stderr and "data folder" not in done.stderr


def test_only_serve_and_migrate_change_the_schema_of_older_data(tmp_path):
    server = Swiftlet(tmp_path / "data", options=QUIET)
    server.add_member("ada", "correct horse battery staple")
    server.stop()
    file = tmp_path / "data/swiftlet.sqlite"
    with sqlite3.connect(file) as database:
        last, name, fingerprint = database.execute(
            "SELECT number, name, fingerprint FROM schema_migrations ORDER BY number DESC").fetchone()
        assert name == "push indexes", "the test takes back the last migration"
        database.execute("DROP INDEX push_subscriptions_by_next_at")
        database.execute("DROP INDEX push_subscriptions_by_endpoint")
        database.execute("DELETE FROM schema_migrations WHERE number = ?", (last,))
    database.close()
    for command in (["user", "list"], ["settings", "title"], ["check"], ["invite"], ["reports"]):
        done = run(*command, "--data", tmp_path / "data", status=65)
        assert "swiftlet migrate" in done.stderr and "older Swiftlet" in done.stderr, command
    assert not list((tmp_path / "data").glob("*.schema-*"))
    # A backup must still work, as one wants it before the migration.
    run("backup", tmp_path / "backup.tar", "--data", tmp_path / "data")
    assert run("migrate", "--data", tmp_path / "data").stdout == f"The data has schema {last}\n"
    assert len(list((tmp_path / "data").glob("*.schema-*"))) == 1
    run("user", "list", "--data", tmp_path / "data")
    run("restore", tmp_path / "backup.tar", "--data", tmp_path / "restored")
    Swiftlet(tmp_path / "restored", options=QUIET).stop()


@pytest.mark.parametrize("host", ["nonsense.invalid", "192.0.2.1", "not a host"])
def test_a_wrong_host_is_said_in_a_sentence(tmp_path, host):
    done = run("serve", "--data", tmp_path / "data", "--port", "0", "--host", host, status=64)
    assert "--host takes an address of this machine" in done.stderr and host in done.stderr


def test_a_wrong_network_of_proxies_is_said(tmp_path):
    done = run("serve", "--data", tmp_path / "data", "--trusted-proxy", "10.0.0.0/40", status=64)
    assert "--trusted-proxy takes an address or a network" in done.stderr and not (tmp_path / "data").exists()


def test_what_a_proxy_says_is_believed_of_named_ones_alone(tmp_path):
    def limits(address, *options):
        server = Swiftlet(tmp_path / "data", options=options)
        try:
            answers = [
                requests.get(
                    f"{server.url}/api/v1/instance", timeout=60, headers={"X-Forwarded-For": address % number})
                for number in range(4)]
            return [int(answer.headers["X-RateLimit-Remaining"]) for answer in answers]
        finally:
            server.stop()
    assert len(set(limits("192.0.2.%d"))) == 1, "each address has a limit of its own: the proxy is on this machine"
    one = limits("192.0.2.%d, 198.51.100.1")
    assert one == sorted(one, reverse=True) and len(set(one)) == 4, "what stands before is invented"
    one = limits("192.0.2.%d", "--trusted-proxy", "10.0.0.0/8")
    assert len(set(one)) == 4, "this machine is none of the proxies"
    assert len(set(limits("192.0.2.%d, 198.51.100.1:443", "--trusted-proxy", "127.0.0.1", "--trusted-proxy",
                          "198.51.100.0/24"))) == 1
