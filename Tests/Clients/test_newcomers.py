"""Newcomers: joining by an invitation, whom to follow, and a way back after a forgotten password."""
import re

import pytest
import requests
from mastodon import MastodonUnauthorizedError

from community.member import PASSWORD, Member, request

NEW = "another horse battery"


def form(server, path):
    """Opens one of the server's own pages; returns the browser, the response and the form's token."""
    browser = requests.Session()
    page = browser.get(server.url + path, timeout=120)
    token = re.search(r'name="form_token" value="([^"]+)"', page.text)
    return browser, page, token and token[1]


def submit(server, path, **fields):
    browser, page, token = form(server, path)
    assert page.status_code == 200
    return browser.post(server.url + path, data=fields | {"form_token": token, "decision": "join"}, timeout=120)


def path_of(link):
    return re.search(r"//[^/]+(/.*)", link.strip())[1]


def joined(server, client, username, *options):
    path = path_of(server.run("invite", *options))
    answer = submit(server, path, username=username, nick=username.title(), password=PASSWORD)
    assert answer.status_code == 200, answer.text
    return Member(server, client, username, client.signed_in(username).access_token)


def test_NEW_19_newcomer_and_inviter_follow_each_other(server, client, ada):
    zoe = joined(server, client, "zoe_invited", "--by", ada.username)
    [seen] = zoe.mastodon.account_relationships(ada.id)
    assert seen.following and seen.followed_by
    assert [(notice.type, notice.account.acct) for notice in ada.mastodon.notifications()] == [
        ("admin.sign_up", zoe.username)]
    assert "join_request" not in ada.mastodon.notifications()[0], "who was invited asked for nothing"
    assert [(notice.type, notice.account.acct) for notice in zoe.mastodon.notifications()] == [
        ("follow", ada.username)]
    status = ada.mastodon.status_post("Welcome")
    assert [post.id for post in zoe.mastodon.timeline_home()] == [status.id]
    assert not zoe.mastodon.account_unfollow(ada.id).following
    assert not ada.mastodon.account_unfollow(zoe.id).following


def test_NEW_19_the_directory_and_suggestions_bring_people_together(server, client, ada, bob, cy):
    names = [person.acct for person in ada.mastodon.directory(local=True, limit=80)]
    assert {ada.username, bob.username, cy.username} <= set(names), "nobody has posted"
    ada.mastodon.account_follow(bob.id)
    bob.mastodon.account_follow(cy.id)
    [first, *_] = request(server, "GET", "/api/v2/suggestions", ada.token).json()
    assert (first["account"]["acct"], first["sources"]) == (cy.username, ["friends_of_friends"])
    assert ada.mastodon.suggestions()[0].acct == cy.username


def test_NEW_19_a_link_sets_a_new_password_once(server, client, bob):
    path = path_of(server.run("user", "reset", bob.username))
    assert submit(server, path, password="short").status_code == 422
    answer = submit(server, path, password=NEW)
    assert answer.status_code == 200
    assert answer.headers["Referrer-Policy"] == "no-referrer" and answer.headers["Cache-Control"] == "no-store"
    with pytest.raises(MastodonUnauthorizedError):
        bob.mastodon.me()
    assert client.signed_in(bob.username, password=NEW).me().acct == bob.username
    assert form(server, path)[1].status_code == 404
    assert path.split("/")[-1] not in server.log.read_text()


def test_NEW_19_only_an_owner_makes_such_a_link_and_proves_it(server, client, ada, bob):
    path = f"/api/swiftlet/v1/accounts/{bob.id}/password_reset"
    assert request(server, "POST", path, data={"password": PASSWORD}).status_code == 401
    assert request(server, "POST", path, ada.token, data={"password": PASSWORD}).status_code == 403
    server.run("user", "add", "resetting_owner", "--owner", standard_input=PASSWORD + "\n")
    owner = client.signed_in("resetting_owner").access_token
    assert request(server, "POST", path, owner, data={"password": "wrong"}).status_code == 403
    answer = request(server, "POST", path, owner, data={"password": PASSWORD})
    assert answer.status_code == 200
    assert submit(server, path_of(answer.json()["url"]), password=NEW).status_code == 200
