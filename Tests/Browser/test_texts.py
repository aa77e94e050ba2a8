"""FOL_11, NEW_04, NEW_05: the app loads the texts of the viewer's language as a file, and caches it."""
import re

import pytest

from support.origins import Answer, until
from support.server import served

EXPECTED = ("Failed to load resource", "An unknown error occurred when fetching the script", "Failed to update a ServiceWorker")
TEXTS = r"^/texts/"
ASKED = {"en": "en-US", "el": "el-GR", "pt-BR": "pt-BR", "ar": "ar-EG", "zh-Hans": "zh-CN"}
SETTINGS = {
    "en": "Settings", "el": "Ρυθμίσεις", "pt-BR": "Configurações", "ar": "الإعدادات", "zh-Hans": "设置"}


@pytest.fixture
def reader(moments):
    """Deletes the language cookie, because cookies belong to a host, whatever its port."""
    yield moments
    moments.browser.js("document.cookie = 'language=; path=/; max-age=0'")


def languages(paths):
    """Returns the languages of the text files among the paths."""
    return {re.fullmatch(r"/texts/([\w-]+)\.[0-9a-f]{16}\.txt", path)[1] for path in paths if re.match(TEXTS, path)}


def open_settings(reader):
    reader.browser.tap("[data-tap=settings]")
    reader.until("screen.matches('.settings') && !screen.getAnimations().length")


def choose(reader, language):
    reader.browser.tap(f"[data-tap='language:{language}']")


def until_in(reader, language):
    reader.until("screen.querySelector('.title').textContent === arguments[0]", SETTINGS[language])
    reader.until("document.documentElement.lang === arguments[0]", language)


def keep_settings(reader):
    """Opens the settings, and waits until the page is cached on the device."""
    reader.open("/settings")
    reader.until("screen.matches('.settings')")
    until(lambda: reader.browser.js_async("""(async () => {
      const pages = (await caches.keys()).find((name) => name.startsWith("pages-"));
      return navigator.serviceWorker.controller && pages && !!await (await caches.open(pages)).match("/settings");
    })()"""), "the page is kept", 20)


def kept_languages(reader):
    """Returns the language of each cached text file; a language has two."""
    return sorted(reader.browser.js_async("""(async () => {
      const shell = (await caches.keys()).find((name) => name.startsWith("shell-"));
      const paths = (await (await caches.open(shell)).keys()).map(({ url }) => new URL(url).pathname);
      return paths.filter((path) => path.startsWith("/texts/")).map((path) => path.split(/[/.]/)[2]);
    })()"""))


