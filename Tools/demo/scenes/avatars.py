"""Faces of the community: one bold, softly lit shape on a field of colour, legible at 40 px."""

import numpy as np

from paint import Layer, mix, rgb
from scenes.parts import moon, petal, pine, stars
from scenes.nature import bloom

LOOK = dict(vignette=0.16, grain=0.004, bloom=0.08)


def field(c, top, bottom, halo=None):
    c.gradient([(0, top), (1, bottom)])
    if halo:
        c.over(c.disc(0.5, 0.5, 0.37), rgb(halo))


def swift_outline(x, y, s, turn=-0.3):
    """A swift from below: sickle wings, short forked tail."""
    def side(sign):
        lead = [(0.0, -0.36), (0.07, -0.24), (0.2, -0.22), (0.5, -0.3), (0.78, -0.16), (1.0, 0.2)]
        trail = [(0.72, 0.02), (0.42, -0.06), (0.16, 0.04), (0.09, 0.2), (0.2, 0.56), (0.0, 0.36)]
        return [(sign * a, b) for a, b in lead], [(sign * a, b) for a, b in trail]

    right, left = side(1), side(-1)
    points = right[0] + right[1] + left[1][::-1][1:] + left[0][::-1][:-1]
    dense = []
    for (a, b), (p, q) in zip(points, points[1:] + points[:1]):
        dense += [(a + (p - a) * t, b + (q - b) * t) for t in np.linspace(0, 1, 6)[:-1]]
    dense = np.array(dense)
    for _ in range(3):
        dense = (np.roll(dense, 1, 0) + 2 * dense + np.roll(dense, -1, 0)) / 4
    ca, sa = np.cos(turn), np.sin(turn)
    return [(x + s * (a * ca - b * sa), y + s * (a * sa + b * ca)) for a, b in dense]


def swift(c):
    field(c, "#f7b98a", "#6d6aa8")
    c.glow(0.72, 0.72, 0.5, "#ffe2b0", 0.45)
    c.over(c.disc(0.7, 0.72, 0.16), rgb("#ffe9c4"))
    c.over(c.mask(swift_outline(0.47, 0.46, 0.43, -0.5)), rgb("#241f3f"))
    return LOOK


def umbrella(c):
    field(c, "#3d5f8f", "#8fb2cf")
    layer = Layer(c)
    for _ in range(40):
        x, y = c.rng.random(), c.rng.random()
        layer.line([(x, y), (x - 0.02, y + 0.09)], "#d7e8f5", 0.006, 0.7)
    layer.line([(0.5, 0.3), (0.5, 0.8), (0.53, 0.84), (0.58, 0.82), (0.59, 0.77)], "#4a2d1e", 0.028)
    layer.merge()
    arc = [(0.5 + 0.36 * np.cos(a), 0.55 + 0.36 * np.sin(a)) for a in np.linspace(np.pi, 2 * np.pi, 50)]
    hem = []
    for k in range(4):
        cx = 0.77 - 0.18 * k
        hem += [(cx + 0.09 * np.cos(a), 0.55 - 0.045 * np.sin(a)) for a in np.linspace(0, np.pi, 14)]
    c.puff(c.mask(arc + hem), "#f2c037", depth=0.06, shadow=0.2)
    layer = Layer(c)
    for k in (-0.18, 0, 0.18):
        layer.line([(0.5 + k * (1 - (1 - t) ** 2) , 0.2 + 0.31 * t ** 1.2) for t in np.linspace(0, 1, 14)], "#c9921d", 0.008)
    layer.line([(0.5, 0.14), (0.5, 0.2)], "#4a2d1e", 0.02)
    layer.merge()
    return LOOK


def crescent(c):
    field(c, "#101a44", "#d9784a")
    stars(c, 60, 0.6)
    c.glow(0.55, 0.36, 0.3, "#ffe6b0", 0.4)
    shape = c.disc(0.52, 0.36, 0.22) * (1 - c.disc(0.61, 0.31, 0.19))
    c.over(shape, rgb("#ffedc2"))
    for base, height, tone in ((0.76, 0.1, "#b5562f"), (0.86, 0.08, "#5d2a2a")):
        c.over(c.below(c.ridge(base, height, 0.8, 2, 0.3)), rgb(tone))
    return LOOK


