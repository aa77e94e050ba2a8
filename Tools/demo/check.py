#!/usr/bin/env python3
"""Checks the demo community: it is complete, consistent and within the size limit, and every layout occurs."""

import json
import re
import sys
from collections import Counter
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEMO, ICONS = ROOT / "Demo", ROOT / "Web" / "icons"
LIMIT = 2_800_000
problems = []


def need(condition, message):
    if not condition:
        problems.append(message)


def date(text):
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ")


def people(item):
    yield item["sender"]
    yield from item.get("likes", [])
    for comment in item.get("comments", []):
        yield comment["sender"]


user = json.loads((DEMO / "user.json").read_text(encoding="utf-8"))
items = json.loads((DEMO / "tweets.json").read_text(encoding="utf-8"))
kept = [item for item in items if "sender" in item and (item.get("content", "").strip() or item.get("images"))]
need(len(items) - len(kept) == 4, f"{len(items) - len(kept)} broken items, not 4")
need(36 <= len(kept) <= 44, f"{len(kept)} posts")

faces, files = {user["username"]: (user["nick"], user["avatar"])}, {user["profile-image"], user["avatar"]}
previous, ids = None, []
for item in kept:
    name, ids = item["id"], ids + [item["id"]]
    for person in people(item):
        face = (person["nick"], person["avatar"])
        need(faces.setdefault(person["username"], face) == face, f"{name}: {person['username']} has two faces")
        need(re.fullmatch(r"[a-z0-9_]+", person["username"]), f"{name}: bad username {person['username']}")
        files.add(person["avatar"])
    for image in item.get("images", []):
        need(image.get("description"), f"{name}: {image['url']} has no description")
        files.add(image["url"])
    posted, known, last = date(item["created_at"]), set(), date(item["created_at"])
    need(previous is None or posted <= previous, f"{name} is not in order")
    previous = posted
    for comment in item.get("comments", []):
        ids.append(comment["id"])
        need(date(comment["created_at"]) >= last, f"{comment['id']} is earlier than what is before it")
        need(comment.get("reply_to", {"id": None})["id"] in known | {None}, f"{comment['id']} replies to nothing")
        last = date(comment["created_at"])
        known.add(comment["id"])
    likers = [person["username"] for person in item.get("likes", [])]
    need(len(likers) == len(set(likers)), f"{name}: somebody likes twice")
    need(item["sender"]["username"] not in likers, f"{name}: its own sender likes it")
need(len(ids) == len(set(ids)), "an id occurs twice")
for item in items:
    files.update(image["url"] for image in item.get("images", []))

counts = Counter(len(item.get("images", [])) for item in kept)
need(set(counts) == set(range(10)), f"numbers of pictures: {sorted(counts)}")
need(any(len(word) == 600 for item in kept for word in item.get("content", "").split()), "no word of 600 characters")
need(any(item.get("content", "").count("\n") >= 29 for item in kept), "no long text")
need(any(len(item.get("comments", [])) >= 15 and len(item.get("likes", [])) >= 8 for item in kept), "no lively post")
need(any(item.get("comments") and not item.get("likes") for item in kept), "no post with comments but no likes")
need(any(item.get("likes") and not item.get("comments") for item in kept), "no post with likes but no comments")
for path in files:
    need((DEMO / path).is_file(), f"{path} is missing")
present = {f"pictures/{path.name}" for path in (DEMO / "pictures").iterdir()}
need(present == files, f"never used: {sorted(present - files)}")
for name in ("icon.svg", "icon-192.png", "icon-512.png", "icon-maskable-512.png", "apple-touch-icon-180.png", "favicon-32.png"):
    need((ICONS / name).is_file(), f"{name} is missing")
size = sum(path.stat().st_size for folder in (DEMO, ICONS) for path in folder.rglob("*") if path.is_file())
need(size <= LIMIT, f"{size:,} bytes, more than {LIMIT:,}")

print(f"{len(kept)} posts, {len(items) - len(kept)} broken items, {len(faces)} people, {len(files)} pictures, {size:,} bytes")
print("pictures per post:", ", ".join(f"{number}: {counts[number]}×" for number in sorted(counts)))
for problem in problems:
    print("problem:", problem)
sys.exit(bool(problems))
