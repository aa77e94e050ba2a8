"""NEW_03: what the apps of the two assignments send, and what they read of it, field by field: 26 clients of CodePath's
course and 13 of the followers challenge (twitter-v11.md, sections 4, 5 and 11)."""
import base64
import itertools

import pytest
import requests

from community.camera_pictures import picture
from community.member import PASSWORD
from community.oauth1 import registered
from community.origin_app import App, ByHand, TwitterKit
from community.sign_in import AuthorizationPage, allow, refuse
from community.twitter_shapes import check, check_tweet, check_user, date

SCHEME = "cptwitterdemo://oauth"
TEXT = "héllo & <wörld>! (a+b) ~ 你好 * #cp https://example.org/a?b&c 👍 /?"


@pytest.fixture(scope="module")
def ann(member):
    return member("oaann")


@pytest.fixture(scope="module")
def bob(member, ann):
    bob = member("oabob")
    ann.mastodon.account_follow(bob.id)
    bob.mastodon.account_follow(ann.id)
    bob.mastodon.account_update_credentials(
        note="R&D at https://example.com", header=picture(), header_mime_type="image/png")
    return bob


@pytest.fixture(scope="module")
def cy(member):
    return member("oacy")


@pytest.fixture(scope="module")
def dee(member):
    """Whose tweets others like and repost."""
    return member("oadee")


@pytest.fixture(scope="module")
def star(member):
    return member("oastar")


@pytest.fixture(scope="module")
def key(server):
    callbacks = [SCHEME, "cptwitterdemo://", "twitterkit-key://callback"]
    return registered(server, *(word for callback in callbacks for word in ("--callback", callback)))


def leaving(person):
    """Returns a function that allows the app at the page, and returns where the member came out."""
    def left(address):
        page = AuthorizationPage(address)
        allow(page, person.username, PASSWORD)
        return page.left_for

    return left


@pytest.fixture(scope="module")
def app(server, key, ann):
    app = App(server, key)
    app.sign_in(SCHEME, leaving(ann))
    return app


@pytest.fixture(scope="module")
def tweets(ann, bob, cy):
    """One of each kind in ann's home: plain, with entities, a reply, a repost, with a picture and behind a warning."""
    plain = bob.mastodon.status_post(f"Tea & <cake> 👍 @{ann.username} #tag https://example.org/a?b&c")
    reply = bob.mastodon.status_post(f"@{ann.username} me too", in_reply_to_id=plain)
    repost = bob.mastodon.status_reblog(cy.mastodon.status_post("Repost & me"))
    media = bob.mastodon.media_post(picture(), "image/png", description="A cat")
    shown = bob.mastodon.status_post("Look", media_ids=[media])
    hidden = bob.mastodon.status_post("Long & secret", spoiler_text="Spoiler <x>")
    return {name: str(status.id) for name, status in {
        "plain": plain, "reply": reply, "repost": repost, "shown": shown, "hidden": hidden}.items()}


@pytest.mark.parametrize("kind, callback, method, where", [
    (App, SCHEME, "GET", "header"), (App, "cptwitterdemo://", "POST", "query"),
    (TwitterKit, "twitterkit-key://callback?app=key", "POST", "header")])
def test_NEW_03_an_app_signs_in_and_comes_back_by_its_own_scheme(server, key, ann, kind, callback, method, where):
    app = kind(server, key)
    granted = app.sign_in(callback, leaving(ann), method, where)
    assert granted["left"].startswith(callback + ("&" if "?" in callback else "?") + "oauth_token=")
    assert granted["screen_name"] == ann.username and granted["user_id"] == ann.id == granted["oauth_token"].split("-")[0]
    assert app.get("account/verify_credentials").json["id_str"] == ann.id


def test_NEW_03_an_app_hears_that_the_member_refused(server, key):
    def refused(address):
        page = AuthorizationPage(address)
        refuse(page)
        return page.left_for

    with pytest.raises(KeyError):
        App(server, key).sign_in(SCHEME, refused)


