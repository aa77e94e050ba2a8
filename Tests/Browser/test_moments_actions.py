"""MOM_09: liking, commenting and deleting on the Moments page."""
import pytest
from selenium.webdriver.common.keys import Keys

from support.composing import Composing
from support.fixtures import community
from support.origins import Answer, until
from support.photos import Photos

FIRST = "screen.querySelector('.moments-post')"


@pytest.fixture
def member(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/moments/wren")
    moments.until("!!screen.querySelector('.more-actions')")
    return people["wren"]


def open_menu(moments, index=0):
    moments.browser.tap(".more-actions", index)
    moments.until("screen.querySelector('.popover')?.getAnimations().every((one) => one.playState === 'finished')")


def likers(moments):
    return moments.value(f"[...{FIRST}.querySelectorAll('.likes .name')].map((name) => name.textContent)")


def until_deleted(moments):
    until(lambda: any(r.method == "DELETE" and r.status == 200 for r in moments.site.requests), "it is deleted")


def comment(moments, text):
    moments.until("!!screen.querySelector('.comment-bar textarea') && document.activeElement === screen.querySelector('.comment-bar textarea')")
    moments.browser.js("document.execCommand('insertText', false, arguments[0])", text)
    moments.browser.tap(".comment-bar [data-tap=send-comment]")
    moments.until("!screen.querySelector('.comment-bar')")


def test_MOM_09_like_and_comment_slide_out_beside_the_dots(moments, member):
    open_menu(moments)
    dots, popover, post = moments.value(
        "['.more-actions', '.popover', '.moments-post'].map((s) => screen.querySelector(s).getBoundingClientRect().toJSON())")
    assert (dots["width"], dots["height"]) == (44, 28)
    assert (popover["width"], popover["height"]) == (180, 39)
    assert post["left"] <= popover["left"] and popover["right"] <= dots["left"]
    assert abs((popover["top"] + popover["bottom"]) - (dots["top"] + dots["bottom"])) <= 2
    texts = moments.texts(".popover button")
    assert texts == ["Like", "Comment"]


@pytest.mark.parametrize("how", ["second tap", "outside", "escape", "scroll"])
def test_MOM_09_the_menu_closes(moments, member, how):
    open_menu(moments)
    if how == "second tap":
        moments.browser.tap(".more-actions")
    elif how == "outside":
        moments.browser.tap(".moments-post .text")
    elif how == "escape":
        moments.browser.press(Keys.ESCAPE)
    else:
        moments.value("screen.scrollBy(0, 30)")
    moments.until("!screen.querySelector('.popover')")
    assert moments.value("screen.matches('.moments')")


def test_MOM_09_a_like_shows_at_once_and_can_be_taken_back(moments, member):
    before = likers(moments)
    gate = moments.site.hold("/favourite$")
    open_menu(moments)
    moments.browser.tap(".popover [data-tap^='like:']")
    moments.until(f"[...{FIRST}.querySelectorAll('.likes .name')].some((name) => name.textContent === 'Wren')")
    assert likers(moments) == before + ["Wren"]
    gate.open()
    until(lambda: any(r.status == 200 for r in moments.site.requests if r.path.endswith("/favourite")), "it is sent")
    moments.open("/moments/wren")
    moments.until("!!screen.querySelector('.more-actions')")
    assert likers(moments) == before + ["Wren"]
    open_menu(moments)
    assert moments.texts(".popover button") == ["Cancel", "Comment"]
    moments.browser.tap(".popover [data-tap^='like:']")
    moments.until(f"![...{FIRST}.querySelectorAll('.likes .name')].some((name) => name.textContent === 'Wren')")
    until(lambda: any(r.status == 200 for r in moments.site.requests if r.path.endswith("/unfavourite")), "it is sent")


def test_MOM_09_a_like_that_fails_is_taken_back_and_said(moments, member):
    moments.browser.expect_errors("Failed to load resource", "403")
    before = likers(moments)
    moments.site.answers["/favourite$"] = Answer({"error": "Not for you"}, 403)
    open_menu(moments)
    moments.browser.tap(".popover [data-tap^='like:']")
    moments.browser.until("return !!document.querySelector('.toasts > *')", "it is said")
    assert likers(moments) == before


def test_NEW_05_a_like_that_a_server_cant_take_now_stays_and_is_tried_again(moments, member):
    moments.browser.expect_errors("Failed to load resource", "429", "503")
    before = likers(moments)
    open_menu(moments)
    for status in (429, 503):
        moments.site.answers["/favourite$"] = Answer({"error": "Busy"}, status)
        if status == 429:
            moments.browser.tap(".popover [data-tap^='like:']")
        until(lambda: any(r.status == status for r in moments.site.requests if r.path.endswith("/favourite")), "it is refused for now", 40)
        moments.browser.until("return Object.entries(localStorage).some(([key, text]) => key.includes(' waits favourite:') && text === 'on')", "it waits")
        assert likers(moments) == before + ["Wren"]
        assert moments.value("!document.querySelector('.toasts > *')"), "nothing has failed"
    moments.site.answers.clear()
    until(lambda: any(r.status == 200 for r in moments.site.requests if r.path.endswith("/favourite")), "it is sent by itself", 60)
    assert likers(moments) == before + ["Wren"]
    open_menu(moments)
    moments.browser.tap(".popover [data-tap^='like:']")
    until(lambda: any(r.status == 200 for r in moments.site.requests if r.path.endswith("/unfavourite")), "it is taken back")


def test_MOM_09_comments_and_answers_show_at_once_and_can_be_deleted(moments, member):
    open_menu(moments)
    moments.browser.tap(".popover [data-tap^='comment:']")
    assert moments.until("screen.querySelector('.comment-bar textarea')?.placeholder") == "Comment"
    comment(moments, "Well said")
    moments.until(f"{FIRST}.querySelector('.comments').textContent.includes('Well said')")
    assert not [r for r in moments.site.requests if r.method == "POST"]
    writing = Composing(moments, member)
    post = moments.value(f"{FIRST}.dataset.key.slice(1)")
    assert writing.until_sent() == [
        {"status": "Well said", "in_reply_to_id": post, "sensitive": False, "comment": True}]

    others = "[...screen.querySelector('.moments-post .comments').children].findIndex((line) => !line.querySelector('.name').textContent.includes('Wren'))"
    index = moments.value(others)
    if index >= 0:
        moments.browser.js("document.querySelectorAll('.moments-post .comments li')[arguments[0]].click()", index)
        placeholder = moments.until("screen.querySelector('.comment-bar textarea')?.placeholder")
        assert placeholder.startswith("Reply to ") and placeholder.endswith(":")
        comment(moments, "My answer")
        moments.until(f"[...{FIRST}.querySelectorAll('.comments li')].at(-1).textContent.startsWith('Wren replied to ')")
        writing.until_sent(2)

    moments.open("/moments/wren")
    moments.until("!!screen.querySelector('.more-actions')")
    own = "[...screen.querySelectorAll('.moments-post .comments li')].find((line) => line.textContent.includes('Well said'))"
    moments.until(f"!!{own}")
    moments.value(own + ".click()")
    moments.browser.tap("[data-tap=delete-asked]")
    moments.until(f"!{own}")
    until_deleted(moments)


def test_MOM_09_a_deletion_can_be_undone(moments, member):
    text = "A post that stays"
    post = member.request(moments.site.upstream, "POST", "/api/v1/statuses", status=text)
    moments.open("/moments/wren")
    here = f"!!screen.querySelector('[data-key=p{post['id']}]')"
    moments.until(here)
    moments.stop_clock()
    delete = f"screen.querySelector('[data-tap=\"delete:p{post['id']}\"]').click()"
    moments.value(delete)
    moments.browser.tap("[data-tap=unask].cancel")
    moments.until(f"!screen.querySelector('.question') && {here}")
    moments.value(delete)
    moments.browser.tap("[data-tap=delete-asked]")
    moments.until("!" + here)
    moments.undo()
    moments.until(here)
    moments.value(delete)
    moments.browser.tap("[data-tap=delete-asked]")
    moments.until("!" + here)
    until_deleted(moments)
    moments.open("/moments/wren")
    moments.until("!!screen.querySelector('.more-actions')")
    assert moments.value("!" + here)


def test_TWT_15_a_comment_that_was_not_sent_is_there_again(moments, member):
    open_menu(moments)
    moments.browser.tap(".popover [data-tap^='comment:']")
    moments.until("document.activeElement === screen.querySelector('.comment-bar textarea')")
    moments.browser.js("document.execCommand('insertText', false, 'Not yet')")
    moments.browser.press(Keys.ESCAPE)
    moments.until("!screen.querySelector('.comment-bar')")
    moments.open("/moments/wren")
    moments.until("!!screen.querySelector('.more-actions')")
    open_menu(moments)
    moments.browser.tap(".popover [data-tap^='comment:']")
    moments.until("screen.querySelector('.comment-bar textarea')?.value === 'Not yet'")


def test_the_comment_field_grows_to_four_lines(moments, member):
    open_menu(moments)
    moments.browser.tap(".popover [data-tap^='comment:']")
    moments.until("document.activeElement === screen.querySelector('.comment-bar textarea')")
    height = "screen.querySelector('.comment-bar textarea').getBoundingClientRect().height"
    heights = [moments.value(height)]
    for _ in range(5):
        moments.browser.js("document.execCommand('insertText', false, 'line\\n')")
        heights.append(round(moments.value(height)))
    assert heights[0] < heights[1] < heights[2] < heights[3] <= heights[4] == heights[5] < heights[3] + 6
    bar = moments.value("screen.querySelector('.comment-bar').getBoundingClientRect().toJSON()")
    assert abs(bar["bottom"] - moments.browser.js("return innerHeight")) < 1


def test_MOM_09_strangers_are_led_to_sign_in(moments):
    moments.open("/moments/wren")
    open_menu(moments)
    moments.browser.tap(".popover [data-tap^='like:']")
    moments.until("screen.matches('.welcome') && /^Sign in to like .+’s post$/.test(screen.querySelector('.reason').textContent)")


def test_NEW_07_a_comment_carries_one_picture(moments, member, tmp_path):
    photos = Photos(Composing(moments, member), tmp_path)
    open_menu(moments)
    moments.browser.tap(".popover [data-tap^='comment:']")
    field = "screen.querySelector('.comment-bar textarea')"
    moments.until(f"!!{field} && document.activeElement === {field}")
    words = f"Look in {moments.browser.name}"
    moments.browser.js("document.execCommand('insertText', false, arguments[0])", words)
    photos.choose(*photos.plain((200, 0, 0)))
    photos.until_shown(1)
    tile, bar, field_box = moments.value(
        "['.comment-picture .tile', '.comment-bar', '.comment-bar textarea'].map((s) => screen.querySelector(s).getBoundingClientRect().toJSON())")
    assert bar["top"] <= tile["top"] and tile["bottom"] <= bar["bottom"], "it stands in the bar"
    assert tile["right"] <= field_box["left"], "beside the field"
    assert moments.value(f"{field}.value") == words, "the field is as it was"
    photos.choose(*photos.plain((0, 200, 0)))
    moments.browser.until("return document.querySelector('.toasts').textContent.includes('one picture')", "one fits")
    moments.browser.tap(".comment-picture .remove")
    moments.until("!screen.querySelector('.comment-picture')")
    until(lambda: photos.kept() == [], "the device keeps nothing of it")
    photos.choose(*photos.plain((0, 0, 200)))
    photos.until_shown(1)
    moments.browser.reload()
    moments.until("!!screen.querySelector('.more-actions')")
    open_menu(moments)
    moments.browser.tap(".popover [data-tap^='comment:']")
    photos.until_shown(1)
    assert moments.until(f"{field}?.value") == words, "words and picture are kept"
    moments.until("!screen.matches('[data-status~=unsendable]')")
    moments.browser.tap(".comment-bar [data-tap=send-comment]")
    shown = f"[...{FIRST}.querySelectorAll('.comments .photo .picture[data-state=shown]')]"
    moments.until(f"{shown}.some((image) => image.src.startsWith('blob:'))")
    [sent] = Composing(moments, member).until_sent()
    assert sent["comment"] and len(sent["media_ids"]) == 1
    until(lambda: photos.kept() == [], "it is sent")
    moments.open("/moments/wren")
    moments.until(f"[...{FIRST}.querySelectorAll('.comments .photo .picture')].filter((image) => image.naturalWidth).length === 1")
    moments.value(f"{FIRST}.querySelector('.comments .photo').scrollIntoView({{ block: 'center' }})")
    moments.browser.tap(".moments-post .comments .photo")
    moments.until("screen.matches('.viewer')")


SENT = """(() => {
  const line = [...screen.querySelectorAll('.comments li')].find((line) => line.textContent.includes(arguments[0]));
  const [a, b] = [line, document.querySelector('.toast')].map((element) => element?.getBoundingClientRect());
  if (!a || !b) return "";
  if (a.top < screen.querySelector('.bar').getBoundingClientRect().bottom || a.bottom > innerHeight) return "out of sight";
  return a.bottom <= b.top ? "seen" : "covered";
})()"""


@pytest.mark.parametrize("index", [0, 1, 2])
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)], ids=lambda size: str(size[0]))
def test_NEW_22_what_offers_to_undo_covers_no_sent_comment(engine, moments, people, size, index):
    engine.use(size=size)
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/moments/wren")
    moments.until("screen.querySelectorAll('.more-actions').length > 2")
    open_menu(moments, index)
    moments.browser.tap(".popover [data-tap^='comment:']")
    moments.stop_clock()
    text = f"Sent just now, {size[0]}, {index}"
    comment(moments, text)
    moments.until(f"{SENT} === 'seen'", text)
    moments.undo()


