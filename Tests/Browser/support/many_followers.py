"""Adds more people than a test could add with the CLI: writes them into the database of a stopped server."""
import contextlib
import pathlib
import sqlite3


def add_followers(data, username, count):
    """Adds the followers `follower1` and so on, in this order; every third has no bio."""
    with contextlib.closing(sqlite3.connect(pathlib.Path(data) / "swiftlet.sqlite")) as database, database:
        [(followee,)] = database.execute("SELECT id FROM accounts WHERE username = ?", (username,))
        [(last,)] = database.execute("SELECT max(id) FROM accounts")
        [(last_follow,)] = database.execute("SELECT max(id) FROM follows")
        for number in range(1, count + 1):
            name = f"follower{number}"
            bio = "" if number % 3 == 0 else f"I am number {number}, and I like birds. " * (1 + number % 4)
            database.execute(
                "INSERT INTO accounts (id, username, username_key, nick, nick_key, is_imported, created_at, bio)"
                " VALUES (?, ?, ?, ?, ?, 1, 0, ?)", (last + number, name, name, f"Follower {number}", name, bio))
            database.execute(
                "INSERT INTO follows (follower, followee, id) VALUES (?, ?, ?)",
                (last + number, followee, last_follow + number))
        database.execute(
            "UPDATE accounts SET followers_count = followers_count + ? WHERE id = ?", (count, followee))
