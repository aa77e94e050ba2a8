"""NEW_07 and NEW_13: pictures through Mastodon.py and toot, as cameras make them and as attackers do."""
import concurrent.futures
import contextlib
import http.client
import io
import os
import pathlib
import time

import pytest
from mastodon import MastodonAPIError
from PIL import Image

from community import camera_pictures, heic
from community.cutting import Cutter, Way
from community.database import reading, row_counts
from community.exiftool import changed, metadata
from community.member import Client, Member, request
from support.origins import until
from support.server import Swiftlet


def served(url):
    connection = http.client.HTTPConnection("127.0.0.1", int(url.split(":")[2].split("/")[0]), timeout=60)
    connection.request("GET", "/" + url.split("/", 3)[3])
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def upload(member, bytes, **words):
    return member.mastodon.media_post(io.BytesIO(bytes), mime_type="image/jpeg", synchronous=True, **words)


def scratch(server):
    """Returns the content of the folders for unfinished uploads."""
    return [path for name in ("tmp", "incoming") for path in (server.data / "media" / name).rglob("*") if path.is_file()]


def test_NEW_07_mastodon_py_posts_described_pictures(ada, bob):
    first = upload(ada, camera_pictures.iphone(), description="A red half", focus=(-0.5, 0.25))
    second = upload(ada, camera_pictures.png())
    assert (first.type, first.description, first.meta.focus.x, first.meta.focus.y) == ("image", "A red half", -0.5, 0.25)
    changed = ada.mastodon.media_update(second.id, description="Described later", focus=(1, -1))
    assert changed.description == "Described later" and ada.mastodon.media(second.id).meta.focus.y == -1
    posted = ada.mastodon.status_post("Two", media_ids=[second, first], sensitive=True)
    seen = bob.mastodon.status(posted.id)
    assert [media.id for media in seen.media_attachments] == [second.id, first.id]
    assert [media.description for media in seen.media_attachments] == ["Described later", "A red half"]
    assert seen.sensitive
    for media in seen.media_attachments:
        for url in (media.url, media.preview_url):
            answer, body = served(url)
            assert answer.status == 200 and Image.open(io.BytesIO(body)).size[0] > 1
    # Mastodon.py asks only for the pictures whose descriptions change.
    edited = ada.mastodon.status_update(
        posted, "One", media_attributes=[ada.mastodon.generate_media_edit_attributes(first.id, description="Better")])
    assert [(media.id, media.description) for media in edited.media_attachments] == [(first.id, "Better")]
    assert bob.mastodon.status(posted.id).media_attachments[0].description == "Better"
    assert served(seen.media_attachments[1].url)[0].status == 200
    [shown] = bob.mastodon.account_statuses(ada.id, only_media=True)
    assert shown.id == posted.id


def test_NEW_07_a_post_of_pictures_alone_and_its_end(ada):
    media = upload(ada, camera_pictures.pixel())
    posted = ada.mastodon.status_post("", media_ids=[media])
    url = posted.media_attachments[0].url
    assert served(url)[0].status == 200
    request(ada.server, "DELETE", f"/api/v1/statuses/{posted.id}?delete_media=true", ada.token)
    until(lambda: served(url)[0].status == 404, "a picture goes with its post, if its author wants that")


SAID = ["-m", "-GPSLatitude=48.85", "-GPSLatitudeRef=N", "-GPSLongitude=2.29", "-GPSLongitudeRef=E",
        *(f"-{name}={camera_pictures.SECRET}" for name in ("GPSAreaInformation", "XMP-exif:GPSAreaInformation", "IPTC:City", "Comment"))]


def rewritten(name):
    """Returns a camera's file rewritten by exiftool, with a location of its own."""
    return lambda: changed(camera_pictures.CAMERAS[name](), ".jpg", *SAID)


TAKEN = camera_pictures.CAMERAS | camera_pictures.FORMATS | heic.CAMERAS | {f"exiftool-{name}": rewritten(name) for name in camera_pictures.CAMERAS}

