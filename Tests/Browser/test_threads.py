"""THR_02, THR_03, THR_05: threads, how they open, and how they handle thousands of posts."""

import pytest

from support.origins import Answer, until
from support.pictures import picture
from test_timeline_file import give, keys, open_post, sample

ACCOUNT = {"id": "7", "username": "wren", "acct": "wren", "display_name": "Wren"}

WATCH = """
window.transitions = [];
const start = Document.prototype.startViewTransition;
Document.prototype.startViewTransition = function (change) {
  const named = [...document.querySelectorAll("[style*=view-transition-name]")].map((cell) => cell.dataset.key);
  const noted = { named, isHighlighted: getComputedStyle(document.querySelector("[style*=view-transition-name]")).backgroundColor };
  transitions.push(noted);
  const transition = start.call(this, change);
  transition.ready.then(() => { noted.isReady = true; }, (error) => { noted.error = String(error); });
  return transition;
};
"""


def status(id, reply_to=None, minute=0, text=None):
    return {
        "id": str(id), "account": ACCOUNT, "content": f"<p>{text or f'Post {id}'}</p>", "visibility": "public",
        "created_at": f"2026-11-20T{minute // 60 % 24:02}:{minute % 60:02}:00.000Z", "in_reply_to_id": reply_to and str(reply_to)}


@pytest.fixture(scope="module")
def community(people, engine):
    """A server with a post, around which the tests build a thread."""
    server = people.server()
    server.post = people["wren"].request(server, "POST", "/api/v1/statuses", status="The post @gus_next_door #walk")
    yield server
    server.stop()


@pytest.fixture
def live(moments, community, site):
    """Returns `live(ancestors, descendants)`, which opens the post's page with these as the server's response."""
    def open(ancestors=(), descendants=()):
        site.answers["/context$"] = Answer({"ancestors": list(ancestors), "descendants": list(descendants)})
        moments.open(f"/@wren/{community.post['id']}")
        moments.until("screen.querySelector('.large') !== null")
        return moments
    open.id = community.post["id"]
    return open


@pytest.fixture
def file(moments):
    moments.open("/settings")
    give(moments, sample())
    return moments


def test_THR_02_a_reply_of_a_thread_has_its_numbers_beside_its_drawings_and_a_mark_changes_its_own(moments, people, community):
    post, member = community.post["id"], people["wren"]
    reply = people["gus_next_door"].request(
        community, "POST", "/api/v1/statuses", status="Mind the step", in_reply_to_id=post)["id"]
    member.sign_in(moments.browser, moments.site)
    moments.open(f"/@wren/{post}")
    row = f"screen.querySelector(\"[data-tap='open:{reply}']\")"
    moments.until(f"!!{row}")
    number = f"{row}.querySelector('.favourite .number').textContent"
    assert moments.value(number) == ""
    for shown in ("1", ""):
        moments.value(f"{row}.querySelector('.favourite').click()")
        moments.until(f"{number} === arguments[0]", shown)
    until(lambda: any(one.path.endswith("/unfavourite") and one.status == 200 for one in moments.site.requests), "the server knows")
    people["gus_next_door"].request(community, "DELETE", f"/api/v1/statuses/{reply}")


def test_THR_03_a_live_first_post_has_all_replies_each_behind_what_it_answers_the_oldest_first(live):
    page = live([], [status(3, 2, 3), status(2, live.id, 1), status(4, live.id, 2), status(2, live.id, 1)])
    page.until("screen.querySelector('.list-footer .end, .list-footer:empty') !== null && screen.querySelectorAll('.post').length === 4")
    assert keys(page) == [f"s{live.id}", "s2", "s3", "s4"]


