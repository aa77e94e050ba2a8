"""Cities, lanterns, balloons, fireworks, windows."""

import numpy as np

from paint import Layer, mix, rgb, smooth
from scenes.land import TIMES, sky
from scenes.parts import bokeh, clouds, moon, stars


def tower(layer, lights, c, x, base, w, h, colour, lit, warm):
    style = c.rng.integers(5)
    layer.rectangle(x, base - h, x + w, base, colour)
    if style == 0:
        layer.polygon([(x, base - h), (x + w / 2, base - h - w * 0.8), (x + w, base - h)], colour)
    elif style == 1:
        layer.rectangle(x + w * 0.3, base - h - w * 0.4, x + w * 0.7, base - h, colour)
        layer.line([(x + w / 2, base - h), (x + w / 2, base - h - w * 1.2)], colour, 0.003)
    elif style == 2:
        layer.ellipse(x + w / 2, base - h, w / 2, w * 0.35, colour)
    step = 0.0125
    hues = ("#ffd58a", "#ffeec2", "#ffb866", "#bfe3ff") if warm else ("#ffd58a", "#cfe8ff", "#8fd0ff", "#ff9fc8")
    for wy in np.arange(base - h + 0.01, base - 0.004, step):
        for wx in np.arange(x + w * 0.1, x + w * 0.88, step * 0.8):
            if c.rng.random() < lit:
                tone = rgb(hues[c.rng.integers(4)]) * (0.45 + 0.55 * c.rng.random())
                lights.rectangle(wx, wy, wx + 0.0045, wy + 0.0062, tone)


def skyline(c, time="night", horizon=0.66, pearl=True, minarets=False, lit=0.4):
    colours, far, near, mist, light = TIMES[time]
    sky(c, colours, horizon)
    if time == "night":
        stars(c, 160, horizon * 0.7)
    clouds(c, mix(colours[2], light, 0.3), 0.45, 3, 4, high=horizon, strength=0.5)
    c.glow(c.aspect * 0.5, horizon, 0.7, "#ff9a5c" if minarets else "#7a8cff", 0.3, 0.5)
    moon(c, c.aspect * 0.8, 0.16, 0.04, phase=-0.35 if minarets else 1)
    for i in range(3):
        t = i / 2
        tone = mix(mix(far, mist, 0.15), near, 0.2 + 0.75 * t)
        layer, lights = Layer(c), Layer(c)
        x = -0.02
        while x < c.aspect:
            w = 0.05 + 0.06 * c.rng.random()
            bell = 0.5 + 0.5 * np.exp(-((x / c.aspect - 0.5) / 0.3) ** 2)
            h = (0.1 + 0.34 * c.rng.random() ** 1.4) * bell * (1.0 - 0.3 * t)
            if minarets:
                h *= 0.45
            tower(layer, lights, c, x, horizon, w, h, tone * (0.9 + 0.2 * c.rng.random()), lit * (0.5 + 0.5 * t), minarets)
            x += w * (0.85 + 0.5 * c.rng.random())
        if i == 1 and pearl and not minarets:
            spire(layer, lights, c.aspect * 0.3, horizon, mix(near, "#7a3b8a", 0.4))
        if i == 2 and minarets:
            for mx in (0.22, 0.74):
                mosque(layer, lights, c, mx * c.aspect, horizon, 0.11 + 0.06 * c.rng.random(), mix(near, "#5a3a30", 0.3))
        layer.merge(soft=0.0012 * (1 - t))
        lights.merge(add=True, strength=0.85)
        lights.merge(add=True, soft=0.006, strength=0.6)
        c.over(np.exp(-((c.y - horizon) / 0.09) ** 2) * (0.3 - 0.12 * i) * np.ones_like(c.x), mist)
    c.mirror(horizon, near, 0.3, 1.3, 44)
    return dict(vignette=0.3, bloom=0.35)


