"""The real server, and programs that others wrote."""
import itertools

import pytest

from community.member import Member, Program
from support.server import Swiftlet


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    server = Swiftlet(tmp_path_factory.mktemp("community") / "data", options=["--no-rate-limits"])
    yield server
    server.stop()


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
