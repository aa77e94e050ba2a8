"""Pictures as cameras and programs make them."""
import io
import itertools
import struct

from PIL import Image
from PIL.PngImagePlugin import PngInfo

SECRET = "SECRETPLACE"
"""A word that stands wherever a camera records its location."""

LEFT = (200, 40, 40)
"""The colour of the left half of all these pictures before rotation."""

XMP = f"""<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
 exif:GPSLatitude="48,51.5N" exif:GPSLongitude="2,17.7E" exif:GPSAreaInformation="{SECRET}" GCamera:MotionPhoto="1"/>
</rdf:RDF></x:xmpmeta><?xpacket end="w"?>""".encode()

numbers = itertools.count(1)


def image(width=60, height=40, mode="RGB"):
    """Returns an image that differs from all earlier ones."""
    number = next(numbers)
    made = Image.new(mode, (width, height), (number % 251, number // 251 % 251, 120))
    made.paste(LEFT, (0, 0, width // 2, height))
    return made


def encoded(picture, format, **options):
    stream = io.BytesIO()
    picture.save(stream, format, **options)
    return stream.getvalue()


def picture():
    return encoded(image(), "PNG")


def exif(make, model, maker_note, big_endian, orientation=1):
    """Returns EXIF 2.3 with a GPS directory and a maker note."""
    data = Image.Exif()
    data.endian = ">" if big_endian else "<"
    data[0x010F], data[0x0110], data[0x0112] = make, model, orientation
    data[0x0132] = "2026:11:21 10:11:12"
    details = data.get_ifd(0x8769)
    details[0x927C], details[0x9003] = maker_note, "2026:11:21 10:11:12"
    details[0xA430] = SECRET + " owner"
    place = data.get_ifd(0x8825)
    place[1], place[2], place[3], place[4] = "N", (48.0, 51.0, 30.5), "E", (2.0, 17.0, 40.2)
    place[0x1D], place[0x1C] = "2026:11:21", b"ASCII\0\0\0" + SECRET.encode()
    return data.tobytes()


def segment(marker, payload):
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(payload) + 2) + payload


def with_segments(jpeg, *segments):
    """Inserts segments after the start of the image."""
    return jpeg[:2] + b"".join(segments) + jpeg[2:]


def iphone():
    """Apple: big-endian, a quarter turn, XMP, a comment."""
    data = exif("Apple", "iPhone 17 Pro", b"Apple iOS\0\0\1MM" + SECRET.encode() * 4, True, orientation=6)
    return with_segments(encoded(image(), "JPEG", exif=data, comment=SECRET.encode()),
                         segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + XMP))


def samsung():
    """Samsung: the camera's additions follow the end of the image (SEFH … SEFT)."""
    jpeg = encoded(image(), "JPEG", exif=exif("samsung", "SM-S948B", b"\7\0\1\0" + SECRET.encode(), False))
    return jpeg + b"\0\0\x01\x0aImage_UTC_Data" + SECRET.encode() + b"SEFH" + struct.pack("<II", 107, 1) + b"SEFT"


def pixel():
    """Google: a motion photo. The film after the image contains the location."""
    jpeg = encoded(image(), "JPEG", exif=exif("Google", "Pixel 11", b"HDRP\3" + SECRET.encode(), False))
    film = struct.pack(">I", 24) + b"ftypmp42\0\0\0\0isommp42" + struct.pack(">I", 64) + b"moov\xa9xyz" + SECRET.encode()
    return with_segments(jpeg, segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + XMP)) + film


def nikon():
    """A large camera: the EXIF holds a thumbnail with its own EXIF, then IPTC and a second image (MPF)."""
    inner = encoded(image(16, 12), "JPEG", exif=exif("NIKON", "Z 9", b"Nikon\0" + SECRET.encode(), True))
    note = b"Nikon\0\2\x11\0\0MM\0\x2a" + inner
    jpeg = encoded(image(), "JPEG", exif=exif("NIKON CORPORATION", "NIKON Z 9", note, True, orientation=8))
    city = b"\x1c\x02\x5a" + struct.pack(">H", len(SECRET)) + SECRET.encode()
    iptc = b"Photoshop 3.0\x008BIM\x04\x04\0\0" + struct.pack(">I", len(city)) + city + b"\0" * (len(city) % 2)
    return with_segments(jpeg, segment(0xED, iptc), segment(0xE2, b"MPF\0MM\0\x2a\0\0\0\x08")) + inner


def png():
    texts = PngInfo()
    texts.add_text("Comment", SECRET)
    texts.add_itxt("XML:com.adobe.xmp", XMP.decode(), zip=True)
    return encoded(image(mode="RGB"), "PNG", pnginfo=texts, exif=exif("A", "B", SECRET.encode(), True))


def webp():
    return encoded(image(), "WEBP", exif=exif("A", "B", SECRET.encode(), False), xmp=XMP)


def avif():
    return encoded(image(), "AVIF", exif=exif("A", "B", SECRET.encode(), False), xmp=XMP)


def gif(frames=3):
    pictures = [image(mode="RGB").convert("P") for _ in range(frames)]
    return encoded(pictures[0], "GIF", save_all=True, append_images=pictures[1:], duration=100, loop=0,
                   comment=SECRET.encode())


CAMERAS = {"iphone": iphone, "samsung": samsung, "pixel": pixel, "nikon": nikon}
FORMATS = {"png": png, "webp": webp, "avif": avif, "gif": gif}
