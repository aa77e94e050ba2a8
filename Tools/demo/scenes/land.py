"""Mountains, forests, dunes, terraces, fields and trees."""

import numpy as np

from paint import Layer, blur, emboss, mix, rgb, smooth
from scenes.parts import birds, clouds, forest, moon, petal, stars

# sky from top to horizon, far and near layer, mist, light of the sun
TIMES = {
    "dawn": (["#3b4a7a", "#a9789a", "#f0a98c", "#ffd9a0"], "#b08a9e", "#1f2440", "#f6c3a0", "#ffe2b0"),
    "gold": (["#3f6a9c", "#9aa3a8", "#e8ae5e", "#fbd48a"], "#c9a884", "#33261f", "#fbd591", "#fff0c0"),
    "day": (["#2f72b8", "#649fd4", "#a3cbe4", "#d8e8ea"], "#9dbacb", "#1f3b34", "#dbe9ea", "#fff8e0"),
    "jade": (["#6fa79d", "#a0c6b2", "#d3dfc0", "#efe7c6"], "#a5c4b4", "#16342c", "#e3ecd8", "#fff7d8"),
    "dusk": (["#1d2350", "#55407f", "#b55d86", "#f59a6f"], "#7a5c8c", "#15122c", "#d9818a", "#ffb38a"),
    "night": (["#060a1e", "#0f1b3d", "#20365f", "#3a5a80"], "#2c4668", "#050a16", "#40628a", "#cfe0ff"),
    "storm": (["#3a434d", "#5f6a73", "#8c9698", "#c4c3b2"], "#7c878b", "#171d20", "#aab2af", "#f3ecd2"),
    "snow": (["#5d86b8", "#93b3d4", "#cbd9e6", "#f3e2d6"], "#c3d0df", "#33465e", "#eef2f5", "#fff3e2"),
    "violet": (["#2a2a66", "#6a5aa8", "#c79ac8", "#ffd5cf"], "#a48ebf", "#241f45", "#e4bcd0", "#ffe6dc"),
}


def sky(c, colours, horizon):
    c.gradient([(horizon * i / (len(colours) - 1), colour) for i, colour in enumerate(colours)] + [(1, colours[-1])])


def mountains(c, time="dawn", layers=6, horizon=0.42, sun=(0.62, 0.36), pines=True, flock=0, sharp=False, cloud=0.45, calm=False):
    colours, far, near, mist, light = TIMES[time]
    sky(c, colours, horizon + 0.12)
    if time == "night":
        stars(c, 500, horizon + 0.1)
    clouds(c, mix(colours[2], light, 0.5), cloud, 3, 4.0, high=horizon + 0.05, strength=0.55)
    if sun:
        power = 1 - rgb(colours[2]).mean() * 0.75
        c.glow(sun[0] * c.aspect, sun[1], 0.5, light, 0.62 * power)
        c.glow(sun[0] * c.aspect, sun[1], 0.12, light, 0.6 * power)
        if time == "night":
            moon(c, sun[0] * c.aspect, sun[1], 0.035)
        else:
            c.over(c.disc(sun[0] * c.aspect, sun[1], 0.034, soft=0.004), mix(light, "#ffffff", 0.55))
    for i in range(layers):
        t = i / (layers - 1)
        base = horizon + (0.97 - horizon) * t ** 1.1
        line = c.ridge(base, 0.15 * (1 - 0.35 * t), 1.6 + 0.9 * t, 7, 0.46, sharp=sharp or i < 2)
        body = mix(far, near, t ** 1.15)
        deep = np.clip((c.y - line[None, :]) / (0.1 + 0.08 * (1 - t)), 0, 1)
        fog = deep * (1.05 - 0.8 * t) * (0.6 + 0.6 * c.noise(3, 4, stretch=3))
        relief = c.noise(9 + 4 * t, 5)
        relief = emboss(relief, 6, 5) * (0.32 - 0.12 * t)
        picture = mix(body, mist, np.clip(fog, 0, 1)) + relief[..., None] * rgb(light) * (1 - fog[..., None] * 0.8)
        if time == "snow":
            cap = smooth(0.16, 0.02, c.y - line[None, :] + (c.noise(12, 4) - 0.5) * 0.16) * (1 - t * 0.8)
            picture = mix(0, 1, cap) * rgb("#f6f8fc") * (0.9 + relief[..., None] * 4) + picture * (1 - cap[..., None])
        c.over(c.below(line), picture)
        if pines and t > 0.55:
            shade = mix(body, mist, 0.22 * (1 - t)) * 0.85
            forest(c, line, shade, 0.06 + 0.12 * (t - 0.55) ** 1.3 * 2, 46, soft=0.0)
    if sun:
        c.glow(sun[0] * c.aspect, sun[1] + 0.1, 0.7, light, 0.14 * power)
    if flock:
        birds(c, flock, c.aspect * 0.3, horizon * 0.55, 0.07, mix(near, far, 0.2), 0.016)
    if calm:
        c.shade(smooth(0.6, 1.0, c.y) * np.ones_like(c.x), 0.45)
    return dict(vignette=0.25, bloom=0.22)


