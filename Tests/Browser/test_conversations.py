"""NEW_10: home shows conversations, comments stay under their post, long texts fold, and a thread names its
parent."""
import urllib.parse

import pytest

from support.fixtures import community
from support.origins import until


@pytest.fixture
def say(people, community):
    """Publishes a post and returns its id."""
    def say(who, status, **fields):
        return people[who].request(community, "POST", "/api/v1/statuses", status=status, **fields)["id"]
    return say


@pytest.fixture
def home(moments, people):
    def home():
        people["wren"].sign_in(moments.browser, moments.site)
        moments.open("/home")
        moments.until("screen.querySelectorAll('.post[data-tap]').length > 4")
        return moments
    return home


ORDER = """[...screen.querySelectorAll('.cells > *')].filter((cell) => cell.dataset.key).map((cell) =>
  [cell.className, (cell.querySelector('.words, .beginning') ?? cell.querySelector('button') ?? cell).textContent.trim()])"""


def test_NEW_10_a_reply_stands_with_what_it_answers_and_longer_conversations_fold(home, say):
    first = say("wren", "Where is the ladder?")
    second = say("wren", "Behind the shed, I think", in_reply_to_id=first)
    asked = say("wren", "Is there any bread?")
    third = say("wren", "It is not there", in_reply_to_id=second)
    say("wren", "Something else")
    say("wren", "Half a loaf", in_reply_to_id=asked)
    say("wren", "Then Gus has it", in_reply_to_id=third)
    home = home()
    assert home.value(ORDER)[:6] == [
        ["post ancestor", "Where is the ladder?"], ["between", "Show 2 more posts"], ["post answer", "Then Gus has it"],
        ["post ancestor", "Is there any bread?"], ["post answer", "Half a loaf"], ["post", "Something else"]]
    heights = home.value("[...screen.querySelectorAll('.cells > .post:not(.under-posts)')].map((row) => row.offsetHeight)")
    assert min(heights) > 60, "each shows whole"
    upper, lower = home.value("""[...screen.querySelectorAll('.post .face')].slice(2, 4).map((face) => {
      const box = face.getBoundingClientRect(); return [box.left, box.top, box.bottom]; })""")
    assert upper[0] == lower[0] and upper[2] < lower[1]
    home.browser.tap(".between button")
    home.until("screen.matches('.thread') && screen.querySelectorAll('.post').length >= 4")


def test_NEW_10_whom_a_post_answers_is_said_once(home, say):
    asked = say("gus_next_door", "Has anybody seen the cat?")
    say("wren", "@gus_next_door On the wall", in_reply_to_id=asked)
    home = home()
    words = "[...screen.querySelectorAll('.words')].map((words) => words.textContent.trim())"
    home.until(f"{words}.includes('On the wall')")
    assert not home.value(f"{words}.includes('@gus_next_door On the wall')")


def test_NEW_10_a_reply_says_how_begins_what_it_answers_far_below(home, say, site):
    asked = say("wren", "Is the ferry running?")
    for number in range(25):
        say("wren", f"Between {number}")
    say("wren", "It is, until six", in_reply_to_id=asked)
    gate = site.hold(r"^/api/v1/statuses\?id")
    home = home()
    until(lambda: gate.waiting, "it is asked for")
    place = "screen.querySelectorAll('.post[data-tap]')[1].getBoundingClientRect().top"
    before = home.value(place)
    gate.open()
    home.until("screen.querySelector('.post .context')?.textContent === 'Replying to @wren Is the ferry running?'")
    assert abs(home.value(place) - before) < 1, "there was room for it"


def test_NEW_10_how_a_post_begins_is_cut_at_its_own_end_in_a_page_that_runs_the_other_way(home, say, moments):
    asked = say("wren", "@gus_next_door Is the ferry running today, or is it too windy for the old boat again?")
    for number in range(25):
        say("wren", f"Between {number}")
    say("wren", "It is, until six", in_reply_to_id=asked)
    moments.browser.use(language="ar-EG")
    home = home()
    beginning = "screen.querySelector('.post .context > [dir=auto]')"
    home.until(f"{beginning}?.textContent.startsWith('Is the ferry')")
    assert home.value(f"""((part) => {{
      const range = new Range();
      range.setStart(part.firstChild, 0);
      range.setEnd(part.firstChild, 1);
      const letter = range.getBoundingClientRect(), box = part.getBoundingClientRect();
      return part.scrollWidth > part.clientWidth && letter.left >= box.left - 1 && letter.right <= box.right;
    }})({beginning})""")


