"""Food and things on a table, seen from above."""

import numpy as np

from paint import Layer, blur, mix, rgb, smooth
from scenes.parts import cloth, petal, wood


def plate(c, x, y, r, colour="#f3efe8", rim="#ffffff"):
    c.shade(c.disc(x + 0.02, y + 0.03, r * 1.05, soft=0.05), 0.5)
    c.over(c.disc(x, y, r), mix(colour, "#b9b2a8", np.clip(((c.x - x) + (c.y - y)) / r * 0.35 + 0.15, 0, 1)))
    ring = c.disc(x, y, r * 0.8) - c.disc(x, y, r * 0.77)
    c.shade(np.clip(ring, 0, 1), 0.12)
    c.over(c.disc(x, y, r * 0.78), mix(rim, "#c9c2b6", np.clip(((x - c.x) + (y - c.y)) / r * 0.3 + 0.25, 0, 1)))


def bread(c, loaves=1):
    wood(c, "#4f3322", "#8a6040")
    flour = smooth(0.55, 0.9, c.noise(5, 6)) * smooth(0.62, 0.2, np.hypot(c.x - c.aspect * 0.5, c.y - 0.52))
    c.over(flour * 0.6, "#f3e9d8")
    spots = [(0.5, 0.5, 0.35, 0.27, -0.5)] if loaves == 1 else [(0.3, 0.36, 0.23, 0.17, -0.7), (0.68, 0.36, 0.22, 0.18, 0.4), (0.5, 0.72, 0.26, 0.17, -0.1)]
    for fx, y, rx, ry, turn in spots:
        x = fx * c.aspect
        ca, sa = np.cos(turn), np.sin(turn)
        u, v = ((c.x - x) * ca + (c.y - y) * sa) / rx, ((c.y - y) * ca - (c.x - x) * sa) / ry
        crust = mix("#7a3b12", "#d38a3a", np.clip(c.noise(7, 6) * 1.1 - 0.1, 0, 1))
        dust = smooth(0.4, 0.75, c.noise(30, 4) * 0.5 + (1 - u ** 2 - v ** 2) * 0.4)
        slashes = np.zeros_like(u)
        for k in (-0.5, 0.0, 0.5):
            bow = u - k - 0.16 * v ** 2 - 0.22 * v
            slashes = np.maximum(slashes, np.exp(-(bow / (0.085 * (1.1 - v ** 2).clip(0.1))) ** 2) * (np.abs(v) < 0.82))
        skin = crust * (1 - 0.5 * dust[..., None]) + rgb("#f2e2c4") * 0.5 * dust[..., None]
        skin = skin * (1 - slashes[..., None]) + mix("#eab872", "#fbe3b4", c.noise(40, 3)) * slashes[..., None]
        edges = np.abs(np.gradient(slashes)[0]) * 4
        skin = skin * (1 - np.clip(edges, 0, 0.5))[..., None]
        c.ball(x, y, rx, ry, "#c98a45", turn, shine=0.12, texture=skin, shadow=0.6)
    layer = Layer(c)
    for k in range(16):
        t = k / 15
        sx, sy = c.aspect * 0.08 + t * 0.03, 0.95 - t * 0.34
        for side in (-1, 1):
            layer.polygon(petal(sx, sy, 0.05, 0.018, -1.5 + side * 0.55), mix("#c99a3c", "#f0cf7a", c.rng.random()))
        layer.line([(sx, sy), (sx + 0.003, sy - 0.03)], "#b98a34", 0.004)
    layer.merge()
    return dict(vignette=0.3, warmth=0.02)


def cup(c, x, y, r, drink, saucer="#f1ece4", cup_colour="#fbf8f2", handle=0.5):
    plate(c, x, y, r * 1.5, saucer)
    layer = Layer(c)
    hx, hy = x + np.cos(handle) * r * 1.22, y + np.sin(handle) * r * 1.22
    layer.ellipse(hx, hy, r * 0.24, r * 0.24, mix(cup_colour, "#000000", 0.12))
    layer.merge(soft=0.002)
    c.ball(x, y, r * 1.06, r * 1.06, cup_colour, shine=0.1, shadow=0.5)
    c.over(c.disc(x, y, r * 0.98), rgb(cup_colour) * 0.8)
    c.over(c.disc(x, y, r * 0.9), drink)
    shadow = np.clip(c.disc(x, y, r * 0.9) - c.disc(x + r * 0.1, y + r * 0.13, r * 0.88, soft=0.02), 0, 1)
    c.shade(shadow, 0.4)


