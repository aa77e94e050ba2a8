#!/usr/bin/env python3
"""Retakes the README's pictures (`make screenshots`): the demo community, in Chromium as a phone and as a desktop.

screenshots.py [NAME …]   all if none is named
"""
import base64
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "Tests/Browser")]
from support.chromium import Chromium  # noqa: E402
from support.moments import Moments  # noqa: E402
from support.origins import Relay  # noqa: E402
from support.people import People, people_in  # noqa: E402
from support.server import Swiftlet  # noqa: E402

FOLDER = ROOT / "docs/screenshots"
GAP = 16
QUALITY = 82
READER, OTHER = "wren", "gus_next_door"

ARRIVED = """[...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)
    && !document.querySelector('.skeleton, .screen .loading')
    && !document.getAnimations().some(({ playState, timeline, effect }) => timeline === document.timeline && playState === 'running' && effect.getTiming().iterations === 1)"""


def posts(app):
    app.until("screen.querySelectorAll('.post[data-tap]').length > 3")


def open_thread(app):
    app.open("/home")
    posts(app)
    most = "[...screen.querySelectorAll('.post[data-tap]')].reduce((a, b) => Number(a.querySelector('.reply .number')?.textContent ?? 0) >= Number(b.querySelector('.reply .number')?.textContent ?? 0) ? a : b)"
    app.value(f"{most}.querySelector('.time').click()")
    app.until("screen.matches('.thread') && screen.querySelectorAll('.post').length > 1")


def open_sheet(app):
    app.open("/home")
    posts(app)
    app.value("screen.querySelectorAll('.post [data-tap^=menu]')[1].click()")
    app.until("screen.matches('.options')")


def open_accounts(app):
    app.open("/home")
    posts(app)
    app.value("screen.querySelector('.tabs [data-tap=open-accounts]').click()")
    app.until("screen.matches('.accounts')")


def open_search(app):
    app.open("/search?q=sea")
    app.until("screen.querySelectorAll('article').length > 1")


def open_viewer(app):
    app.open("/moments")
    app.until("screen.querySelector('.photo')")
    app.value("screen.querySelector('.photo').click()")
    app.until("screen.matches('.viewer')")


def beside(app):
    app.open("/home")
    posts(app)
    app.value("screen.querySelectorAll('.post[data-tap] .time')[2].click()")
    app.until("screen.matches('.thread')")


def at(path, what=".post[data-tap]"):
    def open(app):
        app.open(path)
        app.until("screen.querySelector(arguments[0])", what)
    return open


STRIPS = {
    "overview": [(at("/moments", ".moments-post"), {}), (at("/home"), {}), (open_thread, {}), (at("/notifications", ".activity, .post[data-tap]"), {})],
    "moments": [(at("/moments", ".moments-post"), {}), (open_viewer, {}), (at("/moments", ".moments-post"), {"is_dark": True}),
                (at("/moments", ".moments-post"), {"language": "zh-CN"})],
    "people": [(at(f"/@{OTHER}"), {}), (at(f"/@{OTHER}/followers", ".listed"), {}), (open_search, {}), (open_sheet, {})],
    "own": [(at("/compose", ".writing"), {}), (at("/me", ".card"), {}), (at("/edit-profile", "input, textarea"), {}), (open_accounts, {})],
    "languages": [(at("/home"), {"language": "ar-EG", "is_dark": True}), (at("/home"), {"language": "el-GR"}),
                  (at("/me", ".card"), {"language": "pt-BR"}), (at("/images", ".image"), {})],
    "wide": [(beside, {"size": (1440, 900)})],
}
"""The pages beside each other in a picture: how to open each, and the viewer's settings."""


def main(names):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        demo = folder / "demo"
        Swiftlet(demo, demo=True).stop()
        people = People(demo_with_people(demo, folder), folder)
        server = people.server()
        greet(people, server)
        browser = Chromium(folder)
        try:
            for name in names or STRIPS:
                site = Relay(server)
                taken = [take(browser, site, people, *page) for page in STRIPS[name]]
                join(browser, FOLDER / f"{name}.jpg", taken)
                site.stop()
                print(f"{name}.jpg: {(FOLDER / f'{name}.jpg').stat().st_size // 1024} KB")
        finally:
            browser.quit()
            server.stop()


def demo_with_people(demo, folder):
    people_in(demo, folder / "people")
    return folder / "people"


def greet(people, server):
    """Favourites and reposts the viewer's posts, and replies to them. The demo's people have done so before the
    reader's first visit, too early for the pictures."""
    reader, other = people[READER], people[OTHER]
    own = reader.request(server, "GET", f"/api/v1/accounts/{reader.account['id']}/statuses?limit=3&exclude_replies=true")
    for status in own:
        other.request(server, "POST", f"/api/v1/statuses/{status['id']}/favourite")
    other.request(server, "POST", f"/api/v1/statuses/{own[0]['id']}/reblog")
    other.request(server, "POST", "/api/v1/statuses", status=f"@{READER} That is lovely. I’ll bring the tea.", in_reply_to_id=own[0]["id"])


def take(browser, site, people, open, reader):
    """Returns the screenshot's width in CSS px, and a PNG in base64."""
    browser.reset()
    browser.use(**reader)
    people[READER].sign_in(browser, site, people[OTHER])
    app = Moments(browser, site)
    try:
        open(app)
        app.until(ARRIVED)
    except AssertionError:
        print("This did not come:", browser.js("return location.pathname"), file=sys.stderr)
        browser.driver.save_screenshot(str(ROOT / ".build/screenshot.png"))
        raise
    return reader.get("size", (390, 844)), browser.command("Page.captureScreenshot", format="png")["data"]


def join(browser, path, taken):
    browser.leave()
    width = sum(size[0] for size, _ in taken) + GAP * (len(taken) + 1)
    height = max(size[1] for size, _ in taken) + 2 * GAP
    scale = 1 if len(taken) == 1 else 0.75
    browser.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
    style = f"display:flex;gap:{GAP}px;margin:0;padding:{GAP}px;background:#d8d8d8"
    images = "".join(
        f'<img width="{size[0]}" height="{size[1]}" style="border-radius:12px" src="data:image/png;base64,{data}">' for size, data in taken)
    browser.js("document.body.outerHTML = arguments[0]", f'<body style="{style}">{images}</body>')
    browser.js_async("Promise.all([...document.images].map((image) => image.decode()))")
    picture = browser.command("Page.captureScreenshot", format="jpeg", quality=QUALITY)["data"]
    path.write_bytes(base64.b64decode(picture))
    browser.reader = None


if __name__ == "__main__":
    main(sys.argv[1:])
