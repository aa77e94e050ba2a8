"""Nine photos from a phone, from being chosen until they are posted."""
import dataclasses
import io
import pathlib
import re
import tempfile

import frames
import reader
import servers
from long_image_feed import renderers
from link import Link
from phone import SLOWER, Phone
from places import ROOT, SCRATCH
from report import Row, Section, megabytes

NAMES = ["aurora", "bread", "cat-window", "coast", "cover", "fireworks", "peony", "lighthouse", "rainbow"]
USUAL, LARGE = (4000, 3000), (8000, 6000)
DOWN, UP, FAST_UP, ROUND_TRIP = 9e6, 1.5e6, 9e6, 0.170
GRAIN, QUALITY, TURNED = 9, 87, 6
PICKER = "input[type=file][multiple]"
TASK_AIM, DROPPED_AIM = 200, 0.05


@dataclasses.dataclass
class Run:
    marks: dict
    """Seconds since the photos were chosen, by event."""

    tasks: list
    """Milliseconds of each task of the main thread that took 50 or more."""

    shown: frames.Frames
    posted: frames.Frames
    """The frames until all tiles showed, and until the post was there."""

    sent: int
    work: float
    main_work: float
    """Seconds of processor time of the page's process, and of its main thread."""

    memory: tuple
    """RSS of the page's process before, and the highest."""

    server: int
    """The highest RSS of the server, in bytes."""


def measure():
    with tempfile.TemporaryDirectory() as folder:
        usual = files(pathlib.Path(folder), USUAL)
        size = sum(path.stat().st_size for path in usual) / len(usual)
        slow, fast = post(usual, UP), post(usual, FAST_UP)
        large = files(pathlib.Path(folder), LARGE)
        large_size = sum(path.stat().st_size for path in large) / len(large)
        most = post(large, FAST_UP)
    return Section("Nine photos, from choosing to posted", note(size, large_size), [
        Row("The first tile shows", seconds(slow, "first")),
        Row("All nine show", seconds(slow, "all")),
        Row(f"All nine are uploaded ({megabytes(slow.sent)})",
            f"{seconds(slow, 'uploaded')}; with {FAST_UP / 1e6:g} Mbit/s up {seconds(fast, 'uploaded')}"),
        Row("Their copies are made", f"{seconds(slow, 'made')}; with {FAST_UP / 1e6:g} Mbit/s up {seconds(fast, 'made')}"),
        Row("The post is there", f"{seconds(slow, 'posted')}; with {FAST_UP / 1e6:g} Mbit/s up {seconds(fast, 'posted')}"),
        Row("Longest task of the main thread", task_words(slow), f"≤ {TASK_AIM} ms", longest(slow) <= TASK_AIM),
        Row("Frames dropped until all nine show", slow.shown.text, f"< {DROPPED_AIM:.0%}", slow.shown.share < DROPPED_AIM),
        Row("Frames dropped until the post is there", slow.posted.text),
        Row("Processor time of the page's process", f"**{slow.work:.1f} s**, {slow.main_work:.1f} s of it the main thread's"),
        Row("Memory of the page's process", memory_words(slow)),
        Row("Memory of the server, highest RSS", f"**{megabytes(slow.server)}**"),
        Row("Nine of 48 megapixels: all show", seconds(most, "all")),
        Row("… longest task of the main thread", task_words(most)),
        Row("… memory of the page's process", memory_words(most)),
    ])


def note(size, large_size):
    return (
        f"Chromium as a phone with the main thread slowed {SLOWER}× and the network of “Opening the page” ({DOWN / 1e6:g} Mbit/s "
        f"down, {UP / 1e6:g} up, {ROUND_TRIP * 1000:.0f} ms), once with {FAST_UP / 1e6:g} up. Somebody who is signed in has "
        f"written a few words and gives nine photos of {USUAL[0]}×{USUAL[1]}, {megabytes(size)} each (pictures of the demo with "
        f"the grain of a camera, three of them turned by their metadata); Send is tapped as soon as it can be. From the event "
        f"that says that files were chosen; the post goes four seconds after Send at the earliest, as that can be undone. The "
        f"throttling slows only the main thread: what workers and decoders do takes as long as on this machine, so that a "
        f"phone that is {SLOWER}× as slow in all takes up to {SLOWER}× the processor time for it. Tasks: those of 50 ms and "
        f"more (Long Tasks API). Frames: of those that a display of 60 Hz would have shown. Memory: RSS before the photos, and "
        f"the highest since. At last nine of {LARGE[0]}×{LARGE[1]}, {megabytes(large_size)} each, with "
        f"{FAST_UP / 1e6:g} Mbit/s up. One run each.")


def files(folder, size):
    paths = []
    for number, name in enumerate(NAMES):
        path = folder / f"{number}-{size[0]}.jpg"
        path.write_bytes(photo(name, size, is_turned=number % 3 == 2))
        paths.append(path)
    return paths


