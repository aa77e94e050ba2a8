"""Timeline files, imported with `swiftlet import timeline` and read through Mastodon.py."""
import json
import pathlib
import ssl
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from community.member import Client
from support.server import PROGRAM, ROOT, Swiftlet

sys.path.append(str(ROOT / "Tools/bench"))
import long_thread  # noqa: E402

PICTURE = (ROOT / "Demo/pictures/peony.jpg").read_bytes()


@pytest.fixture
def home(tmp_path):
    """A community of its own to import into, with a client of a stranger."""
    server = Swiftlet(tmp_path / "data", options=["--no-rate-limits"])
    yield server, Client(server).mastodon()
    server.stop()


@pytest.fixture
def pictures():
    """A server that has every picture except /missing.jpg and records its requests."""
    asked = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            body = b"" if self.path == "/missing.jpg" else PICTURE
            self.send_response(200 if body else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()


def imported(server, items, *options):
    """Returns the lines that the program prints."""
    path = pathlib.Path(server.data).with_name("timeline.json")
    path.write_text(items if isinstance(items, str) else json.dumps({"timeline": items}))
    return server.run("import", "timeline", str(path), "--username", "jsmith", *options).splitlines()


def item(number, text=None, reply=None, **more):
    value = {
        "id": f"i{number}", "author": f"@person{number % 3}", "content": text or f"Number {number}",
        "date": f"2020-05-20T11:{number:02}:59Z"}
    return {**value, **({"inReplyTo": f"i{reply}"} if reply is not None else {}), **more}


def words(statuses):
    return [status.content.removeprefix("<p>").removesuffix("</p>") for status in statuses]


def found(client, text):
    """Returns the post with that text, by any author."""
    for name in ("person0", "person1", "person2", "jsmith"):
        statuses = client.account_statuses(client.account_lookup(name).id, limit=40)
        for status, shown in zip(statuses, words(statuses)):
            if shown == text:
                return status
    raise LookupError(text)


def test_THR_01_the_posts_of_a_file_are_shown_in_its_order(home):
    server, client = home
    text = "One\n\ntwo #4242 #Swift https://example.org/?a=b&c=d @person1 @nobody"
    lines = imported(server, [item(0, text), item(1), item(2, author="@JSmith"), item(4, author="@PERSON1")])
    assert lines[:2] == ["posts: 4 added, 0 already there", "people: 2 added, 0 already there"]
    statuses = client.timeline_public()
    assert [status.account.acct for status in statuses] == ["person1", "jsmith", "person1", "person0"]
    assert words(statuses)[:3] == ["Number 4", "Number 2", "Number 1"]
    assert [status.created_at.minute for status in statuses] == [4, 2, 1, 0]
    first = statuses[-1]
    assert "<p>One</p><p>two #4242 " in first.content and "https://example.org/?a=b&amp;c=d" in first.content
    assert [mention.acct for mention in first.mentions] == ["person1"]
    assert [tag.name for tag in first.tags] == ["swift"]
    assert client.timeline_hashtag("swift")[0].id == first.id


def test_THR_03_a_thread_is_complete_in_every_direction(home):
    server, client = home
    imported(server, [
        item(0), item(1, reply=0), item(2, reply=1), item(3, reply=0), item(4), item(5, reply=2), item(6, reply=4)])
    whole = client.status_context(found(client, "Number 0").id)
    assert (words(whole.ancestors), words(whole.descendants)) == (
        [], ["Number 1", "Number 2", "Number 5", "Number 3"])
    deep = client.status_context(found(client, "Number 2").id)
    assert (words(deep.ancestors), words(deep.descendants)) == (["Number 0", "Number 1"], ["Number 5"])
    reply = client.status(deep.descendants[0].id)
    assert (reply.in_reply_to_id, reply.in_reply_to_account_id) == (
        found(client, "Number 2").id, found(client, "Number 2").account.id)


def test_THR_03_of_a_thread_of_5000_replies_500_deep_the_nearest_come_each_behind_what_it_answers(home, tmp_path):
    server, client = home
    path = tmp_path / "long.json"
    path.write_text(json.dumps(long_thread.file(5000, 500)))
    server.run("import", "timeline", str(path), "--username", "jsmith")
    first = client.account_statuses(client.account_lookup("person0").id, exclude_replies=True, limit=40)
    root = next(status for status in first if status.in_reply_to_id is None)
    thread = client.status_context(root.id)
    assert len(thread.descendants) == 300
    check_order(root, thread.descendants)
    deep = max(thread.descendants, key=lambda status: depth(status, thread.descendants))
    above = client.status_context(deep.id).ancestors
    assert above[0].id == root.id and [status.in_reply_to_id for status in above[1:]] == [status.id for status in above[:-1]]
    assert above[-1].id == deep.in_reply_to_id


def check_order(root, statuses):
    """Checks depth-first order: a reply follows its parent, with no other threads in between."""
    path = [root.id]
    for status in statuses:
        while path and path[-1] != status.in_reply_to_id:
            path.pop()
        assert path, f"{status.id} does not stand behind what it answers"
        path.append(status.id)


def depth(status, statuses):
    answered = {other.id: other.in_reply_to_id for other in statuses}
    count, id = 0, status.id
    while id in answered:
        count, id = count + 1, answered[id]
    return count


def test_THR_01_a_second_run_doubles_nothing_and_changes_what_changed(home):
    server, client = home
    items = [item(0), item(1, reply=0), item(2, reply=9)]
    imported(server, items)
    before = client.status_context(found(client, "Number 0").id).descendants
    assert imported(server, items)[0] == "posts: 0 added, 3 already there"
    items[1]["content"] = "Changed"
    items += [item(9, reply=0)]
    lines = imported(server, items)
    assert lines[0] == "posts: 1 added, 3 already there" and "changed: 1 post" in lines
    after = client.status_context(found(client, "Number 0").id).descendants
    assert sorted(words(after)) == ["Changed", "Number 2", "Number 9"] and words(after)[0] == "Changed"
    assert after[0].id == before[0].id


def test_THR_06_bad_items_are_said_and_cost_no_other(home):
    server, client = home
    lines = imported(server, [
        1, {}, item(0, date="yesterday", avatar=1, images="x", inReplyTo=[]), item(0, "double"), item(1, reply=77),
        item(2, reply=3), item(3, reply=2), item(4, reply=4), dict(item(5), content="")])
    assert lines[0] == "posts: 5 added, 0 already there"
    assert lines[3:] == [
        "left out: item 1, not an object", "left out: item 2, no id",
        "left out: item 4, an item before it has the same id", "left out: item 9, neither text nor pictures",
        "without a date: 1 post, placed after the one before",
        "threads started: 1 reply, to posts that are not in the file",
        "thread started: item 6, which replied to itself or in a circle",
        "thread started: item 8, which replied to itself or in a circle"]
    thread = client.status_context(found(client, "Number 3").id)
    assert (words(thread.ancestors), words(thread.descendants)) == (["Number 2"], [])


def test_THR_04_avatars_and_pictures_are_fetched_once(home, pictures):
    server, client = home
    address, asked = pictures
    items = [
        item(0, avatar=f"{address}/a.jpg"), item(3, avatar=f"{address}/b.jpg", images=[f"{address}/1.jpg"]),
        item(1, avatar="", images=[f"{address}/missing.jpg", "javascript:alert(1)", f"{address}/1.jpg"])]
    lines = imported(server, items, "--private-pictures")
    assert sorted(asked) == ["/1.jpg", "/b.jpg", "/missing.jpg"]
    assert "pictures: 1 added, 0 already there" in lines or "pictures: 2 added, 0 already there" in lines
    assert any(line.startswith(f"picture not imported: item 3, {address}/missing.jpg: ") for line in lines)
    assert "left out: 1 picture beyond nine, or without an address" in lines
    statuses = client.timeline_public()
    assert "/media/" in statuses[1].account.avatar
    # Visitors' browsers are never sent to a private address.
    assert [attachment.type for attachment in statuses[0].media_attachments] == ["unknown", "image"]
    asked.clear()
    imported(server, items, "--private-pictures")
    assert asked == ["/missing.jpg"]


def test_THR_04_pictures_at_private_addresses_are_fetched_only_if_wanted(home, pictures):
    server, client = home
    address, asked = pictures
    lines = imported(server, [item(0, avatar=f"{address}/a.jpg")])
    assert asked == [] and any("picture not imported: item 1" in line for line in lines)
    assert words(client.timeline_public()) == ["Number 0"]


def test_THR_04_a_server_whose_certificate_nobody_vouches_for_is_not_believed(home, pictures, tmp_path):
    server, _ = home
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-addext",
         "subjectAltName=IP:127.0.0.1", "-days", "2", "-keyout", key, "-out", certificate], check=True, capture_output=True)
    _, asked = pictures
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_error(404)

    false = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    false.socket = tls.wrap_socket(false.socket, server_side=True)
    threading.Thread(target=false.serve_forever, daemon=True).start()
    address = f"https://127.0.0.1:{false.server_port}/a.jpg"
    lines = imported(server, [item(0, avatar=address)], "--private-pictures")
    false.shutdown()
    assert asked == [] and any(address in line and "certificate" in line for line in lines), lines


