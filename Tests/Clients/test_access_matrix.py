"""Requests every route of the API description as every member of the cast, and checks the statuses and the texts that
they get."""
import re

import pytest

from community.description import described_operations
from community.member import request
from matrix.cast import VISIBILITIES, WHO, Cast, ask
from matrix.expectations import expected, words_for
from matrix.rules import rules_for
from matrix.ways import STRANGERS, WAYS, exported, words_in
from support.server import Swiftlet

LEAVES_THE_CAST_ALONE = {"see", "prove", "sign", "register", "lookup"}


@pytest.fixture(scope="module")
def operations(server):
    return described_operations(server)


@pytest.fixture(scope="module")
def cast(server, member):
    return Cast(server, member)


def test_NEW_02_every_route_has_one_rule_and_declares_what_it_says(operations):
    assert len(operations) > 60
    wrong = []
    for operation in operations:
        rules = rules_for(operation)
        if len(rules) != 1:
            wrong.append(f"{operation.name}: {len(rules)} rules")
        elif (operation.access, operation.scope) != (rules[0].access, rules[0].scope):
            wrong.append(f"{operation.name}: declares {operation.access} {operation.scope}, "
                         f"the rule says {rules[0].access} {rules[0].scope}")
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("who", WHO)
def test_NEW_02_every_route_answers_as_the_rules_say(cast, operations, who):
    wrong = []
    for operation in sorted(operations, key=lambda operation: operation.is_writing):
        for rule in rules_for(operation):
            for visibility, answer in answers(cast, operation, rule, who):
                good = expected(rule, who, visibility)
                if answer.status_code not in good:
                    wrong.append(f"{operation.name} ({visibility or rule.target}): {answer.status_code} instead of "
                                 f"{sorted(good)}: {answer.text[:120]}")
                elif answer.status_code >= 400 and not is_error(answer):
                    wrong.append(f"{operation.name}: no error of the usual shape: {answer.text[:120]}")
    assert wrong == [], "\n".join(wrong)


def answers(cast, operation, rule, who):
    """Sends one request, or one for each visibility if the route is about a post."""
    body = dict(rule.body)
    if rule.act == "lookup":
        body |= looked_up(cast)
    for visibility in VISIBILITIES if rule.target in ("status", "poll", "scrapbook") else [None]:
        ids = names(cast, operation, rule, visibility)
        answer = ask(cast, operation, who, rule, body, **ids)
        yield visibility, answer
        if rule.act == "pin" and answer.status_code == 200:
            # More than five would be refused.
            cast.owner.mastodon.status_unpin(ids["id"])
        if operation.is_writing and rule.target in ("account", "request") and answer.status_code == 200:
            cast.restore()


def looked_up(cast):
    """Returns the owner's name for the two routes that look it up."""
    name, host = cast.owner.username, cast.server.url.removeprefix("http://")
    return {"acct": name, "resource": f"acct:{name}@{host}"}


def names(cast, operation, rule, visibility):
    """Returns the ids of A's things for the names in the path."""
    if rule.target == "status":
        # A request that changes its target gets a target of its own.
        target = cast.new_status(visibility) if operation.is_writing else cast.statuses[visibility]
    elif rule.target == "poll":
        target = cast.new_poll(visibility) if operation.is_writing else cast.polls[visibility]
    elif rule.target == "scrapbook":
        target = cast.scrapbooks[visibility]
    elif rule.target == "own_scrapbook":
        target = cast.new_scrapbook("public")
    elif rule.target == "upload":
        target = cast.new_upload() if operation.is_writing else cast.upload
    elif rule.target == "list":
        target = cast.new_list() if operation.is_writing else cast.list
    elif rule.target == "account":
        target = cast.owner.id
    elif rule.target == "notification":
        target = cast.newest_notification() if "{" in operation.path else None
    elif rule.target == "request":
        target = cast.asking.id
    else:
        target = "1"
    found = re.findall(r"{(\w+)}", operation.path)
    return {name: "matrixtag" if name in ("tag", "hashtag", "name") else target for name in found}


def is_error(answer):
    if not answer.headers["Content-Type"].startswith("application/json"):
        return False
    if answer.request.path_url.startswith(("/1.1/", "/oauth/request_token", "/oauth/access_token", "/oauth2/")):
        body = answer.json()
        # Timelines that are refused have a form of their own.
        return isinstance(body["errors"][0]["message"] if "errors" in body else body["error"], str)
    return isinstance(answer.json()["error"], str)


@pytest.mark.parametrize("who", ["nobody", "another", "blocked", "follower", "owner", "moderator", "runner"])
def test_NEW_02_nobody_reads_a_word_that_is_not_for_them(cast, operations, who):
    seen, leaks = set(), []
    for operation in operations:
        if operation.method != "GET":
            continue
        for rule in rules_for(operation):
            for query in queries(cast, operation):
                for visibility in VISIBILITIES if rule.target in ("status", "poll", "scrapbook") else [None]:
                    answer = ask(cast, operation, who, rule, query, **names(cast, operation, rule, visibility))
                    words = set(re.findall(r"word-([a-z]+)", without_query(answer)))
                    seen |= words
                    leaks += [f"{operation.name} {query}: {word}" for word in words - readable(operation, who)]
    assert leaks == []
    if who not in ("nobody", "blocked"):
        assert seen == words_for(who), "and what is for them, they do read"


def without_query(answer):
    """Returns the text of a response. The Twitter API's search repeats the query in its metadata."""
    if "/1.1/search/tweets.json" in answer.url and answer.status_code == 200:
        return str(answer.json()["statuses"])
    return answer.text