def test_NEW_03_a_tweet_client_reads_home_mentions_and_users(app, ann, bob, cy, tweets):
    me = app.get("account/verify_credentials").json
    check_user(me)
    assert me["screen_name"] == ann.username and me["following"] is False and me["statuses_count"] == 0
    assert me["url"] is None and me["description"] == "" == me["location"] and "profile_banner_url" not in me
    home = app.get("statuses/home_timeline", [("count", 20), ("include_my_retweet", 1)]).json
    found = {tweet["id_str"]: tweet for tweet in home}
    assert set(tweets.values()) <= set(found)
    for tweet in home:
        check_tweet(tweet)
    plain = found[tweets["plain"]]
    assert plain["text"].startswith("Tea &amp; &lt;cake&gt; 👍 @") and plain["user"]["following"] is True
    assert plain["in_reply_to_status_id"] is None and plain["favorited"] is False and plain["lang"]
    assert plain["entities"]["urls"][0]["expanded_url"] == "https://example.org/a?b&c"
    assert plain["entities"]["urls"][0]["display_url"] == "example.org/a?b&c"
    assert plain["entities"]["user_mentions"][0]["id_str"] == ann.id
    assert plain["user"]["description"] == "R&D at https://example.com"
    assert plain["user"]["profile_banner_url"] == plain["user"]["profile_background_image_url"]
    reply = found[tweets["reply"]]
    assert reply["in_reply_to_status_id_str"] == tweets["plain"] and reply["in_reply_to_user_id_str"] == bob.id
    assert reply["in_reply_to_screen_name"] == bob.username
    repost = found[tweets["repost"]]
    assert repost["user"]["screen_name"] == bob.username and repost["retweeted_status"]["user"]["id_str"] == cy.id
    assert repost["retweeted_status"]["text"] == "Repost &amp; me"
    media = found[tweets["shown"]]["entities"]["media"][0]
    assert requests.get(media["media_url_https"] + ":large", timeout=60).status_code == 200
    assert found[tweets["shown"]]["possibly_sensitive"] is False
    hidden = found[tweets["hidden"]]["text"]
    assert hidden.startswith("Spoiler &lt;x&gt; http") and "secret" not in hidden
    mentions = app.get("statuses/mentions_timeline", [("count", 20)]).json
    assert [tweet["id_str"] for tweet in mentions] == [tweets["reply"], tweets["plain"]]
    for query in ([("screen_name", bob.username)], [("user_id", bob.id)], [("user_id", bob.id), ("count", 10)]):
        shown = app.get("statuses/user_timeline", query).json
        assert {tweet["user"]["id_str"] for tweet in shown} == {bob.id}
        assert {tweet["id_str"] for tweet in shown} == set(tweets.values())
    for query in ([("screen_name", bob.username)], [("user_id", bob.id)]):
        user = app.get("users/show", query).json
        check_user(user)
        assert user["friends_count"] == user["followers_count"] == 1 and user["statuses_count"] == 4
        assert user["status"]["id_str"] == tweets["hidden"] and user["following"] is True
    [user] = app.get("users/lookup", [("screen_name", bob.username)]).json
    check_user(user)
    assert app.get("users/show", [("screen_name", "nobody_at_all")]).code == 50


def test_NEW_03_twitterkit_reads_tweets_in_their_extended_form(server, key, app, tweets):
    def plain(tweet):
        """Returns the tweet with the names that it has otherwise."""
        assert "text" not in tweet
        start, end = tweet.pop("display_text_range")
        assert 0 <= start <= end <= len(tweet["full_text"])
        if "media" in tweet["entities"]:
            assert tweet["full_text"][end:].strip() == tweet["entities"]["media"][0]["url"]
        tweet["text"] = tweet.pop("full_text")
        if "retweeted_status" in tweet:
            plain(tweet["retweeted_status"])
        return tweet

    kit = TwitterKit(server, key, app.token)
    home = kit.get("statuses/home_timeline", [("tweet_mode", "extended"), ("include_my_retweet", "true")]).json
    assert set(tweets.values()) <= {tweet["id_str"] for tweet in home}
    for tweet in home:
        check_tweet(plain(tweet))
    [reply] = [tweet for tweet in home if tweet["id_str"] == tweets["reply"]]
    [shown] = kit.get("statuses/lookup", [("id", reply["id"]), ("tweet_mode", "extended")]).json
    start, end = shown["display_text_range"]
    assert shown["full_text"][start:end] == "me too", "without the handle of a reply"
    mapped = kit.get("statuses/lookup", [("id", f"{reply['id']},1"), ("map", "true")]).json["id"]
    assert mapped["1"] is None and mapped[reply["id_str"]]["text"] == reply["text"]