def snow_forest(c, time="snow", tent=False):
    colours, far, near, mist, light = TIMES["night" if tent else time]
    sky(c, colours, 0.6)
    if tent:
        stars(c, 900, 0.7)
    else:
        clouds(c, "#ffffff", 0.5, 3, 3, high=0.5, strength=0.5)
    ground = "#31486e" if tent else "#eaf0f8"
    for i in range(5):
        t = i / 4
        line = c.ridge(0.5 + 0.28 * t, 0.04, 1.5, 4)
        tone = mix(mix(far, ground, 0.4), ground, t)
        c.over(c.below(line), tone * (1 + 0.12 * (c.noise(8, 5, stretch=3)[..., None] - 0.5)))
        shade = mix(mix(far, mist, 0.3), near, t)
        forest(c, line, shade, 0.16 + 0.26 * t, 26 - 16 * t, soft=0.0015 * (1 - t))
        if not tent:
            forest(c, line - 0.03 - 0.03 * t, mix(shade, "#ffffff", 0.72), 0.05 + 0.05 * t, 12, soft=0.003)
        fog = np.exp(-((c.y - line[None, :]) / 0.06) ** 2) * (0.5 - 0.45 * t)
        c.over(fog, mist)
    if tent:
        x, y = c.aspect * 0.5, 0.88
        c.glow(x, y, 0.5, "#ff9a3c", 0.55, 0.6)
        body = c.mask([(x - 0.2, y + 0.05), (x - 0.02, y - 0.19), (x + 0.19, y + 0.05)])
        warm = mix("#ffd98a", "#e2601f", smooth(0.0, 0.24, np.hypot(c.x - x, c.y - y)))
        c.over(body, warm)
        c.over(c.mask([(x - 0.02, y - 0.19), (x + 0.19, y + 0.05), (x + 0.1, y + 0.05)]), rgb("#b8481a"))
        c.over(c.mask([(x - 0.02, y - 0.16), (x - 0.05, y + 0.05), (x + 0.02, y + 0.05)]), rgb("#fff0bd"))
    else:
        layer = Layer(c)
        for _ in range(int(320 * c.aspect)):
            s = 0.0012 + 0.0045 * c.rng.random() ** 3
            layer.ellipse(c.rng.random() * c.aspect, c.rng.random(), s, s, "#ffffff", 0.85)
        layer.merge(soft=0.0012)
    return dict(vignette=0.3, bloom=0.2)


