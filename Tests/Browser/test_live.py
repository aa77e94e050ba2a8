"""NEW_06: posts, replies, comments, likes, edits and deletions come by themselves."""
import pytest

from support.fixtures import community
from support.live import HIDE, SHOW, TEXTS, connected, gus, home, open_streams
from support.origins import until
from support.people import sign_in
from support.server import Swiftlet


def test_NEW_06_a_post_its_edit_and_its_deletion_come_by_themselves(home, gus, community):
    text = f"Bread is out of the oven, {home.browser.name}"
    post = gus.request(community, "POST", "/api/v1/statuses", status=text)
    home.until(f"{TEXTS}[0] === arguments[0]", text)
    home.until("screen.scrollTop === 0")
    gus.request(community, "PUT", f"/api/v1/statuses/{post['id']}", status=text + "!")
    home.until(f"{TEXTS}[0] === arguments[0]", text + "!")
    gus.request(community, "DELETE", f"/api/v1/statuses/{post['id']}")
    home.until(f"!{TEXTS}.includes(arguments[0])", text + "!")


def test_NEW_06_screen_readers_are_told_at_most_each_ten_seconds(home, gus, community):
    home.until("!!document.querySelector('body > p.unseen[role=status]')")
    home.value("""window.told = [], new MutationObserver(() => {
      const words = document.querySelector('body > p.unseen').textContent;
      if (words) told.push([performance.now(), words]);
    }).observe(document.querySelector('body > p.unseen'), { childList: true })""")
    for number in range(2):
        gus.request(community, "POST", "/api/v1/statuses", status=f"Told {number}, {home.browser.name}")
    home.until("told.length === 1")
    gus.request(community, "POST", "/api/v1/statuses", status=f"Told once more, {home.browser.name}")
    home.until("told.length === 2")
    (first, words), (second, more) = home.value("told")
    assert second - first > 9_500, "in milliseconds"
    counts = [int(told.split()[0]) for told in (words, more)]
    assert sum(counts) == 3 and all("new post" in told for told in (words, more)), (words, more)


def test_NEW_06_a_like_and_a_reply_are_counted_and_told(home, gus, people, community):
    post = people["wren"].request(community, "POST", "/api/v1/statuses", status=f"Who has a ladder? {home.browser.name}")
    row = f"screen.querySelector('[data-key=s{post['id']}]')"
    home.until(f"!!{row}")
    badge = "Number(screen.querySelector(\".tabs [data-tap='tab:notifications'] .badge\")?.textContent ?? 0)"
    before = home.value(badge)
    gus.request(community, "POST", f"/api/v1/statuses/{post['id']}/favourite")
    home.until(f"{row}.querySelector('.favourite .number')?.textContent === '1'")
    home.until(f"{badge} > arguments[0]", before)
    gus.request(community, "POST", "/api/v1/statuses", status="@wren I have", in_reply_to_id=post["id"])
    home.until(f"{row}.querySelector('.reply .number, [data-tap^=reply] .number')?.textContent === '1'")
    home.open(f"/@wren/{post['id']}")
    home.until("screen.matches('.thread') && screen.innerText.includes('I have')")
    connected(home, 2)
    gus.request(community, "POST", "/api/v1/statuses", status="@wren It is three metres long", in_reply_to_id=post["id"])
    home.until("screen.innerText.includes('three metres')")


def test_NEW_06_replies_out_of_sight_are_announced_and_a_tap_leads_there(home, gus, people, community):
    post = people["wren"].request(community, "POST", "/api/v1/statuses", status=f"Which day suits you? {home.browser.name}")
    reply = lambda text: gus.request(community, "POST", "/api/v1/statuses", status=f"@wren {text}", in_reply_to_id=post["id"])
    for number in range(10):
        reply(f"Line {number}\n" * 4)
    home.open(f"/@wren/{post['id']}")
    home.until("screen.querySelectorAll('.post[data-tap]').length >= 10")
    connected(home, 2)
    seen = "document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('.cells > [data-key]')"
    place = home.value(f"[{seen}.dataset.key, {seen}.getBoundingClientRect().top]")
    pill = "screen.querySelector('.pill > :last-child')?.textContent"
    reply("Friday")
    home.until(f"{pill} === '1 new reply'")
    last = reply("Or Sunday")
    home.until(f"{pill} === '2 new replies'")
    assert home.value(f"[{seen}.dataset.key, {seen}.getBoundingClientRect().top]") == place
    home.browser.tap(".pill")
    row = f"screen.querySelector('[data-key=s{last['id']}]')"
    home.until(f"{row}?.getBoundingClientRect().bottom <= innerHeight && !screen.querySelector('.pill')")
    reply("Sunday then")
    home.until("screen.innerText.includes('Sunday then')")
    home.value("screen.scrollTop = screen.scrollHeight")
    home.until("!screen.querySelector('.pill')")


