"""Every screen in every state, without a server or an app: the markup that the native tests recorded
(Tests/ScreensTests/Snapshots, from Tests/ScreensTests/Look.swift), in the real style sheets, in a frame of any size."""
import json
import pathlib
import re

from . import layout
from .origins import Answer, Origin

ROOT = pathlib.Path(__file__).resolve().parents[3]
MARKUP = ROOT / "Tests/ScreensTests/Snapshots"
SCRIPT = pathlib.Path(__file__).with_name("gallery.js").read_text()
REACH = pathlib.Path(__file__).with_name("reach.js").read_text()
PARTS = re.compile(r"post-\d+-pictures|document-(?!message)")
"""Recorded markup that is no screen, or has a screen in it that is recorded by itself."""

LARGEST = 12
RIGHT_TO_LEFT = "ar"


def names():
    """Of all states of all screens, as `timeline-empty`."""
    found = sorted(path.name.removesuffix(".en.html") for path in MARKUP.glob("*.en.html"))
    return [name for name in found if not PARTS.match(name)]


def markup(name, language="en"):
    """What the body holds. Recording put each tag on a line of its own."""
    html = re.sub(r"\n *<", "<", (MARKUP / f"{name}.{language}.html").read_text()).rstrip("\n")
    html = re.sub(r".*<body>|<script.*?</script>|</body>.*", "", html, flags=re.S)
    # Pictures of other places are not there: all show the same.
    return re.sub(r' (srcset="[^"]*"|loading="lazy")', "", re.sub(r'(<img[^>]*? )src="[^"]*"', r'\1src="/picture.svg"', html))


def language(name, wanted):
    """That language if the state was recorded in it, else English, which is only mirrored."""
    return wanted if (MARKUP / f"{name}.{wanted}.html").exists() else "en"


def style_sheet():
    return "\n".join(path.read_text() for path in sorted((ROOT / "Web/styles").glob("*.css")))


class Gallery(Origin):
    def answer(self, request):
        if request.path == "/picture.svg":
            return Answer(PICTURE, type="image/svg+xml")
        if request.path == "/styles.css":
            return Answer(style_sheet(), type="text/css")
        return Answer(PAGE, type="text/html; charset=utf-8") if request.path == "/" else Answer(status=404)

    def open(self, browser):
        browser.open(self.url, until_running=False)
        browser.js(SCRIPT + "window.show = show; window.measure = measure; window.look = look; window.complaints = complaints;")
        browser.js_async("ready")

    def problems(self, browser, name, sizes, script=layout.SCRIPT, what=None):
        """What is wrong with a state at any of the sizes: width, height, step of the text, direction."""
        shown = []
        for width, height, text, direction in sizes:
            tongue = language(name, RIGHT_TO_LEFT) if direction == "rtl" else "en"
            shown.append(
                {"html": markup(name, tongue), "size": (width, height), "text": text, "dir": direction, "lang": tongue})
        return browser.js_async("window.look(arguments[0], arguments[1], arguments[2])", shown, script, what)

    def complaints(self, browser, name, axe):
        """What axe has to say of a state."""
        shown = {"html": markup(name), "size": (390, 844), "text": 0, "dir": "ltr", "lang": "en"}
        browser.js("const inside = document.querySelector('iframe').contentWindow; inside.axe || inside.eval(arguments[0])", axe)
        return browser.js_async("window.complaints(arguments[0])", shown)

    def measure(self, browser, name, tongue="en", direction="ltr", text=0, size=(390, 844)):
        """The boxes and colours of what shows, a line each."""
        tongue = language(name, tongue)
        shown = {"html": markup(name, tongue), "size": size, "text": text, "dir": direction, "lang": tongue}
        return browser.js_async("window.measure(arguments[0])", shown)


PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path fill="#89a" d="M0 0h400v300H0z"/></svg>"""
PAGE = "<!doctype html><meta name=viewport content='width=device-width'><title>Gallery</title><body style='margin:0'><iframe></iframe>"