def readable(operation, who):
    """Returns the words that the viewer may read. The image feed is the same for everybody, as its contract has no
    viewer."""
    return words_for(who) | (STRANGERS if operation.path.startswith("/essential-feed/") else set())


@pytest.mark.parametrize("who", WHO)
def test_NEW_02_every_other_way_to_a_post_answers_as_the_rules_say(cast, who):
    feed = request(cast.server, "GET", "/essential-feed/v1/feed?limit=100").json()["items"]
    image = next(item["id"] for item in feed if item["status_id"] == str(cast.pictures["public"]))
    names = {"name": cast.owner.username, "picture": image, **cast.statuses}
    wrong = []
    for way in WAYS:
        path = way.path.format(**names)
        headers = {"Cookie": way.cookie} if way.cookie else {}
        answer = request(cast.server, "GET", path, cast.token(who, way.scope), headers=headers)
        if path == "/" and answer.status_code == 303:
            continue
        if answer.status_code not in way.expected(who):
            wrong.append(f"{path} ({way.cookie}): {answer.status_code} instead of {sorted(way.expected(who))}")
        if not words_in(answer.text) <= way.may_read(who):
            wrong.append(f"{path} ({way.cookie}): {words_in(answer.text) - way.may_read(who)}")
    assert wrong == [], "\n".join(wrong)


def test_NEW_02_a_moments_page_has_all_that_one_may_read_and_none_for_whom_its_owner_blocks(cast):
    tweets = f"/user/{cast.owner.username}/tweets"
    seen = {who: words_in(request(cast.server, "GET", tweets, cast.token(who)).text)
            for who in ("nobody", "another", "follower", "owner")}
    assert seen == {
        "nobody": {"public"}, "another": {"public", "unlisted", "members", "circles"},
        "follower": {"public", "unlisted", "members", "private"},
        "owner": {"public", "unlisted", "members", "private", "circles", "list"}}, "only the author reads the circle's name"
    for path in ("", "/tweets"):
        answers = [request(cast.server, "GET", f"/user/{name}{path}", cast.token("blocked"))
                   for name in (cast.owner.username, "nobody_at_all")]
        assert answers[0].status_code == answers[1].status_code == 404
        assert answers[0].content == answers[1].content
        different = {"date", "x-request-id"}
        assert [{name: value for name, value in answer.headers.items() if name.lower() not in different}
                for answer in answers][0] == {
            name: value for name, value in answers[1].headers.items() if name.lower() not in different}


@pytest.mark.parametrize("who", ["another", "blocked", "follower", "owner"])
def test_NEW_02_an_export_has_only_what_one_wrote_oneself(cast, who):
    ticket = request(cast.server, "POST", "/api/swiftlet/v1/export", cast.token(who)).json()
    archive = request(cast.server, "GET", "/export/" + ticket["ticket"])
    assert archive.status_code == 200
    # Each member's own profile may contain the word, as the matrix sends its requests to all routes in their
    # names.
    words = exported(archive) - {"profile"}
    assert words == ({*VISIBILITIES, "list"} if who == "owner" else set())


def queries(cast, operation):
    """Returns queries that ask for A's things: each list with its filters, and the search with A's words."""
    ids = list(cast.statuses.values())
    if operation.path.endswith("/search"):
        return [{"q": word} for word in (*(f"word-{name}" for name in VISIBILITIES), cast.owner.username, "matrixtag")]
    if operation.path in ("/api/v1/accounts/lookup", "/.well-known/webfinger"):
        return [looked_up(cast)]
    if operation.path in ("/api/v1/statuses", "/api/v1/accounts"):
        return [{"id[]": ids}, {"id[]": [cast.owner.id]}]
    if operation.path.startswith("/1.1/"):
        return twitter_queries(cast, operation)
    if operation.path.endswith("/{id}/statuses"):
        return [{}, {"pinned": "true"}, {"exclude_replies": "true"}, {"tagged": "matrixtag"}, {"limit": 40}]
    return [{}]


def twitter_queries(cast, operation):
    """Returns queries by which the methods of the Twitter API find tweets and users."""
    ids = list(cast.statuses.values())
    name = operation.path.removeprefix("/1.1/").removesuffix(".json")
    if name == "search/tweets":
        words = [*(f"word-{name}" for name in VISIBILITIES), cast.owner.username, "matrixtag", "from:" + cast.owner.username]
        return [{"q": word} for word in words]
    if name == "statuses/show":
        return [{"id": id} for id in ids]
    if name == "statuses/lookup":
        return [{"id": ",".join(map(str, ids)), "map": map_} for map_ in ("true", "false")]
    if "user_id" in operation.parameters:
        return [{}, {"user_id": cast.owner.id}, {"screen_name": cast.owner.username, "tweet_mode": "extended"}]
    return [{}]


def test_NEW_02_whatever_others_send_all_of_mine_stays_as_it_was(cast, operations):
    before = cast.state()
    for who in ("nobody", "another", "blocked", "follower"):
        for operation in operations:
            for rule in rules_for(operation):
                if not operation.is_writing or rule.act in LEAVES_THE_CAST_ALONE and rule.target == "none":
                    continue
                for visibility in VISIBILITIES if rule.target in ("status", "poll", "scrapbook") else [None]:
                    target = {"status": cast.statuses.get(visibility), "poll": cast.polls.get(visibility), "account": cast.owner.id,
                              "upload": cast.upload, "list": cast.list, "own_scrapbook": cast.scrapbooks["public"]}.get(
                        rule.target, cast.asking.id)
                    if rule.target == "notification":
                        target = next(iter(before["notifications"]))
                    ask(cast, operation, who, rule, rule.body | {"id": target}, **dict.fromkeys(
                        re.findall(r"{(\w+)}", operation.path), target))
        cast.restore()
    assert cast.state() == before