def test_NEW_03_pages_of_a_timeline_are_bounded_as_each_app_bounds_them(app, tweets):
    ids = sorted(map(int, tweets.values()), reverse=True)
    first = app.get("statuses/home_timeline", [("count", 2), ("user_id", "None"), ("cursor", "-1")]).json
    assert [tweet["id"] for tweet in first] == ids[:2]
    again = app.get("statuses/home_timeline", [("count", 3), ("max_id", ids[1])]).json
    assert [tweet["id"] for tweet in again][:2] == ids[1:3], "an app repeats the last id, and drops the tweet it has"
    next_page = app.get("statuses/home_timeline", [("count", 2), ("max_id", ids[1] - 1)]).json
    assert [tweet["id"] for tweet in next_page] == ids[2:4]
    newer = app.get("statuses/home_timeline", [("since_id", ids[2])]).json
    assert [tweet["id"] for tweet in newer] == ids[:2]
    both = app.get("statuses/home_timeline", [("since_id", ids[3]), ("max_id", ids[1])]).json
    assert [tweet["id"] for tweet in both] == ids[1:3]
    assert len(app.get("statuses/home_timeline", [("max_id", 0), ("since_id", 0)]).json) >= len(ids)
    assert app.get("statuses/home_timeline", [("max_id", 1)]).json == []


WAYS = {
    "form": lambda app, name, fields: app.post(name, fields),
    "query": lambda app, name, fields: app.request("POST", f"/1.1/{name}.json", fields),
    "multipart": lambda app, name, fields: app.post_parts(name, fields),
    "twice": lambda app, name, fields: app.request("POST", f"/1.1/{name}.json", fields, fields),
}


@pytest.mark.parametrize("way", WAYS)
def test_NEW_03_a_tweet_client_writes_in_a_form_the_address_or_parts(app, ann, dee, way):
    def send(name, *fields):
        return WAYS[way](app, name, list(fields))

    theirs = int(dee.mastodon.status_post(f"Write to me by {way}").id)
    text = f"@{dee.username} {TEXT} {way}"
    tweet = send("statuses/update", ("status", text), ("in_reply_to_status_id", theirs)).json
    check_tweet(tweet)
    assert tweet["text"] == text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert tweet["in_reply_to_status_id"] == theirs and tweet["in_reply_to_screen_name"] == dee.username
    assert tweet["user"]["following"] is False and tweet["user"]["id_str"] == ann.id
    assert send("statuses/update", ("status", text)).code == 187
    liked = send("favorites/create", ("id", theirs)).json
    check_tweet(liked)
    assert liked["favorited"] is True and liked["favorite_count"] == 1
    assert send("favorites/create", ("id", theirs)).code == 139
    unliked = send("favorites/destroy", ("id", theirs)).json
    assert unliked["favorited"] is False and unliked["favorite_count"] == 0
    repost = send(f"statuses/retweet/{theirs}", ("trim_user", "0")).json
    check_tweet(repost)
    assert repost["retweeted"] is True and repost["retweeted_status"]["retweeted"] is True and repost["retweet_count"] == 1
    shown = app.get("statuses/show", [("id", theirs), ("include_my_retweet", "true")]).json
    check_tweet(shown)
    assert shown["current_user_retweet"]["id_str"] == repost["id_str"]
    gone = send(f"statuses/destroy/{shown['current_user_retweet']['id_str']}", ("id", repost["id"])).json
    check_tweet(gone)
    assert gone["id"] == repost["id"]
    after = app.get("statuses/show", [("id", theirs), ("include_my_retweet", "true")]).json
    assert after["retweeted"] is False and after["retweet_count"] == 0 and "current_user_retweet" not in after
    assert send("statuses/retweet", ("id", theirs)).json["retweeted_status"]["id"] == theirs
    assert send("statuses/retweet", ("id", theirs)).code == 327
    back = send(f"statuses/unretweet/{theirs}", ("id", theirs)).json
    assert back["id"] == theirs and back["retweeted"] is False
    assert send(f"statuses/destroy/{tweet['id_str']}", ("id", tweet["id"])).json["id"] == tweet["id"]
    assert app.get(f"statuses/show/{tweet['id_str']}").code == 144


