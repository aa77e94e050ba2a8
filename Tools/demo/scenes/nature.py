"""Close-ups: flowers, leaves, koi, a vegetable bed, planets."""

import numpy as np

from paint import Layer, blur, mix, rgb, shift, smooth
from scenes.parts import bokeh, petal, stars, wood


def backdrop(c, dark, light, lights):
    c.img = mix(dark, light, np.clip(c.noise(1.6, 3) * 1.3 - 0.15, 0, 1))
    bokeh(c, 36, lights, 0.02, 0.09, soft=0.012, alpha=0.25)


def leaf_stems(c, x, y, colour="#2f6b33", bend=0.04):
    layer = Layer(c)
    path = [(x + bend * np.sin(t * 2), y + (1.05 - y) * t) for t in np.linspace(0, 1, 12)]
    layer.line(path, colour, 0.016)
    for side, t in ((-1, 0.35), (1, 0.55)):
        px, py = x + bend * np.sin(t * 2), y + (1.05 - y) * t
        layer.polygon(petal(px, py, 0.22, 0.08, -np.pi / 2 + side * 0.9), mix(colour, "#8fc45a", 0.3))
    layer.merge(soft=0.0012)


def bloom(c, x, y, r, colour, rings=3, count=14, heart="#6b4018", width=0.32, tip=0.0, edge=None):
    """A flower: rings of shaded petals round a grainy heart."""
    c.shade(c.disc(x + r * 0.15, y + r * 0.2, r, soft=r * 0.6), 0.35)
    for ring in range(rings):
        reach = r * (1 - 0.24 * ring)
        layer, shade = Layer(c), Layer(c)
        for k in range(count):
            angle = (k + 0.5 * ring) * 2 * np.pi / count + c.rng.normal(0, 0.05)
            tone = rgb(colour) * (0.72 + 0.13 * ring + 0.16 * c.rng.random())
            length = reach * (0.92 + 0.12 * c.rng.random())
            shade.polygon(petal(x, y, length * 1.03, r * width * 1.25, angle, tip), "#1a0d10", 0.45)
            layer.polygon(petal(x, y, length, r * width, angle, tip), tone)
            if edge:
                layer.polygon(petal(x, y, length * 0.8, r * width * 0.6, angle, tip), mix(tone, edge, 0.35))
            layer.line([(x, y), (x + np.cos(angle) * length * 0.75, y + np.sin(angle) * length * 0.75)], tone * 0.85, r * 0.012)
        shade.merge(soft=0.008)
        layer.merge(soft=0.0008)
    lit = np.clip(1.12 - np.hypot(c.x - x, c.y - y) / r * 0.35 - ((c.x - x) + (c.y - y)) / r * 0.12, 0.6, 1.25)
    area = c.disc(x, y, r * 1.05, soft=r * 0.1)
    c.img *= (1 + (lit - 1) * area)[..., None]
    if heart:
        seeds = 0.6 + 0.6 * c.noise(60, 2)[..., None]
        c.ball(x, y, r * 0.3, r * 0.3, heart, shine=0.1, texture=rgb(heart) * seeds, shadow=0.4)
        dots = Layer(c)
        for k in range(150):
            a, d = k * 2.39996, r * 0.29 * np.sqrt(k / 150)
            dots.ellipse(x + np.cos(a) * d, y + np.sin(a) * d, r * 0.011, r * 0.011, mix(heart, "#ffd98a", 0.25 + 0.4 * (k / 150)))
        dots.merge()


FLOWERS = {
    "sunflower": dict(colour="#f7b718", count=20, rings=2, width=0.3, heart="#4a2c12", edge="#ffe27a"),
    "daisy": dict(colour="#f6f3ee", count=22, rings=2, width=0.2, heart="#e8a81c"),
    "peony": dict(colour="#e87fa5", count=9, rings=6, width=0.75, heart=None, edge="#ffd3e0"),
    "dahlia": dict(colour="#c8324f", count=18, rings=6, width=0.26, heart=None, edge="#ff9a8a"),
    "poppy": dict(colour="#e5391f", count=5, rings=2, width=1.25, heart="#1d1420", edge="#ff8a5c"),
    "aster": dict(colour="#7d64c8", count=26, rings=2, width=0.16, heart="#e9b21e"),
}