def photo(name, size, is_turned):
    """Returns the enlarged middle of a demo picture with grain of two sizes: neither flat nor noise."""
    from PIL import Image, ImageChops
    picture = Image.open(ROOT / f"Demo/pictures/{name}.jpg").convert("RGB")
    width, height = picture.size
    part = min(width, height * size[0] / size[1])
    across, down = part / 2, part * size[1] / size[0] / 2
    box = (width / 2 - across, height / 2 - down, width / 2 + across, height / 2 + down)
    picture = picture.resize(size, Image.Resampling.BICUBIC, box)
    for divisor in (1, 3):
        grain = Image.effect_noise((size[0] // divisor, size[1] // divisor), GRAIN).resize(size)
        picture = ImageChops.add(picture, grain.convert("RGB"), 1, -128)
    exif = Image.Exif()
    exif[0x0112] = TURNED if is_turned else 1
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=QUALITY, exif=exif)
    return stream.getvalue()


def post(paths, up):
    data = SCRATCH / f"photos-{paths[0].stem}-{up:.0f}"
    servers.swiftlet(data).stop()
    reader.add(data)
    with servers.swiftlet(data, "--no-rate-limits") as server, Phone() as phone:
        link = Link(server.port, DOWN, up, ROUND_TRIP)
        reader.sign_in(phone, server, url=link.url)
        phone.open(link.url + "/compose")
        phone.wait("document.querySelector('.compose .writing') && document.documentElement.dataset.app === 'running'")
        phone.js("document.execCommand('insertText', false, 'Nine photos')")
        before = {pid: (resident(pid, "VmRSS"), *spent(pid)) for pid, _ in renderers(phone)}
        for pid in before:
            forget_highest(pid)
        phone.js(WATCH)
        phone.driver.find_element("css selector", PICKER).send_keys("\n".join(map(str, paths)))
        marks, tasks, gaps, sent = phone.wait("bench.outcome()", seconds=300)
        # The page's process is the one that worked; others may have ended.
        alive = [pid for pid, _ in renderers(phone) if pid in before]
        pid, *work = max(
            ((pid, *(now - then for now, then in zip(spent(pid), before[pid][1:]))) for pid in alive), key=lambda one: one[1])
        return Run(
            {name: (time - marks["chosen"]) / 1000 for name, time in marks.items()}, tasks,
            frames.counted([gap for end, gap in gaps if end <= marks["all"]]),
            frames.counted([gap for end, gap in gaps if end <= marks["posted"]]),
            sent, *work, (before[pid][0], resident(pid, "VmHWM")), server.memory()[2])


# Records the page's events after files were chosen, and taps Send as soon as it is enabled.
WATCH = f"""
bench.looksAway = true;
performance.setResourceTimingBufferSize(5000);
const marks = {{}}, gaps = [], tasks = [];
const at = (name) => {{ marks[name] ??= 0; afterFrame(() => {{ marks[name] ||= performance.now(); }}); }};
const asked = (path) => performance.getEntriesByType("resource").filter(({{ name }}) => new URL(name).pathname.startsWith(path));
new PerformanceObserver((list) => list.getEntries().forEach(({{ duration }}) => {{ if (marks.chosen) tasks.push(duration); }}))
  .observe({{ type: "longtask" }});
addEventListener("change", ({{ target, timeStamp }}) => {{ if (target.files) marks.chosen = timeStamp; }}, true);
let last;
const look = (time) => {{
  if (marks.chosen && last >= marks.chosen) gaps.push([time, time - last]);
  last = time;
  const shown = document.querySelectorAll(".compose .tile .picture[data-state=shown]").length;
  if (shown && !("first" in marks)) at("first");
  if (shown === {len(NAMES)} && !("all" in marks)) at("all");
  const send = document.querySelector(".compose [data-tap=send]");
  if (marks.all && send && !send.disabled && !marks.tapped) {{
    marks.tapped = performance.now();
    send.click();
  }}
  requestAnimationFrame(look);
}};
requestAnimationFrame(look);
bench.outcome = () => {{
  const [posted] = asked("/api/v1/statuses").filter(({{ startTime }}) => startTime > marks.tapped);
  if (!posted) return null;
  const end = (path) => Math.max(...asked(path).map(({{ responseEnd }}) => responseEnd));
  [marks.uploaded, marks.made] = [end("/api/v2/media"), Math.max(end("/api/v2/media"), end("/api/v1/media"))];
  marks.posted = posted.responseEnd;
  return [marks, tasks, gaps, bench.sent];
}};
bench.sent = 0;
const send = XMLHttpRequest.prototype.send;
XMLHttpRequest.prototype.send = function (body) {{
  for (const value of body?.values?.() ?? []) bench.sent += value.size ?? 0;
  return send.call(this, body);
}};
"""


def forget_highest(pid):
    """Resets the highest RSS (man 5 proc, clear_refs)."""
    pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5")


def resident(pid, name):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(rf"^{name}:\s+(\d+) kB", status, re.M)[1]) * 1024


def spent(pid):
    """Returns the seconds of processor time, of all threads and of the main one. Ended threads count in the first
    value."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    main = pathlib.Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]
    return (int(fields[11]) + int(fields[12])) / 100, int(main) / 1e9


def seconds(run, name):
    return f"**{run.marks[name]:.1f} s**"


def longest(run):
    return max(run.tasks, default=0)


def task_words(run):
    if not run.tasks:
        return "**none of 50 ms or more**"
    return f"**{longest(run):,.0f} ms**; {len(run.tasks)} of 50 ms or more, {sum(run.tasks) / 1000:.1f} s together"


def memory_words(run):
    return f"**{megabytes(run.memory[1])}**; {megabytes(run.memory[0])} before"
