"""NEW_09: push messages for closed clients, opened by programs of others, from a fake push service."""
import base64
import contextlib
import io
import json
import os
import subprocess
import time
import zipfile

import pytest
import requests
from mastodon import Mastodon, MastodonNotFoundError

from community.database import reading
from community.member import PASSWORD, Client, Member, request
from community.push_service import Device, PushService
from postgres.cluster import Postgres
from support.server import PROGRAM, Swiftlet

OPTIONS = ["--no-rate-limits", "--private-links"]


@pytest.fixture(scope="module")
def service():
    service = PushService()
    yield service
    service.close()


@pytest.fixture(scope="module")
def postgres():
    postgres = Postgres("fsync=off")
    yield postgres
    postgres.remove()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    own = Postgres("fsync=off") if os.environ.get("SWIFTLET_TEST_DATABASE") == "postgres" else None
    server = Swiftlet(tmp_path_factory.mktemp("push") / "data", options=OPTIONS, database=own.database()[0] if own else None)
    yield server
    server.stop()
    if own:
        own.remove()


@pytest.fixture(scope="module")
def people(server):
    """Returns a function that adds a member."""
    model = Member.added(server, Client(server), "model")
    numbers = iter(range(1000))
    return lambda name: model.copied(f"{name}{next(numbers)}")


@pytest.mark.parametrize("standard", [True, False])
def test_NEW_09_a_message_is_opened_by_http_ece_and_its_sender_known_by_py_vapid(service, people, standard):
    ada, bob = people("ada"), people("bob")
    device = Device(service, f"/opened/{standard}")
    device.subscribe(ada, standard)
    post = bob.mastodon.status_post(f"@{ada.username} Hello <b>there</b> & you")
    message, = device.messages()
    notification, = ada.mastodon.notifications()
    assert message == {
        "access_token": ada.token, "preferred_locale": "en", "notification_id": int(notification.id),
        "notification_type": "mention", "title": f"{bob.username} mentioned you",
        "body": f"@{ada.username} Hello <b>there</b> & you", "icon": message["icon"]}
    # JavaScript's numbers have 53 bits.
    assert int(float(message["notification_id"])) == message["notification_id"]
    assert ada.mastodon.notifications(id=message["notification_id"]).status.id == post.id
    assert requests.get(message["icon"], timeout=60).status_code in (200, 404)  # a debug build may lack the app's files
    delivery, = service.of(device.path)
    assert 0 < int(delivery.headers["TTL"]) <= 172_800 and delivery.headers["Urgency"] == "normal"
    assert len(delivery.body) < 4096 and delivery.headers["Content-Type"] == "application/octet-stream"
    # Mastodon's app for Android takes no padding: a header of 86 bytes and one end, or two zeros, and the tag.
    assert len(delivery.body) == len(device.plain(delivery)) + 16 + (87 if standard else 2)
    if not standard:
        # Relays part these fields at each semicolon and each equals sign.
        assert not set(' "') & set(delivery.headers["Crypto-Key"] + delivery.headers["Encryption"])
        assert delivery.headers["Crypto-Key"].count("=") == 2 and delivery.headers["Encryption"].count("=") == 1


def test_NEW_09_mastodon_py_subscribes_and_decrypts(service, people):
    ada, bob = people("ada"), people("bob")
    mastodon = ada.mastodon
    private, public = mastodon.push_subscription_generate_keys()
    with pytest.raises(MastodonNotFoundError):
        mastodon.push_subscription()
    # It changes other addresses to https.
    endpoint = "https://push.example.org/mastodon-py"
    made = mastodon.push_subscription_set(endpoint, public, mention_events=True, favourite_events=False, policy="all")
    assert made.endpoint == endpoint and made.alerts.mention and not made.alerts.favourite
    assert made.server_key == requests.get(f"{ada.server.url}/api/v2/instance", timeout=60).json()["configuration"]["vapid"]["public_key"]
    changed = mastodon.push_subscription_update(favourite_events=True, policy="follower")
    assert changed.policy == "follower" and changed.alerts.favourite and not changed.alerts.mention
    assert mastodon.push_subscription().alerts.favourite and mastodon.push_subscription().id == made.id
    mastodon.push_subscription_delete()
    mastodon.push_subscription_delete()
    with pytest.raises(MastodonNotFoundError):
        mastodon.push_subscription()
    answer = ada.request("POST", "/api/v1/push/subscription", data={
        "subscription[endpoint]": service.url + "/py", "policy": "all", "data[alerts][mention]": "true",
        "subscription[keys][p256dh]": base64.b64encode(public["pubkey"]).decode(),
        "subscription[keys][auth]": base64.b64encode(public["auth"]).decode()})
    assert answer.status_code == 200, answer.text
    bob.mastodon.status_post(f"@{ada.username} for Mastodon.py")
    delivery, = service.wait_for("/py")
    opened = mastodon.push_subscription_decrypt_push(
        delivery.body, private, delivery.headers["Encryption"], delivery.headers["Crypto-Key"])
    assert opened.body == f"@{ada.username} for Mastodon.py" and opened.access_token == ada.token
    assert opened.notification_type == "mention"


