"""Account A, the things that belong to it, and the people who ask for them."""
from community.database import carry_out
from community.member import SCOPES, request
from community.camera_pictures import picture

VISIBILITIES = ("public", "unlisted", "members", "private", "circles", "direct")
WHO = ("nobody", "another", "blocked", "follower", "owner", "small", "moderator", "runner")
"""`owner` owns what the matrix asks for; `runner` is an owner of the community."""


class Cast:
    """The cast of the matrix. A is the owner. Each text of A's has its own word, so that a leak is found in any
    response."""

    def __init__(self, server, member):
        self.server = server
        self.owner = member("owner")
        self.people = {name: member(name) for name in ("another", "blocked", "follower")}
        self.people["owner"] = self.owner
        self.asking = member("asking")
        self.staff = {name: self._with_role(member(name), role)
                      for name, role in (("moderator", "moderator"), ("runner", "owner"))}
        self.owner.mastodon.account_update_credentials(note="word-profile")
        for name in ("follower", "asking"):
            self.people.get(name, self.asking).mastodon.account_follow(self.owner.id)
        self.owner.mastodon.account_update_credentials(locked=True)
        self.asking.mastodon.account_unfollow(self.owner.id)
        self.asking.mastodon.account_follow(self.owner.id)
        # Somebody who doesn't follow A is in the circle that posts are for.
        self.circle = self.owner.mastodon.list_create("word-list")
        self.owner.mastodon.list_accounts_add(self.circle, [self.people["another"].id])
        self.statuses = {visibility: self.new_status(visibility) for visibility in VISIBILITIES}
        self.polls = {visibility: self.new_poll(visibility) for visibility in VISIBILITIES}
        self.pictures = {visibility: self.new_picture(visibility) for visibility in VISIBILITIES}
        self.scrapbooks = {visibility: self.new_scrapbook(visibility) for visibility in VISIBILITIES}
        self.upload = self.new_upload()
        self.list = self.new_list()
        self.asking.mastodon.status_favourite(self.statuses["public"])
        self.people["blocked"].mastodon.status_bookmark(self.statuses["public"])
        self.people["blocked"].mastodon.status_favourite(self.statuses["public"])
        self.owner.mastodon.status_bookmark(self.statuses["private"])
        self.owner.mastodon.status_pin(self.statuses["public"])
        self.owner.mastodon.account_mute(member("muted").id)
        self.owner.mastodon.markers_set(["home"], [self.statuses["public"]])
        self.owner.mastodon.account_block(self.people["blocked"].id)
        self._limited = {}

    def _with_role(self, person, role):
        """Gives a member the role, and returns a token of theirs for all scopes."""
        self.people[person.username.rstrip("0123456789")] = person
        carry_out(
            self.server, ("UPDATE credentials SET role = ? WHERE account = ?", (role, int(person.id))),
            ("UPDATE access_revisions SET number = number + 1 WHERE id = 1", ()))
        return person.limited_token(*SCOPES, "admin:read", "admin:write")

    def new_status(self, visibility):
        return self._publish({"status": f"word-{visibility} #matrixtag", **self._audience(visibility)})

    def _audience(self, visibility):
        return {"circle_ids": [str(self.circle.id)]} if visibility == "circles" else {"visibility": visibility}

    def new_poll(self, visibility):
        """Adds a post with a poll, which has the same id."""
        poll = {"options": [f"word-{visibility}", "other"], "expires_in": 86_400}
        return self._publish({"status": f"word-{visibility}", "poll": poll, **self._audience(visibility)})

    def _publish(self, fields):
        """Publishes a post. Mastodon.py knows only four visibilities."""
        answer = request(self.server, "POST", "/api/v1/statuses", self.owner.token, json=fields)
        assert answer.status_code == 200, answer.text
        return answer.json()["id"]

    def new_picture(self, visibility):
        """Adds a post with a picture."""
        upload = self.owner.mastodon.media_post(
            picture(), mime_type="image/png", description=f"word-{visibility}", synchronous=True)
        return self._publish({"status": f"word-{visibility}", "media_ids": [str(upload.id)], **self._audience(visibility)})

    def new_scrapbook(self, visibility):
        """Adds a named album with one post. Who may not see the post must not read the title."""
        path = "/api/swiftlet/v1/scrapbooks"
        made = request(self.server, "POST", path, self.owner.token, json={"title": f"word-{visibility}"}).json()["id"]
        filled = request(
            self.server, "POST", f"{path}/{made}/statuses", self.owner.token,
            json={"status_ids": [self.pictures[visibility]]})
        assert filled.status_code == 200, filled.text
        return made

    def new_upload(self):
        """Adds a picture without a post; its description has a word of its own."""
        return self.owner.mastodon.media_post(
            picture(), mime_type="image/png", description="word-upload", synchronous=True).id

    def new_list(self):
        """Adds a list; its title has a word of its own. In it is somebody who sends no requests of the matrix."""
        list = self.owner.mastodon.list_create("word-list")
        self.owner.mastodon.list_accounts_add(list, [self.asking.id])
        return list.id

    def token(self, who, scope=None):
        """Returns the token of `who`. `small`: another member's token with an unrelated scope."""
        if who == "nobody":
            return None
        if who in self.staff:
            return self.staff[who]
        if who != "small":
            return self.people[who].token
        other = "write:media" if scope == "read:lists" else "read:lists"
        if other not in self._limited:
            self._limited[other] = self.people["another"].limited_token(other)
        return self._limited[other]

    def newest_notification(self):
        """Returns one of A's notifications. Makes a new one each time, because a test may have dismissed the last."""
        notices = self.owner.request("GET", "/api/v1/notifications").json()
        if not notices:
            self.asking.mastodon.status_unfavourite(self.statuses["unlisted"])
            self.asking.mastodon.status_favourite(self.statuses["unlisted"])
            notices = self.owner.request("GET", "/api/v1/notifications").json()
        return notices[0]["id"]

    def restore(self):
        """Restores the relationships between A and the others, which a request may have changed."""
        owner, others = self.owner, self.people
        self._expect(owner, "POST", f"/api/v1/accounts/{others['blocked'].id}/block")
        for name in ("another", "blocked", "follower", *self.staff):
            for undo in ("unblock", "unmute"):
                self._expect(others[name], "POST", f"/api/v1/accounts/{owner.id}/{undo}")
        for name in ("another", *self.staff):
            self._expect(others[name], "POST", f"/api/v1/accounts/{owner.id}/unfollow")
        if others["another"].request("GET", f"/api/v1/statuses/{self.statuses['circles']}").status_code == 404:
            # A block takes its people out of circles, and of what was posted to them.
            self.owner.mastodon.list_accounts_add(self.circle, [others["another"].id])
            self.statuses["circles"] = self.new_status("circles")
            self.pictures["circles"] = self.new_picture("circles")
            self.scrapbooks["circles"] = self.new_scrapbook("circles")
        if not self._relation(owner, others["follower"])["followed_by"]:
            self._expect(others["follower"], "POST", f"/api/v1/accounts/{owner.id}/follow")
            self._expect(owner, "POST", f"/api/v1/follow_requests/{others['follower'].id}/authorize")
        if not self._relation(self.asking, owner)["requested"]:
            self._expect(owner, "POST", f"/api/v1/accounts/{self.asking.id}/remove_from_followers")
            self._expect(self.asking, "POST", f"/api/v1/accounts/{owner.id}/follow")

    def _relation(self, person, to):
        return self._expect(person, "GET", f"/api/v1/accounts/relationships?id[]={to.id}").json()[0]

    @staticmethod
    def _expect(person, method, path):
        answer = person.request(method, path)
        assert answer.status_code == 200, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer

    def state(self):
        """Returns everything of A's that other people must not change."""
        mine = {}
        for visibility, id in self.statuses.items():
            status = self.owner.request("GET", f"/api/v1/statuses/{id}").json()
            mine[visibility] = {name: status[name] for name in (
                "content", "visibility", "spoiler_text", "sensitive", "language", "edited_at", "bookmarked", "favourited",
                "reblogged", "muted", "pinned")}
        me = self.owner.request("GET", "/api/v1/accounts/verify_credentials").json()
        mine["profile"] = {name: me[name] for name in ("username", "display_name", "note", "locked", "bot", "fields")}
        for path in ("markers?timeline[]=home", "blocks", "mutes", "follow_requests", "preferences", "favourites",
                     "accounts/" + self.owner.id + "/following", "lists", f"lists/{self.list}/accounts"):
            value = self.owner.request("GET", f"/api/v1/{path}").json()
            mine[path] = [entry["id"] for entry in value] if isinstance(value, list) else value
        mine["list"] = self.owner.request("GET", f"/api/v1/lists/{self.list}").json()
        mine["scrapbook"] = self.owner.request("GET", f"/api/swiftlet/v1/scrapbooks/{self.scrapbooks['public']}").json()
        mine["upload"] = self.owner.request("GET", f"/api/v1/media/{self.upload}").json()
        notices = self.owner.request("GET", "/api/v1/notifications?limit=80").json()
        mine["notifications"] = {entry["id"] for entry in notices if entry["account"]["id"] == self.asking.id}
        return mine


def ask(cast, operation, who, rule, body=None, **names):
    """Sends one request of the matrix."""
    path = operation.address(**names)
    token = cast.token(who, rule.scope)
    values = {"json": body} if operation.has_body and body else {"params": body}
    return request(cast.server, operation.method, path, token, **values)
