"""Posts through Mastodon.py: written, edited, replied to, favourited, reposted, bookmarked and deleted."""
import datetime

import pytest
from mastodon import MastodonAPIError, MastodonNotFoundError


def plain(status):
    """Returns the content without its markup, as the tests write plain text."""
    return status.content.removeprefix("<p>").removesuffix("</p>")


def test_NEW_02_a_post_comes_back_as_it_was_written(ada):
    posted = ada.mastodon.status_post(
        "Rain & <b>wind</b>", spoiler_text="Weather", sensitive=True, visibility="unlisted", language="en")
    read = ada.mastodon.status(posted.id)
    assert read.content == posted.content == "<p>Rain &amp; &lt;b&gt;wind&lt;/b&gt;</p>"
    assert (read.spoiler_text, read.sensitive, read.visibility, read.language) == ("Weather", True, "unlisted", "en")
    assert read.account.acct == ada.username
    assert read.url.startswith(ada.server.url)
    assert abs(datetime.datetime.now(datetime.timezone.utc) - read.created_at) < datetime.timedelta(minutes=1)
    assert read.application.name == "Checks"
    assert ada.mastodon.me().statuses_count == 1


def test_NEW_02_a_post_that_is_sent_twice_is_published_once(ada):
    first = ada.mastodon.status_post("Once", idempotency_key="one")
    second = ada.mastodon.status_post("Once", idempotency_key="one")
    other = ada.mastodon.status_post("Once", idempotency_key="two")
    assert first.id == second.id != other.id
    assert len(ada.mastodon.account_statuses(ada.id)) == 2


def test_NEW_02_nothing_is_no_post(ada):
    for text in ("", "   \n"):
        with pytest.raises(MastodonAPIError) as refused:
            ada.mastodon.status_post(text)
        assert refused.value.args[1] == 422
    assert ada.mastodon.me().statuses_count == 0


def test_NEW_02_a_post_may_be_as_long_as_the_instance_says(ada):
    limit = ada.mastodon.instance().configuration.statuses.max_characters
    ada.mastodon.status_post("x" * limit)
    with pytest.raises(MastodonAPIError) as refused:
        ada.mastodon.status_post("x" * (limit + 1))
    assert refused.value.args[1] == 422


def test_NEW_02_mentions_tags_and_links_lead_somewhere(ada, bob):
    status = ada.mastodon.status_post(f"@{bob.username} look at https://example.org/a?b=1&c=2 #Herons")
    assert [mention.acct for mention in status.mentions] == [bob.username]
    assert [tag.name.lower() for tag in status.tags] == ["herons"]
    assert f'href="{status.mentions[0].url}"' in status.content
    assert 'href="https://example.org/a?b=1&amp;c=2"' in status.content
    assert "href" not in ada.mastodon.status_post("javascript:alert(1) data:text/html,x").content


def test_NEW_02_a_reply_stands_in_the_thread(ada, bob):
    root = ada.mastodon.status_post("Root")
    reply = bob.mastodon.status_reply(root, "Reply")
    nested = ada.mastodon.status_reply(reply, "Nested")
    assert reply.in_reply_to_id == root.id and str(reply.in_reply_to_account_id) == ada.id
    assert [mention.acct for mention in reply.mentions] == [ada.username]
    middle = ada.mastodon.status_context(reply)
    assert [status.id for status in middle.ancestors] == [root.id]
    assert [status.id for status in middle.descendants] == [nested.id]
    top = ada.mastodon.status_context(root)
    assert [status.id for status in top.descendants] == [reply.id, nested.id]
    assert ada.mastodon.status(root).replies_count == 1


def test_NEW_02_favourites_are_counted_listed_and_taken_back(ada, bob):
    status = ada.mastodon.status_post("Like me")
    liked = bob.mastodon.status_favourite(status)
    assert liked.favourited and liked.favourites_count == 1
    assert bob.mastodon.status_favourite(status).favourites_count == 1, "twice is once"
    assert [person.acct for person in ada.mastodon.status_favourited_by(status)] == [bob.username]
    assert [post.id for post in bob.mastodon.favourites()] == [status.id]
    assert not ada.mastodon.status(status).favourited
    undone = bob.mastodon.status_unfavourite(status)
    assert not undone.favourited and undone.favourites_count == 0
    assert list(bob.mastodon.favourites()) == []


def test_NEW_02_boosts_are_counted_listed_and_taken_back(ada, bob, cy):
    status = ada.mastodon.status_post("Boost me")
    cy.mastodon.account_follow(bob.id)
    boost = bob.mastodon.status_reblog(status)
    assert boost.id != status.id and boost.reblog.id == status.id
    assert boost.reblog.reblogged and boost.reblog.reblogs_count == 1
    assert bob.mastodon.status_reblog(status).id == boost.id, "twice is once"
    assert [person.acct for person in ada.mastodon.status_reblogged_by(status)] == [bob.username]
    [seen] = cy.mastodon.timeline_home()
    assert (seen.account.acct, seen.reblog.account.acct) == (bob.username, ada.username)
    undone = bob.mastodon.status_unreblog(status)
    assert undone.id == status.id and not undone.reblogged and undone.reblogs_count == 0
    assert list(cy.mastodon.timeline_home()) == []


def test_NEW_02_bookmarks_are_ones_own_affair(ada, bob):
    status = ada.mastodon.status_post("Keep me")
    assert bob.mastodon.status_bookmark(status).bookmarked
    assert [post.id for post in bob.mastodon.bookmarks()] == [status.id]
    assert not ada.mastodon.status(status).bookmarked
    assert list(ada.mastodon.bookmarks()) == []
    assert not bob.mastodon.status_unbookmark(status).bookmarked
    assert list(bob.mastodon.bookmarks()) == []


