"""NEW_21: polls, through Mastodon.py."""
import pytest
from mastodon import MastodonAPIError, MastodonNotFoundError

from community.member import request
from community.database import carry_out
from support.origins import until

DAY = 86_400


def posted(member, options=("Saturday", "Sunday"), visibility=None, **rest):
    poll = member.mastodon.make_poll(list(options), expires_in=DAY, **rest)
    return member.mastodon.status_post("Which day?", poll=poll, visibility=visibility)


def votes(poll):
    return [option.votes_count for option in poll.options]


def test_NEW_21_a_poll_is_made_and_voted_in(ada, bob, cy):
    post = posted(ada)
    assert [option.title for option in post.poll.options] == ["Saturday", "Sunday"]
    assert (post.poll.expired, post.poll.multiple, post.poll.voted, post.poll.own_votes) == (False, False, True, [])
    assert abs((post.poll.expires_at - post.created_at).total_seconds() - DAY) < 5
    assert bob.mastodon.poll(post.poll).voted is False
    voted = bob.mastodon.poll_vote(post.poll, 1)
    assert (votes(voted), voted.voted, voted.own_votes, voted.voters_count) == ([0, 1], True, [1], 1)
    cy.mastodon.poll_vote(post.poll, [0])
    assert votes(ada.mastodon.status(post).poll) == [1, 1]
    assert ada.mastodon.poll(post.poll).own_votes == [], "nobody learns who voted for what"


def test_NEW_21_moments_pages_say_that_a_post_has_a_poll(ada, server):
    asked, plain = str(posted(ada).id), str(ada.mastodon.status_post("Hi").id)
    for token in (None, ada.token):
        page = {post["id"]: post.get("poll") for post in request(server, "GET", f"/user/{ada.username}/tweets", token).json()}
        assert (page[asked], page[plain]) == (True, None)


def test_NEW_21_several_choices_only_where_they_are_allowed(ada, bob, cy):
    single, several = posted(ada).poll, posted(ada, "abc", multiple=True).poll
    assert several.multiple
    with pytest.raises(MastodonAPIError, match="single choice"):
        bob.mastodon.poll_vote(single, [0, 1])
    voted = bob.mastodon.poll_vote(several, [0, 2])
    cy.mastodon.poll_vote(several, [2])
    assert voted.own_votes == [0, 2]
    seen = ada.mastodon.poll(several)
    assert (votes(seen), seen.votes_count, seen.voters_count) == ([1, 0, 2], 3, 2)


@pytest.mark.parametrize("choices, reason", [([2], "does not exist"), ([], "blank"), (["x"], "not a list")])
def test_NEW_21_a_choice_that_is_not_there_is_refused(ada, bob, choices, reason):
    with pytest.raises(MastodonAPIError, match=reason):
        bob.mastodon.poll_vote(posted(ada).poll, choices)


def test_NEW_21_nobody_votes_twice_or_in_a_poll_of_their_own(ada, bob):
    poll = posted(ada).poll
    bob.mastodon.poll_vote(poll, 0)
    with pytest.raises(MastodonAPIError, match="already voted"):
        bob.mastodon.poll_vote(poll, 1)
    with pytest.raises(MastodonAPIError, match="your own polls"):
        ada.mastodon.poll_vote(poll, 1)
    assert votes(ada.mastodon.poll(poll)) == [1, 0]


def test_NEW_21_a_poll_is_for_those_who_see_the_post(ada, bob, cy):
    bob.mastodon.account_follow(ada.id)
    poll = posted(ada, visibility="private").poll
    assert votes(bob.mastodon.poll_vote(poll, 0)) == [1, 0]
    with pytest.raises(MastodonNotFoundError):
        cy.mastodon.poll(poll)
    with pytest.raises(MastodonNotFoundError):
        cy.mastodon.poll_vote(poll, 0)


def test_NEW_21_the_end_is_told_once(ada, bob, cy, server):
    poll = posted(ada, hide_totals=True).poll
    assert votes(bob.mastodon.poll_vote(poll, 0)) == [None, None]
    carry_out(server, ("UPDATE polls SET expires_at = 1 WHERE post = ?", (int(poll.id),)))
    with pytest.raises(MastodonAPIError, match="already ended"):
        cy.mastodon.poll_vote(poll, 1)
    until(lambda: cy.mastodon.poll(poll).expired, "the server sees the other process's change")
    # The server looks every half minute. Hidden numbers show when it has told of the end.
    until(lambda: votes(cy.mastodon.poll(poll)) == [1, 0], "the end is told")
    for person in (ada, bob):
        told = person.mastodon.notifications(types=["poll"])
        assert [(notice.type, notice.account.acct, notice.status.poll.id) for notice in told] == [
            ("poll", ada.username, poll.id)]
    assert list(cy.mastodon.notifications(types=["poll"])) == []


def test_NEW_21_other_options_remove_the_votes(ada, bob):
    post = posted(ada)
    bob.mastodon.poll_vote(post.poll, 0)
    later = ada.mastodon.status_update(
        post, "Which day?", poll=ada.mastodon.make_poll(["Saturday", "Sunday"], expires_in=2 * DAY))
    assert votes(later.poll) == [1, 0] and later.poll.expires_at > post.poll.expires_at
    assert votes(ada.mastodon.status_update(post, "Which day then?").poll) == [1, 0]
    other = ada.mastodon.status_update(
        post, "Which day?", poll=ada.mastodon.make_poll(["Friday", "Sunday"], expires_in=DAY))
    assert votes(other.poll) == [0, 0]
    assert bob.mastodon.poll_vote(other.poll, 1).own_votes == [1]


def test_NEW_21_limits_are_those_that_the_server_names(ada):
    limits = ada.mastodon.instance().configuration.polls
    assert (limits.max_options, limits.max_characters_per_option) == (4, 50)
    assert (limits.min_expiration, limits.max_expiration) == (300, 2_629_746)
    for options in ("a", "abcde", "aa", ["a", " "], ["a", "x" * 51]):
        with pytest.raises(MastodonAPIError, match="Poll"):
            posted(ada, options)
    assert posted(ada, ["a", "x" * 50, "c", "d"]).poll


def test_NEW_21_forms_are_understood(ada, server):
    fields = {"status": "Which?", "poll[options][]": ["a", "b"], "poll[expires_in]": "300", "poll[multiple]": "1"}
    answer = request(server, "POST", "/api/v1/statuses", ada.token, data=fields)
    assert answer.status_code == 200 and answer.json()["poll"]["multiple"] is True
