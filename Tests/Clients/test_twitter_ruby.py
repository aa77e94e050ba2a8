"""NEW_03: the gem `twitter` (Debian's ruby-twitter) finds the server at Twitter's own address."""
import json
import shutil
import subprocess

import pytest

from community.as_twitter import as_twitter
from community.camera_pictures import picture
from community.oauth1 import registered, signed_in
from support.server import ROOT

TEXT = "héllo & wörld! (a+b) ~ 你好 * ruby"
SCRIPT = ROOT / "Tests/Clients/programs/ruby_twitter.rb"


@pytest.fixture(scope="module")
def twitter(server, tmp_path_factory):
    if not shutil.which("ruby") or subprocess.run(["ruby", "-e", "require 'twitter'"], capture_output=True).returncode:
        pytest.skip("ruby-twitter isn't installed: make test-programs does it")
    return as_twitter(server, tmp_path_factory.mktemp("ruby"))


def test_NEW_03_ruby_reads_with_a_token_of_the_program_and_tells_errors_apart(twitter, server, member, tmp_path):
    ann, bob = member("rbann"), member("rbbob")
    ann.mastodon.account_follow(bob.id)
    posts = [str(bob.mastodon.status_post(f"rubyfish {number}").id) for number in range(3)]
    key = registered(server)
    token = signed_in(server, key, ann)
    file = tmp_path / "cat.png"
    file.write_bytes(picture())
    given = {
        "key": key[0], "secret": key[1], "token": token[0], "token_secret": token[1], "text": TEXT, "theirs": int(posts[0]),
        "me": ann.username, "other": bob.username, "word": "rubyfish", "picture": str(file)}
    said = json.loads(twitter.output(["ruby", SCRIPT], json.dumps(given)))
    app = said["app"]
    assert app["user"] == bob.id and app["image"].startswith("http") and app["tweet"] == "rubyfish 0"
    assert app["timeline"] == posts[::-1] == said["found"] and app["followers"] == [ann.username]
    assert app["found"] == [], "only members find tweets by words"
    assert app["home"] == ["Twitter::Error::Forbidden", 220] and app["update"] == ["Twitter::Error::Forbidden", 261]
    assert said["me"] == ann.username and said["text"] == TEXT.replace("&", "&amp;")
    assert "Tweetbook" in said["source"] and said["url"].startswith(f"https://twitter.com/{ann.username}/status/")
    assert said["reply"] == [posts[0], bob.username, True]
    assert said["mentions"] == [[bob.username, "@" + bob.username]]
    assert said["media"][0][:2] == ["Twitter::Media::Photo", ["large", "medium", "small", "thumb"]]
    error = "Twitter::Error::"
    assert said["duplicate"] == [error + "DuplicateStatus", 187] and said["duplicate_hidden"] == "Twitter::Tweet"
    assert said["favorite"] is True and said["favorite_again"] == [error + "AlreadyFavorited", 139]
    assert said["favorite_hidden"] == 0 and said["favorites"] == [posts[0]] and said["unfavorite"] is False
    assert said["retweet"] == [True, posts[0], "RT @"] and said["retweet_again"] == [error + "AlreadyRetweeted", 327]
    assert said["retweeters"] == [ann.id] and said["unretweet"] == posts[0]
    assert said["unfollow"] == [bob.username] == said["follow"] and said["follow_again"] == []
    assert said["friendship"] is True and said["friends"] == [bob.username]
    assert said["users"] == sorted([ann.username, bob.username])
    assert said["nobody"] == [error + "NotFound", 50] and said["is_nobody"] is False
    assert said["removed"] is True and said["gone"] == [error + "NotFound", 144]
    assert said["wrong"] == [error + "Unauthorized", 89] == said["unsigned"]
    assert said["no_page"] == [error + "NotFound", 34]
