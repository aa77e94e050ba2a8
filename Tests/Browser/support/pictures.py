"""Generated pictures and posts."""
import random
import struct
import zlib

from .origins import Answer


def png(width, height, colour=(90, 140, 200)):
    """Returns a picture of one colour, with a darker diagonal that makes stretching visible."""
    dark = bytes(value // 2 for value in colour)
    rows = b"".join(
        b"\0" + b"".join(dark if x * height // width == y else bytes(colour) for x in range(width)) for y in range(height))
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b""))


def bands(width, height, *colours):
    """Returns a picture of bands of one colour each, one below the other."""
    rows = b"".join(b"\0" + bytes(colours[y * len(colours) // height]) * width for y in range(height))
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b""))


def grain(width, height, depth):
    """Returns a noisy grey picture as from a camera in low light: no pixel deviates from the mean by more than the
    limit."""
    values = random.Random(1)
    near = bytes(max(0, min(255, 128 + round((number - 127.5) * depth / 127.5))) for number in range(256))
    rows = b"".join(b"\0" + values.randbytes(width).translate(near) for _ in range(height))
    return (
        b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
        + _chunk(b"IDAT", zlib.compress(rows, 1)) + _chunk(b"IEND", b""))


def _chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def picture(width=120, height=90, colour=(90, 140, 200), **headers):
    return Answer(png(width, height, colour), type="image/png", headers=headers)


def png_size(data):
    return struct.unpack(">II", data[16:24])


def person(nick="Ann", username="ann", avatar=""):
    return {"username": username, "nick": nick, "avatar": avatar}


def post(text=None, images=(), comments=(), sender=None):
    item = {"sender": sender or person(), "comments": [{"content": text, "sender": person("Ben", "ben")} for text in comments]}
    if text is not None:
        item["content"] = text
    if images:
        item["images"] = [{"url": url} for url in images]
    return item
