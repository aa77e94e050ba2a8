"""NEW_03: clients of the Twitter API that others wrote sign their requests (OAuth 1.0a), and so does one that is up to no
good (twitter-v11.md §13)."""
import io
import itertools
import time
import urllib.parse

import pytest
import requests
import tweepy
import twitter
import twython
from oauthlib import oauth1

from community.camera_pictures import picture
from community.member import PASSWORD, request
from community.oauth1 import Handler, PlainHTTP, host, plain, registered, signed_in
from community.sign_in import AuthorizationPage, allow, answered, refuse, shown_code

TEXT = "héllo & wörld! (a+b) ~ 你好 *"
HOME, UPDATE = "/1.1/statuses/home_timeline.json", "/1.1/statuses/update.json"


@pytest.fixture(scope="module")
def client_key(server):
    return registered(server)


@pytest.fixture(scope="module")
def ann(member):
    return member("sgann")


@pytest.fixture(scope="module")
def bob(member, ann):
    bob = member("sgbob")
    ann.mastodon.account_follow(bob.id)
    bob.mastodon.account_follow(ann.id)
    return bob


@pytest.fixture(scope="module")
def token(server, client_key, ann):
    return signed_in(server, client_key, ann)


@pytest.fixture(scope="module")
def api(server, client_key, token):
    api = tweepy.API(tweepy.OAuth1UserHandler(*client_key, *token), host=host(server))
    api.session.mount("https://", PlainHTTP())
    return api


def code_of(call):
    """Returns the code with which the server refuses."""
    with pytest.raises(tweepy.HTTPException) as refused:
        call()
    return refused.value.api_codes[0]


def test_NEW_03_tweepy_reads_all_timelines_to_their_ends(api, ann, bob):
    posts = [bob.mastodon.status_post(f"@{ann.username} number {number}").id for number in range(45)]
    assert api.verify_credentials().screen_name == ann.username
    assert not hasattr(api.verify_credentials(skip_status=True), "status")
    for method, options in ((api.home_timeline, {}), (api.mentions_timeline, {}),
                            (api.user_timeline, {"screen_name": bob.username})):
        found = [tweet.id for tweet in tweepy.Cursor(method, count=20, tweet_mode="extended", **options).items()]
        assert len(found) == len(set(found)) and set(map(int, posts)) <= set(found), method.__name__
        assert found == sorted(found, reverse=True) and found[0] > 2 ** 53
    assert [user.screen_name for user in tweepy.Cursor(api.get_friends, count=1).items()] == [bob.username]
    assert list(tweepy.Cursor(api.get_follower_ids).items()) == [int(bob.id)]
    source, target = api.get_friendship(target_screen_name=bob.username)
    assert source.following and source.followed_by and target.screen_name == bob.username
    assert [user.id for user in api.lookup_users(screen_name=[bob.username, "nobody_at_all"])] == [int(bob.id)]
    assert [tweet.id for tweet in api.search_tweets("number")] != []
    limits = api.rate_limit_status()["resources"]["statuses"]["/statuses/home_timeline"]
    assert limits["remaining"] <= limits["limit"]


def test_NEW_03_tweepy_writes_and_hears_of_what_it_repeats(api, ann, bob):
    tweet = api.update_status(TEXT)
    assert tweet.text == TEXT.replace("&", "&amp;") and tweet.user.screen_name == ann.username
    assert tweet.source.startswith("Tweetbook")
    assert bob.mastodon.status(tweet.id).application.name.startswith("Tweetbook")
    assert code_of(lambda: api.update_status(TEXT)) == 187
    reply = api.update_status(f"@{ann.username} and on", in_reply_to_status_id=tweet.id)
    assert reply.in_reply_to_status_id == tweet.id
    theirs = int(bob.mastodon.status_post("Like me").id)
    assert api.create_favorite(theirs).favorite_count == 1
    assert code_of(lambda: api.create_favorite(theirs)) == 139
    assert api.destroy_favorite(theirs).favorite_count == 0
    repost = api.retweet(theirs)
    assert repost.retweeted_status.id == theirs != repost.id
    assert code_of(lambda: api.retweet(theirs)) == 327
    assert api.unretweet(theirs).id == theirs
    assert api.destroy_status(tweet.id).id == tweet.id
    assert code_of(lambda: api.get_status(tweet.id)) == 144
    assert api.destroy_friendship(screen_name=bob.username).following is False
    assert api.create_friendship(screen_name=bob.username).following is True


