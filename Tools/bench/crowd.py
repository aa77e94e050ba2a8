#!/usr/bin/env python3
"""Fills a database that swiftlet made with a crowd: members, their follows, and their posts.

crowd.py DATA POSTS     writes into the data folder; the server must not be running

The result is always the same, except that the newest post has the present time.
"""
import pathlib
import random
import sqlite3
import sys
import time

from thousand_posts import WORDS

MEMBERS = 1000
FOLLOWED = 50
"""Follows of each member."""

READER_FOLLOWS = 200
STEP = 30_000
"""Milliseconds between two posts."""

REPLY, REPOST, TAG, FAVOURITES = 0.2, 0.05, 0.1, 0.1
"""The shares of posts that are replies, are reposts, have a tag, have favourites."""

VISIBILITIES = (["public"] * 90) + (["unlisted"] * 5) + (["private"] * 5)
BATCH = 50_000


def fill(data, count, size=MEMBERS, follows=None):
    """Fills the database in `data`, which must have the present schema and at most a few members. `size`: the members
    of the crowd. `follows`: the number of people that each earlier member follows, by username; `READER_FOLLOWS` by
    default."""
    chance = random.Random(1)
    database = sqlite3.connect(pathlib.Path(data) / "swiftlet.sqlite", isolation_level=None)
    database.execute("PRAGMA synchronous = OFF")
    database.execute("PRAGMA cache_size = -500000")
    database.execute("PRAGMA foreign_keys = OFF")
    database.execute("BEGIN")
    newest = int(time.time() * 1000)
    readers = {
        id: (follows or {}).get(username, READER_FOLLOWS)
        for id, username in database.execute("SELECT id, username FROM accounts")}
    members = add_members(database, newest - count * STEP - 86_400_000, size)
    add_follows(database, readers, members, chance)
    posts = Posts(count, newest, members, chance)
    posts.add_to(database)
    count_for_accounts(database)
    database.execute("COMMIT")
    database.execute("ANALYZE")
    faults = database.execute("PRAGMA foreign_key_check").fetchall()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    if faults:
        raise RuntimeError(f"the crowd breaks the schema's rules: {faults[:5]}")


def wait_until_indexed(data, seconds=1800):
    """Waits until the search index is complete. A server indexes the posts after its start, which takes a part of the
    processors and the disk."""
    database = sqlite3.connect(f"file:{pathlib.Path(data) / 'swiftlet.sqlite'}?mode=ro", uri=True)
    end = time.monotonic() + seconds
    while database.execute("SELECT EXISTS (SELECT 1 FROM unindexed_posts)").fetchone()[0]:
        if time.monotonic() > end:
            raise RuntimeError(f"the posts in {data} are not indexed after {seconds} s")
        time.sleep(0.2)
    database.close()


def identifier(milliseconds, number=0):
    return (milliseconds << 16) + number


def add_members(database, joined, size):
    ids = [identifier(joined, number) for number in range(size)]
    rows = [(id, f"member{number}", f"Member {number}", f"member {number}", joined) for number, id in enumerate(ids)]
    database.executemany(
        "INSERT INTO accounts (id, username, username_key, nick, nick_key, is_imported, created_at) "
        "VALUES (?1, ?2, ?2, ?3, ?4, 0, ?5)", rows)
    return ids


def add_follows(database, readers, members, chance):
    pairs = [(reader, member) for reader, count in readers.items() for member in chance.sample(members, count)]
    pairs += [(member, other) for member in members for other in chance.sample(members, FOLLOWED) if other != member]
    database.executemany(
        "INSERT INTO follows (id, follower, followee) VALUES (?, ?, ?)",
        [(number, *pair) for number, pair in enumerate(pairs, 1)])


class Posts:
    """The posts, decided before a row is inserted, so that each row has its counts from the start."""

    def __init__(self, count, newest, members, chance):
        self.ids = [identifier(newest - (count - number) * STEP) for number in range(count)]
        self.members = members
        self.chance = chance
        self.authors = chance.choices(range(len(members)), k=count)
        self.answered = [None] * count
        self.reposted = [None] * count
        self.conversations = list(self.ids)
        """`None` for a repost."""
        self.replies, self.reposts = [0] * count, [0] * count
        self.visibilities = chance.choices(VISIBILITIES, k=count)
        self.favourites = [0] * count
        once = set()
        for number in range(100, count):
            kind, earlier = chance.random(), number - chance.randrange(1, 100)
            if self.visibilities[earlier] == "private" or self.reposted[earlier] is not None:
                continue
            if kind < REPLY:
                self.answered[number] = earlier
                self.conversations[number] = self.conversations[earlier]
                self.replies[earlier] += 1
            elif kind < REPLY + REPOST and (earlier, self.authors[number]) not in once:
                once.add((earlier, self.authors[number]))
                self.reposted[number] = earlier
                self.conversations[number] = None
                self.reposts[earlier] += 1
        for number in range(count):
            if self.reposted[number] is None and chance.random() < FAVOURITES:
                self.favourites[number] = chance.randrange(1, 6)

    def add_to(self, database):
        for start in range(0, len(self.ids), BATCH):
            numbers = range(start, min(start + BATCH, len(self.ids)))
            rows = [self.row(number) for number in numbers]
            database.executemany(
                "INSERT INTO posts (id, author, text, visibility, created_at, reply_to, reply_to_author, conversation, "
                "repost_of, language, replies_count, reposts_count, favourites_count) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
            tagged = [number for number in numbers if self.is_tagged(number)]
            database.executemany(
                "INSERT INTO tags (name, post) VALUES (?, ?)",
                [(self.tag(number), self.ids[number]) for number in tagged])
            database.executemany(
                "INSERT INTO mentions (post, account) VALUES (?, ?)",
                [(self.ids[number], self.members[self.authors[self.answered[number]]])
                 for number in numbers if self.answered[number] is not None])
            database.executemany(
                "INSERT INTO favourites (post, account) VALUES (?, ?)",
                [(self.ids[number], member) for number in numbers if self.favourites[number]
                 for member in self.chance.sample(self.members, self.favourites[number])])

    def row(self, number):
        answered, reposted = self.answered[number], self.reposted[number]
        text = ""
        if reposted is None:
            text = " ".join(self.chance.choices(WORDS, k=self.chance.randrange(5, 40)))
            text = f"@member{self.authors[answered]} {text}" if answered is not None else text.capitalize()
            text += f" #{self.tag(number)}" if self.is_tagged(number) else ""
        return (
            self.ids[number], self.members[self.authors[number]], text,
            "public" if reposted is not None else self.visibilities[number], self.ids[number] >> 16,
            None if answered is None else self.ids[answered],
            None if answered is None else self.members[self.authors[answered]],
            self.conversations[number], None if reposted is None else self.ids[reposted], "en",
            self.replies[number], self.reposts[number], self.favourites[number])

    def is_tagged(self, number):
        return self.reposted[number] is None and number % 10 == 0

    @staticmethod
    def tag(number):
        return f"topic{number // 10 % 100}"


def count_for_accounts(database):
    database.execute(
        "UPDATE accounts SET "
        "followers_count = (SELECT count(*) FROM follows WHERE followee = accounts.id), "
        "following_count = (SELECT count(*) FROM follows WHERE follower = accounts.id), "
        "posts_count = (SELECT count(*) FROM posts WHERE author = accounts.id "
        "AND repost_of IS NULL AND visibility <> 'direct')")


if __name__ == "__main__":
    fill(sys.argv[1], int(sys.argv[2]))
