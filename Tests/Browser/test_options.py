"""NEW_12: one sheet has all that can be done with a post or a person."""
import threading
import time

import pytest
from selenium.webdriver.common.keys import Keys

from support.fixtures import community
from support.origins import until
from support.touch import Touch

OTHER = "[...screen.querySelectorAll('.post[data-tap]')].find((post) => post.querySelector('.handle')?.textContent === '@xiaoyu')"


@pytest.fixture
def home(moments, people, community):
    # A test that fails in between leaves nobody muted: the others look for this person's posts.
    people["wren"].request(community, "POST", f"/api/v1/accounts/{account_id(people, community, 'wren', 'xiaoyu')}/unmute")
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/home")
    moments.until(f"!!{OTHER}")
    return moments


def open_options(home, post=OTHER):
    home.browser.js(f"const screen = document.querySelector('.root:not([data-other-root], .leaves)'); {post}.querySelector('[data-tap^=menu]').focus(); document.activeElement.click()")
    home.until("screen.matches('.options') && !document.getAnimations().some((way) => way.playState === 'running')")


def test_NEW_12_the_sheet_comes_from_the_lower_edge_and_goes_again(home):
    open_options(home)
    home.until("Math.round(screen.querySelector('.frame').getBoundingClientRect().bottom) === innerHeight")
    box = home.value("screen.querySelector('.frame').getBoundingClientRect().toJSON()")
    width, height = home.value("[innerWidth, innerHeight]")
    assert (box["left"], round(box["right"]), round(box["bottom"])) == (0, width, height)
    for row in home.value("[...screen.querySelectorAll('.option')].filter((row) => row.offsetHeight).map((row) => row.offsetHeight)"):
        assert row >= 44
    home.browser.tap_at(width / 2, 30)
    home.until("screen.matches('.root')")
    open_options(home)
    home.browser.tap(".option.cancel")
    home.until("screen.matches('.root') && document.activeElement?.matches('[data-tap^=menu]')")


def test_NEW_12_a_long_sheet_keeps_clear_of_the_edges_of_a_phone(home):
    # Only Chromium's driver can set them.
    top, bottom = (59, 34) if home.browser.name == "chromium" else (0, 0)
    if bottom:
        home.browser.command("Emulation.setSafeAreaInsetsOverride", insets={"top": top, "bottom": bottom})
    try:
        open_options(home)
        place = "Math.round(screen.querySelector('.option.cancel').getBoundingClientRect().bottom)"
        home.until(f"{place} === innerHeight - {bottom}")
        assert home.value("screen.querySelector('.frame').getBoundingClientRect().top") >= max(44, top)
        assert home.value("document.elementFromPoint(innerWidth / 2, innerHeight - 10).matches('.option.cancel')")
    finally:
        if bottom:
            home.browser.command("Emulation.setSafeAreaInsetsOverride", insets={})


def test_NEW_12_the_sheet_is_dragged_down_and_closed_by_escape(home):
    open_options(home)
    home.browser.press(Keys.ESCAPE)
    home.until("screen.matches('.root') && document.activeElement?.matches('[data-tap^=menu]')")
    if not home.browser.has_touch:
        return
    open_options(home)
    box = home.value("screen.querySelector('.frame').getBoundingClientRect().toJSON()")
    home.browser.drag((195, box["top"] + 10), (195, box["top"] + 30 + box["height"] * 0.8))
    home.until("screen.matches('.root')")


def test_NEW_12_who_liked_a_post_is_a_list_of_people(home):
    open_options(home, "[...screen.querySelectorAll('.post[data-tap]')].find((post) => Number(post.querySelector('.favourite .number').textContent) > 1)")
    count = int(home.value("screen.querySelector('[data-tap=liked-by]').textContent").split()[0])
    home.browser.tap("[data-tap=liked-by]")
    home.until(f"screen.matches('.people') && screen.querySelectorAll('article').length === {count}")
    assert home.value("screen.querySelector('.title').textContent").startswith("Liked by")
    home.browser.back()
    home.until("screen.matches('.root')")


STUBS = """
Object.defineProperty(navigator, "share", { configurable: true, value: async (what) => { window.given = what.url; } });
Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => { window.given = text; } } });
document.documentElement.classList.add("shares");
"""


