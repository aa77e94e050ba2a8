"""MOM_09 and NEW_04: back, forward and reload work as on every page."""


def test_NEW_04_back_from_a_person_keeps_the_place(moments):
    moments.open("/?show=15")
    moments.value("screen.scrollTo(0, 900)")
    moments.browser.tap(".moments-post:nth-of-type(4) .nick .name")
    moments.until("location.pathname.startsWith('/moments/') && document.querySelectorAll('.screen').length === 2")
    before = moments.value("document.querySelector('.screen').scrollTop")
    assert before > 300
    moments.until("screen.querySelectorAll('.moments-post').length > 0")
    assert moments.value("document.querySelector('.screen').inert")
    moments.browser.tap("[data-tap=back]")
    moments.until("document.querySelectorAll('.screen').length === 1 && location.pathname === '/'")
    assert moments.value("screen.scrollTop") == before
    assert moments.posts == 15


def test_NEW_04_titles_follow_the_screen_in_front(moments):
    moments.open()
    assert moments.value("document.title") == "Wren · Moments"
    moments.browser.tap("[data-tap=settings]")
    moments.until("document.title === 'Settings'")
    moments.browser.back()
    moments.until("document.title === 'Wren · Moments'")


def test_NEW_04_forward_and_reload_open_what_the_address_says(moments):
    moments.open()
    moments.browser.tap(".moments-post:nth-of-type(2) .nick .name")
    moments.until("location.pathname === '/moments/xiaoyu' && screen.querySelectorAll('.moments-post').length > 0")
    moments.browser.reload()
    moments.until("screen.querySelector('.header .nick').textContent === '小雨' && screen.querySelectorAll('.moments-post').length > 0")
    moments.browser.back()
    moments.until("location.pathname === '/' && screen.querySelector('.header .nick')?.textContent === 'Wren'")
    moments.browser.wait_until_running()
    moments.browser.forward()
    moments.until("location.pathname === '/moments/xiaoyu' && screen.querySelector('.header .nick')?.textContent === '小雨'")


def test_NEW_04_reloading_with_the_viewer_open_shows_the_page_under_it(moments):
    moments.open()
    moments.browser.tap(".moments-post:nth-of-type(2) .photo")
    moments.until("screen.matches('.viewer')")
    moments.browser.reload()
    moments.until("screen.matches('.moments')")
    assert moments.posts == 5
    moments.browser.back()
    moments.until("screen.matches('.moments') && screen.querySelectorAll('.moments-post').length === 5")


def test_NEW_04_quick_steps_there_and_back_end_where_they_should(moments):
    moments.open()
    for _ in range(3):
        moments.browser.tap("[data-tap=settings]")
        moments.until("screen.matches('.settings')")
        moments.browser.back()
        moments.until("screen.matches('.moments') && location.pathname === '/'")
    moments.until("document.querySelectorAll('.screen').length === 1")


def test_NEW_04_after_the_systems_own_swipe_nothing_moves_once_more(moments):
    moments.open()
    moments.browser.js("window.ways = []; addEventListener('animationstart', ({ animationName }) => window.ways.push(animationName))")
    for swipes in (True, False):
        moments.browser.tap("[data-tap=settings]")
        moments.until("screen.matches('.settings') && !screen.getAnimations().length")
        if swipes:  # in one go: half a second after the touch it isn't a swipe
            moments.browser.js("""
                const touch = new Event("touchstart", { bubbles: true });
                document.body.dispatchEvent(Object.assign(touch, { touches: [], changedTouches: [{ identifier: 0, clientX: 10, clientY: 300 }] }));
                history.back();""")
        else:
            moments.browser.tap("[data-tap=back]")
        moments.until("document.querySelectorAll('.screen').length === 1 && screen.matches('.moments')")
        assert moments.value("window.ways.includes('leave')") != swipes
