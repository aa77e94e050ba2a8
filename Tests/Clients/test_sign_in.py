"""A client's way in and out: registered, allowed by a person on the server's page, and revoked."""
import base64
import hashlib
import urllib.parse

import pytest
import requests
from mastodon import MastodonIllegalArgumentError, MastodonUnauthorizedError

from community.member import OUT_OF_BAND, PASSWORD, Client, request
from community.sign_in import AuthorizationPage, Refused, allow, answered, authorization_code, refuse, shown_code
from support.origins import until

SCHEME = "swiftlet-checks://signed-in"


def authorize_url(server, client_id, **values):
    query = {"response_type": "code", "client_id": client_id, "redirect_uri": OUT_OF_BAND, "scope": "read"} | values
    return f"{server.url}/oauth/authorize?{urllib.parse.urlencode(query)}"


def exchange(server, client, code, **values):
    fields = {"grant_type": "authorization_code", "code": code, "client_id": client.id,
              "client_secret": client.secret, "redirect_uri": client.redirect_uri} | values
    return request(server, "POST", "/oauth/token", data={name: value for name, value in fields.items() if value})


def test_NEW_02_a_client_registers_and_a_person_signs_in_on_the_servers_page(client, ada):
    mastodon = client.signed_in(ada.username)
    me = mastodon.account_verify_credentials()
    assert me.username == me.acct == ada.username
    assert me.source.privacy == "public"
    assert mastodon.app_verify_credentials().name == "Checks"


def test_NEW_02_a_client_with_a_scheme_of_its_own_gets_code_and_state(server, ada):
    client = Client(server, redirect_uri=SCHEME)
    page = AuthorizationPage(authorize_url(server, client.id, redirect_uri=SCHEME, state="a b&c"))
    allow(page, ada.username, PASSWORD)
    assert page.left_for.startswith(SCHEME + "?")
    assert answered(page)["state"] == "a b&c"
    token = exchange(server, client, answered(page)["code"]).json()
    assert token["token_type"] == "Bearer" and token["scope"] == "read"
    assert request(server, "GET", "/api/v1/accounts/verify_credentials", token["access_token"]).status_code == 200


def test_NEW_02_a_person_who_refuses_sends_the_client_away(server, ada):
    client = Client(server, redirect_uri=SCHEME)
    page = AuthorizationPage(authorize_url(server, client.id, redirect_uri=SCHEME, state="s"))
    refuse(page)
    assert answered(page)["error"] == "access_denied"
    assert answered(page)["state"] == "s"


def test_NEW_02_a_browser_that_is_signed_in_is_asked_for_no_password(server, client, ada):
    page = AuthorizationPage(authorize_url(server, client.id))
    allow(page, ada.username, PASSWORD)
    first = shown_code(page)
    page.open(authorize_url(server, client.id))
    assert ada.username in page.text
    allow(page)
    assert shown_code(page) not in (None, first)


def test_NEW_02_a_code_works_once(server, client, ada):
    code = authorization_code(authorize_url(server, client.id), ada.username, PASSWORD)
    assert exchange(server, client, code).status_code == 200
    again = exchange(server, client, code)
    assert again.status_code == 400
    assert again.json()["error"] == "invalid_grant"


def test_NEW_02_a_wrong_password_gives_no_code(server, client, ada):
    with pytest.raises(Refused):
        authorization_code(authorize_url(server, client.id), ada.username, "wrong horse")


def test_NEW_02_an_unknown_redirect_is_never_followed(server, client, ada):
    page = AuthorizationPage(authorize_url(server, client.id, redirect_uri="https://evil.example/"))
    assert page.left_for is None
    assert page.answer.status_code == 400
    assert not page.page.select("input[type=password]")


def test_NEW_02_a_public_client_proves_with_pkce_that_it_is_the_same(server, client, ada):
    verifier = "v" * 64
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    url = authorize_url(server, client.id, code_challenge=challenge, code_challenge_method="S256")
    code = authorization_code(url, ada.username, PASSWORD)
    assert exchange(server, client, code, client_secret=None, code_verifier="w" * 64).status_code == 400
    code = authorization_code(url, ada.username, PASSWORD)
    assert exchange(server, client, code, client_secret=None, code_verifier=verifier).status_code == 200


def test_NEW_02_more_than_the_client_registered_for_is_not_given(server, ada):
    reader = Client(server, scopes=["read"])
    with pytest.raises((Refused, MastodonIllegalArgumentError)):
        reader.signed_in(ada.username, scopes=["read", "write"])


