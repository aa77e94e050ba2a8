"""Decides authors, recipients, texts and times of all posts, before any row is written."""
import dataclasses
import math
import re

import residents
import texts

DAY = 86_400_000
"""Milliseconds."""

LENGTHS = [(38, 0, 0), (27, 1, 2), (20, 3, 6), (10, 7, 14), (5, 15, 39)]
"""Weights for the length of a conversation, with the least and the highest number of replies."""

CONVERSATIONS = 200
"""The number of conversations that begin in one round, until there are enough posts."""

JUST_NOW = 20_000
"""Milliseconds in which a new post has no replies yet."""

REPOSTS = 300
PICTURED, SILENT = 0.45, 0.1
"""The shares of posts with pictures, and of those without a text."""

COMMENTED = 0.75
"""The share of posts with pictures whose replies are comments of the Moments page."""


@dataclasses.dataclass(eq=False)
class Post:
    author: residents.Person
    text: str
    at: int
    """Milliseconds since 1970."""
    language: str
    parent: "Post" = None
    pictures: list = dataclasses.field(default_factory=list)
    warning: str = ""
    visibility: str = "public"
    is_comment: bool = False
    repost_of: "Post" = None
    link: texts.Link = None
    earlier: tuple = None
    """The text before an edit, and the time of the edit."""

    @property
    def root(self):
        return self.parent.root if self.parent else self

    @property
    def mentions(self):
        return set(re.findall(r"(?<!\w)@(\w+)", self.text))

    @property
    def tags(self):
        return {tag.lower() for tag in re.findall(r"(?<!\w)#(\w+)", self.text)}


