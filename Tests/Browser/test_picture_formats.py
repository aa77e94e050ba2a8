"""NEW_07: pictures that the device can't read or make smaller."""
import base64
import struct
import subprocess
import zlib

import pytest

from support.fixtures import community, composing, photos
from support.photos import heif, jpeg_size, turned_photo
from support.pictures import png

READS_PIXELS = True

PASTED = """
const transfer = new DataTransfer();
const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
transfer.items.add(new File([bytes], arguments[1], { type: arguments[2] }));
document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }));
"""


@pytest.mark.parametrize("way", ["chosen", "pasted"])
@pytest.mark.parametrize("name, options", [("photo.heic", []), ("photo.avif", ["-A"])])
def test_NEW_07_heic_and_avif_are_posted_whether_or_not_the_device_can_read_them(composing, photos, name, options, way):
    """Unreadable pictures are sent without their metadata, and the server converts them."""
    composing.open()
    composing.browser.expect_errors("ERR_FILE_NOT_FOUND")
    text = composing.unique(f"{name} {way}")
    composing.write(text)
    file = heif(photos.folder, name, *options)
    if way == "chosen":
        photos.choose(photos.file(name, file))
    else:
        kind = "" if name.endswith("heic") else "image/avif"  # some systems don't know what it is
        composing.browser.js(PASTED, base64.b64encode(file).decode(), name, kind)
    photos.until_uploaded(1)
    [upload] = photos.uploads()
    assert len(upload["file"]) == len(file) or jpeg_size(upload["file"]) == (300, 200)
    composing.send()
    [picture] = composing.posted(text)["media_attachments"]
    assert (picture["meta"]["original"]["width"], picture["meta"]["original"]["height"]) == (300, 200)


def without_canvas(browser):
    """Simulates browsers that prevent fingerprinting or are out of memory."""
    browser.js("""
      window.Worker = undefined;
      HTMLCanvasElement.prototype.getContext = () => { throw new Error("No canvas."); };""")


def with_chunk(image, kind, data):
    """Returns a PNG with one more chunk after its header."""
    chunk = struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return image[:33] + chunk + image[33:]


def turned_heif(folder, name, *options):
    """Returns a file encoded from a photo that has a location."""
    source, made = folder / "turned-source.jpg", folder / name
    source.write_bytes(turned_photo())
    subprocess.run(["heif-enc", *options, "-o", made, source], check=True, capture_output=True)
    return made.read_bytes()


def test_NEW_07_what_cant_be_made_smaller_goes_without_its_place(composing, photos):
    """The unchanged file would reveal the location."""
    composing.open()
    composing.browser.expect_errors("ERR_FILE_NOT_FOUND")
    text = composing.unique("No canvas")
    composing.write(text)
    without_canvas(composing.browser)
    turned, (width, height) = turned_photo(), jpeg_size(turned_photo())
    files = {
        "turned.jpg": turned, "words.png": with_chunk(png(90, 60), b"eXIf", b"SECRET PLACE"),
        "photo.heic": turned_heif(photos.folder, "photo.heic"), "photo.avif": turned_heif(photos.folder, "photo.avif", "-A")}
    assert all(b"SECRET" in file for file in files.values())
    photos.choose(*[photos.file(name, file) for name, file in files.items()])
    photos.until_uploaded(4)
    for upload in photos.uploads():
        assert b"SECRET" not in upload["file"]
    composing.send()
    sizes = [(media["meta"]["original"]["width"], media["meta"]["original"]["height"]) for media in composing.posted(text)["media_attachments"]]
    assert sizes[:2] == [(height, width), (90, 60)], "it is turned all the same"
    assert {tuple(sorted(size)) for size in sizes[2:]} == {tuple(sorted((width, height)))}


def test_NEW_07_what_nobody_can_take_the_place_out_of_is_refused(composing, photos):
    composing.open()
    composing.browser.expect_errors("ERR_FILE_NOT_FOUND")
    without_canvas(composing.browser)
    photos.choose(photos.file("unknown.tiff", b"II*\0SECRET PLACE"), photos.file("cut.jpg", turned_photo()[:3000]))
    composing.moments.until("screen.querySelectorAll('.tile .problem').length === 2")
    assert composing.moments.texts(".chosen > .problem")[:2] == ["Picture 1 of 2: Can’t be read", "Picture 2 of 2: Can’t be read"]
    assert photos.uploads() == [] and not composing.can_send


def test_NEW_07_a_broken_heic_says_so_and_goes_nowhere(composing, photos):
    composing.open()
    composing.browser.expect_errors("ERR_FILE_NOT_FOUND")
    text = composing.unique("Beside a broken one")
    composing.write(text)
    broken = heif(photos.folder, "whole.heic")[:600]
    photos.choose(photos.file("broken.heic", broken), *photos.plain((9, 90, 9)))
    composing.moments.until("screen.querySelectorAll('.tile .problem').length === 1 && screen.querySelectorAll('.tile .alt').length === 1")
    assert not composing.can_send
    composing.browser.tap(".tile:nth-child(1) .remove")
    composing.send()
    assert len(composing.posted(text)["media_attachments"]) == 1 and len(photos.uploads()) == 1
