"""Pictures as phones and cameras make them, as files and in the requests that upload them."""
import base64
import email
import pathlib
import struct
import subprocess

from .origins import PICTURE_PATIENCE
from .pictures import png

DEMO = pathlib.Path(__file__).parents[3] / "Demo/pictures"
PICKER = "input[type=file][multiple]"

GIF = (
    b"GIF89a\x02\x00\x02\x00\x80\x00\x00\xff\x00\x00\x00\x00\xff!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    + b"".join(b"!\xf9\x04\x00\x0a\x00\x00\x00,\x00\x00\x00\x00\x02\x00\x02\x00\x00\x02\x02" + frame + b"\x00" for frame in (b"\x84Q", b"\x0c\n"))
    + b";")
MOVING_WEBP = base64.b64decode(
    "UklGRoQAAABXRUJQVlA4WAoAAAACAAAAAQAAAQAAQU5JTQYAAAAAAAAAAABBTk1GKAAAAAAAAAAAAAEAAAEAAGQAAAJWUDhMDwAAAC8BQAAABxD9"
    "j/4HIqL/AQBBTk1GKAAAAAAAAAAAAAEAAAEAAGQAAABWUDhMDwAAAC8BQAAABxDR//4HIqL/AQA=")
"""Animations of two frames each."""


def turned_photo(name="sea-2"):
    """Returns a photo that a phone took upright: its pixels lie on their side, and its metadata has the orientation
    and the location."""
    jpeg = (DEMO / f"{name}.jpg").read_bytes()
    gps = struct.pack("<H", 2) + entry(1, 2, 2, b"N\0\0\0") + entry(2, 5, 3, struct.pack("<I", 92)) + struct.pack("<I", 0)
    tags = struct.pack("<H", 2) + entry(0x0112, 3, 1, struct.pack("<HH", 6, 0)) + entry(0x8825, 4, 1, struct.pack("<I", 38))
    tiff = b"II*\0" + struct.pack("<I", 8) + tags + struct.pack("<I", 0) + gps
    exif = b"Exif\0\0" + tiff.ljust(92, b"\0") + struct.pack("<6I", 48, 1, 51, 1, 30, 1) + b"SECRET PLACE"
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


def entry(tag, type, count, value):
    return struct.pack("<HHI", tag, type, count) + value


def heif(folder, name, *options):
    """Returns a HEIC file, as phones save photos, or with `-A` an AVIF file, made by libheif's encoder."""
    source, made = folder / "source.png", folder / name
    source.write_bytes(png(300, 200, (200, 40, 40)))
    subprocess.run(["heif-enc", *options, "-o", made, source], check=True, capture_output=True)
    return made.read_bytes()


def jpeg_size(data):
    """Returns width and height from the start of the frame."""
    place = 2
    while place < len(data):
        marker, length = data[place + 1], struct.unpack(">H", data[place + 2:place + 4])[0]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[place + 5:place + 9])
            return width, height
        place += 2 + length
    raise ValueError("no JPEG")


def form(request):
    """Returns the fields of a multipart form, by name."""
    kind = request.headers.get("Content-Type") or request.headers.get("content-type")
    message = email.message_from_bytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + request.body)
    return {part.get_param("name", header="content-disposition"): part.get_payload(decode=True) for part in message.get_payload()}


class Photos:
    """Files on the device's disk, and the app's file picker."""

    def __init__(self, composing, folder):
        self.composing = composing
        self.folder = folder

    def file(self, name, data):
        path = self.folder / name
        path.write_bytes(data)
        return str(path)

    def plain(self, *colours):
        return [self.file(f"{index}.png", png(90, 60, colour)) for index, colour in enumerate(colours)]

    def choose(self, *paths):
        """Chooses files as the device's own picker does."""
        browser = self.composing.browser
        browser.driver.find_element("css selector", PICKER).send_keys("\n".join(paths))

    def until_shown(self, count):
        """Waits until the pictures show, read from the device."""
        self.composing.moments.until(
            "[...screen.querySelectorAll('.tile .picture')].filter((image) => image.dataset.state === 'shown').length"
            f" === {count}")

    def until_uploaded(self, count):
        self.composing.moments.until(
            f"screen.querySelectorAll('.tile .alt').length === {count} && !screen.querySelector('.tile progress, .tile .spokes')",
            seconds=PICTURE_PATIENCE)

    def uploads(self):
        return [form(r) for r in list(self.composing.site.requests) if r.method == "POST" and r.path == "/api/v2/media"]

    def kept(self):
        """Returns the ids of the pictures that the device stores."""
        return self.composing.browser.js_async("""new Promise((done) => {
          const request = indexedDB.open("swiftlet");
          request.onupgradeneeded = () => request.transaction.abort(); // the app has to make it
          request.onerror = () => done([]);
          request.onsuccess = () => {
            const all = request.result.transaction("pictures").objectStore("pictures").getAllKeys();
            all.onsuccess = () => { request.result.close(); done(all.result); };
          };
        })""")
