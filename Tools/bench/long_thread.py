"""Writes a thread of 5,000 replies, 500 deep, as `swiftlet import timeline` reads it. Every time the same.

long_thread.py FILE
"""
import datetime
import json
import pathlib
import random
import sys

USERNAME = "threads"
"""Whose timeline it is: what to name with --username."""

REPLIES = 5000
DEPTH = 500
FIRST = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
WORDS = (
    "the a and on of in swift swallow morning harbour kettle bicycle window rain late again with small blue "
    "bread letter quiet garden station somebody 早上 茶 下雨 回家 صباح قهوة").split()


def write(path, replies=REPLIES, depth=DEPTH):
    """The first post's id is "0", that of the deepest reply `str(depth)`; ids grow with the dates."""
    chance = random.Random(1)
    posts = [post(number, depth, chance) for number in range(replies + 1)]
    pathlib.Path(path).write_text(json.dumps({"timeline": posts}))


def post(number, depth, chance):
    """First one chain down to the greatest depth, then replies anywhere above its end."""
    value = {
        "id": str(number),
        "author": f"@person{number % 40}",
        "content": f"{' '.join(chance.choices(WORDS, k=chance.randint(3, 40))).capitalize()}.",
        "date": (FIRST + datetime.timedelta(minutes=number)).isoformat(),
    }
    if number:
        value["inReplyTo"] = str(number - 1 if number <= depth else chance.randrange(depth))
        value["content"] = f"@person{int(value['inReplyTo']) % 40} " + value["content"]
    return value


if __name__ == "__main__":
    write(sys.argv[1])
