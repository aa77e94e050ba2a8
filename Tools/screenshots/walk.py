#!/usr/bin/env python3
"""Walks through the app among the forty people of Tools/town, as a stranger and as a member: each screen at common
sizes, in both engines. It leaves contact sheets in .build/walk for people to look at; it asserts nothing.

walk.py [ENGINE …] [SCREEN …] [--only SIZE …]   all if none is named; SIZE as 390x844, arabic, largest, dark
"""
import argparse
import io
import pathlib
import sys
import tempfile

from PIL import Image

import screenshots

sys.path += [str(screenshots.ROOT / "Tools/town")]
import town  # noqa: E402
from support.chromium import Chromium  # noqa: E402
from support.moments import Moments  # noqa: E402
from support.origins import Relay, until  # noqa: E402
from support.people import People  # noqa: E402
from support.server import Swiftlet  # noqa: E402
from support.webkit import WebKit  # noqa: E402

FOLDER = screenshots.ROOT / ".build/walk"
ENGINES = {"webkit": WebKit, "chromium": Chromium}
READERS = {
    "320x568": {"size": (320, 568)}, "375x667": {"size": (375, 667)}, "390x844": {}, "430x932": {"size": (430, 932)},
    "844x390": {"size": (844, 390)}, "820x1180": {"size": (820, 1180)}, "1440x900": {"size": (1440, 900)},
    "dark": {"is_dark": True}, "arabic": {"language": "ar-EG", "is_dark": True}, "largest": {"size": (320, 568)},
}


def scrolled(open, distance):
    def further(app):
        open(app)
        app.value("(screen.scrollTop = arguments[0], true)", distance)
    return further


def sign_in(app):
    """Opens the server's own page for signing in, to which the app leads."""
    app.browser.open(app.site.url + "/sign-in", until_running=False)
    until(lambda: app.browser.js("return document.querySelector('form') !== null"), "the form is there")


home, profile = screenshots.at("/home"), screenshots.at(f"/@{screenshots.OTHER}", ".post[data-tap]")
SCREENS = {
    "door": (screenshots.at("/home", "main a"), False), "sign-in": (sign_in, False),
    "stranger-moments": (screenshots.at("/moments", ".moments-post"), False),
    "moments": (screenshots.at("/moments", ".moments-post"), True), "home": (home, True), "home-later": (scrolled(home, 1500), True),
    "thread": (screenshots.open_thread, True), "sheet": (screenshots.open_sheet, True),
    "notifications": (screenshots.at("/notifications", ".activity, .post[data-tap]"), True),
    "search": (screenshots.at("/search", ".hit"), True), "found": (screenshots.open_search, True),
    "profile": (profile, True), "profile-later": (scrolled(profile, 300), True),
    "followers": (screenshots.at(f"/@{screenshots.OTHER}/followers", ".listed"), True),
    "compose": (screenshots.at("/compose", ".writing"), True), "me": (screenshots.at("/me", ".card"), True),
    "edit-profile": (screenshots.at("/edit-profile", "input, textarea"), True), "settings": (screenshots.at("/settings", "label"), True),
    "accounts": (screenshots.open_accounts, True), "images": (screenshots.at("/images", ".image"), True),
}


def main(names, only):
    engines = [name for name in ENGINES if name in names] or list(ENGINES)
    screens = [name for name in SCREENS if name in names] or list(SCREENS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        Swiftlet(folder / "demo", demo=True).stop()
        people = People(screenshots.demo_with_people(folder / "demo", folder), folder)
        server = people.server(prepare=town.fill)
        try:
            for engine in engines:
                (folder / engine).mkdir()
                browser = ENGINES[engine](folder / engine)
                for name in only or READERS:
                    taken = [look(browser, server, people, name, screen) for screen in screens]
                    together(taken).save(FOLDER / f"{engine}-{name}.png")
                    print(f"{engine}-{name}.png", flush=True)
                browser.quit()
        finally:
            server.stop()


def look(browser, server, people, name, screen):
    open, is_member = SCREENS[screen]
    site = Relay(server)
    browser.reset()
    browser.use(**READERS[name])
    app = Moments(browser, site)
    if is_member:
        people[screenshots.READER].sign_in(browser, site, people[screenshots.OTHER])
    if name == "largest":
        app.open("/")
        browser.js("document.cookie = 'text-size=12;path=/;max-age=9999'")
    try:
        open(app)
        if open is not sign_in:
            app.until(screenshots.ARRIVED)
    except AssertionError as error:
        print(f"{browser.name} {name} {screen}: did not come\n{error}", file=sys.stderr)
    picture = Image.open(io.BytesIO(browser.driver.get_screenshot_as_png())).convert("RGB")
    picture.thumbnail(READERS[name].get("size", (390, 844)))
    site.stop()
    return picture


def together(pictures, across=5):
    width, height = pictures[0].width + 8, pictures[0].height + 8
    across = 3 if width > 700 else across
    sheet = Image.new("RGB", (width * min(across, len(pictures)), height * -(-len(pictures) // across)), "#d020d0")
    for index, picture in enumerate(pictures):
        sheet.paste(picture, (index % across * width + 4, index // across * height + 4))
    return sheet


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--only", nargs="*")
    chosen = parser.parse_args()
    main(chosen.names, chosen.only)
