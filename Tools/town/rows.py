"""Writes a town into the tables of a database that swiftlet made, as the server itself would have."""
import json
import math
import pathlib

DAY = 86_400_000


class Rows:
    """The rows of the town. `pictures`: ids of media by the names of the demo's pictures."""

    def __init__(self, database, now, chance, descriptions):
        self.database, self.now, self.chance, self.descriptions = database, now, chance, descriptions
        [(self.owner,)] = database.execute("SELECT account FROM credentials WHERE role = 'owner'")
        self.pictures = {
            pathlib.Path(reference).stem: media
            for reference, media in database.execute("SELECT reference, media FROM import_pictures WHERE owner = ?", (self.owner,))
            if pathlib.Path(reference).stem in descriptions}
        self.ids = {}
        self.following = set()
        self.posts = []
        self.cards = {}
        self.facts = []
        """Events for notifications: moment, account, kind, actor, post."""
        self.numbers = 0

    def identifier(self, milliseconds):
        """Returns an id as the server makes them: sortable by time, and unique."""
        self.numbers += 1
        return (milliseconds << 16) + self.numbers % 65536

    def add_people(self, everybody):
        [(password,)] = self.database.execute("SELECT password FROM credentials WHERE account = ?", (self.owner,))
        known = dict(self.database.execute("SELECT username, id FROM accounts"))
        # The account that was there first owns the community.
        newest = max(known.values())
        for number, person in enumerate(everybody, 1):
            joined = self.now - person.joined * DAY - number * 977_000
            id = self.ids[person.username] = known.get(person.username, newest + number)
            self.database.execute(
                "INSERT INTO accounts (id, username, username_key, nick, is_imported, created_at) VALUES (?1, ?2, ?2, ?3, 0, ?4) "
                "ON CONFLICT (id) DO NOTHING", (id, person.username, person.nick, joined))
            self.database.execute(
                "UPDATE accounts SET is_imported = 0, nick_key = ?, bio = ?, fields = ?, is_locked = ?, is_bot = ?, created_at = ?, "
                "avatar = coalesce(avatar, ?), cover = coalesce(cover, ?) WHERE id = ?",
                (person.nick.lower(), person.bio, json.dumps(person.fields, ensure_ascii=False), person.is_locked, person.is_bot, joined,
                 self.pictures.get(person.avatar), self.pictures.get(person.cover), id))
            self.database.execute(
                "INSERT INTO credentials (account, role, password) VALUES (?, 'member', ?) ON CONFLICT DO NOTHING", (id, password))
            if person.joined < 30:
                self.facts.append((joined, self.owner, "admin.sign_up", id, None))

    def add_follows(self, pairs):
        for follower, followee in pairs:
            pair = self.ids[follower], self.ids[followee]
            self.following.add(pair)
            moment = self.now - int(abs(self.chance.gauss(0, 1)) * 100 * DAY) % (360 * DAY) - 60_000
            added = self.database.execute(
                "INSERT INTO follows (id, follower, followee) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (self.identifier(moment), *pair))
            if added.rowcount:
                self.facts.append((moment, pair[1], "follow", pair[0], None))

    def add_posts(self, posts):
        self.posts = posts
        for post in posts:
            post.id = self.identifier(post.at)
        for post in posts:
            self.add(post)

    def add(self, post):
        author, parent, repeated = self.ids[post.author.username], post.parent, post.repost_of
        self.database.execute(
            "INSERT INTO posts (id, author, text, visibility, created_at, reply_to, reply_to_author, conversation, repost_of, warning, "
            "is_sensitive, language, edited_at, is_comment) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (post.id, author, post.text, post.visibility, post.at, parent and parent.id, parent and self.ids[parent.author.username],
             None if repeated else post.root.id, repeated and repeated.id, post.warning, bool(post.warning), post.language,
             post.earlier and post.earlier[1], post.is_comment))
        self.database.executemany("INSERT INTO tags (name, post) VALUES (?, ?)", [(tag, post.id) for tag in sorted(post.tags)])
        mentioned = {self.ids[name] for name in post.mentions if name in self.ids}
        if post.visibility in ("private", "direct") and parent and parent.author is not post.author:
            mentioned.add(self.ids[parent.author.username])
        self.database.executemany("INSERT INTO mentions (post, account) VALUES (?, ?)", [(post.id, id) for id in sorted(mentioned)])
        self.database.executemany(
            "INSERT INTO attachments (post, position, media, description) VALUES (?, ?, ?, ?)",
            [(post.id, position, self.pictures[name], self.descriptions[name]) for position, name in enumerate(post.pictures)])
        if post.earlier:
            self.database.execute(
                "INSERT INTO edits (id, post, text, warning, is_sensitive, created_at) VALUES (?, ?, ?, ?, ?, ?)",
                (self.identifier(post.earlier[1]), post.id, post.earlier[0], post.warning, bool(post.warning), post.at))
        if post.link and not post.pictures and post.visibility in ("public", "unlisted"):
            self.database.execute("INSERT INTO post_links (post, card) VALUES (?, ?)", (post.id, self.card(post.link)))
        if repeated:
            self.facts.append((post.at, self.ids[repeated.author.username], "reblog", author, repeated))
            if repeated.earlier and repeated.earlier[1] > post.at:
                self.facts.append((repeated.earlier[1], author, "update", self.ids[repeated.author.username], repeated))
        for account in mentioned | ({self.ids[parent.author.username]} if parent else set()):
            self.facts.append((post.at, account, "mention", author, post))

    def card(self, link):
        """Adds a link preview without fetching the page, which doesn't exist."""
        if link.url not in self.cards:
            id = self.cards[link.url] = self.identifier(self.now - 300 * DAY)
            self.database.execute(
                "INSERT INTO link_cards (id, url, title, description, site, picture, fetch_at) VALUES (?, ?, ?, ?, ?, ?, NULL)",
                (id, link.url, link.title, link.description, link.url.split("/")[2], self.pictures.get(link.picture)))
        return self.cards[link.url]

    def add_favourites(self, follows):
        """Adds favourites by followers of the author, who may see the post in any case."""
        fans = {}
        for follower, followee in sorted(follows):
            fans.setdefault(followee, []).append(follower)
        for post in self.posts:
            if post.repost_of or post.visibility == "direct" or post.author.username not in fans:
                continue
            mean = 0.35 if post.is_comment else 0.7 if post.parent else 6 if post.pictures else 3
            some = [fan for fan in fans[post.author.username] if fan != "biscuit" or "tuna" in post.text]
            for fan in self.chance.sample(some, min(len(some), int(self.chance.expovariate(1 / mean)))):
                delay = min(self.chance.lognormvariate(math.log(1_200_000), 1.4), 4 * DAY)
                moment = post.at + 1 + int(min(delay, (self.now - post.at) * 0.7))
                self.database.execute(
                    "INSERT INTO favourites (id, post, account) VALUES (?, ?, ?)", (self.identifier(moment), post.id, self.ids[fan]))
                self.facts.append((moment, self.ids[post.author.username], "favourite", self.ids[fan], post))

    # Relationships.

    def request(self, asking, asked):
        moment = self.now - int(self.chance.uniform(0.01, 3) * DAY)
        self.database.execute(
            "INSERT INTO follow_requests (id, follower, followee) VALUES (?, ?, ?)",
            (self.identifier(moment), self.ids[asking], self.ids[asked]))
        self.facts.append((moment, self.ids[asked], "follow_request", self.ids[asking], None))

    def block(self, account, target):
        pair = self.ids[account], self.ids[target]
        self.database.execute("INSERT INTO blocks (id, account, target) VALUES (?, ?, ?)", (self.identifier(self.now - DAY), *pair))
        self.facts = [fact for fact in self.facts if {fact[1], fact[3]} != set(pair)]

    def mute(self, account, target, until):
        self.database.execute(
            "INSERT INTO mutes (id, account, target, hides_notifications, expires_at) VALUES (?, ?, ?, 0, ?)",
            (self.identifier(self.now - 2 * DAY), self.ids[account], self.ids[target], until))

    def listen(self, account, target):
        """Notifies the account of all new posts by the target, for the last ten days."""
        pair = self.ids[account], self.ids[target]
        self.database.execute("UPDATE follows SET notifies = 1 WHERE follower = ? AND followee = ?", pair)
        self.facts += [
            (post.at, pair[0], "status", pair[1], post) for post in self.posts
            if post.author.username == target and not post.parent and not post.repost_of and post.at > self.now - 10 * DAY
            and account not in post.mentions]

    def bookmark(self, account, count):
        posts = [post for post in self.posts if post.visibility == "public" and not post.repost_of and not post.is_comment]
        for post in self.chance.sample(posts, count):
            self.database.execute(
                "INSERT INTO bookmarks (id, post, account) VALUES (?, ?, ?)", (self.identifier(post.at + 1), post.id, self.ids[account]))

    def pin(self, account, count):
        own = [
            post for post in self.posts
            if post.author.username == account and post.visibility == "public" and not post.parent and not post.repost_of]
        for post in sorted(own, key=lambda post: len(post.text) + 200 * len(post.pictures), reverse=True)[:count]:
            self.database.execute(
                "INSERT INTO pins (id, post, account) VALUES (?, ?, ?)", (self.identifier(post.at + 1), post.id, self.ids[account]))

    def read_up_to(self, account, **hours):
        for timeline, count in hours.items():
            moment = self.now - count * 3_600_000
            self.database.execute(
                "INSERT OR REPLACE INTO markers (account, timeline, last_read, version, updated_at) VALUES (?, ?, ?, 1, ?)",
                (self.ids[account], timeline, moment << 16, moment))

    def tell(self):
        """Adds the notifications, except for people's own actions and for duplicates."""
        for moment, account, kind, actor, post in sorted(self.facts, key=lambda fact: fact[0]):
            if account != actor:
                self.database.execute(
                    "INSERT INTO notifications (id, account, kind, actor, post) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    (self.identifier(moment), account, kind, actor, post and post.id))

    def count(self):
        self.database.execute(
            "UPDATE posts SET "
            "replies_count = (SELECT count(*) FROM posts r WHERE r.reply_to = posts.id AND r.visibility IN ('public', 'unlisted')), "
            "reposts_count = (SELECT count(*) FROM posts r WHERE r.repost_of = posts.id), "
            "favourites_count = (SELECT count(*) FROM favourites f WHERE f.post = posts.id)")
        self.database.execute(
            "UPDATE accounts SET "
            "followers_count = (SELECT count(*) FROM follows WHERE followee = accounts.id), "
            "following_count = (SELECT count(*) FROM follows WHERE follower = accounts.id), "
            "posts_count = (SELECT count(*) FROM posts WHERE author = accounts.id AND repost_of IS NULL "
            "AND is_comment = 0 AND visibility NOT IN ('circles', 'direct'))")
