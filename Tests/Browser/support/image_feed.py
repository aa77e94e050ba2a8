"""An image feed on another server, and its screens as a test sees them."""
import urllib.parse

from .origins import Answer
from .pictures import picture


def uuid(number):
    return f"AAAAAAAA-0000-4000-8000-{number:012d}"


def comment(number, message="Hello", author="ann", date="2020-05-20T11:24:59+0000"):
    return {"id": uuid(number), "message": message, "created_at": date, "author": {"username": author}}


class ImageFeed:
    """A feed server with `items`, newest first."""

    def __init__(self, moments, source):
        self.moments = moments
        self.browser = moments.browser
        self.source = source
        self.items = []
        self.answer = None
        source.route("/v1/feed", self.page)

    def fill(self, count, **more):
        for number in range(1, count + 1):
            self.add(number, **more)
        return self

    def add(self, number, image=None, **more):
        path = f"/picture{number}.png"
        self.source.route(path, image or picture(120, 90, (number * 37 % 256, 120, 160)))
        self.items.append({"id": uuid(number), "image": self.source.url + path} | more)
        return self

    def comments(self, number, items, **more):
        self.source.route(f"/v1/image/{uuid(number)}/comments", Answer({"items": items}, **more))
        return self

    def page(self, request):
        if self.answer:
            return self.answer
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(request.path).query)
        after = query.get("after_id", [None])[0]
        begin = next((at + 1 for at, item in enumerate(self.items) if item["id"] == after), 0)
        return Answer({"items": self.items[begin : begin + int(query["limit"][0])]})

    @property
    def query(self):
        return "?server=" + urllib.parse.quote(self.source.url, safe="")

    def open(self, number=None):
        """Opens the feed, or the comments on one of its pictures."""
        self.moments.open("/images" + (f"/{uuid(number)}" if number else "") + self.query)
        return self

    def until_pictures(self, count):
        self.moments.until("screen.querySelectorAll('.image').length === arguments[0]", count)

    def until_comments(self, count):
        self.moments.until("screen.querySelectorAll('.comment').length === arguments[0]", count)

    def until_shown(self):
        self.moments.until_images(".image .picture")

    def tap_picture(self, index=0):
        """Taps a picture, which leads to its comments."""
        self.browser.tap(".image .photo", index)
        self.moments.until("screen.matches('.image-comments')")
        self.until_still()

    def until_still(self):
        self.moments.until("screen.getAnimations().every((a) => a.playState === 'finished')")

    def back(self):
        self.browser.tap("[data-tap=back]")
        self.moments.until("screen.matches('.image-feed')")

    def notice(self):
        return self.moments.value("screen.querySelector('.notice')?.textContent.trim() ?? ''")

    def until_notice(self, words):
        self.moments.until(
            "(screen.querySelector('.notice')?.textContent ?? '').includes(arguments[0])", words)

    def ids(self):
        return self.moments.value("[...screen.querySelectorAll('.image')].map((cell) => Number(cell.dataset.key.slice(-12)))")
