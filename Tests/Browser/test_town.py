"""The test community of Tools/town: forty people who have talked for a year. Tested through the API, without a
browser."""
import contextlib
import shutil
import sqlite3
import sys

import pytest

from support.server import ROOT

sys.path += [str(ROOT / "Tools/town")]
import residents  # noqa: E402
import town  # noqa: E402


@pytest.fixture(scope="module")
def served(people, engine):
    """The town on a server, whose viewer is signed in."""
    server = people.server(prepare=town.fill)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def ask(served, people):
    return lambda path: people[town.READER].request(served, "GET", path)


def test_NEW_10_the_town_is_a_whole_community(served):
    said = served.run("check").splitlines()
    assert said[:2] == ["database: intact", "counts: correct"] and said[2].startswith("pictures: ")
    with contextlib.closing(sqlite3.connect(f"file:{served.data / 'swiftlet.sqlite'}?mode=ro", uri=True)) as database:
        names = [person.username for person in residents.EVERYBODY]
        marks = ", ".join("?" * len(names))
        [(present,)] = database.execute(
            f"SELECT count(*) FROM accounts WHERE is_imported = 0 AND username IN ({marks})", names)
        assert present == len(names) == 41
        [(posts,)] = database.execute("SELECT count(*) FROM posts WHERE place IS NULL")
        assert posts >= town.POSTS
        kinds = {kind for kind, in database.execute("SELECT DISTINCT kind FROM notifications")}
        assert kinds == {"mention", "follow", "follow_request", "favourite", "reblog", "status", "update", "admin.sign_up"}
        [(mentioned,)] = database.execute("SELECT count(*) FROM mentions")
        assert mentioned > 1000


def test_NEW_10_home_and_a_deep_thread_are_read(ask):
    home = []
    while len(home) < 200:
        home += ask("/api/v1/timelines/home?limit=40" + (f"&max_id={home[-1]['id']}" if home else ""))
    assert len({status["id"] for status in home}) == len(home)
    for kind in ("reblog", "in_reply_to_id", "media_attachments", "spoiler_text", "card", "tags"):
        assert any(status[kind] for status in home), kind
    found = ask("/api/v2/search?q=Biscuit+breakfast&type=statuses")["statuses"]
    beginning = next(status for status in found if status["replies_count"] == 5)
    context = ask(f"/api/v1/statuses/{beginning['id']}/context")
    depths = {beginning["id"]: 0}
    for status in context["descendants"]:
        depths[status["id"]] = depths[status["in_reply_to_id"]] + 1
    assert max(depths.values()) == 7 and len(context["descendants"]) == 23


def test_NEW_09_what_happened_is_told_and_counted(ask):
    told = ask("/api/v1/notifications?limit=80")
    assert {"mention", "favourite", "reblog"} <= {notification["type"] for notification in told}
    assert 0 < ask("/api/v1/notifications/unread_count")["count"] < len(told)
    assert [account["username"] for account in ask("/api/v1/blocks")] == ["best_offers"]
    assert len(ask("/api/v1/conversations")) == 5


def test_NEW_10_the_town_is_the_same_every_time(people, tmp_path):
    def texts(folder):
        shutil.copytree(people.data, folder)
        town.fill(folder)
        with contextlib.closing(sqlite3.connect(folder / "swiftlet.sqlite")) as database:
            return database.execute(
                "SELECT a.username, p.text FROM posts p JOIN accounts a ON a.id = p.author WHERE p.place IS NULL "
                "AND p.id NOT IN (SELECT post FROM import_items) ORDER BY p.id").fetchall()
    assert texts(tmp_path / "one") == texts(tmp_path / "two")
