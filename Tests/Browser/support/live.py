"""A member whose app has a stream, and somebody whom that member follows."""
import pytest

from .origins import until

STREAM = "/api/v1/streaming/user"
HIDE = """Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))"""
SHOW = "delete document.hidden; document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))"
TEXTS = "[...screen.querySelectorAll('.post[data-tap] .words')].map((words) => words.textContent)"


def connected(app, times=1):
    """Waits until the app has a stream; `times`: how many it has had."""
    until(lambda: sum(request.status == 200 for request in list(app.site.requests) if request.path == STREAM) >= times, "a stream")


def open_streams(app):
    return sum(request.path == STREAM and request.is_streaming for request in list(app.site.requests))


@pytest.fixture
def home(moments, people, community):
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/home")
    moments.until(f"{TEXTS}.length > 1")
    connected(moments)
    return moments


@pytest.fixture
def gus(people, community):
    """Somebody whom Wren follows."""
    gus = people["gus_next_door"]
    people["wren"].request(community, "POST", f"/api/v1/accounts/{gus.account['id']}/follow")
    return gus
