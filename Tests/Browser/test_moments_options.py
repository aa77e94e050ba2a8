"""NEW_22: the menu of a post or comment of a Moments page, and the ways from its header."""
import pytest
from selenium.webdriver.common.keys import Keys

from support.composing import Composing
from support.fixtures import community
from support.touch import Touch

COMMENTED = "screen.querySelector('.moments-post:has(.comments .more-options)')"
TEXT = "[...screen.querySelectorAll('.moments-post:has(.more-options) .text')]"


@pytest.fixture
def member(moments, people):
    people["gus_next_door"].sign_in(moments.browser, moments.site)
    moments.open("/moments/wren")
    moments.until(f"!!{COMMENTED} && !!{TEXT}.length")
    return people["gus_next_door"]


def place(moments, element):
    moments.value(f"{element}.scrollIntoView({{ block: 'center' }})")
    moments.browser.js_async("new Promise((done) => setTimeout(done, 300))")  # a finger that stops a list holds nothing
    box = moments.value(f"{element}.getBoundingClientRect().toJSON()")
    return box["x"] + 6, box["y"] + 8


def hold(moments, element):
    with Touch(moments, *place(moments, element)):
        moments.until("screen.matches('.sheet')")
    moments.until("!screen.getAnimations().length")


def rows(moments):
    return moments.value("[...screen.querySelectorAll('[data-tap]')].map((row) => row.dataset.tap)")


def until_loaded(moments):
    """Waits until nothing on the sheet moves any more: what is known about the person has come."""
    moments.until("!!screen.querySelector('[data-tap=circles]')")


def close(moments):
    moments.browser.press(Keys.ESCAPE)
    moments.until("screen.matches('.moments')")


def test_NEW_22_holding_a_text_or_a_comment_opens_its_menu(moments, member):
    hold(moments, f"{TEXT}[0]")
    moments.until("!!screen.querySelector('[data-tap=report]')")
    assert {"words", "link", "bookmark", "mute", "block", "report"} <= set(rows(moments))
    close(moments)
    who = moments.value(f"{COMMENTED}.querySelector('.comments li:has(.more-options) .name').textContent")
    hold(moments, f"{COMMENTED}.querySelector('.comments li:has(.more-options) bdi')")
    assert moments.value("screen.querySelector('h2').textContent") == who
    close(moments)
    assert moments.value("!screen.querySelector('.comment-bar')"), "the end of the touch answers nothing"


def test_NEW_22_the_text_is_copied_and_the_post_bookmarked(moments, member):
    moments.browser.js("""Object.defineProperty(navigator, "clipboard", {
      configurable: true, value: { writeText: async (text) => { window.given = text; } } })""")
    text = moments.value(f"{TEXT}[0].textContent")
    hold(moments, f"{TEXT}[0]")
    until_loaded(moments)
    moments.browser.tap("[data-tap=words]")
    moments.until("screen.matches('.moments') && window.given")
    assert moments.value("window.given") == text
    hold(moments, f"{TEXT}[0]")
    until_loaded(moments)
    moments.browser.tap("[data-tap=bookmark]")
    moments.wait(lambda: [r for r in moments.site.requests if r.path.endswith("/bookmark") and r.status == 200], "it is sent")


def test_NEW_22_a_right_click_opens_it_unless_text_is_selected(moments, member):
    show = f"{TEXT}[0].dispatchEvent(new MouseEvent('contextmenu', {{ bubbles: true, cancelable: true, button: 2 }}))"
    moments.value(f"getSelection().selectAllChildren({TEXT}[0])")
    assert moments.value(show) is True, "the browser shows its own menu"
    moments.value("getSelection().removeAllRanges()")
    assert moments.value(show) is False
    moments.until("screen.matches('.sheet')")


def test_NEW_22_by_keyboard_a_button_shows_that_opens_it(moments, member):
    button = "screen.querySelector('.moments-post .more-options')"
    assert moments.value(f"{button}.getBoundingClientRect().width") <= 1
    moments.value("screen.querySelector('.more-actions').focus()")
    moments.browser.press(Keys.TAB)
    moments.until(f"document.activeElement === {button} && {button}.getBoundingClientRect().width > 20")
    moments.browser.press(Keys.ENTER)
    moments.until("screen.matches('.sheet')")
    close(moments)
    moments.until(f"document.activeElement === {button}")


def test_NEW_22_offline_the_text_can_be_copied(moments, member):
    moments.browser.expect_errors("Failed to load resource", "ERR_", "Load failed", "NetworkError")
    moments.site.stop()
    hold(moments, f"{TEXT}[0]")
    moments.until("!!screen.querySelector('[data-tap=words]')")
    assert rows(moments) == ["words", "back"]


def test_NEW_22_a_menu_that_loads_long_says_so(moments, member):
    post = moments.value(f"{TEXT}[0].closest('[data-key]').dataset.key.slice(1)")
    gate = moments.site.hold(f"/statuses/{post}$")
    hold(moments, f"{TEXT}[0]")
    moments.until("!!screen.querySelector('.panel > .spinner')?.offsetHeight")
    assert rows(moments) == ["back"], "no choice moves under the finger"
    gate.open()
    until_loaded(moments)
    assert moments.value("!screen.querySelector('.spinner')")
    assert moments.value("document.activeElement.matches('.panel')"), "the sheet still has the focus"