def record(c):
    field(c, "#f08a3c", "#d9432f")
    c.shade(c.disc(0.53, 0.54, 0.38, soft=0.06), 0.4)
    d, angle = np.hypot(c.x - 0.5, c.y - 0.5), np.arctan2(c.y - 0.5, c.x - 0.5)
    sheen = np.clip(np.cos((angle + 0.9) * 2), 0, 1) ** 10 * 0.4
    c.over(c.disc(0.5, 0.5, 0.38), (0.07 + 0.02 * np.sin(d * 220) + sheen)[..., None] * rgb("#ffffff"))
    c.over(c.disc(0.5, 0.5, 0.15), rgb("#1fa2a6"))
    c.over(c.disc(0.5, 0.5, 0.1), rgb("#f7e3b0"))
    c.over(c.disc(0.5, 0.5, 0.022), rgb("#241a16"))
    return LOOK


def loaf(c):
    field(c, "#f6e3c0", "#e0a95c")
    c.ball(0.5, 0.54, 0.36, 0.25, "#b5662a", -0.25, shine=0.15, shadow=0.45)
    layer = Layer(c)
    for k in (-0.17, 0, 0.17):
        path = [(0.5 + k - 0.05 + 0.1 * t, 0.66 - k * 0.25 - 0.24 * t) for t in np.linspace(0, 1, 10)]
        layer.line(path, "#f6d9a0", 0.04)
    layer.merge(soft=0.004)
    return LOOK


def sailboat(c):
    field(c, "#7cc4ee", "#d9f0f7")
    c.over(c.disc(0.76, 0.24, 0.09), rgb("#fff3c4"))
    sea = 0.72 + 0.012 * np.sin(c.x * 30)
    c.over(np.clip((c.y - sea) * c.h, 0, 1), rgb("#1f6fb5"))
    c.puff(c.mask([(0.48, 0.14), (0.48, 0.64), (0.18, 0.64)]), "#ffffff", depth=0.05, shadow=0.1)
    c.puff(c.mask([(0.53, 0.22), (0.53, 0.64), (0.8, 0.64)]), "#f4e7d3", depth=0.05, shadow=0.1)
    c.puff(c.mask([(0.18, 0.68), (0.84, 0.68), (0.72, 0.82), (0.3, 0.82)]), "#d9432f", depth=0.04, shadow=0.2)
    c.over(np.clip((c.y - sea - 0.08) * c.h, 0, 1), rgb("#185a98"))
    return LOOK


def teacup(c):
    field(c, "#2f5d4f", "#6f9a6a")
    c.shade(c.disc(0.5, 0.8, 0.34, 0.08, soft=0.06), 0.5)
    layer = Layer(c)
    layer.ellipse(0.77, 0.55, 0.12, 0.12, "#e6ede0")
    layer.ellipse(0.77, 0.55, 0.07, 0.07, "#537f62")
    layer.merge()
    bowl = [(0.2, 0.42)] + [(0.5 - 0.3 * np.cos(t), 0.42 + 0.38 * np.sin(t) ** 0.9) for t in np.linspace(0.05, np.pi - 0.05, 40)] + [(0.8, 0.42)]
    c.puff(c.mask(bowl), "#f1f5ea", depth=0.09, shadow=0.2)
    c.over(c.disc(0.5, 0.42, 0.3, 0.075), rgb("#d5decb"))
    c.over(c.disc(0.5, 0.425, 0.27, 0.06), rgb("#c9982a"))
    layer = Layer(c)
    for k in (-0.12, 0.02, 0.14):
        layer.line([(0.5 + k + 0.03 * np.sin(t * 6), 0.33 - 0.22 * t) for t in np.linspace(0, 1, 20)], "#ffffff", 0.022, 0.8)
    layer.merge(soft=0.012)
    return LOOK


def sunflower(c):
    field(c, "#5fb0e0", "#bfe3ee")
    bloom(c, 0.5, 0.5, 0.44, "#fbbf1f", rings=2, count=16, heart="#5a3414", width=0.36, edge="#ffe27a")
    return LOOK


