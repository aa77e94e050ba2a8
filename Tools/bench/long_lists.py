"""A home timeline of 3,000 posts beside one of 20: opening a post, going back, changing tabs, a tap, the elements in the
document, posts that arrive, and the memory with ten screens open."""
import http.client
import json
import sqlite3
import threading
import time

import crowd
import frames
import mixed
import reader
import servers
from long_image_feed import memory
from phone import SLOWER, Phone
from places import SCRATCH
from report import Row, Section, median, megabytes, milliseconds

POSTS = 20_000
FEW, MANY = 20, 3_000
ROUNDS = 7
ARRIVING, SECONDS = 200, 10
SCREENS = 10
"""Screens over each other: the list, and posts opened from it and from each other."""

RATIO_AIM, ELEMENTS_AIM, TAP_AIM, DROPPED_AIM = 1.5, 3_000, 8, 0.05


def measure():
    data = SCRATCH / "long-lists"
    servers.swiftlet(data).stop()
    reader.add(data)
    crowd.fill(data, POSTS)
    author = followed(data)
    with servers.swiftlet(data, "--no-rate-limits", "--log-level", "warning") as server:
        crowd.wait_until_indexed(data)
        few, many = [measured(server, count, author) for count in (FEW, MANY)]
    return Section(f"Long lists: {MANY:,} posts at home", note(), list(rows(few, many)))


def note():
    return (
        f"Chromium as a phone with the main thread slowed {SLOWER}×, a member whose home has {FEW} posts loaded, and one "
        f"with {MANY:,}, who reads in their middle. Opened: from the tap on a post to the next painted frame. Back: from the "
        f"browser's step back until the thread has begun to leave, painted. Tabs: from the tap on another tab, and on the "
        f"one with the list again, to the painted frame. A tap: the handler of the button that favours a post. Median of "
        f"{ROUNDS} each. Elements: in the whole document. Memory: PSS of the page's process. Scrolling: 300 frames of 60 px. "
        f"Arriving: somebody whom the member follows posts {ARRIVING} times in {SECONDS} s, and the stream brings them while the "
        f"member reads. Ten screens: the list, and {SCREENS - 1} pages over it, each opened from the one below.")


def followed(data):
    """Returns the token of somebody whom the reader follows, inserted into the database."""
    database = sqlite3.connect(data / "swiftlet.sqlite", isolation_level=None)
    [author] = database.execute(
        "SELECT followee FROM follows JOIN accounts ON accounts.id = follower WHERE username = ? LIMIT 1",
        (reader.USERNAME,)).fetchone()
    database.execute("BEGIN")
    tokens = mixed.sign_in(database, [author])
    database.execute("COMMIT")
    database.close()
    return tokens[author]


def measured(server, count, author):
    with Phone() as phone:
        reader.sign_in(phone, server)
        phone.open(server.url + "/home")
        phone.wait("document.querySelector('.timeline .post[aria-posinset]')")
        phone.command("Emulation.setCPUThrottlingRate", rate=1)
        phone.js(LOAD, count)
        phone.command("Emulation.setCPUThrottlingRate", rate=SLOWER)
        result = {"elements": phone.js("return document.querySelectorAll('*').length"), "memory": memory(phone)}
        phone.js("const home = document.querySelector('.timeline'); home.scrollTop = home.scrollHeight / 2")
        phone.js(REST)
        for name, script in [("tap", TAP), ("open", OPEN), ("tabs", TABS)]:
            result[name] = [phone.js(PARTS + script) for _ in range(ROUNDS)]
        result["frames"] = frames.scroll(phone, ".timeline")
        result["arriving"] = arriving(phone, server, author)
        phone.js(SCREENS_OPEN, SCREENS)
        result["ten screens"] = memory(phone)
        return result


def arriving(phone, server, author):
    """Returns the frames that the page draws while posts arrive, and the number of those that came."""
    # The stream connects a few seconds after the second part of the program has come.
    time.sleep(5)
    phone.js("bench.toldBefore = document.querySelector('.timeline.root .pill')?.textContent")
    posting = threading.Thread(target=post, args=(server.port, author))
    posting.start()
    drawn = frames.counted(phone.js(FRAMES, SECONDS * 1000))
    posting.join()
    return drawn, phone.js(
        "return document.querySelector('.timeline.root .pill')?.textContent !== bench.toldBefore")


def post(port, token):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    began = time.perf_counter()
    for number in range(ARRIVING):
        time.sleep(max(0, began + number * SECONDS / ARRIVING - time.perf_counter()))
        connection.request(
            "POST", "/api/v1/statuses", json.dumps({"status": f"Arriving {number}", "visibility": "public"}),
            {"Content-Type": "application/json", "Authorization": f"Bearer {token}"})
        response = connection.getresponse()
        body = response.read()
        if response.status != 200:
            raise RuntimeError(body)
    connection.close()


