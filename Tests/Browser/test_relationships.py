"""FOL_03, TWT_11, NEW_12: the viewer's relationship to a person: following, notifying, muting, notes."""
import pytest
from selenium.webdriver.common.keys import Keys

from support.fixtures import community
from support.origins import Answer, until
from test_options import OTHER, home, open_options, relationship


def test_NEW_12_who_is_muted_for_a_day_is_on_a_list_and_comes_back_from_there(home, people, community):
    open_options(home)
    home.browser.tap("[data-tap=mute]")
    home.until("screen.querySelectorAll('.option').length === 5")
    home.browser.tap("[data-tap=day]")
    home.until(f"screen.matches('.root') && !{OTHER}")
    home.browser.tap(".tabs [data-tap='tab:me']")
    home.until("location.pathname === '/me'")
    home.browser.tap(".row[data-tap^=muted]")
    home.until("location.pathname === '/muted' && screen.querySelectorAll('.listed').length === 1")
    assert home.value("screen.querySelector('.listed .handle').textContent") == "@xiaoyu"
    assert relationship(people, community, "wren", "xiaoyu")["muting"]
    home.browser.tap(".listed .follow")
    home.until("screen.querySelector('.listed .follow')?.textContent === 'Following'")
    # The button changes before the server has answered.
    until(lambda: not relationship(people, community, "wren", "xiaoyu")["muting"], "the server knows")
    home.browser.reload()
    home.until("location.pathname === '/muted' && screen.querySelector('.list-footer')?.textContent.includes('muted nobody')")
    home.open("/home")
    home.until(f"!!{OTHER}")


def test_NEW_12_a_note_is_kept_on_somebody_and_shows_on_their_page(home, people, community):
    home.open("/@xiaoyu")
    home.until("screen.querySelector('.identity .follow')?.textContent === 'Following'")
    home.browser.tap(".identity [data-tap=options]")
    home.until("screen.matches('.options') && screen.querySelector('[data-tap=note]') && !screen.getAnimations({ subtree: true }).some((way) => way.playState === 'running')")
    home.browser.tap("[data-tap=note]")
    home.until("document.activeElement.matches('.panel textarea')")
    for key in "Plot 7":
        home.browser.press(key)
    home.until("document.activeElement.value === 'Plot 7'")
    home.browser.tap("[data-tap=save]")
    home.until("screen.matches('.profile') && screen.querySelector('.identity .note [dir]')?.textContent === 'Plot 7'")
    assert relationship(people, community, "wren", "xiaoyu")["note"] == "Plot 7"
    assert relationship(people, community, "gus_next_door", "xiaoyu")["note"] == ""
    home.browser.reload()
    home.until("screen.querySelector('.identity .note [dir]')?.textContent === 'Plot 7'")
    home.browser.tap(".identity .note")
    home.until("document.activeElement.matches('.panel textarea') && document.activeElement.value === 'Plot 7'")
    home.browser.js("document.activeElement.select(); document.execCommand('delete')")
    home.browser.tap("[data-tap=save]")
    home.until("screen.matches('.profile') && !screen.querySelector('.note')")
    assert relationship(people, community, "wren", "xiaoyu")["note"] == ""


@pytest.fixture
def locked(people, community):
    """Gus, who has Wren as a follower and approves new ones from then on."""
    gus, wren = people["gus_next_door"], people["wren"]
    follow = lambda: wren.request(community, "POST", f"/api/v1/accounts/{gus.account['id']}/follow")
    follow()
    gus.request(community, "PATCH", "/api/v1/accounts/update_credentials", locked=True)
    yield gus
    gus.request(community, "PATCH", "/api/v1/accounts/update_credentials", locked=False)
    wren.request(community, "POST", f"/api/v1/accounts/{gus.account['id']}/unfollow")
    follow()


QUESTION = "screen.matches('.options') && screen.querySelector('[data-tap=unfollow]') && !screen.getAnimations({ subtree: true }).some((way) => way.playState === 'running')"


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)])
def test_FOL_03_a_locked_person_is_let_go_after_a_question(home, people, community, locked, size):
    home.browser.use(size=size)
    people["wren"].sign_in(home.browser, home.site)
    button = "screen.querySelector('.identity .follow')"
    follows = lambda: relationship(people, community, "wren", "gus_next_door")
    home.open("/@gus_next_door")
    home.until(f"{button}?.textContent === 'Following'")
    for leave in (Keys.ESCAPE, "Cancel"):
        home.browser.tap(".identity .follow")
        home.until(QUESTION)
        assert home.texts(".panel h2")[0].startswith("Unfollow ")
        if leave == "Cancel":
            home.browser.tap(".option.cancel")
        else:
            home.browser.press(leave)
        home.until(f"screen.matches('.profile') && {button}.textContent === 'Following' && document.activeElement === {button}")
    home.browser.tap(".identity .follow")
    home.until(QUESTION)
    home.browser.tap("[data-tap=unfollow]")
    home.until(f"screen.matches('.profile') && {button}.textContent === 'Follow'")
    home.until("document.querySelector('.toasts').textContent.startsWith('You no longer follow')")
    assert not home.value("document.querySelector('.toasts button')"), "nothing that can't be undone is offered"
    until(lambda: not follows()["following"], "the server knows")
    # A follow request is taken back without a confirmation.
    home.browser.tap(".identity .follow")
    home.until(f"{button}.textContent === 'Requested'")
    until(lambda: follows()["requested"], "the server knows")
    home.browser.tap(".identity .follow")
    home.until(f"screen.matches('.profile') && {button}.textContent === 'Follow'")


