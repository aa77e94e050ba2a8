"""The time from the navigation to the first post, and to the running app."""
import time

import servers
from link import Link
from phone import Phone
from report import Row, Section, median, milliseconds

RUNS = 5
AIM = 1000
DOWN, UP, ROUND_TRIP = 9e6, 1.5e6, 0.170
SLOW_DOWN = 1.5e6


def measure(data):
    cold, warm, slow = [], [], []
    with servers.swiftlet(data) as server:
        server.get("/")
        link = Link(server.port, DOWN, UP, ROUND_TRIP)
        for _ in range(RUNS):
            with Phone() as phone:
                cold.append(opened(phone, link.url))
                phone.js("return navigator.serviceWorker.ready.then(() => true)")
                time.sleep(0.5)
                warm.append(opened(phone, link.url))
        for _ in range(RUNS):
            # One link each: data still on its way to a closed browser would slow the next one down.
            slow_link = Link(server.port, SLOW_DOWN, UP, ROUND_TRIP)
            with Phone() as phone:
                slow.append(opened(phone, slow_link.url))
    return Section("Opening the page", note(), rows("Cold", cold) + rows("Warm", warm) + rows("Slow, cold", slow, has_aim=False))


def note():
    return (
        f"Chromium with a phone's window, the main thread slowed 4×, and a network of {DOWN / 1e6:g} Mbit/s down, "
        f"{UP / 1e6:g} up and {ROUND_TRIP * 1000:.0f} ms round trip, about what DevTools calls “Fast 4G”. The network "
        f"is a relay (`link.py`), because DevTools' throttling leaves out the service worker and the set-up of "
        f"connections; each new connection costs one round trip more, TLS and TCP's slow start are not part of it. "
        f"First post: painted with its text in the window, pictures may come later. Running: "
        f"`html[data-app=running]`. Cold: a browser never used before; warm: the same one a second time, with "
        f"its service worker. Slow: {SLOW_DOWN / 1e6:g} Mbit/s down. From the start of the navigation; median of {RUNS}.")


def opened(phone, url):
    """Returns the milliseconds to the first byte, the first post, and the running app."""
    phone.open(url + "/")
    phone.wait("bench.painted() && bench.marks.running")
    return phone.js("""
        const [navigation] = performance.getEntriesByType("navigation");
        return [navigation.responseStart, bench.painted(), bench.marks.running];""")


def rows(name, times, has_aim=True):
    first_byte, post, running = map(list, zip(*times))
    return [
        Row(f"{name}: first byte", milliseconds(first_byte)),
        Row(f"{name}: first post", milliseconds(post), *(("< 1 s", median(post) < AIM) if has_aim else ())),
        Row(f"{name}: app runs", milliseconds(running)),
    ]
