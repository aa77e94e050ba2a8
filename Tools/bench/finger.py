"""A finger at a constant pace: unlike DevTools' own commands, it doesn't wait for the page's response to each
position."""
import json
import time
import urllib.request

import websocket

PACE = 1 / 60
"""Seconds between two positions."""


class Finger:
    """A finger on the phone's page. Touches go through the browser, as on a real screen."""

    def __init__(self, phone):
        address = phone.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urllib.request.urlopen(f"http://{address}/json/list") as answer:
            pages = {target["id"]: target["webSocketDebuggerUrl"] for target in json.load(answer)}
        page = pages[phone.driver.current_window_handle]
        self.connection = websocket.create_connection(page, suppress_origin=True, timeout=60)
        self.sent = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def send(self, kind, *places):
        self.sent += 1
        command = {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in places]}
        self.connection.send(json.dumps({"id": self.sent, "method": "Input.dispatchTouchEvent", "params": command}))

    def finish(self):
        """Waits until the page has got everything that was sent."""
        done = 0
        while done < self.sent:
            answer = json.loads(self.connection.recv())
            if "error" in answer:
                raise RuntimeError(answer["error"]["message"])
            done = max(done, answer.get("id", 0))

    def drag(self, places, hold=0):
        """Drags along these positions, one each `PACE`; `hold`: seconds at the first one."""
        first, *others = places
        self.send("touchStart", first)
        due = time.perf_counter() + hold
        for place in others:
            due += PACE
            time.sleep(max(0, due - time.perf_counter()))
            self.send("touchMove", place)
        time.sleep(max(PACE, due + PACE - time.perf_counter()))
        self.send("touchEnd")
        self.finish()

    def tap(self, place):
        self.drag([place])
