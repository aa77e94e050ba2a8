"""NEW_19: the way back after a forgotten password by mail, against a small mail server."""
import io
import json
import os
import re
import time
import zipfile

import pytest
import requests

from community.member import PASSWORD, Client, Member, request
from postgres.cluster import Postgres
from support.mailbox import Mailbox
from support.ports import fresh_port
from support.server import Swiftlet

NEW = "another horse battery"


@pytest.fixture(scope="module")
def box():
    box = Mailbox()
    yield box
    box.close()


def served(data, box, *options, database=None):
    """Starts a server that knows its own address, as mails need it."""
    port = fresh_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("support.server.fresh_port", lambda: port)
        return Swiftlet(data, privacy="members", database=database, options=[
            *options, "--public-url", f"http://127.0.0.1:{port}",
            "--smtp", f"smtp://user:pass%40word@127.0.0.1:{box.port}?from=choir@example.org"])


@pytest.fixture(scope="module")
def server(tmp_path_factory, box):
    postgres = Postgres("fsync=off") if os.environ.get("SWIFTLET_TEST_DATABASE") == "postgres" else None
    server = served(
        tmp_path_factory.mktemp("mailing") / "data", box, "--no-rate-limits",
        database=postgres.database()[0] if postgres else None)
    yield server
    server.stop()
    if postgres:
        postgres.remove()


@pytest.fixture(scope="module")
def person(server):
    """Returns a function that adds a member with an address."""
    def added(name, address=None):
        server.add_member(name, PASSWORD)
        if address:
            server.run("user", "email", name, address)
        return name
    return added


def browser(server, path, language="en"):
    """Opens one of the server's pages; returns a function that submits its form, and the page."""
    page = requests.get(server.url + path, timeout=60, headers={"Accept-Language": language})
    token = re.search(r'name="form_token" value="([^"]+)"', page.text)
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in page.cookies)

    def submit(**fields):
        return requests.post(server.url + path, data=fields | {"form_token": token[1]}, timeout=60, headers={
            "Cookie": cookies, "Accept-Language": language})
    return submit, page


def link(mail):
    return re.search(r"http://127\.0\.0\.1:\d+(/\S+)", mail.get_content())[1]


@pytest.mark.parametrize("by", ["username", "address", "other letters"])
def test_NEW_19_a_link_by_mail_sets_a_new_password(server, box, person, by):
    name = person("post_" + by.replace(" ", "_"), address := f"{by.split()[0]}.Ann+x@Example.org")
    before = len(box.mails)
    submit, _ = browser(server, "/forgotten")
    answer = submit(username={"username": name, "address": address}.get(by, " " + address.upper()))
    assert answer.status_code == 200 and "Look into your mailbox" in answer.text
    sender, recipients, mail = box.wait_for(before + 1)
    assert (sender, recipients) == ("choir@example.org", [address]) and box.sign_ins[-1] == ["user", "pass@word"]
    assert str(mail["To"]).strip("<>") == address and mail["Auto-Submitted"] == "auto-generated" and "@" + name in mail.get_content()
    assert link(mail).startswith("/reset/")
    submit, page = browser(server, link(mail))
    assert page.status_code == 200 and submit(password=NEW).status_code == 200
    assert browser(server, link(mail))[1].status_code == 404
    log = server.log.read_text()
    assert address.lower() not in log.lower() and link(mail).split("/")[-1] not in log


def test_NEW_19_the_response_is_the_same_whoever_asks(server, box, person):
    person("without_mail")
    person("known_mail", "known@example.org")
    before, answers = len(box.mails), []
    for typed in ("without_mail", "nobody_here", "unknown@example.org", "", "x" * 400, "known_mail"):
        submit, _ = browser(server, "/forgotten")
        answers.append(submit(username=typed))
    assert {(answer.status_code, answer.text) for answer in answers} == {(200, answers[0].text)}
    assert box.wait_for(before + 1)[1] == ["known@example.org"]


def test_NEW_19_nobody_fills_a_members_mailbox(server, box, person):
    person("often", "often@example.org")
    person("after_often", "after@example.org")
    before = len(box.mails)
    for typed in ("often", "often", "often@example.org", "after_often"):
        browser(server, "/forgotten")[0](username=typed)
        box.wait_for(before + (1 if "often" in typed and "after" not in typed else 2))
    assert sorted(mail[1][0] for mail in box.mails[before:]) == ["after@example.org", "often@example.org"]


def test_NEW_19_a_family_shares_an_address(server, box, person):
    for name in ("parent", "child"):
        person(name, "family@example.org")
    before = len(box.mails)
    browser(server, "/forgotten")[0](username="family@example.org")
    box.wait_for(before + 2)
    assert len({link(mail) for _, _, mail in box.mails[before:]}) == 2


