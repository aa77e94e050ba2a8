"""The catalogue of pictures: name, scene, size, seed and settings of each."""

from scenes import avatars, cities, craft, land, nature, table, water

GRID = (540, 540)
BUSY = (460, 460)  # full of small detail, which costs bytes
SMALL = (460, 460)

COVER = [("cover", water.cover, (1200, 1200), 11, {})]

AVATARS = [(f"avatar-{name}", scene, (256, 256), 1, {}) for name, scene in (
    ("wren", avatars.swift), ("xiaoyu", avatars.umbrella), ("layla", avatars.crescent), ("tomas", avatars.record),
    ("bea", avatars.loaf), ("eleni", avatars.sailboat), ("chen", avatars.teacup), ("gus", avatars.sunflower),
    ("pilar", avatars.peak), ("biscuit", avatars.cat), ("mama", avatars.peony), ("theo", avatars.rocket),
    ("sam", avatars.owl), ("amei", avatars.panda))]

SINGLES = [
    ("sea-of-clouds", land.mountains, (1100, 760), 23, dict(time="dawn", layers=7, flock=8)),
    ("aurora", water.aurora, (760, 1060), 6, dict(tall=True)),
    ("cat-window", cities.cat_window, (800, 800), 9, {}),
    ("lighthouse", water.lighthouse, (1100, 780), 7, {}),
    ("ink-scroll", craft.ink_scroll, (440, 1640), 4, {}),
    ("coast", water.coast, (1600, 420), 8, {}),
    ("peony", nature.flower, (760, 760), 12, dict(kind="peony", dark="#20302a", light="#7a9a7a")),
    ("rainbow", land.meadow, (1000, 700), 6, dict(rainbow=True, rows=True, flowers=["#a06bd0", "#7d56c4", "#b98be0"])),
    ("fireworks", cities.fireworks, (750, 1000), 8, {}),
    ("terraces", land.hills, (1060, 720), 15, dict(tea=False, time="violet")),
    ("bread", table.bread, (820, 820), 3, {}),
    ("star-lake", water.star_lake, (1060, 720), 5, {}),
]

SHANGHAI = [
    ("shanghai-bund", cities.skyline, (500, 500), 1, dict(lit=0.45)),
    ("shanghai-lanterns", cities.lanterns, GRID, 3, {}),
    ("shanghai-ginkgo", nature.leaves, BUSY, 2, dict(kind="ginkgo")),
    ("shanghai-noodles", table.noodles, BUSY, 1, {}),
    ("shanghai-koi", nature.koi, GRID, 3, {}),
    ("shanghai-rain", cities.rain_glass, GRID, 5, {}),
    ("shanghai-dusk", cities.skyline, (500, 500), 12, dict(time="dusk", lit=0.5)),
    ("shanghai-ink", craft.ink_square, GRID, 1, {}),
    ("shanghai-bridge-lanterns", cities.lanterns, GRID, 8, dict(water=True, count=6)),
]

CAIRO = [
    ("cairo-minarets", cities.skyline, (500, 500), 2, dict(time="dusk", minarets=True)),
    ("cairo-tiles", craft.tiles, BUSY, 1, dict(palette=0, cells=2)),
    ("cairo-pyramids", land.dunes, GRID, 4, dict(time="dusk", pyramids=True)),
    ("cairo-felucca", water.sea, GRID, 2, dict(time="gold", sail=True, sun=0.78)),
]

TILES = [(f"tiles-{k + 1}", craft.tiles, (360, 360), 30 + k, dict(palette=k, points=(8, 6, 12, 10, 8, 6, 12, 8, 10)[k], cells=(2, 2, 2, 2, 3, 3, 2, 1, 3)[k]))
         for k in range(9)]

MUSIC = [
    ("music-record", table.record, GRID, 2, {}),
    ("music-guitar", table.guitar, GRID, 2, {}),
    ("music-beach", water.sea, GRID, 31, dict(time="dusk", sun=0.35, height=0.06, flock=6)),
]

TEA = [
    ("tea-hills", land.hills, GRID, 5, {}),
    ("tea-cups", table.tea, GRID, 3, {}),
    ("tea-mist", land.mountains, GRID, 41, dict(time="jade", layers=7, sharp=True)),
    ("tea-evening", land.hills, GRID, 19, dict(time="gold")),
    ("tea-terraces", land.hills, GRID, 21, dict(tea=False, time="jade")),
    ("tea-storm", land.mountains, GRID, 44, dict(time="storm", layers=7, flock=5)),
]