def latte(c):
    wood(c, "#3b271b", "#6d4a31")
    x, y, r = c.aspect * 0.5, 0.5, 0.25
    u, v = (c.x - x) / r, (c.y - y) / r
    wobble = (c.noise(4, 3) - 0.5) * 0.06
    cream = np.zeros_like(u + v)
    for k in range(6):
        cy, w = 0.4 - k * 0.2, (0.46, 0.62, 0.56, 0.46, 0.34, 0.22)[k]
        sag = v - cy - 0.12 + 0.3 * (u / max(w, 0.1)) ** 2
        cream = np.maximum(cream, np.exp(-((sag + wobble) / 0.052) ** 4) * (np.abs(u) < w))
    heart = np.hypot(u, (v + 0.66) * 1.3) < 0.16
    cream = np.maximum(cream, heart * 1.0)
    cream = cream * (1 - np.exp(-(u / 0.018) ** 2) * (v < 0.55))
    cream = blur(cream.astype(np.float32), 3)
    coffee = mix("#8a5226", "#5e3214", np.clip(np.hypot(u, v) ** 2 + wobble * 3, 0, 1))
    drink = coffee * (1 - cream[..., None]) + rgb("#f8e8cc") * cream[..., None]
    cup(c, x, y, r, drink, "#30485a", "#f7f3ea", 0.6)
    return dict(vignette=0.35, warmth=0.02)


def tea(c):
    wood(c, "#2b211b", "#57432f")
    layer = Layer(c)
    for _ in range(70):
        x, y = c.aspect * 0.5 + c.rng.normal(0, 0.4), 0.5 + c.rng.normal(0, 0.35)
        layer.polygon(petal(x, y, 0.05, 0.014, c.rng.random() * 6.28), mix("#23401f", "#6f9a3c", c.rng.random()))
    layer.merge(soft=0.001)
    for fx, y, r in ((0.36, 0.42, 0.19), (0.72, 0.7, 0.12)):
        x = fx * c.aspect
        d = np.hypot(c.x - x, c.y - y) / r
        liquor = mix("#e2c04a", "#8f6a17", np.clip(d ** 2 + (c.noise(4, 3) - 0.5) * 0.3, 0, 1))
        cup(c, x, y, r, liquor, "#3f5f58", "#dfeae2", 2.2)
        c.glow(x - r * 0.35, y - r * 0.4, r * 0.3, "#fffbe0", 0.6)
    steam = c.noise(3, 4, stretch=0.4) * smooth(0.5, 0.1, c.y)
    c.light(smooth(0.4, 0.8, steam) * 0.3, "#ffffff", 0.6)
    return dict(vignette=0.4)


