"""Every way to a post that the API's description doesn't have: the Moments contract, the server's pages, exports."""
import dataclasses
import io
import re
import zipfile

from .expectations import NOT_THERE, OK, OUTSIDE_SCOPES, words_for

STRANGERS = {"public", "unlisted"}
"""Visibilities of the posts that somebody reads who only has their address."""


@dataclasses.dataclass
class Way:
    path: str
    """With `{name}` for A's username; `{public}` and the other visibilities for the ids of A's posts, `{picture}` for an image."""

    scope: str | None = None
    """Of a token, where one counts. Pages are the same for everybody: only the app knows who is signed in."""

    words: set = dataclasses.field(default_factory=set)
    """A's words that may be found, of those that the one who asks may read at all."""

    status: set | None = None
    """For strangers, where it isn't 200."""

    cookie: str | None = None
    """`start=home`: the device of a member, whoever that is."""

    def expected(self, who):
        if self.scope is None:
            return self.status or OK
        if who == "small":
            return OUTSIDE_SCOPES
        return NOT_THERE if who == "blocked" else self.status or OK

    def may_read(self, who):
        return self.words & (words_for(who) if self.scope else STRANGERS | {"profile"})


ALL = {"public", "unlisted", "private"}
PAGES = ["/", "/moments/{name}", "/@{name}", "/@{name}/with_replies", "/@{name}/media", "/@{name}/followers",
         "/@{name}/following", "/@{name}/{public}", "/@{name}/{unlisted}", "/images", "/images/{picture}"]

WAYS = [
    Way("/user/{name}", "read:accounts"),
    # A stranger finds no unlisted posts, who needs their addresses.
    Way("/user/{name}/tweets", "read:statuses", ALL),
    Way("/user/{name}/tweets?covered=true", "read:statuses", ALL),
    Way("/essential-feed/v1/feed?limit=100", None, {"public"}),
    Way("/essential-feed/v1/image/{picture}/comments", None, {"public"}),
    *(Way(path, None, STRANGERS | {"profile"}) for path in PAGES),
    *(Way(path, None, cookie="start=home") for path in PAGES if not path.startswith("/moments")),
    # Without knowing who asks it is a stranger's page; the app takes it away from whom A blocks.
    Way("/moments/{name}", None, STRANGERS, cookie="start=home"),
    Way("/@{name}/{private}", None, status=NOT_THERE),
    Way("/@{name}/{direct}", None, status=NOT_THERE),
]


def words_in(text):
    return set(re.findall(r"word-([a-z]+)", text))


def exported(answer):
    """The words of all files of an archive."""
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return set().union(*(words_in(archive.read(name).decode(errors="replace")) for name in archive.namelist()))
