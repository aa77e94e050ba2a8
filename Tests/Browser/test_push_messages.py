"""NEW_09: notifications while the app is closed: how they are turned on, and where they lead."""
import urllib.error
from urllib.parse import urlsplit

import pytest

from support.origins import Answer, until
from support.people import SCOPES, sign_in
from support.push import (  # noqa: F401
    RENEWED, SHOWN, SWITCH, TAPS, Phone, community, engine, open_settings, service, signed_in, tap,
)


def test_NEW_09_a_tap_turns_them_on_and_one_opens_its_post(moments, service, signed_in, community):
    wren, gus = signed_in
    phone = Phone(moments, service, "/tap", wren)
    open_settings(moments)
    moments.until(f"!{SWITCH}.disabled")
    assert moments.value("screen.querySelectorAll('[role=switch]').length") > 5, "what will come shows before"
    assert phone.browser.js("return window.asked") == 0, "nobody was asked yet"
    tap(moments, "[data-tap='detail:text']")
    tap(moments, "[data-tap='topic:favourites']")
    phone.browser.until_installed()
    tap(moments, "[data-tap='turn:on']")
    moments.until(f"{SWITCH}.ariaChecked === 'true'")
    assert phone.browser.js("return window.asked") == 1
    found = phone.subscription(wren)
    assert found["detail"] == "text" and found["format"] == "declarative" and found["standard"]
    assert not found["alerts"]["favourite"] and found["alerts"]["mention"] and found["server_key"] == phone.browser.js("return window.serverKey")
    tap(moments, "[data-tap='topic:favourites']")
    until(lambda: phone.subscription(wren)["alerts"]["favourite"], "the change is saved")
    moments.open("/home")
    moments.until("!!navigator.serviceWorker.controller")
    gus.request(community, "POST", "/api/v1/statuses", status="@wren The ladder is back")
    shown = phone.deliver()
    notification, = moments.browser.js_async(SHOWN)
    assert notification["title"] == shown["title"] and "ladder" in notification["body"] and notification["tag"] == shown["tag"]
    assert notification["data"]["account"] == wren.account["id"]
    phone.click()
    moments.until("screen.matches('.thread') && screen.innerText.includes('The ladder is back')")
    assert moments.value("location.pathname") == urlsplit(shown["navigate"]).path
    until(lambda: moments.browser.js_async(SHOWN) == [], "it is gone")
    # A window that the browser opens itself.
    moments.browser.open(shown["navigate"])
    moments.until("screen.matches('.thread') && location.hash === ''")


def test_NEW_09_after_a_reply_the_list_offers_them_once_and_a_test_message_comes(
        moments, service, signed_in, community):
    wren, gus = signed_in
    gus.request(community, "POST", "/api/v1/statuses", status="@wren Any news?")
    phone = Phone(moments, service, "/offer", wren)
    moments.open("/notifications")
    moments.until("!!screen.querySelector('.push-offer') && screen.innerText.includes('Any news?')")
    tap(moments, "[data-tap='offer:yes']")
    moments.until("screen.matches('.notification-settings')")
    assert phone.browser.js("return window.asked") == 0, "what will come shows before"
    phone.turn_on(opens=False)
    tap(moments, "[data-tap=test]")
    moments.until("screen.innerText.includes('It shows on this device in a few seconds')")
    assert phone.deliver()["title"] == "Notifications work"
    moments.open("/notifications")
    moments.until("screen.innerText.includes('Any news?')")
    assert not moments.value("!!screen.querySelector('.push-offer')"), "once"


def test_NEW_09_what_was_read_is_taken_away(moments, service, signed_in, community):
    wren, gus = signed_in
    phone = Phone(moments, service, "/read", wren)
    phone.turn_on()
    moments.open("/home")
    gus.request(community, "POST", "/api/v1/statuses", status="@wren Read me in the app")
    phone.deliver()
    moments.open("/notifications")
    moments.until("screen.innerText.includes('Read me in the app')")
    until(lambda: moments.browser.js_async(SHOWN) == [], "it is gone")
    # Read on another device while this one was closed.
    moments.open("/home")
    post = gus.request(community, "POST", "/api/v1/statuses", status="@wren Read me elsewhere")
    phone.deliver(2)
    newest = wren.request(community, "GET", "/api/v1/notifications?limit=1")[0]
    assert newest["status"]["id"] == post["id"]
    wren.request(community, "POST", "/api/v1/markers", notifications={"last_read_id": newest["id"]})
    moments.open("/home")
    until(lambda: moments.browser.js_async(SHOWN) == [], "it is gone, too")


