"""NEW_09: all notifications in one list, with a badge that is right on every device."""
import pytest

from support.origins import until

NOTIFICATIONS = "/api/v1/notifications"


@pytest.fixture
def server(people):
    """A server of the test's own, on which Wren has no notifications."""
    server = people.server()
    people["wren"].request(server, "POST", NOTIFICATIONS + "/clear")
    yield server
    server.stop()


@pytest.fixture
def community(server):
    return server


@pytest.fixture
def wren(people):
    return people["wren"]


@pytest.fixture
def gus(people):
    return people["gus_next_door"]


@pytest.fixture
def app(moments, wren):
    wren.sign_in(moments.browser, moments.site)
    return moments


def post(member, server, text, **more):
    return member.request(server, "POST", "/api/v1/statuses", status=text, **more)


def come_back(moments):
    """Simulates that the viewer returns to the page."""
    moments.browser.js("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")


def marker(member, server):
    markers = member.request(server, "GET", "/api/v1/markers?timeline[]=notifications")
    return markers.get("notifications", {}).get("last_read_id", "0")


def unread(member, server):
    return member.request(server, "GET", NOTIFICATIONS + "/unread_count")["count"]


BADGE = "(screen.querySelector('.tabs .badge')?.textContent ?? '')"


def test_NEW_09_alike_ones_stand_together_and_lead_to_their_post(app, server, wren, gus):
    mine = post(wren, server, "A quiet morning by the lake")
    other = post(wren, server, "Something else")
    gus.request(server, "POST", f"/api/v1/statuses/{other['id']}/reblog")
    for status in (mine, other):
        gus.request(server, "POST", f"/api/v1/statuses/{status['id']}/favourite")
    reply = post(gus, server, "@wren Which lake?", in_reply_to_id=mine["id"])
    app.open("/notifications")
    app.until("screen.querySelectorAll('.activity').length === 3 && screen.querySelectorAll('.post[data-tap]').length === 1")
    assert app.texts("h1.title") == ["Notifications"]
    sentences = app.value("[...screen.querySelectorAll('.sentence')].map((e) => e.firstChild.textContent + e.childNodes[1].textContent)")
    assert all(sentence.startswith("Gus") and sentence.endswith(("liked your post", "reposted your post")) for sentence in sentences)
    assert "A quiet morning by the lake" in app.texts(".excerpt p")
    app.browser.tap(".activity .excerpt")
    app.until("screen.matches('.thread') && screen.querySelector('.large .words').textContent === 'Something else'")
    app.browser.back()
    app.until("screen.matches('.notifications')")
    app.browser.tap(".post[data-tap] .time")
    app.until("screen.matches('.thread') && screen.querySelector('.large .words').textContent.includes('Which lake?')")
    assert app.value("location.pathname") == f"/@gus_next_door/{reply['id']}"
    app.until("[...screen.querySelectorAll('.ancestor .words')].some((e) => e.textContent === 'A quiet morning by the lake')")


@pytest.mark.parametrize("reduces", [False, True], ids=["motion", "reduced motion"])
def test_NEW_09_the_reply_is_highlighted_in_its_thread(moments, server, wren, gus, reduces):
    moments.browser.use(reduces_motion=reduces)
    wren.sign_in(moments.browser, moments.site)
    app = moments
    mine = post(wren, server, "Anybody there?")
    post(gus, server, "@wren Me", in_reply_to_id=mine["id"])
    app.open("/notifications")
    app.until("screen.querySelector('.post[data-tap]')")
    app.value("""addEventListener('animationstart', ({ animationName, target }) => {
      if (animationName === 'highlight') window.highlighted = [target.className, getComputedStyle(target).animationDuration];
    })""")
    app.browser.tap(".post[data-tap] .time")
    app.until("window.highlighted")
    name, duration = app.value("window.highlighted")
    assert "large" in name and duration == "0.4s", "a colour that fades moves nothing"


