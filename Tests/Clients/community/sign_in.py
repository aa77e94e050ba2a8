"""Signs in as a person does: opens the sign-in page, fills in its forms and presses its buttons."""
import urllib.parse

import requests
from bs4 import BeautifulSoup

MAXIMUM_STEPS = 8


class Refused(Exception):
    """The server gave no code. Holds the text of its last page."""


class AuthorizationPage:
    """The server's pages as a browser without JavaScript shows them, from the first one on."""

    def __init__(self, url):
        self.server = urllib.parse.urlsplit(url)
        self.session = requests.Session()
        self.open(url)

    def open(self, url):
        self.left_for = None
        """The URL outside the server's own pages that the server redirected to."""
        self._go("GET", url)

    @property
    def page(self):
        return BeautifulSoup(self.answer.text, "html.parser")

    @property
    def text(self):
        return self.page.get_text(" ", strip=True)

    def field(self, purpose):
        """Returns the name of the element with that purpose (HTML, "Autofill")."""
        element = self.page.select_one(f"form input[autocomplete={purpose}]")
        if element is None:
            raise Refused(self.text)
        return element["name"]

    def press(self, decision, typed):
        """Submits the form as a browser does: with its fields, the typed text, and the pressed button."""
        button = self.page.select_one(f"form button[value={decision}]")
        if button is None:
            raise Refused(self.text)
        form = button.find_parent("form")
        fields = {entry["name"]: entry.get("value", "") for entry in form.select("input[name]")}
        target = urllib.parse.urljoin(self.answer.url, form["action"])
        self._go("POST", target, fields | typed | {button["name"]: button["value"]})

    def _go(self, method, url, fields=None):
        headers = {"Origin": f"{self.server.scheme}://{self.server.netloc}"} if method == "POST" else {}
        self.answer = self.session.request(method, url, data=fields, headers=headers, allow_redirects=False)
        for _ in range(MAXIMUM_STEPS):
            if not self.answer.is_redirect:
                return
            url = urllib.parse.urljoin(self.answer.url, self.answer.headers["Location"])
            if urllib.parse.urlsplit(url)[:2] != self.server[:2]:
                self.left_for = url
                return
            self.answer = self.session.get(url, allow_redirects=False)
        raise Refused("redirected without an end")


def allow(page, username=None, password=None):
    """Presses the button that allows the client. Enters name and password first if the page asks for them."""
    fields = {}
    if username:
        fields = {page.field("username"): username, page.field("current-password"): password}
    page.press("allow", fields)


def refuse(page):
    page.press("deny", {})


def authorization_code(url, username, password):
    """Returns the code with which the page at `url` ends: in the redirect URI, or shown (RFC 6749 section 4.1.2)."""
    page = AuthorizationPage(url)
    allow(page, username, password)
    code = answered(page).get("code") if page.left_for else shown_code(page)
    if code is None:
        raise Refused(page.text)
    return code


def shown_code(page):
    element = page.page.select_one("code")
    return element and element.get_text(strip=True)


def answered(page):
    """Returns the parameters that the client gets."""
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page.left_for).query))
