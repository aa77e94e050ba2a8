"""What a program with tweepy does at https://api.twitter.com. Reads its task as JSON; an assertion that fails ends it."""
import io
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tweepy  # noqa: E402

from community.sign_in import AuthorizationPage, allow, shown_code  # noqa: E402

task = json.load(sys.stdin)
TEXT = "héllo & wörld! (a+b) ~ 你好 * netns"


def code_of(call):
    """Returns the code with which the server refuses."""
    try:
        call()
    except tweepy.HTTPException as refused:
        return refused.api_codes[0]
    raise AssertionError("it wasn't refused")


handler = tweepy.OAuth1UserHandler(*task["key"], callback="oob")
page = AuthorizationPage(handler.get_authorization_url())
allow(page, task["name"], task["password"])
handler.set_access_token(*handler.get_access_token(shown_code(page)))
api = tweepy.API(handler)
assert api.host == "api.twitter.com" and api.upload_host == "upload.twitter.com"

me = api.verify_credentials()
assert me.screen_name == task["name"]
assert not hasattr(api.verify_credentials(skip_status=True), "status")
home = [tweet.id for tweet in tweepy.Cursor(api.home_timeline, count=20).items()]
assert home == sorted(map(int, task["posts"]), reverse=True) and home[0] > 2 ** 53
assert [tweet.id for tweet in tweepy.Cursor(api.search_tweets, q=task["word"], count=20).items()] == home

tweet = api.update_status(TEXT)
assert tweet.text == TEXT.replace("&", "&amp;")
assert api.verify_credentials().status.id == tweet.id
assert code_of(lambda: api.update_status(TEXT)) == 187
theirs = home[-1]
assert api.create_favorite(theirs).favorite_count == 1
assert code_of(lambda: api.create_favorite(theirs)) == 139
repost = api.retweet(theirs)
assert repost.retweeted_status.id == theirs != repost.id
assert code_of(lambda: api.retweet(theirs)) == 327
assert api.unretweet(theirs).id == theirs
assert api.destroy_status(tweet.id).id == tweet.id

other = task["other"]
assert [user.screen_name for user in tweepy.Cursor(api.get_followers, count=1).items()] == [other]
assert list(tweepy.Cursor(api.get_friend_ids).items()) == [int(task["other_id"])]
assert [user.screen_name for user in api.lookup_users(screen_name=[other])] == [other]
source, target = api.get_friendship(target_screen_name=other)
assert source.following and source.followed_by and target.screen_name == other
limits = api.rate_limit_status()["resources"]["statuses"]["/statuses/home_timeline"]
assert limits["remaining"] <= limits["limit"]

picture = pathlib.Path(task["picture"]).read_bytes()
media = [api.simple_upload("cat.png", file=io.BytesIO(picture)),
         api.chunked_upload("dog.png", file=io.BytesIO(picture), file_type="image/png", media_category="tweet_image")]
api.create_media_metadata(media[0].media_id, "A cat & more")
posted = api.update_status("Two pictures", media_ids=[one.media_id for one in media])
shown = api.get_status(posted.id, include_ext_alt_text=True, tweet_mode="extended")
assert [one["ext_alt_text"] for one in shown.extended_entities["media"]] == ["A cat & more", None]
assert shown.extended_entities["media"][0]["media_url_https"].split("//")[1].startswith("api.twitter.com/media/")
start, end = shown.display_text_range
assert shown.full_text[start:end] == "Two pictures"

bearer = tweepy.API(tweepy.OAuth2AppHandler(*task["key"]))
assert bearer.get_user(screen_name=other).id_str == task["other_id"]
assert code_of(bearer.home_timeline) == 220
print("done")