def test_NEW_03_a_repost_is_undone_by_either_id(app, dee):
    for kind in ("id", "retweeted"):
        theirs = int(dee.mastodon.status_post(f"Undo by {kind}").id)
        repost = app.post(f"statuses/retweet/{theirs}").json
        back = app.post(f"statuses/unretweet/{repost['id'] if kind == 'id' else theirs}").json
        assert back["id"] == theirs and back["retweet_count"] == 0 and "retweeted_status" not in back


def test_NEW_03_an_address_is_signed_as_it_is_sent(app, bob, tweets):
    """AFNetworking leaves some characters as they are, and its time's signers took the query as it stood."""
    for text in ("q=cake!&count=5", "q=a/b?c&count=5", "q=(cake)*'&count=5", "q=%22cake%22&count=5", "q=cake+tea"):
        answer = app.get("search/tweets", sent=text)
        assert answer.status == 200, (text, answer.text)
    # A space that is sent as `+` and signed as `%20`.
    answer = app.request("GET", "/1.1/search/tweets.json", [("q", "tea cake")])
    assert answer.status == 200


def test_NEW_03_an_app_without_a_library_signs_in_the_address(server, key, app, bob, tweets):
    by_hand = ByHand(server, key, app.token)
    for _ in range(20):
        # Some of these signatures have a `+`.
        answer = by_hand.get("followers/list", [("screen_name", bob.username), ("cursor", -1)])
        assert answer.status == 200, answer.text


@pytest.fixture(scope="module")
def crowd(member, star):
    """Followers of a member, one with what the apps show."""
    people = [member("oacrowd") for _ in range(12)]
    for person in people:
        person.mastodon.account_follow(star.id)
    people[0].mastodon.account_update_credentials(
        note="Bio & <more>", display_name="Crowd <0> & co", avatar=picture(), avatar_mime_type="image/png",
        header=picture(), header_mime_type="image/png", fields=[("Location", "Αθήνα"), ("Web", "https://crowd.example/x")])
    return {str(person.id) for person in people}


def pages(app, query, first, following):
    """Reads all pages of followers. `first`: the parameters of the first page; `following`: the member with the next
    page's cursor."""
    extra = first
    for number in itertools.count():
        assert number < 20, "the pages don't end"
        page = app.get("followers/list", [*query, *extra]).json
        check(page, {
            "users": list, "next_cursor": int, "next_cursor_str": str, "previous_cursor": int, "previous_cursor_str": str})
        assert page["next_cursor_str"] == str(page["next_cursor"]) and abs(page["next_cursor"]) < 2 ** 63
        yield page
        if page["next_cursor"] == 0:
            return
        extra = [("cursor", page[following])]


@pytest.mark.parametrize("count", [None, 5, 10, 25, 100, 200])
@pytest.mark.parametrize("first, following", [([], "next_cursor"), ([("cursor", -1)], "next_cursor_str")])
def test_NEW_03_a_followers_app_reads_all_followers(app, star, crowd, count, first, following):
    query = [("screen_name", star.username), ("user_id", star.id)] + ([("count", count)] if count else [])
    query += [("skip_status", "true"), ("include_user_entities", "false")]
    seen = []
    for page in pages(app, query, first, following):
        assert len(page["users"]) <= (count or 20)
        for user in page["users"]:
            check_user(user, has_entities=False)
            assert "status" not in user and user["muting"] is False and user["blocked_by"] is False
            seen.append(user["id_str"])
    assert len(seen) == len(crowd) and set(seen) == crowd


