"""Frames that a page dropped during a movement."""
import dataclasses

FRAME = 1000 / 60
SCROLL = """
const [selector, count, step] = arguments;
const screen = [...document.querySelectorAll(selector)].at(-1);
return new Promise((resolve) => {
  const times = [];
  let direction = 1;
  const frame = (time) => {
    times.push(time);
    if (times.length > count) return resolve(times.slice(1).map((time, at) => time - times[at]));
    if (screen.scrollTop + screen.clientHeight >= screen.scrollHeight - 200) direction = -1;
    if (screen.scrollTop <= 0) direction = 1;
    screen.scrollTop += step * direction;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
});"""


@dataclasses.dataclass
class Frames:
    count: int
    """Drawn frames."""

    dropped: int
    """Frames that a display of 60 Hz would have shown in addition."""

    longest: float
    """Milliseconds between two frames."""

    @property
    def share(self):
        return self.dropped / max(1, self.count + self.dropped)

    @property
    def text(self):
        return f"**{self.share:.0%}** ({self.dropped} of {self.count + self.dropped}; longest gap {self.longest:,.0f} ms)"


def scroll(phone, selector=".screen", count=300, step=60):
    """Scrolls the topmost matching element by `step` CSS px a frame, there and back."""
    return counted(phone.js(SCROLL, selector, count, step))


def counted(gaps):
    """Counts frames. `gaps`: milliseconds between consecutive frames."""
    return Frames(len(gaps), sum(max(0, round(gap / FRAME) - 1) for gap in gaps), max(gaps, default=0))


def together(several):
    return Frames(
        sum(each.count for each in several), sum(each.dropped for each in several), max(each.longest for each in several))
