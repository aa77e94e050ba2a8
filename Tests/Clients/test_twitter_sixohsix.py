"""NEW_03: "Python Twitter Tools" of sixohsix send what OAuth needs in the query, and in the form of a POST."""
import importlib
import json
import sys

import pytest

from community.camera_pictures import picture
from community.member import PASSWORD
from community.oauth1 import host, registered
from community.sign_in import AuthorizationPage, allow, shown_code
from support.server import ROOT

TEXT = "héllo & wörld! (a+b) ~ 你好 * = sixohsix"
FOLDER = ROOT / ".build/sixohsix"
"""Its module has the name of python-twitter's, so it is installed apart."""


def imported():
    """Returns the module and its function that reads tokens, and leaves python-twitter to the other tests."""
    def loaded():
        return {name: module for name, module in sys.modules.items() if name.split(".")[0] == "twitter"}

    others = loaded()
    for name in others:
        del sys.modules[name]
    sys.path.insert(0, str(FOLDER))
    try:
        dance = importlib.import_module("twitter.oauth_dance")
        return importlib.import_module("twitter"), dance.parse_oauth_tokens
    finally:
        sys.path.remove(str(FOLDER))
        for name in loaded():
            del sys.modules[name]
        sys.modules.update(others)


@pytest.fixture(scope="module")
def imports():
    return imported()


@pytest.fixture(scope="module")
def library(imports):
    return imports[0]


@pytest.fixture(scope="module")
def ann(member):
    return member("sxann")


@pytest.fixture(scope="module")
def bob(member, ann):
    bob = member("sxbob")
    ann.mastodon.account_follow(bob.id)
    bob.mastodon.account_follow(ann.id)
    return bob


@pytest.fixture(scope="module")
def client_key(server):
    return registered(server)


@pytest.fixture(scope="module")
def connected(server, library, client_key):
    """Returns a function that makes a client with a token."""
    def made(token="", secret="", auth=None, **options):
        auth = auth or library.OAuth(token, secret, *client_key)
        return library.Twitter(domain=host(server), secure=False, auth=auth, **options)

    return made


@pytest.fixture(scope="module")
def token(server, imports, connected, ann):
    """Signs in as its `oauth_dance` does, which knows no other server than Twitter."""
    steps, parsed = {"format": "", "api_version": None}, imports[1]
    tokens = parsed(connected(**steps).oauth.request_token(oauth_callback="oob"))
    page = AuthorizationPage(f"{server.url}/oauth/authorize?oauth_token={tokens[0]}")
    allow(page, ann.username, PASSWORD)
    return parsed(connected(*tokens, **steps).oauth.access_token(oauth_verifier=shown_code(page)))


@pytest.fixture(scope="module")
def api(connected, token):
    return connected(*token)


def code_of(library, call):
    """Returns the status and the code with which the server refuses."""
    with pytest.raises(library.TwitterHTTPError) as refused:
        call()
    return refused.value.e.code, refused.value.response_data["errors"][0]["code"]


def test_NEW_03_sixohsix_reads_with_a_signature_in_the_query(api, ann, bob):
    posts = [int(bob.mastodon.status_post(f"@{ann.username} sixohsix {number}").id) for number in range(3)]
    assert api.account.verify_credentials(include_email="true")["screen_name"] == ann.username
    home = api.statuses.home_timeline(count=2, exclude_replies=True)
    assert [tweet["id"] for tweet in home] == posts[:0:-1]
    assert [tweet["id"] for tweet in api.statuses.home_timeline(count=2, max_id=posts[1])] == posts[1::-1]
    assert [tweet["id"] for tweet in api.statuses.mentions_timeline(since_id=posts[0])] == posts[:0:-1]
    assert api.statuses.show(id=posts[0])["id_str"] == str(posts[0]), "in the path"
    assert api.statuses.show(_id=posts[0])["id_str"] == str(posts[0]), "in the query"
    assert [user["screen_name"] for user in api.users.lookup(screen_name=f"{bob.username},nobody_here")] == [bob.username]
    assert api.followers.ids(screen_name=ann.username, cursor=-1)["ids"] == [int(bob.id)]
    assert [tweet["id"] for tweet in api.search.tweets(q="sixohsix", count=3)["statuses"]] == posts[::-1]
    assert api.users.show(screen_name="@" + bob.username)["id_str"] == bob.id


def test_NEW_03_sixohsix_writes_with_a_signature_in_the_form(library, api, ann, bob):
    theirs = int(bob.mastodon.status_post("Like me, sixohsix").id)
    tweet = api.statuses.update(status=TEXT, in_reply_to_status_id=theirs)
    assert tweet["text"] == TEXT.replace("&", "&amp;") and tweet["in_reply_to_status_id"] == theirs
    assert code_of(library, lambda: api.statuses.update(status=TEXT)) == (403, 187)
    assert api.favorites.create(_id=theirs)["favorited"] is True
    assert code_of(library, lambda: api.favorites.create(_id=theirs)) == (403, 139)
    assert api.favorites.destroy(_id=theirs)["favorite_count"] == 0
    repost = api.statuses.retweet(id=theirs)
    assert repost["retweeted_status"]["id"] == theirs != repost["id"]
    assert code_of(library, lambda: api.statuses.retweet(id=theirs)) == (403, 327)
    assert api.statuses.destroy(id=repost["id"])["id"] == repost["id"]
    assert api.statuses.destroy(id=tweet["id"])["id"] == tweet["id"]
    assert code_of(library, lambda: api.statuses.show(id=tweet["id"])) == (404, 144)
    assert api.friendships.destroy(screen_name=bob.username)["following"] is False
    assert api.friendships.create(screen_name=bob.username)["following"] is True


def test_NEW_03_sixohsix_signs_the_query_of_an_upload(api):
    """The body is a file or JSON, which no signature covers."""
    media = api.media.upload(media=picture())
    assert media["media_id_string"] == str(media["media_id"])
    api.media.metadata.create(media_id=media["media_id_string"], text="A cat & a dog")
    tweet = api.statuses.update(status="Look, sixohsix", media_ids=media["media_id_string"])
    shown = api.statuses.show(_id=tweet["id"], include_ext_alt_text="true")
    assert shown["extended_entities"]["media"][0]["ext_alt_text"] == "A cat & a dog"


def test_NEW_03_sixohsix_reads_with_a_token_of_the_program(library, connected, client_key, bob):
    basic = library.OAuth2(consumer_key=client_key[0], consumer_secret=client_key[1])
    answer = connected(auth=basic, api_version=None, format="").oauth2.token(grant_type="client_credentials")
    bearer = json.loads(answer)["access_token"]
    api = connected(auth=library.OAuth2(bearer_token=bearer))
    assert api.users.show(screen_name=bob.username)["id_str"] == bob.id
    assert code_of(library, api.statuses.home_timeline) == (403, 220)
