"""NEW_15: the bridge's handling of lists that are only partly in the document, and its reports about them."""
import time

import pytest

from support.bridge import BridgePage


@pytest.fixture
def page(browser):
    origin = BridgePage()
    yield origin.open(browser)
    browser.driver.get("about:blank")
    origin.stop()


def test_NEW_15_a_screen_tells_where_it_is_once_a_frame_and_only_when_that_changed(page):
    page.js("fill(60)")
    page.js_async("frames(3)")
    assert page.js("return of('scrolled').at(-1)") == page.js(
        "return [1, 0, innerHeight, screen_().scrollHeight - innerHeight]")
    page.js("told.length = 0; turn(() => {})")
    page.js_async("frames(3)")
    assert page.js("return of('scrolled')") == []
    page.js("for (const y of [100, 300, 500]) { screen_().scrollTop = y; screen_().dispatchEvent(new Event('scroll')) }")
    page.js_async("frames(3)")
    assert page.js("return of('scrolled').map((one) => one[1])") == [500]


def test_NEW_15_a_change_of_the_list_is_told_in_the_same_turn(page):
    page.js("fill(60); told.length = 0")
    rest = page.js("return of('scrolled').at(-1)?.[3] ?? screen_().scrollHeight - innerHeight")
    assert page.js("turn(() => call('insert', 1, 1, cellHTML('last', 100), null)); return of('scrolled')") == [
        [1, 0, page.js("return innerHeight"), rest + 100]]


def test_NEW_15_the_height_of_each_cell_is_told_when_it_changes(page):
    page.js("fill(20)")
    page.js_async("frames(4)")
    assert page.js("return of('measured')") == [[1, f"c{n}", 60 + n * 37 % 140] for n in range(20)]
    page.js("told.length = 0; cell('c3').firstElementChild.style.height = '321px'")
    page.js_async("frames(4)")
    assert page.js("return of('measured')") == [[1, "c3", 321]]


def test_NEW_15_in_a_grid_a_cell_takes_its_share_of_the_row_and_a_spacer_takes_whole_rows(page):
    page.js("Object.assign(screen_().children[1].style, { display: 'grid', gridTemplateColumns: '1fr 1fr 1fr', rowGap: '10px' })")
    page.js("turn(() => { call('insert', 1, 1, '<div class=space data-key=above aria-hidden=true></div>', null);"
            "call('space', 1, 'above', 500); for (const n of [1, 2, 3, 4, 5]) call('insert', 1, 1, cellHTML(`g${n}`, 50 * n), null) })")
    page.js_async("frames(4)")
    assert page.js("return cell('above').getBoundingClientRect().height") == 500
    assert page.js("return cell('g1').getBoundingClientRect().top") == 510
    assert dict(one[1:] for one in page.js("return of('measured')")) == pytest.approx(
        {"g1": 160 / 3, "g2": 160 / 3, "g3": 160 / 3, "g4": 125, "g5": 125}, abs=0.1)


def test_NEW_15_the_cell_with_the_focus_is_told_when_it_is_another_one(page):
    page.js("fill(5); told.length = 0")
    page.js("cell('c1').querySelector('button').focus(); cell('c2').querySelector('button').focus()")
    page.js("cell('c2').querySelector('button').blur()")
    assert page.js("return of('focused')") == [[1, "c1"], [1, "c2"], [1, ""]]


def test_NEW_15_a_cell_has_its_place_in_the_list_and_keeps_it_when_it_is_drawn_anew(page):
    page.js("fill(3); turn(() => { call('position', 1, 'c1', 7, -1); call('replace', 1, 'c1', cellHTML('c1', 80)) })")
    assert page.js("return ['aria-posinset', 'aria-setsize'].map((name) => cell('c1').getAttribute(name))") == ["7", "-1"]


