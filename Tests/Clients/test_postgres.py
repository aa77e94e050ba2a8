"""The server on PostgreSQL, as one process and as several, while something is wrong with the database."""
import concurrent.futures
import os
import pathlib
import subprocess
import threading
import time
import urllib.parse

import pytest
import requests

from community.answers import answers, questions
from community.member import PASSWORD, Client, Member
from postgres.cluster import Postgres
from support.origins import until
from support.ports import fresh_port
from support.server import PROGRAM, Swiftlet

QUIET = ["--no-rate-limits"]


@pytest.fixture(scope="module")
def postgres():
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture
def town(postgres, tmp_path):
    """A community on a database of its own; `town.beside()` starts another process on it."""
    town = Town(postgres, tmp_path)
    yield town
    town.stop()


class Town:
    def __init__(self, postgres, folder):
        self.postgres, self.folder, self.servers = postgres, folder, []
        self.address, self.name = postgres.database()
        self.server = self.beside()

    def beside(self):
        log = self.folder / f"{len(self.servers)}.log"
        self.servers.append(Swiftlet(self.folder / "data", options=QUIET, log=log, database=self.address))
        return self.servers[-1]

    def member(self):
        """Returns the token of a new member."""
        return Member.added(self.server, Client(self.server), "ada").token

    def logs(self):
        return "".join(server.log.read_text() for server in self.servers)

    def stop(self):
        for server in self.servers:
            server.stop()
        assert "hush" not in self.logs(), "the password of the database is in no log"

    def sql(self, statement):
        return self.postgres.sql(statement, self.name)


def write(server, token, text, timeout=60):
    return requests.post(
        f"{server.url}/api/v1/statuses", data={"status": text}, timeout=timeout,
        headers={"Authorization": f"Bearer {token}", "Idempotency-Key": text[:60]})


def home(server, token):
    return requests.get(f"{server.url}/api/v1/timelines/home", headers={"Authorization": f"Bearer {token}"}, timeout=60)


def is_hindered(answer):
    """Returns whether the response says clearly that the server is unavailable for now."""
    return answer.status_code == 503 and int(answer.headers["Retry-After"]) > 0


class Load:
    """Writes and reads from several threads until it is stopped. Every response is correct or says that the server is
    unavailable."""

    def __init__(self, servers, token, name):
        self.servers, self.token, self.name = servers, token, name
        self.is_over, self.kept, self.refused, self.wrong = threading.Event(), {}, 0, []
        self.lock, self.threads = threading.Lock(), concurrent.futures.ThreadPoolExecutor(8)

    def __enter__(self):
        self.work = [self.threads.submit(self.write, number) for number in range(4)]
        self.work += [self.threads.submit(self.read, number) for number in range(2)]
        return self

    def __exit__(self, *error):
        self.is_over.set()
        for done in self.work:
            done.result(120)
        self.threads.shutdown()

    def write(self, side):
        number = 0
        while not self.is_over.is_set():
            text, number = f"{self.name} {side} {number}", number + 1
            answer = write(self.servers[number % len(self.servers)], self.token, text)
            with self.lock:
                if answer.status_code == 200:
                    self.kept[text] = answer.json()["id"]
                elif is_hindered(answer):
                    self.refused += 1
                else:
                    self.wrong.append((answer.status_code, answer.text))

    def read(self, side):
        while not self.is_over.is_set():
            known = len(self.kept)
            answer = home(self.servers[side % len(self.servers)], self.token)
            if answer.status_code == 200:
                if known > 20 and len(answer.json()) < 20:
                    self.wrong.append("posts are missing")
            elif not is_hindered(answer):
                self.wrong.append((answer.status_code, answer.text))

    def wait_for(self, count, seconds=60):
        """Waits until `count` more posts are stored."""
        wanted, end = len(self.kept) + count, time.monotonic() + seconds
        while len(self.kept) < wanted:
            assert time.monotonic() < end, f"only {len(self.kept)} of {wanted}: {self.wrong[:3]}"
            time.sleep(0.02)


def assert_whole(town, load):
    """Checks that every acknowledged post is stored once, under its id."""
    assert load.wrong == []
    rows = [row.split("|") for row in town.sql(f"SELECT text, id FROM posts WHERE text LIKE '{load.name} %'")]
    stored = dict(rows)
    assert len(stored) == len(rows), "no post is there twice"
    assert {text: stored.get(text) for text in load.kept} == load.kept


def test_NEW_08_postgresql_is_stopped_and_started_under_load(town):
    token = town.member()
    with Load([town.server], token, "stopped") as load:
        for _ in range(2):
            load.wait_for(30)
            town.postgres.stop()
            refused = load.refused
            while load.refused < refused + 5:
                time.sleep(0.05)
            health = requests.get(f"{town.server.url}/health", timeout=120)
            assert health.status_code == 503 and health.json()["database"] == "unavailable"
            town.postgres.start()
        load.wait_for(30)
    assert_whole(town, load)
    health = requests.get(f"{town.server.url}/health", timeout=120)
    assert health.status_code == 200 and health.json()["status"] == "ok"


