"""A finger on the screen, in both engines."""

FINGER = """
const [kind, x, y, isTap] = arguments;
if (kind === "touchstart") window.touched = document.elementFromPoint(x, y);
const finger = { identifier: 7, clientX: x, clientY: y };
const event = Object.assign(new Event(kind, { bubbles: true, cancelable: true }), {
  changedTouches: [finger], touches: kind === "touchend" ? [] : [finger] });
window.touched.dispatchEvent(event);
// The click that follows the touch, as browsers have it.
if (isTap && !event.defaultPrevented) document.elementFromPoint(x, y)?.click();
"""


class Touch:
    """A finger. For engines without touch it dispatches the page's events."""

    def __init__(self, home, x, y):
        self.home = home
        self.at = self.start = (x, y)
        self.real = home.browser.finger(x, y) if home.browser.has_touch else None

    def tell(self, kind, is_tap=False):
        self.home.browser.js(FINGER, kind, *self.at, is_tap)

    def __enter__(self):
        if self.real:
            self.inner = self.real.__enter__()
        else:
            self.tell("touchstart")
        return self

    def move(self, x, y):
        self.at = (x, y)
        if self.real:
            self.inner.move(x, y)
        else:
            self.tell("touchmove")

    def __exit__(self, *error):
        if self.real:
            return self.real.__exit__(*error)
        return self.tell("touchend", all(abs(a - b) < 10 for a, b in zip(self.at, self.start)))
