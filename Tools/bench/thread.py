"""A thread of 5,000 replies: the time to open it, its resources, and the smoothness of scrolling."""
import json

import long_thread
import servers
from phone import SLOWER, Phone
from places import SCRATCH
from report import Row, Section, median, megabytes, milliseconds

RUNS = 3
REPLIES, DEPTH = 5_000, 500
SMALL = 50
SECONDS = 5
SPEED = 1_800
"""CSS px a second, as after a firm flick."""

FRAME = 1000 / 60


def measure():
    with servers.swiftlet(SCRATCH / "thread") as server:
        long = [opened(server, REPLIES) for _ in range(RUNS)]
        short = [opened(server, SMALL) for _ in range(RUNS)]
    return Section("A thread of 5,000 replies", note(), list(rows(long, short)))


def note():
    return (
        f"A timeline file of {REPLIES + 1:,} posts, the deepest answer {DEPTH} below the first post, in Chromium with the "
        f"main thread slowed {SLOWER}×; the same with {SMALL} replies beside it. Read: from dropping the file to the whole "
        f"list. Opened: a tap on the first post, until the thread is painted. "
        f"Scrolling: {SECONDS} s downward at {SPEED:,} px a second; a frame "
        f"is missed for each {FRAME:.1f} ms that the next one is late. JavaScript's heap after a collection, and the "
        f"program's whole memory. Median of {RUNS} runs.")


def opened(server, replies):
    text = json.dumps(long_thread.file(replies, min(DEPTH, replies)))
    with Phone() as phone:
        phone.open(server.url + "/settings")
        phone.wait("bench.marks.running")
        read = phone.js(DROP, text)
        thread = phone.js("return bench.click(document.querySelector('.file-page [data-key=sp0] .time'))")
        phone.wait("document.querySelector('.thread .large') && !document.querySelector('.waits')")
        frames = phone.js(SCROLL, SECONDS, SPEED)
        phone.command("HeapProfiler.collectGarbage")
        heap = phone.js("return performance.memory.usedJSHeapSize")
        program = phone.js("return bench.memory.buffer.byteLength")
        cells = phone.js("return document.querySelectorAll('.thread .post').length")
        return {
            "read": read, "opened": thread["painted"], "operations": thread["operations"], "frames": frames, "heap": heap,
            "program": program, "cells": cells, "longest": phone.js("return bench.longest()")}


DROP = """
const transfer = new DataTransfer();
transfer.items.add(new File([arguments[0]], "timeline.json"));
const start = performance.now();
document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
return new Promise((resolve) => {
  const look = () => (document.querySelector(".file-head") ? resolve(performance.now() - start) : requestAnimationFrame(look));
  look();
});
"""

SCROLL = """
const [seconds, speed] = arguments;
const screen = document.querySelector(".thread");
return new Promise((resolve) => {
  const times = [];
  const frame = (time) => {
    if (times.length) screen.scrollTop += speed * (time - times.at(-1)) / 1000;
    times.push(time);
    if (time - times[0] < seconds * 1000) requestAnimationFrame(frame);
    else resolve(times.slice(1).map((time, index) => time - times[index]));
  };
  requestAnimationFrame(frame);
});
"""


def missed(frames):
    """Returns the share of frames that came too late."""
    late = sum(max(0, round(time / FRAME) - 1) for time in frames)
    return late / (late + len(frames))


def rows(long, short):
    for name, key in [("Read", "read"), ("Opened", "opened")]:
        yield Row(f"{name}: {REPLIES:,} replies", milliseconds([run[key] for run in long]))
        yield Row(f"{name}: {SMALL} replies", milliseconds([run[key] for run in short]))
    ratio = median([run["opened"] for run in long]) / median([run["opened"] for run in short])
    yield Row("Opened: the long one beside the short one", f"**{ratio:.2f}×**", "≤ 2×", ratio <= 2)
    operations = max(run["operations"] for run in long)
    yield Row("Opened: operations", f"**{operations}**", "≤ 1", operations <= 1)
    yield Row("Longest call of the app", milliseconds([run["longest"] for run in long]))
    shares = [median([missed(run["frames"]) for run in runs]) for runs in (long, short)]
    yield Row(
        "Scrolling: frames missed", f"**{shares[0]:.1%}**; {shares[1]:.1%} with {SMALL} replies; "
        f"{median([run['cells'] for run in long]):.0f} posts shown at the end")
    yield Row(
        "Memory", f"heap **{megabytes(median([run['heap'] for run in long]))}**, program "
        f"{megabytes(median([run['program'] for run in long]))}; with {SMALL} replies "
        f"{megabytes(median([run['heap'] for run in short]))} and {megabytes(median([run['program'] for run in short]))}")
