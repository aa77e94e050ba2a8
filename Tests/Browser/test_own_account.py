"""NEW_13: the member's own profile and account."""
import io
import json
import re
import urllib.error
import urllib.request
import zipfile

import pytest

from support.fixtures import community
from support.origins import PICTURE_PATIENCE, Answer, until
from support.own_account import CREDENTIALS, Own
from support.people import sign_in
from support.photos import GIF, Photos, jpeg_size
from support.pictures import png

PASSWORD = "demo-swiftlet"


@pytest.fixture
def own(moments, people):
    people["wren"].sign_in(moments.browser, moments.site)
    return Own(moments, people["wren"])


@pytest.fixture
def photos(own, tmp_path):
    return Photos(own, tmp_path)


def test_NEW_13_what_is_changed_shows_at_once_everywhere_and_is_saved(own):
    own.open()
    name = f"Wren in {own.browser.name}"
    own.write("nick", name)
    own.write("note", "I count birds.\nAnd fish.")
    own.write("0", "Site")
    own.write("1", "https://example.org")
    assert own.moments.value("screen.querySelector('.left > span').textContent") == str(500 - len("I count birds.\nAnd fish."))
    gate = own.site.hold("^" + CREDENTIALS)
    own.save()
    own.moments.until(f"screen.querySelector('.nick').textContent === {json.dumps(name)}")
    assert own.moments.value("screen.querySelector('.bio').textContent").startswith("I count birds.")
    assert own.moments.value("screen.querySelector('.fields').textContent").startswith("Site")
    gate.open()
    until(lambda: own.profile()["display_name"] == name, "the server has it")
    profile = own.profile()
    assert profile["source"]["note"] == "I count birds.\nAnd fish."
    assert profile["source"]["fields"][0] == {"name": "Site", "value": "https://example.org", "verified_at": None}
    own.moments.open("/me")
    own.moments.until(f"screen.querySelector('.card .nick').textContent === {json.dumps(name)}")


def test_NEW_13_the_switches_are_saved(own):
    before = own.profile()
    own.open()
    for flag in ("locked", "discoverable"):
        own.browser.tap(f"[data-tap={flag}]")
        own.moments.until(f"screen.querySelector('[data-tap={flag}]').ariaChecked === '{str(not before[flag]).lower()}'")
    own.save()
    until(lambda: own.profile()["locked"] != before["locked"], "the server has it")
    assert own.profile()["discoverable"] != before["discoverable"]


def test_NEW_13_what_is_refused_is_put_back_with_a_sentence_and_nothing_typed_is_lost(own):
    own.browser.expect_errors("422")
    own.open()
    before = own.profile()["display_name"]
    own.write("nick", "Somebody else")
    own.site.answers["^" + CREDENTIALS] = Answer({"error": "Not that name"}, 422)
    own.save()
    own.browser.until("return document.querySelector('.toast')?.textContent.includes('Not that name')", "it says why")
    own.moments.until(f"screen.querySelector('.nick').textContent === {json.dumps(before)}")
    own.site.answers.clear()
    own.open()
    assert own.moments.value("screen.querySelector('[data-input=nick]').value") == "Somebody else"
    own.browser.tap("[data-tap=discard]")
    own.moments.until(f"screen.querySelector('[data-input=nick]').value === {json.dumps(before)}")
    assert own.moments.value("screen.querySelector('[data-tap=save]').disabled")


def test_NEW_13_a_reload_loses_nothing(own):
    own.open()
    own.write("note", "Half a sent")
    own.browser.reload()
    own.moments.until("screen.querySelector('[data-input=note]')?.value === 'Half a sent'")
    own.browser.tap("[data-tap=discard]")
    own.moments.until("screen.querySelector('[data-tap=save]').disabled")