def test_NEW_03_a_followers_app_shows_a_follower(app, star, crowd):
    users = app.get("followers/list", [("user_id", star.id)]).json["users"]
    [user] = [user for user in users if user["description"]]
    check_user(user)
    assert user["name"] == "Crowd <0> & co" and user["description"] == "Bio & <more>", "not escaped"
    assert user["location"] == "Αθήνα" and user["url"] == "https://crowd.example/x"
    assert user["entities"]["url"]["urls"][0]["expanded_url"] == "https://crowd.example/x"
    image, banner = user["profile_image_url_https"], user["profile_banner_url"]
    assert "_normal." in image and image == user["profile_image_url"]
    for address in (
            image, image.replace("_normal", ""), image.replace("_normal", "_bigger"),
            image.replace("_normal", "_400x400"), image.replace("normal", "mini"), banner, banner + "/mobile_retina", banner + "/600x200", banner + "/web",
            banner + "/ipad_retina", banner + "/1500x500", user["profile_background_image_url"]):
        answer = requests.get(address, timeout=60)
        assert answer.status_code == 200 and answer.headers["Content-Type"].startswith("image/"), address
    plain = next(user for user in users if not user["description"] and user["default_profile_image"])
    for name in ("profile_image_url", "profile_background_image_url"):
        assert requests.get(plain[name], timeout=60).status_code == 200, name
    assert "profile_banner_url" not in plain


def test_NEW_03_a_cover_has_its_sizes(app, bob, ann):
    sizes = app.get("users/profile_banner", [("screen_name", bob.username)]).json["sizes"]
    known = {"mobile", "mobile_retina", "ipad", "ipad_retina", "web", "web_retina", "300x100", "600x200", "1500x500"}
    assert known <= set(sizes)
    for size in sizes.values():
        check(size, {"w": int, "h": int, "url": str})
        assert requests.get(size["url"], timeout=60).status_code == 200
    assert app.get("users/profile_banner", [("user_id", ann.id)]).code == 34, "there is none"


def test_NEW_03_a_followers_app_shows_a_followers_tweets(app, bob, tweets):
    for query in (
            [("user_id", bob.id), ("screen_name", bob.username)], [("id", bob.id)], [("id", bob.username)],
            [("screen_name", bob.username), ("count", 10)]):
        shown = app.get("statuses/user_timeline", [*query, ("count", 10)]).json
        assert tweets["plain"] in [tweet["id_str"] for tweet in shown], query
        for tweet in shown:
            check_tweet(tweet)
            assert tweet["user"]["id_str"] == bob.id and date(tweet["created_at"]).year >= 2026
    by_name = app.get(f"statuses/user_timeline/{bob.username}", [("count", 1)]).json
    assert by_name[0]["user"]["screen_name"] == bob.username
    assert app.get(f"users/show/{bob.username}").json["id_str"] == bob.id


def test_NEW_03_a_followers_app_without_a_member_has_a_token_of_its_own(app, key, star, bob, tweets, crowd):
    basic = base64.b64encode(":".join(key).encode()).decode()
    answer = app.request(
        "POST", "/oauth2/token", fields=[("grant_type", "client_credentials")], sign=False,
        headers={"Authorization": f"Basic {basic}"})
    token = answer.json
    assert set(token) == {"token_type", "access_token"} and token["token_type"] == "bearer"
    bearer = {"Authorization": f"Bearer {token['access_token']}"}
    page = app.get("followers/list", [("screen_name", star.username), ("count", 200)], sign=False, headers=bearer).json
    for user in page["users"]:
        check_user(user)
        assert user["following"] is False, "nobody asks"
    assert {user["id_str"] for user in page["users"]} == crowd
    shown = app.get("statuses/user_timeline", [("screen_name", bob.username)], sign=False, headers=bearer).json
    assert {tweet["id_str"] for tweet in shown} == set(tweets.values())
    for tweet in shown:
        check_tweet(tweet)
        assert tweet["favorited"] is False and tweet["retweeted"] is False
