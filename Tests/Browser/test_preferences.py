"""MOM_05, MOM_10, and the viewer's own settings: dark colours, less motion, larger text, language."""
import pytest

from support import layout
from support.fixtures import community
from support.server import served

LIGHT = {"page": "rgb(237, 237, 237)", "surface": "rgb(255, 255, 255)", "link": "rgb(87, 107, 149)", "bubble": "rgb(243, 243, 245)"}
DARK = {"page": "rgb(17, 17, 17)", "surface": "rgb(25, 25, 25)", "link": "rgb(125, 144, 169)", "bubble": "rgb(32, 32, 32)"}
COLOURS = """(() => {
  const colour = (selector, name) => getComputedStyle(screen.querySelector(selector) ?? screen)[name];
  return { page: getComputedStyle(screen).backgroundColor, surface: colour(".cells", "backgroundColor"),
    link: colour(".moments-post .name", "color"), bubble: colour(".bubble", "backgroundColor") };
})()"""


def test_MOM_05_the_colours_are_those_of_wechat_in_the_light(moments):
    moments.open()
    assert moments.value(COLOURS) == LIGHT


def test_MOM_05_the_colours_are_those_of_wechat_in_the_dark(moments):
    moments.browser.use(is_dark=True)
    moments.open()
    assert moments.value("matchMedia('(prefers-color-scheme: dark)').matches")
    assert moments.value(COLOURS) == DARK
    assert layout.problems(moments.browser) == []


@pytest.mark.parametrize("device, choice", [("light", "dark"), ("dark", "light")])
def test_NEW_14_light_or_dark_is_chosen_in_the_settings_whatever_the_device_says(moments, device, choice):
    colours = {"light": LIGHT, "dark": DARK}
    moments.browser.use(is_dark=device == "dark")
    moments.open()
    moments.browser.tap("[data-tap=settings]")
    moments.browser.tap(f"[data-tap='scheme:{choice}']")
    moments.until(f"screen.querySelector(\"[data-tap='scheme:{choice}']\").ariaCurrent === 'true'")
    moments.browser.back()
    moments.until("screen.matches('.moments')")
    assert moments.value(COLOURS) == colours[choice]
    bar = {"light": "#EDEDED", "dark": "#111111"}
    shown = "[...document.querySelectorAll('meta[name=theme-color]')].find((meta) => matchMedia(meta.media).matches).content"
    assert moments.value(shown) == bar[choice]
    # Applies from the first paint on, and to the browser's own parts.
    moments.browser.reload()
    assert moments.value(COLOURS) == colours[choice] and moments.value(shown) == bar[choice]
    assert moments.value("getComputedStyle(document.documentElement).colorScheme") == choice
    assert f'data-scheme="{choice}"' in served(moments.site, Cookie=f"scheme={choice}")[1]
    assert layout.problems(moments.browser) == []
    moments.open("/settings")
    moments.browser.tap("[data-tap='scheme:']")
    moments.until(f"getComputedStyle(screen).backgroundColor === '{colours[device]['page']}'")
    assert moments.value(shown) == bar[device]


def test_MOM_10_with_less_motion_nothing_moves_but_the_spinners(moments):
    moments.browser.use(reduces_motion=True)
    moments.open()
    moments.browser.js("window.started = []; addEventListener('animationstart', (e) => started.push(e.animationName), true);")
    moments.browser.tap("[data-tap=settings]")
    moments.until("screen.matches('.settings')")
    moments.until("screen.getAnimations().every((a) => a.animationName === 'fade' || a.effect.getComputedTiming().duration <= 1)")
    moments.browser.back()
    moments.until("screen.matches('.moments')")
    running = moments.value(
        "document.getAnimations().filter((a) => a.playState === 'running' && a.timeline instanceof DocumentTimeline"
        " && a.effect.getComputedTiming().duration > 1).map((a) => a.animationName)")
    assert set(running) <= {"turn", "fade", "vanish"}, "what plays alone fades"


def test_MOM_05_the_largest_text_keeps_the_viewer_and_the_settings_whole(moments):
    moments.open("/settings")
    moments.value("(document.documentElement.style.fontSize = '331.25%')")
    assert layout.problems(moments.browser) == []


SMALL_AND_FLAT = pytest.mark.parametrize("size", [(320, 568), (844, 390)], ids=lambda size: f"{size[0]}x{size[1]}")
TWICE = "212.5%"
"""Twice the usual size of text."""