def test_NEW_09_the_badge_is_on_the_tab_in_the_title_and_on_the_icon_until_it_is_read_anywhere(app, server, wren, gus):
    mine = post(wren, server, "Count me")
    app.browser.driver.get("about:blank")
    app.open("/home")
    app.value("window.badges = []")
    app.value("navigator.setAppBadge = (count) => { window.badges.push(count); return Promise.resolve(); }")
    gus.request(server, "POST", f"/api/v1/statuses/{mine['id']}/favourite")
    gus.request(server, "POST", f"/api/v1/statuses/{mine['id']}/reblog")
    # The clock ticks every 30 s; here it is set forward.
    app.browser.js("const now = Date.now; Date.now = () => now() + 60_000")
    come_back(app)
    app.until(f"{BADGE} === '2'")
    assert app.value("document.title").startswith("(2) ")
    tops = app.value("[...screen.querySelectorAll('.tabs .tab > .icon')].filter((icon) => icon.getBoundingClientRect().height).map((icon) => Math.round(icon.getBoundingClientRect().top))")
    assert len(set(tops)) == 1, "it stands on the tab, and moves nothing of it"
    assert app.value("window.badges") == [2]
    assert app.value("screen.querySelector('.tabs [data-tap=\"tab:notifications\"]').getAttribute('aria-label')") == "Notifications, 2 new notifications"
    app.browser.tap(".tabs [data-tap='tab:notifications']")
    app.until("screen.querySelectorAll('.activity.unread').length === 2")
    app.until(f"{BADGE} === '' && document.title === 'Notifications'")
    assert app.value("window.badges") == [2, 0]
    until(lambda: unread(wren, server) == 0, "the server knows")
    newest = wren.request(server, "GET", NOTIFICATIONS)[0]["id"]
    assert marker(wren, server) == newest
    assert app.value("screen.querySelectorAll('.activity.unread').length") == 2, "it stays marked while it shows"
    app.browser.reload()
    app.until("screen.querySelectorAll('.activity').length === 2 && !screen.querySelector('.unread')")


def test_NEW_09_the_marker_is_never_put_back(app, server, wren, gus):
    mine = post(wren, server, "Marked")
    gus.request(server, "POST", f"/api/v1/statuses/{mine['id']}/favourite")
    app.open("/notifications")
    [only] = wren.request(server, "GET", NOTIFICATIONS)
    until(lambda: marker(wren, server) == only["id"], "it was read")
    wren.request(server, "POST", "/api/v1/markers", notifications={"last_read_id": "1"})
    assert marker(wren, server) == only["id"], "the server keeps the newest"