def spire(layer, lights, x, base, colour):
    for y, r in ((base - 0.12, 0.04), (base - 0.3, 0.028), (base - 0.4, 0.012)):
        layer.ellipse(x, y, r, r, colour)
        for k in range(14):
            angle = k * 0.449
            lights.ellipse(x + np.cos(angle) * r * 0.8, y + np.sin(angle) * r * 0.8, 0.004, 0.004, "#ff6fb5" if k % 2 else "#b58cff")
    layer.line([(x, base), (x, base - 0.5)], colour, 0.011)
    layer.line([(x - 0.04, base), (x - 0.012, base - 0.12)], colour, 0.006)
    layer.line([(x + 0.04, base), (x + 0.012, base - 0.12)], colour, 0.006)
    lights.ellipse(x, base - 0.5, 0.005, 0.005, "#ff4040")


def mosque(layer, lights, c, x, base, s, colour):
    layer.rectangle(x - s, base - s * 0.7, x + s, base, colour)
    steps = np.linspace(0, np.pi, 20)
    layer.polygon([(x + np.cos(a) * s * 0.62 * (1 + 0.1 * np.sin(a * 2) ** 2), base - s * 0.7 - np.sin(a) ** 0.8 * s * 0.75) for a in steps], colour)
    layer.line([(x, base - s * 1.4), (x, base - s * 1.68)], colour, 0.003)
    for side in (-1, 1):
        mx = x + side * s * 1.15
        layer.rectangle(mx - s * 0.09, base - s * 2.1, mx + s * 0.09, base, colour)
        layer.rectangle(mx - s * 0.16, base - s * 1.62, mx + s * 0.16, base - s * 1.54, colour)
        layer.polygon([(mx - s * 0.12, base - s * 2.1), (mx, base - s * 2.6), (mx + s * 0.12, base - s * 2.1)], colour)
        lights.ellipse(mx, base - s * 1.68, 0.005, 0.005, "#8dff9a")
    for k in range(-3, 4):
        wx = x + k * s * 0.26
        lights.rectangle(wx - s * 0.06, base - s * 0.4, wx + s * 0.06, base - s * 0.08, "#ffc36b")
        lights.ellipse(wx, base - s * 0.4, s * 0.06, s * 0.08, "#ffc36b")


def lantern(c, x, y, r, colour="#e2331f", glow=1.0):
    """A round paper lantern, lit from inside."""
    c.glow(x, y, r * 2.6, "#ff7a35", 0.32 * glow)
    layer = Layer(c)
    layer.line([(x, y - r * 3.2), (x, y - r)], "#2a100a", r * 0.04)
    layer.merge()
    u, v = (c.x - x) / r, (c.y - y) / (r * 0.86)
    inner = np.clip(1 - (u ** 2 + v ** 2), 0, 1)
    ribs = 0.86 + 0.14 * np.cos(np.arcsin(np.clip(u / np.sqrt(np.clip(1 - v ** 2, 0.05, 1)), -1, 1)) * 11)
    paper = mix(rgb(colour) * 0.6, mix(colour, "#ffb04a", 0.6), inner ** 1.8) * ribs[..., None]
    c.over(c.disc(x, y, r, r * 0.86), paper)
    layer = Layer(c)
    for sign in (-1, 1):
        layer.rectangle(x - r * 0.34, y + sign * r * 0.82 - r * 0.07, x + r * 0.34, y + sign * r * 0.82 + r * 0.07, "#d9a441")
    for k in range(-4, 5):
        layer.line([(x + k * r * 0.035, y + r * 0.88), (x + k * r * 0.05, y + r * (1.6 + 0.1 * c.rng.random()))], "#e8b13f", r * 0.025)
    layer.merge()


