"""NEW_22: the composer as in WeChat: a post names a place, reminds people, and says who can see it."""
import pytest

from support.fixtures import community, composing
from support.origins import until

STANDS_STILL = "!screen.getAnimations({ subtree: true }).some((way) => way.playState === 'running')"
ROWS = "[...screen.querySelectorAll('.compose-row')].map((row) => row.querySelector('b').textContent)"


@pytest.fixture
def wren(people):
    return people["wren"]


@pytest.fixture
def gus(people, community):
    """Gus, who follows nobody here and has no notifications."""
    gus, wren = people["gus_next_door"], people["wren"].account["id"]
    for action in ("unmute", "unfollow"):
        gus.request(community, "POST", f"/api/v1/accounts/{wren}/{action}")
    gus.request(community, "POST", "/api/v1/notifications/clear")
    return gus


def value(row):
    return f"(screen.querySelector('.compose-row.{row} > span')?.textContent ?? '')"


def open_choice(composing, row, choice):
    composing.browser.tap(f".compose-row.{row}")
    composing.moments.until(f"!!screen.querySelector('{choice}') && {STANDS_STILL}")


def place(composing, name):
    open_choice(composing, "place", ".location-form")
    composing.browser.tap(".location-form input")
    composing.moments.until("document.activeElement.matches('.location-form input')")
    composing.write(name)
    composing.browser.tap(".location-form .primary")
    composing.moments.until("!screen.querySelector('.question') && " + value("place") + " === arguments[0]", name)


def choose_gus(composing, gus):
    """Finds Gus in the choice of people, and returns JavaScript for his row."""
    row = f"screen.querySelector('[data-tap=\"remind-turn:{gus.account['id']}\"]')"
    open_choice(composing, "remind", ".remind-people")
    composing.browser.tap(".remind-field input")
    composing.moments.until("document.activeElement.matches('.remind-field input')")
    composing.write("gus_next")
    composing.moments.until("!!" + row)
    return row


def test_NEW_22_a_place_is_named_and_shown_to_all(composing, wren, community):
    moments = composing.moments
    composing.open()
    text = composing.unique("On the way")
    composing.write(text)
    assert moments.value(ROWS) == ["Location", "Mention", "Who can see"]
    place(composing, "Lisbon, by the river")
    composing.send()
    assert composing.until_sent()[-1]["location"] == "Lisbon, by the river"
    post = f"[...screen.querySelectorAll('.moments-post')].find((post) => post.textContent.includes('{text}'))"
    moments.until(f"{post}?.querySelector('.location > span:last-child')?.textContent === 'Lisbon, by the river'")
    moments.until(f"!!{post}.querySelector('.meta')")
    assert moments.value(f"{post}.querySelector('.location').textContent") == "Location: Lisbon, by the river"
    assert moments.value(
        f"{post}.querySelector('.location').compareDocumentPosition({post}.querySelector('.meta')) & 4") == 4
    assert moments.value(
        f"getComputedStyle({post}.querySelector('.location')).color === getComputedStyle({post}.querySelector('.name')).color")
    composing.open_home()
    moments.until(f"{composing.entry(text)}?.querySelector('.location svg') !== null")
    status = composing.posted(text)
    assert status["location"] == "Lisbon, by the river"
    moments.open(f"/@{wren.username}/{status['id']}")
    moments.until("screen.querySelector('.large .location > span:last-child')?.textContent === 'Lisbon, by the river'")


