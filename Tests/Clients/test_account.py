"""The member's own account, the server's description of itself, and search, through Mastodon.py."""
import pytest
from mastodon import MastodonAPIError

from community.member import Client, Member


def test_NEW_02_the_instance_tells_what_it_is(server, client):
    mastodon = client.mastodon()
    second, first = mastodon.instance_v2(), mastodon.instance_v1()
    assert second.domain == first.uri == server.url.removeprefix("http://")
    assert float(second.version[:3]) == 4.2 and "Swiftlet" in second.version
    assert first.version == second.version and first.title == second.title
    limits = second.configuration.statuses
    assert limits.max_characters == first.configuration.statuses.max_characters >= 500
    assert limits.characters_reserved_per_url == 23
    assert mastodon.retrieve_mastodon_version().startswith("4.2")


@pytest.fixture(scope="module")
def alone(empty_server):
    """The only member of a community."""
    return Member.added(empty_server, Client(empty_server), "alone")


@pytest.mark.parametrize("ask", [
    "custom_emojis", "announcements", "instance_peers", "instance_rules", "trending_statuses",
    "domain_blocks", "lists", "filters_v2", "followed_tags", "conversations", "endorsements",
])
def test_NEW_02_what_is_not_there_is_an_empty_list(alone, ask):
    assert list(getattr(alone.mastodon, ask)()) == []


def test_NEW_02_the_profile_is_changed(ada, bob):
    changed = ada.mastodon.account_update_credentials(
        display_name="Ada L.", note="Computes.\nSometimes <b>late</b>.", fields=[("Site", "https://example.org/")],
        locked=True, bot=True)
    assert (changed.display_name, changed.locked, changed.bot) == ("Ada L.", True, True)
    assert changed.source.note == "Computes.\nSometimes <b>late</b>."
    assert [(field.name, field.value) for field in changed.source.fields] == [("Site", "https://example.org/")]
    seen = bob.mastodon.account(ada.id)
    assert seen.display_name == "Ada L." and seen.locked and seen.bot
    assert "&lt;b&gt;late" in seen.note and "<b>" not in seen.note
    assert 'href="https://example.org/"' in seen.fields[0].value
    assert "source" not in seen or seen.source is None, "that is for the owner"


def test_NEW_02_preferences_shape_the_next_post(ada):
    answer = ada.request("PATCH", "/api/v1/accounts/update_credentials", data={
        "source[privacy]": "unlisted", "source[sensitive]": "true", "source[language]": "de"})
    assert answer.status_code == 200
    preferences = ada.mastodon.preferences()
    assert preferences["posting:default:visibility"] == "unlisted"
    assert preferences["posting:default:sensitive"] is True
    assert preferences["posting:default:language"] == "de"
    status = ada.mastodon.status_post("As I like it")
    assert (status.visibility, status.language) == ("unlisted", "de")


def test_NEW_02_what_is_too_long_for_a_profile_is_refused(ada):
    with pytest.raises(MastodonAPIError) as refused:
        ada.mastodon.account_update_credentials(note="x" * 100_000)
    assert refused.value.args[1] == 422
    assert ada.mastodon.me().source.note == ""


def test_NEW_02_markers_keep_the_place(ada, client):
    status = ada.mastodon.status_post("Here")
    ada.mastodon.markers_set(["home"], [status.id])
    other_device = client.signed_in(ada.username)
    marker = other_device.markers_get(["home"])["home"]
    assert str(marker.last_read_id) == str(status.id)
    newer = ada.mastodon.status_post("There")
    changed = other_device.markers_set(["home"], [newer.id])["home"]
    assert changed.version == marker.version + 1
    assert list(ada.mastodon.markers_get(["notifications"])) == []


def test_NEW_02_search_finds_people_tags_and_posts(ada, bob):
    bob.mastodon.account_follow(ada.id)
    word = f"zeppelin{ada.username}"
    status = ada.mastodon.status_post(f"A {word} over #{word}town")
    hidden = ada.mastodon.status_post(f"A hidden {word}", visibility="direct")
    found = ada.mastodon.search_v2(word)
    assert [post.id for post in found.statuses] == [hidden.id, status.id]
    assert [tag.name for tag in found.hashtags] == [f"{word}town"]
    people = bob.mastodon.search_v2(ada.username, result_type="accounts")
    assert [person.acct for person in people.accounts] == [ada.username]
    assert list(people.statuses) == []
    assert hidden.id not in [post.id for post in bob.mastodon.search_v2(word).statuses]


@pytest.mark.parametrize("text", ["%", "_", "'", '"', "\\", "*", "NEAR(", "a AND", "-", "😀", "(" * 200])
def test_NEW_02_a_search_takes_any_text(ada, text):
    found = ada.mastodon.search_v2(text)
    assert list(found.accounts) == [], "no character stands for others"