def test_NEW_13_a_picture_is_cut_by_the_finger(own, photos):
    own.open()
    # The left half is red, the right half is blue.
    own.choose("avatar", photos.file("wide.png", png(600, 300, (200, 0, 0))))
    x, y, width, frame, height = own.place()
    assert abs(x) < 1 and abs(y) < 1 and abs(width - 2 * frame) < 2 and abs(frame - height) < 1, "it covers the frame"
    middle = own.browser.middle(".cut")
    own.browser.drag(middle, (middle[0] - 60, middle[1] + 40))
    moved = own.place()
    assert -62 <= moved[0] <= -45 and abs(moved[1]) < 1, "sideways only: above and below there is no more of it"
    if own.browser.has_touch:
        own.browser.pinch(middle, 60, 120)
        own.moments.until("Number(getComputedStyle(screen).getPropertyValue('--zoom')) > 1500")
    own.cut()
    own.moments.until("!!screen.querySelector('.own-avatar img[data-state=shown]')")
    gate = own.site.hold("^" + CREDENTIALS)
    own.save()
    own.moments.until("screen.querySelector('.identity .avatar img')?.src.startsWith('blob:')")
    gate.open()
    until(lambda: own.forms() and "/media/" in own.profile()["avatar"], "the server has it")
    wide, high = jpeg_size(own.forms()[0]["avatar"])
    assert wide == high
    until(lambda: photos.kept() == [], "the device keeps nothing of what the server has")
    own.moments.until("screen.querySelector('.identity .avatar img[data-state=shown]')")


def test_NEW_13_a_cover_is_cut_by_the_keyboard_and_by_buttons(own, photos):
    own.open()
    own.choose("cover", photos.file("tall.png", png(300, 600, (0, 90, 0))))
    _, _, width, frame, height = own.place()
    assert abs(frame - height) < 1 and abs(width - frame) < 1
    own.moments.until("document.activeElement.dataset.tap === 'keep'")
    own.browser.press("\ue015")  # down
    own.moments.until("getComputedStyle(screen).getPropertyValue('--y') === '60'")
    own.browser.press("+")
    own.moments.until("getComputedStyle(screen).getPropertyValue('--zoom') === '1200'")
    own.browser.tap("[data-tap='press:ArrowLeft']")
    own.moments.until("getComputedStyle(screen).getPropertyValue('--x') === '-60'")
    own.browser.tap("[data-tap='press:-']")
    own.moments.until("getComputedStyle(screen).getPropertyValue('--zoom') === '1000'")
    own.cut()
    own.save()
    until(own.forms, "it is sent")
    until(lambda: "/media/" in own.profile()["header"], "the server has it")
    wide, high = jpeg_size(own.forms()[0]["header"])
    assert abs(wide - high) <= 1
    # The cover can also be removed.
    own.open()
    own.browser.tap("[data-tap='picture:cover']")
    own.moments.until("!!screen.querySelector('.question [data-tap=remove-picture]')")
    own.browser.tap(".question [data-tap=remove-picture]")
    own.moments.until("!screen.querySelector('.own-cover img')")
    own.save()
    until(lambda: "/media/" not in own.profile()["header"], "it is gone")


def test_NEW_13_escape_leaves_the_picture_as_it_was(own, photos):
    own.open()
    own.choose("avatar", photos.file("one.png", png(300, 300, (9, 9, 200))))
    own.browser.press("\ue00c")
    own.moments.until("screen.matches('.edit-profile') && !screen.querySelector('.cutting')")
    assert own.moments.value("screen.querySelector('[data-tap=save]').disabled")
    until(lambda: photos.kept() == [], "nothing of it stays on the device")


def test_NEW_13_what_moves_is_taken_whole_and_what_is_no_picture_is_said(own, photos):
    own.open()
    own.browser.tap("[data-tap='picture:avatar']")
    own.moments.until("!!screen.querySelector('.question [data-pick]')")
    photos.choose(photos.file("moves.gif", GIF))
    own.moments.until("!!screen.querySelector('.own-avatar img[data-state=shown]') && !screen.querySelector('.cutting')")
    own.save()
    until(lambda: own.forms() and own.forms()[0].get("avatar") == GIF, "it goes as it is")


