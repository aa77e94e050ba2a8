"""NEW_22: suggestions of names and the panel of emoji, in the field of a comment and in the composer."""
import re

import pytest
from selenium.webdriver.common.keys import Keys

from support.composing import FIELD, Composing
from support.fixtures import community, composing
from support.origins import Answer

COMMENT = "screen.querySelector('.comment-bar textarea')"
KEYS = "[...screen.querySelectorAll('.emojis [role=group] button')]"

# Emoji of version 13 and later (Unicode's emoji-data.txt), among those of the older blocks.
NEWER = re.compile("[\U0001f6d6\U0001f6d7\U0001f6dc-\U0001f6df\U0001f6fb\U0001f6fc\U0001f7f0\U0001f90c\U0001f972\U0001f977-\U0001f979"
                   "\U0001f9a3\U0001f9a4\U0001f9ab-\U0001f9ad\U0001f9cb\U0001f9cc\U0001fa74-\U0001fa77\U0001fa7b-\U0001faff]")


@pytest.fixture
def member(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/moments/wren")
    moments.until("!!screen.querySelector('.more-actions')")
    return people["wren"]


def open_comment(moments):
    moments.browser.tap(".more-actions")
    moments.until("screen.querySelector('.popover')?.getAnimations().every((one) => one.playState === 'finished')")
    moments.browser.tap(".popover [data-tap^='comment:']")
    moments.until(f"!!{COMMENT} && document.activeElement === {COMMENT}")


def write(moments, text):
    moments.browser.js("document.execCommand('insertText', false, arguments[0])", text)


def boxes(moments, *selectors):
    return moments.value("arguments[0].map((one) => screen.querySelector(one).getBoundingClientRect().toJSON())", selectors)


def open_panel(moments):
    moments.browser.tap("[data-tap=emoji]")
    moments.until(f"{KEYS}.length > 100")


def set_keyboard(moments, height):
    """Covers the lower part of the window, as an on-screen keyboard does."""
    moments.browser.js("""
      const height = arguments[0];
      Object.defineProperty(visualViewport, "height", { configurable: true, get: () => innerHeight - height });
      visualViewport.dispatchEvent(new Event("resize"));""", height)


def found(member, count):
    return Answer([member.account | {"id": f"77{n}", "acct": f"gusto{n}", "username": f"gusto{n}"} for n in range(count)])


def test_NEW_22_names_complete_in_a_comment_by_keys(moments, member, community):
    member.request(community, "POST", "/api/v1/statuses", status="Fog over the #harbour")
    open_comment(moments)
    write(moments, "Hi @gus")
    moments.until("screen.querySelector('.completions .handle')?.textContent === '@gus_next_door'")
    above, bar = boxes(moments, ".completions", ".comment-bar")
    assert abs(above["bottom"] - bar["top"]) <= 1 and abs(above["width"] - bar["width"]) <= 1, "over the bar"
    assert "Suggestions" in moments.value("screen.querySelector('.completions [role=status]').textContent")
    moments.browser.press(Keys.ARROW_DOWN)
    chosen = f"document.getElementById({COMMENT}.getAttribute('aria-activedescendant'))"
    moments.until(f"{chosen}?.matches('[role=option][aria-selected=true]') && {chosen}.textContent.includes('@gus_next_door')")
    assert moments.value(f"document.getElementById({COMMENT}.getAttribute('aria-controls')).contains({chosen})")
    assert moments.value(f"document.activeElement === {COMMENT}")
    moments.browser.press(Keys.ENTER)
    moments.until(f"{COMMENT}.value === 'Hi @gus_next_door ' && !screen.querySelector('.completions')")
    write(moments, "@gus")
    moments.until("!!screen.querySelector('.completions')")
    moments.browser.press(Keys.TAB)
    moments.until(f"{COMMENT}.value === 'Hi @gus_next_door @gus_next_door '")
    write(moments, "#harb")
    moments.until("screen.querySelector('.completions .nick')?.textContent === '#harbour'")
    moments.browser.press(Keys.ESCAPE)
    moments.until("!screen.querySelector('.completions')")
    assert moments.value(f"{COMMENT}.value") == "Hi @gus_next_door @gus_next_door #harb", "the comment stays open"


def test_NEW_22_a_tap_on_a_name_keeps_the_keyboard(moments, member):
    open_comment(moments)
    write(moments, "Hi @gus you")
    moments.value(f"{COMMENT}.setSelectionRange(7, 7)")
    write(moments, "_")
    moments.until("!!screen.querySelector('.completions button')")
    moments.browser.tap(".completions button")
    moments.until(f"{COMMENT}?.value === 'Hi @gus_next_door you' && !screen.querySelector('.completions')")
    assert moments.value(f"document.activeElement === {COMMENT}")
    assert moments.value(f"{COMMENT}.selectionEnd") == len("Hi @gus_next_door")


def test_NEW_22_those_of_the_conversation_come_first(moments, member, people):
    names = "[...screen.querySelectorAll('.comments > li')].map((line) => [line, line.querySelector('.name').dataset.tap.split(':')[1]])"
    other = f"{names}.find(([line, name]) => line.dataset.tap && name !== 'wren')"
    moments.until(f"!!{other}")
    name = moments.value(f"{other}[1]")
    moments.site.answers["/accounts/search"] = found(people["gus_next_door"], 5)
    gate = moments.site.hold("/accounts/search")
    moments.value(f"{other}[0].click()")
    moments.until(f"!!{COMMENT} && document.activeElement === {COMMENT}")
    write(moments, "@" + name[:2])
    handles = "[...screen.querySelectorAll('.completions .handle')].map((one) => one.textContent)"
    moments.until(f"{handles}[0] === arguments[0]", "@" + name)
    gate.open()
    moments.until(f"{handles}.includes('@gusto0')")
    assert moments.value(f"{handles}[0]") == "@" + name


def test_NEW_22_a_chosen_name_stays_chosen_when_more_come(moments, member, people):
    moments.site.answers["/accounts/search"] = found(people["gus_next_door"], 5)
    open_comment(moments)
    write(moments, "@gust")
    moments.until("screen.querySelectorAll('.completions button').length >= 5")
    moments.site.answers["/accounts/search"] = found(people["gus_next_door"], 4)
    gate = moments.site.hold("/accounts/search")
    write(moments, "o")
    for _ in range(2):
        moments.browser.press(Keys.ARROW_DOWN)
    chosen = "screen.querySelector('.completions [aria-selected=true]')"
    name = moments.value(f"{chosen}.querySelector('.handle').textContent")
    gate.open()
    moments.until("screen.querySelectorAll('.completions button').length === 4")
    assert moments.value(f"{chosen}?.querySelector('.handle').textContent") == name
    assert moments.value(f"document.getElementById({COMMENT}.getAttribute('aria-activedescendant')) === {chosen}")
    moments.browser.press(Keys.ENTER)
    moments.until(f"{COMMENT}.value === arguments[0]", f"{name} ")
    assert not moments.value(f"{COMMENT}.hasAttribute('aria-activedescendant')")


def test_NEW_22_the_list_is_four_rows_high_over_the_keyboard(moments, member, people):
    moments.site.answers["/accounts/search"] = found(people["gus_next_door"], 5)
    open_comment(moments)
    set_keyboard(moments, 260)
    write(moments, "line\nline\n@gusto")
    moments.until("screen.querySelectorAll('.completions button').length >= 5")
    above, bar = boxes(moments, ".completions", ".comment-bar")
    assert abs(bar["bottom"] - (moments.browser.js("return innerHeight") - 260)) <= 1
    assert abs(above["bottom"] - bar["top"]) <= 1
    assert 96 <= above["height"] <= 193 and above["top"] > 100
    assert moments.value("screen.querySelector('.completions').scrollHeight > screen.querySelector('.completions').clientHeight")
    for _ in range(5):
        moments.browser.press(Keys.ARROW_DOWN)
    last, above = boxes(moments, ".completions [aria-selected=true]", ".completions")
    assert last["bottom"] <= above["bottom"] + 1, "what is chosen is in sight"


@pytest.mark.parametrize("size", [(320, 568), (430, 932), (844, 390)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_NEW_22_what_is_answered_stays_in_sight_over_the_keyboard(moments, member, size):
    covered = size[1] * 45 // 100
    moments.browser.use(size=size)
    member.sign_in(moments.browser, moments.site)  # in WebKit's driver another size is a new session
    moments.open("/moments/wren")
    others = "[...screen.querySelectorAll('.comments li[data-tap^=\"answer:\"]')].find((line) => line.querySelector('.name').textContent.trim() !== 'Wren')"
    moments.until(f"!!{others}")
    moments.value(f"{others}.click()")
    moments.until(f"!!{COMMENT} && document.activeElement === {COMMENT}")
    set_keyboard(moments, covered)
    moments.until(f"Math.abs(screen.querySelector('.comment-bar').getBoundingClientRect().bottom - (innerHeight - {covered})) <= 1")
    moments.until("""(([answered, bar, top]) => answered.top >= top.bottom && answered.bottom <= bar.top)(
      ['[data-answered]', '.comment-bar', '.bar'].map((name) => screen.querySelector(name).getBoundingClientRect()))""")
    write(moments, "Half a word")
    moments.value("screen.querySelector('.cells').click()")
    moments.until("!screen.querySelector('.comment-bar')")
    moments.value(f"{others}.click()")
    moments.until(f"{COMMENT}?.value === 'Half a word'")


OVER_BAR = """(([toast, bar]) => toast && bar && toast.top > 0 && toast.bottom <= bar.top && bar.top - toast.bottom < 20)(
  [document.querySelector(".toast"), screen.querySelector(".comment-bar")].map((part) => part?.getBoundingClientRect()))"""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_NEW_22_the_toast_stands_over_the_comment_bar_with_keyboard_and_panel(moments, member, size):
    moments.browser.use(size=size)
    member.sign_in(moments.browser, moments.site)
    moments.open("/moments/wren")
    moments.until("!!screen.querySelector('.more-actions')")
    moments.stop_clock()
    open_comment(moments)
    write(moments, "Not to be sent")
    moments.browser.tap("[data-tap=send-comment]")
    moments.until("!screen.querySelector('.comment-bar') && document.querySelector('.toast')?.getAnimations().length === 0")
    rest = moments.value("innerHeight - document.querySelector('.toast').getBoundingClientRect().bottom")
    # The toast may lie over what a finger would tap.
    for selector in (".more-actions", ".popover [data-tap^='comment:']"):
        moments.until("!!screen.querySelector(arguments[0])", selector)
        moments.value("screen.querySelector(arguments[0]).click()", selector)
    moments.until(f"!!{COMMENT} && document.activeElement === {COMMENT}")
    moments.until(OVER_BAR)
    write(moments, "one\ntwo\nthree")
    moments.until(OVER_BAR)
    set_keyboard(moments, size[1] * 45 // 100)
    moments.until(OVER_BAR)
    set_keyboard(moments, 0)
    open_panel(moments)
    moments.until(OVER_BAR)
    moments.value("screen.querySelector('.moments-post .text').click()")
    moments.until("!screen.querySelector('.emojis, .comment-bar')")
    moments.until("Math.abs(innerHeight - document.querySelector('.toast').getBoundingClientRect().bottom - arguments[0]) < 1", rest)
    moments.undo()


def test_NEW_22_emoji_are_inserted_at_the_caret_and_the_panel_stays(moments, member):
    open_comment(moments)
    write(moments, "Hello you")
    moments.value(f"{COMMENT}.setSelectionRange(5, 5)")
    open_panel(moments)
    focus = ".emojis" if moments.browser.has_touch else ".comment-bar textarea"
    assert moments.value("document.activeElement.matches(arguments[0])", focus), "a finger's keyboard goes, a mouse's field stays"
    panel, bar = boxes(moments, ".emojis", ".comment-bar")
    assert abs(panel["bottom"] - moments.browser.js("return innerHeight")) <= 1 and abs(bar["bottom"] - panel["top"]) <= 1
    assert moments.value("screen.querySelector('[data-tap=emoji]').ariaExpanded") == "true"
    first = moments.value(f"{KEYS}[0].textContent")
    for _ in range(2):
        moments.browser.tap(".emojis [role=group] button")
    moments.until(f"{COMMENT}.value === arguments[0]", f"Hello{first * 2} you")
    units = len(first.encode("utf-16-le")) // 2
    assert moments.value(f"{COMMENT}.selectionEnd") == 5 + 2 * units
    moments.browser.tap(".emojis .erase")
    moments.until(f"{COMMENT}.value === arguments[0]", f"Hello{first} you")
    moments.browser.tap("[data-tap=emoji]")
    moments.until("!screen.querySelector('.emojis')")
    assert moments.value(f"document.activeElement === {COMMENT}"), "the keyboard is back"
    assert moments.value("screen.querySelector('[data-tap=emoji]').ariaExpanded") == "false"
    moments.until("Math.abs(screen.querySelector('.comment-bar').getBoundingClientRect().bottom - innerHeight) <= 1")


def test_NEW_22_emoji_that_were_used_come_first_after_a_reload(moments, member):
    open_comment(moments)
    open_panel(moments)
    assert moments.value("screen.querySelector('.emojis [role=group]').ariaLabel") == "Smileys"
    used = moments.value(f"[3, 1].map((at) => {KEYS}[at].textContent)")
    for at in (3, 1):
        moments.browser.tap(".emojis [role=group] button", at)
    moments.until(f"{COMMENT}.value === arguments[0]", "".join(used))
    moments.browser.tap(".comment-bar [data-tap=send-comment]")
    moments.until("!screen.querySelector('.comment-bar') && !screen.querySelector('.emojis')")
    [sent] = Composing(moments, member).until_sent()
    assert sent["status"] == "".join(used)
    moments.browser.reload()
    moments.until("!!screen.querySelector('.more-actions')")
    open_comment(moments)
    open_panel(moments)
    assert moments.value("screen.querySelector('.emojis [role=group]').ariaLabel") == "Recently used"
    assert moments.value(f"{KEYS}.slice(0, 2).map((key) => key.textContent)") == used[::-1]


def test_NEW_22_the_panel_works_by_keys(moments, member):
    open_comment(moments)
    write(moments, "Hi")
    moments.value("screen.querySelector('[data-tap=emoji]').focus()")
    moments.browser.press(Keys.ENTER)
    moments.until(f"document.activeElement === {KEYS}[0]")
    moments.browser.press(Keys.ARROW_RIGHT)
    assert moments.value(f"document.activeElement === {KEYS}[1]")
    assert moments.value(f"{KEYS}.filter((key) => key.tabIndex === 0).length") == 1
    moments.browser.press(Keys.ARROW_DOWN)
    one, below = moments.value(f"[{KEYS}[1], document.activeElement].map((key) => key.getBoundingClientRect().toJSON())")
    assert below["top"] > one["top"] and abs(below["x"] - one["x"]) <= 1
    emoji = moments.value("document.activeElement.textContent")
    moments.browser.press(Keys.ENTER)
    moments.until(f"{COMMENT}.value === arguments[0]", "Hi" + emoji)
    moments.browser.press(Keys.BACKSPACE)
    moments.until(f"{COMMENT}.value === 'Hi'")
    moments.browser.press(Keys.ESCAPE)
    moments.until("!screen.querySelector('.emojis') && !!screen.querySelector('.comment-bar')")
    assert moments.value("document.activeElement.matches('[data-tap=emoji]')")
    moments.browser.press(Keys.ENTER)
    moments.until(f"document.activeElement === {KEYS}[0]")
    moments.browser.press("j")
    moments.until(f"{COMMENT}.value === 'Hij' && document.activeElement === {COMMENT}")


def test_NEW_22_a_tap_beside_closes_the_panel_and_the_draft_stays(moments, member):
    open_comment(moments)
    write(moments, "Half")
    open_panel(moments)
    if moments.browser.has_touch:
        moments.browser.tap(".comment-bar textarea")
        moments.until("!screen.querySelector('.emojis') && !!screen.querySelector('.comment-bar')")
        assert moments.value(f"document.activeElement === {COMMENT}"), "the keyboard is back"
        open_panel(moments)
    moments.value("screen.querySelector('.moments-post .text').click()")
    moments.until("!screen.querySelector('.emojis') && !screen.querySelector('.comment-bar')")
    open_comment(moments)
    assert moments.value(f"{COMMENT}.value") == "Half"


def test_NEW_22_a_finger_scrolls_the_panel_and_pulls_no_page(moments, member):
    open_comment(moments)
    open_panel(moments)
    moments.value("screen.scrollTo(0, 0)")
    [panel] = boxes(moments, ".emojis")
    x, y = panel["x"] + 60, panel["y"] + 60
    moments.browser.drag((x, y), (x, y + 150))
    assert moments.value("!screen.matches('[data-pulled], [data-status~=refreshing]') && !!screen.querySelector('.emojis')")


def test_NEW_22_the_emoji_are_known_to_older_systems_and_fit_on_small_phones(moments, people):
    moments.browser.use(size=(320, 568))
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/moments/wren")
    moments.until("!!screen.querySelector('.more-actions')")
    open_comment(moments)
    open_panel(moments)
    groups = moments.value("[...screen.querySelectorAll('.emojis [role=group]')].map((group) => group.children.length)")
    assert len(groups) == 9 and min(groups) >= 8 and 200 <= sum(groups) <= 300
    all_keys = moments.value(f"{KEYS}.map((key) => key.textContent)")
    assert len(set(all_keys)) == len(all_keys) and not [key for key in all_keys if NEWER.search(key)]
    rows = moments.value(f"{KEYS}.map((key) => key.getBoundingClientRect().toJSON())")
    columns = sum(row["top"] == rows[0]["top"] for row in rows)
    assert columns in (7, 8) and min(min(row["width"], row["height"]) for row in rows) >= 40
    assert moments.value("document.documentElement.scrollWidth <= innerWidth")
    field, button, send = boxes(moments, ".comment-bar textarea", ".comment-bar [data-tap=emoji]", ".comment-bar .primary")
    assert field["width"] >= 100 and field["right"] <= button["x"] + 1 and button["right"] <= send["x"] + 1


def test_NEW_22_the_composer_has_the_panel_and_the_same_recent_emoji(composing):
    moments = composing.moments
    composing.open()
    composing.write("Hi")
    open_panel(moments)
    tools, panel = boxes(moments, ".tools", ".emojis")
    assert abs(tools["bottom"] - panel["top"]) <= 1 and abs(panel["bottom"] - moments.browser.js("return innerHeight")) <= 1
    emoji = moments.value(f"{KEYS}[2].textContent")
    moments.browser.tap(".emojis [role=group] button", 2)
    moments.until(f"{FIELD}.value === arguments[0]", "Hi" + emoji)
    assert composing.left == "497" and composing.can_send
    moments.browser.press(Keys.ESCAPE)
    moments.until("!screen.querySelector('.emojis')")
    assert moments.value("screen.matches('.compose')")
    moments.browser.reload()
    composing.until_open()
    assert composing.text == "Hi" + emoji
    open_panel(moments)
    assert moments.value("screen.querySelector('.emojis [role=group]').ariaLabel") == "Recently used"
    assert moments.value(f"{KEYS}[0].textContent") == emoji


def test_NEW_22_in_the_composer_emoji_go_into_the_field_that_was_used_last(composing):
    moments = composing.moments
    composing.open()
    composing.write("Hi")
    moments.browser.tap(".tools [data-tap=warning]")
    warning = "screen.querySelector('[data-input=warning]')"
    moments.until(f"!!{warning}")
    moments.value(f"{warning}.focus()")
    open_panel(moments)
    emoji = moments.value(f"{KEYS}[0].textContent")
    moments.browser.tap(".emojis [role=group] button")
    moments.until(f"{warning}.value === arguments[0]", emoji)
    assert composing.text == "Hi"