@pytest.mark.parametrize("row, what", [("share", "url"), ("link", "url"), ("words", "text")])
def test_NEW_12_a_post_is_shared_and_copied_from_the_sheet(home, row, what):
    home.browser.js(STUBS)
    url, text = home.value(f"[{OTHER}.querySelector('.time').href, {OTHER}.querySelector('.words').innerText.trim()]")
    open_options(home)
    home.browser.tap(f"[data-tap={row}]")
    home.until("screen.matches('.root')")
    home.browser.until("return window.given !== undefined", "it was given")
    given = home.browser.js("return window.given")
    # The post's address has the server's own name, while the page has the test's.
    assert given.split("/")[3:] == url.split("/")[3:] if what == "url" else text.replace("\n", " ") in given.replace("\n", " "), given
    if row != "share":
        home.until("document.querySelector('.toasts').textContent.trim() !== ''")


def account_id(people, server, name, other):
    return people[name].request(server, "GET", f"/api/v1/accounts/lookup?acct={other}")["id"]


def relationship(people, server, name, other):
    id = account_id(people, server, name, other)
    return people[name].request(server, "GET", f"/api/v1/accounts/relationships?id[]={id}")[0]


def test_NEW_12_a_finger_in_the_note_scrolls_it_and_moves_no_sheet(home):
    home.open("/@xiaoyu")
    home.until("screen.querySelector('.identity .follow')?.textContent === 'Following'")
    home.browser.tap(".identity [data-tap=options]")
    home.until("screen.matches('.options') && screen.querySelector('[data-tap=note]') && !screen.getAnimations({ subtree: true }).some((way) => way.playState === 'running')")
    home.browser.tap("[data-tap=note]")
    home.until("document.activeElement.matches('.panel textarea') && !screen.getAnimations({ subtree: true }).length")
    home.browser.js("document.execCommand('insertText', false, 'word\\n'.repeat(60)); document.activeElement.scrollTop = 9999")
    note = "screen.querySelector('textarea')"
    before = home.until(f"{note}.scrollTop > 300 && {note}.scrollTop")
    x, y = home.value(f"(({{ left, right, top }}) => [(left + right) / 2, top + 40])({note}.getBoundingClientRect())")
    with home.browser.finger(x, y) as finger:
        for way in range(10, 160, 15):
            finger.move(x, y + way)
            assert not home.value("screen.querySelector('.frame').style.getPropertyValue('--slide')")
    if home.browser.has_touch:
        home.until(f"{note}.scrollTop < {before - 50}")
    home.until(f"{note} && screen.matches('.options')")


def test_NEW_12_nobody_is_blocked_until_somebody_is(home, people, community):
    home.open("/blocked")
    home.until("screen.querySelector('.list-footer')?.textContent.includes('blocked nobody')")
    id = people["wren"].request(community, "GET", "/api/v1/accounts/lookup?acct=gus_next_door")["id"]
    people["wren"].request(community, "POST", f"/api/v1/accounts/{id}/block")
    home.browser.reload()
    home.until("screen.querySelector('.listed .follow')?.textContent === 'Unblock'")
    home.browser.tap(".listed .follow")
    home.until("screen.querySelector('.listed .follow')?.textContent === 'Follow'")
    people["wren"].request(community, "POST", f"/api/v1/accounts/{id}/follow")


def test_NEW_12_a_pinned_post_stands_on_top_of_ones_page(home, people, community):
    first = people["wren"].request(community, "POST", "/api/v1/statuses", status="Read this first")
    people["wren"].request(community, "POST", "/api/v1/statuses", status="And then this")
    home.open("/@wren")
    post = "[...screen.querySelectorAll('.post[data-tap]')].find((post) => post.querySelector('.words')?.textContent === 'Read this first')"
    home.until(f"!!{post}")
    home.browser.js(f"const screen = document.querySelector('.screen:not([data-other-root], .leaves)'); {post}.querySelector('[data-tap^=menu]').click()")
    home.until("screen.matches('.options')")
    home.browser.tap("[data-tap=pin]")
    top = "[...screen.querySelectorAll('.post[data-tap]')][0]"
    home.until(f"screen.matches('.profile') && {top}.querySelector('.reposted')?.textContent === 'Pinned'")
    assert home.value(f"{top}.querySelector('.words').textContent") == "Read this first"
    home.browser.reload()
    home.until(f"{top}?.querySelector('.reposted')?.textContent === 'Pinned'")
    people["wren"].request(community, "POST", f"/api/v1/statuses/{first['id']}/unpin")