def test_NEW_02_a_client_has_a_token_of_its_own_that_is_nobodys(server, client):
    token = request(server, "POST", "/oauth/token", json={
        "grant_type": "client_credentials", "client_id": client.id, "client_secret": client.secret,
        "scope": "read"}).json()["access_token"]
    assert request(server, "GET", "/api/v1/apps/verify_credentials", token).json()["name"] == "Checks"
    refused = request(server, "GET", "/api/v1/timelines/home", token)
    assert refused.status_code in (401, 403, 422) and refused.json()["error"]


def test_NEW_02_a_revoked_token_is_refused(client, ada):
    mastodon = client.signed_in(ada.username)
    mastodon.me()
    token = mastodon.access_token
    mastodon.revoke_access_token(allow_http=True)
    with pytest.raises(MastodonUnauthorizedError):
        client.mastodon(token).me()
    assert ada.mastodon.me().username == ada.username, "the other sign-in stays"


def test_NEW_02_suspending_somebody_ends_their_sessions_and_hides_what_they_wrote(server, ada, bob):
    status = ada.mastodon.status_post("Soon hidden")
    bob.mastodon.status_favourite(status)
    server.run("user", "suspend", ada.username)
    until(lambda: ada.request("GET", "/api/v1/timelines/home").status_code == 401, "the session has ended", 30)
    assert ada.request("POST", "/api/v1/statuses", data={"status": "Still here"}).status_code == 401
    assert bob.request("GET", f"/api/v1/statuses/{status.id}").status_code == 404
    assert list(bob.mastodon.favourites()) == []
    with pytest.raises(Refused):
        ada.client.signed_in(ada.username)
    server.run("user", "unsuspend", ada.username)
    assert bob.mastodon.status(status).content == "<p>Soon hidden</p>"
    assert ada.client.signed_in(ada.username).me().username == ada.username


def test_NEW_02_a_new_password_ends_the_sessions_of_the_old_one(server, client, ada):
    ada.mastodon.me()
    server.run("user", "password", ada.username, standard_input="a password that is new\n")
    until(lambda: ada.request("GET", "/api/v1/timelines/home").status_code == 401, "the session has ended", 30)
    with pytest.raises(Refused):
        client.signed_in(ada.username)
    assert client.signed_in(ada.username, "a password that is new").me().username == ada.username


def test_NEW_02_nobody_registers_where_registration_is_closed(server, client):
    token = request(server, "POST", "/oauth/token", json={
        "grant_type": "client_credentials", "client_id": client.id, "client_secret": client.secret,
        "scope": "write"}).json()["access_token"]
    fields = {"username": "uninvited", "email": "a@example.org", "password": PASSWORD, "agreement": True, "locale": "en"}
    answer = request(server, "POST", "/api/v1/accounts", token, json=fields)
    assert answer.status_code in (403, 422) and answer.json()["error"]
    assert "uninvited" not in server.run("user", "list")


def test_NEW_02_the_server_says_where_its_oauth_is(server, client):
    info = client.mastodon().oauth_authorization_server_info()
    assert info.issuer.rstrip("/") == server.url
    assert info.authorization_endpoint == f"{server.url}/oauth/authorize"
    assert info.token_endpoint == f"{server.url}/oauth/token"
    assert "S256" in info.code_challenge_methods_supported
    assert {"read", "write"} <= set(info.scopes_supported)


def test_NEW_02_the_page_that_asks_can_not_be_framed_and_forged(server, client, ada):
    page = AuthorizationPage(authorize_url(server, client.id))
    assert "frame-ancestors 'none'" in page.answer.headers["Content-Security-Policy"]
    form = page.page.select_one("form")
    target = urllib.parse.urljoin(page.answer.url, form["action"])
    fields = {entry["name"]: entry.get("value", "") for entry in form.select("input[name]")}
    fields |= {page.field("username"): ada.username, page.field("current-password"): PASSWORD, "decision": "allow"}
    from_elsewhere = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    forged = page.session.post(target, data=fields, headers=from_elsewhere, allow_redirects=False)
    assert forged.status_code == 403 and "Location" not in forged.headers
    other_browser = requests.post(target, data=fields, allow_redirects=False)
    assert other_browser.status_code == 403, "the form's token belongs to the browser that was sent it"
    assert page.session.post(target, data=fields, allow_redirects=False).status_code == 200, "and is good there"
