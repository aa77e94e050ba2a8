"""The page about the community, for everybody."""
import pytest
import requests
from bs4 import BeautifulSoup

TEXTS = {
    "description": "We sing.\nOn Thursdays.", "contact": "choir+questions@example.org",
    "rules": "Be kind.\nNo <b>shouting</b>.\nBring cake.\nSweep the floor.", "about": "We began in 1990: https://choir.example",
    "privacy-policy": "Nothing leaves this server.",
}


@pytest.fixture(scope="module")
def described(server, member):
    member("described")
    for name, text in TEXTS.items():
        server.run("settings", name, *(text.split("\n") if name == "rules" else [text]))
    yield server
    server.run("settings", "privacy", "open")
    server.run("settings", "registration", "invitation")
    for name in TEXTS:
        server.run("settings", name, "")


def page(server, path, language="en"):
    answer = requests.get(server.url + path, timeout=60, headers={"Accept-Language": language})
    return answer.status_code, BeautifulSoup(answer.text, "html.parser")


def test_NEW_20_nothing_leads_to_an_empty_page(server, member):
    member("plain")
    assert not page(server, "/")[1].find("a", href="/about")


@pytest.mark.parametrize("privacy", ["open", "members"])
def test_NEW_20_the_page_about_the_community_shows_what_its_owner_wrote(described, privacy):
    described.run("settings", "privacy", privacy)
    status, about = page(described, "/about")
    assert status == 200 and not about.find("script")
    assert [item.text for item in about.select(".house-rules li")] == TEXTS["rules"].split("\n")
    for text in (TEXTS["description"], TEXTS["about"], TEXTS["privacy-policy"]):
        assert text in about.text
    assert about.find("a", href="mailto:choir%2Bquestions@example.org").text == TEXTS["contact"]
    assert about.find("a", href="https://choir.example")
    assert bool(about.find("a", href=lambda link: link.startswith("/@"))) == (privacy == "open")


def test_NEW_20_the_page_is_in_the_viewers_language(described):
    titles = {language: page(described, "/about", language)[1].select_one(".house-rules h2").text for language in (
        "en", "ar", "zh", "el", "pt-BR")}
    assert titles["en"] == "Rules" and len(set(titles.values())) == 5


def test_NEW_20_who_joins_reads_the_rules_first(described):
    described.run("settings", "privacy", "members")
    landing = requests.get(described.url + "/", timeout=60)
    shown = BeautifulSoup(landing.text, "html.parser")
    assert [item.text for item in shown.select(".invitation .house-rules li")] == TEXTS["rules"].split("\n")[:3]
    assert shown.find("a", href="/about")
    described.run("settings", "registration", "open")
    described.run("settings", "privacy", "members")
    _, join = page(described, "/join")
    assert len(join.select("form .house-rules li")) == 4 and join.find("a", href="/about")