def noodles(c, egg=True, broth="#b5651d", bowl="#1f3a5f"):
    wood(c, "#5b3a24", "#93683f")
    x, y, r = c.aspect * 0.5, 0.52, 0.4
    c.shade(c.disc(x + 0.03, y + 0.04, r * 1.05, soft=0.08), 0.6)
    c.ball(x, y, r, r, bowl, shine=0.15, shadow=0)
    c.over(c.disc(x, y, r * 0.93), rgb("#f4efe4"))
    c.over(c.disc(x, y, r * 0.9), mix(broth, mix(broth, "#5a2408", 0.6), np.clip(np.hypot(c.x - x, c.y - y) / r, 0, 1) ** 2))
    inside = c.disc(x, y, r * 0.88)
    for part in range(4):
        layer = Layer(c)
        for _ in range(26):
            a0, rad = c.rng.random() * 6.28, r * (0.25 + 0.55 * c.rng.random())
            ox, oy = x + c.rng.normal(0, 0.05), y + c.rng.normal(0, 0.05)
            sweep = 1 + 1.8 * c.rng.random()
            path = [(ox + np.cos(a0 + t) * rad * 0.85, oy + np.sin(a0 + t) * rad * 0.8) for t in np.linspace(0, sweep, 26)]
            path = [p for p in path if np.hypot(p[0] - x, p[1] - y) < r * 0.83]
            if len(path) > 3:
                tone = mix("#e0b45e", "#ffe6a3", c.rng.random())
                layer.line(path, tone * 0.55, 0.015)
                layer.line(path, tone, 0.0105)
                layer.line([(a - 0.0018, b - 0.0018) for a, b in path], mix(tone, "#ffffff", 0.45), 0.003)
        layer.merge(soft=0.0008)
    for _ in range(26):
        a, d = c.rng.random() * 6.28, r * 0.8 * np.sqrt(c.rng.random())
        c.over(c.disc(x + np.cos(a) * d, y + np.sin(a) * d, 0.006 + 0.01 * c.rng.random()) * inside * 0.4, rgb("#f5a03a"))
    if egg:
        for ex, ey, turn in ((x - 0.15, y - 0.12, 0.5), (x - 0.02, y - 0.2, -0.2)):
            c.ball(ex, ey, 0.1, 0.078, "#fff8ec", turn, shine=0.1, shadow=0.45)
            c.ball(ex + 0.005, ey, 0.05, 0.048, "#f59a16", turn, shine=0.4, shadow=0)
    for k in range(5):
        ex, ey = x + 0.12 + 0.045 * np.cos(k * 2.2), y - 0.06 + 0.05 * k
        meat = mix("#8a3d22", "#d98a62", smooth(0.35, 0.7, c.noise(12, 4, stretch=3)))
        c.ball(ex, ey, 0.095, 0.05, "#a5512f", 0.5, shine=0.1, texture=meat, shadow=0.4)
    layer = Layer(c)
    for _ in range(70):
        a, d = c.rng.random() * 6.28, r * 0.7 * np.sqrt(c.rng.random())
        px, py, s = x - 0.08 + np.cos(a) * d * 0.6, y + 0.1 + np.sin(a) * d * 0.5, 0.006 + 0.006 * c.rng.random()
        green = mix("#2f7d32", "#a5d65a", c.rng.random())
        layer.ellipse(px, py, s, s * 0.8, green)
        layer.ellipse(px, py, s * 0.45, s * 0.35, mix(green, "#eaffc0", 0.7))
    for _ in range(9):
        a, d = c.rng.random() * 6.28, r * 0.6 * c.rng.random()
        layer.polygon(petal(x + np.cos(a) * d, y + np.sin(a) * d, 0.05, 0.012, c.rng.random() * 6.28), "#d1261b")
    layer.merge()
    sticks = Layer(c)
    for k in (0, 0.03):
        sticks.line([(x + 0.22 + k, y + 0.02), (x + 0.5 + k * 1.6, y - 0.5)], "#3a1d10", 0.013)
    sticks.merge()
    c.light(smooth(0.5, 0.85, c.noise(3, 4, stretch=0.5)) * smooth(0.55, 0.1, c.y), "#ffffff", 0.16)
    return dict(vignette=0.35, warmth=0.02)


FRUITS = {"orange": "#f08a1d", "apple": "#c92a2a", "lemon": "#f5cf3a", "plum": "#5b2a6e", "peach": "#f7a072", "pear": "#b5bd3f", "lime": "#74a832"}


