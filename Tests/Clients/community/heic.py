"""HEIC pictures as phones and cameras make them. `heif-enc` (libheif) encodes them and takes over the metadata of a
JPEG; `exiftool` adds more."""
import pathlib
import struct
import subprocess
import tempfile
import zlib

from .exiftool import changed
from .camera_pictures import LEFT, SECRET, XMP, encoded, exif, image, segment, with_segments

QUARTER_TO_THE_RIGHT = 3
"""Quarter turns counter-clockwise, for `turned`."""


def heif_enc(source, suffix, *options):
    with tempfile.TemporaryDirectory() as folder:
        taken, made = pathlib.Path(folder) / f"taken{suffix}", pathlib.Path(folder) / "made.heic"
        taken.write_bytes(source)
        subprocess.run(["heif-enc", *options, "-o", made, taken], check=True, capture_output=True)
        return made.read_bytes()


def box(kind, payload):
    return struct.pack(">I", len(payload) + 8) + kind + payload


def boxes(data):
    """Returns the consecutive boxes (ISO 14496-12 section 4.2) as pairs of kind and payload."""
    place = 0
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        yield kind, data[place + 8:place + length]
        place += length


def turned(heic, quarters):
    """Returns the picture with a rotation as an image property (ISO 23008-12 section 6.5.10). That property counts;
    the orientation in the EXIF doesn't."""
    meta = heic.index(b"meta") - 4
    before, rest = heic[:meta], list(boxes(heic[meta:]))
    parts = dict(boxes(rest[0][1][4:]))
    properties = dict(boxes(parts[b"iprp"]))
    number = len(list(boxes(properties[b"ipco"]))) + 1
    properties[b"ipco"] += box(b"irot", bytes([quarters]))
    main = struct.unpack(">H", parts[b"pitm"][4:6])[0]
    properties[b"ipma"] = associated(properties[b"ipma"], main, number)
    added = sum(len(payload) + 8 for payload in properties.values()) - len(parts[b"iprp"])
    parts[b"iprp"] = b"".join(box(kind, payload) for kind, payload in properties.items())
    parts[b"iloc"] = moved(parts[b"iloc"], added)
    rest[0] = (b"meta", bytes(4) + b"".join(box(kind, payload) for kind, payload in parts.items()))
    return before + b"".join(box(kind, payload) for kind, payload in rest)


def associated(ipma, item, number):
    """Returns an `ipma` of version 0 with one more one-byte property for an item (ISO 14496-12 section 8.11.14)."""
    [count] = struct.unpack(">I", ipma[4:8])
    place, made = 8, ipma[:8]
    for _ in range(count):
        id, properties = struct.unpack(">HB", ipma[place:place + 3])
        own = ipma[place + 3:place + 3 + properties] + (bytes([0x80 | number]) if id == item else b"")
        made += struct.pack(">HB", id, len(own)) + own
        place += 3 + properties
    return made


def moved(iloc, distance):
    """Returns the `iloc` of a file in which all of its data moves further back (ISO 14496-12 section 8.11.3)."""
    version, count = iloc[0], struct.unpack(">H", iloc[6:8])[0]
    offset_size, length_size, base_size, index_size = iloc[4] >> 4, iloc[4] & 15, iloc[5] >> 4, iloc[5] & 15
    place, made = 8, bytearray(iloc)
    for _ in range(count):
        method = iloc[place + 3] & 15 if version else 0
        place += (6 if version else 4) + base_size
        [extents] = struct.unpack(">H", iloc[place:place + 2])
        place += 2
        for _ in range(extents):
            place += index_size if version else 0
            if method == 0:
                offset = int.from_bytes(iloc[place:place + offset_size], "big") + distance
                made[place:place + offset_size] = offset.to_bytes(offset_size, "big")
            place += offset_size + length_size
    return bytes(made)


def iphone():
    """Apple: big-endian EXIF, a quarter turn, XMP, a thumbnail."""
    jpeg = encoded(image(), "JPEG", quality=95,
                   exif=exif("Apple", "iPhone 17 Pro", b"Apple iOS\0\0\1MM" + SECRET.encode() * 4, True, orientation=6))
    jpeg = with_segments(jpeg, segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + XMP))
    return turned(heif_enc(jpeg, ".jpg", "-t", "16"), QUARTER_TO_THE_RIGHT)


def samsung():
    """Samsung: little-endian EXIF, and its own box after the image (sefd)."""
    jpeg = encoded(image(), "JPEG", exif=exif("samsung", "SM-S948B", b"\7\0\1\0" + SECRET.encode(), False))
    trailer = b"\0\0\x01\x0aImage_UTC_Data" + SECRET.encode() + b"SEFH" + struct.pack("<II", 107, 1) + b"SEFT"
    return heif_enc(jpeg, ".jpg") + box(b"sefd", trailer)


def pixel():
    """Google: a motion photo with a film in a box after the image (mpvd). exiftool writes the location into the XMP,
    too."""
    film = box(b"ftyp", b"mp42\0\0\0\0isommp42") + box(b"moov", box(b"\xa9xyz", SECRET.encode()))
    still = changed(
        heif_enc(encoded(image(), "JPEG"), ".jpg"), ".heic", "-EXIF:Make=Google", "-EXIF:Model=Pixel 11",
        "-EXIF:GPSLatitude=48.858", "-EXIF:GPSLatitudeRef=N", "-EXIF:GPSLongitude=2.2945", "-EXIF:GPSLongitudeRef=E",
        f"-EXIF:GPSAreaInformation={SECRET}", "-XMP:GPSLatitude=48.858", f"-XMP-photoshop:City={SECRET}",
        "-XMP-GCamera:MotionPhoto=1")
    return still + box(b"mpvd", film)


def deep_png(width=60, height=40):
    """Returns the usual picture with 16 bits a channel."""
    row = b"\0" + b"".join(
        struct.pack(">3H", *(value * 257 for value in (LEFT if place < width // 2 else (20, 90, 120))))
        for place in range(width))
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0)), (b"IDAT", zlib.compress(row * height)),
              (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(payload)) + kind + payload + struct.pack(">I", zlib.crc32(kind + payload))
        for kind, payload in chunks)


def canon():
    """A large camera: ten bits a channel, turned, with another file's metadata by exiftool."""
    made = heif_enc(deep_png(), ".png", "-b", "10")
    other = encoded(image(), "JPEG", exif=exif("Canon", "Canon EOS R5", b"Canon" + SECRET.encode(), False))
    with tempfile.NamedTemporaryFile(suffix=".jpg") as file:
        file.write(other)
        file.flush()
        made = changed(made, ".heic", "-TagsFromFile", file.name, "-all:all", "-unsafe", f"-XMP:Location={SECRET}")
    return turned(made, QUARTER_TO_THE_RIGHT)


CAMERAS = {"heic-iphone": iphone, "heic-samsung": samsung, "heic-pixel": pixel, "heic-canon": canon}
