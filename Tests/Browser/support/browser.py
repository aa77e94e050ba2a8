"""The interface of a browser for the tests, which Chromium and WebKit implement in their own ways."""
import contextlib
import dataclasses
import math
import pathlib
import subprocess
import time

import urllib3
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains

from .origins import PATIENCE, until

PHONE = (390, 844)

DRIVER_ERRORS = (WebDriverException, urllib3.exceptions.HTTPError, OSError)
"""Errors of a browser that has ended or hangs."""

# Seconds. A test with a hanging browser ends within pytest's own limit, which would leave the browser as it
# is.
SCRIPT_TIMEOUT = 120
COMMAND_TIMEOUT = 150
ANSWER_TIMEOUT = 20


def set_timeout(driver, seconds):
    driver.command_executor.client_config.timeout = seconds



@dataclasses.dataclass(frozen=True)
class Reader:
    """The settings of the person in front of the browser."""

    size: tuple = PHONE
    is_dark: bool = False
    reduces_motion: bool = False
    language: str = "en-US"
    allows_scripts: bool = True


STATE = """
const words = (element) => `${element.className}: ${element.innerText.replace(/\\s+/g, " ").slice(0, 150)}`;
return [location.href, `app: ${document.documentElement.dataset.app}`, `${document.querySelectorAll(".post").length} posts`,
  ...[...document.querySelectorAll(".screen, .toast")].map(words)].join("\\n  ");
"""

class Browser:
    name = ""
    has_touch = False
    records_errors_in_page = False
    paints = True
    """False if the pixels of a canvas don't matter, so that the browser may leave them out."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.driver = None
        self.reader = None
        self.expected_errors = []

    def use(self, **reader):
        """Sets the viewer's settings; unnamed ones have their defaults."""
        raise NotImplementedError

    def reset(self):
        """Prepares the browser for the next test. One that no longer works is replaced: otherwise every later test of
        this process would fail."""
        self.expected_errors = []
        self.answers()
        try:
            self.prepare()
        except DRIVER_ERRORS:
            self.kill()
            self.prepare()

    def prepare(self):
        self.use()

    def start(self, make):
        """Starts the browser with `make`, which returns its driver."""
        self.driver = make()
        self.driver.set_script_timeout(SCRIPT_TIMEOUT)
        set_timeout(self.driver, COMMAND_TIMEOUT)

    def quit(self):
        if self.driver:
            self.end(self.driver)
        self.driver = None

    def end(self, driver):
        set_timeout(driver, ANSWER_TIMEOUT)
        with contextlib.suppress(*DRIVER_ERRORS):
            driver.quit()

    def answers(self):
        """Returns whether the browser responds. A hanging browser is killed, and the next test gets a new one."""
        if self.driver is None:
            return False
        try:
            set_timeout(self.driver, ANSWER_TIMEOUT)
            is_alive = self.js("return true")
            set_timeout(self.driver, COMMAND_TIMEOUT)
            return is_alive
        except DRIVER_ERRORS:
            self.kill()
            return False

    def kill(self):
        """Kills the browser, which may hang, with everything that it started."""
        if self.driver:
            process = self.driver.service.process
            subprocess.run(["pkill", "-KILL", "-P", str(process.pid)], check=False)
            process.kill()
        self.driver = None
        self.quit()

    # Pages.

    def open(self, url, until_running=True):
        self.driver.get(url)
        if until_running:
            self.wait_until_running()

    def until_installed(self):
        """Waits until the service worker serves the next pages. The current page may have begun before it was
        active."""
        until(lambda: self.js_async("navigator.serviceWorker.getRegistration().then((found) => !!found?.active)"),
              "the service worker is at work")

    def reload(self, until_running=True):
        self.js("window.isOld = true; location.reload()")
        self.until("return !window.isOld && document.readyState === 'complete'", "reloaded")
        if until_running:
            self.wait_until_running()

    def wait_until_running(self):
        self.until("return document.documentElement.dataset.app === 'running'", "the app is running")

    def js(self, script, *values):
        return self.driver.execute_script(script, *values)

    def js_async(self, expression, *values):
        """Returns the value of an expression that is a promise."""
        script = (
            "const done = arguments[arguments.length - 1];"
            f"Promise.resolve({expression}).then((value) => done({{ value }}), (error) => done({{ error: String(error) }}));")
        answer = self.driver.execute_async_script(script, *values)
        assert "error" not in answer, answer["error"]
        return answer["value"]

    def until(self, script, what, *values, seconds=PATIENCE):
        def look():
            try:
                return self.js(script, *values)
            except WebDriverException:  # between two documents
                return None
        try:
            return until(look, what, seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}\nThe page then: {self.state()}") from None

    def state(self):
        """Returns the page's content for the report of a failure."""
        try:
            return self.js(STATE)
        except WebDriverException as error:
            return f"it does not answer ({error.msg})"

    def back(self):
        self.js("history.back()")

    def forward(self):
        self.js("history.forward()")

    # Fingers (a mouse in engines without touch).

    def finger(self, x, y):
        """A context: the finger is down, `move(x, y)` moves it, and it lifts at the end."""
        raise NotImplementedError

    def drag(self, start, end, steps=12):
        with self.finger(*start) as finger:
            for step in range(1, steps + 1):
                finger.move(*(a + (b - a) * step / steps for a, b in zip(start, end)))

    def flick(self, start, *points):
        """Drags quickly: the page sees 16 ms between points, however long the commands take."""
        raise NotImplementedError

    last_tap = (-1000, -1000, 0)

    def note_tap(self, x, y):
        self.last_tap = (x, y, time.monotonic())

    def tap_at(self, x, y):
        with self.finger(x, y):
            pass

    def double_tap_at(self, x, y):
        self.tap_at(x, y)
        self.tap_at(x, y)

    def tap(self, selector, index=0):
        """Taps the middle of an element of the screen in front. A tap at the place of the last one waits as long as a
        person would: an earlier one counts as the second of two quick taps (`isStray`)."""
        x, y = self.middle(selector, index)
        before_x, before_y, moment = self.last_tap
        if math.hypot(x - before_x, y - before_y) < 24:
            time.sleep(max(0, moment + 0.6 - time.monotonic()))
        self.tap_at(x, y)
        self.note_tap(x, y)

    def middle(self, selector, index=0):
        box = self.until(MIDDLE, f"{selector} is on the screen", selector, index, self.reader.allows_scripts)
        return box["x"], box["y"]

    def press(self, key):
        ActionChains(self.driver).send_keys(key).perform()

    def leave(self):
        """Deletes the cookies and leaves the page. Cookies belong to a host, whatever its port, and would reach the
        next test."""
        if self.driver is None:
            return
        self.driver.delete_all_cookies()
        self.open_nothing()

    def open_nothing(self):
        """Opens an empty page, unless it is open: each costs a tenth of a small test."""
        if self.driver.current_url != "about:blank":
            self.driver.get("about:blank")

    # Errors.

    def errors(self):
        raise NotImplementedError

    def unexpected_errors(self):
        return [error for error in self.errors() if not any(part in error for part in self.expected_errors)]

    def expect_errors(self, *parts):
        """Allows errors that contain one of these texts."""
        self.expected_errors += parts

    def screenshot(self, name):
        path = self.folder / f"{name}.{self.name}.png"
        self.driver.save_screenshot(str(path))
        return path


