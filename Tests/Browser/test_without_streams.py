"""NEW_06: without a stream the pages that show load each minute what they may lack."""
import pytest

from support.fixtures import community
from support.live import STREAM, gus
from support.origins import Answer, until

# The clock of the page goes on by half a minute when the test says so.
CLOCK = """{
  const every = window.setInterval, now = Date.now;
  let ahead = 0;
  Date.now = () => now() + ahead;
  window.setInterval = (call, pause, ...more) => {
    if (pause === 30_000) window.goOn = () => { ahead += pause; call(); };
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