def test_NEW_03_a_client_gets_its_verifier_or_a_refusal_at_its_own_address(server, bob):
    key = registered(server, "--callback", "https://app.example/back")
    handler = Handler(server, *key, callback="https://app.example/back?from=here")
    page = AuthorizationPage(plain(handler.get_authorization_url(signin_with_twitter=True)))
    allow(page, bob.username, PASSWORD)
    answer = answered(page)
    assert page.left_for.startswith("https://app.example/back?from=here&oauth_token=")
    assert answer["oauth_token"] == handler.request_token["oauth_token"]
    assert handler.get_access_token(answer["oauth_verifier"])[0].startswith(bob.id + "-")
    refused = AuthorizationPage(plain(handler.get_authorization_url()))
    refuse(refused)
    assert answered(refused) == {"from": "here", "denied": handler.request_token["oauth_token"]}
    with pytest.raises(tweepy.TweepyException, match="415|403"):
        Handler(server, *key, callback="https://evil.example/").get_authorization_url()


def test_NEW_03_a_client_that_may_only_read_is_told_so(server, bob):
    key = registered(server, "--read-only")
    api = tweepy.API(tweepy.OAuth1UserHandler(*key, *signed_in(server, key, bob)), host=host(server))
    api.session.mount("https://", PlainHTTP())
    assert isinstance(api.home_timeline(), list)
    assert code_of(lambda: api.update_status("No")) == 261


@pytest.mark.parametrize("proxied", [False, True], ids=["plain", "behind TLS"])
def test_NEW_03_python_twitter_reads_and_writes(server, client_key, token, bob, proxied):
    url = server.url.replace("http://", "https://") if proxied else server.url
    api = twitter.Api(*client_key, *token, base_url=url + "/1.1", tweet_mode="extended")
    api._session.mount("https://", PlainHTTP())
    theirs = int(bob.mastodon.status_post(f"Repost {proxied}").id)
    tweet = api.PostUpdate(f"{TEXT} {proxied}")
    assert tweet.text == f"{TEXT} {proxied}".replace("&", "&amp;")
    assert theirs in [found.id for found in api.GetHomeTimeline(count=5)]
    assert api.PostRetweet(theirs).retweeted_status.id == theirs
    assert api.GetStatus(theirs).current_user_retweet
    assert [user.screen_name for user in api.GetFollowers()] == [bob.username]
    assert api.DestroyStatus(tweet.id).id == tweet.id
    with pytest.raises(twitter.error.TwitterError):
        api.GetStatus(tweet.id)


def test_NEW_03_twython_asks_for_its_tokens_by_get_and_names_tweets_in_the_path(server, ann, bob):
    key = registered(server, "--callback", "https://app.example/back")

    def client(*token):
        api = twython.Twython(*key, *token)
        api.api_url = server.url + "/%s"
        for name, path in (("request_token", "request_token"), ("access_token", "access_token"), ("authenticate", "authenticate")):
            setattr(api, name + "_url", f"{server.url}/oauth/{path}")
        return api

    def asked():
        return client().get_authentication_tokens(callback_url="https://app.example/back")

    refused = asked()
    page = AuthorizationPage(refused["auth_url"])
    refuse(page)
    assert answered(page) == {"denied": refused["oauth_token"]}
    with pytest.raises(twython.TwythonError):
        client(refused["oauth_token"], refused["oauth_token_secret"]).get_authorized_tokens("1234567")
    request_token = asked()
    page = AuthorizationPage(request_token["auth_url"])
    allow(page, ann.username, PASSWORD)
    verifier = answered(page)["oauth_verifier"]
    tokens = client(request_token["oauth_token"], request_token["oauth_token_secret"]).get_authorized_tokens(verifier)
    assert tokens["screen_name"] == ann.username and tokens["user_id"] == ann.id
    api = client(tokens["oauth_token"], tokens["oauth_token_secret"])
    theirs = [int(bob.mastodon.status_post(f"twython {number}").id) for number in range(5)]
    assert [tweet["id"] for tweet in itertools.islice(api.cursor(api.get_home_timeline, count=2), 5)] == theirs[::-1]
    assert api.retweet(id=theirs[0])["retweeted_status"]["id_str"] == str(theirs[0])
    assert api.show_status(id=theirs[0])["retweeted"] is True
    assert [user["screen_name"] for user in api.cursor(api.get_followers_list)] == [bob.username]
    tweet = api.update_status(status=TEXT + " twython", in_reply_to_status_id=theirs[0])
    assert api.destroy_status(id=tweet["id"])["id_str"] == tweet["id_str"]
    with pytest.raises(twython.TwythonError) as missing:
        api.show_status(id=tweet["id"])
    assert missing.value.error_code == 404
    client(tokens["oauth_token"], tokens["oauth_token_secret"]).verify_credentials()