MIDDLE = """
const screens = [...document.querySelectorAll(".screen:not(.leaves, [data-other-root])")];
const front = screens.find((screen) => screen.matches(".side-menu")) ?? screens.at(-1);
// What only wide windows show comes before the page's own controls.
const element = [...front?.querySelectorAll(arguments[0]) ?? []].filter((element) => element.getClientRects().length)[arguments[1]];
if (!element) return null;
// The tab bar at the lower end covers what is under it.
const bar = element.closest(".screen")?.querySelector(".tabs")?.getBoundingClientRect();
const end = bar?.width && bar.top > innerHeight / 2 && !element.closest(".tabs") ? bar.top : innerHeight;
const isSeen = (box) => box.width && box.top >= 50 && box.bottom <= end;
if (!isSeen(element.getBoundingClientRect()) && !element.closest(".frame")) element.scrollIntoView({ block: "center" });
const box = element.getBoundingClientRect();
// At rest, where it was before the last frame, not on its way in, nor under a page that is on its way; what leaves takes the
// taps that would go through it. WebKit says where
// something was drawn, also when its motion has ended since.
const isMoving = document.querySelector(".leaves, .popover.leaving") || document.getAnimations().some(({ playState, timeline, effect }) => playState === "running" && timeline === document.timeline
  && effect.getComputedTiming().endTime !== Infinity && effect.target && effect.target !== element
  && (effect.target.contains(element) || effect.target.localName === "main"));
const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
const place = JSON.stringify(box);
if (isMoving) window.lastMiddle = undefined;
else if (window.lastMiddle?.place !== place) {
  const middle = window.lastMiddle = { place, isDrawn: !arguments[2] };
  requestAnimationFrame(() => { middle.isDrawn = true; });
}
if (!window.lastMiddle?.isDrawn || !box.width || y >= innerHeight) return null;
window.lastMiddle = undefined;
return { x, y };
"""