TO_THE_TOP, TO_THE_BOTTOM = (20, 15), (20, 45)
"""The centre of the left half after rotation, for 60×40 pixels."""

TURNED = {"iphone": TO_THE_TOP, "nikon": TO_THE_BOTTOM, "exiftool-iphone": TO_THE_TOP, "exiftool-nikon": TO_THE_BOTTOM,
          "heic-iphone": TO_THE_TOP, "heic-canon": TO_THE_TOP}

TECHNICAL = {"JFIF:JFIFVersion", "JFIF:ResolutionUnit", "JFIF:XResolution", "JFIF:YResolution", "RIFF:VP8Version",
             "RIFF:WebP_Flags", "RIFF:HorizontalScale", "RIFF:VerticalScale", "RIFF:ImageWidth", "RIFF:ImageHeight",
             "RIFF:BackgroundColor", "RIFF:AnimationLoopCount", "RIFF:FrameCount", "RIFF:Duration"}
"""Tags that exiftool reports as metadata but that a picture needs to be shown."""


@pytest.mark.parametrize("name", TAKEN)
def test_NEW_07_nothing_that_is_served_says_where_a_picture_was_taken(ada, server, name):
    taken = TAKEN[name]()
    assert camera_pictures.SECRET.encode() in taken or name in ("png", "avif"), "what is looked for is there at first"
    media = upload(ada, taken)
    size, place = ((40, 60), TURNED[name]) if name in TURNED else ((60, 40), (15, 20))
    assert (media.meta.original.width, media.meta.original.height) == size
    folder = server.data / "media" / media.url.split("/")[4][:2] / media.url.split("/")[4]
    files = sorted(folder.iterdir())
    assert {"original.jpg", "picture.json", "w360.webp"} <= {file.name for file in files}
    for file in files:
        bytes = file.read_bytes()
        for trace in (camera_pictures.SECRET, "Exif", "EXIF", "ns.adobe.com", "8BIM", "Photoshop", "Apple", "NIKON", "Canon",
                      "SEFT", "moov", "MPF", "ICCP", "2026:11:21", "XMP "):
            assert trace.encode() not in bytes, f"{file.name}: {trace}"
        if file.suffix in (".jpg", ".webp"):
            shown = Image.open(io.BytesIO(bytes))
            assert dict(shown.getexif()) == {} and "xmp" not in shown.info and "comment" not in shown.info
            assert metadata(file) <= TECHNICAL
    upright = Image.open(folder / "original.jpg").convert("RGB")
    assert upright.size == size
    assert all(abs(seen - meant) < 40 for seen, meant in zip(upright.getpixel(place), camera_pictures.LEFT)), "it is upright"
    assert scratch(server) == [], "what came in is not kept"


def test_NEW_07_what_moves_keeps_moving(ada):
    media = upload(ada, camera_pictures.gif(frames=4))
    moving = Image.open(io.BytesIO(served(media.url)[1]))
    assert (moving.format, moving.n_frames) == ("WEBP", 4)
    still = Image.open(io.BytesIO(served(media.preview_url)[1]))
    assert getattr(still, "n_frames", 1) == 1


def test_NEW_07_a_film_is_refused_in_words(ada):
    with pytest.raises(MastodonAPIError) as refused:
        upload(ada, b"\0\0\0\x20ftypisom\0\0\2\0isomiso2avc1mp41" + bytes(500))
    assert refused.value.args[1] == 422 and "JPEG, PNG, WebP, GIF, HEIC or AVIF" in refused.value.args[3]


def test_NEW_07_the_instance_says_what_it_takes(ada):
    second, first = ada.mastodon.instance_v2().configuration, ada.mastodon.instance_v1().configuration
    assert second.statuses.max_media_attachments == first.statuses.max_media_attachments == 9
    assert second.media_attachments.image_size_limit == first.media_attachments.image_size_limit == 20_000_000
    assert {"image/jpeg", "image/png", "image/gif", "image/webp", "image/heic", "image/avif"} <= set(
        second.media_attachments.supported_mime_types)


