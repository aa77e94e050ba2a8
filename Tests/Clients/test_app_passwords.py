"""NEW_03: clients of the Twitter API that send a name and an app password with every request (HTTP Basic)."""
import pytest
import requests

from community.member import PASSWORD

HOME = "/1.1/statuses/home_timeline.json"


@pytest.fixture
def allowed(server):
    server.run("settings", "basic", "on")
    yield server
    server.run("settings", "basic", "off")


def get(server, username, password, path=HOME):
    return requests.get(server.url + path, auth=(username, password), timeout=60)


def test_NEW_03_an_app_password_is_for_the_twitter_api_alone(allowed, ada):
    password = allowed.run("user", "app-password", ada.username, "BitlBee").strip()
    assert get(allowed, ada.username, password).json() == []
    posted = requests.post(
        f"{allowed.url}/1.1/statuses/update.json", data={"status": "From IRC"}, auth=(ada.username, password), timeout=60)
    assert posted.status_code == 200 and posted.json()["source"].endswith(">BitlBee</a>")
    # Servers of the GNU social family have the API there.
    assert get(allowed, ada.username, password, "/api/account/verify_credentials.json").json()["screen_name"] == ada.username
    assert get(allowed, ada.username, password, "/api/v1/accounts/verify_credentials").status_code == 401
    refused = get(allowed, ada.username, PASSWORD)
    assert refused.status_code == 401 and refused.json()["errors"][0]["code"] == 32
    allowed.run("settings", "basic", "off")
    assert get(allowed, ada.username, password).status_code == 401


def test_NEW_03_a_member_makes_an_app_password_with_their_own_and_ends_it(allowed, ada):
    def make(password):
        return ada.request("POST", "/api/swiftlet/v1/app_passwords", json={"name": "bti", "password": password})
    assert make("wrong").status_code == 403
    made = make(PASSWORD).json()
    assert get(allowed, ada.username, made["app_password"]).status_code == 200
    assert "bti" in [place["application"] for place in ada.request("GET", "/api/swiftlet/v1/sessions").json()]
    assert ada.request("DELETE", f"/api/swiftlet/v1/sessions/{made['id']}").status_code == 200
    assert get(allowed, ada.username, made["app_password"]).status_code == 401