def enlarge(moments, size=TWICE):
    moments.value("(document.documentElement.style.fontSize = arguments[0])", size)
    moments.browser.js_async("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@SMALL_AND_FLAT
@pytest.mark.parametrize("text", [TWICE, "331.25%"], ids=["twice", "largest"])
def test_NEW_22_with_large_text_the_popover_and_the_comment_field_fit(moments, people, size, text):
    moments.browser.use(size=size)
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/moments/wren")
    moments.until("!!screen.querySelector('.more-actions')")
    enlarge(moments, text)
    moments.browser.tap(".more-actions")
    moments.until("screen.querySelector('.popover')?.getAnimations().every((one) => one.playState === 'finished')")
    popover, dots, words = moments.value("""[screen.querySelector('.popover').getBoundingClientRect().toJSON(),
      screen.querySelector('.more-actions').getBoundingClientRect().toJSON(),
      [...screen.querySelectorAll('.popover button')].map((button) => {
        const range = document.createRange();
        range.selectNodeContents(button);
        return [button.getBoundingClientRect().toJSON(), range.getBoundingClientRect().toJSON()];
      })]""")
    assert 0 <= popover["left"] and popover["right"] <= dots["left"] and 0 <= popover["top"] and popover["bottom"] <= size[1]
    for button, word in words:
        assert popover["left"] - 1 <= button["left"] and button["right"] <= popover["right"] + 1
        assert button["left"] + 3 <= word["left"] and word["right"] <= button["right"] - 3, "no word touches the edge"
        assert button["height"] >= 38
    assert layout.problems(moments.browser) == []
    moments.browser.tap(".popover [data-tap^='comment:']")
    moments.until("document.activeElement === screen.querySelector('.comment-bar textarea')")
    bar = moments.value("screen.querySelector('.comment-bar').getBoundingClientRect().toJSON()")
    assert bar["left"] >= 0 and bar["right"] <= size[0] and bar["bottom"] <= size[1] and bar["height"] < size[1] / 2
    assert layout.problems(moments.browser) == []


@pytest.mark.parametrize("path", ["/home", "/moments", "/notifications"])
def test_NEW_22_icons_and_the_words_of_tabs_grow_to_one_and_a_half(moments, people, path):
    moments.browser.use(size=(430, 932))
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open(path)
    moments.until("!!screen.querySelector('.bar .control .icon')")
    measure = """['.bar .control .icon', '.tab .icon', '.tab > span:not(.avatar)'].map((name) => screen.querySelector(name))
      .map((element) => element && (element.matches('.icon') ? element.getBoundingClientRect().width : parseFloat(getComputedStyle(element).fontSize)))"""
    before = moments.value(measure)
    assert before[0] == pytest.approx(24, abs=0.1)
    enlarge(moments, "331.25%")
    after = moments.value(measure)
    for old, new in zip(before, after):
        assert old is None and new is None or 1.49 <= new / old <= 1.56
    # The bar has grown with them, and what is above it ends there.
    covered = moments.value("""(([bar, cells]) => bar
      && bar.getBoundingClientRect().height - parseFloat(getComputedStyle(cells).paddingBottom))(['.tabs', '.cells'].map((name) => screen.querySelector(`:scope > ${name}, .frame > ${name}`)))""")
    assert covered is None or covered <= 1


def test_COM_08_the_size_of_text_is_chosen_in_the_settings_and_stays(moments):
    moments.open("/settings")
    assert moments.value("getComputedStyle(document.documentElement).fontSize") == "17px"
    moments.browser.tap("[data-tap='text-size:12']")
    moments.until("getComputedStyle(document.documentElement).fontSize === '53px'")
    moments.until("screen.querySelector('.sizes [aria-current]')?.ariaLabel === 'Size 12 of 12'")
    assert layout.problems(moments.browser) == []
    moments.browser.reload()
    assert moments.value("getComputedStyle(document.documentElement).fontSize") == "53px"
    assert 'data-text-size="12"' in served(moments.site, Cookie="text-size=12")[1]
    # Works by keyboard, with the focus staying in place.
    moments.value("screen.querySelector(\"[data-tap='text-size:']\").focus()")
    moments.browser.press("\ue007")
    moments.until("getComputedStyle(document.documentElement).fontSize === '17px'")
    moments.until("document.activeElement.matches(\"[data-tap='text-size:'][aria-current]\")")


def test_MOM_05_the_settings_fit_on_the_smallest_phone(moments):
    moments.browser.use(size=(320, 568))
    moments.open("/settings")
    assert layout.problems(moments.browser) == []


def test_NEW_04_the_page_comes_in_the_language_that_the_browser_asks_for(moments):
    moments.browser.use(language="zh-CN")
    moments.open()
    assert moments.value("document.documentElement.lang") == "zh-Hans"
    assert moments.value("screen.querySelector('.bar .title').textContent") == "朋友圈"
    moments.show_more()
    assert "全文" in moments.texts(".fold")


def test_NEW_04_an_unknown_language_gets_english(site):
    for asked, given in {"xx": "en", "zh-TW": "zh-Hans", "de, zh;q=0.5": "zh-Hans", "en;q=0.1, zh;q=0": "en"}.items():
        answer, html = served(site, **{"Accept-Language": asked})
        assert answer.headers["Content-Language"] == given
        assert f'<html lang="{given}"' in html


def test_NEW_04_the_language_is_switched_in_the_settings_and_stays(moments):
    moments.open()
    moments.browser.tap("[data-tap=settings]")
    moments.until("screen.matches('.settings')")
    moments.browser.tap("[lang=zh-Hans]")
    moments.until("screen.querySelector('.title').textContent === '设置'")
    assert moments.value("screen.querySelector('[aria-current]').lang") == "zh-Hans"
    moments.browser.back()
    moments.until("screen.matches('.moments') && screen.querySelector('.bar .title').textContent === '朋友圈'")
    assert moments.value("document.documentElement.lang") == "zh-Hans"
    moments.browser.reload()
    assert moments.value("document.documentElement.lang") == "zh-Hans"
    assert moments.value("screen.querySelector('.bar .title').textContent") == "朋友圈"
    # Ports share their cookies, and WebKit's driver can't reach this one from the next test's page.
    moments.browser.js("document.cookie = 'language=; path=/; max-age=0'")
