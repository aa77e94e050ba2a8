"""Fixtures that several test files import by name to replace those of conftest.py."""
import pytest

from .composing import Composing
from .photos import Photos


@pytest.fixture(scope="module")
def community(people, engine):
    """A server of the file's own, which its tests may change."""
    server = people.server()
    yield server
    server.stop()


@pytest.fixture
def composing(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    return Composing(moments, people["wren"])


@pytest.fixture
def photos(composing, tmp_path):
    return Photos(composing, tmp_path)
