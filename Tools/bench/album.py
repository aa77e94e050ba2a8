"""An album of 2,000 posts, of somebody who has 20,000 posts and as many named albums as possible: opened, scrolled,
begun with a month, and what its lists cost the server."""
import contextlib
import sqlite3
import time

import frames
import picture_posts
import servers
from long_image_feed import memory
from phone import SLOWER, Phone
from places import SCRATCH
from report import Row, Section, median, megabytes, milliseconds

POSTS, SHOWN = 20_000, 2_000
STEP = 2 * 3_600_000
"""Milliseconds between two posts: some twelve a day, for four and a half years."""

SCRAPBOOKS, SCRAPBOOK_POSTS = 100, 500
PAGE = 20
RUNS, ROUNDS = 3, 7
RATIO_AIM, ELEMENTS_AIM, ANSWER_AIM = 1.5, 3_000, 500
ALBUM = ".album"
OPENED = f"document.querySelector('{ALBUM} .album-day') && (window.opened ??= performance.now())"
LOAD = """
const [count, selector] = arguments;
const album = document.querySelector(selector);
let pages = 0;
performance.setResourceTimingBufferSize(5000);
new PerformanceObserver((entries) => {
  pages += entries.getEntries().filter(({ name }) => name.includes("/statuses?")).length;
}).observe({ type: "resource", buffered: true });
return new Promise((resolve) => {
  const step = () => {
    if (pages >= count) return setTimeout(resolve, 600);
    album.scrollTop = album.scrollHeight - album.clientHeight - (album.scrollTop % 2 ? 0 : 1);
    setTimeout(step, 20);
  };
  step();
});"""
SHARE = """
const before = swiftlet.operations;
const album = document.querySelector(arguments[0]);
album.scrollTop = album.scrollHeight * arguments[1];
return new Promise((done) => setTimeout(() => done(swiftlet.operations - before), 600));"""
JUMP = """
const [selector, share] = arguments;
const album = document.querySelector(selector);
const list = album.querySelector(".jump select");
const first = album.querySelector(".album-day").dataset.key;
const before = swiftlet.operations;
const start = performance.now();
list.value = list.options[Math.floor((list.options.length - 1) * share)].value;
for (const type of ["input", "change"]) list.dispatchEvent(new Event(type, { bubbles: true }));
return new Promise((resolve) => {
  const look = () => {
    const now = album.querySelector(".album-day")?.dataset.key;
    if (!now || now === first) return requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve([performance.now() - start, swiftlet.operations - before]);
    port2.postMessage(null);
  };
  look();
});"""


def measure():
    data = SCRATCH / "album"
    picture_posts.make(data, POSTS, STEP)
    owner = add_scrapbooks(data)
    with servers.swiftlet(data, "--no-rate-limits", "--log-level", "warning") as server:
        answers = {name: answered(server, data, path) for name, path in paths(owner).items()}
        url = f"{server.url}/@{picture_posts.USERNAME}/album"
        opened = [open_album(url) for _ in range(RUNS)]
        shown = scrolled(url)
    return Section(f"An album of {SHOWN:,} posts", note(), list(rows(answers, opened, *shown)))


def note():
    return (
        f"Chromium as a phone with the main thread slowed {SLOWER}×, a stranger at the album of somebody with {POSTS:,} posts with "
        f"pictures, {SCRAPBOOKS} named albums and {SCRAPBOOK_POSTS} posts in each. Opened: from the navigation to the first day, "
        f"median of {RUNS} runs. Scrolled by 60 px a frame for 300 frames, at the beginning, where pages are loaded on the way, and in "
        f"the middle of {SHOWN:,} posts. Operations: calls of the app that change the document. To another month: from the choice to "
        f"the painted frame, median of {ROUNDS}. Responses: for a stranger, each after a change that outdates it, median of {ROUNDS}.")


