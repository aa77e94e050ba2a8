"""THR_01, THR_02, THR_04, THR_06: a timeline from a file."""
import json

import pytest

from support import layout
from support.files import choose, drag, drop, long_file, post
from support.origins import Answer, until
from support.pictures import picture

STRANGE = "A long line without spaces: " + "x" * 200


def sample(source=None):
    avatar = f"{source.url}/anna.png" if source else ""
    return {"timeline": [
        post("b", content="Hello @bob, @zoe! #News #4242\nA second line, https://example.org/?a=b&c=d",
             date="2026-11-02T10:00:00Z", avatar=avatar),
        post("a", "@bob", "The second of the file, and older", "2020-05-04T10:00:00+02:00",
             inReplyTo="b", avatar=f"{source.url}/gone.png" if source else ""),
        post("c", "@carol", "مرحبا @anna كيف الحال #news", "2026-02-31T10:00:00Z", inReplyTo="a", avatar=7),
        post("d", "@anna", STRANGE, "yesterday", inReplyTo="nobody"),
        post("e", "@bob", "To myself", inReplyTo="e", images="none"),
        post("f", "@bob", "A circle", inReplyTo="g"),
        post("g", "@anna", "and back", inReplyTo="f"),
        post("a", "@dan", "The id of another one"),
        {"id": "x", "content": "Nobody wrote it", "author": "@"},
        "no post",
    ]}


@pytest.fixture
def page(moments):
    moments.open("/settings")
    return moments


@pytest.fixture
def file(page):
    give(page, sample())
    return page


def give(page, file):
    drop(page.browser, file)
    page.until("screen.matches('.file-page') && screen.querySelector('.file-head') !== null")


def open_post(page, id):
    page.browser.tap(f".post[data-key='s{id}'] .time")
    page.until("screen.matches('.thread') && screen.querySelector('.large')?.dataset.key === arguments[0]", "s" + id)


def at_rest(page):
    page.until("!screen.getAnimations().some((animation) => animation.playState !== 'finished')")


def keys(page):
    return page.value("[...screen.querySelectorAll('.cells > .post')].map((cell) => cell.dataset.key)")


LINES = """
const inside = [...document.querySelector(arguments[0]).childNodes].find((node) => node.data?.includes(arguments[1]));
const range = document.createRange();
range.selectNodeContents(inside);
return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
"""


def test_THR_01_a_dropped_file_is_shown_in_its_own_order(file):
    assert keys(file) == ["sb", "sa", "sc", "sd", "se", "sf", "sg"]
    assert file.texts(".nick")[:3] == ["anna", "bob", "carol"]
    assert file.texts(".words")[1] == "The second of the file, and older"
    assert file.browser.js(LINES, ".words p", "#4242") == 2
    assert file.value("location.pathname") == "/file"
    assert file.texts(".file-head h2, .file-head h2 + p") == ["timeline.json", "7 posts"]
    file.browser.reload()
    file.until("screen.querySelector('.file-head h2')?.textContent === 'timeline.json'")


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (1440, 900)], ids=str)
def test_THR_01_every_cell_is_as_tall_as_its_content(page, size):
    page.browser.use(size=size)
    page.open("/settings")
    give(page, sample())
    at_rest(page)
    assert layout.problems(page.browser) == []
    assert page.value("""[...screen.querySelectorAll('.post')].filter((cell) =>
      cell.scrollHeight > cell.clientHeight + 1 || cell.lastElementChild.getBoundingClientRect().bottom
        > cell.getBoundingClientRect().bottom + 0.5).map((cell) => cell.dataset.key)""") == []
    open_post(page, "a")
    at_rest(page)
    assert layout.problems(page.browser) == []


def test_THR_01_a_file_is_chosen_in_the_settings(page):
    choose(page.browser, sample())
    page.until("screen.matches('.file-page') && screen.querySelectorAll('.post').length === 7")
    page.browser.back()
    page.until("screen.matches('.settings')")
    page.browser.tap("[data-tap='file']")
    page.until("screen.matches('.file-page') && screen.querySelectorAll('.post').length === 7")


