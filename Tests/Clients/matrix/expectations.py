"""The expected status for each member of the cast."""
from .cast import VISIBILITIES

OK = {200}
NOT_SIGNED_IN = {401}
OUTSIDE_SCOPES = {403}
NOT_THERE = {404}
"""A resource that the viewer may not see gets a 404: any other status would reveal that it exists."""

NOT_YOURS = {403, 404, 422}
"""The viewer sees the resource but may not do this with it."""


def expected(rule, who, visibility=None):
    """Returns the set of acceptable statuses."""
    if who == "nobody" and rule.access != "everybody":
        return NOT_SIGNED_IN
    if who == "small" and rule.scope:
        return OUTSIDE_SCOPES
    if rule.access == "permitted" and who not in rule.roles:
        # A scope of administration that the token doesn't have, or a role that the member doesn't have.
        return {403}
    return TARGETS[rule.target](rule, "another" if who == "small" else who, visibility)


def none(rule, who, _):
    if rule.act == "prove":
        return {200, 400, 401, 403}
    if rule.act == "sign":
        return {401}
    if rule.act == "register":
        return {403, 422}
    if rule.act == "prove_password":
        # A valid token isn't enough: these routes require the password too, and limit the attempts.
        return {403, 429}
    if rule.act == "incomplete":
        return {422}
    if rule.act == "incomplete_tweet":
        return {400, 403}
    if rule.act == "publish_once":
        # The same text again is a duplicate.
        return {200, 403}
    return OK


def status(rule, who, visibility):
    if not sees(who, visibility):
        return NOT_THERE
    if rule.act == "own":
        return OK if who == "owner" else NOT_YOURS
    if rule.act == "vote":
        return OK if who != "owner" else NOT_YOURS
    if rule.act == "pin":
        return OK if who == "owner" and visibility != "direct" else NOT_YOURS
    if rule.act == "boost":
        may = visibility in ("public", "unlisted") or who == "owner" and visibility in ("members", "private")
        return OK if may else NOT_YOURS
    return OK


def sees(who, visibility):
    """Returns whether the viewer sees posts of this visibility."""
    if who == "owner":
        return True
    if who == "blocked":
        return False
    if visibility == "members":
        return who != "nobody"
    if visibility == "circles":
        return who == "another"
    return visibility in ("public", "unlisted") or who == "follower" and visibility == "private"


def account(rule, who, _):
    if rule.act == "prove_password":
        # Only owners of the community may, and they need their password too.
        return {403, 429}
    if rule.act == "see":
        return OK if who != "blocked" else {200, 404}
    if rule.act == "list_posts":
        # Twitter answers 401 for an account that shows the viewer nothing.
        return OK if who != "blocked" else {200, 401, 404}
    if who == "owner":
        return OK | NOT_YOURS
    if rule.act == "follow" and who == "blocked":
        return {403, 404, 422}
    return OK


def scrapbook(_rule, who, visibility):
    return OK if sees(who, visibility) else NOT_THERE


def only_owner(_rule, who, _):
    return OK if who == "owner" else NOT_THERE


def notification(rule, who, _):
    """Dismissing a notification that the viewer doesn't have may succeed."""
    return only_owner(rule, who, _) | (OK if rule.act == "dismiss" else set())


def foreign(_rule, _who, _):
    """The path names an id that doesn't exist yet."""
    return NOT_THERE


TARGETS = {
    "none": none, "status": status, "poll": status, "account": account, "notification": notification, "request": only_owner,
    "upload": only_owner, "list": only_owner, "scrapbook": scrapbook, "own_scrapbook": only_owner,
    "foreign": foreign,
}


def words_for(who):
    """Returns the words of A's texts that the viewer may read."""
    if who == "owner":
        return {"public", "unlisted", "members", "private", "circles", "direct", "profile", "upload", "list"}
    words = {visibility for visibility in VISIBILITIES if sees(who, visibility)}
    return words | {"profile"}
