"""NEW_18: circles, which the Mastodon API calls lists, through Mastodon.py."""
import pytest
from mastodon import MastodonAPIError, MastodonNotFoundError


@pytest.fixture
def family(ada):
    return ada.mastodon.list_create("Family")


def test_NEW_18_a_list_is_made_changed_and_deleted(ada, family):
    assert (family.title, family.replies_policy, family.exclusive) == ("Family", "list", False)
    assert [entry.id for entry in ada.mastodon.lists()] == [family.id]
    changed = ada.mastodon.list_update(family, "Kin", replies_policy="none", exclusive=True)
    assert (changed.title, changed.replies_policy, changed.exclusive) == ("Kin", "none", True)
    assert ada.mastodon.list(family).title == "Kin"
    ada.mastodon.list_delete(family)
    assert list(ada.mastodon.lists()) == []
    with pytest.raises(MastodonNotFoundError):
        ada.mastodon.list(family)


def test_NEW_18_people_are_added_and_removed(ada, bob, cy, family):
    ada.mastodon.list_accounts_add(family, [bob.id, cy.id])
    assert [person.acct for person in ada.mastodon.list_accounts(family)] == [cy.username, bob.username]
    assert [entry.id for entry in ada.mastodon.account_lists(bob.id)] == [family.id]
    with pytest.raises(MastodonAPIError, match="Account has already been taken"):
        ada.mastodon.list_accounts_add(family, bob.id)
    with pytest.raises(MastodonNotFoundError):
        ada.mastodon.list_accounts_add(family, 99)
    ada.mastodon.list_accounts_delete(family, bob.id)
    assert [person.acct for person in ada.mastodon.list_accounts(family)] == [cy.username]
    assert list(ada.mastodon.account_lists(bob.id)) == []


def test_NEW_18_people_come_in_pages_or_all_at_once(ada, member, family):
    people = [member("person").id for _ in range(7)]
    ada.mastodon.list_accounts_add(family, people)
    newest_first = people[::-1]
    first = ada.mastodon.list_accounts(family, limit=3)
    assert [str(person.id) for person in ada.mastodon.fetch_remaining(first)] == newest_first
    assert [str(person.id) for person in ada.mastodon.list_accounts(family, limit=0)] == newest_first


def test_NEW_18_the_timeline_of_a_list_has_the_posts_of_its_people(ada, bob, cy, family):
    ada.mastodon.list_accounts_add(family, bob.id)
    shown = bob.mastodon.status_post("For everybody")
    bob.mastodon.status_post("For my followers", visibility="private")
    bob.mastodon.status_post(f"@{ada.username} for you", visibility="direct")
    cy.mastodon.status_post("Not in the list")
    answer = bob.mastodon.status_reply(cy.mastodon.status_post("?"), "To somebody who isn't in it")
    assert [post.id for post in ada.mastodon.timeline_list(family)] == [shown.id]
    ada.mastodon.list_update(family, "Family", replies_policy="followed")
    ada.mastodon.account_follow(cy.id)
    assert [post.id for post in ada.mastodon.timeline_list(family)] == [answer.id, shown.id]
    ada.mastodon.account_follow(bob.id)
    assert len(ada.mastodon.timeline_list(family)) == 3, "followers see more"


def test_NEW_18_the_timeline_of_a_list_is_walked_through(ada, bob, family):
    ada.mastodon.list_accounts_add(family, bob.id)
    posts = [bob.mastodon.status_post(f"Post {number}").id for number in range(9)][::-1]
    first = ada.mastodon.timeline_list(family, limit=4)
    assert [post.id for post in ada.mastodon.fetch_remaining(first)] == posts
    upwards = ada.mastodon.timeline_list(family, min_id=posts[6], limit=4)
    assert [post.id for post in upwards] == posts[2:6]


def test_NEW_18_an_exclusive_list_takes_posts_out_of_home(ada, bob, family):
    ada.mastodon.account_follow(bob.id)
    post = bob.mastodon.status_post("Loud")
    ada.mastodon.list_accounts_add(family, bob.id)
    assert [entry.id for entry in ada.mastodon.timeline_home()] == [post.id]
    ada.mastodon.list_update(family, "Family", exclusive=True)
    assert list(ada.mastodon.timeline_home()) == []
    assert [entry.id for entry in ada.mastodon.timeline_list(family)] == [post.id]


def test_NEW_18_a_block_takes_out_of_a_list_in_both_directions(ada, bob, family):
    theirs = bob.mastodon.list_create("Friends")
    bob.mastodon.list_accounts_add(theirs, ada.id)
    ada.mastodon.list_accounts_add(family, bob.id)
    bob.mastodon.account_block(ada.id)
    assert list(ada.mastodon.list_accounts(family)) == list(bob.mastodon.list_accounts(theirs)) == []
    with pytest.raises(MastodonNotFoundError):
        ada.mastodon.list_accounts_add(family, bob.id)


def test_NEW_18_nobody_learns_in_whose_list_they_are(ada, bob, family):
    ada.mastodon.list_accounts_add(family, bob.id)
    assert list(bob.mastodon.lists()) == [] and list(bob.mastodon.account_lists(bob.id)) == []
    assert list(bob.mastodon.notifications()) == []
    for read in (bob.mastodon.list, bob.mastodon.list_accounts, bob.mastodon.timeline_list, bob.mastodon.list_delete):
        with pytest.raises(MastodonNotFoundError):
            read(family)
    assert [person.acct for person in ada.mastodon.list_accounts(family)] == [bob.username]


def test_NEW_18_a_removal_may_come_in_the_body_of_the_request(ada, bob, family):
    """As Tusky sends it."""
    ada.mastodon.list_accounts_add(family, bob.id)
    path = f"/api/v1/lists/{family.id}/accounts"
    assert ada.request("DELETE", path, data={"account_ids[]": bob.id}).json() == {}
    assert ada.request("GET", path).json() == []
