"""A wide page: the rail, the list, and what was opened beside it."""
import pytest

LIST = "document.querySelector('.root:not([data-other-root], .leaves)')"
RAIL = "document.querySelector('.screen:not([data-other-root]) > .frame > .tabs')"


@pytest.fixture(scope="module")
def community(people, engine):
    server = people.server()
    people["wren"].request(server, "POST", "/api/v1/statuses", status="Was that Gus on the stairs?")
    for number in range(12):
        people["wren"].request(server, "POST", "/api/v1/statuses", status=f"Step {number} of the stairs")
    yield server
    server.stop()


@pytest.fixture
def home(moments, people):
    def at(size, path="/home"):
        moments.browser.use(size=size)
        people["wren"].sign_in(moments.browser, moments.site)
        moments.open(path)
        if path == "/home":
            moments.until("screen.querySelectorAll('.post[data-tap]').length > 5")
        return moments
    return at


def edges(home, element):
    return home.value(f"(({{ left, right }}) => [left, right].map(Math.round))({element}.getBoundingClientRect())")


def open_post(home, index=0):
    home.browser.js(f"{LIST}.querySelectorAll('.post .words')[arguments[0]].click()", index)
    home.until("screen.matches('.thread') && screen.querySelector('.large')")
