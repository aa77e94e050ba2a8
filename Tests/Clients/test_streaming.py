"""Who hears of what on streams (server-sent events): a row of the table in docs/server.md for each test."""
import pytest

from community.streams import EventStream, Watch

TAG = {"tag": "Watched"}


@pytest.fixture
def people(member):
    return {name: member(name) for name in ("ada", "fan", "muter", "blocked", "other", "herald")}


@pytest.fixture
def watch(people):
    """Watches home of everybody, and what a stranger to ada, a muter and a blocked member see in public."""
    herald, ada = people["herald"], people["ada"]
    for name, person in people.items():
        if name != "herald":
            person.mastodon.account_follow(herald.id)
    people["fan"].mastodon.account_follow(ada.id)
    people["muter"].mastodon.account_follow(ada.id)
    people["muter"].mastodon.account_mute(ada.id)
    people["blocked"].mastodon.account_follow(ada.id)
    ada.mastodon.account_block(people["blocked"].id)
    homes = {name: (people[name], "user") for name in ("ada", "fan", "muter", "blocked", "other")}
    public = {f"{name}_{end}": (people[name], path, *([TAG] if end == "tag" else []))
              for name in ("muter", "blocked", "other")
              for end, path in (("public", "public/local"), ("tag", "hashtag"))}
    direct = {f"{name}_direct": (people[name], "direct") for name in ("ada", "fan", "other")}
    with Watch.over(herald, **homes, **public, **direct) as watch:
        watch.everybody = [person for name, person in people.items() if name != "herald"]
        watch.results = lambda: watch.told(*watch.everybody)
        yield watch


def post(person, text="Hello #watched", **values):
    answer = person.request("POST", "/api/v1/statuses", json={"status": text, **values})
    assert answer.status_code == 200, answer.text
    return answer.json()


def everywhere(event):
    return {name: [event] for name in ("ada", "fan", "other_public", "other_tag")}


@pytest.mark.parametrize("visibility", ["public", "members"])
def test_NEW_06_a_post_for_all_goes_to_followers_and_public_streams(watch, people, visibility):
    status = post(people["ada"], visibility=visibility)
    assert watch.results() == everywhere(("update", status["id"]))


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_NEW_06_an_unlisted_post_and_one_for_followers_go_home_only(watch, people, visibility):
    status = post(people["ada"], visibility=visibility)
    assert watch.results() == {name: [("update", status["id"])] for name in ("ada", "fan")}


def test_NEW_06_who_is_mentioned_in_a_post_for_followers_is_notified(watch, people):
    status = post(people["ada"], f"@{people['other'].username} #watched", visibility="private")
    assert watch.results() == {
        "ada": [("update", status["id"])], "fan": [("update", status["id"])], "other": [("notification", "mention")]}


def test_NEW_06_a_direct_post_is_a_conversation_of_its_people(watch, people):
    names = " ".join(f"@{people[name].username}" for name in ("fan", "other", "muter", "blocked"))
    status = post(people["ada"], names, visibility="direct")
    assert watch.results() == {
        "ada": [("update", status["id"])], "ada_direct": [("conversation", status["id"])],
        "fan": [("update", status["id"]), ("notification", "mention")], "fan_direct": [("conversation", status["id"])],
        "other": [("notification", "mention")], "other_direct": [("conversation", status["id"])]}


def test_NEW_06_a_post_for_a_circle_goes_to_its_people(watch, people):
    ada, fan, other = (people[name] for name in ("ada", "fan", "other"))
    other.mastodon.account_follow(ada.id)
    circle = ada.mastodon.list_create("Close")
    ada.mastodon.list_accounts_add(circle, [fan.id])
    status = post(ada, circle_ids=[str(circle.id)])
    watch.results()
    ada.mastodon.status_delete(status["id"])
    told = watch.results()
    told["ada"] = [event for event in told["ada"] if event[0] != "notification"]
    assert told == {name: [("update", status["id"]), ("delete", status["id"])] for name in ("ada", "fan")}


def test_NEW_06_a_reply_goes_home_to_those_who_follow_both(watch, people):
    other, ada = people["other"], people["ada"]
    parent = post(other, "Nothing tagged", visibility="unlisted")
    reply = post(ada, "Reply", in_reply_to_id=parent["id"])
    thread = post(ada, "Mine", visibility="unlisted")
    own = post(ada, "More of mine", in_reply_to_id=thread["id"], visibility="unlisted")
    told = watch.results()
    assert ("update", reply["id"]) not in told["fan"]
    assert told["fan"] == [("update", thread["id"]), ("update", own["id"])]
    assert [event for event in told["other"] if event[0] == "notification"] == [("notification", "mention")]
    assert "other_public" not in told


def test_NEW_06_an_edit_goes_to_those_who_would_get_the_post_and_to_those_it_mentions(watch, people):
    ada, other = people["ada"], people["other"]
    status = post(ada, f"@{other.username} hi", visibility="unlisted")
    ada.mastodon.status_update(status["id"], status=f"@{other.username} hello #watched")
    edit = ("status.update", status["id"])
    assert watch.results() == {
        "ada": [("update", status["id"]), edit], "fan": [("update", status["id"]), edit],
        "other": [("notification", "mention"), edit]}


