"""FOL_11, COM_07, TWT_09: the app in all its languages, mirrored in Arabic."""
import json
import urllib.error

import pytest

from support import layout
from support.server import served

# The page's language, its direction, its word for Settings, and its text for a missing page, by requested
# language.
LANGUAGES = {
    "el-GR": ("el", "ltr", "Ρυθμίσεις", "Δεν υπάρχει τέτοια σελίδα"),
    "pt-BR": ("pt-BR", "ltr", "Configurações", "Esta página não existe"),
    "ar-EG": ("ar", "rtl", "الإعدادات", "لا توجد صفحة كهذه"),
}
SIZES = [(390, 844), (320, 568)]
HOME = "screen.querySelectorAll('.post[data-tap]').length > 3"

# A screen's address, the condition for its presence, and the elements positioned from the start or end of a
# line.
SCREENS = {
    "moments": ("/moments/wren", "screen.querySelectorAll('.moments-post').length > 3", [
        ".bar .control svg", ".bar .controls .control:last-child", ".owner .avatar", ".moments-post .avatar", ".more-actions"]),
    "home": ("/home", HOME, [".post .avatar", ".action.reply, .action", "[data-tap=compose]:not(.tabs *)", ".tab svg"]),
    "thread": ("thread", "screen.querySelector('.post.large')", [".bar .control", ".post.large .avatar"]),
    "profile": ("/@gus_next_door", HOME, [".bar .control", ".identity .avatar", ".post .avatar"]),
    "compose": ("/compose", "screen.matches('.compose') && screen.querySelector('.writing')", [
        ".bar .control", ".tool", ".tools svg"]),
    "settings": ("/settings", "screen.matches('.settings')", [".bar .control"]),
    "me": ("/me", "screen.querySelector('.row')", [".cells .avatar", ".tab svg"]),
}
PLACES = """(() => {
  const isMirrored = document.documentElement.dir === "rtl";
  return arguments[0].map((selector) => {
    const box = screen.querySelector(selector)?.getBoundingClientRect();
    return [selector, box ? Math.round(isMirrored ? innerWidth - box.right : box.left) : null];
  });
})()"""
AT_START = """[...screen.querySelectorAll(arguments[0])].filter((name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  return Math.abs(range.getBoundingClientRect().right - name.getBoundingClientRect().right) > 1;
}).map((name) => name.className)"""


@pytest.fixture(scope="module")
def community(people, engine):
    """A community with posts and names in both directions."""
    server = people.server()
    wren, gus = people["wren"], people["gus_next_door"]
    gus.request(server, "POST", "/api/v1/statuses", status="مساء الخير يا @wren، كيف كان يومك؟ #أخبار")
    post = wren.request(server, "POST", "/api/v1/statuses", status="Hello @gus_next_door, have you seen https://example.org?")
    gus.request(server, "POST", "/api/v1/statuses", status="نعم! It is good.", in_reply_to_id=post["id"])
    gus.request(server, "POST", f"/api/v1/statuses/{post['id']}/reblog")
    server.thread = f"/@wren/{post['id']}"
    yield server
    server.stop()


@pytest.fixture
def reader(moments):
    """Deletes the cookie, because cookies belong to a host, whatever its port. WebKit's driver can't reach it from
    another page."""
    yield moments
    moments.browser.js("for (const name of ['language', 'start']) document.cookie = `${name}=; path=/; max-age=0`")


@pytest.fixture
def member(reader, people):
    people["wren"].sign_in(reader.browser, reader.site)
    return reader


def speak(reader, language):
    """Sets the language as if it had been chosen in the settings before."""
    reader.browser.js("document.cookie = `language=${arguments[0]}; path=/`", language)


def misplaced(browser):
    """Returns clipped and misplaced elements. Overlaps in a timeline are ignored, as some are intended."""
    words = ("scrolls sideways", "leaves the window", "is clipped by", "is stretched")
    return [problem for problem in layout.problems(browser) if any(word in problem for word in words)]


def refused(site, path, language):
    """Returns the page of an error response."""
    with pytest.raises(urllib.error.HTTPError) as error:
        served(site, path, **{"Accept-Language": language})
    return error.value.read().decode()


def show(reader, screen, community):
    path, is_there, _ = SCREENS[screen]
    reader.open(community.thread if path == "thread" else path)
    reader.until(is_there)
    reader.until("!screen.getAnimations().length")


@pytest.mark.parametrize("asked", LANGUAGES)
def test_FOL_11_COM_07_the_first_page_comes_in_the_language_of_the_browser(site, asked):
    language, direction, settings, not_found = LANGUAGES[asked]
    answer, html = served(site, **{"Accept-Language": f"{asked},{asked[:2]};q=0.9,en;q=0.8"})
    assert answer.headers["Content-Language"] == language
    assert f'<html lang="{language}" dir="{direction}"' in html
    assert f'aria-label="{settings}"' in html
    assert f'<html lang="{language}" dir="{direction}"' in refused(site, "/oauth/authorize", asked)
    assert not_found in refused(site, "/nothing/here", asked)


