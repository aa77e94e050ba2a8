"""What follows a finger: the frames dropped meanwhile; and the time to switch accounts."""
import dataclasses
import json
import sys
import time
from collections.abc import Callable

import crowd
import frames
import reader
import servers
from phone import SLOWER, Phone
from places import ROOT, SCRATCH
from report import Row, Section, median, milliseconds

sys.path += [str(ROOT / "Tests/Browser")]
from support.people import Member  # noqa: E402
from support.people import request  # noqa: E402

POSTS = 2_000
USERNAMES = [reader.USERNAME, "second"]
ROUNDS = 7
STEPS = 90
DROPPED_AIM, SWITCH_AIM = 0.05, 100


@dataclasses.dataclass
class Gesture:
    what: str
    start: tuple
    farthest: tuple
    """Where the finger turns round: it goes there and back, and what it moved goes back to its place."""

    prepare: Callable = lambda phone: None
    leave: Callable = lambda phone: None


def open_accounts(phone):
    phone.js("document.querySelector('.root:not([data-aside]) .tab.further[data-tap=open-accounts]').click()")
    phone.wait("document.querySelector('.panel')")
    time.sleep(0.8)


def close_accounts(phone):
    phone.js("history.back()")
    phone.wait("!document.querySelector('.accounts')")


GESTURES = [
    Gesture("Menu, dragged", (60, 400), (370, 404)),
    Gesture("Accounts, dragged", (195, 640), (199, 800), open_accounts, close_accounts),
]


def measure():
    data = SCRATCH / "gestures"
    servers.swiftlet(data).stop()
    for username in USERNAMES:
        reader.add(data, username)
    crowd.fill(data, POSTS)
    with servers.swiftlet(data, "--no-rate-limits", "--log-level", "warning") as server, Phone() as phone:
        sign_in(phone, server)
        dragged = [(gesture, drag(phone, gesture)) for gesture in GESTURES]
        switched = [switch(phone) for _ in range(2 + ROUNDS)][2:]
    return Section("Under a finger", note(), list(rows(dragged, switched)))


def note():
    return (
        f"Chromium as a phone with the main thread slowed {SLOWER}×, two members signed in, at home. Dragged: {STEPS} steps "
        f"of a finger there and back, and the way back to its place; between how many of its frames a display of 60 Hz "
        f"would have shown another. Switching: from the tap on the other account until its posts, which the device keeps, "
        f"are painted; the median of {ROUNDS}.")


def sign_in(phone, server):
    sessions = []
    for number, username in enumerate(USERNAMES, 1):
        token = reader.token(server, username)
        account = request(server.url, "GET", "/api/v1/accounts/verify_credentials", token=token)
        session = Member(username, token, account, "bench", "bench").session(server.url)
        sessions.append(session | {"key": str(number), "current": number == 1})
    phone.open(server.url + "/health")
    phone.js("localStorage.setItem('swiftlet.sessions', arguments[0])", json.dumps(sessions))
    phone.js("document.cookie = 'start=home; path=/; samesite=lax'")
    phone.open(server.url + "/home")
    phone.wait(f"document.querySelector('{POST}')")


def drag(phone, gesture):
    """The frames of one drag, after one to warm up."""
    for _ in range(2):
        gesture.prepare(phone)
        phone.js(RECORD)
        point(phone, "touchStart", gesture.start)
        for step in range(1, STEPS + 1):
            share = 1 - abs(2 * step / STEPS - 1)
            point(phone, "touchMove", tuple(a + (b - a) * share for a, b in zip(gesture.start, gesture.farthest)))
        phone.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        time.sleep(0.5)
        gaps = phone.js("return bench.stop()")
        gesture.leave(phone)
    return frames.Frames(len(gaps), sum(max(0, round(gap / frames.FRAME) - 1) for gap in gaps), max(gaps))


def point(phone, kind, place):
    phone.command("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": place[0], "y": place[1]}])
    time.sleep(0.008)


def switch(phone):
    open_accounts(phone)
    took = phone.js(SWITCH)
    time.sleep(1.5)
    return took


POST = ".root:not([data-aside]) .status[data-tap]"
RECORD = """
const times = [];
let isOver = false;
const frame = (time) => {
  times.push(time);
  if (!isOver) requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
bench.stop = () => {
  isOver = true;
  return times.slice(1).map((time, at) => time - times[at]);
};"""
SWITCH = f"""
const old = document.querySelector(".root:not([data-aside])");
const start = performance.now();
document.querySelector(".account > .row:not([aria-current])").click();
return new Promise((done) => {{
  const look = () => {{
    const root = document.querySelector(".root:not([data-aside], .leaves)");
    if (root === old || !root?.querySelector(".status[data-tap]")) return requestAnimationFrame(look);
    afterFrame(() => done(performance.now() - start));
  }};
  requestAnimationFrame(look);
}});"""


def rows(dragged, switched):
    for gesture, seen in dragged:
        yield Row(f"{gesture.what}: frames dropped", seen.text, f"< {DROPPED_AIM:.0%}", seen.share < DROPPED_AIM)
    yield Row("Switching accounts", milliseconds(switched), f"< {SWITCH_AIM} ms", median(switched) < SWITCH_AIM)