def test_NEW_15_what_is_read_stays_where_it_is_when_cells_come_go_and_grow_above_it(page):
    page.js("fill(60); screen_().scrollTop = 2000")
    page.js_async("rest()")
    key = page.js("return topmost()")
    top = page.js("return topOf(arguments[0])", key)
    page.js("turn(() => { call('insert', 1, 1, cellHTML('new', 333), 'c2'); call('remove', 1, 'c3'); })")
    assert page.js("return topOf(arguments[0])", key) == pytest.approx(top, abs=1)
    page.js("cell('c5').firstElementChild.style.height = '500px'; cell('c6').firstElementChild.style.height = '1px'")
    page.js_async("frames(2)")
    assert page.js("return topOf(arguments[0])", key) == pytest.approx(top, abs=1)
    # When that cell is removed, the next visible one stays in place.
    following = page.js("return cell(arguments[0]).nextElementSibling.dataset.key", key)
    top = page.js("return topOf(arguments[0])", following)
    page.js("turn(() => { call('remove', 1, topmost()); call('insert', 1, 1, cellHTML('other', 222), 'c2') })")
    assert page.js("return topOf(arguments[0])", following) == pytest.approx(top, abs=1)


def test_NEW_15_a_cell_that_grows_in_the_frame_in_which_it_leaves_the_window_pushes_nothing(page):
    page.js("fill(60); screen_().scrollTop = 2000")
    page.js_async("rest()")
    page.js("""const left = cell(topmost());
      screen_().scrollTop += left.getBoundingClientRect().bottom + 5;
      window.before = [topmost(), topOf(topmost())];
      left.firstElementChild.style.height = `${left.offsetHeight + 42}px`""")
    page.js_async("frames(3)")
    assert page.js("return topOf(before[0]) - before[1]") == pytest.approx(0, abs=1)
    page.js_async("rest()")
    assert page.js("return topOf(before[0]) - before[1]") == pytest.approx(0, abs=1)


def test_NEW_15_cells_become_a_spacer_and_come_back_while_what_is_read_stays(page):
    page.js("fill(60); screen_().scrollTop = 3000")
    page.js_async("rest()")
    key = page.js("return topmost()")
    top = page.js("return topOf(arguments[0])", key)
    page.js("""turn(() => {
      call('insert', 1, 1, '<div class=space data-key=above aria-hidden=true></div>', 'c0');
      for (let n = 0; n < 15; n++) call('remove', 1, `c${n}`);
      call('space', 1, 'above', 1234);
    })""")
    assert page.js("return topOf(arguments[0])", key) == pytest.approx(top, abs=1)
    page.js("""turn(() => {
      for (let n = 10; n < 15; n++) call('insert', 1, 1, cellHTML(`c${n}`, 70), 'c15');
      call('space', 1, 'above', 777);
    })""")
    assert page.js("return topOf(arguments[0])", key) == pytest.approx(top, abs=1)
    assert page.js("return of('measured').some((one) => one[1] === 'above')") is False


def test_NEW_15_a_part_of_a_cell_is_replaced_without_a_layout_and_one_that_grows_is_held(page):
    """A tap on a post renders its actions anew. No code reads the layout before the frame is painted."""
    page.js("fill(60)")
    page.js("cell('c5').innerHTML = '<p class=part style=\"height: 40px\"></p>'; screen_().scrollTop = 2000")
    page.js_async("rest()")
    replaced = """
      let asked = 0;
      const { getBoundingClientRect } = Element.prototype;
      Element.prototype.getBoundingClientRect = function () { asked++; return getBoundingClientRect.call(this); };
      turn(() => call('replace', 1, 'c5', `<p class="part" style="height: ${arguments[0]}px">anew</p>`));
      Element.prototype.getBoundingClientRect = getBoundingClientRect;
      return [asked, cell('c5').textContent];"""
    key = page.js("return topmost()")
    top = page.js("return topOf(arguments[0])", key)
    assert page.js(replaced, 40) == [0, "anew"]
    assert page.js(replaced, 400) == [0, "anew"]
    page.js_async("frames(3)")
    assert page.js("return cell('c5').offsetHeight") == 400
    assert page.js("return topOf(arguments[0])", key) == pytest.approx(top, abs=1)


def scroll_by_touch(page):
    with page.finger(200, 300) as finger:
        for y in [*range(300, 800, 14), *range(800, 100, -14), *range(100, 500, 9)]:
            finger.move(200, y)


def scroll_by_script(page):
    """Scrolls as a wheel does, with the browser's own smooth scrolling."""
    for distance in (700, -900, 400, -600, 1200):
        page.js("screen_().scrollBy({ top: arguments[0], behavior: 'smooth' })", distance)
        time.sleep(0.45)