@pytest.mark.parametrize("asked", LANGUAGES)
def test_FOL_11_COM_07_the_app_goes_on_in_the_language_of_the_page(reader, asked):
    language, direction, settings, _ = LANGUAGES[asked]
    reader.browser.use(language=asked)
    reader.open("/")
    assert reader.value("[document.documentElement.lang, document.documentElement.dir]") == [language, direction]
    reader.browser.tap("[data-tap=settings]")
    reader.until("screen.matches('.settings')")
    assert reader.value("screen.querySelector('.title').textContent") == settings
    assert reader.value("screen.querySelector('[aria-current]').lang") == language


@pytest.mark.parametrize("asked", LANGUAGES)
def test_FOL_11_the_language_is_switched_in_the_settings_and_stays(member, asked):
    language, direction, settings, _ = LANGUAGES[asked]
    member.open("/home")
    member.until(HOME)
    member.browser.tap(".tabs [data-tap='tab:me']")
    # Its rows move while the screen comes.
    member.until("screen.matches('.me') && !screen.getAnimations().length")
    member.browser.tap(".cells [data-tap=settings]")
    member.until("screen.matches('.settings') && !screen.getAnimations().length")
    names = member.value("[...screen.querySelectorAll('[data-tap^=\"language:\"]')].map((row) => row.textContent)")
    assert names == ["English", "Ελληνικά", "Português (Brasil)", "العربية", "简体中文"]
    member.browser.tap(f"[data-tap='language:{language}']")
    member.until("screen.querySelector('.title').textContent === arguments[0]", settings)
    assert member.value("[document.documentElement.lang, document.documentElement.dir]") == [language, direction]
    member.browser.reload()
    assert member.value("[document.documentElement.lang, document.documentElement.dir]") == [language, direction]
    assert member.value("screen.querySelector('.title').textContent") == settings
    member.browser.tap("[data-tap='language:en']")
    member.until("screen.querySelector('.title').textContent === 'Settings'")
    assert member.value("[document.documentElement.lang, document.documentElement.dir]") == ["en", "ltr"]


def test_FOL_11_in_arabic_the_tags_of_a_search_begin_where_the_lines_do(member):
    speak(member, "ar")
    member.open("/search")
    member.until("!!screen.querySelector('.hit.tag')")
    assert member.value(AT_START, ".hit.tag > bdi") == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_FOL_11_arabic_mirrors_every_screen(reader, people, community, size):
    reader.browser.use(size=size)
    people["wren"].sign_in(reader.browser, reader.site)
    for screen, (_, _, selectors) in SCREENS.items():
        speak(reader, "en")
        show(reader, screen, community)
        places = reader.value(PLACES, selectors)
        assert None not in [place for _, place in places], (screen, places)
        speak(reader, "ar")
        show(reader, screen, community)
        mirrored = reader.value(PLACES, selectors)
        far = [pair for pair in zip(places, mirrored) if abs(pair[0][1] - pair[1][1]) > 1]
        assert far == [], screen
        # Names begin where lines begin, even if their letters run the other way.
        assert reader.value(AT_START, ".identity > .nick, .names > *") == [], screen
        assert reader.value("getComputedStyle(screen.querySelector('textarea') ?? screen).direction") == "rtl", screen
        assert misplaced(reader.browser) == [], screen


@pytest.mark.parametrize("language", ["el", "pt-BR"])
def test_COM_07_long_words_fit_on_the_smallest_phone(reader, people, community, language):
    reader.browser.use(size=(320, 568))
    people["wren"].sign_in(reader.browser, reader.site)
    speak(reader, language)
    for screen in SCREENS:
        show(reader, screen, community)
        assert misplaced(reader.browser) == [], screen
        lines = reader.value("[...screen.querySelectorAll('.tab span, .bar .title, .primary')].filter("
                             "(word) => word.clientHeight > 1.9 * parseFloat(getComputedStyle(word).fontSize) + 20).length")
        assert lines == 0, screen


def test_FOL_11_the_arrow_back_points_to_the_right(member, community):
    speak(member, "ar")
    show(member, "thread", community)
    assert member.value("getComputedStyle(screen.querySelector('.bar .control svg')).transform") == "matrix(-1, 0, 0, 1, 0, 0)"


def test_FOL_11_values_keep_their_place_in_an_arabic_sentence(member, community):
    speak(member, "ar")
    show(member, "profile", community)
    reposted = member.value("screen.querySelector('.reposted bdi').textContent")
    assert reposted.startswith("أعاد \u2068") and reposted.endswith("\u2069 النشر")
    # The name stands between the two words, which run from right to left.
    before, name, after = member.value("""(() => {
      const text = screen.querySelector('.reposted bdi').firstChild, words = text.data.split(/\\u2068|\\u2069/);
      let start = 0;
      return words.map((word) => {
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, start + word.length);
        start += word.length + 1;
        const { left, right } = range.getBoundingClientRect();
        return [left, right];
      });
    })()""")
    assert after[0] < name[0] < before[0] and after[1] < before[1]


def test_TWT_09_counts_take_the_forms_of_arabic(member, community):
    speak(member, "ar")
    show(member, "thread", community)
    facts = member.value("screen.querySelector('.post.large').textContent")
    assert "إعادة نشر واحدة" in facts, json.dumps(facts, ensure_ascii=False)
