"""A home timeline of 3,000 posts beside one of 20: opening a post, going back, changing tabs, a tap, and the elements
in the document."""
import crowd
import frames
import reader
import servers
from long_image_feed import memory
from phone import SLOWER, Phone
from places import SCRATCH
from report import Row, Section, median, megabytes, milliseconds

POSTS = 20_000
FEW, MANY = 20, 3_000
ROUNDS = 7
RATIO_AIM, ELEMENTS_AIM, TAP_AIM = 1.5, 3_000, 8


def measure():
    data = SCRATCH / "long-lists"
    servers.swiftlet(data).stop()
    reader.add(data)
    crowd.fill(data, POSTS)
    with servers.swiftlet(data, "--no-rate-limits", "--log-level", "warning") as server:
        crowd.wait_until_indexed(data)
        few, many = [measured(server, count) for count in (FEW, MANY)]
    return Section(f"Long lists: {MANY:,} posts at home", note(), list(rows(few, many)))


def note():
    return (
        f"Chromium as a phone with the main thread slowed {SLOWER}×, a member whose home has {FEW} posts loaded, and one "
        f"with {MANY:,}, who reads in their middle. Opened: from the tap on a post to the next painted frame. Back: from the "
        f"browser's step back until the thread has begun to leave, painted. Tabs: from the tap on another tab, and on the "
        f"one with the list again, to the painted frame. A tap: the handler of the button that favours a post. Median of "
        f"{ROUNDS} each. Elements: in the whole document. Memory: PSS of the page's process. Scrolling: 300 frames of 60 px.")


def measured(server, count):
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
        return result


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
    yield Row("Frames dropped while scrolling", f"{many['frames'].text}; with {FEW} {few['frames'].text}")
