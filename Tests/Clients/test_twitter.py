"""NEW_03: the Twitter API v1.1, read as the clients of its time read it (twitter-v11.md)."""
import json
import re

import pytest
import requests

USER = set("""id id_str name screen_name location description url entities protected followers_count friends_count
listed_count created_at favourites_count utc_offset time_zone geo_enabled verified statuses_count lang
contributors_enabled is_translator is_translation_enabled profile_background_color profile_background_image_url
profile_background_image_url_https profile_background_tile profile_image_url profile_image_url_https profile_link_color
profile_sidebar_border_color profile_sidebar_fill_color profile_text_color profile_use_background_image
has_extended_profile default_profile default_profile_image following follow_request_sent notifications
translator_type""".split())
TWEET = set("""created_at id id_str text truncated entities source in_reply_to_status_id in_reply_to_status_id_str
in_reply_to_user_id in_reply_to_user_id_str in_reply_to_screen_name geo coordinates place contributors is_quote_status
retweet_count favorite_count favorited retweeted lang user""".split())
"""What all recorded users and tweets of Twitter had."""

DATE = re.compile(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d{2} \d{2}:\d{2}:\d{2} \+0000 \d{4}")


class Twitter:
    """Sends requests to the API as a member."""

    def __init__(self, server, token=None):
        self.url = server.url + "/1.1/"
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, method, expected=200, /, **query):
        return self._checked(requests.get(
            f"{self.url}{method}.json", params=query, headers=self.headers, timeout=60), expected)

    def post(self, method, expected=200, /, **form):
        return self._checked(requests.post(
            f"{self.url}{method}.json", data=form, headers=self.headers, timeout=60), expected)

    @staticmethod
    def _checked(answer, status):
        assert answer.status_code == status, answer.text
        assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
        return answer.json() if status < 400 else answer.json()["errors"][0]["code"]


@pytest.fixture(scope="module")
def people(server, member):
    ann, bob = member("twann"), member("twbob")
    ann.mastodon.account_follow(bob.id)
    return ann, bob


@pytest.fixture(scope="module")
def ann(server, people):
    return Twitter(server, people[0].token)


@pytest.fixture(scope="module")
def bob(server, people):
    return Twitter(server, people[1].token)


def test_NEW_03_tweets_and_users_have_the_members_that_apps_read(people, ann):
    person, other = people
    other.mastodon.status_post(f"Tea & <cake> @{person.username} #tag https://example.org/a?b&c 👍")
    tweet = ann.get("statuses/home_timeline", count=1)[0]
    assert TWEET <= set(tweet) and USER <= set(tweet["user"])
    assert DATE.fullmatch(tweet["created_at"]) and DATE.fullmatch(tweet["user"]["created_at"])
    assert tweet["text"].startswith("Tea &amp; &lt;cake&gt;")
    assert isinstance(tweet["id"], int) and tweet["id_str"] == str(tweet["id"]) and tweet["id"] > 2 ** 53
    for kind in ("hashtags", "user_mentions", "urls"):
        start, end = tweet["entities"][kind][0]["indices"]
        assert tweet["text"][start:end] in (f"@{person.username}", "#tag", "https://example.org/a?b&amp;c")
    for name in ("retweeted_status", "quoted_status", "current_user_retweet", "extended_entities", "display_text_range"):
        assert name not in tweet, "absent, never null"
    me = ann.get("account/verify_credentials")
    assert me["screen_name"] == person.username and "user" not in me.get("status", {})