def test_NEW_22_a_post_that_is_refused_shows_a_red_mark_on_ones_own_page(moments, member):
    moments.browser.expect_errors("Failed to load resource", "422")
    moments.site.answers[r"^/api/v1/statuses$"] = Answer({"error": "Validation failed: No"}, 422)
    composing = Composing(moments, member)
    text = composing.unique("Refused on Moments")
    composing.open()
    composing.write(text)
    composing.send()
    failed = ".moments-post.waiting .sending .problem"
    moments.until(f"screen.matches('.moments') && screen.querySelector('{failed}')?.textContent.includes('Validation failed: No')")
    assert moments.value("screen.querySelector('.moments-post.waiting .text').textContent") == text
    red = moments.value(f"getComputedStyle(screen.querySelector('{failed}')).color")
    assert red == moments.browser.js("""const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--red)';
      try { return getComputedStyle(probe).color; } finally { probe.remove(); }""")
    buttons = "[...screen.querySelectorAll('.moments-post.waiting .sending button')].map((one) => one.textContent)"
    assert moments.value(buttons) == ["Try again", "Edit", "Discard"]
    # It stays after a start, and can be sent again from there.
    moments.open(f"/moments/{member.username}")
    moments.until(f"!!screen.querySelector('{failed}')")
    del moments.site.answers[r"^/api/v1/statuses$"]
    moments.value("screen.querySelector('.moments-post.waiting [data-tap^=again]').click()")
    post = composing.posted(text)["id"]
    moments.until(f"!screen.querySelector('.moments-post.waiting') && !!screen.querySelector('[data-key=p{post}]')")
    member.request(moments.site.upstream, "DELETE", f"/api/v1/statuses/{post}")
