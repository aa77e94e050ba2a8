"""Lakes, seas, coasts and the sky over them."""

import numpy as np

from paint import Layer, emboss, mix, rgb, smooth
from scenes.land import TIMES, mountains, sky
from scenes.parts import birds, clouds, forest, milky_way, moon, stars


def glitter(c, x, horizon, colour, width=0.05, strength=0.9):
    """The path of light on the water below a sun or moon."""
    depth = np.clip((c.y - horizon) / (1 - horizon), 0, 1)
    flakes = c.noise(60, 3, stretch=7)
    path = np.exp(-((c.x - x) / (width + 0.22 * depth)) ** 2)
    c.light(smooth(0.52, 0.72, flakes * (0.75 + 0.35 * path)) * path * (c.y > horizon), colour, strength)


def sea(c, time="gold", horizon=0.5, sun=0.5, height=0.12, sail=False, flock=0, moonlit=False, wave=1.0):
    colours, far, near, mist, light = TIMES[time]
    sky(c, colours, horizon)
    if time == "night":
        stars(c, 600, horizon)
    clouds(c, mix(colours[2], light, 0.6), 0.5, 3, 4, high=horizon, strength=0.7)
    clouds(c, mix(colours[0], colours[1], 0.5), 0.35, 4, 5, high=horizon, strength=0.5)
    sx, sy = sun * c.aspect, horizon - height
    power = 0.45 if time == "night" else 1.05 - rgb(colours[-1]).mean() * 0.8
    c.glow(sx, sy, 0.45, light, 0.8 * power)
    if moonlit or time == "night":
        moon(c, sx, sy, 0.045)
    else:
        c.glow(sx, sy, 0.1, light, 0.7 * power)
    line = c.ridge(horizon - 0.004, 0.02, 1.2, 5)
    c.over(c.below(np.minimum(line, horizon + 0.002)), mix(far, mist, 0.35))
    c.mirror(horizon, mix(near, colours[0], 0.45), 0.42, 1.2 * wave, 30)
    if time != "night" and not moonlit:
        c.over(c.disc(sx, sy, 0.04, soft=0.004) * (c.y < horizon), mix(light, "#ffffff", 0.6))
    depth = np.clip((c.y - horizon) / (1 - horizon), 0, 1)
    swell = c.noise(16, 4, stretch=6)
    crest = emboss(swell, 8, 0)
    c.img *= (1 + np.clip(crest * 4, -0.5, 0.6) * depth * wave)[..., None]
    glitter(c, sx, horizon, light, 0.04, 0.35 + 0.9 * power)
    if sail:
        for x, y, s in ((0.3, horizon + 0.07, 0.2), (0.68, horizon + 0.015, 0.09)):
            felucca(c, x * c.aspect, y, s, mix(near, far, 0.1))
    if flock:
        birds(c, flock, c.aspect * 0.35, horizon * 0.5, 0.09, mix(near, far, 0.2), 0.022)
    return dict(vignette=0.25, bloom=0.25)


def felucca(c, x, y, s, colour):
    layer = Layer(c)
    hull = [(x - s * 0.55, y - s * 0.06), (x + s * 0.6, y - s * 0.1), (x + s * 0.42, y + s * 0.05), (x - s * 0.4, y + s * 0.06)]
    layer.polygon(hull, colour)
    layer.line([(x - s * 0.1, y), (x - s * 0.06, y - s * 0.75)], colour, s * 0.025)
    steps = np.linspace(0, 1, 12)
    edge = [(x - s * 0.28 + s * 0.62 * t + s * 0.12 * np.sin(np.pi * t), y - s * 0.1 - s * 1.15 * t) for t in steps]
    foot = [(x + s * 0.5, y - s * 0.18)]
    layer.polygon(edge + foot, mix(colour, "#f6dcb4", 0.75))
    layer.line([edge[0], edge[-1]], colour, s * 0.02)
    layer.merge()
    shade = Layer(c)
    shade.polygon([(x - s * 0.5, y + s * 0.05), (x + s * 0.5, y + s * 0.05), (x + s * 0.4, y + s * 0.5), (x + s * 0.1, y + s * 0.8), (x - s * 0.2, y + s * 0.45)], colour, 0.4)
    shade.merge(soft=0.012)


