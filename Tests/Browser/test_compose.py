"""TWT_04, TWT_05, TWT_08 and TWT_15, NEW_05: writing a post, and its way to the server."""
import json

from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from support.composing import FIELD, Composing
from support.fixtures import community, composing
from support.origins import Answer, until


def test_TWT_04_the_counter_counts_down_and_an_address_counts_23(composing):
    composing.open()
    assert (composing.left, composing.can_send) == ("500", False)
    composing.write("Look: ")
    assert (composing.left, composing.can_send) == ("494", True)
    composing.write("https://example.org/" + "a" * 100)
    assert composing.left == "471"
    composing.write(" 👨‍👩‍👧朋")
    assert composing.left == "468"
    left, control = composing.moments.value(
        "['.left', '[data-tap=send]'].map((s) => screen.querySelector(s).getBoundingClientRect().toJSON())")
    assert left["top"] < 60 and left["right"] <= control["left"] and control["right"] <= 390


def test_TWT_04_the_surplus_is_marked_and_cannot_be_sent(composing):
    composing.open()
    composing.write("word " * 99 + "12345")
    assert (composing.left, composing.can_send, composing.marked) == ("0", True, "")
    composing.write(" too much")
    assert (composing.left, composing.can_send, composing.marked) == ("-9", False, " too much")
    metrics = composing.moments.value("""['.writing', '.marks'].map((name) => {
      const element = screen.querySelector(name), style = getComputedStyle(element), box = element.getBoundingClientRect();
      return [box.x, box.y, box.width, box.height, element.scrollHeight, style.font, style.letterSpacing, style.padding,
        style.whiteSpace, style.overflowWrap, style.wordBreak, style.borderWidth, style.direction];
    })""")
    assert metrics[0] == metrics[1]
    composing.browser.press(Keys.BACKSPACE * 9)
    assert (composing.left, composing.can_send, composing.marked) == ("0", True, "")


def test_the_field_has_the_focus_and_letters_that_do_not_make_phones_zoom(composing):
    composing.open()
    assert composing.moments.value(f"document.activeElement === {FIELD}")
    assert composing.moments.value(f"parseFloat(getComputedStyle({FIELD}).fontSize) >= 16")
    composing.browser.press("Hello")
    assert composing.text == "Hello"
    tools = composing.moments.value("screen.querySelector('.tools').getBoundingClientRect().toJSON()")
    assert abs(tools["bottom"] - composing.browser.js("return innerHeight")) < 1


def test_a_long_text_scrolls_within_the_page_and_the_bar_stays(composing):
    composing.open()
    composing.write("\n".join(f"line {number}" for number in range(60)))
    boxes = composing.moments.value(
        "['.bar', '.tools'].map((s) => screen.querySelector(s).getBoundingClientRect().toJSON())")
    assert boxes[0]["top"] == 0 and abs(boxes[1]["bottom"] - composing.browser.js("return innerHeight")) < 1
    assert composing.moments.value("document.documentElement.scrollWidth <= innerWidth")


def test_TWT_15_a_draft_survives_leaving_and_reloading(composing):
    composing.open()
    composing.write("Half a thought")
    composing.browser.tap("[data-tap=leave]")
    composing.until_closed()
    composing.tap_compose()
    assert composing.text == "Half a thought"
    composing.write(", continued")
    composing.browser.driver.get("about:blank")
    composing.open()
    assert composing.text == "Half a thought, continued"
    composing.browser.reload()
    composing.until_open()
    assert composing.text == "Half a thought, continued"


def test_TWT_15_what_was_begun_is_listed_under_me_and_gone_on_with(composing):
    moments = composing.moments
    moments.open("/me")
    drafts = "[...screen.querySelectorAll('.kept-draft')].map((draft) => draft.innerText.trim())"
    assert moments.value(drafts) == []
    moments.open("/home")
    moments.value("screen.querySelector('[data-tap=compose]').click()")
    composing.until_open()
    composing.write("Half a thought")
    composing.browser.tap("[data-tap=leave]")
    composing.until_closed()
    moments.browser.tap(".tabs [data-tap='tab:me']")
    moments.until(f"screen.matches('.me') && {drafts}.join() === 'Half a thought'")
    composing.browser.tap(".kept-draft")
    composing.until_open()
    assert composing.text == "Half a thought"
    composing.browser.tap("[data-tap=discard]")
    composing.browser.tap("[data-tap=leave]")
    moments.until(f"screen.matches('.me') && {drafts}.length === 0")


