"""A phone whose app has notifications, with a push service on this machine."""
import json
import pathlib
import sys
import time
import urllib.request

import pytest

from .chromium import NotifyingChromium
from .origins import Answer, until
from .people import SCOPES, request, sign_in

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Clients"))
from community.push_service import Device, PushService, encoded  # noqa: E402

ROW = "[data-tap=notifications]"
SWITCH = "screen.querySelector('.notification-settings [data-key=device] [role=switch]')"

ICON = """
// What the icon shows.
navigator.setAppBadge = async (count) => (await caches.open("number")).put("/number", new Response(String(count)));
"""
STUB = ICON + """
// Chromium's push service can't be reached here. This one's registration is that of the test.
window.asked = 0;
Object.defineProperty(Notification, "permission", { get: () => window.permission ?? localStorage.permission ?? "default" });
Notification.requestPermission = async () => {
  window.asked++;
  return window.permission = localStorage.permission = "granted";
};
const registration = %s;
PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
  if (!userVisibleOnly) throw new Error("silent");
  window.serverKey = applicationServerKey;
  return registration;
};
PushManager.prototype.getSubscription = async () => ({ unsubscribe: async () => { localStorage.ended = "yes"; } });
"""
WORKER = ICON + """
let clicked;
const add = self.addEventListener;
self.addEventListener = (name, handler) => {
  if (name === "notificationclick") clicked = handler;
  add.call(self, name, handler);
};
add.call(self, "message", async ({ data }) => {
  if (data.click === undefined) return;
  const [notification] = await registration.getNotifications();
  clicked({ action: data.click, notification, waitUntil: (work) => work.catch(() => {}) });
});
// Browsers end registrations when they like to. `ends` is the public key of the one that ends; `next`: the new one.
add.call(self, "message", ({ data }) => {
  if (data.ends === undefined) return;
  const oldSubscription = { options: { userVisibleOnly: true, applicationServerKey: data.ends } };
  const event = new Event("pushsubscriptionchange");
  dispatchEvent(Object.assign(event, { oldSubscription, newSubscription: data.next, waitUntil: (work) => work.catch(() => {}) }));
});
PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
  if (!userVisibleOnly) throw new Error("silent");
  await (await caches.open("renewed")).put("/renewed", new Response(applicationServerKey));
};
// Browsers open windows only after a real tap. The test opens this address itself.
Clients.prototype.openWindow = async (address) => (await caches.open("opened")).put("/opened", new Response(address));
"""
SHOWN = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) =>
  all.map(({ title, body, tag, data, actions }) => ({ title, body, tag, data, actions: actions.map(({ title }) => title) })))"""
OPENED = "caches.match('/opened', { cacheName: 'opened' }).then((found) => found?.text())"
TAPS = "caches.open('taps').then((taps) => taps.keys()).then((keys) => keys.length)"
RENEWED = "caches.match('/renewed', { cacheName: 'renewed' }).then((found) => found?.text())"
NUMBER = "caches.match('/number', { cacheName: 'number' }).then((found) => found?.text())"


@pytest.fixture(scope="module", params=["chromium"])
def engine(tmp_path_factory):
    """WebKitGTK has no push messages."""
    engine = NotifyingChromium(tmp_path_factory.mktemp("notifying"))
    yield engine
    engine.quit()


@pytest.fixture(scope="module")
def service():
    service = PushService()
    yield service
    service.close()


@pytest.fixture(scope="module")
def community(people, engine):
    server = people.server(options=["--no-rate-limits", "--private-links"])
    yield server
    server.stop()


@pytest.fixture(scope="module")
def signed_in(community):
    """Two members whose tokens are of an app with notifications."""
    return [sign_in(community.url, name, SCOPES + " push") for name in ("wren", "gus_next_door")]


def tap(moments, selector):
    """Taps what may lie below the window's edge."""
    moments.until("!!screen.querySelector(arguments[0])", selector)
    moments.value("screen.querySelector(arguments[0]).scrollIntoView({ block: 'center' })", selector)
    moments.browser.tap(selector)


def open_settings(moments):
    moments.open("/settings")
    tap(moments, ROW)
    moments.until("screen.matches('.notification-settings')")


class Phone:
    """A device whose app has notifications."""

    def __init__(self, moments, service, path, *members):
        self.moments, self.browser = moments, moments.browser
        self.device = Device(service, path)
        self.members = members
        members[0].sign_in(self.browser, moments.site, *members[1:])
        self.browser.expect_errors("/push/subscription")  # nothing is subscribed yet
        for member in members:
            request(moments.site.upstream.url, "DELETE", "/api/v1/push/subscription", token=member.token)
        site = moments.site
        site.script = STUB % json.dumps({"endpoint": self.device.endpoint, "keys": {
            "p256dh": encoded(self.device.public_key), "auth": encoded(self.device.secret)}})
        own = urllib.request.urlopen(f"{site.upstream.url}/sw.js").read().decode()
        site.answers[r"^/sw\.js"] = Answer(WORKER + own, type="text/javascript")
        self.browser.command("Browser.grantPermissions", origin=site.url, permissions=["notifications"])

    def turn_on(self, opens=True):
        if opens:
            open_settings(self.moments)
        self.browser.until_installed()
        self.moments.until(f"!{SWITCH}.disabled")
        tap(self.moments, "[data-tap='turn:on']")
        self.moments.until(f"{SWITCH}.ariaChecked === 'true'")

    def deliver(self, count=1):
        """Gives the browser the newest message that the push service has, decrypted, as a browser does."""
        self.device.server_key = self.browser.js("return window.serverKey") or self.device.server_key
        message = self.device.messages(count)[-1]
        before = self.browser.js_async(SHOWN)

        def shows():
            # Chromium's developer tools lose a message at times. The same one again takes the place of the first.
            self.browser.push(self.moments.site.url, json.dumps(message))
            end = time.monotonic() + 5
            while (now := self.browser.js_async(SHOWN)) == before and time.monotonic() < end:
                time.sleep(0.1)
            return now != before
        until(shows, "a notification")
        return message["notification"]

    def click(self, action=""):
        """Taps the notification, or one of its actions."""
        self.browser.js("navigator.serviceWorker.controller.postMessage({ click: arguments[0] })", action)

    def click_without_window(self, action):
        """Taps an action of the notification while no window shows the app. Returns the address that it opens."""
        self.browser.open(self.moments.site.url + "/health", until_running=False)
        self.browser.js_async("caches.delete('opened')")
        self.click(action)
        until(lambda: self.browser.js_async(OPENED), "a window is opened")
        return self.browser.js_async(OPENED)

    def subscription(self, member):
        return request(self.moments.site.upstream.url, "GET", "/api/v1/push/subscription", token=member.token)
