"""Asks a server every read-only question of its API description, so that two servers can be compared."""
import itertools
import re
import urllib.parse

from .description import described_operations
from .member import request

PARAMETERS = [{}, {"limit": 40}, {"limit": 3}]
BOUNDS = ["max_id", "min_id", "since_id"]
FILTERS = {"only_media": "true", "exclude_replies": "true", "exclude_reblogs": "true", "pinned": "true", "local": "true"}
SEARCHES = ["a", "harbour", "tea", "早上", "λιμάνι", "member 17", "#tag", "@a", "nobody says this"]


def questions(server, token, posts=10):
    """Returns paths with queries: for the newest posts, some in the middle, and the people and tags in them."""
    get = lambda path, **query: request(server, "GET", path, token, params=query).json()
    newest = get("/api/v1/timelines/home", limit=posts) + get("/api/v1/timelines/public", limit=posts)
    bound = newest[-1]["id"]
    statuses = [status.get("reblog") or status for status in newest]
    accounts = list({status["account"]["id"]: status["account"] for status in statuses}.values())[:posts]
    samples = {
        "status": [status["id"] for status in statuses], "account": [account["id"] for account in accounts],
        "name": [account["username"] for account in accounts],
        "tag": [tag["name"] for status in statuses for tag in status["tags"]][:3] + ["nobody-says-this"]}
    found = []
    for operation in described_operations(server):
        if operation.method == "GET" and operation.path not in LEFT_OUT:
            for names in named(operation, samples):
                path = operation.address(**names)
                found += [f"{path}?{query}" for query in queries(operation, bound, samples)]
    return found


LEFT_OUT = {"/health", "/api/v1/export", "/api/swiftlet/v1/community", "/1.1/application/rate_limit_status.json"}
"""Left out: their responses depend on the moment or on the disk, or take one of a limited number of slots."""


def named(operation, samples):
    """Returns the values that the names in a path may stand for."""
    names = re.findall(r"{(\w+)}", operation.path)
    kinds = [kind(operation.path, name) for name in names]
    return [dict(zip(names, values)) for values in itertools.product(*(samples[kind] for kind in kinds))]


def kind(path, name):
    if name in ("tag", "hashtag") or "/tags/" in path:
        return "tag"
    if name in ("name", "username", "nick", "user", "handle"):
        return "name"
    return "account" if any(part in path for part in ("/accounts/", "/users/", "/user_timeline/")) else "status"


def queries(operation, bound, samples):
    known = operation.parameters
    several = [{name: value for name, value in query.items() if name in known} for query in PARAMETERS]
    several += [{name: bound, "limit": 5} for name in BOUNDS if name in known]
    several += [{name: value} for name, value in FILTERS.items() if name in known]
    if "q" in known:
        several = [{"q": search, **query} for search in SEARCHES for query in several[:2]]
    for name in ("id[]", "id"):
        if name in known:
            several = [{name: samples["account"][0]}, {name: samples["status"][0]}]
    for name in ("acct", "user_id", "screen_name"):
        if name in known:
            several += [{name: samples["name"][0]}]
    return dict.fromkeys(urllib.parse.urlencode(query) for query in several)


def answers(server, questions, token):
    """Returns the status and the text of each response, without the server's own address."""
    found = {}
    for path in questions:
        answer = request(server, "GET", path, token)
        found[path] = (answer.status_code, answer.text.replace(f"127.0.0.1:{server.port}", ""))
    return found
