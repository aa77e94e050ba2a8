"""NEW_19: an e-mail address under Account, and the way back by mail, from the browser."""
import re
import types

import pytest

from support.mailbox import Mailbox
from support.moments import Moments
from support.ports import fresh_port


@pytest.fixture
def box():
    box = Mailbox()
    yield box
    box.close()


@pytest.fixture
def mailing(people, box, browser, monkeypatch):
    """The app of a member on a server that sends mail. Links in mails lead to its own address."""
    port = fresh_port()
    monkeypatch.setattr("support.server.fresh_port", lambda: port)
    server = people.server(options=[
        "--public-url", f"http://127.0.0.1:{port}", "--smtp", f"smtp://127.0.0.1:{box.port}?from=choir@example.org"])
    yield Moments(browser, types.SimpleNamespace(url=server.url, upstream=server))
    browser.leave()
    server.stop()


def link(mail):
    return re.search(r"http://\S+", mail.get_content())[0]


def text(browser):
    return browser.js("return document.body.innerText")


def test_NEW_19_a_member_confirms_an_address_and_gets_a_link_there(mailing, people, box):
    browser = mailing.browser
    people["wren"].sign_in(browser, mailing.site)
    mailing.open("/account")
    mailing.until("!!screen.querySelector('[data-submit=email]')")
    browser.js("""
        const form = document.querySelector("[data-submit=email]");
        form.elements.email.value = "wren@example.org";
        form.elements["current-password"].value = "demo-swiftlet";
        form.querySelector("button").click();""")
    mailing.until("screen.querySelector('[data-key=email] [role=status]')?.textContent.includes('wren@example.org')")
    browser.open(link(box.wait_for(1)[2]), until_running=False)
    assert "wren@example.org" in text(browser)
    browser.js("document.querySelector('form button').click()")
    browser.until("return document.body.innerText.includes('Your address is confirmed')", "confirmed")
    mailing.open("/account")
    mailing.until("screen.querySelector('[name=email]')?.value === 'wren@example.org'")

    browser.open(mailing.site.url + "/forgotten", until_running=False)
    browser.js("""
        document.querySelector("[name=username]").value = "Wren";
        document.querySelector("form button").click();""")
    browser.until("return document.body.innerText.includes('Look into your mailbox')", "sent")
    browser.open(link(box.wait_for(2)[2]), until_running=False)
    assert "Set a new password" in text(browser) and "@wren" in text(browser)
