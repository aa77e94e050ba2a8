"""The app on the device of a member."""
from .moments import Moments

PASSWORD = "demo-swiftlet"


class MemberApp(Moments):
    def sign_in(self, username="wren"):
        """Signs in all the way: from the app to the server's own page and back."""
        self.open("/sign-in", until_running=False)
        self.allow(username)
        self.until("location.pathname === '/home'")
        self.browser.wait_until_running()
        return self

    def allow(self, username, password=PASSWORD):
        """Signs in on the server's own page."""
        self.browser.until("return location.pathname === '/oauth/authorize' && !!document.forms.length", "the server asks")
        self.browser.js(SIGN_IN, username, password)

    def kept(self):
        """Returns all of the app's texts that the device stores."""
        return self.browser.js("return Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('swiftlet.')))")

    def choose(self, tab):
        self.browser.tap(f".tabs [data-tap='tab:{tab}']")
        self.until("screen.querySelector('.tabs [aria-current]')?.dataset.tap === arguments[0]", "tab:" + tab)


SIGN_IN = """
const field = (name) => document.querySelector(`input[name=${name}]`);
field("username").value = arguments[0];
field("password").value = arguments[1];
document.querySelector("form button:not([value=deny])").click();
"""
