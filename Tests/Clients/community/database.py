"""Access to the server's database from outside the server."""
import contextlib
import hashlib
import pathlib
import sqlite3
import time

from postgres import cluster as postgres


def database_file(data):
    return pathlib.Path(data) / "swiftlet.sqlite"


@contextlib.contextmanager
def reading(data):
    connection = sqlite3.connect(f"file:{database_file(data)}?mode=ro", uri=True)
    try:
        yield connection
    finally:
        connection.close()


@contextlib.contextmanager
def writing(data):
    """Opens a transaction while the server runs."""
    connection = sqlite3.connect(database_file(data), timeout=60, isolation_level=None)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        connection.execute("COMMIT")
    finally:
        connection.close()


def carry_out(server, *statements):
    """Runs statements with their values in one transaction while the server runs, on SQLite or PostgreSQL."""
    if server.database:
        postgres.carry_out(server.database, [(sql, values) for sql, values in statements])
        return
    with writing(server.data) as connection:
        for sql, values in statements:
            connection.execute(sql, values)


def add_member_like(server, model, model_token, username, token):
    """Adds an account with the model's password and a token like the model's."""
    id = time.time_ns() // 1_000_000 << 16
    carry_out(
        server,
        ("INSERT INTO accounts (id, username, username_key, nick, nick_key, is_imported, created_at) "
         "VALUES (?, ?, ?, ?, ?, 0, ?)", (id, username, username, username, username, id >> 16)),
        ("INSERT INTO credentials (account, role, password) SELECT ?, 'member', c.password "
         "FROM credentials c JOIN accounts a ON a.id = c.account WHERE a.username = ?", (id, model)),
        ("INSERT INTO tokens (id, token, application, account, scopes, created_at, last_used_at) "
         "SELECT ?, ?, application, ?, scopes, created_at, last_used_at FROM tokens WHERE token = ?",
         (id, digest(token), id, digest(model_token))))


def add_token_like(server, model, token, scopes):
    """Adds a token for the same member and client with other scopes."""
    id = time.time_ns() // 1_000_000 << 16
    carry_out(
        server,
        ("INSERT INTO tokens (id, token, application, account, scopes, created_at, last_used_at) "
         "SELECT ?, ?, application, account, ?, created_at, last_used_at FROM tokens WHERE token = ?",
         (id, digest(token), scopes, digest(model))))


def add_pictures(server, status, urls):
    """Attaches remote pictures to a post. A running server notices this after a short delay."""
    sql = "INSERT INTO attachments (post, position, source, description) VALUES (?, ?, ?, '')"
    carry_out(server, *[(sql, (int(status), position, url)) for position, url in enumerate(urls)])


def digest(secret):
    return hashlib.sha256(secret.encode()).hexdigest()


def row_counts(connection):
    """Returns the number of rows of each table."""
    names = [name for name, in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}


def faults(connection):
    """Returns the faults that SQLite finds in the database; empty if it is sound."""
    found = [text for text, in connection.execute("PRAGMA integrity_check") if text != "ok"]
    return found + [f"foreign key of {row}" for row in connection.execute("PRAGMA foreign_key_check")]