def test_NEW_08_postgresql_is_killed_amid_writes_and_nothing_acknowledged_is_lost(town):
    token = town.member()
    with Load([town.server], token, "killed") as load:
        for _ in range(3):
            load.wait_for(40)
            town.postgres.kill()
            town.postgres.start()
        load.wait_for(20)
    assert_whole(town, load)


def test_NEW_08_connections_are_cut_one_by_one(town):
    token = town.member()
    others = f"FROM pg_stat_activity WHERE datname = '{town.name}' AND pid <> pg_backend_pid()"
    with Load([town.server], token, "cut") as load:
        load.wait_for(10)
        for _ in range(20):
            town.sql(f"SELECT pg_terminate_backend(pid) FROM (SELECT pid {others} ORDER BY random() LIMIT 1) one")
            time.sleep(0.05)
        load.wait_for(20)
    assert_whole(town, load)


def test_NEW_08_a_lock_that_somebody_holds_costs_a_clear_answer(town):
    token = town.member()
    assert write(town.server, token, "before").status_code == 200
    holder = town.postgres.hold("LOCK TABLE posts IN ACCESS EXCLUSIVE MODE", town.name)
    answer = write(town.server, token, "held")
    assert is_hindered(answer), answer.text
    assert is_hindered(home(town.server, token)), "what is not kept can't be read"
    holder.kill()
    holder.wait()
    assert write(town.server, token, "held").status_code == 200
    assert [post["content"] for post in home(town.server, token).json()] == ["<p>held</p>", "<p>before</p>"]


def test_NEW_08_all_connections_are_taken_by_others(tmp_path):
    # Enough for the server and for the command that opens the community to strangers, which runs beside it.
    postgres = Postgres("max_connections=20", "superuser_reserved_connections=0")
    try:
        address, name = postgres.database()
        server = Swiftlet(tmp_path / "data", options=QUIET, database=address)
        held = []
        try:
            while True:
                held.append(postgres.hold("SELECT 1", name))
        except AssertionError:
            pass
        answers = [requests.get(f"{server.url}/api/v1/timelines/public", timeout=120) for _ in range(10)]
        assert all(answer.status_code == 200 or is_hindered(answer) for answer in answers)
        for session in held:
            session.kill()
            session.wait()
        public = f"{server.url}/api/v1/timelines/public"
        until(lambda: requests.get(public, timeout=60).status_code == 200, "the server has a connection again")
        server.stop()
    finally:
        postgres.remove()


def test_NEW_08_the_disk_of_the_database_is_full(tmp_path):
    postgres = Postgres(small=24)
    try:
        address, _ = postgres.database(tablespace="small")
        server = Swiftlet(tmp_path / "data", options=QUIET, database=address)
        token = Member.added(server, Client(server), "ada").token
        assert write(server, token, "before").status_code == 200
        filler = postgres.small / "filler"
        with filler.open("wb", buffering=0) as file:
            try:
                while file.write(bytes(8192)):
                    pass
            except OSError:
                pass
        # Keeps only status and id: response objects would hold their connections, of which an address may
        # have 64.
        answers = [(answer.status_code, answer.json().get("id")) for answer in (
            write(server, token, f"full {number} " + "x" * 400) for number in range(150))]
        assert {status for status, _ in answers} <= {200, 507} and answers[-1][0] == 507
        kept = [id for status, id in answers if status == 200]
        assert home(server, token).status_code == 200
        assert [post["id"] for post in home(server, token).json()][:5] == kept[::-1][:5] or len(kept) < 5
        filler.unlink()
        assert write(server, token, "after").status_code == 200
        server.stop()
    finally:
        postgres.remove()


def test_NEW_08_two_processes_serve_the_same_community(town):
    token = town.member()
    other = town.beside()
    with Load([town.server, other], token, "both") as load:
        load.wait_for(100)
    assert_whole(town, load)
    assert load.refused == 0
    # A change by one process invalidates the cached response of the other.
    for number in range(10):
        assert home(other, token).status_code == 200
        id = write(town.server, token, f"news {number}").json()["id"]
        until(lambda: home(other, token).json()[0]["id"] == id, "the other process shows it", 30)
    # One process stops and finishes its requests; the other goes on.
    with Load([other], token, "alone") as load:
        load.wait_for(10)
        town.server.stop()
        load.wait_for(10)
    assert_whole(town, load)
    assert load.refused == 0
    town.servers.remove(town.server)


def test_NEW_08_processes_that_begin_at_once_make_one_schema(postgres, tmp_path):
    address, name = postgres.database()
    with concurrent.futures.ThreadPoolExecutor(3) as threads:
        start = lambda number: Swiftlet(tmp_path / "data", options=QUIET, database=address, log=tmp_path / f"{number}.log")
        servers = list(threads.map(start, range(3)))
    steps = postgres.sql("SELECT count(*), max(number) FROM schema_migrations", name)[0].split("|")
    assert steps[0] == steps[1]
    for server in servers:
        server.stop()