def test_NEW_13_mastodon_py_changes_picture_and_cover(ada, bob):
    before = bob.mastodon.account(ada.id)
    changed = ada.mastodon.account_update_credentials(
        avatar=camera_pictures.iphone(), avatar_mime_type="image/jpeg", header=camera_pictures.png(), header_mime_type="image/png",
        display_name="Ada of the pictures")
    seen = bob.mastodon.account(ada.id)
    assert seen.avatar == changed.avatar != before.avatar and seen.header == changed.header != before.header
    for url in (seen.avatar, seen.header):
        answer, body = served(url)
        assert answer.status == 200 and camera_pictures.SECRET.encode() not in body
    for name in ("avatar", "header"):
        answer = ada.request("DELETE", f"/api/v1/profile/{name}")
        assert answer.status_code == 200 and answer.json()[name] == before[name]
    assert bob.mastodon.account(ada.id).avatar == before.avatar


def bands(width, height, format="PNG"):
    """Returns a picture of three bands, one below the other: red, green and blue."""
    made = Image.new("RGB", (width, height), (0, 0, 200))
    made.paste((0, 200, 0), (0, 0, width, height * 2 // 3))
    made.paste((200, 0, 0), (0, 0, width, height // 3))
    return camera_pictures.encoded(made, format)


def is_near(picture, place, colour):
    return all(abs(a - b) < 40 for a, b in zip(picture.convert("RGB").getpixel(place), colour))


def test_NEW_22_other_clients_get_the_banner_of_a_cover_and_moments_the_whole(ada, bob):
    ada.mastodon.account_update_credentials(header=bands(900, 900), header_mime_type="image/png")
    seen = bob.mastodon.account(ada.id)
    assert seen.header == seen.header_static
    answer, body = served(seen.header)
    banner = Image.open(io.BytesIO(body))
    assert answer.status == 200 and answer.getheader("Content-Type") == "image/jpeg"
    assert banner.format == "JPEG" and banner.size == (900, 300)
    assert all(is_near(banner, place, (0, 200, 0)) for place in [(5, 5), (894, 5), (450, 150), (5, 294), (894, 294)])
    # Clients of Twitter append a size.
    assert served(seen.header + "/1500x500")[1] == body
    page = bob.request("GET", f"/user/{seen.username}").json()
    assert all(size["width"] == size["height"] for size in page["profile_image_sizes"]) and page["profile_image_sizes"]
    whole = Image.open(io.BytesIO(served(page["profile-image"])[1]))
    assert whole.size == (900, 900)
    assert is_near(whole, (450, 100), (200, 0, 0)) and is_near(whole, (450, 450), (0, 200, 0)) and is_near(whole, (450, 800), (0, 0, 200))
    ada.request("DELETE", "/api/v1/profile/header")


@pytest.mark.parametrize("width, height", [(1, 1), (2, 700), (1500, 500), (4000, 40), (40, 4000), (90, 2)])
def test_NEW_22_a_cover_of_any_shape_has_a_banner(ada, width, height):
    for format in ("PNG", "GIF"):
        changed = ada.mastodon.account_update_credentials(
            header=bands(width, height, format), header_mime_type=f"image/{format.lower()}")
        across, down = Image.open(io.BytesIO(served(changed.header)[1])).size
        assert across <= width and down <= height
        assert width < 3 or across == 3 * down == min(3 * height, width // 3 * 3, 1440)
    ada.request("DELETE", "/api/v1/profile/header")


@pytest.mark.parametrize("colour", [(0, 0, 200), (80, 150, 230), (200, 0, 0), (0, 200, 0), (128, 128, 128)])
def test_NEW_07_a_picture_without_a_profile_keeps_its_colours(ada, colour):
    flat = camera_pictures.encoded(Image.new("RGB", (400, 400), colour), "PNG")
    changed = ada.mastodon.account_update_credentials(avatar=flat, avatar_mime_type="image/png")
    shown = Image.open(io.BytesIO(served(changed.avatar)[1])).convert("RGB").getpixel((200, 200))
    assert all(abs(a - b) <= 4 for a, b in zip(shown, colour)), shown


def test_NEW_07_nine_at_once(ada):
    with concurrent.futures.ThreadPoolExecutor(9) as pool:
        media = list(pool.map(lambda _: upload(ada, camera_pictures.nikon()), range(9)))
    posted = ada.mastodon.status_post("Nine", media_ids=media)
    assert [one.id for one in posted.media_attachments] == [one.id for one in media]


@pytest.fixture(scope="module")
def target(tmp_path_factory):
    """A server that accepts anything, with a member who uploads."""
    server = Swiftlet(tmp_path_factory.mktemp("pictures") / "data", options=["--no-rate-limits"])
    yield Member.added(server, Client(server), "ada")
    server.stop()


def form(bytes):
    head = b'--limit\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
    return head + bytes + b"\r\n--limit--\r\n"


def settled(server, seconds=60):
    """Waits until no upload is unfinished."""
    end = time.monotonic() + seconds
    while scratch(server) and time.monotonic() < end:
        time.sleep(0.1)
    return scratch(server) == []


def head(target, body, key=None):
    line = f"Idempotency-Key: {key}\r\n" if key else ""
    return (f"POST /api/v2/media HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {target.token}\r\n"
            f"Content-Type: multipart/form-data; boundary=limit\r\nContent-Length: {len(body)}\r\n{line}"
            "Connection: close\r\n\r\n").encode()


def state(target):
    """Returns the server's state: picture files, rows, unfinished uploads, and the number of open descriptors."""
    # Folders may be deleted during the walk.
    files = {pathlib.Path(folder, name) for folder, _, names in os.walk(target.server.data / "media") for name in names}
    with reading(target.server.data) as database:
        rows = row_counts(database)
        [half] = database.execute("SELECT count(*) FROM uploads WHERE media IS NULL").fetchone()
    return files, rows, half, descriptors(target.server.process.pid)


def descriptors(process):
    """Returns the number of a process's open descriptors, without those of the database: its readers come and go."""
    targets = []
    for file in pathlib.Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            targets.append(os.readlink(file))
    return sum("swiftlet.sqlite" not in target for target in targets)


def quiet(target):
    """Returns the state once the files of deleted pictures are gone."""
    def is_quiet():
        now = state(target)
        return now if len({file.parent for file in now[0]}) == now[1]["media"] and not now[1]["discarded_pictures"] else None
    return until(is_quiet, "files and rows agree")


def until_as(target, before):
    """Waits for the earlier state. Connections end a moment later, so only more descriptors count as a difference."""
    end = time.monotonic() + 60
    while (now := state(target))[:3] != before[:3] or now[3] > before[3]:
        assert time.monotonic() < end, f"{now} is not {before}"
        time.sleep(0.05)


def bring(target, file):
    """Uploads a file completely and returns its id."""
    answer = request(target.server, "POST", "/api/v2/media", target.token, data=form(file),
                     headers={"Content-Type": "multipart/form-data; boundary=limit"})
    assert answer.status_code in (200, 202), answer.text
    id = answer.json()["id"]
    until(lambda: request(target.server, "GET", f"/api/v1/media/{id}", target.token).status_code == 200, "it is made", 60)
    return id


def take_away(target, id):
    assert request(target.server, "DELETE", f"/api/v1/media/{id}", target.token).status_code == 200


@pytest.fixture
def cutter(target):
    cutter = Cutter(target.server.port)
    yield cutter
    cutter.close()


@pytest.mark.parametrize("way", Way)
def test_NEW_07_an_upload_cut_off_at_any_byte_leaves_nothing(target, cutter, way):
    """Cuts at every byte of head and body. A larger picture, which is partly on the disk by then, is cut at fewer
    offsets."""
    small, large = camera_pictures.picture(), camera_pictures.picture() + bytes(700_000)
    take_away(target, bring(target, small))
    before = quiet(target)
    for file, places in ((small, None), (large, 40)):
        sent = head(target, form(file)) + form(file)
        for length in range(0, len(sent), len(sent) // places if places else 1):
            assert cutter.exchange(sent, up=length, way=way) == b""
    until_as(target, before)
    take_away(target, bring(target, small))
    until_as(target, before)


@pytest.mark.parametrize("way", Way)
def test_NEW_07_an_upload_whose_answer_is_cut_off_is_whole_or_not_there(target, cutter, way):
    """The server can't know that its response was lost. The accepted upload is complete, and is deleted after a day.
    """
    file = camera_pictures.picture()
    take_away(target, bring(target, file))
    before = quiet(target)
    sent = head(target, form(file)) + form(file)
    answer = cutter.exchange(sent)
    assert answer.split(b" ", 2)[1] in (b"200", b"202"), answer
    for length in range(0, len(answer), max(1, len(answer) // 60)):
        came = cutter.exchange(sent, down=length, way=way)
        assert len(came) <= length
    until(lambda: state(target)[2] == 0, "nothing is half done")
    with reading(target.server.data) as database:
        ids = [id for id, in database.execute("SELECT id FROM uploads")]
    for id in ids:
        assert request(target.server, "GET", f"/api/v1/media/{id}", target.token).status_code == 200
        take_away(target, id)
    until_as(target, before)
    take_away(target, bring(target, file))


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_NEW_07_an_upload_tried_again_after_its_answer_was_lost_is_stored_once(target, cutter, version):
    before = quiet(target)
    body = form(camera_pictures.picture())
    sent = head(target, body, f"lost-{version}").replace(b"/api/v2/", f"/api/{version}/".encode()) + body
    for length in (0, 1, 30, 200):
        cutter.exchange(sent, down=length, way=Way.RESET)
    answer = cutter.exchange(sent)
    assert answer.split(b" ", 2)[1] in (b"200", b"202"), answer
    until(lambda: state(target)[2] == 0, "nothing is half done")
    with reading(target.server.data) as database:
        [id] = [id for id, in database.execute("SELECT id FROM uploads")]
    assert str(id).encode() in answer
    take_away(target, id)
    until_as(target, before)


def test_NEW_07_what_is_too_large_is_refused_before_it_is_all_sent(target):
    bytes = camera_pictures.iphone() + b"x" * 21_000_000
    try:
        answer = request(target.server, "POST", "/api/v2/media", target.token, data=form(bytes),
                         headers={"Content-Type": "multipart/form-data; boundary=limit"})
        assert answer.status_code == 413 and "20 MB" in answer.json()["error"]
    except OSError:
        pass  # The server may close the connection while the body is being sent.
    assert settled(target.server)
    assert target.mastodon.me().username == "ada"


def test_NEW_07_a_picture_survives_a_kill_as_soon_as_it_is_acknowledged(tmp_path):
    server = Swiftlet(tmp_path / "data", options=["--no-rate-limits"])
    ada = Member.added(server, Client(server), "ada")
    ids = []
    for _ in range(4):
        answer = request(server, "POST", "/api/v2/media", ada.token, data=form(camera_pictures.samsung()),
                         headers={"Content-Type": "multipart/form-data; boundary=limit"})
        assert answer.status_code in (200, 202)
        ids.append(answer.json()["id"])
    server.kill()
    again = Swiftlet(server.data, options=["--no-rate-limits"])
    for _ in range(600):
        statuses = [request(again, "GET", f"/api/v1/media/{id}", ada.token).status_code for id in ids]
        if statuses == [200] * 4:
            break
        time.sleep(0.1)
    assert statuses == [200] * 4
    posted = request(again, "POST", "/api/v1/statuses", ada.token, json={"media_ids": ids})
    assert posted.status_code == 200 and len(posted.json()["media_attachments"]) == 4
    again.stop()