def test_NEW_09_what_a_notification_opened_is_read_everywhere(moments, service, signed_in, community):
    wren, gus = signed_in
    phone = Phone(moments, service, "/everywhere", wren)
    phone.turn_on()
    gus.request(community, "POST", "/api/v1/statuses", status="@wren Before")
    before = wren.request(community, "GET", "/api/v1/notifications?limit=1")[0]
    wren.request(community, "POST", "/api/v1/markers", notifications={"last_read_id": before["id"]})
    moments.open("/home")
    moments.until("!!navigator.serviceWorker.controller")
    gus.request(community, "POST", "/api/v1/statuses", status="@wren Read me here")
    phone.deliver()
    moments.until("document.title.startsWith('(1)')")
    phone.click()
    moments.until("screen.matches('.thread') && screen.innerText.includes('Read me here')")
    until(lambda: wren.request(community, "GET", "/api/v1/notifications/unread_count")["count"] == 0, "it is read")
    moments.until("!document.title.startsWith('(')")


def test_NEW_09_a_later_message_takes_away_what_was_read_elsewhere(moments, service, signed_in, community):
    wren, gus = signed_in
    phone = Phone(moments, service, "/later", wren)
    phone.turn_on()
    phone.device.server_key = moments.browser.js("return window.serverKey")
    # No page of the app shows.
    moments.browser.open(moments.site.url + "/health", until_running=False)
    gus.request(community, "POST", "/api/v1/statuses", status="@wren Read me elsewhere, too")
    read = phone.deliver()
    gus.request(community, "POST", "/api/v1/statuses", status="@wren I stay")
    stays = phone.deliver(2)
    assert {shown["tag"] for shown in moments.browser.js_async(SHOWN)} == {read["tag"], stays["tag"]}
    wren.request(community, "POST", "/api/v1/markers", notifications={"last_read_id": read["data"]["notification"]})
    gus.request(community, "POST", "/api/v1/statuses", status="@wren I come last")
    last = phone.deliver(3)
    until(lambda: {shown["tag"] for shown in moments.browser.js_async(SHOWN)} == {stays["tag"], last["tag"]}, "what was read is gone")
    assert last["data"]["read"] == read["data"]["notification"]


def test_NEW_09_two_accounts_of_a_phone_are_told_apart(moments, service, signed_in, community):
    wren, gus = signed_in
    phone = Phone(moments, service, "/apart", gus, wren)
    phone.turn_on()
    wren.request(community, "POST", "/api/v1/statuses", status="@gus_next_door For one")
    assert " · " not in phone.deliver()["title"]
    # The other account of the phone joins.
    moments.browser.js("localStorage.setItem('swiftlet.current', '2')")
    phone.turn_on()
    wren.request(community, "POST", "/api/v1/statuses", status="@gus_next_door For one of two")
    gus.request(community, "POST", "/api/v1/statuses", status="@wren For the other")
    titles = sorted(message["notification"]["title"] for message in phone.device.messages(3)[1:])
    assert [title.partition(" · ")[0] for title in titles] == ["@gus_next_door", "@wren"], titles


def test_NEW_09_a_notification_opens_in_the_account_that_got_it(moments, service, signed_in, community):
    wren, gus = signed_in
    phone = Phone(moments, service, "/two", gus, wren)
    phone.turn_on()
    moments.browser.js("localStorage.setItem('swiftlet.current', '2')")
    moments.open("/home")
    moments.until("!!navigator.serviceWorker.controller && screen.matches('.root')")
    wren.request(community, "POST", "/api/v1/statuses", status="@gus_next_door Is it yours?")
    shown = phone.deliver()
    phone.click()
    moments.until("screen.matches('.thread') && screen.innerText.includes('Is it yours?')")
    assert moments.browser.js("return localStorage.getItem('swiftlet.current')") == "1"
    # The same from outside of the app.
    moments.browser.js("localStorage.setItem('swiftlet.current', '2')")
    moments.open("/home")
    moments.browser.open(shown["navigate"])
    moments.until("screen.matches('.thread') && screen.innerText.includes('Is it yours?')")
    moments.until("localStorage.getItem('swiftlet.current') === '1'")


@pytest.fixture
def ripe(moments, service, signed_in, community, request):
    """A phone with two accounts, the second of which is in front. It shows a mention of the first one."""
    wren, gus = signed_in
    phone = Phone(moments, service, "/" + request.node.originalname, gus, wren)
    phone.turn_on()
    put_second_in_front(moments)
    phone.post = wren.request(community, "POST", "/api/v1/statuses", status="@gus_next_door Is it ripe?")
    phone.shown = phone.deliver()
    return phone


def put_second_in_front(moments):
    moments.browser.js("localStorage.setItem('swiftlet.current', '2')")
    moments.open("/home")
    moments.until("!!navigator.serviceWorker.controller && screen.matches('.root')")


def is_liked(phone, community, member=0):
    return phone.members[member].request(community, "GET", f"/api/v1/statuses/{phone.post['id']}")["favourited"]


