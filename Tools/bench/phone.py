"""Chromium as a phone that is four times as slow."""
import pathlib
import sys

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

sys.path += [str(pathlib.Path(__file__).resolve().parents[2] / "Tests/Browser")]
from support import fonts  # noqa: E402

SLOWER = 4
PROBE = pathlib.Path(__file__).with_name("probe.js").read_text()


class Phone:
    """A browser that has never been used before."""

    def __enter__(self):
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver", env=fonts.environment()))
        self.driver.set_script_timeout(60)
        self.command("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
        self.command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        self.command("Emulation.setCPUThrottlingRate", rate=SLOWER)
        self.command("Page.addScriptToEvaluateOnNewDocument", source=PROBE)
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def command(self, name, **values):
        return self.driver.execute_cdp_cmd(name, values)

    def js(self, script, *values):
        """Runs JavaScript, and waits for the result if it is a promise."""
        return self.driver.execute_script(script, *values)

    def open(self, url):
        # Goes to a blank page in between, so that the previous page doesn't affect the next one's time.
        self.driver.get("about:blank")
        self.driver.get(url)

    def wait(self, expression, seconds=90):
        """Waits until a JavaScript expression is truthy, and returns its value."""
        return WebDriverWait(self.driver, seconds, poll_frequency=0.1).until(lambda _: self.js(f"return {expression}"))