# A client that is up to no good.

class Signer:
    """Signs requests with oauthlib, and sends something else if told to."""

    def __init__(self, server, client_key, token=(None, None), **options):
        self.server = server
        self.client = oauth1.Client(
            client_key[0], client_secret=client_key[1], resource_owner_key=token[0],
            resource_owner_secret=token[1], **options)

    def signed(self, method, path, form=None, origin=None):
        """Returns the body and the header fields of a signed request."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if form is not None else {}
        _, headers, body = self.client.sign(
            (origin or self.server.url) + path, method, urllib.parse.urlencode(form) if form is not None else None, headers)
        return {"data": body, "headers": headers}

    def send(self, method, path, form=None, origin=None, changed_path=None, **changed):
        return request(
            self.server, method, changed_path or path, **self.signed(method, path, form, origin) | changed)


def refusal(answer):
    assert answer.status_code == 401, answer.text
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    return answer.json()["errors"][0]["code"]


def now(seconds):
    return str(int(time.time()) + seconds)


def test_NEW_03_no_forged_request_is_accepted(server, client_key, token, ann, bob, api):
    before = ann.mastodon.account(ann.id).statuses_count
    status = {"status": "Forged"}
    good = Signer(server, client_key, token)
    other = registered(server)
    for code, signer in (
            (135, Signer(server, client_key, token, timestamp=now(-400))),
            (135, Signer(server, client_key, token, timestamp=now(400))),
            (32, Signer(server, (client_key[0], "wrong"), token)), (32, Signer(server, ("wrong", client_key[1]), token)),
            (32, Signer(server, client_key, (token[0], "wrong"))), (32, Signer(server, client_key, (token[0], ""))),
            (89, Signer(server, client_key, ("1-wrong", token[1]))), (89, Signer(server, other, token)),
            (89, Signer(server, client_key)),
            (32, Signer(server, client_key, token, signature_method=oauth1.SIGNATURE_PLAINTEXT))):
        assert refusal(signer.send("POST", UPDATE, status)) == code
        assert refusal(signer.send("GET", HOME)) == code
    assert refusal(good.send("POST", UPDATE, status, data="status=Changed")) == 32
    assert refusal(good.send("POST", UPDATE, status, changed_path=UPDATE + "?in_reply_to_status_id=1")) == 32
    for origin in ("http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1"):
        assert refusal(good.send("POST", UPDATE, status, origin)) == 32, origin
    for text in (token[0], token[1], client_key[0], client_key[1]):
        for path in (HOME, "/api/v1/timelines/home"):
            assert request(server, "GET", path, text).status_code == 401
    # What changes something goes through once.
    sent = good.signed("POST", UPDATE, {"status": "Once"})
    assert request(server, "POST", UPDATE, **sent).status_code == 200
    assert refusal(request(server, "POST", UPDATE, **sent)) == 32
    assert ann.mastodon.account(ann.id).statuses_count == before + 1


def test_NEW_03_an_unencoded_plus_is_read_as_it_was_meant(server, client_key, token):
    signer = Signer(server, client_key, token, signature_type=oauth1.SIGNATURE_TYPE_QUERY)
    for _ in range(50):
        url, headers, _ = signer.client.sign(server.url + HOME + "?count=1", "GET")
        query = urllib.parse.urlsplit(url).query
        if "%2B" in query:
            answer = request(server, "GET", HOME + "?" + query.replace("%2B", "+"), headers=headers)
            assert answer.status_code == 200, answer.text
            return
    raise AssertionError("no signature had a plus")


def test_NEW_03_a_pin_is_guessed_five_times_at_most(server, client_key, bob):
    handler = Handler(server, *client_key)
    page = AuthorizationPage(plain(handler.get_authorization_url()))
    allow(page, bob.username, PASSWORD)
    pin = shown_code(page)
    requested = (handler.request_token["oauth_token"], "")
    path = "/oauth/access_token"
    for _ in range(5):
        assert refusal(Signer(server, client_key, requested, verifier="0000000").send("POST", path)) == 32
    assert refusal(Signer(server, client_key, requested, verifier=pin).send("POST", path)) == 89


def test_NEW_03_a_member_ends_a_client_and_removing_it_ends_all(server, bob, ann):
    key = registered(server)
    tokens = [signed_in(server, key, person) for person in (ann, bob)]
    name = server.run("client", "list").split(key[0])[1].split("\t")[3]
    sessions = bob.request("GET", "/api/swiftlet/v1/sessions").json()
    mine = next(session for session in sessions if session["application"] == name)
    signer = Signer(server, key, tokens[1])
    assert signer.send("GET", HOME).status_code == 200
    assert bob.request("DELETE", "/api/swiftlet/v1/sessions/" + mine["id"]).status_code == 200
    assert refusal(signer.send("GET", HOME)) == 89
    other = Signer(server, key, tokens[0])
    assert other.send("GET", HOME).status_code == 200
    server.run("client", "remove", key[0])
    deadline = time.monotonic() + 5
    while other.send("GET", HOME).status_code == 200:
        assert time.monotonic() < deadline
    assert refusal(other.send("GET", HOME)) == 32


def test_NEW_03_tweets_for_others_stay_hidden(server, client_key, member, token):
    cy = member("sgcy")
    post = cy.mastodon.status_post("word-private", visibility="private").id
    answer = Signer(server, client_key, token).send("GET", f"/1.1/statuses/show/{post}.json")
    assert answer.status_code == 404 and answer.json()["errors"][0]["code"] == 144


def test_NEW_03_a_closed_community_opens_for_signed_requests_of_members_only(server, client_key, token, api):
    server.run("settings", "privacy", "members")
    try:
        assert isinstance(api.home_timeline(), list)
        assert refusal(Signer(server, client_key, (token[0], "wrong")).send("GET", HOME)) == 32
        assert request(server, "GET", HOME).status_code == 401
        assert Signer(server, client_key).send("GET", "/1.1/users/show.json").status_code == 401
    finally:
        server.run("settings", "privacy", "open")


def test_NEW_03_tweepy_uploads_a_picture_and_describes_it(api):
    api.upload_host = api.host
    media = api.simple_upload("cat.png", file=io.BytesIO(picture()))
    assert media.media_id_string == str(media.media_id) and media.image["w"] > 0
    api.create_media_metadata(media.media_id, "A cat")
    tweet = api.update_status("Look", media_ids=[media.media_id], include_ext_alt_text=True)
    shown = api.get_status(tweet.id, include_ext_alt_text=True)
    assert shown.extended_entities["media"][0]["ext_alt_text"] == "A cat"
    assert shown.text.startswith("Look ") and shown.entities["media"][0]["type"] == "photo"
    assert code_of(lambda: api.update_status("Twice", media_ids=[media.media_id])) in (324, 325)
    assert code_of(lambda: api.create_media_metadata(1, "Nothing")) == 325
    assert code_of(lambda: api.simple_upload("cat.png", file=io.BytesIO(b"no picture"))) in (324, 214)


def test_NEW_03_tweepy_uploads_a_picture_in_parts(api):
    api.upload_host = api.host
    media = api.chunked_upload("cat.jpg", file=io.BytesIO(picture()), file_type="image/jpeg", media_category="tweet_image")
    tweet = api.update_status("In parts", media_ids=[media.media_id])
    assert tweet.entities["media"][0]["type"] == "photo"
    assert code_of(lambda: api.chunked_upload("cat.jpg", file=io.BytesIO(b"no picture"), file_type="image/jpeg")) == 324


def test_NEW_03_tweepy_reads_with_a_token_of_the_program(server, client_key, bob):
    answer = requests.post(server.url + "/oauth2/token", auth=client_key, data={"grant_type": "client_credentials"}, timeout=60)
    assert answer.status_code == 200 and answer.json()["token_type"] == "bearer"
    api = tweepy.API(tweepy.OAuth2BearerHandler(answer.json()["access_token"]), host=host(server))
    api.session.mount("https://", PlainHTTP())
    assert api.get_user(screen_name=bob.username).id_str == bob.id
    assert code_of(api.home_timeline) == 220
