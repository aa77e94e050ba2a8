"""The audience of members, through Mastodon.py and plain requests: clients that know nothing of it, and those that do."""
import pytest
from mastodon import MastodonAPIError, MastodonNotFoundError

from community.member import request


def publish(member, **fields):
    answer = member.request("POST", "/api/v1/statuses", json=fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def audience(status):
    return status["visibility"], status.get("local_only"), status.get("audience")


def test_NEW_17_a_post_for_members_is_private_to_a_client_that_knows_no_more(ada, bob, server):
    status = publish(ada, status="For members #inside", visibility="members")
    assert audience(status) == ("private", True, "members")
    read = bob.mastodon.status(status["id"])
    assert (read.visibility, read.content) == ("private", status["content"])
    assert status["id"] in [str(entry.id) for entry in bob.mastodon.timeline_local()]
    assert status["id"] in [str(entry.id) for entry in bob.mastodon.timeline_hashtag("inside")]
    for path in (f"/api/v1/statuses/{status['id']}", f"/@{ada.username}/{status['id']}"):
        assert request(server, "GET", path).status_code == 404
    for path in ("/api/v1/timelines/public", "/api/v1/timelines/tag/inside", f"/api/v1/accounts/{ada.id}/statuses",
                 f"/@{ada.username}", f"/user/{ada.username}/tweets", "/api/v1/trends/tags", "/api/v1/trends/statuses"):
        assert "inside" not in request(server, "GET", path).text, path
    with pytest.raises(MastodonAPIError):
        bob.mastodon.status_reblog(status["id"])


def test_NEW_17_moments_pages_tell_members_who_sees_a_post(ada, bob, server):
    expected = {}
    for visibility in ("public", "unlisted", "members", "private"):
        expected[publish(ada, status="Hi", visibility=visibility)["id"]] = None if visibility == "public" else visibility
    path = f"/user/{ada.username}/tweets"

    def seen(posts):
        return {post["id"]: post.get("audience") for post in posts if post["id"] in expected}
    assert seen(ada.request("GET", path).json()) == expected
    assert seen(bob.request("GET", path).json()) == {id: name for id, name in expected.items() if name != "private"}
    strangers = request(server, "GET", path)
    assert seen(strangers.json()) == {id: name for id, name in expected.items() if name is None}
    assert '"audience"' not in strangers.text


def test_NEW_17_what_such_a_client_deletes_and_writes_anew_is_not_wider(ada, bob, server):
    status = publish(ada, status="For members", visibility="members")
    deleted = ada.mastodon.status_delete(status["id"])
    again = ada.mastodon.status_post(deleted.text, visibility=deleted.visibility)
    assert again.visibility == "private"
    assert request(server, "GET", f"/api/v1/statuses/{again.id}").status_code == 404
    with pytest.raises(MastodonNotFoundError):
        bob.mastodon.status(again.id)


def test_NEW_17_what_such_a_client_edits_keeps_its_audience(ada, bob):
    status = publish(ada, status="For members", visibility="members")
    ada.mastodon.status_update(status["id"], "Still for members")
    changed = ada.request("PUT", f"/api/v1/statuses/{status['id']}", json={"status": "Again", "visibility": "private"})
    assert audience(changed.json()) == ("private", True, "members")
    assert bob.mastodon.status(status["id"]).content == "<p>Again</p>"


@pytest.mark.parametrize("fields, expected", [
    ({"visibility": "public", "local_only": True}, ("private", True, "members")),
    ({"visibility": "private", "local_only": True}, ("private", None, None)),
    ({"visibility": "direct", "local_only": True}, ("direct", None, None)),
    ({"local_only": True}, ("private", True, "members"))])
def test_NEW_17_the_forks_form_is_understood(ada, fields, expected):
    assert audience(publish(ada, status="Here only", **fields)) == expected


def test_NEW_17_a_post_is_narrowed_for_all_and_never_widened(ada, bob, cy, server):
    cy.mastodon.account_follow(ada.id)
    status = publish(ada, status="Open #narrowed")
    reply = bob.mastodon.status_post("Mine too", in_reply_to_id=status["id"])
    path = f"/api/v1/statuses/{status['id']}"
    public = "/api/v1/timelines/tag/narrowed"
    assert status["id"] in [entry["id"] for entry in request(server, "GET", public).json()]
    narrowed = ada.request("PUT", path, json={"visibility": "members"})
    assert audience(narrowed.json()) == ("private", True, "members") and narrowed.json()["edited_at"] is None
    assert request(server, "GET", public).json() == []
    assert [entry.visibility for entry in bob.mastodon.timeline_hashtag("narrowed")] == ["private"]
    for wider in ("public", "unlisted"):
        refused = ada.request("PUT", path, json={"visibility": wider})
        assert refused.status_code == 422 and "narrowed" in refused.json()["error"]
    assert request(server, "GET", f"/api/v1/statuses/{reply.id}").status_code == 404, "the reply went with it"
    assert audience(ada.request("PUT", path, json={"visibility": "followers"}).json()) == ("private", None, None)
    assert bob.request("GET", path).status_code == 404 and cy.mastodon.status(status["id"]).id
    assert bob.request("PUT", path, json={"visibility": "direct"}).status_code == 404


def test_NEW_17_a_reply_is_not_wider_than_what_it_answers(ada, bob):
    status = publish(ada, status="For members", visibility="members")
    reply = publish(bob, status="To all?", visibility="public", in_reply_to_id=status["id"])
    assert audience(reply) == ("private", True, "members")
    assert ada.mastodon.status(status["id"]).replies_count == 1


def test_NEW_17_the_members_default_is_for_all_clients(ada):
    ada.request("PATCH", "/api/v1/accounts/update_credentials", json={"source": {"privacy": "members"}})
    preferences = ada.mastodon.preferences()
    assert preferences["posting:default:visibility"] == "private"
    assert preferences["posting:default:audience"] == ada.mastodon.me().source["audience"] == "members"
    assert audience(publish(ada, status="No word of an audience")) == ("private", True, "members")
    ada.mastodon.account_update_credentials(note="changed")
    assert ada.mastodon.preferences()["posting:default:audience"] == "members"


def test_NEW_17_the_default_is_the_communitys_for_who_chose_none(server, ada, bob):
    ada.request("PATCH", "/api/v1/accounts/update_credentials", json={"source": {"privacy": "public"}})
    assert server.run("settings", "audience").strip() == "public"
    server.run("settings", "audience", "members")
    try:
        assert server.run("settings", "audience").strip() == "members"
        assert audience(publish(bob, status="As the community")) == ("private", True, "members")
        assert audience(publish(ada, status="As I chose")) == ("public", None, None)
    finally:
        server.run("settings", "audience", "public")
