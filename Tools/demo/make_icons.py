#!/usr/bin/env python3
"""Draws Swiftlet's icon, a swift seen from below, as SVG and as the PNG sizes that browsers ask for, and the default
pictures of accounts.

    python3 Tools/demo/make_icons.py [--out Web/icons]
"""

import argparse
import math
from pathlib import Path

from PIL import Image, ImageDraw

GREEN = (7, 193, 96)
VIEW = 512
CORNER = 116
TURN = math.radians(38)
OVERSAMPLING = 8

# The right half of the bird, head upwards, from the beak to the fork of the tail: cubic curves, middle at (0,
# 0).
START = (0, -168)
HALF = [
    ((20, -168), (36, -146), (38, -112)),
    ((112, -128), (206, -74), (232, 72)),
    ((180, -2), (112, -34), (42, -6)),
    ((36, 44), (44, 96), (76, 178)),
    ((44, 160), (18, 138), (0, 112)),
]


def outline():
    """Returns all curves as (from, control, control, to), turned to fly up and to the right."""
    right, point = [], START
    for a, b, end in HALF:
        right.append((point, a, b, end))
        point = end
    left = [tuple((-x, y) for x, y in reversed(curve)) for curve in reversed(right)]
    ca, sa = math.cos(TURN), math.sin(TURN)
    return [tuple((x * ca - y * sa, x * sa + y * ca) for x, y in curve) for curve in right + left]


def placed(scale):
    """Returns the outline in the view box, with its bounding box in the middle."""
    curves = outline()
    points = [point_on(curve, step / 40) for curve in curves for step in range(41)]
    cx = (min(x for x, _ in points) + max(x for x, _ in points)) / 2
    cy = (min(y for _, y in points) + max(y for _, y in points)) / 2
    return [tuple((VIEW / 2 + (x - cx) * scale, VIEW / 2 + (y - cy) * scale) for x, y in curve) for curve in curves]


def point_on(curve, t):
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3)
    return tuple(sum(w * p[axis] for w, p in zip(weights, curve)) for axis in (0, 1))


def svg(scale):
    curves = placed(scale)
    path = "M{:.1f} {:.1f}".format(*curves[0][0])
    for _, a, b, end in curves:
        path += "C" + " ".join(f"{value:.1f}" for point in (a, b, end) for value in point)
    green = "#%02X%02X%02X" % GREEN
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {VIEW} {VIEW}">'
            f'<rect width="{VIEW}" height="{VIEW}" rx="{CORNER}" fill="{green}"/>'
            f'<path fill="#fff" d="{path}Z"/></svg>\n')


def png(size, scale, rounded):
    big = size * OVERSAMPLING
    unit = big / VIEW
    image = Image.new("RGBA", (big, big), GREEN + ((0,) if rounded else (255,)))
    draw = ImageDraw.Draw(image)
    if rounded:
        draw.rounded_rectangle((0, 0, big - 1, big - 1), CORNER * unit, fill=GREEN + (255,))
    bird = [point_on(curve, step / 60) for curve in placed(scale) for step in range(60)]
    draw.polygon([(x * unit, y * unit) for x, y in bird], fill=(255, 255, 255, 255))
    image = image.resize((size, size), Image.LANCZOS)
    return image if rounded else image.convert("RGB")


def default_avatar(size=400):
    """Returns the picture of a person: head and shoulders."""
    big = size * 4
    image = Image.new("RGB", (big, big), (222, 226, 230))
    draw = ImageDraw.Draw(image)
    for x, y, rx, ry in ((0.5, 0.4, 0.17, 0.17), (0.5, 1.0, 0.34, 0.36)):
        draw.ellipse([(x - rx) * big, (y - ry) * big, (x + rx) * big, (y + ry) * big], fill=(255, 255, 255))
    return image.resize((size, size), Image.LANCZOS).quantize(32)


def default_header(width=1500, height=500):
    """Returns an evening sky with one swift in it."""
    image = Image.new("RGB", (1, height))
    for y in range(height):
        image.putpixel((0, y), tuple(int(a + (b - a) * y / height) for a, b in zip((70, 110, 150), (200, 190, 180))))
    image = image.resize((width, height))
    draw = ImageDraw.Draw(image)
    bird = [point_on(curve, step / 60) for curve in placed(0.3) for step in range(60)]
    draw.polygon([(x + width * 0.55, y - 100) for x, y in bird], fill=(50, 60, 75))
    return image


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--out", type=Path, default=Path(__file__).resolve().parents[2] / "Web" / "icons")
    out = options.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    (out / "icon.svg").write_text(svg(0.84))
    for name, size, scale, rounded in (("icon-192", 192, 0.84, True), ("icon-512", 512, 0.84, True), ("icon-maskable-512", 512, 0.68, False),
                                       ("apple-touch-icon-180", 180, 0.8, False), ("favicon-32", 32, 0.94, True)):
        png(size, scale, rounded).save(out / f"{name}.png", optimize=True)
    default_avatar().save(out / "avatar-default.png", optimize=True)
    default_header().save(out / "header-default.png", optimize=True)


if __name__ == "__main__":
    main()