def test_TWT_15_a_discarded_draft_is_gone_unless_that_is_undone(composing):
    composing.open()
    composing.write("A draft")
    composing.browser.tap("[data-tap=discard]")
    composing.moments.until(FIELD + ".value === ''")
    composing.browser.tap("[data-tap=restore]")
    composing.moments.until(FIELD + ".value === 'A draft'")
    composing.browser.tap("[data-tap=discard]")
    composing.moments.until(FIELD + ".value === ''")
    composing.open()
    assert composing.text == ""


def test_a_post_is_sent_once_after_its_seconds_for_undoing(composing):
    composing.open()
    text = composing.unique("Sent from a test")
    composing.write(text)
    composing.moments.until("screen.querySelector('.audience > span')?.textContent === 'Public'")
    composing.moments.stop_clock()
    composing.tap_send()
    composing.until_closed()
    composing.browser.until("return !!document.querySelector('.toasts [data-tap^=undo]')", "undo is offered")
    assert composing.sent() == []
    composing.moments.start_clock()
    assert composing.until_sent() == [
        {"status": text, "visibility": "public", "sensitive": False}]
    assert composing.posts_with(text) == 1
    composing.tap_compose()
    assert composing.text == ""


def test_TWT_05_a_new_post_shows_in_the_timeline_at_once_and_once(composing):
    composing.open_home()
    composing.moments.value("screen.querySelector('[data-tap=compose]').click()")
    composing.until_open()
    text = composing.unique("News")
    composing.write(text)
    gate = composing.site.hold("^/api/v1/statuses$")
    composing.tap_send()
    composing.until_closed()
    count = "[...screen.querySelector('.cells').children].filter((cell) => cell.textContent.includes(arguments[0])).length"
    composing.moments.until(count + " === 1", text)
    reads = composing.site.count("^/api/v1/timelines/home")
    until(lambda: gate.waiting, "it is being sent")
    gate.open()
    composing.until_sent()
    composing.moments.until(f"!!{composing.entry(text)}?.matches('[data-tap^=\"open:\"]')")
    assert composing.moments.value(count, text) == 1
    assert composing.site.count("^/api/v1/timelines/home") == reads


def test_TWT_08_a_reply_names_the_author_and_carries_the_id(composing, people, community):
    post = people["gus_next_door"].request(community, "POST", "/api/v1/statuses", status="Anybody there?")
    composing.open_home()
    composing.tap_in_entry("Anybody there?", "reply")
    composing.until_open()
    assert composing.text == "@gus_next_door "
    assert "Anybody there?" in composing.moments.value("screen.querySelector('.quoted').textContent")
    composing.write("Here I am")
    composing.tap_send()
    composing.until_closed()
    assert composing.until_sent() == [{
        "status": "@gus_next_door Here I am", "visibility": "public", "in_reply_to_id": post["id"], "sensitive": False}]


def test_TWT_08_a_reply_to_a_repost_names_both(composing, people, community):
    gus = people["gus_next_door"]
    path = f"/api/v1/accounts/{gus.account['id']}/following"
    other = next(account for account in gus.request(community, "GET", path) if account["username"] != "wren")
    path = f"/api/v1/accounts/{other['id']}/statuses?exclude_reblogs=true"
    post = next(post for post in gus.request(community, "GET", path) if post["visibility"] == "public")
    gus.request(community, "POST", f"/api/v1/statuses/{post['id']}/reblog")
    composing.open_home()
    reposted = "screen.querySelector('.post .reposted')"
    composing.moments.until(f"!!{reposted}")
    composing.moments.value(f"{reposted}.closest('.post').querySelector('[data-tap^=\"reply:\"]').click()")
    composing.until_open()
    assert composing.text == f"@{other['acct']} @gus_next_door "
    composing.browser.tap("[data-tap=leave]")


