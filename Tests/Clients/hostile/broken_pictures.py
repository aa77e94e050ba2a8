"""Files that claim to be pictures."""
import random
import struct
import zlib

from PIL import Image

from community import camera_pictures, heic
from community.camera_pictures import encoded, image

SIZES = [0, 1, 2, 255, 257, 9_999, 16_383, 65_535, 1 << 24, (1 << 31) - 1, 1 << 31, (1 << 32) - 1]
FRONT = 16
"""The number of bytes by which the server recognizes a format."""


def originals():
    """Returns valid pictures of every kind that the formats have, by format."""
    moving = [image() for _ in range(3)]
    frames = {"save_all": True, "append_images": moving[1:], "duration": 100}
    clear = image().convert("RGBA")
    clear.putalpha(100)
    return {
        "jpeg": [*(make() for make in camera_pictures.CAMERAS.values()), encoded(image(), "JPEG", progressive=True),
                 encoded(image().convert("L"), "JPEG"), encoded(image().convert("CMYK"), "JPEG"),
                 encoded(image(), "JPEG", restart_marker_rows=1, subsampling=0)],
        "png": [camera_pictures.png(), encoded(clear, "PNG"), encoded(image().convert("P"), "PNG", transparency=1), heic.deep_png(),
                encoded(image().convert("1"), "PNG"), encoded(image(), "PNG", icc_profile=bytes(3000)),
                encoded(moving[0], "PNG", **frames)],
        "webp": [camera_pictures.webp(), encoded(clear, "WEBP"), encoded(image(), "WEBP", lossless=True),
                 encoded(moving[0], "WEBP", **frames)],
        "gif": [camera_pictures.gif(), encoded(image().convert("P"), "GIF", interlace=1), encoded(clear, "GIF")],
        "avif": [camera_pictures.avif(), encoded(clear, "AVIF"), encoded(moving[0], "AVIF", **frames)],
        "heic": [make() for make in heic.CAMERAS.values()],
    }


def png_chunks(file):
    """Returns pairs of kind and payload, as far as they can be read."""
    place = 8
    while place + 12 <= len(file):
        length, kind = struct.unpack(">I4s", file[place:place + 8])
        yield kind, bytes(file[place + 8:place + 8 + length])
        place += 12 + length


def png_of(chunks):
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(payload)) + kind + payload + struct.pack(">I", zlib.crc32(kind + payload))
        for kind, payload in chunks)


