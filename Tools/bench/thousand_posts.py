"""Writes a Moments page of 1,000 posts, as `swiftlet import moments` reads it. The result is always the same."""
import datetime
import json
import random
import shutil

from places import ROOT

USERNAME = "thousand"
NEWEST = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
PICTURES = ["coast.jpg", "cat-window.jpg", "peony.jpg"]
WORDS = (
    "the a and on of in swift swallow morning harbour kettle bicycle window rain late again with small blue "
    "bread letter quiet garden station somebody 早上 茶 下雨 回家 صباح قهوة λιμάνι Ψωμί chuva manhã").split()


def write(folder):
    chance = random.Random(1)
    people = [person(number) for number in range(12)]
    owner = dict(people[0], username=USERNAME, nick="A Thousand")
    owner["profile-image"] = "pictures/" + PICTURES[0]
    posts = [post(number, people, chance) for number in range(1000)]
    (folder / "pictures").mkdir(parents=True)
    for name in PICTURES:
        shutil.copy(ROOT / "Demo/pictures" / name, folder / "pictures")
    (folder / "user.json").write_text(json.dumps(owner))
    (folder / "tweets.json").write_text(json.dumps(posts))


def person(number):
    return {"username": f"person{number}", "nick": f"Person {number}", "avatar": "pictures/" + PICTURES[number % 3]}


def post(number, people, chance):
    """Returns a post: every third is long enough to be folded, every tenth has pictures, every second comments."""
    time = NEWEST - datetime.timedelta(minutes=37 * number)
    value = {
        "id": f"t{number}",
        "content": text(chance, 150 if number % 3 == 0 else 25),
        "sender": chance.choice(people),
        "created_at": time.isoformat(),
        "likes": chance.sample(people, number % 4),
    }
    if number % 10 == 0:
        value["images"] = [{"url": "pictures/" + name} for name in PICTURES[: 1 + number // 10 % 3]]
    if number % 2 == 0:
        value["comments"] = [
            {"id": f"t{number}c{index}", "content": text(chance, 8), "sender": chance.choice(people)}
            for index in range(1 + number % 3)]
    return value


def text(chance, length):
    return " ".join(chance.choices(WORDS, k=length)).capitalize() + "."