def test_NEW_09_a_like_from_the_notification_leaves_the_page_as_it_is(moments, ripe, community):
    notification, = moments.browser.js_async(SHOWN)
    assert notification["actions"] == ["Like", "Reply"]
    ripe.click("like")
    until(lambda: is_liked(ripe, community), "the like is sent")
    assert not is_liked(ripe, community, member=1), "only in the account that got the notification"
    assert moments.value("location.pathname") == "/home"
    assert moments.browser.js("return localStorage.getItem('swiftlet.current')") == "2"
    assert moments.browser.js_async(SHOWN) == [] and moments.browser.js_async(TAPS) == 0


def test_NEW_09_a_like_without_an_open_app_opens_the_post_and_likes_it(moments, ripe, community):
    address = ripe.click_without_window("like")
    assert address == ripe.shown["navigate"], "the address says nothing of a like"
    moments.browser.open(address)
    moments.until("screen.matches('.thread') && screen.innerText.includes('Is it ripe?')")
    until(lambda: is_liked(ripe, community), "the like is sent")
    assert moments.browser.js("return localStorage.getItem('swiftlet.current')") == "1"
    assert moments.browser.js_async(TAPS) == 0


def test_NEW_09_an_address_alone_likes_nothing(moments, ripe, community):
    for more in ("", "&like", "&like=1"):
        moments.browser.open("about:blank", until_running=False)
        moments.browser.open(ripe.shown["navigate"] + more)
        moments.until("screen.matches('.thread') && screen.innerText.includes('Is it ripe?') && swiftlet.isWhole")
    ripe.browser.js_async("new Promise((done) => setTimeout(done, 500))")
    assert not is_liked(ripe, community)


def test_NEW_09_a_like_that_fails_for_now_waits_and_is_sent(moments, ripe, community):
    moments.browser.expect_errors("503")
    moments.site.answers["/favourite$"] = Answer({"error": "busy"}, 503)
    ripe.click("like")
    moments.until(f"localStorage.getItem('swiftlet.session 1 waits favourite:{ripe.post['id']}') === 'on'")
    assert not is_liked(ripe, community)
    del moments.site.answers["/favourite$"]
    moments.open("/home")
    until(lambda: is_liked(ripe, community), "the like is sent after all")


