"""Chromium as a phone with a touch screen."""
import contextlib
import json
import time
import urllib.request

import websocket
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from . import fonts
from .browser import Browser, Reader


class Chromium(Browser):
    name = "chromium"
    has_touch = True
    # Not Debian's script of that name: chromedriver would end the script instead of the browser.
    binary = "/usr/lib/chromium/chromium-headless-shell"
    arguments = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
    is_worn_out = False
    """True after a gesture with two fingers: then Chromium's emulation sends no more touches to pages of another
    address, and it must restart."""

    def _start(self):
        options = webdriver.ChromeOptions()
        for argument in self.arguments:
            options.add_argument(argument)
        options.binary_location = self.binary
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = Service("/usr/bin/chromedriver", env=fonts.environment(), popen_kw={"cwd": self.folder})
        self.start(lambda: webdriver.Chrome(options=options, service=service))
        self.agent = self.js("return navigator.userAgent")
        self.command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)

    def use(self, **reader):
        reader = Reader(**reader)
        if self.driver is None:
            self._start()
        if reader == self.reader:
            return
        self.reader = reader
        width, height = reader.size
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True,
            screenWidth=width, screenHeight=height)
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if reader.is_dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reader.reduces_motion else "no-preference"},
        ])
        self.command("Network.setUserAgentOverride", userAgent=self.agent, acceptLanguage=reader.language)
        self.command("Emulation.setScriptExecutionDisabled", value=not reader.allows_scripts)

    def prepare(self):
        if self.is_worn_out:
            self.quit()
        super().prepare()
        self._close_other_tabs()
        self.open_nothing()
        self.command("Page.resetNavigationHistory")
        self.command("Network.clearBrowserCookies")
        self.driver.get_log("browser")

    def _close_other_tabs(self):
        """Closes the tabs that a failed test has left."""
        first, *others = self.driver.window_handles
        for tab in others:
            self.driver.switch_to.window(tab)
            self.driver.close()
        self.driver.switch_to.window(first)

    def quit(self):
        super().quit()
        self.reader = None
        self.is_worn_out = False

    def command(self, name, **values):
        return self.driver.execute_cdp_cmd(name, values)

    def touch(self, kind, *points, **at):
        self.command("Input.dispatchTouchEvent", type=kind, **at, touchPoints=[
            {"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)])

    @contextlib.contextmanager
    def finger(self, x, y):
        self.touch("touchStart", (x, y))
        try:
            yield Finger(self)
        finally:
            self.touch("touchEnd")
            self.note_tap(x, y)

    def double_tap_at(self, x, y):
        """Taps twice: the page sees a tenth of a second in between, however long the commands take."""
        now = time.time()
        for time_of_tap in (now, now + 0.1):
            self.touch("touchStart", (x, y), timestamp=time_of_tap)
            self.touch("touchEnd", timestamp=time_of_tap + 0.02)

    def flick(self, start, *points):
        now = time.time()
        self.touch("touchStart", start, timestamp=now)
        for count, point in enumerate(points, 1):
            self.touch("touchMove", point, timestamp=now + 0.016 * count)
        self.touch("touchEnd", timestamp=now + 0.016 * len(points) + 0.02)

    def pinch(self, centre, start, end, steps=10):
        """Moves two fingers, side by side, from one distance from the centre to the other."""
        x, y = centre
        self.touch("touchStart", (x - start, y), (x + start, y))
        for step in range(1, steps + 1):
            distance = start + (end - start) * step / steps
            self.touch("touchMove", (x - distance, y), (x + distance, y))
            time.sleep(0.016)
        self.touch("touchEnd", (x - distance, y))
        self.touch("touchEnd")
        self.is_worn_out = True

    def errors(self):
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]


class Finger:
    def __init__(self, browser):
        self.browser = browser

    def move(self, x, y):
        self.browser.touch("touchMove", (x, y))
        time.sleep(0.016)


class NotifyingChromium(Chromium):
    """The whole browser without a window. The headless shell, which is faster, shows no notifications."""

    binary = "/usr/lib/chromium/chromium"
    arguments = (*Chromium.arguments, "--headless=new")

    def push(self, origin, message):
        """Delivers a push message to the service worker of a page, as a push service does. WebDriver hands on no events,
        which tell the worker's number, so this is a connection of its own."""
        address = self.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urllib.request.urlopen(f"http://{address}/json", timeout=60) as answer:
            page = next(target for target in json.load(answer) if target["type"] == "page" and target["url"].startswith(origin))
        with contextlib.closing(websocket.create_connection(page["webSocketDebuggerUrl"], timeout=60, suppress_origin=True)) as devtools:
            devtools.send(json.dumps({"id": 1, "method": "ServiceWorker.enable"}))
            number = None
            while number is None:
                event = json.loads(devtools.recv())
                for registration in event.get("params", {}).get("registrations", []):
                    if registration["scopeURL"].startswith(origin) and not registration["isDeleted"]:
                        number = registration["registrationId"]
            devtools.send(json.dumps({"id": 2, "method": "ServiceWorker.deliverPushMessage", "params": {
                "origin": origin, "registrationId": number, "data": message}}))
            while (answer := json.loads(devtools.recv())).get("id") != 2:
                pass
            assert "error" not in answer, answer