@pytest.mark.parametrize("language, word", [("ar", "رابط"), ("zh", "链接"), ("el", "σύνδεσμο"), ("pt-BR", "link")])
def test_NEW_19_the_mail_is_in_the_members_language(server, box, person, language, word):
    person("in_" + language[:2], f"{language}@example.org")
    before = len(box.mails)
    browser(server, "/forgotten", language)[0](username="in_" + language[:2])
    assert word in box.wait_for(before + 1)[2].get_content()


def test_NEW_19_what_the_mail_server_refuses_for_now_is_sent_later_and_the_log_has_no_address(server, box, person):
    person("patient", "patient@example.org")
    person("refused", "refused@example.org")
    before = len(box.mails)
    box.refusals = ["550 refused@example.org is not welcome"]
    browser(server, "/forgotten")[0](username="refused")
    end = time.monotonic() + 60
    while "A mail was not sent" not in server.log.read_text():
        assert time.monotonic() < end
        time.sleep(0.02)
    box.refusals = ["451 not now"]
    browser(server, "/forgotten")[0](username="patient")
    assert box.wait_for(before + 1)[1] == ["patient@example.org"]
    assert "@example.org" not in server.log.read_text()


def test_NEW_19_a_member_sets_confirms_and_removes_the_address(server, box, person):
    client = Client(server)
    name = person("setter")
    ann = Member(server, client, name, client.signed_in(name).access_token)
    path = "/api/swiftlet/v1/email"
    assert ann.request("GET", path).json() == {"email": None, "pending": None, "sends_mail": True}
    assert ann.request("POST", path, data={"email": "new@example.org", "password": "wrong"}).status_code == 403
    for bad in ("ann", "a@b@c.org", "a b@c.org", "a@b.org\nBcc: c@d.org", "a@b.org>\r\nDATA", "a@b..org", "ä@b.org"):
        answer = ann.request("POST", path, data={"email": bad, "password": PASSWORD})
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_email"), bad
    before = len(box.mails)
    answer = ann.request("POST", path, data={"email": "new@example.org", "password": PASSWORD})
    assert answer.json() == {"email": None, "pending": "new@example.org", "sends_mail": True}
    _, recipients, mail = box.wait_for(before + 1)
    assert recipients == ["new@example.org"] and link(mail).startswith("/email/")
    browser(server, "/forgotten")[0](username=name)
    assert ann.request("GET", path).json()["email"] is None, "reading the link confirms nothing"
    submit, page = browser(server, link(mail))
    assert "new@example.org" in page.text and submit().status_code == 200
    assert ann.request("GET", path).json() == {"email": "new@example.org", "pending": None, "sends_mail": True}
    assert browser(server, link(mail))[1].status_code == 404 and link(mail).split("/")[-1] not in server.log.read_text()
    ticket = ann.request("POST", "/api/swiftlet/v1/export").json()["ticket"]
    archive = zipfile.ZipFile(io.BytesIO(requests.get(f"{server.url}/export/{ticket}", timeout=60).content))
    assert json.loads(archive.read("profile.json"))["email"] == "new@example.org"
    assert len(box.mails) == before + 1, "an address that isn't confirmed gets no link"
    assert ann.request("POST", path, data={"email": "", "password": PASSWORD}).json()["email"] is None


def test_NEW_19_nobody_else_sees_the_address(server, person):
    client = Client(server)
    person("hidden", "hidden.away@example.org")
    name = person("curious")
    token = client.signed_in(name).access_token
    found = request(server, "GET", "/api/v1/accounts/lookup?acct=hidden", token).json()
    for path in ("/api/v1/accounts/lookup?acct=hidden", f"/api/v1/accounts/{found['id']}", "/api/v1/directory?local=true",
                 "/api/v2/search?q=hidden.away@example.org", "/api/v1/accounts/search?q=hidden.away"):
        assert "hidden.away" not in request(server, "GET", path, token).text, path


def test_NEW_19_the_sign_in_page_says_which_way_there_is(server):
    own = Client(server, redirect_uri=server.url + "/signed-in")
    path = f"/oauth/authorize?response_type=code&client_id={own.id}&redirect_uri={server.url}/signed-in&scope=read"
    assert 'href="/forgotten"' in requests.get(server.url + path, timeout=60).text


def test_NEW_19_without_a_mail_server_the_owner_makes_the_link(tmp_path):
    server = Swiftlet(tmp_path / "data")
    page = requests.get(server.url + "/forgotten", timeout=60)
    assert page.status_code == 404 and "Ask whoever runs this community" in page.text
    server.stop()


def test_NEW_19_who_asks_too_often_has_to_wait(tmp_path, box):
    server = served(tmp_path / "data", box)
    statuses = [browser(server, "/forgotten")[0](username="nobody").status_code for _ in range(12)]
    server.stop()
    assert statuses[:10] == [200] * 10 and statuses[-1] == 429