def star_lake(c, horizon=0.58, aurora=False, portrait=False):
    c.gradient([(0, "#050a1f"), (horizon * 0.6, "#122a52"), (horizon, "#3d6b86")])
    stars(c, 1200, horizon)
    milky_way(c, -1.15, (0.55, 0.3))
    if aurora:
        curtain(c, horizon)
    for i, (base, height, tone) in enumerate(((horizon - 0.1, 0.1, "#24405f"), (horizon - 0.05, 0.09, "#152a45"), (horizon - 0.012, 0.035, "#0a1524"))):
        line = np.minimum(c.ridge(base, height, 2.2 + i, 7, sharp=i < 2), horizon - 0.004)
        c.over(c.below(line), rgb(tone))
        if i == 2:
            forest(c, line, rgb("#060c16"), 0.08, 90)
    c.mirror(horizon, "#04101f", 0.3, 0.5, 40)
    c.over(np.exp(-((c.y - horizon) / 0.02) ** 2) * 0.35 * np.ones_like(c.x), "#7fa6b8")
    if not aurora:
        layer = Layer(c)
        x = c.aspect * 0.36
        y = horizon + 0.16
        layer.polygon([(x - 0.08, y), (x + 0.09, y), (x + 0.065, y + 0.022), (x - 0.06, y + 0.022)], "#03060c")
        layer.ellipse(x + 0.01, y - 0.035, 0.011, 0.013, "#03060c")
        layer.polygon([(x - 0.01, y), (x + 0.032, y), (x + 0.022, y - 0.028), (x, y - 0.028)], "#03060c")
        layer.merge()
        c.glow(x - 0.04, y - 0.01, 0.05, "#ffb55a", 0.9)
        c.over(c.disc(x - 0.04, y - 0.01, 0.006), "#ffe6ae")
    return dict(vignette=0.32, bloom=0.25)


def curtain(c, horizon, colours=("#35f0a0", "#6af0c8", "#9a6bff")):
    for k in range(4):
        base = (c.ridge(horizon * (0.55 + 0.1 * k), 0.16, 1.1, 3, 0.4))[None, :]
        rays = 0.55 + 0.9 * (np.tile(c.ridge(0, 0.5, 9, 4, 0.6)[None, :], (c.h, 1)))
        up = base - c.y
        fall = np.where(up > 0, np.exp(-up / (0.2 - 0.02 * k)), np.exp(up / 0.02))
        tone = mix(colours[0], colours[2], smooth(0.02, 0.36, up))
        c.img = c.img + (fall * np.clip(rays, 0.1, 1.4) * (0.62 - 0.1 * k))[..., None] * tone


def aurora(c, tall=False):
    star_lake(c, 0.7 if tall else 0.62, aurora=True)
    return dict(vignette=0.3, bloom=0.3)


def moon_phase(c, phase=1.0):
    c.gradient([(0, "#070b18"), (1, "#101a30")])
    stars(c, 160, 1.0)
    moon(c, c.aspect / 2, 0.5, 0.34, "#fbf1dc", phase, halo=0.45 * abs(phase))
    return dict(vignette=0.2, grain=0.006, bloom=0.1)