@pytest.mark.parametrize("seed", range(3))
def test_NEW_15_while_it_scrolls_what_is_read_moves_by_the_scrolling_alone(page, seed):
    page.js("fill(200); screen_().scrollTop = 9000")
    page.js_async("rest()")
    page.js("window.stop_ = watch(arguments[0])", 11 + seed)
    for _ in range(20):  # a busy machine paints few frames meanwhile
        (scroll_by_touch if page.has_touch and seed else scroll_by_script)(page)
        if page.js("return notes.grown > 10 && notes.held > 10"):
            break
    notes = page.js("return stop_()")
    assert notes["grown"] > 10 and notes["held"] > 10 and notes["worst"] < 2, notes
    page.js_async("rest()")
    assert page.js("return screen_().children[1].style.translate") == ""


@pytest.mark.parametrize("seed", range(2))
def test_NEW_15_a_list_of_which_a_part_is_in_the_document_scrolls_as_if_all_of_it_were(page, seed):
    page.js("fillWindow(2000); screen_().scrollTop = 60000")
    page.js_async("rest()")
    page.js("window.stop_ = watch(arguments[0])", 3 + seed)
    (scroll_by_touch if page.has_touch and seed else scroll_by_script)(page)
    notes = page.js("return stop_()")
    assert notes["worst"] < 2, notes
    page.js_async("rest()")
    keys = page.js("return [...document.querySelectorAll('.cells > .cell')].map((one) => Number(one.dataset.key.slice(1)))")
    assert keys == list(range(keys[0], keys[0] + len(keys))) and len(keys) < 60
    assert page.js("return topOf(topmost()) <= 0 && document.elementFromPoint(200, innerHeight - 5).closest('.cell') !== null")


def test_NEW_15_nothing_is_written_to_the_scroller_while_a_finger_is_down(page):
    if not page.has_touch:
        return
    page.js("fill(60); screen_().scrollTop = 2000")
    page.js_async("rest()")
    with page.finger(200, 400) as finger:
        for y in range(400, 300, -10):
            finger.move(200, y)
        offset = None
        while offset != (offset := page.js("return screen_().scrollTop")):
            page.js_async("frames(12)")
        page.js("window.before = [screen_().scrollTop, topmost(), topOf(topmost())]")
        page.js("turn(() => call('insert', 1, 1, cellHTML('new', 250), 'c2'))")
        page.js_async("frames(12)")
        assert page.js("return screen_().scrollTop === before[0]")
        assert page.js("return topOf(before[1]) - before[2]") == pytest.approx(0, abs=1)
    page.js_async("rest()")
    assert page.js("return screen_().scrollTop - before[0]") == pytest.approx(250, abs=1)
    assert page.js("return topOf(before[1]) - before[2]") == pytest.approx(0, abs=1)


def test_NEW_15_what_grew_while_it_scrolled_and_shrank_again_at_rest_leaves_the_list_where_it_was(page):
    page.js("fill(60); screen_().scrollTop = 2000")
    page.js_async("rest()")
    page.js("window.before = [topmost(), topOf(topmost())]")
    page.js("""screen_().scrollTop += 1; screen_().dispatchEvent(new Event('scroll'));
      turn(() => call('insert', 1, 1, cellHTML('new', 250), 'c2'))""")
    # On a busy page the scroll is at rest before the timer that reports it fires.
    page.js("""const end = performance.now() + 200; while (performance.now() < end);
      turn(() => call('remove', 1, 'new'))""")
    assert page.js("return screen_().children[1].style.translate") == ""
    assert page.js("return topOf(before[0]) - before[1]") == pytest.approx(-1, abs=1)


def test_NEW_15_the_place_is_told_at_once_when_the_page_is_hidden(page):
    page.js("fill(60); screen_().scrollTop = 1000")
    page.js_async("rest()")
    page.js("told.length = 0; Object.defineProperty(document, 'hidden', { value: true }); document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    assert page.js("return of('anchored')") == [[1, page.js("return topmost()"), page.js("return Math.round(topOf(topmost()))")]]
