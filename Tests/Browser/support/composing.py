"""Composing posts as a test does it."""
import json

from .origins import PICTURE_PATIENCE, until

FIELD = "screen.querySelector('.writing[data-input=text]')"


class Composing:
    """The composer, opened from the member's Moments page."""

    def __init__(self, moments, member):
        self.moments = moments
        self.browser = moments.browser
        self.site = moments.site
        self.member = member

    def open(self, path=None):
        self.moments.open(path or f"/moments/{self.member.username}")
        self.moments.until("screen.querySelector('[data-tap=compose]')")
        return self.tap_compose()

    def open_home(self):
        self.moments.open("/home")
        self.moments.until("!!screen.querySelector('.post[data-tap]')")

    def entry(self, text):
        """Returns JavaScript for the post of a timeline that contains this text."""
        return f"[...screen.querySelectorAll('.post')].find((post) => post.textContent.includes({json.dumps(text)}))"

    def tap_in_entry(self, text, verb):
        self.moments.until(f"!!{self.entry(text)}?.querySelector('[data-tap^=\"{verb}:\"]')")
        self.moments.value(f"{self.entry(text)}.querySelector('[data-tap^=\"{verb}:\"]').click()")

    def tap_compose(self):
        """Opens the composer. The camera button needs a long press, as a tap on it asks for pictures."""
        place = self.browser.middle("[data-tap=compose]:not(.tabs *)")
        with self.browser.finger(*place):
            if self.moments.value("!!screen.querySelector('[data-tap=compose][data-pick]')"):
                self.moments.until("screen.matches('.compose')")
        return self.until_open()

    def until_open(self):
        self.moments.until(f"screen.matches('.compose') && !!{FIELD}")
        # A finger would miss while the screen slides in.
        self.moments.until("!screen.getAnimations().length")
        return self

    def tap_send(self):
        """Taps the button to post as soon as it can be tapped: after typing that is a frame later."""
        self.moments.until("!screen.querySelector('[data-tap=send]').disabled")
        self.browser.tap("[data-tap=send]")

    def until_closed(self):
        self.moments.until("!screen.matches('.compose')")

    def write(self, text):
        """Types into the focused field, as a keyboard does."""
        self.browser.js("document.execCommand('insertText', false, arguments[0])", text)

    def unique(self, text):
        """Returns a text with the engine's name, as both engines write on the same server."""
        return f"{text} in {self.browser.name}"

    @property
    def text(self):
        return self.moments.value(FIELD + ".value")

    @property
    def left(self):
        return self.moments.value("screen.querySelector('.left > span').textContent")

    @property
    def can_send(self):
        return self.moments.value("!screen.querySelector('[data-tap=send]').disabled")

    @property
    def marked(self):
        return self.moments.value("screen.querySelector('.marks mark')?.textContent ?? ''")

    def sent(self, method="POST", path="/api/v1/statuses"):
        """Returns the requests that the server accepted as posts."""
        return [r for r in list(self.site.requests) if r.method == method and r.path == path and r.status == 200]

    def until_sent(self, count=1):
        until(lambda: len(self.sent()) >= count, f"{count} posts are sent")
        return [json.loads(request.body) for request in self.sent()]

    def posts_with(self, text):
        """Returns the number of the member's posts on the server that contain the text."""
        path = f"/api/v1/accounts/{self.member.account['id']}/statuses?limit=40"
        posts = self.member.request(self.site.upstream, "GET", path)
        return sum(text in post["content"] for post in posts)

    def send(self):
        self.tap_send()
        self.until_closed()

    def posted(self, text):
        """Waits until the server has the post with that text, and returns it."""
        path = f"/api/v1/accounts/{self.member.account['id']}/statuses?limit=40"

        def look():
            posts = self.member.request(self.site.upstream, "GET", path)
            found = [post for post in posts if text in post["content"]]
            assert len(found) < 2, "it is posted once"
            return found
        # Each look counts against the member's limit of requests.
        return until(look, f"{text} is posted", PICTURE_PATIENCE, pause=0.3)[0]