def test_NEW_09_a_hidden_page_asks_for_nothing(app, server):
    app.open("/home")
    app.until("screen.querySelector('.post')")
    app.browser.js("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    app.browser.js("const now = Date.now; Date.now = () => now() + 60_000")
    asked = lambda: sum(request.path.startswith(NOTIFICATIONS) for request in list(app.site.requests))
    before = asked()
    come_back(app)
    app.browser.js_async("new Promise((done) => setTimeout(done, 500))")
    assert asked() == before
    app.browser.js("delete document.hidden")
    come_back(app)
    until(lambda: asked() > before, "it shows again, and asks")


def test_NEW_09_a_request_to_follow_is_answered_in_its_place(app, server, wren, gus):
    wren.request(server, "PATCH", "/api/v1/accounts/update_credentials", locked=True)
    account = wren.account["id"]
    for action in ("unfollow", "follow"):
        gus.request(server, "POST", f"/api/v1/accounts/{account}/{action}")
    app.open("/notifications")
    app.until("screen.querySelector('.sentence')?.textContent.includes('wants to follow you')")
    app.stop_clock()
    app.browser.tap("[data-tap^=accept]")
    app.until("!screen.querySelector('[data-tap^=accept]')")
    app.undo()
    app.until("screen.querySelector('[data-tap^=accept]')")
    app.browser.tap("[data-tap^=accept]")
    app.until("!screen.querySelector('[data-tap^=accept]')")
    asked = f"/api/v1/accounts/relationships?id[]={account}"
    until(lambda: gus.request(server, "GET", asked)[0]["following"], "the server knows")
    come_back(app)
    app.until("screen.querySelector('.sentence')?.textContent.includes('followed you')")
    app.browser.tap(".sentence .time")
    app.until("screen.matches('.profile') && location.pathname === '/@gus_next_door'")


def test_NEW_09_whoever_follows_is_followed_back_in_their_row(app, server, wren, gus):
    me = wren.request(server, "GET", "/api/v1/accounts/verify_credentials")["id"]
    other = gus.request(server, "GET", "/api/v1/accounts/verify_credentials")["id"]
    for member, account in ((gus, me), (wren, other)):
        member.request(server, "POST", f"/api/v1/accounts/{account}/unfollow")
    gus.request(server, "POST", f"/api/v1/accounts/{me}/follow")
    gate = app.site.hold("/relationships$")
    app.open("/notifications")
    app.until("screen.querySelector('.activity')")
    height = app.value("screen.querySelector('.activity').offsetHeight")
    gate.open()
    app.until("screen.querySelector('.activity .follow')?.textContent === 'Follow back'")
    assert app.value("screen.querySelector('.activity').offsetHeight") == height
    app.browser.tap(".activity .follow")
    app.until("screen.querySelector('.activity .follow.on')?.textContent === 'Following'")
    follows = lambda: wren.request(server, "GET", f"/api/v1/accounts/relationships?id[]={other}")[0]["following"]
    until(follows, "the server knows")
    app.stop_clock()
    app.browser.tap(".activity .follow")
    app.until("document.querySelector('.toasts').textContent.startsWith('You no longer follow')")
    until(lambda: not follows(), "the server knows")
    app.undo("button")
    app.until("screen.querySelector('.activity .follow.on')")
    until(follows, "the server knows")


def test_NEW_09_the_mentions_are_one_filter_and_keep_their_place(app, server, wren, gus):
    post(gus, server, "Morning, @wren")
    mine = post(wren, server, "Liked")
    gus.request(server, "POST", f"/api/v1/statuses/{mine['id']}/favourite")
    app.open("/notifications")
    app.until("screen.querySelectorAll('.activity').length === 1 && screen.querySelectorAll('.post[data-tap]').length === 1")
    app.browser.tap(".filters [data-tap='tab:mentions']")
    app.until("location.pathname === '/mentions' && screen.querySelectorAll('.post[data-tap]').length === 1")
    assert app.texts("h1.title") == ["Mentions"]
    assert app.value("screen.querySelector('.filters [aria-current]').textContent") == "Mentions"
    assert app.value("screen.querySelector('.tabs [aria-current] span').textContent") == "Notifications"
    app.browser.tap(".tabs [data-tap='tab:home']")
    app.until("location.pathname === '/home'")
    app.browser.tap(".tabs [data-tap='tab:notifications']")
    app.until("location.pathname === '/mentions'")
    app.browser.tap(".filters [data-tap='tab:notifications']")
    app.until("location.pathname === '/notifications' && screen.querySelector('.activity')")


def test_NEW_09_forty_a_page_each_once_and_as_they_were_without_a_network(app, server, wren, gus):
    posts = [post(wren, server, f"Number {number}") for number in range(50)]
    for status in posts:
        gus.request(server, "POST", f"/api/v1/statuses/{status['id']}/favourite")
    app.open("/notifications")
    app.until("screen.querySelectorAll('.activity').length >= 20")
    assert app.value("screen.querySelector('.excerpt').textContent") == "Number 49"
    app.load_all()
    assert app.walk(".activity", ".excerpt") == [f"Number {number}" for number in reversed(range(50))]
    gate = app.site.hold(NOTIFICATIONS)
    app.browser.reload()
    app.until("screen.querySelector('.excerpt')?.textContent === 'Number 49'")
    gate.open()


def test_NEW_09_a_stranger_is_asked_to_sign_in(moments):
    moments.open("/notifications")
    moments.until("screen.matches('.welcome')")
    assert moments.texts("h1.title") == ["Notifications"]
    assert moments.value("screen.querySelector('.tabs [aria-current]').dataset.tap") == "tab:notifications"
