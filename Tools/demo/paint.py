"""A small painting kit: a float canvas, noise, masks, light and a finish.

Coordinates are fractions of the picture's height: y runs from 0 (top) to 1,
x from 0 to `canvas.aspect`. Colours are (r, g, b) from 0 to 1, or "#rrggbb".
Everything random comes from the canvas's own generator, so a seed fixes a picture.
"""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

OVERSAMPLING = 2


def rgb(colour):
    if isinstance(colour, str):
        return np.array([int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)], np.float32)
    return np.asarray(colour, np.float32)


def mix(a, b, t):
    """Blends two colours; `t` may be a number or a mask."""
    t = np.asarray(t, np.float32)
    return rgb(a) * (1 - t[..., None]) + rgb(b) * t[..., None]


def smooth(low, high, value):
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def resize(array, width, height, how=Image.BICUBIC):
    return np.asarray(Image.fromarray(np.ascontiguousarray(array, np.float32)).resize((width, height), how))


def blur(array, radius):
    """A soft blur of a float array: three box passes on a reduced copy. `radius` in pixels."""
    if array.ndim == 3:
        return np.stack([blur(array[..., i], radius) for i in range(array.shape[2])], -1)
    height, width = array.shape
    step = max(1, int(radius / 3))
    small = resize(array, max(2, width // step), max(2, height // step), Image.BOX) if step > 1 else array
    reach = max(1, int(round(radius / step * 0.75)))
    for axis in (0, 1):
        for _ in range(3):
            padded = np.pad(small, [(reach + 1, reach) if a == axis else (0, 0) for a in (0, 1)], mode="edge")
            total = np.cumsum(padded, axis=axis, dtype=np.float64)
            ahead = np.take(total, range(2 * reach + 1, total.shape[axis]), axis)
            behind = np.take(total, range(0, total.shape[axis] - 2 * reach - 1), axis)
            small = ((ahead - behind) / (2 * reach + 1)).astype(np.float32)
    return resize(small, width, height) if step > 1 else small


def shift(mask, down, right):
    """Moves a mask down and to the right (both at least 0), for cast shadows."""
    moved = np.zeros_like(mask)
    moved[down:, right:] = mask[:mask.shape[0] - down, :mask.shape[1] - right]
    return moved


def emboss(field, down, right):
    """Light from the upper left on a height field."""
    height, width = field.shape
    return field - np.pad(field, ((down, 0), (right, 0)), mode="edge")[:height, :width]


class Layer:
    """Many small shapes drawn with Pillow; colours are premultiplied so that blurring is clean."""

    def __init__(self, canvas):
        self.canvas = canvas
        self.image = Image.new("RGBA", (canvas.w, canvas.h), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.image)

    def _fill(self, colour, alpha):
        return tuple(int(v * alpha * 255) for v in np.clip(rgb(colour), 0, 1)) + (int(alpha * 255),)

    def _points(self, points):
        h = self.canvas.h
        return [(float(x) * h, float(y) * h) for x, y in points]

    def polygon(self, points, colour, alpha=1.0):
        self.draw.polygon(self._points(points), fill=self._fill(colour, alpha))

    def line(self, points, colour, width, alpha=1.0):
        pixels = max(1, int(round(width * self.canvas.h)))
        self.draw.line(self._points(points), fill=self._fill(colour, alpha), width=pixels, joint="curve")
        if pixels > 3:
            for x, y in (points[0], points[-1]):
                self.ellipse(x, y, width / 2, width / 2, colour, alpha)

    def ellipse(self, x, y, rx, ry, colour, alpha=1.0):
        h = self.canvas.h
        box = [(x - rx) * h, (y - ry) * h, (x + rx) * h, (y + ry) * h]
        self.draw.ellipse(box, fill=self._fill(colour, alpha))

    def rectangle(self, x0, y0, x1, y1, colour, alpha=1.0):
        h = self.canvas.h
        self.draw.rectangle([x0 * h, y0 * h, x1 * h, y1 * h], fill=self._fill(colour, alpha))

    def merge(self, soft=0.0, add=False, strength=1.0):
        """Puts the layer on the canvas. `soft` is a blur in fractions of the height."""
        image = self.image
        if soft:
            image = image.filter(ImageFilter.GaussianBlur(soft * self.canvas.h))
        data = np.asarray(image, np.float32) / 255
        alpha = 0 if add else data[..., 3:] * strength
        self.canvas.img = self.canvas.img * (1 - alpha) + data[..., :3] * strength


class Canvas:
    def __init__(self, width, height, seed):
        self.size = (width, height)
        self.w, self.h = width * OVERSAMPLING, height * OVERSAMPLING
        self.aspect = width / height
        self.rng = np.random.default_rng(seed)
        self.x = (np.arange(self.w, dtype=np.float32)[None, :] + 0.5) / self.h
        self.y = (np.arange(self.h, dtype=np.float32)[:, None] + 0.5) / self.h
        self.img = np.zeros((self.h, self.w, 3), np.float32)

    # Noise

    def noise(self, scale, octaves=5, stretch=1.0, gain=0.5):
        """Fractal noise around 0.5, `scale` features per height; `stretch` > 1 pulls it sideways."""
        total, weight, amount = np.zeros((self.h, self.w), np.float32), 0.0, 1.0
        for octave in range(octaves):
            rows = int(scale * 2 ** octave) + 3
            columns = int(scale * 2 ** octave * self.aspect / stretch) + 3
            if rows > self.h or columns > self.w:
                break
            total += amount * resize(self.rng.random((rows, columns)), self.w, self.h)
            weight += amount
            amount *= gain
        return np.clip((total / weight - 0.5) * 1.6 + 0.5, 0, 1)

    def ridge(self, base, height, scale, octaves=6, gain=0.5, sharp=False):
        """A line across the picture: a y for every column, `height` above and below `base`."""
        line, amount, weight = np.zeros(self.w, np.float32), 1.0, 0.0
        for octave in range(octaves):
            count = max(4, int(scale * self.aspect * 2 ** octave) + 3)
            row = resize(self.rng.random((1, count)), self.w, 1)[0] - 0.5
            line += amount * (0.5 - 2 * np.abs(row) if sharp else row * 2)
            weight += amount
            amount *= gain
        return base - height * line / weight * 1.4

    def below(self, line):
        return np.clip((self.y - line[None, :]) * self.h + 0.5, 0, 1)

    # Masks

    def mask(self, points, soft=0.0):
        image = Image.new("L", (self.w, self.h), 0)
        ImageDraw.Draw(image).polygon([(float(x) * self.h, float(y) * self.h) for x, y in points], fill=255)
        if soft:
            image = image.filter(ImageFilter.GaussianBlur(soft * self.h))
        return np.asarray(image, np.float32) / 255

    def disc(self, x, y, rx, ry=None, turn=0.0, soft=None):
        ry = ry or rx
        dx, dy = self.x - x, self.y - y
        ca, sa = np.cos(turn), np.sin(turn)
        distance = np.sqrt(((dx * ca + dy * sa) / rx) ** 2 + ((dy * ca - dx * sa) / ry) ** 2)
        edge = soft if soft is not None else 1.5 / self.h
        return np.clip((1 - distance) * min(rx, ry) / edge + 0.5, 0, 1).astype(np.float32)

    # Painting

    def gradient(self, stops):
        """Fills the canvas top to bottom: [(y, colour), …]."""
        places = [s[0] for s in stops]
        colours = np.array([rgb(s[1]) for s in stops])
        column = np.stack([np.interp(self.y[:, 0], places, colours[:, i]) for i in range(3)], -1)
        self.img[:] = column[:, None, :]

    def over(self, mask, colour):
        """`colour` may be one colour or a whole picture."""
        mask = mask[..., None]
        self.img = self.img * (1 - mask) + rgb(colour) * mask

    def light(self, mask, colour, strength=1.0):
        self.img = self.img + mask[..., None] * rgb(colour) * strength

    def shade(self, mask, strength=0.5):
        self.img = self.img * (1 - mask[..., None] * strength)

    def glow(self, x, y, radius, colour, strength=1.0, squash=1.0):
        distance = np.sqrt((self.x - x) ** 2 + ((self.y - y) / squash) ** 2) / radius
        self.light(np.exp(-distance * 2.2), colour, strength)

    def ball(self, x, y, rx, ry, colour, turn=0.0, shine=0.35, sun=(-0.5, -0.65), shadow=0.4, texture=None, rim=0.25):
        """A lit ellipsoid with a soft shadow."""
        if shadow:
            self.shade(self.disc(x - sun[0] * rx * 0.5, y - sun[1] * ry * 0.55, rx * 1.08, ry * 1.08, turn, soft=rx * 0.35), shadow)
        ca, sa = np.cos(turn), np.sin(turn)
        dx, dy = self.x - x, self.y - y
        u, v = (dx * ca + dy * sa) / rx, (dy * ca - dx * sa) / ry
        nx, ny = u * ca - v * sa, u * sa + v * ca
        nz = np.sqrt(np.clip(1 - nx ** 2 - ny ** 2, 0, 1))
        lit = np.clip(nx * sun[0] + ny * sun[1] + nz * 0.6, 0, 1)
        base = rgb(colour) if texture is None else texture
        picture = base * (0.34 + 0.78 * lit[..., None]) + base * (rim * (1 - nz[..., None]) ** 3)
        picture = picture + shine * (np.clip(lit, 0, 1) ** 24)[..., None]
        self.over(self.disc(x, y, rx, ry, turn), picture)

    def puff(self, mask, colour, depth=0.03, sun=(-0.6, -0.7), shadow=0.35, shine=0.15, bulge=1.0):
        """Gives any shape a soft, clay-like volume and a shadow."""
        pixels = depth * self.h
        if shadow:
            cast = shift(blur(mask, pixels * 0.6), int(-sun[1] * pixels * 0.5), int(-sun[0] * pixels * 0.5))
            self.shade(np.clip(cast - mask * 0.5, 0, 1), shadow)
        height = np.sqrt(np.clip(blur(mask, pixels) * 2 - 0.9, 0.01, 1.1)) * mask
        height = blur(height, pixels * 0.3)
        gy, gx = np.gradient(height)
        slope = -(gx * -sun[0] + gy * -sun[1]) * pixels * 1.3 * bulge
        picture = rgb(colour) * (0.86 + np.clip(-slope, -0.5, 0.45))[..., None]
        picture = picture + shine * np.clip(-slope - 0.12, 0, 1)[..., None]
        self.over(mask, np.clip(picture, 0, 1.2))

    # Water and finish

    def mirror(self, horizon, tint=(0.03, 0.07, 0.12), dark=0.35, waves=1.0, scale=34, reach=0.92):
        """Turns everything below `horizon` into water that reflects the picture above it, `reach` times as high as
        deep."""
        row = int(horizon * self.h)
        depth = self.h - row
        below = (np.arange(depth, dtype=np.float32)[:, None] + 1) / self.h
        spread = below / max(1e-3, 1 - horizon)
        ripples = self.noise(scale, 3, stretch=9)[row:] - 0.5
        sway = self.noise(scale * 0.7, 3, stretch=5)[row:] - 0.5
        source = row - 1 - below * self.h * reach + ripples * waves * (0.02 + 0.12 * spread) * self.h
        column = np.arange(self.w)[None, :] + sway * waves * (0.006 + 0.04 * spread) * self.h
        source = np.clip(source, 0, row - 1).astype(int)
        column = np.clip(column, 0, self.w - 1).astype(int)
        water = self.img[source, column]
        self.img[row:] = water * (1 - dark) + rgb(tint) * dark * (0.6 + 0.8 * spread[..., None])
        return row

    def finish(self, vignette=0.28, grain=0.005, bloom=0.18, warmth=0.0, contrast=1.0):
        image = self.img
        if bloom:
            bright = np.clip(image - 0.72, 0, 1)
            image = image + blur(bright, 0.03 * self.h) * bloom * 2 + blur(bright, 0.009 * self.h) * bloom
        image = (image - 0.5) * contrast + 0.5
        image = np.where(image > 0.85, 0.85 + 0.15 * np.tanh((image - 0.85) / 0.3), image)
        cx, cy = self.x / self.aspect - 0.5, self.y - 0.5
        image = image * (1 - vignette * np.clip((cx ** 2 + cy ** 2) * 2, 0, 1) ** 1.3)[..., None]
        image = image * np.array([1 + warmth, 1, 1 - warmth], np.float32)
        small = Image.fromarray((np.clip(image, 0, 1) * 255).astype(np.uint8)).resize(self.size, Image.LANCZOS)
        if grain:
            speckle = self.rng.normal(0, grain * 255, (self.size[1], self.size[0], 1))
            small = Image.fromarray(np.clip(np.asarray(small, np.float32) + speckle, 0, 255).astype(np.uint8))
        return small
