#!/usr/bin/env python3
"""record.py PROGRAM ASSETS FEATURE …: writes first.txt, the list of functions that the first screens need. It runs
everything that a reader does there (`DONE`) with an instrumented program.

PROGRAM: the server. ASSETS: the folder with the app's files. FEATURE: an option of binaryen's tools that enables a
feature. `make first-part` runs this if a test says that the first screens call functions of the second part.
"""
import base64
import gzip
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time

from selenium.webdriver.common.keys import Keys

import names
from split import LIST, text_of

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / folder) for folder in ("Tools/screenshots", "Tools/town", "Tests/Browser")]
WHOLE = ROOT / ".build/app/whole.wasm"
PAUSE = 3  # s: the image cache writes its index every two
NOTHING = b"\0asm\1\0\0\0"
ALWAYS = [
    "ImageCache.couldNotRead(_:now:)", "ImageCache.indexChanged(_:)", "MastodonDecoder.emoji(_:)",
    "static Shared.== infix(_:_:) for Post.LinkPreview.Parts",
]
"""Functions that reading needs, but not in this run: a picture that was seen a minute ago, pictures and emoji of other
servers, link cards that are compared."""
WITH_SECOND_PART = {
    "Strings.adding(laterFile:)", "App.becameWhole()", "App.connect()", "App.connectLater(_:)", "App.disconnect()",
    "App.askMessages()", "App.isAskingMessages.getter", "static NotificationRequests.list(page:types:)"}
"""Functions that run only when the second part has come. This run has it from the start."""
KEEP = """
const stream = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = async (...all) => {
  const made = await stream.apply(WebAssembly, all);
  window.program = made.instance.exports;
  return made;
};
"""
TEXTS = [
    "Mentions of @wren and of nobody@example.com, a #tag, another one (#μουσική) and https://example.org/page?q=1#part.",
    "A covered post, with a #tag.", "First line\nsecond line\n\nNext paragraph: \U0001f426 " + "and so on " * 40,
]
PROFILE = """
const { memory } = program;
const place = memory.grow(4) << 16;
const bytes = new Uint8Array(memory.buffer, place, program.__write_profile(place, 4 << 16));
return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
"""


def main(program, assets, *features):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        noting = shutil.copytree(assets, folder / "assets")
        # The bridge restores the stack when an event has to wait.
        stack = ' (export "stack" (global $__stack_pointer))\n)'
        (folder / "whole.wat").write_text(text_of(WHOLE, features).rstrip().removesuffix(")") + stack)
        subprocess.run(["wasm-as", "-g", *features, folder / "whole.wat", "-o", folder / "whole.wasm"], check=True)
        subprocess.run(
            ["wasm-split", "--instrument", *features, folder / "whole.wasm", "-o", folder / "noting.wasm"], check=True)
        for file in json.loads((noting / "manifest.json").read_text())["files"]:
            if file["name"] in ("app.wasm", "later.wasm"):
                bytes_ = (folder / "noting.wasm").read_bytes() if file["name"] == "app.wasm" else NOTHING
                (noting / file["file"]).write_bytes(bytes_)
                (noting / (file["file"] + ".gz")).write_bytes(gzip.compress(bytes_, 1))
                subprocess.run(["brotli", "-f", "-q", "1", noting / file["file"]], check=True)
        os.environ.update(SWIFTLET=program, SWIFTLET_ASSETS=str(noting))
        ran = run(folder)
    functions = names.of_functions(text_of(WHOLE, features))
    assert all(len(profile) == len(functions) for profile in ran)
    used = [name for name, *times in zip(functions, *ran) if any(times)]
    known = set(names.in_words(functions))
    assert known.issuperset(ALWAYS), set(ALWAYS) - known
    words = sorted({name for name in names.in_words(used) if not names.is_numbered(name)} - WITH_SECOND_PART | set(ALWAYS))
    LIST.write_text("\n".join(words) + "\n")
    print(f"{len(used)} of {len(functions)} functions ran")


