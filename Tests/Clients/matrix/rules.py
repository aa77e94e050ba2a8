"""The permissions, taken from the Mastodon API's documentation and never from the server.

A route without a rule fails the matrix: a new route needs a rule here.
"""
import dataclasses
import re


@dataclasses.dataclass
class Rule:
    method: str
    """A regular expression for the whole method."""

    path: str
    """A regular expression for the whole path, as the API description writes it."""

    access: str
    scope: str | None = None
    target: str = "none"
    """The thing of A's that the path names: `status`, `poll`, `scrapbook`, `own_scrapbook`, `upload`, `account`,
    `notification`, `request`, `list`; or `none`."""

    act: str = "see"
    """The action on the target; `expectations.py` says who may do it."""

    body: dict = dataclasses.field(default_factory=dict)

    roles: tuple = ()
    """Those of the cast who may use a route of access `permitted`."""

    def fits(self, operation):
        return re.fullmatch(self.method, operation.method) and re.fullmatch(self.path, operation.path)


def public(path, scope=None, target="none", method="GET", **rest):
    """Declares a route for everybody. If a request has a token, it needs the scope."""
    return Rule(method, path, "everybody", scope, target, **rest)


def member(method, path, scope, target="none", **rest):
    return Rule(method, path, "member", scope, target, **rest)


def application(method, path, scope, **rest):
    return Rule(method, path, "application", scope, **rest)


def permitted(method, path, scope, roles, target="none", **rest):
    """Declares a route for roles. The ids in writing ones exist nowhere, so that nothing is done to A."""
    return Rule(method, path, "permitted", scope, target, roles=roles, **rest)


STAFF, OWNERS = ("moderator", "runner"), ("runner",)

STATUS, ACCOUNT = "/api/v1/statuses/{id}", "/api/v1/accounts/{id}"