def test_THR_01_a_file_survives_reloading_and_needs_no_server(file, site):
    file.browser.expect_errors("Failed to load resource", "An unknown error occurred", "Failed to update")
    stored = "caches.open('data').then((c) => c.keys()).then((k) => k.filter(({ url }) => url.includes('timeline%20file')).length)"
    until(lambda: file.browser.js_async(stored) == 2, "the file and its name are stored")
    file.browser.reload()
    file.until("screen.querySelectorAll('.post').length === 7")
    file.browser.until_installed()
    file.browser.reload()
    file.until("screen.querySelectorAll('.post').length === 7")
    site.stop()
    file.browser.reload()
    file.until("screen.querySelectorAll('.post').length === 7")
    open_post(file, "a")


def test_THR_01_another_file_takes_its_place_and_one_can_be_removed(file):
    drop(file.browser, {"timeline": [post("new")]})
    file.until("screen.querySelectorAll('.post').length === 1 && screen.querySelector('[data-key=snew]') !== null")
    file.browser.tap("[data-tap='remove']")
    file.until("screen.querySelector('.list-footer').textContent.includes('No file is open')")
    file.browser.reload()
    file.until("screen.querySelector('.list-footer')?.textContent.includes('No file is open')")


@pytest.mark.parametrize("text", ["\x89PNG\r\n", "", "{}", '{"timeline":7}', "[]"])
def test_THR_06_what_is_no_timeline_file_is_said_and_leaves_one_where_one_was(page, text):
    drop(page.browser, text, "notes.bin", "application/octet-stream")
    page.until("document.querySelector('.toasts').textContent.includes('not a timeline file')")
    assert page.value("screen.matches('.settings')")


def test_THR_06_a_file_that_ends_in_the_middle_is_said(page):
    drop(page.browser, '{"timeline":[{"id":"1"')
    page.until("screen.matches('.file-page') && screen.textContent.includes('not a timeline file')")


def test_THR_01_while_a_file_is_dragged_the_page_says_what_becomes_of_it(page):
    drag(page.browser, "dragover")
    page.until("document.querySelector('.toasts').textContent.includes('Drop to open')")
    drag(page.browser, "dragleave")
    page.until("!document.querySelector('.toasts').textContent.includes('Drop to open')")


def test_THR_06_a_bad_file_does_not_take_the_place_of_a_good_one(file):
    drop(file.browser, "no JSON")
    file.until("screen.querySelector('.notice')?.textContent.includes('not a timeline file')")
    assert len(keys(file)) == 7
    file.browser.reload()
    file.until("screen.querySelectorAll('.post').length === 7")


def test_THR_06_a_folder_and_a_file_that_is_too_large_are_said(page):
    toast = "document.querySelector('.toasts').textContent.includes(arguments[0])"
    page.browser.js("window.read = File.prototype.arrayBuffer; File.prototype.arrayBuffer = () => Promise.reject(new Error())")
    drop(page.browser, "", "folder", "")
    page.until(toast, "folder")
    page.browser.js("File.prototype.arrayBuffer = window.read")
    page.browser.js("Object.defineProperty(File.prototype, 'size', { configurable: true, get: () => 65 * 1024 * 1024 })")
    drop(page.browser, "", "large.json")
    page.until(toast, "64 MB")
    assert page.value("screen.matches('.settings')")


def test_THR_02_what_stands_out_can_be_followed(file):
    link = ".post[data-key='sb'] .words a"
    assert file.value(f"[...screen.querySelectorAll(\"{link}\")].map((a) => a.textContent)") == [
        "@bob", "@zoe", "#News", "https://example.org/?a=b&c=d"]
    assert file.value("getComputedStyle(screen.querySelector('.words a')).color !== getComputedStyle(screen.querySelector('.words')).color")
    outward = file.value(f"screen.querySelectorAll(\"{link}\")[3]").get_property("href")
    assert outward == "https://example.org/?a=b&c=d"
    file.browser.tap(link, 0)
    file.until("screen.querySelector('h1.title').textContent === '@bob'")
    assert keys(file) == ["sa", "se", "sf"]
    file.browser.back()
    file.until("screen.querySelector('.file-head') !== null")
    file.browser.tap(link, 2)
    file.until("screen.querySelector('h1.title').textContent === '#news'")
    assert keys(file) == ["sb", "sc"]