def test_NEW_03_a_program_pages_until_an_empty_page(people, ann):
    posts = {str(people[1].mastodon.status_post(f"Zebrafish {number}").id) for number in range(45)}
    seen, max_id = [], None
    while page := ann.get("statuses/user_timeline", screen_name=people[1].username, count=7, tweet_mode="extended",
                          **({"max_id": max_id} if max_id else {})):
        seen += [tweet["id_str"] for tweet in page]
        max_id = min(tweet["id"] for tweet in page) - 1
    assert len(seen) == len(set(seen)) and posts <= set(seen)
    found, query = [], {"q": "zebrafish", "count": 20}
    for _ in range(20):
        page = ann.get("search/tweets", **query)
        found += [tweet["id_str"] for tweet in page["statuses"]]
        if "next_results" not in page["search_metadata"]:
            break
        query = dict(pair.split("=") for pair in page["search_metadata"]["next_results"].lstrip("?").split("&"))
    assert set(found) == posts


def test_NEW_03_bitlbee_signs_in(people, ann):
    """It asks for these before it shows anything, and ends for ever if `friends/ids` fails."""
    assert ann.get("friends/ids", cursor=-1, stringify_ids="true")["ids"] == [str(people[1].id)]
    for method in ("mutes/users/ids", "blocks/ids"):
        assert ann.get(method, cursor=-1)["next_cursor"] == 0
    assert ann.get("friendships/no_retweets/ids") == []
    assert [user["id_str"] for user in ann.get("users/lookup", user_id=people[1].id)] == [str(people[1].id)]
    assert ann.get("statuses/mentions_timeline", count=0, include_entities="true") == []


def test_NEW_03_a_member_writes_and_takes_it_back(people, ann, bob):
    tweet = ann.post("statuses/update", status="Written by v1.1 & read by all", media_ids="")
    assert tweet["text"] == "Written by v1.1 &amp; read by all"
    id = tweet["id_str"]
    assert bob.post("favorites/create", id=id)["favorite_count"] == 1
    assert bob.post("favorites/create", 403, id=id) == 139
    repost = bob.post(f"statuses/retweet/{id}")
    assert repost["retweeted_status"]["id_str"] == id != repost["id_str"]
    assert bob.post(f"statuses/retweet/{id}", 403) == 327
    shown = bob.get("statuses/show", id=id, include_my_retweet=1)
    assert shown["current_user_retweet"]["id_str"] == repost["id_str"]
    assert bob.post(f"statuses/destroy/{repost['id_str']}")["id_str"] == repost["id_str"]
    assert bob.post("favorites/destroy", id=id)["favorite_count"] == 0
    assert ann.get("statuses/show", id=id)["retweet_count"] == 0
    assert ann.post("statuses/update", 403, status="Written by v1.1 & read by all") == 187
    assert ann.post(f"statuses/destroy/{id}")["id_str"] == id
    assert bob.get("statuses/show", 404, id=id) == 144


def test_NEW_03_a_member_follows_and_mutes(people, ann, bob):
    name = people[0].username
    assert bob.post("friendships/create", screen_name=name)["following"] is True
    assert bob.get("friendships/show", target_screen_name=name)["relationship"]["source"]["followed_by"] is True
    assert bob.post("mutes/users/create", screen_name=name)["screen_name"] == name
    assert [user["screen_name"] for user in bob.get("mutes/users/list")["users"]] == [name]
    assert bob.post("mutes/users/destroy", screen_name=name) and bob.get("mutes/users/ids")["ids"] == []
    assert bob.post("friendships/destroy", screen_name=name)["following"] is False


def test_NEW_03_a_response_says_what_is_left_of_the_limit(server, people):
    answer = requests.get(server.url + "/1.1/statuses/home_timeline.json?", timeout=60, headers={
        "Authorization": f"Bearer {people[0].token}", "Content-Type": "application/   json"})
    assert answer.status_code == 200 and isinstance(json.loads(answer.text), list)
    assert answer.headers["Cache-Control"] == "no-store"


def test_NEW_03_strangers_and_wrong_tokens_are_refused(server, people):
    for method in ("statuses/home_timeline", "statuses/show/1", "users/show", "help/configuration"):
        assert Twitter(server).get(method, 401) == 215
        assert Twitter(server, "wrong").get(method, 401) == 89
    assert Twitter(server, people[0].token).get("direct_messages", 404) == 34
