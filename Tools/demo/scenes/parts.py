"""Things that several scenes share: stars, moons, pines, birds, leaves, clouds."""

import numpy as np

from paint import Layer, mix, rgb, smooth


def stars(c, count=500, horizon=1.0, tint="#ffffff"):
    layer, bright = Layer(c), Layer(c)
    for _ in range(int(count * c.aspect)):
        x, y = c.rng.random() * c.aspect, c.rng.random() * horizon
        size = 0.0006 + 0.0016 * c.rng.random() ** 5
        colour = mix(tint, c.rng.choice(["#ffd9b0", "#bcd4ff"]), c.rng.random() * 0.6)
        layer.ellipse(x, y, size, size, colour * (0.3 + 0.7 * c.rng.random()))
        if size > 0.0018:
            bright.ellipse(x, y, size * 1.6, size * 1.6, colour)
    layer.merge(add=True)
    bright.merge(soft=0.005, add=True, strength=0.8)


def milky_way(c, angle=-1.0, centre=(0.5, 0.35), colour="#8fa8e8", width=0.14):
    dx, dy = c.x - centre[0] * c.aspect, c.y - centre[1]
    across = dx * np.sin(angle) - dy * np.cos(angle)
    cloud = c.noise(5, 6) * 0.8 + c.noise(14, 4) * 0.5
    band = np.exp(-(across / width) ** 2 + 0) * cloud ** 2
    lane = np.exp(-((across + 0.02 + 0.06 * (c.noise(4, 4) - 0.5)) / (width * 0.22)) ** 2) * c.noise(9, 4)
    c.light(np.minimum(band, 0.7), colour, 0.5)
    c.light(np.minimum(band ** 2, 0.5), "#ffd9c0", 0.3)
    c.shade(np.clip(lane * 1.1, 0, 0.75), 0.6)


def moon(c, x, y, r, colour="#fff6df", phase=1.0, halo=0.5):
    """`phase` from -1 (old crescent) through 1 (full)."""
    c.glow(x, y, r * 4, colour, 0.25 * halo)
    c.glow(x, y, r * 1.9, colour, 0.3 * halo)
    disc = c.disc(x, y, r)
    seas = smooth(0.45, 0.72, c.noise(2.2 / (r * 4), 5)) * 0.28 + (c.noise(9 / (r * 4), 4) - 0.5) * 0.12
    u, v = (c.x - x) / r, (c.y - y) / r
    depth = np.sqrt(np.clip(1 - u ** 2 - v ** 2, 0, 1))
    tone = (1 - seas) * (0.72 + 0.28 * depth)
    if abs(phase) < 1:
        angle = np.pi * (1 - abs(phase)) * np.sign(phase)
        lit = smooth(-0.05, 0.16, u * np.sin(angle) + depth * np.cos(angle))
        tone = tone * (0.04 + 0.96 * lit)
        disc = disc * (0.2 + 0.8 * lit)
    c.over(disc, rgb(colour) * tone[..., None])


def clouds(c, colour, amount=0.5, scale=3, stretch=3.0, low=0.0, high=0.6, strength=0.8):
    field = c.noise(scale, 6, stretch=stretch, gain=0.58)
    mask = smooth(0.96 - amount, 1.4 - amount, field) * smooth(high, high - 0.25, c.y) * smooth(low - 0.1, low + 0.1, c.y)
    c.over(mask * strength, colour)
    return mask


def pine(layer, x, base, height, colour, rng):
    """A fir: ragged tiers around a thin trunk."""
    layer.rectangle(x - height * 0.014, base - height * 0.2, x + height * 0.014, base, colour)
    tiers = 9
    left, right = [(x, base - height)], []
    for i in range(1, tiers + 1):
        y = base - height * (1 - i / tiers * 0.9)
        reach = height * 0.24 * (i / tiers) ** 0.85 * (0.8 + 0.4 * rng.random())
        left += [(x - reach, y + height * 0.025), (x - reach * 0.45, y)]
        right += [(x + reach * (0.85 + 0.3 * rng.random()), y + height * 0.025), (x + reach * 0.45, y)]
    layer.polygon(left + right[::-1], colour)


