"""Every route to a post that isn't in the API's description: the Moments contract, the server's pages, exports."""
import dataclasses
import io
import re
import zipfile

from .expectations import NOT_THERE, OK, OUTSIDE_SCOPES, words_for

STRANGERS = {"public", "unlisted"}
"""The visibilities that strangers can read if they have a post's address."""


@dataclasses.dataclass
class Way:
    path: str
    """The path, with `{name}` for A's username, `{public}` and so on for the ids of A's posts, and `{picture}` for an
    image."""

    scope: str | None = None
    """The token's scope, if a token counts. Pages are the same for everybody, as only the app knows who is signed in.
    """

    words: set = dataclasses.field(default_factory=set)
    """The words of A's that may appear, if the viewer may read them at all."""

    status: set | None = None
    """The expected status for strangers, if it isn't 200."""

    small: set | None = None
    """The expected status for a token without the scope, if the page is the same for everybody else."""

    cookie: str | None = None
    """The cookie: `start=home` is set on the device of any member."""

    def expected(self, who):
        if who == "small" and self.small:
            return self.small
        if self.scope is None:
            return self.status or OK
        if who == "small":
            return OUTSIDE_SCOPES
        return NOT_THERE if who == "blocked" else self.status or OK

    def may_read(self, who):
        return self.words & (words_for(who) if self.scope else STRANGERS | {"profile"})


ALL = {"public", "unlisted", "members", "private", "circles"}
PAGES = ["/", "/moments/{name}", "/@{name}", "/@{name}/with_replies", "/@{name}/media", "/@{name}/followers",
         "/@{name}/following", "/@{name}/{public}", "/@{name}/{unlisted}", "/images", "/images/{picture}"]

WAYS = [
    Way("/user/{name}", "read:accounts"),
    # Strangers don't find unlisted posts here: they need the address of each.
    # Only the author reads the name of the circle.
    Way("/user/{name}/tweets", "read:statuses", ALL | {"list"}),
    Way("/user/{name}/tweets?covered=true", "read:statuses", ALL | {"list"}),
    Way("/essential-feed/v1/feed?limit=100", None, {"public"}, small=OUTSIDE_SCOPES),
    Way("/essential-feed/v1/image/{picture}/comments", None, {"public"}, small=OUTSIDE_SCOPES),
    *(Way(path, None, STRANGERS | {"profile"}) for path in PAGES),
    *(Way(path, None, cookie="start=home") for path in PAGES if not path.startswith("/moments")),
    # The server doesn't know the viewer, so this is the page for strangers. The app removes it for people
    # that A blocks.
    Way("/moments/{name}", None, STRANGERS, cookie="start=home"),
    Way("/@{name}/{members}", None, status=NOT_THERE),
    Way("/@{name}/{private}", None, status=NOT_THERE),
    Way("/@{name}/{circles}", None, status=NOT_THERE),
    Way("/@{name}/{direct}", None, status=NOT_THERE),
]


def words_in(text):
    return set(re.findall(r"word-([a-z]+)", text))


def exported(answer):
    """Returns the words in all files of an archive."""
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return set().union(*(words_in(archive.read(name).decode(errors="replace")) for name in archive.namelist()))
