"""Every screen in every state, each shown once in each of gallery.py's views and checked in five ways.

`snapshots/<state>.json` is recorded in Chromium, and a first recording fails. When a screen changes on purpose,
delete its file, run this twice, and read the difference before you commit it.
WebKit lays letters out a little differently. There the same elements must exist, in the same colours and at about the
same x.
"""
import json
import pathlib

import pytest

from support import gallery, recordings, snapshots

FOLDER = pathlib.Path(__file__).with_name("snapshots")
# They begin with the guide of the device: a phone's in Chromium, a computer's in WebKit.
BY_DEVICE = {"first-steps-guide", "first-steps-home-screen"}
in_the_light = pytest.mark.parametrize("screens", ["light"], indirect=True)
in_one_engine = pytest.mark.parametrize("engine", ["chromium"], indirect=True)


@pytest.fixture(scope="module", params=["light", "dark"])
def screens(request, engine):
    is_dark = request.param == "dark"
    engine.reset()
    engine.use(is_dark=is_dark)
    screens = gallery.Gallery(is_dark)
    screens.open(engine)
    yield screens
    engine.driver.get("about:blank")
    screens.stop()


@pytest.fixture(params=recordings.names())
def name(request):
    return request.param


@pytest.fixture
def found(screens, name):
    return screens.found(name)


@in_the_light
def test_MOM_05_COM_08_nothing_is_clipped_overlaps_or_scrolls_sideways(found):
    assert found["layout"] == [], "\n".join(found["layout"])


@in_the_light
def test_COM_08_all_is_large_enough_to_touch(found):
    """44 px wide and high."""
    assert found["reach"] == []


def test_COM_08_all_is_dark_enough_to_read(found):
    """WCAG 1.4.3, 1.4.11."""
    assert found["contrast"] == []


@in_one_engine
def test_COM_08_axe_finds_nothing(found):
    assert found["axe"] == []


def test_COM_10_the_screen_looks_as_recorded(engine, found, name):
    now = {key: snapshots.lines(boxes) for key, boxes in found["boxes"].items() if key != "dark"}
    now |= {{"light": "colours"}.get(key, key): snapshots.colours(boxes)
            for key, boxes in found["boxes"].items() if key in ("light", "dark")}
    path = FOLDER / f"{name}.json"
    recorded = json.loads(path.read_text()) if path.exists() else {}
    if not now.keys() <= recorded.keys() and engine.name == "chromium":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(json.dumps(recorded | now, ensure_ascii=False, indent=1) + "\n")
        pytest.fail(f"{path.name} was recorded for the first time ({', '.join(now)}): look at it, then run again")
    if name in BY_DEVICE and engine.name != "chromium":
        return
    compare = snapshots.differences if engine.name == "chromium" else snapshots.rough_differences
    different = [f"{key}: {line}" for key in now for line in compare(recorded.get(key, []), now[key])]
    assert not different, "\n".join([f"{name} differs from {path.name}:", *different])
