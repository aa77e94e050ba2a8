"""NEW_05, MOM_02, THR_06: other people's names, texts and ids don't affect anything around them."""
import urllib.parse

import pytest

from support.files import drop, post
from support.pictures import person
from support.pictures import post as moment

MARKS = "".join(chr(code) for code in range(0x300, 0x320))
ADDRESSES = ["https://google.com.пример/x", "https://a.example/São_Paulo", "https://bücher.example", "http://кц.рф",
             "https://例え.jp/パス", "https://a.example/朋友/圈", "https://a.example:8080/ü?ñ#ő", "https://[::1]:8080/ü"]


def give(page, *posts):
    page.open("/settings")
    drop(page.browser, {"timeline": list(posts)})
    page.until("screen.matches('.file-page') && screen.querySelector('.file-head') !== null")


def test_THR_06_ids_with_control_characters_are_ids(moments):
    ids = ["a\r", "a\n", "a\0", "a\t", "\"'<>&]:%", "a\u2028", "\ud800"]
    give(moments, *[post(id, content=f"Post {number}") for number, id in enumerate(ids)])
    moments.until("screen.querySelectorAll('.cells > .post').length === arguments[0]", len(ids))
    assert len(set(moments.value("[...screen.querySelectorAll('.cells > .post')].map((cell) => cell.dataset.key)"))) == len(ids)
    for number in range(len(ids)):
        moments.browser.js("""
          const cell = [...document.querySelectorAll(".file-page .cells > .post")].find((cell) => cell.textContent.includes(arguments[0]));
          cell.querySelector(".time, .words").click();
        """, f"Post {number}")
        moments.until("screen.matches('.thread') && screen.querySelector('.large')?.textContent.includes(arguments[0])", f"Post {number}")
        moments.browser.js("history.back()")
        moments.until("screen.matches('.file-page')")
    # The page still accepts a new file.
    drop(moments.browser, {"timeline": [post("b\r", content="Another file")]})
    moments.until("screen.querySelector('.cells > .post')?.textContent.includes('Another file')")


@pytest.mark.parametrize("address", ADDRESSES)
def test_THR_04_an_address_of_any_script_leads_where_it_says(moments, address):
    give(moments, post("1", content=f"See {address}, or ({address})."))
    moments.until("screen.querySelectorAll('.words a').length > 0")
    links = moments.value("[...screen.querySelectorAll('.words a')].map((link) => [link.getAttribute('href'), link.textContent])")
    assert links == [[address, address]] * 2
    # The browser parses the same host.
    assert moments.value("screen.querySelector('.words a').host === new URL(arguments[0]).host", address)


@pytest.mark.parametrize("text", ["https://google.com@b.example/", "https://google.com%2eb.example/", "https://a.b\u00ad.c.example/"])
def test_THR_04_what_browsers_read_as_another_host_is_no_link(moments, text):
    give(moments, post("1", content=f"See {text} now"))
    moments.until("screen.querySelector('.words')?.textContent.includes('now')")
    assert moments.value("screen.querySelectorAll('.words a').length") == 0


def test_MOM_02_a_name_paints_over_nobody_and_shows_something(moments, source):
    source.page("ann", [
        moment("first", sender=person("Amy", "amy")), moment("second", sender=person("Z" + MARKS, "zed")),
        moment("third", sender=person("\u3164\u200b", "hidden")), moment("fourth", sender=person("\u202eelttiL", "rtl"))])
    moments.open("/moments/ann?server=" + urllib.parse.quote(source.url, safe=""))
    moments.until_posts(4)
    assert moments.texts(".moments-post .nick") == ["Amy", "Z" + MARKS[:5], "hidden", "elttiL"]
    assert "inset" in moments.value("getComputedStyle(screen.querySelector('.moments-post .nick')).clipPath")
    assert moments.value("screen.querySelectorAll('.moments-post .nick a')[2].getBoundingClientRect().width > 20")