def test_NEW_09_our_own_form_has_no_token_hides_its_length_and_tells_what_was_chosen(service, people):
    ada, bob = people("ada"), people("bob")
    sizes = set()
    for detail in ("kind", "name", "text"):
        device = Device(service, f"/own/{detail}")
        member = people("other")
        device.subscribe(member, format="declarative", detail=detail)
        bob.mastodon.status_post(f"@{member.username} hush", visibility="direct")
        message, = device.messages()
        delivery, = service.of(device.path)
        sizes.add(len(delivery.body))
        shown, text = message["notification"], device.plain(delivery).decode()
        assert message["web_push"] == 8030 and message["app_badge"] == shown["app_badge"] == 1
        assert message["unread"] == {str(member.mastodon.me().id): 1}
        assert (bob.username in shown["title"]) == (detail != "kind") and ("hush" in text) == (detail == "text")
        assert member.token not in text and shown["navigate"].startswith(ada.server.url + "/@")
    assert len(sizes) == 1, "padding"


def test_NEW_09_a_test_message_says_at_once_whether_the_push_service_takes_it(service, people):
    ada, device = people("ada"), Device(service, "/test")
    path = "/api/v1/push/subscription/test"
    assert ada.request("POST", path).status_code == 404, "without a subscription"
    device.subscribe(ada)
    assert ada.request("POST", path).status_code == 422, "Mastodon's clients know no such message"
    device.subscribe(ada, format="declarative")
    assert ada.request("POST", path).status_code == 200
    message, = device.messages()
    shown = message["notification"]
    assert shown["title"] == "Notifications work" and ada.token not in json.dumps(message)
    assert shown["navigate"] == f"{ada.server.url}/notifications#for={ada.mastodon.me().id}" and "app_badge" not in message
    service.answers[device.path] = [403, 410]
    refused = ada.request("POST", path)
    assert refused.status_code == 502 and "status 403" in refused.json()["error"], refused.text
    assert ada.request("POST", path).status_code == 502
    assert ada.request("GET", "/api/v1/push/subscription").status_code == 404, "410 ends it"


def test_NEW_09_likes_of_a_post_replace_each_other_at_the_push_service(service, people):
    ada, device = people("ada"), Device(service, "/likes")
    device.subscribe(ada, format="declarative")
    posts = [ada.mastodon.status_post(f"Post {number}").id for number in range(2)]
    for number, name in enumerate(("bob", "cy")):
        person = people(name)
        for post in posts:
            person.mastodon.status_favourite(post)
        # Of those that wait, one is sent.
        found = service.wait_for(device.path, 2 * number + 2)
    topics = [delivery.headers["Topic"] for delivery in found]
    assert len(set(topics)) == 2 and all(len(topic) == 32 for topic in topics)
    assert {device.read(delivery)["notification"]["tag"] for delivery in found} == set(topics)
    assert all(post not in str(topics) for post in posts)


def test_NEW_09_messages_wait_while_it_is_quiet(service, people):
    ada, bob, device = people("ada"), people("bob"), Device(service, "/quiet")
    now = time.time()
    # In Kathmandu the clock is 5 h 45 min ahead.
    hour = lambda shift: time.strftime("%H:%M", time.gmtime(now + shift))  # noqa: E731
    made = device.subscribe(ada, quiet={"from": hour(-3600), "to": hour(3600), "zone": "Etc/UTC"})
    assert made["quiet"] == {"from": hour(-3600), "to": hour(3600), "zone": "Etc/UTC"}
    bob.mastodon.status_post(f"@{ada.username} good night")
    other = Device(service, "/loud")
    other.subscribe(bob, quiet={"from": hour(3600), "to": hour(-3600), "zone": "Etc/UTC"})
    ada.mastodon.status_post(f"@{bob.username} are you awake?")
    other.messages()
    time.sleep(4)
    assert service.of(device.path) == []
    moved = ada.request("PUT", "/api/v1/push/subscription", json={"data": {
        "alerts": {"mention": True}, "quiet": {"from": hour(-3600), "to": hour(3600), "zone": "Asia/Kathmandu"}}})
    assert moved.status_code == 200, moved.text
    assert device.messages()[0]["body"] == f"@{ada.username} good night"
    refused = ada.request("PUT", "/api/v1/push/subscription", json={"data": {"quiet": {
        "from": "22:00", "to": "07:00", "zone": "Nowhere/Town"}}})
    assert refused.status_code == 422 and "time zone" in refused.json()["error"]