def lighthouse(c, time="dusk", beam=True):
    sea(c, time, 0.62, 0.2, 0.07)
    colours, far, near, mist, light = TIMES[time]
    x = c.aspect * 0.68
    rock = c.ridge(0.8, 0.05, 2.5, 7)
    hill = 0.8 - 0.2 * np.exp(-((c.x[0] - x) / 0.3) ** 2) + (rock - 0.8) * 0.8 + 0.5 * smooth(0.45, 0.0, c.x[0] / c.aspect)
    relief = c.noise(18, 6)
    relief = emboss(relief, 5, 7)
    c.over(c.below(hill), mix(near, far, np.clip(0.28 - (c.y - hill[None, :]) * 0.9, 0, 1)) + relief[..., None] * rgb(light) * 0.8)
    top, base = 0.22, 0.64
    tower = c.mask([(x - 0.028, top), (x + 0.028, top), (x + 0.05, base), (x - 0.05, base)])
    side = np.clip((c.x - x) / 0.05, -1, 1)
    stripes = smooth(-0.2, 0.2, np.sin((c.y - top) * 52))
    paint = mix("#f2ebe0", "#c2402f", stripes) * np.clip(0.72 - 0.42 * side, 0.2, 1.2)[..., None]
    c.over(tower, paint * mix(light, "#ffffff", 0.5))
    layer = Layer(c)
    layer.rectangle(x - 0.042, top - 0.008, x + 0.042, top + 0.006, "#2a2630")
    layer.rectangle(x - 0.024, top - 0.06, x + 0.024, top - 0.008, "#ffedb0")
    for k in (-0.024, -0.008, 0.008, 0.022):
        layer.rectangle(x + k - 0.0015, top - 0.06, x + k + 0.0015, top - 0.008, "#2a2630")
    layer.polygon([(x - 0.032, top - 0.058), (x, top - 0.105), (x + 0.032, top - 0.058)], "#8f2a22")
    layer.rectangle(x - 0.012, base - 0.07, x + 0.012, base - 0.01, "#39221f")
    layer.rectangle(x - 0.007, 0.38, x + 0.007, 0.41, "#ffdf90")
    house = x + 0.14
    layer.polygon([(house - 0.07, 0.61), (house + 0.08, 0.61), (house + 0.08, 0.68), (house - 0.07, 0.68)], mix("#efe6da", near, 0.35))
    layer.polygon([(house - 0.085, 0.612), (house - 0.05, 0.565), (house + 0.06, 0.565), (house + 0.095, 0.612)], mix("#a8432f", near, 0.3))
    layer.rectangle(house - 0.035, 0.63, house - 0.012, 0.655, "#ffd98a")
    layer.rectangle(house + 0.025, 0.63, house + 0.048, 0.655, "#ffd98a")
    layer.merge()
    if beam:
        for sign in (-1, 1):
            ray = c.mask([(x, top - 0.035), (x + sign * 1.6, top - 0.2), (x + sign * 1.6, top + 0.0)], soft=0.012)
            c.light(ray * np.exp(-np.abs(c.x - x) * 2.4), "#ffe9b0", 0.5)
    c.glow(x, top - 0.034, 0.09, "#ffe2a0", 0.9)
    birds(c, 7, c.aspect * 0.3, 0.3, 0.08, near, 0.02)
    return dict(vignette=0.28, bloom=0.3)


def coast(c):
    """A wide panorama: cliffs, coves, a white village and boats."""
    colours, far, near, mist, light = TIMES["day"]
    sky(c, ["#2f7cc0", "#78b4de", "#c8e2ee", "#f7efe0"], 0.46)
    clouds(c, "#ffffff", 0.5, 4, 4, high=0.42, strength=0.75)
    horizon = 0.46
    deep = np.clip((c.y - horizon) / 0.54, 0, 1)
    water = mix("#2a76b0", "#1fa7a8", np.clip(deep * 1.2 + (c.noise(3, 4, stretch=6) - 0.5) * 0.8, 0, 1))
    ripples = c.noise(50, 3, stretch=8)
    water = water * (0.85 + 0.35 * ripples[..., None]) + (smooth(0.7, 0.85, ripples) * 0.25)[..., None]
    c.over(smooth(horizon - 0.002, horizon + 0.002, c.y) * np.ones_like(c.x), water)
    for i in range(3):
        t = i / 2
        shore = horizon + 0.05 + 0.2 * t
        bump = -c.ridge(0, 1.0, 0.5 + 0.2 * i, 6, 0.5)
        side = np.linspace(-1, 1, c.w) * (1, -1, 1)[i]
        rise = bump * 0.3 + 0.14 + 0.22 * side - 0.05 * t
        top = shore - np.maximum(0.26 * np.tanh(rise * 2.2), -0.08) * (0.75 + 0.45 * t)
        foot = shore + c.ridge(0, 0.025, 4, 4)
        land = np.clip((c.y - top[None, :]) * c.h + 0.5, 0, 1) * np.clip((foot[None, :] - c.y) * c.h + 0.5, 0, 1)
        relief = c.noise(14, 6)
        relief = emboss(relief, 4, 6)
        rise = np.clip((c.y - top[None, :]) / 0.07, 0, 1)
        green = mix("#79944d", "#4c6b39", c.noise(24, 3))
        face = mix("#d9c09a", "#8f7556", np.clip(c.noise(12, 4, stretch=0.4), 0, 1))
        ground = green * (1 - rise[..., None]) + face * rise[..., None]
        ground = ground + relief[..., None] * 1.1
        c.over(land, ground * (1 - 0.35 * (1 - t)) + rgb(mist) * 0.35 * (1 - t))
        foam = np.exp(-((c.y - foot[None, :]) / 0.008) ** 2) * smooth(0.3, 0.6, c.noise(30, 3)) * (foot - top > 0.01)[None, :]
        c.over(foam * 0.85, "#ffffff")
        if i == 1:
            village(c, top, foot)
    layer = Layer(c)
    for _ in range(9):
        x, y = c.rng.random() * c.aspect, 0.76 + 0.18 * c.rng.random()
        s = 0.02 + 0.05 * (y - 0.62)
        layer.polygon([(x - s, y), (x + s, y), (x + s * 0.6, y + s * 0.3), (x - s * 0.6, y + s * 0.3)], "#f4f1ea")
        layer.polygon([(x, y - s * 0.1), (x, y - s * 2.2), (x + s * 0.9, y - s * 0.2)], "#ffffff")
        layer.polygon([(x - s * 0.08, y - s * 0.1), (x - s * 0.08, y - s * 1.8), (x - s * 0.7, y - s * 0.2)], "#f0e2d0")
    layer.merge()
    birds(c, 12, c.aspect * 0.42, 0.18, 0.2, "#4a5a6a", 0.025)
    c.glow(c.aspect * 0.85, 0.05, 1.2, "#fff2d0", 0.35)
    return dict(vignette=0.15, bloom=0.12)