def test_THR_03_a_live_reply_has_what_it_answers_above_and_its_own_replies_below(live):
    page = live([status(1), status(5, 1)], [status(2, live.id, 1), status(3, 2, 2), status(1, 3)])
    page.until("screen.querySelectorAll('.post').length === 5")
    assert keys(page) == ["s1", "s5", f"s{live.id}", "s2", "s3"]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_NEW_10_replies_to_replies_are_indented_by_up_to_three_steps(live, moments, language):
    if language == "ar":
        moments.open("/settings?language=ar")
    page = live([], [status(2, live.id, 1), status(3, 2, 2), status(4, 3, 3), status(5, 4, 4), status(6, 5, 5)])
    page.until("screen.querySelectorAll('.post').length === 6")
    edge = "row.getBoundingClientRect()" + (".right" if language == "ar" else ".left")
    face = edge.replace("row", "row.querySelector('.face')")
    starts = page.value(f"[...screen.querySelectorAll('.post')].slice(1).map((row) => Math.round(Math.abs({face} - {edge})))")
    assert [start - starts[0] for start in starts] == [0, 16, 32, 48, 48]
    line = page.value("(() => { const style = getComputedStyle(screen.querySelectorAll('.post')[3], '::before'); return [style.width, style.content]; })()")
    assert line == ["32px", '""']


def test_THR_03_the_post_stays_where_it_is_when_what_it_answers_comes(live, site, moments):
    gate = site.hold("/context$")
    page = live([status(n, n - 1, n, "A line of text. " * 20) for n in range(1, 501)], [])
    top = page.value("Math.round(screen.querySelector('.large').getBoundingClientRect().top)")
    gate.open()
    page.until("screen.querySelectorAll('.ancestor').length >= 20")
    assert abs(page.value("screen.querySelector('.large').getBoundingClientRect().top") - top) <= 1
    before = page.value("screen.querySelectorAll('.ancestor').length")
    first = page.value("screen.querySelector('.ancestor').dataset.key")
    page.value("screen.scrollTo(0, 10)")
    page.until("screen.querySelectorAll('.ancestor').length > arguments[0]", before)
    shift = page.value("screen.querySelector(`[data-key=${arguments[0]}]`).getBoundingClientRect().top", first)
    assert -400 < shift < 300, "what was read stays"


TOP = "screen.querySelector('.large').getBoundingClientRect().top - screen.querySelector('.bar').getBoundingClientRect().bottom"
LATE = "/api/v1/late.png"


@pytest.mark.parametrize("size, language", [((390, 844), "en-US"), ((844, 390), "en-US"), ((1440, 900), "ar-EG")])
def test_NEW_10_the_end_of_what_a_reply_answers_shows_above_it_and_pictures_move_nothing(moments, people, community, site, size, language):
    moments.browser.use(size=size, language=language)
    people["wren"].sign_in(moments.browser, site)
    reply = people["gus_next_door"].request(
        community, "POST", "/api/v1/statuses", status="@wren The fog was there", in_reply_to_id=community.post["id"])["id"]
    # The sizes of the pictures are unknown.
    pictures = [{"id": "1", "type": "image", "url": site.url + LATE, "preview_url": site.url + LATE, "description": "A boat"}]
    context = {"ancestors": [status(1, text="A line of text. " * 40) | {"media_attachments": pictures}, status(2, 1) | {"media_attachments": pictures}],
               "descendants": [status(3, reply)]}
    site.answers["/context$"] = Answer(context)
    site.answers[LATE] = picture(300, 400)
    around, late = site.hold("/context$"), site.hold(LATE)
    moments.open(f"/@gus_next_door/{reply}")
    moments.until("screen.querySelector('.large') && screen.querySelector('.answered')")
    assert moments.value(TOP) == pytest.approx(88, abs=1)
    around.open()
    moments.until("screen.querySelectorAll('.ancestor').length === 2 && !screen.querySelector('.answered')")
    assert moments.value(TOP) == pytest.approx(88, abs=1)
    late.open()
    moments.until("screen.querySelector('.large').previousElementSibling.querySelector('img:not(.avatar *)')?.naturalWidth === 300")
    moments.browser.js_async("new Promise((done) => setTimeout(done, 400))")
    assert moments.value(TOP) == pytest.approx(88, abs=1)
    moments.browser.reload()
    moments.until("screen.querySelectorAll('.ancestor').length === 2")
    moments.browser.js_async("new Promise((done) => setTimeout(done, 400))")
    assert moments.value(TOP) == pytest.approx(88, abs=1)