def peak(c):
    field(c, "#f59a6f", "#ffe0b0")
    c.over(c.disc(0.72, 0.3, 0.1), rgb("#fff3d6"))
    c.over(c.mask([(0.0, 0.85), (0.3, 0.42), (0.62, 0.85)]), rgb("#7a6aa0"))
    c.puff(c.mask([(0.14, 1.0), (0.54, 0.2), (0.96, 1.0)]), "#3f3f73", depth=0.08, shadow=0.1)
    c.over(c.mask([(0.54, 0.2), (0.415, 0.45), (0.48, 0.41), (0.54, 0.49), (0.6, 0.41), (0.66, 0.44)]), rgb("#ffffff"))
    layer = Layer(c)
    for x, h in ((0.1, 0.26), (0.24, 0.2), (0.85, 0.28), (0.72, 0.18), (0.97, 0.2)):
        pine(layer, x, 1.0, h, "#1d2a44", c.rng)
    layer.merge()
    return LOOK


def cat(c):
    field(c, "#2f8f8a", "#7cc8b5")
    fur = mix("#e8892c", "#f5a850", c.noise(20, 3, stretch=0.5))
    for s in (-1, 1):
        c.puff(c.mask([(0.5 + s * 0.33, 0.5), (0.5 + s * 0.3, 0.13), (0.5 + s * 0.06, 0.36)]), fur, depth=0.03, shadow=0.2)
        c.over(c.mask([(0.5 + s * 0.28, 0.38), (0.5 + s * 0.275, 0.22), (0.5 + s * 0.15, 0.35)], soft=0.01), rgb("#f7b9a0"))
    c.ball(0.5, 0.57, 0.36, 0.31, "#e8892c", shine=0.08, texture=fur, shadow=0.3)
    layer = Layer(c)
    for k in (-0.09, 0, 0.09):
        layer.line([(0.5 + k, 0.29), (0.5 + k * 0.7, 0.4)], "#a8541a", 0.035)
    layer.merge(soft=0.004)
    c.over(c.disc(0.5, 0.71, 0.17, 0.12, soft=0.03), rgb("#fdeeda"))
    for s in (-1, 1):
        c.over(c.disc(0.5 + s * 0.15, 0.54, 0.075), rgb("#d9ea6a"))
        c.over(c.disc(0.5 + s * 0.15, 0.54, 0.034, 0.068), rgb("#14120f"))
        c.over(c.disc(0.48 + s * 0.15, 0.51, 0.018), rgb("#ffffff"))
    layer = Layer(c)
    layer.polygon([(0.465, 0.64), (0.535, 0.64), (0.5, 0.685)], "#d9607a")
    for s in (-1, 1):
        layer.line([(0.5, 0.685), (0.5 + s * 0.03, 0.73), (0.5 + s * 0.075, 0.725)], "#5a2f1a", 0.01)
        for k in (-0.03, 0.01, 0.05):
            layer.line([(0.5 + s * 0.14, 0.69 + k * 0.5), (0.5 + s * 0.42, 0.67 + k * 1.6)], "#fff7ea", 0.007)
    layer.merge()
    return LOOK


def peony(c):
    field(c, "#f7d9e0", "#f3b7c4")
    bloom(c, 0.5, 0.5, 0.43, "#d9467a", rings=6, count=9, heart=None, width=0.75, edge="#ffc3d5")
    return LOOK


