"""NEW_22: the browser translates texts of others, and nothing of them leaves the device."""
import contextlib

import pytest
from selenium.webdriver.common.keys import Keys

from support.fixtures import community
from support.origins import Answer
from test_live import connected
from test_moments_options import hold, until_loaded

GERMAN = "Guten Morgen, liebe Leute"
TEXT = f"[...screen.querySelectorAll('.moments-post .text')].find((text) => text.textContent === '{GERMAN}')"
COMMENT = "[...screen.querySelectorAll('.comments li > bdi')].find((text) => text.textContent === 'Bonjour')"
BLOCK = "screen.querySelector('.translation')"
CAPTION = f"[...({BLOCK}?.querySelectorAll('.caption > span') ?? [])].find((span) => span.offsetWidth)?.textContent"

# The API as Chromium has it, with a model that the test holds (https://developer.mozilla.org/docs/Web/API/Translator).
STUB = """
window.told = [];
const define = (name, value) => Object.defineProperty(window, name, { configurable: true, value });
define("Translator", class {
  static async availability({ sourceLanguage, targetLanguage }) {
    told.push(`${sourceLanguage} ${targetLanguage}`);
    return sourceLanguage === "tlh" ? "unavailable" : "downloadable";
  }
  static async create({ monitor, signal }) {
    if (!navigator.userActivation.isActive) throw new DOMException("No tap", "NotAllowedError");
    const model = new EventTarget();
    monitor(model);
    window.loaded = (loaded) => model.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded }));
    await new Promise((go, stop) => {
      window.go = go;
      signal.addEventListener("abort", () => stop(signal.reason));
    });
    return new Translator();
  }
  async translate(text) {
    if (window.refuses) throw new DOMException("No", "QuotaExceededError");
    told.push(text);
    return "Good morning <b>all</b>";
  }
  destroy() {}
});
define("LanguageDetector", class {
  static async create() { return new LanguageDetector(); }
  async detect() { return [{ detectedLanguage: "fr", confidence: 0.9 }, { detectedLanguage: "und", confidence: 0.1 }]; }
  destroy() {}
});
"""


@contextlib.contextmanager
def before_each_page(browser, script):
    added = browser.command("Page.addScriptToEvaluateOnNewDocument", source=script)
    try:
        yield
    finally:
        browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=added["identifier"])


@pytest.fixture
def post(people, community):
    """A post of Wren's, with a comment in a language that nobody named."""
    wren = people["wren"]
    post = wren.request(community, "POST", "/api/v1/statuses", status=GERMAN, language="de")["id"]
    wren.request(community, "POST", "/api/v1/statuses", status="Bonjour", in_reply_to_id=post, comment=True, language="fr")
    yield post
    wren.request(community, "DELETE", f"/api/v1/statuses/{post}")


@pytest.fixture
def page(moments, people, post):
    """Wren's Moments page in a browser with the API. WebKit has none, and WebDriver gives it no scripts beforehand."""
    if moments.browser.name != "chromium":
        pytest.skip("only Chromium takes scripts that run before a page")
    with before_each_page(moments.browser, STUB):
        people["gus_next_door"].sign_in(moments.browser, moments.site)
        moments.open("/moments/wren")
        moments.until(f"!!({TEXT}) && swiftlet.isWhole")
        yield moments


def translate(page, element):
    hold(page, element)
    until_loaded(page)
    page.browser.tap(".translate")
    page.until("screen.matches('.moments')")


def test_NEW_22_a_text_is_translated_under_the_original(page, post):
    translate(page, TEXT)
    page.until(f"{CAPTION} === 'Translating…'")
    assert page.value(f"{BLOCK}.previousElementSibling === ({TEXT})")
    page.value("loaded(0.4)")
    page.until(f"{CAPTION} === 'Translating… 40%'")
    sent = len([request for request in page.site.requests if request.method == "POST"])
    page.value("go()")
    page.until(f"{CAPTION} === 'Translated from German'")
    assert page.value(f"{BLOCK}.querySelector('.translated').textContent") == "Good morning <b>all</b>", "text, no markup"
    assert page.value("told") == ["de en", GERMAN]
    assert page.value(f"({TEXT}).textContent") == GERMAN
    assert page.value("[...document.querySelectorAll('[role=status]')].some((line) => line.textContent.includes('Translated from German. Good morning'))")
    # The cell is rendered anew.
    page.value(f"({TEXT}).closest('.moments-post').querySelector('.more-actions').click()")
    page.until("!!screen.querySelector('.popover')")
    page.until(f"{CAPTION} === 'Translated from German' && screen.querySelectorAll('.translation').length === 1")
    page.browser.press(Keys.ESCAPE)
    page.until("!screen.querySelector('.popover')")
    assert len([request for request in page.site.requests if request.method == "POST"]) == sent, "no server learns of it"
    stored = page.value("JSON.stringify(Object.entries(localStorage)) + JSON.stringify(Object.entries(sessionStorage))")
    assert "Good morning" not in stored
    page.browser.tap(".translation button")
    page.until(f"!{BLOCK}")
    assert page.value("screen.matches('.moments') && !screen.querySelector('.comment-bar')")