def run(folder):
    """Returns a number for each function, for each reader: 0 if the function did not run."""
    import screenshots
    import town
    from support.chromium import Chromium
    from support.moments import Moments
    from support.origins import Answer, Relay, Source, until
    from support.pictures import picture
    from support.people import People
    from support.server import Swiftlet

    Swiftlet(folder / "demo", demo=True).stop()
    people = People(screenshots.demo_with_people(folder / "demo", folder), folder)
    server = people.server(prepare=town.fill, options=["--private-links"])
    news = Source()
    news.route("/", Answer('<title>News</title><meta property="og:image" content="/news.png">', type="text/html"))
    news.route("/news.png", picture(400, 300))
    reader, other = people[screenshots.READER], people[screenshots.OTHER]
    for number, text in enumerate(TEXTS):
        post = other.request(server, "POST", "/api/v1/statuses", status=text, spoiler_text="Careful" if number == 1 else "")
        reader.request(server, "POST", "/api/v1/statuses", status="Yes! #swift https://swift.org", in_reply_to_id=post["id"])
    reader.request(server, "POST", f"/api/v1/statuses/{post['id']}/reblog")
    linked = other.request(server, "POST", "/api/v1/statuses", status=f"Read {news.url}/", location="Lisbon")
    until(lambda: other.request(server, "GET", f"/api/v1/statuses/{linked['id']}")["card"], "the card is there")
    (folder / "browser").mkdir()
    browser = Chromium(folder / "browser")
    ran = []
    try:
        for is_member, languages in ((True, "en"), (True, "ar-EG"), (False, "en")):
            site = Relay(server)
            # What handles events and the unread notifications is in the second part.
            site.hold(r"^/api/v1/(streaming/|notifications\?)")
            browser.reset()
            browser.use(language=languages)
            browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": KEEP})
            app = Moments(browser, site)
            if is_member:
                reader.sign_in(browser, site)
            for done in DONE if is_member else [read_moments]:
                done(app, screenshots)
                ran.append(profile(browser))
            site.stop()
    finally:
        browser.quit()
        server.stop()
        news.stop()
    return ran


def profile(browser):
    noted = base64.b64decode(browser.js(PROFILE))[8:]
    return struct.unpack(f"<{len(noted) // 4}I", noted)


def read_home(app, screenshots):
    app.open("/home")
    app.until(screenshots.ARRIVED)
    # Far more than the 60 rows from which only those near the window are in the document.
    for _ in range(12):
        app.value("(screen.scrollTop += 3000, true)")
        app.until(screenshots.ARRIVED)
    go_up(app)
    for kind in ("favourite", "repost", "bookmark"):
        press(app, kind)
    ask_a_busy_server(app)
    app.browser.tap(".tabs [data-tap='tab:moments']")
    app.until("screen.matches('.moments') && screen.querySelectorAll('.moments-post').length >= 5")
    app.browser.tap(".tabs [data-tap='tab:home']")
    app.until("screen.matches('.timeline')")
    app.value("(screen.scrollTop = 900, true)")
    look_around(app)


def go_up(app):
    app.value("(screen.scrollTop = 0, true)")
    post = "screen.querySelector('.post').getBoundingClientRect()"
    # The rows of farther down leave the document only a moment later.
    app.until(f"screen.scrollTop === 0 && {post}.bottom > 0 && {post}.top < innerHeight")


def press(app, kind):
    tap = app.value(f"((button) => (button.click(), button.dataset.tap))(screen.querySelector('.{kind}[aria-pressed=false]'))")
    app.until(f"screen.querySelector(`.{kind}[data-tap='${{arguments[0]}}']`)?.ariaPressed === 'true'", tap)


def ask_a_busy_server(app):
    """A like and a list that have to wait."""
    from support.origins import Answer

    app.site.answers.update({
        r"/favourite$": Answer({"error": "Busy"}, 503), r"^/api/v1/timelines/home": Answer({"error": "Busy"}, 429, headers={"Retry-After": "1"})})
    press(app, "favourite")
    app.pull()
    time.sleep(PAUSE)
    app.site.answers.clear()


def come_back(app, screenshots):
    """To a place far down, and to the top."""
    for place in (20_000, 0):
        app.value("(screen.scrollTop = arguments[0], true)", place)
        app.until(screenshots.ARRIVED)
        look_around(app)
        app.browser.reload()
        app.until(screenshots.ARRIVED)
    look_around(app)


def read_moments(app, screenshots):
    app.open("/moments")
    app.until_images()
    app.show_more()
    app.until_images()
    look_around(app)


def look_around(app):
    """Triggers what happens without taps: keys, and events of page and network."""
    app.browser.press(Keys.TAB)
    app.browser.press(Keys.TAB)
    app.browser.js("for (const name of ['offline', 'online', 'pagehide', 'blur', 'focus']) dispatchEvent(new Event(name))")
    time.sleep(PAUSE)


DONE = [read_home, come_back, read_moments]


if __name__ == "__main__":
    main(*sys.argv[1:])
