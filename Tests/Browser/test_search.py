"""NEW_11: people, tags and posts are found while typing, regardless of case and accents, in every script."""
import pytest
from selenium.webdriver.common.keys import Keys


@pytest.fixture(scope="module")
def community(people, engine):
    server = people.server()
    for words in ("Sunset over Αθήνα #harbour", "我们明天去北京看雪", "São João já chegou", "الطقس جميل اليوم"):
        people["wren"].request(server, "POST", "/api/v1/statuses", status=words)
    yield server
    server.stop()


@pytest.fixture
def search(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    moments.open("/home")
    moments.browser.tap(".bar [data-tap=search]")
    moments.until("screen.matches('.search')")
    return moments


def look_for(search, words):
    search.browser.js("document.querySelector('.search input').focus()")
    search.browser.js("document.activeElement.select(); document.execCommand('insertText', false, arguments[0])", words)


def test_NEW_11_without_words_there_are_people_tags_and_posts_of_the_community(search):
    search.until("screen.querySelectorAll('article.hit').length > 1 && screen.querySelector('.hit.tag') && screen.querySelector('.post')")
    assert "@wren" not in search.texts("article.hit .handle"), "whoever reads knows themselves"
    assert search.texts(".hit.tag")[0] == "#harbour1 post" and search.value("!!screen.querySelector('.hit.tag .bars path')")
    search.browser.tap("article.hit")
    search.until("screen.matches('.profile')")
    search.browser.back()
    search.until("screen.matches('.search') && screen.querySelector('article.hit')")


@pytest.mark.parametrize("words, found", [
    ("αθηνα", "Αθήνα"), ("ΑΘΗΝΑ", "Αθήνα"), ("北京", "北京"), ("sao joao", "São João"), ("جميل", "جميل"),
])
def test_NEW_11_posts_are_found_without_regard_to_case_and_accents(search, words, found):
    look_for(search, words)
    search.until("[...screen.querySelectorAll('.post .words')].some((text) => text.textContent.includes(arguments[0]))", found)


FOUND = "[...(CSS.highlights.get('found') ?? [])].map((part) => part.startContainer.data.slice(part.startOffset, part.endOffset))"


@pytest.mark.parametrize("words, found", [
    ("αθηνα", "Αθήνα"), ("北京", "北京"), ("sao JOAO", "São,João"), ("جميل", "جميل"),
])
def test_NEW_11_the_words_that_were_found_stand_out(search, words, found):
    look_for(search, words)
    search.until(f"{FOUND}.join() === arguments[0]", found)
    look_for(search, "gus")
    search.until(f"{FOUND}.slice(0, 2).join() === 'Gus,gus'")


def test_NEW_11_people_and_tags_are_found_and_remembered(search):
    look_for(search, "harb")
    # Before the first results the community's people show.
    search.until("screen.querySelector('.hit.tag')?.textContent === '#harbour' && !screen.querySelector('article.hit')")
    search.browser.tap(".hit.tag")
    search.until("screen.matches('.timeline:not(.search)')")
    search.browser.back()
    search.until("screen.matches('.search') && screen.querySelector('.hit.tag')")
    search.browser.tap(".forget")
    search.until("screen.querySelector('.hit .words')?.textContent === 'harb'")
    look_for(search, "gus")
    # Before the results the community's people show, including this one.
    search.until("screen.querySelector('.kinds') && screen.querySelector('article.hit .handle')?.textContent === '@gus_next_door'")
    search.browser.tap("article.hit")
    search.until("screen.matches('.profile')")
    search.browser.back()
    search.until("screen.matches('.search')")
    search.browser.tap(".bar .forget")
    search.until("[...screen.querySelectorAll('.hit .words')].map((row) => row.textContent).join() === 'gus,harb'")
    search.browser.tap(".hit .forget", 1)
    search.until("screen.querySelectorAll('.hit .words').length === 1")
    seen = "screen.querySelector('article.seen')"
    assert search.value(f"{seen}.querySelector('.handle').textContent") == "@gus_next_door"
    search.browser.tap("article.seen .forget")
    search.until(f"!{seen}")


def test_NEW_11_nothing_found_is_said_and_an_address_with_words_looks_for_them(search):
    look_for(search, "zzzqqq")
    search.until("screen.querySelector('.list-footer h2')?.textContent === 'Nothing found for “zzzqqq”'")
    search.open("/search?q=harbour")
    search.until("screen.querySelector('input').value === 'harbour' && screen.querySelector('.post')")


def test_NEW_14_a_key_leads_back_to_the_field_and_what_was_found_stays(search):
    look_for(search, "harb")
    search.until("screen.querySelector('.hit.tag')?.textContent === '#harbour' && !screen.querySelector('article.hit')")
    search.browser.js("document.activeElement.blur(); window.row = document.querySelector('.search .hit.tag')")
    search.browser.press("/")
    search.until("document.activeElement === screen.querySelector('input')")
    assert search.value("row.isConnected && screen.querySelector('input').value === 'harb'")


def test_NEW_11_what_was_found_is_filtered(search):
    look_for(search, "harb")
    search.until("screen.querySelector('.kinds [aria-pressed=true]')?.textContent === 'All' && screen.querySelector('.post')")
    assert search.texts(".kinds button") == ["All", "Posts", "People", "Tags"]
    search.browser.tap("[data-tap='search-for:hashtags']")
    search.until("screen.querySelector('.hit.tag') && !screen.querySelector('.post')")
    search.browser.tap("[data-tap='search-for:accounts']")
    search.until("screen.querySelector('.list-footer h2')?.textContent === 'Nothing found for “harb”' && screen.querySelectorAll('.instead').length === 2")
    search.browser.tap(".instead")
    search.until("screen.querySelector('.kinds [aria-pressed=true]').textContent === 'Posts' && screen.querySelector('.post')")
    look_for(search, "gus")
    search.until("screen.querySelector('.kinds [aria-pressed=true]').textContent === 'Posts'")
    search.browser.tap("[data-tap='search-for:accounts']")
    search.until("screen.querySelector('article.hit .handle')?.textContent === '@gus_next_door'")
    search.browser.tap(".bar .forget")
    search.until("!screen.querySelector('.kinds')")


def test_NEW_11_the_keyboard_sends_the_words_off(search):
    look_for(search, "harbour")
    search.browser.js("document.activeElement.form.requestSubmit()")
    search.until("screen.querySelector('.post')")
    search.browser.reload()
    search.until("screen.querySelector('.hit .words, .post')")


def test_NEW_11_without_a_network_those_complete_whom_the_device_knows(search, site):
    search.open("/home")
    search.until("screen.querySelectorAll('.post[data-tap]').length > 2")
    known = search.value("[...screen.querySelectorAll('.post .handle')].map((name) => name.textContent).find((name) => name !== '@wren')")
    search.open("/compose")
    search.until("screen.querySelector('textarea')")
    search.browser.expect_errors("Failed to load resource", "TypeError", "Load failed", "ERR_")
    site.stop()
    search.browser.js("document.querySelector('textarea').focus(); document.execCommand('insertText', false, 'Hello ' + arguments[0])", known[:3])
    search.until("[...screen.querySelectorAll('.completions .handle')].some((name) => name.textContent === arguments[0])", known)
    search.browser.tap(".completions button")
    search.until("screen.querySelector('textarea').value.endsWith(' ') && !screen.querySelector('.completions')")


def test_NEW_11_names_and_tags_complete_while_one_writes(search):
    search.open("/compose")
    search.until("screen.querySelector('textarea')")
    search.browser.js("document.querySelector('textarea').focus(); document.execCommand('insertText', false, 'Hello @gus')")
    search.until("screen.querySelector('.completions .handle')?.textContent === '@gus_next_door'")
    low, high = search.value("[screen.querySelector('.completions'), screen.querySelector('.tools')].map((row) => row.getBoundingClientRect()).map(({ bottom, top }, at) => at ? top : bottom)")
    assert abs(low - high) <= 1
    widths = search.value("[...screen.querySelectorAll('.bar, .tools, .completions, textarea')].map((part) => part.getBoundingClientRect().width)")
    *rows, field = widths
    assert len(rows) == 3 and min(rows) > 380 and abs(field - (390 - 68 - 16)) <= 1, "what completes lies over the fields, and takes no room beside them"
    search.browser.tap(".completions button")
    search.until("screen.querySelector('textarea').value === 'Hello @gus_next_door ' && !screen.querySelector('.completions')")
    search.browser.js("const field = document.querySelector('textarea'); field.focus(); field.setSelectionRange(99, 99); document.execCommand('insertText', false, '#harb')")
    search.until("screen.querySelector('.completions .nick')?.textContent === '#harbour'")
    search.browser.tap(".completions button")
    search.until("screen.querySelector('textarea').value === 'Hello @gus_next_door #harbour '")
    search.browser.js("const field = document.querySelector('textarea'); field.focus(); field.setSelectionRange(99, 99); document.execCommand('insertText', false, '#harb')")
    search.until("screen.querySelector('.completions .nick')?.textContent === '#harbour'")
    search.browser.press(Keys.ESCAPE)
    search.until("!screen.querySelector('.completions')")
    assert search.value("screen.querySelector('textarea').value").endswith("#harbour #harb")