def fruit(c, kinds=("orange", "apple", "lemon", "plum", "peach", "lime", "orange", "apple", "plum"), ground="#31485a"):
    cloth(c, ground)
    plate(c, c.aspect * 0.5, 0.52, 0.41, "#e9e2d4")
    for k, kind in enumerate(kinds):
        angle, d = k * 2.4, 0.088 * np.sqrt(k + 0.3)
        x, y, r = c.aspect * 0.5 + np.cos(angle) * d, 0.52 + np.sin(angle) * d, 0.105 + 0.012 * (k % 3)
        base = rgb(FRUITS[kind])
        pores = c.noise(70, 2)[..., None]
        blush = smooth(0.35, 0.7, c.noise(5, 4))[..., None]
        skin = base * (0.9 + 0.2 * pores)
        if kind in ("apple", "peach"):
            skin = skin * (1 - 0.5 * blush) + rgb("#f2c14e" if kind == "apple" else "#d9434a") * 0.5 * blush
        c.ball(x, y, r, r * (0.86 if kind in ("lemon", "lime") else 0.98), base, k * 0.9, shine=0.5, texture=skin, shadow=0.5)
        layer = Layer(c)
        if kind in ("apple", "plum", "peach"):
            layer.line([(x - r * 0.1, y - r * 0.12), (x + r * 0.08, y - r * 0.42)], "#4a2f1b", 0.007)
            if k % 2 == 0:
                layer.polygon(petal(x + r * 0.08, y - r * 0.36, 0.07, 0.035, -0.4), "#4f8a3a")
        elif kind == "orange":
            layer.ellipse(x - r * 0.1, y - r * 0.15, 0.008, 0.008, "#5f7a2c")
        layer.merge()
    return dict(vignette=0.32)


def tart(c):
    cloth(c, "#d9c7b8")
    x, y, r = c.aspect * 0.5, 0.5, 0.38
    plate(c, x, y, r * 1.12, "#7fa3a0", "#a8c4c0")
    layer = Layer(c)
    for k in range(36):
        a = k * 6.283 / 36
        layer.ellipse(x + np.cos(a) * r * 0.93, y + np.sin(a) * r * 0.93, 0.035, 0.035, mix("#c98339", "#e8b06a", (k % 2)))
    layer.merge(soft=0.002)
    c.ball(x, y, r * 0.94, r * 0.94, "#d99a4e", shine=0.05, shadow=0.3)
    c.over(c.disc(x, y, r * 0.85), mix("#f9e3a6", "#eec873", c.noise(9, 4)))
    for ring, (count, kind) in enumerate(((1, "#c4162a"), (7, "#2f3f8f"), (12, "#d81e3a"), (19, "#3b2a6b"))):
        d = (0.0, 0.1, 0.19, 0.275)[ring]
        for k in range(count):
            a = k * 6.283 / count + ring * 0.4
            s = 0.046 if ring in (0, 2) else 0.038
            c.ball(x + np.cos(a) * d, y + np.sin(a) * d, s, s * 0.95, kind, shine=0.75, shadow=0.45)
    layer = Layer(c)
    for k in range(7):
        layer.polygon(petal(x + c.rng.normal(0, 0.12), y + c.rng.normal(0, 0.12), 0.06, 0.028, c.rng.random() * 6.28), mix("#3f7d33", "#8fc45a", c.rng.random()))
    for _ in range(260):
        layer.ellipse(x + c.rng.normal(0, 0.16), y + c.rng.normal(0, 0.16), 0.0018, 0.0018, "#ffffff", 0.85)
    layer.merge()
    return dict(vignette=0.28)