def test_NEW_13_a_session_is_ended_from_another_device(own, people):
    other = sign_in(f"http://127.0.0.1:{own.site.upstream.port}", "wren")
    own.browser.expect_errors("401")
    own.moments.open("/me")
    own.browser.tap("[data-tap=account-page]")
    own.moments.until("screen.querySelectorAll('.place').length >= 2")
    assert "This device" in own.moments.value("[...screen.querySelectorAll('.place')].map((row) => row.textContent).join()")
    places = own.moments.value("screen.querySelectorAll('.place').length")
    id = own.member.request(own.site.upstream, "GET", "/api/swiftlet/v1/sessions")
    newest = max((place for place in id if not place["current"] and place["application"]), key=lambda place: int(place["id"]))
    own.browser.tap(f"[data-tap='end:{newest['id']}']")
    own.moments.until(f"screen.querySelectorAll('.place').length === {places - 1}")

    def is_out():
        try:
            other.request(own.site.upstream, "GET", "/api/v1/accounts/verify_credentials")
        except Exception as error:
            return "401" in str(error)
    until(is_out, "it is signed out there")


def posted_picture(own):
    """Publishes a post whose picture has a hostile description."""
    address, limit = f"http://127.0.0.1:{own.site.upstream.port}", "limit"
    parts = [("description", b"<b>\"Two\" halves", ""), ("file", png(60, 40, (9, 200, 9)), '; filename="a.png"')]
    body = b"".join(
        f'--{limit}\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + value + b"\r\n"
        for name, value, more in parts) + f"--{limit}--\r\n".encode()
    asked = urllib.request.Request(address + "/api/v2/media", body, {
        "Content-Type": f"multipart/form-data; boundary={limit}", "Authorization": f"Bearer {own.member.token}"})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        picture = json.load(answer)["id"]
    # A post with a picture that isn't ready is refused, and counts against the member's limit of posts.
    until(lambda: own.member.request(own.site.upstream, "GET", f"/api/v1/media/{picture}")["url"],
          "the picture is ready", PICTURE_PATIENCE, pause=0.5)
    own.member.request(own.site.upstream, "POST", "/api/v1/statuses", status="<i>With a picture", media_ids=[picture])


def test_NEW_13_one_s_data_are_downloaded(own, tmp_path):
    posted_picture(own)
    own.moments.open("/account")
    own.moments.until("!!screen.querySelector('[data-tap=export]')")
    own.browser.tap("[data-tap=export]")
    until(lambda: downloads(own), "the browser has fetched it")
    assert downloads(own) == [200]
    assert own.moments.value("location.pathname") == "/account", "the page stays"
    found = []
    until(lambda: found.append(export(own)) or found[-1], "the first one is over")
    archive = zipfile.ZipFile(io.BytesIO(found[-1]))
    assert archive.testzip() is None
    names = archive.namelist()
    assert {"index.html", "profile.json", "posts.json", "likes.json", "bookmarks.json", "following_accounts.csv",
            "about.json"} <= set(names)
    assert json.loads(archive.read("profile.json"))["username"] == own.member.username
    assert archive.read("following_accounts.csv").decode().splitlines()[0] == \
        "Account address,Show boosts,Notify on new posts,Languages"
    newest = json.loads(archive.read("posts.json"))[0]
    assert newest["text"] == "<i>With a picture"
    assert newest["media_attachments"][0]["description"] == '<b>"Two" halves'
    assert newest["media_attachments"][0]["file"] in names
    page = archive.read("index.html").decode()
    assert set(re.findall(r'src="([^"]*)"', page)) <= set(names) and "<i>" not in page
    archive.extractall(tmp_path)
    own.browser.driver.get(f"file://{tmp_path}/index.html")
    own.browser.until(
        "const images = [...document.images]; images.forEach((image) => { image.loading = 'eager'; });"
        "return images.length > 0 && images.every((image) => image.naturalWidth > 0)", "the pictures show without a server")
    assert own.browser.js("return document.querySelector('article .text').textContent") == "<i>With a picture"


