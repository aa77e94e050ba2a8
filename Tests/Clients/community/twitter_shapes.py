"""The objects of the Twitter API as 309 recorded tweets and 305 recorded users had them (twitter-v11.md): which members are
always there, of which type, and which may be null."""
import datetime
import re

NUMBER, TEXT, FLAG, NOTHING = int, str, bool, type(None)

USER = {
    "id": NUMBER, "id_str": TEXT, "name": TEXT, "screen_name": TEXT, "location": TEXT, "description": TEXT,
    "url": (TEXT, NOTHING), "entities": dict, "protected": FLAG, "followers_count": NUMBER, "friends_count": NUMBER,
    "listed_count": NUMBER, "created_at": TEXT, "favourites_count": NUMBER, "utc_offset": (NUMBER, NOTHING),
    "time_zone": (TEXT, NOTHING), "geo_enabled": FLAG, "verified": FLAG, "statuses_count": NUMBER, "lang": (TEXT, NOTHING),
    "contributors_enabled": FLAG, "is_translator": FLAG, "is_translation_enabled": FLAG, "profile_background_color": TEXT,
    "profile_background_image_url": TEXT, "profile_background_image_url_https": TEXT, "profile_background_tile": FLAG,
    "profile_image_url": TEXT, "profile_image_url_https": TEXT, "profile_link_color": TEXT,
    "profile_sidebar_border_color": TEXT, "profile_sidebar_fill_color": TEXT, "profile_text_color": TEXT,
    "profile_use_background_image": FLAG, "has_extended_profile": FLAG, "default_profile": FLAG,
    "default_profile_image": FLAG, "following": FLAG, "follow_request_sent": FLAG, "notifications": FLAG,
    "translator_type": TEXT}
OF_SOME_USERS = {
    "profile_banner_url": TEXT, "status": dict, "live_following": FLAG, "muting": FLAG, "blocking": FLAG, "blocked_by": FLAG}
"""Absent rather than null."""

TWEET = {
    "created_at": TEXT, "id": NUMBER, "id_str": TEXT, "text": TEXT, "truncated": FLAG, "entities": dict, "source": TEXT,
    "in_reply_to_status_id": (NUMBER, NOTHING), "in_reply_to_status_id_str": (TEXT, NOTHING),
    "in_reply_to_user_id": (NUMBER, NOTHING), "in_reply_to_user_id_str": (TEXT, NOTHING),
    "in_reply_to_screen_name": (TEXT, NOTHING), "geo": NOTHING, "coordinates": NOTHING, "place": NOTHING,
    "contributors": NOTHING, "is_quote_status": FLAG, "retweet_count": NUMBER, "favorite_count": NUMBER, "favorited": FLAG,
    "retweeted": FLAG, "lang": TEXT, "user": dict}
OF_SOME_TWEETS = {
    "retweeted_status": dict, "current_user_retweet": dict, "extended_entities": dict, "possibly_sensitive": FLAG}

URL = {"url": TEXT, "expanded_url": TEXT, "display_url": TEXT, "indices": list}
MENTION = {"screen_name": TEXT, "name": TEXT, "id": NUMBER, "id_str": TEXT, "indices": list}
HASHTAG = {"text": TEXT, "indices": list}
MEDIA = {
    "id": NUMBER, "id_str": TEXT, "indices": list, "media_url": TEXT, "media_url_https": TEXT, "url": TEXT,
    "display_url": TEXT, "expanded_url": TEXT, "type": TEXT, "sizes": dict}


def check(thing, always, sometimes=(), without=()):
    """Checks that an object has these members and no others."""
    sometimes = dict(sometimes)
    missing = set(always) - set(without) - set(thing)
    assert not missing, f"without {missing}"
    strange = set(thing) - set(always) - set(sometimes)
    assert not strange, f"with {strange}"
    for name, value in thing.items():
        kinds = always.get(name) or sometimes[name]
        kinds = kinds if isinstance(kinds, tuple) else (kinds,)
        # In Python a Bool is a number.
        assert type(value) in kinds, f"{name}: {value!r} isn't one of {kinds}"
    for name in ("id", "in_reply_to_status_id", "in_reply_to_user_id"):
        if name in thing and name + "_str" in {**always, **sometimes}:
            number = thing[name]
            assert thing[name + "_str"] == (None if number is None else str(number))
            assert number is None or 0 < number < 2 ** 63


def check_user(user, without=(), has_entities=True):
    check(user, USER, OF_SOME_USERS, {*without, *([] if has_entities else ["entities"])})
    date(user["created_at"])
    for name in user:
        if name.endswith("_color"):
            assert re.fullmatch("[0-9A-F]{6}", user[name]), name
        if "image_url" in name or name == "profile_banner_url":
            assert re.match("https?://", user[name]), name
    assert has_entities == ("entities" in user)
    if has_entities:
        assert set(user["entities"]) == {"description"} | ({"url"} if user["url"] else set())
        for part in user["entities"].values():
            for url in part["urls"]:
                check(url, URL)
    if "status" in user:
        check_tweet(user["status"], without=["user"])


def check_tweet(tweet, without=()):
    check(tweet, TWEET, OF_SOME_TWEETS, without)
    for name in without:
        assert name not in tweet
    date(tweet["created_at"])
    assert not re.search("[<>]|&(?!amp;|lt;|gt;)", tweet["text"]), "only &, < and > are escaped"
    check_entities(tweet["entities"], tweet["text"])
    assert ("media" in tweet["entities"]) == ("extended_entities" in tweet)
    if "extended_entities" in tweet:
        assert tweet["extended_entities"]["media"][0] == tweet["entities"]["media"][0]
    if "user" in tweet:
        assert "status" not in tweet["user"]
        check_user(tweet["user"])
    if "current_user_retweet" in tweet:
        check(tweet["current_user_retweet"], {"id": NUMBER, "id_str": TEXT})
    if repeated := tweet.get("retweeted_status"):
        check_tweet(repeated)
        assert tweet["text"] == f"RT @{repeated['user']['screen_name']}: {repeated['text']}"
        assert tweet["retweet_count"] == repeated["retweet_count"] and tweet["favorite_count"] == 0
        assert tweet["id"] != repeated["id"]


def check_entities(entities, text):
    assert set(entities) - {"media"} == {"hashtags", "symbols", "user_mentions", "urls"}
    for name, members in (("hashtags", HASHTAG), ("user_mentions", MENTION), ("urls", URL), ("media", MEDIA)):
        for entity in entities.get(name, []):
            check(entity, members, {"ext_alt_text": (TEXT, NOTHING)} if name == "media" else {})
            start, end = entity["indices"]
            shown = {"hashtags": "#{text}", "user_mentions": "@{screen_name}"}.get(name, "{url}").format(**entity)
            assert text[start:end].lower() == shown.lower(), (name, text)
    if "media" in entities:
        assert text.endswith(entities["media"][0]["url"]) and len(entities["media"]) == 1
        sizes = entities["media"][0]["sizes"]
        assert set(sizes) == {"thumb", "small", "medium", "large"}
        for size in sizes.values():
            check(size, {"w": NUMBER, "h": NUMBER, "resize": TEXT})


def date(text):
    """Reads a date as the apps do: `EEE MMM d HH:mm:ss Z y`."""
    return datetime.datetime.strptime(text, "%a %b %d %H:%M:%S %z %Y")
