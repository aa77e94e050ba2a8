"""Another server of the Mastodon API, which a test fills; its only member is Ann."""
import dataclasses
import urllib.parse

from .origins import CORS, Answer, Source


class Elsewhere(Source):
    def __init__(self):
        super().__init__()
        self.route("/api/v1/apps", {"client_id": "id", "client_secret": "secret"})
        self.route("/oauth/authorize", self.authorize)
        self.route("/oauth/token", {"access_token": "token", "token_type": "Bearer", "scope": "read write follow"})
        self.route("/api/v1/accounts/verify_credentials", self.verify)
        for path in ("timelines/home", "notifications", "accounts/relationships"):
            self.route(f"/api/v1/{path}", [])

    @staticmethod
    def authorize(request):
        """Allows the client at once."""
        query = dict(urllib.parse.parse_qsl(request.path.partition("?")[2]))
        return Answer("", 302, headers={"Location": query["redirect_uri"] + "?code=c&state=" + query["state"]})

    @staticmethod
    def verify(request):
        """Checks the token, which a browser doesn't send on to another address."""
        token = request.headers.get("Authorization") or request.headers.get("authorization")
        return Answer(account("1", "ann")) if token == "Bearer token" else Answer({"error": "The access token is invalid"}, 401)

    def answer(self, request):
        if request.method == "OPTIONS":
            return Answer(b"", 204, headers=ALLOWED)
        answer = super().answer(request)
        return dataclasses.replace(answer, headers=answer.headers | ALLOWED)


ALLOWED = CORS | {
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": "authorization, content-type, idempotency-key",
    "Access-Control-Expose-Headers": "Link, Retry-After, X-RateLimit-Reset",
}


class Moved(Source):
    """A server name that redirects everything to another address."""

    def __init__(self, to):
        self.to = to
        super().__init__()

    def answer(self, request):
        if request.method == "OPTIONS":
            return Answer(b"", 204, headers=ALLOWED)
        return Answer("", 307, headers=ALLOWED | {"Location": self.to.url + request.path})


def account(id, name, **more):
    return {
        "id": id, "username": name, "acct": name, "display_name": name.title(), "note": "", "avatar": "", "header": "",
        "url": f"https://far.example/@{name}", "followers_count": 1, "following_count": 1, "statuses_count": 1,
        "created_at": "2022-01-01T00:00:00.000Z", "emojis": [], "fields": [], **more,
    }


def status(id, text, **more):
    return {
        "id": str(id), "created_at": "2024-05-01T10:00:00.000Z", "account": account("2", "ben"), "content": f"<p>{text}</p>",
        "visibility": "public", "spoiler_text": "", "media_attachments": [], "mentions": [], "tags": [], "emojis": [],
        "url": f"https://far.example/s/{id}", **more,
    }