def lanterns(c, count=9, water=False):
    c.gradient([(0, "#0a0e22"), (0.6, "#2b1633"), (1, "#4c1f26")])
    bokeh(c, 60, ["#ff8a3c", "#ffc766", "#ff5a3c", "#d04a6a"], 0.01, 0.045, alpha=0.35, top=0.3)
    for k in range(count):
        depth = (k + 1) / count
        r = 0.035 + 0.085 * depth
        x = c.aspect * ((k * 0.618 + 0.17) % 1) * 0.9 + 0.05 * c.aspect
        y = 0.14 + 0.5 * ((k * 0.382 + 0.1) % 1)
        lantern(c, x, y, r, "#e2331f" if k % 4 else "#f08a1d", 0.5 + 0.5 * depth)
    if water:
        c.mirror(0.76, "#10060c", 0.3, 1.1, 36)
    return dict(vignette=0.35, bloom=0.35)


def rain_glass(c):
    """Neon behind a wet window."""
    c.gradient([(0, "#0a1020"), (0.5, "#1c2344"), (1, "#2c1b35")])
    for _ in range(2):
        bokeh(c, 60, ["#ff5a7a", "#ffb04a", "#ff8a4a", "#4ac8ff", "#ffe08a"], 0.02, 0.06, soft=0.007, alpha=0.6, top=0.42, bottom=0.86)
    for k in range(9):
        c.glow(c.aspect * c.rng.random(), 0.5 + 0.3 * c.rng.random(), 0.16, ("#ff7a4a", "#ff4a7a", "#4a9aff")[k % 3], 0.4)
    behind = c.img.copy()
    for k in range(int(230 * c.aspect)):
        r = 0.003 + 0.022 * c.rng.random() ** 4
        x, y = c.rng.random() * c.aspect, c.rng.random()
        drop(c, behind, x, y, r, r * (1.1 + 0.3 * c.rng.random()))
        if r > 0.016:
            trail = c.rng.random() * 0.25
            for d in np.arange(0.02, trail, 0.012):
                drop(c, behind, x + c.rng.normal(0, 0.0015), y - r - d, 0.0025 + 0.003 * c.rng.random(), 0.005)
    return dict(vignette=0.35, bloom=0.2)


def drop(c, behind, x, y, rx, ry):
    """A lens: shows the scene upside down, dark at the top, bright at the bottom."""
    x0, x1 = int(max(0, (x - rx * 1.2) * c.h)), int(min(c.w, (x + rx * 1.2) * c.h))
    y0, y1 = int(max(0, (y - ry * 1.2) * c.h)), int(min(c.h, (y + ry * 1.2) * c.h))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    u = (c.x[:, x0:x1] - x) / rx
    v = (c.y[y0:y1] - y) / ry
    d = np.sqrt(u ** 2 + v ** 2)
    inside = np.clip((1 - d) * rx * c.h / 1.5, 0, 1)[..., None]
    sy = np.clip((y - v * 0.22) * c.h, 0, c.h - 1).astype(int) + np.zeros_like(d, int)
    sx = np.clip((x - u * 0.22) * c.h, 0, c.w - 1).astype(int) + np.zeros_like(d, int)
    lens = behind[sy, sx] * (0.75 + 0.5 * v)[..., None] * (1.25 - 0.7 * d ** 4)[..., None]
    lens = lens + (np.exp(-((u + 0.35) ** 2 + (v + 0.4) ** 2) / 0.05) * 0.55)[..., None]
    patch = c.img[y0:y1, x0:x1]
    c.img[y0:y1, x0:x1] = patch * (1 - inside) + lens * inside


STRIPES = [("#e8452c", "#ffd35a"), ("#2a6fb8", "#f4f1e6"), ("#2f9a6a", "#f9e27a"), ("#8a3fa8", "#ffb46b"), ("#f08a24", "#fff1d0"), ("#d6336c", "#8fd3f4"), ("#14746f", "#f2a541")]


