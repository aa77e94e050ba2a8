"""Sends thousands of files that claim to be pictures to a server with little memory and time.

`HOSTILE_PICTURES=10000` sets their number, `HOSTILE_SEED` selects others.
"""
import collections
import concurrent.futures
import dataclasses
import io
import logging
import os
import pathlib
import re
import time

import pytest
from PIL import Image

from community.database import faults, reading, row_counts
from community.member import Client, Member, request
from community.camera_pictures import encoded
from hostile.broken_pictures import bombs, case, originals
from support.server import Swiftlet

COUNT = int(os.environ.get("HOSTILE_PICTURES", "300"))
SEED = os.environ.get("HOSTILE_SEED", "7")
SPACE = 4 << 30
"""The limit of the server's address space in bytes; it really uses far less."""

MEMORY = 600 << 20
"""The memory limit in bytes: a picture of 100 million pixels may take half of it."""

KEPT = 60 << 20
"""The growth in bytes that is allowed after eight large pictures."""

KEPT_FILES = {"swiftlet.sqlite", "swiftlet.sqlite-wal", "swiftlet.sqlite-shm", "swiftlet.importing", "swiftlet.indexing",
              "swiftlet.settingup", "swiftlet.pictures", "swiftlet.serving"}
"""The files that the server itself keeps in its folder."""

ANSWER = 60
"""Seconds: twice the server's own response timeout, as other programs may keep the processors busy."""

READY = 180
"""Seconds until a file is accepted or refused, with others queued before it."""

log = logging.getLogger(__name__)


class Bounded:
    """A server with resource limits. Its working, temporary and home folder is one that has to stay empty."""

    def __init__(self, folder):
        self.elsewhere = folder / "elsewhere"
        self.elsewhere.mkdir()
        limits = ["prlimit", f"--as={SPACE}", f"--cpu={120 + COUNT}", "--core=0", "--nofile=256"]
        places = ["env", "-C", str(self.elsewhere), f"TMPDIR={self.elsewhere}", f"HOME={self.elsewhere}"]
        self.server = Swiftlet(folder / "data", options=["--no-rate-limits"], prefix=[*limits, *places])
        self.ada = Member.added(self.server, Client(self.server), "ada")
        self.media = self.server.data / "media"

    def ask(self, method, path, **values):
        return request(self.server, method, path, self.ada.token, **values)

    @property
    def memory(self):
        return self.status("VmRSS")

    @property
    def highest_memory(self):
        return self.status("VmHWM")

    def status(self, name):
        """Returns a value of the process's status in bytes (man 5 proc)."""
        text = pathlib.Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(re.search(rf"^{name}:\s+(\d+) kB", text, re.M)[1]) << 10

    def give(self, name, file):
        """Uploads a file, waits until it is processed, checks the result, and deletes it."""
        began = time.monotonic()
        body = (b'--limit\r\nContent-Disposition: form-data; name="file"; filename="../../../a.jpg"\r\n\r\n' + file
                + b"\r\n--limit--\r\n")
        answer = self.ask("POST", "/api/v2/media", data=body,
                          headers={"Content-Type": "multipart/form-data; boundary=limit"})
        given = Given(name, answer.status_code, time.monotonic() - began)
        if answer.status_code not in (200, 202):
            return given
        path = f"/api/v1/media/{answer.json()['id']}"
        while answer.status_code in (202, 206) and time.monotonic() < began + READY:
            time.sleep(0.02)
            answer = self.ask("GET", path)
        given.status, given.ready = answer.status_code, time.monotonic() - began
        if given.status == 200:
            given.is_shown = self.shows(answer.json())
        self.ask("DELETE", path)
        return given

    def shows(self, media):
        """Returns whether the served file is a picture of the stated size."""
        shown = Image.open(io.BytesIO(self.ask("GET", media["preview_url"].removeprefix(self.server.url)).content))
        shown.load()
        said = media["meta"]["small"]
        return shown.format == "WEBP" and shown.size == (said["width"], said["height"])

    def leftovers(self):
        """Returns unexpected files: all but the database and the lock files."""
        found = list(self.elsewhere.rglob("*"))
        found += (path for path in self.server.data.rglob("*") if path.is_file())
        return [path for path in found if path.parent != self.server.data or path.name not in KEPT_FILES]


