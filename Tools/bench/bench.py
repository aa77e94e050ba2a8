#!/usr/bin/env python3
"""Measures size and speed, and rewrites docs/benchmarks.md (`make bench`). Never fails because of a time.

bench.py [sizes] [opening] [thousand] [process] [timeline] [search] [posting] [mixed] [day] [uploads] [photos] [images]
         [thread] [lists] [album] [followers] [streaming] [comings] [push] [twitter] [gestures] [databases]
    runs all parts if none is named, and only then writes the page
--write
    also writes the results of named parts, in place of those on the page
--peer URL --peer-tokens FILE [--peer-pid PID]
    also measures the mixed load on another server with the same API; the file has a member's token on each line
--gotosocial PATH
    also measures the streams of GoToSocial, whose program that is
"""
import argparse
import pathlib
import shutil
import sys
import traceback

import album
import comings
import databases
import day
import followers
import gestures
import long_image_feed
import long_lists
import mixed
import nine_photos
import opening
import posting
import process
import push_queue
import report
import searching
import servers
import sizes
import streaming
import thread
import thousand
import throughput
import timeline
import twitter
import uploads
from places import REPORT, ROOT, SCRATCH

PARTS = [
    "sizes", "opening", "thousand", "process", "timeline", "search", "posting", "mixed", "day", "uploads", "photos", "images", "thread",
    "lists", "album", "followers", "streaming", "comings", "push", "twitter", "gestures", "databases"]
DEMO_PARTS = {"sizes", "opening", "process"}
"""The parts that measure the demo community."""


def main(arguments):
    options = parsed(arguments)
    wanted = options.parts
    shutil.rmtree(SCRATCH, ignore_errors=True)
    SCRATCH.mkdir(parents=True)
    demo = SCRATCH / "demo"
    if DEMO_PARTS & set(options.parts or PARTS):
        say("Filling a demo community …")
        servers.swiftlet(demo, "--demo").stop()
    failed = []
    sections = [section for part in wanted or PARTS for section in attempt(part, demo, options, failed)]
    print("\n" + "\n\n".join(section.text for section in sections))
    if options.write or not wanted:
        (report.replace if wanted else report.write)(sections)
        say(f"\nWritten to {REPORT.relative_to(ROOT)}")
    if failed:
        sys.exit(f"Not measured: {', '.join(failed)}")


def parsed(arguments):
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--peer")
    parser.add_argument("--peer-tokens", type=pathlib.Path)
    parser.add_argument("--peer-pid", type=int)
    parser.add_argument("--gotosocial", type=pathlib.Path)
    options = parser.parse_args(arguments)
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    if options.peer and not options.peer_tokens:
        parser.error("--peer needs --peer-tokens")
    return options


def attempt(part, demo, options, failed):
    """Measures a part. If it fails, the page says so, and the others go on."""
    try:
        return measure(part, demo, options)
    except Exception as error:
        traceback.print_exc()
        failed.append(part)
        return [report.Section(part, "This part failed.", [report.Row("Nothing measured", type(error).__name__)])]


def measure(part, demo, options):
    say(f"Measuring: {part} …")
    if part == "sizes":
        return [sizes.measure(demo)]
    if part == "opening":
        return [opening.measure(demo)]
    if part == "thousand":
        return [thousand.measure()]
    if part == "timeline":
        return [timeline.measure()]
    if part == "search":
        return [searching.measure()]
    if part == "posting":
        return [posting.measure()]
    if part == "mixed":
        tokens = options.peer_tokens.read_text().split() if options.peer else []
        return [mixed.measure(mixed.Peer(options.peer, tokens, options.peer_pid) if options.peer else None)]
    if part == "day":
        return [day.measure()]
    if part == "uploads":
        return [uploads.measure()]
    if part == "photos":
        return [nine_photos.measure()]
    if part == "images":
        return [long_image_feed.measure()]
    if part == "thread":
        return [thread.measure()]
    if part == "lists":
        return [long_lists.measure()]
    if part == "album":
        return [album.measure()]
    if part == "followers":
        return [followers.measure()]
    if part == "streaming":
        return [streaming.measure(options.gotosocial)]
    if part == "comings":
        return [comings.measure()]
    if part == "push":
        return [push_queue.measure()]
    if part == "twitter":
        return [twitter.measure()]
    if part == "gestures":
        return [gestures.measure()]
    if part == "databases":
        return [databases.measure()]
    requests, loaded = throughput.measure(demo)
    return [requests, process.measure(demo, loaded)]


def say(text):
    print(text, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
