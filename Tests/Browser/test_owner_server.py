"""NEW_20: rules in reports, the page about the community, and what an owner sees and does about the server."""
from support.fixtures import community  # noqa: F401
from test_owner import owner, wren  # noqa: F401


def test_NEW_20_a_report_names_the_broken_rules(owner, moments):
    owner.request("PATCH", "/api/swiftlet/v1/community", rules="Be kind.\nNo adverts, " + "really none " * 20 + ".\nTell nobody.")
    moments.open("/@gus_next_door")
    moments.until("screen.querySelector('.identity [data-tap=options]')")
    moments.browser.js("document.querySelector('.identity [data-tap=options]').click()")
    owner.tap("[data-tap=report]")
    owner.tap("[data-tap=violation]")
    moments.until("screen.querySelectorAll('.rule-choice').length === 3")
    assert moments.value("screen.scrollWidth <= innerWidth")
    for row in moments.value("[...screen.querySelectorAll('.rule-choice')].map((row) => row.offsetHeight)"):
        assert row >= 44
    owner.tap(".rule-choice:nth-of-type(3)")
    owner.tap(".broken-rules .primary")
    moments.until("document.querySelector('.toast')?.textContent.startsWith('Thank you')")
    [report] = [found for found in owner.request("GET", "/api/v1/admin/reports") if found["rules"]]
    assert [rule["text"] for rule in report["rules"]] == ["Tell nobody."] and report["category"] == "violation"
    owner.open()
    moments.until("screen.querySelector('.broken-rule')?.textContent === 'Tell nobody.'")
    owner.tap("[data-tap^=dismiss-report]")
    moments.until("!screen.querySelector('.report')")


def test_NEW_20_an_owner_makes_a_backup_and_is_told(owner, community):
    owner.open("settings")
    server = "screen.querySelector('[data-key=server]')"
    owner.moments.until(f"{server}?.textContent.includes('All is well')")
    owner.tap("[data-key=server] [data-tap=back-up]")
    owner.moments.until(f"{server}.querySelector('[role=status]')?.textContent === 'The backup is made.'")
    assert owner.moments.value(f"!{server}.querySelector('[data-tap=back-up]').disabled")
    assert len(list((community.data / "backups").glob("*.tar"))) == 1
    assert owner.request("GET", "/api/swiftlet/v1/log")[0]["action"] == "backup"


def test_NEW_20_the_settings_lead_to_the_page_about_the_community(owner, moments):
    owner.request("PATCH", "/api/swiftlet/v1/community", rules="Be kind.", about="We sing. " * 100 + "https://choir.example/" + "x" * 120)
    moments.open("/settings")
    owner.tap("a[href='/about']")
    moments.browser.until("return location.pathname === '/about' && !!document.querySelector('.house-rules')", "about")
    assert moments.browser.js("return document.querySelector('.house-rules li').textContent") == "Be kind."
    assert moments.browser.js("return document.documentElement.scrollWidth <= innerWidth")
    moments.browser.js("document.querySelector(\".ways a[href='/']\").click()")
    moments.browser.wait_until_running()
    moments.until("!!screen.querySelector('.post')")


def test_NEW_20_the_log_goes_on_after_its_first_hundred_rows(owner, people):
    path = f"/api/swiftlet/v1/accounts/{people['gus_next_door'].account['id']}/role"
    for role in ["moderator", "member"] * 51:
        owner.request("POST", path, role=role)
    owner.open("log")
    rows = "screen.querySelectorAll('[data-key=log] li').length"
    owner.moments.until(f"{rows} === 100 && !!screen.querySelector('.list-footer .more')")
    owner.moments.value("screen.querySelector('.list-footer .more').click()")
    entries = len(owner.request("GET", "/api/swiftlet/v1/log?limit=200"))
    owner.moments.until(f"{rows} === {entries} && !screen.querySelector('.list-footer')")
    assert 102 <= entries < 200
