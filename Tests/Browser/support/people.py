"""Members of the demo community, signed in."""
import dataclasses
import html.parser
import http.cookiejar
import json
import shutil
import urllib.parse
import urllib.request

from .server import Swiftlet

PASSWORD = "demo-swiftlet"
OUT_OF_BAND = "urn:ietf:wg:oauth:2.0:oob"
SCOPES = "read write follow"
MEMBERS = "members.json"


@dataclasses.dataclass
class Member:
    username: str
    token: str
    account: dict
    client_id: str
    client_secret: str
    scopes: str = SCOPES

    def sign_in(self, browser, site, *others):
        """Stores the session as the app does, as if this person had signed in on this device before. `others` are
        signed in as well."""
        browser.open(site.url + "/health", until_running=False)
        sessions = [self.session(site.url)]
        for number, other in enumerate(others):
            sessions.append(other.session(site.url) | {"key": str(number + 2), "current": False})
        keep_sessions(browser, sessions)
        browser.js("document.cookie = 'start=home; path=/; samesite=lax'")

    def session(self, server):
        return {
            "key": "1", "server": server, "own": True, "current": True, "scopes": self.scopes, "token": self.token,
            "client": self.client_id, "secret": self.client_secret, "id": self.account["id"],
            "username": self.username, "handle": self.account["acct"], "nick": self.account["display_name"],
        }

    def request(self, server, method, path, **fields):
        """Sends a request as this person and returns the decoded JSON."""
        return request(f"http://127.0.0.1:{server.port}", method, path, fields or None, self.token)


def people_in(demo_data, folder, usernames=("wren", "gus_next_door")):
    """Makes a copy of the community in which members are signed in. Checking a password is slow on purpose, so this
    happens once."""
    shutil.copytree(demo_data, folder)
    server = Swiftlet(folder, demo=True)
    try:
        members = [sign_in(f"http://127.0.0.1:{server.port}", name) for name in usernames]
    finally:
        server.stop()
    (folder / MEMBERS).write_text(json.dumps([dataclasses.asdict(member) for member in members]))


class People:
    """The signed-in members of a data folder, of which servers get copies."""

    def __init__(self, data, folder):
        self.data = data
        self.folder = folder
        self.copies = 0
        self.members = {fields["username"]: Member(**fields) for fields in json.loads((data / MEMBERS).read_text())}

    def __getitem__(self, username):
        return self.members[username]

    def server(self, prepare=None, options=()):
        """Starts a server on a copy of the community, which tests may change. `prepare` gets the folder before the
        start."""
        self.copies += 1
        data = shutil.copytree(self.data, self.folder / f"copy{self.copies}")
        if prepare:
            prepare(data)
        return Swiftlet(data, options=options)


KEEP_SESSIONS = """
for (const key of Object.keys(localStorage)) if (/^swiftlet\\.session \\S+ account$/.test(key)) localStorage.removeItem(key);
for (const { key, current, ...record } of arguments[0]) {
  localStorage.setItem(`swiftlet.session ${key} account`, JSON.stringify(record));
  if (current) localStorage.setItem("swiftlet.current", key);
}
"""
SESSIONS = """return Object.entries(localStorage).flatMap(([name, text]) => {
  const key = name.match(/^swiftlet\\.session (\\S+) account$/)?.[1];
  return key ? [{ key, current: localStorage["swiftlet.current"] === key, ...JSON.parse(text) }] : [];
}).sort((one, other) => one.key.length - other.key.length || (one.key < other.key ? -1 : 1))"""


def keep_sessions(browser, sessions):
    """Replaces the stored sessions by these, in the app's format."""
    browser.js(KEEP_SESSIONS, sessions)


def sessions(browser):
    """Returns the signed-in sessions in the order of signing in."""
    return browser.js(SESSIONS)


def request(base, method, path, fields=None, token=None):
    body = None if fields is None else json.dumps(fields).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    asked = urllib.request.Request(base + path, body, headers, method=method)
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return json.load(answer)


def sign_in(base, username, scopes=SCOPES):
    """Signs in as any client of the Mastodon API does: registers, gets allowed on the server's page, takes the
    token."""
    client = request(base, "POST", "/api/v1/apps", {
        "client_name": "Browser tests", "redirect_uris": OUT_OF_BAND, "scopes": scopes})
    code = allowed(base, username, client["client_id"], scopes)
    token = request(base, "POST", "/oauth/token", {
        "grant_type": "authorization_code", "code": code, "client_id": client["client_id"],
        "client_secret": client["client_secret"], "redirect_uri": OUT_OF_BAND, "scope": scopes})["access_token"]
    account = request(base, "GET", "/api/v1/accounts/verify_credentials", token=token)
    return Member(username, token, account, client["client_id"], client["client_secret"], scopes)


def allowed(base, username, client_id, scopes=SCOPES):
    """Signs in on the server's page and returns the code that it shows."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    query = urllib.parse.urlencode({
        "response_type": "code", "client_id": client_id, "redirect_uri": OUT_OF_BAND, "scope": scopes})
    page = AuthorizePage(opener.open(f"{base}/oauth/authorize?{query}", timeout=60))
    fields = page.fields | {"username": username, "password": PASSWORD} | page.allow
    form = urllib.request.Request(
        f"{base}/oauth/authorize", urllib.parse.urlencode(fields).encode(), {"Origin": base})
    code = AuthorizePage(opener.open(form, timeout=60)).code
    assert code, "the page shows no code"
    return code


class AuthorizePage(html.parser.HTMLParser):
    """The page's form, the button that allows the client, and finally the code."""

    def __init__(self, answer):
        super().__init__()
        self.fields = {}
        self.allow = {}
        self.code = ""
        self.is_code = False
        self.feed(answer.read().decode())

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.is_code = tag == "code"
        if tag == "input" and "name" in attributes:
            self.fields[attributes["name"]] = attributes.get("value") or ""
        if tag == "button" and attributes.get("value") == "allow":
            self.allow = {attributes["name"]: "allow"}

    def handle_endtag(self, tag):
        self.is_code = False

    def handle_data(self, data):
        if self.is_code:
            self.code += data.strip()
