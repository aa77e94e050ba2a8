"""Offline: the service worker, and a new version that replaces the old one (issue: installable; FOL_04 will build on
it)."""
import json
import re
import shutil
import subprocess
import sys

import pytest

from support.origins import until
from support.server import ROOT, Swiftlet, assets_folder

EXPECTED = ("Failed to load resource", "An unknown error occurred when fetching the script", "Failed to update a ServiceWorker")


def open_and_keep(moments):
    moments.open()
    moments.until_images()
    moments.until_kept()


def assert_page_is_there(moments):
    assert moments.posts == 5
    moments.until_images(".cover .picture")
    moments.until_images(".owner .avatar img")
    moments.until("screen.querySelector('.notice')?.textContent.includes('You are offline')")


def test_MOM_07_reloaded_without_the_server_the_page_and_its_images_are_there(moments, site):
    moments.browser.expect_errors(*EXPECTED)
    open_and_keep(moments)
    site.stop()
    moments.browser.reload()
    assert_page_is_there(moments)
    moments.value("screen.querySelector('.photo').scrollIntoView()")
    moments.until_images()


def test_MOM_07_opened_anew_without_the_server_the_page_is_there(moments, site):
    moments.browser.expect_errors(*EXPECTED)
    open_and_keep(moments)
    moments.browser.driver.get("about:blank")
    site.stop()
    moments.open()
    assert_page_is_there(moments)


def test_MOM_07_offline_a_seen_person_opens_from_what_is_kept(moments, site):
    moments.browser.expect_errors(*EXPECTED)
    open_and_keep(moments)
    moments.browser.tap(".moments-post:nth-of-type(2) .nick .name")
    moments.until("screen.querySelector('.header .nick').textContent === '小雨'")
    moments.until("screen.querySelectorAll('.moments-post').length > 0")
    moments.until_images(".header img")
    until(lambda: moments.browser.js_async(
        "caches.open('data').then((c) => c.keys()).then((k) => k.some((r) => decodeURIComponent(r.url).endsWith(' xiaoyu')))"), "kept")
    site.stop()
    moments.browser.reload()
    moments.until("screen.querySelector('.header .nick').textContent === '小雨'")
    moments.until("screen.querySelectorAll('.moments-post').length > 0")
    moments.until("screen.querySelector('.notice')?.textContent.includes('You are offline')")


def test_MOM_07_offline_the_rest_of_the_page_can_be_read(moments, site):
    """The page has the server's first five posts; the app has cached the others."""
    moments.browser.expect_errors(*EXPECTED)
    open_and_keep(moments)
    site.stop()
    moments.browser.reload()
    assert_page_is_there(moments)
    assert moments.show_more() == 10


@pytest.fixture
def next_version(community, demo_data, tmp_path):
    """A server of the same data, with another style sheet and bridge."""
    folder = assets_folder()
    files = {file["name"]: file for file in json.loads((folder / "manifest.json").read_text())["files"]}
    web = tmp_path / "Web"
    shutil.copytree(ROOT / "Web", web)
    (web / "styles/9-next.css").write_text(":root { --next-version: 1 }")
    (web / "bridge/9-z.js").write_text('document.documentElement.dataset.version = "next";\n')
    build = [sys.executable, str(ROOT / "Tools/build-assets.py"), "--wasm", str(folder / files["app.wasm"]["file"]),
             "--later", str(folder / files["later.wasm"]["file"]),
             "--web", str(web), "--demo", str(ROOT / "Demo"), "--out", str(tmp_path / "assets")]
    subprocess.run(build, check=True, capture_output=True)
    data = shutil.copytree(demo_data, tmp_path / "data")
    server = Swiftlet(data, assets=tmp_path / "assets")
    yield server
    server.stop()


def test_NEW_04_a_new_version_takes_over_without_a_mix(moments, site, next_version):
    open_and_keep(moments)
    old = set(moments.browser.js_async("caches.keys()"))
    site.upstream = next_version
    moments.browser.reload()
    assert moments.value("document.documentElement.dataset.version") == "next"
    assert moments.value("getComputedStyle(document.documentElement).getPropertyValue('--next-version')").strip() == "1"
    moments.browser.js("navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
    old_shells = {name for name in old if re.match("(shell|pages)-", name)}
    until(lambda: not old_shells & set(moments.browser.js_async("caches.keys()")), "the old version's caches are gone")
    assert len([name for name in moments.browser.js_async("caches.keys()") if name.startswith("shell-")]) == 1
    # Offline, all of it is the new version.
    moments.browser.expect_errors(*EXPECTED)
    moments.until_kept()
    site.stop()
    moments.browser.reload()
    assert moments.value("document.documentElement.dataset.version") == "next"
    assert moments.value("getComputedStyle(document.documentElement).getPropertyValue('--next-version')").strip() == "1"
    assert moments.posts == 5