def test_TWT_08_a_reply_moves_no_line_of_home(composing, community):
    for number in range(12):
        composing.member.request(community, "POST", "/api/v1/statuses", status=(composing.unique(f"Line {number}") + ". ") * 4)
    composing.open_home()
    text = composing.unique("Line 4")
    composing.moments.until(f"!!{composing.entry(text)}")
    key = composing.moments.value(f"{composing.entry(text)}.dataset.key")
    place = f"screen.querySelector('[data-key={key}]').getBoundingClientRect().top"
    composing.moments.value(f"{composing.entry(text)}.scrollIntoView()")
    composing.moments.value("screen.scrollBy(0, -100)")
    before = composing.moments.value(place)
    composing.tap_in_entry(text, "reply")
    composing.until_open()
    composing.write("Said from the middle")
    composing.send()
    composing.until_sent()
    composing.moments.until("screen.matches('.root') && !screen.getAnimations().length")
    assert abs(composing.moments.value(place) - before) < 1.5


def test_an_own_post_can_be_changed(composing, people, community):
    post = composing.member.request(community, "POST", "/api/v1/statuses", status="With a mistkae")
    composing.open_home()
    composing.tap_in_entry("With a mistkae", "menu")
    composing.moments.until("screen.matches('.options')")
    composing.browser.tap("[data-tap=edit]")
    composing.until_open()
    assert composing.text == "With a mistkae"
    composing.browser.press(Keys.BACKSPACE * 7)
    composing.write("mistake")
    composing.tap_send()
    composing.until_closed()
    composing.moments.until(f"!!{composing.entry('With a mistake')}")
    path = f"/api/v1/statuses/{post['id']}/source"
    until(lambda: composing.member.request(community, "GET", path)["text"] == "With a mistake", "the server has the change")


def test_sending_can_be_undone_and_opens_the_text_again(composing):
    composing.open()
    composing.write("Too early")
    composing.moments.until("!screen.querySelector('[data-tap=send]').disabled")
    composing.moments.stop_clock()
    composing.tap_send()
    composing.until_closed()
    composing.moments.undo()
    composing.until_open()
    assert composing.text == "Too early"
    composing.browser.tap("[data-tap=discard]")
    assert composing.sent() == []


def test_control_and_enter_send(composing):
    composing.open()
    text = composing.unique("By keyboard")
    composing.write(text)
    ActionChains(composing.browser.driver).key_down(Keys.CONTROL).send_keys(Keys.ENTER).key_up(Keys.CONTROL).perform()
    composing.until_closed()
    composing.until_sent()
    assert composing.posts_with(text) == 1


def test_who_can_see_it_and_the_warning_go_with_the_post(composing):
    composing.open()
    composing.write("Only for some")
    composing.browser.tap("[data-tap=audience]")
    composing.moments.until("!!screen.querySelector('.question')")
    composing.browser.press(Keys.ESCAPE)
    composing.moments.until("!screen.querySelector('.question')")
    composing.browser.tap("[data-tap=audience]")
    composing.browser.tap("[data-tap='audience:private']")
    composing.moments.until("!screen.querySelector('.question')")
    composing.browser.tap("[data-tap=warning]")
    composing.moments.until("document.activeElement.dataset.input === 'warning'")
    composing.write("Spiders")
    composing.tap_send()
    composing.until_closed()
    assert composing.until_sent() == [
        {"status": "Only for some", "spoiler_text": "Spiders", "visibility": "private", "sensitive": True}]


def test_NEW_05_what_is_written_offline_waits_and_is_sent_once(composing):
    composing.browser.expect_errors("Failed to load resource", "ERR_", "Load failed", "NetworkError")
    composing.open()
    text = composing.unique("From a tunnel")
    composing.write(text)
    composing.site.stop()
    composing.tap_send()
    composing.until_closed()
    key = "Object.keys(localStorage).find((key) => key.includes('outbox'))"
    kept = json.loads(composing.browser.js(f"return localStorage[{key}]"))
    assert kept["draft"]["text"] == text
    composing.browser.until("return !document.querySelector('.toasts > *')", "its seconds are over")
    composing.site.start()
    composing.browser.js("dispatchEvent(new Event('online'))")
    composing.until_sent()
    request = composing.sent()[0]
    assert {name.lower(): value for name, value in request.headers.items()}["idempotency-key"] == kept["id"]
    composing.browser.until(f"return {key} === undefined", "nothing waits any more")
    composing.browser.reload()
    composing.browser.js("dispatchEvent(new Event('online'))")
    assert composing.posts_with(text) == 1