def flower(c, kind="sunflower", dark="#1c3524", light="#6f9a4e"):
    backdrop(c, dark, light, ["#d8e89a", "#fff0b0", "#8fc97a"])
    look = FLOWERS[kind]
    for x, y, r, soft in ((0.16, 0.26, 0.13, True), (0.86, 0.68, 0.15, True), (0.52, 0.46, 0.33, False)):
        x *= c.aspect
        leaf_stems(c, x, y)
        bloom(c, x, y, r, **look)
        if soft:
            c.img = blur(c.img, 9)
    return dict(vignette=0.3, bloom=0.12)


def blossoms(c, petals="#f9c6d3", sky_colour="#9cc7e6"):
    """Cherry branches against the sky."""
    c.gradient([(0, rgb(sky_colour) * 0.85), (1, mix(sky_colour, "#ffffff", 0.6))])
    bokeh(c, 46, [petals, "#ffffff"], 0.02, 0.08, soft=0.014, alpha=0.35)
    for soft, width, count in ((0.006, 0.02, 2), (0.0, 0.028, 3)):
        for b in range(count):
            twig, flowers = Layer(c), Layer(c)
            x, y, angle = -0.05, 0.15 + 0.72 * (b + c.rng.random() * 0.5) / count, -0.25 + c.rng.normal(0, 0.18)
            w = width
            for step in range(26):
                nx, ny = x + np.cos(angle) * 0.05, y + np.sin(angle) * 0.05
                twig.line([(x, y), (nx, ny)], "#4a3230", max(0.007, w))
                angle += c.rng.normal(0.01, 0.16)
                w *= 0.93
                x, y = nx, ny
                for _ in range(c.rng.integers(0, 4)):
                    fx, fy, r = x + c.rng.normal(0, 0.045), y + c.rng.normal(0, 0.045), 0.034 + 0.022 * c.rng.random()
                    start = c.rng.random() * 6.28
                    for k in range(5):
                        tone = rgb(petals) * (0.86 + 0.2 * c.rng.random())
                        flowers.polygon(petal(fx, fy, r, r * 0.95, start + k * 1.2566, -0.2), mix(tone, "#ffffff", 0.35))
                    flowers.ellipse(fx, fy, r * 0.22, r * 0.22, "#d8577f")
                    for k in range(6):
                        flowers.ellipse(fx + np.cos(k) * r * 0.34, fy + np.sin(k) * r * 0.34, 0.0016, 0.0016, "#f2b632")
            twig.merge(soft=soft)
            flowers.merge(soft=soft)
    c.glow(c.aspect, 0, 0.9, "#fff4e0", 0.25)
    return dict(vignette=0.15, bloom=0.2)


def ginkgo(x, y, r, angle):
    points = [(x, y)]
    for t in np.linspace(-0.95, 0.95, 22):
        notch = 0.24 * np.exp(-(t / 0.07) ** 2)
        reach = r * (1 - notch + 0.04 * np.sin(t * 23))
        points.append((x + np.cos(angle + t) * reach, y + np.sin(angle + t) * reach))
    return points


def maple(x, y, r, angle):
    points = []
    for k, reach in enumerate((1, 0.42, 0.92, 0.4, 0.66, 0.26, 0.3, 0.3, 0.26, 0.66, 0.4, 0.92, 0.42)):
        a = angle + k * 2 * np.pi / 13
        points.append((x + np.cos(a) * r * reach, y + np.sin(a) * r * reach))
    return points