def bombs():
    """Returns small files that decode to large pictures."""
    def plain(width, height):
        lines = zlib.compress(bytes((width // 8 + 1) * height), 9)
        return [(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)), (b"IDAT", lines), (b"IEND", b"")]

    def with_chunk(kind, payload):
        chunks = list(png_chunks(camera_pictures.png()))
        return png_of(chunks[:1] + [(kind, payload)] + chunks[1:])

    zeros = zlib.compress(bytes(100_000_000), 9)
    black = Image.new("P", (2_000, 2_000))
    return {
        "144 million pixels in a PNG": png_of(plain(12_000, 12_000)),
        "90 million pixels in a PNG": png_of(plain(9_600, 9_400)),
        "a PNG of one line": png_of(plain(1_000_000, 1)),
        "a PNG of one column": png_of(plain(8, 1_000_000)),
        "100 MB of colour profile": with_chunk(b"iCCP", b"a\0\0" + zeros),
        "100 MB of text": with_chunk(b"zTXt", b"Comment\0\0" + zeros),
        "100 MB of XMP": with_chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + zeros),
        "a long line of which libvips wrote over the end": encoded(
            Image.new("RGBA", (30_000, 300), (200, 40, 40, 100)), "PNG"),
        "a GIF of 60 large frames": encoded(
            black, "GIF", save_all=True, append_images=[Image.new("P", (2_000, 2_000), shade) for shade in range(1, 60)]),
        "a JPEG that says it is large": sized(encoded(image(), "JPEG"), "jpeg", 65_500),
        "10,000 scans in a JPEG": scans(10_000),
    }


def scans(count):
    """Returns a progressive JPEG with `count` further scans."""
    file = encoded(Image.new("L", (2_000, 2_000)), "JPEG", progressive=True)
    place = file.rindex(b"\xff\xda")
    return file[:place] + file[place:-2] * count + file[-2:]


def sized(file, kind, size):
    """Returns the file with another width and height where its format stores them, if that place is found."""
    file = bytearray(file)
    if kind == "jpeg":
        for marker in (b"\xff\xc0", b"\xff\xc2"):
            if (place := file.find(marker)) > 0:
                file[place + 5:place + 9] = struct.pack(">HH", size & 0xFFFF, size & 0xFFFF)
    elif kind == "png":
        file[16:24] = struct.pack(">II", size, size)
    elif kind == "gif":
        file[6:10] = struct.pack("<HH", size & 0xFFFF, size & 0xFFFF)
    elif kind == "webp":
        if (place := file.find(b"VP8X")) > 0:
            file[place + 12:place + 18] = struct.pack("<I", size & 0xFFFFFF)[:3] * 2
        elif (place := file.find(b"VP8 ")) > 0:
            file[place + 14:place + 18] = struct.pack("<HH", size & 0xFFFF, size & 0xFFFF)
    elif (place := file.find(b"ispe")) > 0:
        file[place + 8:place + 16] = struct.pack(">II", size, size)
    return file


def lengthened(file, kind, chance, size):
    """Returns the file with a wrong length in one of its parts."""
    file = bytearray(file)
    markers = {"jpeg": [b"\xff\xe0", b"\xff\xe1", b"\xff\xe2", b"\xff\xdb", b"\xff\xc4", b"\xff\xda", b"\xff\xc0"],
               "png": [b"IHDR", b"PLTE", b"IDAT", b"iTXt", b"tEXt", b"eXIf", b"iCCP"],
               "webp": [b"RIFF", b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANMF", b"EXIF", b"XMP "],
               "gif": [b"!\xf9", b"!\xfe", b"!\xff", b","]}.get(
                   kind, [b"meta", b"iloc", b"iinf", b"ipco", b"ipma", b"iref", b"ispe", b"hvcC", b"av1C", b"mdat", b"irot"])
    present = [marker for marker in markers if marker in file]
    if not present:
        return file
    place = file.index(chance.choice(present))
    match kind:
        case "jpeg": file[place + 2:place + 4] = struct.pack(">H", size & 0xFFFF)
        case "png": file[place - 4:place] = struct.pack(">I", size)
        case "webp": file[place + 4:place + 8] = struct.pack("<I", size)
        case "gif": file[place + 2:place + 3] = bytes([size & 0xFF])
        case _: file[place - 4:place] = struct.pack(">I", size)
    return file


def other(files, kind, chance):
    """Returns another picture, mostly of the same format."""
    return chance.choice(files[kind if chance.random() < 0.7 else chance.choice(list(files))])


def mutated(files, kind, chance):
    """Returns a description of the mutation and the mutated picture."""
    file = bytearray(chance.choice(files[kind]))
    place, size = chance.randrange(len(file)), chance.choice(SIZES)
    way = chance.choice(["cut off", "bits", "bytes", "spliced", "cut out", "doubled", "sized", "lengthened", "fronted"])
    match way:
        case "cut off": del file[place:]
        case "bits":
            for _ in range(chance.randrange(1, 30)):
                file[chance.randrange(len(file))] ^= 1 << chance.randrange(8)
        case "bytes":
            for _ in range(chance.randrange(1, 12)):
                start = chance.randrange(len(file))
                file[start:start + 4] = chance.choice([b"\xff" * 4, bytes(4), b"\x7f\xff\xff\xff", b"\x80\0\0\0"])
        case "spliced":
            second = other(files, kind, chance)
            file[place:] = second[chance.randrange(len(second)):]
        case "cut out": del file[place:place + chance.randrange(200)]
        case "doubled": file[place:place] = file[place:place + chance.randrange(2_000)] * chance.randrange(1, 20)
        case "sized": file = sized(file, kind, size)
        case "lengthened": file = lengthened(file, kind, chance, size)
        case "fronted": file[:FRONT] = other(files, chance.choice(list(files)), chance)[:FRONT]
    if kind == "png" and chance.random() < 0.5:
        # With correct checksums a decoder reads on.
        file = png_of(png_chunks(file))
    return way, bytes(file)


def case(files, seed, number):
    """Returns the format, the mutation and the file; deterministic for the same files, seed and number."""
    chance = random.Random(f"{seed} {number}")
    kind = chance.choice(list(files))
    return kind, *mutated(files, kind, chance)