def village(c, top, foot):
    layer = Layer(c)
    near = np.abs(c.x[0] / c.aspect - 0.3) < 0.09
    tall = np.where(((foot - top) > 0.06) & near)[0]
    for _ in range(90):
        if not len(tall):
            break
        column = int(c.rng.choice(tall))
        x, y = column / c.h, top[column] + 0.004 + (foot[column] - top[column]) * 0.4 * c.rng.random()
        w, h = 0.012 + 0.012 * c.rng.random(), 0.02 + 0.015 * c.rng.random()
        tone = 0.9 + 0.1 * c.rng.random()
        layer.rectangle(x, y - h, x + w, y, rgb("#ffffff") * tone)
        layer.rectangle(x + w * 0.72, y - h, x + w, y, rgb("#c5cbd6") * tone)
        layer.rectangle(x + w * 0.25, y - h * 0.5, x + w * 0.45, y - h * 0.15, "#2d6fb0")
        if c.rng.random() < 0.15:
            layer.ellipse(x + w / 2, y - h, w * 0.4, w * 0.4, "#2f78c4")
    layer.merge()


def cover(c):
    """Draws the best picture: dawn above a sea of clouds, swifts over a lake."""
    mountains(c, "dawn", 6, 0.35, (0.62, 0.29), pines=False, cloud=0.5)
    shore = np.minimum(c.ridge(0.688, 0.03, 2.4, 6) + 0.05 * np.exp(-((c.x[0] - 0.62) / 0.2) ** 2), 0.697)
    c.over(c.below(shore), rgb("#3b3354"))
    forest(c, shore, rgb("#2b2746"), 0.07, 70)
    c.over(np.exp(-((c.y - 0.66) / 0.03) ** 2) * 0.45 * smooth(0.25, 0.75, c.noise(4, 4, stretch=5)), "#e8b5ae")
    c.mirror(0.7, "#241f45", 0.3, 0.3, 60, reach=1.9)
    glitter(c, c.aspect * 0.62, 0.7, "#ffcf9a", 0.02, 0.28)
    c.over(np.exp(-((c.y - 0.7) / 0.022) ** 2) * 0.6 * smooth(0.2, 0.7, c.noise(4, 4, stretch=5)), "#f2c3ad")
    birds(c, 11, c.aspect * 0.36, 0.3, 0.085, "#2a2440", 0.024)
    c.shade(smooth(0.72, 1.0, c.y) * np.ones_like(c.x), 0.5)
    return dict(vignette=0.25, bloom=0.25)
