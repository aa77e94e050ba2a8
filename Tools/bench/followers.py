"""A list of 10,000 followers, scrolled to its end: the elements in the document, dropped frames, requests, and
memory."""
import sys

import crowd
import frames
import reader
import servers
from long_image_feed import memory
from phone import SLOWER, Phone
from places import ROOT, SCRATCH
from report import Row, Section, megabytes

sys.path += [str(ROOT / "Tests/Browser")]
from support.many_followers import add_followers  # noqa: E402

COUNT = 10_000
PAGE = 40
POSTS = 100
DROPPED_AIM, ELEMENTS_AIM = 0.05, 3_000
LIST = ".people:not(.leaves)"


def measure():
    data = SCRATCH / "followers"
    servers.swiftlet(data).stop()
    reader.add(data)
    crowd.fill(data, POSTS)
    add_followers(data, reader.USERNAME, COUNT)
    with servers.swiftlet(data, "--no-rate-limits", "--log-level", "warning") as server, Phone() as phone:
        crowd.wait_until_indexed(data)
        open_list(phone, server)
        few = {"frames": frames.scroll(phone, LIST), "memory": memory(phone)}
        phone.command("Emulation.setCPUThrottlingRate", rate=1)
        phone.js(f"document.querySelector('{LIST}').scrollTop = 0")
        phone.driver.set_script_timeout(300)
        seconds, most, seen, requests = phone.js(LOAD, LIST)
        phone.command("Emulation.setCPUThrottlingRate", rate=SLOWER)
        phone.js(f"const list = document.querySelector('{LIST}'); list.scrollTop = list.scrollHeight / 2")
        phone.js("return new Promise((done) => setTimeout(done, 600))")
        many = {"frames": frames.scroll(phone, LIST), "memory": memory(phone)}
    return Section(f"{COUNT:,} followers", note(), list(rows(few, many, seconds, most, seen, requests)))


def note():
    return (
        f"Chromium as a phone, a member with {COUNT:,} followers, two of three of whom say something of themselves. The page of "
        f"followers is scrolled from the newest to the end, by two thirds of the window a frame, and waits for the server "
        f"where it has to: with the main thread as fast as it is. Elements: in the whole document, the most there were on "
        f"the way. Frames: 300 of 60 px with the main thread slowed {SLOWER}×, at the beginning, where pages are loaded on "
        f"the way, and in the middle of all {COUNT:,}. Memory: PSS of the page's process.")


def open_list(phone, server):
    reader.sign_in(phone, server)
    phone.open(f"{server.url}/@{reader.USERNAME}/followers")
    phone.wait(f"document.querySelectorAll('{LIST} .listed').length >= 20")


LOAD = """
const list = document.querySelector(arguments[0]);
const start = performance.now();
let most = 0, requests = 0;
performance.setResourceTimingBufferSize(5000);
new PerformanceObserver((entries) => {
  requests += entries.getEntries().filter(({ name }) => new URL(name).pathname.endsWith("/followers")).length;
}).observe({ type: "resource", buffered: true });
const seen = new Set();
return new Promise((resolve) => {
  const frame = () => {
    most = Math.max(most, document.querySelectorAll("*").length);
    for (const row of list.querySelectorAll(".listed")) seen.add(row.dataset.key);
    const rest = list.scrollHeight - list.scrollTop - list.clientHeight;
    if (rest < 2 && list.querySelector(".list-footer .end")) {
      return setTimeout(() => resolve([(performance.now() - start) / 1000, most, seen.size, requests]), 100);
    }
    // At the very end nothing scrolls any more, and nobody would ask for the next page: back a little first.
    list.scrollTop += rest < 2 ? -100 : list.clientHeight * 2 / 3;
    requestAnimationFrame(frame);
  };
  frame();
});"""


def rows(few, many, seconds, most, seen, requests):
    yield Row("Followers shown on the way", f"**{seen:,}** in {seconds:.0f} s", f"{COUNT:,}", seen == COUNT)
    yield Row("Requests for pages", f"**{requests:,}**", f"≤ {COUNT // PAGE + 2}", requests <= COUNT // PAGE + 2)
    yield Row("Elements in the document, at most", f"**{most:,}**", f"< {ELEMENTS_AIM:,}", most < ELEMENTS_AIM)
    for name, measured in [("at the beginning", few), (f"in the middle of {COUNT:,}", many)]:
        seen_frames = measured["frames"]
        yield Row(
            f"Frames dropped {name}", seen_frames.text, f"< {DROPPED_AIM:.0%}", seen_frames.share < DROPPED_AIM)
    yield Row("Memory", f"**{megabytes(many['memory'])}**; at the beginning {megabytes(few['memory'])}")
