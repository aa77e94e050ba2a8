"""The real server, and programs that others wrote. `SWIFTLET_TEST_DATABASE=postgres`: the server on PostgreSQL."""
import itertools
import os

import pytest

from community.member import Member, Program
from postgres.server import Postgres
from support.server import Swiftlet


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    postgres = Postgres("fsync=off") if os.environ.get("SWIFTLET_TEST_DATABASE") == "postgres" else None
    database = postgres.database()[0] if postgres else None
    server = Swiftlet(tmp_path_factory.mktemp("community") / "data", options=["--no-rate-limits"], database=database)
    yield server
    server.stop()
    if postgres:
        postgres.remove()


@pytest.fixture(scope="session")
def program(server):
    return Program(server)


@pytest.fixture(scope="session")
def member(server, program):
    """Makes somebody new, so that tests do not meet each other's people: `member("ada")` is @ada1, @ada2 …"""
    model, numbers = Member.added(server, program, "model"), itertools.count(1)
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