def test_NEW_12_a_post_that_is_deleted_from_its_own_page_closes_it(home, people, community):
    words = f"Not for long in {home.browser.name}"
    made = people["wren"].request(community, "POST", "/api/v1/statuses", status=words)
    home.browser.reload()
    post = f"[...screen.querySelectorAll('.post[data-tap]')].find((post) => post.querySelector('.words')?.textContent === '{words}')"
    home.until(f"!!{post}")
    home.value(f"{post}.click()")
    home.until("screen.matches('.thread') && !!screen.querySelector('.large [data-tap^=menu]')")
    home.value("screen.querySelector('.large [data-tap^=menu]').click()")
    home.until("screen.matches('.options') && !document.getAnimations().some((way) => way.playState === 'running')")
    home.stop_clock()
    home.browser.tap("[data-tap=delete]")
    home.until(f"screen.matches('.root') && !{post}")
    home.undo()
    home.until(f"screen.matches('.root') && !!{post}")
    people["wren"].request(community, "DELETE", f"/api/v1/statuses/{made['id']}")


def test_NEW_12_a_conversation_is_muted_and_reposts_are_hidden(home, people, community):
    open_options(home)
    id = home.browser.js("return [...document.querySelectorAll('.root:not([data-other-root]) .post[data-tap]')].find((post) => post.querySelector('.handle')?.textContent === '@xiaoyu').dataset.tap.slice(5)")
    home.browser.tap("[data-tap=thread]")
    home.until("screen.matches('.root') && document.querySelector('.toast')?.textContent.startsWith('You won’t be notified')")
    until(lambda: people["wren"].request(community, "GET", f"/api/v1/statuses/{id}")["muted"], "the server knows")
    open_options(home)
    home.until("screen.querySelector('[data-tap=thread]').textContent === 'Unmute this conversation'")
    home.browser.tap("[data-tap=thread]")
    home.until("screen.matches('.root')")
    open_options(home)
    home.browser.tap("[data-tap=reposts]")
    home.until("screen.matches('.root')")
    until(lambda: any(request.method == "POST" and request.path.endswith("/follow") for request in home.site.requests), "it was asked")
    # The sheet shows the server's state.
    until(lambda: not relationship(people, community, "wren", "xiaoyu")["showing_reblogs"], "reposts are hidden")
    open_options(home)
    home.until("screen.querySelector('[data-tap=reposts]')?.textContent.startsWith('Show reposts by')")
    home.browser.tap("[data-tap=notify]")
    home.until("screen.matches('.root') && document.querySelector('.toast')?.textContent.startsWith('You will be told')")
    until(lambda: relationship(people, community, "wren", "xiaoyu")["notifying"], "posts are told of")
    open_options(home)
    home.until("screen.querySelector('[data-tap=notify]')?.textContent.startsWith('Don')")
    known = relationship(people, community, "wren", "xiaoyu")
    assert known["notifying"] and not known["showing_reblogs"] and known["following"]
    home.browser.tap(".option.cancel")
    home.until("screen.matches('.root')")


def test_NEW_12_who_is_muted_goes_from_home_and_comes_back(home):
    open_options(home)
    home.browser.tap("[data-tap=mute]")
    home.stop_clock()
    home.browser.tap("[data-tap=ever]")
    home.until(f"screen.matches('.root') && !{OTHER}")
    home.undo("[data-tap^=unmute]")
    home.until(f"!!{OTHER}")
    home.browser.reload()
    home.until(f"!!{OTHER}")


def test_NEW_12_muting_that_is_taken_back_is_so_although_the_page_is_left_at_once(home, people, community):
    relayed, answered = home.site.answer, threading.Event()

    def answer(request):
        response = relayed(request)
        if request.path.endswith("/mute"):
            answered.wait(60)
        return response
    home.site.answer = answer
    open_options(home)
    home.browser.tap("[data-tap=mute]")
    home.stop_clock()
    home.browser.tap("[data-tap=ever]")
    home.until(f"screen.matches('.root') && !{OTHER}")

    def muted():
        time.sleep(0.5)  # the server limits the rate of requests
        return relationship(people, community, "wren", "xiaoyu")["muting"]

    until(muted, "the server has done it, and the app doesn't know")
    home.undo("[data-tap^=unmute]")
    home.until(f"!!{OTHER}")
    home.browser.expect_errors("Failed to load", "Load failed", "network", "cancelled")
    home.browser.reload()
    until(lambda: not muted(), "it is taken back")
    answered.set()
    home.until(f"!!{OTHER}")


def test_NEW_12_a_post_can_be_reported(home, people, community):
    open_options(home)
    home.browser.tap("[data-tap=report]")
    home.until("screen.querySelectorAll('.option').length === 4")
    home.browser.tap("[data-tap=spam]")
    home.until("screen.matches('.root') && document.querySelector('.toast')?.textContent.startsWith('Thank you')")