def leaves(c, kind="maple", wet=False):
    """Fallen leaves, layer over layer."""
    c.img = mix("#2b2019", "#4d3a2a", c.noise(30, 4))
    hues = ["#f3b61f", "#f9d34c", "#e59b14", "#fbe27a"] if kind == "ginkgo" else ["#c7361f", "#e2641f", "#f0a02c", "#8f2a1d", "#d9862b"]
    for depth in range(4):
        for _ in range(9):
            shade, layer = Layer(c), Layer(c)
            for _ in range(5):
                x, y, r = c.rng.random() * c.aspect, c.rng.random(), 0.06 + 0.055 * c.rng.random()
                angle = c.rng.random() * 6.28
                outline = (ginkgo if kind == "ginkgo" else maple)(x, y, r, angle)
                colour = rgb(hues[c.rng.integers(len(hues))]) * (0.55 + 0.15 * depth) * (0.9 + 0.2 * c.rng.random())
                shade.polygon([(a + 0.008, b + 0.012) for a, b in outline], "#140a06", 0.6)
                layer.polygon(outline, colour)
                spread = np.linspace(-0.8, 0.8, 9) if kind == "ginkgo" else np.arange(5) * 2 * np.pi / 6.5
                for t in spread:
                    layer.line([(x, y), (x + np.cos(angle + t) * r * 0.8, y + np.sin(angle + t) * r * 0.8)], colour * 0.84, 0.0022)
                stem = angle + np.pi
                layer.line([(x, y), (x + np.cos(stem) * r * 0.7, y + np.sin(stem) * r * 0.7)], colour * 0.7, 0.005)
            shade.merge(soft=0.008)
            layer.merge()
    c.img *= (0.85 + 0.35 * c.noise(7, 5))[..., None]
    c.glow(c.aspect * 0.15, 0.05, 0.8, "#ffe2a8", 0.22)
    return dict(vignette=0.35)


def koi(c, count=6):
    deep = c.noise(3, 4)
    c.img = mix("#0c3a40", "#2f7d74", np.clip(deep, 0, 1))
    for _ in range(26):
        x, y, r = c.rng.random() * c.aspect, c.rng.random(), 0.03 + 0.05 * c.rng.random()
        c.over(c.disc(x, y, r, r * 0.75, soft=0.02) * 0.35, rgb("#93a79a") * (0.5 + 0.4 * c.rng.random()))
    for k in range(count):
        x, y = c.aspect * (0.2 + 0.6 * ((k * 0.618 + 0.1) % 1)), 0.16 + 0.68 * ((k * 0.382 + 0.15) % 1)
        fish(c, x, y, 0.15 + 0.05 * c.rng.random(), c.rng.random() * 6.28, c.rng.normal(0, 0.5))
    caustic = np.abs(c.noise(9, 3) - 0.5) + np.abs(c.noise(14, 2) - 0.5) * 0.5
    c.light(np.exp(-(caustic / 0.035) ** 2), "#d8fff0", 0.16)
    for x, y, r in ((0.1, 0.12, 0.13), (0.3, 0.04, 0.09), (0.93, 0.86, 0.15), (0.74, 0.98, 0.1), (0.97, 0.62, 0.07)):
        x *= c.aspect
        cut = c.rng.random() * 6.28
        angle = np.arctan2(c.y - y, c.x - x)
        notch = np.abs((angle - cut + np.pi) % (2 * np.pi) - np.pi) < 0.22
        pad = c.disc(x, y, r) * (1 - notch)
        c.shade(shift(blur(pad.astype(np.float32), 12), 14, 10), 0.45)
        veins = 0.9 + 0.1 * np.cos(angle * 14)
        c.over(pad, mix("#7fb04a", "#2f6b34", np.hypot(c.x - x, c.y - y) / r) * veins[..., None])
        if r > 0.12:
            bloom(c, x, y, r * 0.6, "#f7b6cc", rings=3, count=9, heart=None, width=0.5, edge="#ffffff")
    return dict(vignette=0.3, bloom=0.15)