def test_NEW_22_a_translation_goes_once_its_author_changes_the_text(page, people, community, post):
    gus = people["gus_next_door"]
    gus.request(community, "POST", f"/api/v1/accounts/{people['wren'].account['id']}/follow")
    connected(page)
    translate(page, TEXT)
    page.until("!!window.go")
    page.value("go()")
    page.until(f"{CAPTION} === 'Translated from German'")
    people["wren"].request(community, "PUT", f"/api/v1/statuses/{post}", status="Guten Abend", language="de")
    page.until("[...screen.querySelectorAll('.moments-post .text')].some((text) => text.textContent === 'Guten Abend')")
    page.until(f"!{BLOCK}")


def test_NEW_22_a_comments_language_is_found_out_if_its_server_names_none(page, people, community):
    comment = page.value(f"({COMMENT}).closest('li').querySelector('.more-options').dataset.tap.slice('options:'.length)")
    status = people["gus_next_door"].request(community, "GET", f"/api/v1/statuses/{comment}")
    page.site.answers[f"/statuses/{comment}$"] = Answer(status | {"language": None})
    translate(page, COMMENT)
    page.until("!!window.go")
    page.value("go()")
    page.until(f"{CAPTION} === 'Translated from French'")
    assert page.value("told") == ["fr en", "Bonjour"]
    assert page.value(f"{BLOCK}.closest('li') === ({COMMENT}).closest('li')")


def test_NEW_22_a_translation_that_fails_says_so(page, post):
    page.value("window.refuses = true")
    translate(page, TEXT)
    page.until("!!window.go")
    page.value("go()")
    page.until(f"{CAPTION} === 'The text couldn’t be translated'")


def test_NEW_22_a_language_without_a_translation_says_so(page, people, community):
    wren = people["wren"]
    klingon = wren.request(community, "POST", "/api/v1/statuses", status="nuqneH", language="tlh")["id"]
    page.open("/moments/wren")
    text = "[...screen.querySelectorAll('.moments-post .text')].find((text) => text.textContent === 'nuqneH')"
    page.until(f"!!({text}) && swiftlet.isWhole")
    translate(page, text)
    page.until(f"{CAPTION} === 'Translation isn’t available for this language'")
    wren.request(community, "DELETE", f"/api/v1/statuses/{klingon}")


def test_NEW_22_posts_of_a_thread_are_translated_too(page, post):
    page.open(f"/@wren/{post}")
    page.until("screen.matches('.thread') && !!screen.querySelector('.large [data-tap^=menu]') && swiftlet.isWhole")
    page.browser.tap(".thread .large [data-tap^=menu]")
    page.until("screen.matches('.options')")
    until_loaded(page)
    page.until("!screen.getAnimations({ subtree: true }).some((way) => way.playState === 'running')")
    page.browser.tap(".translate")
    page.until("screen.matches('.thread') && !!window.go")
    page.value("go()")
    page.until(f"{CAPTION} === 'Translated from German'")
    assert page.value(f"{BLOCK}.previousElementSibling.matches('.large .words')")


def test_NEW_22_a_browser_that_cant_translate_offers_nothing(moments, people, post):
    chromium = moments.browser.name == "chromium"
    without = before_each_page(moments.browser, "delete self.Translator") if chromium else contextlib.nullcontext()
    with without:
        people["gus_next_door"].sign_in(moments.browser, moments.site)
        moments.open("/moments/wren")
        moments.until(f"!!({TEXT}) && swiftlet.isWhole")
        assert moments.value("!('Translator' in self)")
        hold(moments, TEXT)
        until_loaded(moments)
        assert moments.value("[...screen.querySelectorAll('.translate')].every((row) => !row.offsetHeight)")
        assert "Translate" not in moments.value("screen.innerText")