def test_NEW_09_a_like_that_is_refused_while_no_window_shows_is_told_by_a_notification(moments, ripe, community):
    moments.browser.expect_errors("422")
    moments.site.answers["/favourite$"] = Answer({"error": "no"}, 422)
    moments.browser.js("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    ripe.click("like")
    until(lambda: [shown["title"] for shown in moments.browser.js_async(SHOWN)] == ["The like was not saved. Try again."], "it is told")
    told, = moments.browser.js_async(SHOWN)
    assert told["body"] == "@gus_next_door" and told["data"]["account"] == ripe.members[0].account["id"]
    assert moments.browser.js("return localStorage.getItem('swiftlet.current')") == "2"
    del moments.site.answers["/favourite$"]
    ripe.click()
    moments.until("screen.matches('.notifications') && location.pathname === '/notifications'")
    assert moments.browser.js("return localStorage.getItem('swiftlet.current')") == "1"
    assert not is_liked(ripe, community)
    # A window that shows has a toast.
    put_second_in_front(moments)
    ripe.members[1].request(community, "POST", "/api/v1/statuses", status="@gus_next_door Is it ripe? Once more")
    ripe.deliver(2)
    moments.site.answers["/favourite$"] = Answer({"error": "no"}, 422)
    ripe.click("like")
    moments.until("document.querySelector('.toast')?.innerText.includes('The like was not saved')")
    assert moments.browser.js_async(SHOWN) == []


def test_NEW_09_a_reply_from_the_notification_opens_the_composer_in_its_account(moments, ripe, community):
    ripe.click("reply")
    until_replying(moments)
    # Without an open app.
    put_second_in_front(moments)
    ripe.members[1].request(community, "POST", "/api/v1/statuses", status="@gus_next_door Is it ripe? I ask again")
    ripe.deliver(2)
    moments.browser.open(ripe.click_without_window("reply"))
    until_replying(moments)
    moments.browser.back()
    moments.until("screen.matches('.thread') && screen.innerText.includes('I ask again')")


def until_replying(moments):
    moments.until("screen.matches('.compose') && screen.innerText.includes('Is it ripe?')")
    assert moments.browser.js("return localStorage.getItem('swiftlet.current')") == "1"


@pytest.mark.parametrize("is_replaced", [False, True])
def test_NEW_09_the_server_learns_of_a_registration_that_the_browser_changes(
        moments, service, signed_in, is_replaced):
    wren = signed_in[0]
    phone = Phone(moments, service, "/first", wren)
    phone.turn_on()
    before = len(asked_for(moments))
    moments.open("/home")
    moments.until("!!navigator.serviceWorker.controller && !!window.serverKey")
    until(lambda: [r.status for r in asked_for(moments)[before:]] == [200], "the start of the app has asked by itself")
    assert phone.subscription(wren)["endpoint"] == phone.device.endpoint
    key = moments.browser.js("return window.serverKey")
    moments.browser.js_async("caches.delete('renewed')")
    moments.browser.js("registration.endpoint = arguments[0]", service.url + "/second")
    moments.browser.js(
        "navigator.serviceWorker.controller.postMessage({ ends: arguments[0], next: arguments[1] })", key, {} if is_replaced else None)
    until(lambda: phone.subscription(wren)["endpoint"] == service.url + "/second", "the server knows the new one")
    assert moments.browser.js_async(RENEWED) == (None if is_replaced else key), "the worker asks for what the browser didn't"


def test_NEW_09_signing_out_ends_them(moments, service, community):
    cy = sign_in(community.url, "gus_next_door", SCOPES + " push")
    phone = Phone(moments, service, "/out", cy)
    phone.turn_on()
    assert phone.subscription(cy)["endpoint"] == phone.device.endpoint
    moments.open("/me")
    moments.until("swiftlet.isWhole")
    # A like that the worker stores now, and that no page takes.
    moments.browser.js_async("caches.open('taps').then((taps) => taps.put('/@wren/1?1&like', new Response()))")
    tap(moments, "[data-tap=sign-out]")
    tap(moments, "[data-tap^='sign-out-of']")
    until(lambda: is_refused(phone, cy), "the token is revoked")
    until(lambda: not moments.browser.js_async("caches.has('taps')"), "no like is left")


def test_NEW_09_signing_out_without_a_network_ends_the_registration_at_once(moments, service, community):
    cy = sign_in(community.url, "gus_next_door", SCOPES + " push")
    phone = Phone(moments, service, "/offline", cy)
    phone.turn_on()
    moments.open("/me")
    moments.until("swiftlet.isWhole")
    moments.browser.js("localStorage.removeItem('ended')")
    moments.browser.expect_errors("503")
    moments.site.answers["^/oauth/revoke"] = Answer({"error": "no network"}, 503)
    tap(moments, "[data-tap=sign-out]")
    tap(moments, "[data-tap^='sign-out-of']")
    until(lambda: moments.browser.js("return localStorage.ended") == "yes", "the browser has ended it")
    assert phone.subscription(cy)["endpoint"] == phone.device.endpoint, "the server doesn't know it yet"
    del moments.site.answers["^/oauth/revoke"]
    moments.open("/moments")
    until(lambda: is_refused(phone, cy), "the next start revokes the token")


def asked_for(moments):
    """Returns the requests by which the app asks for its registration."""
    return [r for r in list(moments.site.requests) if r.method == "GET" and r.path == "/api/v1/push/subscription"]


def is_refused(phone, member):
    try:
        phone.subscription(member)
    except urllib.error.HTTPError as error:
        return error.code == 401
    return False


def test_NEW_09_quiet_hours_are_set_on_the_device_and_kept_by_the_server(moments, service, signed_in, community):
    wren, _ = signed_in
    phone = Phone(moments, service, "/quiet", wren)
    zone = moments.browser.js("return Intl.DateTimeFormat().resolvedOptions().timeZone")
    open_settings(moments)
    assert not moments.value("!!screen.querySelector('[data-key=quiet]')"), "only where notifications are on"
    phone.turn_on(opens=False)
    assert phone.subscription(wren)["quiet"] is None
    tap(moments, "[data-tap='quiet:on']")
    moments.until("screen.querySelectorAll('[data-key=quiet] [type=time]').length === 2")
    until(lambda: phone.subscription(wren)["quiet"] == {"from": "22:00", "to": "07:00", "zone": zone}, "they are saved")
    # A browser reports each part that is typed. The field must stay, or its focus is lost.
    moments.value("""(() => {
      const field = window.typedField = screen.querySelector("[data-input=to]");
      field.focus();
      for (const value of ["", "08:00", "08:30"]) {
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
    })()""")
    until(lambda: phone.subscription(wren)["quiet"]["to"] == "08:30", "the time is saved")
    assert moments.value("screen.querySelector('[data-input=to]') === window.typedField && document.activeElement === window.typedField")
    open_settings(moments)
    moments.until("screen.querySelector('[data-input=to]')?.value === '08:30'")
    assert moments.value("screen.querySelector('[data-key=quiet] [role=switch]').ariaChecked === 'true'")
    tap(moments, "[data-tap='quiet:off']")
    until(lambda: phone.subscription(wren)["quiet"] is None, "they have ended")
    moments.until("!screen.querySelector('[data-key=quiet] [type=time]')")
