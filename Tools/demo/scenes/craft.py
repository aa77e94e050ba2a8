"""Ink painting and tile work."""

import numpy as np

from paint import Layer, blur, mix, rgb, smooth
from scenes.parts import birds


def paper(c, tone="#efe4cb"):
    fibres = c.noise(40, 3, stretch=3) * 0.5 + c.noise(200 / max(1, 1 / c.aspect), 2) * 0.2
    stain = c.noise(1.5, 4)
    c.img = rgb(tone) * (0.93 + 0.08 * fibres + 0.05 * stain)[..., None]


def ink_peak(c, x, foot, width, height, dark, wash="#2a3538"):
    """One mountain: a broken outline, strokes down the slopes, dissolving into mist."""
    unit = min(1.0, c.aspect)
    count = c.w
    xs = c.x[0]
    profile = np.exp(-np.abs((xs - x) / width) ** 1.9) * height
    crag = c.ridge(0, 1, 5 / unit, 6, 0.55, sharp=True)
    top = foot - profile * (1 - 0.55 * (crag + 0.1)) + 0.015 * unit
    depth = c.y - top[None, :]
    inside = np.clip(depth * c.h / 2, 0, 1)
    depth = np.maximum(depth, 0)
    fade = smooth(foot, foot - height * 0.75, c.y)
    strokes = c.noise(16 / unit, 5, stretch=0.35)
    texture = smooth(0.42, 0.75, strokes + 0.25 * np.exp(-depth / (0.12 * unit)))
    tone = inside * fade * (0.16 + 0.5 * texture + 0.5 * np.exp(-depth / (0.012 * unit)) + 0.2 * np.exp(-depth / (0.06 * unit)))
    c.over(np.clip(inside * fade * 0.75, 0, 1), rgb("#ece2cc"))
    c.over(np.clip(tone * dark, 0, 0.94), wash)
    return top


def ink_pine(c, x, base, size):
    layer = Layer(c)
    ink = "#16201f"
    path = [(x, base)]
    for k in range(5):
        path.append((path[-1][0] + size * c.rng.normal(0.03, 0.06), base - size * (k + 1) / 5))
    layer.line(path, ink, size * 0.06, 0.9)
    for px, py in path[2:]:
        for side in (-1, 1):
            reach = size * (0.22 + 0.25 * c.rng.random())
            ex, ey = px + side * reach, py - size * 0.02
            layer.line([(px, py), (ex, ey)], ink, size * 0.022, 0.85)
            for t in np.linspace(0.3, 1.1, 6):
                cx, cy = px + (ex - px) * t, py + (ey - py) * t - size * 0.02
                for a in np.linspace(np.pi * 1.05, np.pi * 1.95, 11):
                    layer.line([(cx, cy), (cx + np.cos(a) * size * 0.085, cy + np.sin(a) * size * 0.07)], ink, max(0.0006, size * 0.008), 0.8)
    layer.merge(soft=0.0004)