HIKE = [
    ("hike-ridge", land.mountains, GRID, 52, dict(time="gold", sharp=True, flock=5)),
    ("hike-leaves", nature.leaves, BUSY, 6, {}),
]

GARDEN = [
    ("garden-sunflower", nature.flower, GRID, 1, dict(kind="sunflower")),
    ("garden-tomatoes", nature.vegetables, GRID, 4, {}),
    ("garden-dahlia", nature.flower, GRID, 5, dict(kind="dahlia", dark="#1a2430", light="#4f7a6a")),
    ("garden-pumpkins", nature.vegetables, GRID, 2, dict(kind="pumpkin")),
    ("garden-aster", nature.flower, GRID, 6, dict(kind="aster", dark="#2a2a1c", light="#9a9a4e")),
]

KITCHEN = [
    ("kitchen-noodles", table.noodles, BUSY, 7, dict(broth="#a8281c", bowl="#2b2b2e", egg=False)),
    ("kitchen-fruit", table.fruit, GRID, 2, {}),
    ("kitchen-egg-noodles", table.noodles, BUSY, 9, dict(broth="#c98a3a", bowl="#7a2e2a")),
]

MOONS = [(f"moon-{k + 1}", water.moon_phase, (360, 360), 60, dict(phase=p))
         for k, p in enumerate((0.16, 0.32, 0.5, 0.72, 1.0, -0.72, -0.5, -0.32, -0.16))]

PLANETS = [(f"planet-{k}", nature.planet, SMALL, 70 + i, dict(kind=k)) for i, k in enumerate(("blue", "red", "gas", "rings"))]

WEEK = [(f"week-{k + 1}", land.mountains, GRID, 77, dict(time=t, pines=True, sun=(s, 0.32 + abs(s - 0.5) * 0.25)))
        for k, (t, s) in enumerate((("dawn", 0.24), ("day", 0.62), ("storm", 0.5), ("snow", 0.7), ("violet", 0.36), ("gold", 0.8), ("night", 0.75)))]

BAKERY = [
    ("bakery-latte", table.latte, GRID, 2, {}),
    ("bakery-tart", table.tart, BUSY, 2, {}),
    ("bakery-rolls", table.bread, GRID, 5, dict(loaves=3)),
]

BALLOONS = [(f"balloons-{k + 1}", cities.balloons, GRID, seed, settings) for k, (seed, settings) in enumerate((
    (6, dict(time="dawn")), (7, dict(time="day", count=4)), (81, dict(time="gold", count=5)), (82, dict(time="violet", count=3, big=0.24)),
    (83, dict(time="dusk", count=6)), (84, dict(time="day", count=9)), (85, dict(time="jade", count=2, big=0.27)), (86, dict(time="dawn", count=11))))]

WINTER = [
    ("winter-forest", land.snow_forest, GRID, 2, {}),
    ("winter-tent", land.snow_forest, GRID, 4, dict(tent=True)),
]

SEA = [(f"sea-{k + 1}", water.sea, GRID, 90 + k, dict(time=t, sun=s, height=h, flock=f)) for k, (t, s, h, f) in enumerate((
    ("violet", 0.2, 0.04, 0), ("jade", 0.35, 0.16, 7), ("day", 0.5, 0.3, 9), ("gold", 0.62, 0.16, 0), ("dusk", 0.75, 0.06, 5), ("night", 0.85, 0.26, 0)))]

AUTUMN = [
    ("autumn-leaves", nature.leaves, BUSY, 14, dict(kind="maple")),
    ("autumn-poppies", land.meadow, BUSY, 16, dict(flowers="#e2483c")),
    ("autumn-daisies", nature.flower, GRID, 18, dict(kind="daisy", dark="#20304a", light="#6a8fb0")),
]

TREE = [(f"tree-{s}", land.tree, BUSY, 7, dict(season=s)) for s in ("spring", "summer", "autumn", "winter")]

SPRING = [
    ("spring-blossoms", nature.blossoms, GRID, 3, {}),
    ("spring-poppy", nature.flower, GRID, 22, dict(kind="poppy", dark="#1c3a2c", light="#8fae5e")),
]

PICTURES = (COVER + AVATARS + SINGLES + SHANGHAI + CAIRO + TILES + MUSIC + TEA + HIKE + GARDEN + KITCHEN + MOONS + PLANETS
            + WEEK + BAKERY + BALLOONS + WINTER + SEA + AUTUMN + TREE + SPRING)
