"""MOM_06: the page of any server with the contract, and the errors if the server fails."""
import urllib.parse

import pytest

from support.origins import Answer
from support.pictures import person, picture, post

LOST_CONNECTION = "Failed to load resource"


def link(source, username="ann"):
    return f"/moments/{username}?server=" + urllib.parse.quote(source.url, safe="")


def test_MOM_06_a_link_opens_the_page_of_another_server(moments, source):
    source.route("/cover.png", picture(600, 600))
    source.page("ann", [post("Hello from afar", comments=["Welcome"])], nick="Ann Afar", **{"profile-image": source.url + "/cover.png"})
    moments.open(link(source))
    moments.until_posts(1)
    assert moments.texts(".moments-post .text") == ["Hello from afar"]
    assert moments.texts(".header .nick") == ["Ann Afar"]
    assert moments.texts(".comments li") == ["Ben: Welcome"]
    moments.until_images(".cover .picture")
    assert sorted(source.paths("^/user/")) == ["/user/ann", "/user/ann/tweets"]


def test_NEW_22_likes_fold_after_three_lines_and_comments_after_twenty(moments, source):
    people = [{"username": f"p{number}", "nick": f"Person {number} of many"} for number in range(60)]
    source.page("ann", [
        post("A feast", comments=[f"Comment {number}" for number in range(25)]) | {"likes": people},
        post("A snack", comments=["One"]) | {"likes": people[:7]},
    ])
    moments.browser.use(size=(820, 1180))
    moments.open(link(source))
    moments.until_posts(2)
    heights = "[...screen.querySelectorAll('.likes')].map((likes) => Math.round(likes.clientHeight / parseFloat(getComputedStyle(likes).lineHeight)))"
    comments = "[...screen.querySelectorAll('.moments-post:has(.earlier) .comments li')].filter((line) => line.offsetHeight).length"
    buttons = "[...screen.querySelectorAll('.bubble > .fold')].filter((button) => button.offsetHeight).map((button) => button.textContent)"
    moments.until(f"{buttons}.join() === 'Show more,Show all 25 comments'")
    assert moments.value(f"[{heights}[0], {comments}]") == [3, 20]
    moments.browser.tap(".likes + .fold")
    moments.until(f"{heights}[0] > 3")
    bottoms = moments.value("['.heart', '.name'].map((part) => screen.querySelector(`.likes ${part}`).getBoundingClientRect().bottom)")
    assert abs(bottoms[0] - bottoms[1]) < 12, "the heart stands before the first name"
    moments.browser.tap(".earlier")
    moments.until(f"{comments} === 25")
    assert moments.value(buttons) == ["Collapse", "Collapse"]
    names = "[...screen.querySelectorAll('.bubble > .fold')].filter((button) => button.offsetHeight).map((button) => [button.ariaLabel, button.ariaExpanded])"
    assert moments.value(names) == [["Collapse: 60 likes", "true"], ["Collapse: Comments", "true"]], "a screen reader hears which"
    moments.value("screen.querySelector('.likes + .fold').click()")
    moments.until(f"{heights}[0] === 3 && {comments} === 25")


def test_NEW_22_a_few_likes_with_long_names_fold_on_a_small_phone(moments, source):
    long = [{"username": f"p{number}", "nick": f"Annabel {number} of the Northern Hills"} for number in range(6)]
    short = [{"username": f"s{number}", "nick": f"Ann {number}"} for number in range(6)]
    source.page("ann", [
        post("A feast") | {"likes": long},
        post("A snack") | {"likes": short},
        post("A sip") | {"likes": long[:2] + short},
    ])
    moments.browser.use(size=(320, 568))
    moments.open(link(source))
    moments.until_posts(3)
    shown = """[...screen.querySelectorAll('.moments-post')].map((post) => {
      const likes = post.querySelector('.likes'), line = parseFloat(getComputedStyle(likes).lineHeight);
      const button = [...post.querySelectorAll('.likes + .fold')].filter((fold) => fold.offsetHeight).length;
      return [Math.round(likes.clientHeight / line), button].join();
    })"""
    moments.until(f"{shown}[0] === '3,1' && {shown}[1].endsWith(',0')")
    assert moments.value("screen.querySelectorAll('.likes + .fold').length") == 2, "short names have no button"
    ends = """[...screen.querySelectorAll('.bubble')].map((bubble) => {
      const names = [...bubble.querySelectorAll('.name')].at(-1).getBoundingClientRect().bottom;
      return bubble.getBoundingClientRect().bottom - names;
    })"""
    assert moments.value(f"{ends}[1]") >= 6
    moments.value("screen.querySelector('.likes + .fold').click()")
    moments.until(f"parseInt({shown}[0]) > 3")
    moments.browser.use(size=(820, 1180))
    moments.open(link(source))
    moments.until_posts(3)
    moments.until(f"{shown}[2].endsWith(',0')")
    space = moments.value(ends)
    assert abs(space[2] - space[1]) <= 1, "a bubble ends alike with a button that doesn't show"


def test_MOM_06_an_address_typed_in_the_settings_opens_it(moments, source):
    source.page("ann", [post("Hello from afar")])
    moments.open("/settings")
    moments.value("screen.querySelector('[name=server]')").send_keys(source.url)
    moments.value("screen.querySelector('[name=username]')").send_keys("ann")
    moments.browser.tap(".primary")
    moments.until_posts(1)
    assert moments.value("location.pathname") == "/moments/ann"


