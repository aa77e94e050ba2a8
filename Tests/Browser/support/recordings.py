"""The markup that the native tests recorded (Tests/ScreensTests/Snapshots): English screens, parts that many of them
contain, and the texts of other languages."""
import functools
import json
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "Tests/ScreensTests/Snapshots"
PARTS = re.compile(r"parts$|post-\d+-pictures|document-(?!message)")
"""Recorded markup that isn't a screen, or that contains a screen with a recording of its own."""
TAG = re.compile(r"<([^>]*)>([^<]*)")
READ = re.compile(r'( (?:aria-label|title|alt|placeholder)=")([^"]*)"')
"""Attributes that people read, as in Tests/ScreensTests/Support/Skeleton.swift."""


def names():
    """Returns the names of all states of all screens, as `timeline-empty`."""
    found = sorted(path.stem for path in FOLDER.glob("*.html"))
    return [name for name in found if "." not in name and not PARTS.match(name)]


def document(name, language="en"):
    """Returns the whole recorded page in a language."""
    if language == "en":
        return recorded(name)
    if (FOLDER / f"{name}.{language}.html").exists():
        return recorded(f"{name}.{language}")
    return translated(name, in_language(language, recorded(name)), texts(language))


def in_language(language, html):
    """Returns an English page that says its language, and marks it in the settings."""
    direction = "rtl" if language == "ar" else "ltr"
    html = re.sub(r'(<(?:html|aside [^>]*)) lang="en" dir="ltr"', rf'\1 lang="{language}" dir="{direction}"', html)
    html = html.replace(' lang="en" aria-current="true"', ' lang="en"')
    chosen = f' data-tap="language:{language}" lang="{language}"'
    return html.replace(chosen, chosen + ' aria-current="true"')


def recorded(name):
    """Returns a recorded page with its parts. The recording put each tag on a line of its own."""
    return with_parts(joined(FOLDER / f"{name}.html"))


def joined(path):
    return re.sub(r"\n *<", "<", path.read_text()).rstrip("\n")


def with_parts(html):
    return re.sub(r'<(?:svg|nav)[^>]* part="([^"]*)"/>', lambda match: with_parts(parts()[match[1]]), html)


@functools.cache
def parts():
    return dict(re.findall(r'<figure id="([^"]*)">(.*?)</figure>', joined(FOLDER / "parts.html"), re.S))


@functools.cache
def texts(language):
    """Returns the texts by their English ones, and those that differ in one place: by English text, screen and
    number of the place."""
    lines = [json.loads(line) for line in (FOLDER / f"texts.{language}.jsonl").read_text().splitlines()]
    usual = {english: text for english, text, *place in lines if not place}
    return usual, {(english, *place): text for english, text, *place in lines if place}


def translated(name, html, tables):
    usual, special = tables
    seen = {}

    def text(english):
        number = seen[english] = seen.get(english, -1) + 1
        return special.get((english, name, str(number)), usual.get(english, english))
    return TAG.sub(lambda tag: f"<{READ.sub(lambda match: match[1] + text(match[2]) + chr(34), tag[1])}>{text(tag[2])}", html)