def dunes(c, time="gold", pyramids=False, camels=True):
    colours, far, near, mist, light = TIMES[time]
    sky(c, colours, 0.52)
    clouds(c, light, 0.4, 2.5, 6, high=0.45, strength=0.5)
    sx = c.aspect * 0.7
    c.glow(sx, 0.4, 0.5, light, 0.28)
    c.over(c.disc(sx, 0.36, 0.045, soft=0.004), mix(light, "#ffffff", 0.6))
    if pyramids:
        for x, w, h in ((0.22, 0.16, 0.18), (0.42, 0.22, 0.26), (0.62, 0.11, 0.12)):
            x, base = x * c.aspect, 0.56
            c.over(c.mask([(x - w, base), (x, base - h), (x + w, base)]), mix("#d9a066", mist, 0.45))
            c.over(c.mask([(x - w, base), (x, base - h), (x + w * 0.15, base)]), mix("#6e4a3a", mist, 0.35))
    for i in range(5):
        t = i / 4
        line = c.ridge(0.54 + 0.36 * t, 0.07 + 0.05 * t, 0.9 + 0.5 * (1 - t), 2, 0.35)
        slope = np.gradient(line) * c.h
        lit = smooth(-0.5, 0.5, blur(np.tile(slope[None, :], (4, 1)), 20)[0])[None, :] * np.exp(-(c.y - line[None, :]) * 5)
        sand = mix(mix("#a85f38", mist, 0.45 * (1 - t)), mix("#f4c27a", light, 0.4 * (1 - t)), np.clip(0.25 + 0.75 * lit, 0, 1))
        ripple = np.sin((c.y * 150 / (0.4 + t) + c.noise(4, 3, stretch=2) * 16)) * 0.025 * t
        c.over(c.below(line), sand * (1 + ripple + (c.noise(90, 2) - 0.5) * 0.05)[..., None])
        if camels and i == 2:
            layer = Layer(c)
            for k in range(4):
                x = c.aspect * (0.3 + 0.085 * k)
                y = line[int(x * c.h)] + 0.004
                s = 0.035
                for dx in (-0.5, -0.32, 0.3, 0.46):
                    layer.line([(x + dx * s, y), (x + dx * s * 0.9, y - s * 0.8)], "#2b1710", 0.0035)
                layer.ellipse(x, y - s * 0.95, s * 0.62, s * 0.3, "#2b1710")
                layer.ellipse(x, y - s * 1.3, s * 0.24, s * 0.26, "#2b1710")
                layer.line([(x + s * 0.5, y - s), (x + s * 0.85, y - s * 1.15), (x + s * 0.95, y - s * 1.7), (x + s * 1.2, y - s * 1.65)], "#2b1710", 0.006)
            layer.merge()
    return dict(vignette=0.25, warmth=0.03)


def hills(c, time="jade", rows=True, tea=True):
    """Tea hills or terraces: bands of bushes that follow the shape of each hill."""
    colours, far, near, mist, light = TIMES[time]
    sky(c, colours, 0.4)
    clouds(c, light, 0.5, 3, 3, high=0.35, strength=0.6)
    c.glow(c.aspect * 0.75, 0.2, 0.6, light, 0.35)
    for i in range(3):
        line = c.ridge(0.3 + 0.05 * i, 0.07, 2, 6, sharp=True)
        c.over(c.below(line), mix(mix(far, mist, 0.4 - 0.1 * i), mist, np.clip((c.y - line[None, :]) * 6, 0, 0.9)))
    leaf_dark, leaf_light = ("#1d4a2a", "#8fbe4e") if tea else ("#3c5a34", "#c9c46a")
    for i in range(4):
        t = i / 3
        line = c.ridge(0.42 + 0.3 * t, 0.1, 0.9, 3, 0.4)
        depth = c.y - line[None, :]
        bend = c.noise(1.5, 2) * 0.25
        phase = (np.sqrt(np.clip(depth, 0, 1) + 0.01) * (1.2 - 0.35 * t) + bend) * 90 / (1 + t)
        band = 0.5 + 0.5 * np.sin(phase)
        bushes = c.noise(50 - 18 * t, 3)
        if tea:
            tone = np.clip(band ** 0.8 * 0.75 + (bushes - 0.5) * 0.55 + 0.1, 0, 1)
            ground = mix(mix(leaf_dark, mist, 0.5 * (1 - t)), mix(leaf_light, mist, 0.45 * (1 - t)), tone)
        else:
            water = mix(rgb(colours[0]) * 0.9, colours[2], np.clip(c.noise(3, 3, stretch=5) * 1.2 - 0.1, 0, 1))
            edge = smooth(0.72, 0.86, band)
            ground = water * (1 - edge[..., None]) + mix(leaf_dark, leaf_light, bushes) * edge[..., None]
            ground = mix(0, 1, np.full_like(edge, 0.3 * (1 - t))) * rgb(mist) + ground * (1 - 0.3 * (1 - t))
        glow = smooth(0.3, 0.0, depth) * 0.25
        c.over(c.below(line), ground + glow[..., None] * rgb(light) * 0.5)
        c.over(np.exp(-((depth - 0.12) / 0.08) ** 2) * (0.35 - 0.32 * t) * (depth > 0), mist)
    return dict(vignette=0.28, bloom=0.2)