def test_NEW_06_who_follows_shows_in_their_profile(home, people, community):
    gus = people["gus_next_door"]
    gus.request(community, "POST", f"/api/v1/accounts/{people['wren'].account['id']}/unfollow")
    home.open("/@gus_next_door")
    home.until("screen.matches('.profile') && !!screen.querySelector('.follow')")
    connected(home, 2)
    assert "Follows you" not in home.value("screen.innerText")
    gus.request(community, "POST", f"/api/v1/accounts/{people['wren'].account['id']}/follow")
    home.until("screen.innerText.includes('Follows you')")


def test_NEW_06_whoever_reads_farther_down_gets_the_pill_and_nothing_moves(home, gus, community):
    for number in range(8):
        gus.request(community, "POST", "/api/v1/statuses", status=f"Snowflake {number} for {home.browser.name}\n" * 4)
    # All have come, at the top, before the reader scrolls.
    home.until(f"{TEXTS}[0].startsWith(arguments[0]) && screen.scrollTop === 0", f"Snowflake 7 for {home.browser.name}")
    home.until("screen.scrollHeight > screen.clientHeight + 400")
    home.value("screen.scrollTop = 300")
    home.browser.js_async("new Promise((done) => setTimeout(done, 400))")
    seen = "document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('.cells > [data-key]')"
    key, top = home.value(f"[{seen}.dataset.key, {seen}.getBoundingClientRect().top]")
    gus.request(community, "POST", "/api/v1/statuses", status=f"Snow on the hill, {home.browser.name}")
    home.until("!!screen.querySelector('.pill')")
    assert home.value(f"{seen}.dataset.key") == key
    assert abs(home.value(f"{seen}.getBoundingClientRect().top") - top) <= 1


def test_NEW_06_a_comment_comes_into_its_bubble(moments, gus, people, community):
    wren = people["wren"]
    wren.sign_in(moments.browser, moments.site)
    post = wren.request(community, "POST", "/api/v1/statuses", status=f"The first tulip, {moments.browser.name}")
    moments.open("/moments/wren")
    moments.until(f"!!screen.querySelector('[data-key=p{post['id']}]')")
    connected(moments)
    bubble = f"screen.querySelector('[data-key=p{post['id']}]')"
    gus.request(community, "POST", "/api/v1/statuses", status="@wren Lovely", in_reply_to_id=post["id"])
    moments.until(f"{bubble}.innerText.includes('Lovely')")
    gus.request(community, "POST", f"/api/v1/statuses/{post['id']}/favourite")
    moments.until(f"!!{bubble}.querySelector('.likes')")


def test_NEW_06_a_comment_by_another_moves_nothing_while_one_writes(moments, gus, people, community):
    wren = people["wren"]
    wren.sign_in(moments.browser, moments.site)
    # Enough posts below, so that the page can scroll past the post.
    *_, post = [wren.request(community, "POST", "/api/v1/statuses", status="Snow, " + "and more snow. " * 30) for _ in range(5)]
    moments.open("/moments/wren")
    bubble = f"screen.querySelector('[data-key=p{post['id']}]')"
    moments.until(f"!!{bubble}")
    connected(moments)
    moments.browser.tap(".more-actions")
    moments.until("screen.querySelector('.popover')?.getAnimations().every((one) => one.playState === 'finished')")
    moments.browser.tap(".popover [data-tap^='comment:']")
    moments.until("document.activeElement === screen.querySelector('.comment-bar textarea')")
    # In the next frame the page scrolls to the post that one comments on.
    moments.browser.js_async("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")
    # The post lies above what is in sight, and the next one is read.
    moments.value(f"screen.scrollTop += {bubble}.getBoundingClientRect().bottom + 10")
    after = f"{bubble}.nextElementSibling.getBoundingClientRect().top"
    top = moments.value(after)
    gus.request(community, "POST", "/api/v1/statuses", status="@wren Lovely", in_reply_to_id=post["id"])
    moments.until(f"{bubble}.textContent.includes('Lovely')")
    assert abs(moments.value(after) - top) <= 1
    assert moments.value("!!screen.querySelector('.comment-bar')")


