"""COM_08: axe finds no violations in the running app. test_screens.py has every state of every screen."""
import pytest

from support.gallery import AXE


def violations(browser):
    browser.js(AXE)
    found = browser.js_async("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [f"{v['id']}: {v['help']} ({node['target']}: {node['failureSummary']})" for v in found for node in v["nodes"][:3]]


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_MOM_05_axe_finds_nothing_on_the_moments_page(moments, is_dark):
    moments.browser.use(is_dark=is_dark)
    moments.open()
    moments.until_images(".cover .picture")
    assert violations(moments.browser) == []
    moments.value("screen.scrollTo(0, 700)")
    moments.until("getComputedStyle(screen.querySelector('.bar .shade')).opacity === '1'")
    colours = "[screen.querySelector('.bar'), screen].map((element) => getComputedStyle(element).color)"
    moments.until(f"(([icons, words]) => icons === words)({colours})")
    assert violations(moments.browser) == []


def test_MOM_05_axe_finds_nothing_in_the_viewer(moments):
    moments.open()
    moments.browser.tap(".moments-post:nth-of-type(2) .photo")
    moments.until("screen.matches('.viewer') && screen.getAnimations().every((a) => a.playState === 'finished')")
    assert violations(moments.browser) == []


@pytest.mark.parametrize("path", ["/settings", "/settings?server=ftp:", "/nowhere", "/moments/nobody", "/shell"])
def test_MOM_05_axe_finds_nothing_on_other_pages(moments, path):
    moments.browser.expect_errors("status of 404", "status of 400")
    moments.open(path, until_running=False)
    moments.until("!!screen")
    moments.browser.js_async("new Promise((done) => setTimeout(done, 300))")
    assert violations(moments.browser) == []
