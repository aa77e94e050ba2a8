"""NEW_08: the app on a community that was moved to PostgreSQL."""
import shutil
import subprocess
import sys
import time

import pytest

from support.composing import FIELD
from support.origins import until
from support.people import sign_in
from support.server import PROGRAM, ROOT, Swiftlet

sys.path += [str(ROOT / "Tests/Clients")]
from postgres.cluster import Postgres  # noqa: E402


@pytest.fixture
def own_community(demo_data, tmp_path):
    postgres = Postgres("fsync=off")
    try:
        address, _ = postgres.database()
        subprocess.run([PROGRAM, "copy", "--from", demo_data, "--to", address], check=True, capture_output=True)
        shutil.copytree(demo_data / "media", tmp_path / "data/media")
        server = Swiftlet(tmp_path / "data", database=address)
        yield server
        server.stop()
    finally:
        postgres.remove()


def test_NEW_08_people_sign_in_read_write_like_and_search(member):
    member.sign_in()
    member.until("screen.querySelectorAll('.post[data-tap] .words').length > 1")
    member.value("screen.querySelector('[data-tap=compose]').click()")
    member.until("screen.matches('.compose')")
    member.browser.js("document.querySelector('.compose textarea').focus(); document.execCommand('insertText', false, arguments[0])",
                      "Καλημέρα from PostgreSQL")
    member.until(FIELD + ".value.includes('PostgreSQL')")
    member.until("!screen.querySelector('[data-tap=send]').disabled")
    member.browser.tap("[data-tap=send]")
    member.until("screen.matches('.timeline') && screen.querySelector('.post[data-tap] .words')?.textContent.includes('PostgreSQL')")
    member.browser.tap(".post .favourite")
    member.until("screen.querySelector('.post .favourite').getAttribute('aria-pressed') === 'true'")
    member.browser.reload()
    member.until("screen.querySelector('.post[data-tap] .words')?.textContent.includes('PostgreSQL')")
    member.until("screen.querySelector('.post .favourite').getAttribute('aria-pressed') === 'true'")
    member.browser.tap(".bar [data-tap=search]")
    member.until("screen.matches('.search')")
    member.browser.js("document.querySelector('.search input').focus(); document.execCommand('insertText', false, 'καλημερα')")
    member.until("[...screen.querySelectorAll('.post .words')].some((words) => words.textContent.includes('PostgreSQL'))")
    member.open("/moments/wren")
    member.until("screen.querySelector('.moments-post')")


def test_NEW_06_what_people_do_at_another_process_comes_within_a_second(member, own_community):
    """The app's stream is at one process; the others use a second one on the same database."""
    other = Swiftlet(own_community.data, database=own_community.database)
    try:
        member.sign_in()
        member.until("screen.querySelectorAll('.post[data-tap] .words').length > 1")
        until(lambda: any(request.path == "/api/v1/streaming/user" for request in list(member.site.requests)), "a stream")
        gus, wren = (sign_in(other.url, name) for name in ("gus_next_door", "wren"))
        wren.request(other, "POST", f"/api/v1/accounts/{gus.account['id']}/follow")
        texts = "[...screen.querySelectorAll('.post[data-tap] .words')].map((words) => words.textContent)"
        member.value(f"""window.seen = [], new MutationObserver(() => {{
          const text = {texts}[0];
          if (text !== seen.at(-1)?.[0]) seen.push([text, Date.now()]);
        }}).observe(screen, {{ childList: true, subtree: true, characterData: true }})""")
        post = gus.request(other, "POST", "/api/v1/statuses", status="From the other process")
        done = [time.time()]
        member.until(f"{texts}[0] === 'From the other process'")
        gus.request(other, "PUT", f"/api/v1/statuses/{post['id']}", status="And changed there")
        done.append(time.time())
        member.until(f"{texts}[0] === 'And changed there'")
        gus.request(other, "DELETE", f"/api/v1/statuses/{post['id']}")
        member.until(f"!{texts}.includes('And changed there')")
        shown = [at / 1000 for text, at in member.value("seen") if "process" in text or "changed" in text]
        assert len(shown) == 2, member.value("seen")
        assert max(at - sent for at, sent in zip(shown, done)) < 5, "without the stream it takes 30 s"
    finally:
        other.stop()
