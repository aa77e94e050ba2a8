"""NEW_21: polls."""
import contextlib
import sqlite3

import pytest

from support.fixtures import community, composing
from support.origins import until

OFFLINE = ("Failed to load resource", "ERR_", "Load failed", "NetworkError")
SHARES = "[...post().querySelectorAll('.poll li')].map((row) => row.querySelector('.poll-share')?.textContent)"


class Polls:
    """Wren's home, with a poll of Gus's on top."""

    def __init__(self, moments, people, site):
        self.moments, self.site = moments, site
        self.browser = moments.browser
        self.wren, self.gus = people["wren"], people["gus_next_door"]

    def publish(self, text, options=("Saturday", "Sunday"), by=None, **poll):
        fields = {"options": list(options), "expires_in": 86_400} | poll
        return (by or self.gus).request(self.site.upstream, "POST", "/api/v1/statuses", status=text, poll=fields)

    def open(self, text, path="/home"):
        self.text = text
        self.moments.open(path)
        self.until("post()?.querySelector('.poll')")

    def value(self, expression):
        return self.moments.value(self._with_post(expression))

    def until(self, expression):
        self.moments.until(self._with_post(expression))

    def _with_post(self, expression):
        return expression.replace(
            "post()", f"[...screen.querySelectorAll('.post')].find((post) => post.textContent.includes('{self.text}'))")

    def choose(self, *options):
        """Taps the options' names, and the button."""
        for option in options:
            self.tap(f"post().querySelectorAll('.poll-choice span')[{option}]")
        self.tap("post().querySelector('.poll .primary')")

    def tap(self, element):
        x, y = self.value(f"(() => {{ const box = {element}.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] }})()")
        self.browser.tap_at(x, y)

    def on_server(self, post, viewer=None):
        return (viewer or self.wren).request(self.site.upstream, "GET", f"/api/v1/polls/{post['id']}")