def test_NEW_12_a_person_has_the_same(home):
    home.open("/@gus_next_door")
    home.until("screen.querySelector('.identity [data-tap=options]')")
    home.browser.js("document.querySelector('.identity [data-tap=options]').click()")
    home.until("screen.matches('.options') && screen.querySelector('[data-tap=block]')")
    assert home.value("screen.querySelector('h2').textContent") == "Gus"


def test_TWT_07_a_link_that_leads_out_of_the_app_leaves_it_running(home, people, community):
    people["wren"].request(community, "POST", "/api/v1/statuses", status="See https://example.org/tides for the tides")
    home.browser.reload()
    home.until("screen.querySelector('.words a[href^=\"https://example.org\"]')")
    home.browser.js("const link = document.querySelector('.words a[href^=\"https://example.org\"]'); addEventListener('click', (event) => event.preventDefault(), { once: true }); link.click()")
    assert home.value("document.documentElement.dataset.app") == "running"


WORDS = f"(() => {{ const box = {OTHER}.querySelector('.words').getBoundingClientRect(); return {{ x: box.x + 20, y: box.y + 10 }} }})()"


def wait(home, milliseconds):
    home.browser.js_async(f"new Promise((done) => setTimeout(done, {milliseconds}))")


def words(home):
    home.browser.js(f"const screen = document.querySelector('.root:not([data-other-root], .leaves)'); {OTHER}.scrollIntoView({{ block: 'center' }})")
    wait(home, 300)  # a finger that stops a scrolling list isn't a long press
    place = home.value(WORDS)
    return place["x"], place["y"]


def test_NEW_12_a_post_that_is_held_shows_its_menu_and_does_not_open(home):
    x, y = words(home)
    surface = home.value(f"getComputedStyle({OTHER}).backgroundColor")
    home.browser.js("""const [x, y, surface] = arguments;
      const post = document.elementFromPoint(x, y).closest(".post");
      const look = () => {
        if (document.querySelector(".options")) return;
        window.isPressed ||= getComputedStyle(post).backgroundColor !== surface;
        requestAnimationFrame(look);
      };
      addEventListener("touchstart", () => {
        look();
        setTimeout(() => { window.isEarly = !document.querySelector(".options"); }, 300);
      }, { once: true })""", x, y, surface)
    with Touch(home, x, y) as finger:
        finger.move(x + 3, y + 4)
        home.until("screen.matches('.options')")
        assert home.value("window.isEarly"), "not before half a second"
        assert home.value("window.isPressed"), "it looks pressed"
        finger.move(x + 3, y - 60)
        wait(home, 100)
    wait(home, 600)
    assert home.value("screen.matches('.options') && location.pathname === '/home'"), "the end of the touch means nothing"
    assert "Xiaoyu" in home.value("screen.textContent") or "小雨" in home.value("screen.textContent")
    home.browser.tap_at(195, 30)
    home.until("screen.matches('.root') && !screen.inert")
    # Afterwards a tap works as usual.
    x, y = words(home)
    with Touch(home, x, y):
        pass
    home.until("screen.matches('.thread')")


def test_NEW_12_who_scrolls_or_holds_a_link_gets_no_menu(home):
    x, y = words(home)
    with Touch(home, x, y) as finger:
        for step in range(1, 5):
            finger.move(x, y - 10 * step)
        wait(home, 800)
        assert home.value("!document.querySelector('.options')")
    wait(home, 300)
    x, y = words(home)
    for part in (".author", ".face", ".action.bookmark"):
        box = home.value(f"{OTHER}.querySelector(arguments[0]).getBoundingClientRect().toJSON()", part)
        with Touch(home, box["x"] + 10, box["y"] + box["height"] / 2) as finger:
            wait(home, 800)
            assert home.value("!document.querySelector('.options')"), part
            finger.move(box["x"] + 10, box["y"] + 60)
        wait(home, 200)
        home.until("screen.matches('.root')")


def test_NEW_12_in_lists_a_finger_selects_no_text_in_the_opened_post_it_does(home):
    select = "getComputedStyle(arguments[0] === 'list' ? " + OTHER + ".querySelector('.words') : screen.querySelector('.large .words'))"
    select = f"(({{ userSelect, webkitUserSelect }}) => userSelect ?? webkitUserSelect)({select})"
    selects = ("auto", "text")
    in_list = home.value(select, "list")
    assert in_list == "none" if home.browser.has_touch else in_list in selects, "a mouse selects everywhere"
    home.browser.tap(".post[data-tap] .time")
    home.until("screen.matches('.thread') && screen.querySelector('.large .words')")
    assert home.value(select, "large") in selects
