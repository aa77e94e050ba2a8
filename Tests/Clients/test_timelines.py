"""Long lists through Mastodon.py, which follows the Link header: no gaps and no duplicates, in both directions."""
import concurrent.futures

import pytest

COUNT = 100


@pytest.fixture(scope="module")
def hundred(member):
    """Returns a member who wrote 100 posts, a member who reads them, and the posts' ids, newest first."""
    writer, reader = member("writer"), member("reader")
    reader.mastodon.account_follow(writer.id)
    ids = [writer.mastodon.status_post(f"Number {number} #hundred").id for number in range(COUNT)]
    return writer, reader, ids[::-1]


LISTS = {
    "home": lambda writer, reader, **page: reader.mastodon.timeline_home(**page),
    "account": lambda writer, reader, **page: reader.mastodon.account_statuses(writer.id, **page),
    "tag": lambda writer, reader, **page: reader.mastodon.timeline_hashtag("hundred", **page),
}


@pytest.mark.parametrize("name", LISTS)
def test_NEW_02_a_hundred_posts_are_paged_through_downwards(hundred, name):
    writer, reader, ids = hundred
    page = LISTS[name](writer, reader, limit=15)
    pages = []
    while page:
        pages.append([status.id for status in page])
        page = reader.mastodon.fetch_next(page)
    assert [id for page in pages for id in page] == ids
    assert [len(page) for page in pages] == [15] * 6 + [10]


@pytest.mark.parametrize("name", LISTS)
def test_NEW_02_a_hundred_posts_are_paged_through_upwards(hundred, name):
    writer, reader, ids = hundred
    page = LISTS[name](writer, reader, limit=15, min_id=int(ids[-1]) - 1)
    seen = []
    while page:
        seen = [status.id for status in page] + seen
        page = reader.mastodon.fetch_previous(page)
    assert seen == ids


def test_NEW_02_since_id_gives_the_newest_and_min_id_the_next(hundred):
    _, reader, ids = hundred
    since = [status.id for status in reader.mastodon.timeline_home(since_id=ids[50], limit=10)]
    above = [status.id for status in reader.mastodon.timeline_home(min_id=ids[50], limit=10)]
    between = [status.id for status in reader.mastodon.timeline_home(max_id=ids[40], since_id=ids[50], limit=40)]
    assert since == ids[:10]
    assert above == ids[40:50]
    assert between == ids[41:50]


def test_NEW_02_more_than_the_maximum_is_clamped(hundred):
    _, reader, ids = hundred
    assert [status.id for status in reader.mastodon.timeline_home(limit=1000)] == ids[:40]


def test_NEW_02_posts_that_arrive_while_paging_make_no_gap_and_no_double(member):
    writer, other, reader = member("writer"), member("other"), member("reader")
    for person in (writer, other):
        reader.mastodon.account_follow(person.id)
    ids = [writer.mastodon.status_post(f"Before {number}").id for number in range(30)][::-1]
    page, seen = reader.mastodon.timeline_home(limit=7), []
    while page:
        seen += [status.id for status in page]
        other.mastodon.status_post("Meanwhile")
        page = reader.mastodon.fetch_next(page)
    assert seen == ids


def test_NEW_02_posts_of_many_at_once_have_ids_of_their_own(member):
    people, reader = [member("crowd") for _ in range(4)], member("reader")
    for person in people:
        reader.mastodon.account_follow(person.id)
    with concurrent.futures.ThreadPoolExecutor(len(people)) as threads:
        posted = threads.map(lambda person: [person.mastodon.status_post("Now").id for _ in range(10)], people)
        ids = sorted((id for list in posted for id in list), key=int, reverse=True)
    page, seen = reader.mastodon.timeline_home(limit=9), []
    while page:
        seen += [status.id for status in page]
        page = reader.mastodon.fetch_next(page)
    assert len(set(ids)) == 40
    assert seen == ids


def test_NEW_02_the_favourites_and_bookmarks_page_too(hundred, ada):
    _, _, ids = hundred
    for id in ids[:25]:
        ada.mastodon.status_favourite(id)
        ada.mastodon.status_bookmark(id)
    for first in (ada.mastodon.favourites(limit=10), ada.mastodon.bookmarks(limit=10)):
        seen = [status.id for status in ada.mastodon.fetch_remaining(first)]
        assert seen == ids[:25][::-1], "what was added last comes first"


def test_NEW_02_an_accounts_posts_are_filtered(ada, bob):
    root = ada.mastodon.status_post("Root #filtered")
    other = bob.mastodon.status_post("Other")
    reply = ada.mastodon.status_post("Reply", in_reply_to_id=other.id)
    boost = ada.mastodon.status_reblog(other)
    listed = lambda **filters: [status.id for status in bob.mastodon.account_statuses(ada.id, **filters)]
    assert listed() == [boost.id, reply.id, root.id]
    assert listed(exclude_replies=True) == [boost.id, root.id]
    assert listed(exclude_reblogs=True) == [reply.id, root.id]
    assert listed(tagged="filtered") == [root.id]
    assert listed(only_media=True) == []


def test_NEW_02_strangers_read_the_public_timeline(client, ada):
    status = ada.mastodon.status_post("For all")
    hidden = ada.mastodon.status_post("For followers", visibility="private")
    seen = [status.id for status in client.mastodon().timeline_public(limit=40)]
    assert status.id in seen and hidden.id not in seen


def test_NEW_02_the_followers_page_without_gap_or_double(ada, member):
    fans = [member("fan") for _ in range(7)]
    for fan in fans:
        fan.mastodon.account_follow(ada.id)
    page = ada.mastodon.account_followers(ada.id, limit=3)
    seen = [person.acct for person in ada.mastodon.fetch_remaining(page)]
    assert seen == [fan.username for fan in fans][::-1]