def test_THR_02_a_mention_of_somebody_else_opens_the_profile(file, site):
    site.answers["/api/v1/accounts/lookup"] = Answer({"id": "77", "username": "zoe", "acct": "zoe", "display_name": "Zoe Z."})
    file.browser.expect_errors("Failed to load resource")
    file.browser.tap(".post[data-key='sb'] .words a", 1)
    file.until("screen.matches('.profile') && screen.textContent.includes('Zoe Z.')")


def test_THR_02_texts_of_all_directions(file):
    directions = file.value("[...screen.querySelectorAll('.words')].map((words) => getComputedStyle(words).direction)")
    assert directions[:3] == ["ltr", "ltr", "rtl"]


def test_THR_04_avatars_come_through_the_image_cache_or_are_drawn(page, source):
    page.browser.expect_errors("Failed to load resource")
    source.route("/anna.png", picture(80, 80))
    give(page, sample(source))
    faces = "[...screen.querySelectorAll('.avatar')]"
    page.until(f"{faces}[0].querySelector('img').dataset.state === 'shown' && {faces}[0].querySelector('img').src.startsWith('blob:')")
    page.until(f"{faces}[1].querySelector('img').dataset.state === 'failed'")
    assert page.value(f"{faces}[1].textContent") == "b" and page.value(f"{faces}[2].querySelector('img')") is None
    assert page.value(f"getComputedStyle({faces}[1].querySelector('img')).opacity") == "0"
    page.browser.reload()
    page.until(f"{faces}[0]?.querySelector('img').dataset.state === 'shown'")
    assert source.count("/anna.png") == 1


def test_THR_06_dates_are_the_readers_and_bad_ones_cost_nothing(file):
    assert file.texts(".time")[1:4] == ["May 4, 2020", "No date", "No date"]
    file.browser.use(language="zh-CN")
    # In WebKit another language is another browser, which hasn't stored the file.
    file.open("/settings")
    give(file, sample())
    assert file.texts(".time")[1:3] == ["2020年5月4日", "无日期"]


def test_THR_06_what_was_left_out_is_told_when_asked(file):
    assert file.value("screen.querySelector('summary').textContent") == "3 items were left out"
    assert file.value("screen.querySelector('details').open") is False
    file.browser.tap("summary")
    file.until("screen.querySelector('details').open")
    assert file.texts("details li") == ["1 × not a post", "1 × no author", "1 × the id of a post before it"]


@pytest.mark.parametrize("id, expected", [
    ("b", ["sb", "sa", "sc"]), ("a", ["sb", "sa", "sc"]), ("c", ["sb", "sa", "sc"]), ("d", ["sd"]), ("e", ["se"]),
    ("f", ["sg", "sf"]), ("g", ["sf", "sg"])])
def test_THR_03_a_thread_of_the_file(file, id, expected):
    open_post(file, id)
    assert keys(file) == expected
    assert file.value("screen.querySelector('.actions')") is None


def test_THR_03_a_thread_of_5000_in_a_file_opens_at_once(page):
    text = json.dumps(long_file())
    give(page, text)
    assert page.value("screen.querySelectorAll('.post').length") == 20
    before = page.browser.js("return swiftlet.operations")
    open_post(page, "p0")
    assert page.value("screen.querySelectorAll('.post').length") == 21
    assert page.browser.js("return swiftlet.operations") - before <= 1
    page.reach_end()
    page.until("screen.querySelectorAll('.post').length >= 41")
    page.browser.reload()
    page.until("screen.querySelector('.file-head h2 + p')?.textContent === '5001 posts'")
