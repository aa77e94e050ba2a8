"""MOM_01 to MOM_04: the page and its posts."""
import json
import urllib.request

DROPPED = ["A post whose sender fell out"]
KEPT_COUNT = 42


def tweets(site, username="wren"):
    with urllib.request.urlopen(f"{site.url}/user/{username}/tweets") as answer:
        return json.load(answer)


def test_MOM_01_cover_avatar_and_nick_head_the_page(moments):
    moments.open()
    assert moments.texts(".header .nick") == ["Wren"]
    moments.until_images(".cover .picture")
    moments.until_images(".owner .avatar img")
    boxes = moments.value(
        "['.cover', '.owner .avatar', '.owner .nick', '.moments-post'].map((s) => screen.querySelector(s).getBoundingClientRect().toJSON())")
    cover, avatar, nick, post = boxes
    assert avatar["top"] < cover["bottom"] < avatar["bottom"]
    assert nick["right"] <= avatar["left"]
    assert post["top"] >= avatar["bottom"]


def test_MOM_02_posts_show_sender_text_images_and_comments(moments, site):
    moments.open("/?show=100")
    wanted = tweets(site)
    assert moments.texts(".moments-post > .body > .nick") == [item["sender"]["nick"] for item in wanted]
    shown = moments.value(
        "[...screen.querySelectorAll('.moments-post')].map((p) => ["
        "p.querySelector('.text')?.textContent ?? '', p.querySelectorAll('.picture').length - p.querySelectorAll('.avatar .picture').length,"
        "p.querySelectorAll('.comments li').length, p.querySelectorAll('.likes .name').length])")
    for item, (text, images, comments, likes) in zip(wanted, shown, strict=True):
        assert text.split() == item.get("content", "").split()
        assert images == len(item.get("images", []))
        assert comments == len(item.get("comments", []))
        assert likes == len(item.get("likes", []))


def test_MOM_02_bad_items_are_left_out(moments):
    moments.open("/?show=100")
    assert moments.posts == KEPT_COUNT
    text = moments.value("screen.textContent")
    assert not any(words in text for words in DROPPED)
    assert moments.value("[...screen.querySelectorAll('.moments-post')].every((p) => p.querySelector('.text, .picture'))")


def test_MOM_02_replies_name_both_in_the_link_colour(moments, site):
    moments.open("/?show=100")
    replies = [
        (comment["sender"]["nick"], comment["reply_to"]["sender"]["nick"])
        for item in tweets(site) for comment in item["comments"] if comment.get("reply_to")]
    assert replies
    lines = moments.texts(".comments li")
    for sender, receiver in replies:
        assert any(line.startswith(f"{sender} replied to {receiver}: ") for line in lines)
    colours = moments.value("[...new Set([...screen.querySelectorAll('.bubble .name')].map((n) => getComputedStyle(n).color))]")
    assert colours == ["rgb(87, 107, 149)"]
    assert moments.value("getComputedStyle(screen.querySelector('.bubble')).backgroundColor") == "rgb(243, 243, 245)"


def test_MOM_04_five_posts_show_at_first(moments):
    moments.open()
    assert moments.posts == 5
    assert moments.value("!!screen.querySelector('.list-footer .more')")


def test_MOM_04_reaching_the_end_shows_five_more_until_all_are_there(moments, site):
    moments.open()
    counts = [moments.posts]
    while moments.value("screen.querySelector('.list-footer .end') === null"):
        counts.append(moments.show_more())
    assert counts == [5, 10, 15, 20, 25, 30, 35, 40, 42]
    moments.reach_end()
    assert moments.posts == KEPT_COUNT
    assert site.count(r"^/user/wren/tweets") == 1


def test_MOM_04_pulling_down_leaves_the_first_five_at_the_top(moments, site):
    moments.open()
    moments.show_more()
    moments.show_more()
    moments.value("screen.scrollTo(0, 0)")
    moments.pull()
    moments.until_posts(5)
    moments.until("screen.scrollTop === 0")
    assert site.count(r"^/user/wren/tweets") == 2
    assert site.count(r"^/user/wren$") == 1