def add_scrapbooks(data):
    """Makes named albums, each of every n-th post. Returns the owner's id."""
    with contextlib.closing(sqlite3.connect(data / "swiftlet.sqlite")) as database, database:
        database.execute("PRAGMA foreign_keys = ON")
        (owner,), = database.execute("SELECT id FROM accounts WHERE username = ?", (picture_posts.USERNAME,))
        posts = [id for id, in database.execute(
            "SELECT p.id FROM posts p WHERE p.author = ? AND EXISTS (SELECT 1 FROM attachments t WHERE t.post = p.id) "
            "ORDER BY p.id", (owner,))]
        for scrapbook in range(1, SCRAPBOOKS + 1):
            database.execute("INSERT INTO scrapbooks (id, owner, title) VALUES (?, ?, ?)", (scrapbook, owner, f"Album {scrapbook}"))
            chosen = [posts[(scrapbook + number * 37) % len(posts)] for number in range(SCRAPBOOK_POSTS)]
            database.executemany(
                "INSERT INTO scrapbook_posts (id, scrapbook, owner, post) VALUES (?, ?, ?, ?)",
                [(scrapbook * 1_000 + number, scrapbook, owner, post) for number, post in enumerate(chosen)])
        database.execute("ANALYZE")
    return owner


def paths(owner):
    date = time.strftime("%Y-%m-%d", time.gmtime())
    return {
        f"Response: overview of {POSTS:,} posts": f"/api/swiftlet/v1/accounts/{owner}/album?date={date}",
        f"Response: {SCRAPBOOKS} named albums": f"/api/swiftlet/v1/accounts/{owner}/scrapbooks",
        "Response: a page of a named album": "/api/swiftlet/v1/scrapbooks/7/statuses"}


def answered(server, data, path):
    """Returns the milliseconds of responses that a change has outdated."""
    times = []
    for number in range(ROUNDS):
        with contextlib.closing(sqlite3.connect(data / "swiftlet.sqlite", timeout=10)) as database, database:
            database.execute("UPDATE scrapbooks SET title = ? WHERE id = 1", (f"Album {number}",))
        time.sleep(0.3)  # the server learns of another process's change
        start = time.perf_counter()
        status, _, _ = server.get(path)
        times.append((time.perf_counter() - start) * 1000)
        if status != 200:
            raise RuntimeError(f"{path} is answered with {status}")
    return times


def open_album(url):
    with Phone() as phone:
        phone.open(url)
        return phone.wait(OPENED)


def scrolled(url):
    with Phone() as phone:
        phone.open(url)
        phone.wait(OPENED)
        few = measured(phone, 0)
        phone.command("Emulation.setCPUThrottlingRate", rate=1)
        phone.driver.set_script_timeout(300)
        phone.js(LOAD, SHOWN // PAGE, ALBUM)
        phone.command("Emulation.setCPUThrottlingRate", rate=SLOWER)
        many = measured(phone, 0.5)
        jumps = [phone.js(JUMP, ALBUM, (number + 1) / (ROUNDS + 1)) for number in range(ROUNDS)]
        return few, many, jumps


def measured(phone, share):
    moved = phone.js(SHARE, ALBUM, share)
    before = phone.js("return swiftlet.operations")
    seen = frames.scroll(phone, ALBUM)
    return {
        "frames": seen, "moved": moved, "operations": phone.js("return swiftlet.operations") - before, "memory": memory(phone),
        "elements": phone.js("return document.querySelectorAll('*').length")}


def rows(answers, opened, few, many, jumps):
    yield Row("Opened: first day shown", milliseconds(opened))
    yield Row("Frames dropped at the beginning", few["frames"].text)
    yield Row(f"Frames dropped in the middle of {SHOWN:,}", many["frames"].text)
    ratio = many["operations"] / max(1, few["operations"])
    yield Row(
        "Operations of 300 frames", f"**{many['operations']:,}**; at the beginning {few['operations']:,}",
        f"≤ {RATIO_AIM}×", ratio <= RATIO_AIM)
    yield Row("Operations of a leap into the middle", f"**{many['moved']:,}**")
    yield Row(
        "Elements in the document", f"**{many['elements']:,}**; at the beginning {few['elements']:,}", f"< {ELEMENTS_AIM:,}",
        many["elements"] < ELEMENTS_AIM)
    yield Row("Memory", f"**{megabytes(many['memory'])}**; at the beginning {megabytes(few['memory'])}")
    yield Row("To another month", milliseconds([time for time, _ in jumps]))
    yield Row("Operations of it", f"**{median([count for _, count in jumps]):,.0f}**")
    for name, times in answers.items():
        yield Row(name, milliseconds(times), f"≤ {ANSWER_AIM} ms", median(times) <= ANSWER_AIM)