def test_NEW_09_a_service_that_is_slow_refuses_redirects_or_forgets(service, people):
    ada, bob, owner = people("ada"), people("bob"), people("owner")
    devices = {name: Device(service, f"/bad/{name}") for name in ("slow", "redirect", "gone", "large", "later", "fine")}
    service.answers = {
        "/bad/slow": [lambda handler: (time.sleep(15), handler.respond(201))],
        "/bad/redirect": [lambda handler: handler.respond(307, Location=service.url + "/bad/elsewhere")],
        "/bad/gone": [410], "/bad/large": [413],
        "/bad/later": [lambda handler: handler.respond(429, Retry_After="1")]}
    members = {name: people(name) for name in devices}
    for name, device in devices.items():
        device.subscribe(members[name])
    for name, member in members.items():
        bob.mastodon.status_post(f"@{member.username} one")
    began = time.monotonic()
    for name in devices:
        service.wait_for(f"/bad/{name}")
    assert service.of("/bad/fine")[0].begun - began < 14, "the slow one holds up no other"
    # Retry-After is kept, and the message comes once more.
    assert [message["body"] for message in devices["later"].messages(2)] == [f"@{members['later'].username} one"] * 2
    assert service.of("/bad/elsewhere") == []
    assert request(ada.server, "GET", "/api/v1/push/subscription", members["gone"].token).status_code == 404
    for name in ("slow", "redirect", "large", "fine"):
        assert request(ada.server, "GET", "/api/v1/push/subscription", members[name].token).status_code == 200
    ada.server.run("user", "role", owner.username, "owner")
    end = time.monotonic() + 60
    while True:
        state = owner.request("GET", "/api/swiftlet/v1/community").json()["push"]
        problems = {entry["problem"] for entry in state["problems"]}
        if {"status 307", "status 413", "The server did not answer in time."} <= problems:
            break
        assert time.monotonic() < end, state
        time.sleep(0.2)
    assert {entry["host"] for entry in state["problems"]} == {"127.0.0.1"}
    assert all(entry["subscriptions"] == 1 and entry["last_sent_at"] is None for entry in state["problems"]), state
    assert ada.request("GET", "/api/swiftlet/v1/community").json()["push"] is None, "members don't see it"
    log = ada.server.log.read_text()
    assert "/bad/" not in log and ada.token not in log, "an endpoint is a secret"


def test_NEW_09_a_response_without_an_end_is_a_success_that_is_not_read(service, people):
    ada, bob, device = people("ada"), people("bob"), Device(service, "/endless")
    piece, taken = bytes(1 << 16), []

    def endless(handler):
        handler.close_connection = True
        handler.send_response(201)
        handler.send_header("Content-Length", str(1 << 30))
        handler.end_headers()
        with contextlib.suppress(OSError):
            while len(taken) < 1 << 14:
                handler.wfile.write(piece)
                taken.append(len(piece))
    service.answers[device.path] = [endless]
    device.subscribe(ada)
    for text in ("one", "two"):
        bob.mastodon.status_post(f"@{ada.username} {text}")
    # A failure would repeat the first one, a minute later.
    assert [message["body"] for message in device.messages(2)] == [f"@{ada.username} {text}" for text in ("one", "two")]
    assert sum(taken) < 1 << 25, "what the system had room for"


def test_NEW_09_signing_out_ends_the_messages(service, people):
    ada, bob, device = people("ada"), people("bob"), Device(service, "/out")
    device.subscribe(ada)
    bob.mastodon.status_post(f"@{ada.username} one")
    device.messages()
    answer = request(ada.server, "POST", "/oauth/revoke", data={
        "token": ada.token, "client_id": ada.client.id, "client_secret": ada.client.secret})
    assert answer.status_code == 200, answer.text
    bob.mastodon.status_post(f"@{ada.username} two")
    other = Device(service, "/still")
    cy = people("cy")
    other.subscribe(cy)
    bob.mastodon.status_post(f"@{cy.username} three")
    other.messages()
    assert len(service.of(device.path)) == 1