@pytest.mark.parametrize("language", SETTINGS)
def test_FOL_11_NEW_04_the_app_gets_the_texts_of_its_language_and_no_others(reader, site, language):
    reader.browser.use(language=ASKED[language])
    reader.open("/")
    # Counts only the page's own requests: Chromium's driver gives the service worker another language.
    assert languages(reader.value("performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)")) == {language}
    open_settings(reader)
    assert reader.value("screen.querySelector('.title').textContent") == SETTINGS[language]
    address = next(path for path in site.paths(TEXTS) if f"/{language}." in path)
    answer, _ = served(site, address)
    assert "immutable" in answer.headers["Cache-Control"] and answer.headers["Content-Type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize("language", ["el", "ar", "zh-Hans"])
def test_FOL_11_NEW_05_a_language_that_was_chosen_is_there_without_a_network(reader, site, language):
    reader.browser.expect_errors(*EXPECTED)
    keep_settings(reader)
    assert kept_languages(reader) == ["en"] * 2
    choose(reader, language)
    until_in(reader, language)
    assert kept_languages(reader) == sorted(["en", language] * 2)
    site.stop()
    reader.browser.reload()
    until_in(reader, language)
    direction = "rtl" if language == "ar" else "ltr"
    assert reader.value("document.documentElement.dir") == direction
    assert reader.value("screen.querySelector('[aria-current]').lang") == language
    # Back to the cached page.
    choose(reader, "en")
    until_in(reader, "en")
    reader.browser.reload()
    until_in(reader, "en")


def test_FOL_11_NEW_05_without_a_network_a_language_that_is_not_kept_stays_away_and_a_line_says_so(reader, site):
    reader.browser.expect_errors(*EXPECTED)
    keep_settings(reader)
    site.stop()
    choose(reader, "el")
    reader.browser.until("return document.querySelector('.toast')?.textContent.includes('No connection right now')", "the line")
    assert reader.value("document.documentElement.lang") == "en"
    assert reader.value("screen.querySelector('.title').textContent") == "Settings"
    assert "language=el" not in reader.browser.js("return document.cookie")
    site.start()
    choose(reader, "el")
    until_in(reader, "el")


def test_FOL_11_NEW_05_a_page_that_was_never_opened_comes_in_the_language_that_was_chosen(reader, site):
    reader.browser.expect_errors(*EXPECTED)
    keep_settings(reader)
    choose(reader, "el")
    until_in(reader, "el")
    site.stop()
    reader.open("/sign-in?other=")
    reader.until("document.documentElement.lang === 'el'")
    reader.until("screen.textContent.includes('Σύνδεση')")


@pytest.mark.parametrize("texts", [
    Answer("", 404, "text/plain"), Answer("en\nMoments\n", type="text/plain"), Answer("<!doctype html>", type="text/html"),
    Answer(b"\xff\x00\xfe" * 999, type="text/plain"), Answer("en\n" * 200, type="text/plain", cut=True)],
    ids=["missing", "short", "html", "bytes", "cut off"])
def test_NEW_04_without_its_texts_the_app_stays_away_and_the_page_reads(moments, site, texts):
    moments.browser.expect_errors(*EXPECTED)
    site.answers[TEXTS] = texts
    moments.open(until_running=False)
    until(lambda: site.count(TEXTS) > 0 and site.count("app.*wasm") > 0, "both were asked for")
    moments.until("document.documentElement.dataset.failure === 'start'")
    assert moments.posts == 5
    assert moments.value("document.documentElement.dataset.app") is None
    moments.browser.tap("[data-tap=settings]")
    moments.browser.until("return location.pathname === '/settings'", "links work")


STORED = {"Cache-Control": "public, max-age=31536000, immutable"}
DAMAGED = [
    Answer("en\nMoments\n", type="text/plain", headers=STORED), Answer(b"\xff\x00\xfe" * 999, type="text/plain", headers=STORED),
    Answer("en\n" * 200, type="text/plain", cut=True), Answer("", 503, "text/plain")]


@pytest.mark.parametrize("damaged", DAMAGED, ids=["short", "bytes", "cut off", "busy"])
@pytest.mark.parametrize("path", ["/moments/wren", "/settings"], ids=["first part", "both parts"])
def test_NEW_04_texts_that_came_damaged_are_asked_for_again_at_once(moments, site, path, damaged):
    """Past the browser's own cache, which may store them for good."""
    moments.browser.expect_errors(*EXPECTED)
    _, html = served(site, path, **{"Accept-Language": "en"})
    first = re.search('data-texts="([^" ]+)', html)[1]
    site.answer_once(first, damaged)
    moments.open(path)
    assert moments.value("document.documentElement.dataset.failure") is None
    assert site.paths(f"^{re.escape(first)}").count(first) >= 2


@pytest.mark.parametrize("path", ["/moments/wren", "/settings"], ids=["first part", "both parts"])
def test_NEW_04_texts_whose_end_is_missing_are_asked_for_again_at_once(moments, site, path):
    """WebKit reports no error if a connection breaks, and their beginning alone doesn't show it."""
    moments.browser.expect_errors(*EXPECTED)
    _, html = served(site, path, **{"Accept-Language": "en"})
    first = re.search('data-texts="([^" ]+)', html)[1]
    _, texts = served(site, first)
    site.answer_once(first, Answer(texts[:len(texts) // 2], type="text/plain", headers=STORED))
    moments.open(path)
    assert moments.value("document.documentElement.dataset.failure") is None
    assert site.count(re.escape(first)) >= 3, "the test's own, the damaged one, and another"


@pytest.mark.parametrize("damaged", DAMAGED[:2], ids=["short", "bytes"])
def test_NEW_04_later_texts_that_came_damaged_are_asked_for_again_at_once(moments, site, damaged):
    moments.browser.expect_errors(*EXPECTED)
    _, html = served(site, "/moments/wren", **{"Accept-Language": "en"})
    _, texts = served(site, re.search('data-texts="([^" ]+)', html)[1])
    later = texts.split("\n", 2)[1]
    site.answer_once(later, damaged)
    moments.open("/moments/wren")
    moments.until("swiftlet.isWhole")
    assert site.paths(f"^{re.escape(later)}").count(later) >= 2
    open_settings(moments)
    moments.until("screen.querySelector('.title').textContent === 'Settings'")


def test_FOL_11_a_page_whose_server_has_other_texts_meanwhile_is_loaded_anew(reader, site):
    reader.browser.expect_errors(*EXPECTED)
    reader.open("/")
    open_settings(reader)
    site.answers[r"^/texts/el"] = Answer("", 404, "text/plain")
    reader.browser.js("window.isOld = true")
    choose(reader, "el")
    reader.browser.until("return !window.isOld && location.pathname === '/settings'", "loaded anew")
    assert reader.value("document.documentElement.lang") == "el"