def balloon(c, x, y, r, pair, zigzag=False, haze=0.0, air="#ffffff"):
    u = (c.x - x) / r
    v = (c.y - y) / r
    waist = np.where(v > 0, np.sqrt(np.clip(1 - (np.clip(v, 0, 2) / 1.35) ** 1.7, 0.0, 1)), np.sqrt(np.clip(1 - v ** 2, 0, 1)))
    waist = np.maximum(waist, 0.16 * ((v > 0) & (v < 1.34)))
    inside = np.clip((waist - np.abs(u)) * r * c.h / 1.4 + 0.5, 0, 1) * (v > -1) * (v < 1.34)
    across = np.clip(u / np.clip(waist, 0.05, 1), -1, 1)
    gore = np.arcsin(across) * 12 / np.pi
    if zigzag:
        gore = v * 3.5 + np.abs(gore % 2 - 1) * 0.9
    which = smooth(-0.12, 0.12, np.sin(gore * np.pi))
    lit = np.clip(0.62 - across * 0.42 - v * 0.12, 0.22, 1.15)
    seams = 1 - 0.1 * np.exp(-((np.sin(np.arcsin(across) * 12)) / 0.15) ** 2)
    skin = mix(pair[0], pair[1], which) * (lit * seams)[..., None] + 0.12 * np.exp(-((across + 0.45) ** 2 + (v + 0.35) ** 2) / 0.08)[..., None]
    c.over(inside, skin * (1 - haze) + rgb(air) * haze)
    layer = Layer(c)
    dark = mix("#4a2e1c", air, haze)
    for k in (-0.13, 0.13):
        layer.line([(x + k * r, y + 1.3 * r), (x + k * r * 0.8, y + 1.62 * r)], dark, max(0.0012, r * 0.015))
    layer.rectangle(x - r * 0.14, y + 1.6 * r, x + r * 0.14, y + 1.82 * r, dark)
    layer.merge()
    if haze < 0.3:
        c.glow(x, y + 1.36 * r, r * 0.25, "#ffb84a", 0.5)


def balloons(c, time="dawn", count=7, big=None):
    colours, far, near, mist, light = TIMES[time]
    sky(c, colours, 0.85)
    clouds(c, mix(colours[2], "#ffffff", 0.5), 0.5, 3, 3, high=0.8, strength=0.6)
    c.glow(c.aspect * 0.2, 0.75, 0.7, light, 0.4)
    for i in range(3):
        line = c.ridge(0.8 + 0.06 * i, 0.06, 1.5 + i, 5)
        c.over(c.below(line), mix(mix(mix(far, mist, 0.35), near, i / 2.6), mist, np.clip((c.y - line[None, :]) * (6 - 2 * i), 0, 0.7 - 0.25 * i)))
    places = []
    for k in range(count):
        depth = (k + 1) / count
        r = 0.018 + 0.11 * depth ** 2
        for _ in range(60):
            x, y = c.aspect * (0.08 + 0.84 * c.rng.random()), 0.12 + (0.56 - 0.2 * depth) * c.rng.random() + 0.05 * depth
            if all(np.hypot(x - a, y - b) > 1.25 * (r + q) for a, b, q in places):
                break
        places.append((x, y, r))
        balloon(c, x, y, r, STRIPES[c.rng.integers(len(STRIPES))], c.rng.random() < 0.35, 0.5 * (1 - depth), mix(colours[2], mist, 0.5))
    if big:
        balloon(c, c.aspect * 0.5, 0.4, big, STRIPES[c.rng.integers(len(STRIPES))], c.rng.random() < 0.5)
    return dict(vignette=0.2, bloom=0.18)


def fireworks(c, count=7):
    skyline(c, "night", 0.8, lit=0.3)
    hues = ["#ff5a5a", "#ffd35a", "#6bd0ff", "#c58bff", "#7dffb0", "#ffffff", "#ff9ad5"]
    for k in range(count):
        x, y = c.aspect * (0.12 + 0.76 * ((k * 0.618 + 0.2) % 1)), 0.1 + 0.36 * ((k * 0.382 + 0.3) % 1)
        size, colour = 0.09 + 0.13 * c.rng.random(), rgb(hues[k % len(hues)])
        layer, core = Layer(c), Layer(c)
        for ray in range(70):
            angle, reach = c.rng.random() * 6.283, size * (0.6 + 0.4 * c.rng.random())
            path = []
            for t in np.linspace(0.2, 1, 9):
                path.append((x + np.cos(angle) * reach * t, y + np.sin(angle) * reach * t + 0.05 * t * t))
            for j in range(len(path) - 1):
                layer.line([path[j], path[j + 1]], colour * (0.3 + 0.7 * j / 8), 0.0018)
            core.ellipse(*path[-1], 0.0028, 0.0028, mix(colour, "#ffffff", 0.6))
        layer.merge(add=True)
        layer.merge(add=True, soft=0.006, strength=0.5)
        core.merge(add=True)
        core.merge(add=True, soft=0.005)
        c.glow(x, y, size * 1.6, colour, 0.1)
    c.mirror(0.8, "#050914", 0.3, 1.2, 44)
    return dict(vignette=0.25, bloom=0.3)


