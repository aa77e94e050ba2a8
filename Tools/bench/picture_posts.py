#!/usr/bin/env python3
"""Makes a community with many public pictures, for measuring the image feed.

picture_posts.py DATA [POSTS]    a new data folder with that many posts (2,000), each with a picture

A few pictures of the demo go through the importer, so that all their sizes exist; the posts share them. Every fifth
post has comments. It takes a few seconds. The result is always the same, except for the ids and the present time of
the newest post.

    import picture_posts
    picture_posts.make(SCRATCH / "pictures", 2000)
    with servers.swiftlet(SCRATCH / "pictures", "--no-rate-limits") as server:
        server.get("/essential-feed/v1/feed?limit=10")
"""
import json
import pathlib
import random
import shutil
import sqlite3
import sys
import tempfile
import time

import servers
from crowd import identifier
from places import ROOT
from thousand_posts import WORDS

POSTS = 2000
USERNAME = "pictures"
NAMES = ["coast", "cat-window", "peony", "aurora", "bread", "lighthouse", "rainbow", "ink-scroll"]
STEP = 60_000
"""Milliseconds between two posts."""

COMMENTED, MOST_COMMENTS = 5, 4


def make(data, count=POSTS, step=STEP):
    data = pathlib.Path(data)
    shutil.rmtree(data, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        write_source(pathlib.Path(folder))
        servers.import_moments(folder, USERNAME, data)
    database = sqlite3.connect(data / "swiftlet.sqlite", isolation_level=None)
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("BEGIN")
    fill(database, count, step)
    database.execute("COMMIT")
    database.execute("ANALYZE")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def write_source(folder):
    """Writes a source of one post with all the pictures, and two people."""
    (folder / "pictures").mkdir()
    for name in NAMES:
        shutil.copy(ROOT / f"Demo/pictures/{name}.jpg", folder / "pictures")
    owner = {"username": USERNAME, "nick": "Many Pictures"}
    friend = {"username": "friend", "nick": "A Friend"}
    post = {
        "id": "seed", "sender": owner, "content": "Seed", "created_at": "2026-01-01T00:00:00.000Z",
        "images": [{"url": f"pictures/{name}.jpg"} for name in NAMES],
        "comments": [{"id": "comment", "sender": friend, "content": "Seed"}],
    }
    (folder / "user.json").write_text(json.dumps(owner))
    (folder / "tweets.json").write_text(json.dumps([post]))


def fill(database, count, step):
    chance = random.Random(1)
    (owner,), = database.execute("SELECT id FROM accounts WHERE username = ?", (USERNAME,))
    (friend,), = database.execute("SELECT id FROM accounts WHERE username = 'friend'")
    media = [row for row, in database.execute("SELECT media FROM attachments ORDER BY position")]
    database.execute("DELETE FROM posts")
    newest = int(time.time() * 1000)
    for number in range(count):
        post = identifier(newest - (count - number) * step)
        replies = 1 + number % MOST_COMMENTS if number % COMMENTED == 0 else 0
        add_post(database, post, owner, text(chance, 4, 60), replies=replies)
        database.execute(
            "INSERT INTO attachments (post, position, media, description) VALUES (?, 0, ?, ?)",
            (post, media[number % len(media)], text(chance, 3, 15) if number % 3 else ""))
        for reply in range(1, replies + 1):
            add_post(database, post + (reply << 16), friend, text(chance, 2, 25), answered=(post, owner))
    database.execute("UPDATE accounts SET posts_count = (SELECT count(*) FROM posts WHERE author = accounts.id)")


def add_post(database, id, author, text, answered=(None, None), replies=0):
    database.execute(
        "INSERT INTO posts (id, author, text, visibility, created_at, reply_to, reply_to_author, conversation, "
        "replies_count) VALUES (?, ?, ?, 'public', ?, ?, ?, ?, ?)",
        (id, author, text, id >> 16, *answered, answered[0] or id, replies))


def text(chance, shortest, longest):
    return " ".join(chance.choices(WORDS, k=chance.randrange(shortest, longest))).capitalize() + "."


if __name__ == "__main__":
    make(sys.argv[1], *map(int, sys.argv[2:3]))