def downloads(own):
    """Returns the status of each download that the browser has finished."""
    return [request.status for request in list(own.site.requests) if request.path.startswith("/export/") and request.status]


def export(own):
    """Downloads the export as a browser does; `None` while another one runs."""
    try:
        ticket = own.member.request(own.site.upstream, "POST", "/api/swiftlet/v1/export")["ticket"]
    except urllib.error.HTTPError as error:
        assert error.code == 429
        return None
    address = f"http://127.0.0.1:{own.site.upstream.port}/export/{ticket}"
    with urllib.request.urlopen(address, timeout=60) as answer:
        assert answer.headers["Content-Disposition"].startswith("attachment; ")
        return answer.read()


def fill(own, form, *values):
    own.browser.js("""
        const [form, ...values] = arguments;
        const screen = [...document.querySelectorAll('.screen')].at(-1);
        const fields = screen.querySelectorAll(`[data-submit=${form}] input[type=password]`);
        fields.forEach((field, index) => { field.value = values[index]; });
        screen.querySelector(`[data-submit=${form}] .primary`).click();
    """, form, *values)


@pytest.mark.parametrize("language, wrong, short", [
    ("el", "Ο τρέχων κωδικός δεν είναι σωστός.", "Ο κωδικός χρειάζεται τουλάχιστον 8 χαρακτήρες."),
    ("ar", "كلمة المرور الحالية غير صحيحة.", "يجب أن تتكوّن كلمة المرور من 8 أحرف على الأقل.")])
def test_NEW_13_a_refusal_of_the_server_is_told_in_the_members_language(member, own_community, language, wrong, short):
    sign_in(f"http://127.0.0.1:{own_community.port}", "gus_next_door")
    member.browser.expect_errors("403", "422")
    member.sign_in("gus_next_door")
    member.browser.js("document.cookie = `language=${arguments[0]}; path=/`", language)
    member.open("/account")
    member.until("!!screen.querySelector('.place')")
    own = Own(member, None)
    for current, new, text in [("wrong horse", "a better horse", wrong), (PASSWORD, "short", short)]:
        fill(own, "password", current, new)
        member.until(f"screen.querySelector('[data-submit=password] .problem')?.textContent === {json.dumps(text)}")


def test_NEW_13_the_password_is_changed_and_the_account_deleted(member, own_community):
    """Runs on a server of the test's own, with a client that is signed in as well."""
    sign_in(f"http://127.0.0.1:{own_community.port}", "gus_next_door")
    member.browser.expect_errors("403", "401")
    member.sign_in("gus_next_door")
    member.open("/account")
    member.until("screen.querySelectorAll('.place').length >= 2")
    own = Own(member, None)
    fill(own, "password", "wrong horse", "a better horse")
    member.until("screen.querySelector('[data-submit=password] .problem')?.textContent.includes('wrong')")
    fill(own, "password", PASSWORD, "a better horse")
    member.until("screen.querySelector('[data-submit=password] .help')?.textContent.includes('changed')")
    member.until("screen.querySelectorAll('.place').length === 1")
    messages = member.value("[...screen.querySelectorAll('[role=alert]')].map((one) => one.textContent)")
    assert len(messages) == 1 and not member.value("!!document.querySelector('.toast')"), "NEW_22: one message, and it is right"
    member.browser.tap("[data-tap=remove]")
    member.until("!!screen.querySelector('[data-submit=removal]')")
    fill(own, "removal", PASSWORD)
    member.until("!!screen.querySelector('[data-submit=removal] .problem')")
    fill(own, "removal", "a better horse")
    member.until("location.pathname === '/me' && !screen.querySelector('.card')")
    member.until("screen.matches('.welcome')")
    member.until("document.querySelector('.toast')?.textContent.includes('deleted')")
    assert member.browser.js("return Object.keys(localStorage).filter((key) => key.includes('session '))") == []
