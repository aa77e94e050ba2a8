"""Reads the texts that people write: `texts/<language>.txt` and `texts/conversations.txt`.

In a file of a language:

    @slot: one | another          the values of {slot}; a conversation uses one of them throughout
    = theme | circles=a,b | pictures=beginning-,name | weight=3
    > text                        begins a conversation; `[warning] text` has one, \\n is a line break
    + text                        begins one with pictures
    < text                        replies to the root
    - text                        replies to a reply
    ~ name | url | title | text | picture    the page that {link:name} leads to
    = *                           replies that fit every theme

Indented replies belong only to the post above them. {friend} mentions a person of the circle. Scripted conversations
begin with `% language age pictures=name` (`direct`: messages; `comments`: of the Moments page). Their lines are
`username: text`, and a line replies to the nearest line above with less indentation.
"""
import dataclasses
import pathlib
import re

FOLDER = pathlib.Path(__file__).parent / "texts"
LANGUAGES = {"en": "english", "de": "german", "zh": "chinese", "el": "greek", "ar": "arabic", "pt": "portuguese"}
UNITS = {"m": 60, "h": 3600, "d": 86400}


@dataclasses.dataclass(eq=False)
class Opening:
    text: str
    has_pictures: bool
    answers: list = dataclasses.field(default_factory=list)
    talk: list = dataclasses.field(default_factory=list)
    """The replies (`answers`) and the replies to replies, for this opening only."""


@dataclasses.dataclass(eq=False)
class Theme:
    language: str
    circles: list
    pictures: tuple
    weight: int
    openings: list = dataclasses.field(default_factory=list)
    answers: list = dataclasses.field(default_factory=list)
    talk: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Link:
    url: str
    title: str
    description: str
    picture: str


@dataclasses.dataclass
class Language:
    code: str
    slots: dict = dataclasses.field(default_factory=dict)
    themes: list = dataclasses.field(default_factory=list)
    common: Theme = None
    links: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Line:
    author: str
    text: str
    parent: int
    """The index of the parent's line; `None` for the first line."""


@dataclasses.dataclass
class Script:
    language: str
    age: float
    """Seconds since the conversation began."""
    pictures: tuple
    kind: str
    """`direct`, `comments` or empty."""
    lines: list


def language(code):
    result, theme = Language(code), None
    for line in lines(LANGUAGES[code]):
        mark, rest = line[0], line[1:].strip()
        if mark == "@":
            name, values = rest.split(":", 1)
            result.slots[name] = [value.strip() for value in values.split("|")]
        elif mark == "~":
            name, *page = [part.strip() for part in rest.split("|")]
            result.links[name] = Link(*page)
        elif mark == "=":
            theme = read_theme(code, rest)
            if rest == "*":
                result.common = theme
            else:
                result.themes.append(theme)
        elif mark in ">+":
            theme.openings.append(Opening(rest.replace("\\n", "\n"), mark == "+"))
        else:
            said = theme.openings[-1] if mark == " " else theme
            {"<": said.answers, "-": said.talk}[line.strip()[0]].append(line.strip()[1:].strip())
    return result


def read_theme(code, line):
    options = dict(part.strip().split("=", 1) for part in line.split("|")[1:])
    return Theme(
        code, options.get("circles", "").split(","), names(options.get("pictures")), int(options.get("weight", 1)))


def names(text):
    return tuple(name for name in (text or "").split(",") if name)


def scripts():
    result, above = [], []
    for line in lines("conversations"):
        if line.startswith("%"):
            code, age, *options = line[1:].split()
            pictures = [names(option.removeprefix("pictures=")) for option in options if "=" in option]
            kind = [option for option in options if "=" not in option]
            result.append(Script(
                code, int(age[:-1]) * UNITS[age[-1]], pictures[0] if pictures else (), kind[0] if kind else "", []))
            above = []
            continue
        indent, author, text = re.fullmatch(r"( *)(\w+): (.*)", line).groups()
        depth = len(indent) // 2
        del above[depth:]
        result[-1].lines.append(Line(author, text, above[-1] if above else None))
        above.append(len(result[-1].lines) - 1)
    return result


def lines(name):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