def fish(c, x, y, size, angle, bend):
    spine = []
    for t in np.linspace(0, 1, 30):
        spine.append((x, y))
        x, y = x - np.cos(angle) * size / 15, y - np.sin(angle) * size / 15
        angle += bend / 15
    spine = np.array(spine)
    step = np.gradient(spine, axis=0)
    normal = np.stack([-step[:, 1], step[:, 0]], 1) / np.linalg.norm(step, axis=1)[:, None]
    t = np.linspace(0, 1, 30)
    half = size * (0.52 * t ** 0.42 * (1 - t) ** 0.85 + 0.02 * t)
    outline = np.vstack([spine + normal * half[:, None], (spine - normal * half[:, None])[::-1]])
    layer = Layer(c)
    pale = "#ffd9c4"
    for side in (-1, 1):
        root = spine[7] + normal[7] * half[7] * side * 0.7
        back = np.arctan2(*(step[8])[::-1]) + side * 0.85
        layer.polygon(petal(root[0], root[1], size * 0.4, size * 0.24, back), pale, 0.75)
        tail = np.arctan2(*(step[-1])[::-1]) + side * 0.35
        layer.polygon(petal(spine[-6][0], spine[-6][1], size * 0.85, size * 0.3, tail), pale, 0.8)
    layer.merge(soft=0.003)
    body = c.mask(outline)
    cast = shift(blur(body, 16), 26, 18)
    c.shade(np.clip(cast - body, 0, 1), 0.4)
    hues = [("#fff4ea", "#e8431a"), ("#fff4ea", "#f0611c"), ("#f7a81f", "#fbd068"), ("#fff4ea", "#1c1a20"), ("#e8431a", "#ff8a4a")][c.rng.integers(5)]
    patches = smooth(0.48, 0.56, c.noise(7, 3))
    c.puff(body, mix(hues[0], hues[1], patches), depth=0.014, shadow=0, shine=0.5)
    eyes = Layer(c)
    for side in (-1, 1):
        eyes.ellipse(*(spine[3] + normal[3] * half[3] * side * 0.72), size * 0.03, size * 0.03, "#14120f")
    eyes.merge()


def vegetables(c, kind="tomato"):
    """Vegetables from the garden, on the bench."""
    wood(c, "#4a3526", "#8a6a4a")
    if kind == "pumpkin":
        for fx, y, r, hue in ((0.3, 0.36, 0.2, "#e8892c"), (0.72, 0.4, 0.23, "#d96a1d"), (0.46, 0.74, 0.19, "#efb24a")):
            x = fx * c.aspect
            c.shade(c.disc(x + 0.03, y + 0.04, r * 1.05, r * 0.9, soft=0.06), 0.6)
            for k in (-3, 3, -2, 2, -1, 1, 0):
                c.ball(x + k * r * 0.24, y, r * 0.42, r * (0.86 - 0.03 * abs(k)), rgb(hue) * (1 - 0.06 * abs(k)), shine=0.12, shadow=0.15 if k else 0.2)
            layer = Layer(c)
            layer.line([(x, y - r * 0.72), (x + r * 0.06, y - r * 0.98), (x + r * 0.22, y - r * 1.1)], "#5d6b33", r * 0.17)
            layer.merge()
    else:
        for k in range(11):
            x, y = c.aspect * (0.5 + 0.36 * np.cos(k * 2.4) * np.sqrt(k / 11)), 0.5 + 0.36 * np.sin(k * 2.4) * np.sqrt(k / 11)
            r = 0.115 + 0.03 * c.rng.random()
            hue = ("#d8291c", "#e8431f", "#f08a1d", "#c21f1a")[k % 4]
            c.ball(x, y, r, r * 0.92, hue, k, shine=0.6, shadow=0.5)
            layer = Layer(c)
            for j in range(5):
                layer.polygon(petal(x - r * 0.15, y - r * 0.2, r * 0.55, r * 0.16, j * 1.2566 + k), "#3f7a2f")
            layer.ellipse(x - r * 0.15, y - r * 0.2, r * 0.09, r * 0.09, "#2c5a22")
            layer.merge()
    return dict(vignette=0.35)


