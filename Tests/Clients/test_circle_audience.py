"""Posts for circles, through Mastodon.py and plain requests: clients that know nothing of them, and those that do."""
import pytest
from mastodon import MastodonAPIError, MastodonNotFoundError

from community.member import request


def publish(member, **fields):
    answer = member.request("POST", "/api/v1/statuses", json=fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def circle(member, title, *people):
    made = member.mastodon.list_create(title)
    if people:
        member.mastodon.list_accounts_add(made, [person.id for person in people])
    return str(made.id)


def audience(status):
    return status["visibility"], status.get("local_only"), status.get("audience")


def test_NEW_18_a_post_for_a_circle_is_private_to_a_client_that_knows_no_more(ada, bob, cy, server):
    family = circle(ada, "Secret family", bob)
    status = publish(ada, status="For family #indoors", visibility="public", circle_ids=[family])
    assert audience(status) == ("private", True, "circles")
    assert status["circles"] == [{"id": family, "title": "Secret family", "excluded": False}]
    read = bob.request("GET", f"/api/v1/statuses/{status['id']}")
    assert audience(read.json()) == ("private", True, "circles")
    assert "circles" not in read.json() and "Secret" not in read.text, "only the author knows the circle"
    assert bob.mastodon.status(status["id"]).content == status["content"]
    assert bob.mastodon.search_v2("indoors", result_type="statuses").statuses
    cy.mastodon.account_follow(ada.id)
    with pytest.raises(MastodonNotFoundError):
        cy.mastodon.status(status["id"])
    assert not cy.mastodon.search_v2("indoors", result_type="statuses").statuses
    for person in (None, cy.token):
        for path in (f"/api/v1/accounts/{ada.id}/statuses", f"/user/{ada.username}/tweets", f"/@{ada.username}",
                     "/api/v1/timelines/public", "/api/v1/timelines/tag/indoors", "/api/v1/trends/tags",
                     "/api/v1/timelines/home", "/api/v1/notifications"):
            assert "indoors" not in request(server, "GET", path, person).text, path
    for person in (ada, bob):
        with pytest.raises(MastodonAPIError):
            person.mastodon.status_reblog(status["id"])


def test_NEW_18_moments_pages_name_the_circle_to_the_author_alone(ada, bob, cy, server):
    family = circle(ada, "Secret family", bob)
    status = publish(ada, status="For family", circle_ids=[family])
    path = f"/user/{ada.username}/tweets"
    own, read = ([post for post in member.request("GET", path).json() if post["id"] == status["id"]][0] for member in (ada, bob))
    assert (own["audience"], own["circles"]) == ("circles", status["circles"])
    assert read["audience"] == "circles" and "circles" not in read
    for person in (None, bob.token, cy.token):
        assert "Secret" not in request(server, "GET", path, person).text


def test_NEW_18_all_but_some_see_it_and_a_form_sends_it_too(ada, bob, cy, server):
    without = circle(ada, "Not these", cy)
    answer = ada.request("POST", "/api/v1/statuses", data={
        "status": "All but one", "visibility": "members", "excluded_circle_ids[]": [without]})
    status = answer.json()
    assert status["circles"] == [{"id": without, "title": "Not these", "excluded": True}]
    assert bob.mastodon.status(status["id"])
    with pytest.raises(MastodonNotFoundError):
        cy.mastodon.status(status["id"])
    assert request(server, "GET", f"/api/v1/statuses/{status['id']}").status_code == 404


def test_NEW_18_a_reply_with_a_clients_prefilled_audience_stays_within_it(ada, bob, cy):
    family = circle(ada, "Family", bob)
    cy.mastodon.account_follow(bob.id)
    status = publish(ada, status="For family", circle_ids=[family])
    reply = publish(bob, status="Mine", in_reply_to_id=status["id"], visibility="private")
    assert audience(reply) == ("private", True, "circles") and "circles" not in reply
    assert [entry["id"] for entry in ada.request(
        "GET", f"/api/v1/statuses/{status['id']}/context").json()["descendants"]] == [reply["id"]]
    with pytest.raises(MastodonNotFoundError):
        cy.mastodon.status(reply["id"])
    answer = bob.request("POST", "/api/v1/statuses", json={
        "status": f"@{cy.username} look", "in_reply_to_id": status["id"]})
    assert (answer.status_code, answer.json()["code"]) == (422, "mention_outside")
    assert cy.mastodon.notifications() == []


def test_NEW_18_a_change_keeps_the_audience_and_only_own_circles_can_be_named(ada, bob):
    family, other = circle(ada, "Family", bob), circle(bob, "Other", ada)
    status = publish(ada, status="For family", circle_ids=[family])
    path = f"/api/v1/statuses/{status['id']}"
    for fields in ({"status": "Again"}, {"status": "And again", "visibility": "private"}, {"visibility": "circles"}):
        assert audience(ada.request("PUT", path, json=fields).json()) == ("private", True, "circles")
    for name in ("public", "unlisted", "members", "followers"):
        assert ada.request("PUT", path, json={"visibility": name}).status_code == 422
    for wrong in (other, "1", "x"):
        answer = ada.request("POST", "/api/v1/statuses", json={"status": "x", "circle_ids": [wrong]})
        assert answer.status_code == 404, answer.text
    for fields in ({"visibility": "circles"}, {"visibility": "direct", "circle_ids": [family]},
                   {"in_reply_to_id": status["id"], "circle_ids": [family]}):
        assert ada.request("POST", "/api/v1/statuses", json={"status": "x", **fields}).status_code == 422
    source = {"source": {"privacy": "circles"}}
    assert ada.request("PATCH", "/api/v1/accounts/update_credentials", json=source).status_code == 422