def test_NEW_10_of_what_is_gone_the_place_says_so(moments, people, community, site):
    people["wren"].sign_in(moments.browser, site)
    reply = people["gus_next_door"].request(
        community, "POST", "/api/v1/statuses", status="@wren And then?", in_reply_to_id=community.post["id"])["id"]
    site.answers["/context$"] = Answer({"ancestors": [], "descendants": []})
    moments.open(f"/@gus_next_door/{reply}")
    moments.until("screen.querySelector('.answered p')?.textContent === 'This is gone, or not for everybody to see.'")
    assert moments.value(TOP) == pytest.approx(88, abs=1)


def test_THR_03_5000_live_replies_open_at_once_and_come_as_they_are_wanted(live):
    page = live([], [status(10 + n, live.id, n) for n in range(5000)])
    page.until("screen.querySelectorAll('.post').length === 21")
    page.until("screen.querySelector('.list-footer .more') !== null")
    assert page.browser.js("return swiftlet.operations") <= 60
    for _ in range(40):
        if page.rows(".post") >= 101:
            break
        page.reach_end()
        page.browser.js_async("new Promise((done) => setTimeout(done, 200))")
    assert page.rows(".post") >= 101
    assert page.rows(".post") <= 400
    assert len(set(keys(page))) == len(keys(page)) < 101


def test_THR_05_the_tapped_post_grows_into_its_thread_and_back(file):
    file.browser.js(WATCH)
    file.browser.middle("[data-key=sa] .words")  # at rest
    top = file.value("screen.querySelector('[data-key=sa]').getBoundingClientRect().top")
    file.browser.tap(".post[data-key='sa'] .words")
    file.until("screen.matches('.thread') && screen.querySelector('.large')?.dataset.key === 'sa'")
    names = "[...screen.querySelector('.large').getAnimations()].map((animation) => animation.animationName)"
    assert "highlight" in file.value(names)
    assert file.value("transitions.map(({ named }) => named)") == [["sa"]]
    file.until("transitions[0].isReady || transitions[0].error")
    assert file.value("transitions[0].error") is None
    file.until("!document.querySelector('[style*=view-transition-name]')")
    assert file.value("getComputedStyle(screen).opacity") == "1"
    file.browser.back()
    file.until("screen.matches('.file-page') && transitions.length === 2")
    assert file.value("transitions[1].named") == ["sa"]
    file.until("!document.querySelector('.thread') && !document.querySelector('[style*=view-transition-name]')")
    assert file.value("screen.querySelector('[data-key=sa]').getBoundingClientRect().top") == top


def test_THR_05_with_reduced_motion_nothing_moves_and_the_post_is_highlighted(moments):
    moments.browser.use(reduces_motion=True)
    moments.open("/settings")
    give(moments, sample())
    moments.browser.js(WATCH)
    open_post(moments, "a")
    assert moments.value("transitions.length") == 0
    running = """screen.getAnimations({ subtree: true }).filter((animation) => animation.effect.getTiming().duration > 50)
      .map((animation) => animation.animationName)"""
    assert [name for name in moments.value(running) if name != "fade"] == ["highlight"]
    moments.browser.back()
    moments.until("screen.matches('.file-page') && !document.querySelector('.thread')")


@pytest.mark.parametrize("index, title", [(0, "@bob"), (2, "#news")])
def test_THR_02_links_of_the_highlighted_post_are_followed_at_once(file, index, title):
    file.browser.js("document.querySelector('[data-key=sb] .time').click()")
    box = file.value("screen.querySelectorAll('.large .words a')[arguments[0]].getBoundingClientRect().toJSON()", index)
    file.browser.tap_at(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    file.until("screen.querySelector('h1.title')?.textContent === arguments[0]", title)


def test_THR_05_without_view_transitions_the_thread_slides_in(file):
    file.browser.js("delete Document.prototype.startViewTransition; document.startViewTransition = undefined")
    open_post(file, "a")
    assert file.value("screen.classList.contains('enters') && !screen.classList.contains('grows')")
    file.browser.back()
    file.until("screen.matches('.file-page') && !document.querySelector('.thread')")


def test_THR_03_threads_lie_over_threads_and_back_leads_through_them(file):
    for id in ("b", "a", "c"):
        open_post(file, id)
    for id in ("a", "b"):
        file.browser.back()
        file.until("screen.querySelector('.large')?.dataset.key === arguments[0]", "s" + id)
    file.browser.back()
    file.until("screen.matches('.file-page')")