def test_NEW_08_a_start_waits_for_another_one_that_makes_the_schema_for_long(postgres, tmp_path):
    address, name = postgres.database()
    holder = postgres.hold("SELECT pg_advisory_xact_lock(1400457580, 1)", name)
    waiting = "SELECT xact_start FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    attempts = set()
    with concurrent.futures.ThreadPoolExecutor(1) as threads:
        starting = threads.submit(lambda: Swiftlet(tmp_path / "data", options=QUIET, database=address))
        until(lambda: attempts.update(postgres.sql(waiting, name)) or len(attempts) > 1 or starting.done(), "it tries again")
        holder.kill()
        holder.wait()
        starting.result().stop()


def test_NEW_08_a_process_is_killed_while_it_migrates(postgres, tmp_path):
    address, name = postgres.database()
    environment = dict(os.environ, SWIFTLET_DATABASE=address)
    cuts, wait, done = 0, 0.05, None
    while done is None:
        command = [PROGRAM, "user", "add", f"member{cuts}", "--new", "--data", str(tmp_path / "data")]
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            _, errors = process.communicate("correct horse battery\n", timeout=wait)
            assert process.returncode == 0, errors
            done = process
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            cuts += 1
        tables = postgres.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", name)[0]
        assert int(tables) in (0, 2) or int(tables) > 30, "all of the schema, or nothing but the driver's own tables"
        wait += 0.05
    assert cuts > 0
    server = Swiftlet(tmp_path / "data", options=QUIET, database=address)
    server.stop()


def test_NEW_08_a_newer_schema_is_refused(town):
    town.sql("INSERT INTO schema_migrations (number, name, fingerprint) VALUES (9999, 'later', 1)")
    command = [PROGRAM, "user", "list", "--data", str(town.folder / "data"), "--database", town.address]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 65 and "newer Swiftlet" in done.stderr
    assert "hush" not in done.stderr
    town.sql("DELETE FROM schema_migrations WHERE number = 9999")


def test_NEW_08_the_demo_moves_to_postgresql_and_back_and_answers_the_same(postgres, tmp_path):
    data, back = tmp_path / "data", tmp_path / "back"
    server = Swiftlet(data, demo=True, options=QUIET)
    token = Client(server).signed_in("wren", password="demo-swiftlet").access_token
    asked = questions(server, token)
    before, for_strangers = answers(server, asked, token), answers(server, asked, None)
    assert len(asked) > 500
    server.stop()

    def assert_same(server):
        for who, good in ((token, before), (None, for_strangers)):
            now = answers(server, asked, who)
            assert [path for path in asked if now[path] != good[path]] == []

    address, _ = postgres.database()
    copy = lambda source, target: subprocess.run(
        [PROGRAM, "copy", "--from", str(source), "--to", str(target)], capture_output=True, text=True)
    done = copy(data, address)
    assert done.returncode == 0, done.stderr
    assert "read them back" in done.stdout and "hush" not in done.stdout + done.stderr
    assert copy(data, address).returncode == 73, "nothing is copied over anything"
    server = Swiftlet(data, options=QUIET, database=address)
    assert_same(server)
    server.stop()
    assert copy(address, back).returncode == 0
    (data / "media").rename(back / "media")
    server = Swiftlet(back, options=QUIET)
    assert_same(server)
    server.stop()


def test_NEW_08_the_address_says_how_far_a_connection_is_trusted(tmp_path):
    """Checks TLS by `sslmode`, as libpq defines it (https://www.postgresql.org/docs/15/libpq-ssl.html)."""
    postgres = Postgres(port=fresh_port())
    try:
        name = postgres.database()[1]

        def address(host="localhost", **options):
            return f"postgres://postgres:hush@{host}:{postgres.port}/{name}?{urllib.parse.urlencode(options)}"

        def refusal(address):
            command = [PROGRAM, "user", "add", "bob", "--data", str(tmp_path / "data"), "--database", address]
            done = subprocess.run(command, capture_output=True, text=True, input=PASSWORD + "\n", timeout=60)
            assert done.returncode != 0 and "hush" not in done.stdout + done.stderr
            return done.stderr

        trusted = {"sslmode": "verify-full", "sslrootcert": postgres.certificate}
        server = Swiftlet(tmp_path / "data", options=QUIET, database=address(**trusted))
        try:
            token = Member.added(server, Client(server), "ada").token
            assert write(server, token, "By TLS").status_code == 200
            plain = "SELECT count(*) FILTER (WHERE ssl), count(*) FILTER (WHERE NOT ssl) FROM pg_stat_ssl " \
                "JOIN pg_stat_activity USING (pid) WHERE client_addr IS NOT NULL"
            secure, open_ones = map(int, postgres.sql(plain)[0].split("|"))
            assert secure > 0 and open_ones == 0
        finally:
            server.stop()
        other = tmp_path / "other.pem"
        other.write_bytes(pathlib.Path(requests.certs.where()).read_bytes())
        assert "certificate verify failed" in refusal(address(sslmode="verify-full", sslrootcert=other))
        assert "does not match" in refusal(address("127.0.0.1", **trusted))
        assert "no encryption" in refusal(address(sslmode="disable"))
    finally:
        postgres.remove()