def meadow(c, flowers="#e2483c", rainbow=False, rows=False, time="day"):
    colours, far, near, mist, light = TIMES[time]
    sky(c, colours, 0.5)
    clouds(c, "#ffffff", 0.55, 3, 2.2, high=0.45, strength=0.8)
    if rainbow:
        distance = np.hypot(c.x - c.aspect * 0.42, (c.y - 0.62) * 1.0)
        for k, colour in enumerate(["#ff4b4b", "#ff9d3d", "#ffe75a", "#5ad46b", "#4f9dff", "#9a6bff"]):
            c.light(np.exp(-((distance - 0.5 + k * 0.013) / 0.009) ** 2) * (c.y < 0.6), colour, 0.3)
    for i in range(3):
        line = c.ridge(0.45 + 0.04 * i, 0.05, 1.4, 5)
        c.over(c.below(line), mix(mist, "#5d8a52", 0.3 + 0.3 * i))
    line = c.ridge(0.56, 0.02, 1, 3)
    deep = np.clip((c.y - 0.54) / 0.46, 0, 1)
    grass = mix("#9dbb55", "#2c5a26", np.clip(deep * 0.7 + (c.noise(60, 3, stretch=0.4) - 0.5) * 0.7, 0, 1))
    c.over(c.below(line), grass)
    order = np.sort(c.rng.random(int(900 * c.aspect)) ** 1.5)
    for part in np.array_split(order, 3):
        layer = Layer(c)
        for d in part:
            y = 0.575 + d * 0.45
            x = c.rng.random() * c.aspect
            if rows:
                lane = round((x - c.aspect / 2) / (0.05 + 0.22 * d)) * (0.05 + 0.22 * d)
                x = c.aspect / 2 + lane + c.rng.normal(0, 0.006 + 0.03 * d)
            s = (0.0025 + 0.019 * d) * (0.7 + 0.6 * c.rng.random())
            colour = rgb(flowers if isinstance(flowers, str) else flowers[c.rng.integers(len(flowers))]) * (0.7 + 0.4 * c.rng.random())
            layer.line([(x, y), (x + c.rng.normal(0, s * 0.4), y + s * 3)], "#2f5f2a", 0.001 + 0.003 * d)
            for k in range(5):
                layer.ellipse(x + np.cos(k * 1.257) * s * 0.55, y + np.sin(k * 1.257) * s * 0.4, s * 0.5, s * 0.4, colour * (0.85 + 0.06 * k))
            layer.ellipse(x, y, s * 0.25, s * 0.2, "#ffd75e" if not rows else colour * 0.7)
        layer.merge(soft=0.0008)
    c.glow(c.aspect * 0.8, 0.1, 0.8, light, 0.18)
    return dict(vignette=0.22, bloom=0.1)