POST = "screen.querySelector('.moments-post:has(.more-options):has(.photo)')"
TARGETS = {
    "text": f"{TEXT}[0]",
    "comment": f"{COMMENTED}.querySelector('.comments li:has(.more-options) > bdi')",
    "picture": f"{POST}.querySelector('.photo')",
    "name": f"{POST}.querySelector('.nick .name')",
}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("how", ["hold", "right click"])
def test_NEW_22_each_part_of_a_post_has_its_menu(moments, member, target, how):
    moments.until(f"!!{TARGETS[target]}")
    if how == "hold":
        hold(moments, TARGETS[target])
    else:
        moments.value(f"{TARGETS[target]}.scrollIntoView({{ block: 'center' }})")
        show = f"{TARGETS[target]}.dispatchEvent(new MouseEvent('contextmenu', {{ bubbles: true, cancelable: true, button: 2 }}))"
        assert moments.value(show) is False, "the browser's own menu stays away"
        moments.until("screen.matches('.sheet')")
    until_loaded(moments)
    assert {"words", "bookmark", "mute", "report"} <= set(rows(moments))
    assert moments.value("!document.querySelector('.viewer, .comment-bar')"), "the touch opens nothing else"


def test_NEW_22_a_comments_menu_opens_by_keyboard(moments, member):
    button = f"{COMMENTED}.querySelector('.comments .more-options')"
    moments.value(f"{button}.focus()")
    moments.until(f"{button}.getBoundingClientRect().width > 20")
    assert moments.value(f"{button}.textContent") == "More"
    moments.browser.press(Keys.ENTER)
    moments.until("screen.matches('.sheet')")
    until_loaded(moments)
    assert {"words", "bookmark", "mute", "report"} <= set(rows(moments))


def test_NEW_22_own_posts_are_changed_from_it(moments, member):
    composing = Composing(moments, member)
    composing.open()
    text = composing.unique("Held by its author")
    composing.write(text)
    composing.send()
    composing.posted(text)
    own = f"[...screen.querySelectorAll('.moments-post')].find((post) => post.textContent.includes('{text}') && post.querySelector('.more-options'))"
    moments.until(f"!!{own}")
    hold(moments, f"{own}.querySelector('.text')")
    moments.until("!!screen.querySelector('[data-tap=edit]')")
    assert {"edit", "audience", "delete"} <= set(rows(moments))


def test_NEW_22_the_menu_of_an_own_post_asks_before_it_deletes(moments, people, community):
    gus = people["gus_next_door"]
    gus.sign_in(moments.browser, moments.site)
    text = "Held before it goes " + "a long way down the hill and up again " * 11
    post = gus.request(community, "POST", "/api/v1/statuses", status=text)["id"]
    moments.open("/moments/gus_next_door")
    own = f"screen.querySelector('[data-key=p{post}]')"
    moments.until(f"!!{own}")
    for answer in ("back", "delete-now"):
        hold(moments, f"{own}.querySelector('.text')")
        moments.until("!!screen.querySelector('[data-tap=delete]')")
        moments.value("screen.querySelector('[data-tap=delete]').click()")
        moments.until("screen.querySelector('.panel .asked')?.textContent.startsWith('Held before it goes')")
        assert rows(moments) == ["delete-now", "back"]
        assert moments.value("screen.querySelector('.asked').scrollHeight > screen.querySelector('.asked').clientHeight + 1")
        moments.until("screen.querySelector('.option.cancel').getBoundingClientRect().bottom <= innerHeight + 1")
        moments.value(f"screen.querySelector('.panel [data-tap={answer}]').click()")
        moments.until(f"screen.matches('.moments') && {'!!' if answer == 'back' else '!'}{own}")
    moments.wait(lambda: [r for r in moments.site.requests if r.method == "DELETE" and r.status == 200], "it is deleted")


def test_NEW_22_an_edited_post_says_so_beside_its_time(moments, people, community):
    wren = people["wren"]
    post = wren.request(community, "POST", "/api/v1/statuses", status="Low tide at six")["id"]
    edited = f"screen.querySelector('[data-key=p{post}] time + .edited')?.textContent"
    moments.open("/moments/wren")
    moments.until(f"!!screen.querySelector('[data-key=p{post}]')")
    assert moments.value(f"!({edited})")
    wren.request(community, "PUT", f"/api/v1/statuses/{post}", status="Low tide at seven")
    moments.open("/moments/wren")
    moments.until(f"({edited}) === 'Edited'")
    wren.request(community, "DELETE", f"/api/v1/statuses/{post}")


def test_NEW_22_the_own_cover_leads_to_its_change(moments, member):
    moments.open(f"/moments/{member.username}")
    moments.until("!!screen.querySelector('.cover .change')")
    moments.browser.tap_at(195, 150)
    moments.until("screen.matches('.edit-profile')")


def test_NEW_22_the_avatar_leads_to_the_profile_with_follow_and_mute(moments, member):
    moments.until("!!screen.querySelector('.owner a')")
    assert moments.value("!screen.querySelector('.cover .change')")
    moments.browser.tap(".owner a")
    moments.until("screen.matches('.profile') && !!screen.querySelector('.identity .follow, .identity [data-tap^=follow]')")