def test_NEW_06_a_deletion_goes_to_those_who_may_have_seen_the_post(watch, people):
    status = post(people["ada"], visibility="public")
    watch.results()
    people["ada"].mastodon.status_delete(status["id"])
    told = watch.results()
    muted = {name: told.pop(name) for name in list(told) if name.startswith("muter")}
    assert told == {
        name: [("update", status["id"]), ("delete", status["id"])] for name in ("ada", "fan", "other_public", "other_tag")}
    assert all(events == [("delete", status["id"])] for events in muted.values()), muted


def test_NEW_06_a_narrower_audience_is_a_deletion_for_the_others(watch, people):
    status = post(people["ada"], visibility="public")
    watch.results()
    answer = people["ada"].request(
        "PUT", f"/api/v1/statuses/{status['id']}", json={"status": "Hello #watched", "visibility": "private"})
    assert answer.status_code == 200, answer.text
    told = watch.results()
    for name in ("ada", "fan"):
        assert told[name] == [("update", status["id"]), ("status.update", status["id"])]
    for name in ("other_public", "other_tag"):
        assert told[name] == [("update", status["id"]), ("delete", status["id"])]


def test_NEW_06_a_repost_goes_to_followers_and_is_taken_back(watch, people):
    other, ada = people["other"], people["ada"]
    status = post(other, "Nothing tagged", visibility="unlisted")
    repost = ada.request("POST", f"/api/v1/statuses/{status['id']}/reblog").json()
    watch.results()
    ada.request("POST", f"/api/v1/statuses/{status['id']}/unreblog")
    told = watch.results()
    for name in ("ada", "fan"):
        assert told[name] == [("update", repost["id"]), ("delete", repost["id"])]
    assert told["other"] == [("update", status["id"]), ("notification", "reblog")]
    # Who follows and mutes may have seen it before.
    assert told.pop("muter") == [("delete", repost["id"])]
    assert set(told) == {"ada", "fan", "other"}


def test_NEW_06_a_deleted_post_takes_its_reposts_with_it(watch, people):
    other, ada = people["other"], people["ada"]
    status = post(other, "Nothing tagged", visibility="unlisted")
    repost = ada.request("POST", f"/api/v1/statuses/{status['id']}/reblog").json()
    watch.results()
    other.mastodon.status_delete(status["id"])
    told = watch.results()
    assert told["fan"] == [("update", repost["id"]), ("delete", repost["id"])]


def test_NEW_06_what_happens_to_somebody_is_told_to_them_alone(watch, people):
    ada, fan, other, blocked, muter = (people[name] for name in ("ada", "fan", "other", "blocked", "muter"))
    status = post(ada, "Mine", visibility="unlisted")
    watch.results()  # Whoever follows in the same moment may be told of the post.
    other.mastodon.status_favourite(status["id"])
    other.mastodon.status_favourite(status["id"])
    other.mastodon.account_follow(ada.id)
    watch.results()
    other.mastodon.status_unfavourite(status["id"])
    told = watch.results()
    assert told == {
        "ada": [("update", status["id"]), ("notification", "favourite"), ("notification", "follow")],
        "fan": [("update", status["id"])]}


def test_NEW_06_a_block_and_a_mute_stop_streams_at_once(watch, people):
    ada, fan, other = (people[name] for name in ("ada", "fan", "other"))
    other.mastodon.account_block(ada.id)
    fan.mastodon.account_mute(ada.id)
    status = post(ada)
    assert watch.results() == {"ada": [("update", status["id"])]}


def test_NEW_06_a_muted_conversation_notifies_nobody(watch, people):
    ada, other = people["ada"], people["other"]
    status = post(ada, "Mine", visibility="unlisted")
    ada.mastodon.status_mute(status["id"])
    post(other, f"@{ada.username} reply", in_reply_to_id=status["id"], visibility="unlisted")
    told = watch.results()
    assert [event for event in told["ada"] if event[0] == "notification"] == []


def test_NEW_06_likes_and_comments_of_posts_at_home_change_their_numbers(watch, people):
    ada, other = people["ada"], people["other"]
    status = post(ada, visibility="members")
    other.mastodon.status_favourite(status["id"])
    comment = other.request("POST", "/api/v1/statuses", json={
        "status": "Nice", "in_reply_to_id": status["id"], "visibility": "members", "comment": True}).json()
    other.request("POST", "/api/v1/statuses", json={
        "status": "Very", "in_reply_to_id": comment["id"], "visibility": "members", "comment": True})
    people["herald"].mastodon.account_follow(ada.id)
    watch.results()
    for name in ("ada", "fan"):
        counts = [data for event, data in watch.streams[name].events
                  if event == "status.counts" and str(data["id"]) == status["id"]]
        assert counts[-1] == {
            "id": status["id"], "favourites_count": 1, "reblogs_count": 0, "replies_count": 1}, counts
    assert not [data for event, data in watch.streams["other"].events if event == "status.counts"
                and str(data["id"]) == status["id"]], "it isn't at other's home"