def planet(c, kind="rings"):
    c.gradient([(0, "#060818"), (1, "#120f2a")])
    stars(c, 350)
    c.light(smooth(0.45, 0.9, c.noise(2.5, 5)), {"rings": "#5a3a8a", "red": "#6a2a3a", "blue": "#1f4a8a", "gas": "#6a4a2a"}[kind], 0.4)
    x, y, r = c.aspect * 0.5, 0.5, 0.3 if kind != "rings" else 0.24
    u, v = (c.x - x) / r, (c.y - y) / r
    depth = np.sqrt(np.clip(1 - u ** 2 - v ** 2, 0, 1))
    swirl = c.noise(6, 5, stretch=4) - 0.5
    if kind in ("rings", "gas"):
        bands = 0.5 + 0.5 * np.sin((v * 1.0 + swirl * 0.28 + u * 0.12) * (11 if kind == "gas" else 16))
        skin = mix("#b5733f", "#f6deb0", bands) if kind == "gas" else mix("#d9a75e", "#f9e6b8", bands)
        if kind == "gas":
            spot = np.exp(-(((u - 0.25) / 0.2) ** 2 + ((v - 0.3) / 0.11) ** 2) * 1.6)
            skin = skin * (1 - spot[..., None]) + rgb("#c8432a") * spot[..., None]
    elif kind == "red":
        skin = mix("#8a3316", "#e58a4f", np.clip(c.noise(4, 6), 0, 1))
        skin = skin + smooth(-0.8, -0.95, v + swirl * 0.2)[..., None] * 0.6
    else:
        land = smooth(0.52, 0.56, c.noise(3.5, 6))
        skin = mix("#0f4f9a", "#2f8fc8", c.noise(4, 4)) * (1 - land[..., None]) + mix("#2f7a3a", "#b59a5a", c.noise(6, 4)) * land[..., None]
        cloud = smooth(0.52, 0.72, c.noise(5, 6, stretch=2.2))
        skin = skin * (1 - cloud[..., None]) + cloud[..., None]
    lit = np.clip(u * -0.55 + v * -0.45 + depth * 0.75, 0.02, 1.1)[..., None]
    rim = (np.exp(-((np.hypot(u, v) - 1) / 0.05) ** 2) * np.clip(-u - v, 0, 1))[..., None]
    c.glow(x - r * 0.3, y - r * 0.3, r * 1.5, {"rings": "#e8c98a", "red": "#ff8a5a", "blue": "#6ab8ff", "gas": "#e8b98a"}[kind], 0.3)
    tilt = -0.35
    p, q = u * np.cos(tilt) + v * np.sin(tilt), (v * np.cos(tilt) - u * np.sin(tilt)) / 0.3
    ring_d = np.hypot(p, q)
    ring = smooth(1.25, 1.3, ring_d) * smooth(2.05, 2.0, ring_d) * (0.55 + 0.4 * np.sin(ring_d * 34) * np.sin(ring_d * 13)) * (1 - np.exp(-((ring_d - 1.72) / 0.03) ** 2))
    if kind == "rings":
        c.over(ring * (q < 0) * 0.9, "#d8c49a")
    c.over(c.disc(x, y, r), skin * lit + rim * 0.3)
    if kind == "rings":
        c.over(ring * (q >= 0) * 0.95, rgb("#efdcb0") * 1.0)
    else:
        c.ball(x + r * 1.25, y - r * 0.95, r * 0.12, r * 0.12, "#c9c4bb", shadow=0, shine=0)
    return dict(vignette=0.2, bloom=0.15)