def test_NEW_10_news_of_a_conversation_move_nothing_that_was_there(home, say):
    asked = say("wren", "Who has the key?")
    say("wren", "And who has the time?")
    home = home()
    keys = "[...screen.querySelectorAll('.cells > [data-key]')].map((cell) => cell.dataset.key)"
    before = home.value(keys)
    say("wren", "I have it", in_reply_to_id=asked)
    home.browser.js("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    home.until("[...screen.querySelectorAll('.words')].some((words) => words.textContent === 'I have it')")
    after = home.value(keys)
    assert home.value(ORDER)[0] == ["post", "I have it"] and after[1:len(before)] == before[:-1]


def test_NEW_10_comments_stay_under_their_post_and_home_says_who_commented(home, say, people, community):
    post = say("wren", "The first figs")
    say("wren", "A post of its own")
    say("wren", "Lovely", in_reply_to_id=post, comment=True)
    home = home()
    assert [words for _, words in home.value(ORDER)[:2]] == ["A post of its own", "The first figs"]
    say("wren", "And mine", in_reply_to_id=post, comment=True)
    say("gus_next_door", "Keep me some", in_reply_to_id=post, comment=True)
    home.browser.js("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    home.until("screen.querySelector('.under-posts')?.textContent.includes('The first figs')")
    assert [words for _, words in home.value(ORDER)[:3]] == ["Wren The first figs", "A post of its own", "The first figs"]
    assert "Lovely" not in home.texts(".post .words")
    told = home.texts(".under-posts .commented")
    assert "Comments by Gus" in told and not any("Wren" in words for words in told), "one's own are no news"
    home.browser.tap(".under-posts .commented")
    home.until("screen.matches('.thread') && screen.querySelectorAll('.post').length >= 3")
    assert {"Lovely", "Keep me some"} <= set(home.texts(".post .words"))
    entries = people["wren"].request(community, "GET", "/api/v1/timelines/home")
    assert "<p>Lovely</p>" in [entry["content"] for entry in entries]


def test_NEW_10_what_was_commented_on_is_said_also_where_it_is_no_line_of_home(home, say):
    post = say("wren", "The very first figs")
    for number in range(45):
        say("wren", f"Something else, {number}")
    say("gus_next_door", "They were good", in_reply_to_id=post, comment=True)
    home = home()
    home.until("screen.querySelector('.under-posts .beginning')?.textContent === 'Wren The very first figs'")
    assert home.value("![...screen.querySelectorAll('.words')].some((words) => words.textContent.includes('very first figs'))")


def test_NEW_10_who_does_not_want_to_be_told_of_comments_is_not(home, say):
    post = say("wren", "The last figs")
    say("wren", "A post between")
    home = home()
    say("gus_next_door", "Are there any left", in_reply_to_id=post, comment=True)
    home.browser.js("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    told = "[...document.querySelectorAll('.root.timeline .under-posts')].some((row) => row.textContent.includes('The last figs'))"
    home.until(told)
    for choice, seen in (("off", "!"), ("on", "")):
        home.browser.tap(".tabs [data-tap='tab:me']")
        home.until("location.pathname === '/me'")
        home.browser.tap(".row[data-tap=settings]")
        home.until("screen.matches('.settings')")
        home.browser.tap(f"[data-tap='comments:{choice}']")
        home.until("screen.querySelector('[data-tap^=comments]').ariaChecked === String(arguments[0] === 'on')", choice)
        home.browser.back()
        home.until("location.pathname === '/me'")
        home.browser.tap(".tabs [data-tap='tab:home']")
        home.until("location.pathname === '/home' && screen.querySelectorAll('.post[data-tap]').length > 2")
        home.until(f"{seen}({told})")


def test_NEW_10_what_is_written_on_a_moments_page_is_a_comment(moments, people, community, say):
    post = say("wren", "Snow at last")
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/moments/wren")
    moments.until("screen.querySelector('.moments-post')")
    moments.browser.tap(".more-actions")
    moments.until("screen.querySelector('.popover')")
    moments.browser.tap(".popover [data-tap^='comment:']")
    moments.until("document.activeElement === screen.querySelector('.comment-bar textarea')")
    moments.browser.js("document.execCommand('insertText', false, 'How deep?')")
    moments.browser.tap(".comment-bar [data-tap=send-comment]")
    until(lambda: people["wren"].request(community, "GET", f"/api/v1/statuses/{post}/context")["descendants"],
          "the comment is there")
    comment = people["wren"].request(community, "GET", f"/api/v1/statuses/{post}/context")["descendants"][0]
    assert comment["comment_of"] == post and comment["in_reply_to_id"] == post


def test_NEW_10_long_texts_fold_and_unfold(home, say):
    say("wren", "\n".join(f"Line {number}" for number in range(11)))
    say("wren", "\n".join(f"Row {number}" for number in range(30)))
    home = home()
    long = "[...screen.querySelectorAll('.words')].find((words) => words.textContent.includes('Row 3'))"
    short = "[...screen.querySelectorAll('.words')].find((words) => words.textContent.includes('Line 3'))"
    home.until(f"{long}.matches('[data-long]')")
    lines = """((words) => {
        const text = document.createRange();
        text.selectNodeContents(words);
        const { bottom } = words.getBoundingClientRect();
        return new Set([...text.getClientRects()].filter((box) => box.width && box.bottom < bottom + 1).map((box) => box.top)).size;
    })"""
    assert home.value(f"{lines}({long})") == 8
    assert home.value(f"{lines}({short})") == 11
    shown = "((words) => getComputedStyle(words.nextElementSibling).display)"
    assert home.value(f"{shown}({long})") == "block" and home.value(f"{shown}({short})") == "none"
    home.browser.tap(".words[data-long] + .fold")
    home.until(f"{lines}({long}) === 30")
    assert home.value("screen.querySelector('.unfolded + .fold').getAttribute('aria-expanded')") == "true"
    # The button may lie under the tab bar.
    home.browser.js("document.querySelector('.unfolded + .fold').click()")
    home.until(f"{lines}({long}) === 8")


def test_NEW_10_a_thread_shows_what_comes_before_and_where_to_reply(moments, people, say):
    first = say("wren", "Is the bridge open?\nI am late.")
    second = say("wren", "Since noon @gus_next_door", in_reply_to_id=first)
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open(f"/@wren/{second}")
    moments.until("screen.querySelector('.large .context button')")
    assert "Is the bridge open?" in moments.texts(".large .context")[0]
    moments.browser.tap(".large .context button")
    moments.until("screen.querySelector('.ancestor').getBoundingClientRect().top >= 0")
    bar = moments.value("(({ bottom, height }) => [bottom, height])(screen.querySelector('.reply-bar').getBoundingClientRect())")
    assert bar[0] == moments.value("innerHeight") and bar[1] >= 52
    moments.browser.tap(".reply-bar button")
    moments.until("screen.matches('.compose') && screen.textContent.includes('Since noon')")


def test_NEW_22_the_reply_bar_shows_ones_picture(home, people, say):
    say("wren", "Whose face is below?")
    home = home()
    home.browser.js("""
        const key = "swiftlet.session 1 account";
        localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), avatar: arguments[0] });
    """, urllib.parse.urlsplit(people["wren"].account["avatar"]).path)
    home.browser.reload()
    home.until("[...screen.querySelectorAll('.post .words')].some((words) => words.textContent.includes('Whose face'))")
    home.browser.js("[...document.querySelectorAll('.post .words')].find((words) => words.textContent.includes('Whose face')).click()")
    shown = "screen.matches('.thread') && screen.querySelector('.reply-bar .avatar img')?.dataset.state === 'shown'"
    home.until(shown)
    home.browser.tap(".reply-bar button")
    home.until("screen.matches('.compose')")
    home.browser.back()
    home.until(shown)


def test_NEW_10_people_and_tags_lead_on_from_moments_as_well(moments, people, say):
    say("wren", "With @gus_next_door at the #harbour")
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/moments/wren")
    moments.until("screen.querySelectorAll('.moments-post .text .link').length === 2")
    moments.browser.tap(".moments-post .text .link", 1)
    moments.until("screen.matches('.timeline') && screen.textContent.includes('#harbour')")
    moments.browser.back()
    moments.until("screen.matches('.moments')")
    moments.browser.tap(".moments-post .text .link", 0)
    moments.until("screen.matches('.profile')")
