"""NEW_17: who sees a post is chosen while writing, said on the post in words, and narrowed later."""
import json

from support.fixtures import community, composing
from support.server import served

STANDS_STILL = "!document.getAnimations().some((way) => way.playState === 'running')"
CHIP = "screen.querySelector('.audience > span')?.textContent"


def options(composing):
    """Returns the audiences that the composer offers."""
    return composing.moments.value(
        "[...screen.querySelectorAll('.question [data-tap^=\"audience:\"]')].map((option) => option.dataset.tap)")


def seers(composing, text):
    """Returns JavaScript for what the post says about its audience."""
    return f"({composing.entry(text)}?.querySelector('.seers')?.lastChild.textContent ?? null)"


def choose(composing, audience):
    composing.browser.tap("[data-tap=audience]")
    composing.moments.until("!!screen.querySelector('.question')")
    composing.browser.tap(f"[data-tap='audience:{audience}']")
    composing.moments.until("!screen.querySelector('.question')")


def choose_in_menu(composing, text, audience):
    composing.tap_in_entry(text, "menu")
    composing.moments.until(f"screen.matches('.options') && {STANDS_STILL}")
    composing.browser.js("document.querySelector('.options [data-tap=audience]').click()")
    composing.moments.until(f"!!screen.querySelector('[data-tap={audience}]') && {STANDS_STILL}")
    offered = composing.moments.value(
        "[...screen.querySelectorAll('.option:has(.help)')].map((option) => option.dataset.tap)")
    composing.browser.js(f"document.querySelector('.options [data-tap={audience}]').click()")
    composing.moments.until("!screen.matches('.options')")
    return offered


def test_NEW_17_a_post_for_members_says_so_and_strangers_never_see_it(composing, community):
    composing.open_home()
    composing.moments.value("screen.querySelector('[data-tap=compose]').click()")
    composing.until_open()
    composing.moments.until(CHIP + " === 'Public'")
    text = composing.unique("Only for us")
    composing.write(text)
    choose(composing, "members")
    assert composing.moments.value(CHIP) == "Members"
    composing.tap_send()
    composing.until_closed()
    assert composing.until_sent() == [{"status": text, "visibility": "members", "sensitive": False}]
    composing.moments.until(f"!!{composing.entry(text)}?.matches('[data-tap^=\"open:\"]')")
    assert composing.moments.value(seers(composing, text)) == "Members"
    id = composing.moments.value(composing.entry(text) + ".dataset.tap").removeprefix("open:")
    username = composing.member.username
    for path in (f"/@{username}", f"/moments/{username}", "/"):
        assert text not in served(composing.site, path)[1], path
    # The opened post says it too, and the next post begins with the last choice.
    composing.moments.value(composing.entry(text) + ".click()")
    composing.moments.until("screen.querySelector('.large .moment .seers')?.lastChild.textContent === 'Members'")
    composing.open()
    composing.moments.until(CHIP + " === 'Members'")
    status = composing.member.request(community, "GET", f"/api/v1/statuses/{id}")
    assert (status["visibility"], status["audience"]) == ("private", "members")


def test_NEW_17_a_post_is_narrowed_from_its_menu_and_a_strangers_page_loses_it(composing, community):
    text = composing.unique("Open at first")
    post = composing.member.request(community, "POST", "/api/v1/statuses", status=text, visibility="public")
    page = f"/moments/{composing.member.username}"
    assert text in served(composing.site, page)[1]
    composing.open_home()
    composing.moments.until("!!" + composing.entry(text))
    assert composing.moments.value(seers(composing, text)) is None
    assert choose_in_menu(composing, text, "members") == ["unlisted", "members", "private", "direct"]
    composing.moments.until(seers(composing, text) + " === 'Members'")
    path = f"/api/v1/statuses/{post['id']}"
    composing.moments.wait(lambda: composing.sent("PUT", path), "it is sent")
    assert json.loads(composing.sent("PUT", path)[0].body) == {"visibility": "members"}
    assert text not in served(composing.site, page)[1]
    assert choose_in_menu(composing, text, "private") == ["private", "direct"]
    composing.moments.until(seers(composing, text) + " === 'Followers'")


