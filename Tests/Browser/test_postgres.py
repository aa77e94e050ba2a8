"""NEW_08: the app on a community that was moved to PostgreSQL."""
import shutil
import subprocess
import sys

import pytest

from support.composing import FIELD
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
