"""People through Mastodon.py: found, followed, requested, blocked and muted."""
import pytest
from mastodon import MastodonAPIError, MastodonNotFoundError


def test_NEW_02_following_brings_the_posts_home(ada, bob):
    relationship = bob.mastodon.account_follow(ada.id)
    assert relationship.following and not relationship.requested
    status = ada.mastodon.status_post("Good morning")
    assert [post.id for post in bob.mastodon.timeline_home()] == [status.id]
    assert [person.acct for person in ada.mastodon.account_followers(ada.id)] == [bob.username]
    assert [person.acct for person in ada.mastodon.account_following(bob.id)] == [ada.username]
    [seen] = ada.mastodon.account_relationships(bob.id)
    assert seen.followed_by and not seen.following
    assert (ada.mastodon.me().followers_count, bob.mastodon.me().following_count) == (1, 1)
    assert not bob.mastodon.account_unfollow(ada.id).following
    assert list(bob.mastodon.timeline_home()) == []
    assert (ada.mastodon.me().followers_count, bob.mastodon.me().following_count) == (0, 0)


def test_NEW_02_boosts_of_somebody_followed_can_be_left_out(ada, bob, cy):
    status = ada.mastodon.status_post("Boosted")
    cy.mastodon.account_follow(bob.id, reblogs=False)
    bob.mastodon.status_reblog(status)
    assert list(cy.mastodon.timeline_home()) == []
    assert cy.mastodon.account_follow(bob.id, reblogs=True).showing_reblogs
    assert len(cy.mastodon.timeline_home()) == 1


def test_NEW_02_a_locked_account_is_asked_first(ada, bob, cy):
    ada.mastodon.account_update_credentials(locked=True)
    secret = ada.mastodon.status_post("For followers", visibility="private")
    for person in (bob, cy):
        relationship = person.mastodon.account_follow(ada.id)
        assert relationship.requested and not relationship.following
        with pytest.raises(MastodonNotFoundError):
            person.mastodon.status(secret)
    assert {person.acct for person in ada.mastodon.follow_requests()} == {bob.username, cy.username}
    assert {notice.type for notice in ada.mastodon.notifications()} == {"follow_request"}
    assert ada.mastodon.me().source.follow_requests_count == 2
    assert ada.mastodon.follow_request_authorize(bob.id).followed_by
    assert not ada.mastodon.follow_request_reject(cy.id).followed_by
    assert list(ada.mastodon.follow_requests()) == []
    assert bob.mastodon.status(secret).id == secret.id
    assert [post.id for post in bob.mastodon.timeline_home()] == [secret.id]
    with pytest.raises(MastodonNotFoundError):
        cy.mastodon.status(secret)
    assert not cy.mastodon.account_relationships(ada.id)[0].requested


def test_NEW_02_a_request_can_be_taken_back(ada, bob):
    ada.mastodon.account_update_credentials(locked=True)
    bob.mastodon.account_follow(ada.id)
    assert not bob.mastodon.account_unfollow(ada.id).requested
    assert list(ada.mastodon.follow_requests()) == []


def test_NEW_02_a_follower_can_be_removed(ada, bob):
    bob.mastodon.account_follow(ada.id)
    assert not ada.mastodon.account_remove_from_followers(bob.id).followed_by
    assert not bob.mastodon.account_relationships(ada.id)[0].following


def test_NEW_02_a_block_parts_two_people(ada, bob):
    bob.mastodon.account_follow(ada.id)
    ada.mastodon.account_follow(bob.id)
    status = ada.mastodon.status_post("Not for you")
    theirs = bob.mastodon.status_post("Nor for you")
    assert ada.mastodon.account_block(bob.id).blocking
    assert [person.acct for person in ada.mastodon.blocks()] == [bob.username]
    [mine], [their] = ada.mastodon.account_relationships(bob.id), bob.mastodon.account_relationships(ada.id)
    assert not (mine.following or mine.followed_by or their.following or their.followed_by)
    assert their.blocked_by and not their.blocking
    with pytest.raises(MastodonNotFoundError):
        bob.mastodon.status(status)
    with pytest.raises(MastodonAPIError):
        bob.mastodon.account_follow(ada.id)
    assert theirs.id not in [post.id for post in ada.mastodon.timeline_public()]
    bob.mastodon.status_post(f"@{ada.username} hello?")
    assert "mention" not in [notice.type for notice in ada.mastodon.notifications()]
    assert not ada.mastodon.account_unblock(bob.id).blocking
    assert bob.mastodon.status(status).id == status.id


