"""NEW_06: the page that shows loads each minute what no stream brings."""
import pytest

from support.fixtures import community
from support.live import STREAM, connected, gus
from support.origins import Answer, until

# The clock of the page goes on when the test says so.
CLOCK = """{
  const every = window.setInterval, now = Date.now;
  let ahead = 0;
  Date.now = () => now() + ahead;
  window.setInterval = (call, pause, ...more) => {
    if (pause === 30_000) window.goOn = (time = pause) => { ahead += time; call(); };
    return every(call, pause, ...more);
  };
}"""


@pytest.fixture
def wren(moments, people):
    """A member whose network lets no streams through."""
    moments.browser.expect_errors("Failed to load resource", "404")
    moments.site.answers["^/api/v1/streaming/"] = Answer({"error": "Not found"}, 404)
    moments.site.script = CLOCK
    people["wren"].sign_in(moments.browser, moments.site)
    return people["wren"]


@pytest.mark.parametrize("page", ["thread", "profile", "moments", "album"])
def test_NEW_06_without_a_stream_an_open_page_goes_on_by_itself(moments, wren, gus, community, page):
    def post(text, **more):
        return gus.request(community, "POST", "/api/v1/statuses", status=f"{text}, {page} in {moments.browser.name}", **more)

    first = post("The well is dry")
    path = {
        "thread": f"/@gus_next_door/{first['id']}", "profile": "/@gus_next_door", "moments": "/moments/gus_next_door",
        "album": "/@gus_next_door/album"}[page]
    moments.open(path)
    moments.until("screen.innerText.includes('The well is dry, ' + arguments[0])", page)
    until(lambda: any(request.status == 404 for request in list(moments.site.requests) if request.path == STREAM), "a refusal")
    post("It rains", **({"in_reply_to_id": first["id"]} if page == "thread" else {}))
    shows = "screen.innerText.includes('It rains, ' + arguments[0])"
    until(lambda: moments.value(f"(goOn(), {shows})", page), "the new post", pause=0.5)
    assert moments.value("!screen.querySelector('.notice')")


def test_NEW_06_beside_a_stream_the_profile_of_somebody_whom_one_does_not_follow_goes_on(moments, people, community):
    wren, gus = people["wren"], people["gus_next_door"]
    moments.site.script = CLOCK
    wren.sign_in(moments.browser, moments.site)
    wren.request(community, "POST", f"/api/v1/accounts/{gus.account['id']}/unfollow")
    post = gus.request(community, "POST", "/api/v1/statuses", status=f"Mushrooms in {moments.browser.name}")
    streams = lambda: sum(request.path == STREAM for request in list(moments.site.requests))
    before = streams()
    moments.open("/@gus_next_door")
    row = f"screen.querySelector('[data-key=s{post['id']}]')"
    moments.until(f"!!{row}")
    until(lambda: streams() > before, "a stream")
    connected(moments, before + 1)
    opened = streams()
    gus.request(community, "POST", f"/api/v1/statuses/{post['id']}/favourite")
    gus.request(community, "POST", "/api/v1/statuses", status=f"Chanterelles in {moments.browser.name}")
    # Less than 50 s pass for the page, after which a silent stream would be renewed.
    for _ in range(2):
        moments.value("goOn(20_000)")
    moments.until(f"{row}.querySelector('.favourite .number')?.textContent === '1'")
    moments.until("screen.innerText.includes('Chanterelles')")
    assert streams() == opened, "it is still the same"