def test_NEW_07_a_post_that_is_taken_back_leaves_the_draft_that_was_begun_meanwhile(composing):
    composing.browser.expect_errors("Failed to load resource", "ERR_", "Load failed", "NetworkError")
    moments = composing.moments
    moments.open("/home")
    composing.site.stop()
    for text in ("First", "Second"):
        moments.value("screen.querySelector('[data-tap=compose]').click()")
        composing.until_open()
        composing.write(text)
        composing.tap_send() if text == "First" else composing.browser.tap("[data-tap=leave]")
        composing.until_closed()
    moments.browser.tap(".tabs [data-tap='tab:me']")
    moments.until("screen.matches('.me') && !!screen.querySelector('[data-tap^=\"edit:\"]')")
    moments.value("screen.querySelector('[data-tap^=\"edit:\"]').click()")
    composing.until_open()
    assert composing.text == "First"
    composing.browser.tap("[data-tap=leave]")
    drafts = "[...screen.querySelectorAll('.kept-draft')].map((draft) => draft.innerText.trim())"
    moments.until(f"screen.matches('.me') && {drafts}.join() === 'Second,First'")
    composing.site.start()


def test_NEW_05_a_post_whose_answer_got_lost_is_there_once(composing):
    composing.browser.expect_errors("Failed to load resource", "ERR_", "Load failed", "NetworkError")
    composing.open()
    text = composing.unique("Said twice, heard once")
    composing.write(text)
    relayed = composing.site.answer
    lost = []

    def lose_the_first(request):
        answer = relayed(request)
        if request.method != "POST" or lost:
            return answer
        lost.append(request)
        return Answer(status=503)

    composing.site.answer = lose_the_first
    composing.tap_send()
    composing.until_closed()
    until(lambda: lost, "the first attempt is made")
    composing.until_sent()
    assert composing.posts_with(text) == 1


def test_a_refused_post_waits_under_me_with_its_text(composing):
    composing.browser.expect_errors("Failed to load resource", "422")
    composing.site.answers[r"^/api/v1/statuses$"] = Answer({"error": "Validation failed: No"}, 422)
    composing.open()
    composing.write("Refused")
    composing.tap_send()
    composing.until_closed()
    composing.browser.until(
        "return document.querySelector('.toasts')?.textContent.includes('wasn’t accepted')", "it is said")
    composing.moments.open("/me")
    composing.moments.until("screen.textContent.includes('Validation failed: No')")
    composing.browser.js("document.querySelector('[data-tap^=\"edit:\"]').click()")
    composing.until_open()
    assert composing.text == "Refused"
    composing.browser.tap("[data-tap=discard]")


FULL = """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };"""


def test_NEW_07_words_that_the_device_has_no_room_for_are_not_lost_in_silence(composing):
    composing.open()
    composing.browser.expect_errors("could not keep")
    composing.browser.js(FULL)
    composing.write("No room")
    composing.moments.until("document.querySelector('.toast')?.textContent.includes('no room to keep what you write')")


def test_NEW_22_what_was_sent_out_of_sight_is_said_and_can_be_viewed(composing):
    composing.open()
    text = composing.unique("Where did it go")
    composing.write(text)
    composing.tap_send()
    composing.until_closed()
    composing.moments.value("document.querySelector('[data-tap=\"tab:me\"]').click()")
    composing.moments.until("screen.matches('.me')")
    composing.browser.until("return !!document.querySelector('.toasts [data-tap^=view]')", "a way to it is offered")
    composing.browser.js("document.querySelector('.toasts [data-tap^=view]').click()")
    composing.moments.until("screen.matches('.thread') && screen.textContent.includes(arguments[0])", text)
    assert composing.browser.js("return !document.querySelector('.toasts > *')")
