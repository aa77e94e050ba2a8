import pytest
from support.fixtures import community, composing
READS_PIXELS = True
@pytest.fixture(scope="module")
def posts(people, community):
    a = people["wren"].request(community, "POST", "/api/v1/statuses", status="A post with a mistake in it.")
    people["wren"].request(community, "PUT", f"/api/v1/statuses/{a['id']}", status="A post without a mistake in it.")
    b = people["wren"].request(community, "POST", "/api/v1/statuses", status="For few, and changed", visibility="private", language="en")
    people["wren"].request(community, "PUT", f"/api/v1/statuses/{b['id']}", status="For few, and changed twice")
    people["wren"].request(community, "POST", "/api/v1/statuses", status="骨直令", language="ja")
    return a
@pytest.mark.parametrize("size,dark,lang,text", [((390,844),False,"en-US",""),((320,568),True,"ar-EG","") ,((320,568),False,"el-GR","12"),((820,1180),False,"en-US","")])
def test_look(engine, moments, people, site, posts, size, dark, lang, text):
    engine.use(size=size, is_dark=dark, language=lang)
    people["wren"].sign_in(moments.browser, site)
    moments.open("/home")
    moments.until("screen.querySelectorAll('.post').length >= 3")
    moments.browser.js("document.documentElement.dataset.textSize = arguments[0]", text)
    import time; time.sleep(1)
    moments.browser.driver.save_screenshot(f"/tmp/look/{engine.name}-{size[0]}-{lang}.png")
    moments.browser.js("document.querySelector('.post [data-tap^=open]').click()")
    moments.until("screen.matches('.thread')")
    time.sleep(1)
    moments.browser.driver.save_screenshot(f"/tmp/look/{engine.name}-{size[0]}-{lang}-thread.png")
