"""NEW_03: Net::Twitter (Debian's libnet-twitter-perl) takes a member's password (xAuth), if the community allows it."""
import json
import os
import shutil
import subprocess

import pytest

from community.camera_pictures import picture
from community.member import PASSWORD
from community.oauth1 import registered
from community.sign_in import AuthorizationPage, allow, shown_code
from support.server import ROOT

TEXT = "héllo & wörld! (a+b) ~ 你好 * perl"
SCRIPT = ROOT / "Tests/Clients/programs/net_twitter.pl"
STEPS = {
    "request_token": "request_token", "authentication": "authenticate", "authorization": "authorize",
    "access_token": "access_token", "xauth": "access_token"}


@pytest.fixture(scope="module")
def perl():
    if not shutil.which("perl") or subprocess.run(["perl", "-MNet::Twitter", "-e1"], capture_output=True).returncode:
        pytest.skip("libnet-twitter-perl isn't installed: make test-programs does it")


@pytest.fixture(scope="module")
def ann(member):
    return member("plann")


@pytest.fixture(scope="module")
def client_key(server):
    return registered(server)


@pytest.fixture
def said(perl, server, client_key):
    """Returns a function that runs commands and returns what the library got for each."""
    def run(*commands):
        given = {"url": server.url, "steps": STEPS, "commands": commands} | dict(zip(("key", "secret"), client_key))
        done = subprocess.run(["perl", SCRIPT], input=json.dumps(given), capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


@pytest.fixture
def allowed(server):
    server.run("settings", "xauth", "on")
    yield
    server.run("settings", "xauth", "off")


def test_NEW_03_perl_gets_no_token_for_a_password_unless_the_owner_allows_it(said, ann):
    [refused, unsigned] = said(["xauth", ann.username, PASSWORD], ["home_timeline"])
    assert "401 Unauthorized" in refused["error"] and unsigned["code"] == 401


def test_NEW_03_perl_signs_in_with_a_password(said, allowed, ann, member, tmp_path):
    file = tmp_path / "cat.png"
    file.write_bytes(picture())
    bob = member("plbob")
    ann.mastodon.account_follow(bob.id)
    theirs = bob.mastodon.status_post("Like me, perl & all").id
    [wrong] = said(["xauth", ann.username, "wrong"])
    assert "401 Unauthorized" in wrong["error"]
    answers = said(
        ["xauth", ann.username, PASSWORD],
        ["verify_credentials", {"include_entities": 0}],
        ["home_timeline", {"count": 5}],
        ["update", {"status": TEXT}],
        ["update", {"status": TEXT}],
        ["create_favorite", {"id": theirs}],
        ["create_favorite", theirs],
        ["retweet", theirs],
        ["retweet", theirs],
        ["show_status", theirs, {"include_my_retweet": 1}],
        ["friends_ids", {"screen_name": ann.username}],
        ["lookup_users", {"screen_name": [bob.username, ann.username]}],
        ["unfollow", bob.username],
        ["follow", {"screen_name": bob.username}],
        ["follow", {"screen_name": bob.username}],
        ["update_profile", {"description": "Perl & co. <ö>", "location": "Köln"}],
        ["rate_limit_status"],
        ["search", {"q": "nothing_like_this"}],
        ["user_timeline", {"id": ann.username, "count": 1}],
        ["upload", [str(file)]],
        ["show_user", "nobody_at_all"])
    (signed, me, home, tweet, twice, liked, liked_twice, repost, repost_twice, shown, friends, users, left, followed,
     followed_again, profile, limits, found, own, media, nobody) = answers
    assert signed[2:] == [ann.id, ann.username] and signed[0].startswith(ann.id + "-")
    assert me[0]["screen_name"] == ann.username and "entities" not in me[0]
    assert [status["id_str"] for status in home[0]] == [str(theirs)]
    assert tweet[0]["text"] == TEXT.replace("&", "&amp;")
    assert (twice["code"], twice["twitter"]) == (403, 187) and "duplicate" in twice["message"]
    assert liked[0]["favorite_count"] == 1 and liked_twice["twitter"] == 139
    assert repost[0]["retweeted_status"]["id_str"] == str(theirs) and repost_twice["twitter"] == 327
    assert shown[0]["current_user_retweet"]["id_str"] == repost[0]["id_str"]
    assert friends[0]["ids"] == [int(bob.id)]
    assert [user["screen_name"] for user in users[0]] == [bob.username, ann.username]
    assert not left[0]["following"]
    assert followed[0]["screen_name"] == bob.username == followed_again[0]["screen_name"]
    assert profile[0]["description"] == "Perl & co. <ö>" and profile[0]["location"] == "Köln"
    assert limits[0]["resources"]["statuses"] and found[0]["statuses"] == []
    assert own[0][0]["user"]["screen_name"] == ann.username
    assert media[0]["media_id_string"] == str(media[0]["media_id"]) and media[0]["image"]["w"] > 0
    assert (nobody["code"], nobody["twitter"]) == (404, 50)


def test_NEW_03_perl_asks_for_its_tokens_by_get(perl, server, client_key, ann, tmp_path):
    typed = tmp_path / "pin"
    os.mkfifo(typed)
    given = {"url": server.url, "steps": STEPS, "commands": [["typed_pin", str(typed)], ["verify_credentials"]]}
    given |= dict(zip(("key", "secret"), client_key))
    pipes = dict.fromkeys(["stdin", "stdout"], subprocess.PIPE)
    with subprocess.Popen(["perl", SCRIPT], text=True, **pipes) as process:
        process.stdin.write(json.dumps(given))
        process.stdin.close()
        page = AuthorizationPage(process.stdout.readline().removeprefix("PIN? ").strip())
        allow(page, ann.username, PASSWORD)
        typed.write_text(shown_code(page) + "\n")
        tokens, me = json.loads(process.stdout.read())
    assert tokens[2:] == [ann.id, ann.username] and me[0]["id_str"] == ann.id
