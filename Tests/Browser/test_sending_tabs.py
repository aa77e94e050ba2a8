"""NEW_05: of several windows one sends what waits, and nothing goes twice."""
import time

from support.fixtures import community
from support.live import gus, home
from support.origins import until
from support.tabs import second_tab

LEADS = """return (async () => {
  const held = async (name) => (await navigator.locks.query()).held.find((lock) => lock.name === name)?.clientId;
  const own = await navigator.locks.request("probe", () => held("probe"));
  return await held("leader") === own;
})()"""

STEAL = "navigator.locks.request('leader', { steal: true }, () => new Promise((end) => { window.release = end; })).catch(() => {})"
WAITING = "return navigator.locks.query().then(({ pending }) => pending.filter(({ name }) => name === 'leader').length)"


def heart(post):
    return f"screen.querySelector('[data-key=s{post}] .favourite')"


def until_it_leads(app, what):
    app.browser.js("dispatchEvent(new Event('focus'))")
    until(lambda: app.browser.js(LEADS), what)


def test_NEW_05_a_heart_shows_in_the_other_window_and_is_sent_once_though_that_takes_the_lead(home, gus, community):
    post = gus.request(community, "POST", "/api/v1/statuses", status=f"Plums, {home.browser.name}")["id"]
    home.until(f"!!{heart(post)}")
    path = f"/{post}/favourite"
    with second_tab(home, "/home", "window") as show:
        home.until(f"!!{heart(post)}")
        show(1)
        until_it_leads(home, "the first window leads")
        gate = home.site.hold(path)
        home.value(f"({heart(post)}.click(), true)")
        until(lambda: home.site.count(path) == 1, "the like is on its way")
        show(2)
        home.until(f"{heart(post)}.getAttribute('aria-pressed') === 'true'")
        until_it_leads(home, "the second window leads")
        time.sleep(0.5)
        gate.open()
        show(1)
        key = f"Object.keys(localStorage).some((key) => key.endsWith('waits favourite:{post}'))"
        home.until(f"!{key} && {heart(post)}.getAttribute('aria-pressed') === 'true'")
        show(2)
        home.until(f"{heart(post)}.getAttribute('aria-pressed') === 'true'")
    assert home.site.count(path) == 1
    assert gus.request(community, "GET", f"/api/v1/statuses/{post}")["favourites_count"] == 1


def test_NEW_05_a_window_that_gets_the_lead_from_another_one_waits_for_the_one_before(home, gus, community):
    post = gus.request(community, "POST", "/api/v1/statuses", status=f"Pears, {home.browser.name}")["id"]
    home.until(f"!!{heart(post)}")
    path = f"/{post}/favourite"
    with second_tab(home, "/home", "window") as show:
        home.until(f"!!{heart(post)}")
        until_it_leads(home, "the second window leads")
        show(1)
        until_it_leads(home, "the first window leads")
        gate = home.site.hold(path)
        home.value(f"({heart(post)}.click(), true)")
        until(lambda: home.site.count(path) == 1, "the like is on its way")
        show(2)
        # What a third window does when it is looked at, and when it is closed. The second one has asked before the first.
        home.browser.js(STEAL)
        until(lambda: home.browser.js(WAITING) == 2, "both windows ask for the lead")
        home.browser.js("release()")
        until(lambda: home.browser.js(WAITING) == 1 and home.browser.js(LEADS), "the second window leads")
        home.until(f"{heart(post)}.getAttribute('aria-pressed') === 'true'")
        time.sleep(1)
        gate.open()
        key = f"Object.keys(localStorage).some((key) => key.endsWith('waits favourite:{post}'))"
        home.until(f"!{key} && {heart(post)}.getAttribute('aria-pressed') === 'true'")
    assert home.site.count(path) == 1
    assert gus.request(community, "GET", f"/api/v1/statuses/{post}")["favourites_count"] == 1
