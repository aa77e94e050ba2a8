"""NEW_16: the power is cut at any sync.

The real program runs under strace. Its trace is replayed on a disk that keeps what was synced, and loses or keeps
anything else at random.
After each cut all acknowledged writes must be stored, and the database must be sound.
"""
import concurrent.futures
import json
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import zlib

import pytest
import requests

from community.database import faults
from community.member import PASSWORD, Client, Member
from disk import model, trace
from disk.replay import Replay
from support.server import PROGRAM, Swiftlet

WRITES = 160
AT_ONCE = 4
RANDOM_DISKS = 2


@pytest.fixture
def memory(tmp_path_factory):
    """A folder for rebuilt disks: many small files that live briefly."""
    folder = tmp_path_factory.mktemp("disks")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def disks(replay, memory, chance):
    """Yields a cut's number and the folder that it may leave, several times for each moment that matters."""
    for number, _ in enumerate(replay.cuts()):
        choices = [model.nothing(), model.everything()] + [model.some(chance) for _ in range(RANDOM_DISKS)]
        for choice in choices:
            folder = memory / "cut"
            shutil.rmtree(folder, ignore_errors=True)
            # The write-ahead log's index is shared memory, which SQLite rebuilds.
            replay.disk.write_after_cut(folder, choice, skip=["-shm"])
            yield number, folder


def checked(data):
    """Opens the remaining database as SQLite does after a power cut; `None` if it doesn't exist."""
    if not (data / "swiftlet.sqlite").exists():
        return None
    database = sqlite3.connect(data / "swiftlet.sqlite")
    assert faults(database) == []
    return database


# The actions on a post, with the query that must be true once the action was acknowledged.
HOLDS = {
    "post": "SELECT count(*) FROM posts WHERE text = ?",
    "edited": "SELECT count(*) FROM posts WHERE text = ?",
    "liked": "SELECT count(*) FROM favourites f JOIN posts p ON p.id = f.post WHERE p.text = ?",
    "gone": "SELECT count(*) = 0 FROM posts WHERE text = ?",
}
DONE = re.compile(rb"HTTP/1\.1 200.*?(done-\w+-\d+)", re.S)


def write(url, ada, bob, number):
    """Sends one or two requests. The last response contains the action's name: done-KIND-NUMBER."""
    kind = ["post", "post", "edited", "liked", "gone"][number % 5]
    text = f"done-{kind}-{number}"
    session = requests.Session()
    session.headers.update({"Accept-Encoding": "identity", "Authorization": f"Bearer {ada}"})

    def ask(method, path, **values):
        response = session.request(method, f"{url}/api/v1/statuses{path}", timeout=120, **values)
        assert response.status_code == 200, response.text
        return response.json()["id"]

    first = text if kind == "post" else f"before {number}"
    if kind == "liked":
        # The post's own response contains the text already, so the trace looks for the response to Bob.
        id = ask("POST", "", data={"status": text, "visibility": "public"})
        session.headers["Authorization"] = f"Bearer {bob}"
        return ask("POST", f"/{id}/favourite")
    id = ask("POST", "", data={"status": text if kind == "gone" else first})
    if kind == "edited":
        ask("PUT", f"/{id}", data={"status": text})
    if kind == "gone":
        ask("DELETE", f"/{id}")
    return None


class Acknowledged:
    """The actions that the program has acknowledged, counted when its response begins."""

    def __init__(self):
        self.texts = set()

    def hear(self, bytes):
        for found in re.finditer(rb"HTTP/1\.1 200.*?(?=HTTP/1\.1|\Z)", bytes, re.S):
            self.note(found.group())
        if not bytes.startswith(b"HTTP/1.1"):
            self.note(bytes)

    def note(self, bytes):
        found = re.search(rb"done-(\w+)-(\d+)", bytes)
        if not found:
            return
        kind, text = found.group(1).decode(), found.group().decode()
        if kind == "liked" and b'"favourited":true' not in bytes.replace(b" ", b""):
            return
        # The response to a deletion has the text as it was typed; the earlier response to the post doesn't.
        if kind == "gone" and b'"text":"done-gone' not in bytes.replace(b" ", b""):
            return
        self.texts.add((kind, text))

    def missing(self, database):
        return [text for kind, text in self.texts if not database.execute(HOLDS[kind], (text,)).fetchone()[0]]


def test_NEW_16_whatever_a_server_has_acknowledged_outlives_a_power_cut(tmp_path, memory):
    data = tmp_path / "community" / "data"
    data.parent.mkdir()
    with_members = Swiftlet(data, options=["--no-rate-limits"])
    client = Client(with_members)
    ada = Member.added(with_members, client, "ada")
    bob = ada.copied("bob")
    with_members.stop()
    shutil.copytree(data.parent, tmp_path / "before")

    tracer = trace.Tracer(tmp_path / "trace")
    server = Swiftlet(data, options=["--no-rate-limits"], prefix=tracer.prefix)
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(lambda number: write(server.url, ada.token, bob.token, number), range(WRITES)))
    server.kill()

    acknowledged = Acknowledged()
    replay = Replay(tracer.events(), data.parent, tmp_path / "before", sent=acknowledged.hear)
    chance, moments, found = random.Random(16), 0, 0
    for number, folder in disks(replay, memory, chance):
        with checked(folder / "data") as database:
            assert acknowledged.missing(database) == [], f"cut {number}"
        database.close()
        moments, found = number, len(acknowledged.texts)
        if number % 40 == 7:
            # The program itself opens the remaining data.
            subprocess.run(
                [PROGRAM, "user", "list", "--data", str(folder / "data")], check=True, capture_output=True)
    assert found == WRITES, "every answer was seen in the trace"
    assert moments > WRITES / AT_ONCE / 2, "the disk was asked often enough for this to say something"


