"""The server is killed repeatedly while it writes. Every acknowledged write is stored, exactly once. Power cuts
differ, because the operating system outlives a killed process: see test_power_cut.py."""
import concurrent.futures
import random
import threading

import pytest
import requests

from community.database import faults, reading
from community.member import Client, Member
from support.server import Swiftlet

ROUNDS = 8
WRITES = 1000
AT_ONCE = 8


@pytest.fixture
def data(tmp_path):
    return tmp_path / "data"


def write(url, token, text, session):
    """Returns the id of the post; `None` if the server ended before it responded."""
    try:
        answer = session.post(
            f"{url}/api/v1/statuses", data={"status": text}, timeout=120,
            headers={"Authorization": f"Bearer {token}", "Idempotency-Key": text})
    except requests.ConnectionError:
        return None
    assert answer.status_code == 200, answer.text
    return answer.json()["id"]


def write_until_cut(server, token, texts, cut_after):
    """Writes from several threads, and kills the server after `cut_after` responses. Returns the ids by text, `None`
    for an unanswered one."""
    answered, left = threading.Semaphore(0), iter(texts)
    lock, results = threading.Lock(), {}

    def worker():
        session = requests.Session()
        while True:
            with lock:
                text = next(left, None)
            if text is None:
                return
            results[text] = write(server.url, token, text, session)
            if results[text] is None:
                return
            answered.release()

    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as threads:
        workers = [threads.submit(worker) for _ in range(AT_ONCE)]
        for _ in range(cut_after):
            assert answered.acquire(timeout=60)
        server.kill()
        for done in workers:
            done.result()
    return results


def test_NEW_02_a_killed_server_loses_nothing_that_was_acknowledged_and_doubles_nothing(data):
    chance = random.Random(3)
    server = Swiftlet(data, options=["--no-rate-limits"])
    token = Member.added(server, Client(server), "ada").token
    acknowledged = {}
    for round in range(ROUNDS):
        texts = [f"round {round} write {number}" for number in range(WRITES)]
        results = write_until_cut(server, token, texts, cut_after=chance.randrange(20, WRITES // 3))
        acknowledged |= {text: id for text, id in results.items() if id}
        with reading(data) as database:
            assert faults(database) == [], "as the cut left it"
        server = Swiftlet(data, options=["--no-rate-limits"])
        session = requests.Session()
        unanswered = [text for text, id in results.items() if id is None]
        again = unanswered + chance.sample([text for text, id in results.items() if id], 20)
        for text in again:
            id = write(server.url, token, text, session)
            assert id == acknowledged.setdefault(text, id), f"{text} was published twice"
    server.stop()
    with reading(data) as database:
        assert faults(database) == []
        stored = database.execute("SELECT text, id FROM posts WHERE text LIKE 'round %'").fetchall()
    assert len(stored) == len(dict(stored)), "no post is there twice"
    assert {text: str(id) for text, id in stored} == acknowledged
    assert len(acknowledged) > ROUNDS * 20