def test_FOL_03_a_row_asks_too(home, locked):
    home.open("/@wren/following")
    row = "[...screen.querySelectorAll('.listed')].find((row) => row.querySelector('.handle').textContent === '@gus_next_door')"
    home.until(f"{row}?.querySelector('.follow')?.textContent === 'Following'")
    home.value(f"{row}.querySelector('.follow').click()")
    home.until(QUESTION)
    home.browser.tap("[data-tap=unfollow]")
    home.until(f"screen.matches('.people') && {row}.querySelector('.follow').textContent.startsWith('Follow') && {row}.querySelector('.follow').textContent !== 'Following'")


BELL = "screen.querySelector('.identity [data-tap=notify]')"


def test_TWT_11_a_bell_tells_of_somebodys_posts(home, people, community):
    home.open("/@xiaoyu")
    home.until(f"{BELL}?.ariaPressed === 'false'")
    told = lambda: relationship(people, community, "wren", "xiaoyu")["notifying"]
    home.browser.tap(".identity [data-tap=notify]")
    home.until(f"{BELL}.ariaPressed === 'true'")
    home.until("document.querySelector('.toasts').textContent.startsWith('You will be told when')")
    until(told, "the server knows")
    home.browser.tap(".identity [data-tap=options]")
    home.until("screen.matches('.options') && screen.querySelector('[data-tap=notify]')?.textContent.startsWith('Don’t tell') && !screen.getAnimations({ subtree: true }).some((way) => way.playState === 'running')")
    home.browser.tap("[data-tap=notify]")
    home.until(f"screen.matches('.profile') && {BELL}.ariaPressed === 'false'")
    until(lambda: not told(), "the server knows")
    # A refused change is rolled back.
    home.browser.expect_errors("503", "Failed to load resource")
    relayed = home.site.answer
    home.site.answer = lambda request: Answer(status=503) if request.path.endswith("/follow") else relayed(request)
    home.browser.tap(".identity [data-tap=notify]")
    home.until("document.querySelector('.toasts').textContent.startsWith('That didn’t work for')")
    home.until(f"{BELL}.ariaPressed === 'false'")
    home.site.answer = relayed
    # The bell exists only for followed people.
    home.stop_clock()
    home.browser.tap(".identity .follow")
    home.until(f"screen.querySelector('.identity .follow').textContent === 'Follow' && !{BELL}")
    home.undo("button")
    home.until(f"{BELL}?.ariaPressed === 'false'")
    # The follow is sent after the unfollow, which must not be the last one when the page is left.
    sent = lambda: [request.path.split("/")[-1] for request in home.site.requests if request.path.endswith("follow") and request.status == 200]
    until(lambda: sent()[-2:] == ["unfollow", "follow"], "both were answered")
    until(lambda: relationship(people, community, "wren", "xiaoyu")["following"], "the server knows")


@pytest.mark.parametrize("language", ["en-US", "ar-EG", "el-GR"])
@pytest.mark.parametrize("width", [320, 390])
def test_TWT_11_bell_and_button_stay_clear_of_the_banner(home, people, width, language):
    home.browser.use(size=(width, 844), language=language)
    people["wren"].sign_in(home.browser, home.site)
    home.open("/@xiaoyu")
    home.until(f"!!{BELL}")
    for size in range(1, 13):
        home.browser.js("document.documentElement.dataset.textSize = arguments[0]", str(size))
        home.until("""(() => {
            const edge = screen.querySelector(".banner").getBoundingClientRect().bottom;
            const picture = screen.querySelector(".identity .avatar").getBoundingClientRect();
            const boxes = [...screen.querySelectorAll(".buttons > *")].map((one) => one.getBoundingClientRect());
            const meet = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
            return boxes.length === 4 && boxes.every((box, at) => box.top - edge >= 4 && box.left >= 16 && box.right <= innerWidth - 15
              && !meet(box, picture) && boxes.every((other, place) => place === at || !meet(box, other)))
              && [...screen.querySelectorAll(".buttons > .control")].every((one) => one.offsetWidth === 44 && one.offsetHeight === 44);
          })()""")
