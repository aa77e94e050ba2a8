"""Every screen in every state, without a server or an app. Shows the recorded markup (recordings.py, from
Tests/ScreensTests/Look.swift) in the real style sheets, in a frame of any size."""
import dataclasses
import functools
import pathlib
import re

import axe_core_python

from . import recordings
from .layout import SCRIPT as LAYOUT
from .origins import Answer, Origin

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCRIPT = pathlib.Path(__file__).with_name("gallery.js").read_text()
REACH = pathlib.Path(__file__).with_name("reach.js").read_text()
AXE = (pathlib.Path(axe_core_python.__file__).parent / "axe.min.js").read_text()

LARGEST = 12
RIGHT_TO_LEFT = "ar"


@functools.cache
def markup(name, language="en"):
    """Returns the content of the body."""
    html = recordings.document(name, language)
    html = html.partition("<body>")[2] or html
    html = re.sub(r"<script.*?</script>", "", html.partition("</body>")[0], flags=re.S)
    # Pictures of other servers aren't available, so every picture shows the same.
    return re.sub(r' (srcset="[^"]*"|loading="lazy")', "", re.sub(r'(<img[^>]*? )src="[^"]*"', r'\1src="/picture.svg"', html))


def style_sheet():
    styles = ROOT / "Web/styles"
    parts = ["*.css", "later/*.css", "pages/*.css"]
    return "\n".join(path.read_text() for part in parts for path in sorted(styles.glob(part)))


@dataclasses.dataclass(frozen=True)
class View:
    """A way to show a state, and the checks to run on it."""

    width: int
    height: int
    checks: tuple
    text: int = 0
    """The step of the text size."""
    direction: str = "ltr"
    recorded_as: str = ""
    """The name under which its boxes are recorded; empty if they aren't."""

    def __str__(self):
        return f"{self.width}x{self.height}, text {self.text}, {self.direction}"


IN_THE_LIGHT = [
    View(320, 568, ("layout", "reach")),
    View(320, 568, ("layout",), LARGEST),
    View(320, 568, ("layout",), LARGEST, "rtl"),
    View(390, 844, ("boxes", "axe", "contrast"), recorded_as="light"),
    View(390, 844, ("boxes", "layout", "reach"), 0, "rtl", recorded_as="arabic"),
    View(390, 844, ("layout",), 8),
    View(390, 844, ("boxes",), LARGEST, recorded_as="largest"),
    View(844, 390, ("layout", "reach")),
    View(844, 390, ("layout",), LARGEST, "rtl"),
    View(1440, 900, ("layout", "reach")),
]
"""From the smallest phone to the desktop, with the usual and the largest text, left to right and right to left."""
IN_THE_DARK = [View(390, 844, ("boxes", "axe", "contrast"), recorded_as="dark")]
"""The dark mode changes only the colours."""


class Gallery(Origin):
    def __init__(self, is_dark):
        super().__init__()
        self.views = IN_THE_DARK if is_dark else IN_THE_LIGHT
        self.findings = {}

    def answer(self, request):
        if request.path == "/picture.svg":
            return Answer(PICTURE, type="image/svg+xml")
        if request.path == "/styles.css":
            return Answer(style_sheet(), type="text/css")
        return Answer(PAGE, type="text/html; charset=utf-8") if request.path == "/" else Answer(status=404)

    def open(self, browser):
        """Opens the gallery. `axe` runs in one engine, because names, roles and contrast are the same in both."""
        self.browser = browser
        browser.open(self.url, until_running=False)
        browser.js(SCRIPT)
        browser.js_async("window.ready")
        browser.js("window.giveChecks(...arguments)", LAYOUT, REACH, AXE if browser.name == "chromium" else None)

    def found(self, name):
        """Returns each check's findings for a state, by the check's name, as sentences about faults. `boxes` holds
        the visible boxes and colours, by their recording's name. Each state is shown once for all callers."""
        if name not in self.findings:
            self.findings[name] = self._examine(name)
        return self.findings[name]

    def _examine(self, name):
        shown = []
        for view in self.views:
            tongue = RIGHT_TO_LEFT if view.direction == "rtl" else "en"
            shown.append({
                "html": markup(name, tongue), "size": (view.width, view.height), "text": view.text, "dir": view.direction,
                "lang": tongue, "checks": view.checks})
        found = {"boxes": {}}
        for view, answers in zip(self.views, self.browser.js_async("window.examine(arguments[0])", shown)):
            found["boxes"] |= {view.recorded_as: answers.pop("boxes")} if view.recorded_as else {}
            for check, sentences in answers.items():
                found.setdefault(check, []).extend(f"{view}: {sentence}" for sentence in sentences)
        return found


PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path fill="#89a" d="M0 0h400v300H0z"/></svg>"""
PAGE = "<!doctype html><meta name=viewport content='width=device-width'><title>Gallery</title><body style='margin:0'><iframe></iframe>"
