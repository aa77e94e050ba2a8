"""Movements that follow a finger: the dropped frames; and the time to switch accounts."""
import dataclasses
import json
import sys
import time
import urllib.request
from collections.abc import Callable

import crowd
import frames
import reader
import servers
from finger import PACE, Finger
from phone import SLOWER, Phone
from places import ROOT, SCRATCH
from report import Row, Section, median, milliseconds

sys.path += [str(ROOT / "Tests/Browser")]
from support.people import request  # noqa: E402

POSTS = 2_000
USERNAMES = [reader.USERNAME, "second"]
OWN_POSTS = 20
ROUNDS = 7
DRAGS = 3
STEPS = 120
DROPPED_AIM, SWITCH_AIM = 0.05, 100

ROOT_SCREEN = ".root:not([data-other-root], .leaves)"
POST = f"{ROOT_SCREEN} .post[data-tap]"
PROFILE = ".profile:not(.leaves)"


@dataclasses.dataclass
class Gesture:
    what: str
    start: tuple
    farthest: tuple
    """The turning point: the finger goes there and back, and the moved element returns to its place."""

    moved: str
    """JavaScript for the position of the moved element, in CSS px."""

    least: int
    """The least distance that the element has to move."""

    hold: float = 0
    """Seconds before the finger moves."""

    prepare: Callable = lambda phone, finger: None
    leave: Callable = lambda phone, finger: None

    @property
    def places(self):
        shares = [1 - abs(2 * step / STEPS - 1) for step in range(STEPS + 1)]
        return [tuple(a + (b - a) * share for a, b in zip(self.start, self.farthest)) for share in shares]


@dataclasses.dataclass
class Seen:
    """Measurements of one drag, from the touch until the moved element is at rest."""

    frames: frames.Frames
    way: float
    """The distance that it moved, in CSS px."""

    longest: float
    """Milliseconds of the longest call of the app."""


def open_accounts(phone, finger):
    x, y = middle(phone, f"{ROOT_SCREEN} .tab[data-tap='tab:notifications']")
    finger.drag([(x, y)], hold=0.6)
    phone.wait("document.querySelector('.panel')")
    time.sleep(0.8)


def close_accounts(phone, _=None):
    phone.js("history.back()")
    phone.wait("!document.querySelector('.accounts')")
    time.sleep(0.4)


def at_home(phone, server):
    phone.open(server.url + "/home")
    phone.wait(f"document.querySelector(`{POST}`)")


def at_profile(phone, server):
    phone.open(f"{server.url}/@{USERNAMES[1]}")
    phone.wait(f"document.querySelectorAll('{PROFILE} .post[data-tap]').length > 3 && document.querySelector('.banner img')?.complete")


def on_bare_page(phone, server):
    phone.open(server.url + "/health")
    phone.js(BARE_PAGE)


BARE_PAGE = """
const page = document.createElement("div");
page.id = "bare";
page.style.cssText = "position: fixed; inset: 0; background: #fff; touch-action: none; will-change: translate; overflow: hidden";
page.innerHTML = "<p>Nothing but text, which follows the finger.</p>".repeat(40);
document.body.append(page);
let start;
addEventListener("touchstart", ({ touches: [{ clientX }] }) => { start = clientX; }, { passive: true });
addEventListener("touchmove", ({ touches: [{ clientX }] }) => { page.style.translate = `${clientX - start}px`; }, { passive: true });
"""

BARE = Gesture("A bare page, dragged", (60, 400), (370, 404), "document.querySelector('#bare').getBoundingClientRect().left", 250)
GESTURES = [
    (on_bare_page, BARE),
    (at_home, Gesture("The menu, dragged", (60, 400), (370, 404), "document.querySelector('main').getBoundingClientRect().left", 250)),
    (at_home, Gesture(
        "The accounts, held up", (195, 815), (195, 815),
        "1000 * parseFloat(getComputedStyle(document.querySelector('.sheet > .frame') ?? document.body).scale) || 1000", 80, 1.2,
        leave=close_accounts)),
    (at_home, Gesture(
        "The accounts, dragged", (195, 640), (199, 800), "document.querySelector('.sheet > .frame')?.getBoundingClientRect().top ?? 0",
        100, prepare=open_accounts, leave=close_accounts)),
    (at_profile, Gesture(
        "A profile, pulled", (200, 100), (203, 400), "document.querySelector('.profile > .cells').getBoundingClientRect().top", 80)),
    (at_profile, Gesture("A profile's pages", (330, 0), (60, 0), "document.querySelector('.pages').scrollLeft", 200)),
]


def measure():
    data = SCRATCH / "gestures"
    servers.swiftlet(data).stop()
    for username in USERNAMES:
        reader.add(data, username)
    crowd.fill(data, POSTS)
    with servers.swiftlet(data, "--no-rate-limits", "--log-level", "warning") as server, Phone() as phone:
        crowd.wait_until_indexed(data)
        introduce(server, reader.sign_in(phone, server, *USERNAMES)[-1])
        dragged = []
        for open_page, gesture in GESTURES:
            open_page(phone, server)
            with Finger(phone) as finger:
                time.sleep(1)
                dragged.append((gesture, [drag(phone, finger, gesture) for _ in range(1 + DRAGS)][1:]))
        at_home(phone, server)
        with Finger(phone) as finger:
            switched = [switch(phone, finger) for _ in range(2 + ROUNDS)][2:]
    return Section("Under a finger", note(), list(rows(dragged, switched)))


