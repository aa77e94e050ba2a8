#!/usr/bin/env python3
"""Draws the pictures of the demo community.

    python3 Tools/demo/make_pictures.py [--out Demo/pictures] [--only NAME …] [--jobs N]

Its seed in catalogue.py determines every picture: the same versions of numpy and Pillow draw the same picture.
"""

import argparse
import sys
import time
from multiprocessing import Pool
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from catalogue import PICTURES  # noqa: E402
from paint import Canvas  # noqa: E402

# The largest file that a picture of this long side may become, in bytes.
LIMITS = ((256, 7_000), (460, 19_000), (560, 20_500), (820, 38_000), (1200, 57_000), (1700, 72_000))
QUALITIES = (80, 77, 74, 72, 70, 68, 65, 62, 60)


def draw(job):
    name, scene, size, seed, settings, folder = job
    started = time.time()
    canvas = Canvas(*size, seed)
    image = canvas.finish(**(scene(canvas, **settings) or {}))
    path = folder / f"{name}.jpg"
    limit = next(limit for side, limit in LIMITS if max(size) <= side)
    for quality in QUALITIES:
        image.save(path, quality=quality, progressive=True, optimize=True, subsampling="4:2:0")
        if path.stat().st_size <= limit:
            break
    return f"{name}: {size[0]}×{size[1]}, quality {quality}, {path.stat().st_size:,} bytes, {time.time() - started:.1f} s"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--out", type=Path, default=HERE.parents[1] / "Demo" / "pictures")
    options.add_argument("--only", nargs="*", default=[], help="names, or beginnings of names")
    options.add_argument("--jobs", type=int, default=2)
    given = options.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    jobs = [(*picture, given.out) for picture in PICTURES
            if not given.only or any(picture[0].startswith(name) for name in given.only)]
    if not jobs:
        sys.exit("No picture has such a name.")
    with Pool(given.jobs) as pool:
        for line in pool.imap(draw, jobs):
            print(line, flush=True)
    total = sum(path.stat().st_size for path in given.out.glob("*.jpg"))
    print(f"{len(jobs)} drawn; {total:,} bytes in {given.out}")


if __name__ == "__main__":
    main()