@pytest.mark.parametrize("text, code", [
    ("", 65), ("{", 65), ("[]", 65), ('{"timeline": 1}', 65), ("<!doctype html>", 65), ('{"timeline": [}', 65), (None, 66)])
def test_THR_01_what_is_no_timeline_file_is_said_with_a_code(tmp_path, text, code):
    path = tmp_path / "timeline.json"
    if text is not None:
        path.write_text(text)
    command = [PROGRAM, "import", "timeline", path, "--username", "jsmith", "--new", "--data", tmp_path / "data"]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == code
    message = ended.stderr.strip().splitlines()[-1]
    assert message.startswith("swiftlet: ") and str(path) in message


def test_THR_01_an_import_that_is_killed_leaves_nothing_and_goes_on(tmp_path):
    data, path = tmp_path / "data", tmp_path / "long.json"
    path.write_text(json.dumps(long_thread.file(5000, 500)))
    command = [PROGRAM, "import", "timeline", path, "--username", "jsmith", "--new", "--data", data]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if "Writing" in line or "Reading" in line:
            time.sleep(0.3)
            break
    process.kill()
    process.wait()
    again = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert again.startswith(("posts: 5001 added, 0 already there", "posts: 0 added, 5001 already there"))


def test_MOM_03_a_moments_page_may_name_pictures_at_private_addresses(home, pictures, tmp_path):
    server, _ = home
    address, asked = pictures
    source = tmp_path / "source"
    source.mkdir()
    person = {"username": "ann", "nick": "Ann", "avatar": ""}
    (source / "user.json").write_text(json.dumps(person | {"profile-image": ""}))
    (source / "tweets.json").write_text(json.dumps(
        [{"content": "Peonies", "images": [{"url": f"{address}/1.jpg"}], "sender": person}]))
    arguments = ("import", "moments", str(source), "--username", "ann")
    lines = server.run(*arguments).splitlines()
    assert asked == [] and any("picture not imported" in line for line in lines), lines
    lines = server.run(*arguments, "--private-pictures").splitlines()
    assert asked == ["/1.jpg"] and not any("picture not imported" in line for line in lines), lines