def picture(number):
    """Returns a PNG of one colour, 40 pixels wide."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    rows = (b"\0" + bytes([number * 40 % 256, 90, 160]) * 40) * 30
    header = struct.pack(">IIBBBBB", 40, 30, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def source(folder, pictures):
    """Writes a Moments page into a folder, with a post for each picture."""
    folder.mkdir()
    person = {"username": "ann", "nick": "Ann", "avatar": ""}
    (folder / "user.json").write_text(json.dumps(person | {"profile-image": ""}))
    posts = []
    for number in range(pictures):
        (folder / f"{number}.png").write_bytes(picture(number))
        posts.append({"content": f"picture {number}", "images": [{"url": f"{number}.png"}], "sender": person})
    (folder / "tweets.json").write_text(json.dumps(posts))
    return folder


def test_NEW_16_a_picture_is_on_the_disk_before_anything_shows_it(tmp_path, memory):
    place = tmp_path / "community"
    place.mkdir()
    tracer = trace.Tracer(tmp_path / "trace")
    said = tracer.run(
        [PROGRAM, "import", "moments", str(source(tmp_path / "source", 3)), "--username", "ann", "--new", "--data",
         str(place / "data")])
    assert "posts: 3 added" in said and "failed" not in said, said
    whole = {path.relative_to(place): path.read_bytes() for path in (place / "data/media").rglob("*.*")}
    output = []
    replay = Replay(tracer.events(), place, sent=output.append)
    shown = 0
    for number, folder in disks(replay, memory, random.Random(7)):
        is_said = b"posts: 3 added" in b"".join(output)
        database = checked(folder / "data")
        if database is None:
            assert not is_said
            continue
        tables = database.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'media'").fetchone()[0]
        rows = database.execute("SELECT hash, copies FROM media").fetchall() if tables else []
        database.close()
        assert len(rows) == 3 or not is_said
        for hash, copies in rows:
            shown += 1
            for name in ["picture.json", "original.jpg"] + [copy[0] for copy in json.loads(copies)]:
                path = folder / "data/media" / hash[:2] / hash / name
                assert path.exists(), f"cut {number}: a row of the database shows {name}, which is lost"
                assert path.read_bytes() == whole[path.relative_to(folder)], f"cut {number}: {name} is damaged"
    assert shown > 0 and is_said


UPLOADED = re.compile(rb'"id":"(\d+)","type":"(?:image|unknown)"')


def held(folder, database, id):
    """Returns whether an upload is stored: the received file, or all sizes made of it."""
    row = database.execute("SELECT media FROM uploads WHERE id = ? AND failure IS NULL", (id,)).fetchone()
    if row is None:
        return False
    if row[0] is None:
        return (folder / "incoming" / id).read_bytes().startswith(b"\x89PNG") and (
            folder / "incoming" / id).read_bytes().endswith(b"IEND" + struct.pack(">I", zlib.crc32(b"IEND")))
    hash, copies = database.execute("SELECT hash, copies FROM media WHERE id = ?", row).fetchone()
    names = ["picture.json", "original.jpg"] + [copy[0] for copy in json.loads(copies)]
    return all((folder / hash[:2] / hash / name).stat().st_size > 0 for name in names)


def test_NEW_16_an_upload_that_was_acknowledged_outlives_a_power_cut(tmp_path, memory):
    data = tmp_path / "community" / "data"
    data.parent.mkdir()
    server = Swiftlet(data, options=["--no-rate-limits"])
    ada = Member.added(server, Client(server), "ada")
    server.stop()
    shutil.copytree(data.parent, tmp_path / "before")

    tracer = trace.Tracer(tmp_path / "trace")
    server = Swiftlet(data, options=["--no-rate-limits"], prefix=tracer.prefix)

    def bring(number):
        answer = requests.post(
            f"{server.url}/api/v2/media", files={"file": ("a.png", picture(number), "image/png")}, timeout=120,
            headers={"Authorization": f"Bearer {ada.token}", "Accept-Encoding": "identity"})
        assert answer.status_code in (200, 202), answer.text
    # This upload makes the folders. strace may log the end of mkdir after another thread's calls in them.
    bring(0)
    with concurrent.futures.ThreadPoolExecutor(3) as threads:
        list(threads.map(bring, range(1, 6)))
    server.kill()

    said = set()
    replay = Replay(
        tracer.events(), data.parent, tmp_path / "before",
        sent=lambda bytes: said.update(id.decode() for id in UPLOADED.findall(bytes)))
    for number, folder in disks(replay, memory, random.Random(9)):
        with checked(folder / "data") as database:
            for id in said:
                assert held(folder / "data/media", database, id), f"cut {number}: upload {id}"
        database.close()
    assert len(said) == 6, "every answer was seen in the trace"


def test_NEW_16_a_community_that_was_just_made_is_on_the_disk(tmp_path, memory):
    place = tmp_path / "place"
    place.mkdir()
    tracer = trace.Tracer(tmp_path / "trace")
    tracer.run([PROGRAM, "user", "add", "ada", "--new", "--data", str(place / "some/data")], standard_input=PASSWORD + "\n")
    output = []
    replay = Replay(tracer.events(), place, sent=output.append)
    for _, folder in disks(replay, memory, random.Random(5)):
        is_said = b"Added ada" in b"".join(output)
        database = checked(folder / "some/data")
        if database is None:
            assert not is_said
            continue
        tables = database.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'credentials'").fetchone()[0]
        members = database.execute("SELECT count(*) FROM credentials").fetchone()[0] if tables else 0
        database.close()
        assert members == 1 or not is_said
    assert is_said