def ink_scroll(c):
    """A hanging scroll: far peaks, mist, a waterfall, pines, a hut, a boat on the river."""
    paper(c)
    a = c.aspect
    sun = c.disc(a * 0.76, 0.075, a * 0.085, soft=a * 0.012)
    c.over(sun * 0.75, rgb("#c8442f"))
    for x, foot, width, height, dark in ((0.25, 0.3, 0.14, 0.16, 0.38), (0.72, 0.34, 0.16, 0.14, 0.42), (0.46, 0.46, 0.17, 0.3, 0.72),
                                         (0.9, 0.53, 0.16, 0.2, 0.8), (0.06, 0.6, 0.2, 0.24, 0.9), (0.68, 0.7, 0.2, 0.18, 0.95)):
        top = ink_peak(c, x * a, foot, width * a, height, dark, mix("#44565c", "#161d1e", dark))
        c.over(np.exp(-((c.y - foot + 0.01) / 0.03) ** 2) * smooth(0.2, 0.7, c.noise(5, 4, stretch=4)) * 0.75, "#efe6d0")
        for _ in range(int(dark * 7) if dark > 0.6 else 0):
            px = (x + c.rng.normal(0, width * 0.55)) * a
            column = int(np.clip(px * c.h, 0, c.w - 1))
            ink_pine(c, px, top[column] + 0.012, a * (0.05 + 0.05 * c.rng.random()))
    fall = np.exp(-((c.x - a * 0.52 - 0.006 * np.sin(c.y * 60)) / (a * 0.014)) ** 2) * smooth(0.3, 0.34, c.y) * smooth(0.5, 0.42, c.y)
    c.over(fall * 0.9 * (0.6 + 0.4 * c.noise(60, 2, stretch=0.2)), "#f6efdf")
    river = smooth(0.72, 0.78, c.y) * smooth(0.62, 0.72, c.noise(26, 3, stretch=9)) * 0.3
    c.over(river, "#3b4a4e")
    for x, foot, width, height in ((0.1, 0.9, 0.26, 0.09), (0.98, 0.99, 0.3, 0.12), (0.22, 1.03, 0.3, 0.08)):
        top = ink_peak(c, x * a, foot, width * a, height, 1.0, "#10181a")
        for _ in range(3):
            px = np.clip(x + c.rng.normal(0, 0.1), 0.05, 0.95) * a
            ink_pine(c, px, top[int(px * c.h)] + 0.008, a * (0.14 + 0.06 * c.rng.random()))
    layer = Layer(c)
    hx, hy, s = a * 0.68, 0.705, a * 0.05
    layer.polygon([(hx - s, hy), (hx, hy - s * 0.75), (hx + s, hy)], "#3a2d22", 0.95)
    layer.rectangle(hx - s * 0.7, hy, hx + s * 0.7, hy + s * 0.6, "#cdbb95")
    layer.rectangle(hx - s * 0.15, hy + s * 0.15, hx + s * 0.2, hy + s * 0.6, "#3a2d22")
    bx, by, s = a * 0.5, 0.83, a * 0.075
    layer.polygon([(bx - s, by - s * 0.12), (bx - s * 0.7, by + s * 0.12), (bx + s * 0.7, by + s * 0.12), (bx + s * 1.1, by - s * 0.16), (bx, by)], "#1c2220")
    layer.polygon([(bx - s * 0.4, by), (bx - s * 0.2, by - s * 0.36), (bx + s * 0.25, by - s * 0.36), (bx + s * 0.4, by)], "#4a3d2e")
    layer.line([(bx + s * 0.75, by), (bx + s * 0.72, by - s * 0.6)], "#1c2220", s * 0.08)
    layer.polygon([(bx + s * 0.5, by - s * 0.52), (bx + s * 0.72, by - s * 0.74), (bx + s * 0.95, by - s * 0.52)], "#1c2220")
    layer.line([(bx + s * 0.7, by - s * 0.4), (bx + s * 1.7, by + s * 0.2)], "#1c2220", s * 0.03)
    layer.merge()
    seal(c, a * 0.12, 0.055, a * 0.075)
    birds(c, 7, a * 0.45, 0.13, a * 0.09, "#2a3234", a * 0.028)
    return dict(vignette=0.12, grain=0.008, bloom=0)


def seal(c, x, y, s):
    layer = Layer(c)
    red, pale = "#b5281e", "#f0e2c8"
    layer.rectangle(x - s / 2, y - s / 2, x + s / 2, y + s / 2, red)
    for k in (-0.26, 0, 0.26):
        layer.line([(x - s * 0.32, y + k * s), (x + s * 0.32, y + k * s)], pale, s * 0.075)
    layer.line([(x, y - s * 0.34), (x, y + s * 0.34)], pale, s * 0.075)
    layer.merge()


def ink_square(c):
    """Plum, moon and a hill: a fan-sized ink painting."""
    paper(c, "#f0e7d2")
    c.over(np.clip(c.disc(c.aspect * 0.68, 0.3, 0.17, soft=0.01) * 0.6, 0, 1), rgb("#fbf6e6"))
    ring = c.disc(c.aspect * 0.68, 0.3, 0.19, soft=0.03) - c.disc(c.aspect * 0.68, 0.3, 0.17, soft=0.01)
    c.over(np.clip(ring, 0, 1) * 0.35, "#5d6a6c")
    for x, foot, width, height, dark in ((0.2, 0.8, 0.2, 0.36, 0.45), (0.62, 0.86, 0.24, 0.26, 0.6), (0.95, 0.95, 0.2, 0.34, 0.85)):
        ink_peak(c, x * c.aspect, foot, width * c.aspect, height, dark)
        c.over(np.exp(-((c.y - foot) / 0.06) ** 2) * 0.8 * np.ones_like(c.x), "#f0e7d2")
    branch, flowers = Layer(c), Layer(c)
    for start, angle in (((-0.02, 0.62), -0.65), ((0.1, 0.5), -0.1), ((0.2, 0.4), -1.2)):
        (x, y), w = start, 0.03
        for _ in range(14):
            nx, ny = x + np.cos(angle) * 0.045, y + np.sin(angle) * 0.045
            branch.line([(x, y), (nx, ny)], "#161a1a", max(0.004, w), 0.92)
            angle += c.rng.normal(0, 0.28)
            w *= 0.84
            x, y = nx, ny
            if c.rng.random() < 0.75:
                fx, fy, r = x + c.rng.normal(0, 0.02), y + c.rng.normal(0, 0.02), 0.022
                for k in range(5):
                    flowers.ellipse(fx + np.cos(k * 1.257) * r * 0.6, fy + np.sin(k * 1.257) * r * 0.6, r * 0.55, r * 0.55, mix("#c8344a", "#ef8a94", c.rng.random()))
                flowers.ellipse(fx, fy, r * 0.25, r * 0.25, "#f9e3a0")
    branch.merge(soft=0.0006)
    flowers.merge(soft=0.0015)
    seal(c, c.aspect * 0.9, 0.9, 0.07)
    return dict(vignette=0.12, grain=0.008, bloom=0)


