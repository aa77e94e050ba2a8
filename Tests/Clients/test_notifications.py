"""A member's notifications, through Mastodon.py."""
import pytest
from mastodon import MastodonNotFoundError


def test_NEW_02_each_thing_that_happens_is_told_once(ada, bob):
    status = ada.mastodon.status_post("Mine")
    bob.mastodon.account_follow(ada.id)
    bob.mastodon.status_favourite(status)
    bob.mastodon.status_reblog(status)
    reply = bob.mastodon.status_reply(status, "Yours")
    notices = ada.mastodon.notifications()
    assert [notice.type for notice in notices] == ["mention", "reblog", "favourite", "follow"]
    assert {notice.account.acct for notice in notices} == {bob.username}
    assert [notice.status and notice.status.id for notice in notices] == [reply.id, status.id, status.id, None]
    assert list(bob.mastodon.notifications()) == []


def test_NEW_02_ones_own_doings_are_not_told(ada):
    status = ada.mastodon.status_post("Mine")
    ada.mastodon.status_favourite(status)
    ada.mastodon.status_reblog(status)
    ada.mastodon.status_reply(status, f"@{ada.username} and me")
    assert list(ada.mastodon.notifications()) == []


def test_NEW_02_notifications_are_filtered_by_kind_and_account(ada, bob, cy):
    bob.mastodon.account_follow(ada.id)
    cy.mastodon.status_post(f"@{ada.username} hello")
    kinds = lambda **filters: [notice.type for notice in ada.mastodon.notifications(**filters)]
    assert kinds(types=["follow"]) == ["follow"]
    assert kinds(exclude_types=["follow"]) == ["mention"]
    assert kinds(account_id=bob.id) == ["follow"]
    assert kinds() == ["mention", "follow"]


def test_NEW_02_a_notification_is_read_alone_dismissed_and_all_are_cleared(ada, bob, cy):
    bob.mastodon.account_follow(ada.id)
    cy.mastodon.account_follow(ada.id)
    newest, oldest = ada.mastodon.notifications()
    assert ada.mastodon.notifications(id=oldest.id).account.acct == bob.username
    with pytest.raises(MastodonNotFoundError):
        bob.mastodon.notifications(id=oldest.id)
    ada.mastodon.notifications_dismiss(oldest.id)
    assert [notice.id for notice in ada.mastodon.notifications()] == [newest.id]
    ada.mastodon.notifications_clear()
    assert list(ada.mastodon.notifications()) == []


def test_NEW_02_notifications_page_without_gap_or_double(ada, bob):
    posts = [ada.mastodon.status_post(f"Number {number}") for number in range(23)]
    for status in posts:
        bob.mastodon.status_favourite(status)
    seen = ada.mastodon.fetch_remaining(ada.mastodon.notifications(limit=5))
    assert [notice.status.id for notice in seen] == [status.id for status in posts][::-1]


def test_NEW_02_what_is_unread_is_counted_by_the_marker(ada, bob):
    first = ada.mastodon.status_post("First")
    second = ada.mastodon.status_post("Second")
    bob.mastodon.status_favourite(first)
    bob.mastodon.status_favourite(second)
    assert ada.mastodon.notifications_unread_count().count == 2
    oldest = ada.mastodon.notifications()[-1]
    ada.mastodon.markers_set(["notifications"], [oldest.id])
    assert ada.mastodon.notifications_unread_count().count == 1


def test_NEW_02_an_edit_is_told_to_who_boosted(ada, bob):
    status = ada.mastodon.status_post("Bfore")
    bob.mastodon.status_reblog(status)
    ada.mastodon.status_update(status, "Before")
    assert [notice.type for notice in bob.mastodon.notifications()] == ["update"]


def test_NEW_02_who_asks_for_it_is_told_of_new_posts(ada, bob):
    assert bob.mastodon.account_follow(ada.id, notify=True).notifying
    status = ada.mastodon.status_post("New")
    [notice] = bob.mastodon.notifications()
    assert (notice.type, notice.status.id) == ("status", status.id)