@dataclasses.dataclass
class Given:
    name: str
    status: int
    answered: float
    """Seconds."""
    ready: float = 0
    is_shown: bool = True

    @property
    def fault(self):
        if self.status not in (200, 422):
            return f"{self.name}: answered with {self.status} after {self.answered:.1f} and {self.ready:.1f} s"
        if self.answered > ANSWER or self.ready > READY:
            return f"{self.name}: took {self.answered:.1f} and {self.ready:.1f} s"
        return None if self.is_shown else f"{self.name}: does not show what is said"


@pytest.fixture(scope="module")
def bounded(tmp_path_factory):
    bounded = Bounded(tmp_path_factory.mktemp("bounded"))
    yield bounded
    bounded.server.stop()


@pytest.fixture(autouse=True)
def stays_whole(bounded):
    """Checks after each test that the server runs and is sound, stayed within its memory, and kept no files."""
    yield
    assert bounded.server.process.poll() is None, "it runs"
    assert bounded.ada.mastodon.me().username == "ada"
    assert bounded.highest_memory < MEMORY, f"{bounded.highest_memory >> 20} MB"
    deadline = time.monotonic() + 60
    while (left := bounded.leftovers()) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert left == [], "nothing is left"
    with reading(bounded.server.data) as database:
        assert faults(database) == []
        rows = row_counts(database)
        assert (rows["uploads"], rows["media"]) == (0, 0)


def said(given):
    """Returns a summary of a run for the log."""
    statuses = collections.Counter(one.status for one in given)
    return (f"{len(given)} files, {dict(statuses)}, slowest answer {max(one.answered for one in given):.1f} s, "
            f"slowest until ready {max(one.ready for one in given):.1f} s")


def test_NEW_07_bombs_are_refused_or_made_small(bounded):
    given = [bounded.give(name, file) for name, file in bombs().items()]
    log.info("%s; %s; highest memory %d MB", said(given), {one.name: one.status for one in given},
             bounded.highest_memory >> 20)
    assert [one.fault for one in given if one.fault] == []
    assert [one.status for one in given if "144 million" in one.name or "60 large" in one.name] == [422, 422]


def test_NEW_07_memory_of_pictures_goes_back_to_the_system(bounded):
    """Each picture is processed in a new thread, for which glibc would keep some memory."""
    large = [Image.new("P", (2_700, 2_700), shade) for shade in range(3)]
    file = encoded(large[0], "GIF", save_all=True, append_images=large[1:])
    assert bounded.give("the first", file).status == 200
    before = bounded.memory
    for number in range(8):
        given = bounded.give(f"picture {number}", file + bytes([number]))
        assert (given.status, given.fault) == (200, None)
    after = bounded.memory
    log.info("%d MB before, %d MB after, highest %d MB", before >> 20, after >> 20, bounded.highest_memory >> 20)
    assert after - before < KEPT, f"{before >> 20} MB before, {after >> 20} MB after"


def test_NEW_07_damaged_pictures_are_refused_or_taken_and_nothing_else(bounded, tmp_path):
    """The damages: truncated, bits and bytes changed, spliced, cut out, doubled, with wrong sizes and lengths, with
    another file's first bytes."""
    files = originals()

    def give(number):
        kind, way, file = case(files, SEED, number)
        path = tmp_path / f"{number}.{kind}"
        path.write_bytes(file)
        given = bounded.give(f"{path} ({way})", file)
        if not given.fault:
            path.unlink()
        return given

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        given = list(pool.map(give, range(COUNT)))
    log.info("%s; highest memory %d MB", said(given), bounded.highest_memory >> 20)
    wrong = [one.fault for one in given if one.fault]
    assert wrong == [], "\n".join(wrong)
    assert {one.status for one in given} == {200, 422}, "some can be shown, and some can not"