RULES = [
    # Sign-in.
    public("/api/v1/apps", method="POST", body={"client_name": "Other", "redirect_uris": "urn:ietf:wg:oauth:2.0:oob"}),
    application("GET", "/api/v1/apps/verify_credentials", None),
    public("/oauth/token", method="POST", act="prove", body={"grant_type": "client_credentials"}),
    public("/oauth/revoke", method="POST", act="prove", body={"token": "none"}),
    # Signed by a client, which a bearer token is not.
    public("/oauth/(request|access)_token", method="(GET|POST)", act="sign"),
    public("/oauth2/token", method="POST", act="prove", body={"grant_type": "client_credentials"}),
    public("/oauth2/invalidate_token", method="POST", act="prove", body={"access_token": "none"}),
    public(r"/1\.1/oauth/invalidate_token(\.json)?", method="POST", act="sign"),
    public("/.well-known/oauth-authorization-server"),
    member("GET", "/oauth/userinfo", "profile"),
    application("POST", "/api/v1/accounts", "write:accounts", act="register"),

    # The server.
    public("/api/v[12]/instance"),
    public("/.well-known/nodeinfo"),
    public("/.well-known/webfinger", act="lookup"),
    public("/nodeinfo/2.0"),
    public("/api/v1/instance/(peers|activity|rules|extended_description|domain_blocks|privacy_policy|translation_languages|languages)"),
    public("/api/v1/custom_emojis"),
    public("/api/v1/directory", "read:accounts"),
    public("/api/v1/trends(/(tags|statuses|links))?"),
    public("/api/v1/tags/{(id|name)}", "read:statuses"),
    member("GET", "/api/v1/announcements", None),
    member("POST", "/api/v1/announcements/{id}/dismiss", "write:accounts", "foreign"),
    permitted("POST", "/api/swiftlet/v1/backups", "admin:write", OWNERS),
    permitted("GET", "/api/swiftlet/v1/announcements", "admin:read", OWNERS),
    permitted("POST", "/api/swiftlet/v1/announcements", "admin:write", OWNERS, body={"text": "By a matrix"}),
    permitted("DELETE", "/api/swiftlet/v1/announcements/{id}", "admin:write", OWNERS, "foreign"),

    # Posts.
    member("POST", "/api/v1/statuses", "write:statuses", body={"status": "By a matrix"}),
    public("/api/v1/statuses", "read:statuses"),
    public(STATUS + "(/context)?", "read:statuses", "status"),
    public(STATUS + "/history", "read:statuses", "status"),
    public(STATUS + "/(favourited_by|reblogged_by)", "read:statuses", "status"),
    public(STATUS + "/card", "read:statuses", "status"),
    member("GET", STATUS + "/source", "read:statuses", "status"),
    member("PUT", STATUS, "write:statuses", "status", act="own", body={"status": "Changed by a matrix"}),
    member("DELETE", STATUS, "write:statuses", "status", act="own"),
    member("POST", STATUS + "/(favourite|unfavourite)", "write:favourites", "status"),
    member("POST", STATUS + "/(bookmark|unbookmark)", "write:bookmarks", "status"),
    member("POST", STATUS + "/(mute|unmute)", "write:mutes", "status"),
    member("POST", STATUS + "/reblog", "write:statuses", "status", act="boost"),
    member("POST", STATUS + "/unreblog", "write:statuses", "status"),
    member("POST", STATUS + "/pin", "write:accounts", "status", act="pin"),
    member("POST", STATUS + "/unpin", "write:accounts", "status"),
    public("/api/v1/polls/{id}", "read:statuses", "poll"),
    # Only polls that show their voters have them. Those of the matrix are secret.
    public("/api/swiftlet/v1/polls/{id}/options/{option}/voters", "read:statuses", "foreign"),
    member("POST", "/api/v1/polls/{id}/votes", "write:statuses", "poll", act="vote", body={"choices": ["0"]}),
    public("/api/swiftlet/v1/accounts/{id}/album", "read:statuses", "account"),
    # Named albums.
    public("/api/swiftlet/v1/accounts/{id}/scrapbooks", "read:statuses", "account"),
    member("GET", "/api/swiftlet/v1/statuses/{id}/scrapbooks", "read:statuses"),
    public("/api/swiftlet/v1/scrapbooks/{id}(/statuses)?", "read:statuses", "scrapbook"),
    member("POST", "/api/swiftlet/v1/scrapbooks", "write:statuses", body={"title": "By a matrix"}),
    member("PUT", "/api/swiftlet/v1/scrapbooks/{id}", "write:statuses", "own_scrapbook",
           body={"title": "Changed by a matrix"}),
    member("DELETE", "/api/swiftlet/v1/scrapbooks/{id}", "write:statuses", "own_scrapbook"),
    member("(POST|DELETE)", "/api/swiftlet/v1/scrapbooks/{id}/statuses", "write:statuses", "own_scrapbook"),
    # Few downloads an hour are allowed, so the id is of no album.
    member("POST", "/api/swiftlet/v1/scrapbooks/{id}/download", "read:statuses", "foreign"),
    member("GET", "/api/v1/favourites", "read:favourites"),
    member("GET", "/api/v1/bookmarks", "read:bookmarks"),

    # Pictures that aren't in a post yet.
    member("POST", "/api/v[12]/media", "write:media", act="incomplete"),
    member("GET", "/api/v1/media/{id}", "write:media", "upload"),
    member("PUT", "/api/v1/media/{id}", "write:media", "upload", body={"description": "By a matrix"}),
    member("DELETE", "/api/v1/media/{id}", "write:media", "upload"),

    # Timelines.
    member("GET", "/api/v1/timelines/home", "read:statuses"),
    public("/api/v1/timelines/(public|tag/{(tag|hashtag|name)})", "read:statuses"),
    member("GET", "/api/v1/timelines/list/{(id|list_id)}", "read:lists", "list"),
    member("GET", "/api/v1/conversations", "read:statuses"),
    member("POST", "/api/v1/conversations/{id}/read", "write:conversations", "foreign"),
    member("DELETE", "/api/v1/conversations/{id}", "write:conversations", "foreign"),
    member("GET", "/api/v1/markers", "read:statuses"),
    member("POST", "/api/v1/markers", "write:statuses", body={"home": {"last_read_id": "1"}}),

    # Accounts.
    member("GET", "/api/v1/accounts/verify_credentials", "profile"),
    member("PATCH", "/api/v1/accounts/update_credentials", "write:accounts", body={"note": "word-profile"}),
    member("DELETE", "/api/v1/profile/(avatar|header)", "write:accounts"),
    member("GET", "/api/v1/accounts/relationships", "read:follows"),
    member("GET", "/api/v1/accounts/familiar_followers", "read:follows"),
    member("GET", "/api/v1/accounts/search", "read:accounts", body={"q": "ada"}),
    public("/api/v1/accounts/lookup", "read:accounts", act="lookup"),
    public("/api/v1/accounts", "read:accounts"),
    public(ACCOUNT, "read:accounts", "account"),
    public(ACCOUNT + "/statuses", "read:statuses", "account"),
    public(ACCOUNT + "/(followers|following|featured_tags|endorsements)", "read:accounts", "account"),
    member("GET", ACCOUNT + "/lists", "read:lists", "account"),
    member("POST", ACCOUNT + "/follow", "write:follows", "account", act="follow"),
    member("POST", ACCOUNT + "/(unfollow|remove_from_followers)", "write:follows", "account", act="relate"),
    member("POST", ACCOUNT + "/(block|unblock)", "write:blocks", "account", act="relate"),
    member("POST", ACCOUNT + "/(mute|unmute)", "write:mutes", "account", act="relate"),
    member("POST", ACCOUNT + "/(pin|unpin|note|endorse|unendorse)", "write:accounts", "account", act="relate"),
    member("GET", "/api/v1/blocks", "read:blocks"),
    member("GET", "/api/v1/mutes", "read:mutes"),
    member("GET", "/api/v1/domain_blocks", "read:blocks"),
    member("GET", "/api/v1/follow_requests", "read:follows"),
    member("POST", "/api/v1/follow_requests/{(id|account_id)}/(authorize|reject)", "write:follows", "request"),
    member("GET", "/api/v1/(endorsements|featured_tags|preferences)", "read:accounts"),
    member("GET", "/api/v1/featured_tags/suggestions", "read:accounts"),
    member("GET", "/api/v[12]/suggestions", "read"),
    member("GET", "/api/v1/followed_tags", "read:follows"),

    # Circles.
    member("GET", "/api/v1/lists", "read:lists"),
    member("POST", "/api/v1/lists", "write:lists", body={"title": "By a matrix"}),
    member("GET", "/api/v1/lists/{id}(/accounts)?", "read:lists", "list"),
    member("PUT", "/api/v1/lists/{id}", "write:lists", "list", body={"title": "Changed by a matrix"}),
    member("DELETE", "/api/v1/lists/{id}", "write:lists", "list"),
    member("(POST|DELETE)", "/api/v1/lists/{id}/accounts", "write:lists", "list"),

    member("POST", "/api/v1/reports", "write:reports", act="incomplete"),

    # Notifications.
    member("GET", "/api/v1/notifications", "read:notifications"),
    member("GET", "/api/v1/notifications/unread_count", "read:notifications"),
    member("GET", "/api/v1/notifications/{id}", "read:notifications", "notification"),
    member("POST", "/api/v1/notifications/{id}/dismiss", "write:notifications", "notification", act="dismiss"),
    member("POST", "/api/v1/notifications/clear", "write:notifications"),
    member("GET", "/api/v1/push/subscription", "push", "foreign"),
    member("POST", "/api/v1/push/subscription", "push", act="incomplete"),
    member("PUT", "/api/v1/push/subscription", "push", "foreign"),
    member("DELETE", "/api/v1/push/subscription", "push"),
    member("POST", "/api/v1/push/subscription/test", "push", "foreign"),

    # The image feed. In the open community of the matrix it is the same for everybody.
    public("/essential-feed/v1/feed", "read:statuses"),
    public("/essential-feed/v1/image/{id}/comments", "read:statuses", target="foreign"),

    # The Twitter API. Every method needs a token. Those that take ids in the query are asked for one that nobody has;
    # the forms with a path are asked for A's.
    member("GET", r"/1\.1/account/verify_credentials\.json", "profile"),
    member("GET", r"/1\.1/account/settings\.json", "read:accounts"),
    member("GET", r"/1\.1/statuses/home_timeline\.json", "read:statuses"),
    member("GET", r"/1\.1/statuses/mentions_timeline\.json", "read:notifications"),
    member("GET", r"/1\.1/favorites(/list)?\.json", "read:favourites"),
    application("GET", r"/1\.1/statuses/user_timeline\.json", "read:statuses"),
    application("GET", r"/1\.1/statuses/user_timeline/{id}\.json", "read:statuses", target="account",
                act="list_posts"),
    application("GET", r"/1\.1/statuses/show\.json", "read:statuses", target="foreign", body={"id": "1"}),
    application("GET", r"/1\.1/statuses/show/{id}\.json", "read:statuses", target="status"),
    application("(GET|POST)", r"/1\.1/statuses/lookup\.json", "read:statuses"),
    application("GET", r"/1\.1/statuses/(retweets|retweeters/ids)\.json", "read:statuses", target="foreign", body={"id": "1"}),
    application("GET", r"/1\.1/statuses/retweets/{id}\.json", "read:statuses", target="status"),
    application("GET", r"/1\.1/users/show\.json", "read:accounts"),
    # None of the cast has a cover.
    application("GET", r"/1\.1/users/profile_banner\.json", "read:accounts", target="foreign"),
    application("GET", r"/1\.1/users/show/{id}\.json", "read:accounts", target="account"),
    application("(GET|POST)", r"/1\.1/users/lookup\.json", "read:accounts", target="foreign"),
    application("GET", r"/1\.1/(followers|friends)/(ids|list)\.json", "read:accounts"),
    member("GET", r"/1\.1/friendships/(show|lookup)\.json", "read:follows"),
    member("POST", r"/1\.1/account/update_profile\.json", "write:accounts", body={"description": "word-profile"}),
    member("GET", r"/1\.1/media/upload\.json", "write:media", act="incomplete_tweet"),
    member("POST", r"/1\.1/media/(upload|metadata/create)\.json", "write:media", act="incomplete_tweet"),
    member("GET", r"/1\.1/friendships/no_retweets/ids\.json", "read:follows"),
    member("GET", r"/1\.1/blocks/(ids|list)\.json", "read:blocks"),
    member("GET", r"/1\.1/mutes/users/(ids|list)\.json", "read:mutes"),
    application("GET", r"/1\.1/search/tweets\.json", "read:search", body={"q": "ada"}),
    application("GET", r"/1\.1/(application/rate_limit_status|help/configuration)\.json", None),

    member("POST", r"/1\.1/statuses/update\.json", "write:statuses", act="publish_once", body={"status": "By a matrix"}),
    member("POST", r"/1\.1/statuses/(destroy|retweet|unretweet)\.json", "write:statuses", "foreign"),
    member("POST", r"/1\.1/favorites/(create|destroy)\.json", "write:favourites", "foreign"),
    member("POST", r"/1\.1/statuses/destroy/{id}\.json", "write:statuses", "status", act="own"),
    member("POST", r"/1\.1/statuses/retweet/{id}\.json", "write:statuses", "status", act="boost"),
    member("POST", r"/1\.1/statuses/unretweet/{id}\.json", "write:statuses", "status"),
    member("POST", r"/1\.1/favorites/(create|destroy)/{id}\.json", "write:favourites", "status"),
    member("POST", r"/1\.1/friendships/(create|destroy)\.json", "write:follows", "foreign"),
    member("POST", r"/1\.1/blocks/(create|destroy)\.json", "write:blocks", "foreign"),
    member("POST", r"/1\.1/mutes/users/(create|destroy)\.json", "write:mutes", "foreign"),
    member("POST", r"/1\.1/friendships/create/{id}\.json", "write:follows", "account", act="follow"),
    member("POST", r"/1\.1/friendships/destroy/{id}\.json", "write:follows", "account", act="relate"),
    member("POST", r"/1\.1/blocks/(create|destroy)/{id}\.json", "write:blocks", "account", act="relate"),
    member("POST", r"/1\.1/mutes/users/(create|destroy)/{id}\.json", "write:mutes", "account", act="relate"),

    # The viewer's own membership.
    member("GET", "/api/swiftlet/v1/sessions", "read:accounts"),
    member("DELETE", "/api/swiftlet/v1/sessions/{id}", "write:accounts", "foreign"),
    member("POST", "/api/swiftlet/v1/password", "write:accounts", act="prove_password", body={"password": "wrong", "new_password": "by a matrix"}),
    member("GET", "/api/swiftlet/v1/email", "read:accounts"),
    member("POST", "/api/swiftlet/v1/email", "write:accounts", act="prove_password", body={"password": "wrong"}),
    member("POST", "/api/swiftlet/v1/reading_addresses", "write:accounts"),
    member("GET", "/api/swiftlet/v1/app_passwords", "read:accounts"),
    member("POST", "/api/swiftlet/v1/app_passwords", "write", act="prove_password", body={"name": "a client", "password": "wrong"}),
    member("POST", "/api/swiftlet/v1/accounts/{id}/password_reset", "write:accounts", "account", act="prove_password", body={"password": "wrong"}),
    member("POST", "/api/swiftlet/v1/welcome", "write:accounts"),
    member("POST", "/api/swiftlet/v1/export", "read"),
    member("POST", "/api/swiftlet/v1/account/removal", "write", act="prove_password", body={"password": "wrong"}),

    # Those who look after the community.
    permitted("GET", "/api/v[12]/admin/accounts", "admin:read:accounts", STAFF),
    permitted("GET", "/api/v1/admin/accounts/{id}", "admin:read:accounts", STAFF, "foreign"),
    permitted("DELETE", "/api/v1/admin/accounts/{id}", "admin:write:accounts", OWNERS, "foreign"),
    permitted("POST", "/api/v1/admin/accounts/{id}/(action|unsuspend|approve|reject)", "admin:write:accounts", STAFF, "foreign"),
    permitted("GET", "/api/v1/admin/reports", "admin:read:reports", STAFF),
    permitted("GET", "/api/v1/admin/reports/{id}", "admin:read:reports", STAFF, "foreign"),
    permitted("POST", "/api/v1/admin/reports/{id}/(assign_to_self|unassign|reopen|resolve)", "admin:write:reports", STAFF,
              "foreign"),
    permitted("POST", "/api/swiftlet/v1/reports/{id}/remove_posts", "admin:write:reports", STAFF, "foreign"),
    permitted("POST", "/api/swiftlet/v1/reports/{id}/(warn|notes)", "admin:write:reports", STAFF, "foreign",
              body={"text": "Please stop"}),
    permitted("POST", "/api/swiftlet/v1/accounts/{id}/role", "admin:write:accounts", OWNERS, "foreign",
              body={"role": "moderator"}),
    permitted("POST", "/api/swiftlet/v1/accounts/{id}/sign_out", "admin:write:accounts", STAFF, "foreign"),
    permitted("GET", "/api/swiftlet/v1/log", "admin:read", STAFF),
    member("GET", "/api/swiftlet/v1/community", "read:accounts"),
    member("GET", "/api/swiftlet/v1/invitations", "read:accounts"),
    permitted("POST", "/api/swiftlet/v1/invitations", "write", STAFF),
    member("DELETE", "/api/swiftlet/v1/invitations/{id}", "write", "foreign"),
    permitted("PATCH", "/api/swiftlet/v1/community", "admin:write", OWNERS),
    permitted("GET", "/api/swiftlet/v1/clients", "admin:read", OWNERS),
    permitted("POST", "/api/swiftlet/v1/clients", "admin:write", OWNERS, body={"name": "By a matrix"}),
    permitted("DELETE", "/api/swiftlet/v1/clients/{id}", "admin:write", OWNERS, "foreign"),
    permitted("DELETE", "/api/swiftlet/v1/community/(picture|cover)", "admin:write", OWNERS),

    # Search, and general routes that clients ask for.
    public("/api/v[12]/search", "read:search", body={"q": "ada"}),
    member("GET", "/api/v[12]/filters", "read:filters"),
    member("GET", "/api/v1/scheduled_statuses", "read:statuses"),
]


OPEN_TO_STRANGERS = [
    # Signing in, and what a client has to know before.
    "POST /api/v1/apps", "GET /api/v1/apps/verify_credentials", "POST /oauth/(token|revoke)", "POST /api/v1/accounts",
    "(GET|POST) /oauth/(request|access)_token",
    r"GET /\.well-known/(oauth-authorization-server|nodeinfo)", "GET /nodeinfo/2.0", "GET /api/v[12]/instance",
    "GET /api/v1/instance/(rules|extended_description|privacy_policy|languages|translation_languages)",
]
"""The routes that a closed community has for strangers (NEW_17). All others get a 401."""


def rules_for(operation):
    return [rule for rule in RULES if rule.fits(operation)]
