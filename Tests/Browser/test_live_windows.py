"""NEW_06: the tabs and windows of a browser share one stream."""
import pytest

from support.fixtures import community
from support.live import HIDE, TEXTS, connected, gus, home, open_streams
from support.origins import until
from support.tabs import second_tab


@pytest.fixture
def hear(home, gus, community):
    """Has Gus post a text, and waits until it shows in front, once."""
    def hear(text):
        gus.request(community, "POST", "/api/v1/statuses", status=text)
        home.until(f"{TEXTS}.filter((words) => words === arguments[0]).length === 1", text)
    return hear


def test_NEW_06_two_tabs_both_hear_once_and_the_last_one_goes_on(home, hear):
    if home.browser.name == "webkit":
        pytest.skip("WebKit paints no page that lies behind another one, and its driver brings none to the front")

    text = f"Rain by noon, {home.browser.name}"
    with second_tab(home, "/home") as show:
        home.until(f"{TEXTS}.length > 1")
        hear(text)
        show(1)
        hear(text + ", or snow")
        home.until(f"{TEXTS}.filter((words) => words === arguments[0]).length === 1", text)
        show(2)
        home.until(f"{TEXTS}.filter((words) => words === arguments[0]).length === 1", text + ", or snow")
    hear(text + "!")


def test_NEW_06_two_windows_side_by_side_share_one_stream(home, hear):
    text = f"Snow on the hills, {home.browser.name}"
    with second_tab(home, "/home", "window") as show:
        home.until(f"{TEXTS}.length > 1")
        hear(text)
        assert open_streams(home) == 1
        show(1)
        home.until(f"{TEXTS}.filter((words) => words === arguments[0]).length === 1", text)
        home.browser.driver.get("about:blank")
        show(2)
        hear(text + ", and on the roofs")
        until(lambda: open_streams(home) == 1, "the stream of the window that is left")


def test_NEW_06_a_window_takes_over_the_stream_of_one_that_closes(home, hear):
    text = f"Fog over the fields, {home.browser.name}"
    with second_tab(home, "/home", "window") as show:
        home.until(f"{TEXTS}.length > 1")
        # The window that was opened last has the stream; the first one, which is in sight, follows it.
        connected(home, 2)
        until(lambda: open_streams(home) == 1, "one stream")
        show(1)
        hear(text)
        assert open_streams(home) == 1
        show(2)
        home.browser.driver.close()
        show(1)
        connected(home, 3)
        until(lambda: open_streams(home) == 1, "the stream of the window that is left")
        hear(text + ", and sun above")
        assert open_streams(home) == 1


def test_NEW_06_a_tab_without_a_stream_takes_what_another_one_passes_on(home, gus, community):
    post = gus.request(community, "POST", "/api/v1/statuses", status=f"The ferry is late, {home.browser.name}")
    row = f"screen.querySelector('[data-key=s{post['id']}]')"
    home.until(f"!!{row}")
    home.browser.js("navigator.locks.request('leader', { steal: true }, () => new Promise(() => {})).catch(() => {})")
    until(lambda: open_streams(home) == 0, "the stream has ended")
    # The post is there: only the other tab says that it was deleted.
    home.browser.js(r"""
      const session = Object.keys(localStorage).map((key) => key.match(/^swiftlet\.session (\S+) account$/)?.[1]).find(Boolean);
      const tab = new BroadcastChannel("streams");
      for (const piece of ["", `event: delete\ndata: ${arguments[0]}\n\n`])
        tab.postMessage(new TextEncoder().encode(`another ${session}\n${piece}`));""", post["id"])
    home.until(f"!{row}")


def test_NEW_06_a_tab_with_a_stream_passes_on_what_comes(home, gus, community):
    home.browser.js("""window.passed = [];
      new BroadcastChannel("streams").onmessage = ({ data }) => passed.push(new TextDecoder().decode(data))""")
    gus.request(community, "POST", "/api/v1/statuses", status=f"The ferry is there, {home.browser.name}")
    home.until(r"passed.some((message) => /^\S+ \S+\n[^]*event: update\ndata: /.test(message))")
    home.browser.js("navigator.locks.request('leader', { steal: true }, () => new Promise(() => {})).catch(() => {})")
    home.until(r"/^\S+ \S+$/.test(passed.at(-1))")


def test_NEW_06_a_window_takes_over_the_stream_of_one_that_nobody_sees(home):
    """The page counts as hidden for 20 s."""
    # Another page has the lead: this one waits for it.
    home.browser.js("navigator.locks.request('leader', { steal: true }, () => new Promise(() => {})).catch(() => {})")
    until(lambda: open_streams(home) == 0, "the stream has ended")
    home.browser.js("new BroadcastChannel('streams').postMessage(null)")
    connected(home, 2)
    # This one has it, and is hidden.
    home.browser.js("""window.passed = [];
      new BroadcastChannel("streams").onmessage = ({ data }) => passed.push(data && new TextDecoder().decode(data))""")
    home.browser.js(HIDE)
    home.until("passed.at(-1) === null")
    until(lambda: open_streams(home) == 0, "its stream has ended")