FRAMES = """
const [milliseconds] = arguments;
return new Promise((resolve) => {
  const times = [];
  const frame = (time) => {
    times.push(time);
    if (time - times[0] > milliseconds) return resolve(times.slice(1).map((time, at) => time - times[at]));
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
});"""
SCREENS_OPEN = """
const count = arguments[0];
return (async () => {
  const rest = () => new Promise((done) => setTimeout(done, 700));
  const shownPosts = () => {
    const screen = [...document.querySelectorAll(".screen:not([data-other-root], .leaves)")].at(-1);
    return [...screen.querySelectorAll(".post:not(.waiting)")].filter((row) => row.checkVisibility());
  };
  for (let number = 1; number < count; number += 1) {
    // A post's thread and its author's page in turn.
    for (let waits = 0; waits < 20 && !shownPosts().length; waits += 1) await rest();
    const shown = shownPosts();
    const row = shown.find((row) => row.getBoundingClientRect().top > 60) ?? shown[0];
    const kind = number % 2 ? "open:" : "profile:";
    (row.querySelector(`[data-tap^='${kind}']`) ?? row).click();
    await rest();
  }
  await rest();
})();"""
REST = "return new Promise((done) => setTimeout(done, 600));"
PARTS = """
const home = document.querySelector(".timeline.root");
const rest = () => new Promise((done) => setTimeout(done, 700));
const row = () => [...home.querySelectorAll(".post:not(.waiting)")].find((row) => row.getBoundingClientRect().top > 60);
const until = (condition) => new Promise((resolve) => {
  const look = () => (condition() ? afterFrame(resolve) : requestAnimationFrame(look));
  look();
});
"""
LOAD = """
const count = arguments[0];
const home = document.querySelector(".timeline");
return new Promise((resolve) => {
  const step = () => {
    const last = Math.max(...[...home.querySelectorAll("[aria-posinset]")].map((row) => row.ariaPosInSet));
    if (last >= count) return resolve();
    home.scrollTop = home.scrollHeight;
    setTimeout(step, 20);
  };
  step();
});"""
TAP = """
return (async () => {
  const button = row().querySelector("[data-tap^='favourite:']");
  const { handled } = await bench.click(button);
  await rest();
  return handled;
})();"""
OPEN = """
return (async () => {
  const opened = await bench.click(row().querySelector("[data-tap^='open:']") ?? row());
  await until(() => document.querySelector(".thread"));
  await rest();
  const start = performance.now();
  history.back();
  await until(() => !document.querySelector(".thread:not(.leaves)"));
  const back = performance.now() - start;
  await rest();
  return [opened.painted, back];
})();"""
TABS = """
return (async () => {
  const tab = (name) => [...document.querySelectorAll(`.tabs [data-tap='tab:${name}']`)].find((tab) => tab.checkVisibility());
  const away = await bench.click(tab("notifications"));
  await rest();
  const back = await bench.click(tab("home"));
  await rest();
  return [away.painted, back.painted];
})();"""


def rows(few, many):
    for what, name, part in [
            ("Opening a post", "open", 0), ("Back", "open", 1), ("To another tab", "tabs", 0), ("To the list's tab", "tabs", 1)]:
        short, long = ([pair[part] for pair in measures[name]] for measures in (few, many))
        ratio = median(long) / median(short)
        yield Row(
            what, f"{milliseconds(long)}; with {FEW} {milliseconds(short)}: **{ratio:.2f}×**", f"≤ {RATIO_AIM}×",
            ratio <= RATIO_AIM)
    tap = median(many["tap"])
    yield Row("A tap: handler", f"{milliseconds(many['tap'])}; with {FEW} {milliseconds(few['tap'])}", f"≤ {TAP_AIM} ms", tap <= TAP_AIM)
    yield Row(
        "Elements in the document", f"**{many['elements']:,}**; with {FEW} {few['elements']:,}", f"< {ELEMENTS_AIM:,}",
        many["elements"] < ELEMENTS_AIM)
    yield Row("Memory", f"**{megabytes(many['memory'])}**; with {FEW} {megabytes(few['memory'])}")
    yield Row(
        f"Memory with {SCREENS} screens open", f"**{megabytes(many['ten screens'])}**; with {FEW} {megabytes(few['ten screens'])}")
    yield Row("Frames dropped while scrolling", f"{many['frames'].text}; with {FEW} {few['frames'].text}")
    (long, came), (short, _) = many["arriving"], few["arriving"]
    yield Row(
        f"Frames dropped while {ARRIVING} posts arrive in {SECONDS} s", f"{long.text}; with {FEW} {short.text}",
        f"≤ {DROPPED_AIM:.0%}", came and long.share <= DROPPED_AIM)
