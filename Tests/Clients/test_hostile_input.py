"""Sends invalid input to every route that writes: it must be refused with a message, or stored as harmless text."""
import json

import pytest

from community.database import carry_out, faults, reading, row_counts
from community.description import described_operations
from community.member import SCOPES, Client, Member
from hostile.send import Wire
from hostile.values import MEGABYTES, WHOLE_BODIES, forms, json_bodies
from support.server import Swiftlet

KEPT_OUT = ["/oauth/revoke"]
"""Excluded: it would end the session that the test uses."""


class Target:
    """A community of its own, because the input of these tests may stay in it."""

    def __init__(self, folder):
        self.server = Swiftlet(folder / "data", options=["--no-rate-limits"])
        self.ada = Member.added(self.server, Client(self.server), "ada")
        self.bob = self.ada.copied("bob")
        self.status = self.ada.mastodon.status_post("Target").id
        carry_out(self.server, ("UPDATE credentials SET role = 'owner' WHERE account = ?", (int(self.ada.id),)))
        self.wire = Wire(self.server, self.ada.limited_token(*SCOPES, "admin:read", "admin:write"))
        self.operations = [
            operation for operation in described_operations(self.server)
            if operation.has_body and operation.path not in KEPT_OUT]

    def address(self, operation):
        values = {name: self.status if "/statuses/" in operation.path else self.bob.id
                  for name in ("id", "account_id", "name", "list_id")}
        return operation.address(**values)

    def faults_of(self, cases):
        """Sends each (operation, name, type, body). Returns what was wrong with the responses, and what was stored
        although refused."""
        wrong = []
        with reading(self.server.data) as database:
            for operation, name, type, body in cases:
                before = row_counts(database)
                answer = self.wire.send(operation.method, self.address(operation), type, body)
                wrong += [f"{operation.name} {name}: {fault}" for fault in fault_of(answer, body)]
                if answer is None or answer.status >= 400:
                    changed = {table: count - before.get(table, 0)
                               for table, count in row_counts(database).items() if count != before.get(table, 0)}
                    wrong += [f"{operation.name} {name}: refused, but written {changed}"] if changed else []
        return wrong


def fault_of(answer, body):
    if answer is None:
        return [] if len(body) >= MEGABYTES else ["no answer"]
    if answer.status >= 500:
        return [f"{answer.status} {answer.body[:200]}"]
    if answer.status >= 400 and not answer.is_error:
        return [f"{answer.status} without the error shape: {answer.body[:200]}"]
    if b"<script" in answer.body or b"<img src=x" in answer.body:
        return [] if is_plain_text_field(answer.body) else [f"markup got through: {answer.body[:300]}"]
    return []


def is_plain_text_field(body):
    """Returns whether the word stands only in fields that the API defines as plain text, not HTML."""
    return not any("<script" in text or "<img src=x" in text for text in html_fields(json.loads(body)))


def html_fields(value, name=""):
    if isinstance(value, dict):
        for key, child in value.items():
            if key != "source":
                yield from html_fields(child, key)
    elif isinstance(value, list):
        for child in value:
            yield from html_fields(child, name)
    elif isinstance(value, str) and name in ("content", "note", "value"):
        yield value


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    target = Target(tmp_path_factory.mktemp("hostile"))
    yield target
    target.server.stop()


@pytest.fixture(autouse=True)
def stays_whole(target):
    """Checks after each test that the server runs and its database is sound."""
    yield
    assert target.ada.mastodon.me().username == target.ada.username
    with reading(target.server.data) as database:
        assert faults(database) == []


def test_NEW_02_every_writing_route_is_tried(target):
    assert len(target.operations) > 25


def test_NEW_02_wrong_values_are_refused_or_harmless(target):
    wrong = target.faults_of(
        (operation, name, "application/json", body)
        for operation in target.operations for name, body in json_bodies(operation.parameters))
    assert wrong == [], "\n".join(wrong)


def test_NEW_02_broken_forms_are_refused_or_harmless(target):
    wrong = target.faults_of(
        (operation, name, "application/x-www-form-urlencoded", body)
        for operation in target.operations for name, body in forms(operation.parameters))
    assert wrong == [], "\n".join(wrong)


def test_NEW_02_broken_bodies_are_refused_or_harmless(target):
    wrong = target.faults_of(
        (operation, name, type, body)
        for operation in target.operations for name, (type, body) in WHOLE_BODIES.items())
    assert wrong == [], "\n".join(wrong)


def test_NEW_02_ten_megabytes_are_refused(target):
    large = b"x" * MEGABYTES
    cases = []
    for operation in target.operations:
        name = next(iter(operation.parameters), "status").removesuffix("[]").encode()
        cases.append((operation, "10 MB of JSON", "application/json", b'{"%s": "%s"}' % (name, large)))
    with reading(target.server.data) as database:
        before = row_counts(database)
        wrong = []
        for operation, name, type, body in cases:
            answer = target.wire.send(operation.method, target.address(operation), type, body)
            wrong += [f"{operation.name}: {fault}" for fault in fault_of(answer, body)]
            if answer is not None and answer.status < 400:
                wrong.append(f"{operation.name}: taken with {answer.status}")
        assert wrong == [], "\n".join(wrong)
        assert row_counts(database) == before


@pytest.mark.parametrize("id", ["0", "-1", "99999999999999999999", "1e3", "%00", "%2e%2e%2f", "'", "1%20OR%201=1", "%ff"])
def test_NEW_02_what_is_no_id_names_nothing(target, id):
    """Checks ids of the wrong form. Dismissing a notification is the exception: it succeeds if the notification
    doesn't exist."""
    for operation in target.operations:
        if "{id}" in operation.path and not operation.path.endswith("/dismiss"):
            answer = target.wire.send(
                operation.method, operation.path.replace("{id}", id), "application/json", b'{"status": "x"}')
            assert answer.status in (400, 404, 422) and answer.is_error, f"{operation.name} {answer}"
