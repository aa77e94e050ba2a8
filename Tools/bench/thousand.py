"""A page of 1,000 posts: decoded, shown, hydrated, and one of them changed."""
import servers
import thousand_posts
from phone import Phone
from places import SCRATCH
from report import Row, Section, milliseconds

RUNS = 3
CLICKS = 9


def measure():
    source, data = SCRATCH / "thousand", SCRATCH / "thousand-data"
    thousand_posts.write(source)
    seconds = servers.import_moments(source, thousand_posts.USERNAME, data)
    page = f"/moments/{thousand_posts.USERNAME}"
    with servers.swiftlet(data) as server, servers.swiftlet(SCRATCH / "empty") as other:
        size = len(server.get(f"/user/{thousand_posts.USERNAME}/tweets")[2])
        server.get(f"{page}?show=1000")
        decoded = [decode(f"{other.url}{page}?server={server.url}") for _ in range(RUNS)]
        taken_over = [take_over(f"{server.url}{page}?show=1000") for _ in range(RUNS)]
    rows = [Row(f"Imported ({size / 1024:,.0f} KB of JSON, 3 pictures)", f"**{seconds:.1f} s**")]
    return Section("1,000 posts", note(), rows + decoded_rows(decoded) + taken_over_rows(taken_over))


def note():
    return (
        f"Chromium with the main thread slowed 4× and no limit to the network. Decoded: the app opens the page of "
        f"another server (`/moments/NAME?server=…`), from the end of the answer with all posts. Taken over: the server "
        f"sends the most that it sends as one page (200, for `?show=1000`), of which the document keeps what is near the window. Changed: the text of one post is unfolded, {CLICKS} posts a run; "
        f"operations are changes of the document that the app asked for. Median of {RUNS} runs. The longest call "
        f"is the longest that the app keeps the browser from answering a finger.")


def decode(url):
    """Returns the milliseconds from the response to the first and to the last decoded post, and of the longest
    call."""
    with Phone() as phone:
        phone.open(url)
        phone.wait("bench.painted() && bench.marks.saved")
        return phone.js("""
            const answer = bench.answerEnd("/tweets");
            return [bench.painted() - answer, bench.marks.saved - answer, bench.longest()];""")


def take_over(url):
    with Phone() as phone:
        phone.open(url)
        phone.wait("bench.marks.running && bench.marks.saved")
        assert phone.js("return document.querySelectorAll('.moments-post').length") > 5
        times = phone.js("""
            const { time } = bench.calls.find(({ name }) => name === "start");
            return [bench.painted(), time, bench.marks.running - bench.marks.program, swiftlet.operations];""")
        return times, phone.js("""
            const folds = [...document.querySelectorAll(".fold")];
            return (async () => {
              const clicks = [];
              for (let click = 0; click < arguments[0]; click++) {
                clicks.push(await bench.click(folds[Math.floor(folds.length * click / arguments[0])]));
              }
              return clicks;
            })();""".replace("arguments[0]", str(CLICKS)))


def decoded_rows(times):
    first, last, longest = map(list, zip(*times))
    return [
        Row("Decoded: first posts shown", milliseconds(first)),
        Row("Decoded: all of them", milliseconds(last)),
        Row("Decoded: longest call", milliseconds(longest)),
    ]


def taken_over_rows(results):
    painted, start, running, operations = map(list, zip(*(times for times, _ in results)))
    clicks = [click for _, clicks in results for click in clicks]
    counts = sorted({click["operations"] for click in clicks})
    counted = " to ".join(str(count) for count in counts)
    return [
        Row("Taken over: first post", milliseconds(painted)),
        Row("Taken over: start of the program", milliseconds(start)),
        Row("Taken over: from loading the program to running", milliseconds(running)),
        Row("Taken over: operations", f"**{max(operations)}**", "0", max(operations) == 0),
        Row("One post changed: event handler", milliseconds([click["handled"] for click in clicks])),
        Row("One post changed: until painted", milliseconds([click["painted"] for click in clicks])),
        Row("One post changed: operations", f"**{counted}**", "1", counts == [1]),
    ]
