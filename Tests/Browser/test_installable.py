"""The app installs: manifest, icons, Apple's tags. Every page has its security headers."""
import json
import re
import urllib.error
import urllib.request

import pytest

from support.pictures import png_size
from support.server import served

PAGES = ["/", "/moments/wren", "/moments/wren?server=https://example.org", "/settings", "/shell", "/moments/nobody", "/nowhere"]


def answer_of(site, path):
    try:
        return urllib.request.urlopen(site.url + path)
    except urllib.error.HTTPError as error:
        return error


def test_NEW_04_the_manifest_says_all_that_installing_needs(site):
    answer, text = served(site, "/manifest.webmanifest")
    assert answer.headers["Content-Type"].startswith("application/manifest+json")
    manifest = json.loads(text)
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert manifest["name"] and manifest["short_name"] and manifest["theme_color"] and manifest["background_color"]
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        with urllib.request.urlopen(site.url + icon["src"]) as image:
            assert image.headers["Content-Type"] == icon["type"]
            assert "%dx%d" % png_size(image.read()) == icon["sizes"]


@pytest.mark.parametrize("language, tag, direction, name", [
    ("zh-CN", "zh-Hans", "ltr", "朋友圈"), ("ar-EG, en;q=0.5", "ar", "rtl", "اللحظات"), ("fr", "en", "ltr", "Moments")])
def test_NEW_04_the_manifest_is_in_the_language_asked_for(site, language, tag, direction, name):
    answer, text = served(site, "/manifest.webmanifest", **{"Accept-Language": language})
    manifest = json.loads(text)
    assert (manifest["lang"], manifest["dir"], manifest["short_name"]) == (tag, direction, name)
    assert manifest["name"] == "Swiftlet " + name and manifest["description"]
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].replace(" ", "").split(","))
    _, english = served(site, "/manifest.webmanifest", **{"Accept-Language": language, "Cookie": "language=en"})
    assert json.loads(english)["lang"] == "en", "the person's choice comes first"
    for shortcut in manifest["shortcuts"]:
        assert shortcut["name"] and answer_of(site, shortcut["url"]).status == 200


def test_NEW_04_a_chosen_language_reaches_the_manifest(moments):
    """The page asks with its cookies, and the service worker has no old one."""
    moments.open()
    moments.until("navigator.serviceWorker.controller")
    link = "document.head.querySelector('link[rel=manifest]')"
    assert moments.value(link + ".crossOrigin") == "use-credentials"
    moments.value("document.cookie = 'language=el; Path=/'")
    found = moments.browser.js_async(f"fetch({link}.href).then((answer) => answer.json())")
    assert found["lang"] == "el"


def test_NEW_04_the_page_has_the_tags_of_an_installed_app(moments, site):
    moments.open()
    content = "document.head.querySelector(arguments[0])?.content"
    assert "viewport-fit=cover" in moments.value(content, "meta[name=viewport]")
    assert moments.value(content, "meta[name=apple-mobile-web-app-capable]") == "yes"
    assert moments.value(content, "meta[name=apple-mobile-web-app-title]") == "Moments"
    assert moments.value(content, "meta[name=theme-color][media*=light]").upper() == "#EDEDED"
    assert moments.value(content, "meta[name=theme-color][media*=dark]") == "#111111"
    icon = moments.value("document.head.querySelector('link[rel=apple-touch-icon]').href")
    with urllib.request.urlopen(icon) as image:
        assert png_size(image.read()) == (180, 180)
    for link in moments.value("[...document.head.querySelectorAll('link')].map((link) => link.href)"):
        assert urllib.request.urlopen(link).status == 200


def test_NEW_04_a_service_worker_is_in_charge_of_the_whole_site(moments):
    moments.open()
    moments.until("navigator.serviceWorker.controller")
    assert moments.browser.js_async("navigator.serviceWorker.ready.then((r) => new URL(r.scope).pathname)") == "/"


def test_NEW_04_a_page_that_came_while_the_worker_began_is_taken_on(moments):
    """Like after a reload that bypasses all caches, which the worker doesn't see."""
    moments.open()
    moments.until("navigator.serviceWorker.controller")
    if moments.browser.name == "chromium":  # WebKit's driver has no such reload
        moments.browser.command("Page.reload", ignoreCache=True)
        moments.browser.wait_until_running()
    moments.until("navigator.serviceWorker.controller")


@pytest.mark.parametrize("path", PAGES)
def test_NEW_04_pages_have_a_strict_policy_and_the_security_fields(site, path):
    headers = answer_of(site, path).headers
    policy = dict(re.match(r"([\w-]+) ?(.*)", part.strip()).groups() for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert "unsafe-inline" not in headers["Content-Security-Policy"]
    assert re.fullmatch(r"'self' 'sha256-[^']+'", policy["style-src"])
    assert policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] in ("same-origin", "no-referrer", "strict-origin-when-cross-origin")
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera" in headers["Permissions-Policy"]


@pytest.mark.parametrize("path", ["/", "/moments/wren", "/settings", "/nowhere", "/moments/nobody"])
def test_NEW_04_no_page_breaks_its_own_policy(moments, path):
    """The console must be empty, which the end of every test checks; not-found pages log their status."""
    moments.browser.expect_errors("status of 404")
    moments.open(path, until_running="no" not in path)
    moments.browser.js_async("new Promise((done) => setTimeout(done, 300))")
    assert moments.value("document.styleSheets.length") >= 1
    assert moments.value("getComputedStyle(screen).position") == "fixed"


def test_NEW_04_what_the_page_has_loaded_is_not_loaded_again_to_be_kept(moments, site):
    moments.open()
    moments.until_kept()
    files = site.paths("^/assets/")
    assert len(set(files)) >= 5
    most = 2 if moments.browser.name == "webkit" else 1  # its driver has no disk cache
    assert max(map(files.count, files)) <= most, files