def test_NEW_17_moments_say_beside_the_time_who_sees_a_post(composing, people, community):
    moments, (wren, gus) = composing.moments, (people["wren"], people["gus_next_door"])
    gus.request(community, "POST", f"/api/v1/accounts/{wren.account['id']}/follow")
    circle = wren.request(community, "POST", "/api/v1/lists", title="Quilters")["id"]
    wren.request(community, "POST", f"/api/v1/lists/{circle}/accounts", account_ids=[gus.account["id"]])
    texts = {name: composing.unique(f"Moments {name}") for name in ("public", "unlisted", "members", "private", "circles")}
    for name, text in texts.items():
        fields = {"circle_ids": [circle]} if name == "circles" else {"visibility": name}
        wren.request(community, "POST", "/api/v1/statuses", status=text, **fields)
    words = {"public": None, "unlisted": "Quiet public", "members": "Members", "private": "Followers"}

    def post(text):
        return f"[...screen.querySelectorAll('.moments-post')].find((post) => post.textContent.includes({json.dumps(text)}))"

    def said():
        found = {name: moments.value(f"{post(text)}.querySelector('.meta > time + .seers')?.lastChild.textContent ?? null")
                 for name, text in texts.items()}
        assert moments.value(
            "[...screen.querySelectorAll('.meta > .seers')].every((seers) => seers.scrollWidth <= seers.clientWidth + 1"
            " && seers.getBoundingClientRect().right <= innerWidth)")
        return found
    moments.open(f"/moments/{wren.username}")
    moments.until(" && ".join(f"!!{post(text)}" for text in texts.values()))
    assert said() == {**words, "circles": "Quilters"}, "the author reads the circle's name"
    gus.sign_in(composing.browser, composing.site)
    moments.open(f"/moments/{wren.username}")
    moments.until(" && ".join(f"!!{post(text)}" for text in texts.values()))
    assert said() == {**words, "circles": "Some people"}
    assert "Quilters" not in moments.value("document.documentElement.outerHTML")
    assert not any(text in served(composing.site, f"/moments/{wren.username}")[1]
                   for name, text in texts.items() if name != "public")


def test_NEW_17_a_reply_offers_no_wider_audience_and_says_why(composing, people, community):
    text = composing.unique("For members by Gus")
    people["gus_next_door"].request(community, "POST", "/api/v1/statuses", status=text, visibility="members")
    composing.open_home()
    composing.tap_in_entry(text, "reply")
    composing.until_open()
    assert composing.moments.value(CHIP) == "Members"
    assert "at most those who see" in composing.moments.value("screen.querySelector('.audience-limit').textContent")
    composing.browser.tap("[data-tap=audience]")
    composing.moments.until("!!screen.querySelector('.question')")
    assert options(composing) == ["audience:members", "audience:private", "audience:direct"]


def test_NEW_17_the_default_audience_is_set_for_all_devices(composing, community):
    try:
        composing.moments.open("/settings")
        composing.moments.until("screen.querySelector('[data-tap=\"audience:public\"]')?.ariaCurrent === 'true'")
        composing.moments.value("screen.querySelector('[data-tap=\"audience:members\"]').click()")
        composing.moments.until("screen.querySelector('[data-tap=\"audience:members\"]').ariaCurrent === 'true'")
        composing.moments.wait(
            lambda: composing.sent("PATCH", "/api/v1/accounts/update_credentials"), "the server knows it")
        composing.open()
        composing.moments.until(CHIP + " === 'Members'")
        text = composing.unique("As usual")
        composing.write(text)
        composing.tap_send()
        composing.until_closed()
        assert composing.until_sent()[0]["visibility"] == "members"
    finally:
        composing.member.request(
            community, "PATCH", "/api/v1/accounts/update_credentials", source={"privacy": "public"})