def cat_window(c, time="dusk"):
    """A cat on the sill, looking at the evening."""
    colours, far, near, mist, light = TIMES[time]
    sky(c, colours, 0.72)
    clouds(c, light, 0.5, 3, 3, high=0.6, strength=0.5)
    moon(c, c.aspect * 0.7, 0.24, 0.06)
    for i in range(3):
        line = c.ridge(0.6 + 0.06 * i, 0.05, 2.2, 6)
        c.over(c.below(line), mix(far, near, i / 2.5))
    layer, glow = Layer(c), Layer(c)
    for _ in range(50):
        x, y = c.rng.random() * c.aspect, 0.64 + 0.14 * c.rng.random()
        glow.ellipse(x, y, 0.006, 0.006, "#ffc06a")
    glow.merge(add=True, soft=0.004)
    wall = rgb("#1c1420")
    a = c.aspect
    for box in ((0, 0, 0.09, 1), (a - 0.09, 0, a, 1), (0, 0, a, 0.07), (a / 2 - 0.012, 0, a / 2 + 0.012, 1), (0, 0.36, a, 0.38)):
        layer.rectangle(*box, wall)
    layer.rectangle(0, 0.82, a, 1, "#2a1c22")
    layer.rectangle(0, 0.82, a, 0.832, mix(light, wall, 0.55))
    x, y, k = a * 0.4, 0.83, "#0d0a12"
    layer.ellipse(x, y - 0.1, 0.105, 0.13, k)
    layer.ellipse(x + 0.02, y - 0.02, 0.13, 0.05, k)
    layer.ellipse(x - 0.005, y - 0.26, 0.068, 0.06, k)
    for side in (-1, 1):
        layer.polygon([(x - 0.005 + side * 0.064, y - 0.265), (x - 0.005 + side * 0.056, y - 0.365), (x - 0.005 + side * 0.012, y - 0.305)], k)
    tail = [(x + 0.11 + 0.16 * t, y - 0.02 + 0.14 * np.sin(t * 2.6) * t + 0.02 * t) for t in np.linspace(0, 1, 20)]
    for j in range(19):
        layer.line([tail[j], tail[j + 1]], k, 0.034 - 0.0008 * j)
    px = a * 0.8
    layer.polygon([(px - 0.06, 0.73), (px + 0.06, 0.73), (px + 0.045, 0.83), (px - 0.045, 0.83)], "#6b3626")
    for angle in np.linspace(-2.9, -0.25, 9):
        steps = [(px + np.cos(angle) * 0.17 * t, 0.73 + np.sin(angle) * 0.19 * t + 0.06 * t * t) for t in np.linspace(0, 1, 8)]
        for j in range(7):
            layer.line([steps[j], steps[j + 1]], "#14251c", 0.018 - 0.002 * j)
    layer.merge()
    rim = Layer(c)
    rim.line([(x - 0.07, y - 0.27), (x - 0.06, y - 0.36)], light, 0.004)
    rim.line([(x + 0.065, y - 0.275), (x + 0.055, y - 0.355)], light, 0.004)
    rim.line([(x + 0.098, y - 0.16), (x + 0.105, y - 0.09)], light, 0.004)
    rim.merge(soft=0.003, add=True, strength=0.7)
    return dict(vignette=0.35, bloom=0.25)