def test_NEW_02_ones_own_posts_can_be_pinned(ada, bob):
    status = ada.mastodon.status_post("Read this first")
    ada.mastodon.status_post("Second")
    assert ada.mastodon.status_pin(status).pinned
    assert [post.id for post in bob.mastodon.account_statuses(ada.id, pinned=True)] == [status.id]
    with pytest.raises(MastodonAPIError):
        bob.mastodon.status_pin(status)
    ada.mastodon.status_unpin(status)
    assert list(bob.mastodon.account_statuses(ada.id, pinned=True)) == []


def test_NEW_02_an_edit_keeps_what_was_there_before(ada, bob):
    status = ada.mastodon.status_post("Frist", spoiler_text="Typo")
    bob.mastodon.status_favourite(status)
    edited = ada.mastodon.status_update(status, "First", spoiler_text="")
    assert edited.id == status.id and plain(edited) == "First"
    assert edited.edited_at is not None and edited.created_at == status.created_at
    assert edited.favourites_count == 1
    history = ada.mastodon.status_history(status)
    assert [(plain(edit), edit.spoiler_text) for edit in history] == [("Frist", "Typo"), ("First", "")]
    source = ada.mastodon.status_source(status)
    assert (source.id, source.text, source.spoiler_text) == (status.id, "First", "")
    with pytest.raises(MastodonAPIError):
        bob.mastodon.status_update(status, "Mine")
    assert plain(bob.mastodon.status(status)) == "First"


def test_NEW_02_a_deleted_post_is_gone_everywhere(ada, bob):
    bob.mastodon.account_follow(ada.id)
    root = ada.mastodon.status_post("Going")
    reply = bob.mastodon.status_reply(root, "Staying")
    bob.mastodon.status_bookmark(root)
    bob.mastodon.status_reblog(root)
    with pytest.raises(MastodonAPIError):
        bob.mastodon.status_delete(root)
    deleted = ada.mastodon.status_delete(root)
    assert deleted.text == "Going", "so that it can be written anew"
    for client in (ada.mastodon, bob.mastodon):
        with pytest.raises(MastodonNotFoundError):
            client.status(root)
    assert root.id not in [status.id for status in bob.mastodon.timeline_home()]
    assert [status.id for status in bob.mastodon.account_statuses(bob.id)] == [reply.id], "and so is its boost"
    assert list(bob.mastodon.bookmarks()) == []
    assert bob.mastodon.status(reply).in_reply_to_id is None
    assert ada.mastodon.me().statuses_count == 0


def test_NEW_02_a_muted_conversation_no_longer_notifies(ada, bob):
    root = ada.mastodon.status_post("Noisy")
    assert ada.mastodon.status_mute(root).muted
    bob.mastodon.status_reply(root, "Noise")
    assert [notice.type for notice in ada.mastodon.notifications()] == []
    assert not ada.mastodon.status_unmute(root).muted
    bob.mastodon.status_reply(root, "Heard")
    assert [notice.type for notice in ada.mastodon.notifications()] == ["mention"]


def test_NEW_22_posts_on_moments_have_their_language(ada):
    """For screen readers' voices; only Swiftlet servers send it."""
    told = ada.mastodon.status_post("Bom dia", visibility="public", language="pt")
    untold = ada.mastodon.status_post("Hm", visibility="public")
    page = {post["id"]: post for post in ada.request("GET", f"/user/{ada.username}/tweets").json()}
    assert page[told.id]["language"] == "pt" and page[told.id]["content"] == "Bom dia"
    assert "language" not in page[untold.id]
    ada.request("PUT", f"/api/v1/statuses/{told.id}", json={"status": "Good day", "language": "en"})
    for language in ("pt", None):
        ada.mastodon.status_post("Bom dia", in_reply_to_id=told.id, visibility="public", language=language)
    page = {post["id"]: post for post in ada.request("GET", f"/user/{ada.username}/tweets").json()}
    assert page[told.id]["language"] == "en"
    assert [comment.get("language") for comment in page[told.id]["comments"]] == ["pt", None]


def test_NEW_02_each_visibility_reaches_whom_it_says(ada, bob, cy):
    cy.mastodon.account_follow(ada.id)
    posts = {
        visibility: ada.mastodon.status_post(f"@{bob.username} {visibility}", visibility=visibility)
        for visibility in ("public", "unlisted", "private", "direct")}
    alone = ada.mastodon.status_post("nobody else", visibility="direct")
    for status in posts.values():
        assert bob.mastodon.status(status).id == status.id, "who is mentioned sees it"
    for visibility in ("public", "unlisted", "private"):
        assert cy.mastodon.status(posts[visibility]).visibility == visibility
    for hidden in (posts["direct"], alone):
        with pytest.raises(MastodonNotFoundError):
            cy.mastodon.status(hidden)
    expected = [posts[visibility].id for visibility in ("private", "unlisted", "public")]
    assert [status.id for status in cy.mastodon.timeline_home()] == expected
    assert [status.id for status in cy.mastodon.account_statuses(ada.id)] == expected
    public = [status.id for status in cy.mastodon.timeline_public()]
    assert posts["public"].id in public and posts["unlisted"].id not in public


def test_NEW_02_several_posts_are_asked_for_at_once(ada, bob):
    posts = [ada.mastodon.status_post(f"Number {number}") for number in range(3)]
    secret = ada.mastodon.status_post("Secret", visibility="direct")
    found = bob.mastodon.statuses([*posts, secret])
    assert {status.id for status in found} == {status.id for status in posts}
