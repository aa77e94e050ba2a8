#!/usr/bin/env python3
"""Fills a data folder with a town: forty people, their follows, and 4,000 posts with conversations, comments, likes,
messages and their notifications. They live beside the demo's people, whose pictures they use.

    Tools/town/town.py DATA                          makes the demo community first if the folder is not there
    .build/release/swiftlet serve --data DATA        http://localhost:8080; everybody's password is demo-swiftlet

The server must not be running meanwhile. SWIFTLET names the program, if it isn't the one in .build/release or
.build/debug. The result is always the same, except for the present time: ages go from now to a year back.
"""
import contextlib
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import time

import residents
from rows import Rows
from talk import DAY, Talk

ROOT = pathlib.Path(__file__).resolve().parents[2]
POSTS = 4000
READER = "wren"
"""The owner of the community, whose home timeline has everything."""


def main(folder):
    data = pathlib.Path(folder)
    if not (data / "swiftlet.sqlite").exists():
        make_demo(data)
    fill(data)


def program():
    builds = [ROOT / f".build/{kind}/swiftlet" for kind in ("release", "debug")]
    return os.environ.get("SWIFTLET") or next((str(build) for build in builds if build.exists()), str(builds[0]))


def make_demo(data):
    """Serves the demo until it is complete, because only then its members have passwords."""
    command = [program(), "serve", "--demo", "--data", str(data), "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        said = []
        for line in server.stdout:
            said.append(line)
            if "Demo: sign in as" in line:
                break
        server.send_signal(signal.SIGTERM)
    if server.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {server.returncode}:\n{''.join(said)}")


def fill(data, count=POSTS):
    chance, now = random.Random(40), int(time.time() * 1000)
    follows = friendships(chance)
    with contextlib.closing(sqlite3.connect(data / "swiftlet.sqlite", isolation_level=None)) as database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("BEGIN IMMEDIATE")
        rows = Rows(database, now, chance, descriptions())
        rows.add_people(residents.EVERYBODY)
        rows.add_follows(follows)
        rows.add_posts(Talk(count, now, set(follows), sorted(rows.pictures), chance).posts)
        relate(rows)
        rows.add_favourites(set(follows))
        rows.tell()
        rows.count()
        database.execute("COMMIT")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def friendships(chance):
    """Returns pairs of follower and followed: nearly all people of a circle follow each other, and others now and
    then."""
    pairs = []
    for one in residents.EVERYBODY:
        for other in residents.EVERYBODY:
            if one is other or residents.SELLER in (one, other):
                continue
            shared = set(one.circles.split()) & set(other.circles.split())
            if one.username == READER or chance.random() < (0.9 if shared else 0.12):
                pairs.append((one.username, other.username))
    locked = [person.username for person in residents.EVERYBODY if person.is_locked]
    return [pair for pair in pairs if pair not in {(asking, name) for asking in ASKING for name in locked}]


ASKING = ["kostas_p", "nour_cairo", "joana_s", "mimi_eats"]
"""People who have requested to follow the locked accounts."""


def relate(rows):
    """Adds relationships, bookmarks and pins."""
    for asking in ASKING:
        rows.request(asking, "gus_next_door")
    rows.block(READER, residents.SELLER.username)
    rows.block("dot_84", residents.SELLER.username)
    rows.mute(READER, "choir_of_stm", until=rows.now + 5 * DAY)
    rows.mute("gus_next_door", "theo_9", until=None)
    rows.listen(READER, "bea_bakes")
    rows.listen(READER, "olena_k")
    rows.bookmark(READER, 25)
    rows.bookmark("gus_next_door", 8)
    for person in residents.EVERYBODY:
        rows.pin(person.username, rows.chance.choice([0, 1, 1, 2]) or (person.username == READER))
    rows.read_up_to(READER, home=2, notifications=5)


def descriptions():
    """Returns the descriptions of the demo's pictures, by name."""
    posts = json.loads((ROOT / "Demo/tweets.json").read_text())
    images = [image for post in posts for image in post.get("images", []) if isinstance(image, dict)]
    return {pathlib.Path(image["url"]).stem: image.get("description", "") for image in images}


if __name__ == "__main__":
    main(sys.argv[1])