def test_NEW_09_ones_own_data_name_the_push_service_and_no_key(service, people):
    ada, device = people("ada"), Device(service, "/export-secret")
    device.subscribe(ada, alerts=["mention"])
    ticket = ada.request("POST", "/api/swiftlet/v1/export").json()["ticket"]
    archive = zipfile.ZipFile(io.BytesIO(requests.get(f"{ada.server.url}/export/{ticket}", timeout=60).content))
    profile = archive.read("profile.json").decode()
    assert json.loads(profile)["push_subscriptions"] == [
        {"service": "127.0.0.1", "alerts": ["mention"], "policy": "all", "detail": "text", "quiet": None}]
    assert "export-secret" not in profile


def test_NEW_09_subscriptions_survive_a_restart_and_a_backup_whose_tokens_nobody_reads(service, tmp_path):
    server = Swiftlet(tmp_path / "data", options=OPTIONS)
    ada = Member.added(server, Client(server), "ada")
    bob, device = ada.copied("bob"), Device(service, "/restored")
    device.subscribe(ada)
    key = device.server_key
    subprocess.run([PROGRAM, "backup", tmp_path / "backup.tar", "--data", server.data], check=True, capture_output=True)
    assert (server.data / "swiftlet.pushkey").stat().st_mode & 0o777 == 0o600
    sealing = (server.data / "swiftlet.pushkey").read_bytes()
    assert sealing not in (tmp_path / "backup.tar").read_bytes() and ada.token.encode() not in (tmp_path / "backup.tar").read_bytes()
    server.stop()
    server = Swiftlet(tmp_path / "data", options=OPTIONS)
    request(server, "POST", "/api/v1/statuses", bob.token, data={"status": "@ada after a restart"})
    message, = device.messages()
    assert message["body"] == "@ada after a restart" and message["access_token"] == ada.token
    server.stop()
    subprocess.run([PROGRAM, "restore", tmp_path / "backup.tar", "--data", tmp_path / "restored"], check=True, capture_output=True)
    with reading(tmp_path / "restored") as database:
        assert database.execute("SELECT count(*) FROM push_subscriptions").fetchone() == (1,)
    server = Swiftlet(tmp_path / "restored", options=OPTIONS)
    request(server, "POST", "/api/v1/statuses", bob.token, data={"status": "@ada after a restore"})
    message = device.messages(2)[-1]
    assert message["body"] == "@ada after a restore" and message["access_token"] == ""
    # An app looks at its subscription when it starts. Its token is known again from then on.
    answer = request(server, "GET", "/api/v1/push/subscription", ada.token)
    assert answer.json()["server_key"] == key
    request(server, "POST", "/api/v1/statuses", bob.token, data={"status": "@ada again"})
    assert device.messages(3)[-1]["access_token"] == ada.token
    server.stop()


def test_NEW_09_two_processes_send_each_message_once_and_in_order(service, postgres, tmp_path):
    address, _ = postgres.database()
    servers = [Swiftlet(tmp_path / "data", options=OPTIONS, database=address, log=tmp_path / f"{number}.log") for number in range(2)]
    ada = Member.added(servers[0], Client(servers[0]), "ada")
    bob, devices = ada.copied("bob"), [Device(service, f"/two/{number}") for number in range(3)]
    members = [ada, ada.copied("cy"), ada.copied("dan")]
    for device, member in zip(devices, members):
        device.subscribe(member)
    names = " ".join(f"@{member.username}" for member in members)
    for number in range(20):
        answer = request(servers[number % 2], "POST", "/api/v1/statuses", bob.token, data={"status": f"{number} {names}"})
        assert answer.status_code == 200, answer.text
    for device, member in zip(devices, members):
        found = [message for message in device.messages(20)]
        assert [message["body"] for message in found] == [f"{number} {names}" for number in range(20)]
        # Both processes have the key of the tokens.
        assert {message["access_token"] for message in found} == {member.token}
    time.sleep(4)
    assert [len(service.of(device.path)) for device in devices] == [20] * 3
    for server in servers:
        server.stop()


def test_NEW_09_private_addresses_are_refused_without_the_switch_of_tests(service, tmp_path):
    server = Swiftlet(tmp_path / "data", options=["--no-rate-limits"])
    ada = Member.added(server, Client(server), "ada")
    for url in (service.url + "/a", "https://127.0.0.1/a", "https://localhost/a", "https://[::1]/a", "https://10.1.2.3/a",
                "https://push.example.org:8443/a", "https://a:b@push.example.org/a"):
        device = Device(service, "/a")
        answer = ada.request("POST", "/api/v1/push/subscription", json={"subscription": {
            "endpoint": url, "keys": {"p256dh": base64.b64encode(device.public_key).decode(),
                                      "auth": base64.b64encode(device.secret).decode()}}})
        assert answer.status_code == 422, url
    server.stop()