@pytest.mark.parametrize("address", ["not an address", "ftp://example.org", ""])
def test_MOM_06_an_address_that_is_none_is_refused_in_words(moments, address):
    moments.open("/settings")
    if address:
        moments.value("screen.querySelector('[name=server]')").send_keys(address)
    moments.value("screen.querySelector('[name=username]')").send_keys("ann")
    moments.browser.tap(".primary")
    moments.until("screen.querySelector('.problem')?.textContent.includes('not the address of a server')")
    assert moments.value("screen.querySelector('[name=username]').value") == "ann"


FAILURES = {
    "cut_off": (Answer([post("x" * 5000)], cut=True), ""),  # WebKitGTK takes it for a short response
    "html": (Answer("<!doctype html><title>Hi</title>", type="text/html"), "answered something that is not a Moments page"),
    "status_404": (Answer({"error": "User not found"}, 404), "There is nobody called “ann”"),
    "status_500": (Answer("oh", 500), "can’t be shown right now"),
    "broken_json": (Answer('[{"content": "a", "sen'), "answered something that is not a Moments page"),
    "wrong_types": (Answer({"tweets": 7}), "answered something that is not a Moments page"),
    "empty": (Answer(b""), "answered something that is not a Moments page"),
    "not_unicode": (Answer(b"\xff\xfe[]"), "answered something that is not a Moments page"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_MOM_06_a_failure_says_so_and_can_be_tried_again(moments, source, failure):
    moments.browser.expect_errors(LOST_CONNECTION)
    answer, words = FAILURES[failure]
    source.page("ann", [])
    source.route("/user/ann/tweets", answer)
    moments.open(link(source))
    words = words or ("No connection" if moments.browser.name == "chromium" else "not a Moments page")
    moments.until("screen.querySelector('[role=alert], .notice')?.textContent.includes(arguments[0])", words)
    source.page("ann", [post("Here I am")])
    if moments.value("!!screen.querySelector('.list-footer [data-tap=retry]')"):
        moments.browser.tap(".list-footer [data-tap=retry]")
    else:
        moments.pull()
    moments.until_posts(1)
    assert moments.value("screen.querySelector('[role=alert], .notice')") is None


def test_MOM_06_a_server_that_is_not_there_says_so_and_can_be_tried_again(moments, source):
    moments.browser.expect_errors(LOST_CONNECTION)
    source.page("ann", [post("Here I am")])
    source.stop()
    moments.open(link(source))
    moments.until("screen.querySelector('[role=alert]')?.textContent.includes('No connection right now')")
    source.start()
    moments.browser.tap("[data-tap=retry]")
    moments.until_posts(1)


def test_MOM_06_a_server_that_does_not_allow_it_says_so(moments, source):
    """Without CORS the browser doesn't give the app a response."""
    moments.browser.expect_errors(LOST_CONNECTION, "CORS", "access control", "Access-Control")
    source.page("ann", [post("Not for you")])
    for route in source.routes.values():
        route.headers["Access-Control-Allow-Origin"] = "https://elsewhere.example"
    moments.open(link(source))
    moments.until("screen.querySelector('[role=alert]')?.textContent.includes('No connection right now')")


def test_MOM_06_a_server_that_never_answers_is_given_up_after_20_seconds(moments, source):
    source.page("ann", [])
    source.hold("/tweets")
    moments.open(link(source))
    moments.until("screen.querySelector('.spinner')")
    moments.until("screen.querySelector('[role=alert], .notice')?.textContent.includes('No connection right now')")
    assert not moments.value("!!screen.querySelector('.spinner')")


def test_MOM_06_bad_items_do_not_cost_the_good_ones(moments, source):
    source.page("ann", [
        {"error": "losted"}, {"unknown error": "losted"}, None, 7, "text", [], post(), post("   "),
        {"content": "Nobody said this"}, post("First"), {"content": 7, "sender": person()}, post("Last", images=["", "not a url"]),
        {"content": "No such sender", "sender": "ann"}])
    moments.open(link(source))
    moments.until("screen.querySelectorAll('.moments-post').length > 0")
    texts = moments.texts(".moments-post .text")
    assert texts == ["First", "Last"]


def test_MOM_06_a_page_without_posts_says_so(moments, source):
    source.page("ann", [])
    moments.open(link(source))
    moments.until("screen.querySelector('.list-footer h2')?.textContent === 'No posts yet'")


def test_MOM_06_ten_thousand_posts_are_all_there(moments, source, record_property):
    source.page("ann", [post(f"Post {number}", comments=["Yes"] * 3) for number in range(10_000)])
    moments.open(link(source))
    moments.browser.js(
        "window.gaps = []; let last = performance.now();"
        "const frame = (now) => { gaps.push(now - last); last = now; requestAnimationFrame(frame) }; requestAnimationFrame(frame)")
    moments.until_posts(5)
    assert moments.texts(".moments-post .text")[0] == "Post 0"
    assert moments.show_more() == 10
    moments.until("screen.querySelector('.list-footer .more')")
    longest = moments.value("Math.max(...gaps)")
    record_property("longest_gap_between_frames_ms", round(longest))
    for count in range(15, 41, 5):
        assert moments.show_more() == count
    assert moments.texts(".moments-post .text")[-1] == "Post 39"


def test_MOM_06_the_last_post_of_a_long_page_can_be_reached(moments, source):
    source.page("ann", [post(f"Post {number}") for number in range(103)])
    moments.open(link(source))
    moments.until_posts(5)
    moments.show_all()
    assert moments.posts == 103
    assert moments.texts(".moments-post .text")[-1] == "Post 102"
