"""Fixtures: the real server and third-party clients. `SWIFTLET_TEST_DATABASE=postgres` runs the server on PostgreSQL.
"""
import itertools
import os

import pytest

from community.member import Client, Member
from postgres.cluster import Postgres
from support.queue import Queue
from support.server import Swiftlet


def served(folder):
    """Runs an empty community until the generator is closed."""
    postgres = Postgres("fsync=off") if os.environ.get("SWIFTLET_TEST_DATABASE") == "postgres" else None
    database = postgres.database()[0] if postgres else None
    server = Swiftlet(folder / "data", options=["--no-rate-limits"], database=database)
    yield server
    server.stop()
    if postgres:
        postgres.remove()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    yield from served(tmp_path_factory.mktemp("community"))


@pytest.fixture(scope="module")
def empty_server(tmp_path_factory):
    """A community in which no other file's tests leave anything."""
    yield from served(tmp_path_factory.mktemp("empty"))


@pytest.fixture(scope="session")
def client(server):
    return Client(server)


@pytest.fixture(scope="session")
def member(server, client):
    """Returns a function that adds a member, so that tests don't share people: `member("ada")` is @ada1, @ada2 …"""
    model, numbers = Member.added(server, client, "model"), itertools.count(1)
    return lambda name: model.copied(f"{name}{next(numbers)}")


@pytest.fixture
def ada(member):
    return member("ada")


@pytest.fixture
def bob(member):
    return member("bob")


@pytest.fixture
def cy(member):
    return member("cy")


class ClientQueue(Queue):
    slow = (
        "test_postgres", "test_limits", "test_hostile_input", "test_description", "test_hostile_pictures", "test_push",
        "test_power_cut", "test_access_matrix", "test_private_data", "test_demo",
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return ClientQueue(config, log)