def test_NEW_22_recent_places_are_chosen_and_forgotten(composing):
    moments = composing.moments
    composing.open()
    place(composing, "Porto")
    place_row = "screen.querySelector('.compose-row.place')"
    open_choice(composing, "place", ".location-form")
    composing.browser.tap("[data-tap=location-clear]")
    moments.until(f"!screen.querySelector('.question') && !{place_row}.querySelector('span')")
    # Another post begins with what the device knows.
    composing.open()
    open_choice(composing, "place", ".recent-place")
    assert moments.texts(".recent-place .name") == ["Porto"]
    assert moments.value("screen.querySelector('.recent-place .forget').getBoundingClientRect().height") >= 44
    composing.browser.tap(".recent-place .option")
    moments.until(value("place") + " === 'Porto'")
    open_choice(composing, "place", ".recent-place")
    composing.browser.tap(".location-form input")
    moments.until("document.activeElement.matches('.location-form input')")
    before = moments.value("document.activeElement.value")
    composing.write("Half typed")
    composing.browser.tap(".recent-place .forget")
    moments.until("!screen.querySelector('.recent-place')")
    left = moments.value("screen.querySelector('.location-form input').value")
    assert "Half typed" in left and left != before, "forgetting a place takes away nothing that was typed"
    composing.browser.tap(".question .cancel")
    moments.until("!screen.querySelector('.question')")
    composing.open()
    open_choice(composing, "place", ".location-form")
    assert moments.texts(".recent-place") == []


def test_NEW_22_who_muted_the_author_is_told_of_a_reminder(composing, wren, gus, community):
    moments = composing.moments
    gus.request(community, "POST", f"/api/v1/accounts/{wren.account['id']}/mute", notifications=True)
    wren.request(community, "POST", "/api/v1/statuses", status="Plain, for @gus_next_door")
    composing.open()
    text = composing.unique("Come to the party")
    composing.write(text)
    row = choose_gus(composing, gus)
    moments.value(row + ".click()")
    moments.until(f"{row}.getAttribute('aria-checked') === 'true'")
    composing.browser.tap("[data-tap=remind-done]")
    composing.until_open()
    assert composing.text == text
    assert moments.value(value("remind")).startswith("Gus")
    composing.send()
    assert composing.until_sent()[-1]["reminded_ids"] == [gus.account["id"]]
    composing.open_home()
    moments.until(f"{composing.entry(text)}?.querySelector('.reminded')?.textContent.includes('@gus_next_door')")

    def notices():
        return gus.request(community, "GET", "/api/v1/notifications")
    until(lambda: len(notices()) == 1, "Gus is told of the reminder, and not of the mention")
    assert notices()[0]["type"] == "mention" and text in notices()[0]["status"]["content"]
    gus.sign_in(moments.browser, composing.site)
    moments.open("/notifications")
    moments.until(f"{composing.entry(text)}?.querySelector('.reminded')?.textContent.includes('Mentioned you')")


def test_NEW_22_who_does_not_see_a_post_cannot_be_reminded_of_it(composing, gus):
    moments = composing.moments
    composing.open()
    text = composing.unique("For few")
    composing.write(text)
    row = choose_gus(composing, gus)
    moments.value(row + ".click()")
    moments.until(f"{row}.getAttribute('aria-checked') === 'true'")
    composing.browser.tap("[data-tap=remind-done]")
    composing.until_open()
    composing.browser.tap("[data-tap=audience]")
    moments.until(f"!!screen.querySelector('.question') && {STANDS_STILL}")
    assert moments.texts(".question .option .name")[:5] == ["Public", "Quiet public", "Members", "Followers", "Private"]
    composing.browser.tap("[data-tap='audience:private']")
    moments.until("!screen.querySelector('.question') && !" + "screen.querySelector('.compose-row.remind > span')")
    open_choice(composing, "remind", ".remind-people")
    moments.until(f"{row}?.disabled && {row}.textContent.includes('Can’t see this post')")
    composing.browser.tap("[data-tap=remind-done]")
    composing.until_open()
    composing.send()
    sent = composing.until_sent()[-1]
    assert sent["visibility"] == "private" and "reminded_ids" not in sent


@pytest.fixture(params=[320, 1440])
def width(moments, request):
    """Sets the width before somebody signs in: WebKit's driver begins a new session for it."""
    moments.browser.use(size=(request.param, 800))


@pytest.mark.usefixtures("width")
def test_NEW_22_the_rows_fit(composing):
    composing.open()
    place(composing, "A place with a name that is as long as it may be, or nearly")
    fits = "[...screen.querySelectorAll('.compose-row')].every((row) => row.scrollWidth <= row.clientWidth + 1)"
    assert composing.moments.value(fits)
    assert composing.moments.value(
        "[...screen.querySelectorAll('.compose-row')].every((row) => row.getBoundingClientRect().height >= 44)")