def rocket(c):
    field(c, "#15183f", "#4a3a8a")
    stars(c, 70)
    c.ball(0.22, 0.8, 0.2, 0.2, "#e8a35a", shadow=0, shine=0.1)
    turn = 0.6

    def at(u, v):
        return 0.55 + v * np.cos(turn) + u * np.sin(turn), 0.46 + v * np.sin(turn) - u * np.cos(turn)

    layer = Layer(c)
    layer.polygon([at(-0.2, -0.07), at(-0.46, 0), at(-0.2, 0.07)], "#ffb02e")
    layer.polygon([at(-0.2, -0.035), at(-0.34, 0), at(-0.2, 0.035)], "#fff0b0")
    for s in (-1, 1):
        layer.polygon([at(0.0, s * 0.1), at(-0.26, s * 0.23), at(-0.18, s * 0.08)], "#e8432f")
    layer.merge(soft=0.003)
    ts = np.linspace(-0.2, 0.4, 30)
    half = 0.125 * np.clip(1 - ((ts - 0.02) / 0.4) ** 2, 0, 1) ** 0.7
    c.puff(c.mask([at(u, h) for u, h in zip(ts, half)] + [at(u, -h) for u, h in zip(ts[::-1], half[::-1])]), "#f4f1ea", depth=0.05, shadow=0)
    tip = ts > 0.2
    c.puff(c.mask([at(u, h) for u, h in zip(ts[tip], half[tip])] + [at(u, -h) for u, h in zip(ts[tip][::-1], half[tip][::-1])]), "#e8432f", depth=0.04, shadow=0)
    c.over(c.disc(*at(0.08, 0), 0.06), rgb("#2a3358"))
    c.over(c.disc(*at(0.08, 0), 0.044), rgb("#7cd4f5"))
    return LOOK


def owl(c):
    field(c, "#1c2a3f", "#3f5a78")
    moon(c, 0.8, 0.18, 0.09, halo=0.4)
    body = [(0.5 + 0.3 * np.cos(t), 0.6 + 0.42 * np.sin(t)) for t in np.linspace(0, 2 * np.pi, 60)]
    c.puff(c.mask(body), "#8a6242", depth=0.08, shadow=0.2)
    for s in (-1, 1):
        c.puff(c.mask([(0.5 + s * 0.28, 0.42), (0.5 + s * 0.27, 0.13), (0.5 + s * 0.06, 0.28)]), "#8a6242", depth=0.03, shadow=0)
    c.over(c.disc(0.5, 0.78, 0.18, 0.2, soft=0.03), rgb("#d9b98a"))
    for s in (-1, 1):
        c.ball(0.5 + s * 0.135, 0.42, 0.15, 0.15, "#f0dcb5", shadow=0.2, shine=0)
        c.over(c.disc(0.5 + s * 0.13, 0.42, 0.1), rgb("#f5a81f"))
        c.over(c.disc(0.5 + s * 0.125, 0.42, 0.062), rgb("#14100d"))
        c.over(c.disc(0.48 + s * 0.125, 0.395, 0.022), rgb("#ffffff"))
    c.over(c.mask([(0.455, 0.48), (0.545, 0.48), (0.5, 0.6)]), rgb("#e88a2c"))
    layer = Layer(c)
    for r in range(3):
        for k in range(-2 + r % 2, 3):
            layer.polygon(petal(0.5 + (k - 0.5 * (r % 2)) * 0.075, 0.66 + 0.08 * r, 0.06, 0.04, np.pi / 2), "#a8764a")
    layer.merge()
    return LOOK


def panda(c):
    field(c, "#f2708a", "#f9b5a8")
    for s in (-1, 1):
        c.ball(0.5 + s * 0.26, 0.27, 0.125, 0.125, "#26242c", shadow=0.2, shine=0.1)
    c.ball(0.5, 0.55, 0.37, 0.33, "#fbf9f4", shadow=0.35, shine=0.05)
    for s in (-1, 1):
        c.over(c.disc(0.5 + s * 0.155, 0.52, 0.085, 0.115, turn=s * 0.6), rgb("#26242c"))
        c.over(c.disc(0.5 + s * 0.145, 0.51, 0.036), rgb("#ffffff"))
        c.over(c.disc(0.5 + s * 0.14, 0.515, 0.022), rgb("#0d0c10"))
        c.over(c.disc(0.5 + s * 0.25, 0.66, 0.06, soft=0.04) * 0.6, rgb("#f9a0a8"))
    c.over(c.disc(0.5, 0.645, 0.05, 0.034), rgb("#26242c"))
    layer = Layer(c)
    for s in (-1, 1):
        layer.line([(0.5, 0.67), (0.5 + s * 0.03, 0.715), (0.5 + s * 0.08, 0.71)], "#26242c", 0.014)
    layer.merge()
    return LOOK
