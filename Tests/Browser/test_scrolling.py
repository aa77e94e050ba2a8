"""MOM_08: the page scrolls while it waits for responses."""
from test_images import link

from support.pictures import post


def test_MOM_08_scrolling_goes_on_while_a_slow_answer_is_pending(moments, site):
    gate = site.hold("/tweets")
    moments.open("/?show=20")
    if moments.browser.has_touch:
        moments.browser.drag((200, 700), (200, 200))
    else:
        moments.value("screen.scrollTo(0, 400)")
    moments.until("screen.scrollTop > 300")
    assert gate.waiting == 1
    gate.open()


def test_MOM_08_the_end_can_be_reached_while_posts_are_on_their_way(moments, site):
    gate = site.hold("/tweets")
    moments.open()
    moments.reach_end()
    moments.until("screen.querySelector('.list-footer .spinner')")
    moments.value("screen.scrollTo(0, 100)")
    assert moments.value("screen.scrollTop") == 100
    gate.open()
    moments.until_posts(10)


def test_MOM_08_frames_go_on_while_many_posts_are_decoded(moments, source):
    source.page("ann", [post(f"Post {number}", comments=["Yes"] * 5) for number in range(5_000)])
    gate = source.hold("/tweets")
    moments.open(link(source))
    moments.browser.js(
        "window.frames_ = 0; const frame = () => { frames_ += 1; requestAnimationFrame(frame) }; requestAnimationFrame(frame)")
    before = moments.value("frames_")
    gate.open()
    moments.until("screen.querySelector('.list-footer .more')")
    assert moments.value("frames_") - before > 5
