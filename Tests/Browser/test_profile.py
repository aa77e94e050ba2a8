"""TWT_11: a person's page."""
import pytest


@pytest.fixture(scope="module")
def community(people):
    server = people.server()
    people["wren"].request(server, "POST", "/api/v1/statuses", status="From my page")
    yield server
    server.stop()


@pytest.fixture
def member(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    return people["wren"]


def test_TWT_11_header_and_counts(moments, member):
    moments.open("/@wren")
    moments.until("screen.querySelectorAll('.identity .counts span').length === 3")
    posts, following, followers = moments.texts(".identity .counts span")
    assert posts.endswith(("posts", "post")) and following.endswith("following")
    assert followers.endswith(("followers", "follower"))
    assert moments.value("!!screen.querySelector('.identity .banner') && !!screen.querySelector('.identity .avatar')")
    assert moments.value("screen.querySelector('.follow') === null")
    moments.until("[...screen.querySelectorAll('.words')].some((words) => words.textContent === 'From my page')")


def test_TWT_11_an_avatar_opens_its_profile(moments, member):
    moments.open("/home")
    moments.until("screen.querySelectorAll('.status[data-tap]').length > 0")
    nick = moments.texts(".status .nick")[0]
    moments.browser.tap(".status .face")
    moments.until("screen.matches('.profile') && screen.querySelector('.identity .nick')?.textContent === arguments[0]", nick)


@pytest.mark.parametrize("size", ["1", "7", "12"])
def test_TWT_11_the_follow_button_stays_clear_of_the_banner(moments, member, size):
    moments.open("/@gus_next_door")
    moments.until("screen.querySelector('.identity .follow')")
    moments.browser.js("document.documentElement.dataset.textSize = arguments[0]", size)
    moments.until(
        "screen.querySelector('.follow').getBoundingClientRect().top - screen.querySelector('.banner').getBoundingClientRect().bottom >= 4")
    assert moments.value("screen.querySelector('.follow').getBoundingClientRect().height") >= 44
