#!/usr/bin/env python3
"""Measures size and speed, and rewrites docs/benchmarks.md (`make bench`). Never fails because of a time.

bench.py [sizes] [opening] [thousand] [process] [timeline] [posting] [images] [thread]     all if none is named; only then the page is written
"""
import shutil
import sys

import image_feed
import opening
import posting
import process
import report
import servers
import sizes
import thread
import thousand
import throughput
import timeline
from places import REPORT, ROOT, SCRATCH

PARTS = ["sizes", "opening", "thousand", "process", "timeline", "posting", "images", "thread"]


def main(wanted):
    shutil.rmtree(SCRATCH, ignore_errors=True)
    SCRATCH.mkdir(parents=True)
    demo = SCRATCH / "demo"
    say("Filling a demo community …")
    servers.swiftlet(demo, "--demo").stop()
    sections = [section for part in wanted or PARTS for section in measure(part, demo)]
    print("\n" + "\n\n".join(section.text for section in sections))
    if not wanted:
        report.write(sections)
        say(f"\nWritten to {REPORT.relative_to(ROOT)}")


def measure(part, demo):
    say(f"Measuring: {part} …")
    if part == "sizes":
        return [sizes.measure(demo)]
    if part == "opening":
        return [opening.measure(demo)]
    if part == "thousand":
        return [thousand.measure()]
    if part == "timeline":
        return [timeline.measure()]
    if part == "posting":
        return [posting.measure()]
    if part == "images":
        return [image_feed.measure()]
    if part == "thread":
        return [thread.measure()]
    requests, loaded = throughput.measure(demo)
    return [requests, process.measure(demo, loaded)]


def say(text):
    print(text, flush=True)


main(sys.argv[1:])