def record(c, label="#d9432f"):
    wood(c, "#2c1d16", "#5d3f2b")
    x, y, r = c.aspect * 0.52, 0.52, 0.42
    sleeve = c.mask([(x - 0.62, y - 0.44), (x - 0.02, y - 0.46), (x, y + 0.42), (x - 0.6, y + 0.44)])
    c.shade(blur(sleeve, 24), 0.4)
    c.over(sleeve, mix("#e9a53a", "#c8452f", smooth(0.1, 0.9, c.y + (c.x - x) * 0.4)))
    for k in range(5):
        ring = np.abs(np.hypot(c.x - x + 0.5, c.y - y - 0.34) - 0.1 - 0.09 * k) < 0.02
        c.over(ring * sleeve, rgb(("#f7e3b0", "#23486b")[k % 2]))
    c.shade(c.disc(x + 0.02, y + 0.03, r * 1.02, soft=0.05), 0.6)
    d, angle = np.hypot(c.x - x, c.y - y), np.arctan2(c.y - y, c.x - x)
    grooves = 0.05 + 0.012 * np.sin(d * 1500) + 0.014 * (np.sin(d * 90) > 0.9)
    sheen = np.clip(np.cos((angle + 0.9) * 2), 0, 1) ** 18 * 0.5 + np.clip(np.cos((angle - 0.5) * 2), 0, 1) ** 40 * 0.22
    vinyl = (grooves + sheen * (0.4 + 0.3 * np.sin(d * 260)))[..., None] * rgb("#e9f0ff")
    c.over(c.disc(x, y, r), vinyl)
    c.over(c.disc(x, y, r * 0.33), mix(label, "#f7d9a0", smooth(-0.02, 0.02, np.sin(angle * 1.0 + 0.4) * 0.1)))
    c.over(c.disc(x, y, r * 0.2), rgb(label) * 0.8)
    c.over(c.disc(x, y, r * 0.03), rgb("#f2efe6"))
    arm = Layer(c)
    arm.line([(x + 0.45, y - 0.42), (x + 0.42, y + 0.08), (x + 0.27, y + 0.2)], "#d8d8de", 0.014)
    arm.line([(x + 0.3, y + 0.175), (x + 0.24, y + 0.225)], "#3a3a40", 0.035)
    arm.ellipse(x + 0.45, y - 0.42, 0.05, 0.05, "#9a9aa4")
    arm.merge()
    return dict(vignette=0.4)


def guitar(c):
    cloth(c, "#3f5a52")
    turn = -0.62
    ca, sa = np.cos(turn), np.sin(turn)
    ox, oy = c.aspect * 0.4, 0.62

    def at(u, v):
        return ox + u * ca - v * sa, oy + u * sa + v * ca

    body = np.zeros((c.h, c.w), np.float32)
    ts = np.linspace(0, 2 * np.pi, 90)
    outline = []
    for t in ts:
        u = -0.02 + 0.3 * np.cos(t)
        half = (0.215 - 0.035 * np.cos(t)) * np.abs(np.sin(t)) ** 0.72
        half *= 1 - 0.28 * np.exp(-((u - 0.05) / 0.085) ** 2)
        outline.append(at(u, np.sign(np.sin(t)) * half))
    body = np.maximum(body, c.mask(outline))
    grain = c.noise(40, 4, stretch=0.5)
    varnish = mix("#c8792e", "#eeb765", np.clip(grain * 0.8, 0, 1))
    far = np.hypot(c.x - ox, c.y - oy)
    c.puff(body, varnish * (1 - 0.4 * smooth(0.1, 0.32, far))[..., None], depth=0.03, bulge=0.6, shadow=0.6)
    rx, ry = at(0.06, 0)
    for r, colour in ((0.082, "#3a2212"), (0.074, "#e9c98f"), (0.068, "#1a0e08")):
        c.over(c.disc(rx, ry, r), rgb(colour))
    layer = Layer(c)
    layer.polygon([at(0.13, -0.028), at(0.78, -0.024), at(0.78, 0.024), at(0.13, 0.028)], "#2b1a12")
    for k in range(14):
        u = 0.78 - 0.62 * (1 - 0.944 ** k) / (1 - 0.944 ** 14)
        layer.line([at(u, -0.027), at(u, 0.027)], "#c9b27a", 0.0025)
    for u in (0.36, 0.46, 0.57):
        layer.ellipse(*at(u, 0), 0.006, 0.006, "#f4ead2")
    layer.polygon([at(0.78, -0.03), at(0.95, -0.042), at(0.95, 0.042), at(0.78, 0.03)], "#5a3218")
    for k in range(3):
        for side in (-1, 1):
            layer.ellipse(*at(0.82 + 0.045 * k, side * 0.052), 0.012, 0.012, "#e6dfcf")
    layer.polygon([at(-0.17, -0.075), at(-0.13, -0.075), at(-0.13, 0.075), at(-0.17, 0.075)], "#2b1a12")
    for k in range(6):
        v = -0.02 + 0.008 * k
        layer.line([at(-0.15, v * 1.4), at(0.8, v)], "#f4efe0", 0.0016)
    layer.merge()
    return dict(vignette=0.35, warmth=0.02)