@pytest.mark.parametrize("reduces", [False, True], ids=["motion", "reduced motion"])
def test_NEW_06_a_new_comment_slides_into_its_bubble(moments, gus, people, community, reduces):
    moments.browser.use(reduces_motion=reduces)
    people["wren"].sign_in(moments.browser, moments.site)
    text = f"The first crocus, {moments.browser.name} {reduces}"
    post = people["wren"].request(community, "POST", "/api/v1/statuses", status=text)
    gus.request(community, "POST", "/api/v1/statuses", status="@wren Early", in_reply_to_id=post["id"])
    moments.open("/moments/wren")
    bubble = f"screen.querySelector('[data-key=p{post['id']}]')"
    moments.until(f"{bubble}?.innerText.includes('Early')")
    connected(moments)
    moments.value("""(window.slides = [], Element.prototype.animate = function ([{ opacity, transform }]) {
      slides.push([this.querySelector("bdi:not(.name *)")?.textContent, opacity, transform ?? null]);
    })""")
    gus.request(community, "POST", "/api/v1/statuses", status="@wren And blue", in_reply_to_id=post["id"])
    moments.until("slides.length === 1")
    moved = None if reduces else "translateY(-8px)"
    assert moments.value("slides") == [["@wren And blue", 0, moved]]
    gus.request(community, "POST", f"/api/v1/statuses/{post['id']}/favourite")
    moments.until(f"!!{bubble}.querySelector('.likes')")
    assert moments.value("slides.length") == 1, "only what is new"


def test_NEW_06_who_likes_a_post_on_the_page_of_another_shows_with_the_name(moments, gus, people, community):
    people["wren"].sign_in(moments.browser, moments.site)
    post = gus.request(community, "POST", "/api/v1/statuses", status=f"The first swallow, {moments.browser.name}")
    moments.open("/moments/gus_next_door")
    bubble = f"screen.querySelector('[data-key=p{post['id']}]')"
    moments.until(f"!!{bubble}")
    connected(moments)
    gus.request(community, "POST", f"/api/v1/statuses/{post['id']}/favourite")
    moments.until(f"{bubble}.querySelector('.likes')?.innerText.includes(arguments[0])", gus.account["display_name"])
    gus.request(community, "POST", f"/api/v1/statuses/{post['id']}/unfavourite")
    moments.until(f"!{bubble}.querySelector('.likes')")


def test_NEW_06_a_pill_over_moments_says_who_wrote_and_leads_there(moments, gus, people, community):
    wren = people["wren"]
    wren.sign_in(moments.browser, moments.site)
    read_all(wren, community)
    post = wren.request(community, "POST", "/api/v1/statuses", status=f"Snowdrops, {moments.browser.name}")
    moments.open("/moments")
    moments.until("screen.matches('.moments.root')")
    connected(moments)
    gus.request(community, "POST", f"/api/v1/statuses/{post['id']}/favourite")
    gus.request(community, "POST", "/api/v1/statuses", status="@wren Already?", in_reply_to_id=post["id"])
    moments.until("screen.querySelector('.pill.messages > :last-child')?.textContent === '2 new messages'")
    assert moments.value("!!screen.querySelector('.pill .avatar')")
    moments.browser.tap(".pill")
    moments.until("screen.matches('.notifications') && screen.innerText.includes('Already?')")
    moments.browser.tap("[data-tap='tab:moments']")
    moments.until("screen.matches('.moments') && !screen.querySelector('.pill')")


def test_NEW_06_moments_says_at_once_what_was_written_before(moments, gus, people, community):
    wren = people["wren"]
    wren.sign_in(moments.browser, moments.site)
    text = f"Late snowdrops, {moments.browser.name}"
    read_all(wren, community)
    post = wren.request(community, "POST", "/api/v1/statuses", status=text)
    gus.request(community, "POST", "/api/v1/statuses", status="@wren At last!", in_reply_to_id=post["id"])
    moments.open("/moments")
    moments.until("screen.querySelector('.pill.messages > :last-child')?.textContent === '1 new message'")
    assert moments.value("!!screen.querySelector('.pill .avatar')")


def read_all(person, community):
    """Reads all notifications on another device."""
    newest = person.request(community, "GET", "/api/v1/notifications?limit=1")
    if newest:
        person.request(community, "POST", "/api/v1/markers", notifications={"last_read_id": newest[0]["id"]})


