"""The Moments page as a test sees it."""
import contextlib

from .origins import PATIENCE, until

SCREEN = "[...document.querySelectorAll('.screen:not(.leaves, [data-other-root])')].sort((a, b) => a.matches('.side-menu') - b.matches('.side-menu')).at(-1)"
"""The screen in front; in the document the menu comes before all others."""



class Moments:
    def __init__(self, browser, site):
        self.browser = browser
        self.site = site

    def open(self, path="/", until_running=True):
        self.browser.open(self.site.url + path, until_running)
        return self

    def value(self, expression, *values):
        """Evaluates JavaScript in which `screen` is the screen in front."""
        return self.browser.js(f"const screen = {SCREEN}; return {expression}", *values)

    def until(self, expression, *values, seconds=PATIENCE):
        script = f"const screen = {SCREEN}; return {expression}"
        return self.browser.until(script, expression, *values, seconds=seconds)

    @property
    def posts(self):
        return self.rows(".moments-post")

    def rows(self, selector):
        """Returns the position of the last row in the document, which holds only rows near the window."""
        return self.value(ROWS, selector)

    def wait(self, condition, what, seconds=PATIENCE):
        return until(condition, what, seconds)

    def stop_clock(self):
        """Holds timers of a second and more until `let_time_pass`: on a busy machine a toast of four seconds would
        end before the test looks at it."""
        self.browser.js(STOPPED_CLOCK)

    def let_time_pass(self):
        self.browser.js("letTimePass()")

    def start_clock(self):
        self.browser.js("startClock()")

    def undo(self, selector="[data-tap^=undo]"):
        """Taps the toast's button, after which a stopped clock runs again."""
        self.browser.until(
            "const button = document.querySelector(`.toasts ${arguments[0]}`); button?.click(); return !!button", "undo is offered",
            selector)
        self.browser.js("window.startClock?.()")

    def walk(self, row, part):
        """Returns the texts of a part of every row, read while scrolling from the top to the end."""
        return self.browser.js_async(
            f"""(async () => {{
              const screen = {SCREEN}, texts = new Map();
              const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
              const read = () => screen.querySelectorAll(arguments[0]).forEach((row) =>
                texts.set(Number(row.getAttribute("aria-posinset")), row.querySelector(arguments[1]).textContent.trim()));
              screen.scrollTop = 0;
              await frame(); await frame(); read();
              while (screen.scrollTop + screen.clientHeight < screen.scrollHeight - 1) {{
                screen.scrollTop += 3 * screen.clientHeight; // what is near the window is there too
                await frame(); await frame(); read();
              }}
              return [...texts.keys()].sort((a, b) => a - b).map((key) => texts.get(key));
            }})()""", row, part)

    def texts(self, selector):
        return self.value("[...screen.querySelectorAll(arguments[0])].map((e) => e.textContent.trim())", selector)

    def until_posts(self, count, seconds=PATIENCE):
        self.wait(lambda: self.posts == count, f"{count} posts", seconds)

    def reach_end(self):
        """Scrolls up a little and then to the end, like a finger."""
        self.browser.js(f"const screen = {SCREEN}; screen.scrollTop -= 100")
        self.browser.js(f"const screen = {SCREEN}; screen.scrollTop = screen.scrollHeight")

    def load_all(self):
        """Scrolls to the end repeatedly, until the list says that it is complete."""
        for _ in range(200):
            if self.value("screen.querySelector('.list-footer .end') !== null"):
                return
            self.reach_end()
            self.browser.js_async("new Promise((done) => setTimeout(done, 50))")
        raise AssertionError("the list goes on")

    def show_more(self):
        """Scrolls to the end, waits for more posts, and returns their number."""
        before = self.posts
        for _ in range(PATIENCE // 2):
            self.reach_end()
            with contextlib.suppress(AssertionError):
                self.wait(
                    lambda: self.posts > before and self.value("!screen.querySelector('.list-footer .spinner')"), "more posts",
                    seconds=2)
                return self.posts
        raise AssertionError(f"no more than {before} posts")

    def show_all(self):
        while self.value("screen.querySelector('.list-footer .end') === null"):
            self.show_more()

    def pull(self, distance=220, start=(120, 120)):
        self.browser.drag(start, (start[0], start[1] + distance))

    def until_refreshed(self):
        self.until("screen.dataset.status === ''")

    def until_images(self, selector=".moments-post .picture", seconds=PATIENCE):
        """Waits until all images on the screen have loaded."""
        self.until(IMAGES_ARE_SHOWN, selector, seconds=seconds)

    def until_kept(self):
        """Waits until the service worker is in charge and has cached this page with its images."""
        until(lambda: self.browser.js_async(IS_KEPT), "the page is kept on the device")


STOPPED_CLOCK = """
const wait = window.setTimeout, due = [];
window.setTimeout = (work, delay, ...rest) => delay >= 1000 && delay <= 10_000 ? (due.push(() => work(...rest)), 0) : wait(work, delay, ...rest);
window.letTimePass = () => due.splice(0).forEach((work) => work());
window.startClock = () => { window.setTimeout = wait; letTimePass(); };"""

ROWS = (
    "((rows) => Math.max(rows.length, ...rows.map((row) => Number(row.getAttribute('aria-posinset') ?? 0))))"
    "([...screen.querySelectorAll(arguments[0])])")

IMAGES_ARE_SHOWN = """(() => {
  const images = [...screen.querySelectorAll(arguments[0])].filter((image) => {
    const box = image.getBoundingClientRect();
    return box.width && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  });
  return images.length > 0 && images.every((image) => image.complete && image.naturalWidth > 0);
})()"""

IS_KEPT = """(async () => {
  if (!navigator.serviceWorker.controller) return false;
  const names = await caches.keys();
  const pages = names.find((name) => name.startsWith("pages-"));
  if (!pages || !await (await caches.open(pages)).match(location.pathname + location.search)) return false;
  const wanted = [...document.images].filter((image) => image.naturalWidth).map((image) => image.dataset.url ?? image.currentSrc).filter(Boolean);
  const images = await caches.open("images");
  for (const url of wanted) if (!await images.match(url)) return false;
  return wanted.length > 0 && (await (await caches.open("data")).keys()).length > 0;
})()"""
