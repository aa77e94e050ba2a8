"""WebKitGTK's MiniBrowser, full screen on a display of the wanted size, with a mouse instead of touch."""
import contextlib
import dataclasses
import os
import pathlib
import subprocess
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from . import fonts
from .browser import Browser, Reader

LOCALES = pathlib.Path(__file__).resolve().parents[3] / ".build/locales"
MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
WITHOUT_GRAPHICS_CARD = {"WEBKIT_SKIA_ENABLE_CPU_RENDERING": "1", "LP_NUM_THREADS": "0"}
"""WebKit paints on the processor, instead of having a simulated graphics card (llvmpipe) paint there. The card still
puts the layers together, on one thread: its threads cost more than they save."""
PAINTS_NOTHING = {"GALLIUM_NOOP": "true"}
"""The card does nothing: neither the window nor a screenshot shows the page, and a canvas in a worker stays empty. In
runs of all tests, where nobody looks and the card takes a quarter of WebKit's time."""


@dataclasses.dataclass
class Desktop:
    """A display with a browser on it."""

    driver: object
    processes: list


class WebKit(Browser):
    """WebKit with one desktop for each kind of reader, because size, colours, motion and language belong to the
    desktop. The last used desktops are kept, as starting one takes as long as a whole test."""

    name = "webkit"
    records_errors_in_page = True
    KEPT = 6
    LONG_HISTORY = 80
    """WebKit remembers 100 history entries; tests that count theirs need room."""

    def __init__(self, folder):
        super().__init__(folder)
        self.desktops = {}
        """Desktops by reader, and by whether they paint; the last used one is at the end."""
        self.painted = True

    def use(self, **reader):
        reader = Reader(**reader)
        if reader == self.reader and self.paints == self.painted and self.driver:
            return
        self.leave()
        self._take(reader)
        self._start_anew_if_worn()

    def prepare(self):
        super().prepare()
        self._start_anew_if_worn()

    def _take(self, reader):
        self.driver = None  # in case the start fails
        self.reader, self.painted = reader, self.paints
        desktop = self.desktops.pop((reader, self.paints), None) or self._start(reader)
        self.desktops[reader, self.paints] = desktop
        self.driver = desktop.driver
        for oldest in list(self.desktops)[:-self.KEPT]:
            self._end(self.desktops.pop(oldest))

    def _start_anew_if_worn(self):
        """Restarts the browser if needed. After a download MiniBrowser has a bar that makes its pages lower for
        good."""
        length, height = self.js("return [history.length, innerHeight]")
        if length > self.LONG_HISTORY or height != self.reader.size[1]:
            self._end(self.desktops.pop((self.reader, self.painted)))
            self._take(self.reader)

    def _start(self, reader):
        width, height = reader.size
        desktop = Desktop(None, [])
        display = self._start_display(desktop, width, height + 38)
        environment = fonts.environment() | WITHOUT_GRAPHICS_CARD | self._locale(reader)
        environment |= {"DISPLAY": display, "GDK_BACKEND": "x11", "XDG_CONFIG_HOME": str(self._settings(reader))}
        if os.environ.get("PAINTS_NOTHING") and not self.paints:
            environment |= PAINTS_NOTHING
        environment["GTK_THEME"] = "Adwaita:dark" if reader.is_dark else "Adwaita"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        manager = ["matchbox-window-manager", "-use_titlebar", "no"]
        desktop.processes.append(subprocess.Popen(manager, env=environment, **quiet))
        options = Options()
        options.binary_location = MINI_BROWSER
        options.add_argument("--automation")
        if not reader.allows_scripts:
            options.add_argument("--enable-javascript-markup=false")
        service = Service("/usr/bin/WebKitWebDriver", env=environment, log_output=subprocess.DEVNULL, popen_kw={"cwd": self.folder})
        try:
            self.start(lambda: webdriver.WebKitGTK(options=options, service=service))
        except BaseException:
            self._end(desktop)
            raise
        # WebKit counts movements from the last place of the mouse, which a new window doesn't have.
        self.tap_at(1, 1)
        desktop.driver = self.driver
        return desktop

    def _start_display(self, desktop, width, height):
        """Starts an X server, which reports its number when it is ready."""
        read, write = os.pipe()
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
        desktop.processes.append(subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL))
        os.close(write)
        with os.fdopen(read) as number:
            return ":" + number.readline().strip()

    def _settings(self, reader):
        folder = self.folder / f"gtk-{reader.reduces_motion}"
        (folder / "gtk-3.0").mkdir(parents=True, exist_ok=True)
        animations = 0 if reader.reduces_motion else 1
        (folder / "gtk-3.0/settings.ini").write_text(f"[Settings]\ngtk-enable-animations={animations}\ngtk-font-name=Sans 10\n")
        return folder

    def _locale(self, reader):
        """Returns the environment for a language. WebKit asks the C library for it, so the locale must exist. Making
        one takes seconds, so it is stored."""
        name = reader.language.replace("-", "_")
        path = LOCALES / f"{name}.UTF-8"
        if not path.exists():
            LOCALES.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=LOCALES) as folder:
                made = pathlib.Path(folder, path.name)
                subprocess.run(["localedef", "-i", name, "-f", "UTF-8", str(made)], check=True, capture_output=True)
                with contextlib.suppress(OSError):  # Another process of the run was first.
                    made.rename(path)
        return {"LC_ALL": f"{name}.UTF-8", "LANGUAGE": name, "LOCPATH": str(LOCALES)}

    def _end(self, desktop):
        if desktop.driver:
            self.end(desktop.driver)
        for process in reversed(desktop.processes):
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def quit(self):
        for desktop in self.desktops.values():
            self._end(desktop)
        self.desktops = {}
        self.driver = None
        self.reader = None

    @contextlib.contextmanager
    def finger(self, x, y):
        mouse = Mouse(self.driver)
        mouse.perform(lambda pointer: pointer.move_to_location(int(x), int(y)).pointer_down())
        try:
            yield mouse
        finally:
            mouse.perform(lambda pointer: pointer.pointer_up())
            self.note_tap(x, y)

    def tap_at(self, x, y):
        """Taps in one command: on a busy machine two of them could be as far apart as the ends of a long press."""
        Mouse(self.driver).perform(lambda pointer: pointer.move_to_location(int(x), int(y)).pointer_down().pointer_up())

    def double_tap_at(self, x, y):
        """Taps twice in one command: the page sees a tenth of a second in between, however long the driver takes."""
        with self._own_times(100, "pointerdown"):
            Mouse(self.driver).perform(
                lambda pointer: pointer.move_to_location(int(x), int(y)).pointer_down().pointer_up().pointer_down().pointer_up())

    def flick(self, start, *points):
        with self._own_times(16, "pointerdown", "pointermove"), self.finger(*start) as finger:
            for point in points:
                finger.move(*point)

    @contextlib.contextmanager
    def _own_times(self, milliseconds, *kinds):
        """Makes the page see that many milliseconds between events of these kinds."""
        self.js(OWN_TIMES, milliseconds, kinds)
        try:
            yield
        finally:
            self.js("window.endOwnTimes?.()")

    def errors(self):
        return (self.js("try { return sessionStorage.getItem('errors') } catch { return null }") or "").splitlines()


OWN_TIMES = """
const [step, kinds] = arguments;
const real = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp"), began = performance.now(), times = new WeakMap();
let steps = -1;
Object.defineProperty(Event.prototype, "timeStamp", { configurable: true, get() {
  if (!/^((pointer|mouse)(down|move|up)|click)$/.test(this.type)) return real.get.call(this);
  if (!times.has(this)) times.set(this, began + step * Math.max(0, steps) + (/up|click/.test(this.type) ? 20 : 0));
  return times.get(this);
} });
const count = (event) => { if (steps >= 0 || event.type === "pointerdown") steps++; event.timeStamp; };
for (const kind of kinds) addEventListener(kind, count, true);
window.endOwnTimes = () => {
  for (const kind of kinds) removeEventListener(kind, count, true);
  Object.defineProperty(Event.prototype, "timeStamp", real);
};"""


class Mouse:
    def __init__(self, driver):
        self.driver = driver

    def perform(self, act):
        actions = ActionBuilder(self.driver, mouse=PointerInput("mouse", "mouse"), duration=0)
        act(actions.pointer_action)
        actions.perform()

    def move(self, x, y):
        self.perform(lambda pointer: pointer.move_to_location(int(x), int(y)))
        time.sleep(0.016)