class Talk:
    """All posts of the town, as if it were early in the afternoon.

    - `follows`: pairs of usernames; only followers reply to posts for followers.
    - `pictures`: the names of all pictures, without `.jpg`.
    """

    HOUR = 14

    def __init__(self, count, now, follows, pictures, chance):
        self.now, self.follows, self.pictures, self.chance = now, follows, pictures, chance
        self.people = {person.username: person for person in residents.EVERYBODY}
        self.languages = {code: texts.language(code) for code in texts.LANGUAGES}
        self.themes = [theme for language in self.languages.values() for theme in language.themes]
        self.decks = {}
        self.posts = []
        for script in texts.scripts():
            self.play(script)
        self.sell()
        while len(self.posts) < count - REPOSTS:
            # Ordered by time, so that a recent text isn't repeated soon.
            for at in sorted((self.beginning() for _ in range(CONVERSATIONS)), reverse=True):
                self.converse(at, count - REPOSTS)
        self.repost()
        self.posts.sort(key=lambda post: post.at)

    def play(self, script):
        written = []
        for number, line in enumerate(script.lines):
            parent = None if line.parent is None else written[line.parent]
            # The conversation continues until now.
            share = (number + self.chance.random() * 0.8) / len(script.lines)
            at = self.now - int(script.age * 1000 * (1 - share))
            post = Post(self.people[line.author], line.text, at, script.language, parent)
            post.is_comment = script.kind == "comments" and parent is not None
            if script.kind == "direct":
                other = next(other.author for other in script.lines if other.author != line.author)
                post.text, post.visibility = f"@{other} {post.text}", "direct"
            elif parent and not post.is_comment:
                post.text = self.addressed(post)
            elif not parent:
                post.pictures = self.chosen(script.pictures, 1)
            post.link = self.known_link(post.text)
            written.append(post)
        self.posts += written

    def known_link(self, text):
        links = [link for language in self.languages.values() for link in language.links.values()]
        return next((link for link in links if link.url in text), None)

    @staticmethod
    def addressed(post):
        """Prepends the parent's author, as the app begins a reply."""
        if post.parent.author is post.author:
            return post.text
        return f"@{post.parent.author.username} {post.text}"

    def sell(self):
        for number in range(6):
            text = f"🔥🔥 {90 - number}% OFF everything today only!!! https://offers.example/now #deal #sale #free #win"
            self.posts.append(Post(residents.SELLER, text, self.now - number * DAY // 4 - 900_000, "en"))

    def converse(self, at, limit):
        """Adds one conversation, if there are fewer than `limit` posts."""
        theme = self.chance.choices(self.themes, [theme.weight * self.share(theme) for theme in self.themes])[0]
        circle = self.circle(self.chance.choice(theme.circles), theme.language, at)
        if len(circle) < 3 or len(self.posts) >= limit:
            return
        slots = {}
        opening = self.opening(theme)
        template = opening.text
        root = Post(self.somebody(circle), "", at, theme.language)
        if match := re.match(r"\[(.*?)\] ", template):
            root.warning, template = match[1], template[match.end():]
        root.text = self.filled(template, slots, root, circle)
        if opening.has_pictures:
            count = self.chance.choices([1, 2, 3, 4, 5, 6, 7, 9], [52, 12, 10, 8, 4, 6, 3, 5])[0]
            root.pictures = self.chosen(theme.pictures, count)
            root.text = "" if self.chance.random() < SILENT else root.text
        root.visibility = self.chance.choices(["public", "unlisted", "private"], [92, 3, 5])[0]
        if self.chance.random() < 0.03:
            self.change(root)
        self.posts.append(root)
        if root.visibility == "private":
            circle = [person for person in circle if (person.username, root.author.username) in self.follows]
        common = self.languages[theme.language].common
        self.answer(root, [opening, theme, common], circle, slots, limit)

    def opening(self, theme):
        pictured = [opening for opening in theme.openings if opening.has_pictures]
        silent = [opening for opening in theme.openings if not opening.has_pictures]
        has_pictures = pictured and self.chance.random() < PICTURED
        return self.drawn((id(theme), bool(has_pictures)), pictured if has_pictures else silent)

    @staticmethod
    def share(theme):
        """Returns a theme's weight by language; most of the town speaks English."""
        return {"en": 3, "zh": 3, "de": 1}.get(theme.language, 2)

    def answer(self, root, pools, circle, slots, limit):
        """Adds replies. `pools`: possible texts, the most fitting first."""
        _, least, most = self.chance.choices(LENGTHS, [weight for weight, *_ in LENGTHS])[0]
        is_commented = bool(root.pictures) and self.chance.random() < COMMENTED
        there, said = [root], set()
        for _ in range(self.chance.randint(least, most)):
            parent = self.answered(there)
            others = [person for person in circle if person is not parent.author]
            template = self.unsaid(pools, parent, said)
            if not others or not template or len(self.posts) >= limit or parent.at > self.now - JUST_NOW:
                return
            said.add(template)
            post = Post(
                self.respondent(parent, others), "", self.later(parent.at), root.language, parent,
                visibility=root.visibility, is_comment=is_commented)
            post.text = self.filled(template, slots, post, circle)
            if not is_commented and self.chance.random() < 0.85:
                post.text = self.addressed(post)
            there.append(post)
            self.posts.append(post)

    def answered(self, there):
        """Returns the root, the newest post, or any."""
        place = self.chance.random()
        return there[0] if place < 0.35 else there[-1] if place < 0.8 else self.chance.choice(there)

    def respondent(self, parent, others):
        """Returns the author of a reply; often two people alternate."""
        if parent.parent and parent.parent.author in others and self.chance.random() < 0.5:
            return parent.parent.author
        return self.somebody(others)

    def unsaid(self, pools, parent, said):
        kind = "talk" if parent.parent else "answers"
        pools = [getattr(pool, kind) for pool in pools]
        if self.chance.random() < 0.2:
            pools.reverse()
        for pool in pools:
            for _ in pool:
                template = self.drawn(id(pool), pool)
                if template not in said:
                    return template
        return None

    def filled(self, template, slots, post, circle):
        language = self.languages[post.language]

        def value(match):
            name, page = match.groups()
            if name == "link":
                post.link = language.links[page]
                return post.link.url
            if name == "friend":
                taken = {post.author, post.parent.author if post.parent else None}
                return "@" + self.chance.choice([person for person in circle if person not in taken] or circle).username
            return slots.setdefault(name, self.chance.choice(language.slots[name]))

        text = re.sub(r"\{(\w+)(?::(\w+))?\}", value, template)
        if template.startswith("{") and not text.startswith("@"):
            text = text[0].upper() + text[1:]
        return text.lower().replace(".", "", text.count(".") - 1) if post.author.username == "theo_9" else text

    def change(self, post):
        sentences = re.split(r"(?<=[.!?。!؟])\s*", post.text.strip())
        if len(sentences) > 2:
            post.earlier = ("".join(post.text.partition(sentences[0])[:2]), self.later(post.at))

    def repost(self):
        posts = [
            post for post in self.posts
            if not post.parent and post.visibility == "public" and post.author is not residents.SELLER]
        fans = {}
        for follower, followee in sorted(self.follows):
            fans.setdefault(followee, []).append(self.people[follower])
        done = set()
        while len(done) < REPOSTS:
            post = self.chance.choice(posts)
            fan, at = self.chance.choice(fans[post.author.username]), self.later(post.at)
            if (fan, post) in done or at < self.now - fan.joined * DAY or not fan.talks:
                continue
            done.add((fan, post))
            self.posts.append(Post(fan, "", at, post.language, repost_of=post))

    # Chance.

    def circle(self, name, language, at):
        return [
            person for person in residents.EVERYBODY
            if person.meets(name) and person.speaks(language) and person.talks and at > self.now - person.joined * DAY]

    def somebody(self, some):
        return self.chance.choices(some, [person.talks for person in some])[0]

    def drawn(self, key, items):
        """Draws from the items like cards: each comes once before any repeats."""
        if not self.decks.get(key):
            self.decks[key] = self.chance.sample(items, len(items))
        return self.decks[key].pop()

    def chosen(self, beginnings, count):
        """Returns pictures that belong together: those with the same prefix, if there are enough."""
        if not beginnings:
            return []
        albums = [[name for name in self.pictures if name.startswith(beginning)] for beginning in beginnings]
        album = self.chance.choice([album for album in albums if len(album) >= count] or albums)
        return self.chance.sample(album, min(count, len(album)))

    def beginning(self):
        """Returns the time of a new conversation: recent times are more likely, and people sleep at night."""
        days = self.chance.choices([1, 7, 40, 365], [7, 16, 27, 50])[0]
        at = self.now - int(self.chance.uniform(0.02, 1) * days * DAY)
        if days > 1:
            at -= (self.now - at) % DAY - int((self.chance.triangular(6, 23, 18) - self.HOUR) * 3_600_000)
        return min(at, self.now - 600_000)

    def later(self, at):
        """Returns the time of a reply, typically after a quarter of an hour, and never in the future."""
        delay = min(self.chance.lognormvariate(math.log(900_000), 1.3), 3 * DAY)
        return at + 1 + int(min(delay, (self.now - at) * 0.4))