@pytest.fixture
def polls(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    return Polls(moments, people, moments.site)


def test_NEW_21_a_vote_is_cast_and_shows_the_result(polls):
    post = polls.publish("Which day suits you?")
    polls.open("Which day suits you?")
    assert polls.value("post().querySelector('.poll legend').textContent") == "Choose one answer"
    assert polls.value("[...post().querySelectorAll('.poll-choice input')].map((input) => input.type)") == ["radio"] * 2
    polls.choose(1)
    polls.until(f"{SHARES}.join() === '0%,100%'")
    assert polls.value("location.pathname") == "/home", "a tap in the form doesn't open the post"
    assert polls.value("post().querySelector('.poll-facts').textContent").startswith("1 person voted")
    assert polls.value("post().querySelectorAll('.poll li')[1].querySelector('.poll-own').ariaLabel") == "Your vote"
    until(lambda: polls.on_server(post)["own_votes"] == [1], "the server counted it")
    polls.moments.open("/home")
    polls.until(f"{SHARES}.join() === '0%,100%'")


def test_NEW_21_several_answers_where_they_are_allowed(polls):
    post = polls.publish("Which fruits?", ["Apples", "Pears", "Plums"], multiple=True)
    polls.open("Which fruits?")
    assert polls.value("[...post().querySelectorAll('.poll-choice input')].map((input) => input.type)") == ["checkbox"] * 3
    polls.choose(0, 2)
    polls.until(f"{SHARES}.join() === '100%,0%,100%'")
    until(lambda: polls.on_server(post)["own_votes"] == [0, 2], "the server counted both")


def test_NEW_21_a_vote_without_a_choice_is_not_sent(polls):
    post = polls.publish("Which number?", ["One", "Two"], multiple=True)
    polls.open("Which number?")
    polls.choose()
    polls.choose(0)
    polls.until(f"{SHARES}.join() === '100%,0%'")
    until(lambda: polls.on_server(post)["own_votes"] == [0], "the server counted the second one")


def test_NEW_21_a_vote_waits_for_the_network(polls):
    polls.browser.expect_errors(*OFFLINE)
    post = polls.publish("Which tunnel?")
    polls.open("Which tunnel?")
    polls.site.stop()
    polls.choose(0)
    polls.until(f"{SHARES}.join() === '100%,0%'")
    polls.moments.until("Object.keys(localStorage).some((key) => key.includes('waits vote'))")
    polls.site.start()
    polls.browser.js("dispatchEvent(new Event('online'))")
    until(lambda: polls.on_server(post)["own_votes"] == [0], "the server got it")
    polls.moments.until("!Object.keys(localStorage).some((key) => key.includes('waits vote'))")
    polls.until(f"{SHARES}.join() === '100%,0%'")


def test_NEW_21_a_vote_that_comes_too_late_is_taken_back_with_a_sentence(polls):
    polls.browser.expect_errors("Failed to load resource")
    post = polls.publish("Which train?")
    polls.open("Which train?")
    polls.wren.request(polls.site.upstream, "POST", f"/api/v1/polls/{post['id']}/votes", choices=[1])
    # This device doesn't know that another one has voted. The vote counts once.
    polls.choose(1)
    polls.until(f"{SHARES}.join() === '0%,100%'")
    assert polls.on_server(post)["votes_count"] == 1


def test_NEW_21_a_poll_is_written_and_published(composing):
    composing.open()
    text = composing.unique("Which evening?")
    composing.write(text)
    composing.browser.tap(".tools [data-tap=poll]")
    composing.moments.until("screen.querySelectorAll('.new-poll > input').length === 2")
    assert not composing.can_send
    assert composing.moments.value("screen.querySelector('.tools [data-pick]').disabled"), "pictures or a poll"
    for index, option in enumerate(("Friday", "Saturday")):
        composing.browser.tap(".new-poll > input", index)
        composing.moments.until(f"document.activeElement.dataset.input === 'answer {index}'")
        for key in option:
            composing.browser.press(key)
    composing.moments.until("!screen.querySelector('[data-tap=send]').disabled")
    composing.browser.tap("[data-tap=add-answer]")
    composing.moments.until("screen.querySelectorAll('.new-poll > input').length === 3")
    assert composing.moments.value("[...screen.querySelectorAll('.new-poll > input')].map((input) => input.value)") == [
        "Friday", "Saturday", ""]
    composing.browser.tap("[data-tap=several]")
    composing.moments.until("screen.querySelector('[data-tap=several]').ariaPressed === 'true'")
    composing.send()
    post = composing.posted(text)
    assert [option["title"] for option in post["poll"]["options"]] == ["Friday", "Saturday"]
    assert post["poll"]["multiple"] is True and post["poll"]["expired"] is False


def test_NEW_21_a_poll_on_moments_leads_to_its_thread_where_one_votes(polls):
    text = polls.text = "Which hill?"
    post = polls.publish(text)
    row = f"[...screen.querySelectorAll('.moments-post')].find((post) => post.textContent.includes('{text}'))?.querySelector('.file')"
    polls.moments.open("/moments/gus_next_door")
    polls.moments.until(f"!!{row}")
    assert polls.moments.value(f"[{row}.textContent, {row}.getAttribute('href')]") == [
        "Poll: open the post to see it or vote", f"/@gus_next_door/{post['id']}"]
    assert polls.moments.value(f"{row}.getBoundingClientRect().height") >= 44
    polls.tap(row)
    polls.until("screen.matches('.thread') && !!post()?.querySelector('.poll')")
    assert polls.value("location.pathname") == f"/@gus_next_door/{post['id']}"
    polls.moments.until("!screen.getAnimations().length")
    polls.choose(1)
    polls.until(f"{SHARES}.join() === '0%,100%'")
    until(lambda: polls.on_server(post)["own_votes"] == [1], "the server counted it")


def test_NEW_21_strangers_see_the_result_and_cannot_vote(moments, people):
    polls = Polls(moments, people, moments.site)
    post = polls.publish("Which cake?")
    polls.wren.request(polls.site.upstream, "POST", f"/api/v1/polls/{post['id']}/votes", choices=[0])
    polls.open("Which cake?", f"/@gus_next_door/{post['id']}")
    assert polls.value(SHARES) == ["100%", "0%"]
    assert polls.value("post().querySelector('.poll-choice')") is None


def end(polls, post):
    """Lets the poll's time pass. The server looks for polls that are due every 30 seconds."""
    with contextlib.closing(sqlite3.connect(polls.site.upstream.data / "swiftlet.sqlite", timeout=60)) as database, database:
        database.execute("UPDATE polls SET expires_at = expires_at - 86400000 WHERE post = ?", (int(post["id"]),))


def test_NEW_21_the_end_is_told_once_to_the_author_and_the_voters(polls):
    text = "Which ending?"
    post = polls.publish(text)
    polls.wren.request(polls.site.upstream, "POST", f"/api/v1/polls/{post['id']}/votes", choices=[0])
    end(polls, post)

    def told(member):
        notices = member.request(polls.site.upstream, "GET", "/api/v1/notifications?types%5B%5D=poll")
        return [notice["status"]["id"] for notice in notices].count(post["id"])
    until(lambda: told(polls.wren) and told(polls.gus), "both are told", seconds=60)
    for member, sentence in ((polls.wren, "has ended"), (polls.gus, "Your poll has ended")):
        member.sign_in(polls.browser, polls.site)
        polls.moments.open("/notifications")
        rows = f"[...screen.querySelectorAll('[data-key]')].filter((row) => row.textContent.includes('{text}'))"
        polls.moments.until(f"{rows}.length > 0")
        assert polls.moments.value(f"{rows}.length") == 1
        assert sentence in polls.moments.value(f"{rows}[0].textContent")
        assert told(member) == 1


def test_NEW_21_in_a_circle_the_names_of_voters_show_as_said_before(polls):
    circle = polls.gus.request(polls.site.upstream, "POST", "/api/v1/lists", title="Committee")["id"]
    polls.gus.request(polls.site.upstream, "POST", f"/api/v1/lists/{circle}/accounts", account_ids=[polls.wren.account["id"]])
    polls.gus.request(polls.site.upstream, "POST", "/api/v1/statuses", status="Which chair?", circle_ids=[circle], poll={
        "options": ["Ann", "Bea"], "expires_in": 86_400, "shows_voters": True})
    polls.open("Which chair?")
    assert "Everyone who sees this poll sees who voted for what." in polls.value("post().querySelector('.poll').textContent")
    polls.choose(1)
    polls.until(f"{SHARES}.join() === '0%,100%'")
    assert polls.value("post().querySelectorAll('.poll-voters').length") == 1, "nobody voted for the other"
    polls.tap("post().querySelector('.poll-voters')")
    polls.moments.until("screen.matches('.people') && screen.textContent.includes('@wren')")
    assert polls.moments.value("screen.querySelector('.title').textContent") == "Voted for thisBea"