def note():
    return (
        f"Chromium as a phone with the main thread slowed {SLOWER}×, two members signed in, at home and on the page of one of "
        f"them. Real touches, sent through the browser at {1 / PACE:.0f} a second: {STEPS} of them there and back, and the way "
        f"back to its place, {DRAGS} times after one to warm up. Dropped: between how many of the page's frames a display of "
        f"60 Hz would have shown another, from the touch until what it moved is at rest. The bare page is text that is "
        f"moved by four lines of JavaScript: what this machine drops there, it drops without the app's fault. Switching: "
        f"from the tap on the other account until its posts, which the device keeps, are painted, as the browser's event timing "
        f"says it; then until the app has read the rest of what the device keeps of that home. The median of {ROUNDS}.")


def introduce(server, token):
    """Gives a member pictures, a bio, and posts."""
    body = b""
    for name, picture in [("avatar", "peony.jpg"), ("header", "coast.jpg")]:
        body += f'--limit\r\nContent-Disposition: form-data; name="{name}"; filename="{picture}"\r\n\r\n'.encode()
        body += (ROOT / "Demo/pictures" / picture).read_bytes() + b"\r\n"
    body += b'--limit\r\nContent-Disposition: form-data; name="note"\r\n\r\nI walk by the river, and like birds.\r\n--limit--\r\n'
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "multipart/form-data; boundary=limit"}
    asked = urllib.request.Request(f"{server.url}/api/v1/accounts/update_credentials", body, headers, method="PATCH")
    urllib.request.urlopen(asked, timeout=60).close()
    for number in range(OWN_POSTS):
        request(server.url, "POST", "/api/v1/statuses", {"status": f"Walk {number} by the river."}, token)


def drag(phone, finger, gesture):
    gesture.prepare(phone, finger)
    places = gesture.places
    if not gesture.start[1]:
        height = middle(phone, f"{PROFILE} .pages")[1]
        places = [(x, height) for x, _ in places]
    phone.js(RECORD.replace("MOVED", gesture.moved))
    finger.drag(places if gesture.farthest != gesture.start else places[:1], gesture.hold)
    time.sleep(1)
    gaps, ways, longest = phone.js("return bench.stop()")
    gesture.leave(phone, finger)
    way = max(ways) - min(ways)
    if way < gesture.least:
        raise RuntimeError(f"{gesture.what}: it moved {way:.0f} px, not {gesture.least}")
    return Seen(frames.counted(gaps), way, longest)


def middle(phone, selector):
    return phone.js(
        "const { x, y, width, height } = document.querySelector(arguments[0]).getBoundingClientRect();"
        "return [x + width / 2, y + height / 2]", selector)


def switch(phone, finger):
    open_accounts(phone, finger)
    phone.js(AWAIT_SWITCH)
    finger.tap(middle(phone, ".account > .row:not([aria-current]) .names"))
    took = phone.wait("bench.shown && bench.switched && [bench.shown, bench.switched]")
    time.sleep(1.5)
    return took


# The frames between the touch and the last movement.
RECORD = """
bench.looksAway = true;
const times = [], ways = [];
const earlier = bench.calls.length;
let isOver = false, touched = Infinity;
const frame = (time) => {
  times.push(time);
  ways.push(MOVED);
  if (!isOver) requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
addEventListener("touchstart", ({ timeStamp }) => { touched = timeStamp; }, { once: true, capture: true, passive: true });
bench.stop = () => {
  isOver = true;
  const first = Math.max(0, times.findLastIndex((time) => time <= touched));
  const last = ways.findLastIndex((way) => Math.abs(way - ways.at(-1)) > 0.5) + 1;
  const gaps = times.slice(first + 1, last + 1).map((time, at) => time - times[first + at]);
  return [gaps, ways, Math.max(0, ...bench.calls.slice(earlier).map(({ time }) => time))];
};"""
AWAIT_SWITCH = f"""
const old = document.querySelector("{ROOT_SCREEN}");
bench.shown = bench.switched = 0;
new PerformanceObserver((list, observer) => {{
  const click = list.getEntries().find(({{ name }}) => name === "click");
  if (!click) return;
  bench.shown = click.duration;
  observer.disconnect();
}}).observe({{ type: "event", durationThreshold: 16 }});
addEventListener("click", ({{ timeStamp }}) => {{
  const look = () => {{
    const root = document.querySelector("{ROOT_SCREEN}");
    if (root === old || !root?.querySelector(".post[data-tap]")) return requestAnimationFrame(look);
    afterFrame(() => {{ bench.switched = performance.now() - timeStamp; }});
  }};
  requestAnimationFrame(look);
}}, {{ once: true, capture: true }});"""


def rows(dragged, switched):
    for gesture, seen in dragged:
        all_frames = frames.together([one.frames for one in seen])
        longest = max(one.longest for one in seen)
        aim = () if gesture is BARE else (f"< {DROPPED_AIM:.0%}", all_frames.share < DROPPED_AIM)
        yield Row(f"{gesture.what}: frames dropped", f"{all_frames.text}; longest call of the app {longest:.0f} ms", *aim)
    painted, read = zip(*switched)
    yield Row("Switching accounts", milliseconds(painted), f"< {SWITCH_AIM} ms", median(painted) < SWITCH_AIM)
    yield Row("… until all that the device keeps is read", milliseconds(read))
