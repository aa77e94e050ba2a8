"""NEW_05: an app that can't start, or that stops, says so in the page, and what was typed is kept."""
import pytest

from support.origins import Answer, until

EXPECTED = ("The app could not start", "The app has stopped", "WebAssembly", "wasm", "Failed to load resource", "Policy", "Refused",
            "Content Security Policy", "boom")
BANNER = "document.querySelector('.failure-banner')?.checkVisibility({ visibilityProperty: true })"
SAYS = "document.querySelector('.failure-banner').innerText"
TRAP = """
const original = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = async (...values) => {
  const exports = { ...(await original.apply(WebAssembly, values)).instance.exports };
  window.trap = (name) => { exports[name] = () => { throw new WebAssembly.RuntimeError("boom") }; };
  return { instance: { exports } };
};
"""
NEVER = {
    "no WebAssembly": lambda site: setattr(site, "script", "delete window.WebAssembly;"),
    "a policy": lambda site: setattr(site, "script", """document.write(
      '<meta http-equiv="Content-Security-Policy" content="script-src \\'self\\'">');"""),
    "no program": lambda site: site.answers.update({r"/assets/app\.[0-9a-f]+\.wasm": Answer("gone", 404, "text/plain")}),
    "half a program": lambda site: site.cut(r"/assets/app\.[0-9a-f]+\.wasm", *[2] * 9),
    "no texts": lambda site: site.answers.update({r"^/texts/": Answer("gone", 404, "text/plain")}),
}


@pytest.fixture
def member(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    moments.browser.expect_errors(*EXPECTED)
    return moments


@pytest.fixture(scope="module")
def community(people, engine):
    server = people.server()
    people["wren"].request(server, "POST", "/api/v1/statuses", status="The swifts are back")
    yield server
    server.stop()


@pytest.mark.parametrize("reason", NEVER)
def test_NEW_05_an_app_that_cannot_start_says_so_instead_of_waiting_for_ever(member, reason):
    NEVER[reason](member.site)
    if reason == "a policy":
        member.browser.expect_errors("")  # WebKit says it in two lines
    member.open("/home", until_running=False)
    member.until(BANNER)
    assert member.value(SAYS).split("\n")[0] == "The app couldn’t start."
    assert member.rows(".skeleton:not([style])") == 0 or not member.value("screen.querySelector('.skeleton').checkVisibility()")
    # Links work without it, and Reload is one.
    member.site.answers.clear()
    member.site.cuts.clear()
    member.site.script = None
    member.browser.js("window.isOld = true")
    member.browser.js("document.querySelector('.failure-banner a').click()")
    member.until("!window.isOld && document.documentElement.dataset.app === 'running'")
    assert not member.value(BANNER)


def test_NEW_05_without_the_bridge_the_page_says_so_by_itself_after_a_while(member):
    member.site.answers[r"/assets/bridge\."] = Answer("gone", 404, "text/plain")
    member.open("/home", until_running=False)
    member.until("document.readyState === 'complete'")
    assert not member.value(BANNER)
    member.browser.js("document.querySelector('.failure-banner').getAnimations()[0].finish()")
    member.until(BANNER)
    assert member.value("document.querySelector('.failure-banner a').href === location.href")


def test_NEW_05_a_page_that_runs_says_nothing(member):
    member.open("/home")
    assert not member.value(BANNER)
    assert member.value("document.querySelector('.failure-banner').getAnimations().length") == 0


def test_NEW_05_a_page_that_needs_no_app_says_nothing(moments):
    moments.browser.expect_errors("404")
    moments.open("/nowhere", until_running=False)
    moments.until("document.readyState === 'complete'")
    assert moments.value("document.querySelector('.failure-banner')") is None


def write(member, text):
    field = "document.querySelector('.compose textarea')"
    member.until(field)
    member.browser.js(f"const field = {field}; field.value = arguments[0]; field.dispatchEvent(new Event('input', {{ bubbles: true }}))", text)


WRITTEN = "document.querySelector('.compose textarea')?.value"


def test_NEW_05_what_was_typed_when_the_app_stopped_and_after_it_is_kept(member):
    member.site.script = TRAP
    member.open("/compose")
    write(member, "Heard")
    member.browser.js("trap('typed')")
    write(member, "Heard and stopped")
    member.until(BANNER)
    assert member.value(SAYS).split("\n")[0] == "The app has stopped. What you wrote is kept."
    assert member.value("document.documentElement.dataset.app") == "stopped"
    write(member, "Heard and stopped, and went on")
    member.browser.reload()
    member.until(f"{WRITTEN} === 'Heard and stopped, and went on'")
    assert not member.value(BANNER)
    # The app knows it now: it is a draft like any other.
    until(lambda: "went on" in member.value("JSON.stringify(localStorage)"), "it is kept as a draft")
    assert member.value("sessionStorage.getItem('typed')") is None
    member.browser.reload()
    member.until(f"{WRITTEN} === 'Heard and stopped, and went on'")


def test_NEW_05_a_text_that_stops_the_app_again_stays_in_its_field(member):
    member.site.script = TRAP + "addEventListener('load', () => setTimeout(() => window.trap?.('typed'), 0));"
    member.open("/compose")
    member.until("typeof trap === 'function'")
    member.browser.js("trap('typed')")
    write(member, "Poison")
    member.until(BANNER)
    member.browser.reload(until_running=False)
    member.until(f"{WRITTEN} === 'Poison'", seconds=30)
    member.site.script = None
    member.browser.reload()
    member.until(f"{WRITTEN} === 'Poison'")
    assert not member.value(BANNER)


def test_NEW_05_a_form_of_a_stopped_app_is_not_sent_into_the_address(member):
    member.site.script = TRAP
    member.open("/account")
    member.until("screen.querySelector('form[data-submit]:not([action])')")
    member.browser.js("trap('online'); dispatchEvent(new Event('online'))")
    member.until(BANNER)
    member.browser.js("window.isHere = true; document.querySelector('form[data-submit]:not([action])').requestSubmit()")
    member.browser.js_async("new Promise((done) => setTimeout(done, 100))")
    assert member.value("window.isHere && location.search === ''")
