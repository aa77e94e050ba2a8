"""NEW_06: an update that comes while a finger or the mouse is down takes no tap away."""
import types

import pytest

from support.bridge import BridgePage
from support.touch import Touch

ROW = """const row = (tap, words) => `<article class="post" data-key="c1" data-tap="open:1"><div class="actions">
  <button type="button" data-tap="${tap}" style="width: 200px; height: 60px"><b>${words}</b></button></div></article>`;
const part = (tap) => `<div class="actions"><button type="button" data-tap="${tap}" style="width: 200px; height: 60px"><b>3</b></button></div>`;
const show = (...all) => turn(() => call(...all));"""


@pytest.fixture
def page(browser):
    origin = BridgePage()
    page = origin.open(browser)
    page.js(f"const script = document.createElement('script'); script.textContent = arguments[0]; document.head.append(script)", ROW)
    page.js("Object.assign(TEXTS, { tapped: [1] }); screen_().style.paddingTop = '60px'; show('insert', 1, 1, row('like:1', '1'), null)")
    yield page
    browser.driver.get("about:blank")
    origin.stop()


def place(page):
    return page.js("const box = cell('c1').querySelector('button').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]")


def taps(page):
    page.js_async("rest()")
    return [tap for _, tap in page.js("return of('tapped')")]


@pytest.mark.parametrize("change", ["show('replace', 1, 'c1', row('like:1', '2'))", "show('replace', 1, 'c1', part('like:1'))"],
                         ids=["post", "part"])
def test_NEW_06_a_button_that_is_drawn_anew_under_the_finger_is_tapped_once(page, change):
    with page.finger(*place(page)):
        page.js(change)
    assert taps(page) == ["like:1"]
    page.tap_at(*place(page))
    assert taps(page) == ["like:1", "like:1"], "the next tap counts as ever"


@pytest.mark.parametrize("change", ["show('replace', 1, 'c1', row('share:1', '2'))", "show('replace', 1, 'c1', part('share:1'))"],
                         ids=["post", "part"])
def test_NEW_06_another_button_that_comes_under_the_finger_is_not_tapped(page, change):
    with page.finger(*place(page)):
        page.js(change)
    assert "share:1" not in taps(page) or page.has_touch, "with a finger, browsers tap what is there when it lifts"


def test_NEW_06_a_finger_is_followed_although_its_post_is_drawn_anew(page):
    page.js("answers.pointer = 1; told.length = 0")
    x, y = place(page)
    with Touch(types.SimpleNamespace(browser=page), x, y) as finger:
        finger.move(x + 20, y)
        page.js("show('replace', 1, 'c1', row('like:1', '2'))")
        finger.move(x + 60, y)
        finger.move(x + 90, y)
    page.js_async("frames(2)")
    phases = [values[0] for _, *values in page.js("return of('pointer')")]
    assert phases[0] == 0 and phases[-1] in (2, 3) and phases.count(1) == 3, phases