def test_NEW_06_the_names_behind_the_numbers_are_those_of_a_fresh_moments_page(people):
    """`status.counts` has numbers only. The app then asks who likes the post: nobody whom the page would not show."""
    ada, fan, other = (people[name] for name in ("ada", "fan", "other"))
    for person in (fan, other):
        person.mastodon.account_follow(ada.id)
    status = post(ada, visibility="private")
    with EventStream(other, "user") as stream:
        for person in (other, fan, ada):
            person.mastodon.status_favourite(status["id"])
        stream.wait_for(lambda event: event[0] == "status.counts" and event[1]["favourites_count"] == 3)

    def names(person):
        """Returns the names by the request, and those on the page."""
        asked = person.request("GET", f"/api/v1/statuses/{status['id']}/favourited_by?limit=80").json()
        page = person.request("GET", f"/user/{ada.username}/tweets").json()
        shown = next(one for one in page if str(one["id"]) == status["id"])["likes"]
        return [account["username"] for account in reversed(asked)], [account["username"] for account in shown]
    assert names(other) == ([other.username, fan.username, ada.username],) * 2
    other.mastodon.account_block(fan.id)
    assert names(other) == ([other.username, ada.username],) * 2
    assert names(fan) == ([fan.username, ada.username],) * 2
    stranger = people["herald"]
    assert stranger.request("GET", f"/api/v1/statuses/{status['id']}/favourited_by").status_code == 404


def test_NEW_06_a_list_has_the_posts_of_its_people(people):
    ada, fan, other = (people[name] for name in ("ada", "fan", "other"))
    fan.mastodon.account_follow(ada.id)
    wanted = fan.mastodon.list_create("Wanted")
    fan.mastodon.list_accounts_add(wanted, [ada.id])
    with EventStream(fan, "list", list=str(wanted.id)) as stream:
        post(other, "Not on it")
        status = post(ada, "On it", visibility="private")
        stream.wait(1)
        ada.mastodon.status_delete(status["id"])
        assert [name for name, _ in stream.wait(2)] == ["update", "delete"]
    assert other.request("GET", f"/api/v1/streaming/list?list={wanted.id}").status_code == 404


def test_NEW_06_media_streams_have_posts_with_pictures_alone(people):
    from community.camera_pictures import picture
    ada, other = people["ada"], people["other"]
    with EventStream(other, "public", only_media="1") as stream:
        post(ada, "Without", visibility="public")
        media = ada.mastodon.media_post(picture(), mime_type="image/jpeg", synchronous=True)
        status = ada.mastodon.status_post("With", media_ids=[media], visibility="public")
        (name, data), = stream.wait(1)
        assert (name, data["id"]) == ("update", str(status.id)) and data["media_attachments"]


def test_NEW_06_each_viewer_gets_what_they_would_read(people):
    """The payload of an event is the post as its receiver reads it."""
    ada, fan, other = (people[name] for name in ("ada", "fan", "other"))
    fan.mastodon.account_follow(ada.id)
    status = post(ada, "Mine", visibility="unlisted")
    fan.mastodon.status_bookmark(status["id"])
    fan.mastodon.status_favourite(status["id"])
    with EventStream(fan, "user") as theirs, EventStream(ada, "user") as own:
        ada.mastodon.status_update(status["id"], status="Mine, too")
        for person, stream in ((fan, theirs), (ada, own)):
            (name, data), = stream.wait(1)
            assert name == "status.update"
            assert data == person.request("GET", f"/api/v1/statuses/{status['id']}").json()


def test_NEW_06_an_announcement_comes_to_all_homes_and_is_taken_back(server, people):
    owner, ada, other = people["herald"], people["ada"], people["other"]
    server.run("user", "role", owner.username, "owner")
    owner.token = owner.limited_token("read", "write", "admin:read", "admin:write")
    with EventStream(ada, "user") as one, EventStream(other, "user") as two, EventStream(other, "public") as public:
        made = owner.request("POST", "/api/swiftlet/v1/announcements", json={"text": "No rehearsal"})
        assert made.status_code == 200, made.text
        number = made.json()["id"]
        for person, stream in ((ada, one), (other, two)):
            told, = [data for name, data in stream.wait_for(lambda event: event[0] == "announcement") if name == "announcement"]
            read, = [entry for entry in person.request("GET", "/api/v1/announcements").json() if entry["id"] == number]
            assert (told["id"], told["content"]) == (number, read["content"])
        assert owner.request("DELETE", f"/api/swiftlet/v1/announcements/{number}").status_code == 200
        for stream in (one, two):
            events = stream.wait_for(lambda event: event[0] == "announcement.delete")
            assert str(events[-1][1]) == number
        post(ada, "Said in public", visibility="public")
        assert [name for name, _ in public.wait(1)] == ["update"], "announcements are for homes"