SEASONS = {
    "spring": (["#8fc1e3", "#cfe5ea", "#f8efe6"], "#7fb35a", ["#f7b7c8", "#ffd9e2", "#e88fab"]),
    "summer": (["#3f92d2", "#8cc7ea", "#e6f3ea"], "#5c9a3c", ["#2f7d32", "#57a639", "#8cc751"]),
    "autumn": (["#7f9fb8", "#e0cfae", "#fbe3b5"], "#b58a3f", ["#d9531e", "#f0932b", "#f6c445"]),
    "winter": (["#8aa4c2", "#c6d3e1", "#f1ece8"], "#eef3f8", ["#ffffff", "#e8eef6", "#d3deea"]),
}


def tree(c, season="spring"):
    """The same tree all year: draw it with one seed and four seasons."""
    colours, ground, leaves = SEASONS[season]
    sky(c, colours, 0.75)
    shape = np.random.default_rng(7)
    clouds(c, "#ffffff", 0.45, 2.5, 3, high=0.6, strength=0.6)
    line = c.ridge(0.74, 0.03, 1, 3)
    c.over(c.below(c.ridge(0.69, 0.05, 2, 5)), mix(ground, colours[1], 0.6))
    c.over(c.below(line), rgb(ground) * (0.75 + 0.4 * c.noise(40, 4, stretch=1.5)[..., None]))
    c.shade(c.disc(c.aspect * 0.52, 0.84, 0.3, 0.035, soft=0.03), 0.35)
    trunk, tips = Layer(c), []
    bark = "#4a382e"

    def grow(x, y, angle, length, width, depth):
        ex, ey = x + np.cos(angle) * length, y + np.sin(angle) * length
        trunk.line([(x, y), (ex, ey)], bark, width)
        if depth == 0 or length < 0.02:
            tips.append((ex, ey))
            return
        if depth < 4:
            tips.append((ex, ey))
        for _ in range(2 if depth < 5 else 3):
            grow(ex, ey, angle + shape.normal(0, 0.48), length * (0.74 + 0.16 * shape.random()), width * 0.66, depth - 1)

    grow(c.aspect * 0.5, 0.84, -np.pi / 2 + 0.06, 0.15, 0.046, 7)
    trunk.merge()
    order = ((0.55, 0.026), (0.8, 0.02), (1.0, 0.014))
    for k, (tone, size) in enumerate(order):
        layer = Layer(c)
        for x, y in tips:
            count = 1 if season == "winter" else 3
            for _ in range(count):
                s = size * (0.5 + 0.6 * c.rng.random()) * (0.4 if season == "winter" else 1)
                colour = rgb(leaves[min(k, 2)] if c.rng.random() < 0.6 else leaves[c.rng.integers(3)]) * (0.62 + 0.38 * tone)
                px, py = x + c.rng.normal(0, 0.022) - 0.006 * k, y + c.rng.normal(0, 0.02) - 0.008 * k
                layer.polygon(petal(px, py, s * 2, s * 1.4, c.rng.random() * 6.28), colour)
        layer.merge()
    layer = Layer(c)
    for _ in range(160 if season != "summer" else 20):
        x, y = c.aspect * 0.5 + c.rng.normal(0, 0.28), 0.8 + 0.18 * c.rng.random()
        if c.rng.random() < 0.2:
            y = 0.3 + 0.5 * c.rng.random()
        s = 0.005 + 0.005 * c.rng.random()
        layer.polygon(petal(x, y, s * 2, s, c.rng.random() * 6.28), rgb(leaves[c.rng.integers(3)]))
    layer.merge()
    c.glow(c.aspect * 0.2, 0.15, 0.8, "#fff3d0", 0.2)
    return dict(vignette=0.2, bloom=0.1)