TILES = [("#0f4c81", "#1fa2a6", "#f4ead2", "#d9a441"), ("#14532d", "#63a375", "#f7f0dc", "#c8553d"), ("#5b1a4a", "#b5527c", "#fbeede", "#e0a53a"), ("#16324f", "#4a7fa5", "#ffffff", "#c9402f"),
         ("#7a2e1d", "#d97b3f", "#fbf1dd", "#1f6f78"), ("#0b3c49", "#2a9d8f", "#fdf6e3", "#e9c46a"), ("#2d2a5a", "#6d6fb8", "#f6f1e4", "#e8a33d"), ("#3c4a1f", "#93a54a", "#f9f4e0", "#a23b2a"), ("#1d3b2f", "#3f8f8a", "#f2e6cf", "#b8762f")]


def tiles(c, palette=0, points=8, cells=3):
    """Stars and crosses: lines of a rotated lattice, glazed and grouted."""
    dark, middle, pale, gold = (rgb(v) for v in TILES[palette % len(TILES)])
    size = 1 / cells
    u, v = (c.x / size) % 1 - 0.5 + 0 * c.y, (c.y / size) % 1 - 0.5 + 0 * c.x
    angle, radius = np.arctan2(v, u), np.hypot(u, v)

    def star(r, n, inner, turn=0.0):
        """Signed distance to a star with n points, roughly."""
        sector = np.abs((angle + turn) % (2 * np.pi / n) - np.pi / n)
        px, py = radius * np.cos(sector), radius * np.sin(sector)
        ax, ay, bx, by = r * inner, 0.0, r * np.cos(np.pi / n), r * np.sin(np.pi / n)
        ex, ey = bx - ax, by - ay
        return ((px - ax) * ey - (py - ay) * ex) / np.hypot(ex, ey)

    line = 0.012
    image = np.ones_like(c.img) * pale
    relief = np.zeros_like(radius)

    def fill(d, colour):
        nonlocal image, relief
        inside = np.clip(-d * size * c.h + 0.5, 0, 1)[..., None]
        image = image * (1 - inside) + colour * inside
        edge = np.exp(-(d / line) ** 2)
        image = image * (1 - edge[..., None]) + gold * edge[..., None]
        relief = np.maximum(relief, edge)

    corner_u, corner_v = np.abs(u) - 0.5, np.abs(v) - 0.5
    keep_angle, keep_radius = angle, radius
    angle, radius = np.arctan2(corner_v, corner_u), np.hypot(corner_u, corner_v)
    fill(star(0.34, points, 0.7), middle)
    fill(star(0.19, points, 0.62, np.pi / points), pale * 0.96)
    fill(star(0.1, points, 0.8), dark)
    angle, radius = keep_angle, keep_radius
    fill(star(0.5, points, 0.72), dark)
    fill(star(0.4, points * 2, 0.8), middle)
    fill(star(0.33, points, 0.66, np.pi / points), pale)
    fill(star(0.21, points, 0.6), dark)
    fill(star(0.11, points, 0.8, np.pi / points), gold)
    glaze = 0.84 + 0.22 * c.noise(5, 5) + 0.1 * (c.noise(60, 3) - 0.5)
    soft = blur(relief.astype(np.float32), 3)
    gy, gx = np.gradient(soft)
    image = image * (glaze + np.clip((gx + gy) * 2.2, -0.3, 0.3))[..., None]
    grout = np.minimum(np.minimum(np.abs(u + 0.5), np.abs(u - 0.5)), np.minimum(np.abs(v + 0.5), np.abs(v - 0.5)))
    image = image * (1 - 0.35 * np.exp(-(grout / 0.006) ** 2))[..., None]
    c.img = image.astype(np.float32)
    c.glow(c.aspect * 0.2, 0.1, 0.9, "#fff4dc", 0.18)
    return dict(vignette=0.3, grain=0.006, bloom=0.05)
