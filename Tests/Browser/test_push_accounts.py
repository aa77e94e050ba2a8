"""NEW_09: the icon's number is that of all accounts of a phone, and what was tapped is opened and read, and nothing else."""
import pytest

from support.origins import until
from support.people import SCOPES, sign_in
from support.push import NUMBER, TAPS, Phone, community, engine, service, signed_in, tap  # noqa: F401


def put_in_front(moments, session):
    moments.browser.js(f"localStorage.setItem('swiftlet.current', '{session}')")
    moments.open("/home")
    moments.until("!!navigator.serviceWorker.controller && screen.matches('.root')")


def read_all(member, community):
    newest = member.request(community, "GET", "/api/v1/notifications?limit=1")
    if newest:
        member.request(community, "POST", "/api/v1/markers", notifications={"last_read_id": newest[0]["id"]})


def unread(member, community):
    return member.request(community, "GET", "/api/v1/notifications/unread_count")["count"]


def marks(moments):
    """Returns the status of each answer to a mark of what was read."""
    return [request.status for request in list(moments.site.requests)
            if (request.method, request.path) == ("POST", "/api/v1/markers")]


def until_number(moments, number):
    until(lambda: moments.browser.js_async(NUMBER) == str(number), f"the icon shows {number}")


def test_NEW_09_the_icon_shows_what_is_unread_in_all_accounts_of_a_phone(moments, service, community):
    gus, wren = [sign_in(community.url, name, SCOPES + " push") for name in ("gus_next_door", "wren")]
    phone = Phone(moments, service, "/sum", gus, wren)
    phone.turn_on()
    put_in_front(moments, 2)
    phone.turn_on()
    phone.device.server_key = moments.browser.js("return window.serverKey")
    for member in (gus, wren):
        read_all(member, community)
    # No page of the app shows.
    moments.browser.open(moments.site.url + "/health", until_running=False)
    wren.request(community, "POST", "/api/v1/statuses", status="@gus_next_door One for the icon")
    for text in ("One", "Two"):
        gus.request(community, "POST", "/api/v1/statuses", status=f"@wren {text} more")
    phone.deliver(3)
    until_number(moments, 3)
    # An account that has read everything has no share, and takes nobody else's away.
    moments.open("/notifications")
    moments.until("screen.innerText.includes('Two more')")
    until_number(moments, 1)
    # The other account of the phone comes to the front. Each start asks for the rest.
    gus.request(community, "POST", "/api/v1/statuses", status="@wren Three more")
    put_in_front(moments, 1)
    until_number(moments, 2)
    moments.open("/me")
    moments.until("swiftlet.isWhole")
    tap(moments, "[data-tap=sign-out]")
    tap(moments, "[data-tap^='sign-out-of']")
    until_number(moments, 1)


@pytest.fixture
def phone(moments, service, signed_in, community, request):
    """A phone with two accounts, the second of which is in front. It shows a mention of the first one, which has read
    everything else."""
    wren, gus = signed_in
    phone = Phone(moments, service, "/" + request.node.originalname, gus, wren)
    phone.turn_on()
    put_in_front(moments, 2)
    read_all(gus, community)
    wren.request(community, "POST", "/api/v1/statuses", status="@gus_next_door Do not lose me")
    phone.shown = phone.deliver()
    return phone


def test_NEW_09_a_made_up_address_marks_nothing_as_read(moments, phone, community):
    gus = phone.members[0]
    assert unread(gus, community) == 1
    address, _, proof = phone.shown["navigate"].rpartition(".")
    assert len(proof) == 16 and "#for=" in address
    moments.browser.expect_errors("422")
    before = len(marks(moments))
    for made_up in (address, address + "." + "A" * 16):
        moments.browser.open("about:blank", until_running=False)
        moments.browser.open(made_up)
        moments.until("screen.matches('.thread') && screen.innerText.includes('Do not lose me') && swiftlet.isWhole")
    until(lambda: marks(moments)[before:] == [422], "a wrong proof is refused, and an address without one marks nothing")
    assert unread(gus, community) == 1
    moments.browser.open("about:blank", until_running=False)
    moments.browser.open(f"{address}.{proof}")
    until(lambda: unread(gus, community) == 0, "its own address does")


def until_opened(moments):
    moments.until("screen.matches('.thread') && screen.innerText.includes('Do not lose me')")
    moments.until("localStorage.getItem('swiftlet.current') === '1'")
    until(lambda: moments.browser.js_async(TAPS) == 0, "it was taken")
    assert moments.value("document.querySelectorAll('[data-screen].thread').length") == 1, "once"


def test_NEW_09_a_phone_that_opens_the_first_page_instead_gets_to_the_post(moments, phone, community):
    phone.click_without_window("")
    moments.open("/home")  # as iPhones do
    until_opened(moments)
    until(lambda: unread(phone.members[0], community) == 0, "it is read everywhere")
    put_in_front(moments, 1)
    moments.until("swiftlet.isWhole")
    assert moments.value("screen.matches('.root')"), "once"


def test_NEW_09_a_page_that_opens_at_the_address_opens_the_post_once(moments, phone, community):
    moments.browser.open(phone.click_without_window(""))
    until_opened(moments)
    until(lambda: unread(phone.members[0], community) == 0, "it is read everywhere")


def test_NEW_09_a_reply_that_opens_the_first_page_instead_gets_to_the_composer(moments, phone):
    phone.click_without_window("reply")
    moments.open("/home")
    moments.until("screen.matches('.compose') && screen.innerText.includes('Do not lose me')")
    assert moments.browser.js("return localStorage.getItem('swiftlet.current')") == "1"


def test_NEW_09_a_page_that_the_phone_had_stopped_gets_to_the_post_when_it_shows(moments, phone):
    phone.click_without_window("")
    tapped = moments.browser.js_async("""caches.open('taps').then(async (taps) => {
      const [key] = await taps.keys();
      await taps.delete(key);
      return key.url;
    })""")
    put_in_front(moments, 2)
    moments.until("swiftlet.isWhole")
    # As if its message had come while the page stood still.
    moments.browser.js_async("caches.open('taps').then((taps) => taps.put(arguments[0], new Response(Date.now())))", tapped)
    assert moments.value("screen.matches('.root')")
    moments.browser.js("document.dispatchEvent(new Event('visibilitychange'))")
    until_opened(moments)


def test_NEW_09_what_was_tapped_long_ago_opens_nothing(moments, phone):
    phone.click_without_window("")
    moments.browser.js_async("""caches.open('taps').then(async (taps) => {
      const [key] = await taps.keys();
      await taps.put(key, new Response(Date.now() - 61_000));
    })""")
    moments.open("/home")
    until(lambda: moments.browser.js_async(TAPS) == 0, "it was taken")
    assert moments.value("screen.matches('.root')")
    assert moments.browser.js("return localStorage.getItem('swiftlet.current')") == "2"