def forest(c, line, colour, height=0.12, count=60, soft=0.0, jitter=0.5):
    layer = Layer(c)
    for x in np.sort(c.rng.random(int(count * c.aspect)) * c.aspect):
        column = min(c.w - 1, int(x * c.h))
        size = height * (1 - jitter + jitter * 1.3 * c.rng.random())
        pine(layer, x, line[column] + 0.012, size, colour, c.rng)
    layer.merge(soft=soft)


def birds(c, count, x, y, spread, colour="#1c1c28", size=0.02):
    layer = Layer(c)
    for _ in range(count):
        px, py = x + c.rng.normal(0, spread), y + c.rng.normal(0, spread * 0.4)
        s, lift = size * (0.6 + 0.7 * c.rng.random()), c.rng.random() * 0.5 + 0.2
        tilt = c.rng.normal(0, 0.25)
        wing = []
        for t in np.linspace(-1, 1, 13):
            wing.append((t * s, -abs(np.sin(abs(t) * 2.2)) * s * lift))
        wing += [(t * s, -abs(np.sin(abs(t) * 2.2)) * s * lift + s * 0.16 * (1 - abs(t))) for t in np.linspace(1, -1, 13)]
        ca, sa = np.cos(tilt), np.sin(tilt)
        layer.polygon([(px + a * ca - b * sa, py + a * sa + b * ca) for a, b in wing], colour)
    layer.merge()


def petal(x, y, length, width, angle, tip=0.0, steps=14):
    """Outline of a petal or leaf that grows from (x, y) towards `angle`."""
    ts = np.linspace(0, 1, steps)
    profile = width / 2 * np.sin(np.pi * ts ** (0.75 + tip)) ** 0.8
    ca, sa = np.cos(angle), np.sin(angle)
    outline = list(zip(ts * length, profile)) + list(zip(ts[::-1] * length, -profile[::-1]))
    return [(x + a * ca - b * sa, y + a * sa + b * ca) for a, b in outline]


def bokeh(c, count, colours, low=0.012, high=0.05, soft=0.004, alpha=0.5, top=0.0, bottom=1.0):
    for _ in range(3):
        layer = Layer(c)
        for _ in range(count // 3):
            r = low + (high - low) * c.rng.random() ** 2
            x, y = c.rng.random() * c.aspect, top + (bottom - top) * c.rng.random()
            colour = rgb(colours[c.rng.integers(len(colours))]) * (0.4 + 0.6 * c.rng.random())
            layer.ellipse(x, y, r, r, colour, alpha)
            layer.ellipse(x, y, r * 0.88, r * 0.88, colour * 0.82, alpha * 0.8)
        layer.merge(soft=soft, add=True, strength=0.7)


def wood(c, dark="#6b4327", light="#a8764a", planks=5):
    """A table top seen from above."""
    grain = c.noise(26, 4, stretch=16)
    rings = 0.5 + 0.5 * np.sin((c.y * 70 + c.noise(3, 3, stretch=5) * 9))
    c.img = mix(dark, light, np.clip(grain * 0.65 + rings * 0.25, 0, 1))
    for i in range(1, planks):
        gap = np.exp(-((c.y - i / planks) / 0.0025) ** 2) * np.ones_like(c.x)
        c.shade(gap, 0.65)
    for i in range(planks):
        band = ((c.y >= i / planks) & (c.y < (i + 1) / planks)) * np.ones_like(c.x)
        c.img *= (1 + band * (c.rng.random() - 0.5) * 0.18)[..., None]
    c.shade(smooth(0.2, 1.3, np.hypot(c.x - c.aspect * 0.3, c.y - 0.2)), 0.45)


def cloth(c, colour, weave=0.05):
    """Linen, lit from the upper left."""
    threads = np.sin(c.x * 900) * np.sin(c.y * 900) * 0.5
    folds = c.noise(2.5, 4)
    c.img = rgb(colour) * (0.82 + 0.24 * folds + weave * threads + 0.05 * (c.noise(60, 2) - 0.5))[..., None]
    c.shade(smooth(0.2, 1.3, np.hypot(c.x - c.aspect * 0.3, c.y - 0.2)), 0.3)