def test_NEW_06_after_the_network_was_gone_what_was_missed_is_there(home, gus, community):
    home.browser.expect_errors("Failed to load resource", "ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "network")
    home.site.stop()
    home.browser.js("dispatchEvent(new Event('offline'))")
    home.until("!!screen.querySelector('.notice, .offline')", seconds=5)
    text = f"Back in the garden, {home.browser.name}"
    gus.request(community, "POST", "/api/v1/statuses", status=text)
    home.site.start()
    home.browser.js("dispatchEvent(new Event('online'))")
    home.until(f"{TEXTS}.includes(arguments[0])", text)
    home.until("!screen.querySelector('.notice')")
    connected(home, 2)


@pytest.mark.parametrize("path", ["/home", "/moments", "/@wren"])
def test_NEW_06_the_offline_bar_comes_within_two_seconds_and_goes_at_once(moments, people, community, path):
    people["wren"].sign_in(moments.browser, moments.site)
    people["wren"].request(community, "POST", "/api/v1/statuses", status=f"Is anybody there? {moments.browser.name}")
    moments.open(path)
    moments.until("!!screen.querySelector('.post[data-tap], .moments-post')")
    connected(moments)
    moments.browser.expect_errors("Failed to load resource", "ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "network")
    moments.browser.js("""window.bar = [];
      new MutationObserver(() => {
        const shows = !!document.querySelector('.notice');
        if (shows !== (bar.length % 2 === 1)) bar.push(performance.now());
      }).observe(document.body, { childList: true, subtree: true })""")

    def milliseconds_after(event, times):
        """Returns the time until the bar has come or gone that many times."""
        start = moments.browser.js(f"const start = performance.now(); dispatchEvent(new Event('{event}')); return start")
        moments.until("bar.length >= arguments[0]", times)
        return moments.value("bar.at(-1)") - start
    moments.site.stop()
    assert milliseconds_after("offline", 1) < 2_000
    moments.site.start()
    assert milliseconds_after("online", 2) < 2_000


def test_NEW_06_an_open_thread_has_what_came_while_nobody_saw_it(home, gus, people, community):
    """The page counts as hidden for 20 s."""
    post = people["wren"].request(community, "POST", "/api/v1/statuses", status=f"Is the lake frozen? {home.browser.name}")
    home.open(f"/@wren/{post['id']}")
    home.until("screen.matches('.thread') && screen.innerText.includes('frozen')")
    connected(home, 2)
    home.browser.js(HIDE)
    until(lambda: open_streams(home) == 0, "the stream has ended")
    gus.request(community, "POST", "/api/v1/statuses", status="@wren At the edges", in_reply_to_id=post["id"])
    home.browser.js(SHOW)
    home.until("screen.innerText.includes('At the edges')")


def test_NEW_06_an_open_profile_has_what_came_while_nobody_saw_it(home, gus, community):
    """The page counts as hidden for 20 s."""
    def post(text):
        return gus.request(community, "POST", "/api/v1/statuses", status=f"{text} {home.browser.name}")["id"]

    posts = [post(f"Ice flower {number}\n" * 4) for number in range(8)]
    home.open("/@gus_next_door")
    row = "screen.querySelector(`[data-key=s${arguments[0]}]`)"
    home.until(f"screen.matches('.profile') && !!{row}", posts[0])
    connected(home, 2)
    home.value(f"{row}.scrollIntoView()", posts[4])
    home.browser.js_async("new Promise((done) => setTimeout(done, 400))")
    seen = "document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('.cells > [data-key]')"
    place = f"[{seen}.dataset.key, Math.round({seen}.getBoundingClientRect().top)]"
    key, top = home.value(place)
    home.browser.js(HIDE)
    until(lambda: open_streams(home) == 0, "the stream has ended")
    gus.request(community, "DELETE", f"/api/v1/statuses/{posts[7]}")
    new = [post("The lake is frozen"), post("And the pond")]
    home.browser.js(SHOW)
    for number in new:
        home.until(f"!!{row}", number)
    home.until(f"!{row}", posts[7])
    assert home.value(f"{seen}.dataset.key") == key
    assert abs(home.value(place)[1] - top) <= 1


def test_NEW_06_a_page_that_nobody_sees_has_no_stream(home, gus, community):
    """The page counts as hidden for 20 s."""
    home.browser.js(HIDE)
    until(lambda: open_streams(home) == 0, "the stream has ended")
    text = f"The lamp is lit, {home.browser.name}"
    gus.request(community, "POST", "/api/v1/statuses", status=text)
    home.browser.js(SHOW)
    home.until(f"{TEXTS}.includes(arguments[0])", text)
    until(lambda: open_streams(home) == 1, "another stream")


def test_NEW_06_after_the_server_was_restarted_it_goes_on(member, own_community):
    member.sign_in("wren")
    member.until(f"{TEXTS}.length > 1")
    connected(member)
    member.browser.expect_errors("Failed to load resource", "ERR_", "502", "network")
    own_community.stop()
    again = member.site.upstream = Swiftlet(own_community.data)
    connected(member, 2)
    sign_in(again.url, "wren").request(again, "POST", "/api/v1/statuses", status="Still here")
    member.until(f"{TEXTS}[0] === 'Still here'")
    again.stop()