def test_NEW_02_a_mute_silences_without_telling(ada, bob):
    ada.mastodon.account_follow(bob.id)
    bob.mastodon.status_post("Loud")
    assert ada.mastodon.account_mute(bob.id).muting
    assert list(ada.mastodon.timeline_home()) == []
    assert [person.acct for person in ada.mastodon.mutes()] == [bob.username]
    bob.mastodon.status_post(f"@{ada.username} hey")
    assert "mention" not in [notice.type for notice in ada.mastodon.notifications()]
    [their] = bob.mastodon.account_relationships(ada.id)
    assert their.followed_by and not their.muting and not their.blocked_by
    assert not ada.mastodon.account_unmute(bob.id).muting
    assert len(ada.mastodon.timeline_home()) == 2


def test_NEW_02_a_mute_may_leave_the_notifications(ada, bob):
    relationship = ada.mastodon.account_mute(bob.id, notifications=False, duration=3600)
    assert relationship.muting and not relationship.muting_notifications
    bob.mastodon.status_post(f"@{ada.username} important")
    assert [notice.type for notice in ada.mastodon.notifications()] == ["mention"]


def test_NEW_12_a_note_is_kept_on_somebody(ada, bob):
    assert ada.mastodon.account_note_set(bob.id, "Met at the fair").note == "Met at the fair"
    assert [relation.note for relation in ada.mastodon.account_relationships(bob.id)] == ["Met at the fair"]
    assert [relation.note for relation in bob.mastodon.account_relationships(ada.id)] == [""]
    assert ada.mastodon.account_note_set(bob.id, "").note == ""


def test_NEW_02_people_are_found_by_name(ada, bob):
    ada.mastodon.account_update_credentials(display_name="Ada of the Quill")
    assert bob.mastodon.account_lookup(ada.username).username == ada.username
    assert bob.mastodon.account(ada.id).display_name == "Ada of the Quill"
    assert ada.username in [person.acct for person in bob.mastodon.account_search(ada.username)]
    assert ada.username in [person.acct for person in bob.mastodon.account_search("Quill")]
    assert list(bob.mastodon.account_search("Quill", following=True)) == []
    with pytest.raises(MastodonNotFoundError):
        bob.mastodon.account_lookup("nobody-of-that-name")


def test_NEW_02_relationships_come_in_the_order_asked_for(ada, bob, cy):
    ids = [str(entry.id) for entry in ada.mastodon.account_relationships([cy.id, bob.id])]
    assert ids == [cy.id, bob.id]


def test_NEW_02_a_report_is_taken(ada, bob):
    status = bob.mastodon.status_post("Buy this")
    report = ada.mastodon.report(bob.id, [status.id], comment="Look at this", category="spam")
    assert (report.category, report.comment, report.action_taken) == ("spam", "Look at this", False)
    assert [str(id) for id in report.status_ids] == [str(status.id)] and report.target_account.id == bob.id
    assert not [note for note in bob.mastodon.notifications() if note.type.startswith("admin")], "nobody is told"


def test_NEW_02_whom_one_does_not_know_is_suggested(ada, bob, cy):
    def suggested():
        return [account.acct for account in ada.mastodon.suggestions()]
    # Whom friends follow comes first, however many members other tests have made.
    ada.mastodon.account_follow(cy.id)
    cy.mastodon.account_follow(bob.id)
    assert bob.username in suggested()
    assert bob.username in [account.acct for account in ada.mastodon.directory(order="new")]
    ada.mastodon.account_follow(bob.id)
    assert bob.username not in suggested()


def test_NEW_02_tags_that_people_use_are_told(ada, bob):
    for member in (ada, bob):
        member.mastodon.status_post("#trendingtag")
    tag = next(tag for tag in ada.mastodon.trending_tags(limit=20) if tag.name == "trendingtag")
    assert len(tag.history) == 7 and int(tag.history[0].accounts) == 2
