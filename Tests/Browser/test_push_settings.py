"""NEW_09: the settings of notifications in browsers that can't have them."""
from support.fixtures import community  # noqa: F401
from support.people import SCOPES, sign_in
from support.push import SWITCH, open_settings, tap


IPHONE = "delete window.PushManager; Object.defineProperty(navigator, 'standalone', { get: () => false });"


def test_NEW_09_an_iphone_gets_the_guide_to_the_home_screen_first(moments, community):  # noqa: F811
    moments.browser.expect_errors("/push/subscription")  # nothing is subscribed yet
    sign_in(community.url, "wren", SCOPES + " push").sign_in(moments.browser, moments.site)
    moments.site.script = IPHONE
    open_settings(moments)
    moments.until("screen.innerText.includes('home screen first')")
    assert moments.value(f"{SWITCH}.disabled && screen.querySelectorAll('[role=switch]').length === 1")
    tap(moments, "[data-tap=guide]")
    moments.until("!screen.matches('.notification-settings') && location.pathname === '/home-screen'")


def test_NEW_09_where_there_are_none_the_switch_says_why(moments, people, community):  # noqa: F811
    moments.browser.expect_errors("/push/subscription")  # nothing is subscribed yet
    sign_in(community.url, "wren", SCOPES + " push").sign_in(moments.browser, moments.site)
    if moments.browser.name == "chromium":
        moments.site.script = "Object.defineProperty(Notification, 'permission', { get: () => 'denied' });"
    open_settings(moments)
    reason = {"chromium": "blocked for this page", "webkit": "Try a usual window or another browser"}[moments.browser.name]
    moments.until("screen.innerText.includes(arguments[0])", reason)
    assert moments.value(f"{SWITCH}.disabled && {SWITCH}.ariaChecked === 'false'")
    # A token from before notifications can't have them.
    people["wren"].sign_in(moments.browser, moments.site)
    open_settings(moments)
    moments.until("screen.innerText.includes('Sign in again') && !!screen.querySelector('[data-tap=sign-in]')")
